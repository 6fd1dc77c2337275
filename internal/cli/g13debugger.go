package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

// A debugger does commands in words, on a session, and writes what they show. The full screen has the same ones.
type debugger struct {
	*debug.Session
	w     *bufio.Writer
	state api.G13State // with what the program began
	shown machine.RegisterSet
	group int // that was chosen to be looked at, -1 for the one in focus
}

func newDebugger(s *debug.Session, state api.G13State, w *bufio.Writer) *debugger {
	d := &debugger{Session: s, w: w, state: state, shown: state.Named, group: -1}
	for _, op := range s.Code.Ops() {
		d.shown = d.shown.Union(s.Code.Writes(op))
	}
	return d
}

// A debugCommand is one word and what follows it.
type debugCommand struct {
	usage, does string
	do          func(d *debugger, ctx context.Context, rest string) error
}

// debugCommands are all of them, in the order of their help.
func debugCommands() []debugCommand {
	return []debugCommand{
		{"step [N]", "make N steps", (*debugger).stepCommand},
		{"next", "an instruction; a call with all that it leads to", stride(debug.Over)},
		{"out", "up to where the function goes on that called this one", stride(debug.Out)},
		{"line", "up to another line of the source", stride(debug.Line)},
		{"block", "up to the beginning of a block", stride(debug.Block)},
		{"run [PLACE]", "up to a breakpoint or to the end; or up to a place", (*debugger).runCommand},
		{"back [N] | back COMMAND", "one of the commands above, the other way", (*debugger).backCommand},
		{"goto N", "go to a position", (*debugger).gotoCommand},
		{"break PLACE [if EXPRESSION]", "a breakpoint; PLACE is a label, an offset, line N, nan, divergence, early or when EXPRESSION", (*debugger).breakCommand},
		{"watch EXPRESSION [if EXPRESSION]", "a breakpoint where a value has changed", (*debugger).watchCommand},
		{"breaks", "list the breakpoints", (*debugger).breaksCommand},
		{"delete N", "take a breakpoint away", (*debugger).deleteCommand},
		{"where", "say where it stands, and how the SIMD-groups do", (*debugger).whereCommand},
		{"list [N]", "show N instructions around", (*debugger).listCommand},
		{"print EXPRESSION", "show a value: r3[active].f, device[u2_u3 + 4*lane].u8", (*debugger).printCommand},
		{"lanes [EXPRESSION, …]", "show values, a lane a line", (*debugger).lanesCommand},
		{"regs", "show all registers that the program has", (*debugger).regsCommand},
		{"masks [N]", "show the mask behind the last N instructions", (*debugger).masksCommand},
		{"memory u2 | local [FROM [BYTES]]", "show a buffer, or the threadgroup's memory", (*debugger).memoryCommand},
		{"group N | group", "look at another SIMD-group; without a number, at the one in focus", (*debugger).groupCommand},
		{"assert EXPRESSION", "a mistake unless it is true: it ends the script", (*debugger).assertCommand},
		{"quit", "end the script", func(*debugger, context.Context, string) error { return io.EOF }},
	}
}

// do does a command. An error is a *syntax.Error where it has a place; io.EOF is the wish to end.
func (d *debugger) do(ctx context.Context, line string) error {
	text := line
	if at := strings.IndexByte(text, '#'); at >= 0 {
		text = text[:at]
	}
	c := syntax.Cursor{Text: text}
	if c.Done() {
		return nil
	}
	start := c.Off
	word := c.Word()
	for _, k := range debugCommands() {
		if name, _, _ := strings.Cut(k.usage, " "); name == word {
			c.Space()
			return placed(line, text, c.Off, k.do(d, ctx, text[c.Off:]))
		}
	}
	c.Off = max(c.Off, start+1)
	var names []string
	for _, k := range debugCommands() {
		name, _, _ := strings.Cut(k.usage, " ")
		names = append(names, name)
	}
	return syntax.Errorf(line, start, c.Off, "there is no command %s; there are %s", syntax.Quote(text[start:c.Off]), strings.Join(names, ", "))
}

// placed is an error in what follows a command as one of the line.
func placed(line, text string, by int, err error) error {
	var at *syntax.Error
	switch {
	case err == nil || err == io.EOF:
		return err
	case errors.As(err, &at):
		return syntax.Errorf(line, by+at.Off, by+max(at.End, at.Off), "%s", at.What)
	}
	return syntax.Errorf(line, min(by, len(text)), len(text), "%v", err)
}

// looked is the SIMD-group that is looked at.
func (d *debugger) looked() int {
	if d.group >= 0 && d.group < len(d.Groups()) {
		return d.group
	}
	return d.Focus()
}

// count is the number that follows a command, or what it is without one.
func count(rest string, without int) (int, error) {
	rest = strings.TrimSpace(rest)
	if rest == "" {
		return without, nil
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("expected a number, found %s", syntax.Quote(rest))
	}
	return n, nil
}

// nothing says that nothing is to follow a command.
func nothing(rest string) error {
	if strings.TrimSpace(rest) != "" {
		return fmt.Errorf("nothing follows this command, found %s", syntax.Quote(strings.TrimSpace(rest)))
	}
	return nil
}

func (d *debugger) stepCommand(ctx context.Context, rest string) error {
	n, err := count(rest, 1)
	if err != nil {
		return err
	}
	a, err := d.Forward(ctx, n)
	d.arrive(a)
	return err
}

func stride(by debug.Stride) func(*debugger, context.Context, string) error {
	return func(d *debugger, ctx context.Context, rest string) error {
		if err := nothing(rest); err != nil {
			return err
		}
		a, err := d.Go(ctx, by)
		d.arrive(a)
		return err
	}
}

// strides are those that can be gone back, by their commands.
var strides = map[string]debug.Stride{"next": debug.Over, "out": debug.Out, "line": debug.Line, "block": debug.Block}

func (d *debugger) backCommand(ctx context.Context, rest string) error {
	word, more, _ := strings.Cut(strings.TrimSpace(rest), " ")
	by, isStride := strides[word]
	switch {
	case word == "run":
		all, err := d.breakpointsTo(strings.TrimSpace(more))
		if err != nil {
			return err
		}
		a, err := d.RunBackTo(ctx, all)
		d.arrive(a)
		return err
	case isStride:
		if err := nothing(more); err != nil {
			return err
		}
		a, err := d.GoBack(ctx, by)
		d.arrive(a)
		return err
	case word == "step":
		rest = more
	}
	n, err := count(rest, 1)
	if err != nil {
		return fmt.Errorf("expected a number, step, next, out, line, block or run, found %s", syntax.Quote(word))
	}
	at := d.Position()
	d.Seek(at - n)
	d.arrive(debug.Arrival{Over: n > at})
	return nil
}

func (d *debugger) gotoCommand(ctx context.Context, rest string) error {
	n, err := count(rest, -1)
	if err != nil || n < 0 {
		return errors.New("expected a position, a number of steps")
	}
	if n <= d.Position() {
		d.Seek(n)
	}
	a, err := d.Forward(ctx, n-d.Position())
	d.arrive(a)
	return err
}

func (d *debugger) runCommand(ctx context.Context, rest string) error {
	all, err := d.breakpointsTo(strings.TrimSpace(rest))
	if err != nil {
		return err
	}
	a, err := d.RunTo(ctx, all)
	d.arrive(a)
	return err
}

// breakpointsTo are the breakpoints, and those of a place if one is named.
func (d *debugger) breakpointsTo(place string) ([]*debug.Breakpoint, error) {
	all := slices.Clone(d.Breakpoints())
	if place == "" {
		return all, nil
	}
	more, err := d.place(place)
	for _, b := range more {
		all = append(all, &b)
	}
	return all, err
}

// conditional parts what follows a breakpoint from its condition.
func conditional(rest string) (what string, condition *debug.Expression, err error) {
	what, text, ok := strings.Cut(rest, " if ")
	if ok {
		if condition, err = debug.ParseExpression(text); err != nil {
			err = syntax.Moved(err, rest, len(rest)-len(text))
		}
	}
	return what, condition, err
}

func (d *debugger) breakCommand(_ context.Context, rest string) error {
	what, condition, err := conditional(rest)
	if err != nil {
		return err
	}
	all, err := d.place(strings.TrimRight(what, " \t\r"))
	if err != nil {
		return err
	}
	for _, b := range all {
		b.If = condition
		d.added(d.Add(b))
	}
	return nil
}

func (d *debugger) watchCommand(_ context.Context, rest string) error {
	what, condition, err := conditional(rest)
	if err != nil {
		return err
	}
	watched, err := debug.ParseExpression(what)
	if err == nil {
		d.added(d.Add(debug.Breakpoint{Cause: debug.AtChange, Watched: watched, If: condition}))
	}
	return err
}

// causes are the places that have a name.
var causes = map[string]debug.Cause{"nan": debug.AtNaN, "divergence": debug.AtDivergence, "early": debug.AtEarly}

// place is what a breakpoint may be at: several where a line is in several pieces.
func (d *debugger) place(text string) ([]debug.Breakpoint, error) {
	if cause, ok := causes[text]; ok {
		return []debug.Breakpoint{{Cause: cause}}, nil
	}
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "when":
		e, err := debug.ParseExpression(rest)
		if err != nil {
			return nil, syntax.Moved(err, text, len(text)-len(rest))
		}
		return []debug.Breakpoint{{Cause: debug.AtTruth, Watched: e}}, nil
	case "line":
		return d.placeOfLine(strings.TrimSpace(rest))
	}
	offset, ok := d.Code.Label(text)
	if !ok {
		n, err := strconv.ParseInt(text, 0, 32)
		if err != nil {
			return nil, fmt.Errorf("%s is no label, and no offset such as 0x1c, line N, nan, divergence, early or when EXPRESSION", syntax.Quote(text))
		}
		offset = int(n)
	}
	if _, ok := d.Code.OpAt(offset); !ok {
		return nil, fmt.Errorf("no instruction begins at offset %#x", offset)
	}
	return []debug.Breakpoint{{Cause: debug.AtOffset, Offset: offset}}, nil
}

func (d *debugger) placeOfLine(text string) (all []debug.Breakpoint, err error) {
	file, digits, named := strings.Cut(text, ":")
	if !named {
		file, digits = d.Code.File, text
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 {
		return nil, fmt.Errorf("%s is no line: expected line 12, or line file.s:12", syntax.Quote(text))
	}
	offsets, _ := d.Code.LineOffsets(file, n)
	for _, offset := range offsets {
		all = append(all, debug.Breakpoint{Cause: debug.AtOffset, Offset: offset})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no code is from line %d or from behind it", n)
	}
	return all, nil
}

func (d *debugger) deleteCommand(_ context.Context, rest string) error {
	n, err := count(rest, -1)
	if err == nil && !d.Delete(n) {
		err = fmt.Errorf("there is no breakpoint %s", strings.TrimSpace(rest))
	}
	return err
}

func (d *debugger) groupCommand(_ context.Context, rest string) error {
	n, err := count(rest, -1)
	if err == nil && n >= len(d.Groups()) {
		err = fmt.Errorf("there is no SIMD-group %d; the threadgroup has %d", n, len(d.Groups()))
	}
	if err == nil {
		d.group = n
		return d.whereCommand(context.Background(), "")
	}
	return err
}

func (d *debugger) assertCommand(_ context.Context, rest string) error {
	e, err := debug.ParseExpression(rest)
	if err != nil {
		return err
	}
	v, ok := d.Evaluate(e, d.looked())
	if !ok {
		return errNotBegun
	}
	if !v.True() {
		return fmt.Errorf("at position %d this is not so", d.Position())
	}
	return nil
}

var errNotBegun = errors.New("no threadgroup has begun yet; step makes one")
