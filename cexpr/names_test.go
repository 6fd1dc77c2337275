package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// A named is the name of a type of vectors, and what its compiler or its document says of it.
type named struct {
	name          string
	lanes, bits   int
	signed, float bool
}

// namedTypes are the names that are types without a definition.
func namedTypes() (all []named) {
	for bits, suffix := range map[int]string{128: "", 256: "", 512: ""} {
		name := fmt.Sprintf("__m%d%s", bits, suffix)
		all = append(all, named{name + "i", bits / 64, 64, true, false}, named{name, bits / 32, 32, false, true}, named{name + "d", bits / 64, 64, false, true})
	}
	all = append(all, named{"v128_t", 4, 32, true, false}, named{"__m64", 1, 64, true, false})
	for _, bits := range []int{8, 16, 32, 64} {
		for _, total := range []int{64, 128} {
			all = append(all, named{fmt.Sprintf("uint%dx%d_t", bits, total/bits), total / bits, bits, false, false}, named{fmt.Sprintf("int%dx%d_t", bits, total/bits), total / bits, bits, true, false}, named{fmt.Sprintf("poly%dx%d_t", bits, total/bits), total / bits, bits, false, false})
			if bits > 8 {
				all = append(all, named{fmt.Sprintf("float%dx%d_t", bits, total/bits), total / bits, bits, false, true})
			}
		}
	}
	for mode, t := range map[string]named{
		"qi": {"", 0, 8, true, false}, "hi": {"", 0, 16, true, false}, "si": {"", 0, 32, true, false}, "di": {"", 0, 64, true, false}, "qu": {"", 0, 8, false, false}, "hu": {"", 0, 16, false, false}, "su": {"", 0, 32, false, false}, "du": {"", 0, 64, false, false},
		"qs": {"", 0, 8, true, false}, "hf": {"", 0, 16, false, true}, "sf": {"", 0, 32, false, true}, "df": {"", 0, 64, false, true}, "u8": {"", 0, 8, false, false}, "u16": {"", 0, 16, false, false}, "u32": {"", 0, 32, false, false}, "u64": {"", 0, 64, false, false},
		"i8": {"", 0, 8, true, false}, "i16": {"", 0, 16, true, false}, "i32": {"", 0, 32, true, false}, "i64": {"", 0, 64, true, false}, "f32": {"", 0, 32, false, true}, "f64": {"", 0, 64, false, true},
	} {
		for _, total := range []int{64, 128, 256, 512} {
			for _, form := range []string{"v%d%s", "__v%d%s", "v%d%s_t"} {
				t.lanes, t.name = total/t.bits, fmt.Sprintf(form, total/t.bits, mode)
				all = append(all, t)
			}
		}
	}
	for elem, t := range map[string]named{
		"float": {"", 0, 32, false, true}, "double": {"", 0, 64, false, true}, "int": {"", 0, 32, true, false}, "char": {"", 0, 8, true, false}, "short": {"", 0, 16, true, false}, "uchar": {"", 0, 8, false, false}, "ushort": {"", 0, 16, false, false},
	} {
		for _, n := range []int{2, 4, 8, 16} {
			t.lanes, t.name = n, fmt.Sprint(elem, n)
			all = append(all, t)
		}
	}
	for elem, t := range map[string]named{
		"unsigned char": {"", 16, 8, false, false}, "signed char": {"", 16, 8, true, false}, "unsigned short": {"", 8, 16, false, false}, "short": {"", 8, 16, true, false}, "signed short": {"", 8, 16, true, false}, "unsigned int": {"", 4, 32, false, false},
		"unsigned": {"", 4, 32, false, false}, "int": {"", 4, 32, true, false}, "signed int": {"", 4, 32, true, false}, "unsigned long long": {"", 2, 64, false, false}, "long long": {"", 2, 64, true, false}, "float": {"", 4, 32, false, true}, "double": {"", 2, 64, false, true},
		"bool int": {"", 4, 32, true, false}, "__bool char": {"", 16, 8, true, false}, "uint8_t": {"", 16, 8, false, false}, "int16_t": {"", 8, 16, true, false},
	} {
		for _, word := range []string{"vector ", "__vector "} {
			t.name = word + elem
			all = append(all, t)
		}
	}
	return all
}

// A type has the lanes that its name says, and one lane of it is an integer with a sign, one without, or a number of floating point.
func TestTypesByTheirNames(t *testing.T) {
	const copies = "an integer of %d bits with a sign as one of 64: copies of the sign are no movement; without one it is an unsigned"
	const ofFloat = "a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits"
	for _, typ := range namedTypes() {
		for _, text := range []string{"%[1]s f(%[1]s a) { return a; }", "%[1]s a; %[1]s b = a; return b;", "typedef %[1]s T; T f(T a) { return a; }", "void f(const %[1]s *a, %[1]s *b) { *b = *a; }"} {
			text := fmt.Sprintf(text, typ.name)
			r, err := cexpr.Builtin().Read(text, dialect.Options{})
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			m, err := r.Map.Regroup(8)
			if err != nil || len(m.Lane) != typ.lanes*typ.bits/8 || len(m.Src) != 1 {
				t.Errorf("%s is %s", text, r.Map)
				continue
			}
			for i, l := range m.Lane {
				if l != lane.From(0, i) {
					t.Errorf("%s is %s", text, r.Map)
					break
				}
			}
		}
		last := typ.lanes - 1
		declared := fmt.Sprintf("%s a; ", typ.name)
		if typ.lanes == 1 || typ.name == "v128_t" {
			continue
		}
		dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{declared + fmt.Sprintf("uint64_t k = a‹[%d]›;", typ.lanes), fmt.Sprintf("a vector has lanes 0 to %d, and this is %d", last, typ.lanes)}})
		text := declared + fmt.Sprintf("‹uint64_t k = a[%d]›;", last)
		switch {
		case typ.float:
			dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{text, ofFloat}})
		case typ.signed && typ.bits < 64:
			dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{text, fmt.Sprintf(copies, typ.bits)}})
		default:
			text = strings.NewReplacer("‹", "", "›", "").Replace(text)
			r, err := cexpr.Builtin().Read(text, dialect.Options{})
			if err != nil || len(r.Map.Lane)*r.Map.Bits != 64 {
				t.Errorf("%s is %s, %v", text, r.Map, err)
				continue
			}
			m, err := r.Map.Regroup(8)
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range m.Lane {
				if want := lane.From(0, last*typ.bits/8+i); i < typ.bits/8 && l != want || i >= typ.bits/8 && l != lane.Zero() {
					t.Errorf("%s is %s", text, r.Map)
					break
				}
			}
		}
	}
	for _, none := range []string{"v3qi", "v0si", "v512qi", "v16xx", "vqi", "v_si", "float3", "float512", "char3", "uint8x3_t", "uint8x32_t", "uint7x16_t", "uint8_16_t", "uint8x16", "int64x4_t", "__m1024i", "__m128x", "vector", "vector foo", "v", "uint8x16x1_t", "uint8x16x5_t", "char16_t", "char32_t", "float4_t", "int8_4_t"} {
		dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{"‹" + none + " a;› _mm_slli_si128(a, 1)", fmt.Sprintf("%q is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size", none)}})
	}
}

// Rotations of integers by their names, of all compilers, turn them by as many bits as is said, whatever is said beyond their length.
func TestRotations(t *testing.T) {
	for name, call := range map[string]struct {
		bits  int
		right bool
	}{
		"__rold": {32, false}, "__rolq": {64, false}, "__rord": {32, true}, "__rorq": {64, true}, "_rotl": {32, false}, "_rotl64": {64, false}, "_lrotl": {64, false}, "_rotr": {32, true}, "_rotr64": {64, true}, "_lrotr": {64, true},
	} {
		for by := range call.bits {
			for _, text := range []string{"%s(x, %d)", "uint64_t x; return %s(x, %d);", "unsigned k = %[2]d; uint64_t y = %[1]s(x, k)"} {
				text := fmt.Sprintf(text, name, by)
				r, err := cexpr.Intel().Read(text, dialect.Options{})
				if err != nil {
					t.Errorf("%s: %v", text, err)
					continue
				}
				m, err := r.Map.Regroup(1)
				if err != nil {
					t.Fatal(err)
				}
				for i, l := range m.Lane[:call.bits] {
					from := (i - by + call.bits) % call.bits
					if call.right {
						from = (i + by) % call.bits
					}
					if l != lane.From(0, from) {
						t.Errorf("%s is %s", text, r.Map)
						break
					}
				}
			}
		}
		dialecttest.Refused(t, cexpr.Intel(), [][2]string{{"‹" + name + "(x, n)›", name + ": it is a movement only by a number"}, {"‹" + name + "(x)›", name + ": it has 1 arguments here"}, {"‹" + name + "(x, 1, 2)›", name + ": it has 3 arguments here"}, {"‹" + name + "()›", name + ": it has 0 arguments here"}})
	}
	for name, bits := range map[string]int{"_bswap": 32, "_bswap64": 64, "__builtin_bswap32": 32, "__builtin_bswap64": 64} {
		r, err := cexpr.Intel().Read(name+"(x)", dialect.Options{})
		if err != nil || len(r.Map.Lane) != bits/8 || r.Map.Lane[0] != lane.From(0, bits/8-1) {
			t.Errorf("%s is %s, %v", name, r.Map, err)
		}
	}
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{{"‹__builtin_bswap32(x, 3)›", "__builtin_bswap32: it has 2 arguments here"}, {"‹__builtin_bswap64()›", "__builtin_bswap64: it has 0 arguments here"}})
}

// A call of Highway's that takes so many arguments is none with any other number of them.
func TestArgumentsOfHighway(t *testing.T) {
	for name, takes := range map[string]int{
		"ShiftLeft<4>": 1, "ShiftRight<4>": 1, "RotateLeft<4>": 1, "RotateRight<4>": 1, "And": 2, "Or": 2, "Xor": 2, "AndNot": 2, "FirstN": 2, "MaskFromVec": 1, "VecFromMask": 2, "IfThenElse": 3, "IfThenElseZero": 2, "IfThenZeroElse": 2,
		"IfVecThenElse": 3, "InsertLane": 3, "Slide1UpOr": 3, "Slide1DownOr": 3, "InsertBlock<0>": 2, "ReverseLaneBytes": 1, "ReverseBits": 1, "TruncateTo": 2, "PromoteTo": 2, "PromoteLowerTo": 2, "PromoteUpperTo": 2, "PromoteEvenTo": 2, "PromoteOddTo": 2,
		"GetLane": 1, "Zero": 1, "Set": 2, "BitCast": 2, "SetTableIndices": 2, "IndicesFromVec": 2,
	} {
		for n := range 6 {
			if n == takes {
				continue
			}
			args := strings.TrimSuffix(strings.Repeat("a, ", n), ", ")
			bare, _, _ := strings.Cut(name, "<")
			dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{"Vec128<uint8_t> a; ‹" + name + "(" + args + ")›", bare + " is no intrinsic that the targets know as a movement of lanes"}})
		}
	}
	for name, reason := range map[string]string{
		"Compress": "it moves lanes by a mask that only the run knows", "CompressNot": "it moves lanes by a mask that only the run knows", "CompressBits": "it moves lanes by a mask that only the run knows", "Expand": "it moves lanes by a mask that only the run knows", "LoadExpand": "it moves lanes by a mask that only the run knows",
		"CompressStore": "it moves lanes by a mask that only the run knows", "CompressBlendedStore": "it moves lanes by a mask that only the run knows", "CompressBlocksNot": "it moves lanes by a mask that only the run knows",
		"DemoteTo": "it saturates what does not fit, and is no movement: TruncateTo and OrderedTruncate2To keep the lower bits", "OrderedDemote2To": "it saturates what does not fit, and is no movement: TruncateTo and OrderedTruncate2To keep the lower bits", "ReorderDemote2To": "it saturates what does not fit, and is no movement: TruncateTo and OrderedTruncate2To keep the lower bits",
	} {
		for n := range 5 {
			args := strings.TrimSuffix(strings.Repeat("a, ", n), ", ")
			dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{"‹" + name + "(" + args + ")›", name + ": " + reason}})
		}
	}
}

// Lanes that become wider or narrower are as many as the descriptor says: each lower part, or each with zeros above it, and of any other lanes it is told which do not fit.
func TestResizedLanes(t *testing.T) {
	for _, from := range []int{8, 16, 32, 64} {
		for _, to := range []int{8, 16, 32, 64} {
			for _, have := range []int{64, 128, 256} {
				for _, total := range []int{64, 128, 256} {
					n, m := have/from, total/to
					for name, lane := range map[string]func(i int) int{
						"TruncateTo": func(i int) int { return i }, "PromoteTo": func(i int) int { return i }, "PromoteLowerTo": func(i int) int { return i }, "PromoteUpperTo": func(i int) int { return m + i }, "PromoteEvenTo": func(i int) int { return 2 * i }, "PromoteOddTo": func(i int) int { return 2*i + 1 },
					} {
						text := fmt.Sprintf("Vec%d<uint%d_t> a; ‹%s(Full%d<uint%d_t>(), a)›", have, from, name, total, to)
						does := "promoting"
						refused := to <= from || lane(m-1) >= n
						if name == "TruncateTo" {
							refused, does = m != n || to >= from, "truncating"
						}
						if refused {
							dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{text, fmt.Sprintf("%s: %d lanes of %d bits do not become %d of %d by %s", name, n, from, m, to, does)}})
							continue
						}
						text = strings.NewReplacer("‹", "", "›", "").Replace(text)
						r, err := cexpr.Builtin().Read(text, dialect.Options{})
						if err != nil {
							t.Errorf("%s: %v", text, err)
							continue
						}
						b, err := r.Map.Regroup(8)
						if err != nil || len(b.Lane) != total/8 {
							t.Errorf("%s is %s", text, r.Map)
							continue
						}
						for i, l := range b.Lane {
							want := "z"
							if part := i % (to / 8); part < from/8 {
								want = fmt.Sprint("a", lane(i/(to/8))*from/8+part)
							}
							if got := l.Text(i, 8); got != want {
								t.Errorf("%s is %s: byte %d, want %s", text, r.Map, i, want)
								break
							}
						}
					}
				}
			}
		}
	}
}

// A vector of a structure is called as the text calls it, declared or not, and one that is known by what it was made of; a function of WebAssembly's header begins with wasm_, and what begins otherwise is none.
func TestPartsAndPrefixes(t *testing.T) {
	for _, declared := range []string{"", "uint8x16x2_t x; ", "uint8x16x4_t x; uint8x16_t y; "} {
		for k := range 4 {
			for j := range 4 {
				if k == j || declared != "" && max(k, j) > 1 && !strings.Contains(declared, "x4_t") {
					continue
				}
				for _, name := range []string{"x.val[%d]", "x.val [ %d ]"} {
					text := declared + fmt.Sprintf("vcombine_u8(vget_low_u8("+name+"), vget_high_u8("+name+"))", k, j)
					dialecttest.Meanings(t, cexpr.Arm(), [][2]string{{text, fmt.Sprintf(" of x.val[%d] x.val[%d]: i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 b8 b9 b10 b11 b12 b13 b14 b15", k, j)}})
				}
			}
		}
	}
	for _, call := range []string{"v128_and(a, b)", "v128_or(a, b)", "v128_xor(a, b)", "i32x4_splat(1)", "u8x16_const_splat(1)", "i32x4_make(1, 2, 3, 4)", "u32x4_extract_lane(a, 1)", "i16x8_replace_lane(a, 1, 7)", "i8x16_swizzle(a, b)", "u16x8_extend_low_u8x16(a)"} {
		for _, prefix := range []string{"", "wasm", "wasm__", "WASM_", "_wasm_", "awasm_"} {
			name, _, _ := strings.Cut(prefix+call, "(")
			if r, err := cexpr.Wasm().Read(prefix+call, dialect.Options{}); err == nil || err.Error() != "1:1: "+name+" is no intrinsic that the targets know as a movement of lanes" {
				t.Errorf("%s is %s, %v", prefix+call, r.Map, err)
			}
		}
	}
}
