package target

import "github.com/lanescope/lanescope/lane"

// compress closes the gaps between the lanes of a mask, and expand spreads lanes over those of a mask:
//
//	mask        0 1 1 0 1
//	compress    a1 a2 a4 z z      expand    z a0 a1 z a2
//
// A merging form has the old destination as its first source, where the other has zeros.
type (
	gaps struct {
		elem  int
		merge bool
	}
	compress gaps
	expand   gaps
)

func (d compress) fill(r *Row) { maskRow(r, Compress, gaps(d), d.apply, d.solve) }
func (d expand) fill(r *Row)   { maskRow(r, Expand, gaps(d), d.apply, d.solve) }

// maskRow is a row whose constant has a bit for each lane: it is in a mask register, or of pext and pdep in a general one.
func maskRow(r *Row, kind IndexKind, d gaps, apply func(r *Row, mask uint64) lane.Map, solve func(m maskWanted) (uint64, bool)) {
	r.Elem = d.elem
	r.Index = &Indexed{Kind: kind, Bits: r.Bits / d.elem, Mask: hasLetter(r.Asm, 'm'),
		Apply: func(constant lane.Const) lane.Map {
			mask, _ := constant.Slice(0, r.Bits/d.elem).Uint64()
			return apply(r, mask)
		},
		Solve: func(want lane.Map) (lane.Const, bool) {
			want, ok := r.fit(want, d.elem)
			if !ok {
				return lane.Const{}, false
			}
			mask, ok := solve(maskWanted{want.Lane, d.merge})
			return lane.ConstOf(mask), ok
		},
		Parts:  func() []Part { return maskParts(r, kind, d) },
		Fields: func() Fields { return Fields{} },
	}
}

// maskParts are the lanes: each rests, or is one that is moved down as far or not at all, or of an Expand up.
func maskParts(r *Row, kind IndexKind, d gaps) (list []Part) {
	n, size := r.Bits/d.elem, d.elem/8
	for i := 0; i < n && size > 0; i++ {
		can := []lane.Lane{rest(d.merge, i)}
		for j := range n {
			if kind == Compress && j >= i || kind == Expand && j <= i {
				can = append(can, source(d.merge, j))
			}
		}
		p := Part{}
		for b := range size {
			p.Bytes = append(p.Bytes, i*size+b)
		}
		for _, l := range can {
			p.Can = append(p.Can, blockLane(l, size))
		}
		list = append(list, p)
	}
	return list
}

// blockLane is a lane as so many bytes.
func blockLane(l lane.Lane, size int) []lane.Lane {
	list := make([]lane.Lane, size)
	for b := range list {
		if list[b] = l; l.Kind == lane.Source {
			list[b].Index = l.Index*size + b
		}
	}
	return list
}

// maskWanted are the lanes that a compress or an expand is to make.
type maskWanted struct {
	lane  []lane.Lane
	merge bool
}

// rests says whether lane i can be what is where no lane goes.
func (m *maskWanted) rests(i int) bool {
	return m.lane[i].Kind == lane.Undefined || m.lane[i] == rest(m.merge, i)
}

// moves says whether lane i can be a lane of the vector whose lanes are moved, from the given one on.
func (m *maskWanted) moves(i, from int) bool {
	l, moved := &m.lane[i], 0
	if m.merge {
		moved = 1
	}
	return l.Kind == lane.Source && l.Src == moved && l.Index >= from
}

// rest is what is where no lane goes.
func rest(merge bool, i int) lane.Lane {
	if merge {
		return a(i)
	}
	return zero()
}

// source is lane i of the vector whose lanes are moved.
func source(merge bool, i int) lane.Lane {
	if merge {
		return b(i)
	}
	return a(i)
}

func (d compress) apply(r *Row, mask uint64) lane.Map {
	m := emptyMap(r, d.elem)
	next := 0
	for i := range m.Lane {
		if mask>>i&1 == 1 {
			m.Lane[next] = source(d.merge, i)
			next++
		}
	}
	for ; next < len(m.Lane); next++ {
		m.Lane[next] = rest(d.merge, next)
	}
	return m
}

// solve takes the lowest lanes that do: an undefined lane is the next one. Moved lanes end with the last that cannot be the rest, which is moved if there is still one for it.
func (d compress) solve(m maskWanted) (mask uint64, ok bool) {
	count := len(m.lane)
	for count > 0 && m.rests(count-1) {
		count--
	}
	next := 0
	for i := range count {
		switch {
		case m.moves(i, next):
			next = m.lane[i].Index
		case m.lane[i].Kind != lane.Undefined:
			return 0, false
		}
		mask |= 1 << next
		next++
	}
	return mask, true
}

func (d expand) apply(r *Row, mask uint64) lane.Map {
	m := emptyMap(r, d.elem)
	next := 0
	for i := range m.Lane {
		m.Lane[i] = rest(d.merge, i)
		if mask>>i&1 == 1 {
			m.Lane[i] = source(d.merge, next)
			next++
		}
	}
	return m
}

// solve walks up the lanes. How many lanes below are masked is known wherever one wants a source's lane; between, undefined lanes make up what is missing, and
// a lane that must be the rest cannot.
func (d expand) solve(m maskWanted) (mask uint64, ok bool) {
	next := 0                   // lanes moved so far, as few as possible
	spare := make([]int, 0, 64) // undefined lanes since the last that was sure
	for i, l := range m.lane {
		switch {
		case l.Kind == lane.Undefined:
			spare = append(spare, i)
		case m.rests(i):
		case !m.moves(i, next) || l.Index-next > len(spare):
			return 0, false
		default:
			for _, j := range spare[:l.Index-next] {
				mask |= 1 << j
			}
			mask |= 1 << i
			next, spare = l.Index+1, spare[:0]
		}
	}
	return mask, true
}
