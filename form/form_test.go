package form_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

func TestBinding(t *testing.T) {
	shuffle := func(a, b string) string {
		return "shufflevector <2 x i8> " + a + ", <2 x i8> " + b + ", <2 x i32> <i32 0, i32 3>"
	}
	for _, row := range []struct {
		text, sources, want string
		names               string
	}{
		{shuffle("%a", "%b"), "", "i8x2 i8x2 -> a0 b1", "%a %b"},
		{shuffle("%b", "%a"), "", "i8x2 i8x2 -> b0 a1", "%a %b"},
		{shuffle("%c", "%a"), "", "i8x2 i8x2 i8x2 -> c0 a1", "%a  %c"},
		{shuffle("%x", "%y"), "", "i8x2 i8x2 -> a0 b1", "%x %y"},
		{shuffle("%y", "%x"), "", "i8x2 i8x2 -> a0 b1", "%y %x"},
		{shuffle("%b", "%x"), "", "i8x2 i8x2 -> a0 b1", "%b %x"},
		{shuffle("%y", "%x"), "x,y", "i8x2 i8x2 -> b0 a1", "%x %y"},
		{shuffle("%y", "%x"), "%x,q,%y", "i8x2 i8x2 i8x2 -> c0 a1", "%x  %y"},
		{shuffle("%b", "poison"), "", "i8x2 i8x2 -> b0 _", " %b"},
		{shuffle("undef", "%v"), "", "i8x2 -> _ a1", "%v"},
		{shuffle("%v", "%v"), "", "i8x2 -> a0 a1", "%v"},
		{shuffle("@g", "%v"), "", "i8x2 i8x2 -> a0 b1", "@g %v"},
		{"i8x2 i8x2 -> b0 b1", "", "i8x2 i8x2 -> b0 b1", "a b"},
		{"i8x2 i8x2 -> b0 b1", "b,a", "i8x2 i8x2 -> a0 a1", "b a"},
		{"%t = " + shuffle("%b", "%a") + "\n" + shuffle("%t", "%t"), "", "i8x2 i8x2 -> b0 a1", "%a %b"},
		{"vpshufd xmm1, xmm2, 1; vxorps xmm0, xmm0, xmm0", "q,xmm2", "-> i8x16: z z z z z z z z z z z z z z z z", ""},
		{"vextracti128 xmm1, ymm0, 1; vpunpckldq xmm0, xmm1, xmm0", "xmm1,xmm0", "i32x8 i32x8 -> b4 b0 b5 b1", " ymm0"},
		{"mov ecx, eax; bswap ecx", "rcx,rax", "i8x4 i8x4 -> b3 b2 b1 b0", " eax"},
	} {
		opt := form.Options{}
		if row.sources != "" {
			opt.Sources = strings.Split(row.sources, ",")
		}
		f, err := form.Parse(row.text, opt)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		if got := f.Map.String(); got != row.want || strings.Join(f.Names, " ") != row.names {
			t.Errorf("%s, sources %q: %s with names %q, want %s with %q", row.text, row.sources, got, f.Names, row.want, row.names)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, row := range []struct {
		text string
		opt  form.Options
		want string
	}{
		{"  ", form.Options{}, "1:1: expected a form, found nothing: lane notation writes every map"},
		{" nonsense", form.Options{}, "1:2: this is no form that Lanescope knows: a shuffle by itself is wanted"},
		{"i8x1 -> a0", form.Options{From: "z80"}, `1:1: there is no dialect "z80": there are llvm, clang, `},
		{"i8x1 -> a0", form.Options{From: "llvm"}, "1:1: expected shufflevector"},
		{"i8x1 -> a0", form.Options{Sources: []string{"x"}}, `1:9: "a" is not among the sources x`},
		{"shufflevector <2 x i8> %a, <2 x i8> @a, <1 x i32> poison", form.Options{}, "1:1: %a and @a would both be source a"},
	} {
		_, err := form.Parse(row.text, row.opt)
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.text, err, row.want)
		}
	}
}

// What a dialect says reads back as the same map.
func TestSayReadsBack(t *testing.T) {
	rng := chance.Random(t, 5)
	said := map[string]int{}
	n := 5000
	if testing.Short() {
		n = 1000
	}
	for k := range n {
		m := lane.Map{Bits: 1 << rng.IntN(7), Src: make([]int, rng.IntN(3)), Lane: make([]lane.Lane, 1+rng.IntN(16))}
		for k := range m.Src {
			m.Src[k] = 1 + rng.IntN(16)
		}
		kinds := 6
		if rng.IntN(2) == 0 { // as a machine has them: vectors of one size, no constants
			m.Bits, kinds = 8<<rng.IntN(4), 4
			n := 128 << rng.IntN(3) / m.Bits
			m.Src, m.Lane = slices.Repeat([]int{n}, 1+rng.IntN(2)), make([]lane.Lane, n)
		}
		for i := range m.Lane {
			switch k := rng.IntN(kinds); {
			case k < 4 && len(m.Src) > 0:
				s := rng.IntN(len(m.Src))
				m.Lane[i] = lane.From(s, rng.IntN(m.Src[s]))
			case k == 4:
				m.Lane[i] = lane.Fixed(lane.ConstOf(rng.Uint64()&rng.Uint64()).Slice(0, m.Bits))
			}
		}
		for _, d := range sayers(k, 1, movingEvery()) {
			text, err := d.Form(m)
			if err != nil {
				continue
			}
			said[d.Name]++
			back, err := form.Parse(text, form.Options{})
			if err != nil || back.Dialect != d.Name {
				t.Fatalf("%s: %s says %q, which reads as %s: %v", m, d.Name, text, back.Dialect, err)
			}
			v, err := form.Compare(form.Form{Map: m}, back)
			if err != nil || v.Relation != lane.Equal {
				t.Fatalf("%s: %s says %q, which is %s", m, d.Name, text, back.Map)
			}
		}
	}
	for _, d := range form.Dialects() {
		if !d.IsWritten() || d.Name == "g13" || d.Name == "svp64" || d.Name == "visa" || d.Name == "gen" || d.Name == "x86" || d.Name == "neon" || d.Name == "neon32" || d.Name == "rvv" || d.Name == "vsx" || d.Name == "lsx" || d.Name == "sve2" || d.Name == "ptx" || d.Name == "amdgpu" || d.Name == "esimd" || d.Name == "cm" || d.Name == "genx" { // what one instruction can do is hardly met by chance: TestG13SaysItself, TestSVP64SaysItself, TestRegionsReadBack, TestNEON32Said of package listing
			continue
		}
		if said[d.Name] < n/10 {
			t.Errorf("%s said only %d maps", d.Name, said[d.Name])
		}
	}
}

// Forms that are one function over sources in the order of use have one canonical form, and it is its own.
func TestCanonical(t *testing.T) {
	for _, row := range []struct {
		text, want string
		lanes      int
	}{
		{"<4 x i32> 4 5 6 7", "i32x4 -> a0 a1 a2 a3", 4},
		{"i32x4 i32x4 -> b0 b1 b2 b3", "i32x4 -> a0 a1 a2 a3", 4},
		{"<3 x i32> 5 0 1", "i32x4 i32x4 -> a2 b0 b1", 1},
		{"i32x3 i32x3 -> b2 a0 a1", "i32x4 i32x4 -> a2 b0 b1", 1},
		{"i32x3 i32x5 -> b2 a0 a1", "i32x5 i32x3 -> a2 b0 b1", 1},
		{"i8x2 i8x2 i8x2 -> c0 a1", "i8x2 i8x2 -> a0 b1", 1},
		{"i8x3 -> a0 #7 1", "i8x4 -> a0 #7 1", 1},
		{"i8x2 -> a1 . 1", "i8x2 -> a1 . 1", 1},
		{"i8x4 -> a1 a0 a3 a2", "i8x4 -> a1 a0 a3 a2", 2},
		{"-> i8x2: _ _", "-> i8x2: _ _", 2},
		{"i1x128 -> a127 z", "i1x128 -> a127 z", 1},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		nature := new(form.Naturalist).Nature(f)
		m, lanes := nature.Canonical, nature.Lanes
		if m.String() != row.want || lanes != row.lanes {
			t.Errorf("%s: %s with %d lanes, want %s with %d", row.text, m, lanes, row.want, row.lanes)
		}
		if again := new(form.Naturalist).Nature(form.Form{Map: m}).Canonical; again.String() != m.String() {
			t.Errorf("%s: the canonical form of %s is %s", row.text, m, again)
		}
	}
}

// FuzzParse: any text is read or refused with a place, and what is read survives everything that is done with it. Its tokens are the text.
func FuzzParse(f *testing.F) {
	for _, d := range form.Dialects() {
		f.Add(d.Example, "")
	}
	for _, text := range []string{
		"func(a, b archsimd.Uint32x4) archsimd.Uint32x4 {\n\tr := a.ConcatPermute(b, archsimd.LoadUint32x4(&[4]uint32{7, 6, 0, 0}))\n\treturn r.Masked(archsimd.Mask32x4FromBits(0x7))\n}",
		"a.AsInt64x2().SetElem(1, b.GetElem(0)).RotateAllLeft(8)", "// b = v0, a=v1\nmov v1.s[3], v0.s[3]; mov v1.s[2], wzr",
		"%t = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 0, i32 2>; %\"r;\" = shufflevector <2 x i8> %t, <2 x i8> poison, <2 x i32> <i32 1, i32 0> ; the end",
		"%w = bitcast <8 x i16> %a to <4 x i32>\n%r = trunc <4 x i32> %w to <4 x i16>", "pshufd $27", "_MM_SHUFFLE(0, 1, 2, 3)",
		"%b = call <2 x i32> @llvm.bswap.v2i32(<2 x i32> %a)\n%s = lshr exact <2 x i32> %b, <i32 7, i32 poison>\n%r = or disjoint <2 x i32> %s, splat (i32 -16)", "%r = tail call i64 @llvm.x86.bmi.pext.64(i64 %a, i64 -2)",
		"_mm256_set_m128i(_mm_insert_epi32(a, _mm_extract_epi32(b, 3), 1), _mm_loadu_si128((__m128i*)(p + 4)))", "_mm512_mask_shuffle_epi32(s, k1, a, _MM_PERM_ABCD)",
		"uint8x16_t t = vqtbl2q_u8(a, b, (uint8x16_t){1, 2}); vcombine_u8(vget_high_u8(t), vdup_n_u8(3))", "vsetq_lane_u32(vgetq_lane_u32(b, 2), a, 1)",
		"mov $1, 0x0102\ni8x16.swizzle $0, $0, $1", "wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)", "kmovw k1, 5; vpshufd xmm0{k1}, xmm1, 1Bh",
		"vmovq rax, xmm0; mov rdx, 0x5555555555555555; pext rax, rax, rdx; mov cl, 3; rol rax, cl; vpinsrq xmm0, xmm1, rax, 1", "movabsq $-5, %rdx; andnq %rcx, %rdx, %rcx; shrdl $3, %ecx, %edx; movzwl %dx, %r8d",
		"const unsigned k = 0xf0u; uint64_t t = ~k & (unsigned)_mm_movemask_epi8(v) | __rolq(a, 3) << 60; _mm_insert_epi64(v, t, 1)",
	} {
		f.Add(text, "")
	}
	f.Add("shufflevector <2 x i8> %y, <2 x i8> %x, <2 x i32> <i32 0, i32 3>", "x,y")
	chance.Fuzz(f, func(t *testing.T, text, sources string) {
		var opt form.Options
		if sources != "" {
			opt.Sources = strings.Split(sources, ",")
		}
		tokensAreTheText(t, text)
		r, err := form.Parse(text, opt)
		if err != nil {
			var e *syntax.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v is not an error with a place", err)
			}
			_ = e.Caret()
			return
		}
		if err := r.Map.Check(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		m := new(form.Naturalist).Nature(r).Canonical
		if err := m.Check(); err != nil {
			t.Fatalf("%q: canonical form %s: %v", text, m, err)
		}
		if v, err := form.Compare(r, r); err != nil || v.Relation != lane.Equal {
			t.Fatalf("%q is not equal to itself: %v", text, err)
		}
	})
}
