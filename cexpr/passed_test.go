package cexpr_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// A word that says nothing of lanes may stand in front of a variable, a function and a parameter, with what stands in parentheses behind it.
func TestWordsThatSayNothing(t *testing.T) {
	for _, word := range []string{
		"const", "volatile", "register", "restrict", "__restrict", "__restrict__", "static", "inline", "__inline", "__inline__", "__forceinline", "extern", "constexpr", "__extension__", "HWY_ALIGN", "HWY_API", "HWY_INLINE", "HWY_RESTRICT", "HWY_ATTR", "noexcept", "thread_local",
		"alignas(16)", "_Alignas(32)", "__declspec(align(16))", "__attribute__((aligned(16)))", "__attribute((unused))", "_Static_assert(1 + 1, \"(\");", "static_assert(sizeof(int) == 4);", "[[maybe_unused]]", "extern \"C\"", "static inline", "__attribute__ ((aligned (16), unused))",
	} {
		for _, text := range []string{"%s __m128i b = _mm_slli_si128(a, 1);", "%s __m128i f(__m128i a) { return _mm_slli_si128(a, 1); }", "__m128i f(__m128i a) { %s __m128i b = _mm_slli_si128(a, 1); return b; }", "\n%s\n__m128i f(__m128i a)\n{ return _mm_slli_si128(a, 1); }", "__m128i a;\n%s __m128i b = _mm_slli_si128(a, 1);"} {
			text := strings.Replace(text, "%s", word, 1)
			r, err := cexpr.Intel().Read(text, dialect.Options{})
			if err != nil {
				t.Errorf("%s: %v", text, err)
			} else if l := r.Map.Lane; len(l) != 16 || l[0] != lane.Zero() || l[1] != lane.From(0, 0) {
				t.Errorf("%s is %s", text, r.Map)
			}
		}
		if strings.ContainsAny(word, "([\" ;") {
			continue
		}
		text := "__m128i f(" + word + " __m128i a, __m128i " + word + " b) " + "{ return _mm_unpacklo_epi64(a, b); }"
		if r, err := cexpr.Intel().Read(text, dialect.Options{}); err != nil || r.Map.String() != "i64x2 i64x2 -> a0 b0" {
			t.Errorf("%s is %s, %v", text, r.Map, err)
		}
	}
}

// What moves in blocks of 128 bits does not in vectors that are no number of them.
func TestWholeBlocks(t *testing.T) {
	const three = "std::simd::cat(a, b, c)"
	for _, call := range []string{
		"Shuffle2301(%s)", "Shuffle1032(%s)", "Shuffle0123(%s)", "Shuffle0321(%s)", "Shuffle2103(%s)", "Shuffle01(%s)", "InterleaveLower(%s, %s)", "InterleaveUpper(d, %s, %s)", "ZipLower(%s, %s)", "ShiftLeftBytes<1>(%s)", "ShiftRightBytes<1>(d, %s)",
		"ShiftLeftLanes<1>(%s)", "ShiftRightLanes<1>(d, %s)", "Broadcast<1>(%s)", "CombineShiftRightBytes<1>(d, %s, %s)", "CombineShiftRightLanes<1>(d, %s, %s)",
	} {
		name, _, _ := strings.Cut(call, "(")
		name, _, _ = strings.Cut(name, "<")
		dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{"Vec64<uint32_t> a, b, c; ‹" + strings.ReplaceAll(call, "%s", three) + "›", name + ": it moves in blocks of 128 bits, and the vectors have 192"}})
		text := "Vec128<uint32_t> a, b, c; " + strings.ReplaceAll(call, "%s", three)
		if r, err := cexpr.Builtin().Read(text, dialect.Options{}); err != nil || len(r.Map.Lane)*r.Map.Bits != 384 {
			t.Errorf("%s is %s, %v", text, r.Map, err)
		}
	}
}

// What is wrong in a value that is stored is told of there, and a store of it counts for none.
func TestWrongInStores(t *testing.T) {
	for _, call := range []string{"_mm_storeu_si128(p, %s);", "_mm_store_si128((__m128i *)(p + 16), %s);", "vst1q_u8(p, %s);", "vst1q_u8_x2(p, %s);", "vst2q_u8(p, %s);", "wasm_v128_store(p, %s);", "vec_st(%s, 0, p);", "vec_xst(%s, 16, p);", "Store(%s, d, p);", "StoreU(%s, d, p);", "Stream(%s, d, p);", "_mm_storel_epi64(p, %s);", "_mm_store_ss(p, %s);"} {
		for _, wrong := range [][2]string{{"‹_mm_foo›(a)", "_mm_foo is no intrinsic that the targets know as a movement of lanes"}, {"_mm_slli_si128(‹_mm_foo›(a), 1)", "_mm_foo is no intrinsic that the targets know as a movement of lanes"}, {"‹_MM_SHUFFLE(1, 2)›", "_MM_SHUFFLE takes four numbers, and there are 2"}} {
			dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{strings.Replace(call, "%s", wrong[0], 1), wrong[1]}, {"_mm_storeu_si128(p, a); " + strings.Replace(call, "%s", wrong[0], 1), wrong[1]}})
		}
	}
}

// What is chosen by a mask has the type of the vectors, whichever of them has one, and not the mask's.
func TestTypesOfChosen(t *testing.T) {
	const ofFloat = "a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits"
	const copies = "an integer of 32 bits with a sign as one of 64: copies of the sign are no movement; without one it is an unsigned"
	for typ, why := range map[string]string{"float": ofFloat, "int32_t": copies, "uint32_t": ""} {
		for _, declared := range []string{"Vec128<%s> a; ", "Vec128<%s> b; ", "Vec128<%s> a, b; "} {
			for _, call := range []string{"IfThenElse(FirstN(Full128<uint32_t>(), 2), a, b)", "IfVecThenElse(VecFromMask(d, FirstN(Full128<uint32_t>(), 2)), a, b)"} {
				text := strings.Replace(declared, "%s", typ, 1) + "‹uint64_t k = GetLane(" + call + ")›;"
				if why != "" {
					dialecttest.Refused(t, cexpr.Highway(), [][2]string{{text, why}})
					continue
				}
				text = strings.NewReplacer("‹", "", "›", "").Replace(text)
				if r, err := cexpr.Highway().Read(text, dialect.Options{}); err != nil || !strings.HasSuffix(r.Map.String(), " -> a0 z") {
					t.Errorf("%s is %s, %v", text, r.Map, err)
				}
			}
		}
	}
}
