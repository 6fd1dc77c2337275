package form

import (
	"fmt"
	"math"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Two notations are LLVM's mask in other clothes:
//
//	__builtin_shufflevector(a, b, 0, 4, 1, 5)           C and C++; says nothing of the lanes' type
//	%r = OpVectorShuffle %v4float %a %b 0 4 1 5         SPIR-V; the type is the result's
//
// Neither says how many lanes the sources have: as many as the result, or more where a selector asks for more.

const clangBuiltin = "__builtin_shufflevector"

func looksClang(text string) bool { return strings.Contains(text, clangBuiltin) }

func readClang(text string) (Reading, error) {
	c := syntax.Cursor{Text: text, Off: max(strings.Index(text, clangBuiltin), 0)}
	if !c.AcceptWord(clangBuiltin) {
		return Reading{}, c.Wanted(clangBuiltin)
	}
	if err := c.Expect("(", `"(" and two vectors`); err != nil {
		return Reading{}, err
	}
	a, err := operandName(&c, ",")
	if err != nil {
		return Reading{}, err
	}
	b, err := operandName(&c, ",")
	if err != nil {
		return Reading{}, err
	}
	var sel []int
	for {
		t, err := selector(&c)
		if err != nil {
			return Reading{}, err
		}
		if sel = append(sel, t); c.Accept(")") {
			break
		}
		if err := c.Expect(",", `"," or ")"`); err != nil {
			return Reading{}, err
		}
	}
	if c.Accept(";"); !c.Done() {
		return Reading{}, c.Wanted("the end")
	}
	r, err := maskReading(text, 32, sel, a, b)
	r.To = resultName(text[:strings.Index(text, clangBuiltin)])
	r.Warnings = append(r.Warnings, "the type of the lanes is not in the text: 32 bits are assumed")
	return r, err
}

// resultName is the name in front of "=", the last word there: a declaration has its type before it.
func resultName(text string) string {
	text, _, ok := strings.Cut(text, "=")
	words := strings.Fields(text)
	if !ok || len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// operandName reads a vector's name and what follows it.
func operandName(c *syntax.Cursor, then string) (string, error) {
	for c.Space(); c.Peek() == '('; c.Space() { // a cast to a type
		end := strings.IndexByte(c.Rest(), ')')
		if end < 0 || !isIdentifier(strings.TrimSpace(c.Rest()[1:end])) {
			break
		}
		c.Off += end + 1
	}
	start := c.Off
	if c.Peek() == '%' {
		c.Off++
	}
	if c.Word() == "" {
		c.Off = start
		return "", c.Wanted("the name of a vector")
	}
	name := c.Text[start:c.Off]
	if then == "" {
		return name, nil
	}
	return name, c.Expect(then, syntax.Quote(then))
}

// selector reads a number; -1 and the largest one of 32 bits are undefined.
func selector(c *syntax.Cursor) (int, error) {
	minus := c.Accept("-")
	start := c.Off
	if !minus && (c.AcceptWord("0xFFFFFFFF") || c.AcceptWord("0xffffffff")) {
		return -1, nil
	}
	if hex, ok := strings.CutPrefix(c.Rest(), "0x"); ok {
		digits := len(hex) - len(strings.TrimLeft(hex, "0123456789abcdefABCDEF"))
		if v, err := strconv.ParseUint(hex[:digits], 16, 16); err == nil {
			c.Off += 2 + digits
			return int(v), nil
		}
	}
	t, ok := c.Uint(math.MaxUint32)
	switch {
	case !ok, minus && t != 1:
		c.Off = start
		return 0, c.Wanted("a selector: a number, or -1")
	case minus, t == math.MaxUint32:
		return -1, nil
	case t >= 2*lane.MaxLanes:
		return 0, c.ErrorFrom(start, "a selector is below %d", 2*lane.MaxLanes)
	}
	return t, nil
}

// maskReading is the map of a mask over two vectors of as many lanes as the mask has, or of the next power of two that its selectors need.
func maskReading(text string, bits int, sel []int, a, b string) (Reading, error) {
	n := len(sel)
	for _, t := range sel {
		for t >= 2*n {
			n *= 2
		}
	}
	if len(sel) > lane.MaxLanes {
		return Reading{}, syntax.Errorf(text, 0, len(text), "%d lanes are more than %d", len(sel), lane.MaxLanes)
	}
	r := Reading{Map: lane.Map{Bits: bits, Src: []int{n, n}, Lane: make([]lane.Lane, len(sel))}, Names: []string{a, b}}
	if a == b {
		r.Map.Src, r.Names = r.Map.Src[:1], r.Names[:1]
	}
	for i, t := range sel {
		if t >= 0 {
			r.Map.Lane[i] = lane.From(t/n*(len(r.Names)-1), t%n)
		}
	}
	if n > len(sel) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("a selector reaches beyond two vectors of %d lanes: %d lanes each are assumed", len(sel), n))
	}
	return r, checked(text, r.Map)
}

// checked says of a map that a text describes whether it is one.
func checked(text string, m lane.Map) error {
	if err := m.Check(); err != nil {
		return syntax.Errorf(text, 0, len(text), "%v", err)
	}
	return nil
}

// maskSelectors are the selectors of a map of at most two sources of one length, without constants.
func maskSelectors(m lane.Map, notation string) (sel []int, n int, err error) {
	n = len(m.Lane)
	if len(m.Src) > 0 {
		n = m.Src[0]
	}
	if len(m.Src) > 2 || len(m.Src) == 2 && m.Src[1] != n {
		return nil, 0, fmt.Errorf("%s has two sources of one length", notation)
	}
	for i, l := range m.Lane {
		switch l.Kind {
		case lane.Source:
			sel = append(sel, l.Src*n+l.Index)
		case lane.Undefined:
			sel = append(sel, -1)
		case lane.Old:
			return nil, 0, fmt.Errorf("lane %d keeps the old destination, which %s has not", i, notation)
		default:
			return nil, 0, fmt.Errorf("lane %d is a constant, which %s cannot make by itself", i, notation)
		}
	}
	return sel, n, nil
}

func sayClang(m lane.Map) (string, error) {
	if m.Bits != 32 {
		return "", fmt.Errorf("its text has no type, and is read as lanes of 32 bits; these have %d", m.Bits)
	}
	sel, n, err := maskSelectors(m, clangBuiltin)
	if err == nil {
		err = lengthsAgree(sel, n)
	}
	if err != nil {
		return "", err
	}
	b := clangBuiltin + "(a, b"
	for _, t := range sel {
		b += ", " + itoa(t)
	}
	return b + ")", nil
}

// lengthsAgree says whether the sources of a mask are as long as a reader would take them to be.
func lengthsAgree(sel []int, n int) error {
	r, err := maskReading("", 32, sel, "a", "b")
	if err == nil && r.Map.Src[0] != n {
		err = fmt.Errorf("the text does not say that the sources have %d lanes", n)
	}
	return err
}

// spirvTypes are the usual names of element types.
var spirvTypes = []struct {
	name string
	bits int
}{{"float", 32}, {"half", 16}, {"double", 64}, {"uint", 32}, {"int", 32}, {"ushort", 16}, {"short", 16}, {"uchar", 8}, {"char", 8}, {"ulong", 64}, {"long", 64}}

const spirvOp = "OpVectorShuffle"

func looksSPIRV(text string) bool { return strings.Contains(text, spirvOp) }

func readSPIRV(text string) (Reading, error) {
	c := syntax.Cursor{Text: text, Off: max(strings.Index(text, spirvOp), 0)}
	if !c.AcceptWord(spirvOp) {
		return Reading{}, c.Wanted(spirvOp)
	}
	c.Space()
	at := c.Off
	typ, err := operandName(&c, "")
	if err != nil {
		return Reading{}, err
	}
	lanes, bits, known := spirvType(strings.TrimPrefix(typ, "%"))
	typeEnd := c.Off
	a, err := operandName(&c, "")
	if err != nil {
		return Reading{}, err
	}
	b, err := operandName(&c, "")
	if err != nil {
		return Reading{}, err
	}
	var sel []int
	for !c.Done() {
		t, err := selector(&c)
		if err != nil {
			return Reading{}, err
		}
		sel = append(sel, t)
	}
	switch {
	case len(sel) == 0:
		return Reading{}, c.Wanted("selectors")
	case known && lanes != len(sel):
		return Reading{}, syntax.Errorf(text, at, typeEnd, "%s has %d lanes, and there are %d selectors", typ, lanes, len(sel))
	}
	r, err := maskReading(text, bits, sel, a, b)
	r.To = resultName(text[:strings.Index(text, spirvOp)])
	if !known {
		r.Warnings = append(r.Warnings, "the type "+syntax.Quote(typ)+" is defined elsewhere: lanes of 32 bits are assumed")
	}
	return r, err
}

// spirvType reads a name such as v4float.
func spirvType(name string) (lanes, bits int, ok bool) {
	c := syntax.Cursor{Text: strings.TrimPrefix(name, "v")}
	lanes, ok = c.Uint(16)
	for _, t := range spirvTypes {
		if ok && len(c.Text) < len(name) && c.Rest() == t.name {
			return lanes, t.bits, true
		}
	}
	return 0, 32, false
}

func saySPIRV(m lane.Map) (string, error) {
	sel, n, err := maskSelectors(m, spirvOp)
	if err == nil {
		err = lengthsAgree(sel, n)
	}
	if err != nil {
		return "", err
	}
	element := map[int]string{8: "uchar", 16: "ushort", 32: "uint", 64: "ulong"}[m.Bits]
	if element == "" || len(sel) < 2 || len(sel) > 16 {
		return "", fmt.Errorf("SPIR-V has vectors of 2 to 16 lanes of 8, 16, 32 or 64 bits, and this has %d of %d", len(sel), m.Bits)
	}
	b := fmt.Sprintf("%%r = %s %%v%d%s %%a %%b", spirvOp, len(sel), element)
	for _, t := range sel {
		if t < 0 {
			b += " 0xFFFFFFFF"
		} else {
			b += " " + itoa(t)
		}
	}
	return b, nil
}
