package lower

// directMoves finds the moves that take from a source, just as it is, only what is wanted: sets of moves, one bit each.
type directMoves struct {
	words int
	args  [maxArgs][]uint64                // the moves with so many sources
	zero  [maxCells][]uint64               // those that make byte u zero
	reads [2][maxCells][]uint64            // those that take byte u from the first or the second source
	has   [2][maxCells][maxCells][]uint64  // those that take it from byte j there; nil for none
	twice [len(strides)][maxCells][]uint64 // those that take byte u, and that a stride behind it, from one and the same byte, if their sources are one
}

// strides are how far apart bytes are in which moves take one byte twice: those of words, and words of larger ones.
//
//	punpcklbw x, x      x0 x0 x1 x1 …      of wanted a0 b7 a1 … it makes nothing
var strides = [...]int{1, 2, 4, 8}

func (d *directMoves) fill(moves []move, size int) {
	d.words = (len(moves) + 63) / 64
	set := func(at *[]uint64, k int) {
		if *at == nil {
			*at = make([]uint64, d.words)
		}
		(*at)[k/64] |= 1 << (k % 64)
	}
	for k := range moves {
		m := &moves[k]
		if len(m.row.Src) > 2 {
			continue
		}
		set(&d.args[len(m.row.Src)], k)
		for u, c := range m.cells[:size] {
			switch {
			case c == zeroCell && m.zeros == nil:
				set(&d.zero[u], k)
			case c >= 0:
				set(&d.reads[c/maxCells][u], k)
				set(&d.has[c/maxCells][u][c%maxCells], k)
			}
		}
		for s, far := range strides {
			for u := range size - far {
				if x, y := m.cells[u], m.cells[u+far]; x >= 0 && y >= 0 && x%maxCells == y%maxCells {
					set(&d.twice[s][u], k)
				}
			}
		}
	}
}

// candidates are the moves that may do what is wanted of these arguments, as far as the sources go and not the vector between, whose number is dual.
func (d *directMoves) candidates(want []cell, from []int, dual int, set []uint64) []uint64 {
	if set = append(set[:0], d.args[len(from)]...); len(set) == 0 {
		return set // no move has so many sources, as where a mode writes a part alone
	}
	if from[0] == dual && from[len(from)-1] == dual {
		d.once(want, set)
	}
	for u, w := range want {
		if w == freeCell {
			continue
		}
		if w != zeroCell {
			for k, x := range d.zero[u] {
				set[k] &^= x
			}
		}
		for a, source := range from {
			if source == dual || d.reads[a][u] == nil {
				continue
			}
			var has []uint64
			if w >= 0 && int(w)/maxCells == source {
				has = d.has[a][u][w%maxCells]
			}
			for k, x := range d.reads[a][u] {
				if has != nil {
					x &^= has[k]
				}
				set[k] &^= x
			}
		}
	}
	return set
}

// once takes those out of a set that take one byte of the vector between for two that are wanted to differ.
func (d *directMoves) once(want []cell, set []uint64) {
	for s, far := range strides {
		for u := range len(want) - far {
			if x, y := want[u], want[u+far]; x == freeCell || y == freeCell || x == y {
				continue
			}
			for k, moves := range d.twice[s][u] {
				set[k] &^= moves
			}
		}
	}
}
