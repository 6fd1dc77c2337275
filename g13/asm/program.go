package asm

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/syntax"
)

// Assemble turns a program into bytes. A line is an instruction, a label ("loop:"), both, a constant (".equ name, 7"), bytes (".byte 0x88, 0x00") or
// empty; a comment goes from "#", ";" or "//" to the end of its line. A label stands for a jump's target, a constant for a number. All errors are reported, each a
// *syntax.Error.
func Assemble(text string) (code []byte, errs []error) {
	p := program{text: text, labels: map[string]int{}, constants: map[string]string{}}
	p.lines(p.layOut)
	if len(p.errs) > 0 {
		return nil, p.errs
	}
	p.lines(p.emit)
	return p.code, p.errs
}

type program struct {
	text      string
	labels    map[string]int // offsets
	constants map[string]string
	at        int
	code      []byte
	errs      []error
}

// maxErrors is how many errors are worth reading.
const maxErrors = 100

// lines calls f with the start and the end of what each line says.
func (p *program) lines(f func(start, end int) error) {
	for start := 0; start <= len(p.text) && len(p.errs) < maxErrors; {
		end := len(p.text)
		if i := strings.IndexByte(p.text[start:], '\n'); i >= 0 {
			end = start + i
		}
		if err := f(start, start+code(p.text[start:end])); err != nil {
			p.errs = append(p.errs, err)
		}
		start = end + 1
	}
}

// code is the length of a line without its comment and the blanks before it.
func code(line string) int {
	end := len(line)
	for _, mark := range []string{"#", ";", "//"} {
		if i := strings.Index(line, mark); i >= 0 {
			end = min(end, i)
		}
	}
	return len(strings.TrimRight(line[:end], " \t\r"))
}

// layOut finds what a line defines and how long it is.
func (p *program) layOut(start, end int) error {
	start, err := p.label(start, end, true)
	if err != nil || start == end {
		return err
	}
	if rest, ok := strings.CutPrefix(p.text[start:end], ".equ "); ok {
		name, value, ok := strings.Cut(rest, ",")
		if !ok || strings.TrimSpace(name) == "" {
			return syntax.Errorf(p.text, start, end, "expected .equ name, value")
		}
		p.constants[strings.TrimSpace(name)] = strings.TrimSpace(value)
		return nil
	}
	b, err := p.line(start, end, true)
	p.at += len(b)
	return err
}

func (p *program) emit(start, end int) error {
	start, _ = p.label(start, end, false)
	if start == end || strings.HasPrefix(p.text[start:end], ".equ ") {
		return nil
	}
	p.at = len(p.code)
	b, err := p.line(start, end, false)
	p.code = append(p.code, b...)
	return err
}

// label reads a label at the beginning of a line, and gives what follows it.
func (p *program) label(start, end int, define bool) (int, error) {
	start = skipBlanks(p.text, start, end)
	c := syntax.Cursor{Text: p.text[:end], Off: start}
	name := c.Word()
	if name == "" || c.Peek() != ':' {
		return start, nil
	}
	if _, twice := p.labels[name]; twice && define {
		return start, syntax.Errorf(p.text, start, c.Off, "label %s is defined twice", syntax.Quote(name))
	}
	if define {
		p.labels[name] = p.at
	}
	return skipBlanks(p.text, c.Off+1, end), nil
}

func skipBlanks(text string, at, end int) int {
	for at < end && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

// line is the bytes of a line without its label. While labels are still being found, they stand for the line itself.
func (p *program) line(start, end int, finding bool) ([]byte, error) {
	text := p.text[start:end]
	if rest, ok := strings.CutPrefix(text, ".byte"); ok {
		return p.bytes(rest, start, end)
	}
	replaced, err := p.replace(text, start, finding)
	if err != nil {
		return nil, err
	}
	i, err := Parse(replaced)
	if e, ok := err.(*syntax.Error); ok {
		if replaced != text { // places in it are not places in the program
			return nil, syntax.Errorf(p.text, start, end, "%s", e.What)
		}
		return nil, syntax.Errorf(p.text, start+e.Off, start+e.End, "%s", e.What)
	}
	return i.AppendBytes(nil), err
}

func (p *program) bytes(rest string, start, end int) (b []byte, err error) {
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		v, err := strconv.ParseUint(word, 0, 8)
		if err != nil {
			return nil, syntax.Errorf(p.text, start, end, "%s is no byte: expected numbers such as 0x88, 0", syntax.Quote(word))
		}
		b = append(b, byte(v))
	}
	return b, nil
}

// replace puts the values of constants, and of the label that a jump has for its target, in their place.
func (p *program) replace(text string, start int, finding bool) (string, error) {
	name, rest, _ := strings.Cut(text, " ")
	jumps := strings.HasPrefix(name, "jmp_") || name == "call"
	words := strings.Split(rest, ",")
	for k, word := range words {
		bare := strings.TrimSpace(word)
		if value, ok := p.constants[bare]; ok {
			words[k] = strings.Replace(word, bare, value, 1)
			continue
		}
		if !jumps || strings.HasPrefix(bare, "pc") || registerName(bare) {
			continue
		}
		target, ok := p.labels[bare]
		if !ok && !finding {
			at := start + strings.Index(text, bare)
			return "", syntax.Errorf(p.text, at, at+len(bare), "there is no label %s; a target is a label or pc+8", syntax.Quote(bare))
		}
		if finding {
			target = p.at
		}
		words[k] = strings.Replace(word, bare, fmt.Sprintf("pc%+d", target-p.at), 1)
	}
	if rest == "" {
		return text, nil
	}
	return name + " " + strings.Join(words, ","), nil
}

func registerName(s string) bool {
	a, rest, ok := register(s)
	return ok && rest == "" && a.Class == g13.Register
}

// Disassemble is a program as a listing that Assemble reads: an instruction a line, with its offset and bytes in a comment. What is no instruction is
// bytes.
func Disassemble(code []byte) []byte {
	var b []byte
	for at := 0; at < len(code); {
		start := len(b)
		n := 0
		if i, err := g13.Decode(code[at:]); err == nil {
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
		b = fmt.Appendf(b, " # %4x: %x\n", at, code[at:at+n])
		at += n
	}
	return b
}
