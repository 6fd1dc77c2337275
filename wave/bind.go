package wave

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// Bind gives the sources of a map their operands: source k is args[k], a register or a number. A number takes so many bits in each lane of the wave; of a register that stands in two
// places one source is left.
func Bind(m lane.Map, bits int, args []Operand) (r lane.Map, names []string) {
	r = lane.Map{Bits: m.Bits, Lane: slices.Clone(m.Lane)}
	to := make([]int, len(args))
	for k, a := range args {
		if a.Kind != Name {
			continue
		}
		if to[k] = slices.Index(names, a.Text); to[k] < 0 {
			to[k] = len(names)
			names, r.Src = append(names, a.Text), append(r.Src, m.Src[k])
		}
	}
	for i, l := range m.Lane {
		if l.Kind != lane.Source {
			continue
		}
		if a := args[l.Src]; a.Kind == Name {
			r.Lane[i].Src = to[l.Src]
		} else {
			r.Lane[i] = lane.Fixed(lane.ConstOf(a.Value).Slice(l.Index*m.Bits%bits, m.Bits))
		}
	}
	return r, names
}
