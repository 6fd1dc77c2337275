package form

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// Intel's intrinsics, as expressions and as statements:
//
//	__m128i t = _mm_unpacklo_epi8(a, b);
//	_mm_shuffle_epi32(t, _MM_SHUFFLE(0, 1, 2, 3))
//
// An intrinsic is a row by the call that is in the row's own C, without the casts around it.

func looksIntrinsic(text string) bool {
	return strings.Contains(text, "_mm") || strings.Contains(text, "_MM_SHUFFLE(") || looksInteger(text)
}

// A callee is a row as a call, with the letters of its arguments.
type callee struct {
	row     *target.Row
	letters []string
	masked  byte // 'z' and 'm': the row's zero-masked or merging form
}

var callees = sync.OnceValue(func() map[string][]callee {
	all := map[string][]callee{}
	add := func(r *target.Row, c string, masked byte) {
		name, letters := coreCall(c)
		if name != "" {
			all[name] = append(all[name], callee{r, letters, masked})
		}
	}
	for _, r := range x86Rows() {
		add(r, r.C, 0)
		if r.Mask != nil {
			add(r, r.Mask.Zero, 'z')
			add(r, r.Mask.Merge, 'm')
		}
	}
	return all
})

// coreCall is the call in a row's C, without casts: _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), …, i)) is _mm_shuffle_ps of a … i.
func coreCall(c string) (name string, letters []string) {
	for {
		c = withoutTypes(c)
		open := strings.IndexByte(c, '(')
		if open < 0 || !strings.HasSuffix(c, ")") {
			return "", nil
		}
		name = c[:open]
		inner := c[open+1 : len(c)-1]
		if !strings.Contains(name, "_cast") {
			for inner != "" {
				end := operandEnd(inner)
				argument := withoutTypes(strings.TrimSpace(inner[:end]))
				if at := strings.LastIndexByte(argument, '('); at >= 0 {
					argument = strings.Trim(argument[at:], "()")
				}
				letters = append(letters, argument)
				inner = inner[min(end+1, len(inner)):]
			}
			return name, letters
		}
		c = inner
	}
}

// withoutTypes is an expression without casts to types of C in front, and without parentheses around it.
func withoutTypes(c string) string {
	for strings.HasPrefix(c, "(") {
		end := strings.IndexByte(c, ')')
		switch {
		case end > 0 && isCast(c[1:end]):
			c = c[end+1:]
		case strings.HasSuffix(c, ")"):
			c = c[1 : len(c)-1]
		default:
			return c
		}
	}
	return c
}

// readExpressions reads statements of C.
func readExpressions(text string) (Reading, error) {
	e := expressions{Cursor: syntax.Cursor{Text: text}, values: values{named: map[string]lane.Map{}, patient: true}, numbers: map[string]operand{}, integers: map[string]bool{}}
	for n := 0; ; n++ {
		if n == maxLines {
			return Reading{}, e.ErrorFrom(e.Off, "more than %d statements", maxLines)
		}
		if e.guard != nil {
			return Reading{}, e.ErrorFrom(e.Off, "the statement before is under %s: in a program it is a map only once that is known", e.guard.By)
		}
		if err := e.statement(); err != nil {
			return Reading{}, err
		}
		for e.Accept(";") {
		}
		if e.Done() {
			break
		}
	}
	m, names, err := e.withoutComputed(e.result)
	if err != nil {
		return Reading{}, err
	}
	r := Reading{Map: m, Names: names, To: e.to, Guard: e.guard, Warnings: e.warnings}
	if r.Guard == nil {
		r.Map = readableIn(e.file, m)
	}
	return r, checked(text, m)
}

// expressions evaluates statements one after another.
type expressions struct {
	syntax.Cursor
	values
	numbers  map[string]operand // constants that were defined
	integers map[string]bool    // the named values that are integers, and whether they have a sign
	to       string
	file     target.File // of the result
	guard    *Guard      // of the last statement
	depth    int
	warnings []string
}

// statement reads "name = expression" or an expression.
func (e *expressions) statement() error {
	e.to = ""
	start := e.Off
	var typ []string
	if eq := strings.IndexAny(e.Rest(), "=;("); eq >= 0 && e.Rest()[eq] == '=' {
		words := strings.Fields(e.Rest()[:eq])
		if len(words) == 0 {
			return e.Wanted("a name in front of =")
		}
		e.to, typ = words[len(words)-1], words[:len(words)-1]
		e.Off += eq + 1
	} else if e.AcceptWord("return") {
		e.to = ""
	}
	bare := strings.HasPrefix(strings.TrimLeft(e.Rest(), " \t\n("), "_MM_SHUFFLE(") && len(e.numbers) == 0
	o, err := e.expression()
	if err != nil {
		return err
	}
	if bare && !o.isVector() && e.to == "" && e.Done() { // what it is of pshufd, whose only number it is
		if o, err = e.named1("_mm_shuffle_epi32", operand{name: "a"}, o); err != nil {
			return e.ErrorFrom(start, "%v", err)
		}
		e.warnings = append(e.warnings, "_MM_SHUFFLE alone is taken for the immediate of pshufd: shufps takes its upper two lanes from b")
	}
	if t, ok := integerTypeOf(typ); ok {
		if o, err = e.typed(o, t); err != nil {
			return e.ErrorFrom(start, "%v", err)
		}
	}
	if !o.isVector() && e.to == "" && o.file == target.General {
		if o, err = e.converted(o, cmp.Or(o.bits, 64)); err != nil {
			return e.ErrorFrom(start, "%v", err)
		}
	}
	switch {
	case !o.isVector() && e.to != "":
		e.numbers[e.to] = o
		delete(e.named, e.to)
		return nil
	case o.inverted:
		return e.ErrorFrom(start, "%v", errInverted)
	case o.value == nil:
		return e.ErrorFrom(start, "expected a vector, such as _mm_unpacklo_epi8(a, b)")
	}
	one := []lane.Map{*o.value}
	if err := e.level(one); err != nil {
		return err
	}
	e.result, e.file = one[0], o.file
	if e.to != "" {
		e.named[e.to] = e.result
		delete(e.numbers, e.to)
		delete(e.integers, e.to)
		if o.file == target.General {
			e.integers[e.to] = o.signed
		}
	}
	return nil
}

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
	{"&", 3, func(a, b int) int { return a & b }}, {"^", 2, func(a, b int) int { return a ^ b }}, {"|", 1, func(a, b int) int { return a | b }},
}

// expression reads a vector, or numbers with operators between them.
func (e *expressions) expression() (operand, error) { return e.operation(0) }

// operation reads operators that bind tighter than the given ones.
func (e *expressions) operation(binds int) (operand, error) {
	left, err := e.primary()
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
		if left.isVector() || right.isVector() {
			before := len(e.computes)
			if left, err = e.operate(operators[k].sign, left, right); err != nil {
				return left, e.ErrorFrom(start, "%v", err)
			}
			e.locate(before, func(err error) error { return e.ErrorFrom(start, "%v", err) })
			continue
		}
		left = operand{number: operators[k].does(left.number, right.number)}
	}
	return left, err
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
		if end := strings.IndexByte(e.Rest(), ')'); end >= 0 && isCast(e.Rest()[:end]) {
			typ := e.Rest()[:end]
			if e.Off += end + 1; e.Accept("{") {
				return e.vectorLiteral(typ, start)
			}
			o, err := e.primary()
			if t, ok := integerTypeOf(strings.Fields(typ)); ok && err == nil {
				if o, err = e.typed(o, t); err != nil {
					err = e.ErrorFrom(start, "%v", err)
				}
			}
			return o, err
		}
		e.Off = start + 1
		o, err := e.expression()
		if err == nil {
			err = e.Expect(")", `")"`)
		}
		return o, err
	}
	if e.Accept("&") || e.Accept("*") { // of a pointer, its vector is meant
		return e.primary()
	}
	if e.Accept("~") {
		o, err := e.primary()
		if err == nil && o.isVector() {
			o.inverted = !o.inverted
			return o, nil
		}
		return operand{number: when(o.bits == 32, int(^uint32(o.number)), ^o.number)}, err
	}
	minus := e.Accept("-")
	word := e.Word()
	switch {
	case word == "":
		return operand{}, e.Wanted("a vector or a number")
	case minus || word[0] >= '0' && word[0] <= '9':
		v, err := strconv.ParseInt(strings.TrimRight(word, "uUlL"), 0, 64)
		if u, unsigned := strconv.ParseUint(strings.TrimRight(word, "uUlL"), 0, 64); err != nil && unsigned == nil {
			v, err = int64(u), nil
		}
		if err != nil {
			return operand{}, e.ErrorFrom(start, "%s is no number", syntax.Quote(word))
		}
		if minus {
			v = -v
		}
		return operand{number: int(v), bits: unsignedBits(word, v)}, nil
	case e.Accept("("):
		if bits, ok := isLoad(word); ok {
			return e.load(word, bits)
		}
		return e.call(word, start)
	}
	if v, ok := permName(word); ok {
		return operand{number: v}, nil
	}
	if o, ok := e.numbers[word]; ok {
		return o, nil
	}
	if m, ok := e.named[word]; ok {
		if signed, ok := e.integers[word]; ok {
			return integerOperand(m, signed), nil
		}
		return vectorOperand(m), nil
	}
	return operand{name: word}, nil
}

// vectorOperand is a vector; one that reads nothing is a constant.
func vectorOperand(m lane.Map) operand {
	o := operand{value: &m, bits: m.Bits * len(m.Lane), known: true}
	parts := make([]lane.Const, len(m.Lane))
	for i, l := range m.Lane {
		o.known = o.known && l.Kind == lane.Constant
		parts[i] = l.Const
	}
	if o.known {
		o.constant = lane.Join(m.Bits, parts...)
	}
	return o
}

func (e *expressions) call(name string, start int) (operand, error) {
	var args []operand
	for !e.Accept(")") {
		at := e.Off
		o, err := e.expression()
		if err == nil && o.inverted {
			err = e.ErrorFrom(at, "%v", errInverted)
		}
		if err != nil {
			return operand{}, err
		}
		if args = append(args, o); len(args) > maxLines {
			return operand{}, e.ErrorFrom(start, "more than %d arguments", maxLines)
		}
		if e.Space(); e.Peek() != ')' {
			if err := e.Expect(",", `"," or ")"`); err != nil {
				return operand{}, err
			}
		}
	}
	before := len(e.computes)
	defer func() { e.locate(before, func(err error) error { return e.ErrorFrom(start, "%v", err) }) }()
	switch {
	case !strings.HasPrefix(name, "_"):
		return e.neonCall(name, args, start)
	case name == "_MM_SHUFFLE":
		return e.mmShuffle(args, start)
	case strings.Contains(name, "_cast") || strings.Contains(name, "_zext"):
		return e.cast(name, args, start)
	}
	o, ok, err := e.otherCall(name, args)
	if !ok {
		o, ok, err = e.integerCall(name, args)
	}
	if ok {
		if err != nil {
			return o, e.ErrorFrom(start, "%s: %v", name, err)
		}
		return o, nil
	}
	if strings.Contains(name, "_set") {
		return e.set(name, args, start)
	}
	all := rowNamed(name)
	if len(all) == 0 {
		return operand{}, syntax.Errorf(e.Text, start, start+len(name), "%s is no intrinsic that the targets know as a movement of lanes", name)
	}
	var reason error
	for _, c := range all {
		m, err := e.callRow(c, args)
		if err == nil && c.row.FileOf('d') == target.General {
			return integerOperand(m, !strings.Contains(name, "_u")), nil // of pext and pdep unsigned
		}
		if err == nil {
			return vectorOperand(m), nil
		}
		if reason == nil {
			reason = err
		}
	}
	return operand{}, e.ErrorFrom(start, "%v", reason)
}

func (e *expressions) callRow(c callee, args []operand) (lane.Map, error) {
	if len(args) != len(c.letters) {
		return lane.Map{}, fmt.Errorf("%s has %d arguments here, and takes %d", c.row.Name, len(args), len(c.letters))
	}
	at := map[byte]operand{}
	for n, letter := range c.letters {
		if number, err := strconv.Atoi(letter); err == nil {
			if args[n].isVector() || args[n].number != number {
				return lane.Map{}, fmt.Errorf("%s is a movement only with %d as argument %d", c.row.Name, number, n+1)
			}
			continue
		}
		if len(letter) != 1 {
			return lane.Map{}, fmt.Errorf("%s is not understood as a call", c.row.Name)
		}
		if c.row.FileOf(letter[0]) == target.General {
			o, err := e.generalArgument(c.row, letter[0], args[n])
			if err != nil {
				return lane.Map{}, err
			}
			at[letter[0]] = o
			continue
		}
		if number := strings.IndexByte("ijm", letter[0]) >= 0; number == args[n].isVector() && (letter != "m" || c.masked == 0 || args[n].value != nil) {
			return lane.Map{}, fmt.Errorf("%s takes %s as argument %d: what it does is known only where numbers are written", c.row.Name, []string{"a vector", "a number"}[when(number, 1, 0)], n+1)
		}
		at[letter[0]] = args[n]
	}
	m, err := e.execute(c.row, at)
	if err != nil {
		return m, err
	}
	e.warnings = append(e.warnings, rowWarnings(c.row, at)...)
	if c.masked != 0 {
		return e.masked(c, m, at)
	}
	return m, nil
}

// masked is the result of a row under a mask that is a number.
func (e *expressions) masked(c callee, m lane.Map, at map[byte]operand) (lane.Map, error) {
	o := at['m']
	if o.isVector() {
		return e.guarded(c, m, o.name)
	}
	if c.masked == 'z' {
		return c.row.Mask.Cleared(m, uint64(o.number)), nil
	}
	m = c.row.Mask.Kept(m, uint64(o.number))
	old, ok := at['d']
	if !ok {
		old = at['a'] // which the row destroys
	}
	args := []lane.Map{m, {}}
	if old.value != nil {
		args[1] = *old.value
	} else if err := e.argument(&args[1], old.name, m.Bits*len(m.Lane), m.Bits); err != nil {
		return m, err
	}
	if err := e.level(args); err != nil {
		return m, err
	}
	return args[0].Bind(args[1])
}

// guarded is the result of a row under a mask that is a variable: it has to be all of the text. What a merging form keeps is the old destination.
func (e *expressions) guarded(c callee, m lane.Map, by string) (lane.Map, error) {
	if e.depth > 1 {
		return m, fmt.Errorf("what %s does depends on %s: inside of an expression it is a map only where that is a number", c.row.Name, by)
	}
	own, err := m.Regroup(c.row.Mask.Elem)
	if err != nil { // a finer movement has several lanes for one bit
		own = m
	}
	e.guard = &Guard{By: by, Bit: make([]int, len(own.Lane))}
	if c.masked == 'z' {
		e.guard.Else = lane.ElseZero
	}
	for i := range e.guard.Bit {
		e.guard.Bit[i] = i * own.Bits / c.row.Mask.Elem
	}
	return own, nil
}

// mmShuffle is _MM_SHUFFLE(z, y, x, w): the last argument is lane 0's.
func (e *expressions) mmShuffle(args []operand, start int) (operand, error) {
	v := 0
	for _, o := range args {
		if o.isVector() || o.number < 0 || o.number > 3 {
			return operand{}, e.ErrorFrom(start, "_MM_SHUFFLE takes numbers from 0 to 3")
		}
		v = v<<2 | o.number
	}
	if len(args) != 4 {
		return operand{}, e.ErrorFrom(start, "_MM_SHUFFLE takes four numbers, and there are %d", len(args))
	}
	if v == 0b00_01_10_11 {
		e.warnings = append(e.warnings, "_MM_SHUFFLE(0, 1, 2, 3) reverses: its last argument is for lane 0, and the identity is _MM_SHUFFLE(3, 2, 1, 0)")
	}
	return operand{number: v}, nil
}

// vectorPrefix is the size of an intrinsic's vectors.
func vectorPrefix(name string) (bits int, rest string) {
	for _, p := range []struct {
		prefix string
		bits   int
	}{{"_mm512_", 512}, {"_mm256_", 256}, {"_mm_", 128}} {
		if rest, ok := strings.CutPrefix(name, p.prefix); ok {
			return p.bits, rest
		}
	}
	return 0, name
}

// set is a constant vector: set has the highest lane first, setr the lowest, set1 all lanes alike.
func (e *expressions) set(name string, args []operand, start int) (operand, error) {
	bits, rest := vectorPrefix(name)
	kind, element, _ := strings.Cut(rest, "_")
	if kind == "setzero" && bits > 0 {
		return vectorOperand(lane.Map{Bits: 8, Lane: slices.Repeat([]lane.Lane{lane.Zero()}, bits/8)}), nil
	}
	width, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(element, "epi"), "x"))
	if err != nil || bits == 0 || width < 8 || width > 64 {
		return operand{}, e.ErrorFrom(start, "%s is no constant that is understood: there are set, setr and set1 of epi8 to epi64x, and setzero", name)
	}
	n := bits / width
	m := lane.Map{Bits: width, Lane: make([]lane.Lane, n)}
	if kind == "set1" {
		args = slices.Repeat(args[:min(len(args), 1)], n)
	}
	if len(args) != n {
		return operand{}, e.ErrorFrom(start, "%s takes %d numbers, and there are %d", name, n, len(args))
	}
	for i, o := range args {
		if o.isVector() {
			return operand{}, e.ErrorFrom(start, "%s is a constant only if all its arguments are numbers", name)
		}
		if kind == "set" {
			i = n - 1 - i
		}
		m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(o.number)).Slice(0, width))
	}
	return vectorOperand(m), nil
}

// cast is a vector as another type: shorter, it is the lower part; longer, what lies above is undefined, or zero behind zext.
func (e *expressions) cast(name string, args []operand, start int) (operand, error) {
	usual, rest := vectorPrefix(name)
	from, to, ok := strings.Cut(rest[min(len(rest), len("cast")):], "_")
	size := func(typ string) int {
		if n, err := strconv.Atoi(strings.TrimLeft(typ, "psdi")); err == nil {
			return n
		}
		return usual
	}
	bits := size(to)
	if len(args) != 1 || !ok || usual == 0 {
		return operand{}, e.ErrorFrom(start, "%s takes one vector", name)
	}
	own, err := e.vectorArgument(args[0], size(from))
	if err != nil {
		return operand{}, e.ErrorFrom(start, "%s: %v", name, err)
	}
	args[0].value = &own
	m := args[0].value.Clone()
	for m.Bits*len(m.Lane) > bits {
		m.Lane = m.Lane[:len(m.Lane)-1]
	}
	for m.Bits*len(m.Lane) < bits {
		l := lane.Lane{}
		if strings.Contains(name, "_zext") {
			l = lane.Zero()
		}
		m.Lane = append(m.Lane, l)
	}
	return vectorOperand(m), nil
}
