package asm_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
)

// A constant is what it stands for, wherever it stands, with a modifier behind it too; and so is what a macro is given.
func TestConstantsStandForOperands(t *testing.T) {
	for _, row := range []struct{ with, without string }{
		{".equ k, 1+1\nfadd32 r0, r1, k.neg", "fadd32 r0, r1, 2.0.neg"},
		{".equ k, 2\n.equ j, k*2+1\nfadd32 r0, r1, j.abs.neg", "fadd32 r0, r1, 5.0.abs.neg"},
		{".equ k, 1001\nbitop k, r0, r1, r2", "bitop 1001, r0, r1, r2"},
		{".equ k, 1\nmov_imm r0, 7, k", "mov_imm r0, 7, 1"},
		{".equ k, r4\niadd r0, k, k", "iadd r0, r4, r4"},
		{".equ k, r4\nand r0, r1, k.discard", "and r0, r1, r4.discard"},
		{".equ k, sr80\nget_sr r0, k", "get_sr r0, sr80"},
		{".equ k, r4..r5\ndevice_load 0, i32, xy, k, u0_u1, 0, signed", "device_load 0, i32, xy, r4..r5, u0_u1, 0, signed"},
		{".equ k, end\njmp_exec_any k\nend: stop", "jmp_exec_any end\nend: stop"},
		{".equ k, 0xff\n.byte k, k-1", ".byte 255, 254"},
		{".equ rate, 3\niadd r1, r2, rate", "iadd r1, r2, 3"},
		{".equ unit, 4\niadd r1, r2, unit+1", "iadd r1, r2, 5"},
		{".equ r, 4\nfadd32 r1, r, r*2", "fadd32 r1, 4.0, 8.0"},
		{".equ r1_r, 0.5\nfadd32 r1, r1_r.neg, r1_r", "fadd32 r1, 0.5.neg, 0.5"},
		{".equ u, 16\ndevice_load 0, i32, x, r1, u0_u1, u, signed", "device_load 0, i32, x, r1, u0_u1, 16, signed"},
		{".macro m a, ab\niadd \\a, \\ab, \\a\n.endm\nm r1, r2", "iadd r1, r2, r1"},
		{".macro m a, b=3\niadd \\a, \\a, \\b\n.endm\nm r1\nm r2, 4", "iadd r1, r1, 3\niadd r2, r2, 4"},
		{".macro m a\niadd \\a\\()l, \\a\\()h, 1\n.endm\nm r1", "iadd r1l, r1h, 1"},
		{".macro m\nl\\@: jmp_exec_any l\\@\n.endm\nm\nm", "x: jmp_exec_any x\ny: jmp_exec_any y"},
	} {
		got, errs := asm.Assemble(row.with)
		want, errs2 := asm.Assemble(row.without)
		if len(errs)+len(errs2) > 0 || !bytes.Equal(got, want) || len(got) == 0 {
			t.Errorf("%q: %x, %v; %q: %x, %v", row.with, got, errs, row.without, want, errs2)
		}
	}
	for _, row := range []struct{ in, want string }{
		{".macro m a\niadd r0, \\b, 1\n.endm\nm r1", `\b`},
		{".macro m a\n.byte \\\n.endm\nm r1", "expected"},
		{".equ k, k+1\n.byte k", `constant "k" is defined by itself`},
		{".equ k, j\n.equ j, k\n.byte k", "is defined by itself"},
		{".equ k, 3 4\n.byte k", "expected the end of the constant"},
		{".equ k, 300\n.byte k", "is no byte"},
	} {
		if _, errs := asm.Assemble(row.in); len(errs) == 0 || !strings.Contains(errs[0].Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.in, errs, row.want)
		}
	}
}
