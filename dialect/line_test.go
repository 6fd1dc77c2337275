package dialect_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
)

// Lines as disassemblers and compilers write them: address and bytes go, and what is behind a # is a comment unless it is a number of AArch64.
func TestLineOf(t *testing.T) {
	for _, row := range []struct{ whole, text, comment string }{
		{"\tpshufd\t$27, %xmm1, %xmm0           # xmm0 = xmm1[3,2,1,0]", "pshufd\t$27, %xmm1, %xmm0", "xmm0 = xmm1[3,2,1,0]"},
		{"  4011b6:\t66 0f 70 c1 1b       \tpshufd $0x1b,%xmm1,%xmm0", "pshufd $0x1b,%xmm1,%xmm0", ""},
		{"ext v0.16b, v1.16b, v1.16b, #8 // halves", "ext v0.16b, v1.16b, v1.16b, #8", "halves"},
		{"mov w0, #-1", "mov w0, #-1", ""},
		{"label: # 8 is no number here", "label:", "8 is no number here"},
		{"  4005d0:  66 0f 70 c0 1b          pshufd $0x1b,%xmm0,%xmm0", "pshufd $0x1b,%xmm0,%xmm0", ""},
		{"       0: 66 0f 70 c0 1b               \tpshufd\t$0x1b, %xmm0, %xmm0", "pshufd\t$0x1b, %xmm0, %xmm0", ""},
		{"   0:\t4e823820 \tzip1\tv0.4s, v1.4s, v2.4s", "zip1\tv0.4s, v1.4s, v2.4s", ""},
		{"  4005d5:\t00 00 00 ", "", ""},
		{"  4005d5:\tadd    %rax,%rcx", "add    %rax,%rcx", ""},
		{"=> 0x0000000000401136 <+4>:\tpshufd $0x1b,%xmm0,%xmm0", "pshufd $0x1b,%xmm0,%xmm0", ""},
		{"   0x401136 <f(int)+4>:\tret", "ret", ""},
		{" 12.50 │ 1c:   vpshufb %ymm1,%ymm0,%ymm0", "vpshufb %ymm1,%ymm0,%ymm0", ""},
		{"       │      ret", "ret", ""},
		{"    0.00 :   4005d0:       pshufd $0x1b,%xmm0,%xmm0", "pshufd $0x1b,%xmm0,%xmm0", ""},
		{" 1      1     0.50                  U     pshufd\t$27, %xmm1, %xmm0", "pshufd\t$27, %xmm1, %xmm0", ""},
		{" -      -     1.00    -     pshufd\t$27, %xmm1, %xmm0", "pshufd\t$27, %xmm1, %xmm0", ""},
		{"  00004\t66 0f 70 c0 1b\t pshufd\t xmm0, xmm0, 27", "pshufd\t xmm0, xmm0, 27", ""},
		{"ldr q1, [x8, #:lo12:.LC0] // 16 bytes", "ldr q1, [x8, #:lo12:.LC0]", "16 bytes"},
		{"ext v0.16b, v1.16b, v1.16b, #8 # halves", "ext v0.16b, v1.16b, v1.16b, #8", "halves"},
		{"0000000000401136 <f>:", "0000000000401136 <f>:", ""},
		{"f:", "f:", ""},
		{".long 3", ".long 3", ""},
		{"12 13 14", "12 13 14", ""},
		{"[0,1]     .DeER  .    .   pshufd\t$27, %xmm0, %xmm0", "pshufd\t$27, %xmm0, %xmm0", ""},
		{"       │    ← ret", "ret", ""},
		{"# xmm0 = xmm1[3,2,1,0]", "", "xmm0 = xmm1[3,2,1,0]"},
		{"foo.c:12 │      pshufd $27, %xmm0, %xmm0", "pshufd $27, %xmm0, %xmm0", ""},
		{"f >: x", "f >: x", ""},
		{"=> <+4>:\tpshufd $0x1b,%xmm0,%xmm0", "pshufd $0x1b,%xmm0,%xmm0", ""},
		{"   <+16>:\tret", "ret", ""},
		{"LBB0_1:                                 ; %loop", "LBB0_1:", ""},
		{"  LBB0_1: ; =>This Inner Loop Header: Depth=1", "LBB0_1:", ""},
		{"\tvzip.8\tq1, q12\t@ tmp474, c", "vzip.8\tq1, q12", "tmp474, c"},
		{"\tvldr\td14, [r0, #176]\t@, MEM[(v16qu *)in128_1(D) + 176B]", "vldr\td14, [r0, #176]", ", MEM[(v16qu *)in128_1(D) + 176B]"},
		{"\tvmov.i16 q14, #BIAS @ 4 # 5", "vmov.i16 q14, #BIAS", "4 # 5"},
		{"\tvmov.i16 q14, #8 # 5 @ 4", "vmov.i16 q14, #8", "5 @ 4"},
		{"\tVZIP.8 D0, D1\t/* Q0 := y */\r", "VZIP.8 D0, D1", "Q0 := y"},
		{"/* all of it */", "", "all of it"},
		{"pshufd /* this */ $27, %xmm0, %xmm0", "pshufd /* this */ $27, %xmm0, %xmm0", ""},
		{"pshufd $27, %xmm0, %xmm0 */", "pshufd $27, %xmm0, %xmm0 */", ""},
		{"\t.type\tf, @function", ".type\tf, @function", ""},
		{"\tcall f@plt", "call f@plt", ""},
		{"\t@ %bb.0:", "", "%bb.0:"},
		{"add x0, x1 ; a comment", "add x0, x1 ; a comment", ""},
		{"  401136 <f", "401136 <f", ""},
		{"  401136 f>:", "f>:", ""},
		{"  <+4>:", "<+4>:", ""},
		{"", "", ""},
	} {
		if l := dialect.LineOf(row.whole); !strings.HasPrefix(l.Whole[l.At:], l.Text) || l.Text != row.text || l.Comment != row.comment || l.Whole != row.whole {
			t.Errorf("%q is %q and %q, want %q and %q", row.whole, l.Text, l.Comment, row.text, row.comment)
		}
	}
}
