package draw

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
)

// pictures are the maps whose pictures are kept as golden files.
var pictures = []struct{ name, text string }{
	{"reverse4", "i32x4 -> a3 a2 a1 a0"},
	{"unpack4", "i32x4 i32x4 -> a0 b0 z a1"},
	{"signs8", "i32x8 -> a4 z a5 . a6 _ a7 #ff00ff00"},
	{"zip8", "i16x8 i16x8 -> a0 b0 a1 b1 a2 b2 a3 b3"},
	{"broadcast8", "i32x8 -> a5 a5 a5 a5 a5 a5 a5 a5"},
	{"extend16", "i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z"},
	{"reverse16", "i8x16 -> a15 a14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0"},
	{"sources4", "i32x4 i32x4 i32x4 i32x4 -> a0 b1 c2 e3"},
	{"old8", "i32x8 -> a0 d0 . . d7 a7 . _"},
	{"constants4", "-> i32x4: z m 1 _"},
	{"zip64", "i8x64 i8x64 ->" + series(64, func(i int) string { return "ab"[i&1:i&1+1] + number(i/2) })},
	{"stripes72", "i8x72 ->" + strings.Repeat(" a71 a3 a40 z", 18)},
}

func series(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(" " + f(i))
	}
	return b.String()
}

func number(i int) string {
	if i < 10 {
		return string(rune('0' + i))
	}
	return number(i/10) + string(rune('0'+i%10))
}

func parse(t testing.TB, text string) lane.Map {
	t.Helper()
	m, err := lane.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// randomMap has n lanes, and sources of about as many.
func randomMap(r *rand.Rand, n, sources int) lane.Map {
	bits := []int{1, 4, 8, 16, 32, 64}[r.IntN(6)]
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, n)}
	for range sources {
		k := n
		if r.IntN(3) == 0 {
			k = 1 + r.IntN(n)
		}
		m.Src = append(m.Src, k)
	}
	local := r.IntN(2) == 0 // many lanes of one source: fan-out
	for i := range m.Lane {
		switch k := r.IntN(12); {
		case k == 0:
			m.Lane[i] = lane.Fixed(lane.ConstOf(r.Uint64() >> (64 - bits)))
		case k == 1:
			m.Lane[i] = lane.Lane{}
		case k == 2:
			m.Lane[i] = lane.FromOld(i)
		case k == 3:
			m.Lane[i] = lane.FromOld(r.IntN(n))
		default:
			s := r.IntN(sources)
			index := r.IntN(m.Src[s])
			if local {
				index /= 4
			}
			m.Lane[i] = lane.From(s, index)
		}
	}
	return m
}
