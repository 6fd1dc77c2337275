package shufflevector

import (
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// Parse reads a shuffle: a whole IR instruction, or the short form that people type.
//
//	%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
//	<4 x i32> 0 4 1 5
//	<4 x i32> <0, 4, u, z>
//
// In the short form the type is the operands', which are %a and, if any selector needs it, %b; u, undef, poison and -1 are undefined
// lanes and z is a zero. An error is a *syntax.Error.
func Parse(text string) (Shuffle, error) {
	p := parser{Cursor: syntax.Cursor{Text: text}}
	s, err := p.next()
	if err == nil && !p.Done() {
		err = p.Wanted("the end of the instruction")
	}
	return s, err
}

// next reads one shuffle, up to the end of its line and of comments behind it at least, and skips comments before it.
func (p *parser) next() (Shuffle, error) {
	p.comments()
	if p.Space(); p.Peek() == '<' {
		return p.short()
	}
	return p.instruction()
}

type parser struct {
	syntax.Cursor
}

// instruction is [ %name "=" ] "shufflevector" operand "," operand "," mask [ metadata ], or the same as a constant expression in parentheses.
func (p *parser) instruction() (s Shuffle, err error) {
	if p.Peek() == '%' {
		start := p.Off
		if err := p.name(); err != nil {
			return s, err
		}
		s.Result = p.Text[start:p.Off]
		if err := p.Expect("=", `"=" after the result's name`); err != nil {
			return s, err
		}
	}
	if !p.AcceptWord("shufflevector") {
		return s, p.Wanted("shufflevector, or a vector type such as <4 x i32>")
	}
	expression := p.Accept("(")
	for k := range s.Op {
		if err := p.operand(&s, k); err != nil {
			return s, err
		}
		if err := p.Expect(",", `"," after an operand`); err != nil {
			return s, err
		}
	}
	if err := p.mask(&s); err != nil {
		return s, err
	}
	if expression {
		if err := p.Expect(")", `")" after the mask`); err != nil {
			return s, err
		}
	}
	return s, p.tail()
}

// name skips a local name: %x, %1, %"any text".
func (p *parser) name() error {
	start := p.Off
	p.Off++ // the sigil
	if p.Peek() == '"' {
		end := strings.IndexByte(p.Text[p.Off+1:], '"')
		if end < 0 {
			return p.ErrorFrom(start, "the quoted name does not end")
		}
		p.Off += end + 2
		return nil
	}
	for p.Off < len(p.Text) && nameByte(p.Text[p.Off]) {
		p.Off++
	}
	if p.Off == start+1 {
		return p.ErrorFrom(start, "expected a name after %q", p.Text[start])
	}
	return nil
}

func nameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || strings.IndexByte("-$._", b) >= 0
}

// vectorType is "<" N "x" element ">".
func (p *parser) vectorType() (n int, e Elem, err error) {
	if err := p.Expect("<", "a vector type such as <4 x i32>"); err != nil {
		return 0, e, err
	}
	p.Space()
	start := p.Off
	if p.AcceptWord("vscale") {
		return 0, e, p.ErrorFrom(start, "scalable vectors have no fixed lanes: their number is known at run time only, so that a mask can be no more than a splat of lane 0")
	}
	n, ok := p.Uint(lane.MaxLanes)
	if !ok {
		return 0, e, p.Wanted("the number of lanes")
	}
	if n < 1 || n > lane.MaxLanes {
		return 0, e, p.ErrorFrom(start, "a vector has 1 to %d lanes", lane.MaxLanes)
	}
	if !p.Accept("x") {
		return 0, e, p.Wanted(`"x" between the lanes and their type`)
	}
	if e, err = p.elem(); err != nil {
		return 0, e, err
	}
	if n > lane.MaxBits/e.Bits {
		return 0, e, p.ErrorFrom(start, "a vector has at most %d bits", lane.MaxBits)
	}
	return n, e, p.Expect(">", `">" after the element type`)
}

// elem is an element type: an integer, a float, a pointer.
func (p *parser) elem() (Elem, error) {
	p.Space()
	start := p.Off
	word := p.elemWord()
	e := Elem{Name: word}
	bits, isInt := intBits(word)
	switch f := formatOf(word); {
	case f != nil:
		e.Bits = f.bits
	case isInt:
		if e.Bits = bits; bits < 1 || bits > lane.MaxBits {
			return e, p.ErrorFrom(start, "a lane has 1 to %d bits", lane.MaxBits)
		}
	case word == "ptr":
		e.Bits = pointerBits
	case strings.HasPrefix(word, "%"): // a named type, of which only pointers can be elements
	default:
		p.Off = start
		return e, p.Wanted("an element type such as i32, float or ptr")
	}
	if err := p.pointerTail(&e, start); err != nil {
		return e, err
	}
	if e.Bits == 0 {
		return e, p.ErrorFrom(start, "a named type cannot be a vector's element, a pointer to it can")
	}
	return e, nil
}

func (p *parser) elemWord() string {
	start := p.Off
	if p.Peek() == '%' && p.name() != nil {
		return ""
	}
	if p.Off > start {
		return p.Text[start:p.Off]
	}
	return p.Word()
}

// pointerTail is what may follow an element type: addrspace(n), and the stars of typed pointers.
func (p *parser) pointerTail(e *Elem, start int) error {
	for {
		switch {
		case p.AcceptWord("addrspace"):
			if p.Accept("(") {
				if _, ok := p.Uint(1<<24 - 1); ok && p.Accept(")") {
					break
				}
			}
			return p.Wanted("addrspace(n)")
		case p.Accept("*"):
			e.Bits = pointerBits
		default:
			e.Name = strings.TrimRight(p.Text[start:p.Off], " \t\r\n\v\f")
			return nil
		}
	}
}

func intBits(word string) (int, bool) {
	digits, ok := strings.CutPrefix(word, "i")
	if !ok {
		return 0, false
	}
	c := syntax.Cursor{Text: digits}
	n, ok := c.Uint(lane.MaxBits)
	return n, ok && c.Off == len(digits)
}

// operand is a vector type and a value.
func (p *parser) operand(s *Shuffle, k int) error {
	p.Space()
	start := p.Off
	n, e, err := p.vectorType()
	if err != nil {
		return err
	}
	if k == 0 {
		s.N, s.Elem = n, e
	} else if n != s.N || e != s.Elem {
		return p.ErrorFrom(start, "both operands have one type, and the first one's is %s", vectorText(s.N, s.Elem))
	}
	s.Op[k], err = p.value(n, e)
	return err
}

// value is a vector's value: a variable, a constant, or what is constant without being a number.
func (p *parser) value(n int, e Elem) (Operand, error) {
	p.Space()
	start := p.Off
	switch p.Peek() {
	case '%', '@':
		err := p.name()
		return Var(p.Text[start:p.Off]), err
	case '<':
		if o, ok, err := p.vectorConstant(n, e); ok || err != nil {
			return o, err
		}
	case 'c':
		if o, ok := p.stringConstant(n, e); ok {
			return o, nil
		}
	}
	p.Off = start
	switch {
	case p.AcceptWord("zeroinitializer"):
		return ZeroVector(), nil
	case p.AcceptWord("undef"):
		return SplatOf(Value{State: Undef}), nil
	case p.AcceptWord("poison"):
		return PoisonVector(), nil
	}
	if p.AcceptWord("splat") && p.Accept("(") { // "splat" "(" type value ")"
		v, ok, err := p.elemConstant(e)
		if err != nil || ok && p.Accept(")") {
			return SplatOf(v), err
		}
	}
	p.Off = start
	return p.opaque()
}

// vectorConstant is "<" type value { "," type value } ">". It is not ok where an element is no plain number but an address or an expression.
func (p *parser) vectorConstant(n int, e Elem) (o Operand, ok bool, err error) {
	p.Space()
	start := p.Off
	p.Accept("<")
	for {
		v, ok, err := p.elemConstant(e)
		if !ok || err != nil {
			return o, false, err
		}
		if o.Const = append(o.Const, v); len(o.Const) > n {
			return o, false, p.ErrorFrom(start, "the constant has more than the %d lanes of its type %s", n, vectorText(n, e))
		}
		if p.Accept(">") {
			break
		}
		if err := p.Expect(",", `"," or ">" after an element`); err != nil {
			return o, false, err
		}
	}
	if len(o.Const) < n {
		return o, false, p.ErrorFrom(start, "the constant has %d lanes, its type %s has %d", len(o.Const), vectorText(n, e), n)
	}
	return o, true, nil
}

// stringConstant is c"text", IR's short spelling of bytes.
func (p *parser) stringConstant(n int, e Elem) (Operand, bool) {
	rest, ok := strings.CutPrefix(p.Rest(), `c"`)
	end := strings.IndexByte(rest, '"')
	if !ok || end < 0 || e != Int(8) {
		return Operand{}, false
	}
	o, text := Operand{Const: []Value{}}, rest[:end]
	for i := 0; i < len(text); i++ {
		b := text[i]
		if strings.HasPrefix(text[i:], `\\`) {
			i++
		} else if b == '\\' && i+2 < len(text) {
			c, err := lane.ConstHex(text[i+1 : i+3])
			v, _ := c.Uint64()
			if err == nil {
				b, i = byte(v), i+2
			}
		}
		o.Const = append(o.Const, Value{Bits: lane.ConstOf(uint64(b))})
	}
	if len(o.Const) != n {
		return Operand{}, false
	}
	p.Off += len(`c"`) + end + 1
	return o, true
}

// elemConstant is a type and a constant. It is not ok where the constant is an address or an expression.
func (p *parser) elemConstant(e Elem) (v Value, ok bool, err error) {
	p.Space()
	start := p.Off
	t, err := p.elem()
	if err != nil {
		return v, false, err
	}
	if t != e {
		return v, false, p.ErrorFrom(start, "an element of type %s in a vector of %s", t.Name, e.Name)
	}
	p.Space()
	start = p.Off
	for p.Off < len(p.Text) && (nameByte(p.Text[p.Off]) || p.Text[p.Off] == '+') {
		p.Off++
	}
	switch word := p.Text[start:p.Off]; word {
	case "undef":
		return Value{State: Undef}, true, nil
	case "poison":
		return Value{State: Poison}, true, nil
	case "zeroinitializer":
		return Value{}, true, nil
	default:
		bits, ok := e.Parse(word)
		if !ok && word != "" && strings.IndexByte("-+0123456789", word[0]) >= 0 {
			return v, false, p.ErrorFrom(start, "%s is no constant of type %s", syntax.Quote(word), e.Name)
		}
		return Value{Bits: bits}, ok, nil
	}
}

// opaque is a constant whose value we do not know, as @a's address or bitcast (…): it is taken for a variable with its text as its name.
func (p *parser) opaque() (Operand, error) {
	start := p.Off
	for p.Off < len(p.Text) {
		switch b := p.Text[p.Off]; {
		case b == '<' || b == '(' || b == '[' || b == '{':
			if !p.skipBrackets() {
				return Operand{}, p.ErrorFrom(start, "the brackets of the operand do not close")
			}
			continue
		case b == ',' || b == '\n' || b == ')':
			return p.opaqueEnd(start)
		case b == '"':
			if end := strings.IndexByte(p.Text[p.Off+1:], '"'); end >= 0 {
				p.Off += end + 1
			}
		}
		p.Off++
	}
	return p.opaqueEnd(start)
}

// constantWords begin a constant that is no plain number. What else begins with a word is a mistake.
var constantWords = []string{"<", "bitcast", "inttoptr", "ptrtoint", "getelementptr", "shufflevector", "insertelement", "trunc", "add", "sub", "xor", "addrspacecast", "splat", "none", "blockaddress", "dso_local_equivalent", "no_cfi", "select", "icmp", "fcmp", "extractelement", "sext", "zext", "and", "or", "shl", "lshr", "ashr", "mul", "c\""}

func (p *parser) opaqueEnd(start int) (Operand, error) {
	text := strings.TrimRight(p.Text[start:p.Off], " \t\r\n\v\f")
	for _, w := range constantWords {
		if strings.HasPrefix(text, w) {
			return Var(text), nil
		}
	}
	p.Off = start
	return Operand{}, p.Wanted("a vector: %name, zeroinitializer, undef, poison, splat (…) or <i32 1, …>")
}

// skipBrackets skips a bracket and all up to the one that closes it.
func (p *parser) skipBrackets() bool {
	depth := 0
	for ; p.Off < len(p.Text); p.Off++ {
		switch p.Text[p.Off] {
		case '<', '(', '[', '{':
			depth++
		case '>', ')', ']', '}':
			if depth--; depth == 0 {
				p.Off++
				return true
			}
		case '"':
			if end := strings.IndexByte(p.Text[p.Off+1:], '"'); end >= 0 {
				p.Off += end + 1
			}
		}
	}
	return false
}

// mask is the third operand: a vector of i32 constants.
func (p *parser) mask(s *Shuffle) error {
	p.Space()
	start := p.Off
	m, e, err := p.vectorType()
	if err != nil {
		return err
	}
	if e != Int(32) {
		return p.ErrorFrom(start, "a mask has elements of i32")
	}
	if m > lane.MaxBits/s.Elem.Bits {
		return p.ErrorFrom(start, "a result of %d lanes of %d bits: a vector has at most %d bits", m, s.Elem.Bits, lane.MaxBits)
	}
	p.Space()
	start = p.Off
	if p.Peek() != '<' {
		t, err := p.uniformMask(s.N)
		if err != nil {
			return err
		}
		s.Sel = make([]int, m)
		for i := range s.Sel {
			s.Sel[i] = t
		}
		return nil
	}
	p.Off++
	for {
		p.Space()
		at := p.Off
		if e, err := p.elem(); err != nil || e != Int(32) {
			p.Off = at
			return p.Wanted("a selector such as i32 4")
		}
		t, err := p.selector(s.N, false)
		if err != nil {
			return err
		}
		if s.Sel = append(s.Sel, t); len(s.Sel) > m {
			return p.ErrorFrom(at, "the mask's type has %d lanes, and this selector is one too many", m)
		}
		if p.Accept(">") {
			break
		}
		if err := p.Expect(",", `"," or ">" after a selector`); err != nil {
			return err
		}
	}
	if len(s.Sel) != m {
		return p.ErrorFrom(start, "the mask has %d selectors, its type has %d lanes", len(s.Sel), m)
	}
	return nil
}

// uniformMask is a mask with one selector in all lanes.
func (p *parser) uniformMask(n int) (int, error) {
	switch {
	case p.AcceptWord("zeroinitializer"):
		return 0, nil
	case p.AcceptWord("undef"), p.AcceptWord("poison"):
		return UndefLane, nil
	case p.AcceptWord("splat"):
		if err := p.Expect("(", `"(" after splat`); err != nil {
			return 0, err
		}
		if e, err := p.elem(); err != nil || e != Int(32) {
			return 0, p.Wanted("a selector such as i32 4")
		}
		t, err := p.selector(n, false)
		if err != nil {
			return 0, err
		}
		return t, p.Expect(")", `")" after the selector`)
	}
	return 0, p.Wanted("a mask: <i32 0, …>, zeroinitializer, poison, undef or splat (i32 …). A shufflevector's mask is a constant")
}

// selector is one entry of a mask over two operands of n lanes.
func (p *parser) selector(n int, short bool) (int, error) {
	p.Space()
	start := p.Off
	t, ok := p.Uint(2*n - 1)
	switch {
	case ok: // nearly always
	case p.AcceptWord("undef"), p.AcceptWord("poison"), short && p.AcceptWord("u"), short && p.AcceptWord("-1"):
		return UndefLane, nil
	case short && p.AcceptWord("z"):
		return ZeroLane, nil
	}
	if !ok || nameByte(p.Peek()) {
		p.Off = start
		if short {
			return 0, p.Wanted("a selector such as 4, u (undefined) or z (zero)")
		}
		return 0, p.Wanted("a selector: a number, poison or undef")
	}
	if t >= 2*n {
		return 0, p.ErrorFrom(start, "selector %s is out of range: two operands of %d lanes have selectors 0 to %d", p.Text[start:p.Off], n, 2*n-1)
	}
	return t, nil
}

// tail is what may follow an instruction: metadata and a comment.
func (p *parser) tail() error {
	for p.Accept(",") {
		p.Space()
		if p.Peek() != '!' {
			return p.Wanted("metadata such as !dbg !7")
		}
		for p.Off < len(p.Text) && p.Peek() != ',' && p.Peek() != ';' && p.Peek() != '\n' {
			p.Off++
		}
	}
	p.comments()
	return nil
}

// comments skips what stands behind semicolons, up to the ends of their lines.
func (p *parser) comments() {
	for p.Accept(";") {
		if i := strings.IndexByte(p.Rest(), '\n'); i >= 0 {
			p.Off += i
		} else {
			p.Off = len(p.Text)
		}
	}
}

// short is a type and selectors, bare or in angle brackets.
func (p *parser) short() (s Shuffle, err error) {
	if s.N, s.Elem, err = p.vectorType(); err != nil {
		return s, err
	}
	bracket := p.Accept("<")
	s.Sel = make([]int, 0, min(s.N, len(p.Rest())/2+1))
	limit := min(lane.MaxLanes, lane.MaxBits/s.Elem.Bits)
	needsB := false
	for {
		if len(s.Sel) > 0 && (bracket && p.Accept(">") || !bracket && p.Done()) {
			break
		}
		if len(s.Sel) == limit {
			return s, p.Wanted("no more selectors: a vector of this type is full")
		}
		if bracket {
			p.AcceptWord("i32") // as the mask of an instruction has it
		}
		t, err := p.selector(s.N, true)
		if err != nil {
			return s, err
		}
		s.Sel = append(s.Sel, t)
		needsB = needsB || t >= s.N
		p.Accept(",")
	}
	s.Op = [2]Operand{Var("%a"), PoisonVector()}
	if needsB {
		s.Op[1] = Var("%b")
	}
	if !p.Done() {
		return s, p.Wanted("the end")
	}
	return s, nil
}
