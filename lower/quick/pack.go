package quick

import (
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// pack is a row that narrows lanes as a join: the upper halves of its operands' lanes have to be zero.
//
//	packuswb x, y     x  a0 z a2 z …     y  b0 z b2 z …     →     a0 a2 … b0 b2 …
//
// One that saturates to a signed number asks for a bit that no byte can promise, and is none.
func (w *width) pack(r *target.Row) (j join, ok bool) {
	n := 8 * w.n / r.Elem
	var args [2]lane.Map
	j = join{row: r, cells: anything, clear: [2]vector{anything, anything}}
	size := r.Elem / 8
	for k := range args {
		args[k] = lane.Map{Bits: r.Elem, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
		for i := range args[k].Lane {
			if args[k].Lane[i] = lane.From(k, i); i%2 == 1 {
				args[k].Lane[i] = lane.Zero()
				for b := range size {
					j.clear[k][i*size+b] = zero
				}
			}
		}
	}
	m := r.Union.Of(args[0], args[1])
	cells, ok := w.cells(m)
	j.cells = cells
	return j, ok
}
