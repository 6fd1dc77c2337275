package llvmir

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Instructions of LLVM's IR that move the bits of each lane, and intrinsics for those that a machine may have:
//
//	%h = lshr i64 %a, 8
//	%r = call <4 x i32> @llvm.bswap.v4i32(<4 x i32> %a)
//
// What they do to a lane does not depend on the byte order.

// A llvmBits is one of them: what bit i of a lane of so many bits is, by the numbers that are its operands.
type llvmBits struct {
	values  int // operands that are values, before the one that is a number for each lane
	numbers int
	bit     func(i, bits int, n lane.Const) lane.Lane
	only    int // bits that a lane has; 0: any
}

// llvmBitOps are instructions, and intrinsics by what follows @llvm.
var llvmBitOps = map[string]llvmBits{
	"shl":        {values: 1, numbers: 1, bit: func(i, bits int, n lane.Const) lane.Lane { return bitFrom(i-countOf(n, bits), bits) }},
	"lshr":       {values: 1, numbers: 1, bit: func(i, bits int, n lane.Const) lane.Lane { return bitFrom(i+countOf(n, bits), bits) }},
	"fshl":       {values: 2, numbers: 1, bit: func(i, bits int, n lane.Const) lane.Lane { return ofTwo(i-modulo(n, bits)+bits, bits) }},
	"fshr":       {values: 2, numbers: 1, bit: func(i, bits int, n lane.Const) lane.Lane { return ofTwo(i+modulo(n, bits), bits) }},
	"bswap":      {values: 1, bit: func(i, bits int, _ lane.Const) lane.Lane { return lane.From(0, bits-8-i/8*8+i%8) }},
	"bitreverse": {values: 1, bit: func(i, bits int, _ lane.Const) lane.Lane { return lane.From(0, bits-1-i) }},

	"x86.bmi.pext.32": {values: 1, numbers: 1, bit: extractedBit, only: 32}, "x86.bmi.pext.64": {values: 1, numbers: 1, bit: extractedBit, only: 64},
	"x86.bmi.pdep.32": {values: 1, numbers: 1, bit: depositedBit, only: 32}, "x86.bmi.pdep.64": {values: 1, numbers: 1, bit: depositedBit, only: 64},
}

// llvmLogic are operations on two values, one of which may be a constant.
var llvmLogic = map[string]program.Bitwise{"and": program.And, "or": program.Or, "xor": program.Xor}

// bitFrom is a bit of the value, or zero beyond it.
func bitFrom(i, bits int) lane.Lane {
	if i < 0 || i >= bits {
		return lane.Zero()
	}
	return lane.From(0, i)
}

// ofTwo is bit i of the second value with the first one above it.
func ofTwo(i, bits int) lane.Lane { return lane.From(1-i/bits, i%bits) }

// countOf is a number as a count, which is at most the bits of a lane.
func countOf(n lane.Const, bits int) int {
	v, ok := n.Uint64()
	if !ok || v > uint64(bits) {
		return bits
	}
	return int(v)
}

// modulo is a number as a count of a funnel shift.
func modulo(n lane.Const, bits int) int {
	v, _ := new(big.Int).SetString(n.Hex(), 16)
	return int(v.Mod(v, big.NewInt(int64(bits))).Int64())
}

// extractedBit is bit i of what a mask takes out, packed; depositedBit is bit i of what is spread over a mask.
func extractedBit(i, bits int, mask lane.Const) lane.Lane {
	for at := range bits {
		if set(mask, at) {
			if i == 0 {
				return lane.From(0, at)
			}
			i--
		}
	}
	return lane.Zero()
}

func depositedBit(i, _ int, mask lane.Const) lane.Lane {
	if !set(mask, i) {
		return lane.Zero()
	}
	below := 0
	for at := range i {
		if set(mask, at) {
			below++
		}
	}
	return lane.From(0, below)
}

func set(c lane.Const, bit int) bool { return !c.Slice(bit, 1).IsZero() }

// A llvmStep is what a line does in each byte order: a map, or an operation on two operands.
type llvmStep struct {
	little, big dialect.Reading
	warnings    []string
	bits, total int // of a lane, and of all, of a line that moves bits

	name      string
	logic     program.Bitwise
	do        func(p *program.Values) error // of an operation that is neither
	constants []lane.Map                    // of the operands of logic those that are constants; the others are the readings' names
}

// bitOp is the operation that a line is, with the cursor behind its name and flags, or of a call at its first argument.
func bitOp(line string) (name string, c syntax.Cursor, ok bool) {
	_, right, assigned := strings.Cut(line, "=")
	switch {
	case isCall(line): // whose result nobody has named
		right = line
	case !assigned || !strings.HasPrefix(strings.TrimSpace(line), "%"):
		return "", c, false
	}
	c = syntax.Cursor{Text: line, Off: len(line) - len(right)}
	name = c.Word()
	for slices.Contains([]string{"tail", "musttail", "notail"}, name) {
		name = c.Word()
	}
	if name == "call" {
		before, after, _ := strings.Cut(c.Rest(), "(")
		_, name, _ = strings.Cut(before, "@llvm.")
		if !strings.HasPrefix(name, "x86.") {
			name, _, _ = strings.Cut(name, ".") // the type follows
		}
		c.Off = len(line) - len(after)
		_, ok = llvmBitOps[name]
		return name, c, ok && name != "shl" && name != "lshr"
	}
	for _, flag := range []string{"nuw", "nsw", "nuw", "exact", "disjoint"} {
		c.AcceptWord(flag)
	}
	return name, c, name == "shl" || name == "lshr" || llvmLogic[name] != nil
}

// bitStep reads what is behind the name of an operation.
func bitStep(name string, c syntax.Cursor) (s llvmStep, err error) {
	op := llvmBitOps[name]
	operands := op.values + op.numbers
	call := name != "shl" && name != "lshr" && llvmLogic[name] == nil
	if llvmLogic[name] != nil {
		operands = 2
	}
	var t llvmVector
	all := make([]llvmOperand, operands)
	for k := range all {
		if k > 0 {
			if err := c.Expect(",", `"," and another operand`); err != nil {
				return s, err
			}
		}
		c.Space()
		start := c.Off
		if own := t; k == 0 || call {
			if t, err = llvmType(&c); err != nil {
				return s, err
			}
			if k > 0 && own != t {
				return s, c.ErrorFrom(start, "the operands of %s have one type", name)
			}
		}
		if all[k], err = llvmValue(&c, t); err != nil {
			return s, err
		}
	}
	switch {
	case t.lanes*t.bits > lane.MaxLanes:
		return s, c.ErrorFrom(c.Off, "more than %d bits", lane.MaxLanes)
	case op.only > 0 && t != llvmVector{lanes: 1, bits: op.only}, name == "bswap" && t.bits%16 != 0:
		return s, c.ErrorFrom(c.Off, "%s is no operation on lanes of %d bits", name, t.bits)
	case t.float != "":
		return s, c.ErrorFrom(c.Off, "%s is no operation on lanes of %s", name, t.float)
	}
	if err := atEnd(c, call); err != nil {
		return s, err
	}
	s.name, s.bits, s.total = name, t.bits, t.lanes*t.bits
	s.little.To = selectors.ResultName(c.Text)
	if s.logic = llvmLogic[name]; s.logic == nil {
		if s.little.Map, err = op.on(name, t, all); err != nil {
			return s, c.ErrorFrom(c.Off, "%v", err)
		}
	}
	for k, o := range all {
		if s.logic != nil {
			s.constants = append(s.constants, o.constant)
		}
		if o.name != "" && k < operands-op.numbers {
			s.little.Names = append(s.little.Names, o.name)
		}
	}
	s.big = s.little
	if i := slices.IndexFunc(s.little.Map.Lane, func(l lane.Lane) bool { return l.Kind == lane.Undefined }); i >= 0 {
		s.warnings = append(s.warnings, fmt.Sprintf("bit %d is poison: %s is by less than %d", i*s.little.Map.Bits, name, t.bits))
	}
	return s, nil
}

// on is what the operation does with operands: sources are those of its values that have a name.
func (op llvmBits) on(name string, t llvmVector, all []llvmOperand) (lane.Map, error) {
	m := lane.Map{Bits: 1, Lane: make([]lane.Lane, t.lanes*t.bits)}
	source := make([]int, op.values)
	for k := range source {
		if source[k] = len(m.Src); all[k].name != "" {
			m.Src = append(m.Src, len(m.Lane))
		}
	}
	number := lane.Map{Bits: t.bits, Lane: make([]lane.Lane, t.lanes)}
	if op.numbers > 0 {
		last := all[len(all)-1]
		if last.name != "" {
			return m, fmt.Errorf("what %s does depends on %s: it is a map only where that is a number", name, last.name)
		}
		number = last.constant
	}
	for i := range m.Lane {
		n := number.Lane[i/t.bits]
		if op.numbers > 0 && (n.Kind == lane.Undefined || !op.defined(name, n.Const, t.bits)) {
			continue
		}
		l := op.bit(i%t.bits, t.bits, n.Const)
		if l.Kind == lane.Source {
			at := i - i%t.bits + l.Index
			switch from := all[l.Src]; {
			case from.name != "":
				l = lane.From(source[l.Src], at)
			default:
				l = from.bit(at)
			}
		}
		m.Lane[i] = l
	}
	return widenTo(m, t.bits), nil
}

// defined says whether a shift is by less than the lane has; others are by any number.
func (op llvmBits) defined(name string, n lane.Const, bits int) bool {
	return name != "shl" && name != "lshr" || countOf(n, bits) < bits
}

// A llvmOperand is a variable, or a constant.
type llvmOperand struct {
	name     string
	constant lane.Map
}

// bit is one of the bits of a constant.
func (o llvmOperand) bit(at int) lane.Lane {
	l := o.constant.Lane[at/o.constant.Bits]
	if l.Kind == lane.Constant {
		l.Const = l.Const.Slice(at%o.constant.Bits, 1)
	}
	return l
}

// atEnd says whether an operation ends: a call with its parenthesis, behind which attributes stand, and any other with its line, metadata, a comment, or the brace that ends the function.
func atEnd(c syntax.Cursor, call bool) error {
	if call {
		return c.Expect(")", `")"`)
	}
	if c.Space(); c.Done() || strings.IndexByte(",;}", c.Peek()) >= 0 {
		return nil
	}
	return c.Wanted("the end of the line")
}

// isName says whether a word is the name of a value: %a, %1, %"a;b".
func isName(word string) bool {
	name, ok := strings.CutPrefix(word, "%")
	if quoted := strings.TrimSuffix(strings.TrimPrefix(name, `"`), `"`); len(name) == len(quoted)+2 {
		return ok && !strings.ContainsAny(quoted, " \t")
	}
	return ok && name != "" && strings.Trim(name, "-$._0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// llvmValue reads %a, 7, <i8 1, i8 2>, splat (i8 7), zeroinitializer, poison or undef.
func llvmValue(c *syntax.Cursor, t llvmVector) (o llvmOperand, err error) {
	for c.AcceptWord("noundef") {
	}
	c.Space()
	start := c.Off
	if c.Peek() == '%' {
		for c.Off < len(c.Text) && !strings.ContainsRune(" \t,;)", rune(c.Text[c.Off])) {
			c.Off++
		}
		if name := c.Text[start:c.Off]; isName(name) {
			return llvmOperand{name: name}, nil
		}
		c.Off = start
		return o, c.Wanted("a variable such as %a")
	}
	o.constant = lane.Map{Bits: t.bits, Lane: make([]lane.Lane, t.lanes)}
	switch {
	case c.AcceptWord("splat"):
		if err = c.Expect("(", `"(" and a number`); err != nil {
			return o, err
		}
		l, err := llvmElement(c, t)
		o.constant.Lane = slices.Repeat([]lane.Lane{l}, t.lanes)
		if err == nil {
			err = c.Expect(")", `")"`)
		}
		return o, err
	case c.Accept("<"):
		for i := range o.constant.Lane {
			if i > 0 && !c.Accept(",") {
				return o, c.Wanted("\",\" and the number of another lane")
			}
			if o.constant.Lane[i], err = llvmElement(c, t); err != nil {
				return o, err
			}
		}
		return o, c.Expect(">", `">"`)
	}
	l, err := llvmNumber(c, t)
	o.constant.Lane = slices.Repeat([]lane.Lane{l}, t.lanes)
	return o, err
}

// llvmElement reads i8 7.
func llvmElement(c *syntax.Cursor, t llvmVector) (lane.Lane, error) {
	c.Space()
	start := c.Off
	own, err := llvmType(c)
	if err == nil && own != t.element() {
		err = c.ErrorFrom(start, "expected an element of %d bits", t.bits)
	}
	if err != nil {
		return lane.Lane{}, err
	}
	return llvmNumber(c, t)
}

// llvmNumber reads a number of a lane's type, as it is written there: 7 of i32, 1.000000e+00 or 0x3FF0000000000000 of float.
func llvmNumber(c *syntax.Cursor, t llvmVector) (lane.Lane, error) {
	c.Space()
	start := c.Off
	for c.Off < len(c.Text) && !strings.ContainsRune(" \t,;<>()", rune(c.Text[c.Off])) {
		c.Off++
	}
	switch word := c.Text[start:c.Off]; word {
	case "poison", "undef":
		return lane.Lane{}, nil
	case "zeroinitializer":
		return lane.Zero(), nil
	default:
		if v, ok := t.of().Parse(word); ok {
			return lane.Fixed(v), nil
		}
	}
	c.Off = start
	if t.float != "" {
		return lane.Lane{}, c.Wanted("a variable such as %a, or a number of " + t.float)
	}
	return lane.Lane{}, c.Wanted(fmt.Sprintf("a variable such as %%a, or a number of %d bits", t.bits))
}

// step does a line, in one byte order.
func step(p *program.Values, s llvmStep, r dialect.Reading) (err error) {
	if s.do != nil {
		return s.do(p)
	}
	if s.name == "ret" { // of nothing: the result is what was stored
		return nil
	}
	if s.logic == nil {
		return p.Line(r.Map, r.Names, r.To, nil)
	}
	sides := slices.Clone(s.constants)
	names := r.Names
	for k := range sides {
		if sides[k].Lane == nil {
			if err = p.Argument(&sides[k], names[0], s.total, 1); err != nil {
				return err
			}
			names = names[1:]
		}
	}
	if err = p.Level(sides); err != nil {
		return err
	}
	if p.Result, err = program.Combine(s.name, s.logic, sides[0], sides[1]); err != nil {
		return err
	}
	p.Named[r.To] = p.Result
	return nil
}

// widenTo is a map in the widest lanes of at most so many bits that it moves whole.
func widenTo(m lane.Map, bits int) lane.Map {
	for m.Bits > 0 && 2*m.Bits <= bits {
		wide, err := m.Regroup(2 * m.Bits)
		if err != nil {
			break
		}
		m = wide
	}
	return m
}
