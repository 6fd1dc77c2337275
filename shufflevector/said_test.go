package shufflevector_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/shufflevector"
)

// said is what people say of a match over a and, if it is not empty, b, written once more as plainly as possible. bits is the width of the pattern's lanes.
func said(m *shufflevector.Match, bits int, b string) string {
	x := func(i int) int { return int(m.Args[i]) }
	all, wide := "a", ""
	if b != "" {
		all = "a and " + b
	}
	if m.Group > 1 {
		wide = fmt.Sprintf("%d-bit ", bits)
	}
	lanes := wide + "lanes"
	parts := func(n int) string {
		switch n {
		case 2:
			return "halves"
		case 3:
			return "thirds"
		case 4:
			return "quarters"
		}
		return fmt.Sprintf("%d parts", n)
	}
	from := func(is bool, at int) string {
		if is {
			return fmt.Sprintf(", from lane %d on", at)
		}
		return ""
	}
	towards := []string{"right", "left"}
	evenOdd := []string{"even", "odd"}
	lowHigh := []string{"low", "high"}
	switch s := m.Shape; m.Pattern.Name {
	case "undefined", "zero":
		return m.Pattern.Name
	case "identity":
		return "a unchanged"
	case "concat":
		return "concatenate a and " + b
	case "reverse":
		if bits == 8 {
			return "reverse the bytes of a"
		}
		return "reverse a"
	case "truncate":
		if x(0) == 2 {
			return "the even " + lanes + " of a"
		}
		return "every " + nth(x(0)) + " " + wide + "lane of a"
	case "duplicate":
		return "duplicate the " + evenOdd[x(0)] + " " + lanes + " of a"
	case "transpose":
		return "interleave the " + evenOdd[x(0)] + " " + lanes + " of a and " + b
	case "interleave", "deinterleave": // k parts of n lanes each to n parts of k, or back
		k, n, de := x(0), s.M/x(0), m.Pattern.Name == "deinterleave"
		switch {
		case b != "" && de:
			return "deinterleave " + all + " into " + parts(k)
		case b != "":
			return "interleave " + all
		case n == k && k > 2:
			return fmt.Sprintf("transpose a as a %d by %d matrix", k, k)
		case k <= n && de:
			return "deinterleave a into " + parts(k)
		case k <= n:
			return "interleave the " + parts(k) + " of a"
		case de: // fewer lanes than parts: it is the other way with the lanes' number
			return "interleave the " + parts(n) + " of a"
		}
		return "deinterleave a into " + parts(n)
	case "reverse-groups":
		switch {
		case bits == 8:
			return fmt.Sprintf("reverse the bytes of every %d bits of a", 8*x(0))
		case x(0) == 2:
			return "swap adjacent " + lanes + " of a"
		}
		return fmt.Sprintf("reverse every %d %s of a", x(0), lanes)
	case "concat-halves":
		first, second := x(0)&1, x(0)>>1
		if m.Lanes > 1 && s.M == 2 {
			return "interleave the " + evenOdd[first] + " lanes of a with the " + evenOdd[second] + " lanes of " + b
		}
		return "the " + lowHigh[first] + " half of a and the " + lowHigh[second] + " half of " + b
	case "zip":
		text := "interleave the " + lowHigh[x(0)] + " halves of a and " + b
		if x(1) > 1 {
			text += fmt.Sprintf(", %d lanes at a time", x(1))
		}
		return text
	case "rotate-groups":
		return fmt.Sprintf("rotate every %d lanes of a %s by %d", x(0), towards[x(2)], x(1))
	case "xor-swap":
		return fmt.Sprintf("swap lanes i and i^%d of a", x(0))
	case "rotate":
		return fmt.Sprintf("rotate a %s by %d", towards[x(1)], x(0))
	case "shift-right", "shift-left":
		return fmt.Sprintf("shift a %s by %d, shifting in %s", m.Pattern.Name[len("shift-"):], x(0), b)
	case "splice":
		return fmt.Sprintf("splice a and %s, from lane %d on", b, x(0))
	case "broadcast":
		return fmt.Sprintf("broadcast %slane %d of a", wide, x(0))
	case "extract-element":
		return fmt.Sprintf("extract %slane %d of a", wide, x(0))
	case "extract-subvector":
		return fmt.Sprintf("extract %s %d to %d of a", lanes, x(0), x(0)+s.M-1)
	case "unzip":
		text := "every " + nth(x(0)) + " " + wide + "lane of " + all
		if x(0) == 2 {
			text = "the " + evenOdd[x(1)] + " " + lanes + " of " + all
		}
		text += from(x(0) > 2 && x(1) > 0, x(1))
		if last := x(1) + x(0)*(s.M-1); b == "" && last >= s.N {
			text += ", repeated"
		}
		return text
	case "shift-groups":
		return fmt.Sprintf("shift every %d lanes of a %s by %d", x(0), towards[x(2)], x(1))
	case "rotate-two":
		return fmt.Sprintf("rotate a and %s as one vector by %d", b, x(0))
	case "replicate":
		text := "duplicate each lane of a"
		if x(0) > 2 {
			text = fmt.Sprintf("repeat each lane of a %d times", x(0))
		}
		return text + from(x(1) > 0, x(1))
	case "zero-extend":
		if s.M == x(0) && s.N > 1 { // one lane of several
			return fmt.Sprintf("zero-extend %slane %d of a to %d bits", wide, x(1), bits*x(0))
		}
		return fmt.Sprintf("zero-extend a from %d to %d bits", bits, bits*x(0)) + from(x(1) > 0, x(1))
	case "any-extend":
		return fmt.Sprintf("widen a from %d to %d bits, high bits undefined", bits, bits*x(0)) + from(x(1) > 0, x(1))
	case "insert-subvector":
		if x(0) > 0 && x(0)+x(1) == s.N {
			return fmt.Sprintf("shift %s left by %d, shifting in a", b, x(0))
		}
		return fmt.Sprintf("insert the low %d lanes of %s into a at lane %d", x(1), b, x(0))
	case "insert-element":
		return fmt.Sprintf("insert a lane into a at lane %d", x(0))
	case "clear":
		return "zero some lanes of a"
	case "blend":
		return "blend a and " + b
	case "parallel-extract":
		return "compress lanes of a"
	case "parallel-deposit":
		return "expand lanes of a"
	case "affine", "permute-blocks":
		return "a shuffle of " + all
	case "in-lane-repeated":
		return fmt.Sprintf("the same shuffle in each %d-bit block of %s", x(0), all)
	case "in-lane":
		return fmt.Sprintf("a shuffle of %s within %d-bit blocks", all, x(0))
	}
	return "?"
}

// nth is a number as it counts: 1st, 2nd, 3rd, 4th, but 11th to 13th, 111th to 113th.
func nth(n int) string {
	text := strconv.Itoa(n)
	for _, end := range []string{"11", "12", "13"} {
		if strings.HasSuffix(text, end) {
			return text + "th"
		}
	}
	for end, word := range map[string]string{"1": "st", "2": "nd", "3": "rd"} {
		if strings.HasSuffix(text, end) {
			return text + word
		}
	}
	return text + "th"
}

// namesWidth says that the phrase of a pattern says itself how wide its lanes are.
var namesWidth = map[string]bool{"truncate": true, "duplicate": true, "transpose": true, "broadcast": true, "extract-element": true, "extract-subvector": true, "unzip": true, "zero-extend": true, "any-extend": true}

// Each match of each pattern over all shapes of up to eight lanes, and some of more, is said as people say it, alone, in several lanes, and of wider ones.
func TestEveryPhrase(t *testing.T) {
	shapes := []shufflevector.Shape{{N: 16, M: 16}, {N: 64, M: 4}, {N: 9, M: 9}, {N: 63, M: 3}, {N: 12, M: 24}, {N: 52, M: 4}}
	for n := range 8 {
		for m := range 8 {
			shapes = append(shapes, shufflevector.Shape{N: n + 1, M: m + 1})
		}
	}
	count := 0
	for _, p := range shufflevector.Library() {
		for _, s := range shapes {
			args := p.EachArgs(s)
			if args == nil {
				args = []shufflevector.Args{{1, 2}, {0, 3}, {3, 5}, {64, 2}, {128, 8}, {uint64(s.N - 1), 1}}
			}
			for _, a := range args {
				for _, group := range []int{1, 2, 4} {
					for _, lanes := range []int{1, 2, 4} {
						for _, bits := range []int{4, 8, 16} {
							for _, b := range []string{"", "zero"} {
								m := shufflevector.Match{Pattern: p, Args: a, Shape: s, Group: group, Lanes: lanes}
								want := said(&m, bits*group, b)
								named := namesWidth[p.Name] || p.Name == "reverse-groups" && bits*group != 8
								if group > 1 && !named {
									want += fmt.Sprintf(", as %d-bit lanes", bits*group)
								}
								if woven := p.Name == "concat-halves" && s.M == 2; lanes > 1 && !woven {
									want += fmt.Sprintf(", in each %d-bit block", s.M*bits*group)
								}
								if got := m.Phrase(bits, "a", b); got != want {
									t.Fatalf("%s of %d to %d lanes of %d bits, lanes=%d, group=%d:\n got %q\nwant %q", m.Text(bits), s.N, s.M, bits, lanes, group, got, want)
								}
								count++
							}
						}
					}
				}
			}
		}
	}
	if count < 100000 {
		t.Errorf("%d phrases", count)
	}
}
