package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// byHalves takes the arguments apart into registers half as wide, makes each half of the result there, and puts the halves together: what is left where a target has rows for the
// half width only.
func (s *search) byHalves(d draft, want lane.Map, args []Arg, depth int) []draft {
	total := want.Bits * len(want.Lane)
	if total <= 128 || !slices.Contains(s.o.Target.Bits, total/2) || depth < 2 {
		return nil
	}
	half := len(want.Lane) / 2
	pieces := []Arg{}
	at := map[[2]int]int{} // source and half: which piece
	var made [2]Arg
	for h := range made {
		part := lane.Map{Bits: want.Bits, Lane: make([]lane.Lane, half)}
		for i, l := range want.Lane[h*half : (h+1)*half] {
			if l.Kind == lane.Source {
				side := [2]int{l.Src, l.Index / half}
				k, ok := at[side]
				if !ok {
					if d, ok = s.piece(d, args[side[0]], side[1], total); !ok {
						return nil
					}
					k = len(pieces)
					at[side], pieces = k, append(pieces, d.result)
				}
				l = lane.From(k, l.Index%half)
			}
			part.Lane[i] = l
		}
		for range pieces {
			part.Src = append(part.Src, half)
		}
		r, ok := s.make(d, part, pieces, depth-1)
		if !ok {
			return nil
		}
		d, made[h] = r, r.result
	}
	whole := lane.Map{Bits: total / 2, Src: []int{1, 1}, Lane: []lane.Lane{lane.From(0, 0), lane.From(1, 0)}}
	if total/2 > 64 {
		narrow, err := whole.Regroup(64)
		if err != nil {
			return nil
		}
		whole = narrow
	}
	if r, ok := s.cheapest(s.oneRow(d, whole, []Arg{made[0], made[1]})); ok {
		return []draft{r}
	}
	// The row that inserts the upper half reads a register of the whole width, of which the lower half is the one.
	if r, ok := s.insertUpper(d, made[0], made[1], total); ok {
		return []draft{r}
	}
	return nil
}

// piece is a half of an argument in a register of half the width. The lower one is the register itself.
func (s *search) piece(d draft, a Arg, upper, total int) (draft, bool) {
	if d.bits[a] < total {
		d.result = a
		return d, upper == 0
	}
	if upper == 0 {
		d.result = a
		return d, true
	}
	m := lane.Map{Bits: 64, Src: []int{total / 64}}
	for i := total / 128; i < total/64; i++ {
		m.Lane = append(m.Lane, lane.From(0, i))
	}
	return s.cheapest(s.oneRow(d, m, []Arg{a}))
}

// insertUpper puts y above x, both of half the width.
func (s *search) insertUpper(d draft, x, y Arg, total int) (draft, bool) {
	lanes := total / 64
	for _, row := range s.rows(total) {
		if row.Imm == nil || len(row.Src) != 2 || row.Src[0] != total || row.Src[1] != total/2 {
			continue
		}
		want := lane.Map{Bits: 64, Src: []int{lanes, lanes / 2}, Lane: make([]lane.Lane, lanes)}
		for i := range want.Lane {
			if want.Lane[i] = lane.From(0, i); i >= lanes/2 {
				want.Lane[i] = lane.From(1, i-lanes/2)
			}
		}
		op := Op{Row: row, Args: []Arg{x, y}}
		if s.solves(&op, want) {
			return d.add(op), true
		}
	}
	return d, false
}
