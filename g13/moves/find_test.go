package moves_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/g13/moves"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// The moves of the G13, what says which register is which source, and how few there can be.
func TestFindMoves(t *testing.T) {
	lanes := func(from string, at func(i int) int) string {
		text := ""
		for i := range 32 {
			text += fmt.Sprintf(" %s%d", from, at(i))
		}
		return text
	}
	for _, row := range []struct {
		m     string
		head  string
		lines string
		lower int
	}{
		{"i32x32 ->" + lanes("a", func(i int) int { return i ^ 3 }), "", "simd_shuffle_xor r0, r1, 3", 1},
		{"i32x32 i32x32 ->" + lanes("b", func(i int) int { return (i ^ 1 + 1) % 32 }), "// b = r1", "", 2},
		{"i32x32 i32x32 ->" + lanes("b", func(i int) int { return i * i % 32 }), "", "no single instruction of the G13 does this, and no two", 0},
		{"i32x32 -> a0 a1", "", "a register of the G13 has 32 lanes", 0},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		found, err := moves.Find(m)
		if err != nil {
			if row.lower > 0 || !strings.HasPrefix(err.Error(), row.lines) {
				t.Errorf("%s: %v", row.m, err)
			}
			continue
		}
		lines := strings.Join(found.Lines, "; ")
		if strings.Join(found.Head, "; ") != row.head || row.lines != "" && lines != row.lines || found.Lower != row.lower || !found.IsMinimal() {
			t.Errorf("%s: %+v, want %q after %q, at least %d", row.m, found, row.lines, row.head, row.lower)
		}
	}
}

// What is found for a map, whose sources are in whatever order and of which some are not read, some lanes undefined, is read as what refines it.
func TestFoundRefines(t *testing.T) {
	r, d := chance.Random(t, 3), moves.Dialect()
	found := map[int]int{}
	for range 2000 {
		text := oneMove(r)
		if r.IntN(3) == 0 {
			text = fmt.Sprintf("simd_shuffle_%s r1, r2, %d; simd_shuffle_%s r1, r1, %d", []string{"xor", "up", "down"}[r.IntN(3)], 1+r.IntN(15), []string{"xor", "up", "rotate_up"}[r.IntN(3)], 1+r.IntN(15))
		}
		read, err := d.Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		m, _ := read.Map.DropUnused()
		spare := r.IntN(3)
		order := r.Perm(len(m.Src) + spare)
		m.Src = slices.Concat(m.Src, slices.Repeat([]int{32}, spare))
		if m, err = m.Reorder(order...); err != nil {
			t.Fatal(err)
		}
		for range r.IntN(4) {
			m.Lane[r.IntN(len(m.Lane))] = lane.Lane{Kind: lane.Undefined}
		}
		moved, err := moves.Find(m)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "no single instruction of the G13 does this, and ") {
				t.Errorf("%s: %v", m, err)
			}
			continue
		}
		found[len(moved.Lines)]++
		if _, err := d.Say(read.Map); err == nil && len(moved.Lines) > 1 {
			t.Errorf("%s is %q, and one instruction does it", m, moved.Lines)
		}
		if moved.Lower != len(moved.Lines) || len(moved.Head) > 1 {
			t.Errorf("%s: %+v", m, moved)
		}
		back, err := d.Read(strings.Join(moved.Lines, "\n"), dialect.Options{})
		if err != nil {
			t.Fatalf("%s is said as %q: %v", m, moved.Lines, err)
		}
		bound := map[string]int{}
		for _, head := range moved.Head {
			for _, pair := range strings.Split(strings.TrimPrefix(head, "// "), ", ") {
				source, register, _ := strings.Cut(pair, " = ")
				k, ok := lane.SourceIndex(source)
				if !ok {
					t.Fatalf("%q names no source", head)
				}
				bound[register] = k
			}
		}
		does := back.Map.Clone()
		does.Src = m.Src
		if does.Bits != m.Bits { // sources are counted in lanes of the map
			does, m = inBits(t, back.Map), inBits(t, m)
			does.Src = m.Src
		}
		for i, l := range does.Lane {
			if l.Kind == lane.Source {
				k, ok := bound[back.Names[l.Src]]
				if !ok {
					k = l.Src
				}
				does.Lane[i].Src = k
			}
		}
		if v, err := lane.Compare(does, m); err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
			t.Fatalf("%s\nis said as %q, %q, which is\n%s: %v", m, moved.Head, moved.Lines, does, err)
		}
	}
	if found[1] < 300 || found[2] < 100 {
		t.Errorf("so many are found of one and of two instructions: %v", found)
	}
}

// inBits is a map of single bits.
func inBits(t *testing.T, m lane.Map) lane.Map {
	t.Helper()
	m, err := m.Regroup(1)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What two shuffles cannot say is refused for what it has.
func TestNotFound(t *testing.T) {
	for text, want := range map[string]string{
		"i16x64 ->" + strings.Repeat(" a1 a0 a5 a4", 8):     "two shuffles move 32 lanes of 32 bits of one register",
		"i32x32 i32x32 ->" + strings.Repeat(" a1 b0", 16):   "two shuffles move 32 lanes of 32 bits of one register",
		"i32x16 ->" + strings.Repeat(" a1 a0 a2 a2", 8):     "two shuffles move 32 lanes of 32 bits of one register",
		"i32x32 -> a3 z" + strings.Repeat(" a0 a1", 15):     "lane 1 comes from no register, and shuffles have no constants",
		"i32x32 -> a3 a5 a0" + strings.Repeat(" a9", 29):    "no two shuffles of the G13 with numbers do this",
		"i32x32 i32x32 -> b3 b5" + strings.Repeat(" z", 30): "lane 2 comes from no register, and shuffles have no constants",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := moves.Find(m); err == nil || err.Error() != "no single instruction of the G13 does this, and "+want {
			t.Errorf("%.30s: %+v, %v; want %s", text, found, err, want)
		}
	}
}
