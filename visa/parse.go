package visa

import (
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// A Dialect decides what is legal and how strict the text is.
type Dialect uint8

// The dialects. Spec is the seed with the rules it states; Intel says what the verifier of the seed's release says, which skips many of them and
// cuts numbers silently.
const (
	Spec Dialect = iota
	Intel
)

// A Span is a piece of a text, in bytes.
type Span struct{ Off, End int }

// A Parser reads operands and instructions, one after another. It keeps where the last one's operands stand.
type Parser struct {
	Decls   *Decls
	Dialect Dialect

	text  string
	off   int
	depth int
	err   *syntax.Error
	where [MaxOperands]Span
	head  Span
}

// ParseInst reads one instruction of the text, which is one line.
//
//	[guard] mnemonic (mask, size) destination source …
func (p *Parser) ParseInst(text string) (i Inst, err error) {
	p.start(text)
	if p.inst(&i) && p.end("the end of the instruction") {
		return i, nil
	}
	return Inst{}, p.err
}

// ParseOperand reads one operand that an instruction would have in the role.
func (p *Parser) ParseOperand(text string, role Role) (o Operand, err error) {
	p.start(text)
	if p.operand(&o, role, false) && p.end("the end of the operand") {
		return o, nil
	}
	return Operand{}, p.err
}

// ParseGuard reads the guard of an instruction, such as (!P1.any).
func (p *Parser) ParseGuard(text string) (c Control, err error) {
	p.start(text)
	if p.peek() != '(' {
		p.wanted(`a guard, such as (P1) or (!P1.any)`)
	} else if p.guard(&c) && p.end("the end of the guard") {
		return c, nil
	}
	return 0, p.err
}

// Where is the place of operand k of the instruction that was read last.
func (p *Parser) Where(k int) Span {
	if k < 0 || k >= MaxOperands {
		return p.head
	}
	return p.where[k]
}

func (p *Parser) start(text string) {
	p.text, p.off, p.depth, p.err = text, 0, 0, nil
	p.where = [MaxOperands]Span{}
}

// fail notes the first error, about the bytes [off, end).
func (p *Parser) fail(off, end int, format string, args ...any) bool {
	if p.err == nil {
		p.err = syntax.Errorf(p.text, off, end, format, args...)
	}
	return false
}

// wanted fails with "expected what, found …" at the cursor.
func (p *Parser) wanted(what string) bool {
	if p.err == nil {
		c := syntax.Cursor{Text: p.text, Off: p.off}
		p.err = c.Wanted(what)
	}
	return false
}

// space passes blanks, line ends and comments that have an end.
func (p *Parser) space() {
	if p.off < len(p.text) && (p.text[p.off] <= ' ' || p.text[p.off] == '/') {
		p.skip()
	}
}

func (p *Parser) skip() {
	for p.off < len(p.text) {
		switch c := p.text[p.off]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			p.off++
		case c == '/' && strings.HasPrefix(p.text[p.off:], "/*") && strings.Contains(p.text[p.off+2:], "*/"):
			p.off += 4 + strings.Index(p.text[p.off+2:], "*/")
		default:
			return
		}
	}
}

// peek is the next byte behind blanks; 0 at the end.
func (p *Parser) peek() byte {
	p.space()
	if p.off < len(p.text) {
		return p.text[p.off]
	}
	return 0
}

// accept passes c if it comes next.
func (p *Parser) accept(c byte) bool {
	if p.peek() == c {
		p.off++
		return true
	}
	return false
}

// expect passes c, or fails.
func (p *Parser) expect(c byte, what string) bool { return p.accept(c) || p.wanted(what) }

// acceptText passes s if it comes next, without looking at what follows.
func (p *Parser) acceptText(s string) bool {
	p.space()
	if strings.HasPrefix(p.text[p.off:], s) {
		p.off += len(s)
		return true
	}
	return false
}

// end fails unless nothing but a comment follows.
func (p *Parser) end(what string) bool {
	return p.peek() == 0 && p.off == len(p.text) || strings.HasPrefix(p.text[p.off:], "//") || p.wanted(what)
}

// word reads a name: letters, digits and underscores, and a % in front. It may be empty.
func (p *Parser) word() string {
	p.space()
	start := p.off
	if p.off < len(p.text) && p.text[p.off] == '%' {
		p.off++
	}
	for p.off < len(p.text) && isNameByte(p.text[p.off]) {
		p.off++
	}
	if p.off > start && p.text[start] >= '0' && p.text[start] <= '9' {
		p.off = start
	}
	return p.text[start:p.off]
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c == '_'
}
