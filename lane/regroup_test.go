package lane_test

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

func drawOtherWidth(t *rapid.T, m lane.Map) int {
	if rapid.Bool().Draw(t, "any width") {
		return rapid.SampledFrom(widths).Draw(t, "width")
	}
	return m.Bits * rapid.IntRange(1, 4).Draw(t, "times")
}

func TestRegroupAndWidenAgreeWithTheBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		w := drawOtherWidth(t, m)
		for _, c := range []struct {
			name    string
			regroup func(int) (lane.Map, error)
			fill    bool
		}{{"Regroup", m.Regroup, false}, {"Widen", m.Widen, true}} {
			// Inside one lane nothing is undefined alone, so that to narrower lanes nothing is filled.
			want, ok := bitsOf(m).regrouped(w, c.fill && w > m.Bits)
			if w < m.Bits {
				want, ok = bitsOf(m), true
			}
			ok = ok && (w%m.Bits == 0 || m.Bits%w == 0)
			got, err := c.regroup(w)
			if (err == nil) != ok {
				t.Fatalf("%s of %v to %d bits: %v, but possible is %v", c.name, m, w, err, ok)
			}
			if !ok {
				continue
			}
			if got = checked(t, got, nil); got.Bits != w {
				t.Fatalf("%s to %d bits gives %v", c.name, w, got)
			}
			wantBits(t, got, want)
			if !bitsOf(got).refines(bitsOf(m)) {
				t.Fatalf("%s: %v does not refine %v", c.name, got, m)
			}
		}
	})
}

// Narrower and back is the same map, lane by lane.
func TestRegroupThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		w := rapid.SampledFrom(widths).Filter(func(w int) bool { return m.Bits%w == 0 }).Draw(t, "narrower")
		narrow, err := m.Regroup(w)
		narrow = checked(t, narrow, err)
		wantBits(t, narrow, bitsOf(m))
		back, err := narrow.Regroup(m.Bits)
		if back = checked(t, back, err); back.String() != m.String() {
			t.Fatalf("%v\nbecomes %v\nand then %v", m, narrow, back)
		}
	})
}

func TestRegroupRefuses(t *testing.T) {
	of := func(bits, src int, lanes ...lane.Lane) lane.Map {
		return lane.Map{Bits: bits, Src: []int{src}, Lane: lanes}
	}
	a := func(i int) lane.Lane { return lane.From(0, i) }
	for _, c := range []struct {
		m    lane.Map
		bits int
		want string
	}{
		{of(8, 2, a(0), a(1)), 0, "lanes of 0 bits: a lane has 1 to 1048576"},
		{of(8, 2, a(0), a(1)), -8, "lanes of -8 bits: a lane has 1 to 1048576"},
		{of(8, 2, a(0), a(1)), 2 << 20, "lanes of 2097152 bits: a lane has 1 to 1048576"},
		{of(8, 2, a(0), a(1)), 12, "neither of 8 and 12 bits divides the other"},
		{of(8, 3, a(0), a(1)), 16, "source a of 24 bits does not divide into lanes of 16"},
		{of(8, 2, a(0), a(1), a(0)), 16, "the destination of 24 bits does not divide into lanes of 16"},
		{of(8, 2, a(0), a(1), a(1), a(0)), 16, "lanes 2 to 3 do not make one lane of 16 bits"},
		{of(8, 4, a(1), a(2)), 16, "lanes 0 to 1 do not make one lane of 16 bits"},
		{of(8, 2, a(0), lane.Lane{}), 16, "lanes 0 to 1 do not make one lane of 16 bits"},
		{of(32, 4096, a(0)), 1, "source a would have 131072 lanes: a vector has 1 to 65536"},
		{of(32, 1, make([]lane.Lane, 4096)...), 1, "the destination would have 131072 lanes: a vector has 1 to 65536"},
	} {
		if m, err := c.m.Regroup(c.bits); err == nil {
			t.Errorf("to %d bits: no error but %v", c.bits, m)
		} else if err.Error() != c.want {
			t.Errorf("%q, want %q", err, c.want)
		}
	}
	// At the limits there is room.
	if m, err := of(16, 4096, a(0)).Regroup(1); err != nil || m.Src[0] != lane.MaxLanes {
		t.Errorf("%v, %v", m.Src, err)
	}
	if m, err := of(16, 1, make([]lane.Lane, 4096)...).Regroup(1); err != nil || len(m.Lane) != lane.MaxLanes {
		t.Errorf("%d lanes, %v", len(m.Lane), err)
	}
}

func TestWidenFillsUndefinedLanes(t *testing.T) {
	for _, c := range []struct {
		in   string
		bits int
		want string // "" where it is refused
	}{
		{"i8x4 -> a0 _ _ a3", 16, "i16x2 -> a0 a1"},
		{"i8x4 -> _ a1 _ _", 16, "i16x2 -> a0 _"},
		{"i8x4 -> _ a0 _ _", 16, ""},
		{"i8x4 -> _ 1 m _", 16, "i16x2 -> #100 #ff"},
		{"i8x4 -> a0 z _ _", 16, ""},
		{"i8x4 -> z a1 _ _", 16, ""},
		{"i8x4 i8x4 -> a0 b1 _ _", 16, ""},
		{"i8x4 -> d2 _ d1 d2", 16, ""},
		{"i8x4 -> d2 _ _ .", 16, "i16x2 -> d1 ."},
		{"i8x4 -> _ d0 _ _", 16, ""},
		{"i8x4 -> _ _ _ a3", 32, "i32x1 -> a0"},
		{"i8x8 -> _ a3 _ a1", 16, "i16x4 -> a1 a0"},
	} {
		m, err := lane.Parse(c.in)
		if err != nil {
			t.Fatal(err)
		}
		wide, err := m.Widen(c.bits)
		if got := wide.String(); err == nil && got != c.want || err != nil && c.want != "" {
			t.Errorf("%s widens to %v (%v), want %s", c.in, wide, err, c.want)
		}
	}
}
