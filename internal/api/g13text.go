package api

import (
	"errors"
	"fmt"
	"io"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/mesa"
)

// The schemas of assembled and of disassembled G13 code.
const (
	G13AsmSchema = "lanescope.g13.asm/1"
	G13DisSchema = "lanescope.g13.dis/1"
)

// AppendG13Program appends an assembled program as one JSON object.
func AppendG13Program(b []byte, p asm.Program) []byte {
	o := newObject(b, G13AsmSchema)
	o.int("bytes", len(p.Code))
	o.hex("hex", p.Code)
	objects(o, "labels", p.Labels, func(e *object, l asm.Label) {
		e.string("name", l.Name)
		e.int("offset", l.Offset)
	})
	return o.end()
}

// A G13Spelling is how instructions are written.
type G13Spelling string

// The spellings.
const (
	G13Applegpu G13Spelling = "applegpu"
	G13Mesa     G13Spelling = "mesa"
)

// G13Spellings are their names.
func G13Spellings() []string { return []string{string(G13Applegpu), string(G13Mesa)} }

// Text is an instruction in the spelling.
func (s G13Spelling) Text(i g13.Inst) string {
	if s == G13Mesa {
		return mesa.Text(i)
	}
	return asm.Text(i)
}

// WriteListing writes a listing of code in the spelling.
func (s G13Spelling) WriteListing(w io.Writer, code io.Reader) error {
	if s == G13Mesa {
		return asm.WriteListingIn(w, code, s.Text)
	}
	return asm.WriteListing(w, code)
}

// Parse reads an instruction in the spelling.
func (s G13Spelling) Parse(text string) (g13.Inst, error) {
	if s == G13Mesa {
		return mesa.Parse(text)
	}
	return asm.Parse(text)
}

// Assemble assembles a program in the spelling. What it includes is in applegpu's.
func (s G13Spelling) Assemble(from asm.Source) (asm.Program, []error) {
	if s != G13Mesa {
		return from.Assemble()
	}
	text := from.Text
	var errs []error
	if from.Text, errs = mesa.Program(text); len(errs) > 0 {
		return asm.Program{}, errs
	}
	p, errs := from.Assemble()
	for k, err := range errs {
		errs[k] = mesa.Original(err, text)
	}
	return p, errs
}

// G13Listing writes what stands in code as one JSON object, of which it holds a line at a time.
func G13Listing(w io.Writer, code io.Reader, spelling G13Spelling) error {
	o := newObject(nil, G13DisSchema)
	if err := o.listing(w, code, spelling); err != nil {
		return err
	}
	_, err := w.Write(append(o.end(), '\n'))
	return err
}

// listing writes the instructions, which are written out as they come, and how many bytes there are.
func (o *object) listing(w io.Writer, code io.Reader, spelling G13Spelling) error {
	o.key("instructions")
	o.open('[')
	at := 0
	err := asm.Lines(code, func(l *asm.Line) error {
		at = l.Offset + len(l.Bytes)
		o.next()
		o.open('{')
		o.line(l, spelling)
		o.close('}')
		_, err := w.Write(o.b)
		o.b = o.b[:0]
		return err
	})
	o.close(']')
	o.int("bytes", at)
	return err
}

// line writes an instruction of a listing.
func (o *object) line(l *asm.Line, spelling G13Spelling) {
	o.int("offset", l.Offset)
	o.hex("hex", l.Bytes)
	text := string(l.AppendText(nil))
	if l.Err == nil {
		text = spelling.Text(l.Inst)
	}
	o.string("text", text)
	if names := l.Undefined(); names != nil {
		o.strings("undefined", names)
	}
	if l.Err != nil {
		o.string("error", l.Err.Error())
	}
}

// AppendG13Line appends one instruction, of which there are its bytes and its text, as a JSON object of its own.
func AppendG13Line(b []byte, schema string, i g13.Inst, spelling G13Spelling) []byte {
	o := newObject(b, schema)
	o.hex("hex", i.AppendBytes(nil))
	o.string("text", spelling.Text(i))
	return o.end()
}

// G13Instruction is the one instruction that hexadecimal digits are.
func G13Instruction(digits string) (g13.Inst, error) {
	b, err := ParseHex(digits)
	if err != nil {
		return g13.Inst{}, err
	}
	i, err := g13.Decode(b)
	if err == nil && int(i.Len) != len(b) {
		err = fmt.Errorf("the instruction has %d bytes, and there are %d", i.Len, len(b))
	}
	return i, err
}

// G13Code says why the beginning of a file is that of no code: it is text, or a file in which code may lie.
func G13Code(head []byte) error {
	switch is := g13.Container(head); is {
	case "":
		return nil
	case "hexadecimal text":
		return errors.New("this is hexadecimal text, which --hex reads; --raw takes it as code all the same")
	case "text":
		return errors.New("this is text, which g13 asm assembles; --raw takes it as code all the same")
	default:
		return fmt.Errorf("this is %s; --raw takes all of it as code", is)
	}
}
