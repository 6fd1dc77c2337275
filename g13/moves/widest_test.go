package moves_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/moves"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Several instructions are read with the widest lanes that their map has, up to those of the destination.
func TestReadWidest(t *testing.T) {
	r := chance.Random(t, 4)
	widths := map[int]int{}
	for range 1000 {
		var lines []string
		for range 2 + r.IntN(3) {
			lines = append(lines, oneMove(r))
		}
		text := strings.Join(lines, "; ")
		read, err := moves.Dialect().Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		most := 32
		if strings.HasSuffix(read.To, "l") || strings.HasSuffix(read.To, "h") {
			most = 16
		}
		if n := read.Map.Bits * len(read.Map.Lane); n != 32*most {
			t.Fatalf("%s is %d bits of %s", text, n, read.To)
		}
		widths[read.Map.Bits]++
		for w := 2 * read.Map.Bits; w <= most; w *= 2 {
			if _, err := read.Map.Regroup(w); err == nil {
				t.Errorf("%s has lanes of %d bits, and is read with those of %d", text, w, read.Map.Bits)
			}
		}
	}
	if widths[32] < 100 || widths[16] < 100 || widths[1] == 0 {
		t.Errorf("so many have lanes of so many bits: %v", widths)
	}
}

// each calls f with every movement of a register, half or whole, whose number stands in its text, by the names of the table.
func each(t *testing.T, f func(text string, read dialect.Reading)) {
	t.Helper()
	for _, name := range g13.Names() {
		for n := range 32 {
			for _, format := range []string{"%s r0, r1, %d", "%s r0l, r1l, %d", "%s r0, r1, r2, %d", "%s r0, 0, r1, %d"} {
				text := fmt.Sprintf(format, name, n)
				if read, err := moves.Dialect().Read(text, dialect.Options{}); err == nil {
					f(text, read)
				}
			}
		}
		for _, operands := range []string{"r0, r1", "r0l, r1l", "r0, r1l", "r0, r1h", "r0l, r1", "r0l, r1h", "r0, u1", "r0l, u1l", "r0, r1, r2"} {
			text := name + " " + operands
			if read, err := moves.Dialect().Read(text, dialect.Options{}); err == nil {
				f(text, read)
			}
		}
	}
}

// combines are instructions that combine a register with a number: too many to say them all.
var combines = []string{"and", "nand", "andn1", "andn2", "or", "orn2", "intl"}

// Every movement of the table is said, but numbers that a register is combined with, by an instruction of the same registers: from r1 on, and to r0. One that has a number is no sequence.
func TestEveryMovementIsSaid(t *testing.T) {
	said := map[string]int{}
	each(t, func(text string, read dialect.Reading) {
		m, _ := read.Map.DropUnused()
		name, _, _ := strings.Cut(text, " ")
		got, err := moves.Dialect().Say(m)
		if err != nil {
			if !slices.Contains(combines, name) {
				t.Errorf("%s is not said: %v", text, err)
			}
			return
		}
		said[name]++
		back, err := moves.Dialect().Read(got, dialect.Options{})
		if err != nil {
			t.Fatalf("%s is said as %s: %v", text, got, err)
		}
		if v, err := lane.Compare(back.Map, m); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s is said as %s, which is another map: %v", text, got, err)
		}
		if !strings.HasPrefix(back.To, "r0") {
			t.Errorf("%s is said as %s, which writes %s", text, got, back.To)
		}
		for k, from := range back.Names {
			if n := strings.TrimRight(from, "lh"); n != fmt.Sprintf("r%d", k+1) && n != "u1" {
				t.Errorf("%s is said as %s, which reads %q", text, got, back.Names)
			}
		}
		if found, err := moves.Find(m); err != nil || len(found.Lines) != 1 || found.Lines[0] != got {
			t.Errorf("%s is said as %s, and found as %q: %v", text, got, found.Lines, err)
		}
	})
	if n := len(said); n < 20 {
		t.Errorf("movements of %d names are said: %v", n, said)
	}
}

// A sequence that makes a map makes all of which less is asked: with more lanes undefined there is one as short.
func TestFoundForLess(t *testing.T) {
	r, d, found := chance.Random(t, 5), moves.Dialect(), 0
	if d.Name != "g13" || !d.Whole || !d.IsWritten() {
		t.Errorf("%+v", d)
	}
	for range 100 {
		read, err := d.Read(fmt.Sprintf("simd_shuffle_xor r1, r2, %d; simd_shuffle_%s r1, r1, %d", 1+r.IntN(31), []string{"up", "down", "rotate_up"}[r.IntN(3)], 1+r.IntN(31)), dialect.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := read.Map.Clone()
		whole, err := moves.Find(m)
		if err != nil {
			t.Errorf("%s: %v", m, err)
			continue
		}
		if lines, err := d.Sequence(t.Context(), m); len(whole.Lines) == 2 && (err != nil || !slices.Equal(lines, whole.Lines)) {
			t.Errorf("%s is %q, %v; and found as %q", m, lines, err, whole.Lines)
		}
		for range 1 + r.IntN(6) {
			m.Lane[r.IntN(len(m.Lane))] = lane.Lane{Kind: lane.Undefined}
		}
		less, err := moves.Find(m)
		if err != nil || len(less.Lines) > len(whole.Lines) {
			t.Errorf("%s is found as %q with %v, and with all lanes as %q", m, less.Lines, err, whole.Lines)
		}
		found++
	}
	if found < 60 {
		t.Errorf("%d are found", found)
	}
}
