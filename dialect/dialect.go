package dialect

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/lane"
)

// A Dialect is one notation for lane movement. Looks and Read are never nil; of what is, the notation has nothing.
type Dialect struct {
	Name    string
	Meaning string // in a few words
	Example string

	Looks func(text string) bool // whether the text, without space around it, can be nothing else
	Read  func(text string, opt Options) (Reading, error)
	Say   func(m lane.Map) (string, error) // in one form; nil for a dialect that is read and not written

	// InLine is the form in a line of a file that is searched for shuffles. What an instruction does whose constant is elsewhere, only the comment may say. Nil: files are not searched for it.
	InLine func(l Line) (text string, ok bool)

	Sequence func(ctx context.Context, m lane.Map) ([]string, error) // what Say cannot, in several lines; the best that was found when the context ends
	Scenes   func(text string, opt Options) []draw.Scene             // its pictures of a text, beside the wires that every map has
	Whole    bool                                                    // Read takes texts of several lines
	Overlap  func(a, b string, bitsA, bitsB int) bool                // whether two names are different and share bits; nil if that cannot be
}

// ErrTarget is why a dialect of real machines says nothing in one form.
var ErrTarget = errors.New("which instructions are cheapest depends on the target: lanescope lower --target")

// WithoutOptions is the Read of a dialect whose texts leave nothing open.
func WithoutOptions(read func(text string) (Reading, error)) func(string, Options) (Reading, error) {
	return func(text string, _ Options) (Reading, error) { return read(text) }
}

// WithoutSearch is the Sequence of a dialect in which nothing is searched for; of none there is none.
func WithoutSearch(say func(m lane.Map) ([]string, error)) func(context.Context, lane.Map) ([]string, error) {
	if say == nil {
		return nil
	}
	return func(_ context.Context, m lane.Map) ([]string, error) { return say(m) }
}

// IsWritten says whether maps are said in the dialect.
func (d Dialect) IsWritten() bool { return d.Say != nil || d.Sequence != nil }

// Form is the map as one form of the dialect; the error says what the dialect lacks.
func (d Dialect) Form(m lane.Map) (string, error) {
	if d.Say == nil {
		return "", fmt.Errorf("%s is read, not written", d.Name)
	}
	return d.Say(m)
}

// Translate says a map in the dialect: in one form if there is one, otherwise in the shortest sequence of lines that is known. Read back, they are the map. The error says what the
// dialect lacks. What is searched for is, when the context ends, the best that was found.
func (d Dialect) Translate(ctx context.Context, m lane.Map) ([]string, error) {
	text, err := d.Form(m)
	if err == nil {
		return []string{text}, nil
	}
	if d.Sequence == nil {
		return nil, err
	}
	lines, noSequence := d.Sequence(ctx, m)
	switch {
	case noSequence != nil && d.Say == nil:
		return nil, noSequence
	case noSequence != nil && errors.Is(err, ErrTarget): // which is no reason against a sequence
		return nil, noSequence
	case noSequence != nil:
		return nil, Neither(err, noSequence)
	}
	return lines, nil
}

// Neither is why a map is said neither in one form nor in several lines.
func Neither(one, several error) error {
	if one.Error() == several.Error() {
		return one
	}
	return fmt.Errorf("%w; and in several: %w", one, several)
}
