package i8x16

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// rowsOf are the rows of a level without a constant, with each of their immediates.
func rowsOf(l Level) (list []instance) {
	for r := range shapes {
		s := &shapes[r]
		if s.from == nil || !l.has(s) {
			continue
		}
		for v := s.first; v < s.first+max(1, s.values); v++ {
			list = append(list, instance{row: Row(r), imm: uint8(v)})
		}
	}
	return list
}

// anyOf is a row by chance: each name as often, and then any immediate.
func anyOf(r *rand.Rand, list []instance, fits func(s *shape) bool) (s *shape, imm int) {
	for {
		in := list[r.IntN(len(list))]
		if s := &shapes[in.row]; fits(s) && r.IntN(1+s.values) < 4 {
			return s, int(in.imm)
		}
	}
}

func anyShape(*shape) bool { return true }

// selectorsOf are a vector's bytes as they are asked for, some of which nobody cares about.
func selectorsOf(r *rand.Rand, v *vector, undefined int) (s [16]uint8) {
	s = *v
	for range undefined {
		s[r.IntN(16)] = Any
	}
	return s
}

// What one row makes is made by one, and what two make by two, without a constant where it costs more than rows do: on x86 whatever stands last, but for what replaces one lane, elsewhere a row of few immediates.
func TestTwoRows(t *testing.T) {
	r := chance.Random(t, 30)
	a, b := still(0), still(16)
	for _, l := range levels() {
		e, rows := New(l), rowsOf(l)
		ops := [4]int{}
		for range 4000 {
			one, imm := anyOf(r, rows, anyShape)
			in := []*vector{&a, &b}
			r.Shuffle(2, func(i, j int) { in[i], in[j] = in[j], in[i] })
			v := one.makes(imm, in[0], in[r.IntN(2)])
			undefined := r.IntN(3) * r.IntN(3)
			s := selectorsOf(r, &v, undefined)
			p := decided(t, e, &s, 4)
			if len(p.Ops()) > 1 || len(p.Constants()) > 0 {
				t.Fatalf("%s: %v is %s %d, and decided by %+v", targets[l], s, one.name, imm, p)
			}
			last, more := anyOf(r, rows, func(s *shape) bool { return !s.inserts && (l != NEON || s.args == 1 && s.values <= few) })
			x, y := &v, &v
			if last.args == 2 && l != NEON {
				switch r.IntN(3) {
				case 0:
					x = in[r.IntN(2)]
				case 1:
					y = in[r.IntN(2)]
				}
			}
			w := last.makes(more, x, y)
			s = selectorsOf(r, &w, undefined/2)
			p = decided(t, e, &s, 4)
			if len(p.Ops()) > 2 || len(p.Constants()) > 0 {
				t.Fatalf("%s: %v is %s %d of %s %d, and decided by %+v", targets[l], s, last.name, more, one.name, imm, p)
			}
			ops[len(p.Ops())]++
		}
		if t.Logf("%s: %d nothing, %d one, %d two", targets[l], ops[0], ops[1], ops[2]); ops[2] < 500 {
			t.Errorf("%s: only %d take two", targets[l], ops[2])
		}
	}
}

// Where few rows have all that is wanted, any row of one vector behind one of them is found, also what replaces one lane.
func TestFewFirst(t *testing.T) {
	r := chance.Random(t, 33)
	a, b := still(0), still(16)
	for _, l := range levels() {
		e, rows := New(l), rowsOf(l)
		some := 0
		for range 6000 {
			one, imm := anyOf(r, rows, anyShape)
			v := one.makes(imm, &a, &b)
			last, more := anyOf(r, rows, func(s *shape) bool { return s.inserts || s.args == 1 })
			w := last.makes(more, &v, &v)
			s := [16]uint8(w)
			d, ok := decisionOn(t, e, &s)
			if ok {
				d.pairs = d.bytes.pairs()
				ok = d.gathers()
			}
			n := 0
			for _, page := range d.having {
				n += bits.OnesCount64(page)
			}
			if !ok || n > mostFirst {
				continue
			}
			some++
			if p := decided(t, e, &s, 4); len(p.Ops()) > 2 || len(p.Constants()) > 0 {
				t.Fatalf("%s: %v is %s %d of %s %d, which %d rows have, and decided by %+v", targets[l], s, last.name, more, one.name, imm, n, p)
			}
		}
		if t.Logf("%s: %d", targets[l], some); some < 200 && l > SSSE3 {
			t.Errorf("%s: only %d", targets[l], some)
		}
	}
}

// What a row without an immediate makes of two vectors, each of one input by a row or by a constant, costs no more than that on x86, and no more than what always does.
func TestThreeRows(t *testing.T) {
	r := chance.Random(t, 31)
	for l := SSSE3; l < NEON; l++ {
		e, rows := New(l), rowsOf(l)
		for range 3000 {
			ops, constants := 1, 0
			made := func(in Value) vector {
				v := still(16 * uint8(in))
				switch r.IntN(4) {
				case 0: // as it is
					return v
				case 1:
					ops, constants = ops+1, constants+1
					for i := range v {
						v[i] = uint8(r.IntN(16)) | 16*uint8(in)
					}
					return v
				}
				ops++
				s, imm := anyOf(r, rows, func(s *shape) bool { return s.lane > 1 || s.values < 4 })
				return s.makes(imm, &v, &v)
			}
			x, y := made(A), made(B)
			if r.IntN(2) == 0 {
				x, y = y, x
			}
			last, imm := anyOf(r, rows, func(s *shape) bool { return s.args == 2 && s.values == 0 && s.name != "movss" })
			v := last.makes(imm, &x, &y)
			s := selectorsOf(r, &v, r.IntN(2)*r.IntN(4))
			constant := r.IntN(4)
			p := decided(t, e, &s, constant)
			if got, most := price(len(p.Ops()), len(p.Constants()), constant), min(price(ops, constants, constant), price(3, 2, constant)); got > most {
				t.Fatalf("%s: %v is %s of %v and %v, %d ops and %d constants of %d, and decided by %+v", targets[l], s, last.name, x, y, ops, constants, constant, p)
			}
		}
	}
}

// A shuffle of one input is one row by a constant, of both it is one where the level has a table or a blend does, and otherwise a row that has all and a shuffle by a constant.
func TestByConstants(t *testing.T) {
	r := chance.Random(t, 32)
	a, b := still(0), still(16)
	for _, l := range levels() {
		e, rows := New(l), rowsOf(l)
		for range 1500 {
			s, most, constants := byBytes(r), 3, 2
			switch kind := r.IntN(4); {
			case kind == 0:
				for i := range s {
					s[i] = s[i]&15 | s[0]&16
				}
				most, constants = 1, 1
			case l == NEON || l == VBMI:
				most, constants = 1, 1
			case kind == 1 && l >= AVX:
				for i := range s {
					s[i] = s[i]&16 | uint8(i)
				}
				most, constants = 1, 1
			case kind == 2:
				row, imm := anyOf(r, rows, func(s *shape) bool { return s.args == 2 })
				v := row.makes(imm, &a, &b)
				for i := range s {
					s[i] = v[r.IntN(16)]
				}
				most, constants = 2, 1
			}
			for range r.IntN(3) {
				s[r.IntN(16)] = Any
			}
			constant := r.IntN(3)
			p := decided(t, e, &s, constant)
			if got, want := price(len(p.Ops()), len(p.Constants()), constant), price(most, constants, constant); got > want {
				t.Fatalf("%s: %v is decided by %+v, and takes %d ops and %d constants", targets[l], s, p, most, constants)
			}
		}
	}
}

// Of two programs the one that costs less is the better; where they cost the same, it is the one with fewer ops, and of those with as many the one with fewer constants.
func TestPrice(t *testing.T) {
	for constant := range 5 {
		for ops := range mostOps + 1 {
			for constants := range mostConstants + 1 {
				for otherOps := range mostOps + 1 {
					for otherConstants := range mostConstants + 1 {
						cost, other := ops+constant*constants, otherOps+constant*otherConstants
						want := cost < other || cost == other && (ops < otherOps || ops == otherOps && constants < otherConstants)
						if got := price(ops, constants, constant) < price(otherOps, otherConstants, constant); got != want {
							t.Errorf("%d ops and %d constants of %d are better than %d and %d: %t", ops, constants, constant, otherOps, otherConstants, got)
						}
						d := decision{constant: constant, price: price(otherOps, otherConstants, constant)}
						if got := d.below(ops, constants); got != want {
							t.Errorf("%d ops and %d constants of %d are below %d and %d: %t", ops, constants, constant, otherOps, otherConstants, got)
						}
					}
				}
			}
		}
	}
}
