package cexpr_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// riscvTemplates are calls of RISC-V's intrinsics, each with the type of what it makes. In braces stand operands and numbers by chance:
//
//	{A} {B}          a and b as lanes of so many bits       {A2}    as lanes twice as wide
//	{Ah} {Bh}        the lower halves, as lanes half as wide; {Aq} a quarter
//	{K} {K16} {K4}   constants      {M}    a mask        {Q}    a mask by a comparison
//	{i} {s} {v}      numbers up to that of lanes, below that of bits, and of lanes that are written
var riscvTemplates = []riscvTemplate{
	{`vslideup_vx_u{e}m1({A}, {B}, {i}, {v})`, "u{e}m1", 8},
	{`vslideup_vx_u{e}m1_tu({A}, {B}, {i}, {v})`, "u{e}m1", 8},
	{`vslideup_vx_u{e}m1_mu({M}, {A}, {B}, {i}, {v})`, "u{e}m1", 8},
	{`vslideup_vx_u{e}m1_m({M}, {A}, {B}, {i}, {v})`, "u{e}m1", 8},
	{`vslidedown_vx_u{e}m1({A}, {i}, {v})`, "u{e}m1", 8},
	{`vslidedown_vx_u{e}m1_tu({A}, {B}, {i}, {v})`, "u{e}m1", 8},
	{`vslidedown_vx_u{e}m1_tumu({M}, {A}, {B}, {i}, {v})`, "u{e}m1", 8},
	{`vslidedown_vx_u{e}m1_tum({M}, {A}, {B}, {i}, {v})`, "u{e}m1", 8},
	{`vslide1up_vx_u{e}m1({A}, {s}, {v})`, "u{e}m1", 8},
	{`vslide1down_vx_u{e}m1({A}, {s}, {v})`, "u{e}m1", 8},
	{`vslide1down_vx_u{e}m1_mu({M}, {B}, {A}, {s}, {v})`, "u{e}m1", 8},
	{`vrgather_vv_u{e}m1({A}, {K}, {v})`, "u{e}m1", 8},
	{`vrgather_vv_u{e}m1_tumu({M}, {B}, {A}, {K}, {v})`, "u{e}m1", 8},
	{`vrgather_vx_u{e}m1({A}, {i}, {v})`, "u{e}m1", 8},
	{`vrgather_vx_u{e}m1_m({M}, {A}, {i}, {v})`, "u{e}m1", 8},
	{`vmerge_vvm_u{e}m1({A}, {B}, {M}, {v})`, "u{e}m1", 8},
	{`vmerge_vvm_u{e}m1({A}, {B}, {Q}, {v})`, "u{e}m1", 8},
	{`vmerge_vxm_u{e}m1({A}, {s}, {M}, {v})`, "u{e}m1", 8},
	{`vmerge_vvm_u{e}m1_tu({B}, {A}, {B}, {M}, {v})`, "u{e}m1", 8},
	{`vcompress_vm_u{e}m1({A}, {M}, {v})`, "u{e}m1", 8},
	{`vcompress_vm_u{e}m1_tu({A}, {B}, {M}, {v})`, "u{e}m1", 8},
	{`vmv_v_v_u{e}m1_tu({A}, {B}, {v})`, "u{e}m1", 8},
	{`vmv_v_x_u{e}m1({s}, {v})`, "u{e}m1", 8},
	{`vmv_s_x_u{e}m1_tu({A}, {s}, {v})`, "u{e}m1", 8},
	{`vmv_v_x_u{e}m1(__riscv_vmv_x_s_u{e}m1_u{e}({A}), {v})`, "u{e}m1", 8},
	{`vadd_vx_u{e}m1_mu({M}, {A}, __riscv_vrsub_vx_u{e}m1(__riscv_vid_v_u{e}m1({n}), {s}, {n}), {s}, {v})`, "u{e}m1", 8},
	{`vmul_vv_u{e}m1({K}, {K}, {v})`, "u{e}m1", 8},
	{`vmacc_vx_u{e}m1({K}, {s}, {K}, {v})`, "u{e}m1", 8},
	{`vnot_v_u{e}m1({K}, {v})`, "u{e}m1", 8},
	{`vneg_v_i{e}m1(__riscv_vreinterpret_v_u{e}m1_i{e}m1({K}), {v})`, "i{e}m1", 8},
	{`vsra_vx_i{e}m1(__riscv_vreinterpret_v_u{e}m1_i{e}m1({K}), {s}, {v})`, "i{e}m1", 8},
	{`vremu_vx_u{e}m1({K}, 3, {v})`, "u{e}m1", 8},
	{`vdivu_vv_u{e}m1({K}, {K}, {v})`, "u{e}m1", 8},
	{`vmin_vx_i{e}m1(__riscv_vreinterpret_v_u{e}m1_i{e}m1({K}), -3, {v})`, "i{e}m1", 8},
	{`vmaxu_vv_u{e}m1({K}, {K}, {v})`, "u{e}m1", 8},
	{`vsll_vx_u{e}m1({A}, {s}, {v})`, "u{e}m1", 8},
	{`vsrl_vx_u{e}m1({A}, {s}, {v})`, "u{e}m1", 8},
	{`vsll_vv_u{e}m1({A}, {K}, {v})`, "u{e}m1", 8},
	{`vsrl_vv_u{e}m1_mu({M}, {B}, {A}, {K}, {v})`, "u{e}m1", 8},
	{`vsrl_vx_u{e}m1(__riscv_vsll_vx_u{e}m1({A}, {s}, {n}), {s}, {v})`, "u{e}m1", 8},
	{`vand_vx_u{e}m1({A}, {s}, {v})`, "u{e}m1", 8},
	{`vor_vv_u{e}m1(__riscv_vsll_vx_u{e}m1({A}, 4, {n}), __riscv_vsrl_vx_u{e}m1({B}, {e} - 4, {n}), {v})`, "u{e}m1", 8},
	{`vxor_vv_u{e}m1({A}, {A}, {v})`, "u{e}m1", 8},
	{`vreinterpret_v_i{e}m1_u{e}m1(__riscv_vreinterpret_v_u{e}m1_i{e}m1({A}))`, "u{e}m1", 8},
	{`vget_v_u{e}m2_u{e}m1(__riscv_vcreate_v_u{e}m1_u{e}m2({A}, {B}), 1)`, "u{e}m1", 8},
	{`vget_v_u{e}m1x3_u{e}m1(__riscv_vcreate_v_u{e}m1x3({A}, {B}, {A}), 1)`, "u{e}m1", 8},
	{`vlmul_trunc_v_u{e}m2_u{e}m1(__riscv_vset_v_u{e}m1_u{e}m2(__riscv_vlmul_ext_v_u{e}m1_u{e}m2({B}), 0, {A}))`, "u{e}m1", 8},
	{`vget_v_u{e}m2_u{e}m1(__riscv_vslideup_vx_u{e}m2(__riscv_vlmul_ext_v_u{e}m1_u{e}m2({A}), __riscv_vlmul_ext_v_u{e}m1_u{e}m2({B}), {i}, {v} + {v}), 1)`, "u{e}m1", 8},
	{`vget_v_u{e}m1x2_u{e}m1(__riscv_vlseg2e{e}_v_u{e}m1x2((const uint{e}_t[]){{L2}}, {n}), 1)`, "u{e}m1", 8},
	{`vslideup(__riscv_vreinterpret_u{e}m1(__riscv_vreinterpret_i{e}m1({A})), {B}, {i}, {v})`, "u{e}m1", 8},
	{`vrgather({M}, {A}, {K}, {v})`, "u{e}m1", 8},
	{`vmerge_tu({B}, {A}, {B}, {Q}, {v})`, "u{e}m1", 8},
	{`vslidedown_tu({A}, {B}, {i}, {v})`, "u{e}m1", 8},
	{`vzext_vf2_u{e}m1({Ah}, {v})`, "u{e}m1", 16},
	{`vwcvtu_x_x_v_u{e}m1({Ah}, {v})`, "u{e}m1", 16},
	{`vzext_vf2_u{e}m1_tu({B}, {Ah}, {v})`, "u{e}m1", 16},
	{`vzext_vf2({Ah}, {v})`, "u{e}m1", 16},
	{`vnsrl_wx_u{h}mf2({A}, {s}, {v})`, "u{h}mf2", 16},
	{`vncvt_x_x_w_u{h}mf2({A}, {v})`, "u{h}mf2", 16},
	{`vnsrl({A}, {s}, {v})`, "u{h}mf2", 16},
	{`vnsra_wx_i{h}mf2(__riscv_vreinterpret_v_u{e}m1_i{e}m1({A}), 3, {v})`, "i{h}mf2", 16},
	{`vand_vx_u{e}m1(__riscv_vreinterpret_v_i{e}m1_u{e}m1(__riscv_vsext_vf2_i{e}m1(__riscv_vreinterpret_v_u{h}mf2_i{h}mf2({Ah}), {n})), 255, {v})`, "u{e}m1", 16},
	{`vwmaccu_vx_u{e}m1(__riscv_vwaddu_vv_u{e}m1({Ah}, {Bh}, {v}), (uint{h}_t)-1, {Bh}, {v})`, "u{e}m1", 16},
	{`vwmaccu(__riscv_vwaddu_vv({Ah}, {Bh}, {v}), (uint{h}_t)-1, {Ah}, {v})`, "u{e}m1", 16},
	{`vwaddu_wv_u{e}m1(__riscv_vsll_vx_u{e}m1({A}, {h}, {n}), {Bh}, {v})`, "u{e}m1", 16},
	{`vwaddu_wx_u{e}m1(__riscv_vsll_vx_u{e}m1({A}, {h}, {n}), 3, {v})`, "u{e}m1", 16},
	{`vadd_vv_u{e}m1(__riscv_vsll_vx_u{e}m1({A}, 5, {n}), __riscv_vand_vx_u{e}m1({B}, 31, {n}), {v})`, "u{e}m1", 8},
	{`vand_vx_u{e}m1(__riscv_vor_vv_u{e}m1(__riscv_vand_vx_u{e}m1({A}, 31, {n}), {B}, {n}), 224, {v})`, "u{e}m1", 8},
	{`vrgatherei16_vv_u{e}m1({A}, {K16}, {v})`, "u{e}m1", 16},
	{`vzext_vf4_u{e}m1({Aq}, {v})`, "u{e}m1", 32},
	{`vor_vv_u{e}m1(__riscv_vand_vx_u{e}m1({A}, 15, {n}), {K4}, {v})`, "u{e}m1", 8},
}

// A riscvTemplate is a call, the type of what it makes, and the narrowest lanes that it is for.
type riscvTemplate struct {
	call, of string
	least    int
}

var inBraces = regexp.MustCompile(`\{(\w+)\}`)

// riscvCallOf is a template for lanes of so many bits, as an expression of bytes.
func riscvCallOf(rng *rand.Rand, template, of string, e int) string {
	n := 128 / e
	written := 1 + rng.IntN(n)
	list := func(count, below int) string {
		words := make([]string, count)
		for i := range words {
			words[i] = fmt.Sprint(rng.IntN(below))
		}
		return strings.Join(words, ", ")
	}
	as := func(name string, bits int) string {
		if bits == 8 {
			return name
		}
		return fmt.Sprintf("__riscv_vreinterpret_v_u8m1_u%dm1(%s)", bits, name)
	}
	part := func(name string, by int) string {
		return fmt.Sprintf("__riscv_vlmul_trunc_v_u%dm1_u%[1]dmf%d(%s)", e/by, by, as(name, e/by))
	}
	fill := func(word string) string {
		switch word {
		case "{e}":
			return fmt.Sprint(e)
		case "{h}":
			return fmt.Sprint(e / 2)
		case "{n}":
			return fmt.Sprint(n)
		case "{A}", "{B}":
			return as(strings.ToLower(word[1:2]), e)
		case "{Ah}", "{Bh}":
			return part(strings.ToLower(word[1:2]), 2)
		case "{Aq}":
			return part("a", 4)
		case "{K}":
			return fmt.Sprintf("__riscv_vle%d_v_u%[1]dm1((const uint%[1]d_t[]){%s}, %d)", e, list(n, n+2), n)
		case "{K4}": // whose lowest four bits are zero
			return fmt.Sprintf("__riscv_vsll_vx_u%dm1(__riscv_vid_v_u%[1]dm1(%d), 4, %[2]d)", e, n)
		case "{K16}":
			return fmt.Sprintf("__riscv_vlmul_trunc_v_u16m1_u16mf%d(__riscv_vle16_v_u16m1((const uint16_t[]){%s}, 8))", max(e/16, 2), list(8, n+2))
		case "{L2}":
			return list(2*n, 200)
		case "{M}":
			return fmt.Sprintf("__riscv_vlm_v_b%d((const uint8_t[]){%s}, %d)", e, list((n+7)/8, 256), n)
		case "{Q}":
			op := []string{"seq", "sne", "sltu", "sgeu", "sgtu", "sleu"}[rng.IntN(6)]
			return fmt.Sprintf("__riscv_vm%s_vx_u%dm1_b%[2]d(__riscv_vand_vx_u%[2]dm1(__riscv_vid_v_u%[2]dm1(%[3]d), 3, %[3]d), %[4]d, %[3]d)", op, e, n, rng.IntN(4))
		case "{i}":
			return fmt.Sprint(rng.IntN(n + 1))
		case "{s}":
			return fmt.Sprint(rng.IntN(e))
		case "{v}":
			return fmt.Sprint(written)
		}
		return word
	}
	text := "__riscv_" + inBraces.ReplaceAllStringFunc(template, fill)
	of = inBraces.ReplaceAllStringFunc(of, fill)
	if whole, half := strings.CutSuffix(of, "mf2"); half {
		text, of = fmt.Sprintf("__riscv_vlmul_ext_v_%s_%sm1(%s)", of, whole, text), whole+"m1"
	}
	if of[0] == 'i' {
		text, of = fmt.Sprintf("__riscv_vreinterpret_v_%s_u%s(%s)", of, of[1:], text), "u"+of[1:]
	}
	if of != "u8m1" {
		text = fmt.Sprintf("__riscv_vreinterpret_v_%s_u8m1(%s)", of, text)
	}
	return text
}

// RISC-V's intrinsics do what Clang makes of them in an emulator in which what may be anything is ones.
func TestRISCVExecuted(t *testing.T) {
	rng := chance.Random(t, 64)
	var calls []string
	for _, e := range []int{8, 16, 32, 64} {
		for _, c := range riscvTemplates {
			if e < c.least || e == 16 && strings.Contains(c.call, "{K16}") { // which has indices of its own
				continue
			}
			for range 3 {
				calls = append(calls, riscvCallOf(rng, c.call, c.of, e))
			}
		}
	}
	var data [32]byte
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	out := executedRISCV(t, calls, data)
	maps := 0
	for i, text := range calls {
		r, err := cexpr.RISCV().Read("vuint8m1_t a, b;\nr = "+text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		maps++
		var src [][]byte
		for _, name := range r.Names {
			src = append(src, data[16*(name[0]-'a'):][:16])
		}
		got := out[16*i:][:16]
		want := bytes.Clone(got)
		if err := r.Map.Apply(want, nil, src...); err != nil || r.Map.Bits*len(r.Map.Lane) != 128 {
			t.Errorf("%s: %v of %v", text, err, r.Map)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s of %x is\n%x, and\n%x by %v of %q", text, data, got, want, r.Map, r.Names)
		}
	}
	if t.Logf("%d of %d", maps, len(calls)); maps < len(calls)*9/10 || maps < 500 {
		t.Errorf("only %d of %d are maps", maps, len(calls))
	}
}

// executedRISCV is what calls make of two vectors.
func executedRISCV(t *testing.T, calls []string, data [32]byte) []byte {
	var text strings.Builder
	text.WriteString("#include <riscv_vector.h>\ntypedef const unsigned char *input;\nstatic const unsigned char data[] = {")
	for _, b := range data {
		fmt.Fprintf(&text, "%d, ", b)
	}
	fmt.Fprintf(&text, "};\nstatic unsigned char out[%d];\n", 16*len(calls))
	for i, call := range calls {
		fmt.Fprintf(&text, "__attribute__((noinline)) static void f%d(input p, unsigned char *q) { vuint8m1_t a = __riscv_vle8_v_u8m1(p, 16), b = __riscv_vle8_v_u8m1(p + 16, 16); (void)a; (void)b; __riscv_vse8_v_u8m1(q, %s, 16); }\n", i, call)
	}
	text.WriteString("static long call(long n, long x, long y, long z) { register long a7 __asm(\"a7\") = n, a0 __asm(\"a0\") = x, a1 __asm(\"a1\") = y, a2 __asm(\"a2\") = z; __asm volatile(\"ecall\" : \"+r\"(a0) : \"r\"(a7), \"r\"(a1), \"r\"(a2) : \"memory\"); return a0; }\n")
	text.WriteString("void _start(void) {\n")
	for i := range calls {
		fmt.Fprintf(&text, "f%d(data, out + %d);\n", i, 16*i)
	}
	text.WriteString("call(64, 1, (long)out, sizeof out); call(93, 0, 0, 0); }\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.c"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) []byte {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		var wrong bytes.Buffer
		cmd.Stderr = &wrong
		out, err := oracle.Usual.Output(cmd)
		if err != nil {
			t.Fatalf("%s %s: %v: %.3000s", name, args, err, wrong.Bytes())
		}
		return out
	}
	run(oracle.Need(t, "clang"), "--target=riscv64-linux-gnu", "-march=rv64gcv", "-ffreestanding", "-O1", "-w", "-c", "-o", "f.o", "f.c")
	run(oracle.Need(t, "ld.lld"), "-static", "-o", "f", "f.o")
	got := run(oracle.Need(t, "qemu-riscv64"), "-cpu", "rv64,v=true,vlen=128,rvv_ta_all_1s=true,rvv_ma_all_1s=true", "./f")
	if len(got) != 16*len(calls) {
		t.Fatalf("the program prints %d bytes of %d", len(got), 16*len(calls))
	}
	return got
}
