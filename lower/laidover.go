package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
)

// masks says whether the target has masks, and whether what they turn off stays: then a shuffle of one source can be laid over what was made of the others, at which package quick does not look, as with masks
// that also put zeros there are shuffles of two sources.
func (s *search) masks() (some, keep bool) {
	for _, r := range s.o.Target.Rows {
		if r.Mask != nil && r.Mask.Needs.In(s.o.Target.Has) {
			return true, r.Mask.Merges
		}
	}
	return false, false
}

// overlaid are drafts that decide what the lanes of all sources but one are, and lay those of that one over it in one row.
//
//	b2 b5 _ b7 a4 a5 b7 _      _ _ _ _ a4 a5 _ _ is a      vrgather.vv v8, v9, v10, v0.t
func (s *search) overlaid(d draft, want lane.Map, args []Arg) (found []draft) {
	for k, n := range want.Reads() {
		if n == 0 || want.Bits < 8 || want.Src[k] != len(want.Lane) {
			continue
		}
		below := want.Clone()
		over := lane.Map{Bits: want.Bits, Src: []int{len(want.Lane), len(want.Lane)}, Lane: slices.Clone(want.Lane)}
		for i, l := range want.Lane {
			switch {
			case l.Kind == lane.Source && l.Src == k:
				below.Lane[i] = lane.Lane{}
				over.Lane[i] = lane.From(1, l.Index)
			case l.Kind != lane.Undefined:
				over.Lane[i] = lane.From(0, i)
			}
		}
		if r := direct(below, args); r >= 0 {
			if r != args[k] && len(args) > 1 {
				found = append(found, s.oneRow(d, over, []Arg{r, args[k]})...)
			}
			continue
		}
		for _, q := range s.decidedCheapest(below, d, quick.DefaultFuel) {
			found = append(found, s.oneRow(q.draft, over, []Arg{q.result, args[k]})...)
		}
	}
	return found
}
