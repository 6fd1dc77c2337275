package lsp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// A statement is what stands behind labels and before a comment; what only looks like a label is none.
func TestStatementOf(t *testing.T) {
	for line, want := range map[string]string{
		"": "", "  ": "", "# x": "", "add 1,2,3": "add 1,2,3", "\tadd 1,2,3\t# x": "add 1,2,3", "a: add 1,2,3": "add 1,2,3", "a:add 1,2,3": "add 1,2,3", "a: b:  add 1,2,3": "add 1,2,3", "a:": "", "a: # x": "", ": add": ": add",
		"V32(0,0)<1>:d": "V32(0,0)<1>:d", "add (M1, 8) V1 0x1:d": "add (M1, 8) V1 0x1:d", "a,b: x": "a,b: x", "a; b": "a", "a // b # c": "a", "# a // b": "",
	} {
		if got := statementOf(line, "#", ";", "//"); got != want {
			t.Errorf("%q has the statement %q, want %q", line, got, want)
		}
	}
	if got := statementOf("a; b # c", "#"); got != "a; b" {
		t.Errorf("a mark that begins no comment ends a statement: %q", got)
	}
}

// The parenthesis that closes one is behind all that it has in it.
func TestClosing(t *testing.T) {
	for text, want := range map[string]int{"f()": 3, "f(a)": 4, "f(a) + (b)": 4, "f((a)(b))c": 9, "f(a": -1, "f((a)": -1, "f(": -1, "f(g(a), h(b)) // )": 13} {
		if got := closing(text, 1); got != want {
			t.Errorf("%s is closed at %d, want %d", text, got, want)
		}
	}
}

// What is wrong shows something: what it says, or else the word there, or the character before; of an empty line nothing.
func TestVisible(t *testing.T) {
	a := newAnalysis(newText("add x, yy\n\n(+)\n"), languageNamed("g13"), new(facts))
	for _, row := range []struct{ is, want span }{
		{span{0, 3}, span{0, 3}}, {span{0, 0}, span{0, 3}}, {span{2, 2}, span{0, 3}}, {span{3, 3}, span{0, 3}}, {span{4, 4}, span{4, 5}}, {span{5, 5}, span{4, 5}}, {span{9, 9}, span{7, 9}}, {span{6, 6}, span{5, 6}},
		{span{10, 10}, span{10, 10}}, {span{11, 11}, span{11, 11}}, {span{12, 12}, span{11, 12}}, {span{14, 14}, span{13, 14}}, {span{15, 15}, span{15, 15}}, {span{8, 7}, span{7, 9}},
	} {
		if got := a.visible(row.is); got != row.want {
			t.Errorf("%v is shown at %v, want %v", row.is, got, row.want)
		}
	}
	text := a.all
	for _, row := range []struct {
		err  error
		want span
		says string
	}{
		{syntax.Errorf(text, 4, 5, "no x"), span{4, 5}, "no x"},
		{syntax.Errorf(text, 4, 4, "no x"), span{4, 5}, "no x"},
		{syntax.Errorf("elsewhere", 4, 5, "no x"), span{0, 0}, "no x"},
		{errors.New("nowhere"), span{0, 0}, "nowhere"},
	} {
		if got := a.refused("syntax", row.err); got.span != row.want || got.message != row.says || got.severity != severityError || got.rule != "syntax" || len(got.fixes) > 0 {
			t.Errorf("%v: %+v", row.err, got)
		}
	}
}

// Arguments of _MM_SHUFFLE can be turned where there are four, in one text, that are no calls themselves.
func TestReversedArguments(t *testing.T) {
	for text, want := range map[string]string{
		"_MM_SHUFFLE(0, 1, 2, 3)": "3, 2, 1, 0", "_MM_SHUFFLE(0,1,2,3)": "3, 2, 1, 0", "_MM_SHUFFLE( a , b+1 , c, d )": "d, c, b+1, a", "f(x, _MM_SHUFFLE(0, 1, 2, 3), _MM_SHUFFLE(4, 5, 6, 7))": "3, 2, 1, 0",
		"_MM_SHUFFLE(0, 1, 2)": "", "_MM_SHUFFLE(0, 1, 2, 3, 4)": "", "_MM_SHUFFLE(0, 1, 2, 3": "", "_MM_SHUFFLE(f(0), 1, 2, 3)": "", "_MM_SHUFFLE2(0, 1)": "", "0x1b": "", "": "", "_MM_SHUFFLE()": "",
	} {
		before, behind := "x = ", "; // _MM_SHUFFLE(7, 7, 7, 7)"
		a := newAnalysis(newText(before+text+behind), languageNamed("c"), new(facts))
		x, ok := a.reversed(shuffle{span: span{len(before), len(before) + len(text)}})
		if ok != (want != "") || x.text != want {
			t.Errorf("%s is turned to %q, want %q", text, x.text, want)
			continue
		}
		if ok && (a.all[x.from-1] != '(' || a.all[x.to] != ')' || x.kind != "quickfix" || x.sure || x.title != "Write the arguments with that of lane 0 last: _MM_SHUFFLE("+want+")") {
			t.Errorf("%s: %+v", text, x)
		}
	}
}

// Facts of lines that are not there any more are kept as long as they are few.
func TestForgetsFacts(t *testing.T) {
	for _, row := range []struct{ there, gone int }{{0, 0}, {1, 10}, {0, mostFacts - 1}, {0, mostFacts}, {0, mostFacts + 9}, {10, mostFacts + 9}, {10, mostFacts + 10}, {mostFacts, 2 * mostFacts}, {mostFacts, 2*mostFacts - 1}} {
		m := new(facts)
		var lines []string
		for n := range row.there {
			lines = append(lines, fmt.Sprint("there ", n))
			m.remember(lines[n], &fact{from: n})
		}
		for n := range row.gone {
			m.remember(fmt.Sprint("gone ", n), &fact{from: n})
		}
		m.forget(lines)
		want := row.there + row.gone
		if want >= 2*row.there+mostFacts {
			want = row.there
		}
		if len(m.of) != want {
			t.Errorf("of %d lines that are there and %d that are not %d are known, want %d", row.there, row.gone, len(m.of), want)
		}
		for n, line := range lines {
			if f := m.known(line); f == nil || f.from != n {
				t.Errorf("what is known of %s is %+v", line, f)
			}
		}
	}
}

// The registers that a text has are offered by the length of their names, then by the names; none of lines that are too long, and no more when there are many.
func TestRegistersOfTexts(t *testing.T) {
	a := newAnalysis(newText("iadd r10, r2, u4\nfadd32 r2, r10l, r1h\n"+strings.Repeat(" ", mostSearched)+"r7\n"), languageNamed("g13"), new(facts))
	if got := a.registers(g13Registers); !slices.Equal(got, []string{"r2", "u4", "r10", "r1h", "r10l"}) {
		t.Errorf("%q", got)
	}
	var b strings.Builder
	for n := range 2 * mostOffered {
		fmt.Fprintf(&b, "iadd r%d\n", n)
	}
	a = newAnalysis(newText(b.String()), languageNamed("g13"), new(facts))
	if got := a.registers(g13Registers); len(got) != mostOffered+1 || got[0] != "r0" || got[mostOffered] != fmt.Sprintf("r%d", mostOffered) {
		t.Errorf("%d of them, the first %s", len(got), got[0])
	}
	a = newAnalysis(newText("sv.add *4,*8,r2\nx r1000 4 xr5"), languageNamed("svp64"), new(facts))
	if got := a.registers(svp64Registers); !slices.Equal(got, []string{"*4", "*8", "r2"}) {
		t.Errorf("%q", got)
	}
}

// Instructions are known by the names that they have behind a guard, a prefix, and before what changes them.
func TestMnemonics(t *testing.T) {
	for text, want := range map[string]string{"add (M1, 8) V1": "add", "(P1) add (M1, 8) V1": "add", "(!P1)add(M1, 8) V1": "add", "add.sat (M1, 8)": "add", "cmp.lt (M1, 8)": "cmp", "": "", "mov": "mov", "(P1": "", "nonsense.x 1": "nonsense"} {
		if got := visaMnemonic(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for name, want := range map[string]string{"add": "add", "sv.add": "add", "add.": "add", "sv.add./w=16": "add", "sv.mv.swiz/m=r3": "mv.swiz", "fmv.swiz": "mv.swiz", "sv.fmv.swiz": "mv.swiz", "nonsense": "", "": ""} {
		if i, ok := svp64Named(name); ok != (want != "") || ok && i.Name != want {
			t.Errorf("%q is %q (%v), want %q", name, i.Name, ok, want)
		}
	}
	for text, want := range map[string]string{"iadd r1, r2": "iadd", "iadd\tr1": "iadd", "stop": "stop", "": ""} {
		if got := mnemonicOf(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// Pages of instructions are not longer than a hover may be, open no block that they do not close, and say where the rest is.
func TestPagesOfG13(t *testing.T) {
	whole, cut := 0, 0
	for _, o := range g13Mnemonics() {
		a := newAnalysis(newText(o.label+" x"), languageNamed("g13"), new(facts))
		page := g13Assembly{}.page(a, 0)
		if strings.Count(page, "```")%2 != 0 {
			t.Errorf("%s: a block is not closed", o.label)
		}
		if rest := "`lanescope g13 ref " + o.label + "` has the rest."; strings.HasSuffix(page, "\n\n"+rest) {
			cut++
			if len(page) > longestPage+len("\n```\n\n")+len(rest) {
				t.Errorf("%s: %d bytes", o.label, len(page))
			}
		} else if page != "" {
			whole++
			if len(page) > longestPage || strings.TrimSpace(page) != page {
				t.Errorf("%s: %d bytes, and nothing is said of the rest", o.label, len(page))
			}
		}
	}
	if t.Logf("%d whole, %d cut", whole, cut); whole < 50 {
		t.Errorf("%d pages are whole, and %d cut", whole, cut)
	}
	a := newAnalysis(newText("nonsense r1"), languageNamed("g13"), new(facts))
	if page := (g13Assembly{}).page(a, 0); page != "" {
		t.Errorf("of an instruction that there is not is said %q", page)
	}
}

// Lanes are said with the names of their sources where there are two or more, all short; else by the map's letters.
func TestTokensOfNames(t *testing.T) {
	for _, row := range []struct{ m, names, want string }{
		{"i32x4 i32x4 -> a0 b0 a1 b1", "x y", "x0 y0 x1 y1"}, {"i32x4 i32x4 -> a0 b0 a1 b1", "ab cd", "ab:0 cd:0 ab:1 cd:1"}, {"i32x4 i32x4 -> a0 b0 z _", "xmm1 y", "xmm1:0 y0 z _"},
		{"i32x4 i32x4 -> a0 b0 a1 b1", "xmm10 y", "a0 b0 a1 b1"}, {"i32x4 i32x4 -> a0 b0 a1 b1", "x ", "a0 b0 a1 b1"}, {"i32x4 -> a3 a2 a1 a0", "x", "a3 a2 a1 a0"}, {"i32x4 i32x4 -> a0 b0 a1 b1", "x", "a0 b0 a1 b1"},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		if got := tokens(form.Form{Map: m, Names: strings.Split(row.names, " ")}); got != row.want {
			t.Errorf("%s of %q: %s, want %s", row.m, row.names, got, row.want)
		}
	}
	for names, want := range map[string]string{"a b": "", "": "", " b": "", "x b": " with a = x, b = b", " y": " with b = y", "b a": " with a = b, b = a"} {
		if got := bound(form.Form{Names: strings.Split(names, " ")}); got != want {
			t.Errorf("%q are bound %q, want %q", names, got, want)
		}
	}
}
