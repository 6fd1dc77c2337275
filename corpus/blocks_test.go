package corpus_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
)

// emittedOf are the movements that a listing makes: where, what, on what, and what it costs.
func emittedOf(t *testing.T, text string) (all []string) {
	t.Helper()
	err := corpus.Scan(strings.NewReader(text), "x.s", corpus.Sink{Emitted: func(e corpus.Emission) {
		all = append(all, fmt.Sprintf("%d-%d %v %s %v", e.First, e.Line, e.Form.Map, e.Target, e.Cost))
	}})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What a copy is of may be read behind a jump, a call and a label inside of the function; behind a return and where another function begins nobody reads it, and the copy is counted. So it is where the lines are followed twice, since a movement of the block is a source of another.
func TestCopiesAtTheEndOfABlock(t *testing.T) {
	const before = "f:\n"
	const source = "\tpshufd $27, %xmm8, %xmm9\n\tmovdqa %xmm9, (%rdi)\n\tpshufd $78, %xmm9, %xmm10\n"
	const copied = "\tmovdqa %xmm0, %xmm2\n\tpunpckldq %xmm1, %xmm2\n"
	for _, end := range []struct {
		line    string
		counted int
	}{
		{"\tjne .L2", 0}, {"\tjmp .L2", 0}, {"\tcall g", 0}, {".L3:", 0}, {"1:", 0}, {"L5:", 0}, {"LBB0_1:", 0}, {".Lend:", 0}, {"\tret", 1}, {"\tretq", 1}, {"g:", 1}, {"_g: # another", 1}, {"0000000000001129 <g>:", 1}, {"", 1},
	} {
		for _, first := range []string{"", "\tpaddd %xmm4, %xmm5\n", source} {
			text := before + first + copied + end.line + "\n"
			got := emittedOf(t, text)
			begin := strings.Count(before+first, "\n") + 1
			want := fmt.Sprintf("%d-%d i32x4 i32x4 -> a0 b0 a1 b1 sse2 {1 0 %d}", begin, begin+1, end.counted)
			if !slices.Contains(got, want) {
				t.Errorf("%q:\n%s\nwant\n%s", text, strings.Join(got, "\n"), want)
			}
			if first == source && len(got) != 3 {
				t.Errorf("%q: %q", text, got)
			}
		}
	}
}

// What registers hold where something is called may be an argument: it is wanted, though a movement reads it too. Where something else comes it is not.
func TestArgumentsAreWanted(t *testing.T) {
	const lines = "\tpshufd $78, %xmm1, %xmm2\n\tpunpckldq %xmm2, %xmm3\n"
	alone := []string{"2-2 i64x2 -> a1 a0 sse2 {1 0 0}", "3-3 i32x4 i32x4 -> a0 b0 a1 b1 sse2 {1 0 0}"}
	for end, want := range map[string][]string{
		"\tcall g": alone, "\tcallq *%rax": alone,
		"\tret":                         {"2-3 i32x4 i32x4 -> b0 a2 b1 a3 sse2 {2 0 0}"},
		"\tjne .L3":                     {"2-3 i32x4 i32x4 -> b0 a2 b1 a3 sse2 {2 0 0}"},
		"\tpxor %xmm2, %xmm2\n\tcall g": {"2-3 i32x4 i32x4 -> b0 a2 b1 a3 sse2 {2 0 0}"},
	} {
		if got := emittedOf(t, "f:\n"+lines+end+"\n"); !slices.Equal(got, want) {
			t.Errorf("before %q: %q, want %q", end, got, want)
		}
	}
}

// A constant in front of a loop is known in it, in each function of a file by itself; a jump from another function into the loop makes it unknown there, and nowhere else.
func TestConstantsOfEachFunction(t *testing.T) {
	const functions = 4
	text := func(jumpsTo int) string {
		var b strings.Builder
		for n := range functions {
			fmt.Fprintf(&b, "f%d:\n\tmovdqa .LC0(%%rip), %%xmm1\n.L%[1]d:\n\tpshufb %%xmm1, %%xmm0\n\tmovups %%xmm0, (%%rdi)\n\tjne .L%[1]d\n\tret\n", n)
		}
		if jumpsTo >= 0 {
			fmt.Fprintf(&b, "g:\n\tjmp .L%d\n", jumpsTo)
		}
		return b.String() + ".LC0:\n\t.quad 0x0405060700010203\n\t.quad 0x0c0d0e0f08090a0b\n"
	}
	for jumpsTo := -1; jumpsTo < functions; jumpsTo++ {
		var want []string
		for n := range functions {
			if n != jumpsTo {
				want = append(want, fmt.Sprintf("%d-%d i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12 ssse3 {1 1 0}", 7*n+2, 7*n+4))
			}
		}
		if got := emittedOf(t, text(jumpsTo)); !slices.Equal(got, want) {
			t.Errorf("with a jump to loop %d:\n%s\nwant\n%s", jumpsTo, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// The target of a movement is the poorest that has all instructions of the function, wherever in it they stand, and none of another function.
func TestTargetOfTheFunction(t *testing.T) {
	type line struct{ text, target string }
	for _, machine := range []struct {
		move  string
		lines []line // each poorer than the one behind it
	}{
		{"\tpshufd $27, %xmm0, %xmm0\n", []line{{"", "sse2"}, {"\tpshufb %xmm1, %xmm2\n", "sse2"}, {"\tpalignr $4, %xmm1, %xmm2\n", "ssse3"}, {"\tvpshufd $27, %xmm1, %xmm1\n", "avx"}, {"\tvpermq $78, %ymm1, %ymm1\n", "avx2"}, {"\tvpermq $78, %zmm1, %zmm1\n", "avx512"}}},
		{"\tzip1 v0.4s, v0.4s, v1.4s\n", []line{{"", "neon"}, {"\trev64 v2.4s, v2.4s\n", "neon"}, {"\tzip1 z2.s, z2.s, z3.s\n", "sve2-128"}}},
		{"\tvilvl.w $vr0, $vr1, $vr0\n", []line{{"", "lsx"}, {"\txvilvl.w $xr2, $xr3, $xr2\n", "lsx"}}},
		{"\txvilvl.w $xr0, $xr1, $xr0\n", []line{{"", "lasx"}, {"\tvilvl.w $vr2, $vr3, $vr2\n", "lasx"}}},
		{"\tvmrghw 2, 2, 3\n", []line{{"", "vsx"}, {"\txxpermdi 36, 36, 37, 3\n", "vsx"}}},
	} {
		for _, other := range machine.lines {
			for _, text := range []string{"f:\n" + other.text + machine.move, "f:\n" + machine.move + other.text, "f:\n" + machine.move + ".L1:\n" + other.text + ".L2:\n", "f:\n" + machine.move + "g:\n" + other.text} {
				want := other.target
				if strings.Contains(text, "g:") {
					want = machine.lines[0].target
				}
				at := 2 + strings.Count(text[:strings.Index(text, machine.move)], "\n") - 1
				found := false
				for _, e := range emittedOf(t, text) {
					if fields := strings.Fields(e); fields[0] == fmt.Sprintf("%d-%[1]d", at) {
						found = true
						if !strings.Contains(e, " "+want+" ") {
							t.Errorf("%q: %s, want %s", text, e, want)
						}
					}
				}
				if !found {
					t.Errorf("%q: nothing at line %d: %q", text, at, emittedOf(t, text))
				}
			}
		}
	}
}

// A comment contradicts its instruction only if both say for sure what moves, of the same operands: all pairs of what instructions and comments say.
func TestContradictionsOfAll(t *testing.T) {
	order := func(k int) (lanes [4]int) {
		for n := range lanes {
			lanes[n] = k >> (2 * n) & 3
		}
		return lanes
	}
	for k := 0; k < 256; k += 5 {
		for c := 0; c < 256; c += 3 {
			said := order(c)
			line := fmt.Sprintf("\tpshufd\t$%d, %%xmm1, %%xmm0\t# xmm0 = xmm1[%d,%d,%d,%d]", k, said[0], said[1], said[2], said[3])
			what, found := corpus.Contradicts(corpus.Place{Line: 7}, line)
			if found != (k != c) || found && what.Line != 7 {
				t.Errorf("%s: %v, %v", line, what, found)
			}
			if found {
				if got, want := what.String(), fmt.Sprintf("the instruction is %v, its comment %v", what.Instruction.Map, what.Comment.Map); got != want || what.Instruction.Map.String() == what.Comment.Map.String() {
					t.Errorf("%s: %s", line, got)
				}
			}
		}
	}
	for _, line := range []string{
		"", "# xmm0 = xmm1[0,1,2,3]", "\tpshufd $27, %xmm1, %xmm0", "\tpshufd $27, %xmm1, %xmm0 # xmm0 = xmm1", "\tpshufd $27, %xmm1, %xmm0 # [xmm1]", "\tpshufd $27, %xmm1, %xmm0 # x = y[", "\tpshufd $27, %xmm1, %xmm0 # table[3] = 7", "\tpshufd $27, %xmm1, %xmm0 # xmm0 = xmm2[0,1,2,3]",
		"\tpshufb %xmm2, %xmm1 # xmm1 = xmm1[0,1,2,3,4,5,6,7,8,9,10,11,12,13,15,14]", "\tfoo %xmm1, %xmm0 # xmm0 = xmm1[0,1,2,3]", "\tvpshufd $27, %zmm1, %zmm0 {%k1} # zmm0 {%k1} = zmm1[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]", "\tpshufd $27, (%rdi), %xmm0 # xmm0 = mem[0,1,2,3]",
	} {
		if what, found := corpus.Contradicts(corpus.Place{}, line); found {
			t.Errorf("%s: %v", line, what)
		}
	}
}

// Where a block ends, what comes behind it begins with registers of which nothing is known: of two movements each is one by itself. Lines that end none change nothing.
func TestMovementsEndWithTheirBlock(t *testing.T) {
	const first, second = "\tpshufd $27, %xmm0, %xmm1\n", "\tpunpckldq %xmm1, %xmm1\n"
	for between, ends := range map[string]bool{
		"": false, "\t.loc 1 2 3\n": false, "\n": false, "# a comment\n": false, "\t.p2align 4\n": false,
		"\tjne .L2\n": true, "\tjmp *%rax\n": true, ".L2:\n": true, "1:\n": true,
	} {
		at := 3 + strings.Count(between, "\n")
		want := []string{fmt.Sprintf("2-%d i32x4 -> a3 a3 a2 a2 sse2 {2 0 0}", at)}
		if ends {
			want = []string{"2-2 i32x4 -> a3 a2 a1 a0 sse2 {1 0 0}", fmt.Sprintf("%d-%[1]d i32x4 -> a0 a0 a1 a1 sse2 {1 0 0}", at)}
		}
		if got := emittedOf(t, "f:\n"+first+between+second); !slices.Equal(got, want) {
			t.Errorf("with %q between: %q, want %q", between, got, want)
		}
	}
}

// A constant that several instructions of a movement load is loaded once, and each other one too.
func TestConstantsAreCountedOnce(t *testing.T) {
	const bytes = ".LC0:\n.quad 0x0405060700010203\n.quad 0x0c0d0e0f08090a0b\n.LC1:\n.quad 0x0001020304050607\n.quad 0x08090a0b0c0d0e0f\n.LC2:\n.quad 0x0101020304050607\n.quad 0x08090a0b0c0d0e0f\n"
	for n := range 81 {
		text, labels := "", map[int]bool{}
		for k := n; k > 0; k /= 3 {
			labels[k%3] = true
			text += fmt.Sprintf("vpshufb .LC%d(%%rip), %%xmm0, %%xmm0\n", k%3)
		}
		text += "vpunpcklbw %xmm1, %xmm0, %xmm0\n"
		lines := strings.Count(text, "\n")
		got := emittedOf(t, text+"ret\n"+bytes)
		if want := fmt.Sprintf(" avx {%d %d 0}", lines, len(labels)); len(got) != 1 || !strings.HasPrefix(got[0], fmt.Sprintf("1-%d ", lines)) || !strings.HasSuffix(got[0], want) {
			t.Errorf("%q: %q, want%s", text, got, want)
		}
	}
}

// A straight run is cut where it has as many lines as are followed together, and not before.
func TestLongRunsAreCutWhereTheyMust(t *testing.T) {
	const most = 1024
	for _, lines := range []int{most - 1, most, most + 1, 2 * most, 2*most + 2} {
		var want []string
		for first := 1; first <= lines; first += most {
			want = append(want, fmt.Sprintf("%d-%d", first, min(first+most-1, lines)))
		}
		var got []string
		for _, e := range emittedOf(t, strings.Repeat("punpckldq %xmm1, %xmm0\n", lines)) {
			got = append(got, strings.Fields(e)[0])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d lines: %q, want %q", lines, got, want)
		}
	}
}

// A block that is followed again, since a movement of it is a source of another, knows the constants that it begins with still.
func TestFollowedAgain(t *testing.T) {
	const source = "\tpshufd $27, %xmm8, %xmm9\n\tmovdqa %xmm9, (%rdi)\n\tpshufd $78, %xmm9, %xmm10\n"
	const loop = "f:\n\tmovdqa .LC0(%rip), %xmm1\n.L3:\n"
	const constant = "\tjne .L3\n\tret\n.LC0:\n\t.quad 0x0405060700010203\n\t.quad 0x0c0d0e0f08090a0b\n"
	for _, again := range []string{"", source} {
		got := emittedOf(t, loop+again+"\tpshufb %xmm1, %xmm0\n\tmovups %xmm0, (%rsi)\n"+constant)
		want := fmt.Sprintf("2-%d i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12 ssse3 {1 1 0}", 4+strings.Count(again, "\n"))
		if !slices.Contains(got, want) {
			t.Errorf("behind %q: %q, want %q", again, got, want)
		}
	}
}

// A shuffle of WebAssembly, whose operands are on a stack, is told of by itself if it moves something.
func TestShufflesOfAStack(t *testing.T) {
	for by := range 16 {
		var lanes []string
		for i := range 16 {
			lanes = append(lanes, fmt.Sprint((i+by)%16))
		}
		got := emittedOf(t, "(func $f (param v128)\n  local.get 0\n  local.get 0\n  i8x16.shuffle "+strings.Join(lanes, " ")+"\n)\n")
		if (len(got) == 1) != (by > 0) || by > 0 && (!strings.HasPrefix(got[0], "4-4 ") || !strings.HasSuffix(got[0], " wasm {1 0 0}")) {
			t.Errorf("turned by %d bytes: %q", by, got)
		}
	}
}

// LLVM's two halves of a movement on RISC-V are one, of all that both are of. What lies between them may be anything that leaves the sum alone; who reads it, or writes over it, makes of the first half what reads its operands, and nothing else.
func TestHalvesOfMovements(t *testing.T) {
	const slide = "\tvsetivli zero, 2, e32, m1, ta, ma\n\tvslidedown.vi v10, v8, 2\n"
	const sum, end = "\tvsetivli zero, 2, e32, mf2, ta, ma\n\tvwaddu.vv v9, v8, v10\n\tli a0, -1\n", "\tvwmaccu.vx v9, a0, v10\n"
	whole := []string{"3-# i32x4 -> a0 a2 a1 a3 rvv128 {2 0 1}"}
	for between, want := range map[string][]string{
		"": whole, "\tvadd.vv v12, v12, v13\n": whole, "\tvse32.v v11, (a1)\n": whole,
		"\tvse32.v v9, (a1)\n":                              {"3-3 i64x2 -> a1 _ rvv128 {1 0 0}", "5-# i32x4 i32x4 -> a0 b0 a1 b1 rvv128 {1 0 1}"},
		"\tvadd.vv v12, v9, v13\n":                          {"3-3 i64x2 -> a1 _ rvv128 {1 0 0}", "5-# i32x4 i32x4 -> a0 b0 a1 b1 rvv128 {1 0 1}"},
		"\tvadd.vv v9, v12, v13\n":                          {"3-3 i64x2 -> a1 _ rvv128 {1 0 0}"},
		"\tvadd.vv v10, v12, v13\n":                         {"3-3 i64x2 -> a1 _ rvv128 {1 0 0}"},
		"\tvslidedown.vi v11, v9, 1\n\tvse32.v v11, (a1)\n": {"3-3 i64x2 -> a1 _ rvv128 {1 0 0}", "5-# i32x4 i32x4 -> a0 b0 a1 b1 rvv128 {1 0 1}", "7-7 i32x4 -> a1 z _ _ rvv128 {1 0 0}"},
	} {
		text := "f:\n" + slide + sum + between + end
		last := strings.Count(text, "\n")
		got := emittedOf(t, text+"\tvmv1r.v v8, v9\n\tret\n")
		for k := range got {
			got[k] = strings.ReplaceAll(got[k], fmt.Sprint("-", last+1, " "), "-# ")
			got[k] = strings.ReplaceAll(got[k], fmt.Sprint("-", last, " "), "-# ")
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("with %q between: %q, want %q", between, got, want)
		}
	}
}

// The first half of a movement writes all registers of its group, and what these held is not what is read behind it.
func TestHalvesWriteGroups(t *testing.T) {
	const before, behind = "f:\n\tvsetivli zero, 4, e32, m1, ta, ma\n\tvslidedown.vi v11, v8, 2\n", "\tvslidedown.vi v12, v11, 1\n\tvse32.v v12, (a0)\n"
	for between, want := range map[string][]string{
		"": {"3-4 i32x4 -> a3 z z z rvv128 {2 0 0}"}, "\tvwaddu.vv v12, v8, v9\n": {"3-5 i32x4 -> a3 z z z rvv128 {2 0 0}"},
		"\tvwaddu.vv v10, v8, v9\n": {"3-3 i64x2 -> a1 z rvv128 {1 0 0}", "5-5 i32x4 -> a1 a2 a3 z rvv128 {1 0 0}"},
	} {
		if got := emittedOf(t, before+between+behind); !slices.Equal(got, want) {
			t.Errorf("with %q between: %q, want %q", between, got, want)
		}
	}
}

// What is assembled in one case alone, or again and again, and what a macro stands for, is not followed through; so it is with constants.
func TestDecisionsEndMovements(t *testing.T) {
	const first, second = "\tzip1 v24.4s, v0.4s, v1.4s\n", "\tdup v2.4s, v24.s[3]\n"
	for between, whole := range map[string]bool{
		"": true, "\t.p2align 4\n": true, ".loc 1 2 3\n": true, "# if so\n": true,
		".if \\x\n\tmov v24.16b, v3.16b\n.else\n\trev64 v24.4s, v24.4s\n.endif\n": false, "#ifdef X\n\tmov v24.16b, v3.16b\n#endif\n": false,
		"%if X\n\tmov v24.16b, v3.16b\n%endif\n": false, ".rept 2\n\trev64 v24.4s, v24.4s\n.endr\n": false, ".macro twice\n.endm\n\ttwice\n": false, "\ttranspose_4x4 v21, v22\n": false, "function g, export=1\n": false,
	} {
		got := emittedOf(t, "f:\n"+first+between+second)
		if is := slices.ContainsFunc(got, func(e string) bool { return strings.Contains(e, "i32x4 -> a1 a1 a1 a1") }); is != whole {
			t.Errorf("with %q between: %q, want both together: %v", between, got, whole)
		}
	}
	const load, use = "\tadrp x8, .LC0\n\tldr q1, [x8, :lo12:.LC0]\n", "\ttbl v0.16b, {v0.16b}, v1.16b\n\tret\n.LC0:\n\t.byte 3,2,1,0,7,6,5,4,11,10,9,8,15,14,13,12\n"
	for between, known := range map[string]bool{".L3:\n": true, ".if X\n.endif\n": false, "#if X\n#endif\n": false} {
		if got := emittedOf(t, "f:\n"+load+between+use); (len(got) > 0) != known {
			t.Errorf("with %q between: %q, want the constant known: %v", between, got, known)
		}
	}
}

// Of a line in a macro it is said why it is not followed.
func TestMacrosAreLost(t *testing.T) {
	var lost []string
	text := ".macro m r, s\n\tzip1 v1.4s, \\r\\().4s, \\s\\().4s\n\txvilvl.b\t$xr\\r, $xr\\s, $xr1\n\tpshufb %xmm1, %xmm2\n.endm\n"
	if err := corpus.Scan(strings.NewReader(text), "x.S", corpus.Sink{Lost: func(s corpus.Skip) { lost = append(lost, fmt.Sprintf("%d: %s", s.Line, s.Why)) }}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"2: what a macro is given stands for an operand", "3: what a macro is given stands for an operand", "4: what pshufb does depends on the contents of xmm1: it is a map only where these are constants"}; !slices.Equal(lost, want) {
		t.Errorf("%q, want %q", lost, want)
	}
}

// Behind a line that computes a vector, or that may, nothing is followed back through it; what writes another register, or none, does not matter.
func TestComputingEndsMovements(t *testing.T) {
	for _, machine := range []struct {
		name, first, second string // the second is of what the first made
		whole, alone        string // what both make together, and what the second makes
		writes, elsewhere   []string
	}{
		{"LoongArch", "vilvl.w $vr24, $vr0, $vr1", "vreplvei.w $vr2, $vr24, 3", "i32x4 -> a1 a1 a1 a1", "i32x4 -> a3 a3 a3 a3",
			[]string{"fld.d $f24, $a0, 0", "fld.s $fs0, $a0, 0", "fadd.d $f24, $f1, $f2", "movgr2fr.d $f24, $a0", "vadd.w $vr24, $vr3, $vr4", "xvadd.w $xr24, $xr3, $xr4", "vld $vr24, $a0, 0", "vadd.w vr24, vr3, vr4", "vld_x2 a0, 16, vr23, vr24", "vmadd.w $vr24, $vr3, $vr4", "vldrepl.w $vr24, $a0, 0"},
			[]string{"fst.d $f25, $a0, 0", "vadd.w $vr25, $vr3, $vr4", "fadd.d $f23, $f1, $f2", "vst $vr23, $a0, 0", "add.d $a0, $a1, $a2", "vpickve2gr.w $a0, $vr3, 1"}},
		{"Power", "vmrghw 2, 2, 3", "xxpermdi 35, 34, 34, 3", "i32x4 i32x4 -> b2 a2 b2 a2", "i64x2 -> a0 a0",
			[]string{"vadduwm 2, 4, 5", "xvadddp 34, 36, 37", "lxvd2x 34, 0, 3", "lxv vs34, 16(3)", "vadduwm v2, v4, v5", "mtvsrd 34, 5", "lvx 2, 0, 3", "xsaddqp 2, 4, 5", "some_macro 2, 3", "lxvp 34, 0(3)", "bcdadd. 2, 4, 5, 0"},
			[]string{"stxv 36, 0(3)", "stvx 4, 0, 3", "fadd 2, 3, 4", "xvadddp 2, 3, 4", "add 2, 3, 4", "ld 2, 0(3)", "xor 2, 2, 2", "mfvsrd 2, 36", "vextubrx 2, 3, 4", "lxvp 2, 0(3)"}},
		{"AArch64", "zip1 v24.4s, v0.4s, v1.4s", "dup v2.4s, v24.s[3]", "i32x4 -> a1 a1 a1 a1", "i32x4 -> a3 a3 a3 a3",
			[]string{"fadd d24, d1, d2", "add v24.4s, v3.4s, v4.4s", "ldr s24, [x0]", "fadd z24.s, p0/m, z24.s, z1.s", "ld2w {z23.s, z24.s}, p0/z, [x0]", "ld2 {v23.4s, v24.4s}, [x0]", "fmov d24, x0", "transpose_4x4 v21, v22, v23, v24", "movprfx z24, z3", "mla v24.4s, v3.4s, v4.4s"},
			[]string{"str q23, [x0]", "fadd z23.s, p0/m, z23.s, z1.s", "st1w {z23.s}, p0, [x0]", "umov w24, v3.s[1]", "fmov x24, d3", "add x24, x1, x2", "st2w {z22.s, z23.s}, p0, [x0]"}},
		{"x86", "vpunpckldq %ymm1, %ymm0, %ymm4", "vpermq $27, %ymm4, %ymm2", "i32x8 i32x8 -> a5 b5 a4 b4 a1 b1 a0 b0", "i64x4 -> a3 a2 a1 a0",
			[]string{"vpaddd %xmm5, %xmm6, %xmm4", "vzeroupper", "vzeroall", "vpgatherdd %ymm4, (%rdi,%ymm5), %ymm6", "vaddsd %xmm5, %xmm6, %xmm4", "some_macro 4", "vcvtsi2sd %eax, %xmm5, %xmm4"},
			[]string{"vpaddd %ymm5, %ymm6, %ymm7", "vmovdqu %ymm5, (%rdi)", "vptest %ymm5, %ymm6", "vpmovmskb %ymm5, %eax"}},
	} {
		for _, between := range append([]string{""}, append(machine.elsewhere, machine.writes...)...) {
			text := fmt.Sprintf("f:\n\t%s\n\t%s\n\t%s\n", machine.first, between, machine.second)
			got := emittedOf(t, text)
			want, not := machine.whole, machine.alone
			if slices.Contains(machine.writes, between) {
				want, not = not, want
			}
			has := func(m string) bool {
				return slices.ContainsFunc(got, func(e string) bool { return strings.Contains(e, " "+m+" ") || strings.Contains(e, m+" ") })
			}
			if !has(want) || has(not) {
				t.Errorf("%s: with %q between: %q, want %s and not %s", machine.name, between, got, want, not)
			}
		}
	}
}
