package cexpr_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// scalableText is a random vector of SVE's intrinsics over a, b and p, of lanes of one width.
func scalableText(r *rand.Rand, depth int) string {
	bits := 8 << r.IntN(4)
	kinds := "us"
	if bits > 8 {
		kinds += "f"
	}
	typ := fmt.Sprint(kinds[r.IntN(len(kinds)):][:1], bits)
	lanes := 128 / bits
	v := func() string { return scalableValue(r, typ, depth-1) }
	all := fmt.Sprintf("svptrue_b%d()", bits)
	predicate := func() string {
		switch r.IntN(5) {
		case 0:
			return all
		case 1:
			return fmt.Sprintf("svwhilelt_b%d_u32(%d, %d)", bits, r.IntN(4), r.IntN(lanes+6))
		case 2:
			return fmt.Sprintf("svptrue_pat_b%d(SV_VL%d)", bits, 1+r.IntN(8))
		case 3:
			return fmt.Sprintf("svwhilele_b%d_s64(%d, %d)", bits, r.IntN(3), r.IntN(lanes+3))
		}
		return fmt.Sprintf("svdupq_n_b%d(%s)", bits, numbers(r, lanes, 2))
	}
	index := func() string {
		u := fmt.Sprint("u", bits)
		if r.IntN(2) == 0 {
			return fmt.Sprintf("svindex_%s(%d, %d)", u, r.IntN(20), r.IntN(9)-4)
		}
		return fmt.Sprintf("svdupq_n_%s(%s)", u, numbers(r, lanes, 2*lanes+2))
	}
	pairs := []string{"svzip1", "svzip2", "svuzp1", "svuzp2", "svtrn1", "svtrn2"}
	texts := []func() string{
		func() string { return fmt.Sprintf("%s_%s(%s, %s)", pairs[r.IntN(6)], typ, v(), v()) },
		func() string { return fmt.Sprintf("svrev_%s(%s)", typ, v()) },
		func() string { return fmt.Sprintf("svext_%s(%s, %s, %d)", typ, v(), v(), r.IntN(lanes)) },
		func() string { return fmt.Sprintf("svdup_lane_%s(%s, %d)", typ, v(), r.IntN(lanes)) },
		func() string { return fmt.Sprintf("svtbl_%s(%s, %s)", typ, v(), index()) },
		func() string { return fmt.Sprintf("svtbx_%s(%s, %s, %s)", typ, v(), v(), index()) },
		func() string { return fmt.Sprintf("svtbl2_%s(svcreate2_%s(%s, %s), %s)", typ, typ, v(), v(), index()) },
		func() string {
			return fmt.Sprintf("svget2_%s(svcreate2_%s(%s, %s), %d)", typ, typ, v(), v(), r.IntN(2))
		},
		func() string { return fmt.Sprintf("svsel_%s(%s, %s, %s)", typ, predicate(), v(), v()) },
		func() string { return fmt.Sprintf("svsplice_%s(%s, %s, %s)", typ, predicate(), v(), v()) },
		func() string { return fmt.Sprintf("svinsr_n_%s(%s, 0)", typ, v()) },
		func() string { return fmt.Sprintf("svinsr(%s, svlastb(%s, %s))", v(), predicate(), v()) },
		func() string {
			return fmt.Sprintf("svdup_%s(svlast%c_%s(%s, %s))", typ, "ab"[r.IntN(2)], typ, predicate(), v())
		},
		func() string {
			i := strings.Replace(typ, "f", "u", 1)
			u := strings.Replace(i, "s", "u", 1)
			w := func() string { return scalableValue(r, u, depth-1) }
			all := []string{
				fmt.Sprintf("svand_n_%s_%c(%s, %s, %d)", u, "xzm"[r.IntN(3)], all, w(), []int{0, 255}[r.IntN(2)]),
				fmt.Sprintf("svlsl_n_%s_%c(%s, %s, %d)", u, "xzm"[r.IntN(3)], all, w(), 8*r.IntN(bits/8)),
				fmt.Sprintf("svorr_%c(%s, %s, %d)", "xzm"[r.IntN(3)], all, w(), []int{0, 255}[r.IntN(2)]),
				fmt.Sprintf("svlsr_%c(%s, %s, %d)", "xzm"[r.IntN(3)], all, w(), 8*(1+r.IntN(bits/8))),
			}
			if bits > 8 {
				all = append(all, fmt.Sprintf("svrevb_%s_%c(%s, %s)", u, "xz"[r.IntN(2)], allOf(bits), w()),
					fmt.Sprintf("svrevb_%s_m(%s, %s, %s)", u, w(), predicate(), w()), fmt.Sprintf("svextb_%s_z(%s, %s)", u, allOf(bits), w()))
			}
			if bits < 64 {
				wide := fmt.Sprint("u", 2*bits)
				all = append(all, fmt.Sprintf("svunpk%s_%s(%s)", []string{"lo", "hi"}[r.IntN(2)], wide, w()), fmt.Sprintf("svshll%c_n_%s(%s, %d)", "bt"[r.IntN(2)], wide, w(), 8*r.IntN(bits/8)),
					fmt.Sprintf("svshrnb_n_%s(%s, %d)", wide, scalableValue(r, wide, depth-1), 8*(1+r.IntN(bits/8))))
			}
			return all[r.IntN(len(all))]
		},
		func() string { return fmt.Sprintf("svld1_%s(%s, p)", typ, all) },
	}
	if bits >= 32 {
		texts = append(texts, func() string { return fmt.Sprintf("svcompact_%s(%s, %s)", typ, predicate(), v()) })
	}
	return texts[r.IntN(len(texts))]()
}

func allOf(bits int) string { return fmt.Sprintf("svptrue_b%d()", bits) }

// scalableValue is a vector of a type.
func scalableValue(r *rand.Rand, typ string, depth int) string {
	if depth > 0 && r.IntN(3) == 0 {
		return fmt.Sprintf("svreinterpret_%s(%s)", typ, scalableText(r, depth))
	}
	return fmt.Sprintf("svreinterpret_%s(%c)", typ, "ab"[r.IntN(2)])
}

// SVE's intrinsics are what Clang makes of them, executed by QEMU with vectors of 128 bits.
func TestSVECompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	r := chance.Random(t, 61)
	var texts []string
	source := "#include <arm_sve.h>\n" + inputs + "static unsigned char results[400][16];\n#define p ((void *)inputs)\n"
	fills := ""
	for i := range 400 {
		text := scalableText(r, 3)
		texts = append(texts, text)
		source += fmt.Sprintf("static void f%d(svuint8_t a, svuint8_t b) { svst1_u8(svptrue_b8(), results[%d], svreinterpret_u8(%s)); }\n", i, i, text)
		fills += fmt.Sprintf("f%d(a, b);\n", i)
	}
	source += "static void fill(svuint8_t a, svuint8_t b) {\n" + fills + "}\n" + armProgram("fill(svld1_u8(svptrue_b8(), inputs), svld1_u8(svptrue_b8(), inputs + 16));")
	compared(t, texts, onAArch64(t, source, len(texts), []string{"-march=armv9-a"}, []string{"-cpu", "max,sve-max-vq=1"}))
}
