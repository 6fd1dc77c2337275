package program_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// memory is what names stand for, byte by byte, each of which is called by where it came from: the plain meaning of a program.
type memory map[string][]string

const zero = "z"

// of is the first so many bytes behind a name, which it had before the program if no line has made it.
func (m memory) of(name string, bytes int) []string {
	if m[name] == nil {
		for i := range 16 {
			m[name] = append(m[name], fmt.Sprintf("%s.%d", name, i))
		}
	}
	return m[name][:bytes]
}

// line is the bytes that a map makes.
func (m memory) line(l lane.Map, names []string, to string) (result []string) {
	width := l.Bits / 8
	for i, x := range l.Lane {
		for k := range width {
			switch x.Kind {
			case lane.Source:
				result = append(result, m.of(names[x.Src], l.Src[x.Src]*width)[x.Index*width+k])
			case lane.Old:
				result = append(result, m.of(to, len(l.Lane)*width)[i*width+k])
			default:
				result = append(result, zero)
			}
		}
	}
	return result
}

// someLine is a movement of one or two of the names into another, in lanes of any width; of 8 bytes if they may be parts.
func someLine(rng *rand.Rand, parts bool) (m lane.Map, names []string, to string) {
	bytes := 16
	if parts {
		bytes = 8 << rng.IntN(2)
	}
	width := 1 << rng.IntN(4)
	m.Bits = 8 * width
	for range 1 + rng.IntN(2) {
		name := string(rune('p' + rng.IntN(4)))
		if slices.Contains(names, name) {
			continue
		}
		from := 16
		if parts {
			from = 8 << rng.IntN(2)
		}
		names, m.Src = append(names, name), append(m.Src, from/width)
	}
	keeps := rng.IntN(4) == 0 && !parts
	for i := range bytes / width {
		s := rng.IntN(len(names))
		l := lane.From(s, rng.IntN(m.Src[s]))
		switch rng.IntN(8) {
		case 0:
			l = lane.Zero()
		case 1:
			if keeps {
				l = lane.FromOld(i)
			}
		}
		m.Lane = append(m.Lane, l)
	}
	return m, names, string(rune('p' + rng.IntN(4)))
}

// Values are what the same lines do to bytes.
func TestValues(t *testing.T) {
	rng := chance.Random(t, 1)
	lines, refused := 0, 0
	for range 3000 {
		parts := rng.IntN(2) == 0
		v := program.Values{Named: map[string]lane.Map{}, Parts: parts}
		plain := memory{}
		for range 1 + rng.IntN(8) {
			m, names, to := someLine(rng, parts)
			if k := slices.IndexFunc(names, func(name string) bool {
				return plain[name] != nil && len(plain[name]) < m.Src[slices.Index(names, name)]*m.Bits/8
			}); k >= 0 {
				if err := v.Line(m, names, to, nil); err == nil || !strings.Contains(err.Error(), names[k]) {
					t.Fatalf("%s is read with %d bytes, and has %d: %v", names[k], m.Src[k]*m.Bits/8, len(plain[names[k]]), err)
				}
				refused++
				break
			}
			want := plain.line(m, names, to)
			if err := v.Line(m, names, to, nil); err != nil {
				t.Fatalf("%s = %s of %q: %v", to, m, names, err)
			}
			plain[to] = want
			if got := bytesOf(t, &v); !slices.Equal(got, want) {
				t.Fatalf("%s = %s of %q is\n%q, want\n%q", to, m, names, got, want)
			}
			lines++
		}
	}
	if lines < 5000 || refused < 100 {
		t.Errorf("%d lines were followed and %d refused: hardly anything was tested", lines, refused)
	}
}

// bytesOf is the result, byte by byte.
func bytesOf(t *testing.T, v *program.Values) (all []string) {
	t.Helper()
	one := []lane.Map{v.Result}
	if err := v.Level(one); err != nil {
		t.Fatal(err)
	}
	m, err := one[0].Regroup(8)
	if err == nil {
		err = m.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range m.Lane {
		if l.Kind == lane.Source {
			all = append(all, fmt.Sprintf("%s.%d", v.Inputs[l.Src], l.Index))
			continue
		}
		all = append(all, zero)
	}
	return all
}

// A destination that is kept, and that nothing else makes, is the old destination again; any other is an input like all.
func TestKeep(t *testing.T) {
	blend, _ := lane.Parse("i32x4 -> a0 . a2 .")
	v := program.Values{Named: map[string]lane.Map{}}
	for range 2 {
		if err := v.Line(blend, []string{"x"}, "r", nil); err != nil {
			t.Fatal(err)
		}
	}
	if m, names := v.Keep(v.Result, v.Inputs, "r"); m.String() != "i32x4 -> a0 . a2 ." || !slices.Equal(names, []string{"x"}) {
		t.Errorf("%s of %q", m, names)
	}
	if m, names := v.Keep(v.Result, v.Inputs, "x"); m.String() != "i32x4 i32x4 -> a0 b1 a2 b3" || len(names) != 2 {
		t.Errorf("%s of %q", m, names)
	}
}

// Names that overlap without being the same are refused, whichever of them was made.
func TestLineOverlaps(t *testing.T) {
	v := program.Values{Named: map[string]lane.Map{}}
	m, _ := lane.Parse("i32x4 -> a3 a2 a1 a0")
	overlap := func(a, b string, _, _ int) bool { return a != b && a[0] == b[0] }
	if err := v.Line(m, []string{"x"}, "r0", overlap); err != nil {
		t.Fatal(err)
	}
	for _, row := range [][2]string{{"r1", "y"}, {"y", "r2"}} {
		if err := v.Line(m, []string{row[0]}, row[1], overlap); err == nil {
			t.Errorf("%s of %s is followed behind r0", row[1], row[0])
		}
	}
	if err := v.Line(m, []string{"r0"}, "y", overlap); err != nil {
		t.Error(err)
	}
}

// What a line computes is an error where it is read, and gone where it is not.
func TestComputed(t *testing.T) {
	v := program.Values{Named: map[string]lane.Map{}, Patient: true}
	m, _ := lane.Parse("i8x2 -> a0 a1")
	if err := v.Line(m, []string{"x"}, "r", nil); err != nil {
		t.Fatal(err)
	}
	why := errors.New("lane 1 is a sum")
	sum, err := v.Computed(v.Result, []int{1}, why)
	if err != nil || v.Computations() != 1 {
		t.Fatal(err, v.Computations())
	}
	v.Locate(0, func(err error) error { return fmt.Errorf("line 2: %w", err) })
	if _, _, err := v.WithoutComputed(sum); !errors.Is(err, why) || err.Error() != "line 2: lane 1 is a sum" {
		t.Errorf("reading it is %v", err)
	}
	both := []lane.Map{sum, {}} // with an input behind the computation
	if err := v.Argument(&both[1], "y", 16, 8); err != nil {
		t.Fatal(err)
	}
	if err := v.Level(both); err != nil {
		t.Fatal(err)
	}
	sum = both[0].Clone()
	sum.Lane[1] = both[1].Lane[0]
	if m, names, err := v.WithoutComputed(sum); err != nil || m.String() != "i8x2 i8x2 -> a0 b0" || !slices.Equal(names, []string{"x", "y"}) {
		t.Errorf("not reading it is %s of %q, %v", m, names, err)
	}
}

// Inputs of 24 and of 32 bits have bytes in common, and nothing wider.
func TestLinesOfOddWidths(t *testing.T) {
	v := program.Values{Named: map[string]lane.Map{}}
	for _, row := range []struct{ m, from string }{{"i24x1 -> a0", "x"}, {"i32x1 -> a0", "y"}} {
		m, err := lane.Parse(row.m)
		if err == nil {
			err = v.Line(m, []string{row.from}, "of "+row.from, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(bytesOf(t, &v), " "); got != "y.0 y.1 y.2 y.3" {
		t.Errorf("the second one is %s", got)
	}
}

// A part of a value is replaced at its place, in lanes of any width.
func TestOverwritten(t *testing.T) {
	v := program.Values{}
	whole, _ := lane.Parse("i32x4 -> a0 a1 a2 a3")
	part, _ := lane.Parse("-> i16x2: #abcd 1")
	for at, want := range map[int]string{0: "#1abcd a1 a2 a3", 32: "a0 #1abcd a2 a3", 96: "a0 a1 a2 #1abcd"} {
		v.Inputs, v.Bits = []string{"x"}, []int{128}
		m, err := v.Overwritten(whole, part, at)
		if err != nil {
			t.Fatal(err)
		}
		if m, err = m.Regroup(32); err != nil || m.String() != "i32x4 -> "+want {
			t.Errorf("at bit %d: %s, %v; want %s", at, m, err, want)
		}
	}
}
