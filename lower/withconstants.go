package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// makesConstants says whether a map has constants other than zero.
func makesConstants(m lane.Map) bool {
	return slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Constant && !l.Const.IsZero() })
}

// withConstants are drafts for a map with constants other than zero. Each lane of a constant vector is where it is wanted, so that
//
//	want   a3 #7f a1 #80
//	blend  a3 ___ a1 ___   with   ___ #7f ___ #80      the vector is one more source: any row that picks lanes picks them
//	or     a3 _z_ a1 _z_   with   _z_ #7f _z_ #80      the constant of an or
func (s *search) withConstants(d draft, want lane.Map, args []Arg, depth int) (found []draft) {
	if s.o.MaxConstants.allowsNone() || want.Bits*len(want.Lane) < 128 {
		return nil
	}
	loaded := d.add(Op{Row: target.LoadOf(target.Vectors, want.Bits*len(want.Lane)), Const: constantsOf(want)})
	more := append(args[:len(args):len(args)], loaded.result)
	for _, zeros := range []bool{true, false} {
		picked := want.Clone()
		picked.Src = append(picked.Src[:len(args):len(args)], len(want.Lane))
		some := false
		for i, l := range want.Lane {
			if l.Kind == lane.Constant && (zeros || !l.Const.IsZero()) {
				picked.Lane[i] = lane.From(len(args), i)
			}
			some = some || l == lane.Zero()
		}
		found = append(found, s.each(loaded, picked, more, depth, 0)...)
		if !some {
			break
		}
	}
	cleared := want.Clone()
	for i, l := range want.Lane {
		if l.Kind == lane.Constant {
			cleared.Lane[i] = lane.Zero()
		}
	}
	for _, r := range s.each(d, cleared, args, depth, 0) {
		found = append(found, s.orConstant(r, want)...)
	}
	return found
}

// constantsOf is the vector of a map's constants, with zeros elsewhere.
func constantsOf(want lane.Map) lane.Const {
	parts := make([]lane.Const, len(want.Lane))
	for i, l := range want.Lane {
		if l.Kind == lane.Constant {
			parts[i] = l.Const
		}
	}
	return lane.Join(want.Bits, parts...)
}

// orConstant sets the bits of a map's constants in a value that has zeros there.
func (s *search) orConstant(d draft, want lane.Map) []draft {
	n := want.Bits * len(want.Lane)
	k := constantsOf(want)
	set := lane.Map{Bits: 1, Src: []int{n}, Lane: make([]lane.Lane, n)}
	for i := range set.Lane {
		if v, _ := k.Slice(i, 1).Uint64(); v == 1 {
			set.Lane[i] = lane.Fixed(lane.ConstOf(1))
		} else {
			set.Lane[i] = lane.From(0, i)
		}
	}
	if d.bits[d.result] < n {
		return nil
	}
	var found []draft
	for _, row := range s.rows(n) {
		if row.Index == nil || !slices.Equal(row.Src, []int{n}) {
			continue
		}
		if c, ok := row.Index.Solve(set); ok {
			found = append(found, d.add(Op{Row: row, Const: c, Args: []Arg{d.result}}))
		}
	}
	return found
}
