package cexpr

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// Intrinsics that are no call of a row: other names for one, those with their arguments in another order, and those that only say where a vector is or of which parts it is made.

// intrinsicSynonyms are parts of names that can stand for one another: those of floating point, and newer names of the same thing.
var intrinsicSynonyms = [][2]string{
	{"_bslli_si128", "_slli_si128"}, {"_bsrli_si128", "_srli_si128"}, {"_slli_si256", "_bslli_epi128"}, {"_srli_si256", "_bsrli_epi128"},
	{"_permute2f128_ps", "_permute2f128_si256"}, {"_permute2f128_pd", "_permute2f128_si256"},
	{"_insertf128_ps", "_insertf128_si256"}, {"_insertf128_pd", "_insertf128_si256"}, {"_extractf128_ps", "_extractf128_si256"}, {"_extractf128_pd", "_extractf128_si256"},
	{"_permutex_epi64", "_permute4x64_epi64"}, {"_permutex_pd", "_permute4x64_pd"},
	{"_insertf", "_inserti"}, {"_extractf32x4_ps", "_extracti32x4_epi32"}, {"_extractf64x4_pd", "_extracti64x4_epi64"},
	{"_extractf64x2_pd", "_extracti64x2_epi64"}, {"_extractf32x8_ps", "_extracti32x8_epi32"},
	{"press_ps", "press_epi32"}, {"press_pd", "press_epi64"}, {"expand_ps", "expand_epi32"}, {"expand_pd", "expand_epi64"}, {"z_mov_ps", "z_mov_epi32"}, {"z_mov_pd", "z_mov_epi64"},
	{"and_pd", "and_ps"}, {"andnot_pd", "andnot_ps"}, {"or_pd", "or_ps"},
	{"_epi32", "_si"}, {"_epi64", "_si"}, {"_ps", "_si"}, {"_pd", "_si"}, // of and, andnot and or; the size follows
}

// rowNamed are the rows that an intrinsic calls, under its own name or a synonym.
func rowNamed(name string) []callee {
	all := callees()
	if rows := all[name]; len(rows) > 0 {
		return rows
	}
	bits, rest := apply.VectorPrefix(name)
	for _, s := range intrinsicSynonyms {
		other := strings.Replace(name, s[0], s[1], 1)
		if s[1] == "_si" {
			if !strings.HasPrefix(rest, "and") && !strings.HasPrefix(rest, "or_") {
				continue
			}
			other += strconv.Itoa(bits)
		}
		if rows := all[other]; other != name && len(rows) > 0 {
			return rows
		}
	}
	return nil
}

// otherCall is an intrinsic that is no row; ok is false where it is none of these either.
func (e *expressions) otherCall(name string, args []operand) (o operand, ok bool, err error) {
	bits, rest := apply.VectorPrefix(name)
	kind, element, _ := strings.Cut(rest, "_")
	width := elementBits(strings.TrimLeft(element, "epixs"))
	switch {
	case strings.HasPrefix(element, "pi"): // of MMX
		bits = min(bits, 64)
	case strings.HasSuffix(name, "_si256"): // _mm_broadcastsi128_si256 is another name of _mm256_broadcastsi128_si256
		bits = max(bits, 256)
	}
	is := func(want string, n int) bool { return bits > 0 && kind == want && len(args) == n }
	switch {
	case name == "_MM_SHUFFLE2" && len(args) == 2 && !args[0].IsVector() && !args[1].IsVector():
		return operand{Operand: apply.Operand{Number: args[0].Number&1<<1 | args[1].Number&1}}, true, nil
	case is("undefined", 0):
		return vector(lane.Map{Bits: 8, Lane: make([]lane.Lane, bits/8)}), true, nil
	case is("xor", 2):
		o, err = e.xor(bits, args)
	case is("ternarylogic", 4) && !args[3].IsVector() && args[3].Number != 228: // that one is a row
		o, err = e.ternary(bits, args)
	case is("set", 2) && strings.HasPrefix(element, "m128"):
		o, err = e.joined(bits/2, args[1], args[0])
	case is("setr", 2) && strings.HasPrefix(element, "m128"):
		o, err = e.joined(bits/2, args[0], args[1])
	case is("permutexvar", 2) && bits == 256 && strings.HasSuffix(element, "32"), is("permutexvar", 2) && bits == 256 && element == "ps":
		o, err = e.named1("_mm256_permutevar8x32_epi32", args[1], args[0])
	case is("ror", 2) && width > 0 && !args[1].IsVector():
		o, err = e.named1(strings.Replace(name, "ror", "rol", 1), args[0], operand{Operand: apply.Operand{Number: (width - args[1].Number%width) % width}})
	case is("mask", 3) && strings.HasPrefix(element, "mov_"):
		o, err = e.named1(strings.Replace(name, "mask_mov", "mask_blend", 1), args[1], args[0], args[2])
	case is("extract", 2) && width > 0 && width < bits && !args[1].IsVector():
		if o, err = e.part(args[0], bits, width, args[1].Number); err == nil {
			o = o.laneOf(vectorType{lanes: bits / width, bits: width, signed: width >= 32})
		}
	case is("extract", 2) && element == "ps" && !args[1].IsVector(): // an int
		if o, err = e.part(args[0], bits, 32, args[1].Number); err == nil {
			o = o.laneOf(vectorType{lanes: bits / 32, bits: 32, signed: true})
		}
	case is("cvtss", 1) && element == "f32", is("cvtsd", 1) && element == "f64":
		t := vectorType{bits: when(kind == "cvtss", 32, 64), float: true}
		t.lanes = bits / t.bits
		if o, err = e.part(args[0], bits, t.bits, 0); err == nil {
			o = o.laneOf(t)
		}
	case is("insert", 3) && width > 0 && width < bits && !args[2].IsVector():
		o, err = e.laneInto(vectorType{lanes: bits / width, bits: width, signed: true}, args[0], args[1], args[2])
	case strings.HasPrefix(rest, "broadcast") && len(args) == 1 && blockOf(rest) > 0:
		o, err = e.repeated(args[0], blockOf(rest), bits)
	default:
		return o, false, nil
	}
	return o, true, err
}

// named1 calls another intrinsic.
func (e *expressions) named1(name string, args ...operand) (o operand, err error) {
	for _, c := range rowNamed(name) {
		var m lane.Map
		if m, err = e.callRow(c, args); err == nil {
			return vector(m), nil
		}
	}
	return o, err
}

// vectorArgument is an argument as a vector of so many bits.
func (e *expressions) vectorArgument(o operand, bits int) (lane.Map, error) {
	return e.argument(o, bits, 8)
}

func (e *expressions) xor(bits int, args []operand) (operand, error) {
	var sides [2]lane.Map
	for k, o := range args {
		m, err := e.vectorArgument(o, bits)
		if err != nil {
			return operand{}, err
		}
		sides[k] = m
	}
	if err := e.Level(sides[:]); err != nil {
		return operand{}, err
	}
	m, err := program.Combine("xor", program.Xor, sides[0], sides[1])
	return vector(m), err
}

// ternary is a function of the bits of three vectors, by its table.
func (e *expressions) ternary(bits int, args []operand) (operand, error) {
	sides := make([]lane.Map, 3)
	for k := range sides {
		m, err := e.vectorArgument(args[k], bits)
		if err != nil {
			return operand{}, err
		}
		sides[k] = m
	}
	if err := e.Level(sides); err != nil {
		return operand{}, err
	}
	m, err := program.Ternary("it", uint8(args[3].Number), sides[0], sides[1], sides[2])
	return vector(m), err
}

// joined is two vectors of so many bits as one.
func (e *expressions) joined(bits int, low, high operand) (operand, error) {
	halves := make([]lane.Map, 2)
	for k, o := range []operand{low, high} {
		m, err := e.vectorArgument(o, bits)
		if err != nil {
			return operand{}, err
		}
		halves[k] = m
	}
	m, err := e.Joined(halves)
	return vector(m), err
}

// part is one lane of a vector, as a scalar.
func (e *expressions) part(o operand, bits, width, at int) (operand, error) {
	m, err := e.vectorArgument(o, bits)
	if err != nil {
		return operand{}, err
	}
	if m, err = m.Regroup(min(m.Bits, width)); err != nil {
		return operand{}, err
	}
	k := width / m.Bits
	at &= bits/width - 1
	m.Lane = m.Lane[at*k : (at+1)*k]
	return vector(m), nil
}

// inserted is a vector with one lane replaced by a scalar or a number.
func (e *expressions) inserted(args []operand, bits, width int) (operand, error) {
	whole, err := e.vectorArgument(args[0], bits)
	if err != nil {
		return operand{}, err
	}
	part, err := e.converted(args[1], width)
	if err != nil {
		return operand{}, err
	}
	m, err := e.Overwritten(whole, *part.Value, args[2].Number&(bits/width-1)*width)
	return vector(m), err
}

// laneInto is a vector of a type with one lane replaced by a number, or by a lane that no conversion computes.
func (e *expressions) laneInto(t vectorType, whole, part, at operand) (operand, error) {
	if err := part.fits(t); err != nil {
		return whole, err
	}
	return e.inserted([]operand{whole, part.laneIn(t), at}, t.total(), t.bits)
}

// blockOf is the bits that a broadcast of several lanes repeats: 128 of broadcast_i32x4 and broadcastsi128_si256; 0 for others.
func blockOf(rest string) int {
	switch strings.TrimLeft(strings.TrimPrefix(rest, "broadcast"), "_if") {
	case "32x2":
		return 64
	case "32x4", "64x2", "si128_si256", "ps", "pd":
		return 128
	case "32x8", "64x4":
		return 256
	}
	return 0
}

// repeated is a vector of so many bits again and again. Of a longer vector it is the lower part.
func (e *expressions) repeated(o operand, block, bits int) (operand, error) {
	m, err := e.vectorArgument(o, max(block, 128))
	if err != nil {
		return operand{}, err
	}
	if m, err = m.Regroup(min(m.Bits, block)); err != nil {
		return operand{}, err
	}
	m.Lane = slices.Repeat(m.Lane[:block/m.Bits], bits/block)
	return vector(m), nil
}

// permName is the number that _MM_PERM_ABCD stands for: A is 0, and the last letter is for lane 0.
func permName(word string) (v int, ok bool) {
	letters, ok := strings.CutPrefix(word, "_MM_PERM_")
	if !ok || len(letters) != 4 || strings.Trim(letters, "ABCD") != "" {
		return 0, false
	}
	for _, l := range []byte(letters) {
		v = v<<2 | int(l-'A')
	}
	return v, true
}
