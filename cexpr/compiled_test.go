package cexpr_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

// The second meaning of C is what compilers make of it. Every byte of a and b has a number of its own, of which the bytes of the result then say where they come from:
//
//	a is 1 to 16, b is 33 to 48, p are both in memory, and zero is zero

// inputByte is byte i of an input.
func inputByte(name string, i int) int {
	if name == "b" || name == "p" && i >= 16 {
		return 33 + i%16
	}
	return 1 + i
}

// bytesRead are the bytes of the result as the text is read; -1 for what is undefined.
func bytesRead(t *testing.T, text string) (all []int) {
	t.Helper()
	r, err := cexpr.Arm().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	m, err := r.Map.Regroup(8)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for _, l := range m.Lane {
		switch l.Kind {
		case lane.Source:
			all = append(all, inputByte(r.Names[l.Src], l.Index))
		case lane.Constant:
			v, _ := l.Const.Uint64()
			all = append(all, int(v))
		default:
			all = append(all, -1)
		}
	}
	return all
}

// compared holds what texts are read as against bytes of their results.
func compared(t *testing.T, texts []string, results [][]int) {
	t.Helper()
	if len(results) != len(texts) || len(texts) < 10 {
		t.Fatalf("%d results for %d texts", len(results), len(texts))
	}
	for i, text := range texts {
		want := bytesRead(t, text)
		same := len(want) <= len(results[i])
		for k := range min(len(want), len(results[i])) {
			same = same && (want[k] < 0 || want[k] == results[i][k])
		}
		if !same {
			t.Errorf("%s is read as %v, and compiled it is %v", text, want, results[i])
		}
	}
}

// numbersOf are the numbers in a text.
func numbersOf(text string) (all []int) {
	for _, word := range regexp.MustCompile(`-?[0-9]+`).FindAllString(text, -1) {
		n, _ := strconv.Atoi(word)
		all = append(all, n)
	}
	return all
}

// numbers are so many random ones below a bound, apart by commas.
func numbers(rng *rand.Rand, n, bound int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = strconv.Itoa(rng.IntN(bound))
	}
	return strings.Join(all, ", ")
}

// real is a random number as C has them, as a lane of a float.
func real(rng *rand.Rand) string {
	return []string{"1", "-3", "1.5", "-0.0f", "2.5e10f", "0x1.8p3f", "1e40f", "0.1", ".5f", "-3.f", "16777217", "9007199254740993", "9007199254740993.0", "0x1p-3", "0.0", "7e-46f"}[rng.IntN(16)]
}

const inputs = "static const unsigned char inputs[32] = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16, 33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48};\n"

// neonText is a random text with Arm's intrinsics, of 128 bits.
func neonText(rng *rand.Rand) string {
	bits := 8 << rng.IntN(3)
	n, u := 128/bits, fmt.Sprintf("u%d", bits)
	as := func(name string) string {
		if bits == 8 {
			return name
		}
		return fmt.Sprintf("vreinterpretq_%s_u8(%s)", u, name)
	}
	switch rng.IntN(16) {
	case 0:
		return fmt.Sprintf("vqtbl1q_u8(b, (uint8x16_t){%s})", numbers(rng, 16, 20))
	case 1:
		list := []string{"{{a, b}}", "{a, b}", "{b}", "{{b}}", "{0}", "{}", "{{{" + numbers(rng, 16, 256) + "}, a}}", "{b, {" + numbers(rng, 1+rng.IntN(16), 256) + "}}", "{" + numbers(rng, 1+rng.IntN(32), 256) + "}"}[rng.IntN(9)]
		return fmt.Sprintf("vqtbl2q_u8((uint8x16x2_t)%s, (uint8x16_t){%s})", list, numbers(rng, 16, 40))
	case 2:
		return fmt.Sprintf("vqtbx1q_u8(a, b, (uint8x16_t){%s})", numbers(rng, 16, 24))
	case 3:
		return fmt.Sprintf("vqtbl3q_u8((uint8x16x3_t){{b, a, b}}, (uint8x16_t){%s})", numbers(rng, 16, 60))
	case 4:
		op := []string{"zip", "uzp", "trn"}[rng.IntN(3)]
		return fmt.Sprintf("v%sq_%s(%s, %s).val[%d]", op, u, as("a"), as("b"), rng.IntN(2))
	case 5:
		return fmt.Sprintf("vextq_%s(%s, %s, %d)", u, as("a"), as("b"), rng.IntN(n))
	case 6:
		return fmt.Sprintf("vcombine_u8(vtbl2_u8((uint8x8x2_t){{vget_low_u8(a), vget_high_u8(b)}}, (uint8x8_t){%s}), vtbl1_u8(vget_low_u8(b), (uint8x8_t){%s}))", numbers(rng, 8, 18), numbers(rng, 8, 10))
	case 7:
		return fmt.Sprintf("vcombine_u8(vtbx1_u8(vget_low_u8(a), vget_high_u8(b), (uint8x8_t){%s}), vtbx2_u8(vget_low_u8(b), (uint8x8x2_t){{vget_low_u8(a), vget_high_u8(a)}}, (uint8x8_t){%s}))", numbers(rng, 8, 10), numbers(rng, 8, 20))
	case 8:
		return fmt.Sprintf("vdupq_laneq_%s(%s, %d)", u, as("b"), rng.IntN(n))
	case 9:
		return fmt.Sprintf("vcopyq_laneq_%s(%s, %d, %s, %d)", u, as("a"), rng.IntN(n), as("b"), rng.IntN(n))
	case 10:
		return fmt.Sprintf("vld2q_%s(p).val[%d]", u, rng.IntN(2))
	case 11:
		return fmt.Sprintf("vsetq_lane_%s(vgetq_lane_%s(%s, %d), %s, %d)", u, u, as("a"), rng.IntN(n), as("b"), rng.IntN(n))
	case 12:
		return fmt.Sprintf("vbslq_u8((uint8x16_t){%s}, a, b)", strings.NewReplacer("1", "255", "2", "0").Replace(numbers(rng, 16, 3)))
	case 13:
		f := 32 << rng.IntN(2)
		return fmt.Sprintf("vdupq_n_f%d(%s)", f, real(rng))
	case 14:
		f := 32 << rng.IntN(2)
		return fmt.Sprintf("vsetq_lane_f%d(%s, vreinterpretq_f%d_u8(a), %d)", f, real(rng), f, rng.IntN(128/f))
	}
	return []string{"vrev16q_u8(a)", "vrev32q_u8(b)", "vrev64q_u8(a)", "vrev64q_u16(vreinterpretq_u16_u8(a))", "vcombine_u8(vget_high_u8(a), vget_low_u8(b))", "vcombine_u8(vcreate_u8(0x0807060504030201), vrev64_u8(vget_low_u8(b)))", "veorq_u8(a, vdupq_n_u8(0))", "vld1q_dup_u32(p)", "vcombine_u16(vmovn_u32(vreinterpretq_u32_u8(a)), vmovn_u32(vreinterpretq_u32_u8(b)))"}[rng.IntN(9)]
}

// Arm's intrinsics do in QEMU, compiled by Clang, what they are read as.
func TestNEONCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	rng := chance.Random(t, 51)
	var texts []string
	source := "#include <arm_neon.h>\n" + inputs + "static unsigned char results[300][16];\n#define p ((void *)inputs)\nstatic void fill(uint8x16_t a, uint8x16_t b) {\n"
	for i := range 300 {
		text := neonText(rng)
		texts = append(texts, text)
		source += fmt.Sprintf("{ __typeof__(%s) r = %s; __builtin_memcpy(results[%d], &r, sizeof r); }\n", text, text, i)
	}
	source += "}\n" + armProgram("fill(vld1q_u8(inputs), vld1q_u8(inputs + 16));")
	compared(t, texts, onAArch64(t, source, len(texts), nil, nil))
}

// armProgram is a program of AArch64 that does something, and then writes the results.
func armProgram(does string) string {
	return "void *memcpy(void *to, const void *from, unsigned long n) { for (unsigned long i = 0; i < n; i++) ((volatile char *)to)[i] = ((const char *)from)[i]; return to; }\n" +
		"static void call(long number, long x, const void *y, long z) { register long x8 __asm__(\"x8\") = number, x0 __asm__(\"x0\") = x, x2 __asm__(\"x2\") = z; register const void *x1 __asm__(\"x1\") = y; __asm__ volatile(\"svc 0\" : \"+r\"(x0) : \"r\"(x8), \"r\"(x1), \"r\"(x2) : \"memory\"); }\n" +
		"void _start(void) { " + does + " call(64, 1, results, sizeof results); call(93, 0, 0, 0); }\n"
}

// onAArch64 are the results of 16 bytes each that a program writes, which Clang compiles and QEMU executes, each with its options.
func onAArch64(t *testing.T, source string, count int, compile, execute []string) [][]int {
	t.Helper()
	clang, ld, qemu := oracle.Need(t, "clang"), oracle.Need(t, "aarch64-linux-gnu-ld"), oracle.Need(t, "qemu-aarch64")
	dir := t.TempDir()
	file, object, program := filepath.Join(dir, "n.c"), filepath.Join(dir, "n.o"), filepath.Join(dir, "n")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := oracle.Usual.CombinedOutput(exec.Command(clang, slices.Concat([]string{"--target=aarch64-linux-gnu", "-ffreestanding", "-O1", "-w", "-c", "-o", object, file}, compile)...)); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	if out, err := oracle.Usual.CombinedOutput(exec.Command(ld, "-static", "-o", program, object)); err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	out, err := oracle.Usual.Output(exec.Command(qemu, append(slices.Clone(execute), program)...))
	if err != nil || len(out) != count*16 {
		t.Fatalf("%d bytes: %v", len(out), err)
	}
	results := make([][]int, count)
	for i := range results {
		for _, b := range out[16*i : 16*i+16] {
			results[i] = append(results[i], int(b))
		}
	}
	return results
}

// foldedIR are the constants that functions return after Clang has folded them.
func foldedIR(t *testing.T, head, vector string, texts, options []string) (results [][]int) {
	t.Helper()
	clang := oracle.Need(t, "clang")
	source := head + inputs + "typedef " + vector + " V;\n"
	for i, text := range texts {
		source += fmt.Sprintf("V f%d(void) { V a = *(V *)inputs, b = *(V *)(inputs + 16); return (V)(%s); }\n", i, text)
	}
	file := filepath.Join(t.TempDir(), "f.c")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Usual.Output(exec.Command(clang, append(options, "-ffreestanding", "-O2", "-w", "-S", "-emit-llvm", "-o", "-", file)...))
	if err != nil {
		t.Skipf("this clang does not compile for %s: %v", options[0], err)
	}
	for _, body := range strings.Split(string(out), "\ndefine ")[1:] {
		var all []int
		_, body, _ = strings.Cut(body, "{\n")
		body, _, _ = strings.Cut(body, "\n}")
		if body = strings.ReplaceAll(body, "zeroinitializer", "<"+strings.Repeat("i8 0, ", 16)+">"); strings.Contains(body, "splat (i8 ") {
			_, value, _ := strings.Cut(body, "splat (i8 ")
			value, _, _ = strings.Cut(value, ")")
			body = "<" + strings.Repeat("i8 "+value+", ", 16) + ">"
		}
		for _, element := range regexp.MustCompile(`(i8|i32) (-?[0-9]+|poison|undef)`).FindAllStringSubmatch(body, -1) {
			n, err := strconv.Atoi(element[2])
			if err != nil {
				n = -1
			}
			all = append(all, n)
		}
		if strings.Contains(body, "@llvm.wasm.shuffle") && len(all) == 48 { // whose constants are not folded: two vectors, and the selectors
			vectors := all[:32]
			all = nil
			for _, s := range vectors[32:48] {
				all = append(all, vectors[s])
			}
		}
		results = append(results, all)
	}
	return results
}

// AltiVec's intrinsics are what Clang folds them to, for machines of both byte orders; vec_sld is a big-endian machine's.
func TestAltivecCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	rng := chance.Random(t, 52)
	var both, big []string
	for range 60 {
		bits := 8 << rng.IntN(3)
		lanes := map[int]string{8: "vector unsigned char", 16: "vector unsigned short", 32: "vector unsigned int"}[bits]
		both = append(both, []string{
			fmt.Sprintf("vec_perm(a, b, (vector unsigned char){%s})", numbers(rng, 16, 32)),
			fmt.Sprintf("%s((%s)a, (%s)b)", []string{"vec_mergeh", "vec_mergel"}[rng.IntN(2)], lanes, lanes),
			fmt.Sprintf("%s((vector unsigned int)a, (vector unsigned int)b)", []string{"vec_mergee", "vec_mergeo"}[rng.IntN(2)]),
			fmt.Sprintf("vec_splat((%s)b, %d)", lanes, rng.IntN(128/bits)),
			fmt.Sprintf("vec_reve((%s)a)", lanes),
			fmt.Sprintf("vec_xxpermdi((vector double)a, (vector double)b, %d)", rng.IntN(4)),
		}[rng.IntN(6)])
		big = append(big, fmt.Sprintf("vec_sld(a, b, %d)", rng.IntN(16)))
	}
	for _, target := range []string{"powerpc64", "powerpc64le"} {
		options := []string{"--target=" + target + "-linux-gnu", "-mcpu=power8"}
		compared(t, both, foldedIR(t, "#include <altivec.h>\n", "vector unsigned char", both, options))
		if target == "powerpc64" {
			compared(t, big, foldedIR(t, "#include <altivec.h>\n", "vector unsigned char", big, options))
		}
	}
}

// WebAssembly's header is what Clang folds it to.
func TestWasmCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	rng := chance.Random(t, 53)
	var texts []string
	for range 120 {
		bits := 8 << rng.IntN(4)
		n := 128 / bits
		shape := fmt.Sprintf("i%dx%d", bits, n)
		either := []string{shape, "v" + shape[1:]}[rng.IntN(2)] // a name of today, or of before
		texts = append(texts, []string{
			fmt.Sprintf("wasm_%s_shuffle(a, b, %s)", either, numbers(rng, n, 2*n)),
			fmt.Sprintf("wasm_%s8x16_swizzle(b, wasm_i8x16_const(%s))", either[:1], numbers(rng, 16, 24)),
			fmt.Sprintf("wasm_i32x4_%s_%s_u16x8(a)", []string{"extend", "widen"}[rng.IntN(2)], []string{"low", "high"}[rng.IntN(2)]),
			fmt.Sprintf("wasm_%s_replace_lane(a, %d, wasm_%s_extract_lane(b, %d))", shape, rng.IntN(n), shape, rng.IntN(n)),
			fmt.Sprintf("wasm_u16x8_extend_%s_u8x16(a)", []string{"low", "high"}[rng.IntN(2)]),
			fmt.Sprintf("wasm_u64x2_extend_%s_u32x4(b)", []string{"low", "high"}[rng.IntN(2)]),
			fmt.Sprintf("wasm_f32x4_%s(%s)", []string{"splat", "const_splat"}[rng.IntN(2)], real(rng)),
			fmt.Sprintf("wasm_f64x2_%s(%s, %s)", []string{"const", "make"}[rng.IntN(2)], real(rng), real(rng)),
			fmt.Sprintf("wasm_f32x4_replace_lane(a, %d, %s)", rng.IntN(4), real(rng)),
		}[rng.IntN(9)])
	}
	compared(t, texts, foldedIR(t, "#include <wasm_simd128.h>\n", "unsigned char __attribute__((vector_size(16)))", texts, []string{"--target=wasm32", "-msimd128"}))
}

// printed are the numbers that a program prints, a line a result.
func printed(t *testing.T, gcc, source string, options ...string) (results [][]int) {
	t.Helper()
	for line := range strings.Lines(built(t, gcc, "p.c", source, append(options, "-O1")...)) {
		results = append(results, numbersOf(line))
	}
	return results
}

// built is what a program prints, from a file of that name.
func built(t *testing.T, compiler, name, source string, options ...string) string {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, name), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := oracle.Usual.CombinedOutput(exec.Command(compiler, append(options, "-w", "-o", program, file)...)); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	out, err := oracle.Usual.Output(exec.Command(program))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// comparedBits holds what a text behind declarations is read as against the bytes of its result, where byte i of an input is so much above its first one.
func comparedBits(t *testing.T, d dialect.Dialect, declarations, text string, first func(name string) int, result []int) {
	t.Helper()
	r, err := d.Read(declarations+text, dialect.Options{})
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return
	}
	m, err := r.Map.Regroup(1)
	if err != nil || len(m.Lane) != 8*len(result) {
		t.Errorf("%s is read as %s, %v, and has %d bytes", text, r.Map, err, len(result))
		return
	}
	for i, l := range m.Lane {
		want := 0
		switch l.Kind {
		case lane.Source:
			want = (first(r.Names[l.Src]) + l.Index/8) >> (l.Index % 8) & 1
		case lane.Undefined:
			continue
		case lane.Constant:
			v, _ := l.Const.Uint64()
			want = int(v)
		}
		if result[i/8]>>(i%8)&1 != want {
			t.Errorf("%s is read as %s of %q, and byte %d of its result is %d: %v", text, r.Map, r.Names, i/8, result[i/8], result)
			return
		}
	}
}

// The builtins, and vectors of lanes, are what GCC makes of them.
func TestBuiltinsCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	gcc := oracle.Need(t, "gcc")
	rng := chance.Random(t, 54)
	types := "typedef unsigned char v16qi __attribute__((vector_size(16)));\ntypedef unsigned short v8hi __attribute__((vector_size(16)));\ntypedef int v4si __attribute__((vector_size(16)));\ntypedef unsigned char v8qu __attribute__((vector_size(8)));\ntypedef float v4sf __attribute__((vector_size(16)));\n"
	source := "#include <stdio.h>\n#include <string.h>\n" + types + inputs + "int main(void) {\nv16qi a, b; memcpy(&a, inputs, 16); memcpy(&b, inputs + 16, 16);\n"
	var texts []string
	for range 200 {
		k := rng.IntN(3)
		n, typ := []int{16, 8, 4}[k], []string{"v16qi", "v8hi", "v4si"}[k]
		text := []string{
			fmt.Sprintf("(v4sf){%s, %s, %s}", real(rng), real(rng), real(rng)),
			fmt.Sprintf("__builtin_shuffle((%s)a, (%s)b, (%s){%s})", typ, typ, typ, numbers(rng, n, 3*n)),
			fmt.Sprintf("__builtin_shuffle((%s)b, (%s){%s})", typ, typ, numbers(rng, n, 2*n)),
			fmt.Sprintf("__builtin_shufflevector((%s)a, (%s)b, %s)", typ, typ, numbers(rng, n, 2*n)),
			fmt.Sprintf("(v4si){((v4si)a)[%d], ((v4si)b)[%d], 0, ((v4si)a)[%d]}", rng.IntN(4), rng.IntN(4), rng.IntN(4)),
			"__builtin_convertvector((v8hi)b, v8qu)",
			"((v4si)a & (v4si){-1, 0, 255, 0}) | ((v4si)b & ~(v4si){-1, 0, 255, 0})",
		}[rng.IntN(7)]
		texts = append(texts, types+text)
		source += fmt.Sprintf("{ __typeof__(%s) r = %s; unsigned char o[16] = {0}; memcpy(o, &r, sizeof r); for (int i = 0; i < 16; i++) printf(\"%%d \", o[i]); puts(\"\"); }\n", text, text)
	}
	compared(t, texts, printed(t, gcc, source+"}\n"))
}

// Intel's functions that set floats make what GCC folds them to.
func TestSetFloatsCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("its gcc has no immintrin.h")
	}
	gcc := oracle.Need(t, "gcc")
	rng := chance.Random(t, 55)
	source := "#include <immintrin.h>\n#include <stdio.h>\n#include <string.h>\nint main(void) {\n"
	var texts []string
	for range 200 {
		text := []string{
			fmt.Sprintf("_mm_set1_ps(%s)", real(rng)),
			fmt.Sprintf("_mm_set_ps1(%s)", real(rng)),
			fmt.Sprintf("_mm_set1_pd(%s)", real(rng)),
			fmt.Sprintf("_mm_set_ss(%s)", real(rng)),
			fmt.Sprintf("_mm_set_sd(%s)", real(rng)),
			fmt.Sprintf("_mm_set_ps(%s, %s, %s, %s)", real(rng), real(rng), real(rng), real(rng)),
			fmt.Sprintf("_mm_setr_ps(%s, %s, %s, %s)", real(rng), real(rng), real(rng), real(rng)),
			fmt.Sprintf("_mm_setr_pd(%s, %s)", real(rng), real(rng)),
			fmt.Sprintf("_mm_unpacklo_pd(_mm_set_pd(%s, %s), _mm_set_pd1(%s))", real(rng), real(rng), real(rng)),
		}[rng.IntN(9)]
		texts = append(texts, text)
		source += fmt.Sprintf("{ __typeof__(%s) r = %s; unsigned char o[16]; memcpy(o, &r, 16); for (int i = 0; i < 16; i++) printf(\"%%d \", o[i]); puts(\"\"); }\n", text, text)
	}
	compared(t, texts, printed(t, gcc, source+"}\n"))
}
