package clif_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/clif"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// What is wrong, and where.
func TestWrongPlaces(t *testing.T) {
	dialecttest.Refused(t, clif.Dialect(), [][2]string{
		{"block0(v0: i8x16, v1: i8x16):\n v2 = shuffle v0, v1, ‹[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 32]›", "index 32 of lane 15 is out of range: two vectors have bytes 0 to 31"},
		{"block0(‹x›: i8x16):", `expected a parameter, such as v0: i8x16, found "x"`},
		{"block0(v0 ‹i8x16›):", `expected ":" and a type, found "i8x16"`},
		{"block0(v0: ‹i8x3›):", "expected a type, such as i8x16"},
		{"block0(v0: ‹i8x48›):", "expected a type, such as i8x16"},
		{"block0(v0: ‹f8x16›):", "expected a type, such as i8x16"},
		{"‹block0(v0: f16x8):›", "expected a line that moves lanes, such as v2 = shuffle v0, v1, [0 16 1 17 …]"},
		{"block0(v0: ‹i8x65›):", "expected a type, such as i8x16"},
		{"‹block0(v0: i8x64, v1: i8x64):\nreturn v0›", "expected a line that moves lanes, such as v2 = shuffle v0, v1, [0 16 1 17 …]"},
		{"block0(v0: ‹i16x64›):", "expected a type, such as i8x16"},
		{"block0(v0: ‹g8x16›):", "expected a type, such as i8x16"},
		{"block0(v0: ‹i7x16›):", "expected a type, such as i8x16"},
		{"block0(v0: i8x16 v1‹:› i8x16):", `expected ",", found ":"`},
		{"block0(v0: i8x16)‹›", `expected ":" behind the block, found the end`},
		{"‹block0(v0: i8x16,):›", "expected a line that moves lanes, such as v2 = shuffle v0, v1, [0 16 1 17 …]"},
		{"‹jump block1\nblock2:›", "expected a line that moves lanes, such as v2 = shuffle v0, v1, [0 16 1 17 …]"},
		{"jump block1(‹x›)\nblock1(v0: i8x16):", "expected a value, such as v0"},
		{"block0(v0: i8x16):\njump block1(v0)\nblock1(‹v1: i16x16›):", "v0 has 256 bits here and 128 before"},
		{"block0(v0: i8x16):\njump block1(v0)\nblock1(v1: i8x16):\nv2 = swizzle ‹v1, v1›\n", "where the lanes come from is known only when it runs: it is a map where the second value is a vconst"},
		{"block0(v0: i8x16):\n‹block1›(v1: i8x16):", "the lines before do not go on here: a map is made by lines one after another"},
		{"‹brif› v0, block1, block2", "brif decides at run time which lines follow: a map is made by lines one after another"},
		{"‹br_table› v0, block1", "br_table decides at run time which lines follow: a map is made by lines one after another"},
		{"  ‹5› = shuffle", `expected a value, such as v2 = shuffle v0, v1, [0 16 1 17 …], found "5"`},
		{"v2 ‹shuffle› v0, v1", `expected "=" behind the value, found "shuffle"`},
		{"v3 -> ‹v9›", `"v9" is not made or declared before`},
		{"const0 ‹0x05›", `expected "=" behind the constant, found "0x05"`},
		{"const0 = ‹zz›", `expected a number, found "zz"`},
		{"const0 = [1 ‹x›]", "expected the bytes of a vector"},
		{"const0 = [1, ‹256›]", "expected the bytes of a vector"},
		{"const0 = ‹0x›", `expected a number, found "0x"`},
		{"v1 = vconst.i8x16 ‹const7›", "const7 is not in the text: const7 = 0x0f0e0d0c… would say it"},
		{"v1 = vconst.i8x16 ‹0x0g›", `expected a number, found "0x0g"`},
		{"v1 = vconst.i8x16 ‹1a›", `expected a number, found "1a"`},
		{"v1 = vconst.i8x16 ‹[1 2 3]›\nreturn v1", "the type has 128 bits, and this 24"},
		{"v1 = ‹vconst› x", "expected vconst with its type, as in vconst.i8x16 or iconst.i32"},
		{"v1 = ‹vconst.i8x17› 0x00", "expected a type behind vconst, such as i8x16"},
		{"block0(v0: i32x4):\nv1 = bitcast.i8x8 ‹v0›", "128 bits do not become 64"},
		{"v1 = bitcast.i8x16 ‹x›", `expected a value, such as v0, found "x"`},
		{"v1 = bitcast ‹v0›", "the type of v0 is not in the text: block0(v0: i32x4): would say it"},
		{"block0(v0: i32x4):\nv1 = splat.i32x4 ‹v0›", "a vector with lanes of 32 bits is not filled by a value of 128"},
		{"block0(v0: i32x4):\nv1 = extractlane v0, ‹4›", "expected a lane from 0 to 3"},
		{"block0(v0: i32x4):\nv1 = extractlane v0, ‹›x", "expected a lane from 0 to 3"},
		{"block0(v0: i32x4):\nv1 = extractlane v0 ‹3›", `expected ",", found "3"`},
		{"block0(v0: i32x4, v1: i32):\nv2 = insertlane v0, v1, ‹4›", "expected a lane from 0 to 3"},
		{"block0(v0: i32x4, v1: i16):\nv2 = insertlane ‹v0, v1›, 3", "a lane of 32 bits is not a value of 16"},
		{"block0(v0: i32x4, v1: i32):\nv2 = insertlane v0 ‹v1›, 3", `expected ",", found "v1"`},
		{"block0(v0: i32x4, v1: i32):\nv2 = ‹iadd› v0, v0", "iadd computes, or is not known: shuffle, swizzle, splat, insertlane, extractlane, bitcast and uwiden move lanes"},
		{"block0(v0: i32x4, v1: i32x4):\nv2 = bor ‹v0, v1›", "bor computes bit 0 from bits that are both live, which is no movement"},
		{"block0(v0: i32x4, v1: i32x4):\nv2 = ‹snarrow› v0, v1", "snarrow saturates what does not fit, which is no movement of lanes"},
		{"block0(v0: i8x16, v1: i8x16):\nv2 = shuffle v0, v1, ‹[0 1 2]›", "a shuffle has 16 indices, and these are 3"},
		{"block0(v0: i8x16, v1: i8x16):\nv2 = shuffle v0, v1‹›", `expected ",", found the end`},
		{"block0(v0: i8x16, v1: i8x16):\nv2 = shuffle v0 ‹v1›, 0x00", `expected ",", found "v1"`},
		{"block0(v0: i8x16, v1: i32x4):\nv2 = shuffle ‹v0, v1›, 0x00", "the two values have 16 lanes of 8 bits and 4 of 32"},
		{"block0(v0: i8x16, v1: i8x16):\nv2 = shuffle v0, v1, 0x0f0e0d0c0b0a09080706050403021110 ‹x›", `expected a value, such as v2 = shuffle v0, v1, [0 16 1 17 …], found "x"`},
		{"block0(v0: i16x8, v1: i16x8):\nv2 = swizzle  ‹v0, v1›", "it is of vectors of type i8x16, and these have 8 lanes of 16 bits"},
		{"block0(v0: i64x2):\nv1 = uwiden_low  ‹v0›", "expected a vector with lanes of 8, 16 or 32 bits"},
		{"block0(v0: i32):\nv1 = uwiden_high ‹v0›", "expected a vector with lanes of 8, 16 or 32 bits"},
		{"v2 = ‹swiden_low› v0", "swiden_low copies the sign of each lane, which is no movement of lanes"},
		{"v2 = ‹swiden_high› v0", "swiden_high copies the sign of each lane, which is no movement of lanes"},
		{"v2 = ‹unarrow› v0, v1", "unarrow saturates what does not fit, which is no movement of lanes"},
		{"v2 = ‹uunarrow› v0, v1", "uunarrow saturates what does not fit, which is no movement of lanes"},
		{"v2 = ‹bitselect› v0, v1, v2", "bitselect takes bits by a mask that only the run knows, which is no movement of lanes"},
		{"v2 = ‹x86_blendv› v0, v1, v2", "x86_blendv takes lanes by a mask that only the run knows, which is no movement of lanes"},
		{"v2 = ‹select› v0, v1, v2", "select takes a value by a condition that only the run knows, which is no movement of lanes"},
		{"v2 = ‹x.i9x9› v0", "expected a type behind x, such as i8x16"},
		{"function %f()\n{\nblock0(  ‹x›: i8x16): ; v0", `expected a parameter, such as v0: i8x16, found "x"`},
		{"block0(v0: i8x16):\njump block1(  ‹x›)\nblock1(v1: i8x16):", "expected a value, such as v0"},
		{"block0(v0: i8x16):\nv1 = copy v0\n@0f   ‹x› = copy v1", `expected a value, such as v2 = shuffle v0, v1, [0 16 1 17 …], found "x"`},
		{"‹v4294967296› = copy v1", `expected a value, such as v2 = shuffle v0, v1, [0 16 1 17 …], found "v4294967296"`},
		{"v2 = shuffle ‹x›, v1, 0x00", `expected a value, such as v0, found "x"`},
		{"v2 = shuffle v0,   ‹x›, 0x00", `expected a value, such as v0, found "x"`},
		{"block0(v0: i32x8, v1: i32x8):\nv2 = shuffle ‹v0, v1›, 0x00", "shuffle is of vectors of 128 bits, and these have 256"},
		{"v2 = swizzle ‹x›, v1", `expected a value, such as v0, found "x"`},
		{"v2 = swizzle v0 ‹v1›", `expected ",", found "v1"`},
		{"v2 = band.i8x16 v0,  ‹x›", `expected a value, such as v0, found "x"`},
		{"block0(v0: i8x16, v1: i8x16):\nv2 = band_not ‹v0, v1›", "band_not computes bit 0 from bits that are both live, which is no movement"},
		{"v2 = iconcat ‹x›, v1", `expected a value, such as v0, found "x"`},
		{"v2 = iconcat v0 ‹v1›", `expected ",", found "v1"`},
		{"block0(v0: i64x4):\nv1 = iconcat ‹v0, v0›", "iconcat takes two scalars of 64 bits at most, and these are of 4 lanes of 64"},
		{"v1, v2 ‹isplit› v0", `expected "=" behind the values, found "isplit"`},
		{"v1, v2 = isplit ‹x›", `expected a value, such as v0, found "x"`},
		{"block0(v0: i64x4):\nv1, v2 = isplit ‹v0›", "isplit takes a scalar of 16 bits at least, and this is of 4 lanes of 64"},
		{"block0(v0: i8):\nv1, v2 = isplit ‹v0›", "isplit takes a scalar of 16 bits at least, and this is of 1 lanes of 8"},
		{"v1 = uwiden_low ‹v9›", "the type of v9 is not in the text: block0(v9: i32x4): would say it"},
		{"v1 = insertlane.i32x4 v0, ‹x›, 1", `expected a value, such as v0, found "x"`},
		{"v1 = vconst.i8x16 ‹[]›", "the type has 128 bits, and this 0"},
		{"v1 = iconst.i32 ‹0x100000000›", "the type has 32 bits, and this 40"},
		{"v1 = vconst.i32x4 [1, 2,  ‹x›]", `expected a number, found "x"`},
		{"v1 = vconst.i32x4 ‹[1, 2, 3]›", "expected 4 numbers"},
		{"v1 = vconst.i32x4 ‹[1 2 3 4 5› 6]", "expected 4 numbers"},
		{"v1 = vconst.i32x4 [1 2 3 ‹0x100000000›]", "0x100000000 has more than 32 bits"},
		{"block0(v0: i8x16):\nv0: i8x32\nv2 -> ‹v0›", "v0 has 256 bits here and 128 before"},
		{"block0(v0: i8x16):\nv0: i8x32\nv1 = copy  ‹v0›", "v0 has 256 bits here and 128 before"},
		{"v1 = bitcast.i8x16 v0\nblock0(‹v0: i8x32›):", "v0 has 256 bits here and 128 before"},
		{"‹return v0›", "expected a line that moves lanes, such as v2 = shuffle v0, v1, [0 16 1 17 …]"},
	})
}

// As much as there may be, and once more.
func TestBounds(t *testing.T) {
	d := clif.Dialect()
	dialecttest.Bound(t, d, "block0(v0: i32x4):\n|v1 -> v0\n|return v1", program.MaxLines-2, fmt.Sprintf("more than %d lines", program.MaxLines))
}

// What is read: what is made, of what, and what is warned of.
func TestMeanings(t *testing.T) {
	dialecttest.Meanings(t, clif.Dialect(), [][2]string{
		{"block0(v0: i8x16):\nv3 -> v0\nreturn v3", "v3 of v0: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"const0 = 12\nv1 = vconst.i8x16 const0\nreturn v1", "v1 of : -> i8x16: #c z z z z z z z z z z z z z z z"},
		{"v1 = vconst.i8x16 0x0201 ; v9\nreturn v1", "v1 of : -> i8x16: 1 #2 z z z z z z z z z z z z z z"},
		{"v1 = vconst.i8x16 0x0102\nreturn v1", "v1 of : -> i8x16: #2 1 z z z z z z z z z z z z z z"},
		{"v1 = vconst.i32x4 [1 2 3 4]\nreturn v1", "v1 of : -> i8x16: 1 z z z #2 z z z #3 z z z #4 z z z"},
		{"block0(v0: i32x4):\nv1 = bitcast.i8x16 v0\nv2 = bitcast.i64x2 little v1\nv3 = shuffle v1, v1, [3 2 1 0 7 6 5 4 11 10 9 8 15 14 13 12]", "v3 of v0: i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12"},
		{"block0(v0: i32x4):\nv1 = extractlane.i32x4 v0, 3\nv2 = splat.i32x4 v1\nreturn v2", "v2 of v0: i32x4 -> a3 a3 a3 a3"},
		{"block0(v0: i32x4, v1: i32):\nv2 = insertlane v0, v1, 3\nreturn v2", "v2 of v0 v1: i32x4 i32x1 -> a0 a1 a2 b0"},
		{"block0(v0: i8x16, v1: i8x16):\nv2 = shuffle v0, v1, 0x0f0e0d0c0b0a09080706050403021110 ; good\nreturn v2", "v2 of v0 v1: i8x16 i8x16 -> b0 b1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"v2 = insertlane.i32x4 v0, v1, 3\nv3 = extractlane v2, 3\nv4 = extractlane v0, 0\nv5 = insertlane v2, v4, 1", "v5 of v0 v1: i32x4 i32x1 -> a0 a0 a2 b0"},
		{"v1 = splat.i32x4 v0\nv2 = extractlane v1, 2", "v2 of v0: i32x1 -> a0"},
		{"v2 = shuffle v0, v1, [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]\nv3 = extractlane v0, 15", "v3 of v0 v1: i8x16 i8x16 -> a15"},
		{"block0(v0: i32x4):\nv1 = vconst.i32x4 [0, 0xffffffff, 0, 0]\nv2 = band v0, v1\nv3 = extractlane v2, 1", "v3 of v0: i8x16 -> a4 a5 a6 a7"},
		{"block0(v0: i8x16):\nv1 = shuffle v0, v0, [3 2 1 0 7 6 5 4 11 10 9 8 15 14 13 12]\nv2 = bitcast.i32x4 v1\nv3 = extractlane v2, 1\nv4 = uwiden_high v2", "v4 of v0: i8x16 -> a11 a10 a9 a8 z z z z a15 a14 a13 a12 z z z z"},
		{"v1, v2 = isplit v0\nv3 = iconcat v2, v1\nv4 = bitcast.i32x4 v3", "v4 of v0: i64x2 -> a1 a0"},
		{"v2 = iconcat.i32 v0, v1\nv3 = bitcast.i32x2 v2", "v3 of v0 v1: i32x1 i32x1 -> a0 b0"},
		{"v1 = iconst.i32 7\nv2 = splat.i32x2 v1", "v2 of : -> i8x8: #7 z z z #7 z z z"},
		{"v1 = iconst.i8 7\nv2 = splat.i8x2 v1", "v2 of : -> i8x2: #7 #7"},
		{"v1 = iconst.i64 0\nv2 = splat.i64x2 v1", "v2 of : -> i8x16: z z z z z z z z z z z z z z z z"},
		{"block0(v0: i64x2):\nv1 = copy v0\nv2 = extractlane v0, 1\nstore  notrap\taligned v1,v2\nreturn\nset v0\nstore v7, v1", "v1 of v0: i64x2 -> a0 a1"},
		{"test run ; x\nset y\ntarget x86_64\nfunction %f(i8x16) -> i8x16 {\nblock0(v0: i8x16):\n  @0010 v2 = shuffle v0, v0, [1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14]\nstore notrap v2, v0+16\nreturn\n}", "v2 of v0: i8x16 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14"},
	})
}

// What functions declare, and what stands around them in Cranelift's tests, says nothing of lanes.
func TestPassed(t *testing.T) {
	for _, line := range []string{
		"test compile precise-output", "target aarch64", "set enable_simd", "feature simd", "isa x86_64", "gv0 = vmctx", "sig0 = (i64) -> i64", "ss0 = explicit_slot 16",
		"fn0 = colocated u0:1 sig0", "dyn0 = explicit_dynamic_slot i8x16xN", "dt0 = i8x16*gv0", "mt0 = v9", "jt0 = jump_table block1, [block2]", "stack_limit = gv0",
		"heap0 = static gv1", "table0 = dynamic gv0", "nop", "trap user0", "debugtrap", "fence",
	} {
		r := reads(t, line+"\nblock0(v0: i64x2):\n"+line+"\nv1 = copy v0\n"+line)
		if r.To != "v1" || r.Map.String() != "i64x2 -> a0 a1" {
			t.Errorf("beside %s it is %s = %s", line, r.To, r.Map)
		}
	}
}

// Why a map is not said: what moves are bytes, of vectors of 128 bits, and each comes from somewhere.
func TestNotSaid(t *testing.T) {
	nibbles := "i4x32 -> " + strings.Repeat("a1 a0 ", 16)
	dialecttest.NotSaid(t, clif.Dialect(), [][3]string{
		{nibbles, "the shuffle of Cranelift moves bytes: lanes 0 to 1 do not make one lane of 8 bits", "the shuffle of Cranelift moves bytes: lanes 0 to 1 do not make one lane of 8 bits"},
		{"i64x2 -> a0 z", "lane 8 is a constant, which Cranelift's shuffle cannot make by itself", "lane 8 is a constant, which Cranelift's shuffle cannot make by itself"},
		{"i64x2 -> a0 _", "lane 1 is undefined, which Cranelift's shuffle has not", "a lane is undefined, which Cranelift's shuffle has not"},
		{"i64x4 -> a0 a1", "the shuffle of Cranelift is of vectors of 128 bits, and here is one of 256", "the shuffle of Cranelift is of vectors of 128 bits, and a has 256"},
		{"i64x2 -> a0", "the shuffle of Cranelift is of vectors of 128 bits, and here is one of 64", "the shuffle of Cranelift is of vectors of 128 bits, and here is one of 64"},
	})
}

// Several shuffles stand in a block that says what they are of.
func TestSequence(t *testing.T) {
	m, err := lane.Parse("i64x2 i64x2 i64x2 -> c0 a1")
	if err != nil {
		t.Fatal(err)
	}
	lines, err := clif.Dialect().Sequence(t.Context(), m)
	if want := "block0(v0: i8x16, v1: i8x16, v2: i8x16):\nv3 = shuffle v0, v2, [16 17 18 19 20 21 22 23 8 9 10 11 12 13 14 15]"; err != nil || strings.Join(lines, "\n") != want {
		t.Errorf("%q, %v, want %q", lines, err, want)
	}
}
