package mesa_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/mesa"
)

// TestProgram: a program with labels, comments, a macro and a constant is the same bytes in both spellings.
func TestProgram(t *testing.T) {
	mesas := "# counts\n.equ step, 2\n.macro twice a\n iadd \\a, \\a, step\n iadd \\a, \\a, 1, sat\n.endm\ntop: ldimm r1, 0 ; begins\n twice r1\n if r1, 9, 1, ult\n jmp_any top\n pop_exec 1\n iadd r1, r1, 1 !bits=0000000040000000\n jmp_none end\nend: stop\n"
	ours := "# counts\n.equ step, 2\n.macro twice a\n iadd \\a, \\a, step\n iadd.sat \\a, \\a, 1\n.endm\ntop: mov_imm r1, 0\n twice r1\n if_icmp r0l, ult, r1, 9, 1\n jmp_exec_any top\n pop_exec r0l, 1\n iadd r1, r1, 1 !bits=0000000040000000\n jmp_exec_none end\nend: stop\n"
	text, errs := mesa.Program(mesas)
	if errs != nil {
		t.Fatal(errs)
	}
	got, errs := asm.Assemble(text)
	if errs != nil {
		t.Fatalf("%v\n%s", errs, text)
	}
	want, errs := asm.Assemble(ours)
	if errs != nil || !bytes.Equal(got, want) {
		t.Errorf("%x\nwant %x %v", got, want, errs)
	}
}

// TestProgramErrors: an error of either reading has its place in Mesa's text.
func TestProgramErrors(t *testing.T) {
	text := "stop\n jmp_any nowhere\n ffma r1, r2\n"
	ours, errs := mesa.Program(text)
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "3:7: expected ffma D, A, B, C, [sat]") {
		t.Errorf("%v", errs)
	}
	_, errs = asm.Assemble(ours)
	if len(errs) == 0 || !strings.Contains(mesa.Original(errs[0], text).Error(), "2:2: there is no label") {
		t.Errorf("%v", errs)
	}
}
