package cexpr_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
)

// A term is an expression of C as text, with the level of its outermost operator, and what it is worth for a lane.
type term struct {
	text  string
	level int
	of    func(i, n int) int
}

// levels are the binary operators as C's grammar has them, the loosest first, each with what it means.
var levels = []map[string]func(a, b int) int{
	{"||": func(a, b int) int { return one(a != 0 || b != 0) }}, {"&&": func(a, b int) int { return one(a != 0 && b != 0) }},
	{"|": func(a, b int) int { return a | b }}, {"^": func(a, b int) int { return a ^ b }}, {"&": func(a, b int) int { return a & b }},
	{"==": func(a, b int) int { return one(a == b) }, "!=": func(a, b int) int { return one(a != b) }},
	{"<": func(a, b int) int { return one(a < b) }, ">": func(a, b int) int { return one(a > b) }, "<=": func(a, b int) int { return one(a <= b) }, ">=": func(a, b int) int { return one(a >= b) }},
	{"<<": func(a, b int) int { return a << (uint(b) % 64) }, ">>": func(a, b int) int { return a >> (uint(b) % 64) }},
	{"+": func(a, b int) int { return a + b }, "-": func(a, b int) int { return a - b }},
	{"*": func(a, b int) int { return a * b }},
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// randomTerm is a term of at most so many operators within one another. Parentheses stand only where the grammar asks for them.
func randomTerm(rng *rand.Rand, depth int) term {
	if depth == 0 || rng.IntN(5) == 0 {
		switch k := rng.IntN(8); rng.IntN(3) {
		case 0:
			return term{"i", len(levels) + 1, func(i, _ int) int { return i }}
		case 1:
			return term{"n", len(levels) + 1, func(_, n int) int { return n }}
		default:
			return term{fmt.Sprint(k), len(levels) + 1, func(int, int) int { return k }}
		}
	}
	inner := func(least int) term {
		t := randomTerm(rng, depth-1)
		if t.level < least {
			t.text = "(" + t.text + ")"
		}
		return t
	}
	switch rng.IntN(5) {
	case 0:
		a, b, c := inner(0), inner(-1), inner(-1)
		return term{a.text + " ? " + b.text + " : " + c.text, -1, func(i, n int) int {
			if a.of(i, n) != 0 {
				return b.of(i, n)
			}
			return c.of(i, n)
		}}
	case 1:
		a := inner(len(levels))
		return term{"~ " + a.text, len(levels), func(i, n int) int { return ^a.of(i, n) }}
	}
	level := rng.IntN(len(levels))
	for sign, does := range levels[level] {
		a, b := inner(level), inner(level+1)
		return term{a.text + " " + sign + " " + b.text, level, func(i, n int) int { return does(a.of(i, n), b.of(i, n)) }}
	}
	panic("no operator")
}

// A lambda's expression is worth what its tree is, whose parentheses only precedence tells; if and else choose as the tree's condition does.
func TestIndexMaps(t *testing.T) {
	rng := chance.Random(t, 1)
	const lanes = 8
	for range 2000 {
		yes, no, which := randomTerm(rng, 4), randomTerm(rng, 3), randomTerm(rng, 3)
		body := "if (" + which.text + ") return (" + yes.text + ") & 7; else return " + no.text + " & 7;"
		want := []string{}
		for i := range lanes {
			v := yes.of(i, lanes) & 7
			if which.of(i, lanes) == 0 {
				v = no.of(i, lanes) & 7
				if no.level < 5 { // & binds tighter than the outermost operator
					v = -1
				}
			}
			want = append(want, fmt.Sprint("a", v))
		}
		if strings.Contains(strings.Join(want, " "), "a-1") {
			continue
		}
		text := "std::simd::vec<int, 8> v; std::simd::permute(v, [](auto i, auto n) { " + body + " })"
		r, err := cexpr.Standard().Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := strings.Fields(r.Map.String()); strings.Join(got[2:], " ") != strings.Join(want, " ") {
			t.Fatalf("%s\nis  %s\nnot %s", text, got[2:], want)
		}
	}
}

// What C++ says of lambdas' bodies, and of what they may not be.
func TestStandard(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"std::simd::permute(v, [](auto i) { return 3 - i; })", "i32x4 -> a3 a2 a1 a0"},
		{"std::simd::vec<float, 8> f(std::simd::vec<float, 8> v) { return std::simd::permute(v, [](std::simd::simd_size_type i) { return i ^ 1; }); }", "i32x8 -> a1 a0 a3 a2 a5 a4 a7 a6"},
		{"std::simd::vec<int, 4> v; std::simd::permute<2>(v, [](auto i) { return i * 2; })", "i32x4 -> a0 a2"},
		{"std::simd::vec<int, 4> v; std::simd::permute<8>(v, [](auto i) { return i / 2; })", "i32x4 -> a0 a0 a1 a1 a2 a2 a3 a3"},
		{"std::simd::vec<int, 4> v; std::simd::permute(v, [](auto i, auto n) { return i + 1 == n ? std::simd::zero_element : i + 1; })", "i32x4 -> a1 a2 a3 z"},
		{"simd_permute(x, [](size_t idx) { if (idx % 2 == 0) return simd_permute_zero; return idx - 1; })", "i32x4 -> z a0 z a2"},
		{"simd_permute(x, [](int i) -> int { if (i == 3) { return uninit_element; } int k = 2; k = k - i; return k; })", "i32x4 -> a2 a1 a0 _"},
		{"std::simd::vec<unsigned char, 16> v; constexpr int k = 15; std::simd::permute<4>(v, [=](int i) noexcept { return static_cast<int>(k) - int(i); })", "i8x16 -> a15 a14 a13 a12"},
		{"std::simd::vec<short, 8> v; std::simd::permute(v, [](auto i) { return v.size() - 1 - i; })", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"std::simd::vec<int, 4> v; std::simd::permute(v, std::simd::vec<int, 4>{3, 0, 1, 2})", "i32x4 -> a3 a0 a1 a2"},
		{"std::simd::vec<int, 8> v;\nauto [lo, hi] = std::simd::chunk<4>(v);\nauto r = std::simd::cat(hi, lo);", "i32x8 -> a4 a5 a6 a7 a0 a1 a2 a3"},
		{"std::simd::vec<int, 8> v; std::simd::chunk<2>(v)[3]", "i32x8 -> a6 a7"},
		{"std::simd::vec<int, 8> v; std::get<2>(std::simd::chunk<3>(v))", "i32x8 -> a6 a7"},
		{"auto [lo, hi] = simd_split<2, 6>(v);", "i32x8 -> a0 a1"},
		{"std::get<1>(stdx::split<2, 2>(v))", "i32x4 -> a2 a3"},
		{"stdx::fixed_size_simd<double, 2> a, b; stdx::concat(a, b)", "i64x2 i64x2 -> a0 a1 b0 b1"},
	} {
		r, err := cexpr.Standard().Read(row.text, dialect.Options{})
		if err != nil || r.Map.String() != row.want {
			t.Errorf("%s is %s, %v, want %s", row.text, r.Map, err, row.want)
		}
		if !cexpr.Standard().Looks(row.text) {
			t.Errorf("%s does not look like std::simd", row.text)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"simd_permute(v, [](auto i) { return i + 1; })", "1:17: index 4 of lane 3 is out of range: the vector has lanes 0 to 3"},
		{"simd_permute(v, [](auto i) { return i - 1; })", "1:17: index -1 of lane 0 is out of range"},
		{"simd_permute(v, [](auto i) { return i / 0; })", "1:39: a division by zero"},
		{"simd_permute(v, [](auto i) { if (i) return 0; })", "1:17: the lambda returns nothing for lane 0"},
		{"simd_permute(v, [](auto i) { return table[i]; })", "1:37: expected an index"},
		{"simd_permute(v, [](auto i, auto n, auto m) { return i; })", "1:17: the lambda has 3 parameters"},
		{"std::simd::vec<float, 4294967295> f(std::simd::vec<float, 8> v) { return std::simd::permute(v, [](auto i, auto n) { return n + i; }); }", "1:96: index 8 of lane 0 is out of range"}, // whose result once had 34 GB
		{"using D = Full128<uint8_t>; using E = Twice<D>; using F = Twice<E>; using G = Twice<F>; using H = Twice<G>; using I = Twice<H>; const I d; simd_cat(Zero(d))", "1:135: \"I\" is no type that is known here"},
		{"simd_permute(v, f)", "1:17: what permute does depends on the contents of f"},
		{"std::simd::compress(v, m)", "1:12: compress moves lanes by a mask that only the run knows"},
		{"simd_split<3, 4>(x, y)", "1:1: split: expected one vector"},
		{"std::simd::vec<int, 8> v; simd_split<3, 4>(v)", "1:27: split: parts of 7 lanes together are wanted of a vector of 8"},
		{"std::simd::vec<int, 8> v; auto [a, b, c] = std::simd::chunk<4>(v);", "1:27: 3 names are bound, and there are 2 vectors"},
	} {
		_, err := cexpr.Standard().Read(row.text, dialect.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// Highway's calls, as its reference says them, a lane at a time.
func TestHighway(t *testing.T) {
	const block = "Vec256<uint32_t> f(Vec256<uint32_t> a, Vec256<uint32_t> b) { return "
	for _, row := range []struct{ text, want string }{
		{block + "OddEvenBlocks(a, b); }", "i32x8 i32x8 -> b0 b1 b2 b3 a4 a5 a6 a7"},
		{block + "SwapAdjacentBlocks(a); }", "i32x8 -> a4 a5 a6 a7 a0 a1 a2 a3"},
		{"const Full512<uint32_t> d; ReverseBlocks(d, v)", "i32x16 -> a12 a13 a14 a15 a8 a9 a10 a11 a4 a5 a6 a7 a0 a1 a2 a3"},
		{block + "BroadcastBlock<1>(a); }", "i32x8 -> a4 a5 a6 a7 a4 a5 a6 a7"},
		{"Vec128<uint32_t> f(Vec256<uint32_t> a) { return ExtractBlock<1>(a); }", "i32x8 -> a4 a5 a6 a7"},
		{block + "InsertBlock<0>(a, ExtractBlock<1>(b)); }", "i32x8 i32x8 -> b4 b5 b6 b7 a4 a5 a6 a7"},
		{"SlideUpBlocks<1>(Full256<uint32_t>(), a)", "i32x8 -> z z z z a0 a1 a2 a3"},
		{"SlideDownBlocks<1>(Full256<uint32_t>(), a)", "i32x8 -> a4 a5 a6 a7 z z z z"},
		{"InterleaveEvenBlocks(Full512<uint64_t>(), a, b)", "i64x8 i64x8 -> a0 a1 b0 b1 a4 a5 b4 b5"},
		{"InterleaveOddBlocks(Full512<uint64_t>(), a, b)", "i64x8 i64x8 -> a2 a3 b2 b3 a6 a7 b6 b7"},
		{"InterleaveEven(Full128<uint32_t>(), a, b)", "i32x4 i32x4 -> a0 b0 a2 b2"},
		{"InterleaveOdd(Full128<uint32_t>(), a, b)", "i32x4 i32x4 -> a1 b1 a3 b3"},
		{"Slide1Up(Full128<uint32_t>(), a)", "i32x4 -> z a0 a1 a2"},
		{"Slide1Down(Full128<uint32_t>(), a)", "i32x4 -> a1 a2 a3 z"},
		{"SlideUpLanes(Full128<uint32_t>(), a, 2)", "i32x4 -> z z a0 a1"},
		{"SlideDownLanes(Full128<uint32_t>(), a, 3)", "i32x4 -> a3 z z z"},
		{"SlideUpLanesOr(a, Full128<uint32_t>(), b, 1)", "i32x4 i32x4 -> a0 b0 b1 b2"},
		{"SlideDownLanesOr(a, Full128<uint32_t>(), b, 1)", "i32x4 i32x4 -> b1 b2 b3 a3"},
		{"Vec128<uint32_t> f(Vec128<uint32_t> a, Vec128<uint32_t> b) { return Slide1UpOr(GetLane(b), Full128<uint32_t>(), a); }", "i32x4 i32x4 -> b0 a0 a1 a2"},
		{"Vec128<uint32_t> f(Vec128<uint32_t> a, Vec128<uint32_t> b) { return Slide1DownOr(GetLane(b), Full128<uint32_t>(), a); }", "i32x4 i32x4 -> a1 a2 a3 b0"},
		{"BroadcastLane<2>(a)", "i32x4 -> a2 a2 a2 a2"},
		{"InterleaveLowerBlocks(Full512<uint64_t>(), a, b)", "i64x8 i64x8 -> a0 a1 b0 b1 a2 a3 b2 b3"},
		{"InterleaveUpperBlocks(Full512<uint64_t>(), a, b)", "i64x8 i64x8 -> a4 a5 b4 b5 a6 a7 b6 b7"},
		{"Vec128<uint32_t> f(Vec128<uint32_t> a) { return RotateLeft<8>(a); }", "i8x16 -> a3 a0 a1 a2 a7 a4 a5 a6 a11 a8 a9 a10 a15 a12 a13 a14"},
		{"static const uint32_t k[4] = {7, 0, 5, 2};\nVec128<uint32_t> f(Vec128<uint32_t> a, Vec128<uint32_t> b) { return TwoTablesLookupLanes(a, b, SetTableIndices(Full128<uint32_t>(), k)); }", "i32x4 i32x4 -> b3 a0 b1 a2"},
		{"static const uint32_t k[4] = {3, 3, 4, 2};\nVec128<uint32_t> f(Vec128<uint32_t> a, Vec128<uint32_t> b) { return TwoTablesLookupLanes(Full128<uint32_t>(), a, b, SetTableIndices(Full128<uint32_t>(), k)); }", "i32x4 i32x4 -> a3 a3 b0 a2"},
		{"Vec128<uint32_t> f(Vec128<uint16_t> v) { return PromoteEvenTo(Full128<uint32_t>(), v); }", "i16x8 -> a0 z a2 z a4 z a6 z"},
		{"Vec128<uint64_t> f(Vec128<uint32_t> v) { return PromoteLowerTo(Full128<uint64_t>(), v); }", "i32x4 -> a0 z a1 z"},
		{"Vec128<uint16_t> f(Vec128<uint16_t> a, Vec128<uint16_t> b) { return IfVecThenElse(VecFromMask(Full128<uint16_t>(), FirstN(Full128<uint16_t>(), 3)), a, b); }", "i16x8 i16x8 -> a0 a1 a2 b3 b4 b5 b6 b7"},
		{"const Full256<uint8_t> d; Reverse8(d, LoadDup128(d, p))", "i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8"},
		{block + "InterleaveWholeLower(a, b); }", "i32x8 i32x8 -> a0 b0 a1 b1 a2 b2 a3 b3"},
		{"InterleaveWholeUpper(Full256<uint32_t>(), a, b)", "i32x8 i32x8 -> a4 b4 a5 b5 a6 b6 a7 b7"},
		{"Vec256<uint32_t> f(Vec256<uint16_t> a, Vec256<uint16_t> b) { return ZipUpper(Full256<uint32_t>(), a, b); }", "i16x16 i16x16 -> a4 b4 a5 b5 a6 b6 a7 b7 a12 b12 a13 b13 a14 b14 a15 b15"},
		{"Reverse(Full128<uint32_t>(), ZipLower(Full128<uint32_t>(), a, b))", "i16x8 i16x8 -> a3 b3 a2 b2 a1 b1 a0 b0"},
		{"Vec128<uint32_t> f(Vec128<uint16_t> a, Vec128<uint16_t> b) { return DupEven(ZipLower(a, b)); }", "i16x8 i16x8 -> a0 b0 a0 b0 a2 b2 a2 b2"},
		{"CombineShiftRightLanes<1>(Full256<float>(), hi, lo)", "i32x8 i32x8 -> b1 b2 b3 a0 b5 b6 b7 a4"},
		{block + "Per4LaneBlockShuffle<3, 1, 2, 0>(a); }", "i32x8 -> a0 a2 a1 a3 a4 a6 a5 a7"},
		{"Vec128<uint64_t> f(Vec128<uint64_t> v) { return Per4LaneBlockShuffle<3, 2, 0, 2>(v); }", "i64x2 -> _ a0"},
		{"Combine(Full128<uint16_t>(), hi, lo)", "i16x4 i16x4 -> b0 b1 b2 b3 a0 a1 a2 a3"},
		{"LowerHalf(Full64<uint16_t>(), v)", "i16x8 -> a0 a1 a2 a3"},
		{"UpperHalf(Full64<uint16_t>(), v)", "i16x8 -> a4 a5 a6 a7"},
		{"using D = Full128<uint16_t>; const Half<D> dh; UpperHalf(dh, v)", "i16x8 -> a4 a5 a6 a7"},
		{"ZeroExtendVector(Full128<uint32_t>(), v)", "i32x2 -> a0 a1 z z"},
		{"OrderedTruncate2To(Full128<uint16_t>(), a, b)", "i16x8 i16x8 -> a0 a2 a4 a6 b0 b2 b4 b6"},
		{"Vec64<uint8_t> f(Vec128<uint16_t> v) { return TruncateTo(Full64<uint8_t>(), v); }", "i8x16 -> a0 a2 a4 a6 a8 a10 a12 a14"},
		{"Vec128<uint32_t> f(Vec64<uint16_t> v) { return PromoteTo(Full128<uint32_t>(), v); }", "i16x4 -> a0 z a1 z a2 z a3 z"},
		{"Vec128<uint32_t> f(Vec128<uint16_t> v) { return PromoteOddTo(Full128<uint32_t>(), v); }", "i16x8 -> a1 z a3 z a5 z a7 z"},
		{"Vec128<uint32_t> f(Vec128<uint16_t> v) { return PromoteUpperTo(Full128<uint32_t>(), v); }", "i16x8 -> a4 z a5 z a6 z a7 z"},
		{"Vec128<uint32_t> f(Vec128<uint32_t> v) { return ReverseLaneBytes(v); }", "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12"},
		{"Vec64<uint8_t> f(Vec64<uint8_t> v) { return LowerHalf(ReverseBits(LowerHalf(LowerHalf(v)))); }", "i1x64 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"Vec128<uint32_t> f(Vec128<uint32_t> a, Vec128<uint32_t> b) { return OddEven(CombineShiftRightBytes<4>(Full128<uint32_t>(), a, b), b); }", "i32x4 i32x4 -> b0 b2 b2 a0"},
	} {
		r, err := cexpr.Highway().Read(row.text, dialect.Options{})
		if m, _ := r.Map.DropUnused(); err != nil || m.String() != row.want {
			t.Errorf("%s is %s, %v, want %s", row.text, m, err, row.want)
		}
		if !cexpr.Highway().Looks(row.text) {
			t.Errorf("%s does not look like Highway", row.text)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"static const uint8_t k[18] = {3, 2, 1, 0, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12};\nTableLookupBytes(v, k)", "2:1: TableLookupBytes: it moves in blocks of 128 bits, and the vectors have 144"},                                                                                                   // which once was a panic
		{block + "Broadcast<5>(a); }", "1:69: Broadcast: 5 is out of range: expected 0 to 3"},                                                                                                                                                                                                                       // which once was a panic, as each block has lanes of its own
		{"Reverse4(Full128<uint64_t>(), v)", "1:1: Reverse4: it needs vectors of 256 bits at least, and these have 128"},                                                                                                                                                                                            // and this
		{"const uint8_t k[32] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};\nVec256<uint8_t> f(Vec256<uint8_t> a) { return TableLookupBytes(a, Load(Full256<uint8_t>(), k)); }", "2:47: TableLookupBytes: 16 is out of range: expected 0 to 15"}, // and this
		{block + "ShiftLeft<32>(a); }", "1:69: ShiftLeft: 32 is out of range: expected 0 to 31"},
		{"Vec128<int32_t> f(Vec128<int32_t> a) { return ShiftRight<1>(a); }", "1:47: ShiftRight: it copies the sign"},
		{"Vec128<float> f(Vec128<float> a) { return ShiftLeft<1>(a); }", "1:43: ShiftLeft: of lanes of floating point"},
		{"RotateRight<1>(a)", "1:1: RotateRight: how many lanes the vector has is not in the text"},
		{block + "IfThenElse(m, a, b); }", "1:69: IfThenElse: it moves lanes by a mask that only the run knows"},
		{block + "IfThenElse(FirstN(Full256<uint32_t>(), n), a, b); }", "1:80: FirstN: argument 2 is a number"},
		{block + "InsertLane(a, 8, 1); }", "1:69: InsertLane: a vector has lanes 0 to 7"},
		{block + "InsertLane(a, 1, 2.5); }", "1:69: InsertLane: a floating-point number as an integer is computed"},
		{block + "BitCast(Full128<uint8_t>(), a); }", "1:69: BitCast: 256 bits do not become 128 by BitCast"},
		{"Compress(v, m)", "1:1: Compress: it moves lanes by a mask that only the run knows"},
		{"DemoteTo(Full64<uint8_t>(), v)", "1:1: DemoteTo: it saturates"},
		{"SwapAdjacentBlocks(Reverse(Full128<float>(), a))", "1:1: SwapAdjacentBlocks: it needs vectors of 256 bits at least, and these have 128"},
		{"OrderedTruncate2To(d, a, b)", "1:1: OrderedTruncate2To: argument 1 is a descriptor whose lanes are in the text"},
		{"Per4LaneBlockShuffle<3, 1, 2>(a)", "1:1: Per4LaneBlockShuffle: expected four numbers between < and >"},
		{"Per4LaneBlockShuffle<3, 1, 2, 4>(a)", "1:1: Per4LaneBlockShuffle: 4 is out of range: expected 0 to 3"},
		{"Vec128<int16_t> f(Vec128<int8_t> v) { return PromoteUpperTo(Full128<int16_t>(), v); }", "1:46: PromoteUpperTo: of lanes with a sign"},
		{"Vec64<uint8_t> f(Vec128<uint32_t> v) { return TruncateTo(Full64<uint8_t>(), v); }", "1:47: TruncateTo: 4 lanes of 32 bits do not become 8 of 8 by truncating"},
		{"Vec256<uint8_t> f(Vec256<uint8_t> v) { return InsertBlock<2>(v, v); }", "1:47: InsertBlock: block 2 is out of range: there are 2"},
	} {
		_, err := cexpr.Highway().Read(row.text, dialect.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// SIMDe's names are the intrinsics' own behind a prefix.
func TestSIMDe(t *testing.T) {
	for _, row := range []struct {
		d           dialect.Dialect
		simde, same string
	}{
		{cexpr.Intel(), "simde_mm256_shuffle_epi32(a, 27)", "_mm256_shuffle_epi32(a, 27)"},
		{cexpr.Intel(), "simde_mm_shuffle_epi32(a, SIMDE_MM_SHUFFLE(0, 1, 2, 3))", "_mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3))"},
		{cexpr.Intel(), "simde__m128i f(simde__m128i a, simde__m128i const *p) { return simde_mm_unpacklo_epi8(a, simde_mm_loadu_si128(p)); }", "__m128i f(__m128i a, __m128i const *p) { return _mm_unpacklo_epi8(a, _mm_loadu_si128(p)); }"},
		{cexpr.Arm(), "simde_vzip1q_u8(a, b)", "vzip1q_u8(a, b)"},
		{cexpr.Arm(), "simde_uint8x16_t r = simde_vextq_u8(a, b, 3);", "uint8x16_t r = vextq_u8(a, b, 3);"},
		{cexpr.Wasm(), "simde_wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)", "wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)"},
	} {
		if !row.d.Looks(row.simde) {
			t.Errorf("%s does not look like what it is", row.simde)
		}
		got, err := row.d.Read(row.simde, dialect.Options{})
		want, wrong := row.d.Read(row.same, dialect.Options{})
		if err != nil || wrong != nil || got.Map.String() != want.Map.String() || strings.Join(got.Names, " ") != strings.Join(want.Names, " ") {
			t.Errorf("%s is %s of %q, %v; %s is %s of %q, %v", row.simde, got.Map, got.Names, err, row.same, want.Map, want.Names, wrong)
		}
	}
	if _, err := cexpr.Arm().Read("vtbx1q_u8(a, b, (uint8x16_t){0, 255})", dialect.Options{}); err == nil || !strings.HasPrefix(err.Error(), "1:1: vtbx1q_u8: there is no such intrinsic") { // which once was a panic
		t.Error(err)
	}
	if _, err := cexpr.Intel().Read("simde_x_mm_foo(a)", dialect.Options{}); err == nil || err.Error() != "1:7: x_mm_foo is no intrinsic that the targets know as a movement of lanes" {
		t.Error(err)
	}
}
