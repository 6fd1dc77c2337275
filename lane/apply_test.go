package lane_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

func TestApplyMovesEveryBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		model := bitsOf(m)
		v := drawVectors(t, model)
		want := slices.Clone(v.dst)
		model.apply(want, v.old, v.src)
		if err := m.Apply(v.dst, v.old, v.src...); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(v.dst, want) {
			t.Fatalf("%v\ngives %x\n want %x", m, v.dst, want)
		}
	})
}

// Each width with lanes enough to reach every place in a byte, on fixed random bytes.
func TestApplyAtEveryWidth(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	fill := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return b
	}
	for _, c := range []struct{ bits, lanes int }{
		{1, 512}, {1, 13}, {2, 33}, {3, 33}, {4, 32}, {7, 17}, {8, 64}, {12, 11}, {16, 32}, {24, 9}, {32, 16}, {64, 8}, {79, 9}, {128, 4}, {512, 1}, {513, 3},
	} {
		t.Run(fmt.Sprintf("%dx%d", c.bits, c.lanes), func(t *testing.T) {
			m := lane.Map{Bits: c.bits, Src: []int{c.lanes, c.lanes + 1}, Lane: make([]lane.Lane, c.lanes)}
			for range 20 {
				for i := range m.Lane {
					m.Lane[i] = []lane.Lane{
						{},
						lane.From(0, random.IntN(c.lanes)),
						lane.From(1, random.IntN(c.lanes+1)),
						lane.FromOld(random.IntN(c.lanes)),
						lane.Zero(),
						lane.Fixed(lane.ConstOf(1)),
						lane.Fixed(lane.Ones(c.bits)),
						lane.Fixed(lane.ConstOf(random.Uint64() & (1<<min(c.bits, 64) - 1))),
					}[random.IntN(8)]
				}
				if err := m.Check(); err != nil {
					t.Fatal(err)
				}
				n, longer := (c.bits*c.lanes+7)/8, (c.bits*(c.lanes+1)+7)/8
				dst, old, a, b := fill(n), fill(n), fill(n), fill(longer)
				want := slices.Clone(dst)
				bitsOf(m).apply(want, old, [][]byte{a, b})
				if err := m.Apply(dst, old, a, b); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(dst, want) {
					t.Fatalf("%v\ngives %x\n want %x", m, dst, want)
				}
			}
		})
	}
}

func TestApplyWithoutOldDestination(t *testing.T) {
	m := lane.Identity(8, 2)
	dst := []byte{1, 2}
	if err := m.Apply(dst, nil, []byte{3, 4}); err != nil || !bytes.Equal(dst, []byte{3, 4}) {
		t.Errorf("identity gives %v, %v", dst, err)
	}
}

func TestApplyRefusesWrongSizes(t *testing.T) {
	m := lane.Map{Bits: 4, Src: []int{3, 5}, Lane: []lane.Lane{lane.From(0, 2), lane.FromOld(0), lane.From(1, 4)}}
	plain := lane.Map{Bits: 4, Src: []int{3}, Lane: []lane.Lane{lane.From(0, 2)}}
	b := func(n int) []byte { return make([]byte, n) }
	for _, c := range []struct {
		m        lane.Map
		dst, old []byte
		src      [][]byte
		want     string
	}{
		{m, b(2), b(2), [][]byte{b(2), b(3)}, ""},
		{m, b(1), b(2), [][]byte{b(2), b(3)}, "the destination has 1 bytes, its 3 lanes of 4 bits take 2"},
		{m, b(3), b(2), [][]byte{b(2), b(3)}, "the destination has 3 bytes, its 3 lanes of 4 bits take 2"},
		{m, b(2), b(3), [][]byte{b(2), b(3)}, "the old destination has 3 bytes, its 3 lanes of 4 bits take 2"},
		{m, b(2), b(1), [][]byte{b(2), b(3)}, "the old destination has 1 bytes, its 3 lanes of 4 bits take 2"},
		{m, b(2), nil, [][]byte{b(2), b(3)}, "the map reads its old destination, which is not given"},
		{m, b(2), b(2), [][]byte{b(2)}, "1 vectors for 2 sources"},
		{m, b(2), b(2), [][]byte{b(2), b(2)}, "source b has 2 bytes, its 5 lanes of 4 bits take 3"},
		{plain, b(1), b(2), [][]byte{b(2)}, "the old destination has 2 bytes, its 1 lanes of 4 bits take 1"},
		{plain, b(1), nil, [][]byte{b(2)}, ""},
	} {
		before := slices.Repeat([]byte{0xa5}, len(c.dst))
		copy(c.dst, before)
		got := fmt.Sprint(c.m.Apply(c.dst, c.old, c.src...))
		if want := cmp.Or(c.want, "<nil>"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if c.want != "" && !bytes.Equal(c.dst, before) {
			t.Errorf("%s: the destination was written", c.want)
		}
	}
}
