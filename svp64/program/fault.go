package program

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/syntax"
)

// A Fault is why a program cannot go on. Where the program was a text, errors.As makes a *syntax.Error of it, which says line and column.
type Fault struct {
	At   uint64
	Inst Inst
	Err  error

	place *syntax.Error // nil where the program was no text
}

// Error is the place, the instruction and the reason.
func (f *Fault) Error() string { return fmt.Sprintf("%#x: %v: %v", f.At, f.Inst, f.Err) }

// Unwrap is the reason.
func (f *Fault) Unwrap() error { return f.Err }

// As is the place in the program's text, for errors.As.
func (f *Fault) As(target any) bool {
	at, ok := target.(**syntax.Error)
	if !ok || f.place == nil {
		return false
	}
	*at = f.place
	return true
}

// Reasons of faults.
var (
	ErrOutside = errors.New("the program counter is outside the program")
	ErrNone    = errors.New("this word is no instruction here")
)

// fault is the error of an instruction, with its place in the text if there is one.
func (m *Machine) fault(at uint64, i Inst, err error) *Fault {
	return &Fault{At: at, Inst: i, Err: err, place: m.source.place(at-m.begin, i, err)}
}

// A source is the text that a program was, and which statement made each word.
//
//	setvl 0,0,2,1,1,1 ; sv.add *1,*5,*9
//	└── word 0 ──────┘  └ words 1, 2 ─┘
type source struct {
	text  string
	words []span
}

// A span is where a statement is in a text.
type span struct{ start, end int }

// place is the statement of the word that lies so many bytes behind the beginning.
func (s *source) place(offset uint64, i Inst, err error) *syntax.Error {
	if s == nil || offset/4 >= uint64(len(s.words)) {
		return nil
	}
	at := s.words[offset/4]
	return syntax.Errorf(s.text, at.start, at.end, "%v: %v", i, err)
}
