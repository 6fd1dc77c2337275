package shufflevector

import (
	"slices"
	"strconv"
	"strings"
)

// A Pattern is a shuffle that has a name: a family of masks, one for each value of its parameters.
//
//	zip    half = low, group = 1        <4> 0 4 1 5
//	       half = high, group = 1       <4> 2 6 3 7
//	       half = low, group = 2        <4> 0 1 4 5
//
// A pattern is data. Most families are small, and all that is written for them is which parameters there are and which lane they put
// where; recognition is derived from that by an index over all masks of all patterns. Families with a parameter for every lane, such as blends, also have
// a recogniser.
type Pattern struct {
	Name    string
	Aliases []string // what others call it: other tools, intrinsics, documents
	Params  []Param
	Meaning string // in one sentence
	Phrase  string // what people say of one of its masks: see Match.Phrase
	Vague   bool   // its masks have little in common, so that another description of one may say more
	Near    string // a mask that looks like one and is none, and why

	example []int // a mask over two operands of eight lanes of 16 bits, for a family that is too large to take its first one

	needsZero bool // lanes that it fills must be zero; otherwise any splat will do

	// each calls f with the parameters of all masks of a shape. It is nil for a family that is too large.
	each func(s Shape, f func(Args))
	// lane is lane i of the mask: a selector, UndefLane, or ZeroLane for a lane that is filled. op holds selectors that are parameters.
	lane func(s Shape, a Args, op []int, i int) int
	// find recognises a mask of a large family, and gate is a condition that all its masks fulfil and few others do.
	find func(p *packed) (Args, bool)
	gate gate
	// inner is the op that belongs to a recognised mask, for a family that has one.
	inner func(p *packed, a Args) []int

	rank int // place in the library, from the most specific on
}

// A Shape is the size of a mask: N lanes in each operand, M in the result.
type Shape struct{ N, M int }

// Args are the values of a pattern's parameters, in their order; those that it does not have are 0.
type Args [3]uint64

// A Param is a parameter of a pattern.
type Param struct {
	Name string
	kind paramKind
}

type paramKind uint8

const (
	number paramKind = iota // a count of lanes, or a lane
	rightLeft
	lowHigh
	evenOdd
	halves
	laneBits // one bit a lane, in hexadecimal
	matrix   // columns over GF(2), a byte each
	width    // a number of bits
)

// words are the values of parameters that are words.
var words = [...][]string{
	rightLeft: {"right", "left"},
	lowHigh:   {"low", "high"},
	evenOdd:   {"even", "odd"},
	halves:    {"low-low", "high-low", "low-high", "high-high"},
}

// append appends a value of the parameter; plain says that it is a number.
func (p Param) append(b []byte, v uint64, s Shape) (text []byte, plain bool) {
	switch p.kind {
	case number, width:
		return strconv.AppendUint(b, v, 10), true
	case laneBits:
		return strconv.AppendUint(append(b, "0x"...), v, 16), false
	case matrix:
		return appendMatrix(b, v, s), false
	}
	return append(b, words[p.kind][v]...), false
}

// IsLaneBits says whether the parameter is a bit for each lane, so that any number of as many bits is a value.
func (p Param) IsLaneBits() bool { return p.kind == laneBits }

// Value is the value that a text says for the parameter: what a match prints, read back.
func (p Param) Value(text string) (v uint64, ok bool) {
	switch p.kind {
	case matrix, width: // columns do not say how many rows there are, and a width is that of blocks around another shuffle
		return 0, false
	case laneBits:
		digits, hex := strings.CutPrefix(text, "0x")
		v, err := strconv.ParseUint(digits, 16, 64)
		return v, hex && err == nil
	case number:
		v, err := strconv.ParseUint(text, 10, 16)
		return v, err == nil
	}
	i := slices.Index(words[p.kind], text)
	return uint64(max(i, 0)), i >= 0
}

// FillsZeros says whether lanes between those that move are zero, by a rule of the pattern and not lane by lane.
func (p *Pattern) FillsZeros() bool { return p.needsZero && p.each != nil }

// EachArgs is the parameters of all masks of a small family; nil for a large one.
func (p *Pattern) EachArgs(s Shape) []Args {
	if p.each == nil {
		return nil
	}
	all := []Args{}
	p.each(s, func(a Args) { all = append(all, a) })
	return all
}

// Generate is the pattern's mask of the given shape and parameters. Patterns that are built around another shuffle take its selectors as
// op. It is not ok where the pattern has no such mask.
func (p *Pattern) Generate(s Shape, a Args, op ...int) (m Mask, ok bool) {
	if p.each != nil && !p.has(s, a) {
		return Mask{}, false
	}
	sel := make([]int, s.M)
	for i := range sel {
		if sel[i] = p.lane(s, a, op, i); sel[i] < ZeroLane || sel[i] >= 2*s.N {
			return Mask{}, false
		}
	}
	m, err := NewMask(s.N, sel...)
	return m, err == nil
}

// has says whether the parameters are among those of the shape.
func (p *Pattern) has(s Shape, a Args) (ok bool) {
	p.each(s, func(b Args) { ok = ok || a == b })
	return ok
}

// A Match is a pattern that a mask is one of.
type Match struct {
	Pattern *Pattern
	Args    Args
	Shape   Shape // the shape at which it matches
	Group   int   // how many lanes of the mask make one lane of the pattern: 1, 2, 4 …
	Lanes   int   // in how many lanes of the mask, each by itself, the pattern stands: 1, 2, 4 …

	Exchanged bool // the pattern's first operand is the one that was given second
}

// Values is how many values the match has: those of its pattern's parameters, and the width and the number of lanes where these are not
// obvious.
func (m *Match) Values() int { return len(m.Pattern.Params) + atLeast2(m.Group) + atLeast2(m.Lanes) }

func atLeast2(n int) int {
	if n > 1 {
		return 1
	}
	return 0
}

// AppendValue appends value i as text and gives its name; plain says that it is a number. bits is the width of the mask's own lanes.
func (m *Match) AppendValue(b []byte, i, bits int) (text []byte, name string, plain bool) {
	switch n := len(m.Pattern.Params); {
	case i < n:
		b, plain = m.Pattern.Params[i].append(b, m.Args[i], m.Shape)
		return b, m.Pattern.Params[i].Name, plain
	case i == n && m.Group > 1:
		return strconv.AppendInt(b, int64(m.Group*bits), 10), "width", true
	}
	return strconv.AppendInt(b, int64(m.Lanes), 10), "lanes", true
}

// Text is the match in words, such as "rotate amount=1 direction=right lanes=2". Where the operands are exchanged it says so, with what they are if that is
// given: "blend second=0x6, operands exchanged: b, a". Otherwise what the operands are stands behind "of".
func (m *Match) Text(bits int, operands ...string) string {
	b := []byte(m.Pattern.Name)
	for i := range m.Values() {
		value, name, _ := m.AppendValue(nil, i, bits)
		b = append(append(append(append(b, ' '), name...), '='), value...)
	}
	switch list := strings.Join(operands, ", "); {
	case m.Exchanged && len(operands) != 1:
		if b = append(b, ", operands exchanged"...); list != "" {
			b = append(append(b, ": "...), list...)
		}
	case list != "":
		b = append(append(b, " of "...), list...)
	}
	return string(b)
}

// Example is a mask that shows what the pattern does, with the width of its lanes: the first one of eight lanes, or of the largest shape below that it has.
func (p *Pattern) Example() (m Mask, bits int) {
	if p.example != nil {
		m, _ = NewMask(8, p.example...)
		return m, 16
	}
	for _, s := range []Shape{{8, 8}, {8, 4}, {4, 8}, {8, 1}} {
		found := false
		p.each(s, func(a Args) {
			if !found {
				m, found = p.Generate(s, a)
			}
		})
		if found {
			break
		}
	}
	return m, 16
}
