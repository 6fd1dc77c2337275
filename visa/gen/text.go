package gen

import (
	"math"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/visa"
)

// A writing is how an assembler spells the machine's instructions. There are two; where they differ is here, or in how they write predicates and options, which cannot be taken for one another.
//
//	(W&~f0.1) mov (8|M8)  r1.4<2>:w   (abs)r3.0<8;4,1>:b  {@1}                    IGA's: IGC and ocloc print it
//	(-f0.1)   mov(8)      g1.4<2>W    (abs)g3<8,4,1>B     { align1 WE_all 2Q };   Mesa's
//	          mov(8)      g1<1>.xyF   g3<4>.yyxwF         { align16 1Q };         it in rows of four elements, whose letters say which of them
type writing struct {
	register string // what stands before its number
	row      string // between V and W
	colon    string // before a type
	capitals bool   // types have them
}

var (
	ofIGA  = writing{register: "r", row: ";", colon: ":"}
	ofMesa = writing{register: "g", row: ",", capitals: true}
)

// A Text is instructions with the platform that a line //.platform names, if there is one.
type Text struct {
	Platform visa.Platform
	Insts    []Inst

	text  string
	spans [][2]int // where each instruction stands
	long  string   // the operand that Long is
}

// How many bytes registers have, on the latest platforms and on those before.
const (
	UsualGRF = 32
	LongGRF  = 64
)

// GRF is how many bytes a register has. Where no platform is named it is the usual, unless an element is named that is beyond it.
func (t *Text) GRF() int {
	if t.Platform != visa.AnyPlatform {
		return t.Platform.GRF()
	}
	if _, is := t.Long(); is {
		return LongGRF
	}
	return UsualGRF
}

// Long is the first operand that begins beyond a register of the usual length, if there is one.
func (t *Text) Long() (operand string, is bool) { return t.long, t.long != "" }

// Broken is which restrictions an instruction breaks: of the platform, or where none is named of all platforms with registers of that length. In rows of four other ones hold.
func (t *Text) Broken(k int) (all []Broken) {
	i := &t.Insts[k]
	if i.Dst.row != nil || len(i.Src) > 0 && i.Src[0].row != nil {
		return nil
	}
	if t.Platform != visa.AnyPlatform {
		return i.Check(t.Platform)
	}
	first, grf := true, t.GRF()
	for _, p := range visa.Platforms() {
		switch here := i.Check(p); {
		case p.GRF() != grf:
		case first:
			all, first = here, false
		default:
			all = slices.DeleteFunc(all, func(b Broken) bool { return !slices.Contains(here, b) })
		}
	}
	return all
}

// ErrorOf is an error about an instruction.
func (t *Text) ErrorOf(k int, err error) error {
	return syntax.Errorf(t.text, t.spans[k][0], t.spans[k][1], "%s: %v", t.Insts[k].Text, err)
}

// ParseText reads instructions. Labels, comments, and what only waits are passed over. Of an instruction that is no mov the operands are not read.
func ParseText(text string) (*Text, error) {
	t := &Text{text: text}
	blank := withoutComments(text)
	for start, line := 0, 1; start < len(text); {
		end := instEnd(blank, start)
		if err := t.line(&syntax.Cursor{Text: blank[:end], Off: start}, line); err != nil {
			if e, ok := err.(*syntax.Error); ok {
				err = syntax.Errorf(text, e.Off, e.End, "%s", e.What)
			}
			return nil, err
		}
		if end < len(text) && text[end] == '\n' {
			line++
		}
		start = end + 1
	}
	return t, nil
}

// withoutComments has blanks where comments are, so that all else is where it was.
func withoutComments(text string) string {
	b := []byte(text)
	for k := 0; k+1 < len(b); k++ {
		if b[k] != '/' || b[k+1] != '*' && b[k+1] != '/' {
			continue
		}
		closing := "\n"
		if b[k+1] == '*' {
			closing = "*/"
		}
		end := len(b)
		if n := strings.Index(text[k+2:], closing); n >= 0 {
			end = k + 2 + n
			if closing != "\n" {
				end += len(closing)
			}
		}
		for ; k < end; k++ {
			if b[k] != '\n' {
				b[k] = ' '
			}
		}
		k--
	}
	return string(b)
}

// instEnd is where an instruction ends: at its line's end, or at a semicolon that stands in no region.
func instEnd(text string, at int) int {
	inside := false
	for ; at < len(text) && text[at] != '\n' && (text[at] != ';' || inside); at++ {
		switch text[at] {
		case '<':
			inside = true
		case '>':
			inside = false
		}
	}
	return at
}

// line reads what stands up to the cursor's end, comments aside.
func (t *Text) line(c *syntax.Cursor, number int) error {
	if start := c.Off; c.Done() {
		return t.platform(&syntax.Cursor{Text: t.text[:c.Off], Off: start})
	}
	if strings.HasSuffix(strings.TrimSpace(c.Rest()), ":") {
		return nil
	}
	if len(t.Insts) == mostInsts {
		return c.ErrorFrom(c.Off, "more than %d instructions", mostInsts)
	}
	i, at := Inst{Line: number, Of: -1, Text: strings.Join(strings.Fields(c.Rest()), " ")}, c.Off
	if err := i.read(c); err != nil {
		return err
	}
	if i.Op != "nop" && i.Op != "sync" {
		for k := range 1 + len(i.Src) {
			if o := i.operand(k); t.long == "" && o.Direct && (o.Element+1)*o.Type.Size() > UsualGRF {
				t.long = o.Text
			}
		}
		t.Insts, t.spans = append(t.Insts, i), append(t.spans, [2]int{at, at + len(strings.TrimRight(c.Text[at:], " \t\r"))})
	}
	return nil
}

// platform reads which one a comment names, if it does.
func (t *Text) platform(c *syntax.Cursor) error {
	if !c.Accept("//.platform") {
		return nil
	}
	c.Space()
	at := c.Off
	name := c.Word()
	p, known := visa.PlatformNamed(name)
	if !known {
		return c.ErrorFrom(at, "there is no platform %s", syntax.Quote(name))
	}
	t.Platform = p
	return nil
}

// read reads an instruction.
func (i *Inst) read(c *syntax.Cursor) error {
	if err := i.predicate(c); err != nil {
		return err
	}
	at := c.Off
	words := strings.Split(c.Word(), ".")
	if i.Op = words[0]; i.Op == "" {
		return c.Wanted("an instruction, as mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d")
	}
	if i.Op == "nop" || i.Op == "sync" {
		return nil
	}
	for _, word := range words[1:] {
		if word == "sat" {
			i.Dst.Mod = visa.Sat
		}
	}
	if end := c.Off; !c.Accept("(") {
		if _, known := visa.OpNamed(i.Op); !known {
			c.Off = end
			return c.ErrorFrom(at, "%s is no instruction with lanes: expected one as mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d", syntax.Quote(i.Op))
		}
		return c.Wanted("an execution size, as (8|M0)")
	}
	if err := i.size(c); err != nil || i.Op != "mov" {
		return err
	}
	if err := i.flagged(c); err != nil {
		return err
	}
	if err := i.Dst.written(c); err != nil {
		return err
	}
	var from Operand
	if err := from.readFrom(c, i); err != nil {
		return err
	}
	i.Src = []Operand{from}
	return i.options(c)
}

// predicate reads (W), (f0.0), (W&~f0.1.any8h), (+f0.0) and (-f0.1).
func (i *Inst) predicate(c *syntax.Cursor) error {
	c.Space()
	if !c.Accept("(") {
		return nil
	}
	if c.AcceptWord("W") {
		if i.NoMask = true; !c.Accept("&") {
			return c.Expect(")", `")", or & and a flag`)
		}
	}
	inverse := c.Accept("~") || c.Accept("-")
	if !inverse {
		c.Accept("+")
	}
	c.Space()
	at := c.Off
	name := c.Word()
	if len(name) < 2 || name[0] != 'f' || name[1] < '0' || name[1] > '9' {
		c.Off = at
		return c.Wanted("a predicate, as f0.0")
	}
	i.Masked, i.Flag = true, name
	if inverse {
		i.Flag = "~" + name
	}
	return c.Expect(")", `")" behind the predicate`)
}

// size reads how many lanes there are, and which the first of them is.
func (i *Inst) size(c *syntax.Cursor) (err error) {
	at := c.Off
	n, ok := c.Uint(32)
	if !ok || n == 0 || n > 32 || !powerOrZero(n) {
		c.Off = at
		return c.Wanted("an execution size of 1, 2, 4, 8, 16 or 32")
	}
	i.Exec = n
	if c.Accept("|") {
		if !c.Accept("M") {
			return c.Wanted("M and a multiple of 4, the first lane of the mask")
		}
		at = c.Off
		if i.offset, ok = c.Uint(28); !ok || i.offset > 28 || i.offset%4 != 0 {
			c.Off = at
			return c.Wanted("the first lane of the mask, a multiple of 4 below 32")
		}
	}
	return c.Expect(")", `")" behind the execution size`)
}

// flagged reads (eq)f0.0, which sets a flag beside.
func (i *Inst) flagged(c *syntax.Cursor) error {
	before := *c
	if !c.Accept("(") {
		return nil
	}
	if c.AcceptWord("sat") { // which belongs to the destination
		*c = before
		return nil
	}
	c.Word()
	if err := c.Expect(")", `")" behind the condition`); err != nil {
		return err
	}
	c.Space()
	at := c.Off
	if flag := c.Word(); !strings.HasPrefix(flag, "f") {
		c.Off = at
		return c.Wanted("a flag, as f0.0")
	}
	return nil
}

// sign reads what stands before an operand.
func (o *Operand) sign(c *syntax.Cursor, dest bool) {
	for _, s := range signs {
		if s.dest == dest && c.Accept(s.text) {
			o.Mod = s.mod
			return
		}
	}
}

// register reads r12.4 or g12.4; given says that an element is named. Anything else has no elements, or which they are is known at run time only.
func (o *Operand) register(c *syntax.Cursor) (w writing, given bool, err error) {
	c.Space()
	at := c.Off
	for _, w = range []writing{ofIGA, ofMesa} {
		if !c.Accept(w.register) {
			continue
		}
		o.letter = w.register
		if c.Accept("[") {
			c.Off = at + 1
			return w, false, c.Wanted("a register's number: which elements an indirect operand means is known at run time only")
		}
		if b := c.Peek(); b < '0' || b > '9' {
			break
		}
		number := c.Off
		if o.Register, _ = c.Uint(registers - 1); o.Register >= registers {
			return w, false, c.ErrorFrom(number, "there are %d registers", registers)
		}
		if c.Accept(".") {
			number = c.Off
			if o.Element, given = c.Uint(63); !given || o.Element > 63 {
				c.Off = number
				return w, false, c.Wanted("the element, 0 to 63, at which it begins")
			}
		}
		return w, given, nil
	}
	c.Off = at
	name := c.Word()
	c.Off = at
	if name == "" {
		return w, false, c.Wanted("a register, as r12.0")
	}
	return w, false, c.Wanted("a general register, as r12.0, since others hold no lanes that move")
}

// stride reads a number of a region. One that has no code is read, and a rule says so.
func stride(c *syntax.Cursor, n *int, what string) error {
	c.Space()
	at := c.Off
	v, ok := c.Uint(32)
	if !ok || v > 32 {
		c.Off = at
		return c.Wanted(what)
	}
	*n = v
	return nil
}

// letters are those of a row of four elements, behind a dot.
func letters(c *syntax.Cursor) (elements []int) {
	if c.Peek() != '.' {
		return nil
	}
	for c.Off++; c.Off < len(c.Text); c.Off++ {
		k := strings.IndexByte("xyzw", c.Text[c.Off])
		if k < 0 {
			break
		}
		elements = append(elements, k)
	}
	return elements
}

// typed reads the type.
func (o *Operand) typed(c *syntax.Cursor, w writing) error {
	if w.colon != "" && !c.Accept(w.colon) {
		return c.Wanted("a colon and the type of the elements")
	}
	c.Space()
	at := c.Off
	word := c.Word()
	name := word
	if w.capitals {
		name = strings.ToLower(word)
	}
	t, ok := elementNamed(name)
	if !ok || w.capitals && word != strings.ToUpper(word) {
		c.Off = at
		return c.Wanted("a type of elements: ud, d, uw, w, ub, b, uq, q, f, df, hf or bf" + map[bool]string{true: ", in capitals"}[w.capitals])
	}
	o.Type, o.Direct = t, true
	return nil
}

// written reads a destination.
func (o *Operand) written(c *syntax.Cursor) error {
	c.Space()
	at := c.Off
	o.sign(c, true)
	w, _, err := o.register(c)
	if err != nil {
		return err
	}
	o.H = 1
	if c.Accept("<") {
		if err := stride(c, &o.H, "the destination's stride, 1, 2 or 4"); err != nil {
			return err
		}
		if err := c.Expect(">", `">" behind the stride`); err != nil {
			return err
		}
	}
	here := c.Off
	row := letters(c)
	if !slices.IsSorted(row) || len(slices.Compact(slices.Clone(row))) != len(row) {
		return c.ErrorFrom(here, "a destination names elements of a row in their order, each once: .xyz")
	}
	o.row = row
	if err := o.typed(c, w); err != nil {
		return err
	}
	o.Text = c.Text[at:c.Off]
	return nil
}

// readFrom reads a source of an instruction: elements of registers, or a number.
func (o *Operand) readFrom(c *syntax.Cursor, i *Inst) error {
	c.Space()
	at := c.Off
	if o.constantOf(c) {
		o.Text = c.Text[at:c.Off]
		return nil
	}
	o.sign(c, false)
	w, given, err := o.register(c)
	if err != nil {
		return err
	}
	if o.V, o.W, o.H = 1, 1, 0; given || i.Exec == 1 {
		o.V = 0
	}
	if c.Accept("<") {
		if err := o.region(c, w); err != nil {
			return err
		}
	}
	switch row := letters(c); len(row) {
	case 0:
	case 1:
		o.row = []int{row[0], row[0], row[0], row[0]}
	case 4:
		o.row = row
	default:
		return c.ErrorFrom(c.Off-len(row), "a source names one element of a row, or four: .x, .yyxw")
	}
	if err := o.typed(c, w); err != nil {
		return err
	}
	o.Text = c.Text[at:c.Off]
	return nil
}

// region reads what is behind <. A row of four elements has V alone, and the letters say the rest.
func (o *Operand) region(c *syntax.Cursor, w writing) error {
	if c.AcceptWord("VxH") {
		return c.Wanted("a region of a register: which elements an indirect operand means is known at run time only")
	}
	if err := stride(c, &o.V, "the vertical stride, 0 or a power of two to 32"); err != nil {
		return err
	}
	if c.Accept(">") && w == ofMesa {
		o.W, o.H, o.row = 4, 1, []int{0, 1, 2, 3}
		return nil
	}
	if err := c.Expect(w.row, syntax.Quote(w.row)+" and the width"); err != nil {
		return err
	}
	if err := stride(c, &o.W, "the width, 1, 2, 4, 8 or 16"); err != nil {
		return err
	}
	if err := c.Expect(",", `"," and the horizontal stride`); err != nil {
		return err
	}
	if err := stride(c, &o.H, "the horizontal stride, 0, 1, 2 or 4"); err != nil {
		return err
	}
	return c.Expect(">", `">" behind the region`)
}

// constantOf reads a number with its type, or several in one: 0x76543210:v, -7:w, 1.5:f, 0x0000001fUD, 1.5F, [0F, 1F, 0F, 1F]VF. Where there is none the cursor stays.
func (o *Operand) constantOf(c *syntax.Cursor) bool {
	before := *c
	digits, packed := "", c.Peek() == '['
	if packed {
		n, ok := floats(c)
		if digits = "0x" + strconv.FormatUint(n, 16); !ok {
			*c = before
			return false
		}
	} else if digits = digitsOf(c); strings.Trim(digits, "-") == "" { // most sources are registers
		*c = before
		return false
	}
	word := ""
	if !c.Accept(":") {
		word = strings.ToLower(c.Word())
	} else {
		word = c.Word()
	}
	p := visa.Parser{Decls: visa.NewDecls(UsualGRF, visa.D)}
	v, err := p.ParseOperand(digits+":"+word, visa.Source)
	if err != nil || v.Class != visa.Immediate || packed && v.Type != visa.VF {
		*c = before
		return false
	}
	o.constant, o.Type, o.Number = &v, v.Type, !v.Type.IsPacked()
	o.Value, _ = v.Element(0)
	return true
}

// digitsOf reads a number as far as its type. Of one in base 16 whose type follows at once, as Mesa writes it, digits are no capitals.
//
//	0x3cUD      0x3C:ud      -2.5e+06F
func digitsOf(c *syntax.Cursor) string {
	start := c.Off
	c.Accept("-")
	if strings.HasPrefix(c.Rest(), "0x") {
		c.Off += len("0x")
		digits := "0123456789abcdef"
		if behind := strings.TrimLeft(c.Rest(), digits+"ABCDEF"); strings.HasPrefix(behind, ":") {
			digits += "ABCDEF"
		}
		c.Off += len(c.Rest()) - len(strings.TrimLeft(c.Rest(), digits))
		return c.Text[start:c.Off]
	}
	for ; c.Off < len(c.Text); c.Off++ {
		b := c.Text[c.Off]
		sign := (b == '+' || b == '-') && c.Off > start && c.Text[c.Off-1] == 'e'
		if !sign && b != 'e' && b != '.' && (b < '0' || b > '9') {
			break
		}
	}
	return c.Text[start:c.Off]
}

// floats reads [0F, 1F, 0F, 1F] as four numbers of a byte, the first one lowest.
func floats(c *syntax.Cursor) (packed uint64, ok bool) {
	c.Off++
	for k := range 4 {
		c.Space()
		at := c.Off
		for c.Off < len(c.Text) && strings.IndexByte("0123456789.-", c.Text[c.Off]) >= 0 {
			c.Off++
		}
		v, err := strconv.ParseFloat(c.Text[at:c.Off], 32)
		code, known := restricted(float32(v))
		if err != nil || !known || !c.Accept("F") || k < 3 && !c.Accept(",") {
			return 0, false
		}
		packed |= uint64(code) << (8 * k)
	}
	return packed, c.Accept("]")
}

// restricted is the byte that is a number in VF; ok is false if none is.
func restricted(v float32) (code uint8, ok bool) {
	for n := range 256 {
		if math.Float32bits(visa.RestrictedFloat(uint8(n))) == math.Float32bits(v) {
			return uint8(n), true
		}
	}
	return 0, false
}

// options reads what stands between braces: of Mesa's, that all lanes are written, active or not, and which the first one is.
//
//	2Q   the second eight lanes      2H   the second sixteen      3N   the third four
func (i *Inst) options(c *syntax.Cursor) error {
	if c.Done() {
		return nil
	}
	at := c.Off
	if !c.Accept("{") {
		return c.Wanted("the end of the instruction, or options between braces")
	}
	for !c.Accept("}") {
		if c.Done() {
			return c.ErrorFrom(at, "the options have no end")
		}
		word := c.Text[c.Off:]
		if n := strings.IndexAny(word, " \t\r,}"); n >= 0 {
			word = word[:n]
		}
		c.Off += max(len(word), 1)
		switch {
		case word == "WE_all" || word == "NoMask":
			i.NoMask = true
		case len(word) == 2 && word[0] >= '1' && word[0] <= '8' && strings.IndexByte("NQH", word[1]) >= 0:
			i.offset = int(word[0]-'1') * map[byte]int{'N': 4, 'Q': 8, 'H': 16}[word[1]]
		}
	}
	if !c.Done() {
		return c.Wanted("the end of the instruction")
	}
	return nil
}
