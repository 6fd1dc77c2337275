package target

// cpu numbers the CPUs whose costs are known.
type cpu int

const (
	haswell cpu = iota
	skylake
	icelake
	znver4
	neoverseN1
	numCPUs
)

// cpus says what each CPU is.
var cpus = [numCPUs]CPU{
	haswell:    {"haswell", "Intel Haswell"},
	skylake:    {"skylake", "Intel Skylake, with AVX-512 where a row needs it"},
	icelake:    {"icelake", "Intel Ice Lake"},
	znver4:     {"znver4", "AMD Zen 4"},
	neoverseN1: {"neoverse-n1", "Arm Neoverse N1"},
}

// On is what the row costs on a CPU; ok is false if no figures are known.
func (r *Row) On(name string) (c Cost, ok bool) {
	for i, known := range cpus {
		if known.Name == name {
			return r.cost[i], r.cost[i].Source != ""
		}
	}
	return Cost{}, false
}
