package lane_test

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
)

// The two sizes that matter: sixteen bytes, and four words of two sources.
var benchmarks = []struct{ name, text string }{
	{"16x8", "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 z z z z _ a0 a15 #7f"},
	{"4x32", "i32x4 i32x4 -> a0 b0 a1 b1"},
}

func benchmarkMaps(b *testing.B, run func(b *testing.B, text string, m lane.Map)) {
	for _, c := range benchmarks {
		m, err := lane.Parse(c.text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			run(b, c.text, m)
		})
	}
}

func BenchmarkParse(b *testing.B) {
	benchmarkMaps(b, func(b *testing.B, text string, _ lane.Map) {
		for b.Loop() {
			_, _ = lane.Parse(text)
		}
	})
}

func BenchmarkString(b *testing.B) {
	benchmarkMaps(b, func(b *testing.B, _ string, m lane.Map) {
		for b.Loop() {
			_ = m.String()
		}
	})
}

func BenchmarkAppendTo(b *testing.B) {
	benchmarkMaps(b, func(b *testing.B, _ string, m lane.Map) {
		var buffer []byte
		for b.Loop() {
			buffer = m.AppendTo(buffer[:0])
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	benchmarkMaps(b, func(b *testing.B, _ string, m lane.Map) {
		other := m.Clone()
		for b.Loop() {
			_, _ = lane.Compare(m, other)
		}
	})
}

func BenchmarkApply(b *testing.B) {
	benchmarkMaps(b, func(b *testing.B, _ string, m lane.Map) {
		dst, src := make([]byte, m.Bytes(len(m.Lane))), make([][]byte, len(m.Src))
		for k, n := range m.Src {
			src[k] = make([]byte, m.Bytes(n))
		}
		for b.Loop() {
			_ = m.Apply(dst, nil, src...)
		}
	})
}

func BenchmarkCanonical(b *testing.B) {
	benchmarkMaps(b, func(b *testing.B, _ string, m lane.Map) {
		for b.Loop() {
			_, _ = m.Canonical()
		}
	})
}
