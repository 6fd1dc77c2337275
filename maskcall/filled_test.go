package maskcall_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// What fills up is a number or a variable of one lane, which is as wide as the vector's, in each lane that a move leaves open and in no other.
func TestFilledUp(t *testing.T) {
	for bits := 8; bits <= 64; bits *= 2 {
		for _, n := range []int{2, 4, 8} {
			for k := 1; k <= n+2; k++ {
				down, up, longer := make([]string, n), make([]string, n), make([]string, k)
				for i := range n {
					down[i], up[i] = "b0", "b0"
					if i+k < n {
						down[i] = fmt.Sprint("a", i+k)
					}
					if i >= k {
						up[i] = fmt.Sprint("a", i-k)
					}
				}
				for i := range longer {
					if longer[i] = "b0"; i < n {
						longer[i] = fmt.Sprint("a", i)
					}
				}
				for text, lanes := range map[string][]string{"a.shift_elements_left::<%d>(x)": down, "a.shift_elements_right::<%d>(x)": up, "a.resize::<%d>(x)": longer} {
					for declared, source := range map[string]string{"": fmt.Sprintf(" i%dx1", bits), fmt.Sprintf("let x: Simd<u%d, 1>; ", bits): fmt.Sprintf(" i%dx1", bits)} {
						want := fmt.Sprintf("i%dx%d%s -> %s", bits, n, source, strings.Join(lanes, " "))
						readsAs(t, "rust", fmt.Sprintf("let a: Simd<u%d, %d>; %s"+text, bits, n, declared, k), want)
					}
				}
				for name, lanes := range map[string][]string{"shiftElementsLeft": down, "shiftElementsRight": up} {
					text := fmt.Sprintf("fn f(a: @Vector(%[1]d, u%[2]d)) @Vector(%[1]d, u%[2]d) { return std.simd.%[3]s(a, %[4]d, x); }", n, bits, name, k)
					readsAs(t, "zig", text, fmt.Sprintf("i%[1]dx%[2]d i%[1]dx1 -> %[3]s", bits, n, strings.Join(lanes, " ")))
				}
			}
		}
	}
	dialecttest.Refused(t, language(t, "rust"), [][2]string{
		{"let a: u8x4; let x: u8x2; a.shift_elements_left::<1>(‹x›)", "expected one lane to fill with, found 2"},
		{"let a: u8x4; let x: Simd<u16, 1>; ‹a.shift_elements_left::<1>(x)›", "lanes of 8 bits and lanes of 16 bits do not mix: reinterpret one of them"},
		{"let a: u8x4; a.shift_elements_left::<1>(‹256›)", `expected a vector or a call that moves lanes, found "256"`},
	})
}

// A vector of one number has that number's bits in each lane, where its type says how many there are, and how wide they are unless it is zero; a number that its lanes do not hold is none of theirs.
func TestConstantsAndTheirTypes(t *testing.T) {
	for bits := 8; bits <= 64; bits *= 2 {
		for _, n := range []int{-1 << 31, -32769, -32768, -129, -128, -2, -1, 0, 1, 2, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
			text := fmt.Sprintf("let r = ‹Simd::<i%d, 4>::splat(%d)›;", bits, n)
			if bits < 64 && (n < -1<<(bits-1) || n >= 1<<bits) {
				dialecttest.Refused(t, language(t, "rust"), [][2]string{{text, fmt.Sprintf("%d is no number of %d bits", n, bits)}})
				continue
			}
			r, err := language(t, "rust").Read(strings.NewReplacer("‹", "", "›", "").Replace(text), dialect.Options{})
			if err != nil || len(r.Map.Lane) != 4 || r.Map.Bits != bits {
				t.Errorf("%s is %s, %v", text, r.Map.String(), err)
				continue
			}
			for _, l := range r.Map.Lane {
				if want := lane.ConstOf(uint64(n) << (64 - bits) >> (64 - bits)); l != lane.Fixed(want) {
					t.Errorf("%s is %s", text, r.Map.String())
				}
			}
		}
		for n, want := range map[int]uint64{0: 0, 1: map[int]uint64{16: 0x3c00, 32: 0x3f800000, 64: 0x3ff0 << 48}[bits], -2: map[int]uint64{16: 0xc000, 32: 0xc0000000, 64: 0xc000 << 48}[bits]} {
			if bits == 8 { // of which there are no floats
				break
			}
			r, err := language(t, "rust").Read(fmt.Sprintf("let r = f%dx2::splat(%d as f%[1]d);", bits, n), dialect.Options{})
			if err != nil || len(r.Map.Lane) != 2 || r.Map.Lane[1] != lane.Fixed(lane.ConstOf(want)) {
				t.Errorf("%d in lanes of floats of %d bits is %s, %v", n, bits, r.Map.String(), err)
			}
		}
	}
	const silent = "how many lanes it has, or how wide they are, is not in the text: u8x16::splat(1) would say it"
	for _, text := range []string{"let r = ‹splat(0)›;", "let r = ‹splat(7)›;", "let r = ‹Simd::splat(7)›;", "‹splat(1)›.reverse()", "simd_swizzle!(‹splat(-1)›, [0, 1])"} {
		dialecttest.Refused(t, language(t, "rust"), [][2]string{{text, silent}})
	}
	dialecttest.Refused(t, language(t, "zig"), [][2]string{{"const r = ‹@splat(7)›;", silent}})
}

// An index that a vector has is nothing to warn of, by any call; one that it has not is, once.
func TestWarnedOfIndicesBeyond(t *testing.T) {
	for k := -4; k < 12; k++ {
		for _, row := range []struct {
			language, text string
			warned         bool
		}{
			{"csharp", "Vector128<int> a; Vector128.ShuffleNative(a, Vector128.Create(%d, 1, 2, 3))", k < 0 || k > 3},
			{"csharp", "Vector256<int> a; Vector256.ShuffleNative(a, Vector256.Create(%d, 1, 2, 3, 4, 5, 6, 7))", k < 0 || k > 7},
			{"csharp", "Vector128<int> a; Vector128.Shuffle(a, Vector128.Create(%d, 1, 2, 3))", false},
			{"java", "IntVector a; a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, %d, 1, 2, 3))", k < 0 || k > 3},
		} {
			r, err := language(t, row.language).Read(fmt.Sprintf(row.text, k), dialect.Options{})
			if err != nil || (len(r.Warnings) > 0) != row.warned {
				t.Errorf("%s of %d: warned %q, %v", row.text, k, r.Warnings, err)
			}
		}
	}
}

// A text ends with the mark that it began with; up to the end of all there is none.
func TestTextsWithoutAnEnd(t *testing.T) {
	for _, quote := range []string{`"`, `'`} {
		for _, inner := range []string{"", "a", "a, [3, 2, 1, 0])", `a" '`, `x\`} {
			inner = strings.ReplaceAll(inner, quote, "")
			for name, call := range map[string]string{"rust": "simd_swizzle!(%s, [1, 0])", "zig": "@shuffle(u8, %s, b, [2]i32{ 0, -1 })", "julia": "shufflevector(%s, Val((1, 0)))"} {
				open := strings.Replace(call[:strings.Index(call, ",")], "%s", quote+inner, 1)
				if name == "zig" {
					open = "@shuffle(u8, " + quote + inner
				}
				dialecttest.Refused(t, language(t, name), [][2]string{{strings.Replace(open, quote, "‹"+quote, 1) + "›", "a closing quotation mark is missing"}})
			}
		}
	}
}
