package asm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/syntax"
)

// Assemble turns a program into bytes. A line is an instruction, a label ("loop:"), both, a constant (".equ name, 7"), bytes (".byte 0x88, 0x00") or
// empty; a comment goes from "#", ";" or "//" to the end of its line. A label stands for a jump's target, a constant for an operand, wherever in the program they
// are defined. All errors are reported, each a *syntax.Error.
func Assemble(text string) (code []byte, errs []error) {
	p := program{text: text, labels: map[string]int{}}
	p.lines(p.constant)
	p.lines(p.line)
	p.link()
	if len(p.errs) > 0 {
		slices.SortStableFunc(p.errs, func(a, b *syntax.Error) int { return a.Off - b.Off })
		for _, e := range p.errs[:min(len(p.errs), maxErrors)] {
			errs = append(errs, e)
		}
		return nil, errs
	}
	return p.code, nil
}

type program struct {
	text    string
	symbols symbols
	labels  map[string]int // offsets
	jumps   []jump
	code    []byte
	errs    []*syntax.Error
}

// A jump is an instruction whose target is a label.
type jump struct {
	target
	at   int // in the code
	inst g13.Inst
}

// maxErrors is how many errors are worth reading.
const maxErrors = 100

// lines calls f with the start and the end of what each line says.
func (p *program) lines(f func(start, end int) *syntax.Error) {
	for start := 0; start <= len(p.text) && len(p.errs) < maxErrors; {
		end := len(p.text)
		if i := strings.IndexByte(p.text[start:], '\n'); i >= 0 {
			end = start + i
		}
		if err := f(skipBlanks(p.text, start, end), start+code(p.text[start:end])); err != nil {
			p.errs = append(p.errs, err)
		}
		start = end + 1
	}
}

// code is the length of a line without its comment and the blanks before it.
func code(line string) int {
	end := len(line)
	for _, mark := range []string{"#", ";", "//"} {
		if i := strings.Index(line[:end], mark); i >= 0 {
			end = i
		}
	}
	for end > 0 && isBlank(line[end-1]) {
		end--
	}
	return end
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

func skipBlanks(text string, at, end int) int {
	for at < end && isBlank(text[at]) {
		at++
	}
	return at
}

const equ = ".equ "

// constant defines what a line ".equ name, value" says.
func (p *program) constant(start, end int) *syntax.Error {
	if start >= end || p.text[start] != '.' || !strings.HasPrefix(p.text[start:end], equ) {
		return nil
	}
	c := syntax.Cursor{Text: p.text[:end], Off: start + len(equ)}
	name := c.Word()
	if name == "" || !c.Accept(",") || c.Done() {
		return syntax.Errorf(p.text, start, end, "expected .equ name, value")
	}
	if p.symbols.constants == nil {
		p.symbols.constants = map[string]string{}
	}
	if _, twice := p.symbols.constants[name]; twice {
		return syntax.Errorf(p.text, start, end, "constant %s is defined twice", syntax.Quote(name))
	}
	p.symbols.constants[name] = c.Rest()
	return nil
}

// line appends what a line stands for.
func (p *program) line(start, end int) *syntax.Error {
	start, err := p.label(start, end)
	if err != nil || start >= end {
		return err
	}
	if p.text[start] == '.' {
		switch rest := p.text[start:end]; {
		case strings.HasPrefix(rest, equ):
			return nil
		case strings.HasPrefix(rest, ".byte"):
			return p.bytes(strings.TrimPrefix(rest, ".byte"), start, end)
		}
	}
	p.symbols.target = target{}
	i, err := parse(p.text[:end], start, &p.symbols)
	if err != nil {
		err.Text = p.text
		return err
	}
	if t := p.symbols.target; t.name != "" {
		p.jumps = append(p.jumps, jump{t, len(p.code), i})
	}
	p.code = i.AppendBytes(p.code)
	return nil
}

// label reads a label at the beginning of a line, and gives what follows it.
func (p *program) label(start, end int) (int, *syntax.Error) {
	at := strings.IndexByte(p.text[start:max(start, end)], ':')
	if at < 0 {
		return start, nil
	}
	c := syntax.Cursor{Text: p.text[:end], Off: start}
	name := c.Word()
	switch _, twice := p.labels[name]; {
	case c.Off != start+at || name == "":
		return start, nil
	case registerName(name):
		return start, syntax.Errorf(p.text, start, c.Off, "%s is a register, and so cannot be a label", name)
	case twice:
		return start, syntax.Errorf(p.text, start, c.Off, "label %s is defined twice", syntax.Quote(name))
	}
	p.labels[name] = len(p.code)
	return skipBlanks(p.text, c.Off+1, end), nil
}

func (p *program) bytes(rest string, start, end int) *syntax.Error {
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		v, err := strconv.ParseUint(word, 0, 8)
		if err != nil {
			return syntax.Errorf(p.text, start, end, "%s is no byte: expected numbers such as 0x88, 0", syntax.Quote(word))
		}
		p.code = append(p.code, byte(v))
	}
	return nil
}

// link puts the labels' offsets into the jumps.
func (p *program) link() {
	for _, j := range p.jumps {
		at, ok := p.labels[j.name]
		if !ok {
			p.errs = append(p.errs, syntax.Errorf(p.text, j.start, j.end, "there is no label %s; a target is a label or pc+8", syntax.Quote(j.name)))
			continue
		}
		if err := j.inst.SetArg(j.operand, g13.Arg{Class: g13.Number, Value: int64(at - j.at)}); err != nil {
			p.errs = append(p.errs, syntax.Errorf(p.text, j.start, j.end, "%v", err))
			continue
		}
		j.inst.AppendBytes(p.code[:j.at])
	}
}

func registerName(s string) bool {
	a, rest, ok := register(s)
	return ok && rest == "" && a.Class == g13.Register
}

// appendUndefined names the operands whose encoding the document leaves undefined.
func appendUndefined(b []byte, i g13.Inst) []byte {
	lead := "; UNDEFINED: "
	for n, o := range i.Form.Operands() {
		if i.Arg(n).Undefined {
			b = append(append(b, lead...), o.Name...)
			lead = ", "
		}
	}
	return b
}

// Disassemble is a program as a listing that Assemble reads: an instruction a line, with its offset and bytes in a comment, and which operands are UNDEFINED. What is no instruction is
// bytes.
func Disassemble(code []byte) []byte {
	var b []byte
	for at := 0; at < len(code); {
		start := len(b)
		n := 0
		i, err := g13.Decode(code[at:])
		if err == nil {
			b = Append(b, i)
			n = int(i.Len)
		} else {
			n = min(2, len(code)-at)
			for k, v := range code[at : at+n] {
				b = append(b, [...]string{".byte 0x", ", 0x"}[k]...)
				b = appendHexByte(b, v)
			}
		}
		for len(b)-start < 56 {
			b = append(b, ' ')
		}
		b = fmt.Appendf(b, " # %4x: %x", at, code[at:at+n])
		if err == nil {
			b = appendUndefined(b, i)
		}
		b = append(b, '\n')
		at += n
	}
	return b
}
