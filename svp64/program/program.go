package program

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax"
)

// A Program is words in memory.
type Program struct {
	Base   uint64 // the address of the first word
	Entry  uint64 // where it begins
	Words  []uint32
	Labels []Label
	Data   []Data // what else is in memory when it begins

	Encoding svp64.Encoding
	Order    binary.ByteOrder // of words and data in memory; nil is little-endian, as Linux has it

	source *source // of an assembled program
}

// A Label is a name of an address.
type Label struct {
	Name string
	At   uint64
}

// Data is bytes at an address.
type Data struct {
	At    uint64
	Bytes []byte
}

// DefaultBase is where programs are that say nothing of it, so that the memory from 0 on is theirs.
const DefaultBase = 0x10000

// MaxWords is how long a program may be: 4 MiB of code.
const MaxWords = 1 << 20

// order is that of bytes in memory.
func (p *Program) order() binary.ByteOrder {
	if p.Order == nil {
		return binary.LittleEndian
	}
	return p.Order
}

// End is the address behind the last word.
func (p *Program) End() uint64 { return p.Base + 4*uint64(len(p.Words)) }

// Assemble reads a program: instructions on lines of their own or with semicolons between, labels with a colon, .long with numbers, and comments behind # or //. An error is a *syntax.Error.
//
//	loop: sv.add *1,*5,*9
//	      svstep. 0,1,0
//	      bc 6,3,loop
func Assemble(text string, e svp64.Encoding) (Program, error) {
	a := assembly{Program: Program{Base: DefaultBase, Entry: DefaultBase, Encoding: e}, text: text, labels: map[string]uint64{}}
	for start := 0; start <= len(text); {
		end := start + lineEnd(text[start:])
		if err := a.line(start, end); err != nil {
			return Program{}, err
		}
		start = end + 1
		if end < len(text) && text[end] == ';' {
			continue
		}
		if n := strings.IndexByte(text[min(end, len(text)):], '\n'); n >= 0 {
			start = end + n + 1 // behind a comment
		} else {
			break
		}
	}
	for _, f := range a.fixups {
		if err := a.resolve(f); err != nil {
			return Program{}, err
		}
	}
	for name, at := range a.labels {
		a.Labels = append(a.Labels, Label{name, at})
	}
	slices.SortFunc(a.Labels, func(x, y Label) int { return cmp.Or(cmp.Compare(x.At, y.At), strings.Compare(x.Name, y.Name)) })
	if len(a.Words) == 0 {
		return Program{}, syntax.Errorf(text, 0, len(text), "expected an instruction, such as addi 3,4,5")
	}
	a.source = &source{text, a.spans}
	return a.Program, nil
}

// lineEnd is where a statement ends: at a semicolon, the end of the line, or a comment.
func lineEnd(text string) int {
	n := strings.IndexAny(text, ";\n#")
	if n < 0 {
		n = len(text)
	}
	if k := strings.Index(text[:n], "//"); k >= 0 {
		n = k
	}
	return n
}

// An assembly is a program that is being read.
type assembly struct {
	Program
	text   string
	labels map[string]uint64
	fixups []fixup
	spans  []span // of each word's statement
}

// A fixup is a branch to a label.
type fixup struct {
	inst    Inst
	word    int // where it stands
	label   string
	at, end int // in the text
}

// line reads one statement.
func (a *assembly) line(start, end int) error {
	piece := a.text[start:end]
	c := syntax.Cursor{Text: piece}
	for {
		c.Space()
		before := c.Off
		word := c.Word()
		if word == "" || c.Peek() != ':' || !syntax.IsIdentifier(word) {
			c.Off = before
			break
		}
		if _, twice := a.labels[word]; twice {
			return syntax.Errorf(a.text, start+before, start+c.Off, "the label %s is there twice", syntax.Quote(word))
		}
		a.labels[word] = a.End()
		c.Off++
	}
	if c.Done() {
		return nil
	}
	offset := start + c.Off
	piece = piece[c.Off:]
	defer func() {
		for len(a.spans) < len(a.Words) {
			a.spans = append(a.spans, span{offset, offset + len(strings.TrimRight(piece, " \t\r"))})
		}
	}()
	if rest, ok := strings.CutPrefix(piece, ".long"); ok {
		return syntax.Moved(a.long(rest), a.text, offset+len(".long"))
	}
	p := statement{Cursor: syntax.Cursor{Text: piece}}
	i, err := p.inst()
	if err != nil {
		return syntax.Moved(err, a.text, offset)
	}
	if p.label != "" {
		a.fixups = append(a.fixups, fixup{i, len(a.Words), p.label, offset + p.labelAt, offset + p.labelAt + len(p.label)})
	}
	words, err := Encode(i, a.Encoding)
	if err != nil {
		return syntax.Errorf(a.text, offset, end, "%v", err)
	}
	a.Words = append(a.Words, words.Word[:words.N]...)
	if len(a.Words) > MaxWords {
		return syntax.Errorf(a.text, offset, end, "more than %d words", MaxWords)
	}
	return nil
}

// long reads the numbers behind .long.
func (a *assembly) long(text string) error {
	p := statement{Cursor: syntax.Cursor{Text: text}}
	for {
		p.Space()
		start := p.Off
		v, ok := p.number()
		if !ok || v < -1<<31 || v >= 1<<32 {
			p.Off = start
			return p.Wanted("a number of 32 bits")
		}
		a.Words = append(a.Words, uint32(v))
		if !p.Accept(",") {
			break
		}
	}
	if !p.Done() {
		return p.Wanted("a comma or the end of the line")
	}
	return nil
}

// resolve writes the displacement of a branch.
func (a *assembly) resolve(f fixup) error {
	at, ok := a.labels[f.label]
	if !ok {
		return syntax.Errorf(a.text, f.at, f.end, "there is no label %s", syntax.Quote(f.label))
	}
	op := opBD
	if f.inst.Op == BranchTo {
		op = opLI
	}
	f.inst.value[op] = int64(at) - int64(4*f.word) - int64(a.Base)
	words, err := Encode(f.inst, a.Encoding)
	if err != nil {
		return syntax.Errorf(a.text, f.at, f.end, "%v", err)
	}
	copy(a.Words[f.word:], words.Word[:words.N])
	return nil
}

// ErrEmpty is what is wrong with a file that has no words.
var ErrEmpty = errors.New("there are no words")

// Raw is a program of words as they lie in a file.
func Raw(code []byte, order binary.ByteOrder, e svp64.Encoding) (Program, error) {
	switch {
	case len(code) == 0:
		return Program{}, ErrEmpty
	case len(code)%4 != 0:
		return Program{}, fmt.Errorf("%d bytes are no whole number of words; byte %d begins one that is cut off", len(code), len(code)/4*4)
	case len(code)/4 > MaxWords:
		return Program{}, fmt.Errorf("more than %d words", MaxWords)
	}
	p := Program{Base: DefaultBase, Entry: DefaultBase, Encoding: e, Order: order}
	for k := 0; k < len(code); k += 4 {
		p.Words = append(p.Words, order.Uint32(code[k:]))
	}
	return p, nil
}

// A Line is one instruction of a listing.
type Line struct {
	At     uint64
	Words  []uint32
	Inst   Inst
	Labels []string
}

// Lines are the program's instructions in order. What is none is a line of one word.
func (p *Program) Lines() []Line {
	var list []Line
	for k := 0; k < len(p.Words); {
		i, n, prefix := Decode(p.Words[k:], p.Encoding)
		if n == 2 && prefix != p.Encoding.Prefix { // as text it would get the other prefix
			i, n = Inst{Op: Long, Word: p.Words[k]}, 1
		}
		l := Line{At: p.Base + 4*uint64(k), Words: p.Words[k : k+n], Inst: i}
		for _, label := range p.Labels {
			if label.At == l.At {
				l.Labels = append(l.Labels, label.Name)
			}
		}
		list = append(list, l)
		k += n
	}
	return list
}

// Text is the program as text that Assemble reads: a line an instruction, and labels on lines of their own.
func (p *Program) Text() string {
	var b strings.Builder
	for _, l := range p.Lines() {
		for _, name := range l.Labels {
			fmt.Fprintf(&b, "%s:\n", name)
		}
		fmt.Fprintf(&b, "%v\n", l.Inst)
	}
	return b.String()
}

// Binutils is the program as text that the assembler of binutils reads: what that one does not know is .long, with the instruction as a comment.
func (p *Program) Binutils() string {
	var b strings.Builder
	for _, l := range p.Lines() {
		if l.Inst.Op != Move && l.Inst.Op != Setvl && l.Inst.Op != Svstep && !l.Inst.prefixed() {
			fmt.Fprintf(&b, "%v\n", l.Inst)
			continue
		}
		for k, word := range l.Words {
			fmt.Fprintf(&b, ".long 0x%08x", word)
			if k == len(l.Words)-1 {
				fmt.Fprintf(&b, "  # %v", l.Inst)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// IsProgram says whether a text has an instruction of the table that is no swizzle move, a label or a directive in any statement.
func IsProgram(text string) bool {
	for text != "" {
		n := lineEnd(text)
		if Knows(text[:n]) {
			return true
		}
		if n == len(text) {
			return false
		}
		if text[n] == ';' || text[n] == '\n' {
			text = text[n+1:]
			continue
		}
		_, text, _ = strings.Cut(text[n:], "\n")
	}
	return false
}

// Load is a program of whatever a file is: an ELF file, text, hexadecimal digits of words, or the words themselves.
func Load(data []byte, order binary.ByteOrder, e svp64.Encoding) (Program, error) {
	if IsELF(data) {
		return Open(data, e)
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return Raw(data, order, e)
	}
	if words, ok := digits(string(data)); ok {
		return Program{Base: DefaultBase, Entry: DefaultBase, Words: words, Encoding: e, Order: order}, nil
	}
	p, err := Assemble(string(data), e)
	p.Order = order
	return p, err
}

// IsDigits says whether a text is words of eight hexadecimal digits each.
func IsDigits(text string) bool {
	_, ok := digits(text)
	return ok
}

// digits reads words of eight hexadecimal digits each.
func digits(text string) (words []uint32, ok bool) {
	for _, word := range strings.Fields(text) {
		v, err := strconv.ParseUint(word, 16, 32)
		if err != nil || len(word) != 8 || len(words) == MaxWords {
			return nil, false
		}
		words = append(words, uint32(v))
	}
	return words, len(words) > 0
}
