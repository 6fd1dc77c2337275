package target

import "fmt"

// BuildTargets builds all targets anew.
func BuildTargets() []*Target { return build() }

// ModelFigures are a row's figures as the models have them, without what is measured.
func ModelFigures(r *Row, name string) string {
	for _, f := range llvmCosts {
		if f.name == r.Name && f.asm == r.Asm && f.encoding == r.Encoding {
			for c, known := range cpus {
				if known.Name == name {
					return f.on[c]
				}
			}
		}
	}
	return fmt.Sprintf("no figures for %s %s", r.Name, r.Asm)
}

// Measured is what was measured of the instruction with that name.
func Measured(name string) (latency, throughput float64, ok bool) {
	for _, m := range measured {
		if m.name == name {
			return m.latency, m.throughput, true
		}
	}
	return 0, 0, false
}

// MeasuredNames are the names of all that was measured.
func MeasuredNames() (names []string) {
	for _, m := range measured {
		names = append(names, m.name)
	}
	return names
}
