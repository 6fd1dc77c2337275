package lower_test

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A plainSearch is the oracle of the solver: it knows no steps, products, patterns or keys, only values, and what each row makes of them for each of its immediates.
// It finds all values that one and two instructions make, without constants; whatever else is found to take three takes no fewer.
type plainSearch struct {
	pieces int // of a value: its four lanes, or sixteen bytes where two rows that tear lanes apart may do with whole ones what none does
	moves  []plainMove
	unions []*target.Row
	level  map[plainValue]int // least number of instructions
}

// PlainPieces are where each piece comes from: of a, of b behind it, plainZero or plainUnknown. Where there are four, the others are 0. A plainValue is the four lanes of it.
type (
	plainPieces [16]int8
	plainValue  [4]int8
)

const (
	plainZero    = 32
	plainUnknown = 33
)

// A plainMove is a row at one value of its immediate: for each piece, pieces·argument + piece, or -1 for zero.
type plainMove struct {
	args int
	from [16]int8
}

func newPlainSearch(t *target.Target) *plainSearch {
	s := &plainSearch{pieces: 4, level: map[plainValue]int{}}
	if t.Torn {
		s.pieces = 16
	}
	for _, row := range t.Rows {
		if row.Bits > 128 || slices.ContainsFunc(row.Src, func(n int) bool { return n > 128 || n%32 != 0 }) || row.Bits%32 != 0 {
			continue
		}
		if row.Union != nil && row.Bits == 128 {
			s.unions = append(s.unions, row)
		}
		if row.Imm == nil {
			continue
		}
		for v := range row.Imm.Values {
			if m, ok := plainMoveOf(row, row.Imm.Map(v), s.pieces); ok && !slices.Contains(s.moves, m) {
				s.moves = append(s.moves, m)
			}
		}
	}
	var inputs [2]plainPieces
	for i := range s.pieces {
		inputs[0][i], inputs[1][i] = int8(i), int8(s.pieces+i)
	}
	var first []plainPieces
	seen := map[plainPieces]bool{inputs[0]: true, inputs[1]: true}
	for _, v := range inputs {
		s.level[s.lanes(v)] = 0
	}
	s.from(inputs[:], false, func(v plainPieces) {
		if !seen[v] {
			seen[v] = true
			first = append(first, v)
			s.reach(v, 1)
		}
	})
	for _, v := range first {
		s.from(append([]plainPieces{v}, inputs[:]...), true, func(w plainPieces) { s.reach(w, 2) })
	}
	for v, n := range s.level { // and all masks that a value does
		for set := range 16 {
			m := v
			for i := range m {
				if set>>i&1 == 1 {
					m[i] = plainUnknown
				}
			}
			if have, seen := s.level[m]; !seen || n < have {
				s.level[m] = n
			}
		}
	}
	return s
}

// reach notes that so many instructions make a value.
func (s *plainSearch) reach(v plainPieces, n int) {
	w := s.lanes(v)
	if have, seen := s.level[w]; !seen || n < have {
		s.level[w] = n
	}
}

// lanes are the four of a value, as those of 32 bits are counted: one that is torn apart is unknown.
func (s *plainSearch) lanes(v plainPieces) (w plainValue) {
	per := s.pieces / 4
	for i := range w {
		p := v[per*i:][:per]
		whole := p[0] == plainZero || p[0] < plainZero && int(p[0])%per == 0
		for k, x := range p {
			if whole && p[0] < plainZero {
				whole = x == p[0]+int8(k)
			} else {
				whole = whole && x == p[0]
			}
		}
		switch {
		case !whole:
			w[i] = plainUnknown
		case p[0] == plainZero:
			w[i] = plainZero
		default:
			w[i] = p[0] / int8(per)
		}
	}
	return w
}

// plainMoveOf is a row's map over so many pieces.
func plainMoveOf(row *target.Row, m lane.Map, pieces int) (plainMove, bool) {
	p := plainMove{args: len(row.Src)}
	m, err := m.Regroup(128 / pieces)
	if err != nil {
		return p, false
	}
	for i := range pieces {
		p.from[i] = -1
		if i >= len(m.Lane) {
			continue
		}
		switch l := m.Lane[i]; {
		case l.Kind == lane.Source:
			p.from[i] = int8(pieces*l.Src + l.Index)
		case l.Kind == lane.Old:
			p.args = len(row.Src) + 1
			p.from[i] = int8(pieces*len(row.Src) + l.Index)
		case l != lane.Zero():
			return p, false
		}
	}
	return p, true
}

// from calls visit with all that one instruction makes of the values; with first, only where it reads the first of them.
func (s *plainSearch) from(values []plainPieces, first bool, visit func(v plainPieces)) {
	for _, m := range s.moves {
		s.arguments(m.args, values, first, nil, func(args []plainPieces) {
			var v plainPieces
			for i, f := range m.from[:s.pieces] {
				if v[i] = plainZero; f >= 0 {
					v[i] = args[int(f)/s.pieces][int(f)%s.pieces]
				}
			}
			visit(v)
		})
	}
	for _, u := range s.unions {
		s.arguments(len(u.Src), values, first, nil, func(args []plainPieces) {
			maps := make([]lane.Map, len(args))
			for k, a := range args {
				maps[k] = s.laneMap(a)
			}
			if v, ok := s.valueOf(u.Union.Of(maps...)); ok {
				visit(v)
			}
		})
	}
}

func (s *plainSearch) arguments(n int, values []plainPieces, first bool, args []plainPieces, visit func(args []plainPieces)) {
	if len(args) == n {
		if !first || slices.Contains(args, values[0]) {
			visit(args)
		}
		return
	}
	for _, v := range values {
		s.arguments(n, values, first, append(args, v), visit)
	}
}

func (s *plainSearch) laneMap(v plainPieces) lane.Map {
	m := lane.Map{Bits: 128 / s.pieces, Src: []int{s.pieces, s.pieces}, Lane: make([]lane.Lane, s.pieces)}
	for i, c := range v[:s.pieces] {
		switch {
		case c < plainZero:
			m.Lane[i] = lane.From(int(c)/s.pieces, int(c)%s.pieces)
		case c == plainZero:
			m.Lane[i] = lane.Zero()
		}
	}
	return m
}

func (s *plainSearch) valueOf(m lane.Map) (v plainPieces, ok bool) {
	m, err := m.Regroup(128 / s.pieces)
	if err != nil {
		return v, false
	}
	for i, l := range m.Lane {
		switch {
		case l.Kind == lane.Undefined:
			v[i] = plainUnknown
		case l.Kind == lane.Source:
			v[i] = int8(s.pieces*l.Src + l.Index)
		case l == lane.Zero():
			v[i] = plainZero
		default:
			return v, false
		}
	}
	return v, true
}

// ops is the least number of instructions for a mask: 3 stands for at least 3.
func (s *plainSearch) ops(m lane.Map) int {
	v, _ := s.valueOf(m)
	if n, ok := s.level[s.lanes(v)]; ok {
		return n
	}
	return 3
}
