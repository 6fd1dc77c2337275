package lane_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

func drawPair(t *rapid.T) (a, b lane.Map) {
	unit := drawUnit(t)
	s := drawSpace(t, unit, 0)
	a = drawMapIn(t, s, drawWidth(t, unit))
	if rapid.Bool().Draw(t, "unrelated") {
		return a, drawMapIn(t, s, drawWidth(t, unit))
	}
	return a, drawVariant(t, a, unit)
}

func commonWidth(a, b int) int {
	w := min(a, b)
	for a%w != 0 || b%w != 0 {
		w--
	}
	return w
}

// witness is the first lane of w bits that the verdict may name: where both are defined and disagree, or the first that settles the relation.
func witness(a, b bitMap, w int) int {
	clash, less, more := -1, -1, -1
	for i := len(a.dst) - 1; i >= 0; i-- {
		x, y := a.dst[i], b.dst[i]
		switch {
		case x == y:
		case x.kind == bitUndefined:
			less = i / w
		case y.kind == bitUndefined:
			more = i / w
		default:
			clash = i / w
		}
	}
	switch {
	case clash >= 0:
		return clash
	case less >= 0 && more >= 0:
		return max(less, more)
	}
	return max(less, more, -1)
}

func TestCompareAgreesWithTheBits(t *testing.T) {
	seen := map[lane.Relation]int{}
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawPair(t)
		v, err := lane.Compare(a, b)
		if err != nil {
			t.Fatal(err)
		}
		x, y := bitsOf(a), bitsOf(b)
		if want := x.relation(y); v.Relation != want {
			t.Fatalf("%v\n%v\n%v, want %v", a, b, v.Relation, want)
		}
		seen[v.Relation]++
		w := commonWidth(a.Bits, b.Bits)
		if want := witness(x, y, w); v.Bits != w || v.Lane != want {
			t.Fatalf("%v\n%v\nwitness %d of %d bits, want %d of %d", a, b, v.Lane, v.Bits, want, w)
		}
		if v.Relation == lane.Equal {
			if v.A != (lane.Lane{}) || v.B != (lane.Lane{}) {
				t.Fatalf("equal with a witness: %v", v)
			}
			return
		}
		for j := range w {
			if bitOf(v.A, j, w) != x.dst[v.Lane*w+j] || bitOf(v.B, j, w) != y.dst[v.Lane*w+j] {
				t.Fatalf("%v\n%v\nwitness shows %v and %v", a, b, v.A, v.B)
			}
		}
	})
	t.Logf("relations seen: %v", seen) // that none is missing is the exhaustive test's to say
}

func refines(t *rapid.T, a, b lane.Map) bool {
	v, err := lane.Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return v.Relation == lane.Equal || v.Relation == lane.Refines
}

func TestRefinementIsAnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := drawUnit(t)
		a := drawMapIn(t, drawSpace(t, unit, 0), drawWidth(t, unit))
		b := drawVariant(t, a, unit)
		c := drawVariant(t, b, unit)
		if !refines(t, a, a) {
			t.Fatalf("%v does not refine itself", a)
		}
		if refines(t, a, b) && refines(t, b, a) && !bitsOf(a).equal(bitsOf(b)) {
			t.Fatalf("%v\n%v\nrefine each other and are not equal", a, b)
		}
		if refines(t, a, b) && refines(t, b, c) && !refines(t, a, c) {
			t.Fatalf("%v\n%v\n%v\nis not transitive", a, b, c)
		}
		there, _ := lane.Compare(a, b)
		back, _ := lane.Compare(b, a)
		mirrored := map[lane.Relation]lane.Relation{lane.Equal: lane.Equal, lane.Refines: lane.RefinedBy, lane.RefinedBy: lane.Refines, lane.Differ: lane.Differ}
		if back.Relation != mirrored[there.Relation] || back.Lane != there.Lane || back.A != there.B || back.B != there.A {
			t.Fatalf("%v\n%v\n%v, but the other way round %v", a, b, there, back)
		}
	})
}

// Widen may only define more.
func TestWidenRefines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		wide, err := m.Widen(2 * m.Bits)
		if err != nil {
			return
		}
		v, err := lane.Compare(wide, m)
		if err != nil {
			t.Fatal(err)
		}
		want := lane.Equal
		if !bitsOf(wide).equal(bitsOf(m)) {
			want = lane.Refines
		}
		if v.Relation != want {
			t.Fatalf("%v is to %v: %v, want %v", wide, m, v.Relation, want)
		}
	})
}

func TestCompareWitness(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"i8x4 -> a0 _ a2 _", "i8x4 -> a0 _ a2 _", "equal -1 of 8: _ _"},
		{"i8x4 -> a0 a1 a2 a3", "i8x4 -> a0 _ _ a3", "refines 1 of 8: a1 _"},
		{"i8x4 -> a0 _ _ a3", "i8x4 -> a0 . z a3", "refined by 1 of 8: _ ."},
		{"i8x4 -> _ a1 a2 a3", "i8x4 -> a0 a1 _ _", "differ 2 of 8: a2 _"},
		{"i8x4 -> a0 a1 _ a3", "i8x4 -> _ _ z a3", "differ 2 of 8: _ z"},
		{"i8x4 -> _ a1 a2 m", "i8x4 -> a0 _ a3 #7f", "differ 2 of 8: a2 a3"},
		{"i32x2 -> a1 z", "i16x4 -> a2 a3 z 1", "differ 3 of 16: z 1"},
		{"i24x2 -> a0 z", "i16x3 -> a0 z z", "differ 2 of 8: a2 z"},
		// A source that only one of them reads may have another size in the other.
		{"i8x4 i8x2 -> a0 b0", "i8x4 i8x9 -> a0 _", "refines 1 of 8: b0 _"},
		{"i8x4 i8x2 -> a0 _", "i8x4 i8x9 -> a0 _", "equal -1 of 8: _ _"},
	} {
		a, errA := lane.Parse(c.a)
		b, errB := lane.Parse(c.b)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		v, err := lane.Compare(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%v %d of %d: %s %s", v.Relation, v.Lane, v.Bits, v.A.Text(v.Lane, v.Bits), v.B.Text(v.Lane, v.Bits)); got != c.want {
			t.Errorf("%s against %s:\n%s, want %s", c.a, c.b, got, c.want)
		}
	}
}

func TestCompareRefuses(t *testing.T) {
	of := func(bits int, src []int, lanes ...lane.Lane) lane.Map {
		return lane.Map{Bits: bits, Src: src, Lane: lanes}
	}
	two := slices.Repeat([]lane.Lane{lane.From(0, 0)}, 2)
	wide := of(6, []int{1 << 15}, two...)
	odd := of(4, []int{1}, lane.Lane{}, lane.Lane{}, lane.Lane{})
	for _, c := range []struct {
		a, b lane.Map
		want string
	}{
		{of(8, []int{2}, two...), of(8, []int{2}, two[:1]...), "the destinations have 16 and 8 bits"},
		{of(8, []int{2}, two...), of(8, []int{2, 2}, two...), "1 sources and 2"},
		{of(8, []int{2}, two...), of(8, []int{3}, two...), "source a has 16 bits and 24"},
		{of(8, []int{2}, slices.Repeat(two, 2)...), of(16, []int{2}, two...), "source a has 16 bits and 32"},
		{wide, odd, "source a would have 98304 lanes: a vector has 1 to 65536"},
	} {
		if v, err := lane.Compare(c.a, c.b); fmt.Sprint(err) != c.want {
			t.Errorf("%v, %v; want %s", v, err, c.want)
		}
		every := func(m lane.Map) lane.Guarded {
			return lane.Guarded{Map: m, Bit: slices.Repeat([]int{lane.Always}, len(m.Lane))}
		}
		for _, pair := range [][2]lane.Guarded{{every(c.a), every(c.b)}, {every(c.b), every(c.a)}} {
			if v, err := lane.CompareGuarded(pair[0], pair[1]); err == nil {
				t.Errorf("guarded: %v, want %s", v, c.want)
			}
		}
	}
}
