package api_test

import (
	"testing"

	"github.com/lanescope/lanescope/internal/api"
)

// A batch's work for one line: recognise, read, canonicalise, write JSON.
func BenchmarkExplain(b *testing.B) {
	for _, row := range []struct{ name, form string }{
		{"4x32", "<4 x i32> 0 4 1 5"},
		{"16x8", "<16 x i8> 22 21 26 18 24 27 25 2 3 30 1 u 18 0 22 u"},
		{"lane", "i16x8 -> a4 z a5 z a6 z a7 z"},
		{"ir", "%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>"},
	} {
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			var out []byte
			var x api.Explainer
			for b.Loop() {
				e, err := x.Explain(b.Context(), api.ExplainRequest{Form: row.form})
				if err != nil {
					b.Fatal(err)
				}
				out = e.AppendJSON(out[:0])
			}
		})
	}
}
