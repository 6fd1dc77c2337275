package find

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
)

// BenchmarkFind looks for movs: of a map that is one, and of a random one, with a proof.
func BenchmarkFind(b *testing.B) {
	for _, row := range []struct{ name, text string }{
		{"region", "i32x16 -> a0 a1 a2 a3 a8 a9 a10 a11"},
		{"random8", "i32x8 -> a3 a0 a6 a5 a7 a2 a4 a1"},
		{"random16", "i32x16 -> a3 a9 a1 a0 a15 a6 a2 a8 a4 a11 a5 a13 a7 a12 a14 a10"},
	} {
		b.Run(row.name, func(b *testing.B) {
			m, err := lane.Parse(row.text)
			if err != nil {
				b.Fatal(err)
			}
			f, _ := framed(m, visa.D, 32)
			for b.Loop() {
				if _, err := f.Find(b.Context(), m, 1<<18); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
