package asm_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
)

// TestSourceLines has code from a macro, a repetition, a file that is included and lines that are empty.
func TestSourceLines(t *testing.T) {
	text := ".macro two\n iadd r1, r1, 1\n iadd r2, r2, 1\n.endm\n\ntop: mov r1, 5\n two\n.rept 2\n stop\n trap\n.endr\n.include \"x\"\n.byte 1, 2\n"
	source := asm.Source{Name: "a.s", Text: text, Lines: true, Include: func(string, string) (string, string, error) { return "x.s", "\n stop\n", nil }}
	p, errs := source.Assemble()
	if errs != nil {
		t.Fatal(errs)
	}
	want := []asm.SourceLine{{0, "a.s", 6}, {6, "a.s", 7}, {22, "a.s", 9}, {24, "a.s", 10}, {26, "a.s", 9}, {28, "a.s", 10}, {30, "x.s", 2}, {32, "a.s", 13}}
	if !slices.Equal(p.Lines, want) {
		t.Errorf("%v\nwant %v", p.Lines, want)
	}
	same, errs := asm.Source{Text: ".macro two\n stop\n trap\n.endm\ntwo\ntwo\n", Lines: true}.Assemble()
	if want := []asm.SourceLine{{0, "", 5}, {4, "", 6}}; errs != nil || !slices.Equal(same.Lines, want) {
		t.Errorf("two lines that stand for two each: %v, %v, want %v", same.Lines, errs, want)
	}
	source.Lines = false
	if p, _ := source.Assemble(); p.Lines != nil {
		t.Error("lines that nobody asked for")
	}
}
