package cexpr_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
)

// Highway's own headers are the second meaning of its calls. Each entry of the table is called for each width of lanes and of vectors:
//
//	auto f17(Vec128<uint16_t> a, Vec128<uint16_t> b) { return CombineShiftRightBytes<5>(Full128<uint16_t>(), a, b); }
//
// Byte i of a is 1+i, of b 65+i and of c 129+i.

// highwayInput is the first byte of a vector.
func highwayInput(name string) int { return 1 + 64*int(name[0]-'a') }

// laneTypes are names of C for lanes of so many bits.
var laneTypes = map[int]string{8: "uint8_t", 16: "uint16_t", 32: "uint32_t", 64: "uint64_t"}

// highwayCall is a call of an entry with vectors of so many bits, whose lanes have so many; false where Highway has none.
func highwayCall(rng *rand.Rand, c cexpr.Call, bits, total int) (vectors []string, body string, ok bool) {
	n := total / bits
	if c.Bits > 0 {
		n = total / c.Bits
	}
	if n < max(c.Least, 1) || strings.HasPrefix(c.Name, "Shuffle") && bits != c.Bits || bits == 8 && strings.Contains(c.Args, "D") || total == 256 && strings.Contains(c.Args, "t") || bits == 64 && (strings.Contains(c.Args, "w") || strings.HasPrefix(c.Name, "Zip")) {
		return nil, "", false
	}
	number := func() string {
		limit := 4
		if c.Limit != nil {
			if limit = c.Limit(n); c.Blocks {
				limit = c.Limit(min(n, 128*n/total))
			}
		}
		return fmt.Sprint(rng.IntN(limit))
	}
	name, _, _ := strings.Cut(c.Name, "/")
	descriptor := func(bits, total int) string { return fmt.Sprintf("Full%d<%s>()", total, laneTypes[bits]) }
	var args []string
	template := ""
	for _, letter := range c.Args {
		switch letter {
		case 'd':
			args = append(args, descriptor(bits, total))
		case 'h':
			args = append(args, descriptor(bits, total/2))
		case 't':
			args = append(args, descriptor(bits, 2*total))
		case 'w':
			args = append(args, descriptor(2*bits, total))
		case 'D':
			args = append(args, descriptor(bits/2, total))
		case 'v':
			v := string(rune('a' + len(vectors)))
			args, vectors = append(args, v), append(vectors, v)
		case 'n':
			args = append(args, number())
		case 'p':
			template = "<" + number() + ">"
		case 'P':
			template = fmt.Sprintf("<%s, %s, %s, %s>", number(), number(), number(), number())
		case 'm':
			return nil, "", false
		}
	}
	return vectors, name + template + "(" + strings.Join(args, ", ") + ")", true
}

// highwayProgram is the head of a program that prints the bytes of what it calls, or where Highway has no such call for these types, a dash. It finds the functions by the types of their arguments.
const highwayProgram = `#include <hwy/highway.h>
#include <cstdio>
#include <type_traits>
using namespace hwy::HWY_NAMESPACE;
namespace hwy { void Abort(const char*, int, const char*, ...) { throw 0; } } // as of what a version does not do yet
template <class V, class F> static V input(F, int first) {
	alignas(64) unsigned char bytes[64];
	for (int i = 0; i < 64; i++) bytes[i] = first + i;
	return Load(F(), reinterpret_cast<const TFromD<F>*>(bytes));
}
template <class Call, class... V> static void run(Call call, V... v) {
	if constexpr (std::is_invocable_v<Call, V...>) try {
		auto r = call(v...);
		alignas(64) unsigned char bytes[64];
		Store(r, DFromV<decltype(r)>(), reinterpret_cast<TFromD<DFromV<decltype(r)>>*>(bytes));
		for (unsigned i = 0; i < Lanes(DFromV<decltype(r)>()) * sizeof(TFromD<DFromV<decltype(r)>>); i++) printf("%d ", bytes[i]);
		puts("");
	} catch (int) {
		puts("-");
	} else puts("-");
}
int main() {
`

// highwayLookups are calls with a constant vector: its type, how many lanes there are to choose from, and what stands around it.
var highwayLookups = []struct {
	entry  string
	bits   int
	total  int
	reach  int // of the indices
	body   string
	vector string
}{
	{"TableLookupBytes", 8, 128, 16, "TableLookupBytes(a, Load(Full128<uint8_t>(), k))", "Vec128<uint8_t>"},
	{"TableLookupBytes", 8, 256, 16, "TableLookupBytes(a, Load(Full256<uint8_t>(), k))", "Vec256<uint8_t>"},
	{"TableLookupBytesOr0", 8, 128, 16, "TableLookupBytesOr0(a, Load(Full128<uint8_t>(), k))", "Vec128<uint8_t>"},
	{"TableLookupBytesOr0", 8, 256, 16, "TableLookupBytesOr0(a, Load(Full256<uint8_t>(), k))", "Vec256<uint8_t>"},
	{"TableLookupLanes", 32, 128, 4, "TableLookupLanes(a, SetTableIndices(Full128<uint32_t>(), k))", "Vec128<uint32_t>"},
	{"TableLookupLanes", 32, 256, 8, "TableLookupLanes(a, SetTableIndices(Full256<uint32_t>(), k))", "Vec256<uint32_t>"},
	{"TableLookupLanes", 64, 256, 4, "TableLookupLanes(a, IndicesFromVec(Full256<uint64_t>(), Load(Full256<uint64_t>(), k)))", "Vec256<uint64_t>"},
	{"TwoTablesLookupLanes/3", 32, 128, 8, "TwoTablesLookupLanes(a, b, SetTableIndices(Full128<uint32_t>(), k))", "Vec128<uint32_t>"},
	{"TwoTablesLookupLanes/4", 16, 256, 32, "TwoTablesLookupLanes(Full256<uint16_t>(), a, b, SetTableIndices(Full256<uint16_t>(), k))", "Vec256<uint16_t>"},
}

// highwayResized are calls whose results have lanes of other widths, and those that a function of their own reads.
var highwayResized = []struct{ entry, vectors, body string }{
	{"InsertBlock", "Vec256<uint32_t> a, Vec128<uint32_t> b", "InsertBlock<0>(a, b)"},
	{"InsertBlock", "Vec256<uint8_t> a, Vec128<uint8_t> b", "InsertBlock<1>(a, b)"},
	{"TruncateTo", "Vec128<uint16_t> a", "TruncateTo(Full64<uint8_t>(), a)"},
	{"TruncateTo", "Vec256<uint32_t> a", "TruncateTo(Full128<uint16_t>(), a)"},
	{"TruncateTo", "Vec256<uint64_t> a", "TruncateTo(Full128<uint32_t>(), a)"},
	{"PromoteTo", "Vec64<uint16_t> a", "PromoteTo(Full128<uint32_t>(), a)"},
	{"PromoteTo", "Vec128<uint8_t> a", "PromoteTo(Full256<uint16_t>(), a)"},
	{"PromoteLowerTo", "Vec128<uint32_t> a", "PromoteLowerTo(Full128<uint64_t>(), a)"},
	{"PromoteUpperTo", "Vec256<uint8_t> a", "PromoteUpperTo(Full256<uint16_t>(), a)"},
	{"PromoteEvenTo", "Vec256<uint16_t> a", "PromoteEvenTo(Full256<uint32_t>(), a)"},
	{"PromoteOddTo", "Vec256<uint16_t> a", "PromoteOddTo(Full256<uint32_t>(), a)"},
	{"PromoteOddTo", "Vec128<uint8_t> a", "PromoteOddTo(Full128<uint16_t>(), a)"},
	{"ReverseLaneBytes", "Vec256<uint32_t> a", "ReverseLaneBytes(a)"},
	{"ReverseLaneBytes", "Vec128<uint16_t> a", "ReverseLaneBytes(a)"},
	{"ShiftLeft", "Vec128<uint32_t> a", "ShiftLeft<8>(a)"},
	{"ShiftLeft", "Vec128<uint16_t> a", "ShiftLeft<3>(a)"},
	{"ShiftRight", "Vec256<uint64_t> a", "ShiftRight<24>(a)"},
	{"ShiftRight", "Vec128<uint32_t> a", "ShiftRight<5>(a)"},
	{"ShiftLeft", "Vec128<int32_t> a", "ShiftLeft<16>(a)"},
	{"RotateRight", "Vec128<uint32_t> a", "RotateRight<8>(a)"},
	{"RotateRight", "Vec256<uint64_t> a", "RotateRight<13>(a)"},
	{"RotateLeft", "Vec128<uint32_t> a", "RotateLeft<8>(a)"},
	{"IfThenElse", "Vec128<uint32_t> a, Vec128<uint32_t> b", "IfThenElse(FirstN(Full128<uint32_t>(), 3), a, b)"},
	{"IfThenElse", "Vec256<uint8_t> a, Vec256<uint8_t> b", "IfThenElse(FirstN(Full256<uint8_t>(), 19), a, b)"},
	{"IfThenElseZero", "Vec128<uint16_t> a", "IfThenElseZero(FirstN(Full128<uint16_t>(), 5), a)"},
	{"IfThenZeroElse", "Vec128<uint16_t> a", "IfThenZeroElse(FirstN(Full128<uint16_t>(), 1), a)"},
	{"IfVecThenElse", "Vec128<uint16_t> a, Vec128<uint16_t> b", "IfVecThenElse(VecFromMask(Full128<uint16_t>(), FirstN(Full128<uint16_t>(), 99)), a, b)"},
	{"And", "Vec128<uint16_t> a", "And(a, Set(Full128<uint16_t>(), 0xff))"},
	{"AndNot", "Vec128<uint16_t> a", "AndNot(Set(Full128<uint16_t>(), 0xff), a)"},
	{"Or", "Vec128<uint16_t> a, Vec128<uint16_t> b", "Or(ShiftRight<8>(a), ShiftLeft<8>(b))"},
	{"Xor", "Vec128<uint32_t> a", "Xor(a, Zero(Full128<uint32_t>()))"},
	{"InsertLane", "Vec128<uint32_t> a, Vec128<uint32_t> b", "InsertLane(a, 2, GetLane(b))"},
	{"Slide1UpOr", "Vec128<uint32_t> a, Vec128<uint32_t> b", "Slide1UpOr(GetLane(b), Full128<uint32_t>(), a)"},
	{"Slide1DownOr", "Vec256<uint16_t> a, Vec256<uint16_t> b", "Slide1DownOr(GetLane(b), Full256<uint16_t>(), a)"},
	{"LowerHalf/1", "Vec64<uint32_t> a", "LowerHalf(a)"},
	{"InterleaveLower/2", "Vec64<uint8_t> a, Vec64<uint8_t> b", "InterleaveLower(a, b)"},
	{"Shuffle2301", "Vec64<uint32_t> a", "Shuffle2301(a)"},
	{"Combine", "Vec64<uint8_t> a, Vec64<uint8_t> b", "Combine(Full128<uint8_t>(), a, b)"},
}

// highwayTried is a text that is read, and the entry that it calls.
type highwayTried struct{ entry, text string }

// A highwayTrial is a program and the texts of its calls.
type highwayTrial struct {
	source string
	tried  []highwayTried
}

// call adds a call with such vectors, each a type and a name, behind a constant.
func (p *highwayTrial) call(entry, constant string, vectors []string, body string) {
	p.tried = append(p.tried, highwayTried{entry, constant + fmt.Sprintf("auto f(%s) { return %s; }", strings.Join(vectors, ", "), body)})
	var parameters, inputs []string
	for _, v := range vectors {
		typ, name, _ := strings.Cut(v, " ")
		parameters = append(parameters, "auto "+name)
		inputs = append(inputs, fmt.Sprintf("input<%s>(%s(), %d)", typ, strings.Replace(typ, "Vec", "Full", 1), highwayInput(name)))
	}
	p.source += fmt.Sprintf("{ %s run([](%s) -> decltype(%s) { return %s; }, %s); }\n", constant, strings.Join(parameters, ", "), body, body, strings.Join(inputs, ", "))
}

// TestHighwayCompiled calls what the table has, and compares with the bytes that the compiled calls make.
func TestHighwayCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	if !execmem.Features().Has(execmem.AVX2) {
		t.Skip("vectors of 256 bits are tried on x86 with AVX2")
	}
	oracle.NeedHeader(t, "hwy/highway.h")
	rng := chance.Random(t, 56)
	program := highwayTrial{source: highwayProgram}
	for _, c := range cexpr.HighwayCalls() {
		for _, bits := range []int{8, 16, 32, 64} {
			for _, total := range []int{128, 256} {
				vectors, body, ok := highwayCall(rng, c, bits, total)
				if !ok {
					continue
				}
				for k, name := range vectors {
					vectors[k] = fmt.Sprintf("Vec%d<%s> %s", total, laneTypes[bits], name)
				}
				program.call(c.Name, "", vectors, body)
			}
		}
	}
	for _, l := range highwayLookups {
		k := fmt.Sprintf("alignas(32) static const %s k[%d] = {%s};\n", laneTypes[l.bits], l.total/l.bits, numbers(rng, l.total/l.bits, l.reach))
		vectors := []string{l.vector + " a", l.vector + " b"}
		program.call(l.entry, k, vectors[:1+strings.Count(l.body, "b,")], l.body)
	}
	for _, r := range highwayResized {
		program.call(r.entry, "", strings.Split(r.vectors, ", "), r.body)
	}
	lines := strings.Split(strings.TrimSpace(built(t, oracle.Need(t, "g++"), "p.cc", program.source+"}\n", "-std=c++20", "-O0", "-march=haswell", "-maes", "-mpclmul")), "\n")
	if len(lines) != len(program.tried) {
		t.Fatalf("%d results of %d calls", len(lines), len(program.tried))
	}
	compared, calls := 0, map[string]int{}
	for i, line := range lines {
		calls[program.tried[i].entry] += 0
		if line != "-" {
			calls[program.tried[i].entry]++
			comparedBits(t, cexpr.Highway(), "", program.tried[i].text, highwayInput, numbersOf(line))
			compared++
		}
	}
	for _, entry := range slices.Sorted(maps.Keys(calls)) {
		if calls[entry] == 0 && !slices.Contains(highwayLater, entry) {
			t.Errorf("%s was never called", entry)
		}
	}
	t.Logf("%d calls of %d", compared, len(program.tried))
}

// highwayLater are entries that Highway 1.0.3, which Debian has, does not.
var highwayLater = []string{
	"IfVecThenElse", "InsertBlock", "InterleaveLowerBlocks", "InterleaveUpperBlocks", "PromoteEvenTo", "PromoteLowerTo", "PromoteOddTo", "PromoteUpperTo", "ReverseLaneBytes", "RotateLeft",
	"Slide1DownOr", "Slide1UpOr", "SlideDownLanesOr", "SlideUpLanesOr", "TwoTablesLookupLanes/3", "TwoTablesLookupLanes/4",
	"BroadcastBlock", "BroadcastLane", "ExtractBlock", "InterleaveEven", "InterleaveEvenBlocks", "InterleaveOdd", "InterleaveOddBlocks", "InterleaveWholeLower/2", "InterleaveWholeLower/3",
	"InterleaveWholeUpper", "OrderedTruncate2To", "Per4LaneBlockShuffle", "Slide1Down", "Slide1Up", "SlideDownBlocks", "SlideDownLanes", "SlideUpBlocks", "SlideUpLanes",
}
