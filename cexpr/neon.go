package cexpr

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Arm's intrinsics, as expressions and statements. The name has the operation, whether vectors have 128 bits, and the type of their elements:
//
//	vzip1q_u32(a, b)          v op [q] [_high | _n | _lane | _laneq] _ type
//	uint8x16_t t = vrev64q_u8(vreinterpretq_u8_u32(x)); vextq_u8(t, t, 4)
//
// Most stand for one instruction, and are read as its line: zip1 v0.4s, v1.4s, v2.4s.

// looksNEONIntrinsic finds a name of that kind with a parenthesis behind it.
func looksNEONIntrinsic(text string) bool {
	return findsCall(text, 'v', func(word string, c *syntax.Cursor) bool {
		_, typ, ok := cutLast(word, "_")
		return ok && neonTypes[typ].bits > 0 && (c.Accept("(") || c.Accept("::<"))
	})
}

// findsCall looks for a name that begins with a letter, and is a call by what stands behind it.
func findsCall(text string, first byte, is func(word string, behind *syntax.Cursor) bool) bool {
	syntax.Look(len(text))
	for at := 0; at < len(text); at++ {
		if text[at] != first || at > 0 && (syntax.IsIdentifier("_"+text[at-1:at]) || text[at-1] == '%' || text[at-1] == '.') {
			continue
		}
		c := syntax.Cursor{Text: text, Off: at}
		word := c.Word()
		end := c.Off
		if is(word, &c) {
			return true
		}
		at = end - 1 // a name that begins inside of the word ends as it does
	}
	return false
}

// A neonName is the parts of an intrinsic's name.
type neonName struct {
	op     string // without v and q
	vector int    // bits of a vector
	elem   int    // bits of an element
	letter byte   // of it
	signed bool
	float  bool
	rest   string // high, n, lane, laneq or nothing
}

// all is the type of a vector.
func (n neonName) all() vectorType { return n.of(n.vector) }

// of is the type of a vector of so many bits with the same elements.
func (n neonName) of(bits int) vectorType {
	return vectorType{lanes: bits / n.elem, bits: n.elem, signed: n.signed, float: n.float}
}

func neonNamed(name string) (n neonName, ok bool) {
	head, typ, _ := cutLast(name, "_")
	t := neonTypes[typ]
	if t.bits == 0 || !strings.HasPrefix(head, "v") {
		return n, false
	}
	n = neonName{vector: 64, elem: t.bits, letter: t.letter, signed: typ[0] == 's', float: typ[0] == 'f'}
	n.op, n.rest, _ = strings.Cut(head[1:], "_")
	if t := neonTypes[n.rest]; t.bits > 0 && strings.HasPrefix(n.op, "reinterpret") { // what follows is the type that it becomes
		n.elem, n.letter, n.signed, n.float = t.bits, t.letter, n.rest[0] == 's', n.rest[0] == 'f'
	}
	if op, q := strings.CutSuffix(n.op, "q"); q {
		n.op, n.vector = op, 128
	}
	return n, true
}

// neonCall is one intrinsic.
func (e *expressions) neonCall(name string, args []operand, start int) (operand, error) {
	n, ok := neonNamed(name)
	if !ok {
		return operand{}, e.ErrorFrom(start, "%s is no intrinsic that the targets know as a movement of lanes", name)
	}
	o, ok, err := e.neonPart(n, args)
	if !ok {
		o, ok, err = e.neonSeveral(n, name, args)
	}
	if !ok {
		o, err = e.neonRow(n, name, args)
	}
	if err != nil {
		return o, e.ErrorFrom(start, "%s: %v", name, err)
	}
	if t := (vectorType{lanes: o.Bits / n.elem, bits: n.elem, signed: n.signed}); o.File != target.General && o.parts == nil && isVectorSize(t) {
		o = o.as(t)
	}
	return o, nil
}

// neonPart is an intrinsic that is no instruction of its own: other types, halves, and single lanes.
func (e *expressions) neonPart(n neonName, args []operand) (o operand, ok bool, err error) {
	number := func(k int) bool { return k < len(args) && !args[k].IsVector() }
	is := func(op, rest string, count int) bool { return n.op == op && n.rest == rest && len(args) == count }
	lanes := func(rest string) bool { return strings.HasPrefix(rest, "lane") }
	switch {
	case n.op == "reinterpret" && neonTypes[n.rest].bits > 0 && len(args) == 1:
		m, err := e.vectorArgument(args[0], n.vector)
		return vector(m), true, err
	case is("get", "low", 1), is("get", "high", 1):
		o, err = e.part(args[0], 128, 64, when(n.rest == "high", 1, 0))
	case is("create", "", 1):
		o, err = e.converted(args[0], 64)
		o.File = target.Vectors
	case is("eor", "", 2):
		o, err = e.xor(n.vector, args)
	case is("combine", "", 2):
		o, err = e.joined(64, args[0], args[1])
	case n.op == "get" && lanes(n.rest) && len(args) == 2 && number(1):
		o, err = e.lane(args[0], n.all(), args[1].Number)
	case n.op == "set" && lanes(n.rest) && len(args) == 3 && number(2):
		if err = n.all().lacks(args[2].Number); err == nil {
			o, err = e.laneInto(n.all(), args[1], args[0], args[2])
		}
	case n.op == "copy" && strings.HasPrefix(n.rest, "lane") && len(args) == 4 && number(1) && number(3):
		from := when(strings.HasSuffix(n.rest, "laneq"), 128, 64)
		if err = n.all().lacks(args[1].Number); err != nil {
			return o, true, err
		}
		if o, err = e.lane(args[2], n.of(from), args[3].Number); err == nil {
			o, err = e.inserted([]operand{args[0], o, args[1]}, n.vector, n.elem)
		}
	case (n.op == "dup" || n.op == "mov") && n.rest == "n" && len(args) == 1:
		o, err = e.splat(args[0], n.all())
	case n.op == "dup" && lanes(n.rest) && len(args) == 2 && number(1):
		if o, err = e.lane(args[0], n.of(when(n.rest == "laneq", 128, 64)), args[1].Number); err == nil {
			o, err = e.splat(o, n.all())
		}
	default:
		return o, false, nil
	}
	return o, true, err
}

// lane is one lane, which has to be one.
func (e *expressions) lane(o operand, t vectorType, at int) (operand, error) {
	if err := t.lacks(at); err != nil {
		return o, err
	}
	o, err := e.part(o, t.total(), t.bits, at)
	return o.laneOf(t), err
}

// neonLines are the instructions of intrinsics: the operands of the line, D S for the shapes of the destination and the sources, n for the number. Signed says that elements may be signed: others
// copy signs.
var neonLines = map[string]struct {
	line   string
	resize int // of the elements of the destination: 2 double, -2 half
	signed bool
}{
	"zip1": {"zip1 v0D, v1D, v2D", 0, true}, "zip2": {"zip2 v0D, v1D, v2D", 0, true}, "uzp1": {"uzp1 v0D, v1D, v2D", 0, true}, "uzp2": {"uzp2 v0D, v1D, v2D", 0, true},
	"trn1": {"trn1 v0D, v1D, v2D", 0, true}, "trn2": {"trn2 v0D, v1D, v2D", 0, true}, "rev16": {"rev16 v0D, v1D", 0, true}, "rev32": {"rev32 v0D, v1D", 0, true}, "rev64": {"rev64 v0D, v1D", 0, true},
	"ext": {"ext v0B, v1B, v2B, #n", 0, true}, "movn": {"xtn v0D, v1S", -2, true}, "movn_high": {"xtn2 v1D, v2S", -2, true}, "movl": {"ushll v0D, v1S, #0", 2, false}, "movl_high": {"ushll2 v0D, v1S, #0", 2, false},
	"shrn_high_n": {"shrn2 v1D, v2S, #n", -2, true}, "shll_high_n": {"ushll2 v0D, v1S, #n", 2, false},
	"shll_n": {"ushll v0D, v1S, #n", 2, false}, "shl_n": {"shl v0D, v1D, #n", 0, true}, "shr_n": {"ushr v0D, v1D, #n", 0, false}, "shrn_n": {"shrn v0D, v1S, #n", -2, true}, "sri_n": {"sri v1D, v2D, #n", 0, true}, "sli_n": {"sli v1D, v2D, #n", 0, true},
	"and": {"and v0B, v1B, v2B", 0, true}, "orr": {"orr v0B, v1B, v2B", 0, true}, "bic": {"bic v0B, v1B, v2B", 0, true}, "bsl": {"bsl v1B, v2B, v3B", 0, true},
}

// neonRow is an intrinsic as its instruction, executed on its arguments.
func (e *expressions) neonRow(n neonName, name string, args []operand) (operand, error) {
	key := n.op
	if n.rest != "" {
		key += "_" + n.rest
	}
	l, ok := neonLines[key]
	if !ok || n.signed && !l.signed {
		return operand{}, fmt.Errorf("it is no intrinsic that the target knows as a movement of lanes")
	}
	line, result := n.line(l.line, l.resize, args)
	registers := map[string]lane.Map{}
	vectors := 0
	for _, o := range args {
		if !o.IsVector() {
			continue
		}
		vectors++
		m, err := e.vectorArgument(o, n.argumentBits(key, vectors))
		if err != nil {
			return operand{}, err
		}
		for m = m.Clone(); m.Bits*len(m.Lane) < 128; {
			m.Lane = append(m.Lane, lane.Lane{})
		}
		registers["v"+strconv.Itoa(vectors)] = m
	}
	if why := otherArguments(l.line, args, vectors); why != "" {
		return operand{}, errors.New(why)
	}
	before := e.Computations()
	m, err := e.lineOf(line, registers)
	e.Locate(before, func(err error) error { return fmt.Errorf("%s: as %s: %v", name, syntax.Quote(line), err) })
	if err != nil {
		return operand{}, fmt.Errorf("as %s: %s", syntax.Quote(line), err.(*syntax.Error).What)
	}
	if w := apply.NEONResized(line); w != "" && !slices.Contains(e.warnings, w) {
		e.warnings = append(e.warnings, w)
	}
	m.Lane = m.Lane[:result/m.Bits]
	return vector(m), nil
}

// otherArguments says what a line's intrinsic takes where that is not what it is given.
func otherArguments(line string, args []operand, vectors int) string {
	takes := 0
	for strings.Contains(line, "v"+strconv.Itoa(takes+1)) {
		takes++
	}
	number := strings.Contains(line, "#n")
	last := len(args) - 1
	switch {
	case vectors == takes && len(args) == takes+when(number, 1, 0):
		return ""
	case number && vectors == takes+1 && len(args) == vectors && args[last].Name != "":
		return fmt.Sprintf("argument %d is a number: what it does is known only where that is written, and %s is none", len(args), args[last].Name)
	}
	return fmt.Sprintf("it takes %d vector%s%s, and is given %d in %d argument%s", takes, when(takes == 1, "", "s"), when(number, " and a number", ""), vectors, len(args), when(len(args) == 1, "", "s"))
}

// lineOf is what a line of AArch64 makes of registers.
func (e *expressions) lineOf(line string, registers map[string]lane.Map) (lane.Map, error) {
	named, parts, result := e.Named, e.Parts, e.Result
	e.Named, e.Parts = registers, true
	m, _, err := apply.NEON(&e.Values, line)
	e.Named, e.Parts, e.Result = named, parts, result
	return m, err
}

// argumentBits are those of vector k of an intrinsic, from 1.
func (n neonName) argumentBits(key string, k int) int {
	switch {
	case key == "movn", key == "shrn_n", key == "movl_high", key == "shll_high_n", (key == "movn_high" || key == "shrn_high_n") && k == 2:
		return 128
	case key == "movl", key == "shll_n", key == "movn_high", key == "shrn_high_n":
		return 64
	}
	return n.vector
}

// line is the instruction with its shapes and its number, and how many bits of its destination are the result.
func (n neonName) line(line string, resize int, args []operand) (text string, result int) {
	shape := func(bits, elem int) string {
		return "." + strconv.Itoa(bits/elem) + string("bhsd"[slices.Index([]int{8, 16, 32, 64}, elem)])
	}
	number := 0
	for _, o := range args {
		if !o.IsVector() {
			number = o.Number
		}
	}
	source, target := shape(n.vector, n.elem), shape(n.vector, n.elem)
	result = n.vector
	switch {
	case resize == 2 && n.elem < 64:
		source, target, result = shape(64, n.elem), shape(128, 2*n.elem), 128
		if strings.Contains(line, "2 v0") {
			source = shape(128, n.elem)
		}
	case resize == -2 && n.elem > 8:
		source, target, result = shape(128, n.elem), shape(64, n.elem/2), 64
		if strings.Contains(line, "n2 v1") { // xtn2 and shrn2
			target, result = shape(128, n.elem/2), 128
		}
	}
	if strings.HasPrefix(line, "ext ") {
		number *= n.elem / 8
	}
	return strings.NewReplacer("D", target, "S", source, "B", shape(n.vector, 8), "#n", "#"+strconv.Itoa(number)).Replace(line), result
}

// neonTypes are the element types of intrinsics.
var neonTypes = map[string]struct {
	letter byte
	bits   int
}{
	"u8": {'b', 8}, "s8": {'b', 8}, "p8": {'b', 8}, "u16": {'h', 16}, "s16": {'h', 16}, "f16": {'h', 16}, "p16": {'h', 16},
	"u32": {'s', 32}, "s32": {'s', 32}, "f32": {'s', 32}, "u64": {'d', 64}, "s64": {'d', 64}, "f64": {'d', 64}, "p64": {'d', 64},
}

// cutLast cuts at the last separator.
func cutLast(text, separator string) (before, after string, found bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(separator):], true
}
