package moves_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/moves"
)

// Which register is which source, the head says, or the order in which lines read them: each selector then picks the lane that its place wants.
func TestFoundRegistersAreTheSources(t *testing.T) {
	r := chance.Random(t, 81)
	headed, plain := 0, 0
	for range 400 {
		m := lane.Map{Bits: 32, Src: []int{4, 4, 4}[:2+r.IntN(2)], Lane: make([]lane.Lane, 4)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(r.IntN(len(m.Src)), r.IntN(4))
		}
		found, err := moves.Find(m)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		var lines []svp64.Line
		var order []string // registers as a reader meets them
		for _, text := range found.Lines {
			l, err := svp64.ParseLine(text)
			if err != nil {
				t.Fatalf("%s: %s: %v", m, text, err)
			}
			lines = append(lines, l)
			if name := l.RegisterName(int(l.RA.No)); !slices.Contains(order, name) {
				order = append(order, name)
			}
		}
		source := map[string]int{}
		if len(found.Head) == 0 {
			plain++
			for k, name := range order {
				source[name] = k
			}
		} else {
			headed++
			for _, part := range strings.Split(strings.TrimPrefix(found.Head[0], "// "), ", ") {
				letter, name, _ := strings.Cut(part, " = ")
				source[name] = strings.Index(dialect.SourceLetters, letter)
			}
		}
		done := 0
		for _, l := range lines {
			k, ok := source[l.RegisterName(int(l.RA.No))]
			for j := range l.Swizzle.Len() {
				if x := l.Swizzle.At(j); x.Moves() {
					if done++; !ok || m.Lane[j] != lane.From(k, x.Lane()) {
						t.Fatalf("%s: %q under %q: lane %d comes from source %d", m, found.Lines, found.Head, j, k)
					}
				}
			}
		}
		if done != len(m.Lane) {
			t.Fatalf("%s: %q moves %d lanes", m, found.Lines, done)
		}
	}
	if headed < 20 || plain < 20 {
		t.Errorf("%d have a head and %d none", headed, plain)
	}
}
