package moves_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/moves"
	"github.com/lanescope/lanescope/syntax"
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

// What is no map under a predicate is refused as a whole with the reason.
func TestNoMapUnderPredicates(t *testing.T) {
	for text, want := range map[string]string{
		"sv.mv.swiz/m=r3 *32,*64,XY vl=2 ra=i64x4":         "not a map under a predicate: ra= and rt= stand with predicates whose values are given",
		"sv.mv.swiz/m=r3 *32,*64,XY vl=2 rt=i64x4":         "not a map under a predicate: ra= and rt= stand with predicates whose values are given",
		"sv.mv.swiz/sm=r3/dm=r10 *32,*64,XY vl=2":          "not a map under",
		"sv.mv.swiz/m=r3/w=32 *32,*64,XY vl=2 pack unpack": "",
		"sv.mv.swiz/m=r3/w=32 *32,*64,XY vl=2 pack":        "not a map under",
	} {
		r, err := moves.Dialect().Read(text, dialect.Options{})
		if want == "" {
			if err != nil || r.Guard == nil || len(r.Guard.Bit) != len(r.Map.Lane) {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		var e *syntax.Error
		if !errors.As(err, &e) || e.Off != 0 || e.End != len(text) || !strings.HasPrefix(e.What, want) || len(r.Map.Lane) != 0 {
			t.Errorf("%s is %v: %v, want %s", text, r.Map, err, want)
		}
	}
}
