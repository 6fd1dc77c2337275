package wave

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A Reader reads statements one after another. What a statement is, the maker's package knows:
//
//	text ──▶ Read: a statement at a time ──▶ Done, Value, Load ──▶ Steps ──▶ Result
type Reader struct {
	Text     string // without comments
	Steps    []Step
	Warnings []string
	Known    map[string]uint64 // registers that hold a constant

	inner int // calls inside calls so far
}

// A Language is what a reader asks of the code that it reads.
type Language struct {
	Trimmed   func(text string, start, end int) (int, int) // a statement without the space, the braces and the label around it
	Passes    func(line string) bool                       // a line that moves nothing
	Written   func(line string) []string                   // what a statement that is not understood seems to write
	Statement func(start, end int) error
}

// Read reads the statements of the text, of which the reader's is the one without comments. What is not understood is a step that says why: nobody may read what it writes.
func (r *Reader) Read(text string, l Language) {
	r.Known = map[string]uint64{}
	for _, at := range strings.Statements(r.Text) {
		start, end := l.Trimmed(r.Text, at[0], at[1])
		if start == end || l.Passes(r.Text[start:end]) {
			continue
		}
		if len(r.Steps) > MaxSteps {
			break
		}
		if err := l.Statement(start, end); err != nil {
			to := l.Written(r.Text[start:end])
			for _, name := range to {
				delete(r.Known, name)
			}
			r.Steps = append(r.Steps, Step{To: to, Err: Placed(text, start, end, err), Start: start, End: end})
		}
	}
}

// Result is what the last statement makes, and a warning if that is several registers, of which it is the first.
func (r *Reader) Result(text string) (made Result, several string, err error) {
	made, err = Follow(text, r.Steps)
	if err != nil {
		return made, "", Placed(text, 0, len(text), err)
	}
	if last := r.Steps[len(r.Steps)-1]; len(last.To) > 1 {
		several = "there are " + strconv.Itoa(len(last.To)) + " results: shown is the first, " + last.To[0]
	}
	if made.To != "" && made.To[0] == Hidden {
		made.To = ""
	}
	return made, several, nil
}

// Hidden begins the names of values that the text does not name.
const Hidden = '('

// Placed is an error as one of the text as it was given.
func Placed(text string, start, end int, err error) error {
	if e, ok := err.(*syntax.Error); ok {
		return &syntax.Error{Text: text, Off: e.Off, End: e.End, What: e.What}
	}
	return syntax.Errorf(text, start, end, "%v", err)
}

// Done enters a step that a statement is. A register of at most so many bits, of which all are constant, is known from then on.
func (r *Reader) Done(s Step, widest int, warnings []string) {
	for k, to := range s.To {
		delete(r.Known, to)
		if v, ok := constant(s.Map[k], widest); ok {
			r.Known[to] = v
		}
	}
	r.Steps = append(r.Steps, s)
	r.Warnings = append(r.Warnings, warnings...)
}

// constant is the value of a register that the map makes a number.
func constant(m lane.Map, widest int) (v uint64, ok bool) {
	if m.Bits*len(m.Lane) > widest {
		return 0, false
	}
	for i, l := range m.Lane {
		part, fits := l.Const.Uint64()
		if l.Kind != lane.Constant || !fits {
			return 0, false
		}
		v |= part << (i * m.Bits)
	}
	return v, true
}

// Load makes registers inputs, which they are anyway as long as nobody has used them.
func (r *Reader) Load(names []string, l Line) error {
	for _, name := range names {
		for _, s := range r.Steps {
			if slices.Contains(s.From, name) || slices.Contains(s.To, name) {
				return syntax.Errorf(r.Text, l.Start, l.End, "%s is loaded after it was used", name)
			}
		}
	}
	return nil
}

// Calls are those of a language that has functions.
type Calls struct {
	Example string          // for whoever wrote something else
	Casts   map[string]bool // functions that change a value's type and not its bits
	// Find is what does a call whose arguments are names and numbers, behind the name of its result. bits are those of the value, where the text says them.
	Find func(call Operand) (do func(args []Operand, bits int) error, err error)
}

// Value is an operand of a call as a name or a number: a call inside is a step by itself, whose result is called to, or has no name.
func (r *Reader) Value(o Operand, to string, bits int, c *Calls) (Operand, error) {
	if o.Kind != Call {
		if to == "" && o.Kind <= Number {
			return o, nil
		}
		return o, o.Errorf(r.Text, "expected a call such as %s", c.Example)
	}
	if c.Casts[o.Text] && len(o.Args) == 1 {
		return r.Value(o.Args[0], to, 32, c)
	}
	do, err := c.Find(o)
	if err != nil {
		return o, err
	}
	if to == "" {
		r.inner++
		to = string(Hidden) + strconv.Itoa(r.inner)
	}
	result := Operand{Kind: Name, Text: to, Start: o.Start, End: o.End}
	args := []Operand{result}
	for _, a := range o.Args {
		a, err := r.Value(a, "", bits, c)
		if err != nil {
			return o, err
		}
		args = append(args, a)
	}
	return result, do(args, bits)
}
