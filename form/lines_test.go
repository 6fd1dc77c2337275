package form_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
)

// Several lines of a dialect that reads one by one are followed: each has a name for its result, no line is under what is not known, and what is wrong is said where it stands.
func TestLinesOneByOne(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"xmm0 = xmm1[1,0,3,2]\nxmm2 = xmm0[1,0,3,2]", "i32x4 -> a0 a1 a2 a3 of xmm1"},
		{"xmm0 = xmm1[1,0,3,2]; xmm2 = xmm0[0,0],xmm3[1,1]", "i32x4 i32x4 -> a1 a1 b1 b1 of xmm1 xmm3"},
		{"xmm0 = xmm1[1,0,3,2]\nxmm2 = xmm1[1,0,3,2]", "i32x4 -> a1 a0 a3 a2 of xmm1"},
		{"xmm0 = xmm1[1,0,3,2]\nxmm1 = xmm0[1,0],xmm1[1,0]", "i32x4 -> a0 a1 a1 a0 of xmm1"},
		{"xmm0 = xmm1[1,0]\nxmm2 = xmm0[1,0,3,2]", "i32x4 -> a3 a2 a1 a0 of xmm1"},
		{"sv.mv.swiz *8, *12, WZYX vl=1\nsv.mv.swiz *16, *8, WZYX vl=1", "i64x4 -> a0 a1 a2 a3 of r12"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if got := f.Map.String() + " of " + strings.Join(f.Names, " "); err != nil || got != row.want {
			t.Errorf("%q: %s, want %s: %v", row.text, got, row.want, err)
		}
	}
	for _, row := range [][2]string{
		{"‹sv.mv.swiz/m=r3 *8, *12, WZYX›\nsv.mv.swiz *16, *8, WZYX", "the line is under r3: in a program it is a map only once that is known"},
		{"sv.mv.swiz *16, *8, WZYX\n‹sv.mv.swiz/m=~r10 *8, *12, WZYX›", "the line is under ~r10: in a program it is a map only once that is known"},
		{"‹reverse 16 x i8›\nreverse 16 x i8", "the line has no name for its result, and so no other can follow"},
		{"‹i32x4 -> a1 a0 a3 a2›; i32x4 -> a1 a0 a3 a2", "the line has no name for its result, and so no other can follow"},
		{"xmm0 = xmm1[1,0,3,2]\n‹xmm2 = xmm0[1,0,3,4]›", "xmm0 has 4 lanes of 32 bits, so it has no lane 4"},
		{"sv.mv.swiz *8, *12, WZYX vl=1\n‹sv.mv.swiz *16, *9, WZYX vl=1›", "r9 and r8 share registers without being the same"},
		{strings.Repeat("xmm0 = xmm1[1,0,3,2]\n", program.MaxLines) + "‹xmm2 = xmm0[1,0,3,2]›", fmt.Sprintf("more than %d lines", program.MaxLines)},
	} {
		before, rest, _ := strings.Cut(row[0], "‹")
		wrong, behind, _ := strings.Cut(rest, "›")
		f, err := form.Parse(before+wrong+behind, form.Options{})
		var at *syntax.Error
		if !errors.As(err, &at) || at.Off != len(before) || at.End != len(before)+len(wrong) || at.What != row[1] {
			t.Errorf("%.80q: %s, %v, want %s at %d", row[0], f.Map, err, row[1], len(before))
		}
	}
	if _, err := form.Parse(strings.Repeat("xmm0 = xmm1[1,0,3,2]\n", program.MaxLines), form.Options{}); err != nil {
		t.Errorf("%d lines: %v", program.MaxLines, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := form.Parse("xmm0 = xmm1[1,0,3,2]\nxmm2 = xmm0[1,0,3,2]", form.Options{Context: ended}); !errors.Is(err, context.Canceled) {
		t.Errorf("behind the end of the context: %v", err)
	}
}

// What is to be said of a line is said of several lines too, whichever of them it is, and once.
func TestWarningsOfAllLines(t *testing.T) {
	const plain = "sv.mv.swiz *%d, *%d, XY vl=1"
	const reads = "sv.mv.swiz *%d, *%d, WZYX vl=1"
	one, err := form.Parse(fmt.Sprintf(reads, 8, 12), form.Options{})
	if err != nil || len(one.Warnings) == 0 {
		t.Fatalf("%q, %v", one.Warnings, err)
	}
	for at := range 3 {
		var lines []string
		for k := range 3 {
			line := plain
			if k == at {
				line = reads
			}
			lines = append(lines, fmt.Sprintf(line, 32+8*k, 64+8*k))
		}
		f, err := form.Parse(strings.Join(lines, "\n"), form.Options{})
		for _, w := range one.Warnings {
			if err != nil || !slices.Contains(f.Warnings, w) {
				t.Errorf("line %d of three: %q, want %q among them: %v", at+1, f.Warnings, w, err)
			}
		}
	}
	f, err := form.Parse(fmt.Sprintf(reads, 32, 64)+"\n"+fmt.Sprintf(reads, 40, 72), form.Options{})
	if err != nil || !slices.Equal(f.Warnings, one.Warnings) {
		t.Errorf("twice: %q, want %q: %v", f.Warnings, one.Warnings, err)
	}
}

// A dialect knows its own example, and what a text of it that is wrong begins with; no dialect knows a text that is none.
func TestLooks(t *testing.T) {
	for _, d := range form.Dialects() {
		if !form.Looks(d.Example) {
			t.Errorf("%s: %s is not known", d.Name, d.Example)
		}
	}
	for text, want := range map[string]bool{"zip1 v0.4s, v1.4s, v32.4s": true, "pshufd xmm0, xmm1": true, "i32x4 -> a9": true, "": false, " ": false, "hello": false, "the quick brown fox": false, "é": false} {
		if form.Looks(text) != want {
			t.Errorf("%q is known: %v", text, !want)
		}
		if _, err := form.Parse(text, form.Options{}); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// Lane notation says every map, and what it says is read as that map.
func TestLaneNotationSaysAll(t *testing.T) {
	d, ok := form.ByName("lane")
	if !ok {
		t.Fatal("there is no lane notation")
	}
	rng := chance.Random(t, 23)
	for range 500 {
		m := lane.Map{Bits: 1 << rng.IntN(7)}
		for range rng.IntN(4) {
			m.Src = append(m.Src, 1+rng.IntN(6))
		}
		for range 1 + rng.IntN(8) {
			l := lane.Lane{}
			switch k := rng.IntN(5); {
			case k == 0:
				l = lane.Fixed(lane.ConstOf(rng.Uint64()).Slice(0, m.Bits))
			case k > 1 && len(m.Src) > 0:
				src := rng.IntN(len(m.Src))
				l = lane.From(src, rng.IntN(m.Src[src]))
			}
			m.Lane = append(m.Lane, l)
		}
		lines, err := d.Translate(t.Context(), m)
		if err != nil || len(lines) != 1 {
			t.Fatalf("%s: %q, %v", m, lines, err)
		}
		r, err := d.Read(lines[0], dialect.Options{})
		if err != nil || r.Map.String() != m.String() || len(r.Names) != len(m.Src) {
			t.Fatalf("%s is said %s, which is %s of %q: %v", m, lines[0], r.Map, r.Names, err)
		}
		for k, name := range r.Names {
			if name != lane.SourceName(k) {
				t.Errorf("source %d of %s is called %s", k, m, name)
			}
		}
	}
}

// Kinds of tokens have words for people, each its own.
func TestTokenKinds(t *testing.T) {
	for kind, want := range map[form.TokenKind]string{form.Space: "space", form.Word: "word", form.Number: "number", form.Mark: "mark", form.Quoted: "quoted", form.Comment: "comment", form.SourceName: "source"} {
		if kind.String() != want {
			t.Errorf("kind %d is %q, want %q", kind, kind, want)
		}
	}
	tokens, _, err := form.Tokens(`%r = shufflevector <2 x i8> %"the first", <2 x i8> %b, <2 x i32> <i32 0, i32 2> ; both`, form.Options{})
	var kinds []string
	for _, token := range tokens[:7] {
		kinds = append(kinds, token.Kind.String())
	}
	if got := strings.Join(kinds, " "); err != nil || got != "word space mark space word space mark" {
		t.Errorf("%s, %v", got, err)
	}
}

// Sources that a form has no name for, or that no lane reads, decide nothing where names do; those that are read have to be the same in both.
func TestBindOfSome(t *testing.T) {
	rng := chance.Random(t, 24)
	names := []string{"", "x", "y", "z"}
	for range 3000 {
		random := func() form.Form {
			n := 1 + rng.IntN(3)
			f := form.Form{Map: lane.Map{Bits: 8, Lane: make([]lane.Lane, 2)}}
			rest := slices.Clone(names[1:])
			rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
			for k := range n {
				f.Map.Src = append(f.Map.Src, 2)
				name := rest[k]
				if rng.IntN(4) == 0 {
					name = ""
				}
				f.Names = append(f.Names, name)
			}
			for i := range f.Map.Lane {
				f.Map.Lane[i] = lane.From(rng.IntN(n), rng.IntN(2))
			}
			return f
		}
		f, g := random(), random()
		before := lanesByName(g)
		bound, b := form.Bind(f, g)
		if got := same(setOf(f, false), setOf(g, false)) || same(setOf(f, true), setOf(g, true)); got != b.ByName {
			t.Fatalf("%q of %s and %q of %s: bound by name %v, want %v", f.Names, f.Map, g.Names, g.Map, b.ByName, got)
		}
		if !b.ByName {
			if bound.Map.String() != g.Map.String() || !slices.Equal(bound.Names, g.Names) {
				t.Fatalf("%q of %s became %q of %s, though nothing is bound by name", g.Names, g.Map, bound.Names, bound.Map)
			}
			continue
		}
		if after := lanesByName(bound); !slices.Equal(before, after) {
			t.Fatalf("%q of %s became %q of %s: it reads %q, and read %q", g.Names, g.Map, bound.Names, bound.Map, after, before)
		}
		for _, l := range bound.Map.Lane {
			if k := l.Src; k < len(f.Names) && bound.Names[k] != "" && f.Names[k] != bound.Names[k] {
				t.Fatalf("%q of %s is source %d of %q, bound to %q", g.Names, g.Map, k, f.Names, bound.Names)
			}
		}
	}
}

// lanesByName is what each lane reads, by what the text calls it.
func lanesByName(f form.Form) (all []string) {
	for _, l := range f.Map.Lane {
		all = append(all, fmt.Sprint(f.Names[l.Src], l.Index))
	}
	return all
}

// setOf are the names of a form's sources, sorted, or of those alone that lanes read; nil if one that is read has none.
func setOf(f form.Form, read bool) (all []string) {
	for k, n := range f.Map.Reads() {
		switch name := f.Names[k]; {
		case n > 0 && name == "":
			return nil
		case name != "" && (n > 0 || !read):
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// same says whether two sets that are not empty are one.
func same(a, b []string) bool { return len(a) > 0 && slices.Equal(a, b) }
