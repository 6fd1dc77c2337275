package form_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/syntax"
)

// What no dialect takes is refused with what it is, or what it is nearest to.
func TestRefusals(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"how do I reverse a vector?", "1:1: this is no form that Lanescope knows: a shuffle by itself is wanted"},
		{"vpaddd xmm0, xmm1, xmm2", "1:1: this is no form that Lanescope knows: \"vpaddd\" computes, and moves no lanes"},
		{"fmul v0.4s, v1.4s, v2.4s", "computes, and moves no lanes"},
		{"vpgatherdd ymm0, [rax + ymm1*4], ymm2", "goes to addresses that only the run knows"},
		{"svadd_u32_x(p, a, b)", "is of SVE, of which intrinsics are read that move lanes, as for vectors of 128 bits: svzip1_u32(a, b)"}, {"svprfb(p, x, 0); svmla_m(p, a, b, c)", "\"svmla_m\" is of SVE"},
		{"__riscv_orc_b_32(x)", "is of RISC-V, of which intrinsics of vectors are read that move lanes"}, {"vrgather.vv v0, v1, v2", "depends on the mode"},
		{"vupkhsb v0, v1", "is of Power, and no movement by itself"},
		{"switch (n) { case 1: f(x); }", "begins a program"},
		{"shuffle of fromValues(IntVector.SPECIES_128, 1, 0)", "nearest is java"},
	} {
		_, err := form.Parse(row.text, form.Options{})
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// No refusal of a text that nobody takes is longer than three lines of a terminal.
func TestRefusalsAreShort(t *testing.T) {
	refused := 0
	for _, h := range hostile() {
		_, err := form.Parse(h.long(500), form.Options{})
		if err == nil || !strings.Contains(err.Error(), "no form that") {
			continue
		}
		if refused++; utf8.RuneCountInString(err.Error()) > 3*80 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %d characters: %v", h.name(), utf8.RuneCountInString(err.Error()), err)
		}
	}
	if refused < 100 {
		t.Errorf("only %d texts were refused", refused)
	}
}
