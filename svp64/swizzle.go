package svp64

import (
	"fmt"

	"github.com/lanescope/lanescope/syntax"
)

// Selector says what goes into one lane of the destination.
type Selector uint8

// The selectors, by their three bits.
const (
	Skip Selector = iota // 000: nothing
	End                  // 001: the destination ends before this lane
	Zero                 // 010: the constant 0
	One                  // 011: the constant 1, or 1.0, or the greatest value
	X                    // 100: lane 0 of the source
	Y                    // 101: lane 1
	Z                    // 110: lane 2
	W                    // 111: lane 3
)

// Moves says whether the selector is a lane of the source.
func (s Selector) Moves() bool { return s >= X }

// Lane is the lane of the source that the selector is; the selector Moves.
func (s Selector) Lane() int { return int(s - X) }

// String is the selector as text has it; End, which text has not, is a dollar sign.
func (s Selector) String() string { return selectorLetters[s&7 : s&7+1] }

const selectorLetters = ".$01XYZW"

// Lanes is how many selectors a swizzle has.
const Lanes = 4

// A Swizzle is the immediate: four selectors, that of lane X in the highest bits.
//
//	imm      0 1 2   3 4 5   6 7 8   9 10 11
//	lane       X       Y       Z       W
type Swizzle uint16

// NumSwizzles is how many immediates there are.
const NumSwizzles = 1 << (3 * Lanes)

// Select is the swizzle of these selectors, at most four; if they are fewer, it ends behind them.
func Select(sel ...Selector) Swizzle {
	var s Swizzle
	for j, x := range sel[:min(len(sel), Lanes)] {
		s |= place(j, x)
	}
	if len(sel) < Lanes {
		s |= place(len(sel), End)
	}
	return s
}

// place is a selector in the bits of lane j.
func place(j int, x Selector) Swizzle { return Swizzle(x&7) << (3 * (Lanes - 1 - j)) }

// At is the selector of lane j, 0 for X to 3 for W.
func (s Swizzle) At(j int) Selector { return Selector(s>>(3*(Lanes-1-j))) & 7 }

// Len is the length of the destination's subvectors: the lanes before the first End.
func (s Swizzle) Len() int {
	for j := range Lanes {
		if s.At(j) == End {
			return j
		}
	}
	return Lanes
}

// Live are the lanes that are written, in order: those before the end that are not skipped.
func (s Swizzle) Live() []int {
	var live []int
	for j := range s.Len() {
		if s.At(j) != Skip {
			live = append(live, j)
		}
	}
	return live
}

// Canonical is the swizzle with zeros behind its End, where bits mean nothing.
func (s Swizzle) Canonical() Swizzle {
	if n := s.Len(); n < Lanes {
		return s &^ (1<<(3*(Lanes-1-n)) - 1)
	}
	return s
}

// HasLetters says whether letters can say exactly this immediate: it is canonical and not empty.
func (s Swizzle) HasLetters() bool { return s == s.Canonical() && s.Len() > 0 }

// String is the swizzle in letters, X to W, or as 0x and three digits where letters cannot say it.
func (s Swizzle) String() string { return string(s.append(nil)) }

func (s Swizzle) append(b []byte) []byte {
	if !s.HasLetters() {
		return fmt.Appendf(b, "0x%03x", uint16(s))
	}
	for j := range s.Len() {
		b = append(b, selectorLetters[s.At(j)])
	}
	return b
}

// A letter set names lanes; the letters of a swizzle are all of one.
var letterSets = [...]string{"XYZW", "RGBA"}

// ParseSwizzle reads a swizzle: one to four of XYZW or RGBA in either case, 0, 1 and full stops, or 0x and three digits. An error is a *syntax.Error.
func ParseSwizzle(text string) (Swizzle, error) {
	c := syntax.Cursor{Text: text}
	s, err := readSwizzle(&c)
	if err == nil && !c.Done() {
		err = c.Wanted("the end of the swizzle")
	}
	if err != nil {
		return 0, err
	}
	return s, nil
}

// readSwizzle reads the word at the cursor.
func readSwizzle(c *syntax.Cursor) (Swizzle, error) {
	c.Space()
	start := c.Off
	word := c.Word()
	if word == "" {
		return 0, c.Wanted("a swizzle, such as W.Y. or XXY1")
	}
	if s, ok := immediate(word); ok {
		return s, nil
	}
	var sel [Lanes]Selector
	set, setAt := -1, 0
	for i := range len(word) {
		x, k := selectorOf(word[i])
		at := start + i
		switch {
		case x == End:
			return 0, syntax.Errorf(c.Text, at, at+1, "%s is no selector: a swizzle is written with X Y Z W (or R G B A), 0, 1 and a full stop", syntax.Quote(word[i:i+1]))
		case i == Lanes:
			return 0, syntax.Errorf(c.Text, at, c.Off, "a swizzle has at most four selectors")
		case k >= 0 && set >= 0 && k != set:
			return 0, syntax.Errorf(c.Text, at, at+1, "%s is of %s, and %s before it of %s: one swizzle uses one set of letters",
				syntax.Quote(word[i:i+1]), letterSets[k], syntax.Quote(word[setAt:setAt+1]), letterSets[set])
		}
		if k >= 0 && set < 0 {
			set, setAt = k, i
		}
		sel[i] = x
	}
	return Select(sel[:len(word)]...), nil
}

// immediate reads 0x and exactly three digits. No letters are that: five are too many.
func immediate(word string) (Swizzle, bool) {
	if len(word) != 5 || word[0] != '0' || word[1]|0x20 != 'x' {
		return 0, false
	}
	var s Swizzle
	for i := 2; i < len(word); i++ {
		d := word[i] | 0x20
		switch {
		case word[i] >= '0' && word[i] <= '9':
			d = word[i] - '0'
		case d >= 'a' && d <= 'f':
			d -= 'a' - 10
		default:
			return 0, false
		}
		s = s<<4 | Swizzle(d)
	}
	return s, true
}

// selectorOf is the selector of a letter and the letter set that it is of, or -1; End where the letter is none.
func selectorOf(b byte) (Selector, int) {
	switch b {
	case '.':
		return Skip, -1
	case '0':
		return Zero, -1
	case '1':
		return One, -1
	}
	if b >= 'a' && b <= 'z' {
		b -= 'a' - 'A'
	}
	for k, set := range letterSets {
		for j := range len(set) {
			if set[j] == b {
				return X + Selector(j), k
			}
		}
	}
	return End, -1
}
