package lower_test

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A plainSearch is the oracle of the solver: it knows no steps, products, patterns or keys, only values, and what each row makes of them for each of its immediates.
// It finds all values that one and two instructions make, without constants; whatever else is found to take three takes no fewer.
type plainSearch struct {
	moves  []plainMove
	unions []*target.Row
	level  map[plainValue]int // least number of instructions
}

// A plainValue is where each of four lanes comes from: 0 to 3 of a, 4 to 7 of b, plainZero or plainUnknown.
type plainValue [4]int8

const (
	plainZero    = 8
	plainUnknown = 9
)

// A plainMove is a row at one value of its immediate: for each lane, 4·argument + lane, or -1 for zero.
type plainMove struct {
	args int
	from plainValue
}

func newPlainSearch(t *target.Target) *plainSearch {
	s := &plainSearch{level: map[plainValue]int{{0, 1, 2, 3}: 0, {4, 5, 6, 7}: 0}}
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
			if m, ok := plainMoveOf(row, row.Imm.Map(v)); ok && !slices.Contains(s.moves, m) {
				s.moves = append(s.moves, m)
			}
		}
	}
	inputs := []plainValue{{0, 1, 2, 3}, {4, 5, 6, 7}}
	var first []plainValue
	s.from(inputs, false, func(v plainValue) {
		if _, seen := s.level[v]; !seen {
			s.level[v] = 1
			first = append(first, v)
		}
	})
	for _, v := range first {
		s.from(append([]plainValue{v}, inputs...), true, func(w plainValue) {
			if _, seen := s.level[w]; !seen {
				s.level[w] = 2
			}
		})
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

func plainMoveOf(row *target.Row, m lane.Map) (plainMove, bool) {
	p := plainMove{args: len(row.Src)}
	m, err := m.Regroup(32)
	if err != nil {
		return p, false
	}
	for i := range p.from {
		p.from[i] = -1
		if i >= len(m.Lane) {
			continue
		}
		switch l := m.Lane[i]; {
		case l.Kind == lane.Source:
			p.from[i] = int8(4*l.Src + l.Index)
		case l.Kind == lane.Old:
			p.args = len(row.Src) + 1
			p.from[i] = int8(4*len(row.Src) + l.Index)
		case l != lane.Zero():
			return p, false
		}
	}
	return p, true
}

// from calls visit with all that one instruction makes of the values; with first, only where it reads the first of them.
func (s *plainSearch) from(values []plainValue, first bool, visit func(v plainValue)) {
	for _, m := range s.moves {
		s.arguments(m.args, values, first, nil, func(args []plainValue) {
			var v plainValue
			for i, f := range m.from {
				if v[i] = plainZero; f >= 0 {
					v[i] = args[f/4][f%4]
				}
			}
			visit(v)
		})
	}
	for _, u := range s.unions {
		s.arguments(len(u.Src), values, first, nil, func(args []plainValue) {
			maps := make([]lane.Map, len(args))
			for k, a := range args {
				maps[k] = a.laneMap()
			}
			if v, ok := plainValueOf(u.Union.Of(maps...)); ok {
				visit(v)
			}
		})
	}
}

func (s *plainSearch) arguments(n int, values []plainValue, first bool, args []plainValue, visit func(args []plainValue)) {
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

func (v plainValue) laneMap() lane.Map {
	m := lane.Map{Bits: 32, Src: []int{4, 4}, Lane: make([]lane.Lane, 4)}
	for i, c := range v {
		switch {
		case c < plainZero:
			m.Lane[i] = lane.From(int(c/4), int(c%4))
		case c == plainZero:
			m.Lane[i] = lane.Zero()
		}
	}
	return m
}

func plainValueOf(m lane.Map) (v plainValue, ok bool) {
	m, err := m.Regroup(32)
	if err != nil {
		return v, false
	}
	for i, l := range m.Lane {
		switch {
		case l.Kind == lane.Undefined:
			v[i] = plainUnknown
		case l.Kind == lane.Source:
			v[i] = int8(4*l.Src + l.Index)
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
	v, _ := plainValueOf(m)
	if n, ok := s.level[v]; ok {
		return n
	}
	return 3
}
