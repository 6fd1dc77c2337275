package lane_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

func checked(t *rapid.T, m lane.Map, err error) lane.Map {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Check(); err != nil {
		t.Fatalf("%v: %v", m, err)
	}
	return m
}

func wantBits(t *rapid.T, m lane.Map, want bitMap) {
	t.Helper()
	if got := bitsOf(m); !got.equal(want) {
		t.Fatalf("%v\nis   %v\nwant %v", m, got, want)
	}
}

// An old destination of another size hurts only where the result would read it.
func TestOfLeavesOutAnOldDestinationThatIsNotRead(t *testing.T) {
	low := lane.Map{Bits: 8, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 0)}}
	keep := lane.Map{Bits: 8, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 1), lane.FromOld(1)}}
	if m, err := low.Of(keep); err != nil || m.String() != "i8x2 -> a1" {
		t.Errorf("%v, %v", m, err)
	}
}

// withoutOld gives the lanes that read the old destination something else, where an old destination of another size may not be read.
func withoutOld(m lane.Map) lane.Map {
	r := m.Clone()
	for i, l := range r.Lane {
		if l.Kind == lane.Old {
			r.Lane[i] = lane.Zero()
		}
	}
	return r
}

// drawArguments draws a map for each source of m, all over the given sources.
func drawArguments(t *rapid.T, m lane.Map, unit int, src []int) []lane.Map {
	var args []lane.Map
	for _, n := range m.Src {
		arg := drawMapIn(t, space{src, n * m.Bits}, drawWidth(t, unit))
		if n != len(m.Lane) {
			arg = withoutOld(arg)
		}
		args = append(args, arg)
	}
	return args
}

func TestOfComposesEveryBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := drawUnit(t)
		m := drawMapIn(t, drawSpace(t, unit, 1), drawWidth(t, unit))
		src := drawSizes(t, unit, 0, "inner source")
		args := drawArguments(t, m, unit, src)
		composed, err := m.Of(args...)
		composed = checked(t, composed, err)
		models := make([]bitMap, len(args))
		for k, arg := range args {
			models[k] = bitsOf(arg)
		}
		want := bitsOf(m).of(src, models...)
		wantBits(t, composed, want)
		wantWidth(t, composed, want, m.Bits, append(args, m)...)

		// The bytes agree: first the arguments, then m, is the composition. Bits that are undefined show what was there before, so they start equal.
		v := drawVectors(t, want)
		inner := make([][]byte, len(args))
		for k, arg := range args {
			inner[k] = make([]byte, arg.Bytes(len(arg.Lane)))
			if err := arg.Apply(inner[k], v.oldFor(arg), v.src...); err != nil {
				t.Fatal(err)
			}
		}
		steps, once := make([]byte, len(v.dst)), make([]byte, len(v.dst))
		if err := m.Apply(steps, v.old, inner...); err != nil {
			t.Fatal(err)
		}
		if err := composed.Apply(once, v.old, v.src...); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(steps, once) {
			t.Fatalf("in steps %x, at once %x", steps, once)
		}
	})
}

// oldFor is the old destination where the map reads it: only then it has the right size.
func (v vectors) oldFor(m lane.Map) []byte {
	if m.ReadsOld() {
		return v.old
	}
	return nil
}

// wantWidth says that a composition has the wanted width if that loses nothing, and else the widest that divides all of its parts'.
func wantWidth(t *rapid.T, m lane.Map, model bitMap, wanted int, parts ...lane.Map) {
	t.Helper()
	common := 0
	for w := 1; w <= wanted; w++ {
		if !slices.ContainsFunc(parts, func(p lane.Map) bool { return p.Bits%w != 0 }) {
			common = w
		}
	}
	if _, ok := model.regrouped(wanted, false); !ok {
		wanted = common
	}
	if m.Bits != wanted {
		t.Fatalf("%v has lanes of %d bits, want %d", m, m.Bits, wanted)
	}
}

func TestOfIsAssociative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := drawUnit(t)
		m := drawMapIn(t, drawSpace(t, unit, 1), drawWidth(t, unit))
		middle := drawArguments(t, m, unit, drawSizes(t, unit, 1, "middle source"))
		inner := make([]lane.Map, len(middle[0].Src))
		src := drawSizes(t, unit, 0, "inner source")
		for k, n := range middle[0].Src {
			inner[k] = withoutOld(drawMapIn(t, space{src, n * middle[0].Bits}, drawWidth(t, unit)))
		}
		// All arguments must see their sources alike, whatever their own width.
		left, err := m.Of(middle...)
		left, err = checked(t, left, err).Of(inner...)
		left = checked(t, left, err)
		composed := make([]lane.Map, len(middle))
		for k := range middle {
			c, err := middle[k].Of(inner...)
			composed[k] = checked(t, c, err)
		}
		right, err := m.Of(composed...)
		right = checked(t, right, err)
		wantBits(t, left, bitsOf(right))
		if v, err := lane.Compare(left, right); err != nil || v.Relation != lane.Equal {
			t.Fatalf("%v\n%v\n%v %v", left, right, v, err)
		}
	})
}

func TestIdentityIsNeutral(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		after, err := lane.Identity(m.Bits, len(m.Lane)).Of(m)
		wantBits(t, checked(t, after, err), bitsOf(m))
		if len(m.Src) != 1 {
			return
		}
		before, err := m.Of(lane.Identity(m.Bits, m.Src[0]))
		wantBits(t, checked(t, before, err), bitsOf(m))
	})
}

func TestIdentityIsTheIdentity(t *testing.T) {
	want := lane.Map{Bits: 5, Src: []int{3}, Lane: []lane.Lane{lane.From(0, 0), lane.From(0, 1), lane.From(0, 2)}}
	if got := lane.Identity(5, 3); !bitsOf(got).equal(bitsOf(want)) || got.Bits != 5 {
		t.Errorf("got %v", got)
	}
}

func TestBindPutsAMapInPlaceOfTheOldDestination(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := drawUnit(t)
		s := drawSpace(t, unit, 0)
		m, old := drawMapIn(t, s, drawWidth(t, unit)), drawMapIn(t, s, drawWidth(t, unit))
		bound, err := m.Bind(old)
		bound = checked(t, bound, err)
		want := bitsOf(m).bind(bitsOf(old))
		wantBits(t, bound, want)
		wantWidth(t, bound, want, m.Bits, m, old)
	})
}

// To open the old destination and then give a map for it is to bind that map.
func TestOpenOldThenOfIsBind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := drawUnit(t)
		s := drawSpace(t, unit, 0)
		m, old := drawMapIn(t, s, drawWidth(t, unit)), drawMapIn(t, s, drawWidth(t, unit))
		open := checked(t, m.OpenOld(), nil)
		if open.ReadsOld() {
			t.Fatalf("%v still reads its old destination", open)
		}
		wantBits(t, open, bitsOf(m).replaced(append(slices.Clone(s.src), s.dst), func(b bit) bit {
			if b.kind == bitOld {
				return bit{bitSource, len(s.src), b.at}
			}
			return b
		}))
		args := make([]lane.Map, 0, len(s.src)+1)
		for k, n := range s.src {
			copied := lane.Map{Bits: unit, Lane: make([]lane.Lane, n/unit)}
			for _, n := range s.src {
				copied.Src = append(copied.Src, n/unit)
			}
			for i := range copied.Lane {
				copied.Lane[i] = lane.From(k, i)
			}
			args = append(args, copied)
		}
		opened, err := open.Of(append(args, old)...)
		bound, errBound := m.Bind(old)
		wantBits(t, checked(t, opened, err), bitsOf(checked(t, bound, errBound)))
	})
}

func TestReadsOld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		want := slices.ContainsFunc(bitsOf(m).dst, func(b bit) bool { return b.kind == bitOld })
		if m.ReadsOld() != want {
			t.Fatalf("%v: %v", m, !want)
		}
	})
}

func TestCompositionRefuses(t *testing.T) {
	two, four := lane.Identity(8, 2), lane.Identity(8, 4)
	blend := lane.Map{Bits: 8, Src: []int{2, 2}, Lane: []lane.Lane{lane.From(0, 0), lane.From(1, 1)}}
	swapped := lane.Map{Bits: 8, Src: []int{2, 2}, Lane: []lane.Lane{lane.From(1, 1), lane.From(0, 0)}}
	high := lane.Map{Bits: 8, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 1)}}
	swap := lane.Map{Bits: 8, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 1), lane.FromOld(0)}}
	coarse := lane.Map{Bits: 16 * 3, Src: []int{1 << 14}, Lane: []lane.Lane{lane.From(0, 0)}}
	fine := lane.Map{Bits: 5, Src: []int{2}, Lane: make([]lane.Lane, 48)}
	for _, c := range []struct {
		name string
		got  func() (lane.Map, error)
		want string
	}{
		{"too few", func() (lane.Map, error) { return blend.Of(two) }, "1 arguments for 2 sources"},
		{"size", func() (lane.Map, error) { return two.Of(four) }, "argument 0 has 32 bits, source a has 16"},
		{"sources", func() (lane.Map, error) { return blend.Of(two, swapped) }, "arguments 0 and 1 do not have the same sources"},
		{"source sizes", func() (lane.Map, error) {
			return blend.Of(two, lane.Map{Bits: 8, Src: []int{4}, Lane: []lane.Lane{{}, {}}})
		}, "arguments 0 and 1 do not have the same sources"},
		{"old size", func() (lane.Map, error) { return high.Of(swap) }, "lane 0 would be of the old destination of argument 0, which has 16 bits and is not that of the result (8 bits)"},
		{"too narrow", func() (lane.Map, error) { return coarse.Of(fine) }, "source a would have 786432 lanes: a vector has 1 to 65536"},
		{"bind size", func() (lane.Map, error) { return two.Bind(four) }, "the old destination has 16 bits, what is bound to it 32"},
		{"bind sources", func() (lane.Map, error) { return two.Bind(blend) }, "the map and what is bound to its old destination do not have the same sources"},
		{"bind too narrow", func() (lane.Map, error) { return coarse.Bind(fine) }, "source a would have 786432 lanes: a vector has 1 to 65536"},
	} {
		if m, err := c.got(); err == nil {
			t.Errorf("%s: no error but %v", c.name, m)
		} else if err.Error() != c.want {
			t.Errorf("%s: %q, want %q", c.name, err, c.want)
		}
	}
}
