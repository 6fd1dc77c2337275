package moves_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/moves"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// saidMaps are the maps of all movements that are said, by what they are said as.
func saidMaps(t *testing.T) map[string]lane.Map {
	t.Helper()
	all := map[string]lane.Map{}
	each(t, func(_ string, read dialect.Reading) {
		m, _ := read.Map.DropUnused()
		if text, err := moves.Dialect().Say(m); err == nil {
			all[text] = m
		}
	})
	return all
}

// What reads two registers is found with its sources the other way round too, bound to the same registers.
func TestFoundTurned(t *testing.T) {
	turned := 0
	for text, m := range saidMaps(t) {
		if len(m.Src) != 2 {
			continue
		}
		other, err := m.Reorder(1, 0)
		if err != nil {
			t.Fatal(err)
		}
		found, err := moves.Find(other)
		if err != nil || len(found.Lines) != 1 || found.Lower != 1 {
			t.Errorf("%s with its sources the other way round is %+v, %v", text, found, err)
			continue
		}
		back, err := moves.Dialect().Read(found.Lines[0], dialect.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"// a = " + back.Names[1] + ", b = " + back.Names[0]}
		does := back.Map
		if v, err := lane.Compare(does, other); err == nil && v.Relation == lane.Equal { // another instruction, whose sources are in this order
			want = nil
		} else if v, err := lane.Compare(does, m); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s with its sources the other way round is %s, %v", text, found.Lines, err)
		}
		if !slices.Equal(found.Head, want) {
			t.Errorf("%s with its sources the other way round is %q of %q, want %q", text, found.Lines, found.Head, want)
		}
		turned++
	}
	if turned < 60 {
		t.Errorf("%d instructions read two registers", turned)
	}
}

// How narrow the lanes are in which a map is asked for makes no difference.
func TestSaidOfNarrowLanes(t *testing.T) {
	narrowed := map[int]int{}
	for text, m := range saidMaps(t) {
		for bits := 1; bits < m.Bits; bits *= 2 {
			narrow, err := m.Regroup(bits)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := moves.Dialect().Say(narrow); err != nil || got != text {
				t.Errorf("%s in lanes of %d bits is %q, %v", text, bits, got, err)
			}
			if found, err := moves.Find(narrow); err != nil || !slices.Equal(found.Lines, []string{text}) {
				t.Errorf("%s in lanes of %d bits is %q, %v", text, bits, found.Lines, err)
			}
			narrowed[bits]++
		}
	}
	if narrowed[16] < 100 || narrowed[1] < 150 {
		t.Errorf("so many are asked for in lanes of so many bits: %v", narrowed)
	}
}

// Of several instructions that make a map with lanes that may be anything, the first one by its text is found.
func TestFoundFirst(t *testing.T) {
	all := saidMaps(t)
	texts := slices.Sorted(maps.Keys(all))
	r := chance.Random(t, 350)
	several := 0
	for range 100 {
		m := all[texts[r.IntN(len(texts))]].Clone()
		keep := r.IntN(len(m.Lane))
		for k := range m.Lane {
			if k != keep && r.IntN(8) > 0 {
				m.Lane[k] = lane.Lane{Kind: lane.Undefined}
			}
		}
		kept, from := m.DropUnused()
		if len(from) != 1 {
			continue
		}
		var made []string
		for _, text := range texts {
			if len(all[text].Src) != len(kept.Src) {
				continue
			}
			if v, err := lane.Compare(all[text], kept); err == nil && (v.Relation == lane.Equal || v.Relation == lane.Refines) {
				made = append(made, text)
			}
		}
		found, err := moves.Find(m)
		if err != nil || !slices.Equal(found.Lines, made[:1]) || found.Lower != 1 {
			t.Errorf("%s is found as %q, %v; want the first of %q", m, found.Lines, err, made)
		}
		if len(made) > 1 {
			several++
		}
	}
	if several < 10 {
		t.Errorf("%d maps are made by several instructions", several)
	}
}

// Two shuffles are found by looking at all: the first pair in the order of their texts, the last one's before the first one's.
func TestTwoShuffles(t *testing.T) {
	type shuffle struct {
		text string
		from [32]int
	}
	var all []shuffle
	for text, m := range saidMaps(t) {
		if !strings.Contains(text, "shuffle") || !strings.Contains(text, " r0, r1, ") {
			continue
		}
		s := shuffle{text: text}
		for k, l := range m.Lane {
			s.from[k] = l.Index
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b shuffle) int { return cmp.Compare(a.text, b.text) })
	r := chance.Random(t, 351)
	two := 0
	for range 60 {
		first, last := all[r.IntN(len(all))], all[r.IntN(len(all))]
		var want [32]int
		for k := range want {
			want[k] = first.from[last.from[k]]
			if r.IntN(8) == 0 {
				want[k] = -1
			}
		}
		text := "i32x32 ->"
		for _, from := range want {
			if from < 0 {
				text += " _"
			} else {
				text += fmt.Sprintf(" a%d", from)
			}
		}
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		found, err := moves.Find(m)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if len(found.Lines) == 1 {
			continue
		}
		two++
		if got, want := found.Lines, firstPair(len(all), func(last, first int) bool {
			for k, from := range want {
				if from >= 0 && all[first].from[all[last].from[k]] != from {
					return false
				}
			}
			return true
		}, func(last, first int) []string {
			return []string{strings.Replace(all[first].text, " r0, ", " r2, ", 1), strings.Replace(all[last].text, ", r1, ", ", r2, ", 1)}
		}); !slices.Equal(got, want) {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
	if two < 20 {
		t.Errorf("%d of 60 are two shuffles", two)
	}
}

// firstPair is what is said of the first two of n of which something holds.
func firstPair(n int, holds func(last, first int) bool, say func(last, first int) []string) []string {
	for last := range n {
		for first := range n {
			if holds(last, first) {
				return say(last, first)
			}
		}
	}
	return nil
}

// A shuffle that reads a lane which is not there leaves what its destination held: behind other instructions, what they have put there.
func TestShuffleOfNoLane(t *testing.T) {
	for _, before := range []string{"bitrev r0, r2", "simd_shuffle_xor r0, r3, 5", "mov_imm r0, 7"} {
		want, err := moves.Dialect().Read(before+"; mov r0, r0", dialect.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 32; n < 256; n += 31 {
			for _, name := range []string{"simd_shuffle", "simd_broadcast"} {
				text := fmt.Sprintf("%s; %s r0, r1, %d", before, name, n)
				got, err := moves.Dialect().Read(text, dialect.Options{})
				if err != nil || got.Map.String() != want.Map.String() || !slices.Equal(got.Names, want.Names) || got.To != "r0" {
					t.Errorf("%s is %s of %q, %v; want %s of %q", text, got.Map, got.Names, err, want.Map, want.Names)
				}
			}
		}
	}
	whole, err := moves.Dialect().Read("simd_shuffle r0, r1, 32; simd_shuffle r0, r1, 33", dialect.Options{})
	if err != nil || !slices.Equal(whole.Names, []string{"r0"}) || len(whole.Map.Lane) != 32 || whole.Map.Lane[5] != lane.From(0, 5) {
		t.Errorf("%+v, %v", whole, err)
	}
}

// How much is looked at to read bytes grows with how many there are, and with blanks before them no more than twice by each.
func TestLooksAtBytes(t *testing.T) {
	steps := func(text string) int64 {
		return syntax.Steps(func() {
			if read, err := moves.Dialect().Read(text, dialect.Options{}); err != nil || read.To != "r0" {
				t.Errorf("%q: %+v, %v", text, read, err)
			}
		})
	}
	i, err := asm.Parse("mov r0, r1")
	if err != nil {
		t.Fatal(err)
	}
	one := fmt.Sprintf("%x", i.AppendBytes(nil))
	steps("g13:" + one) // what is made once
	five := steps("g13:" + strings.Repeat(one, 5))
	if ten, behind := steps("g13:"+strings.Repeat(one, 10)), steps(strings.Repeat(" ", 500)+"g13:"+strings.Repeat(one, 5)); five < int64(5*len(one)) || ten > 3*five || behind > five+2*500 {
		t.Errorf("%d bytes are looked at for %d digits, %d for as many again, %d behind blanks", five, 5*len(one), ten, behind)
	}
}

// The dialect's own example is one of it, and says what it is.
func TestDialect(t *testing.T) {
	d := moves.Dialect()
	if read, err := d.Read(d.Example, dialect.Options{}); err != nil || !d.Looks(d.Example) || read.To != "r0" || len(read.Map.Lane) != 32 {
		t.Errorf("%q: %+v, %v", d.Example, read, err)
	}
	if d.Meaning != "Apple G13 code, as text or as g13: and bytes" {
		t.Errorf("%q", d.Meaning)
	}
}
