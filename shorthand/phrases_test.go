package shorthand_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/shorthand"
)

// at is lane t of the first vector, or of the second behind it.
func at(n, t int) string {
	if t < n {
		return fmt.Sprintf("a%d", t)
	}
	return fmt.Sprintf("b%d", t-n)
}

// inside is lane t of one vector, or zero where it has none.
func inside(n, t int) string {
	if t < 0 || t >= n {
		return "z"
	}
	return at(n, t)
}

// part is a lane of a shift by part of a vector; one by nothing, or by all, is none.
func part(n, k int, lane string) string {
	if k < 1 || k >= n {
		return ""
	}
	return lane
}

// turned is lane i of a rotation by k lanes towards the first; one by nothing is none.
func turned(n, k, i int) string {
	if k%n == 0 {
		return ""
	}
	return at(n, ((i+k)%n+n)%n)
}

// said are phrases, their lanes, and which lanes come, one after another.
var said = []struct {
	words string // several, which mean the same, with a stroke between
	of    func(n int) int
	lane  func(n, k, i int) string
}{
	{"reverse|mirror|backwards", same, func(n, _, i int) string { return at(n, n-1-i) }},
	{"identity", same, func(n, _, i int) string { return at(n, i) }},
	{"interleave|zip", double, func(n, _, i int) string { return at(n, i/2+i%2*n) }},
	{"interleave low|zip low|unpack low", same, func(n, _, i int) string { return at(n, i/2+i%2*n) }},
	{"interleave high|zip high|unpack high", same, func(n, _, i int) string { return at(n, n/2+i/2+i%2*n) }},
	{"deinterleave", same, func(n, _, i int) string { return at(n, 2*i%n+2*i/n) }},
	{"even", halved, func(n, _, i int) string { return at(n, 2*i) }},
	{"odd", halved, func(n, _, i int) string { return at(n, 2*i+1) }},
	{"duplicate even", same, func(n, _, i int) string { return at(n, i-i%2) }},
	{"duplicate odd", same, func(n, _, i int) string { return at(n, i-i%2+1) }},
	{"transpose even", same, func(n, _, i int) string { return at(n, i-i%2+i%2*n) }},
	{"transpose odd", same, func(n, _, i int) string { return at(n, i-i%2+1+i%2*n) }},
	{"concat|concatenate", double, func(n, _, i int) string { return at(n, i) }},
	{"swap halves", same, func(n, _, i int) string { return at(n, (i+n/2)%n) }},
	{"swap adjacent|swap neighbours|swap neighbors", same, func(n, _, i int) string { return at(n, i+1-i%2*2) }},
	{"low half", halved, func(n, _, i int) string { return at(n, i) }},
	{"high half", halved, func(n, _, i int) string { return at(n, n/2+i) }},
	{"splat #|broadcast #|duplicate #", same, func(n, k, _ int) string { return strings.Trim(inside(n, k), "z") }},
	{"rotate #|rotate right #", same, func(n, k, i int) string { return turned(n, k, i) }},
	{"rotate left #", same, func(n, k, i int) string { return turned(n, -k, i) }},
	{"shift right #", same, func(n, k, i int) string { return part(n, k, inside(n, i+k)) }},
	{"shift left #", same, func(n, k, i int) string { return part(n, k, inside(n, i-k)) }},
	{"splice #", same, func(n, k, i int) string { return part(n, k, at(n, i+k)) }},
	{"transpose square", same, func(n, _, i int) string {
		side := map[int]int{4: 2, 16: 4}[n]
		if side == 0 {
			return ""
		}
		return at(n, i%side*side+i/side)
	}},
	{"bswap|byte swap|swap bytes", same, func(n, _, i int) string { return at(n, n-1-i) }},
	{"bswap #|byte swap # bits|swap bytes # bits", same, func(n, k, i int) string {
		if k%8 != 0 || k == 0 || n%(k/8) != 0 {
			return ""
		}
		return at(n, i/(k/8)*(k/8)+k/8-1-i%(k/8))
	}},
	{"swap b and r|swap r and b|swap red and blue|rgba to bgra|bgra to rgba", same, func(n, _, i int) string {
		if n%4 != 0 {
			return ""
		}
		return at(n, map[int]int{0: i + 2, 1: i, 2: i - 2, 3: i}[i%4])
	}},
}

func same(n int) int   { return n }
func double(n int) int { return 2 * n }
func halved(n int) int { return n / 2 }

// Every phrase means what its words say, of each number that vectors of 4 to 16 lanes have, and is refused where it means nothing.
func TestPhrases(t *testing.T) {
	d := named(t, "name")
	var all []string
	for _, row := range said {
		for _, words := range strings.Split(row.words, "|") {
			all = append(all, words)
			for _, n := range []int{4, 8, 16} {
				numbers := []int{0}
				if strings.Contains(words, "#") {
					numbers = []int{0, 1, 2, 3, n / 2, n - 1, 8, 12, 16, 24, 32, 64, 128}
				}
				for _, k := range numbers {
					var want []string
					for i := range row.of(n) {
						want = append(want, row.lane(n, k, i))
					}
					text := fmt.Sprintf("%s of %d x i8", strings.Replace(words, "#", fmt.Sprint(k), 1), n)
					r, err := d.Read(text, dialect.Options{})
					_, got, _ := strings.Cut(r.Map.String(), "-> ")
					if refused := slices.Contains(want, ""); refused != (err != nil) || !refused && got != strings.Join(want, " ") {
						t.Errorf("%s is %q, %v, want %s", text, got, err, want)
					}
				}
			}
		}
	}
	for _, words := range shorthand.Phrases() {
		if !slices.Contains(all, words) {
			t.Errorf("%s has no row", words)
		}
	}
}
