package dialect

import (
	"context"
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
)

// A Reading is what a dialect makes of a text: a map whose source k the text calls Names[k].
type Reading struct {
	Map      lane.Map
	Names    []string
	To       string   // what the text calls the result; empty if it does not
	Guard    *Guard   // the predicate that the map is under
	Warnings []string // what is legal and probably not meant
	Part     string   // of the text that the map is of, if that is not the whole: a loop of a function

	// Others are the other movements of a text of which the map is a part.
	Others []Movement

	// Chosen is the text as a shuffle, if it selects from a constant whose lanes differ, or from two constants: the map has the constants, and not from which lanes they come.
	Chosen *shufflevector.Shuffle
}

// A Movement is one of several that a text makes: what its sources are called, and from which lines of the text on, from 1, it is wanted.
type Movement struct {
	Map   lane.Map
	Names []string
	Part  string // of the text: where the first one is
	Lines []int
}

// Options settle what a text alone leaves open.
type Options struct {
	From    string   // the name of the dialect; empty: recognise it
	Sources []string // the names of source a, b, … in order; empty: by their spelling or first appearance
	Exec    int      // lanes of a region that stands alone, and of a wave of AMD; 0: eight or its width, and what the text says
	Type    string   // the type of variables that a text of vISA does not declare; empty: d

	Context context.Context // it ends a reading between dialects and between lines; nil: nothing does
}

// Ended is why no more is to be read, if that is so.
func (o Options) Ended() error {
	if o.Context == nil {
		return nil
	}
	return o.Context.Err()
}

// Checked says of a map that a text describes whether it is one.
func Checked(text string, m lane.Map) error {
	if err := m.Check(); err != nil {
		return syntax.Errorf(text, 0, len(text), "%v", err)
	}
	return nil
}

// SourceLetters are the spellings that name a source by themselves. They stop early in the alphabet: x and y are what people call any operand.
const SourceLetters = "abcefgh"

// ReadBack reads a sequence, and wants as many bits as the map makes.
func ReadBack(m lane.Map, text string, read func(string) (Reading, error)) (Reading, error) {
	back, err := read(text)
	if err != nil {
		return back, fmt.Errorf("the sequence is not read as a form: %w", err)
	}
	if got, want := back.Map.Bits*len(back.Map.Lane), m.Bits*len(m.Lane); got != want {
		return back, fmt.Errorf("a register has %d bits, and this is %d", got, want)
	}
	return back, nil
}
