package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
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
		{"step [N]", "make N steps", travel("step")},
		{"next", "an instruction; a call with all that it leads to", travel("next")},
		{"out", "up to where the function goes on that called this one", travel("out")},
		{"line", "up to another line of the source", travel("line")},
		{"block", "up to the beginning of a block", travel("block")},
		{"run [PLACE]", "up to a breakpoint or to the end; or up to a place", travel("run")},
		{"back [N] | back COMMAND", "one of the commands above, the other way", travel("back")},
		{"goto N", "go to a position", travel("goto")},
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

// travel is a command that goes somewhere, and shows where it has led to.
func travel(word string) func(*debugger, context.Context, string) error {
	return func(d *debugger, ctx context.Context, rest string) error {
		t, err := d.Travel(word, rest)
		if err != nil {
			return err
		}
		a, err := t(ctx)
		d.arrive(a)
		return err
	}
}

func (d *debugger) breakCommand(_ context.Context, rest string) error { return d.add("", rest) }

func (d *debugger) watchCommand(_ context.Context, rest string) error {
	return d.add("watch ", rest)
}

// add adds the breakpoints that a text behind a word describes.
func (d *debugger) add(word, rest string) error {
	all, err := d.Code.ParseBreakpoints(word + rest)
	for _, b := range all {
		d.added(d.Add(b))
	}
	return syntax.Moved(err, rest, -len(word))
}

func (d *debugger) deleteCommand(_ context.Context, rest string) error {
	n, err := debug.Count(rest, -1)
	if err == nil && !d.Delete(n) {
		err = fmt.Errorf("there is no breakpoint %s", strings.TrimSpace(rest))
	}
	return err
}

func (d *debugger) groupCommand(_ context.Context, rest string) error {
	n, err := debug.Count(rest, -1)
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
