package lower_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// plainOnes is a lane of ones, of which constants are made that rows then read.
const plainOnes = plainUnknown + 1

// A plainRow is a row that makes a value of others, without a choice.
type plainRow struct {
	args int
	of   func(args [3]plainValue) plainValue
}

func plainRowOf(p plainMove) plainRow {
	return plainRow{p.args, func(args [3]plainValue) (v plainValue) {
		for i, f := range p.from[:4] {
			if v[i] = plainZero; f >= 0 {
				v[i] = args[f/4][f%4]
			}
		}
		return v
	}}
}

// plainBits are what rows of two vectors do to a lane, by the name of the row without its v: x | y, x & y, ^x & y and x & ^y.
var plainBits = map[string]func(x, y int8) int8{
	"por": laneOr, "orr": laneOr, "pand": laneAnd, "and": laneAnd,
	"pandn": laneAndNot, "bic": func(x, y int8) int8 { return laneAndNot(y, x) },
}

func laneOr(x, y int8) int8 {
	switch {
	case x == plainOnes || y == plainOnes:
		return plainOnes
	case x == plainZero || x == y:
		return y
	case y == plainZero:
		return x
	}
	return plainUnknown
}

func laneAnd(x, y int8) int8 {
	switch {
	case x == plainZero || y == plainZero:
		return plainZero
	case x == plainOnes || x == y:
		return y
	case y == plainOnes:
		return x
	}
	return plainUnknown
}

func laneAndNot(x, y int8) int8 {
	switch {
	case y == plainZero || x == plainOnes || x == y && x != plainUnknown:
		return plainZero
	case x == plainZero:
		return y
	}
	return plainUnknown
}

// plainConstants are the rows of a target as they act on four lanes, for programs with made constants.
type plainConstants struct {
	made    []plainValue
	rows    []plainRow
	indexed []*target.Row
	by      map[plainValue][]plainRow // what the indexed rows do with a constant
	level   map[plainValue]int        // the fewest ops of programs that make a constant
}

func newPlainConstants(t *target.Target) *plainConstants {
	s := &plainConstants{by: map[plainValue][]plainRow{}, level: map[plainValue]int{}}
	seen := map[plainMove]bool{}
	for _, row := range t.Rows {
		if row.Bits != 128 || row.Length() != 128 || row.General != "" {
			continue
		}
		of, bitwise := plainBits[strings.TrimPrefix(row.Name, "v")]
		switch {
		case row.Imm != nil && len(row.Src) == 0:
			s.addMade(row)
		case row.Imm != nil:
			for v := range row.Imm.Values {
				if p, ok := plainMoveOf(row, row.Imm.Map(v), 4); ok && !seen[p] {
					seen[p] = true
					s.rows = append(s.rows, plainRowOf(p))
				}
			}
		case row.Union != nil && bitwise && len(row.Src) == 2:
			s.rows = append(s.rows, plainRow{2, func(args [3]plainValue) (v plainValue) {
				for i := range v {
					v[i] = of(args[0][i], args[1][i])
				}
				return v
			}})
		case row.Index != nil && !row.Index.Mask && !row.Consecutive:
			s.indexed = append(s.indexed, row)
		}
	}
	return s
}

// addMade adds the constants of whole lanes that a row makes.
func (s *plainConstants) addMade(row *target.Row) {
	known := map[plainValue]bool{}
	for v := range row.Imm.Values {
		m, err := row.Imm.Map(v).Regroup(32)
		if err != nil {
			continue
		}
		var made plainValue
		whole := true
		for i, l := range m.Lane {
			switch l.Const {
			case lane.Ones(32):
				made[i] = plainOnes
			case lane.Const{}:
				made[i] = plainZero
			default:
				whole = false
			}
		}
		if whole && !known[made] {
			known[made] = true
			s.made = append(s.made, made)
		}
	}
}

// with are the indexed rows whose constant is a value; none if it is no constant.
func (s *plainConstants) with(k plainValue) []plainRow {
	rows, known := s.by[k]
	if known {
		return rows
	}
	b := make([]byte, 16)
	for i := range b {
		switch k[i/4] {
		case plainOnes:
			b[i] = 0xff
		case plainZero:
		default:
			return nil
		}
	}
	seen := map[plainMove]bool{}
	for _, row := range s.indexed {
		if p, ok := plainMoveOf(row, row.Index.Apply(lane.ConstBytes(b)), 4); ok && !seen[p] {
			seen[p] = true
			rows = append(rows, plainRowOf(p))
		}
	}
	s.by[k] = rows
	return rows
}

// each calls visit with all that one row makes of the values, with one of the constants for those that take one.
func (s *plainConstants) each(values, constants []plainValue, visit func(v plainValue)) {
	do := func(r plainRow) {
		var args [3]plainValue
		var choose func(k int)
		choose = func(k int) {
			if k == r.args {
				visit(r.of(args))
				return
			}
			for _, args[k] = range values {
				choose(k + 1)
			}
		}
		choose(0)
	}
	for _, r := range s.rows {
		do(r)
	}
	for _, k := range constants {
		for _, r := range s.with(k) {
			do(r)
		}
	}
}

// search finds all that a made constant and one row or two rows behind it make of two vectors.
func (s *plainConstants) search() {
	inputs := slices.Clip([]plainValue{{0, 1, 2, 3}, {4, 5, 6, 7}})
	note := func(v plainValue, ops int) {
		if n, ok := s.level[v]; !ok || ops < n {
			s.level[v] = ops
		}
	}
	for _, made := range s.made {
		seconds := map[plainValue]bool{}
		s.each(append(inputs, made), []plainValue{made}, func(v plainValue) {
			seconds[v] = true
			note(v, 2)
		})
		for v := range seconds {
			s.each(append(inputs, made, v), []plainValue{made, v}, func(w plainValue) { note(w, 3) })
		}
	}
}

// A constant that a row makes is a mask for others. No map of four lanes takes fewer ops by one than are found, which is why four lanes have no steps for it.
func TestFourLanesMadeConstants(t *testing.T) {
	if testing.Short() {
		t.Skip("searches take long")
	}
	t.Parallel()
	for _, name := range []string{"neon", "sse2", "sse4.1", "avx2", "avx512"} {
		if !*full && name != "neon" {
			continue
		}
		tg := targetNamed(t, name)
		s := newPlainConstants(tg)
		s.search()
		if len(s.made) < 2 || len(s.level) < 5000 {
			t.Fatalf("%s: %d constants, %d values", name, len(s.made), len(s.level))
		}
		least := map[plainValue]int{}
		for v, ops := range s.level {
			for set := range 16 {
				mask := v
				for i := range mask {
					if set>>i&1 == 1 {
						mask[i] = plainUnknown
					}
				}
				if n, ok := least[mask]; !ok || ops < n {
					least[mask] = ops
				}
			}
		}
		n, four := 0, &plainSearch{pieces: 4}
		eachMask(append(twoSources(), lane.Zero()), func(m lane.Map) {
			v, _ := four.valueOf(m)
			ops, ok := least[four.lanes(v)]
			if !ok {
				return
			}
			n++
			r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Cost: lower.Instructions, MaxConstants: lower.AtMost(0)})
			if err != nil || r.Ops > ops {
				t.Errorf("%s: %v: %v, %d ops do it with a constant that is made, found %+v", name, m, err, ops, r)
			}
		})
		t.Logf("%s: %d maps by a constant that is made", name, n)
	}
}
