package lower_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// Constants are made on every target: by a row that makes them, by an or, or of a vector that is loaded. Lower evaluates each sequence.
func TestConstants(t *testing.T) {
	for _, row := range []struct {
		target, form      string
		ops, loads, limit int
	}{
		{"sse2", "i32x4 -> 1 1 m #12", 0, 1, anyNumber},
		{"sse2", "i32x4 -> m m m m", 1, 0, 0},
		{"sse2", "i32x4 -> m m m m", 0, 1, anyNumber},
		{"neon", "i8x16 -> m z z m z z m z m z z m z z m z", 1, 0, 0},
		{"sse2", "i16x8 -> a0 a1 a2 a3 a4 a5 a6 m", 1, 1, anyNumber},
		{"sse4.1", "i16x8 -> a0 #7fff a2 a3 a4 a5 a6 1", 1, 1, anyNumber},
		{"sse4.1", "i16x8 -> a0 m a2 a3 a4 a5 a6 m", 2, 0, 0},
		{"avx2", "i8x32 -> a0 1 a2 1 a4 1 a6 1 a8 1 a10 1 a12 1 a14 1 a16 1 a18 1 a20 1 a22 1 a24 1 a26 1 a28 1 a30 1", 1, 2, anyNumber},
		{"avx512", "i32x16 -> a0 1 a2 1 a4 1 a6 1 a8 1 a10 1 a12 1 a14 1", 1, 2, anyNumber},
		{"wasm", "i8x16 -> a3 #7f a1 #80 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a0", 1, 1, anyNumber},
	} {
		m, err := lane.Parse(row.form)
		if err != nil {
			t.Fatal(err)
		}
		tg := targetNamed(t, row.target)
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Cost: lower.Instructions, MaxConstants: lower.AtMost(row.limit)})
		if err != nil || r.Ops != row.ops || r.Constants != row.loads || len(r.Listing(tg)) != r.Ops+r.Constants+r.Copies+r.Sets {
			t.Errorf("%s: %s: %v, want %d ops and %d constants, got %+v", row.target, row.form, err, row.ops, row.loads, r)
		}
	}
}

// Any map has a sequence or a reason, and none is a bug: every sequence is evaluated before it is returned.
func TestAnyMap(t *testing.T) {
	t.Parallel()
	rng := chance.Random(t, 13)
	l := &tables
	n, lowered := 4, 0
	if testing.Short() {
		n = 1
	}
	for range n {
		m := anyMap(rng)
		for _, tt := range target.Targets() {
			if !*full && rng.IntN(3) > 0 {
				continue
			}
			r, err := l.Lower(t.Context(), m, lower.Options{Target: tt, Budget: searched()})
			if err != nil {
				continue
			}
			lowered++
			if len(r.Listing(tt)) != r.Ops+r.Constants+r.Copies+r.Sets {
				t.Errorf("%s on %s: %d lines for %+v", m, tt.Name, len(r.Listing(tt)), r.Count)
			}
		}
	}
	t.Logf("%d lowered", lowered)
	if lowered == 0 {
		t.Errorf("only %d maps were lowered", lowered)
	}
}

// anyMap has lanes, sources and sizes that machines have, and such that they have not.
func anyMap(rng *rand.Rand) lane.Map {
	bits := []int{1, 4, 8, 16, 32, 64, 128}[rng.IntN(7)]
	size := []int{64, 128, 128, 128, 256, 512, 96}[rng.IntN(7)]
	if bits < 8 && !*full {
		size = min(size, 128) // random bits of several registers are searched for half a minute
	}
	n := max(size/bits, 1)
	m := lane.Map{Bits: bits, Src: make([]int, rng.IntN(4)), Lane: make([]lane.Lane, n)}
	for k := range m.Src {
		if m.Src[k] = n; rng.IntN(6) == 0 {
			m.Src[k] = max(n/2, 1)
		}
	}
	for i := range m.Lane {
		switch k := rng.IntN(12); {
		case k < 8 && len(m.Src) > 0:
			s := rng.IntN(len(m.Src))
			m.Lane[i] = lane.From(s, rng.IntN(m.Src[s]))
		case k < 9:
			m.Lane[i] = lane.Zero()
		case k < 10:
			m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(rng.IntN(3))).Slice(0, bits))
		case k == 10 && rng.IntN(8) == 0:
			m.Lane[i] = lane.FromOld(rng.IntN(n))
		}
	}
	return m
}
