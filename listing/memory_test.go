package listing_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
)

// A place has a base, an index and a scale, and each register of it may be counted on: the place is then so many bytes further, and the index counts as often as its scale says. One that points elsewhere makes it another place.
func TestPlacesWithIndex(t *testing.T) {
	for _, scale := range []int{0, 1, 2, 4, 8} {
		for _, offset := range []int{-16, 0, 8} {
			for _, counted := range []string{"rdi", "rsi", "rdx"} {
				for _, by := range []int{16, -8} {
					base, index := "rdi", "+rsi"
					switch scale {
					case 0:
						index = ""
					case 1:
					default:
						index += "*" + strconv.Itoa(scale)
					}
					at := func(offset int, base, index string) string {
						if offset == 0 {
							return "[" + base + index + "]"
						}
						return fmt.Sprintf("[%s%s%+d]", base, index, offset)
					}
					place := at(offset, base, index)
					text := "movdqu xmm0, " + place + "\n%s\nmovdqu xmm1, " + place + "\nunpcklps xmm0, xmm1"
					further := map[string]int{"rdi": by, "rsi": by * scale}[counted]
					want := []string{place, at(offset+further, base, index)}
					if further == 0 {
						want = want[:1]
					}
					r, err := listing.X86().Read(fmt.Sprintf(text, fmt.Sprintf("add %s, %d", counted, by)), dialect.Options{})
					if err != nil || !slices.Equal(r.Names, want) {
						t.Errorf("%s, and %s counted on by %d: %q, want %q: %v", place, counted, by, r.Names, want, err)
					}
					elsewhere := at(offset, strings.Replace(base, counted, counted+"'1", 1), strings.Replace(index, counted, counted+"'1", 1))
					if want = []string{place, elsewhere}; elsewhere == place {
						want = want[:1]
					}
					if r, err := listing.X86().Read(fmt.Sprintf(text, "add "+counted+", rcx"), dialect.Options{}); err != nil || !slices.Equal(r.Names, want) {
						t.Errorf("%s, and %s elsewhere: %q, want %q: %v", place, counted, r.Names, want, err)
					}
				}
			}
		}
	}
}

// In a function sources behind one another in memory have the order that they have there, in whatever order they are read, and others that in which they are read.
func TestOrderOfSourcesInFunctions(t *testing.T) {
	places := []string{"[rdi]", "[rdi+16]", "[rdi+32]", "[rdx]"}
	for _, order := range [][]int{{0, 1, 2, 3}, {2, 1, 0, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}, {2, 3, 1, 0}} {
		var lines, want []string
		for k, p := range order {
			lines = append(lines, fmt.Sprintf("movdqu xmm%d, %s", k, places[p]))
		}
		for _, p := range []int{0, 1, 2} {
			want = append(want, places[p])
		}
		if order[0] == 3 {
			want = append([]string{"[rdx]"}, want...)
		} else {
			want = append(want, "[rdx]")
		}
		text := ".L1:\n" + strings.Join(lines, "\n") + "\nunpcklps xmm0, xmm1\nunpcklps xmm2, xmm3\nunpcklps xmm0, xmm2\nmovdqu [rsi], xmm0\ndec rcx\njne .L1"
		r, err := listing.X86().Read(text, dialect.Options{})
		if err != nil {
			t.Errorf("%v: %v", order, err)
			continue
		}
		letters := []string{"a", "b", "c", "e"} // d is the old destination
		letter := func(k int) string { return letters[slices.Index(r.Names, places[order[k]])] }
		lanes := strings.Join([]string{letter(0) + "0", letter(2) + "0", letter(1) + "0", letter(3) + "0"}, " ")
		if !slices.Equal(r.Names, want) || !strings.HasSuffix(r.Map.String(), "-> "+lanes) {
			t.Errorf("%v: %s of %q, want %s of %q", order, r.Map, r.Names, lanes, want)
		}
	}
}

// What a line that is no movement has made is a source of the block, also where a store is the first that reads it.
func TestStoresOfWhatWasComputed(t *testing.T) {
	for _, row := range [][3]string{
		{"fadd v0.4s, v0.4s, v1.4s", "st2 {v0.4s, v1.4s}, [x1]", "v0' v1: i32x4 i32x4 -> a0 b0 a1 b1 a2 b2 a3 b3"},
		{"fadd v1.4s, v0.4s, v1.4s", "st2 {v0.4s, v1.4s}, [x1]", "v0 v1': i32x4 i32x4 -> a0 b0 a1 b1 a2 b2 a3 b3"},
		{"fadd v0.4s, v0.4s, v1.4s", "st1 {v0.s}[1], [x1]", "v0': i32x4 -> a1"},
		{"fadd v2.4s, v0.4s, v1.4s", "st1 {v0.s}[1], [x1]", "v0: i32x4 -> a1"},
		{"fadd v0.4s, v0.4s, v1.4s", "st3 {v0.2d-v2.2d}, [x1]", "v0' v1 v2: i64x2 i64x2 i64x2 -> a0 b0 c0 a1 b1 c1"},
	} {
		r, err := listing.NEON().Read(".L1:\n"+row[0]+"\n"+row[1]+"\nsubs x2, x2, #1\nb.ne .L1", dialect.Options{})
		if got := strings.Join(r.Names, " ") + ": " + r.Map.String(); err != nil || got != row[2] {
			t.Errorf("%s; %s: %s, want %s: %v", row[0], row[1], got, row[2], err)
		}
	}
}

// Data is in numbers of all that a directive has room for: with a sign or without one, in all bases that assemblers have.
func TestNumbersOfDirectives(t *testing.T) {
	for directive, bytes := range map[string]int{".byte": 1, ".2byte": 2, ".short": 2, ".long": 4, ".quad": 8} {
		most := uint64(1)<<(8*bytes) - 1 // of 64 bits all
		for _, v := range []uint64{0, 1, 9, most / 2, most/2 + 1, most - 1, most} {
			signed := int64(v<<(64-8*bytes)) >> (64 - 8*bytes)
			for _, text := range []string{fmt.Sprint(v), fmt.Sprintf("0x%x", v), fmt.Sprintf("0%o", v), fmt.Sprintf("0b%b", v), fmt.Sprint(signed), fmt.Sprintf("0%xh", v), fmt.Sprintf("0%xH", v)} {
				want := binary.LittleEndian.AppendUint64(nil, v)[:bytes]
				got := listing.Constants(strings.SplitSeq("f:\n\tret\n.LC0:\n\t"+directive+" "+text+"\n", "\n"))[".LC0"]
				if !slices.Equal(got, want) {
					t.Errorf("%s %s is %x, want %x", directive, text, got, want)
				}
			}
		}
	}
	for _, text := range []string{"18446744073709551616", "-9223372036854775809", "0x10000000000000000", "h", "0xg", "1f", "1.5", "''", "+-1"} {
		if got := listing.Constants(strings.SplitSeq("f:\n\tret\n.LC0:\n\t.quad "+text+"\n", "\n"))[".LC0"]; len(got) > 0 {
			t.Errorf(".quad %s is %x", text, got)
		}
	}
}

// A mask register is not known any more once it was loaded with what is not.
func TestMasksAreForgotten(t *testing.T) {
	for line, known := range map[string]bool{"kmovw k1, eax": false, "kmovw k1, [rdi]": false, "kmovw %eax, %k1": false, "kmovw k2, eax": true, "kmovw k1, 5": true} {
		f := listing.NewFollower(nil)
		if _, err := f.Line("kmovw k1, 5", ""); err != nil {
			t.Fatal(err)
		}
		f.Line(line, "") // whose error says that it is not known
		if _, err := f.Line("vpshufd zmm0{k1}{z}, zmm1, 27", ""); (err == nil) != known {
			t.Errorf("behind %s: %v", line, err)
		}
	}
}

// A number in a register moves as far as one in the instruction does, however far, and has no form where it is not known.
func TestNumbersInRegistersOfRISCV(t *testing.T) {
	const mode = "vsetivli zero, 2, e64, m1, ta, ma\n"
	for _, register := range []string{"t1", "a0", "s3"} {
		other := map[string]string{"t1": "a0", "a0": "s3", "s3": "t1"}[register]
		for _, name := range []string{"vsll.vx", "vsrl.vx"} {
			for n := 8; n < 64; n += 8 {
				lanes := make([]lane.Lane, 16)
				for i := range lanes {
					from := i%8 - n/8
					if name == "vsrl.vx" {
						from = i%8 + n/8
					}
					if lanes[i] = lane.Zero(); from >= 0 && from < 8 {
						lanes[i] = lane.From(0, i/8*8+from)
					}
				}
				text := fmt.Sprintf("li %s, %d\n%s%s v8, v9, %s", register, n, mode, name, register)
				r, err := listing.RISCV().Read(text, dialect.Options{})
				if err != nil {
					t.Errorf("%s: %v", text, err)
					continue
				}
				if v, err := lane.Compare(r.Map, lane.Map{Bits: 8, Src: []int{16}, Lane: lanes}); err != nil || v.Relation != lane.Equal {
					t.Errorf("%s: %s", text, r.Map)
				}
			}
		}
		for _, name := range []string{"vsll.v", "vsrl.v", "vslidedown.v", "vslideup.v", "vrgather.v"} {
			for _, n := range []int{0, 1, 8, 31} {
				for _, elem := range []string{"e8", "e32", "e64"} {
					said := strings.Replace(mode, "e64", elem, 1)
					if name == "vslideup.v" {
						said = strings.Replace(said, "ta", "tu", 1)
					}
					want, errWant := listing.RISCV().Read(fmt.Sprintf("%s%si v8, v9, %d", said, name, n), dialect.Options{})
					got, err := listing.RISCV().Read(fmt.Sprintf("li %s, %d\n%s%sx v8, v9, %s", register, n, said, name, register), dialect.Options{})
					if (err == nil) != (errWant == nil) || got.Map.String() != want.Map.String() || !slices.Equal(got.Names, want.Names) {
						t.Errorf("%sx by %d in %s of %s: %s, %v, want %s, %v", name, n, register, elem, got.Map, err, want.Map, errWant)
					}
				}
			}
			for _, before := range []string{"", "li " + other + ", 8\n", "li " + other + ", 40\n"} {
				dialecttest.Refused(t, listing.RISCV(), [][2]string{{before + mode + "‹" + name + "x v8, v9, " + register + "›", name + "x: what " + register + " holds is not in the text"}})
			}
		}
	}
}

// What WebAssembly stored is loaded as a whole or not at all: every load of a part that has an own place is refused there, and what is beside it is memory.
func TestWasmPartsOfStores(t *testing.T) {
	for name, bytes := range map[string]int{
		"v128.load": 16, "v128.load8_splat": 1, "v128.load16_splat": 2, "v128.load32_splat": 4, "v128.load64_splat": 8, "v128.load32_zero": 4, "v128.load64_zero": 8,
		"i16x8.load8x8_u": 8, "i32x4.load16x4_u": 8, "i64x2.load32x2_u": 8, "v128.load8_lane": 1, "v128.load16_lane": 2, "v128.load32_lane": 4, "v128.load64_lane": 8,
	} {
		at, value := "", ""
		if strings.HasSuffix(name, "lane") {
			at, value = " 0", " (local.get 0)"
		}
		for offset := -8; offset <= 24; offset += 4 {
			text := fmt.Sprintf("(func (param v128 i32) (v128.store offset=16 (local.get 1) (local.get 0)) (v128.store offset=96 (local.get 1) (‹%s› offset=%d%s (local.get 1)%s)))", name, 16+offset, at, value)
			if offset != 0 && offset < 16 && offset > -bytes {
				dialecttest.Refused(t, listing.Wasm(), [][2]string{{text, fmt.Sprintf("[$1+%d] is read where [$1+16] was written, which is a part of it: expected a load of what one store wrote", 16+offset)}})
				continue
			}
			_, err := listing.Wasm().Read(strings.NewReplacer("‹", "", "›", "").Replace(text), dialect.Options{})
			if want := "two results are stored"; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s at %d: %v, want %s", name, offset, err, want)
			}
		}
	}
}

// Where a number out of a vector points nobody knows, and twice that may be two places.
func TestWasmPointersInVectors(t *testing.T) {
	half := func(a, b string) string {
		return "(func (param v128 i32) (result v128) (i8x16.shuffle 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 (v128.load " + a + ") (v128.load " + b + ")))"
	}
	const taken = "(i32x4.extract_lane 0 (local.get 0))"
	for _, row := range [][3]string{
		{taken, taken, "$0 [number'1] [number'2]"},
		{"(i32.const 0)", taken, "$0 [memory] [number'1]"},
		{taken, "(local.get 1)", "$0 [$1] [number'1]"},
		{"(local.get 1)", "(i32.add (local.get 1) (i32.const 16))", "[$1] [$1+16]"},
		{"(i32.add " + taken + " (i32.const 16))", "(local.get 1)", "$0 [$1] [number'1+16]"},
	} {
		r, err := listing.Wasm().Read(half(row[0], row[1]), dialect.Options{})
		if got := strings.Join(r.Names, " "); err != nil || got != row[2] {
			t.Errorf("%s and %s: %s, want %s: %v", row[0], row[1], got, row[2], err)
		}
	}
}

// A branch goes to one of several labels, by numbers or by names, with commas or without, and what is behind all of them is reached.
func TestWasmTables(t *testing.T) {
	const behind = "(v128.store (local.get 1) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get 0) (local.get 0)))"
	for _, labels := range []string{"0", "0 0", "0 1", "1 0", "1, 0", "1 , 0", "{1, 0}", "{1, 1, 0}", "$c", "$b $c", "$b, $c", "{$b, $c}", "{$b,$c}"} {
		text := "(func (param v128 i32) (block $b (block $c (br_table " + labels + " (local.get 1))) " + behind + "))"
		r, err := listing.Wasm().Read(text, dialect.Options{})
		if err != nil || r.Map.String() != "i64x2 -> a1 a0" {
			t.Errorf("br_table %s: %s, %v", labels, r.Map, err)
		}
	}
}
