package llvmir

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Programs of LLVM's IR in which vectors change the type of their lanes:
//
//	%w = bitcast <8 x i16> %a to <4 x i32>       a store and a load: which half is which depends on the byte order
//	%r = trunc <4 x i32> %w to <4 x i16>         the lower half of each lane, by its value
//
// Lane notation numbers from the least significant end, as little-endian memory does. Big-endian memory begins with the most significant part of a lane, so that a bitcast there
// reverses the smaller lanes within each larger one:
//
//	lane of 32 bits         0               1
//	little-endian halves    0       1       2       3
//	big-endian halves       1       0       3       2
//
// A program is evaluated in both orders, and where the two differ there is a warning.

// llvmCasts are the instructions that change the lanes' type and move only.
var llvmCasts = []string{"bitcast", "trunc", "zext"}

// castIn is the cast that a line is, and where its operand begins.
func castIn(line string) (name string, at int, ok bool) {
	_, right, assigned := strings.Cut(line, "=")
	if !assigned || !strings.HasPrefix(strings.TrimSpace(line), "%") {
		return "", 0, false
	}
	body := strings.TrimLeft(right, " \t")
	for _, name := range llvmCasts {
		if rest, ok := strings.CutPrefix(body, name+" "); ok {
			for _, flag := range []string{"nneg ", "nuw ", "nsw "} { // what is known of the value does not matter
				rest = strings.TrimPrefix(strings.TrimLeft(rest, " "), flag)
			}
			return name, len(line) - len(rest), true
		}
	}
	return "", 0, false
}

// hasCast says whether a text has a line that is a cast of vectors, or moves the bits of their lanes.
func hasCast(text string) bool {
	if !strings.Contains(text, "%") && !strings.Contains(text, "define ") {
		return false
	}
	for line := range strings.SplitSeq(shufflevector.Together(text), "\n") {
		_, _, cast := castIn(line)
		_, _, bits := bitOp(line)
		_, _, whole := wholeName(line)
		begun := strings.TrimSpace(line)
		if cast && strings.Contains(line, " to ") || bits || whole || strings.HasPrefix(begun, "define ") || strings.HasPrefix(begun, "store <") {
			return true
		}
	}
	return false
}

// readCasts reads a program with casts.
func readCasts(text string) (dialect.Reading, error) {
	little, big := program.Values{Named: map[string]lane.Map{}}, program.Values{Named: map[string]lane.Map{}}
	var r dialect.Reading
	var f function
	start, count, last := 0, 0, 0
	for line := range strings.SplitSeq(shufflevector.Together(text), "\n") {
		at := start
		start += len(line) + 1
		if isPassed(withoutTail(line)) {
			f.begins(line)
			continue
		}
		if count++; count > program.MaxLines {
			return dialect.Reading{}, syntax.Errorf(text, at, at+len(line), "more than %d lines", program.MaxLines)
		}
		s, err := llvmLine(line)
		if err != nil {
			return dialect.Reading{}, syntax.Moved(err, text, at)
		}
		if err := f.line(s, &little, &big); err != nil {
			return dialect.Reading{}, syntax.Errorf(text, at, at+len(line), "%v", err)
		}
		if err := errors.Join(step(&little, s, s.little), step(&big, s, s.big)); err != nil {
			if e, ok := firstOf(err).(*syntax.Error); ok {
				return dialect.Reading{}, syntax.Moved(e, text, at)
			}
			return dialect.Reading{}, syntax.Errorf(text, at, at+len(line), "%v", firstOf(err))
		}
		r.To, last = s.little.To, s.bits
		r.Warnings = append(r.Warnings, s.warnings...)
	}
	if err := errors.Join(leveled(&little), leveled(&big)); err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", firstOf(err))
	}
	if little.Result.Bits == 0 {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "this is no movement: expected an instruction such as %%r = shufflevector …")
	}
	r.Map, r.Names = inOrder(widenTo(little.Result, max(last, f.bits)), little.Inputs, f.parameters)
	if v, err := lane.Compare(little.Result, big.Result); err == nil && v.Relation == lane.Differ {
		r.Warnings = append(r.Warnings, fmt.Sprintf("big-endian lane numbers: on a big-endian machine lane %d of %d bits is %s, and not %s, because a bitcast there reverses the smaller lanes within each larger one",
			v.Lane, v.Bits, v.B.Text(v.Lane, v.Bits), v.A.Text(v.Lane, v.Bits)))
	}
	return r, dialect.Checked(text, r.Map)
}

// firstOf is the first of joined errors.
func firstOf(err error) error {
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		return all.Unwrap()[0]
	}
	return err
}

// llvmLine is what one line does.
func llvmLine(line string) (s llvmStep, err error) {
	code := withoutTail(line)
	if left, _, ok := strings.Cut(code, "="); ok {
		left = strings.TrimRight(left, " \t")
		if name := strings.TrimLeft(left, " \t"); strings.HasPrefix(name, "%") && !isName(name) {
			return s, syntax.Errorf(line, len(left)-len(name), len(left), "expected the name of a result, such as %%r")
		}
	}
	if s, ok, err := endStep(code); ok {
		return s, err
	}
	if name, c, ok := wholeName(code); ok {
		return wholeStep(name, c)
	}
	if name, c, ok := bitOp(line); ok {
		return bitStep(name, c)
	}
	name, at, ok := castIn(line)
	if !ok {
		shuffle, err := shufflevector.Parse(line)
		if err != nil {
			return s, err
		}
		s.little.Map, s.little.Names = shuffle.Map()
		s.little.To = shuffle.Result
		s.big, s.warnings = s.little, warningsLLVM(shuffle)
		return s, nil
	}
	c := syntax.Cursor{Text: line, Off: at}
	from, err := llvmType(&c)
	if err != nil {
		return s, err
	}
	c.Space()
	start := c.Off
	for c.Off < len(line) && !strings.ContainsRune(" \t,;", rune(line[c.Off])) {
		c.Off++
	}
	operand := line[start:c.Off]
	if !isName(operand) {
		return s, c.ErrorFrom(start, "expected a variable such as %%a")
	}
	if !c.AcceptWord("to") {
		return s, c.Wanted("to and a type")
	}
	to, err := llvmType(&c)
	if err == nil {
		err = atEnd(c, false)
	}
	if err != nil {
		return s, err
	}
	s.little = dialect.Reading{Names: []string{operand}, To: selectors.ResultName(line)}
	s.big = s.little
	if s.little.Map, s.big.Map, err = castMaps(name, from, to); err != nil {
		return s, c.ErrorFrom(at, "%v", err)
	}
	return s, nil
}

// A llvmVector is a type: so many lanes of so many bits. A scalar is one lane.
type llvmVector struct {
	lanes, bits int
	float       string // the name of a lane's type that is no whole number
}

// element is the type of one lane.
func (t llvmVector) element() llvmVector {
	t.lanes = 1
	return t
}

// of is the type of a lane, for its constants.
func (t llvmVector) of() shufflevector.Elem {
	if t.float != "" {
		return shufflevector.Elem{Name: t.float, Bits: t.bits}
	}
	return shufflevector.Int(t.bits)
}

// floats are the types of lanes that are no whole numbers.
var floats = map[string]int{"half": 16, "bfloat": 16, "float": 32, "double": 64}

// llvmType reads <4 x i32>, or i128.
func llvmType(c *syntax.Cursor) (t llvmVector, err error) {
	t.lanes = 1
	vector := c.Accept("<")
	if vector {
		c.Space()
		start := c.Off
		var ok bool
		if t.lanes, ok = c.Uint(lane.MaxLanes); !ok || t.lanes == 0 || !c.Accept("x") {
			c.Off = start
			return t, c.Wanted("a vector type such as <4 x i32>")
		}
	}
	c.Space()
	start := c.Off
	word := c.Word()
	if bits, ok := floats[word]; ok {
		t.bits, t.float = bits, word
	} else {
		bits, isInt := strings.CutPrefix(word, "i")
		if t.bits, err = strconv.Atoi(bits); !isInt || err != nil || t.bits < 1 || t.bits > 1<<12 {
			c.Off = start
			return t, c.Wanted("a type of lanes such as i32 or float")
		}
	}
	if vector {
		return t, c.Expect(">", `">"`)
	}
	return t, nil
}

// castMaps are what a cast does in each byte order.
func castMaps(name string, from, to llvmVector) (little, big lane.Map, err error) {
	part := lane.GCD(from.bits, to.bits)
	k, n := from.bits/part, to.bits/part // parts in a lane
	little = lane.Map{Bits: part, Src: []int{from.lanes * k}, Lane: make([]lane.Lane, to.lanes*n)}
	switch {
	case little.Src[0] > lane.MaxLanes || len(little.Lane) > lane.MaxLanes:
		return little, big, fmt.Errorf("more than %d lanes of %d bits", lane.MaxLanes, part)
	case name == "bitcast" && from.lanes*from.bits != to.lanes*to.bits:
		return little, big, fmt.Errorf("a bitcast keeps the number of bits: these are %d and %d", from.lanes*from.bits, to.lanes*to.bits)
	case name != "bitcast" && from.float+to.float != "":
		return little, big, fmt.Errorf("%s is of whole numbers, and %s is none", name, cmp.Or(from.float, to.float))
	case name != "bitcast" && from.lanes != to.lanes:
		return little, big, fmt.Errorf("%s keeps the number of lanes: these are %d and %d", name, from.lanes, to.lanes)
	case name == "trunc" && to.bits >= from.bits, name == "zext" && to.bits <= from.bits:
		return little, big, fmt.Errorf("%s does not make lanes of %d bits from lanes of %d", name, to.bits, from.bits)
	}
	big = little
	big.Lane = slices.Clone(little.Lane)
	for i := range little.Lane {
		switch {
		case name == "bitcast": // within a lane of the source, and within one of the result, parts count from the other end
			j := i/n*n + n - 1 - i%n
			little.Lane[i], big.Lane[i] = lane.From(0, i), lane.From(0, j/k*k+k-1-j%k)
			continue
		case i%n < k:
			little.Lane[i] = lane.From(0, i/n*k+i%n)
		default:
			little.Lane[i] = lane.Zero()
		}
		big.Lane[i] = little.Lane[i]
	}
	return little, big, nil
}
