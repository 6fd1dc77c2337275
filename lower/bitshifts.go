package lower

// A shiftMove is a move that shifts the bits of each lane up by so many, or down.
type shiftMove struct {
	m        bitMove
	lane, by int
}

// findShifts finds the shifts among the moves.
func (t *bitTable) findShifts() {
	add := func(m bitMove) {
		if len(m.row.Src) != 1 || m.row.Bits != t.n || m.row.Src[0] != t.n {
			return
		}
		for w := 8; w <= 64; w *= 2 {
			if by, ok := shiftOf(m.from, w); ok {
				t.shifts = append(t.shifts, shiftMove{m, w, by})
				return
			}
		}
	}
	for _, m := range t.narrow {
		add(m)
	}
	for k := range t.moves {
		if m := &t.moves[k]; m.zeros == nil && len(m.row.Src) == 1 {
			add(bitMove{row: m.row, imm: m.imm, from: bitsOfCells(m.cells)})
		}
	}
	t.shiftBy = map[[2]int]*shiftMove{}
	for k := range t.shifts {
		s := &t.shifts[k]
		t.shiftBy[[2]int{s.lane, s.by}] = s
	}
}

// shiftOf is by how much a move shifts the bits of lanes of w up, the others being zero.
func shiftOf(from []bit, w int) (by int, ok bool) {
	by = w
	for i, j := range from[:w] {
		if j >= 0 {
			by = i - int(j)
			break
		}
	}
	if by == 0 || by >= w || by <= -w {
		return 0, false
	}
	for i, j := range from {
		if k := i%w - by; k >= 0 && k < w {
			if int(j) != i-by {
				return 0, false
			}
		} else if j != zeroBit {
			return 0, false
		}
	}
	return by, true
}

// shifted says whether two shifts of the lanes of a bitNode make what is wanted.
func (first *shiftMove) shifted(last *shiftMove, want []bit, v *bitNode) bool {
	for i, w := range want {
		if w == freeBit {
			continue
		}
		have, low := zeroBit, i-i%first.lane
		if j := i - last.by; j >= low && j < low+first.lane {
			if k := j - first.by; k >= low && k < low+first.lane {
				have = v.bits[k]
			}
		}
		if have != w {
			return false
		}
	}
	return true
}
