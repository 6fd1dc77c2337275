package cli

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/archive"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
)

// A g13File is a program and what is known of it besides.
type g13File struct {
	name     string
	code     []byte
	text     asm.Program // what assembly says besides: labels, and lines if they are wanted
	constant []byte      // of an archive, what runs once before
}

// A g13Wish is what is wanted of a file: of an archive the program with a name, or without one the only main program; of assembly also the lines.
type g13Wish struct {
	program string
	lines   bool
	unrun   bool // nothing will run that could show that it is no code
}

// g13Code is the code of a file: bytes, assembly or an archive.
func (c *command) g13Code(file string, wish g13Wish) (f g13File, err error) {
	code, name, err := c.readAll([]string{file})
	if err != nil {
		return g13File{}, err
	}
	f = g13File{name: name, code: code}
	switch text := string(code); {
	case archive.Is(code):
		err = f.open(wish.program)
	case wish.program != "":
		return g13File{}, usagef("--program %s: %s is no archive, and has one program only", wish.program, name)
	case file == "-" && isHexText(text):
		f.code, err = parseHex(text)
	case file == "-" && isText(text), strings.HasSuffix(name, ".s"):
		source := c.g13Source(name, text)
		source.Lines = wish.lines
		p, errs := source.Assemble()
		if c.stopped() {
			return g13File{}, errInterrupted
		}
		f.code, f.text, err = p.Code, p, errors.Join(errs...)
	case wish.unrun:
		if is := g13.Container(code[:min(len(code), g13.ContainerBytes)]); is != "" {
			err = fmt.Errorf("this is %s, and no code; assembly is in a file whose name ends in .s, or on standard input", is)
		}
	}
	if err != nil {
		return g13File{}, c.complain(name, err)
	}
	return f, nil
}

// open takes a program out of the archive that the file is.
func (f *g13File) open(program string) error {
	a, err := archive.Read(f.code)
	if err != nil {
		return err
	}
	p, err := a.Find(program)
	if err != nil {
		return fmt.Errorf("%w; --program takes one", err)
	}
	f.code = p.Code
	if constant, ok := a.Constant(p); ok {
		f.constant = constant.Code
	}
	return nil
}

// g13Program is a program's file, compiled.
func (c *command) g13Program(file string) (*machine.Program, error) {
	p, err := c.g13Programs(file, g13Wish{})
	return p.main, err
}

// g13Programs are a file's program, compiled, and what goes with it.
type g13Programs struct {
	main     *machine.Program
	constant *machine.Program // which runs once before; nil where there is none
	source   debug.Source     // labels, and lines if they are wanted
}

func (c *command) g13Programs(file string, wish g13Wish) (p g13Programs, err error) {
	f, err := c.g13Code(file, wish)
	if err != nil {
		return p, err
	}
	if p.main, err = machine.Compile(f.code); err == nil && f.constant != nil {
		p.constant, err = machine.Compile(f.constant)
	}
	if err != nil {
		return p, c.complain(f.name, err)
	}
	p.source = debug.Source{Labels: f.text.Labels, Lines: f.text.Lines}
	if f.text.Code != nil {
		p.source.File = f.name
	}
	return p, nil
}

// programFlag adds the flag that takes a program out of an archive.
func programFlag(flags *pflag.FlagSet, program *string) {
	flags.StringVar(program, "program", "", "of an archive, the program `NAME`, such as compute or vertex/"+archive.MainSymbol+"; unless given, its only main one")
}

// isText says whether all of it can be read. Nearly every program in bytes has a zero, if only that of its stop.
func isText(s string) bool {
	control := func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\n\v\f\r", r) }
	return utf8.ValidString(s) && !strings.ContainsFunc(s, control)
}

// isHexText says whether a text is hexadecimal digits, two a byte, and what may stand between them.
func isHexText(s string) bool {
	_, err := parseHex(s)
	return isText(s) && err == nil
}
