package lsp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/target"
)

// A client is told of each request of the protocol that is answered, and of no other; and how a text is sent.
func TestCapabilitiesAreAnswered(t *testing.T) {
	var want, got []string
	for method := range methods {
		if name, ok := strings.CutPrefix(method, "textDocument/"); ok && !strings.HasPrefix(name, "did") {
			want = append(want, name+"Provider")
		}
	}
	all := capabilities()
	for name, value := range all {
		if strings.HasSuffix(name, "Provider") {
			got = append(got, name)
		}
		if value == nil || value == false {
			t.Errorf("%s is %v", name, value)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("a client is told of %q, and answered are %q", got, want)
	}
	if sync, ok := all["textDocumentSync"].(object); !ok || !maps.Equal(sync, object{"openClose": true, "change": 2}) || all["positionEncoding"] != "utf-16" {
		t.Errorf("texts are sent as %v in %v", all["textDocumentSync"], all["positionEncoding"])
	}
}

// A call that only its language has is found wherever it stands in its line; of Rust it is all that is found.
func TestCallsAnywhereInLines(t *testing.T) {
	for _, row := range [][2]string{{"c", "__builtin_shufflevector(a, b, 0, 4, 1, 5)"}, {"rust", "simd_swizzle!(a, [3, 2, 1, 0])"}} {
		for _, before := range []string{"", " ", "\t", "  ", "x = ", "f(", "return ", "let r = "} {
			for _, behind := range []string{"", ";", ");", " // a comment", " + 1;"} {
				line := before + row[1] + behind
				s, ok := analysed(row[0], line).at(0)
				want := span{len(before), len(before) + len(row[1])}
				if !ok || s.from > want.from || s.to < want.to || row[0] == "rust" && s.span != want {
					t.Errorf("%s: %q has a shuffle at %v, %v, want %v", row[0], line, s.span, ok, want)
				}
			}
		}
	}
}

// A hover has one blank line between its parts, and none at its ends, on each target, with pictures or without.
func TestBlankLinesOfHovers(t *testing.T) {
	s := &server{}
	hovers := 0
	for _, row := range [][2]string{{"listing", "\tpshufd $27, %xmm1, %xmm0"}, {"listing", "\tpunpcklbw %xmm1, %xmm0"}, {"source", "i8x16 i8x16 -> a0 b15 a2 b1 a4 b3 a6 b5 a8 b7 a10 b9 a12 b11 a14 b13"}, {"c", "__builtin_shufflevector(a, b, 0, 4, 1, 5)"}, {"llvm", "%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 3, i32 2, i32 1, i32 0>"}} {
		for _, tg := range target.Targets() {
			for _, v := range []view{{target: tg.Name}, {target: tg.Name, markdown: true}, {target: tg.Name, markdown: true, svg: true}} {
				h, ok := s.hovered(context.Background(), analysed(row[0], row[1]), v, position{0, 4})
				if !ok {
					continue
				}
				hovers++
				text := fmt.Sprint(h)
				if strings.Contains(text, "\n\n\n") {
					t.Errorf("%s on %s:\n%s", row[1], tg.Name, text)
				}
			}
		}
	}
	if hovers < 60 {
		t.Errorf("%d lines have a hover", hovers)
	}
}

// What is kept of a sequence is found again only by all that is told of it: its target, its map, what it costs, its names, its lines.
func TestWhatIsSpentIsKeptApart(t *testing.T) {
	lines := "\tpshufd $27, %xmm1, %xmm0\n\tpshufd $27, %xmm1, %xmm2\n\tpshufd $27, %xmm0, %xmm3\n"
	a := analysed("listing", lines)
	read := func(text string) form.Form {
		f, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	usual := func() *corpus.Emission {
		return &corpus.Emission{Form: read("pshufd $27, %xmm1, %xmm0"), Target: "avx2", First: 1, Place: corpus.Place{Line: 1}}
	}
	keys := map[string]int{string(a.appendSpent(nil, usual())): -1}
	for k, change := range []func(e *corpus.Emission){
		func(e *corpus.Emission) { e.Target = "avx" }, func(e *corpus.Emission) { e.Form = read("pshufd $28, %xmm1, %xmm0") }, func(e *corpus.Emission) { e.Form = read("pshufd $27, %xmm2, %xmm0") },
		func(e *corpus.Emission) { e.Cost.Ops = 1 }, func(e *corpus.Emission) { e.Cost.Constants = 1 }, func(e *corpus.Emission) { e.Cost.Copies = 1 }, func(e *corpus.Emission) { e.Cost.Ops, e.Cost.Constants = 1, 1 },
		func(e *corpus.Emission) { e.First, e.Line = 2, 2 }, func(e *corpus.Emission) { e.Line = 2 }, func(e *corpus.Emission) { e.First, e.Line = 3, 3 }, func(e *corpus.Emission) { e.Line = 3 },
	} {
		e := usual()
		change(e)
		key := string(a.appendSpent(nil, e))
		if was, twice := keys[key]; twice {
			t.Errorf("changes %d and %d have the key %q", was, k, key)
		}
		keys[key] = k
	}
	if again := string(a.appendSpent([]byte("x"), usual())); keys[again[1:]] != -1 {
		t.Errorf("the same is %q", again)
	}
}

// What can be done with a shuffle is offered where a range touches it, at its ends too, and nowhere else in its line.
func TestActionsOfWhatARangeTouches(t *testing.T) {
	for _, before := range []string{"", "let r = ", "\tlet first = "} {
		line := before + "simd_swizzle!(a, [3, 2, 1, 0]); // and more behind it"
		a := analysed("rust", line+"\nlet s = 3;\n")
		from, to := len(before), len(before)+len("simd_swizzle!(a, [3, 2, 1, 0])")
		m := memory{prices: new(prices)}
		d, err := m.diagnose(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		shuffles, err := a.between(context.Background(), 0, 0)
		if err != nil || len(shuffles) != 1 {
			t.Fatalf("%d shuffles, %v", len(shuffles), err)
		}
		for i := range len(line) + 1 {
			for _, long := range []int{0, 1, 5} {
				all := d.actions("file:///x.rs", span{i, i + long}, shuffles)
				if want := i <= to && i+long >= from; want != (len(all) == 1) {
					t.Errorf("%q: %d bytes from %d on have %d actions", line, long, i, len(all))
				}
			}
		}
	}
}

// Parameters that are none of a method are refused in its name.
func TestParametersOfMethods(t *testing.T) {
	c := begin(t, "")
	for _, method := range slices.Sorted(maps.Keys(methods)) {
		if name, _, _ := strings.Cut(method, "/"); name != "textDocument" || method == "textDocument/didSave" {
			continue
		}
		for _, params := range []any{[]int{1}, object{"textDocument": 3}, object{"textDocument": object{"uri": []int{}}}} {
			if wrong := c.try(method, params, nil); !strings.HasPrefix(wrong, "-32602 "+method+": json: ") {
				t.Errorf("%s of %v: %s", method, params, wrong)
			}
		}
	}
	c.leave()
}

// What a line says is looked for once, as long as the lines behind it that were asked are the same.
func TestFactsAreKept(t *testing.T) {
	for _, l := range languages {
		if l.assembly != nil {
			continue
		}
		lines := strings.Split("\tpshufd $27, %xmm1, %xmm0\nx = __builtin_shufflevector(a, b,\n\t0, 4, 1, 5);\n\n// nothing\nsimd_swizzle!(a, [3, 2,\n1, 0]);\n%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 3, i32 2, i32 1, i32 0>", "\n")
		m := new(facts)
		for n := range lines {
			f := m.mined(&l, lines, n)
			if again := m.mined(&l, lines, n); again != f {
				t.Errorf("%s: %q is looked for again", l.name, lines[n])
			}
			if len(f.peeked) == 0 {
				continue
			}
			other := slices.Clone(lines)
			if n+1 < len(other) {
				other[n+1] += " and more"
			} else {
				other = append(other, "more")
			}
			if m.mined(&l, other, n) == f {
				t.Errorf("%s: %q is what it was, and the line behind it is not", l.name, lines[n])
			}
		}
	}
}
