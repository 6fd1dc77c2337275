package maskcall_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/maskcall"
)

// Three and four sources are said in several lines, which are read back as the map that they were made of.
func TestSequenceReadsBack(t *testing.T) {
	r := chance.Random(t, 0)
	said := map[string]int{}
	for range 300 {
		n, bits := []int{2, 4, 8, 16}[r.IntN(4)], []int{8, 16, 32, 64}[r.IntN(4)]
		m := lane.Map{Bits: bits, Lane: make([]lane.Lane, n)}
		for range 2 + r.IntN(3) {
			m.Src = append(m.Src, n)
		}
		for i := range m.Lane {
			if m.Lane[i] = lane.From(r.IntN(len(m.Src)), r.IntN(n)); r.IntN(20) == 0 {
				m.Lane[i] = lane.Lane{}
			}
		}
		for _, d := range maskcall.Dialects() {
			if d.Sequence == nil {
				continue
			}
			lines, err := d.Sequence(t.Context(), m)
			if err != nil {
				continue
			}
			said[d.Name]++
			back, err := d.Read(strings.Join(lines, "\n"), dialect.Options{})
			if err != nil {
				t.Fatalf("%s: %v of\n%s", d.Name, err, strings.Join(lines, "\n"))
			}
			if got, want := named(back), named(dialect.Reading{Map: m, Names: []string{"a", "b", "c", "e"}}); got != want {
				t.Fatalf("%s: %s, want %s, of\n%s", d.Name, got, want, strings.Join(lines, "\n"))
			}
		}
	}
	for _, name := range []string{"rust", "zig", "julia", "java"} {
		if said[name] < 50 {
			t.Errorf("%s said %d of 300", name, said[name])
		}
	}
}

// named is each lane by the name of its source.
func named(r dialect.Reading) string {
	var all []string
	for i, l := range r.Map.Lane {
		if l.Kind == lane.Source {
			all = append(all, r.Names[l.Src]+"["+lane.From(0, l.Index).Text(i, r.Map.Bits)+"]")
			continue
		}
		all = append(all, l.Text(i, r.Map.Bits))
	}
	return strings.Join(all, " ")
}

// What a language has not, several lines of it have not.
func TestNoSequence(t *testing.T) {
	for text, why := range map[string]string{
		"i32x4 i32x4 i32x4 -> a0 b1 c2 z": "rust",
		"i5x4 i5x4 i5x4 -> a0 b1 c2 a3":   "rust zig julia java",
		"i32x4 i32x4 i32x4 -> a0 b1 c2 _": "rust java",
		"i32x2 i32x2 i32x2 -> a0 b1 c1":   "java",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range maskcall.Dialects() {
			if d.Sequence == nil {
				continue
			}
			if lines, err := d.Sequence(t.Context(), m); err == nil && strings.Contains(why, d.Name) {
				t.Errorf("%s says %s: %s", d.Name, text, strings.Join(lines, "\n"))
			}
		}
	}
}

// A function is of vectors of up to 512 lanes, where the language has as many: Rust's have 64.
func TestSequencesOfManyLanes(t *testing.T) {
	for _, d := range maskcall.Dialects() {
		if d.Sequence == nil {
			continue
		}
		for _, n := range []int{60, 63, 64, 65, 128, 504, 511, 512, 513, 520} {
			m := lane.Map{Bits: 8, Src: []int{n, n, n}, Lane: make([]lane.Lane, n)}
			for i := range m.Lane {
				m.Lane[i] = lane.From(i%3, n-1-i)
			}
			lines, err := d.Sequence(t.Context(), m)
			if has := n <= map[string]int{"rust": 64, "zig": 512, "julia": 512, "java": 64}[d.Name] && (d.Name != "java" || n == 64); has != (err == nil) {
				t.Errorf("%s says %d lanes: %v", d.Name, n, err)
			}
			if err != nil {
				continue
			}
			back, err := d.Read(strings.Join(lines, "\n"), dialect.Options{})
			if err != nil || named(back) != named(dialect.Reading{Map: m, Names: []string{"a", "b", "c"}}) {
				t.Errorf("%s: %d lanes are read back as %s, %v", d.Name, n, back.Map.String(), err)
			}
		}
	}
}
