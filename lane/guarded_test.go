package lane_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

const predicateBits = 3

func drawGuards(t *rapid.T, m lane.Map) lane.Guarded {
	g := lane.Guarded{Map: m, Bit: make([]int, len(m.Lane)), Else: lane.Else(rapid.IntRange(0, 1).Draw(t, "else"))}
	for i := range g.Bit {
		if i > 0 && rapid.IntRange(0, 3).Draw(t, "same bit") > 0 {
			g.Bit[i] = g.Bit[i-1]
			continue
		}
		g.Bit[i] = rapid.IntRange(lane.Always, predicateBits-1).Draw(t, "predicate bit")
	}
	return g
}

// split is g with every lane cut into k, made from the fields alone.
func split(g lane.Guarded, k int) lane.Guarded {
	r := lane.Guarded{Map: narrowed(g.Map, g.Map.Bits/k), Else: g.Else}
	for _, b := range g.Bit {
		for range k {
			r.Bit = append(r.Bit, b)
		}
	}
	return r
}

func drawGuardedVariant(t *rapid.T, g lane.Guarded, unit int) lane.Guarded {
	if g.Map.Bits%unit == 0 && rapid.Bool().Draw(t, "narrower") {
		g = split(g, g.Map.Bits/unit)
	}
	r := lane.Guarded{Map: drawVariant(t, g.Map, g.Map.Bits), Bit: append([]int{}, g.Bit...), Else: g.Else}
	if rapid.IntRange(0, 3).Draw(t, "other bit") == 0 {
		r.Bit[rapid.IntRange(0, len(r.Bit)-1).Draw(t, "lane")] = rapid.IntRange(lane.Always, predicateBits-1).Draw(t, "predicate bit")
	}
	if rapid.IntRange(0, 3).Draw(t, "other masking") == 0 {
		r.Else = lane.ElseZero - r.Else
	}
	return r
}

func predicate(p uint) func(int) bool { return func(bit int) bool { return p>>bit&1 == 1 } }

func TestAtIsTheMapUnderAPredicate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGuards(t, drawMap(t))
		before := g.Map.String()
		for p := range uint(1 << predicateBits) {
			m := checked(t, g.At(predicate(p)), nil)
			wantBits(t, m, under(g, p))
		}
		if after := g.Map.String(); after != before {
			t.Fatalf("%s became %s", before, after)
		}
	})
}

func TestGuardedRegroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGuards(t, drawMap(t))
		w := drawOtherWidth(t, g.Map)
		r, err := g.Regroup(w)
		_, possible := bitsOf(g.Map).regrouped(w, false)
		if w < g.Map.Bits {
			possible = true
		}
		possible = possible && (w%g.Map.Bits == 0 || g.Map.Bits%w == 0)
		for i, b := range g.Bit {
			if k := max(1, w/g.Map.Bits); possible && b != g.Bit[i/k*k] {
				possible = false
			}
		}
		if (err == nil) != possible {
			t.Fatalf("%v under %v to %d bits: %v, but possible is %v", g.Map, g.Bit, w, err, possible)
		}
		if err != nil {
			return
		}
		if err := r.Check(); err != nil || r.Map.Bits != w || r.Else != g.Else {
			t.Fatalf("%v: %v", r, err)
		}
		for p := range uint(1 << predicateBits) {
			if got, want := under(r, p), under(g, p); !got.equal(want) {
				t.Fatalf("%v under %03b\nis   %v\nwant %v", g, p, got, want)
			}
		}
	})
}

// relationOverPredicates is the relation of two guarded maps by trying every predicate.
func relationOverPredicates(a, b lane.Guarded, bits int) lane.Relation {
	there, back := true, true
	for p := range uint(1 << bits) {
		x, y := under(a, p), under(b, p)
		there, back = there && x.refines(y), back && y.refines(x)
	}
	switch {
	case there && back:
		return lane.Equal
	case there:
		return lane.Refines
	case back:
		return lane.RefinedBy
	}
	return lane.Differ
}

// checkGuardedWitness says what is wrong with the witness of a verdict: it must name predicate bits that guard the lane, and values of them under which
// the maps show what it says.
func checkGuardedWitness(a, b lane.Guarded, v lane.GuardedVerdict) error {
	w := v.Bits
	if v.Relation == lane.Equal {
		if v != (lane.GuardedVerdict{Verdict: lane.Verdict{Bits: w, Lane: -1}, BitA: lane.Always, BitB: lane.Always, OnA: true, OnB: true}) {
			return fmt.Errorf("equal with a witness: %+v", v)
		}
		return nil
	}
	if bitA, bitB := a.Bit[v.Lane*w/a.Map.Bits], b.Bit[v.Lane*w/b.Map.Bits]; bitA != v.BitA || bitB != v.BitB {
		return fmt.Errorf("bits %d and %d guard lane %d, not %d and %d", bitA, bitB, v.Lane, v.BitA, v.BitB)
	}
	var p uint
	for _, c := range []struct {
		bit int
		on  bool
	}{{v.BitA, v.OnA}, {v.BitB, v.OnB}} {
		switch {
		case c.bit == lane.Always && !c.on:
			return fmt.Errorf("lane %d is not guarded, but off", v.Lane)
		case c.bit != lane.Always && c.on:
			p |= 1 << c.bit
		}
	}
	if v.BitA == v.BitB && v.OnA != v.OnB {
		return fmt.Errorf("predicate bit %d has two values", v.BitA)
	}
	x, y := under(a, p).dst[v.Lane*w:(v.Lane+1)*w], under(b, p).dst[v.Lane*w:(v.Lane+1)*w]
	for j := range w {
		if bitOf(v.A, j, w) != x[j] || bitOf(v.B, j, w) != y[j] {
			return fmt.Errorf("under %b they show %v and %v, not %v and %v", p, x, y, v.A, v.B)
		}
	}
	if x[0].kind != bitUndefined && y[0].kind != bitUndefined && v.Relation != lane.Differ || v.A == v.B {
		return fmt.Errorf("%v and %v do not show that they are %v", v.A, v.B, v.Relation)
	}
	if v.Relation == lane.Refines && y[0].kind != bitUndefined || v.Relation == lane.RefinedBy && x[0].kind != bitUndefined {
		return fmt.Errorf("%v and %v are the wrong way round for %v", v.A, v.B, v.Relation)
	}
	return nil
}

func TestCompareGuardedIsEveryPredicate(t *testing.T) {
	seen := map[lane.Relation]int{}
	rapid.Check(t, func(t *rapid.T) {
		unit := drawUnit(t)
		a := drawGuards(t, drawMapIn(t, drawSpace(t, unit, 0), drawWidth(t, unit)))
		b := drawGuardedVariant(t, a, unit)
		v, err := lane.CompareGuarded(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if want := relationOverPredicates(a, b, predicateBits); v.Relation != want {
			t.Fatalf("%v\n%v\n%v, want %v", a, b, v.Relation, want)
		}
		if err := checkGuardedWitness(a, b, v); err != nil {
			t.Fatalf("%v\n%v\n%v: %v", a, b, v, err)
		}
		seen[v.Relation]++
	})
	t.Logf("relations seen: %v", seen) // that none is missing is the exhaustive test's to say
}

func TestGuardedCheck(t *testing.T) {
	two := lane.Identity(8, 2)
	for _, c := range []struct {
		g    lane.Guarded
		want string
	}{
		{lane.Guarded{Map: two, Bit: []int{lane.Always, 7}, Else: lane.ElseZero}, "<nil>"},
		{lane.Guarded{Map: lane.Map{Bits: 8}, Bit: nil}, "destination: 0 lanes: a vector has 1 to 65536"},
		{lane.Guarded{Map: two, Bit: []int{0}}, "1 predicate bits for 2 lanes"},
		{lane.Guarded{Map: two, Bit: []int{0, -2}}, "lane 1: predicate bit -2"},
		{lane.Guarded{Map: two, Bit: []int{0, 1}, Else: 2}, "unknown masking 2"},
	} {
		if got := fmt.Sprint(c.g.Check()); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestGuardedRegroupRefuses(t *testing.T) {
	for _, c := range []struct {
		bit  []int
		bits int
		want string
	}{
		{[]int{0, 0, 0, 1}, 16, "lane 3 is guarded by another predicate bit than the lanes it would join"},
		{[]int{1, 1, 1, 0}, 16, "lane 3 is guarded by another predicate bit than the lanes it would join"},
		{[]int{1, lane.Always, 0, 0}, 16, "lane 1 is guarded by another predicate bit than the lanes it would join"},
		{[]int{0, 0, 0, 0}, 24, "source a of 32 bits does not divide into lanes of 24"},
	} {
		g := lane.Guarded{Map: lane.Identity(8, 4), Bit: c.bit}
		if r, err := g.Regroup(c.bits); fmt.Sprint(err) != c.want {
			t.Errorf("%v, %v; want %s", r, err, c.want)
		}
	}
}

// Of several values of the predicates that show a difference, the witness has the first: the bit of the first map is 0 before it is 1, and then that of the second.
func TestGuardedWitnessIsTheFirst(t *testing.T) {
	one := lane.Map{Bits: 8, Src: []int{1}, Lane: []lane.Lane{lane.From(0, 0)}}
	zero := lane.Map{Bits: 8, Src: []int{1}, Lane: []lane.Lane{lane.Zero()}}
	for _, c := range []struct {
		a, b     lane.Guarded
		onA, onB bool
	}{
		{lane.Guarded{Map: one, Bit: []int{0}, Else: lane.ElseZero}, lane.Guarded{Map: one, Bit: []int{1}, Else: lane.ElseZero}, false, true},
		{lane.Guarded{Map: one, Bit: []int{0}, Else: lane.ElseZero}, lane.Guarded{Map: zero, Bit: []int{1}, Else: lane.ElseZero}, true, false},
		{lane.Guarded{Map: zero, Bit: []int{0}, Else: lane.ElseZero}, lane.Guarded{Map: one, Bit: []int{1}, Else: lane.ElseZero}, false, true},
		{lane.Guarded{Map: one, Bit: []int{0}, Else: lane.ElseZero}, lane.Guarded{Map: one, Bit: []int{1}}, false, false},
		{lane.Guarded{Map: one, Bit: []int{0}, Else: lane.ElseZero}, lane.Guarded{Map: one, Bit: []int{lane.Always}}, false, true},
	} {
		v, err := lane.CompareGuarded(c.a, c.b)
		if err != nil || v.Relation != lane.Differ || v.OnA != c.onA || v.OnB != c.onB {
			t.Errorf("%v and %v: %+v, %v; want the first with %v and %v", c.a, c.b, v, err, c.onA, c.onB)
		}
	}
}
