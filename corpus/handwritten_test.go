package corpus_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
)

// Where a constant stands in a register at the head of a loop, it does behind its label, as far as all that goes there brings it: with labels that are numbers or stand in several functions, in front of instructions, with names of the text's own.
func TestConstantsOfHandWrittenLoops(t *testing.T) {
	const data = "\nrev: .byte 3,2,1,0,7,6,5,4,11,10,9,8,15,14,13,12\nother: .byte 1,0,3,2,5,4,7,6,9,8,11,10,13,12,15,14\n"
	const load, use = "\tmovdqa xmm1, [rel rev]\n", "\tpshufb xmm0, xmm1\n\tmovdqu [rdi], xmm0\n"
	for _, row := range []struct {
		text string
		uses int // of the constant that are known
	}{
		{"f:\n" + load + "1:\n" + use + "\tjne 1b\n\tret\n", 1},
		{"f:\n" + load + "1: dec rax\n" + use + "\tjne 1b\n\tret\n", 1},
		{"f:\n" + load + ".again: dec rax\n" + use + "\tjne .again\n\tret\n", 1},
		{"f:\n" + load + "1:\n" + use + "\tmovdqa xmm1, xmm2\n\tjne 1b\n\tret\n", 0},                                                // another comes round
		{"f:\n" + load + "1:\n" + use + "\tjne 1b\n1:\n\tmovdqa xmm1, xmm2\n\tjne 1b\n\tret\n", 1},                                  // another label of that number
		{"f:\n" + load + "\tjne 1f\n\tmovdqa xmm1, [rel other]\n1:\n" + use + "\tret\n1:\n\tret\n", 0},                              // the one below it
		{"f:\n" + load + "\tjne 1f\n1:\n" + use + "\tret\ng:\n\tjmp 1b\n", 0},                                                       // from another function
		{"f:\n" + load + "1:\n" + use + "\tjne 1b\n\tret\n\t.long 1b-f\n", 0},                                                       // a table names it
		{"f:\n" + load + ".l:\n" + use + "\tjne .l\n\tret\ng:\n.l:\n\tmovdqa xmm1, xmm2\n\tjne .l\n\tret\n", 1},                     // NASM's, of two functions
		{"f:\n" + load + ".l:\n" + use + "\tjne .l\n\tret\ng:\n\tmovdqa xmm1, xmm2\n\tjne .l\n\tret\n", 0},                          // GNU's, of which there is one
		{"f:\n" + load + "%if X\n.l:\n\tret\n%else\n" + load + ".l:\n" + use + "\tmovdqa xmm1, xmm2\n\tjne .l\n%endif\n\tret\n", 0}, // two cases of one
		{"f:\n" + load + "@@:\n" + use + "\tjne @B\n\tret\n", 1},                                                                    // Microsoft's
		{"f:\n" + load + "@@:\n" + use + "\tmovdqa xmm1, xmm2\n\tjne @B\n\tret\n", 0},
		{"f:\n" + load + "\tjne @f\n\tmovdqa xmm1, xmm2\n@@:\n" + use + "@@:\n\tret\n", 0},
		{"f:\n" + load + "\tjne @F\n@@:\n" + use + "\tmovdqa xmm1, xmm2\n@@:\n\tret\n", 1},
		{"%define shuf xmm1\nf:\n\tmovdqa shuf, [rel rev]\n.l:\n\tpshufb xmm0, shuf ; so\n\tmovdqu [rdi], xmm0\n\tjne .l\n\tret\n", 1},
		{"%define x1 xmm1\n%define rev.w rev\nf:\n\tmovdqa x1, [rel rev.w]\n.l:\n\tpshufb xmm0, x1\n\tmovdqu [rdi], xmm0\n\tjne .l\n\tret\n", 1},
		{"%define table [rel rev]\nf:\n\tmovdqa xmm1, table\n" + use + "\tret\n", 1},
		{"f:\n\tlea r8, [rel other]\n\tmovdqa xmm1, [r8-other+rev]\n" + use + "\tret\n", 1},
		{"f:\n\tmovdqa xmm1, [r8-other+rev+rax*8]\n" + use + "\tret\n", 0},
		{"f:\n\tmovdqa xmm1, [GLOBAL(rev)]\n" + use + "\tret\n", 1},
		{"f:\n\tmovdqa xmm1, [GLOBAL(reverse)]\n" + use + "\tret\n", 0},
		{"f:\n\tjmp rax\n.t:\n\t.long .a-.t\n.a:\n\tmovdqa xmm1, [rel rev]\n.l:\n" + use + "\tjne .l\n\tret\n", 1}, // to what the table names
		{"f:\n\tjmp rax\n.a:\n\tmovdqa xmm1, [rel rev]\n.l:\n" + use + "\tjne .l\n\tret\n", 0},
		{"f:\n" + load + "\tpaddd xmm3, xmm4; movdqa xmm1, xmm2\n" + use + "\tret\n", 0}, // two on a line
	} {
		got := slices.DeleteFunc(emittedOf(t, row.text+data), func(e string) bool { return !strings.Contains(e, "a3 a2 a1 a0 a7 a6 a5 a4") })
		if len(got) != row.uses {
			t.Errorf("%s: %q, want %d", row.text, got, row.uses)
		}
	}
}

// Which lines that are not followed are told of as lost: those that may move lanes of vectors that targets have.
func TestWhatIsLost(t *testing.T) {
	for line, lost := range map[string]bool{
		"pshufb xmm0, xmm1": true, "vpshufb xmm0, xmm1": true, "pshufd xmm0, other, 3": true, "tbl v0.16b, {v1.16b}, v2.16b": true, "pext rax, rbx, whole": true, "zip1 v0.4s, \\r, v1.4s": true,
		"mov eax, arg(0)": false, "or eax, r13d": false, "movzx eax, byte arg(1)": false, "shl rax, cl": false, // programs compute with those
		"mov r2, r3": false, "lsl r4, r5, #2": false, "mov r8, r9": false, // of ARMv7
		"movq mm1, [rsi]": false, "punpcklbw mm0, mm1": false, "pshufw mm0, mm1, n": false, "movq %mm1, (%rsi)": false, // no target has these
		"dup v28.8b, w6": false, "fmov d0, x1": false, "vpbroadcastd zmm0, ecx": false, "vpbroadcastw xmm3, prim": false, "movd xmm0, r6d": false, "pmovmskb r3d, xmm0": false, "vpinsrb xmm1, xmm1, tmp, 3": false, // what arrives was in no vector
		"vpxord ymm0, ymm1, ymm2": false, "vpxorq xmm1, xmm1, xmm2": false, "vpxor ymm0, ymm10": false, "vmovdqu64 [rdi]{k2}, zmm0": false, // which compute
	} {
		var told []string
		if err := corpus.Scan(strings.NewReader("f:\n\t"+line+"\n"), "x.asm", corpus.Sink{Lost: func(s corpus.Skip) { told = append(told, s.Why) }, Line: func() {}}); err != nil {
			t.Fatal(err)
		}
		if (len(told) > 0) != lost {
			t.Errorf("%s: %q, want it lost: %v", line, told, lost)
		}
	}
}
