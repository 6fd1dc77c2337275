package svp64

// Rows is for tests of the field table: for each word its fields as name, first and last bit, and its width.
func Rows() map[string][]Bits {
	all := map[string][]Bits{}
	for word, row := range rows {
		for _, f := range row {
			all[word] = append(all[word], Bits{f.name, f.first(), f.last(), int(f.field & 0xff)})
		}
	}
	return all
}

// Bits is a field of a word.
type Bits struct {
	Name            string
	First, Last, Of int
}

func (i Inst) Plain() bool { return i.plain() }

func (i Inst) Complaint() error { return i.complaint() }

func Round(v uint64, from, to int) uint64 { return round(v, formatOf(from), formatOf(to)) }

// PlanApart is a plan between two files of registers, where sources and destinations cannot overlap.
func (l *Loop) PlanApart() *Plan { return l.plan() }

// ParseWithState is ParseLine for tests that want no more than the instruction and SVSTATE.
func ParseWithState(text string) (Inst, SVState, error) {
	l, err := ParseLine(text)
	return l.Inst, l.SV, err
}
