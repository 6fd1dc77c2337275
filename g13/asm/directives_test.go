package asm_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/syntax"
)

// files are what programs may include.
type files map[string]string

func (f files) include(from, path string) (string, string, error) {
	if text, ok := f[path]; ok {
		return path, text, nil
	}
	return "", "", fmt.Errorf("%s has no %s beside it", from, path)
}

// A program with directives is the same as one without.
func TestDirectives(t *testing.T) {
	others := files{
		"add.s":    ".macro add3 d, a\n iadd \\d, \\a, 3\n.endm\n.equ seven, 7\n",
		"stop.s":   "stop\n",
		"a;b#c.s":  "trap\n",
		"twice.s":  ".include \"stop.s\"\n.include \"stop.s\"\n",
		"labels.s": "inner: iadd r1, r1, 1\njmp_exec_any inner\n",
	}
	for _, row := range []struct{ in, want string }{
		{".rept 3\nstop\n.endr", "stop\nstop\nstop"},
		{".rept 0\nfoo\n.endr\nstop", "stop"},
		{".rept 2\n.rept 2\nstop\n.endr\ntrap\n.endr", "stop\nstop\ntrap\nstop\nstop\ntrap"},
		{".equ n, 2\n.rept n+1 # thrice\n stop ; yes\n .endr // end", "stop\nstop\nstop"},
		{"x: .rept 2\nstop\n.endr\njmp_exec_any x", "stop\nstop\njmp_exec_any pc-4"},
		{".macro twice a, b=r9\nmov \\a, \\b\nmov \\a, \\b\n.endm\ntwice r1\ntwice r2, r3", "mov r1, r9\nmov r1, r9\nmov r2, r3\nmov r2, r3"},
		{".macro m a, ab\nmov \\ab, \\a\nmov \\a\\()l, 1\n.endm\nm r1, r2", "mov r2, r1\nmov r1l, 1"},
		{".macro wait_for r\nagain\\@: iadd \\r, \\r, 1\njmp_exec_any again\\@\n.endm\nwait_for r1\nwait_for r2", "iadd r1, r1, 1\njmp_exec_any pc-8\niadd r2, r2, 1\njmp_exec_any pc-8"},
		{".macro inner\nstop\n.endm\n.macro outer\ninner\n.rept 2\ntrap\n.endr\n.endm\nx: outer\njmp_exec_any x", "stop\ntrap\ntrap\njmp_exec_any pc-6"},
		{".macro none\n.endm\nnone\nstop", "stop"},
		{".macro k v\n.equ val, \\v\n.endm\nk 5\niadd r1, r1, val", "iadd r1, r1, 5"},
		{".include \"add.s\"\nadd3 r1, r2\niadd r1, r1, seven", "iadd r1, r2, 3\niadd r1, r1, 7"},
		{".include \"a;b#c.s\" ; it has no other name\nstop # \"", "trap\nstop"},
		{".include \"twice.s\" # \"quoted\"\ntrap", "stop\nstop\ntrap"},
		{"jmp_exec_any inner\n.include \"labels.s\"", "jmp_exec_any pc+6\niadd r1, r1, 1\njmp_exec_any pc-8"},
		{".equ a, b*2\n.equ b, c+1\n.equ c, 4\niadd r1, r1, a", "iadd r1, r1, 10"},
		{".equ acc, r5\n.equ also, acc\niadd also, acc.discard, 1", "iadd r5, r5.discard, 1"},
		{".equ half, 0.5\nfadd32 r1, r2, half.neg\nfadd32 r1, r2, half*2\nmov_imm r1, half", "fadd32 r1, r2, 0.5.neg\nfadd32 r1, r2, 1.0\nmov_imm r1, 1056964608"},
		{".equ fmt, i32\n.equ pair, u2_u3\ndevice_load 0, fmt, x, r1, pair, 0, signed", "device_load 0, i32, x, r1, u2_u3, 0, signed"},
		{".equ where, top\ntop: stop\njmp_exec_any where", "stop\njmp_exec_any pc-2"},
		{"top: stop\n jmp_exec_any top+2\njmp_exec_none end-6\nend: stop", "stop\njmp_exec_any pc+0\njmp_exec_none pc+0\nstop"},
		{"x: .equ k, 3\niadd r1, r1, k\njmp_exec_any x", "iadd r1, r1, 3\njmp_exec_any pc-8"},
		{".equ k, 3\n.byte k, -1, 0x10+2, ~0 & 0xf", ".byte 3, 255, 18, 15"},
		{".L1: stop\njmp_exec_any .L1", "stop\njmp_exec_any pc-2"},
	} {
		p, errs := asm.Source{Name: "main.s", Text: row.in, Include: others.include}.Assemble()
		want, errs2 := asm.Assemble(row.want)
		if len(errs)+len(errs2) > 0 || !bytes.Equal(p.Code, want) || len(want) == 0 {
			t.Errorf("%q:\n%x %v\nwant %x %v", row.in, p.Code, errs, want, errs2)
		}
	}
}

// Errors in directives, and in what they stand for, are where a reader finds them.
func TestDirectiveErrors(t *testing.T) {
	others := files{"bad.s": "stop\n  foo r1\n", "self.s": ".include \"self.s\"", "deep.s": ".include \"bad.s\""}
	for _, row := range []struct{ in, want string }{
		{".equ r1, 5", "1:6: r1 is a register, and so cannot be a constant"},
		{".equ u7l, 5", "1:6: u7l is a uniform, and so cannot be a constant"},
		{".equ i32, 5", "1:6: i32 is a format, and so cannot be a constant"},
		{".equ ult, 5", "1:6: ult is a condition, and so cannot be a constant"},
		{".equ signed, 5", "1:6: signed is a keyword, and so cannot be a constant"},
		{".equ lsl, 5", "1:6: lsl is a keyword, and so cannot be a constant"},
		{".equ xz, 5", "1:6: xz is a mask of components, and so cannot be a constant"},
		{".equ pc, 5", "1:6: pc is the place of an instruction, and so cannot be a constant"},
		{".equ core_index, 5", "1:6: core_index is a special register, and so cannot be a constant"},
		{".equ ts0, 5", "1:6: ts0 is an operand, and so cannot be a constant"},
		{".equ 5, 5", "1:6: 5 is no name: one begins with a letter, and so cannot be a constant"},
		{".equ\tk\t,\t5\n.equ k, 6", `2:1: constant "k" is defined twice`},
		{"k: stop\n.equ k, 6", `1:1: "k" is a constant, and so cannot be a label`},
		{".equ a, b\n.equ b, a+1", `2 errors, first 1:1: constant "a" is defined by itself`},
		{".equ a, foo\nstop", `1:9: "foo" is no number, register, label or other operand`},
		{".equ a, _", `1:9: "_" is no number, register, label or other operand`},
		{".equ a, 5 5", `1:11: expected the end of the constant, found "5"`},
		{".byte", "1:6: expected a byte such as 0x88, found the end"},
		{".byte 1,", "1:9: expected a byte such as 0x88, found the end"},
		{".byte 1 2", `1:9: expected "," or the end of the line, found "2"`},
		{".byte -129", `1:7: "-129" is no byte: expected numbers such as 0x88, 0`},
		{".foo 1", `1:1: there is no directive ".foo"; there are .equ, .byte, .rept, .endr, .macro, .endm, .include`},
		{".rept 2\nstop", "1:1: .rept without .endr"},
		{".rept 2 3\nstop\n.endr", `1:9: expected the end of the line, found "3"`},
		{".rept 2\nstop\n .endr now # done", `3:8: expected the end of the line, found "now"`},
		{".rept 2\n.rept 2\n.endr now\n.endr", `3:7: expected the end of the line, found "now"`},
		{".macro m\n.endm m\nstop", `2:7: expected the end of the line, found "m"`},
		{"stop\n.endr", "2:1: there is no .rept that this ends"},
		{".endm", "1:1: there is no .macro that this ends"},
		{".rept n\nstop\n.endr\n.equ n, 2", `1:7: expected how many times, as a number or constants that are defined before, found "n"`},
		{".rept -1\nstop\n.endr", "1:7: -1 times is no number of times"},
		{".rept 2\nstop\n  foo\n.endr", `3:3: there is no instruction "foo"`},
		{".macro iadd a\n.endm", "1:1: iadd is an instruction, and so cannot be a macro"},
		{".macro m\n.endm\n.macro m\n.endm", `3:1: macro "m" is defined twice`},
		{".macro m a\nmov \\a, 1\n.endm\nm", "4:1: m needs an argument for a"},
		{".macro m a\nmov \\a, 1\n.endm\nm r1, r2", "4:1: m takes 1 arguments, and there are more"},
		{".macro m a\nmov \\a, 1\n.endm\nm r1,", "4:1: an argument is missing behind the comma"},
		{".macro m a\nstop\nmov \\a, r1 r2\n.endm\nstop\n m r1", `6:2: in m, line 2, "mov r1, r1 r2": expected the end of the instruction, found "r2"`},
		{".macro m\nm\n.endm\nm", "4:1: " + strings.Repeat(`in m, line 1, "m": `, 64) + "repetitions, macros and files are nested more than 64 deep"},
		{"m\n.macro m\n.endm", `1:1: there is no instruction "m"`},
		{".include \"none.s\"", "1:1: main.s has no none.s beside it"},
		{".include none.s", `1:1: expected .include "file"`},
		{".include \"bad.s\"", `bad.s:2:3: there is no instruction "foo"`},
		{"bar\n.include \"deep.s\"", `2 errors, first 1:1: there is no instruction "bar"`},
		{".include \"self.s\"", "self.s:1:1: repetitions, macros and files are nested more than 64 deep"},
	} {
		_, errs := asm.Source{Name: "main.s", Text: row.in, Include: others.include}.Assemble()
		got := fmt.Sprint(len(errs), " errors")
		if len(errs) > 0 {
			got = errs[0].Error()
			if len(errs) > 1 {
				got = fmt.Sprintf("%d errors, first %s", len(errs), got)
			}
			var at *syntax.Error
			if !errors.As(errs[0], &at) {
				t.Errorf("%q: %v has no place", row.in, errs[0])
			}
		}
		if got != row.want && !(strings.HasPrefix(got, row.want) && strings.Contains(got, "; is ")) {
			t.Errorf("%q:\n got %s\nwant %s", row.in, got, row.want)
		}
	}
	if _, errs := asm.Assemble(`.include "a.s"`); len(errs) != 1 || !strings.Contains(errs[0].Error(), "there are no files to include here") {
		t.Error(errs)
	}
}

// No program makes more of itself than there is room for, and none takes long to say so.
func TestExpansionIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("assembles up to the bound, 16 MB six times")
	}
	doubling := ".macro m0 a\n.byte 0 # \\a\n.endm\n"
	for k := range 40 {
		doubling += fmt.Sprintf(".macro m%d a\nm%d \\a\\a\n.endm\n", k+1, k)
	}
	exponential := ".macro e0\nstop\n.endm\n"
	for k := range 40 {
		exponential += fmt.Sprintf(".macro e%d\ne%d\ne%d\n.endm\n", k+1, k, k)
	}
	for name, text := range map[string]string{
		"repetition":        ".rept 1<<62\nstop\n.endr",
		"empty repetition":  ".rept 1<<62\n.endr",
		"nested repetition": strings.Repeat(".rept 1000\n", 20) + "stop\n" + strings.Repeat(".endr\n", 20),
		"doubled argument":  doubling + "m40 xxxxxxxx",
		"doubled macro":     exponential + "e40",
		"file":              ".rept 1<<40\n.include \"big.s\"\n.endr",
	} {
		_, errs := asm.Source{Name: "main.s", Text: text, Include: files{"big.s": strings.Repeat("# nothing\n", 1<<16)}.include}.Assemble()
		if len(errs) == 0 || len(errs) > 100 || !strings.Contains(errs[0].Error(), "is more than 16777216 bytes") {
			t.Errorf("%s: %d errors, %.200v", name, len(errs), errs)
		}
	}
}

// A program with more errors than anyone reads is given up.
func TestManyErrors(t *testing.T) {
	for _, row := range []struct {
		text string
		want int
	}{
		{strings.Repeat("foo\n", 1000), 100}, {".rept 1<<40\nfoo\n.endr", 1}, {strings.Repeat("jmp_exec_any foo\n", 1000), 100},
	} {
		if _, errs := asm.Assemble(row.text); len(errs) != row.want {
			t.Errorf("%.20q: %d errors", row.text, len(errs))
		}
	}
}

// Labels are those of the whole program, by their offsets.
func TestLabels(t *testing.T) {
	p, errs := asm.Source{Text: "b: a: stop\nz: trap\nend:"}.Assemble()
	if len(errs) != 1 { // one label a line
		t.Error(errs)
	}
	p, errs = asm.Source{Text: "b:\na: stop\nz: trap\nend:"}.Assemble()
	if want := "[{a 0} {b 0} {z 2} {end 4}]"; len(errs) > 0 || fmt.Sprint(p.Labels) != want {
		t.Errorf("%v, %v, want %s", p.Labels, errs, want)
	}
}
