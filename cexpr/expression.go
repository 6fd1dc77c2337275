package cexpr

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// maxDepth bounds how deep calls stand in one another.
const maxDepth = 64

// An operator is one of constant expressions, with how tightly it binds.
type operator struct {
	sign  string
	binds int
	does  func(a, b int) int
}

var operators = []operator{
	{"<<", 4, func(a, b int) int { return a << (b & 63) }}, {">>", 4, func(a, b int) int { return a >> (b & 63) }},
	{"+", 5, func(a, b int) int { return a + b }}, {"-", 5, func(a, b int) int { return a - b }}, {"*", 6, func(a, b int) int { return a * b }},
	{"/", 6, func(a, b int) int { return a / b }},
	{"&", 3, func(a, b int) int { return a & b }}, {"^", 2, func(a, b int) int { return a ^ b }}, {"|", 1, func(a, b int) int { return a | b }},
}

// expression reads a vector, or numbers with operators between them.
func (e *expressions) expression() (operand, error) { return e.operation(0) }

// operation reads operators that bind tighter than the given ones.
func (e *expressions) operation(binds int) (operand, error) {
	left, err := e.primary()
	if err == nil {
		left, err = e.behind(left)
	}
	for err == nil {
		start := e.Off
		k := slices.IndexFunc(operators, func(o operator) bool { return o.binds > binds && e.Accept(o.sign) })
		if k < 0 {
			break
		}
		var right operand
		if right, err = e.operation(operators[k].binds); err != nil {
			break
		}
		if left.IsVector() || right.IsVector() {
			if left, err = e.combine(operators[k].sign, left, right, start); err != nil {
				return left, err
			}
			continue
		}
		if operators[k].sign == "/" && right.Number == 0 {
			return left, e.ErrorFrom(start, "a division by zero has no value")
		}
		if left, err = folded(&operators[k], left, right); err != nil {
			err = e.ErrorFrom(start, "%v", err)
		}
	}
	return left, err
}

// folded is an operator on two numbers, in the type that C computes in.
func folded(o *operator, left, right operand) (operand, error) {
	t := usual(left, right)
	if o.sign == "<<" || o.sign == ">>" { // which of the bits says nothing
		if t = usual(left); right.Number < 0 || right.Number >= t.bits {
			return left, errShift(t.bits, right.Number)
		}
	} else {
		right = integerNumber(right.Number, t)
	}
	left = integerNumber(left.Number, t)
	n := o.does(left.Number, right.Number)
	if a, b := uint64(left.Number), uint64(right.Number); !t.signed && o.sign == ">>" {
		n = int(a >> b)
	} else if !t.signed && o.sign == "/" {
		n = int(a / b)
	}
	if t.signed && o.sign != "<<" && n != integerNumber(n, t).Number { // more than an int has
		t.bits = 64
	}
	return integerNumber(n, t), nil
}

// errShift is that of a shift by more than an integer has bits.
func errShift(bits, by int) error {
	return fmt.Errorf("an integer of %d bits is shifted by 0 to %d, and this is by %d", bits, bits-1, by)
}

// combine is an operator on two operands that are not both numbers.
func (e *expressions) combine(sign string, left, right operand, start int) (o operand, err error) {
	before := e.Computations()
	if left.typ.known() || right.typ.known() {
		o, err = e.lanewise(sign, left, right)
	} else {
		o, err = e.operate(sign, left, right)
	}
	if err != nil {
		return o, e.ErrorFrom(start, "%v", err)
	}
	e.Locate(before, func(err error) error { return e.ErrorFrom(start, "%v", err) })
	return o, nil
}

// lanewise is an operator on vectors, which moves where a side is known: &, | and ^, lane by lane.
func (e *expressions) lanewise(sign string, left, right operand) (operand, error) {
	does, ok := map[string]program.Bitwise{"&": program.And, "|": program.Or, "^": program.Xor}[sign]
	t := left.typ
	if !t.known() {
		t = right.typ
	}
	if left.Inverted && sign == "&" && !right.Inverted {
		left, right = right, left
	}
	if right.Inverted && sign == "&" {
		right.Inverted, does = false, program.AndNot
	}
	if !ok || left.Inverted || right.Inverted {
		return operand{}, fmt.Errorf("%s on vectors computes: a movement is &, | or ^ with a constant, or of parts that do not meet", sign)
	}
	var sides [2]lane.Map
	var err error
	for k, o := range []operand{left, right} {
		if sides[k], err = e.typedArgument(o, t); err != nil {
			return operand{}, err
		}
	}
	if err := e.Level(sides[:]); err != nil {
		return operand{}, err
	}
	m, err := program.Combine(sign, does, sides[0], sides[1])
	return vector(m).as(t), err
}

// primary reads a name, a number, a call, or one of them behind a cast to a type.
func (e *expressions) primary() (operand, error) {
	if e.depth++; e.depth > maxDepth {
		return operand{}, e.ErrorFrom(e.Off, "calls are nested deeper than %d", maxDepth)
	}
	defer func() { e.depth-- }()
	e.Space()
	start := e.Off
	if e.Accept("(") { // a cast to a type, or parentheses
		return e.parenthesised(start)
	}
	if e.Accept("&") || e.Accept("*") { // of a pointer, its vector is meant
		o, err := e.primary()
		o.typ.pointer, o.place = false, true
		return o, err
	}
	if e.Accept("~") {
		o, err := e.primary()
		if err == nil {
			o, err = e.behind(o)
		}
		if other, ok := complement(o); ok && err == nil {
			return other, nil
		}
		if err == nil && o.IsVector() {
			o.Inverted = !o.Inverted
			return o, nil
		}
		return integerNumber(^o.Number, o.numberType()), err
	}
	minus := e.Accept("-")
	word := e.Word()
	switch {
	case word == "":
		return operand{}, e.Wanted("a vector or a number")
	case minus || word[0] >= '0' && word[0] <= '9' || word[0] == '.':
		return e.number(word+e.exponent(word), minus, start)
	case strings.HasSuffix(word, "_cast"):
		return e.cppCast(start)
	}
	if m, ok := e.macros[word]; ok {
		return e.expand(word, m, start)
	}
	for len(e.Rest()) > 2 && strings.HasPrefix(e.Rest(), "->") && isWordStart(e.Rest()[2]) { // of a pointer to a structure, as of one
		e.Off += len("->")
		word += "." + e.Word()
	}
	if word == "unsafe" && e.Accept("{") { // of Rust
		o, err := e.expression()
		if err == nil {
			err = e.Expect("}", `"}"`)
		}
		return o, err
	}
	if strings.HasPrefix(e.Rest(), "::<") {
		return e.turbofish(word, start)
	}
	if e.Peek() == '<' || e.Peek() == '(' {
		return e.called(word, start)
	}
	if e.Accept("(") {
		return e.calledWith(word, start)
	}
	if t := e.typedefs[word]; t.tag && e.Peek() == '{' && e.Accept("{}") {
		return named(word).as(t), nil
	}
	if t, ok := e.typeOf(word); ok && e.Peek() == '{' { // T{1, 2, 3}
		e.Off++
		return e.vectorLiteral(t, start)
	}
	return e.variable(word), nil
}

// complement is a vector of constants with all bits turned.
func complement(o operand) (operand, bool) {
	if o.Value == nil || o.File == target.General {
		return o, false
	}
	m := o.Value.Clone()
	for i, l := range m.Lane {
		v, ok := l.Const.Uint64()
		if l.Kind != lane.Constant || !ok || m.Bits > 64 {
			return o, false
		}
		m.Lane[i] = lane.Fixed(lane.ConstOf(^v).Slice(0, m.Bits))
	}
	return vector(m).as(o.typ), true
}

// exponent is what follows a word that ends with its letter: a sign and digits, 1e-3 and 0x1p-3.
func (e *expressions) exponent(word string) string {
	last := word[len(word)-1:]
	if hex := strings.HasPrefix(strings.ToLower(word), "0x"); word[0] > '9' || hex && last != "p" && last != "P" || !hex && last != "e" && last != "E" {
		return ""
	}
	for _, sign := range []string{"-", "+"} {
		if e.Accept(sign) {
			return sign + e.Word()
		}
	}
	return ""
}

// number is a number of C.
func (e *expressions) number(word string, minus bool, start int) (operand, error) {
	v, err := apply.NumberOfC(numberOfRust(strings.ReplaceAll(word, "'", "")))
	if err != nil {
		if o, ok := realNumber(word, minus); ok {
			return o, nil
		}
		return operand{}, e.ErrorFrom(start, "%s is no number", syntax.Quote(word))
	}
	t := literalType(word, int64(v))
	return integerNumber(when(minus, -v, v), t), nil
}

// variable is what a name stands for.
func (e *expressions) variable(word string) operand {
	if v, ok := permName(word); ok {
		return number(v)
	}
	if o, ok := e.numbers[word]; ok {
		return o
	}
	if o, ok := stdintLimit(word); ok {
		return o
	}
	if parts, ok := e.parts[word]; ok {
		return operand{parts: parts, typ: e.types[word]}
	}
	if m, ok := e.Named[word]; ok {
		if signed, ok := e.integers[word]; ok {
			return integerOperand(m, signed).of(e.lanes[word])
		}
		return vector(m).as(e.types[word])
	}
	if t := e.types[word]; t.vectors > 0 {
		return partsNamed(word, t)
	}
	if t, ok := e.scalars[word]; ok {
		if o, err := e.converted(named(word), t.bits); err == nil {
			o.Signed = t.signed
			return o.of(t.lane())
		}
	}
	if m, ok := e.tables[word]; ok {
		return vector(m).as(vectorType{lanes: len(m.Lane), bits: m.Bits})
	}
	return named(word).as(e.types[word])
}

// partsNamed are the vectors of a variable of several of which nothing is known.
func partsNamed(name string, t vectorType) operand {
	o := operand{typ: t}
	for k := range t.vectors {
		o.parts = append(o.parts, named(fmt.Sprintf("%s.val[%d]", name, k)).as(vectorType{lanes: t.lanes, bits: t.bits, signed: t.signed, float: t.float}))
	}
	return o
}

// parenthesised is what follows an opening parenthesis: a cast, or an expression in parentheses.
func (e *expressions) parenthesised(start int) (operand, error) {
	if end := strings.IndexByte(e.Rest(), ')'); end >= 0 && e.isCast(e.Rest()[:end]) {
		typ := e.Rest()[:end]
		e.Off += end + 1
		return e.castTo(typ, start)
	}
	e.Off = start + 1
	o, err := e.expression()
	if err == nil {
		err = e.Expect(")", `")"`)
	}
	return o, err
}

// castTo is what stands behind a cast, as the type. Behind a vector's type, elements may stand in braces.
func (e *expressions) castTo(typ string, start int) (operand, error) {
	t, isVector := e.typeOf(typ)
	if e.Accept("{") {
		if !isVector {
			return operand{}, e.ErrorFrom(start, "expected the type of a vector such as uint8x16_t in front of its elements")
		}
		return e.vectorLiteral(t, start)
	}
	altivec := isVector && strings.HasPrefix(strings.TrimLeft(typ, " _"), "vector")
	if e.Space(); altivec && e.Peek() == '(' && hasComma(e.Text[e.Off+1:closing(e.Text, e.Off)]) { // AltiVec's older way to write {1, 2}
		e.Off++
		return e.vectorUpTo(')', t, start, false)
	}
	if strings.Contains(typ, "*") {
		if o, ok := e.sumBehindCast(); ok {
			return o, nil
		}
	}
	o, err := e.primary()
	if err == nil {
		o, err = e.behind(o)
	}
	if err != nil || strings.Contains(typ, "*") {
		return o, err
	}
	if altivec && (!o.IsVector() || o.real != nil) { // and {3, 3, 3}
		if o, err = e.elements(t, slices.Repeat([]operand{o}, t.lanes)); err != nil {
			err = e.ErrorFrom(start, "%v", err)
		}
		return o, err
	}
	if isVector {
		return e.reinterpreted(o, t, start)
	}
	return e.scalarCast(o, typ, start)
}

// hasComma says whether a comma stands in a text that is in no brackets there.
func hasComma(text string) bool {
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '(', '[', '{':
			at = closing(text, at) - 1
		case ',':
			return true
		}
	}
	return false
}

// scalarCast is one number, or one lane, as another type.
func (e *expressions) scalarCast(o operand, typ string, start int) (operand, error) {
	words := strings.Fields(typ)
	t, isInteger := integerTypeOf(words)
	float := len(words) == 1 && laneTypes[words[0]].float
	if float {
		o = o.rounded(laneTypes[words[0]].bits)
	}
	if isInteger || float {
		if why := o.conversion(float, laneTypes[words[0]].bits); why != "" {
			return o, e.ErrorFrom(start, "%s", why)
		}
	}
	if !isInteger {
		return o, nil
	}
	o, err := e.typed(o, t)
	if err != nil {
		return o, e.ErrorFrom(start, "%v", err)
	}
	return o.of(t.lane()), nil
}

// reinterpreted is a vector as one of another type, with as many bits.
func (e *expressions) reinterpreted(o operand, t vectorType, start int) (operand, error) {
	if o.parts == nil && !o.IsVector() {
		return o.as(t), nil
	}
	inverted := o.Inverted // as all bits of it are, whatever it is cut into
	o.Inverted = false
	m, err := e.typedArgument(o, t)
	if err != nil {
		return o, e.ErrorFrom(start, "%v", err)
	}
	r := vector(m).as(t)
	r.Inverted = inverted
	return r, nil
}

// cppCast is static_cast<T>(x) and its likes; the word has been read.
func (e *expressions) cppCast(start int) (operand, error) {
	if err := e.Expect("<", `"<" and a type`); err != nil {
		return operand{}, err
	}
	end := strings.IndexByte(e.Rest(), '>')
	if end < 0 {
		return operand{}, e.Wanted(`a type and ">"`)
	}
	typ := e.Rest()[:end]
	e.Off += end + 1
	if e.Space(); e.Peek() != '(' {
		return operand{}, e.Wanted(`"("`)
	}
	return e.castTo(typ, start)
}

// isCast says whether what stands in parentheses is a type.
func (e *expressions) isCast(text string) bool {
	if _, ok := e.typeOf(text); ok {
		return true
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '*' || r == '&' })
	for _, w := range words {
		_, vector := e.typeOf(w)
		if _, integer := integerWords[w]; !vector && !integer && !slices.Contains([]string{"float", "double", "void", "__mmask8", "__mmask16", "__mmask32", "__mmask64", "uintptr_t", "intptr_t", "struct", "bool"}, w) {
			return false
		}
	}
	return len(words) > 0
}

// behind reads what follows an operand and belongs to it: .val[0] of a pair, [3] of a vector.
func (e *expressions) behind(o operand) (operand, error) {
	start := e.Off
	for {
		before := e.Off
		if e.AcceptWord("as") {
			var err error
			if o, err = e.asType(o, start); err != nil {
				return o, err
			}
			continue
		}
		e.Off = before
		dot := e.Peek() == '.'
		if dot {
			turned, ok, err := e.method(o, start)
			if err != nil {
				return o, err
			}
			if o = turned; ok {
				continue
			}
		}
		if dot && !e.AcceptWord(".val") || !dot && e.Peek() != '[' {
			return o, nil
		}
		var err error
		if o, err = e.indexed(o, dot, start); err != nil {
			return o, err
		}
	}
}

// indexed is one of several vectors, or one lane of a vector.
func (e *expressions) indexed(o operand, part bool, start int) (operand, error) {
	if !e.Accept("[") {
		return o, e.Wanted(`"["`)
	}
	from := e.Off
	k, err := e.index(o)
	if err == nil {
		err = e.Expect("]", `"]"`)
	}
	if err != nil {
		return o, err
	}
	base, isPart := strings.CutSuffix(o.Name, ".val")
	if isPart {
		part, o = true, e.variable(base)
	}
	part = part || o.parts != nil // of chunk(v)[1]
	text := strings.TrimSpace(e.Text[from : e.Off-1])
	if !k.IsVector() && !o.place && !part {
		text = strconv.Itoa(k.Number)
	}
	switch {
	case part && o.Name != "" && !k.IsVector():
		return named(fmt.Sprintf("%s.val[%s]", o.Name, text)), nil
	case part && (k.IsVector() || k.Number < 0 || k.Number >= len(o.parts)):
		return o, e.ErrorFrom(start, "expected .val[0] to .val[%d]", max(len(o.parts)-1, 1))
	case part:
		return o.parts[k.Number], nil
	case o.typ.pointer:
		t := o.typ
		t.pointer = false
		return named(o.Name + "[" + text + "]").as(t), nil
	case o.typ.known() && o.IsVector():
		return e.laneOf(o, k, start)
	case e.moved[o.Name] != "":
		return o, e.ErrorFrom(start, "%v", errMoved(o.Name))
	case o.Name != "" && !o.place && e.pointees[o.Name].bits > 0:
		return e.typedVariable(o.Name+"["+text+"]", e.pointees[o.Name].integerType), nil
	case o.Name != "": // of an array or a pointer: a variable of its own
		return named(o.Name + "[" + text + "]"), nil
	}
	return o, e.ErrorFrom(start, "what is in front of [%s] has no type: a declaration or a cast says how many lanes it has", text)
}

// index is what stands in brackets behind an operand. What is in it are no lanes; and of an array that is not of vectors any will do, as p[i + 1].
func (e *expressions) index(o operand) (operand, error) {
	from, met := e.Off, len(e.Inputs)
	k, err := e.expression()
	e.Inputs, e.Bits = e.Inputs[:met], e.Bits[:met]
	if err != nil && o.Name != "" && !o.typ.known() {
		k, err = named(o.Name), nil
		e.Off = closing(e.Text, from-1) - 1
	}
	return k, err
}

// laneOf is a lane of a vector by a number.
func (e *expressions) laneOf(o, k operand, start int) (operand, error) {
	t := o.typ
	if k.IsVector() {
		return o, e.ErrorFrom(start, "the index is not in the text: it is a map only where it is a number")
	}
	if err := t.lacks(k.Number); err != nil {
		return o, e.ErrorFrom(start, "%v", err)
	}
	m, err := e.typedArgument(o, t)
	if err != nil {
		return o, e.ErrorFrom(start, "%v", err)
	}
	one, err := e.part(vector(m), t.total(), t.bits, k.Number)
	if err != nil {
		return o, e.ErrorFrom(start, "%v", err)
	}
	return one.laneOf(t), nil
}

// vectorLiteral is {0, 1, …} of a type, behind whose brace the cursor stands. Elements are numbers, lanes, and of several vectors these.
func (e *expressions) vectorLiteral(t vectorType, start int) (operand, error) {
	return e.vectorUpTo('}', t, start, false)
}

// vectorUpTo is such a vector, up to a bracket, or several. Of those the first braces are the structure's, the second its array's, unless a vector stands before them, and the third are those of one vector; array says that these are the second.
func (e *expressions) vectorUpTo(end byte, t vectorType, start int, array bool) (operand, error) {
	var elements []operand
	for !e.Accept(string(end)) {
		if e.Accept("{") { // {{a, b}}
			if e.depth++; e.depth > maxDepth {
				return operand{}, e.ErrorFrom(start, "braces are nested deeper than %d", maxDepth)
			}
			inner := t
			if array || len(elements) > 0 {
				inner.vectors = 0
			}
			o, err := e.vectorUpTo('}', inner, start, true)
			if e.depth--; err != nil {
				return o, err
			}
			elements = append(elements, o)
		} else {
			o, err := e.expression()
			if err != nil {
				return o, err
			}
			elements = append(elements, o)
		}
		if len(elements) > lane.MaxLanes {
			return operand{}, e.ErrorFrom(start, "more than %d elements", lane.MaxLanes)
		}
		if e.Space(); e.Peek() != end {
			if err := e.Expect(",", `"," or `+syntax.Quote(string(end))); err != nil {
				return operand{}, err
			}
		}
	}
	if len(elements) == 1 && elements[0].parts != nil {
		return elements[0], nil
	}
	list := e.elements
	if t.vectors > 0 {
		list = e.vectors
	}
	o, err := list(t, elements)
	if err != nil {
		return o, e.ErrorFrom(start, "%v", err)
	}
	return o, nil
}

// vectors are several vectors in one variable, as C takes them from a list: of vectors, or of numbers that fill one vector after another. What it does not name is zero.
//
//	uint8x8x2_t t = {a, b}   {a}   {0}   {{{7, 6, 5, 4, 3, 2, 1, 0}, a}}
func (e *expressions) vectors(t vectorType, all []operand) (operand, error) {
	one := t
	one.vectors = 0
	if !one.known() {
		return operand{typ: t, parts: all}, nil // svuint8x2_t, of whatever length
	}
	numbers := !slices.ContainsFunc(all, func(o operand) bool { _, ok := o.constantIn(one); return !ok })
	if most := t.vectors * one.lanes; numbers && len(all) > most {
		return operand{}, fmt.Errorf("expected at most %d numbers, found %d", most, len(all))
	}
	if !numbers && len(all) > t.vectors {
		return operand{}, fmt.Errorf("expected %d vectors, found %d", t.vectors, len(all))
	}
	r := operand{typ: t, parts: make([]operand, t.vectors)}
	for k := range r.parts {
		var err error
		switch {
		case numbers:
			n := min(one.lanes, len(all))
			r.parts[k], err = e.elements(one, all[:n])
			all = all[n:]
		case k < len(all):
			var m lane.Map
			m, err = e.typedArgument(all[k], one)
			r.parts[k] = vector(m).as(one)
		default:
			r.parts[k], err = e.elements(one, nil)
		}
		if err != nil {
			return r, fmt.Errorf("vector %d: %w", k, err)
		}
	}
	return r, nil
}

// elements is a vector of numbers and lanes; those that are not said are zero.
func (e *expressions) elements(t vectorType, all []operand) (operand, error) {
	if !t.known() {
		return operand{}, fmt.Errorf("expected the type of a vector such as uint8x16_t in front of its elements")
	}
	if len(all) > t.lanes {
		return operand{}, fmt.Errorf("expected %d numbers, found %d", t.lanes, len(all))
	}
	m := lane.Map{Bits: t.bits, Lane: slices.Repeat([]lane.Lane{lane.Zero()}, t.lanes)}
	for k, o := range all {
		if l, ok := o.constantIn(t); ok {
			m.Lane[k] = l
		}
	}
	whole := vector(m)
	for k, o := range all {
		if _, ok := o.constantIn(t); ok {
			continue
		}
		if why := o.conversion(t.float, t.bits); why != "" {
			return operand{}, fmt.Errorf("element %d: %s", k, why)
		}
		var err error
		if whole, err = e.laneInto(t, whole, o, number(k)); err != nil {
			return whole, err
		}
	}
	return whole.as(t), nil
}
