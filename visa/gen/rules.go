package gen

import "fmt"

// A Rule is a restriction of the machine on regions, which vISA does not have: the finaliser has to keep it.
type Rule struct {
	Name string
	Says string // it in words
	No   string // its number in Intel's programmer's reference manual, as iga64 has it

	broken func(i *Inst, o *Operand, dest bool, grf int) bool
}

// Rules are the machine's restrictions on direct regions.
var Rules = [...]Rule{
	{"width", "the execution size is at least the width", "2.1", func(i *Inst, o *Operand, dest bool, _ int) bool { return !dest && i.Exec < o.W }},
	{"one-row", "where one row is all, V is W times H, unless H is 0", "2.2", func(i *Inst, o *Operand, dest bool, _ int) bool {
		return !dest && i.Exec == o.W && o.H != 0 && o.V != o.W*o.H
	}},
	{"width-one", "rows of one element have no H", "2.4", func(_ *Inst, o *Operand, dest bool, _ int) bool { return !dest && o.W == 1 && o.H != 0 }},
	{"scalar", "one element by itself has no V and no H", "2.5", func(i *Inst, o *Operand, dest bool, _ int) bool {
		return !dest && i.Exec == 1 && o.W == 1 && (o.V != 0 || o.H != 0)
	}},
	{"broadcast", "one element for all lanes has a width of 1", "2.6", func(_ *Inst, o *Operand, dest bool, _ int) bool { return !dest && o.V == 0 && o.H == 0 && o.W != 1 }},
	{"destination-stride", "a destination's stride is not 0", "2.7", func(_ *Inst, o *Operand, dest bool, _ int) bool { return dest && o.H == 0 }},
	{"row-in-register", "a row does not cross from one register into the next", "2.8", func(i *Inst, o *Operand, dest bool, grf int) bool {
		for k := 0; !dest && k < i.Exec; k++ {
			first := k - k%max(o.W, 1)
			if o.byte(k, grf, dest)/grf != o.byte(first, grf, dest)/grf {
				return true
			}
		}
		return false
	}},
	{"two-registers", "an operand lies in two adjacent registers", "3", func(i *Inst, o *Operand, dest bool, grf int) bool {
		low, high := o.byte(0, grf, dest), 0
		for k := range i.Exec {
			low, high = min(low, o.byte(k, grf, dest)), max(high, o.byte(k, grf, dest)+sizes[o.Type]-1)
		}
		return high/grf-low/grf > 1
	}},
}

// A Broken is a rule that an operand of an instruction breaks.
type Broken struct {
	Rule    string
	Operand string
	Message string
}

// Check is which restrictions an instruction breaks.
func (i *Inst) Check(grf int) (all []Broken) {
	for _, r := range Rules {
		for k := range 1 + len(i.Src) {
			o := &i.Dst
			if k > 0 {
				o = &i.Src[k-1]
			}
			if o.Direct && r.broken(i, o, k == 0, grf) {
				all = append(all, Broken{r.Name, o.Text, fmt.Sprintf("%s: %s (%s)", o.Text, r.Says, r.No)})
			}
		}
	}
	return all
}
