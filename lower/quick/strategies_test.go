package quick

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Each strategy wins a map, and leaves one that differs little to another.
var goldens = []struct {
	strategy, target string
	wins, rows       string // a map, and the rows that do it
	misses, to       string // a map nearby, and what does that
}{
	{"four lanes", "sse2", "i32x4 -> a3 a2 z a2", "psrldq pshufd", "i32x4 -> a3 a2 a1 a2", oneRowName},
	{"by words", "sse2", "i16x8 -> a0 a6 a0 a0 _ _ _ _", "pshufd pshuflw", "i16x8 -> a0 a1 a0 a0 _ _ _ _", oneRowName},
	{"by words", "ssse3", "i16x8 -> a1 _ a3 a0 _ a4 a4 _", "pshuflw pshufhw", "i16x8 -> a1 _ a3 a4 _ a0 a4 _", oneRowName},
	{"by words", "avx2", "i16x16 -> a1 a1 a3 a0 a4 a4 _ a7 a9 a9 _ a8 a12 a12 a12 a15", "vpshuflw vpshufhw", "i16x16 -> a1 a1 a3 a0 a4 a4 _ a7 a9 a9 _ a8 a13 a12 a12 a15", oneRowName},
	{"words of two", "sse2", "i16x8 i16x8 -> a5 a7 b0 b7 a5 a1 a6 a7", "pshufd shufps pshuflw pshufhw pshufhw shufps", "i16x8 i16x8 -> a5 a7 a0 a7 a5 a1 a6 a7", "by words"},
	{"words of two", "sse2", "i16x8 i16x8 -> a7 a4 _ b6 a4 a3 b1 b5", "pshufhw pshufd pshuflw pshufhw pshufd pshuflw punpckldq", "i16x8 i16x8 -> a7 a4 _ b6 a4 b3 b1 b5", "blend first"},
	{"words of two", "ssse3", "i16x8 i16x8 -> a4 b7 b6 a5 a0 b3 a3 b2", "punpckhdq shufps pshuflw shufps pshuflw pshufhw", "i16x8 i16x8 -> a0 b3 b2 a1 a0 b3 a3 b2", "gather, then choose"},
	{"pairs of two", "sse2", "i16x8 i16x8 -> b3 _ a5 a0 a1 a3 b2 b0", "pshuflw pshufd pshuflw pshuflw shufps pshufd", "i16x8 i16x8 -> b3 a2 a5 a0 a1 a3 b2 b0", "by source"},
	{"words blended", "sse4.1", "i16x8 i16x8 -> b0 a0 a2 b7 b1 b5 a6 a4", "pshuflw pshufd pblendw pshufhw", "i16x8 i16x8 -> b0 a0 a2 b7 b1 b5 a6 a5", "by source, at once"},
	{"words blended", "sse4.1", "i16x8 i16x8 -> a0 b1 a2 b0 a4 a5 a2 b0", "pshuflw pblendw pshufd", "i16x8 i16x8 -> a0 b1 a2 b0 a4 a5 a2 b1", "gather, then choose"},
	{"slid over", "rvv256", "i32x8 i32x8 -> _ _ b7 _ _ _ _ b4", "vslidedown.vi vslideup.vi", "i32x8 i32x8 -> _ _ b7 _ _ _ b6 b4", oneRowName},
	{"join, then cross", "avx", "i32x8 i32x8 -> _ b6 _ b3 a2 _ a3 b6", "vunpckhps vshufpd vperm2f128 vblendps", "i32x8 i32x8 -> _ b6 _ b3 a2 _ a3 b5", "by views"},
	{"by zipping", "sse2", "i8x16 i8x16 -> a3 b3 a2 b2 a1 b1 a0 b0 a7 b7 a6 b6 a5 b5 a4 b4", "punpcklbw pshuflw pshufhw", "i8x16 i8x16 -> a3 b3 a2 b2 a1 b1 a0 b0 a7 b7 a6 b6 a5 b5 b4 a4", "by widening"},
	{"by zipping", "sse2", "i8x16 -> a15 z a14 z a13 z a12 z a11 z a10 z a9 z a8 z", "pxor punpckhbw pshuflw pshufhw pshufd", "i8x16 -> a15 z a14 z a13 z a12 z a11 z a10 z a9 z z a8", "clear last"},
	{"by zipping", "sse2", "i16x8 i16x8 -> a3 b3 a2 b2 a6 b6 a0 b0", "punpcklwd punpckhwd shufps shufps", "i16x8 i16x8 -> a3 b3 a2 b2 a6 b5 a0 b0", "words of two"},
	{"qwords of two", "avx", "i32x8 i32x8 -> b2 _ a2 _ b5 b7 a6 _", "vshufps vshufpd", "i32x8 i32x8 -> b2 _ a2 _ b5 a7 a6 _", "gather, then choose"},
	{"by views", "avx", "i32x8 i32x8 -> a1 b1 b3 b0 b1 b5 b0 b3", "vinsertf128 vshufps vshufps vblendps", "i32x8 i32x8 -> a1 b1 b3 a0 b1 b5 b0 b3", "by crossing"},
	{"by crossing", "avx", "i32x8 i32x8 -> a6 b1 a4 b0 b7 a2 b4 a1", "vshufps vshufps vperm2f128 vblendps", "i32x8 i32x8 -> a6 a1 a4 a0 b7 a5 b4 b5", "by source"},
	{"by crossing, with zeros", "avx2", "i16x16 i16x16 -> a10 _ _ b13 a15 a9 _ b6 a9 b8 a15 a15 _ a6 b10 a7", "vpblendw vpshufb vblendps vpshufb vperm2f128 vpor", "i16x16 i16x16 -> a15 _ _ b13 a15 a9 _ b6 a9 b8 a15 a15 _ a6 b10 a7", "by source"},
	{"by crossing at last", "avx2", "i32x8 i32x8 -> b7 b4 a2 b4 a2 a5 b6 a7", "vblendps vshufps vpermq vblendps", "i32x8 i32x8 -> b7 b4 a2 b4 a2 a6 b6 a7", "by source, at once"},
	{"by source, at once", "avx2", "i32x8 i32x8 -> b7 b4 a2 b4 a2 a6 b6 a7", "vpermd vpermd vblendps", "i32x8 i32x8 -> b7 b4 a2 b4 a2 a5 b6 a7", "by crossing at last"},
	{"four lanes", "avx", "i32x8 i32x8 -> a0 a3 b1 a0 a4 a7 b5 a4", "vshufps vshufps", "i32x8 i32x8 -> a0 a3 b1 a0 a4 a7 b5 b4", "by source, at once"},
	{"blend first", "sse4.1", "i16x8 i16x8 -> b5 b5 a2 a4 z z b5 a2", "pblendw pshufb", "i16x8 i16x8 -> b5 b5 a2 a5 z z b5 a2", "gather, then choose"},
	{"by source", "ssse3", "i8x16 i8x16 -> a3 b3 a1 b7 a9 a0 b2 b2 a5 b5 a8 a8 b1 a6 a7 b0", "pshufb pshufb por", "i8x16 i8x16 -> a3 b3 a1 b1 a7 b7 a0 b0 a2 b2 a2 b2 a5 b5 a6 b6", "gather, then choose"},
	{"by source", "avx", "i16x8 i16x8 i16x8 -> b7 a2 c2 a3 b5 c4 a7 c5", "vpshuflw vpblendw vpshufhw vpshufhw vpshufd vpblendw", "i16x8 i16x8 i16x8 -> b7 a2 c6 a3 b5 c4 a2 c4", "blend first"},
	{"shift last", "sse2", "i16x8 -> z z a0 a2 z z a4 a6", "pshuflw pshufhw psllq", "i16x8 -> z z a0 a2 z z z a6", "clear last"},
	{"clear last", "avx512", "i32x8 i32x8 -> b2 a4 a6 a3 z z b0 b4", "vpermi2d vpxor vblendps", "i32x8 i32x8 -> b2 a4 a6 a3 a1 a1 b0 b4", oneRowName},
	{"gather, then choose", "ssse3", "i16x8 -> a1 a3 a1 a2 z z z z", "movq pshuflw", "i16x8 -> a1 a3 a1 a2 z z z a7", oneRowName},
	{"zeros too", "avx512", "i32x8 -> a6 a0 z a3 a5 a6 a0 z", "vpxor vpermi2d", "i32x8 -> a6 a0 a3 a1 a5 a6 a4 a2", oneRowName},
	{"by block", "avx2", "i8x32 -> a3 a20 a5 a7 a0 a31 a1 a17 a2 a2 a9 a8 a12 a22 a22 a1 a30 a3 a17 a5 a20 a9 a31 a14 a18 a2 a2 a25 a25 a0 a27 a28", "vperm2f128 vpshufb vpshufb vpor",
		"i8x32 -> a3 a10 a5 a7 a0 a11 a1 a7 a2 a2 a9 a8 a12 a12 a2 a1 a30 a23 a17 a25 a20 a29 a31 a24 a18 a22 a22 a25 a25 a20 a27 a28", oneRowName},
	{"by block", "lasx", "i16x16 -> a11 a9 a0 a9 a1 a2 a5 a9 a3 a5 a11 a14 a7 a1 a5 a15", "xvpermi.d xvshuf.b", "i16x16 -> a3 a1 a0 a1 a1 a2 a5 a1 a11 a13 a11 a14 a15 a9 a13 a15", oneRowName},
	{"blended twice", "avx2", "i16x16 i16x16 -> a0 b1 a2 a3 a4 a5 a6 a7 a8 a9 b10 a11 a12 a13 a14 a15", "vpblendw vblendps", "i16x16 i16x16 -> a0 b1 a2 a3 a4 a5 a6 a7 b8 a9 a10 a11 a12 a13 a14 a15", oneRowName},
	{"blocks first", "avx2", "i16x16 i16x16 -> a0 b6 _ _ a15 b3 a13 _ _ b10 a13 a12 _ _ _ a8", "vpermq vpblendw vpshufb", "i16x16 i16x16 -> a0 b7 _ _ a15 b3 a13 _ _ b10 a13 a12 _ _ _ a8", "by source, at once"},
	{"gather among others", "avx", "i16x8 i16x8 i16x8 -> b2 b1 c3 a5 a1 c3 a1 _", "vpunpcklwd vpblendw vpshufb", "i16x8 i16x8 i16x8 -> b2 b1 c3 a5 a1 c3 a7 c2", "by source"},
	{"gather, then choose", "ssse3", "i8x16 i8x16 -> a3 b3 a1 b1 a5 b5 a0 b0 a2 b2 a2 b2 a7 b7 a6 b6", "punpcklbw pshufb", "i8x16 i8x16 -> a3 b3 a1 b1 a5 b5 a0 b0 a2 b2 a2 b2 a7 b7 a6 b9", "join two"},
	{"join two", "ssse3", "i8x16 i8x16 -> a0 b14 a1 b6 a2 b13 a3 b5 a4 b12 a5 b4 a6 b3 a7 b8", "pshufb punpcklbw", "i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7", oneRowName},
	{"by doubling", "sse2", "i8x16 -> a3 _ _ a14 a1 a1 _ _ a12 _ a2 _ _ _ _ _", "pshufd punpcklbw pshuflw pshufd pshuflw pshufhw", "i8x16 -> a3 _ _ a14 a1 a2 _ _ a12 _ a2 _ _ _ _ _", "by widening"},
	{"by widening", "sse2", "i8x16 -> a3 a14 a14 a15 a14 a3 a4 a3 a9 a13 a7 a3 a11 a0 a15 a5", "pxor punpcklbw punpckhbw shufps pshuflw pshufd pshuflw pshufhw shufps pshuflw pshufhw shufps pshuflw pshufhw shufps pshufhw packuswb", "i8x16 -> a3 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _", oneRowName},
	{"four lanes, joined", "avx", "i64x4 i64x4 -> a2 b3 b1 b3", "vperm2f128 vperm2f128 vshufpd", "i64x4 i64x4 -> a2 b3 a2 b3", "four lanes"},
	{"within, then across", "avx2", "i32x8 -> _ _ a0 a3 a6 _ _ a0", "vpshufd vpermq", "i32x8 -> _ _ a0 a3 a6 _ a1 a0", oneRowName},
	{"within each, then across", "avx2", "i32x8 i32x8 -> _ _ a6 a5 b6 _ a1 a3", "vpshufd vblendps vpermq", "i32x8 i32x8 -> _ _ a6 a5 b6 _ a1 a5", "gather, then choose"},
	{"within each, then across", "avx2", "i16x16 i16x16 -> _ _ _ a15 a2 a0 _ a0 _ a6 b6 b4 _ b11 b10 _", "vpshufb vpshufb vblendps vpermq", "i16x16 i16x16 -> _ _ _ a15 a2 a0 _ a0 _ a6 b6 b4 _ b11 b2 _", "by source, at once"},
	{"across, then within", "avx2", "i16x16 -> a13 a1 a0 a15 a12 a3 a13 a2 a5 a8 a9 a4 a11 a7 a6 a10", "vpermq vpshufb", "i16x16 -> a3 a1 a0 a5 a2 a3 a6 a5 a15 a8 a9 a14 a11 a12 a13 a10", oneRowName},
	{"across, then within", "avx512", "i8x64 -> a30 a38 a13 a50 a61 a19 a11 a8 a2 a51 a37 a7 a28 a46 a35 a22 a13 a33 a27 a3 a33 a34 a24 a21 a39 a37 a47 a11 a43 a49 a31 a22 a31 a60 a35 a11 a38 a0 a37 a39 a24 a52 a54 a36 a55 a57 a20 a29 a39 a33 a5 a10 a5 a59 a35 a60 a43 a18 a25 a8 a52 a25 a56 a35", "vpermw vpshufb vpermw vpshufb vporq",
		"i8x64 -> a36 a26 a40 a20 a26 a23 a63 a46 a23 a20 a27 a23 a27 a63 a40 a26 a8 a8 a16 a9 a8 a16 a16 a56 a56 a38 a24 a24 a25 a24 a8 a57 a31 a52 a31 a41 a28 a30 a52 a13 a40 a28 a31 a41 a53 a58 a59 a14 a5 a37 a11 a11 a12 a37 a5 a26 a11 a36 a63 a12 a11 a36 a10 a37", "across, then within"},
	{"by halves", "avx", "i16x16 -> a1 a0 a3 a2 a4 a5 a6 a7 a9 a8 a11 a10 a12 a13 a14 a15", "vperm2f128 vpshuflw vpshuflw vinsertf128", "i16x16 -> a1 a0 a3 a2 a4 a5 a6 a7 z z z z z z z z", oneRowName},
	{"across at last", "avx2", "i8x32 i8x32 -> a28 _ _ _ a9 a28 _ _ _ _ _ _ b6 _ b11 b10 a30 b19 b15 _ _ _ a29 _ _ b20 b9 b24 b30 b29 b28 b26", "vpermq vblendps vpshufb vpermq vpshufb vpor", "i8x32 i8x32 -> a1 _ _ _ a9 a28 _ _ _ _ _ _ b6 _ b11 b10 a30 b19 b15 _ _ _ a29 _ _ b20 b9 b24 b30 b29 b28 b26", "by source"},
	{"by narrowing", "sse2", "i8x16 i8x16 -> b13 b15 a1 a3 a5 a7 a9 a11 _ a15 b1 b3 b5 b7 b9 b11", "psrlw psrlw packuswb psrldq pslldq por", "i8x16 i8x16 -> b13 b15 a1 a3 a5 a7 a9 a11 _ a15 b1 b3 b5 b7 b9 b10", "by widening"},
	{"blend for halves", "avx", "i16x16 -> _ a9 a14 _ a15 a12 a5 a10 a5 _ _ a14 a12 a11 a15 _", "vperm2f128 vpblendw vpshufb vpshufb vinsertf128", "i16x16 -> _ a9 a14 _ a15 a12 a5 a10 a5 _ _ a13 a12 a11 a15 _", "by halves"},
	{"gather for halves", "avx", "i16x16 i16x16 -> a0 b0 b0 b0 a1 b0 b0 b0 a1 b0 b0 b0 a3 b0 b0 b0", "vpunpcklbw vpshufb vpshufb vinsertf128", "i16x16 i16x16 -> a0 b0 b0 b0 a1 b0 b0 b0 a1 b0 b8 b0 a3 b0 b0 b0", "by halves"},
	{"slide first", "sse2", "i8x16 i8x16 -> a10 a9 a8 a7 a6 a5 a4 a3 b2 b1 b0 a15 a14 a13 a12 a11", "psrldq pslldq por pshuflw pshufhw psllw psrlw por", "i8x16 i8x16 -> a10 a9 a8 a7 a6 a5 a4 a3 b3 b1 b0 a15 a14 a13 a12 a11", "by widening"},
	{"shift both", "sse2", "i16x8 i16x8 -> a5 a7 a6 b0 b1 b3 b7 b4", "pshufhw psrldq pshufd pshufhw pshufd pslldq por", "i16x8 i16x8 -> a5 a7 b6 a0 b1 b3 b7 b4", "by source"},
	{"turn last", "sse2", "i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8", "pshuflw pshufhw psllw psrlw por", "i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a8 a9", "by widening"},
	{"by distance", "sse2" + plainly, "i8x16 -> z z a5 z z z z z z z z z z z z a0", "pslldq psrldq pslldq pslldq por", "i8x16 -> z z a0 z z z z z z z z z z z z z", "gather, then choose"},
}

// A row whose constant is a vector of zeros takes one that is made, and zeros between bytes are put there by row after row.
func TestZerosForAConstant(t *testing.T) {
	for _, g := range [...]struct{ target, text, rows string }{
		{"ssse3", "i8x16 -> a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0", "pxor pshufb"},
		{"ssse3", "i8x16 -> a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a1", "pshufb"},
		{"avx", "i8x32 -> a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0", "vpxor vpshufb vinsertf128"},
		{"sse2", "i8x16 -> a0 z z z z z z z a1 z z z z z z z", "pxor punpcklbw punpcklbw punpcklbw"},
		{"avx512", "i16x16 -> a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5", "vpshufhw vpermq"},
	} {
		if q := decided(t, g.target, g.text); q.rows() != g.rows {
			t.Errorf("%s: %s: %q, want %q", g.target, g.text, q.rows(), g.rows)
		}
	}
}

// What strategies share has maps of its own that it wins, and maps nearby that it must not take: two blends, one constant for two rows, words of bytes of one parity or of one half, halves that spare what is read later, and shifts where constants may be loaded.
func TestSharedWays(t *testing.T) {
	for _, g := range [...]struct {
		target, text, rows string
		cost               int
	}{
		{"avx2", "i16x16 i16x16 -> a0 b1 a2 a3 a4 a5 a6 a7 a8 a9 b10 a11 a12 a13 a14 a15", "vpblendw vblendps", 2},
		{"avx2", "i16x16 i16x16 -> a0 b1 a2 a3 a4 a5 a6 a7 a8 b9 a10 a11 a12 a13 a14 a15", "vpblendw", 1},
		{"avx2", "i16x16 i16x16 -> a0 b1 a2 a3 a4 a5 a6 a7 b8 a9 a10 a11 a12 a13 a14 a15", "vpblendvb", 3}, // both words of a dword, each in one block
		{"avx2", "i16x16 i16x16 -> a0 b1 a2 a3 a4 b5 a6 a7 b8 b9 b10 a11 b12 b13 a14 a15", "vpblendvb", 3}, // b's dwords are to come back, and a's

		{"sse4.1", "i8x16 i8x16 -> a3 a5 b4 b2 a9 a0 b7 b9 a1 a15 b12 b1 a8 a6 b3 b3", "pshufb pshufb pblendw", 5},
		{"sse4.1", "i8x16 i8x16 -> a3 z b4 b2 a9 a0 b7 b9 a1 a15 b12 b1 a8 a6 b3 b3", "pshufb pshufb pblendw", 5},
		{"sse4.1", "i8x16 i8x16 -> a3 b5 b4 b2 a9 a0 b7 b9 a1 a15 b12 b1 a8 a6 b3 b3", "pshufb pshufb por", 7}, // zeros of one are bytes of the other

		{"avx512", "i8x32 i8x32 -> b13 b4 a23 a6 b29 b27 b13 b18 b9 b9 b10 b14 a3 a7 b25 a2 b18 b21 b17 b28 a20 b24 b27 a13 b4 b14 a11 b28 a16 b13 b14 a8", "vpshufb vpermq vpshufb vshufi32x4 vpshufb vpternlogd", 12}, // three turns across blocks, joined by one row

		{"avx", "i16x8 i16x8 i16x8 -> b0 a7 c7 c1 b3 c5 a6 a3", "vpblendw vpshufb vpshufb vpblendw", 6},                  // of three inputs, two of which have room in one register
		{"avx", "i16x8 i16x8 i16x8 -> b0 a7 c7 c1 b3 c7 a6 b7", "vshufps vpshufhw vpshufd vpshuflw vpshufd vpblendw", 6}, // and two that have not
		{"avx", "i32x8 i32x8 -> b6 b6 a7 a7 z z z z", "vshufps vperm2f128", 2},                                           // the row that crosses clears
		{"avx", "i32x8 i32x8 -> b6 b6 a7 a7 z z z a7", "vshufps vperm2f128 vblendps", 3},                                 // a7 alone crosses, and zeros do not

		{"lasx", "i32x8 i32x8 -> b6 a2 b0 a4 b7 a6 b4 a3", "xvperm.w xvperm.w xvpackev.w xvpackod.w", 6}, // one constant for both, and two rows that take dwords in turn
		{"avx2", "i32x8 i32x8 -> b4 a1 b3 z b2 a5 b6 a7", "vpshufb vpermq vblendps", 5},                  // a stays as it is, and b's constant brings the zero
		{"avx2", "i32x8 i32x8 -> a4 b1 a3 z a2 b5 a6 b7", "vpshufb vpermq vblendps", 5},                  // whichever of them is first
		{"avx2", "i32x8 i32x8 -> b4 a1 b3 z b2 a4 b6 a7", "vpermq vpshufb vpshufb vblendps", 6},

		{"avx", "i32x8 -> a1 a0 _ a2 _ a4 a0 _", "vinsertf128 vshufps", 2}, // the lower block is in both views
		{"avx", "i32x8 -> a1 a0 _ a2 _ a4 a0 a4", "vinsertf128 vshufps vshufps vblendps", 4},

		{"avx", "i32x8 i32x8 -> _ b3 a7 b4 b5 _ b6 a4", "vshufps vperm2f128 vperm2f128 vshufps vblendps", 5},                                            // views of the second input
		{"avx", "i32x8 i32x8 -> _ _ _ _ a7 a3 _ b4", "vperm2f128 vshufps vshufps", 3},                                                                   // four lanes of three: a, a with its halves exchanged, and b
		{"ssse3", "i8x16 i8x16 -> _ a13 _ b3 a10 _ _ _ a5 _ _ b0 _ a3 _ _", "pshufb punpcklbw pshuflw punpcklwd", 6},                                    // b's bytes are of one half, and take no constant
		{"sse2", "i8x16 -> a10 a13 _ _ a0 _ a6 a1 a9 a13 a12 _ _ _ _ _", "pxor punpcklbw punpckhbw pshufd shufps pshuflw pshufhw pshuflw packuswb", 10}, // one copy, and not two: shufps is the last that reads what it overwrites

		{"avx", "i16x8 i16x8 i16x8 -> a5 b5 c6 c3 c6 a6 c5 b4", "vshufpd vpshufb vpshufb vpblendw", 6},                               // one constant for a join of two inputs and the third one
		{"avx", "i16x8 i16x8 i16x8 -> a5 b5 c6 c3 c6 a6 c5 b1", "vblendps vpshufhw vpunpckhwd vshufps vpshuflw vpshufd vpblendw", 7}, // which no join has together

		{"avx", "i16x8 i16x8 -> _ b1 _ b6 b4 _ _ a6", "vpshufhw vpunpckhwd vshufps", 3}, // of operands that are swapped: a6 stands behind b6
		{"avx", "i16x8 i16x8 -> _ b1 _ b6 b3 _ _ a6", "vinsertps vpshuflw vpshufhw vpshufd", 4},

		{"avx", "i16x16 -> _ _ a15 _ a4 a6 a12 a14 a15 _ _ a5 _ a6 _ a6", "vperm2f128 vpunpckhwd vpshufd vpshufhw vpshufd vinsertf128", 6}, // vpunpckhwd, of which both halves are made, is one step
		{"avx", "i16x16 -> _ _ a15 _ a4 a6 a12 a14 a15 _ _ a1 _ a6 _ a6", "vperm2f128 vpunpckhwd vpshufd vpshufhw vinsertps vpshuflw vpshufhw vinsertf128", 8},

		{"avx", "i32x8 -> a6 a2 z z z a7 a3 z", "vperm2f128 vunpckhps vshufpd vpxor vblendps", 5}, // a row that gathers stands behind one that crosses
		{"avx", "i32x8 -> a6 a2 z z z a7 a1 z", "vperm2f128 vshufps vinsertps vinsertps vinsertf128", 5},
		{"avx", "i32x8 i32x8 -> a1 _ a1 _ _ b1 _ a5", "vinsertf128 vshufps", 2}, // a's lower block is in both views, of two inputs
		{"avx", "i32x8 i32x8 -> a1 _ a1 _ _ b1 a0 a5", "vshufps vshufps vperm2f128 vblendps", 4},

		{"avx", "i16x16 -> _ _ a15 a11 a2 a14 a0 a0 a0 _ a14 _ a15 a0 a15 a3", "vperm2f128 vshufps vpshufb vpshufb vinsertf128", 9}, // one row has what both halves want of both halves of an input
		{"avx", "i16x16 -> _ _ a15 a11 a2 a14 a0 a0 a0 _ a14 _ a15 a0 a15 a7", "vperm2f128 vpblendw vpshufb vinsertps vpshuflw vpshufd vpshufhw vinsertf128", 10},
		{"avx", "i16x16 -> a8 a4 _ _ a14 a14 _ a6 a4 a3 _ _ a0 a14 _ a14", "vperm2f128 vpshufhw vpshufhw vpshufd vpblendw vpshufd vpshuflw vpblendw vinsertf128", 9}, // a14, which vpshufhw moves for both halves
		{"avx", "i16x16 -> a8 a4 _ _ a14 a14 _ a6 a4 a3 _ _ a0 a13 _ a14", "vperm2f128 vshufps vpshufd vpshuflw vpshufhw vpblendw vpshufb vinsertf128", 10},          // and not where they want a14 and a13 in one place

		{"avx2", "i16x16 i16x16 -> a6 a10 b15 _ _ _ b8 b8 _ b13 b8 b7 b3 a14 _ b7", "vpblendw vperm2f128 vpblendw vblendps vpshufb", 7}, // two blends of a register and itself with its halves exchanged
		{"avx2", "i16x16 i16x16 -> a6 a10 b15 _ _ _ b8 b8 _ b13 b9 b7 b3 a14 _ b7", "vpblendw vperm2f128 vpblendw vpshufb", 6},          // and one, where the upper block wants no b8 that the lower one has too
		{"avx2", "i16x16 i16x16 -> z b13 a7 a8 z z b10 b1 z a8 z z b10 b14 b9 b9", "vpblendw vperm2f128 vpblendw vpshufb", 6},
		{"avx2", "i16x16 i16x16 -> z b13 a7 a8 z z b10 b1 z a8 z z b10 b14 b0 b9", "vpblendw vblendps vperm2f128 vpshufb vpshufb vpblendw vblendps", 9},

		{"avx2", "i16x16 i16x16 -> a3 b0 _ b10 b14 a5 _ _ a7 _ _ b11 _ a15 b5 _", "vpermq vperm2f128 vblendps vpshufb vpshufb vpblendw", 8}, // one constant for two inputs that are brought into their blocks
		{"avx2", "i16x16 i16x16 -> a3 b0 _ b10 b14 a5 _ _ a7 _ _ a4 _ a15 b5 _", "vpermq vpshufb vperm2f128 vblendps vpshufb vpor", 10},     // but not where words of both blocks stand apart
		{"avx2", "i16x16 i16x16 -> _ a8 _ _ b7 _ a15 b1 b5 _ b7 b9 _ _ b7 _", "vperm2f128 vpshufb vpshufb vpblendw", 6},                     // and for two views
		{"avx2", "i16x16 i16x16 -> _ a8 _ _ b7 _ a15 b1 b5 _ b7 b9 _ _ b7 a1", "vpshufb vperm2f128 vpermq vpshufb vpor", 7},
		{"avx2", "i16x16 -> _ a7 a0 a15 _ a1 a3 _ a14 a15 _ _ a12 a14 a10 a3", "vpshufb vpermq vpblendw", 5}, // one row has what crosses
		{"avx2", "i16x16 -> _ a7 a0 a15 _ a1 a3 _ a14 a15 _ _ a12 a14 a10 a2", "vpermd vpshufb", 6},

		{"avx2", "i16x16 i16x16 -> a15 b1 _ a9 b15 b7 b11 _ b8 a14 a12 _ a13 _ b7 _", "vperm2f128 vpshufb vperm2f128 vshufps vpshufb vpor", 10}, // b and b with its halves exchanged, gathered far inside
		{"avx2", "i16x16 i16x16 -> a15 b1 _ a9 b15 b7 b11 _ b8 a14 a12 _ a13 b12 b7 _", "vperm2f128 vpshufb vpermd vpshufb vpor", 11},

		{"avx2", "i16x16 i16x16 -> b9 b3 b15 a5 _ _ _ _ _ a0 a7 b6 b4 _ a1 a5", "vpblendw vperm2f128 vblendps vpshufb", 6},                      // what is blended beside what crosses of it and of b
		{"avx2", "i16x16 i16x16 -> b9 b3 b15 a5 _ _ _ _ _ a0 a7 b6 b4 _ a1 b5", "vinsertf128 vperm2f128 vblendps vpblendw vblendps vpshufb", 8}, // a5 and b5 cannot both be in the blend
		{"avx2", "i16x16 i16x16 -> _ _ _ _ a14 _ _ a4 a8 b15 _ b6 _ _ b1 b12", "vblendps vperm2f128 vpblendw vpshufb", 6},                       // a part crosses by one row
		{"avx2", "i16x16 i16x16 -> _ _ _ _ a14 _ _ a4 a8 b15 _ b6 _ _ b1 b4", "vblendps vperm2f128 vpblendw vblendps vpshufb", 7},
		{"avx2", "i16x16 -> _ _ _ _ _ _ a15 _ a4 a4 a7 _ _ _ _ a6", "vpshufhw vpermq", 2}, // words of one half stay in it before they cross
		{"avx2", "i16x16 -> _ _ _ _ _ _ a15 _ a4 a4 a7 _ _ _ _ a2", "vpshufb vperm2f128", 4},

		{"lasx", "i16x16 i16x16 -> a0 a1 a2 a3 a4 b0 b1 a5 b2 b3 a6 b4 b5 a7 b6 b7", "xvpermi.d xvpermi.d xvshuf.b", 5},
		{"lasx", "i16x16 i16x16 -> a0 a1 a2 a3 a4 b0 b1 a5 b2 b3 a6 b4 b5 a7 b6 b15", "xvperm.w xvpermi.d xvshuf.b xvshuf.b", 10}, // the upper block wants bytes of three

		{"sse2", "i8x16 -> a1 a11 a5 a3 a15 a1 a13 a7 a9 a3 a11 a11 a5 a15 a7 a9", "psrlw pshuflw pshufd pshuflw pshufd pshufhw pshufhw pshufd pshuflw pshufhw packuswb", 11}, // all odd
		{"sse2", "i8x16 -> a2 a10 a4 a2 _ _ _ _ _ _ _ _ _ _ _ _", "pand pshuflw pshufd pshuflw packuswb", 7},                                                                  // all even
		{"sse2", "i8x16 -> a2 a10 a4 a1 _ _ _ _ _ _ _ _ _ _ _ _", "pshufd pshuflw pshufd pxor punpcklbw pshuflw pshufhw pshufd pshuflw packuswb", 10},
		{"sse2", "i8x16 -> a3 a6 a7 a2 a11 a10 a3 a14 a15 a6 _ _ _ _ _ _", "pshuflw pshufhw pshufd pxor punpcklbw pshufd pshuflw pshufhw pshufd pshuflw pshufd pshuflw packuswb", 13},
		{"sse2", "i8x16 -> a3 a6 a7 a2 a11 a10 a3 a14 a15 a9 _ _ _ _ _ _", "pxor punpcklbw punpckhbw shufps pshufd pshuflw pshufhw pshufd pshuflw pshufd pshuflw packuswb", 13}, // of three words above
		{"sse2", "i8x16 -> a3 _ a6 _ a12 _ _ a14 _ _ _ a3 _ a7 _ _", "pshuflw pshufd punpcklbw pshuflw pshufhw pshufd", 6},
		{"sse2", "i8x16 -> a3 _ a6 _ a12 _ _ a10 _ _ _ a3 _ a7 _ _", "punpcklbw punpckhbw shufps pshuflw pshufhw pshufd", 7}, // of no pair above

		{"sse2", "i8x16 -> a6 a1 a10 a7 a11 a8 _ a11 _ _ a5 a4 _ _ a3 a7", "pxor punpcklbw punpckhbw pshufhw shufps pshufd pshufhw pshufd pshuflw pshufhw pshufd pshufhw packuswb", 14},                                  // one gather has all words of a half, whose own halves want them from three pairs
		{"sse2", "i8x16 -> a6 a1 a10 a7 a11 a8 _ a11 _ _ a5 a4 _ _ a3 a15", "pxor punpcklbw punpckhbw shufps pshufd pshufhw pshufd pshuflw pshufhw shufps pshuflw pshufd pshufhw packuswb", 16},                          // and not where a7 is another word
		{"sse2", "i8x16 -> a9 a11 a7 a1 a9 a9 a1 a1 a15 a10 a9 a4 a11 a11 a14 a11", "pxor punpcklbw punpckhbw pshufd shufps pshuflw pshuflw shufps pshuflw pshufhw pshufd pshuflw pshufhw punpckldq packuswb", 16},       // halves of a pack that spare what the other one reads: one copy, that of the input
		{"sse2", "i8x16 -> a6 a5 a1 a2 a10 a1 a14 a13 a10 a15 a11 a15 a13 a9 a12 a14", "pxor punpcklbw punpckhbw pshufd pshuflw pshufd pshuflw pshufhw pshuflw pshufhw movss pshuflw pshufhw shufps packuswb", 16},       // by movss of the upper words into the lower ones
		{"sse2", "i8x16 -> a6 a5 a1 a2 a10 a1 a14 a13 a10 a15 a11 a15 a13 a9 a12 a3", "pxor punpcklbw punpckhbw pshufd pshufd pshuflw pshufhw pand pandn por pshuflw pshufhw movss pshuflw pshufhw shufps packuswb", 20}, // and not both halves where a3 is of a third pair
		{"sse2", "i16x8 i16x8 -> _ _ _ a3 a5 b4 a6 _", "punpckhdq pshuflw shufps", 3},                                                                                           // by operands that are swapped, so that b is overwritten, which shufps does not read
		{"sse2", "i16x8 i16x8 -> _ _ _ b3 a5 b4 a6 _", "punpckhwd pshuflw shufps", 3},                                                                                           // which has all of the upper words, and overwrites what is read no more
		{"sse2", "i8x16 -> a15 a9 a9 a14 _ a10 a12 a10 _ _ a7 _ a0 a11 a1 a12", "pxor punpcklbw punpckhbw pshufd pshuflw pshufhw pshufd psrldq punpcklwd packuswb", 11},         // words 3 and 4 of the upper half, down by one for punpcklwd
		{"sse2", "i8x16 -> a15 a9 a9 a14 _ a10 a12 a10 _ _ a7 _ a0 a11 a1 a14", "pxor punpcklbw punpckhbw pshufd pshuflw pshufhw pshufd pshufd pshuflw punpcklwd packuswb", 12}, // and words 3 and 6 by a chain
		{"sse2", "i8x16 -> a3 _ a8 _ a15 _ _ a11 _ a8 a11 _ a3 _ _ a3", "pshufd pshuflw pshufd punpcklbw pshuflw pshufhw pshufd pshuflw", 8},                                    // words 1 and 4, 5, 7, in one half
		{"sse2", "i8x16 -> a3 _ a8 _ a15 _ _ a11 _ a8 a11 _ a3 _ _ a5", "pxor punpcklbw punpckhbw pshufhw pshuflw pshuflw punpcklwd pshuflw shufps shufps packuswb", 12},        // and not five words
		{"sse2", "i8x16 -> a2 a8 a15 a11 a8 _ _ _ _ _ _ _ _ _ _ _", "pshufd pshuflw pshufd pxor punpcklbw pshuflw pshufhw pshufd pshuflw packuswb", 10},
		{"sse2", "i16x8 -> a2 a0 a5 _ _ a2 a1 a3", "pshuflw pshufd pshuflw", 3}, // 0 2, as the upper half wants them, and not 2 0
		{"sse2", "i16x8 -> a2 a0 a5 _ _ a2 a1 a7", "pshuflw pshufhw pshufd pshufhw", 4},
		{"sse2", "i16x8 -> a6 a4 a7 a3 a7 a1 a0 a5", "pshufhw pshufd pshufhw pshufd pshufhw", 5}, // pairs that are taken apart, in the order that another half wants
		{"sse2", "i16x8 -> a6 a4 a7 a3 a7 a1 a0 a4", "pshuflw pshufd pshuflw pshufhw pshufd pshuflw", 6},
		{"sse2", "i16x8 i16x8 -> b1 a1 z z z z a3 b0", "punpcklwd pshufd pshufhw pand", 6}, // by operands that are swapped, before zeros too
		{"sse2", "i16x8 i16x8 -> b1 a1 z z z z a3 b2", "punpcklwd pshuflw pshufhw pand", 6},
		{"sse2", "i8x16 -> a3 _ a9 a10 a1 a2 a8 _ a13 a13 a4 _ a9 _ _ a15", "pxor punpcklbw punpckhbw pshuflw pshuflw punpckldq punpckhwd pshuflw shufps packuswb", 11}, // one pshuflw that both halves begin with
		{"sse2", "i8x16 -> a3 _ a9 a10 a1 a2 a8 _ a13 a13 a4 _ a9 _ _ a14", "pxor punpcklbw punpckhbw pshuflw pshuflw punpckldq punpckhwd pshuflw shufps pshufhw packuswb", 12},
		{"sse2", "i8x16 -> a1 a9 a7 a14 a1 a12 a2 a13 a2 a12 a14 a6 a15 a5 a0 a12", "pxor punpcklbw punpckhbw pshuflw pshufd pshuflw pshufd pshufhw pshufd punpcklwd pshufhw pshufd pshufhw pshufd pand pandn por packuswb", 21}, // punpcklwd wants words 1 and 4, 5, 6 of the upper half, which are taken apart first
		{"sse2", "i8x16 -> a1 a9 a7 a14 a1 a8 a2 a13 a2 a12 a14 a6 a15 a5 a0 a12", "pxor punpcklbw punpckhbw pshuflw pshufd pshuflw pshufhw pshufd pshuflw punpcklwd pshufhw pshufd pshufhw pshufd pand pandn por packuswb", 21}, // and words 0 and 1, 5, 6, which a chain has
		{"sse2", "i8x16 -> a5 a1 a8 a12 a14 a12 a15 a7 a9 a9 a13 a4 a0 a14 a4 a5", "pxor punpcklbw punpckhbw pshufd pshuflw pshufd pshuflw pshufhw pand pandn por pshufhw pshufd pshuflw pshufhw pand pandn por packuswb", 24},   // of the upper words both halves of the pack begin with one pshufd
		{"sse2", "i8x16 -> a5 a1 a8 a12 a14 a12 a15 a7 a9 a9 a13 a4 a0 a10 a4 a5", "pxor punpcklbw punpckhbw pshufd pshuflw pshufhw pshufd pshuflw pand pandn por pshufhw pshufd pshuflw pshufhw pshufd pand pandn por packuswb", 25},
		{"sse2", "i8x16 -> a8 _ _ a15 _ a14 _ _ _ _ _ _ _ _ a2 _", "pshufhw pshufd punpcklbw pshuflw pshufhw", 5}, // words 4 and 7 before word 1 in one half
		{"sse2", "i8x16 -> a2 _ _ _ _ _ _ _ a8 _ _ a15 _ a14 _ _", "pshuflw pshufd pshufhw punpckhbw", 4},
		{"sse2", "i8x16 -> a9 a3 a10 a0 a15 a14 a15 a4 a15 a15 a3 a6 a10 a13 a5 a4", "pxor punpcklbw punpckhbw pshufd pand pandn por pshuflw pshufhw pshuflw pshufhw pshufd pshufhw pshufd pshuflw punpckldq packuswb", 20},                      // an op more that overwrites nothing: pand is the last that reads what it overwrites
		{"sse2", "i8x16 -> _ a0 a2 a13 a12 a1 _ _ a10 a7 a15 a5 a8 a3 a4 a7", "pxor punpcklbw punpckhbw pshufhw shufps pshuflw pshufd pshuflw pshufhw pshufd pshufhw pshufd pand pandn por packuswb", 19},                                        // a half by chains of both inputs, which overwrite nothing that shufps reads
		{"sse2", "i8x16 -> _ a0 a2 a13 a12 a1 _ _ a10 a7 a15 a5 a8 a3 a4 a6", "pxor punpcklbw punpckhbw shufps pshuflw pshufd pshuflw pshufhw shufps pshuflw pshufhw movss pshuflw pshufhw shufps pshuflw packuswb", 20},                         // and not where those are a row longer
		{"sse2", "i8x16 -> a15 a10 a13 a2 a6 a13 a3 a5 a8 a2 a9 a10 a4 a8 a1 a10", "pxor punpcklbw punpckhbw pshufhw pshufd pshuflw punpckldq pshufhw shufps pslldq pshufhw pand pandn por pshuflw pshufhw shufps pshuflw pshufhw packuswb", 24}, // a half made again behind a pack that had put rows into another order was of other values
		{"sse2", "i8x16 -> a15 a5 a12 a7 a15 a12 a0 a15 a14 a1 a11 a8 a11 a12 a9 a12", "pxor punpcklbw punpckhbw pshuflw pshufd pshufhw punpckhwd pshuflw movsd pand pandn por pshufhw shufps pshuflw pshufhw packuswb", 21},
		{"avx", "i16x16 -> a10 z a15 a10 a15 z a3 a13 a14 a14 a14 a15 z z z z", "vperm2f128 vpblendw vpshufb vpsrldq vpshuflw vinsertf128", 8}, // a half is shifted first
		{"avx", "i16x16 -> a10 z a15 a10 a15 z a3 a13 a14 a14 a14 a15 z z z _", "vperm2f128 vpblendw vpshufb vpsrldq vpshuflw vinsertf128", 8},
		{"avx", "i16x16 -> a10 z a15 a10 a15 z a3 a13 a14 a8 a14 a15 z z z z", "vperm2f128 vpblendw vpshufb vinsertps vpshuflw vinsertf128", 8}, // no shift makes zeros of what is moved then
		{"sse2", "i16x8 -> _ a4 _ _ _ _ a3 a6", "pshufd psllq", 2},                                                                              // one shift behind a chain
		{"sse2", "i16x8 -> _ a4 _ _ _ a0 a3 a6", "pshuflw pshufd psllq", 3},
		{"avx", "i16x16 -> _ _ _ _ _ _ _ _ a15 a8 _ _ _ a10 a0 a4", "vperm2f128 vpshufd vpshuflw vpalignr vpunpckldq vinsertf128", 6}, // 15 8 9 10 …, which a shift has not
		{"avx", "i16x16 -> _ _ _ _ _ _ _ _ a15 a8 _ _ _ a11 a0 a4", "vperm2f128 vshufps vpshuflw vshufps vpshuflw vinsertf128", 6},
		{"avx", "i32x8 -> a2 _ a6 a5 a4 _ a2 a0", "vperm2f128 vshufps vshufpd", 3},                                                                     // halves of blocks of a, and of one row of a with its halves exchanged
		{"avx", "i32x8 -> a2 _ a6 a5 a4 a6 a2 a0", "vperm2f128 vshufps vshufps vshufpd", 4},                                                            // a6 does not stand there
		{"avx", "i16x16 -> z a10 z z z z a0 z a10 z z a0 a9 z a11 z", "vperm2f128 vpunpcklwd vpalignr vpxor vpblendw vpshufd vpblendw vinsertf128", 8}, // zeros of both halves are of one vector
		{"avx", "i16x16 -> z a10 z z z z a0 z a10 z z a0 a9 z a3 z", "vperm2f128 vpblendw vpshufb vpshufb vinsertf128", 9},                             // a3 stands alone
		{"sse2", "i16x8 -> a3 a4 a5 a6 a7 a0 a1 a2", "psrldq pslldq por", 4},
		{"sse2", "i16x8 -> a3 a4 a5 a6 a7 a1 a0 a2", "pshufd pshufhw pshufd pshuflw pshufhw", 5},
		{"sse2", "i16x8 -> a3 a4 a5 a6 a7 a0 z a2", "psrldq pslldq por pand", 7},
	} {
		q := decided(t, g.target, g.text)
		if cost := q.Cost(balanced.Weights); q.rows() != g.rows || cost != g.cost {
			t.Errorf("%s: %s: %q for %d, want %q for %d", g.target, g.text, q.rows(), cost, g.rows, g.cost)
		}
	}
}

// plainly says behind a target's name that no constant may be loaded.
const plainly = " without constants"

// decided is the program for a map in lane notation, which has to be there.
func decided(t *testing.T, name, text string) *Program {
	t.Helper()
	name, none := strings.CutSuffix(name, plainly)
	o := balanced
	if none {
		o.Constants = 0
	}
	tg, ok := target.Find(name)
	if !ok {
		t.Fatalf("no target %q", name)
	}
	m, err := lane.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	q := new(Program)
	if !New(tg).Decide(q, &m, o) {
		t.Fatalf("%s: %s: nothing is decided", name, text)
	}
	return q
}

func (q *Program) rows() string {
	var names []string
	for _, o := range q.Ops() {
		names = append(names, o.Row.Name)
	}
	return strings.Join(names, " ")
}

func TestStrategies(t *testing.T) {
	shown := map[string]bool{}
	for _, g := range goldens {
		shown[g.strategy] = true
		if q := decided(t, g.target, g.wins); q.Strategy() != g.strategy || q.rows() != g.rows {
			t.Errorf("%s: %s: %q by %q, want %q by %q", g.target, g.wins, q.rows(), q.Strategy(), g.rows, g.strategy)
		}
		if q := decided(t, g.target, g.misses); q.Strategy() != g.to {
			t.Errorf("%s: %s: %q by %q, want it by %q", g.target, g.misses, q.rows(), q.Strategy(), g.to)
		}
	}
	for _, st := range strategies() {
		if !shown[st.name] {
			t.Errorf("no map is shown that %q wins", st.name)
		}
	}
}

// A row that overwrites its constant stands behind all that read it, wherever those have moved: pandn behind pand, which stands behind what reads the value that it overwrites.
func TestConstantsOverwrittenLast(t *testing.T) {
	q := decided(t, "sse2", "i8x16 -> a15 a0 a6 a12 a3 a10 a13 a9 a15 a11 a6 a8 a8 a15 a3 a9")
	spent := 0
	for i := range q.n {
		if q.step[i].spends == 0 {
			continue
		}
		if spent++; int(q.step[i].spends) > i || q.loadedAfter(int(q.step[i].spends)-1, i) {
			t.Errorf("%s: step %d overwrites a constant that a later one reads", q.rows(), i)
		}
	}
	if spent != 2 {
		t.Errorf("%s: %d constants are overwritten, want 2", q.rows(), spent)
	}
	if n := q.copies(0); n != 1 {
		t.Errorf("%s: %d copies, want that of the input alone, of which both halves are words", q.rows(), n)
	}
}
