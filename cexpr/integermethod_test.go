package cexpr_test

import (
	"fmt"
	"math/bits"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
)

// byWords is what the words of a name say that it does to an integer of so many bits: by the functions of Go's standard library.
func byWords(name string, size, by int) func(v uint64) uint64 {
	words := strings.ToLower(strings.ReplaceAll(name, "_", ""))
	switch {
	case strings.Contains(words, "rotateleft"):
		return func(v uint64) uint64 { return rotated(v, size, by) }
	case strings.Contains(words, "rotateright"):
		return func(v uint64) uint64 { return rotated(v, size, -by) }
	case regexp.MustCompile(`bytes|endianness|tobe`).MatchString(words):
		return func(v uint64) uint64 { return bits.ReverseBytes64(v) >> (64 - size) }
	case strings.Contains(words, "reverse"):
		return func(v uint64) uint64 { return bits.Reverse64(v) >> (64 - size) }
	}
	return nil
}

// What a function of a library, or a method, says is what it does: to integers that are declared, of each size that it takes.
func TestLibraryIntegersDoWhatTheySay(t *testing.T) {
	r := chance.Random(t, 73)
	sizes := map[string]int{"Integer": 32, "Long": 64, "Short": 16, "Character": 16, "bits": 64}
	type function struct {
		name, call string
		takes      int
	}
	var all []function
	for name, takes := range cexpr.LibraryIntegers() {
		size := sizes[strings.Split(name, ".")[0]]
		if n := regexp.MustCompile(`\d+$`).FindString(name); n != "" {
			_, _ = fmt.Sscan(n, &size)
		}
		if takes != size {
			t.Errorf("%s takes %d bits, and its name says %d", name, takes, size)
		}
		all = append(all, function{name, name + "(x%s)", takes})
	}
	for _, name := range cexpr.IntegerMethods() {
		all = append(all, function{name, "x." + name + "(%s)", 0})
	}
	for _, f := range all {
		for _, declared := range []int{8, 16, 32, 64} {
			if f.takes > 0 && declared != f.takes {
				continue
			}
			for range 8 {
				by := r.IntN(2*declared) - declared/2
				argument := ""
				if strings.Contains(strings.ToLower(f.name), "rotate") {
					argument = fmt.Sprint(by)
					if strings.Contains(f.call, "(x%s)") {
						argument = ", " + argument
					}
				}
				computes(t, r, fmt.Sprintf(f.call, argument), declared, byWords(f.name, declared, by))
			}
		}
	}
}

// What gathers and scatters by a mask is what the intrinsic of as many bits does.
func TestLibraryDeposits(t *testing.T) {
	r := chance.Random(t, 74)
	for _, name := range cexpr.LibraryDeposits() {
		size, verb := 32, "_pext"
		if strings.HasPrefix(name, "Long") || strings.Contains(name, "X64") {
			size = 64
		}
		if strings.Contains(name, "expand") || strings.Contains(name, "Deposit") {
			verb = "_pdep"
		}
		for range 8 {
			mask := r.Uint64() >> (64 - size)
			call := fmt.Sprintf("(x, %#x)", mask)
			if !cexpr.Intel().Looks(name + call) {
				t.Fatalf("%s is not looked at", name)
			}
			got, err := cexpr.Intel().Read(name+call, dialect.Options{})
			want, wrong := cexpr.Intel().Read(fmt.Sprintf("%s_u%d%s", verb, size, call), dialect.Options{})
			if err != nil || wrong != nil || got.Map.String() != want.Map.String() {
				t.Fatalf("%s%s is %v, %v, want %v, %v", name, call, got.Map, err, want.Map, wrong)
			}
		}
	}
}

// Methods stand behind one another, behind parentheses and in expressions, and what has a method of that name is not looked at elsewhere.
func TestIntegerMethods(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"uint32_t x; x.swap_bytes().rotate_left(8)", " of x: i8x4 -> a0 a3 a2 a1"},
		{"uint32_t x; (x >> 16).swap_bytes()", " of x: i8x4 -> z z a3 a2"},
		{"uint16_t x, y; uint32_t r = x.swap_bytes() | y.rotate_right(8) << 16;", "r of x y: i8x2 i8x2 -> a1 a0 b1 b0"},
		{"x.rotate_left(8)", " of x: i8x8 -> a7 a0 a1 a2 a3 a4 a5 a6; x has no type in the text: it is taken for a uint64_t"},
		{"fn f(x: u32) -> u32 { x.rotate_left(8) }", " of x: i8x4 -> a3 a0 a1 a2"},
		{"fn f(ax: u16, x: u64) -> u64 { x.swap_bytes() }", " of x: i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"w[3].swap_bytes()", " of w: i8x32 -> a31 a30 a29 a28 a27 a26 a25 a24; w[3] has no type in the text: it is taken for a uint64_t"},
		{"bits.ReverseBytes16(x)", " of x: i8x2 -> a1 a0"},
		{"uint32_t x; x.to_be()", " of x: i8x4 -> a3 a2 a1 a0; to_be is taken as it is where the lowest byte is the first, as on x86 and most of ARM"},
		{"uint32_t x; a.rotateLeft(8).rotateLeft(8)", " of a: i16x4 -> a3 a0 a1 a2; a has no type in the text: it is taken for a uint64_t"},
	})
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{
		{"uint32_t x; ‹x.rotate_left(k)›", "x.rotate_left: it is a movement only by a number"},
		{"uint32_t x; ‹x.swap_bytes(1)›", "x.swap_bytes: it has 2 arguments here"},
		{"uint32_t x; x.swap_bytes()‹.rotate_left()›", "rotate_left: it has 1 arguments here"},
		{"‹bits.RotateLeft32(x)›", "bits.RotateLeft32: it has 1 arguments here"},
	})
	for _, text := range []string{"std.math.rotl(u32, x, 8)", "std.rotateLeft(x, 8)", ".rotate_left(8)", "rotate_left(x, 8)", "x.rotate_left", "x.rotate_left_(8)", "Float.reverse(x)", "bits.Reverse128(x)", "a.reverse(b)", "v.rotate_elements_left(1)"} {
		if cexpr.Intel().Looks(text) || cexpr.LooksLibraryInteger(text) {
			t.Errorf("%q looks like a function of integers", text)
		}
	}
}

// The type of a variable stands behind its name wherever that is declared, by itself or behind a reference, and a method is of its bits.
func TestTypesBehindNames(t *testing.T) {
	for typ, size := range map[string]int{"u8": 8, "u16": 16, "u32": 32, "u64": 64, "i16": 16, "usize": 64} {
		var bytes []string
		for i := range size / 8 {
			bytes = append(bytes, fmt.Sprint("x", size/8-1-i))
		}
		for _, text := range []string{
			"fn f(x: T) -> T { x.swap_bytes() }", "fn f(w: u8, mut x: T) { x.swap_bytes() }", "fn g(x: T) -> T; x.swap_bytes()", "let x: T; x.swap_bytes()",
			"fn f(x: &mut T) { *x = x.swap_bytes(); }", "fn f(x: &T, w: u8) { x.swap_bytes() }", "fn f<'a>(x: &'a mut T) { *x = x.swap_bytes(); }", "fn f(x:&T) { x.swap_bytes() }",
		} {
			lanesAre(t, strings.ReplaceAll(text, "T", typ), 8, bytes)
		}
	}
}
