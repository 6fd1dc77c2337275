package x86

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// Parse reads an encoding as Intel's manual writes it, behind its Op/En word and a colon: "RMI: 66 0F 70 /r ib". See the package's
// comment for what the words are. An error is a *syntax.Error.
func Parse(text string) (Encoding, error) {
	p := parser{Cursor: syntax.Cursor{Text: text}}
	e, err := p.encoding()
	if err != nil {
		return Encoding{}, err
	}
	return e.encoding(), nil
}

// MustParse is Parse for the tables of this program, whose texts a test has read. It panics on a text that is no encoding.
func MustParse(text string) Encoding {
	e, err := Parse(text)
	if err != nil {
		panic(fmt.Sprintf("x86: encoding %q: %v", text, err))
	}
	return e
}

type parser struct {
	syntax.Cursor
	start int // where the last word began
}

// word reads up to the next blank or colon.
func (p *parser) word() string {
	p.Space()
	p.start = p.Off
	n := strings.IndexAny(p.Rest(), " \t\r\n:")
	if n < 0 {
		n = len(p.Rest())
	}
	p.Off += n
	return p.Text[p.start:p.Off]
}

// peek reads a word and stays before it.
func (p *parser) peek() string {
	off := p.Off
	word := p.word()
	p.Off = off
	return word
}

// wrong is an error about the last word.
func (p *parser) wrong(format string, args ...any) error {
	return p.ErrorFrom(p.start, format, args...)
}

func (p *parser) encoding() (e parts, err error) {
	steps := []func(*parts) error{p.operandEncoding, p.prefixes, p.opcode, p.modrm, p.trailer}
	for _, step := range steps {
		if err := step(&e); err != nil {
			return e, err
		}
	}
	if p.Space(); !p.Done() {
		return e, p.Wanted("the end")
	}
	return e, nil
}

// operandEncoding reads "RVM:" or, with a tuple type, "RVM FV:".
func (p *parser) operandEncoding(e *parts) error {
	word := p.word()
	i := slices.Index(opEns[1:], word)
	if i < 0 {
		return p.wrong("expected where the operands go, one of %s; found %s", strings.Join(opEns[1:], " "), syntax.Quote(word))
	}
	e.opEn = opEn(1 + i)
	if p.Accept(":") {
		return nil
	}
	word = p.word()
	for i := range tuples[1:] {
		if tuples[1+i].name == word {
			e.tuple = tuple(1 + i)
		}
	}
	if e.tuple == 0 {
		return p.wrong("expected a colon or a tuple type (FV FVM HVM QVM OVM M128 T1S8 T1S16 T1S32 T1S64), found %s", syntax.Quote(word))
	}
	if !e.opEn.has('M') {
		return p.wrong("%s has no memory operand, and so no tuple type", opEns[e.opEn])
	}
	return p.Expect(":", "a colon")
}

func (p *parser) prefixes(e *parts) error {
	kind, _, vexed := strings.Cut(p.peek(), ".")
	switch {
	case vexed && kind == "VEX":
		e.prefix = vex
	case vexed && kind == "EVEX":
		e.prefix = evex
	default:
		e.prefix = legacy
		return p.legacyPrefixes(e)
	}
	return p.vexWord(e)
}

// legacyPrefixes reads [NP|66|F3|F2] [REX.W [+]] [0F [38|3A]].
func (p *parser) legacyPrefixes(e *parts) error {
	first := p.peek()
	if first == "NP" {
		p.word()
	}
	for i := 1; i < len(pps); i++ {
		if pps[i].name == first {
			p.word()
			e.pp = pp(i)
		}
	}
	if p.peek() == "REX.W" {
		p.word()
		p.Accept("+ ")
		e.w = w1
	}
	if p.peek() == "0F" {
		p.word()
		e.opmap = 1
		if second := p.peek(); second == "38" || second == "3A" {
			p.word()
			e.opmap = opmap(slices.Index(opmaps[:], "0F"+second))
		}
	}
	if e.tuple != 0 {
		return p.wrong("a tuple type is of EVEX alone")
	}
	if e.opEn.has('V') {
		return p.wrong("%s has a vvvv operand, which only VEX and EVEX have", opEns[e.opEn])
	}
	return nil
}

// vexWord reads VEX.length[.pp].map.W, the same for EVEX.
func (p *parser) vexWord(e *parts) error {
	parts := strings.Split(p.word(), ".")[1:]
	next := func() string {
		if len(parts) == 0 {
			return ""
		}
		return parts[0]
	}
	for i := range lengths[1:] {
		if lengths[1+i].name == next() {
			e.length = length(1 + i)
		}
	}
	if e.length == 0 || e.length == length512 && e.prefix == vex {
		return p.wrong("expected a vector length behind %s (128 256 LIG LZ L0 L1, and 512 for EVEX), found %s", prefixes[e.prefix], syntax.Quote(next()))
	}
	parts = parts[1:]
	for i := 1; i < len(pps); i++ {
		if pps[i].name == next() {
			e.pp, parts = pp(i), parts[1:]
			break
		}
	}
	if m := slices.Index(opmaps[:], next()); m > 0 && (m <= 3 || e.prefix == evex) {
		e.opmap, parts = opmap(m), parts[1:]
	} else {
		return p.wrong("expected [66|F3|F2] and an opcode map (0F 0F38 0F3A, and MAP5 MAP6 for EVEX), found %s", syntax.Quote(next()))
	}
	if i := slices.Index(ws[:], next()); i >= 0 && len(parts) == 1 {
		e.w = w(i)
	} else {
		return p.wrong("expected W0, W1 or WIG as the last part, found %s", syntax.Quote(strings.Join(parts, ".")))
	}
	if e.tuple != 0 && e.prefix == vex {
		return p.wrong("a tuple type is of EVEX alone")
	}
	return nil
}

// opcode reads a byte, with +rd where Op/En has an O.
func (p *parser) opcode(e *parts) error {
	word := p.word()
	hex, plus, added := strings.Cut(word, "+")
	b, err := strconv.ParseUint(hex, 16, 8)
	if err != nil || len(hex) != 2 || hex != strings.ToUpper(hex) {
		return p.wrong("expected the opcode as two digits 0 to F, found %s", syntax.Quote(word))
	}
	e.opcode = byte(b)
	switch {
	case added && plus != "rw" && plus != "rd" && plus != "ro":
		return p.wrong("expected +rw, +rd or +ro behind the opcode, found %s", syntax.Quote("+"+plus))
	case added != e.opEn.has('O'):
		return p.wrong("+rd behind the opcode belongs to O and OI, and they to it; Op/En is %s", opEns[e.opEn])
	case added && e.opcode&7 != 0:
		return p.wrong("opcode %02X has no room for +rd: its low three bits must be 0", e.opcode)
	case added:
		e.modrm = register3
	}
	return nil
}

// modrm reads /r or /0 to /7, as Op/En demands.
func (p *parser) modrm(e *parts) error {
	if !e.opEn.has('M') {
		return nil
	}
	word := p.word()
	switch {
	case e.opEn.has('R'):
		if word != "/r" {
			return p.wrong("%s has a register in ModRM.reg: expected /r, found %s", opEns[e.opEn], syntax.Quote(word))
		}
		e.modrm = slashR
	case len(word) == 2 && word[0] == '/' && word[1] >= '0' && word[1] <= '7':
		e.modrm = slash0 + modrm(word[1]-'0')
	default:
		return p.wrong("%s has no register in ModRM.reg: expected /0 to /7, found %s", opEns[e.opEn], syntax.Quote(word))
	}
	return nil
}

// trailer reads ib, iw, id, io, cd or /is4, as Op/En demands.
func (p *parser) trailer(e *parts) error {
	allowed := []trailer(nil)
	switch {
	case e.opEn.has('I'):
		allowed = []trailer{1, 2, 3}
		if e.modrm == register3 {
			allowed = append(allowed, immediate64)
		}
	case e.opEn.has('D'):
		allowed = []trailer{relative32}
	case opEns[e.opEn] == "RVMR":
		allowed = []trailer{is4}
	default:
		return nil
	}
	word := p.word()
	var names []string
	for _, t := range allowed {
		if trailers[t].name == word {
			e.trailer = t
			return nil
		}
		names = append(names, trailers[t].name)
	}
	return p.wrong("%s ends with %s, found %s", opEns[e.opEn], strings.Join(names, " or "), syntax.Quote(word))
}
