package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
)

// Who reads a text from its first line finds what begins where: a line that is a part of one above begins nothing.
func TestHeadsAreThoseOfAllLines(t *testing.T) {
	r := chance.Random(t, 0)
	for _, most := range []int{0, 1, 2, 5, corpus.MostWrapped} {
		for range 60 {
			lines, known := make([]string, 1+r.IntN(150)), new(facts)
			for n := range lines {
				lines[n] = fmt.Sprint("line ", n)
				f := &fact{shuffle: r.IntN(3) > 0}
				if f.shuffle { // which alone may be wrapped
					f.behind = min(r.IntN(most+1), len(lines)-1-n)
				}
				known.remember(lines[n], f)
			}
			a := newAnalysis(newText(strings.Join(lines, "\n")), languageNamed("c"), known)
			head := make([]int, len(lines))
			var shuffles []int
			for n := 0; n < len(lines); {
				f := known.known(lines[n])
				if f.shuffle {
					shuffles = append(shuffles, n)
				}
				for k := range f.behind + 1 {
					head[n+k] = n
				}
				n += 1 + f.behind
			}
			for n, want := range head {
				if got := a.head(n); got != want {
					t.Fatalf("line %d belongs to line %d, want %d", n, got, want)
				}
			}
			first := r.IntN(len(lines))
			last := first + r.IntN(len(lines)-first)
			all, err := a.between(context.Background(), first, last)
			var got, want []int
			for _, s := range all {
				got = append(got, s.line)
			}
			for _, n := range shuffles {
				if n <= last && n+known.known(lines[n]).behind >= first {
					want = append(want, n)
				}
			}
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("between %d and %d begin %v, want %v: %v", first, last, got, want, err)
			}
		}
	}
}

// A name gets a meaning by its first line, whatever stands there else; not by one that is too long to be looked at.
func TestDefinitionsOfLongLines(t *testing.T) {
	for _, length := range []int{10, longestDefinition - 1, longestDefinition, longestDefinition + 1, 3 * longestDefinition} {
		line := "loop: add 1,2,3 #"
		line += strings.Repeat("x", max(length-len(line), 0))
		a := newAnalysis(newText("\n"+line+"\nother: add 1,2,3\nother:\n"), languageNamed("svp64"), new(facts))
		at, ok := a.defined()["loop"]
		if has := len(line) <= longestDefinition; ok != has || has && at != 1 || a.defined()["other"] != 2 {
			t.Errorf("in a line of %d bytes a name gets its meaning: %v", len(line), a.defined())
		}
	}
}

// What was known of lines that were changed is forgotten once it is much, by who looks at all of the text.
func TestDiagnosesForget(t *testing.T) {
	for _, name := range []string{"source", "c", "listing", "g13", "svp64", "visa", "claims"} {
		known := new(facts)
		for n := range 3 * mostFacts {
			known.remember(fmt.Sprint("gone ", n), new(fact))
		}
		a := newAnalysis(newText("x\ny\n"), languageNamed(name), known)
		if _, err := new(memory).diagnose(context.Background(), a); err != nil || len(known.of) >= mostFacts {
			t.Errorf("%s: of three lines %d facts are known, %v", name, len(known.of), err)
		}
	}
}

// Of a document that is not open nothing is answered, and nothing changed.
func TestNotOpen(t *testing.T) {
	c := begin(t, "")
	at := map[string]any{"textDocument": documentName{"file:///other"}, "position": position{}, "range": textRange{}, "contentChanges": []change{{nil, "x"}}, "context": map[string]any{"diagnostics": []any{}}}
	asked := 0
	for method := range methods {
		if !strings.HasPrefix(method, "textDocument/") || method == "textDocument/didOpen" || method == "textDocument/didSave" { // which need none
			continue
		}
		asked++
		if wrong := c.try(method, at, nil); !strings.Contains(wrong, `"file:///other" is not open`) {
			t.Errorf("%s: %q", method, wrong)
		}
	}
	if asked < 7 {
		t.Errorf("%d methods were asked", asked)
	}
	c.leave()
}

// A program of SVP64 is known by one instruction that no other assembly has, and one of the G13 by half of its lines.
func TestAssemblyByItsInstructions(t *testing.T) {
	other := languageNamed("listing")
	for name, of := range map[string]string{
		"sv.add": "svp64", "sv.x": "svp64", "sv.": "svp64", "setvl": "svp64", "setvl.": "svp64", "svstep": "svp64", "svstep.": "svp64", "mv.swiz": "svp64", "fmv.swiz": "svp64",
		"setvl..": "", "svstepx": "", "mv": "", "fmv": "", "mv.swi": "", "fmv.swizz": "", "sv": "", "svadd": "", "vsetvl": "", "setv": "", "SETVL": "", "add": "",
	} {
		for _, before := range []string{"", "\taddi 3,0,1\n", ".text\nmain:\n", "# sv.add\n; setvl\n"} {
			for _, behind := range []string{"", " 1,2,3", " 3, 4 # note"} {
				got := assemblyOf(newText(before+name+behind+"\n"), other)
				if want := map[bool]*language{true: languageNamed("svp64"), false: other}[of != ""]; got != want {
					t.Errorf("%q: %s, want %s", before+name+behind, got.name, want.name)
				}
			}
		}
	}
	for lines := 1; lines <= 2*looked; lines++ {
		for g13 := 0; g13 <= lines; g13 += 1 + lines/8 {
			text := strings.Repeat("iadd r0, r1, r2\n", g13) + strings.Repeat("\tnonsense 1\n", lines-g13)
			want := other
			if shown, all := min(g13, looked), min(lines, looked); shown > 0 && 2*shown >= all {
				want = languageNamed("g13")
			}
			if got := assemblyOf(newText(text), other); got != want {
				t.Fatalf("%d of %d lines are the G13's: %s, want %s", g13, lines, got.name, want.name)
			}
		}
	}
}

// An edit that makes a text longer than can be kept is told so where it is asked for.
func TestTextsThatGrow(t *testing.T) {
	c := begin(t, "")
	c.open("file:///a.c", "c", "x\n")
	grown := object{"textDocument": documentVersion{"file:///a.c", 2}, "contentChanges": []change{{nil, strings.Repeat("x", mostText+1)}}}
	if wrong := c.try("textDocument/didChange", grown, nil); wrong != fmt.Sprintf("-32602 a text of %d bytes is more than %d", mostText+1, mostText) {
		t.Error(wrong)
	}
	c.leave()
}

// Instructions whose constants would have to be put somewhere are not written into a listing, though they are fewer.
func TestRewritesNeedNoConstants(t *testing.T) {
	const text = "\tpshufd $27, %xmm0, %xmm1\n\tpshufd $177, %xmm1, %xmm1\n\tpshufd $78, %xmm1, %xmm1\n\tpshufd $39, %xmm1, %xmm1\n"
	a := newAnalysis(newText(text), languageNamed("listing"), new(facts))
	whole, err := form.Parse(strings.TrimSpace(text), form.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := new(prices).of(whole.Map, "sse2")
	if p == nil || p.constant {
		t.Fatalf("%s: %+v", whole.Map, p)
	}
	e := &corpus.Emission{First: 1, Cost: corpus.Cost{Ops: 4}}
	e.Line = 4
	if got, _, ok := a.rewritten(e, p); !ok || strings.Count(got, "pshufd") != 1 {
		t.Errorf("%q, %v", got, ok)
	}
	loads := *p
	loads.constant = true
	if got, _, ok := a.rewritten(e, &loads); ok {
		t.Errorf("%q loads a constant", got)
	}
}

// What a target cannot do has no price, and who looks at it is told why not; nor has what is read of the register that is written, or is for no target.
func TestWhatHasNoPrice(t *testing.T) {
	for _, row := range []struct{ m, on string }{{"i24x4 -> a3 a2 a1 a0", "avx2"}, {"i24x4 -> a3 a2 a1 a0", "lasx"}, {"i8x7 -> a6 a5 a4 a3 a2 a1 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0", "neon"}, {"i32x4 -> a3 d1 d2 d3", "avx2"}, {"i32x4 -> a3 a2 a1 a0", "none"}} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		known, why := new(prices), ""
		if e, err := new(api.Explainer).Explain(t.Context(), api.ExplainRequest{Form: row.m, Targets: []string{row.on}}); err == nil && len(e.Targets) > 0 {
			why = e.Targets[0].Why
		}
		refused := why != "" || m.ReadsOld() || row.on == "none"
		for range 2 { // the second time it is remembered
			if got := known.of(m, row.on); (got == nil) != refused {
				t.Errorf("%s on %s costs %+v; %s", row.m, row.on, got, why)
			}
		}
		said := view{target: row.on}.cheapest(t.Context(), form.Form{Map: m}, new(api.Explainer))
		if want := fmt.Sprintf("\n%s: %s\n", row.on, why); why != "" && said != want {
			t.Errorf("%s is said to be %q, want %q", row.m, said, want)
		}
	}
}

// The page of an instruction is that of its name, whatever stands behind a dot; what its operands break is said where they are some.
func TestPagesBehindDots(t *testing.T) {
	pages := 0
	for _, o := range g13Mnemonics() {
		of := func(name string) string {
			return g13Assembly{}.page(newAnalysis(newText(name+" r1"), languageNamed("g13"), new(facts)), 0)
		}
		page := of(o.label)
		if page == "" || strings.Contains(o.label, ".") {
			continue
		}
		pages++
		if got := of(o.label + ".nonsense"); got != page {
			t.Errorf("%s.nonsense has another page than %s:\n%s", o.label, o.label, got)
		}
	}
	if pages < 40 {
		t.Errorf("%d instructions have pages", pages)
	}
	for _, op := range visa.Ops() {
		a := newAnalysis(newText(op.String()+" (M1, 8) nonsense nonsense"), languageNamed("visa"), new(facts))
		page := visaAssembly{}.page(a, 0)
		if !strings.HasPrefix(page, "**"+op.String()+"**") || strings.Contains(page, "\n- ") {
			t.Errorf("%s of operands that are none: %q", op, page)
		}
	}
}
