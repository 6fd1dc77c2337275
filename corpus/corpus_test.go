package corpus_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/target"
)

const listing = `; a module
define <4 x i32> @zip(<4 x i32> %x, <4 x i32> %y) {
  %r = shufflevector <4 x i32> %x, <4 x i32> %y, <4 x i32> <i32 0, i32 4, i32 1, i32 5>, !dbg !7 ; the comment
  ; %r = shufflevector <4 x i32> %x, <4 x i32> %y, <4 x i32> zeroinitializer
  %c = shufflevector <4 x i32> %x, <4 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x i32> %r
}
zip:
	vpunpckldq	%xmm1, %xmm0, %xmm0             # xmm0 = xmm0[0],xmm1[0],xmm0[1],xmm1[1]
	vpshufb	.LCPI0_0(%rip), %xmm0, %xmm0
	vpaddd	%xmm1, %xmm0, %xmm0
  401126:	c5 f9 70 c0 1b       	vpshufd $0x1b,%xmm0,%xmm0
	pshufd xmm0, xmm1, 27
	vpshufd xmm0, xmm1
	retq
`

func TestScan(t *testing.T) {
	var r corpus.Report
	var at []string
	if err := corpus.Scan(strings.NewReader(listing), "a.s", corpus.Sink{Shuffle: func(f corpus.Find) {
		at = append(at, fmt.Sprintf("%d:%s", f.Line, f.Form.Dialect))
		r.Add(f)
	}}); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(at, " "), "3:llvm 5:llvm 9:comment 12:x86 13:x86"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	if r.Shuffles != 5 || r.Copies != 1 || r.Uses() != 4 {
		t.Errorf("%d shuffles, %d copies", r.Shuffles, r.Copies)
	}
	masks := r.Masks()
	if len(masks) != 2 || masks[0].Canonical != "i32x4 -> a3 a2 a1 a0" || masks[0].Count != 2 || masks[0].Name != "reverse" || masks[0].First.Line != 12 {
		t.Fatalf("%+v", masks[0])
	}
	if m := masks[1]; m.Canonical != "i32x4 i32x4 -> a0 b0 a1 b1" || m.Count != 2 || m.Dialects["llvm"] != 1 || m.Dialects["comment"] != 1 || m.Form().Map.String() != m.Canonical {
		t.Errorf("%+v", m)
	}
	if n, uses := r.Named(); n != 2 || uses != 4 {
		t.Errorf("%d named, %d uses", n, uses)
	}
}

// The same movement in lanes of another width is the same.
func TestWidths(t *testing.T) {
	var r corpus.Report
	text := "shufps xmm0, xmm1, 0x44\nmovlhps xmm0, xmm1\n%r = shufflevector <16 x i8> %a, <16 x i8> %b, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>\n"
	if err := corpus.Scan(strings.NewReader(text), "", r.Sink()); err != nil {
		t.Fatal(err)
	}
	if m := r.Masks(); len(m) != 1 || m[0].Count != 3 || m[0].Canonical != "i64x2 i64x2 -> a0 b0" {
		t.Errorf("%d masks, the first %+v", len(m), m[0])
	}
}

// Prices are those of the target, also of what takes several of its registers.
func TestPrice(t *testing.T) {
	var r corpus.Report
	text := "vpermq $78, %ymm0, %ymm1\npunpckldq xmm0, xmm1\n%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 3, i32 5, i32 0, i32 6>\n"
	if err := corpus.Scan(strings.NewReader(text), "", r.Sink()); err != nil {
		t.Fatal(err)
	}
	sse2, _ := target.Find("sse2")
	r.Price(sse2, corpus.Pricing{})
	ops := map[string]int{}
	for _, m := range r.Masks() {
		if m.Best != nil {
			ops[m.Canonical] = m.Best.Ops
		}
	}
	if half, ok := ops["i128x2 -> a1 a0"]; len(ops) != 3 || !ok || half != 0 || ops["i32x4 i32x4 -> a0 b0 a1 b1"] != 1 || ops["i32x4 i32x4 -> a3 b1 a0 b2"] != 2 {
		t.Errorf("%v", ops)
	}
}

// What a listing makes of several lines, and what it costs: a value that something else reads too is wanted itself.
func TestEmitted(t *testing.T) {
	const swapped = ".LC0:\n.quad 0x0405060700010203\n.quad 0x0c0d0e0f08090a0b\n"
	for _, row := range []struct{ text, want string }{
		{"f:\npshufd $233, %xmm1, %xmm1\npshufd $227, %xmm0, %xmm2\npunpckldq %xmm1, %xmm2\npaddd %xmm2, %xmm0\nretq\n", "i32x4 i32x4 -> a3 b1 a0 b2 sse2 {3 0 0} 2-4"},
		{"movdqa %xmm0, %xmm2\npunpckldq %xmm1, %xmm2\npunpckhdq %xmm1, %xmm0\n", "i32x4 i32x4 -> a0 b0 a1 b1 sse2 {1 0 0} 1-2, i32x4 i32x4 -> a2 b2 a3 b3 sse2 {1 0 0} 3-3"},
		{"movdqa %xmm0, %xmm2\npunpckldq %xmm1, %xmm2\nmovdqa %xmm2, %xmm0\nret\n", "i32x4 i32x4 -> a0 b0 a1 b1 sse2 {1 0 2} 1-3"}, // which keeps it for nobody
		{"movdqa %xmm0, %xmm2\npunpckldq %xmm1, %xmm2\npaddd %xmm0, %xmm2\nret\n", "i32x4 i32x4 -> a0 b0 a1 b1 sse2 {1 0 0} 1-2"},
		{"movdqa %xmm0, %xmm2\npunpckldq %xmm1, %xmm2\njne .L2\nret\n", "i32x4 i32x4 -> a0 b0 a1 b1 sse2 {1 0 0} 1-2"}, // it may be read there
		{"movdqa %xmm0, %xmm2\npunpckldq %xmm1, %xmm2\nmovdqa %xmm3, %xmm0\njne .L2\nret\n", "i32x4 i32x4 -> a0 b0 a1 b1 sse2 {1 0 1} 1-2"},
		{"f:\nmovdqa %xmm0, %xmm2\npunpckldq %xmm1, %xmm2\ng:\nret\n", "i32x4 i32x4 -> a0 b0 a1 b1 sse2 {1 0 1} 2-3"}, // and here another function begins
		{"pshufd $27, %xmm0, %xmm2\nmovdqa %xmm2, %xmm3\npunpckldq %xmm1, %xmm2\npunpckhdq %xmm1, %xmm3\nret\n", "i32x4 i32x4 -> a1 b2 a0 b3 sse2 {2 0 0} 1-4, i32x4 i32x4 -> a3 b0 a2 b1 sse2 {2 0 0} 1-3"},
		{"pshufd $27, %xmm0, %xmm1\nmovdqa %xmm1, (%rdi)\npshufd $27, %xmm1, %xmm1\n", "i32x4 -> a3 a2 a1 a0 sse2 {1 0 0} 1-1"},
		{"vpshufb .LC0(%rip), %xmm0, %xmm0\nret\n.LC0:\n.quad 0x0405060700010203\n.quad 0x0c0d0e0f08090a0b\n", "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12 avx {1 1 0} 1-1"},
		{"vpshufd $27, %xmm0, %xmm1\ng:\nvpermq $78, %ymm1, %ymm0\n", "i128x2 -> a1 a0 avx2 {1 0 0} 3-3, i32x4 -> a3 a2 a1 a0 avx {1 0 0} 1-1"},
		{"pshufd $27, %xmm0, %xmm1\ncall g\npunpckldq %xmm1, %xmm1\n", "i32x4 -> a0 a0 a1 a1 sse2 {1 0 0} 3-3, i32x4 -> a3 a2 a1 a0 sse2 {1 0 0} 1-1"},
		{"movw $5, %ax\nkmovd %eax, %k1\nvpshufd $27, %zmm0, %zmm0 {%k1} {z}\n", "i32x16 -> a3 z a1 z z z z z z z z z z z z z avx512 {1 1 0} 2-3"},
		{"movb $5, %al\nkmovd %eax, %k1\nvpshufd $27, %ymm0, %ymm0 {%k1} {z}\n", "i32x8 -> a3 z a1 z z z z z avx512 {1 1 0} 2-3"},
		{"movb $5, %al\nkmovd %eax, %k1\nvpshufd $27, %zmm0, %zmm0 {%k1} {z}\n", ""}, // bits 8 to 15 of the mask are those that were in eax
		{"movl $5, %eax\naddl %ecx, %eax\nkmovd %eax, %k1\nvpshufd $27, %zmm0, %zmm0 {%k1} {z}\n", ""},

		// General registers: what they make of one another, and vectors by way of them.
		{"f:\nmovabsq $0x5555555555555555, %rcx\npextq %rcx, %rdi, %rax\nretq\n", "i1x64 -> a0 a2 a4 a6 a8 a10 a12 a14 a16 a18 a20 a22 a24 a26 a28 a30 a32 a34 a36 a38 a40 a42 a44 a46 a48 a50 a52 a54 a56 a58 a60 a62 " + strings.TrimSpace(strings.Repeat("z ", 32)) + " bmi2 {1 1 0} 2-3"},
		{"movl %edi, %eax\nbswapl %eax\n", "i8x4 -> a3 a2 a1 a0 bmi2 {1 0 1} 1-2"},
		{"movl %edi, %eax\nshll $16, %eax\nshrl $16, %edi\norl %edi, %eax\n", "i16x2 -> a1 a0 bmi2 {3 0 1} 1-4"},
		{"movq %rdi, %rax\nshrq $16, %rax\nmovzwl %ax, %eax\nandl $255, %eax\nxorl %ecx, %ecx\n", ""}, // programs compute so
		{"bswapq %rdi\naddq %rdi, %rax\nmulq %rdi\nbswapq %rax\n", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 bmi2 {1 0 0} 1-1"},
		{"vmovq %xmm0, %rax\nbswapq %rax\nvmovq %rax, %xmm0\n", "i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 z z z z z z z z avx2+bmi2 {3 0 0} 1-3"},
		{"pshufd $27, %xmm0, %xmm0\nmovq %xmm0, %rax\nbswapq %rax\n", "i32x4 -> a3 a2 a1 a0 sse2 {1 0 0} 1-1"},
		{"movl %eax, %ecx\nmull %edx\nshll $16, %ecx\nshrl $16, %eax\norl %ecx, %eax\n", "i16x2 i16x2 -> a1 b0 bmi2 {3 0 0} 3-5"}, // of two registers that mull may have written
		{"rorl $8, %edi\npshufd $27, %xmm0, %xmm0\n", "i32x4 -> a3 a2 a1 a0 sse2 {1 0 0} 2-2, i8x4 -> a1 a2 a3 a0 bmi2 {1 0 0} 1-1"},
		{"rorxl $8, %edi, %edi\npshufd $27, %xmm0, %xmm0\n", "i32x4 -> a3 a2 a1 a0 avx2+bmi2 {1 0 0} 2-2, i8x4 -> a1 a2 a3 a0 bmi2 {1 0 0} 1-1"},
		{"movq %rdi, %xmm1\npunpcklqdq %xmm1, %xmm1\n", "i64x2 -> a0 a0 sse2 {1 0 0} 2-2"},
		{"movl %edi, %eax\nbswapl %eax\nmovd %eax, %xmm1\npshufd $0, %xmm1, %xmm0\n", "i32x4 -> a0 a0 a0 a0 sse2 {1 0 0} 4-4, i8x4 -> a3 a2 a1 a0 bmi2 {1 0 1} 1-2"},
		{"mov w8, #3\nzip1 v0.4s, v0.4s, v1.4s\nrev64 v0.4s, v0.4s\nstr q0, [x0]\n", "i32x4 i32x4 -> a0 b0 a1 b1 neon {2 0 0} 2-3"},
		{"  401126:\tc5 f9 70 c0 1b       \tvpshufd $0x1b,%xmm0,%xmm0\n", "i32x4 -> a3 a2 a1 a0 avx {1 0 0} 1-1"},
		{"paddd %xmm0, %xmm1\nmovdqa %xmm0, %xmm1\n", ""},

		// What something else reads too is a source of what is made of it, also where that is seen later only; and what is made of it by two lines costs two.
		{"pshufd $27, %xmm0, %xmm1\nmovdqa %xmm1, (%rdi)\npshufd $78, %xmm1, %xmm2\nmovdqa %xmm2, (%rsi)\n", "i32x4 -> a3 a2 a1 a0 sse2 {1 0 0} 1-1, i64x2 -> a1 a0 sse2 {1 0 0} 3-3"},
		{"pshufd $27, %xmm0, %xmm1\npshufd $78, %xmm1, %xmm2\nmovdqa %xmm2, (%rsi)\nmovdqa %xmm1, (%rdi)\n", "i32x4 -> a3 a2 a1 a0 sse2 {1 0 0} 1-1, i64x2 -> a1 a0 sse2 {1 0 0} 2-2"},
		{"pshufd $27, %xmm0, %xmm1\npaddd %xmm1, %xmm4\npshufd $78, %xmm1, %xmm2\npunpckldq %xmm1, %xmm2\nret\n", "i32x4 -> a2 a0 a3 a1 sse2 {2 0 0} 3-4, i32x4 -> a3 a2 a1 a0 sse2 {1 0 0} 1-1"},
		{"pshufd $27, %xmm0, %xmm1\nmovdqa %xmm1, (%rdi)\nmovdqa %xmm1, %xmm2\npunpckldq %xmm3, %xmm2\npaddd %xmm1, %xmm2\nret\n", "i32x4 -> a3 a2 a1 a0 sse2 {1 0 0} 1-1, i32x4 i32x4 -> a0 b0 a1 b1 sse2 {1 0 0} 3-4"}, // the copy keeps it for paddd
		{"rorxl $8, %edi, %edi\naddl %edi, %eax\nrorxl $8, %edi, %edi\naddl %edi, %eax\n", "i8x4 -> a1 a2 a3 a0 bmi2 {1 0 0} 1-1"},
		{"zip1 v0.4s, v0.4s, v1.4s\nstr q0, [x0]\nrev64 v0.4s, v0.4s\nstr q0, [x1]\n", "i32x4 -> a1 a0 a3 a2 neon {1 0 0} 3-3, i32x4 i32x4 -> a0 b0 a1 b1 neon {1 0 0} 1-1"},

		// Constants that were loaded in front of a loop.
		{"f:\n\tmovdqa .LC0(%rip), %xmm1\n.L3:\n\tmovdqu (%rsi), %xmm0\n\tpshufb %xmm1, %xmm0\n\tmovups %xmm0, (%rdi)\n\tjne .L3\n\tret\n" + swapped, "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12 ssse3 {1 1 0} 2-5"},
		{"f:\n\tje .L3\n\tmovdqa .LC0(%rip), %xmm1\n.L3:\n\tpshufb %xmm1, %xmm0\n\tmovups %xmm0, (%rdi)\n\tret\n" + swapped, ""},
		{"f:\n\tmovdqa .LC0(%rip), %xmm1\n.L3:\n\tpshufb %xmm1, %xmm0\n\tret\nf.cold:\n\tjmp .L3\n" + swapped, ""},
		{"f:\n\tmovdqa .LC0(%rip), %xmm1\n\tret\ng:\n\tpshufb %xmm1, %xmm0\n\tret\n" + swapped, ""},
		{"0000000000000010 <f>:\n  10:\tpxor %xmm1,%xmm1\n  14:\tpunpckldq %xmm1,%xmm0\n  18:\tjne 14 <f+0x4>\n", "i32x4 -> a0 z a1 z sse2 {2 0 0} 2-3"},
		{"0000000000000010 <f>:\n  10:\tpshufd $27,%xmm0,%xmm0\n  14:\tpunpckldq %xmm0,%xmm0\n  18:\tjne 14 <f+0x4>\n", "i32x4 -> a0 a0 a1 a1 sse2 {1 0 0} 3-3, i32x4 -> a3 a2 a1 a0 sse2 {1 0 0} 2-2"},
	} {
		var r corpus.Report
		if err := corpus.Scan(strings.NewReader(row.text), "", r.Sink()); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range r.Emitted() {
			got = append(got, fmt.Sprintf("%s %s %v %d-%d", e.Canonical, e.Target, e.Worst.Cost, e.Worst.First, e.Worst.Line))
		}
		if strings.Join(got, ", ") != row.want {
			t.Errorf("%q:\n%s, want\n%s", row.text, strings.Join(got, ", "), row.want)
		}
	}
}

// Listings of Intel's graphics have movs among all else, in either writing; what is copied as it is counts as a copy.
func TestScanGraphics(t *testing.T) {
	text := `mov(16)         g118<2>HF       g41<8,8,1>F                     { align1 1H @7 $0.dst };
mul(16)         g45<1>F         g42<1,1,0>F     g35<1,1,0>F     { align1 1H F@5 compacted };
sync nop(1)                     null<0,1,0>UB                   { align1 WE_all 1N $0.src };
mov(8)          g1<1>UW         g116<16,8,2>UW                  { align1 1Q F@6 };
mov(8)          g33<1>UD        g[a0]<VxH,1,0>UD                { align1 WE_all 1Q A@1 compacted };
mov(8)          g114<1>UD       g2<8,8,1>UD                     { align1 1Q compacted };
(W)     mov (8|M0)               r127.0<1>:uw  r3.0<2;1,0>:uw                  {Compacted}          //  ALU pipe: int; $4
        add (8|M0)               r6.0<1>:ud    r6.0<1;1,0>:ud    0x800:uw                           //  ALU pipe: int; $83
`
	var r corpus.Report
	if err := corpus.Scan(strings.NewReader(text), "k.asm", r.Sink()); err != nil {
		t.Fatal(err)
	}
	if m := r.Masks(); len(m) != 1 || m[0].Count != 2 || m[0].Dialects["gen"] != 2 || m[0].Canonical != "i16x16 -> a0 a2 a4 a6 a8 a10 a12 a14" || r.Shuffles != 3 || r.Copies != 1 {
		t.Errorf("%d shuffles, %d copies, %+v", r.Shuffles, r.Copies, m)
	}
}

// However long a straight run of instructions is, all of its movements are found.
func TestLongBlocks(t *testing.T) {
	found := 0
	text := strings.Repeat("addl %ecx, %eax\nbswapl %eax\n", 3000)
	if err := corpus.Scan(strings.NewReader(text), "", corpus.Sink{Emitted: func(corpus.Emission) { found++ }}); err != nil || found != 3000 {
		t.Errorf("%d, %v", found, err)
	}
}

// Loads and stores of AArch64 are no shuffles, but for those that part elements, join them, or put one in its place.
func TestScanLeavesLoadsOut(t *testing.T) {
	text := "ldr q0, [x0]\nldur q1, [x0, #-16]\nldp q2, q3, [x0], #32\nldr d4, [x0, x1]\nld1 { v0.16b }, [x0]\nst1 { v0.16b, v1.16b }, [x0]\nstr q0, [x1]\nstp q0, q1, [x1]\n" +
		"zip1 v0.4s, v0.4s, v1.4s\nld2 { v0.16b, v1.16b }, [x0]\nld1r { v0.4s }, [x0]\nld1 { v0.s }[2], [x0]\nst2 { v0.16b, v1.16b }, [x0]\ndup d19, v28.d[1]\n"
	var lines []int
	err := corpus.Scan(strings.NewReader(text), "", corpus.Sink{Shuffle: func(f corpus.Find) { lines = append(lines, f.Line) }})
	if want := []int{9, 10, 11, 12, 13, 14}; err != nil || !slices.Equal(lines, want) {
		t.Errorf("lines %v are shuffles, %v, want %v", lines, err, want)
	}
}

func TestScanLongLines(t *testing.T) {
	text := strings.Repeat("x", 3<<20) + "\nvpshufd xmm0, xmm1, 27\n" + strings.Repeat("shufflevector ", 1<<17)
	found := 0
	if err := corpus.Scan(strings.NewReader(text), "", corpus.Sink{Shuffle: func(f corpus.Find) { found += f.Line }}); err != nil || found != 2 {
		t.Errorf("%d, %v", found, err)
	}
}

func FuzzScan(f *testing.F) {
	f.Add(listing)
	f.Add("f:\nmovb $5, %al\nkmovd %eax, %k1\nvpshufd $27, %zmm0, %zmm0 {%k1} {z}\n.LC0:\n.long 1,2\n.zero 8\npand .LC0(%rip), %xmm0 # xmm0 = [1,2,u,-1]\ncall f\n")
	f.Add("adrp x8, .LC0\nldr q2, [x8, :lo12:.LC0]\ntbl v0.16b, { v0.16b, v1.16b }, v2.16b\nmov v2.s[3], wzr\n")
	f.Add("|f| PROC\n\tadr r0, .LC0\n\tvld1.8 {d4}, [r0:64]\n\tvtbl.8 d1, {q1}, d4\n\tvzip.16 q0, q3\n\tvmla.i16 d6, d7, d0[1]\n\tvmov.8 d0[1], r2\n\tpop {r4, pc}\n.LC0:\n\t.byte 1, 2\n")
	chance.Fuzz(f, func(t *testing.T, text string) {
		var r corpus.Report
		if err := corpus.Scan(strings.NewReader(text), "", r.Sink()); err != nil {
			t.Fatal(err)
		}
		uses := 0
		for _, m := range r.Masks() {
			uses += m.Count
		}
		if uses != r.Uses() {
			t.Fatalf("%d uses in the masks, %d in all", uses, r.Uses())
		}
	})
}

func ExampleScan() {
	var r corpus.Report
	text := "punpckldq xmm0, xmm1\n%t = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>\n"
	_ = corpus.Scan(strings.NewReader(text), "mixed.txt", r.Sink())
	for _, m := range r.Masks() {
		fmt.Println(m.Count, m.Canonical, m.Name)
	}
	// Output: 2 i32x4 i32x4 -> a0 b0 a1 b1 zip half=low group=1
}

// A shuffle that is wrapped over several lines is found at its first one, in C as in LLVM's IR, and what follows it by itself.
func TestWrapped(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"__m128i f(__m128i a) {\n  return _mm_shuffle_epi8(a, // bytes\n      _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4,\n                    11, 10, 9, 8, 15, 14, 13, 12));\n}\nx = _mm_unpacklo_epi32(a, b);\n", "2:i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12 6:i32x4 i32x4 -> a0 b0 a1 b1"},
		{"#define ZIP(a, b) \\\n  __builtin_shufflevector(a, b, 0, \\\n    4, 1, \\\n    5)\n", "2:i32x4 i32x4 -> a0 b0 a1 b1"},
		{"%1 = shufflevector <4 x i32> %0, <4 x i32> poison, <4 x i32>\n     <i32 3, i32 2, ; back\n      i32 1, i32 0>\n%2 = shufflevector <4 x i32> %1,\n  <4 x i32> poison,\n  <4 x i32> zeroinitializer\n", "1:i32x4 -> a3 a2 a1 a0 4:i32x4 -> a0 a0 a0 a0"},
		{"x = _mm_unpacklo_epi32(\n    _mm_shuffle_epi32(a, 27), b);\n", "1:i32x4 i32x4 -> a3 b0 a2 b1"},
		{"x = _mm_shuffle_epi8(a, k(\n" + strings.Repeat("  1,\n", 100) + "2));\nx = _mm_shuffle_epi32(a, 27);\n", "103:i32x4 -> a3 a2 a1 a0"},
		{"x = _mm_shuffle_epi32(a,", ""},
		{"%1 = shufflevector <4 x i32> %0, <4 x i32> poison, <4 x i32>\n\n%2 = shufflevector <4 x i32> %0, <4 x i32> poison, <4 x i32> zeroinitializer", "3:i32x4 -> a0 a0 a0 a0"},
	} {
		var found []string
		if err := corpus.Scan(strings.NewReader(row.text), "a.c", corpus.Sink{Shuffle: func(f corpus.Find) {
			found = append(found, fmt.Sprintf("%d:%v", f.Line, f.Form.Map))
		}}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(found, " "); got != row.want {
			t.Errorf("in %q is %s, want %s", row.text, got, row.want)
		}
	}
}

// In source code calls are found, and no word at the beginning of a line of prose is an instruction that could not be followed; in a listing it may be one, if it has the name of an instruction on vectors. A constant is no shuffle anywhere.
func TestSources(t *testing.T) {
	const text = "/* bits are zero\n   and so they stay\n   dup or not */\n  x = _mm_shuffle_epi32(a, 27);\nk = _mm_set1_epi16(7);\n"
	for file, lost := range map[string]int{"a.cc": 0, "a.s": 1} {
		var found, skipped []int
		if err := corpus.Scan(strings.NewReader(text), file, corpus.Sink{
			Shuffle: func(f corpus.Find) { found = append(found, f.Line) },
			Emitted: func(corpus.Emission) {},
			Lost:    func(s corpus.Skip) { skipped = append(skipped, s.Line) },
		}); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(found) != "[4]" || len(skipped) != lost {
			t.Errorf("%s: shuffles in lines %v, lost %v, want %d", file, found, skipped, lost)
		}
	}
}
