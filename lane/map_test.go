package lane_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

func TestCheckNamesTheFault(t *testing.T) {
	four := func(lanes ...lane.Lane) lane.Map { return lane.Map{Bits: 8, Src: []int{4, 2}, Lane: lanes} }
	of := func(bits int, src []int, lanes int) lane.Map {
		return lane.Map{Bits: bits, Src: src, Lane: make([]lane.Lane, lanes)}
	}
	for _, c := range []struct {
		m    lane.Map
		want string
	}{
		{four(lane.From(0, 3), lane.From(1, 1), lane.FromOld(4), lane.Fixed(lane.ConstOf(255)), lane.Lane{}), "<nil>"},
		{of(lane.MaxBits, []int{1}, 1), "<nil>"},
		{of(16, []int{lane.MaxLanes}, lane.MaxLanes), "<nil>"},
		{of(1, slices.Repeat([]int{1}, lane.MaxSrc), 1), "<nil>"},
		{of(1, nil, 1), "<nil>"},
		{of(0, nil, 1), "lanes of 0 bits: a lane has 1 to 1048576"},
		{of(-1, nil, 1), "lanes of -1 bits: a lane has 1 to 1048576"},
		{of(lane.MaxBits+1, nil, 1), "lanes of 1048577 bits: a lane has 1 to 1048576"},
		{of(1, slices.Repeat([]int{1}, lane.MaxSrc+1), 1), "1025 sources: at most 1024"},
		{of(1, []int{1, 0}, 1), "source b: 0 lanes: a vector has 1 to 65536"},
		{of(1, []int{lane.MaxLanes + 1}, 1), "source a: 65537 lanes: a vector has 1 to 65536"},
		{of(17, []int{lane.MaxLanes}, 1), "source a: 65536 lanes of 17 bits: a vector has at most 1048576 bits"},
		{of(lane.MaxBits, []int{2}, 1), "source a: 2 lanes of 1048576 bits: a vector has at most 1048576 bits"},
		{of(1, nil, 0), "destination: 0 lanes: a vector has 1 to 65536"},
		{of(lane.MaxBits, nil, 2), "destination: 2 lanes of 1048576 bits: a vector has at most 1048576 bits"},
		{four(lane.Lane{}, lane.From(2, 0)), "lane 1: source number 2 of 2"},
		{four(lane.From(-1, 0)), "lane 0: source number -1 of 2"},
		{four(lane.From(0, 4)), "lane 0: lane 4 of source a, which has 4"},
		{four(lane.From(1, 2)), "lane 0: lane 2 of source b, which has 2"},
		{four(lane.From(1, -1)), "lane 0: lane -1 of source b, which has 2"},
		{four(lane.FromOld(1)), "lane 0: lane 1 of the old destination, which has 1"},
		{four(lane.FromOld(-1)), "lane 0: lane -1 of the old destination, which has 1"},
		{four(lane.Fixed(lane.ConstOf(256))), "lane 0: constant 100 does not fit in 8 bits"},
		{four(lane.Lane{Kind: 4}), "lane 0: unknown kind 4"},
		{four(lane.Lane{Src: 1}), "lane 0: an undefined lane with fields set that its kind does not use"},
		{four(lane.Lane{Kind: lane.Source, Const: lane.ConstOf(1)}), "lane 0: a source's lane with fields set that its kind does not use"},
		{four(lane.Lane{Kind: lane.Old, Src: 1}), "lane 0: a lane of the old destination with fields set that its kind does not use"},
		{four(lane.Lane{Kind: lane.Constant, Index: 1}), "lane 0: a constant with fields set that its kind does not use"},
	} {
		if got := fmt.Sprint(c.m.Check()); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := lane.Kind(9).String(); got != "an unknown kind of lane" {
		t.Error(got)
	}
}

func TestCloneSharesNothing(t *testing.T) {
	m := lane.Identity(8, 2)
	c := m.Clone()
	c.Src[0], c.Lane[0] = 7, lane.Zero()
	if m.Src[0] != 2 || m.Lane[0] != lane.From(0, 0) {
		t.Errorf("a change of the clone made the map %v", m)
	}
}

// Of a map that nobody has checked, what it reads beyond its sources is read too.
func TestReadsUnchecked(t *testing.T) {
	m := lane.Map{Bits: 8, Src: []int{2, 2}, Lane: []lane.Lane{lane.From(0, 6), lane.From(1, 1), lane.From(0, 6), lane.From(1, 7), lane.From(0, -1)}}
	if got := m.Reads(); !slices.Equal(got, []int{2, 2}) {
		t.Errorf("%v", got)
	}
	for _, far := range []int{1 << 20, 1 << 62, math.MaxInt - 1} {
		m.Lane[0], m.Lane[1] = lane.From(0, far), lane.From(1, far)
		if got := m.Reads(); len(got) != 2 {
			t.Errorf("%d: %v", far, got)
		}
	}
}

func TestReads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		distinct := map[bit]bool{}
		for _, b := range bitsOf(m).dst {
			distinct[b] = true
		}
		want := make([]int, len(m.Src))
		for b := range distinct {
			if b.kind == bitSource {
				want[b.src]++
			}
		}
		for k, n := range m.Reads() {
			if n*m.Bits != want[k] {
				t.Fatalf("%v: %d lanes of source %d are read, want %d bits", m, n, k, want[k])
			}
		}
	})
}

// wantRenamed says that r is m with source kept[k] called k.
func wantRenamed(t *rapid.T, r, m lane.Map, kept []int) {
	t.Helper()
	model := bitsOf(m)
	src := make([]int, len(kept))
	for k, old := range kept {
		src[k] = model.src[old]
	}
	wantBits(t, r, model.replaced(src, func(b bit) bit {
		if b.kind == bitSource {
			b.src = slices.Index(kept, b.src)
		}
		return b
	}))
}

// sourcesInOrder are the sources that the destination reads, in order of first use.
func (m bitMap) sourcesInOrder() []int {
	var order []int
	for _, b := range m.dst {
		if b.kind == bitSource && !slices.Contains(order, b.src) {
			order = append(order, b.src)
		}
	}
	return order
}

func TestDropUnused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		r, kept := m.DropUnused()
		if want := slices.Sorted(slices.Values(bitsOf(m).sourcesInOrder())); !slices.Equal(kept, want) {
			t.Fatalf("%v: kept %v, want %v", m, kept, want)
		}
		wantRenamed(t, checked(t, r, nil), m, kept)
	})
}

func TestCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		r, kept := m.Canonical()
		if want := bitsOf(m).sourcesInOrder(); !slices.Equal(kept, want) {
			t.Fatalf("%v: kept %v, want %v", m, kept, want)
		}
		wantRenamed(t, checked(t, r, nil), m, kept)

		again, kept := r.Canonical()
		wantBits(t, again, bitsOf(r))
		if !slices.IsSorted(kept) {
			t.Fatalf("%v is not canonical: kept %v", r, kept)
		}
	})
}

func drawOrder(t *rapid.T, n int) []int {
	order := make([]int, n)
	for k := range order {
		order[k] = k
	}
	return rapid.Permutation(order).Draw(t, "order")
}

func TestReorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		order := drawOrder(t, len(m.Src))
		r, err := m.Reorder(order...)
		wantRenamed(t, checked(t, r, err), m, order)
	})
}

func TestCanonicalForgetsOrderAndUnreadSources(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		other := m.Clone()
		for range rapid.IntRange(0, 2).Draw(t, "unread sources") {
			other.Src = append(other.Src, rapid.IntRange(1, 9).Draw(t, "lanes of an unread source"))
		}
		other, err := other.Reorder(drawOrder(t, len(other.Src))...)
		other, _ = checked(t, other, err).Canonical()
		canonical, _ := m.Canonical()
		wantBits(t, other, bitsOf(canonical))
	})
}

func TestReorderRefuses(t *testing.T) {
	m := lane.Map{Bits: 8, Src: []int{1, 2}, Lane: []lane.Lane{{}}}
	for _, order := range [][]int{{}, {0}, {0, 0}, {0, 2}, {-1, 0}, {0, 1, 1}, {0, 1, 2}} {
		want := fmt.Sprintf("%v is not an order of 2 sources", order)
		if r, err := m.Reorder(order...); fmt.Sprint(err) != want {
			t.Errorf("%v: %v, %v", order, r, err)
		}
	}
}
