package asm_test

import (
	"bytes"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
)

// TestTargets: a target is a label, before or behind it; pc+loop is the same. pc+n is a distance where n is a constant, and nothing else of the two is a label.
func TestTargets(t *testing.T) {
	want, errs := asm.Assemble("loop: iadd r1, r1, 1\njmp_exec_none pc+18\njmp_exec_any pc-14\ncall pc+6\ndone: stop\n")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, text := range []string{
		"loop: iadd r1, r1, 1\njmp_exec_none done\njmp_exec_any loop\ncall done\ndone: stop\n",
		"loop: iadd r1, r1, 1\njmp_exec_none pc+done\njmp_exec_any pc+loop\ncall pc + done\ndone: stop\n",
		".equ n, 18\n.equ to, loop\nloop: iadd r1, r1, 1\njmp_exec_none pc+n\njmp_exec_any to\ncall pc+loop+26\ndone: stop\n",
	} {
		if got, errs := asm.Assemble(text); len(errs) > 0 || !bytes.Equal(got, want) {
			t.Errorf("%s%x %v, want %x", text, got, errs, want)
		}
	}
	for text, want := range map[string]string{
		"jmp_exec_any pc+nowhere":    `1:17: there is no label "nowhere"; a target is a label or pc+8`,
		"jmp_exec_any pc+r1":         `1:17: expected a number, found "r1"`,
		"top: jmp_exec_any pc-top":   `1:22: expected a number, found "top"`,
		"top: jmp_exec_any pc+pc":    `1:22: expected a number, found "pc"`,
		"top: jmp_exec_any pc+top+x": `1:26: expected a number, found "x"`,
	} {
		if _, errs := asm.Assemble(text); len(errs) != 1 || errs[0].Error() != want {
			t.Errorf("%s: %v, want %s", text, errs, want)
		}
	}
}
