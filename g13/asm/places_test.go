package asm_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
)

// Every instruction knows the line that it comes from: of one in a macro, a repetition or a file, the line that asks for it.
func TestPlaces(t *testing.T) {
	text := ".macro twice r\n mov_imm \\r, 1\n mov_imm \\r, 2\n.endm\n\nstop\n twice r3\n.rept 2\n trap\n.endr\nlast: .include \"x\"\n .byte 0x88, 0\n stop\n"
	p, errs := asm.Source{Text: text, Places: true, Include: func(string, string) (string, string, error) { return "x", "trap\n\nstop\n", nil }}.Assemble()
	if errs != nil {
		t.Fatal(errs)
	}
	want := []asm.Place{{0, 6}, {2, 7}, {8, 7}, {14, 9}, {16, 9}, {18, 11}, {20, 11}, {22, 12}, {24, 13}}
	if !slices.Equal(p.Places, want) {
		t.Errorf("got %v, want %v", p.Places, want)
	}
	if p, _ := (asm.Source{Text: text, Include: func(string, string) (string, string, error) { return "x", "", nil }}).Assemble(); p.Places != nil {
		t.Errorf("places that nobody wants: %v", p.Places)
	}
}
