package corpus

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	visamoves "github.com/lanescope/lanescope/visa/moves"
)

// A kernel of vISA is read whole, and not line by line: what its lines move depends on the types that it declares.
//
//	.decl m v_type=G type=uw num_elts=32 align=GRF
//	mov (M1, 8) t(0,0)<1> m(0,0)<16;4,4>             of words, a0 a4 a8 a12 a16 …; of dwords, others

// kernels are the endings of their texts. A text that is called otherwise, or comes from standard input, is known by how it begins.
var kernels = []string{".visaasm", ".isaasm"}

// grf is how many bytes a register has: a text does not say it.
const grf = 32

// isKernel says whether a text is a kernel's, by its name or by its first lines: directives and comments.
func isKernel(file string, peek func(k int) (line string, ok bool)) bool {
	if slices.Contains(kernels, strings.ToLower(filepath.Ext(file))) {
		return true
	}
	for k := range MostWrapped {
		line, ok := peek(k)
		text := strings.TrimSpace(line)
		switch {
		case visamoves.BeginsKernel(text):
			return true
		case !ok || text != "" && text[0] != '.' && !strings.HasPrefix(text, "//"):
			return false
		}
	}
	return false
}

// kernel reads a kernel's text.
func (s *Sink) kernel(file string, lines *lines) error {
	var text []byte
	for {
		line, err := lines.next()
		if text = append(append(text, line...), '\n'); len(text) > visamoves.MostKernel {
			return fmt.Errorf("it is a kernel of vISA of more than %d bytes", visamoves.MostKernel)
		}
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		if err := s.ended(); err != nil {
			return err
		}
	}
	s.guarded(file, 0, "", func() { s.tellKernel(file, string(text)) })
	return nil
}

// tellKernel tells of each movement, and of what could not be read or is known at run time only.
func (s *Sink) tellKernel(file, text string) {
	k := visamoves.ReadKernel(text, grf)
	lost := func(p *places, off int, why string) {
		if s.Lost != nil {
			s.Lost(Skip{p.of(off), why})
		}
	}
	begin := places{text: text, Place: Place{File: file, Line: 1, Function: k.Program.Kernel}}
	at := begin
	for _, err := range k.Errors {
		if e := new(syntax.Error); errors.As(err, &e) {
			lost(&at, e.Off, e.What)
		}
	}
	at = begin
	followed, last := len(k.Lines), -1 // last is the line that was lost last
	for m := range k.Moves() {
		switch {
		case m.Err != nil:
			lost(&at, m.Off, m.Err.Error())
			if m.Off != last {
				followed, last = followed-1, m.Off
			}
		case s.Shuffle != nil:
			f := form.Form{Dialect: "visa", Map: m.Reading.Map, Names: m.Reading.Names}
			s.Shuffle(Find{at.of(m.Off), m.Text, f, Moves(f.Map)})
		}
	}
	for range followed {
		if s.Line != nil {
			s.Line()
		}
	}
}

// places counts lines of a text as far as has been asked; what is asked for comes in order.
type places struct {
	text string
	off  int
	Place
}

// of is the place of a byte.
func (p *places) of(off int) Place {
	p.Line += strings.Count(p.text[p.off:off], "\n")
	p.off = off
	return p.Place
}
