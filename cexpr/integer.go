package cexpr

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Integers of C are values in general registers:
//
//	uint64_t t = _pext_u64(a, 0x5555);
//	t | (uint64_t)_bswap(b) << 32
//
// An operator moves as the row of its instruction does. A variable whose type is not in the text has 64 bits without a sign, or fewer: see unsaid. Where C copies a sign,
// widening what has one or shifting it to the right, nothing moves: that is refused, unless the sign is known to be zero.

// An integerType is one of C's.
type integerType struct {
	bits   int
	signed bool
}

// lane is the type of a lane of a vector of them.
func (t integerType) lane() vectorType {
	return vectorType{lanes: 1, bits: t.bits, signed: t.signed}
}

// integerWords are the words of which types are made, with long as all but Windows has it. Of several, such as unsigned long long, the last that has bits counts.
var integerWords = map[string]int{
	"unsigned": 0, "signed": 0, "const": 0, "char": 8, "short": 16, "int": 32, "long": 64, "__int64": 64, "size_t": 64,
	"uint8_t": 8, "uint16_t": 16, "uint32_t": 32, "uint64_t": 64, "int8_t": 8, "int16_t": 16, "int32_t": 32, "int64_t": 64,
}

// integerTypeOf is the type that words make. An int behind short or long is no word of its own.
func integerTypeOf(words []string) (t integerType, ok bool) {
	t.signed = true
	for _, word := range words {
		bits, known := integerWords[word]
		if !known {
			return t, false
		}
		if bits > 0 && (word != "int" || t.bits == 0) {
			t.bits = bits
		}
		t.signed = t.signed && !strings.HasPrefix(word, "u") && word != "size_t"
		ok = ok || word != "const"
	}
	if t.bits == 0 {
		t.bits = 32
	}
	return t, ok
}

// looksInteger says whether a text has a call of such a function, begins with a declaration, or is an expression of integers that says no types.
func looksInteger(text string) bool {
	if looks, _ := looksUntyped(text); looks || looksDeclared(text) || looksStoring(text) {
		return true
	}
	if head, _, assigned := strings.Cut(text, "="); assigned {
		words := strings.Fields(head)
		if _, ok := integerTypeOf(words[:max(len(words)-1, 0)]); ok {
			return true
		}
	}
	if head, _, called := strings.Cut(text, "("); called && strings.Contains(text, "{") && strings.Contains(text, "return") { // a function of integers
		source, _ := blanked(head)
		words := strings.Fields(source)
		if _, ok := integerTypeOf(words[:max(len(words)-1, 0)]); ok {
			return true
		}
	}
	return looksIntegerCall(text)
}

// looksDeclared says whether a text begins with declarations of integers without values, and goes on with a shift or an or: uint32_t x; (x >> 8) | (x << 24).
func looksDeclared(text string) bool {
	head, rest, ok := strings.Cut(text, ";")
	if !ok || strings.ContainsAny(head, "=(){}") || !strings.ContainsAny(rest, "|&") && !strings.Contains(rest, "<<") && !strings.Contains(rest, ">>") {
		return false
	}
	head, _, _ = strings.Cut(head, ",")
	words := strings.FieldsFunc(strings.TrimSpace(upTo(head, "[")), func(r rune) bool { return r == ' ' || r == '*' || r == '\t' || r == '\n' })
	_, ok = integerTypeOf(words[:max(len(words)-1, 0)])
	return ok
}

// generalRow is the row of general registers of so many bits with that name and such operands.
func generalRow(name string, bits int, asm string) *target.Row {
	rows := apply.X86Named()[name]
	k := slices.IndexFunc(rows, func(r *target.Row) bool {
		return r.Bits == bits && r.Within(target.General) && r.Asm == asm && !(r.Index != nil && r.Index.Inline)
	})
	return rows[k]
}

// integerOperand is a value as an integer of a type.
func integerOperand(m lane.Map, signed bool) operand {
	o := vector(m)
	o.File, o.Signed, o.lane = target.General, signed, integerType{o.Bits, signed}.lane()
	return o
}

// errInverted is that of ~ where no & follows.
var errInverted = errors.New("~ computes: it moves only as one side of an &")

// noInteger is the error of an operand that cannot be an integer; nil if it can.
func (o operand) noInteger() error {
	what := ""
	switch {
	case o.parts != nil:
		what = fmt.Sprintf("%d vectors", len(o.parts))
	case o.Value != nil && o.File != target.General:
		what = fmt.Sprintf("a vector of %d bits", o.Bits)
	case o.Value == nil && o.typ.lanes > 1 && !o.typ.pointer:
		what = fmt.Sprintf("%s, a vector of %d bits", syntax.Quote(o.Name), o.typ.total())
	default:
		return nil
	}
	return fmt.Errorf("expected an integer, such as one lane, found %s", what)
}

// integer is an operand as a value: a variable that has not been met has so many bits, and a number too.
func (e *expressions) integer(o operand, bits int) (operand, error) {
	if err := o.noInteger(); err != nil {
		return o, err
	}
	switch {
	case o.Inverted:
		return o, errInverted
	case o.real != nil:
		return o, errors.New(o.conversion(false, bits))
	case !o.IsVector():
		return integerOperand(lane.Map{Bits: 64, Lane: []lane.Lane{lane.Fixed(lane.ConstOf(uint64(o.Number)))}}, true).of(vectorType{}), nil
	case o.Value == nil:
		if k := slices.Index(e.Inputs, o.Name); k >= 0 && e.Bits[k] > 64 {
			return o, fmt.Errorf("%s has %d bits elsewhere, and here it is an integer", o.Name, e.Bits[k])
		}
		one := make([]lane.Map, 1)
		e.Parts = true // of a variable that is met with fewer bits, they are the lowest
		err := e.Argument(&one[0], o.Name, bits, min(bits, 8))
		e.Parts = false
		return integerOperand(one[0], false).of(vectorType{}), err // of which nobody says that it is no float
	}
	return o, nil
}

// anInteger is an operand as an integer, of its own bits.
func (e *expressions) anInteger(o operand) (operand, error) {
	if o.IsVector() && o.Value == nil && e.untyped == "" {
		e.untyped = o.Name
	}
	return e.integer(o, e.unsaid.of(o.Name))
}

// converted is an operand as an integer of so many bits.
func (e *expressions) converted(o operand, bits int) (operand, error) {
	o, err := e.integer(o, bits)
	if err != nil {
		return o, err
	}
	m := *o.Value
	switch have := m.Bits * len(m.Lane); {
	case have > bits:
		if m, err = m.Regroup(lane.GCD(m.Bits, bits)); err != nil {
			return o, err
		}
		m.Lane = m.Lane[:bits/m.Bits]
	case have < bits:
		if o.Signed && !positive(m) {
			return o, fmt.Errorf("an integer of %d bits with a sign as one of %d: copies of the sign are no movement; without one it is an unsigned", have, bits)
		}
		m = program.Cleared(m, bits)
	}
	return integerOperand(m, o.Signed).of(o.lane), nil
}

// of is an operand as a lane of such vectors.
func (o operand) of(t vectorType) operand {
	o.lane = t
	return o
}

// positive says whether the highest bit is known to be zero.
func positive(m lane.Map) bool {
	top := m.Lane[len(m.Lane)-1]
	return top.Kind == lane.Constant && top.Const.Len() < m.Bits
}

// typed is an operand as one of a type.
func (e *expressions) typed(o operand, t integerType) (operand, error) {
	if !o.IsVector() {
		o = integerNumber(o.Number, t)
		o.File = target.General // one whose type is known
		return o, nil
	}
	if why := o.conversion(false, t.bits); why != "" {
		return o, errors.New(why)
	}
	o, err := e.anInteger(o)
	if err == nil {
		o, err = e.converted(o, t.bits)
	}
	o.Signed, o.lane = t.signed, t.lane()
	return o, err
}

// integerNumber is a number as one of a type. Of 32 or 64 bits without a sign it has that many: ~ of it has as many, and >> copies no sign.
func integerNumber(v int, t integerType) operand {
	n := number(v).of(t.lane())
	switch {
	case t.signed:
		n.Number = int(int64(v) << (64 - t.bits) >> (64 - t.bits))
		return n
	case t.bits < 64:
		n.Number &= 1<<t.bits - 1
	}
	if t.bits >= 32 { // narrower ones are computed with as int
		n.Bits = t.bits
	}
	return n
}

// literalType is the type of a number of C, which its digits and its suffix say: an int such as 7, an unsigned such as 7u and 0xffffffff, a long such as 7ll, or one of 64 bits without a sign.
func literalType(word string, v int64) integerType {
	digits, hex := strings.TrimRight(word, "uUlL"), word[0] == '0'
	unsigned := strings.ContainsAny(word[len(digits):], "uU")
	if long := strings.ContainsAny(word[len(digits):], "lL"); !long && v>>32 == 0 && (v>>31 == 0 || unsigned || hex) {
		return integerType{32, !unsigned && v>>31 == 0}
	}
	return integerType{64, !unsigned && (!hex || v >= 0)}
}

// numberType is the type that a number has where C computes with it: its own, or an int if it is one.
func (o operand) numberType() integerType {
	switch t := (integerType{o.lane.bits, o.lane.signed}); {
	case t.bits >= 32:
		return t
	case t.bits > 0, o.Number>>31 == 0, o.Number>>31 == -1:
		return integerType{32, true}
	}
	return integerType{64, true}
}

// generalArgument is what stands for a letter of a row: a constant, or an integer of the row's bits.
func (e *expressions) generalArgument(r *target.Row, letter byte, o operand) (operand, error) {
	k := strings.IndexByte(target.SourceLetters, letter)
	if k < 0 || k >= len(r.Src) {
		return o, nil
	}
	return e.converted(o, r.Src[k])
}

// operate is an operator on integers that are not both numbers.
func (e *expressions) operate(sign string, left, right operand) (operand, error) {
	switch sign {
	case "<<", ">>":
		return e.shift(sign, left, right)
	case "&", "|", "^":
		return e.bitwise(sign, left, right)
	}
	return operand{}, fmt.Errorf("%s computes: expected << or >> by a number, &, or |", sign)
}

// shift is a shift of an integer, of 32 bits at least, by a number.
func (e *expressions) shift(sign string, left, right operand) (operand, error) {
	if right.IsVector() {
		return operand{}, fmt.Errorf("%s is a movement only by a number", sign)
	}
	left, err := e.anInteger(left)
	if err == nil {
		left, err = e.asInt(left)
	}
	switch {
	case err != nil:
		return left, err
	case right.Number < 0 || right.Number >= left.Bits:
		return left, errShift(left.Bits, right.Number)
	case sign == ">>" && left.Signed && !positive(*left.Value):
		return left, fmt.Errorf("%s of an integer with a sign copies the sign, which is no movement: without one it is an unsigned", sign)
	}
	m, err := apply.Row(&e.Values, generalRow(map[string]string{"<<": "shl", ">>": "shr"}[sign], left.Bits, "d, i"), map[byte]apply.Operand{'a': left.Operand, 'i': right.Operand})
	return integerOperand(m, left.Signed), err
}

// asInt is an integer as C computes with it: of 32 bits at least, as an int if it has fewer.
func (e *expressions) asInt(o operand) (operand, error) {
	if o.Bits >= 32 {
		return o, nil
	}
	o, err := e.converted(o, 32)
	o.Signed = true
	return o, err
}

// usual is the type in which C computes with operands: of the wider one, and without a sign if one that is as wide has none.
func usual(sides ...operand) integerType {
	t := integerType{32, true}
	for _, side := range sides {
		own := integerType{side.Bits, side.Signed}
		if !side.IsVector() {
			own = side.numberType()
		}
		switch {
		case own.bits > t.bits:
			t = own
		case own.bits == t.bits:
			t.signed = t.signed && own.signed
		}
	}
	return t
}

// bitwise is an and, an or or an exclusive or of two integers, as one of the type that C computes in.
func (e *expressions) bitwise(sign string, left, right operand) (operand, error) {
	row := map[string]string{"&": "and", "|": "or"}[sign]
	if right.Inverted {
		left, right = right, left
	}
	inverted := left.Inverted && sign == "&"
	if inverted {
		row, left.Inverted = "andn", false
	}
	sides := [2]operand{left, right}
	var err error
	for k, side := range sides {
		if side.IsVector() {
			if sides[k], err = e.anInteger(side); err != nil {
				return left, err
			}
		}
	}
	t := usual(sides[:]...)
	bits := t.bits
	if inverted && sides[0].Bits == 32 && !sides[0].Signed { // whose ~ has zeros above
		bits = 32
	}
	for k, side := range sides {
		if sides[k], err = e.converted(side, bits); err != nil {
			return left, err
		}
	}
	m, err := e.combined(row, bits, sides)
	if err != nil {
		return left, err
	}
	return integerOperand(program.Cleared(m, t.bits), t.signed), nil
}

// combined is what a row makes of two integers of so many bits, or an exclusive or where there is no row.
func (e *expressions) combined(row string, bits int, sides [2]operand) (lane.Map, error) {
	values := []lane.Map{*sides[0].Value, *sides[1].Value}
	if err := e.Level(values); err != nil {
		return lane.Map{}, err
	}
	switch {
	case row == "":
		return program.Combine("xor", program.Xor, values[0], values[1])
	case row == "andn":
		return apply.Union(&e.Values, generalRow(row, bits, "d, a, b"), values)
	}
	for k, side := range sides {
		if side.Known {
			return apply.Row(&e.Values, generalRow(row, bits, "d, k"), map[byte]apply.Operand{'a': sides[1-k].Operand, 'k': side.Operand})
		}
	}
	return apply.Union(&e.Values, generalRow(row, bits, "d, b"), values)
}

// limited are the types of <limits.h>, by the names that their limits have. Of CHAR_MAX nobody knows without the machine.
var limited = map[string]int{"SHRT": 16, "INT": 32, "LONG": 64, "LLONG": 64}

// stdintLimit is a name of <stdint.h> or <limits.h> for the least or the greatest number of a type.
func stdintLimit(word string) (o operand, ok bool) {
	name, most := strings.CutSuffix(word, "_MAX")
	if !most {
		if name, ok = strings.CutSuffix(word, "_MIN"); !ok {
			return o, false
		}
	}
	kind, unsigned := strings.CutPrefix(name, "U")
	n := elementBits(strings.TrimPrefix(kind, "INT"))
	if !strings.HasPrefix(kind, "INT") || n == 0 {
		n = limited[kind]
	}
	if n == 0 || unsigned && !most {
		return o, false
	}
	v := when(unsigned, -1, 1<<(n-1)-1)
	switch {
	case unsigned && n < 64:
		v = 1<<n - 1
	case !most:
		v = -1 << (n - 1)
	}
	t := integerType{max(n, 32), !unsigned || n < 32}
	return integerNumber(v, t), true
}
