package svp64_test

import (
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax"
)

var full = flag.Bool("full", false, "every case instead of a sample: see docs/svp64.md")

// times is how often a random test tries: a tenth where tests are to be short, as under the race detector.
func times(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// canonical is every immediate that is its own canonical form.
func canonical() (all []svp64.Swizzle) {
	for s := range svp64.Swizzle(svp64.NumSwizzles) {
		if s == s.Canonical() {
			all = append(all, s)
		}
	}
	return all
}

// lettered is every immediate that letters say: the canonical ones but for the empty one.
func lettered() []svp64.Swizzle {
	return slices.DeleteFunc(canonical(), func(s svp64.Swizzle) bool { return s.Len() == 0 })
}

// The lanes' selectors come from their bits and go back, X from the highest.
func TestSelectors(t *testing.T) {
	for s := range svp64.Swizzle(svp64.NumSwizzles) {
		var sel [svp64.Lanes]svp64.Selector
		for j := range sel {
			if sel[j] = s.At(j); sel[j] != svp64.Selector(s>>(9-3*j)&7) {
				t.Fatalf("%03x: lane %d is %v", uint16(s), j, sel[j])
			}
		}
		if back := svp64.Select(sel[:]...); back != s {
			t.Fatalf("%03x comes back as %03x", uint16(s), uint16(back))
		}
	}
}

// Every immediate has a text that reads back as the same immediate, and letters only where they say all of it.
func TestSwizzleText(t *testing.T) {
	letters := 0
	for s := range svp64.Swizzle(svp64.NumSwizzles) {
		text := s.String()
		back, err := svp64.ParseSwizzle(text)
		if err != nil || back != s {
			t.Fatalf("%03x prints %s, which reads as %03x: %v", uint16(s), text, uint16(back), err)
		}
		if !strings.HasPrefix(text, "0x") || len(text) <= svp64.Lanes {
			letters++
			if back, err := svp64.ParseSwizzle(strings.ToLower(text)); err != nil || back != s {
				t.Fatalf("%s in small letters is %03x: %v", text, uint16(back), err)
			}
			pixel := strings.NewReplacer("X", "R", "Y", "G", "Z", "B", "W", "A").Replace(text)
			if back, err := svp64.ParseSwizzle(pixel); err != nil || back != s {
				t.Fatalf("%s is %03x: %v", pixel, uint16(back), err)
			}
		}
	}
	if letters != 2800 {
		t.Errorf("%d immediates have letters, want 2800: 7 + 49 + 343 + 2401", letters)
	}
}

// 2801 immediates are canonical, the empty one among them.
func TestCanonical(t *testing.T) {
	count := map[int]int{}
	for s := range svp64.Swizzle(svp64.NumSwizzles) {
		c := s.Canonical()
		if c.Canonical() != c || c.Len() != s.Len() {
			t.Fatalf("%03x: canonical %03x", uint16(s), uint16(c))
		}
		for j := range s.Len() {
			if s.At(j) != c.At(j) {
				t.Fatalf("%03x: canonical %03x", uint16(s), uint16(c))
			}
		}
		if s == c {
			count[s.Len()]++
		}
	}
	for n, want := range []int{1, 7, 49, 343, 2401} {
		if count[n] != want {
			t.Errorf("%d canonical immediates of length %d, want %d", count[n], n, want)
		}
	}
	if n := len(canonical()); n != 2801 {
		t.Errorf("%d canonical immediates, want 2801", n)
	}
}

// The first end marker ends, and its own lane is not written: the seed has i+1.
func TestLengthIsTheMarkersIndex(t *testing.T) {
	for _, row := range []struct {
		imm  svp64.Swizzle
		want int
	}{
		{svp64.Select(svp64.Y, svp64.One), 2},
		{svp64.Select(), 0},
		{svp64.Select(svp64.X, svp64.X, svp64.X, svp64.End), 3},
		{svp64.Select(svp64.X, svp64.End, svp64.X, svp64.End), 1},
		{svp64.Select(svp64.X, svp64.Y, svp64.Z, svp64.W), 4},
	} {
		if got := row.imm.Len(); got != row.want {
			t.Errorf("%v: length %d, want %d", row.imm, got, row.want)
		}
	}
}

// Space may stand around a swizzle.
func TestSwizzleSpace(t *testing.T) {
	for _, text := range []string{" W.Y.", "W.Y. ", "\t W.Y.\t", " 0xe28"} {
		if s, err := svp64.ParseSwizzle(text); err != nil || s.String() != "W.Y." {
			t.Errorf("%q is %v: %v", text, s, err)
		}
	}
}

func TestSwizzleErrors(t *testing.T) {
	for _, row := range []struct{ text, want, caret string }{
		{"", "1:1: expected a swizzle", "^"},
		{"XYQW", `1:3: "Q" is no selector`, "  ^"},
		{"  XYQW", `1:5: "Q" is no selector`, "    ^"},
		{" XYZWX", "1:6: a swizzle has at most four selectors", "     ^"},
		{"XG", `1:2: "G" is of RGBA, and "X" before it of XYZW`, " ^"},
		{"10aX", `1:4: "X" is of XYZW, and "a" before it of RGBA`, "   ^"},
		{"XYZWX", "1:5: a swizzle has at most four selectors", "    ^"},
		{"0x12g", `1:4: "2" is no selector`, "   ^"},
		{"XY ZW", `1:4: expected the end of the swizzle, found "ZW"`, "   ^^"},
		{"$", `1:1: "$" is no selector`, "^"},
		{",", `1:1: expected a swizzle, such as W.Y. or XXY1, found ","`, "^"},
	} {
		_, err := svp64.ParseSwizzle(row.text)
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), row.want) || !strings.HasSuffix(e.Caret(), "\n"+row.caret) {
			t.Errorf("%q: %v\n%s\nwant %s", row.text, err, e.Caret(), row.want)
		}
	}
}

// The drafts' immediates translate, and back. The golden row is the overview page's own example, XXXZ.
func TestOlder(t *testing.T) {
	if s, err := svp64.Older(0b010_000_000_000).Swizzle(4); err != nil || s.String() != "XXXZ" {
		t.Errorf("XXXZ is %v: %v", s, err)
	}
	if s, err := svp64.Older(0b111_110_101_100).Swizzle(4); err != nil || s.String() != "01.." {
		t.Errorf("01.. is %v: %v", s, err)
	}
	for _, s := range canonical() {
		o, n := s.Older()
		if n == 0 {
			continue
		}
		if back, err := o.Swizzle(n); err != nil || back != s {
			t.Fatalf("%v comes back as %v: %v", s, back, err)
		}
	}
	for o := range svp64.Older(svp64.NumSwizzles) {
		for n := 1; n <= svp64.Lanes; n++ {
			s, err := o.Swizzle(n)
			if err != nil || s.Len() != n {
				t.Fatalf("%03x with %d lanes is %v: %v", uint16(o), n, s, err)
			}
		}
	}
	if _, err := svp64.Older(0).Swizzle(0); err == nil {
		t.Error("a destination of no lanes")
	}
}
