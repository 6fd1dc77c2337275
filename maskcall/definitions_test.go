package maskcall_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
)

// A writer writes a call in a language whose lanes were chosen first: from tells of which vector a lane is, at which. What no vector has is written where beyond is set, and says what
// comes then.
type writer struct {
	language string
	lanes    []int // of the vectors, one of them
	one      bool  // one vector only
	beyond   string
	mask     func(rng *rand.Rand, n, source, at int) string // how a lane is written
	outside  func(rng *rand.Rand, n int) string             // how one is that no vector has
	call     func(n int, mask string) string
	bits     func(n int) int
}

func fixed(bits int) func(int) int { return func(int) int { return bits } }

// The documents of the languages, written as a way to say a lane rather than to read one.
var writers = []writer{
	{
		language: "rust", lanes: []int{2, 4, 8, 16}, bits: fixed(32),
		mask: func(_ *rand.Rand, n, source, at int) string { return fmt.Sprint(source*n + at) },
		call: func(n int, mask string) string {
			return fmt.Sprintf("fn f(a: Simd<f32, %d>, b: f32x%d) { simd_swizzle!(a, b, [%s]) }", n, n, mask)
		},
	}, {
		language: "zig", lanes: []int{1, 3, 4, 7, 16}, bits: fixed(16),
		mask: func(rng *rand.Rand, _, source, at int) string {
			switch {
			case source == 0:
				return fmt.Sprint(at)
			case rng.IntN(2) == 0:
				return fmt.Sprintf("~@as(i32, %d)", at)
			}
			return fmt.Sprint(-at - 1)
		},
		beyond: "_", outside: func(*rand.Rand, int) string { return "undefined" },
		call: func(n int, mask string) string {
			return fmt.Sprintf("const mask = [_]i32{ %s };\nvar a: @Vector(%d, u16) = undefined;\nvar b: @Vector(%d, u16) = undefined;\nconst r = @shuffle(u16, a, b, mask);", mask, n, n)
		},
	}, {
		language: "csharp", lanes: []int{16}, one: true, bits: fixed(8), beyond: "z",
		mask:    func(_ *rand.Rand, _, _, at int) string { return fmt.Sprintf("(byte)%d", at) },
		outside: func(rng *rand.Rand, n int) string { return fmt.Sprint(n + rng.IntN(256-n)) },
		call:    func(_ int, mask string) string { return "Vector128.Shuffle(a, Vector128.Create(" + mask + "));" },
	}, {
		language: "csharp", lanes: []int{4, 8, 16, 32}, one: true, bits: func(n int) int { return 256 / n }, beyond: "_",
		mask:    func(_ *rand.Rand, _, _, at int) string { return fmt.Sprint(at) },
		outside: func(rng *rand.Rand, n int) string { return fmt.Sprint(-1 - rng.IntN(9)) },
		call:    func(_ int, mask string) string { return "Vector256.ShuffleNative(a, Vector256.Create(" + mask + "))" },
	}, {
		language: "java", lanes: []int{8}, bits: fixed(32),
		mask: func(rng *rand.Rand, n, source, at int) string {
			if source == 1 {
				at += []int{n, -n, 3 * n, -5 * n}[rng.IntN(4)]
			}
			return fmt.Sprint(at)
		},
		call: func(_ int, mask string) string {
			return "var s = VectorShuffle.fromValues(FloatVector.SPECIES_256, " + mask + ");\nreturn a.rearrange(s, b);"
		},
	}, {
		language: "julia", lanes: []int{2, 3, 4, 16}, bits: fixed(8), beyond: "_",
		mask:    func(_ *rand.Rand, n, source, at int) string { return fmt.Sprint(source*n + at) },
		outside: func(*rand.Rand, int) string { return ":undef" },
		call: func(n int, mask string) string {
			return fmt.Sprintf("f(a::Vec{%d,UInt8}, b::Vec{%d,UInt8}) = shufflevector(a, b, Val((%s)))", n, n, mask)
		},
	}, {
		language: "swift", lanes: []int{4, 8, 16}, one: true, bits: fixed(64),
		mask: func(rng *rand.Rand, n, _, at int) string { return fmt.Sprint(at + n*rng.IntN(5)) },
		call: func(n int, mask string) string {
			return fmt.Sprintf("func f(_ a: SIMD%d<Double>) -> SIMD%d<Double> { return a[SIMD%d<Int>(%s)] }", n, n, n, mask)
		},
	},
}

// Lanes that are chosen and written as a language has them are read as those lanes.
func TestDefinitions(t *testing.T) {
	rng := chance.Random(t, 31)
	for _, w := range writers {
		read, outside := language(t, w.language), 0
		for range 400 {
			n := w.lanes[rng.IntN(len(w.lanes))]
			var mask, want []string
			for range n {
				source, at := rng.IntN(2), rng.IntN(n)
				if w.one {
					source = 0
				}
				if w.beyond != "" && rng.IntN(5) == 0 {
					outside++
					mask, want = append(mask, w.outside(rng, n)), append(want, w.beyond)
				} else {
					mask, want = append(mask, w.mask(rng, n, source, at)), append(want, fmt.Sprint("ab"[source:source+1], at))
				}
			}
			text := w.call(n, strings.Join(mask, ", "))
			r, err := read.Read(text, dialect.Options{})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			m := r.Map.String()
			if got := strings.Join(strings.Fields(m)[len(strings.Fields(m))-n:], " "); got != strings.Join(want, " ") || r.Map.Bits != w.bits(n) {
				t.Fatalf("%s is %s with lanes of %d bits, want %s of %d", text, got, r.Map.Bits, want, w.bits(n))
			}
		}
		if w.beyond != "" && outside < 100 {
			t.Errorf("%s: only %d lanes were outside", w.language, outside)
		}
	}
}
