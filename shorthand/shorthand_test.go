package shorthand_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/shorthand"
	"github.com/lanescope/lanescope/syntax"
)

// named is the dialect of a name.
func named(t *testing.T, name string) dialect.Dialect {
	t.Helper()
	for _, d := range shorthand.Dialects() {
		if d.Name == name {
			return d
		}
	}
	t.Fatalf("there is no %s", name)
	return dialect.Dialect{}
}

// looked is the dialect that a text looks like first.
func looked(text string) string {
	for _, d := range shorthand.Dialects() {
		if d.Looks(strings.TrimSpace(text)) {
			return d.Name
		}
	}
	return ""
}

// Texts as people write them, and what they mean.
func TestRead(t *testing.T) {
	for _, row := range []struct{ dialect, text, typ, want string }{
		{"list", "[0, 4, 1, 5]", "", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"list", "3,2,1,0", "", "i32x4 -> a3 a2 a1 a0"},
		{"list", "{1,0,3,2};", "", "i32x4 -> a1 a0 a3 a2"},
		{"list", "(1, 0)", "", "i64x2 -> a1 a0"},
		{"list", "7 6 5 4 3 2 1 0", "", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"list", "mask = [0, -1, u, 3]", "", "i32x4 -> a0 _ _ a3"},
		{"list", "const int idx[] = {3, 2, 1, 0};", "", "i32x4 -> a3 a2 a1 a0"},
		{"list", "[3, 2, 1, 0]", "u8x4", "i8x4 -> a3 a2 a1 a0"},
		{"list", "[3, 2, 1, 0]", "i16", "i16x4 -> a3 a2 a1 a0"},
		{"list", "[0, 8, 1, 9]", "", "i16x8 i16x8 -> a0 b0 a1 b1"},
		{"list", "{0x80, 0, 0x80, 1, 0x80, 2, 0x80, 3, 0x80, 4, 0x80, 5, 0x80, 6, 0x80, 7}", "", "i8x16 -> z a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7"},
		{"list", "[2]", "", "i32x4 -> a2"},
		{"imm", "0x4E", "", "i32x4 -> a2 a3 a0 a1"},
		{"imm", "$0x1b", "", "i32x4 -> a3 a2 a1 a0"},
		{"imm", "imm8 = 27", "", "i32x4 -> a3 a2 a1 a0"},
		{"imm", "0b10110001", "i64", "i64x4 -> a1 a0 a3 a2"},
		{"imm", "1Bh", "", "i32x4 -> a3 a2 a1 a0"},
		{"array", "a[[3,2,1,0]]", "", "i32x4 -> a3 a2 a1 a0"},
		{"array", "b[::-1]", "", "i32x4 -> a3 a2 a1 a0"},
		{"array", "r = a[::2]", "i16x8", "i16x8 -> a0 a2 a4 a6"},
		{"array", "a[1::2]", "", "i32x4 -> a1 a3"},
		{"array", "a[4:8]", "", "i16x8 -> a4 a5 a6 a7"},
		{"array", "np.roll(a, 1)", "", "i32x4 -> a3 a0 a1 a2"},
		{"array", "np.flip(v)", "u8x2", "i8x2 -> a1 a0"},
		{"array", "a([4 3 2 1])", "", "i32x4 -> a3 a2 a1 a0"},
		{"array", "a(end:-1:1)", "", "i32x4 -> a3 a2 a1 a0"},
		{"array", "circshift(a, 1);", "", "i32x4 -> a3 a0 a1 a2"},
		{"array", "a[np.array([1, 0, 3, 2])]", "", "i32x4 -> a1 a0 a3 a2"},
		{"name", "reverse", "", "i32x4 -> a3 a2 a1 a0"},
		{"name", "Reverse 4 x i8", "", "i8x4 -> a3 a2 a1 a0"},
		{"name", "reverse i16x8", "", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"name", "interleave 4 x i32", "", "i32x4 i32x4 -> a0 b0 a1 b1 a2 b2 a3 b3"},
		{"name", "zip low", "", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"name", "unpack high 8 x i16", "", "i16x8 i16x8 -> a4 b4 a5 b5 a6 b6 a7 b7"},
		{"name", "rotate 3 of 4 x i8", "", "i8x4 -> a3 a0 a1 a2"},
		{"name", "rotate left by 1, 4 x i32", "", "i32x4 -> a3 a0 a1 a2"},
		{"name", "swap B and R 4 x i8", "", "i8x4 -> a2 a1 a0 a3"},
		{"name", "RGBA to BGRA u8x8", "", "i8x8 -> a2 a1 a0 a3 a6 a5 a4 a7"},
		{"name", "splat 0", "", "i32x4 -> a0 a0 a0 a0"},
		{"name", "broadcast lane 2 of 4 x i16", "", "i16x4 -> a2 a2 a2 a2"},
		{"name", "byte swap each 32 bits, 8 bytes", "", "i8x8 -> a3 a2 a1 a0 a7 a6 a5 a4"},
		{"name", "bswap16 u8x4", "", "i8x4 -> a1 a0 a3 a2"},
		{"name", "transpose 2x2", "", "i32x4 -> a0 a2 a1 a3"},
		{"name", "even lanes", "", "i32x4 -> a0 a2"},
		{"name", "odd lanes of 8 x i16", "", "i16x8 -> a1 a3 a5 a7"},
		{"name", "swap halves", "", "i32x4 -> a2 a3 a0 a1"},
		{"name", "swap adjacent lanes", "", "i32x4 -> a1 a0 a3 a2"},
		{"name", "shift left 1 4 x i32", "", "i32x4 -> z a0 a1 a2"},
		{"name", "zip half=high group=1 of 4 x i32", "", "i32x4 i32x4 -> a2 b2 a3 b3"},
		{"name", "rotate-groups group=2 amount=1 direction=right 4 x i32", "", "i32x4 -> a1 a0 a3 a2"},
		{"name", "xor-swap mask=3 of 4 x i32", "", "i32x4 -> a3 a2 a1 a0"},
		{"name", "blend second=0xa of 4 x i32", "", "i32x4 i32x4 -> a0 b1 a2 b3"},
	} {
		if got := looked(row.text); got != row.dialect {
			t.Errorf("%s looks like %q, want %s", row.text, got, row.dialect)
			continue
		}
		r, err := named(t, row.dialect).Read(row.text, dialect.Options{Type: row.typ})
		if err != nil || r.Map.String() != row.want {
			t.Errorf("%s is %s, %v; want %s", row.text, r.Map, err, row.want)
		}
	}
}

// What is no shorthand does not look like one.
func TestLooks(t *testing.T) {
	for _, text := range []string{
		"", "hello", "how do I reverse a vector?", "<8;4,2>", "reverse(a)", "a.reverse()", "pshufd xmm0, xmm1, 27", "zip1 v0.4s, v1.4s, v2.4s", "W.Y.", "a[0]", "a[i:j:k]x", "x = 3", "-", "[", "[]",
		"3.5", "i32x4 -> a0", "4", "splat", "block=128", "in-lane block=128", "permute-blocks block=128", "12345678901234567890123", "xmm0 = u,u", "00", "0110",
	} {
		if got := looked(text); got != "" && text != "4" {
			t.Errorf("%q looks like %s", text, got)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, row := range []struct{ dialect, text, typ, want string }{
		{"list", "[0, 9, 1, 5]", "i32x4", "1:5: index 9 is out of range: two vectors of 4 lanes have 0 to 7"},
		{"list", "[0, -3, 1, 5]", "", "1:5: -3 selects no lane: lanes count from 0, and -1 is undefined"},
		{"list", "[0, 5000]", "", "1:5: index 5000 is out of range"},
		{"list", "[0, x]", "", "1:5: expected a number of the list, found \"x\""},
		{"imm", "0x5410", "", "1:1: an immediate alone is pshufd's, and has eight bits"},
		{"array", "a[::0]", "", "1:3: the slice selects no lane of 4"},
		{"array", "a([0 1])", "", "1:4: there is no lane 0: they count from 1"},
		{"array", "a[[1, 9]]", "i32x4", "1:7: there is no lane 9: they count from 0, and are at most 4"},
		{"name", "bswap24", "u8x16", "1:1: there is no such pattern of 16 lanes"},
		{"name", "splat 9 4 x i32", "", "1:1: there is no such pattern of 4 lanes"},
		{"name", "frobnicate", "", "1:1: expected a pattern's name, such as reverse 16 x i8"},
	} {
		_, err := named(t, row.dialect).Read(row.text, dialect.Options{Type: row.typ})
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// What was assumed is said, with what says otherwise.
func TestWarnings(t *testing.T) {
	for _, row := range []struct{ dialect, text, want string }{
		{"list", "[0, 4, 1, 5]", "4 each are assumed"},
		{"list", "[0, 4, 1, 5]", "32 bits are assumed; --type i64 says it"},
		{"imm", "0x4E", "vpermq ymm0, ymm1, 0x4E"},
		{"array", "b[::-1]", "how many lanes b has is not in the text: 4 are assumed; --type i32x8 says it"},
		{"name", "reverse", "\"reverse 8 x i16\" says it"},
	} {
		r, err := named(t, row.dialect).Read(row.text, dialect.Options{})
		if err != nil || !strings.Contains(strings.Join(r.Warnings, "\n"), row.want) {
			t.Errorf("%s: %v with warnings %q, want %s", row.text, err, r.Warnings, row.want)
		}
	}
}
