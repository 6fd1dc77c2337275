package ptx_test

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/ptx"
	"github.com/lanescope/lanescope/syntax"
)

// Statements of every notation, with the map and what the text calls sources and result.
func TestParse(t *testing.T) {
	for _, row := range []struct{ text, want, names, to string }{
		{"prmt.b32 %r, %a, %b, 0x5140;", "i8x4 i8x4 -> a0 b0 a1 b1", "%a %b", "%r"},
		{"prmt.b32 \t%r3, %r1, 0, 0x4140U;", "i8x4 -> a0 z a1 z", "%r1", "%r3"},
		{"prmt.b32 %r, %x, %x, 0x7210", "i8x4 -> a0 a1 a2 a3", "%x", "%r"},
		{"/*0050*/  PRMT R0, R1, 0x3210, R2 ;", "i8x4 i8x4 -> a0 a1 a2 a3", "R1 R2", "R0"},
		// registers of the code's own stand beside the operands, behind two percent signs, or one where there are none
		{"asm volatile(\"{ .reg .b32 %%t; prmt.b32 %%t, %1, %2, 0x5410;\\n\\tmov.b32 %0, %%t; }\" : \"=r\"(d) : \"r\"(lo), \"r\"(hi) : \"memory\");", "i8x4 i8x4 -> a0 a1 b0 b1", "lo hi", "d"},
		{"__asm__ __volatile__ (\"prmt.b32 %0, %1, \" \"%2, 0x3210;\" : \"=r\"(d) : \"r\"(lo), \"r\"(hi))", "i8x4 i8x4 -> a0 a1 a2 a3", "lo hi", "d"},
		{"asm(\"prmt.b32 %r1, %%1, %x, 0x5410;\" : \"=r\"(d) : \"r\"(lo))", "i8x4 i8x4 -> a0 a1 b0 b1", "%1 %x", "%r1"},
		{"PRMT R0, R1.reuse, 0x5410, RZ", "i8x4 -> a0 a1 z z", "R1", "R0"},
		{"@PT PRMT R0, R1, 0x5410, R2", "i8x4 i8x4 -> a0 a1 b0 b1", "R1 R2", "R0"},
		{"IMAD.MOV.U32 R5, RZ, RZ, R4", "i32x1 -> a0", "R4", "R5"},
		{"unsigned r = __byte_perm(x, y, 0x3210);", "i8x4 i8x4 -> a0 a1 a2 a3", "x y", "r"},
		{"__byte_perm((unsigned int)x, (int)(y), 0x5000 | 4 << 8 | 0x10)", "i8x4 i8x4 -> a0 a1 b0 b1", "x y", ""},
		{"r = __byte_perm(__byte_perm(x, y, 0x5410), z, 0x3276);", "i8x4 i8x4 -> b2 b3 a0 a1", "y z", "r"},
		{"%r = call i32 @llvm.nvvm.prmt(i32 %a, i32 noundef %b, i32 12816) #1", "i8x4 i8x4 -> a0 a1 a2 a3", "%a %b", "%r"},
		{"%r = tail call i32 @llvm.nvvm.prmt.rc8(i32 %a, i32 2)", "i8x4 i8x4 -> a2 a2 a2 a2", "%a", "%r"},
		{"mov.b64 %rd1, {%r1, %r2};", "i32x1 i32x1 -> a0 b0", "%r1 %r2", "%rd1"},
		{"mov.b64 {%r1, %r2}, %rd1;", "i32x2 -> a0", "%rd1", "%r1"},
		{"mov.b64 {%r1, %r2}, %rd1; prmt.b32 %r3, %r1, %r2, 0x7654;", "i8x8 -> a4 a5 a6 a7", "%rd1", "%r3"},
		{"mov.u32 %r9, 0x0123; prmt.b32 %r2, %r1, %r1, %r9;", "i8x4 -> a3 a2 a1 a0", "%r1", "%r2"},
		{"prmt.b32 %r1, %r1, 0, 0x0123; prmt.b32 %r1, %r1, 0, 0x0123", "i8x4 -> a0 a1 a2 a3", "%r1", "%r1"},
		{"fma.rn.f32 %f1, %f2, %f3, %f4; prmt.b32 %r1, %r2, 0, 0x0123", "i8x4 -> a3 a2 a1 a0", "%r2", "%r1"},
		{".reg .b32 %r<4>;\n$L__BB0_1:\nld.param.b32 %r1, [f_param_0+4];\nprmt.b32 %r3, %r1, 0, 0x4440U;\nst.param.b32 [func_retval0], %r3;\nret;\n}", "i8x4 -> a0 z z z", "%r1", "%r3"},
		{"asm volatile(\"prmt.b32 %0, %1, %2, 0x5410;\\n\\t\" \"prmt.b32 %0, %0, 0, 0x0123;\" : \"=r\"(d) : \"r\"(lo), \"r\"(hi) : \"memory\");", "i8x4 i8x4 -> b1 b0 a1 a0", "lo hi", "d"},
		{"asm(\"{ .reg .b32 %%t; prmt.b32 %%t, %1, 0, 1; mov.b32 %0, %%t; }\" : \"=r\"(d) : \"r\"(v));", "i8x4 -> a1 a0 a0 a0", "v", "d"},
		{"asm(\"prmt.b32 %0, %10, %9, 0x5410;\" : \"=r\"(d) : \"r\"(a), \"r\"(a), \"r\"(a), \"r\"(a), \"r\"(a), \"r\"(a), \"r\"(a), \"r\"(a), \"r\"(y), \"r\"(x));", "i8x4 i8x4 -> a0 a1 b0 b1", "x y", "d"},
		{"st.v2.b16 [%rd1], {%rs2, %rs1};", "i16x1 i16x1 -> a0 b0", "%rs2 %rs1", ""},
	} {
		r, err := ptx.Parse(row.text)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		want, err := lane.Parse(row.want)
		if err != nil {
			t.Fatal(err)
		}
		for len(want.Src) > len(r.Map.Src) {
			want.Src = want.Src[:len(want.Src)-1]
		}
		v, err := lane.Compare(r.Map, want)
		if names := strings.Join(r.Names, " "); err != nil || v.Relation != lane.Equal || names != row.names || r.To != row.to {
			t.Errorf("%s: %s of %q to %q, want %s of %q to %q", row.text, r.Map, names, r.To, row.want, row.names, row.to)
		}
	}
}

// A thread's instruction beside a warp's is done by all threads.
func TestBothKinds(t *testing.T) {
	r, err := ptx.Parse("prmt.b32 %r2, %r1, 0, 0x0123; shfl.sync.bfly.b32 %r3, %r2, 1, 31, -1;")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Map.Lane) != 4*ptx.Threads {
		t.Fatalf("%d lanes", len(r.Map.Lane))
	}
	for i, l := range r.Map.Lane {
		if want := lane.From(0, (i/4^1)*4+3-i%4); l != want {
			t.Fatalf("byte %d is %v, want %v", i, l, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"prmt.b32 %r, %a, %b, %c;":                                              `1:22: the selector "%c" depends on data`,
		"prmt.b32 %r, %a, %b, 0x5148;":                                          "1:22: digit 0 copies the sign of byte 0",
		"__byte_perm(x, y, 0x8000)":                                             "1:19: digit 3 is above 7: CUDA drops the bit, prmt copies a sign",
		"@%p1 prmt.b32 %r, %a, %b, 0x5140;":                                     "1:1: under the predicate %p1",
		"prmt.b64 %r, %a, %b, 0":                                                "1:1: expected prmt.b32",
		"shfl.sync.left.b32 %r, %a, 1, 31, -1;":                                 "1:1: expected shfl.sync or shfl with up, down, bfly or idx",
		"shfl.sync.bfly.b32 %r, %a, %b, 31, -1;":                                `1:28: the lane or distance "%b" depends on data`,
		"float r = __shfl_sync(-1, v, lane);":                                   `1:30: the lane or distance "lane" depends on data`,
		"float r = __shfl_xor_sync(-1, v, 1, 12);":                              "a width of 12: it is a power of two from 1 to 32",
		"prmt.b32 %r, %a, %b":                                                   "1:1: prmt.b32 has 4 operands, and these are 3",
		"add.s32 %r1, %r2, %r3;":                                                `1:1: "add.s32" is no movement`,
		"add.s32 %r1, %r2, %r3; prmt.b32 %r4, %r1, 0, 0;":                       `1:1: "add.s32" is no movement`,
		"__byte_perm(x + y, z, 0)":                                              `1:15: expected ","`,
		"mov.b64 %rd1, {%r1, %r2, %r3};":                                        "expected one register and several of equal size",
		"mov.u32 %r9, 0x123; add.s32 %r9, %r9, 1; prmt.b32 %r2, %r1, 0, %r9;":   `1:64: the selector "%r9" depends on data`,
		"IMAD.WIDE R2, R0, R4, R6; PRMT R1, R3, 0x123, RZ":                      `1:1: "IMAD.WIDE" is no movement`,
		"LDG.E.64 R2, [R4.64]; MOV R3, R2; LDG.E.64 R2, [R6.64]; MOV R1, R3":    "R2 is loaded after it was used",
		"asm(\"prmt.b32 %0, %1, %2, %1;\" : \"=r\"(d) : \"r\"(lo), \"r\"(hi));": `1:1: the selector "lo" depends on data`,
		"asm(\"prmt.b32 %0\" : \"=r\"(d + 1));":                                 `1:28: expected ")" behind a variable`,
		"asm(prmt);":                                                            "1:5: expected instructions in quotation marks",
		"asm \"nop;\"":                                                          `1:5: expected "("`,
		"asm(\"nop;\" 7);":                                                      `1:12: expected ":" and operands, or ")"`,
		"asm(\"nop;\" : \"=r\"());":                                             "1:19: expected a variable",
		"asm(\"nop;);":                                                          "1:5: expected a closing quotation mark",
		"asm(\"mov.b32 %0, %1;\" : \"=r\"(d) : \"r\"(s)) + 1":                   "1:43: expected the end of the statement",
		"__byte_perm((unsigned char)x, y, 0x3210)":                              "1:13: a cast to unsigned char computes: a lane is moved as it is",
		"__byte_perm((float)1, y, 0x3210)":                                      "1:13: a cast to float computes: a lane is moved as it is",
		"// nothing":                                                            "1:1: expected an instruction that moves lanes",
	} {
		_, err := ptx.Parse(text)
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
		if e != nil && len(e.What) > 62 { // a line of 80 columns, with the place
			t.Errorf("%s: %q has %d columns", text, e.What, len(e.What))
		}
	}
}

// What is said of a map that one instruction makes, or of bytes that several make, reads as it.
func TestSaysItself(t *testing.T) {
	rng := chance.Random(t, 2)
	count := map[string]int{}
	for range 2000 {
		bytes := lane.Map{Bits: 8, Src: []int{4, 4, 4, 4}, Lane: make([]lane.Lane, 4)}
		for i := range bytes.Lane {
			bytes.Lane[i] = lane.From(rng.IntN(1+rng.IntN(4)), rng.IntN(4))
			if rng.IntN(6) == 0 {
				bytes.Lane[i] = lane.Fixed(lane.ConstOf(rng.Uint64() & 0xff))
			}
		}
		check(t, bytes, count)
		text := fmt.Sprintf("shfl.sync.%s.b32 %%r, %%a, %d, %#x, %#x", []string{"up", "down", "bfly", "idx"}[rng.IntN(4)], rng.IntN(32), rng.IntN(1<<13), rng.Uint32()|rng.Uint32())
		r, err := ptx.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		check(t, r.Map, count)
	}
	for what, least := range map[string]int{"prmt.b32": 1500, "shfl.sync": 1500, "several": 200} {
		if count[what] < least {
			t.Errorf("%s was said %d times only: %v", what, count[what], count)
		}
	}
}

func check(t *testing.T, m lane.Map, count map[string]int) {
	t.Helper()
	lines, err := ptx.Dialect().Translate(t.Context(), m)
	if err != nil {
		defined := false
		for _, l := range m.Lane {
			defined = defined || l.Kind != lane.Undefined
		}
		if defined {
			t.Fatalf("%s: %v", m, err)
		}
		return
	}
	text := strings.Join(lines, "\n")
	r, err := ptx.Parse(text)
	if err != nil {
		t.Fatalf("%s is said as %s, which is refused: %v", m, text, err)
	}
	back := lane.Map{Bits: r.Map.Bits, Src: make([]int, len(m.Src)), Lane: r.Map.Lane}
	for k := range back.Src {
		back.Src[k] = m.Src[k] * m.Bits / back.Bits
	}
	for i, l := range back.Lane {
		if l.Kind == lane.Source {
			back.Lane[i].Src, _ = lane.SourceIndex(r.Names[l.Src][1:])
		}
	}
	if v, err := lane.Compare(m, back); err != nil || v.Relation != lane.Equal {
		t.Fatalf("%s is said as %s, which is %s: %v", m, text, r.Map, err)
	}
	if len(lines) > 1 {
		count["several"]++
	}
	for _, name := range []string{"prmt.b32", "shfl.sync"} {
		if strings.Contains(text, name) {
			count[name]++
		}
	}
}

// LLVM turns shuffles of bytes into prmt: its code, read as a whole function, is the shuffle again.
func TestLLVMCode(t *testing.T) {
	llc := oracle.Need(t, "llc")
	rng := chance.Random(t, 2)
	var ir strings.Builder
	ir.WriteString("target triple = \"nvptx64-nvidia-cuda\"\n")
	const functions = 60
	var wants []lane.Map
	for k := range functions {
		m := lane.Map{Bits: 8, Src: []int{4, 4}}
		mask := ""
		for i := range 4 {
			d := rng.IntN(8)
			if i == 3 && rng.IntN(4) > 0 {
				d = (wants0(m) + 4) % 8 // both operands are read
			}
			m.Lane = append(m.Lane, lane.From(d/4, d%4))
			mask += fmt.Sprintf(", i32 %d", d)
		}
		wants = append(wants, m)
		fmt.Fprintf(&ir, `define i32 @f%d(i32 %%a, i32 %%b) {
  %%x = bitcast i32 %%a to <4 x i8>
  %%y = bitcast i32 %%b to <4 x i8>
  %%s = shufflevector <4 x i8> %%x, <4 x i8> %%y, <4 x i32> <%s>
  %%r = bitcast <4 x i8> %%s to i32
  ret i32 %%r
}
`, k, mask[2:])
	}
	cmd := exec.Command(llc, "-march=nvptx64", "-mcpu=sm_70", "-o", "-")
	cmd.Stdin = strings.NewReader(ir.String())
	code, err := oracle.Usual.Output(cmd)
	if err != nil {
		t.Fatal(err)
	}
	bodies := strings.Split(string(code), ".visible .func")[1:]
	if len(bodies) != functions {
		t.Fatalf("%d functions, want %d", len(bodies), functions)
	}
	read := 0
	for k, body := range bodies {
		if !strings.Contains(body, "prmt") {
			continue
		}
		r, err := ptx.Parse(".visible .func" + body)
		if err != nil {
			t.Fatalf("%v\n%s", err, body)
		}
		for i, l := range r.Map.Lane { // a function that reads b alone has one source, loaded from the second parameter
			if l.Kind == lane.Source && !strings.Contains(body, r.Names[l.Src]+", [f"+fmt.Sprint(k)+"_param_0]") {
				r.Map.Lane[i].Src = 1
			} else {
				r.Map.Lane[i].Src = 0
			}
		}
		r.Map.Src = []int{4, 4}
		if v, err := lane.Compare(r.Map, wants[k]); err != nil || v.Relation != lane.Equal {
			t.Fatalf("%s, want %s: %v\n%s", r.Map, wants[k], err, body)
		}
		read++
	}
	if read < functions/2 {
		t.Errorf("only %d of %d functions have a prmt", read, functions)
	}
}

// wants0 is the first byte of a map, counted through both sources.
func wants0(m lane.Map) int { return m.Lane[0].Src*4 + m.Lane[0].Index }

func TestLooks(t *testing.T) {
	d := ptx.Dialect()
	for text, want := range map[string]bool{
		d.Example: true, "r = __byte_perm(a, b, 0)": true, "x = y + __shfl_up(v, 1)": true, "SHFL.IDX PT, R0, R1, 0x0, 0x1f": true, "mov.b32 %r, 0x7;": true,
		"mov eax, ebx": false, "MOV R1, R2": false, "mov (M1, 8) V32(0,0)<1> V33(0,0)<1>": false, "<4 x i32> 0 1 2 3": false, "v_perm_b32 v0, v1, v2, s0": false,
	} {
		if d.Looks(text) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

// FuzzParse: any text is read or refused with a place, and what is read is a map with a name for each source.
func FuzzParse(f *testing.F) {
	f.Add("prmt.b32 %r, %a, %b, 0x5140;")
	f.Add("float r = __shfl_xor_sync(~0u, __byte_perm(x, 1.5, 0x80), 1 << 2, 8);\nreturn r;")
	f.Add("mov.b64 {%r1, %r2}, %rd1; shf.l.clamp.b32 %r3, %r1, %r2, 33; SHFL.UP PT, R5, %r3, 0x1, RZ")
	chance.Fuzz(f, func(t *testing.T, text string) {
		ptx.Dialect().Looks(text)
		r, err := ptx.Parse(text)
		if err != nil {
			var e *syntax.Error
			if !errors.As(err, &e) || e.Text != text || e.Off > len(text) {
				t.Fatalf("%q: %v has no place", text, err)
			}
			return
		}
		if err := r.Map.Check(); err != nil || len(r.Names) != len(r.Map.Src) {
			t.Fatalf("%q: %v, %d names", text, err, len(r.Names))
		}
		if lines, err := ptx.Dialect().Translate(t.Context(), r.Map); err == nil {
			if _, err := ptx.Parse(strings.Join(lines, "\n")); err != nil {
				t.Fatalf("%q is said as %q, which is refused: %v", text, lines, err)
			}
		}
	})
}

// The text's length multiplies the time, and does not square it.
func TestLinear(t *testing.T) {
	for _, piece := range []string{"prmt.b32 %r1, %r1, 0, 0x123;", "(", "{", "x = f(", "[a,", "/* ", "// \n", "@%p ", "a|"} {
		look := func(n int) int64 {
			text := strings.Repeat(piece, n)
			return syntax.Steps(func() { ptx.Dialect().Looks(text); _, _ = ptx.Parse(text) })
		}
		if a, b := look(100), look(400); b > 8*a+100000 {
			t.Errorf("%q: %d steps for 100, %d for 400", piece, a, b)
		}
	}
}

// Choices where the documents are silent are whole, and held by tests here.
func TestErrata(t *testing.T) { dialecttest.Errata(t, ptx.Errata, "ptx", 501) }
