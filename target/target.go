package target

import "slices"

// A Target is an instruction set as far as it moves lanes.
type Target struct {
	Name  string  // sse2
	Says  string  // what it stands for, for those who choose
	Bits  []int   // sizes of its vectors, or of its general registers if it has no others, the smallest first
	Files []File  // in which values of its sequences are, the first being that of its inputs and results
	Has   Feature // what every CPU of it has
	Rows  []*Row
	// Pairs are two instructions that move a lane through a scalar register, r, written as one row: their names are joined by +, their operands and encodings by ;.
	Pairs []*Row
	// Memory are the instructions between registers and memory, those of the most memory first.
	Memory []*Row
	// Spelling is how it writes what is no row.
	Spelling *Spelling
	CPUs     []CPU // those whose costs are known, the first being the default; none of wasm

	// Torn says that two rows which tear lanes of 32 bits apart do with whole ones what no row does: xxbrq, then xxbrw. What is known of lanes alone is not all then.
	Torn bool

	inOneMode []OneMode // see InOneMode

	within    [numFiles][]*Row // the rows of one file
	crossings []*Row           // the others
}

// A CPU is one on which a target's rows have known costs.
type CPU struct {
	Name string // znver4
	Says string
}

// Targets are all targets, the poorest of each family first.
func Targets() []*Target { return all() }

// Find is the target with that name.
func Find(name string) (*Target, bool) {
	i := slices.IndexFunc(Targets(), func(t *Target) bool { return t.Name == name })
	if i < 0 {
		return nil, false
	}
	return Targets()[i], true
}

// Find is the row with that name whose destination has that many bits and which reads that many vectors. There may be several that differ in their immediates or
// lanes, as NEON's; the first one is returned.
func (t *Target) Find(name string, bits, sources int) (*Row, bool) {
	i := slices.IndexFunc(t.Rows, func(r *Row) bool { return r.Name == name && r.Bits == bits && len(r.Src) == sources })
	if i < 0 {
		return nil, false
	}
	return t.Rows[i], true
}

// CPU is the target's CPU with that name; the empty name is the default.
func (t *Target) CPU(name string) (CPU, bool) {
	i := slices.IndexFunc(t.CPUs, func(c CPU) bool { return c.Name == name || name == "" })
	if i < 0 {
		return CPU{}, false
	}
	return t.CPUs[i], true
}

// A OneMode is a target of those rows that do what they do in one mode.
type OneMode struct {
	Mode Mode
	*Target
}

// InOneMode are targets whose rows all do in one mode: for each width of lanes, the widest first, one of all lanes, and one of each smaller number of lanes, behind which a destination stays as it was. There
// are none where no mode has to be set.
func (t *Target) InOneMode() []OneMode { return t.inOneMode }

// Only is the target with those of its rows that keep says yes to, accesses to memory and pairs among them: what an assembler that does not know all of them can write.
func (t *Target) Only(keep func(r *Row) bool) *Target {
	only := *t
	only.Rows, only.within, only.crossings, only.inOneMode = nil, [numFiles][]*Row{}, nil, nil
	for _, r := range t.Rows {
		if keep(r) {
			only.Rows = append(only.Rows, r)
			only.sort(r)
		}
	}
	refused := func(r *Row) bool { return !keep(r) }
	only.Pairs, only.Memory = slices.DeleteFunc(slices.Clone(t.Pairs), refused), slices.DeleteFunc(slices.Clone(t.Memory), refused)
	for _, one := range t.inOneMode {
		only.inOneMode = append(only.inOneMode, OneMode{one.Mode, one.Only(keep)})
	}
	return &only
}

// Prices says whether the costs of a row are known on every CPU of the target.
func (t *Target) Prices(r *Row) bool {
	return !slices.ContainsFunc(t.CPUs, func(c CPU) bool {
		_, ok := r.On(c.Name)
		return !ok
	})
}
