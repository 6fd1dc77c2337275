package lane_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// Any text is a map that prints and reads back, or an error that says where.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"i32x4 i32x4 -> a0 b0 a1 b1",
		"-> i79x2: m #7f",
		"i32x2 -> i16x2: a0 d1",
		"i8x2 -> a9",
	} {
		f.Add(text)
	}
	chance.Fuzz(f, func(t *testing.T, text string) {
		m, err := lane.Parse(text)
		if err != nil {
			var at *syntax.Error
			if !errors.As(err, &at) || at.Text != text || at.Off > at.End || at.End > len(text) {
				t.Fatalf("%q: the error has no place: %v", text, err)
			}
			at.Caret()
			return
		}
		if err := m.Check(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if len(m.Lane) > len(text) || len(m.Src) > len(text) {
			t.Fatalf("%q: %d lanes, %d sources", text, len(m.Lane), len(m.Src))
		}
		again, err := lane.Parse(m.String())
		if err != nil || again.String() != m.String() || again.Bits != m.Bits {
			t.Fatalf("%q prints as %s, which reads as %v, %v", text, m, again, err)
		}
		if v, err := lane.Compare(m, again); err != nil || v.Relation != lane.Equal {
			t.Fatalf("%q: %v is not itself but %v, %v", text, m, v, err)
		}
	})
}

// A short text may declare large vectors; nothing makes memory for lanes that it does not write down.
func TestShortTextsTakeLittleMemory(t *testing.T) {
	many := strings.Repeat("i1x65536 ", lane.MaxSrc) + "->"
	for k := range lane.MaxSrc {
		many += " " + lane.SourceName(k) + "65535"
	}
	for _, text := range []string{
		"i1x65536 -> a65535",
		"i1048576x1 -> m",
		"i1x1 -> i1048576x1: m", // refused
		"i99999999999x99999999999 -> a0",
		many,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if m, err := lane.Parse(text); err == nil {
			other := m.Clone()
			other.Src[0]++ // other sizes are compared more carefully
			_, _ = lane.Compare(m, other)
			_, _ = m.Canonical()
			_ = m.Reads()
			_ = m.String()
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 2<<20 {
			t.Errorf("%.40s… takes %d bytes", text, took)
		}
	}
}
