package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// cursorIn is the cursor at the mark of a text, as a line.
func cursorIn(t *testing.T, language, marked string) string {
	t.Helper()
	p, all := at(t, marked)
	a := newAnalysis(newText(all), languageNamed(language), new(facts))
	c, ok := a.cursorAt(a.offset(p))
	if !ok {
		return "none"
	}
	return fmt.Sprintf("%q, operand %d, word %q", c.statement, c.operand, a.all[c.word.from:c.word.to])
}

// Where somebody writes: a statement begins behind a label, behind a guard is its mnemonic, and of SVP64 there are several in a line. In a comment nothing is written.
func TestCursors(t *testing.T) {
	for _, row := range [][2]string{
		{"svp64 ‸", `"", operand -1, word ""`},
		{"svp64 ad‸", `"ad", operand -1, word "ad"`},
		{"svp64   ad‸d", `"ad", operand -1, word "ad"`},
		{"svp64 \tadd 1,2‸", `"add 1,2", operand 1, word "2"`},
		{"svp64 add 1,2,3;‸", `"", operand -1, word ""`},
		{"svp64 add 1,2,3;ad‸", `"ad", operand -1, word "ad"`},
		{"svp64 add 1,2,3; ad‸", `"ad", operand -1, word "ad"`},
		{"svp64 add 1,2,3; sv.add *4,*‸", `"sv.add *4,*", operand 1, word "*"`},
		{"svp64 add 1,2,3;sv.add *4,*8‸;x", `"sv.add *4,*8", operand 1, word "*8"`},
		{"svp64 again: ad‸", `"ad", operand -1, word "ad"`},
		{"svp64 again: add 1‸", `"add 1", operand 0, word "1"`},
		{"svp64 add 1,2,3 # ad‸", "none"},
		{"svp64 add 1,2,3 // ad‸", "none"},
		{"svp64 # one\nad‸", `"ad", operand -1, word "ad"`},
		{"visa loop: (P1) add (M1, 8) V32(0,0)<1> V3‸", `"(P1) add (M1, 8) V32(0,0)<1> V3", operand 0, word "V3"`},
		{"visa (P1) ad‸", `"(P1) ad", operand -1, word "ad"`},
		{"visa (P1)ad‸", `"(P1)ad", operand -1, word "ad"`},
		{"visa (P1‸", "none"},
		{"visa add (M1, 8) V32(0,0)<1>, V33(0,‸", `"add (M1, 8) V32(0,0)<1>, V33(0,", operand 1, word ""`},
		{"visa mov (M1, 8) V1 // V2‸", "none"},
		{"g13 iadd r1, r2, r‸3", `"iadd r1, r2, r", operand 2, word "r"`},
		{"g13 x; iadd r‸", `"x; iadd r", operand 0, word "r"`},
		{"g13 top:iadd‸", `"top:iadd", operand -1, word "iadd"`},
		{"g13 iadd r1, a b: r‸", `"iadd r1, a b: r", operand 1, word "r"`},
	} {
		language, text, _ := strings.Cut(row[0], " ")
		if got := cursorIn(t, language, text); got != row[1] {
			t.Errorf("%s: %s, want %s", row[0], got, row[1])
		}
	}
}

// What is offered begins with what is written, in whatever case, and takes its place; of a condition that has its parenthesis already, that too.
func TestOffersBeginAsWritten(t *testing.T) {
	for _, row := range []struct{ language, text, has, hasNot string }{
		{"svp64", "add 1,2,3;sv.ad‸", "sv.add", "add"},
		{"svp64", "SETV‸", "setvl", "add"},
		{"svp64", "sv.mv.swiz *8,*16,W‸", "WZYX", "XYZW"},
		{"svp64", "again: add 1,2,3\nb ‸", "again", "setvl"},
		{"svp64", "mtspr ‸", "704", "again"},
		{"g13", "ia‸", "iadd", "fadd32"},
		{"g13", ".e‸", ".equ", "iadd"},
		{"visa", "ad‸", "add", "mov"},
		{"visa", ".d‸", ".decl", "add"},
		{"visa", "mov ‸", "(M1, 8)", "mov"},
		{"visa", "mov (‸", "(M1, 8)", "mov"},
	} {
		p, all := at(t, row.text)
		a := newAnalysis(newText(all), languageNamed(row.language), new(facts))
		off := a.offset(p)
		list := a.completions(off)
		var labels []string
		for _, item := range list.Items {
			labels = append(labels, item.Label)
			after, err := a.edited([]change{{&item.TextEdit.Range, item.TextEdit.NewText}})
			if err != nil {
				t.Fatal(err)
			}
			line := after.line(p.Line)
			if !strings.HasSuffix(line, item.Label) || strings.Contains(line, "((") {
				t.Errorf("%s: %s is written as %q", row.text, item.Label, line)
			}
		}
		if !slices.Contains(labels, row.has) || slices.Contains(labels, row.hasNot) || list.IsIncomplete {
			t.Errorf("%s: %q, want %s and no %s", row.text, labels, row.has, row.hasNot)
		}
	}
	for _, text := range []string{"// ad‸", "mov (M1, 8) V1 // ‸"} {
		p, all := at(t, text)
		a := newAnalysis(newText(all), languageNamed("visa"), new(facts))
		if list := a.completions(a.offset(p)); len(list.Items) > 0 || list.Items == nil || list.IsIncomplete {
			t.Errorf("%s: %+v", text, list)
		}
	}
	a := newAnalysis(newText("ad"), languageNamed("c"), new(facts))
	if list := a.completions(2); len(list.Items) > 0 {
		t.Errorf("C: %+v", list)
	}
}
