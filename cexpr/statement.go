package cexpr

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// readWith reads statements in which variables without a type have such bits, and names the first of these; bare says that there is nothing but names, numbers and operators.
func readWith(text string, bits unsaid, bare bool) (r dialect.Reading, untyped string, err error) {
	known := lengths{vlenSaid(text), map[string]int{}}
	for range mostReadings {
		var again bool
		if r, untyped, again, err = readIn(text, bits, bare, &known); !again {
			break
		}
	}
	return r, untyped, err
}

// lengths are what only the whole of a text says: how many bits a register of RISC-V has, and how many are read at an address.
type lengths struct {
	vlen    int
	extents map[string]int
}

// mostReadings is how often a text is read because something turned out to be longer.
const mostReadings = 16

// readIn is readWith, where so much is known; again says that the text has to be read again, as something is longer than that.
func readIn(text string, bits unsaid, bare bool, known *lengths) (r dialect.Reading, untyped string, again bool, err error) {
	source, macros := blanked(text)
	e := expressions{
		Cursor: syntax.Cursor{Text: source}, macros: macros, typedefs: map[string]vectorType{}, tables: map[string]lane.Map{}, rows: map[string]int{}, arrays: map[string]bool{}, unsaid: bits, bare: bare,
		vlen: known.vlen, extents: known.extents,
	}
	e.begin()
	if r, err = e.read(); err != nil {
		again = e.again || e.longer > known.vlen
		known.vlen = max(known.vlen, e.longer)
	}
	if wrong, ok := err.(*syntax.Error); ok { // with the comments that it has
		wrong.Text = text
	}
	return r, e.untyped, again, err
}

// begin forgets what a function before this one has named.
func (e *expressions) begin() {
	e.Values = program.Values{Named: map[string]lane.Map{}, Patient: true}
	e.numbers, e.integers, e.types, e.parts = map[string]operand{}, map[string]bool{}, map[string]vectorType{}, map[string][]operand{}
	e.lanes = map[string]vectorType{}
	e.last, e.memory, e.rvv = "", memory{}, nil
	e.began++
	e.moved, e.addresses = map[string]string{}, map[string]bool{}
	e.scalars, e.pointees, e.stored, e.returned, e.returns = map[string]integerType{}, map[string]pointee{}, 0, false, integerType{}
}

func (e *expressions) read() (dialect.Reading, error) {
	for n := 0; ; n++ {
		for e.Accept(";") || e.Accept("}") || e.Accept("{") {
		}
		if e.Done() && n > 0 {
			break
		}
		if n == program.MaxLines {
			return dialect.Reading{}, e.ErrorFrom(e.Off, "more than %d statements", program.MaxLines)
		}
		if e.guard != nil && e.returnsIt() {
			continue
		}
		if e.guard != nil {
			return dialect.Reading{}, e.ErrorFrom(e.Off, "the statement before is under %s: in a program it is a map only once that is known", e.guard.By)
		}
		if err := e.statement(); err != nil {
			return dialect.Reading{}, err
		}
	}
	if err := e.finishMemory(); err != nil {
		return dialect.Reading{}, e.ErrorFrom(0, "%v", err)
	}
	if len(e.Result.Lane) == 0 && e.last != "" { // nothing but vectors in one variable: they are the result, one behind another
		if err := e.finishParts(operand{parts: e.parts[e.last]}, ""); err != nil {
			return dialect.Reading{}, e.ErrorFrom(0, "%v", err)
		}
		e.to = e.last
		e.warn(fmt.Sprintf("%s is %d vectors: this is all of them, one behind another; %s.val[0] asks for the first", e.last, len(e.parts[e.last]), e.last))
	}
	if len(e.Result.Lane) == 0 {
		return dialect.Reading{}, e.Wanted("a vector, such as _mm_unpacklo_epi8(a, b)")
	}
	last := []lane.Map{e.Result} // of which what comes behind it may have made more inputs
	if err := e.Level(last); err != nil {
		return dialect.Reading{}, e.ErrorFrom(0, "%v", err)
	}
	m, names, err := e.WithoutComputed(last[0])
	if err != nil {
		return dialect.Reading{}, err
	}
	m = widened(m, e.Result.Bits)
	if e.guard == nil {
		m, names = e.gathered(m, names)
	}
	if e.stored > 1 && !e.returned {
		e.warn(fmt.Sprintf("%d vectors are stored: this is the last one", e.stored))
	}
	r := dialect.Reading{Map: m, Names: names, To: e.to, Guard: e.guard, Warnings: e.warnings}
	if r.Guard == nil {
		r.Map = apply.ReadableIn(e.file, m)
	}
	return r, dialect.Checked(e.Text, r.Map)
}

// returnsIt reads a return of what the statement before has made, which moves nothing.
func (e *expressions) returnsIt() bool {
	start := e.Off
	if e.to != "" && e.AcceptWord("return") && e.AcceptWord(e.to) && e.Accept(";") {
		e.to, e.returned = "", true
		return true
	}
	e.Off = start
	return false
}

// expressions evaluates statements one after another.
type expressions struct {
	syntax.Cursor
	program.Values
	macros     map[string]macro
	typedefs   map[string]vectorType
	tables     map[string]lane.Map   // constant arrays
	arrays     map[string]bool       // of vectors
	rows       map[string]int        // the elements of a row, of those with two dimensions
	numbers    map[string]operand    // constants that were defined
	passed     int                   // the statements that were read in loops
	integers   map[string]bool       // the named values that are integers, and whether they have a sign
	lanes      map[string]vectorType // of those that are integers or lanes: of which vectors
	types      map[string]vectorType
	scalars    map[string]integerType // parameters and variables without a value
	pointees   map[string]pointee     // of arrays of integers, and of pointers to them
	memory     memory                 // elements that have been stored
	addresses  map[string]bool        // parameters that are pointers to whatever
	moved      map[string]string      // pointers that have been set or moved, and the address that each stands for
	bare       bool                   // the text is nothing but names, numbers and operators
	rust       map[string]int         // the bits of variables whose types stand behind their names; nil before somebody asks
	vlen       int                    // the bits of a register of RISC-V, and how many there have to be for what is written
	longer     int
	extents    map[string]int // how many bits are read at addresses, and whether more are than were known
	again      bool
	began      int // functions
	rvv        *rvv.Machine
	unsaid     unsaid               // the bits of an integer whose type is not in the text
	untyped    string               // the first such variable
	parts      map[string][]operand // the vectors of variables that have several
	to         string
	last       string         // the variable of several vectors that was named last
	file       target.File    // of the result
	guard      *dialect.Guard // of the last statement
	want       vectorType     // of what a statement is assigned to
	into       int            // the bits of the integer that a statement makes; 0 of no integer
	result     vectorType     // of what the function returns
	returns    integerType    // if that is no vector
	stored     int            // how many results have been stored
	returned   bool           // the result has been returned
	depth      int
	expansions int
	warnings   []string
}

// warn says something once.
func (e *expressions) warn(text string) {
	if !slices.Contains(e.warnings, text) {
		e.warnings = append(e.warnings, text)
	}
}

// A head is what stands in front of an assignment, an initial value or the parameters of a function.
type head struct {
	words []string // the last one is the name
	index string   // what stands in brackets behind it
	row   string   // and in brackets behind these, multiplied
	array bool     // there are brackets
	whole string
	op    string // of |=
	end   byte   // what follows: = ( ; , { or 0
}

// name is what is declared or assigned.
func (h head) name() string {
	if len(h.words) == 0 {
		return ""
	}
	return h.words[len(h.words)-1]
}

// typ is the text of the type.
func (h head) typ() string { return strings.Join(h.words[:max(len(h.words)-1, 0)], " ") }

// maxHead bounds how far a head is looked for: behind that many characters stands none.
const maxHead = 512

// head reads names, types and brackets up to what is none of them, behind which the cursor then stands.
func (e *expressions) head() (h head) {
	start := e.Off
	from := start // of the next word
	word := func() {
		h.words = append(h.words, strings.FieldsFunc(e.Text[from:e.Off], func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '*' || r == '&' })...)
	}
	defer func() { syntax.Look(e.Off - start) }()
	for ; e.Off < len(e.Text) && e.Off-start < maxHead; e.Off++ {
		switch b := e.Text[e.Off]; {
		case isWordStart(b), b >= '0' && b <= '9', b == '.', b == '*', b == ' ', b == '\n', b == '\t', b == '\r', b == '$':
		case b == '-' && strings.HasPrefix(e.Rest(), "->"):
			e.Off++
		case b == '&' && strings.TrimSpace(e.Text[start:e.Off]) == "":
			return h // an address is no declaration
		case b == '<' && e.Off > start && e.Text[e.Off-1] != ' ' && !strings.HasPrefix(e.Rest(), "<<"):
			end := strings.IndexAny(e.Rest(), ">;(=")
			if end < 0 || e.Rest()[end] != '>' {
				return h
			}
			inner := strings.ReplaceAll(e.Text[e.Off:e.Off+end+1], " ", "")
			word()
			if e.Off += end; len(h.words) > 0 {
				h.words[len(h.words)-1] += inner
			}
			from = e.Off + 1
		case b == '[':
			word()
			end := closing(e.Text, e.Off)
			if from = end; h.array { // of several dimensions, all numbers count
				size := "(" + strings.TrimSpace(strings.TrimSuffix(e.Text[e.Off+1:end], "]")) + ")"
				h.row += when(h.row == "", "", " * ") + size
				e.Off = end - 1
				continue
			}
			h.array, h.index = true, strings.TrimSpace(strings.TrimSuffix(e.Text[e.Off+1:end], "]"))
			e.Off = end - 1
		case b == '=' && !strings.HasPrefix(e.Rest(), "=="), b == '(', b == ';', b == ',', b == '{':
			if !h.array || from < e.Off {
				word()
			}
			h.whole, h.end = strings.TrimSpace(e.Text[start:e.Off]), b
			e.Off++
			return h
		default:
			for _, op := range []string{"|=", "&=", "^=", "<<=", ">>=", "+=", "-="} {
				if strings.HasPrefix(e.Rest(), op) {
					word()
					h.whole, h.op, h.end = strings.TrimSpace(e.Text[start:e.Off]), op[:len(op)-1], '='
					e.Off += len(op)
					return h
				}
			}
			return h
		}
	}
	return h
}

// statement reads a declaration, an assignment, a function's head, a return, or an expression.
func (e *expressions) statement() error {
	start := e.Off
	switch word := e.Word(); word {
	case "typedef", "using":
		return e.typedef()
	case "use": // of Rust
		e.Off += len(upTo(e.Rest(), ";"))
		return nil
	case "assert", "static_assert", "_Static_assert":
		if e.Accept("(") {
			e.Off = closing(e.Text, e.Off-1)
			return nil
		}
	case "unsafe":
		if e.Space(); e.Peek() == '{' {
			return nil
		}
	case "let", "val", "var":
		if read, err := e.binding(start); read || err != nil {
			return err
		}
	case "return":
		e.to, e.want, e.into = "", e.result, e.returns.bits
		o, err := e.initial()
		if e.into = 0; err == nil {
			e.returned, err = true, e.finish(o, "", e.returns, start)
		}
		return err
	case "for", "while":
		if e.Accept("(") {
			return e.loop(start)
		}
	case transposeMacro:
		return e.transpose(start)
	case "if", "else", "switch", "do", "goto":
		return e.ErrorFrom(start, "%s decides at run time which lanes move: expected statements one after another", word)
	case "template":
		if e.Accept("<") {
			end := strings.IndexByte(e.Rest(), '>')
			e.Off += max(end+1, 0)
			return nil
		}
	case "inline", "namespace":
		if word == "namespace" || e.AcceptWord("namespace") {
			return e.namespace()
		}
	case "struct", "class", "union", "enum":
		if read := upTo(e.Rest(), ";"); strings.Contains(upTo(read, "("), "{") {
			return e.ErrorFrom(start, "%s", members(word))
		}
	}
	if read, err := e.boundByColon(start); read || err != nil {
		return err
	}
	if read, err := e.countsStatement(start); read || err != nil {
		return err
	}
	e.Off = start
	h := e.head()
	switch {
	case h.end == '(' && len(h.words) > 1 && !h.array:
		if read, err := e.function(h); read || err != nil {
			return err
		}
	case h.end == '=' && h.name() == "":
		e.Off = start
		return e.Wanted("a name in front of =")
	case h.end == '=' && h.array && len(h.words) == 1 && h.words[0] == "auto":
		return e.bound(h, start)
	case h.end == '=' && h.whole[0] == '*' && len(h.words) == 1, h.end == '=' && len(h.words) == 1 && h.array:
		return e.assigned(h, start)
	case h.end == '=':
		return e.declared(h, start)
	case (h.end == ';' || h.end == ',') && len(h.words) > 1:
		return e.named(h, start)
	case h.end == '{' && len(h.words) > 1:
		e.Off--
		return e.declared(h, start)
	}
	e.Off = start
	if e.Accept("*") && e.Accept("(") { // *(__m128i *)p = …
		if end := e.storeEnd(start); end > 0 {
			e.Off = end
			return e.stores(start)
		}
	}
	e.Off = start
	return e.alone(start)
}

// namespace passes over the head of a namespace, another name for one, and what says that names are found in one.
func (e *expressions) namespace() error {
	if e.Space(); e.Peek() == '=' { // a variable of C
		return e.Wanted("another name: namespace is a word of C++")
	}
	if e.Off += len(upTo(upTo(e.Rest(), ";"), "{")); e.Done() {
		return e.Wanted(`"{" or ";" behind the name of a namespace`)
	}
	return nil
}

// members says of a type with members that it is not read, and what is read in its stead.
func members(word string) string {
	if word == "enum" {
		return "the constants of an enum are not read: expected const int N = 4; or #define N 4 for each"
	}
	return "a " + word + " with its members is not read: expected its functions without it, and a variable of its own for each vector, such as __m128i x;"
}

// storeEnd is the offset behind the = of a store through a pointer, or 0.
func (e *expressions) storeEnd(start int) int {
	line := upTo(e.Text[start:], ";")
	eq := strings.IndexByte(line, '=')
	if eq < 0 || strings.HasPrefix(line[eq:], "==") {
		return 0
	}
	return start + eq + 1
}

// stores is a value that goes to memory.
func (e *expressions) stores(start int) error {
	e.to, e.want = "", vectorType{}
	o, err := e.initial()
	if err == nil {
		e.stored++
		err = e.finish(o, "", integerType{}, start)
	}
	return err
}

// assigned is *p = …, out[i] = … and t.val[0] = ….
func (e *expressions) assigned(h head, start int) error {
	pair, isPart := strings.CutSuffix(strings.ReplaceAll(h.name(), "->", "."), ".val")
	if _, moved := e.moved[h.name()]; moved && h.array {
		return e.ErrorFrom(start, "%v", errMoved(h.name()))
	}
	if !isPart && e.arrays[h.name()] && h.op == "" && h.index != "" && strings.Trim(h.index, "0123456789") == "" {
		return e.element(h, start)
	}
	if t := e.types[h.name()]; !isPart && h.array && t.known() && !t.pointer && !t.tag {
		return e.laneAssigned(h, t, start)
	}
	if t, ok := e.elementStored(h); ok && !isPart {
		return e.storesElement(h, t, start)
	}
	if !isPart {
		return e.stores(start)
	}
	o, err := e.initial()
	if err != nil {
		return err
	}
	at, err := e.evaluated(h.index)
	if err != nil || at.IsVector() || at.Number < 0 || at.Number > 3 {
		return e.ErrorFrom(start, "expected %s[0] to %s[3]", h.name(), h.name())
	}
	for len(e.parts[pair]) <= at.Number {
		e.parts[pair] = append(e.parts[pair], named(fmt.Sprintf("%s.val[%d]", pair, len(e.parts[pair]))))
	}
	e.parts[pair][at.Number] = o
	if o.Value != nil {
		return e.finish(o, "", integerType{}, start)
	}
	return nil
}

// laneAssigned is v[1] = … of a vector, whose other lanes stay.
func (e *expressions) laneAssigned(h head, t vectorType, start int) error {
	at, err := e.evaluated(h.index)
	switch {
	case err != nil || at.IsVector() || h.row != "":
		return e.ErrorFrom(start, "which lane of %s is written is not in the text: it is a map only where it is a number", h.name())
	case t.lacks(at.Number) != nil:
		return e.ErrorFrom(start, "%v", t.lacks(at.Number))
	case h.op != "":
		return e.ErrorFrom(start, "%s[%d] %s= … is not followed: expected =", h.name(), at.Number, h.op)
	}
	e.want = vectorType{}
	part, err := e.expression()
	if err != nil {
		return err
	}
	m, err := e.typedArgument(e.variable(h.name()), t)
	if err != nil {
		return e.ErrorFrom(start, "%v", err)
	}
	o, err := e.laneInto(t, vector(m), part, at)
	if err != nil {
		return e.ErrorFrom(start, "%v", err)
	}
	return e.finish(o.as(t), h.name(), integerType{}, start)
}

// element is a[1] = … of an array of vectors: a variable of its own, as it is where it is read.
func (e *expressions) element(h head, start int) error {
	t := e.types[h.name()]
	t.pointer = false
	h.words, h.array = []string{h.name() + "[" + h.index + "]"}, false
	e.types[h.words[0]] = t
	return e.declared(h, start)
}

// named is a declaration without a value, as far as its next name.
func (e *expressions) named(h head, start int) error {
	typ := h.typ()
	t, known := e.typeOf(typ)
	scalar, integer := integerTypeOf(h.words[:len(h.words)-1])
	if !known && !integer && !e.isTag(typ) && !strings.HasSuffix(typ, "auto") {
		return e.ErrorFrom(start, "%s is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size", syntax.Quote(typ))
	}
	t.pointer = strings.Contains(h.whole, "*") || known && h.array // vectors of an array are variables of their own too
	e.types[h.name()], e.arrays[h.name()] = t, known && h.array
	switch {
	case integer && t.pointer || integer && h.array:
		e.pointees[h.name()] = pointeeOf(scalar, h.index)
	case integer:
		e.scalars[h.name()] = scalar
	}
	if h.end == ',' {
		return e.another(h, "a name", start)
	}
	return nil
}

// another is a name behind a comma, of the type in front of the first one, with a value or without.
func (e *expressions) another(h head, wanted string, start int) error {
	at := e.Off
	next := e.head()
	if len(next.words) != 1 || !isWordStart(next.words[0][0]) || next.op != "" || next.end != '=' && next.end != ',' && next.end != ';' {
		e.Off = at
		return e.Wanted(wanted)
	}
	next.words = append(slices.Clone(h.words[:len(h.words)-1]), next.words...)
	if next.end == '=' {
		return e.declared(next, start)
	}
	return e.named(next, start)
}

// declared is a name with its value, and those that follow behind commas.
func (e *expressions) declared(h head, start int) error {
	e.to = h.name()
	typ := h.typ()
	t, known := e.typeOf(typ)
	if h.array {
		return e.table(h, start)
	}
	if h.op == "+" || h.op == "-" {
		return e.moves(h.name(), h.op, start)
	}
	if h.op != "" { // x |= y is x = x | (y)
		return e.compound(h, start)
	}
	if e.pointerSet(h) {
		if !e.Accept(",") {
			return nil
		}
		return e.another(h, "another name and its value", start)
	}
	if e.want = e.types[e.to]; typ != "" {
		e.want = vectorType{}
		if known {
			e.want = t
		}
	}
	integer, isInteger := integerTypeOf(h.words[:len(h.words)-1])
	e.into = when(isInteger, integer.bits, e.scalars[h.name()].bits)
	o, err := e.initial()
	if e.into = 0; err != nil {
		return err
	}
	if known && o.typ.bits != t.bits || e.want.known() {
		o = o.as(e.want)
	}
	if f, ok := laneTypes[typ]; ok && f.float && !known {
		o = o.rounded(f.bits)
		if why := o.conversion(true, f.bits); why != "" {
			return e.ErrorFrom(start, "%s", why)
		}
	}
	switch {
	case typ == "":
		integer = e.scalars[h.name()]
	case known || !isInteger:
		integer = integerType{}
	default:
		e.scalars[h.name()] = integer
	}
	if err := e.finish(o, h.name(), integer, start); err != nil {
		return err
	}
	if typ == "" || !e.Accept(",") {
		return nil
	}
	return e.another(h, "another name and its value", start)
}

// compound is x |= y, and so on.
func (e *expressions) compound(h head, start int) error {
	left, err := e.evaluated(h.name())
	if err != nil {
		return err
	}
	right, err := e.expression()
	if err != nil {
		return err
	}
	o, err := e.combine(h.op, left, right, start)
	if err != nil {
		return err
	}
	return e.finish(o, h.name(), e.scalars[h.name()], start)
}

// initial is the value of a declaration: an expression, or elements in braces.
func (e *expressions) initial() (operand, error) {
	if e.Space(); e.Peek() != '{' {
		return e.expression()
	}
	start := e.Off
	e.Off++
	return e.vectorLiteral(e.want, start)
}

// alone is an expression as a statement.
func (e *expressions) alone(start int) error {
	e.to, e.want = "", vectorType{}
	before := e.stored
	bare := strings.HasPrefix(strings.TrimLeft(e.Rest(), " \t\n("), "_MM_SHUFFLE(") && len(e.numbers) == 0
	o, err := e.expression()
	if err != nil {
		return err
	}
	if bare && !o.IsVector() && e.Done() { // what it is of pshufd, whose only number it is
		if o, err = e.named1("_mm_shuffle_epi32", operand{Operand: apply.Operand{Name: "a"}}, o); err != nil {
			return e.ErrorFrom(start, "%v", err)
		}
		e.warnings = append(e.warnings, "_MM_SHUFFLE alone is taken for the immediate of pshufd: shufps takes its upper two lanes from b")
	}
	if o.Value == nil && e.stored > before { // what only says where memory is
		return nil
	}
	return e.finish(o, "", integerType{}, start)
}

// finish makes an operand the result of a statement, of the type in front of it, and its name stand for it.
func (e *expressions) finish(o operand, to string, t integerType, start int) error {
	var err error
	e.memory.last = false
	if e.to = to; t.bits > 0 {
		if err := o.noInteger(); err != nil {
			return e.ErrorFrom(start, "%s is an integer of %d bits, and no vector such as __m128i: %v", cmp.Or(to, "the result"), t.bits, err)
		}
		if o, err = e.typed(o, t); err != nil {
			return e.ErrorFrom(start, "%v", err)
		}
	}
	if !o.IsVector() && to == "" && o.File == target.General {
		if o, err = e.converted(o, cmp.Or(o.lane.bits, o.Bits, 64)); err != nil {
			return e.ErrorFrom(start, "%v", err)
		}
	}
	switch {
	case o.parts != nil:
		if err := e.finishParts(o, to); err != nil {
			return e.ErrorFrom(start, "%v", err)
		}
		return nil
	case !o.IsVector() && to != "":
		e.forget(to)
		e.numbers[to] = o
		return nil
	case o.Inverted:
		return e.ErrorFrom(start, "%v", errInverted)
	case o.Value == nil:
		return e.plain(o, to, start)
	}
	one := []lane.Map{*o.Value}
	if err := e.Level(one); err != nil {
		return err
	}
	e.Result, e.file = one[0], o.File
	if to != "" {
		e.forget(to)
		e.Named[to], e.types[to] = e.Result, o.typ
		if o.File == target.General {
			e.integers[to], e.lanes[to] = o.Signed, o.lane
		}
	}
	return nil
}

// forget is a name that stands for what it did no longer.
func (e *expressions) forget(name string) {
	delete(e.numbers, name)
	delete(e.Named, name)
	delete(e.integers, name)
	delete(e.parts, name)
}

// finishParts is a variable of several vectors. As a result it is all of them, one behind another.
func (e *expressions) finishParts(o operand, to string) error {
	if to != "" {
		e.forget(to)
		e.parts[to], e.last = o.parts, to
		return nil
	}
	all, err := e.all(o.parts)
	if err == nil {
		e.Result, e.file = *all.Value, target.Vectors
	}
	return err
}

// plain is a variable alone: r = a, return a. Its type says how long it is.
func (e *expressions) plain(o operand, to string, start int) error {
	t := o.typ
	if !t.known() {
		t = e.want
	}
	if !t.known() {
		return e.ErrorFrom(start, "expected a vector, such as _mm_unpacklo_epi8(a, b)")
	}
	m, err := e.typedArgument(o, t)
	if err != nil {
		return e.ErrorFrom(start, "%v", err)
	}
	return e.finish(vector(m).as(t), to, integerType{}, start)
}
