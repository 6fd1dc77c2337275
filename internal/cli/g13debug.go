package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) g13Debug() *cobra.Command {
	var f g13RunFlags
	var script string
	var dap bool
	cmd := &cobra.Command{
		Use:   "debug FILE",
		Short: "Step through a program, forward and back",
		Long: "FILE and the flags are those of g13 run. On a terminal the program fills the screen: s steps, b steps back, ? says the rest. " +
			"A script has a command a line, and its output is plain text; --dap speaks the Debug Adapter Protocol on standard input and output, so that an editor steps through it. " +
			"The commands:\n\n" + debugHelp(),
		Example: `  printf 'mov r1, 5\niadd r1, r1, 3\nstop\n' > sum.s; printf 'step 3\nprint r1\nback\nprint r1\n' | lanescope g13 debug sum.s --script -
  printf 'mov r1, 0.5\nfadd32 r1, r1, r1\nfmul32 r1, r1, r1\nstop\n' > f.s; printf 'watch r1.f\nrun\nrun\nback run\n' | lanescope g13 debug f.s --script -
  printf 'get_sr r1, sr80\nif_icmp r0l, ult, r1, 5, 1\nstop\n' > if.s; printf 'run divergence\nlanes r1, r0l\n' | lanescope g13 debug if.s --script - --grid 8`,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) != 1:
				return usagef("expected a file, found %d arguments", len(args))
			case f.fuel < 1:
				return usagef("--fuel %d: expected 1 or more", f.fuel)
			case dap && script != "":
				return usagef("--dap and --script are two ways to say what is to be done")
			case args[0] == "-" && (script == "" || script == "-"):
				return usagef("standard input says what is to be done, and cannot be the program as well")
			}
			if err := f.readSizes(); err != nil {
				return usageError{err}
			}
			s, state, err := c.debugSession(args[0], f)
			switch {
			case err != nil:
				return err
			case script != "":
				s.Fuel = f.fuel
				return c.debugScript(s, state, script)
			case dap:
				return c.debugAdapter(s, args[0])
			}
			return c.debugScreen(s, state, args[0])
		},
	}
	flags := cmd.Flags()
	f.stateFlags(flags)
	flags.StringVar(&script, "script", "", "do what stands in `FILE`, a command a line; - is standard input")
	flags.IntVar(&f.fuel, "fuel", defaultFuel, "in a script, let a command make `N` steps at most")
	flags.BoolVar(&dap, "dap", false, "speak the Debug Adapter Protocol on standard input and output")
	return cmd
}

// debugSession is a program with what it begins with, at its beginning.
func (c *command) debugSession(file string, f g13RunFlags) (*debug.Session, api.G13State, error) {
	state, _, err := f.begin(file)
	if err != nil {
		return nil, state, err
	}
	p, err := c.g13Programs(file, g13Wish{program: f.program, lines: true})
	if err != nil {
		return nil, state, err
	}
	d, err := c.g13Dispatch(p, state, f)
	if err != nil {
		return nil, state, err
	}
	ctx, cancel := f.context()
	defer cancel()
	s, err := debug.New(ctx, d, p.source)
	return s, state, err
}

// debugScript does what a script says, and ends at its first mistake.
func (c *command) debugScript(s *debug.Session, state api.G13State, file string) error {
	in, name, err := c.input([]string{file})
	if err != nil {
		return err
	}
	defer in.Close()
	text, err := boundedText(in, name, maxProgram)
	if err != nil {
		return err
	}
	return c.write(func(w *bufio.Writer) error {
		d := newDebugger(s, state, w)
		for number, line := range strings.Split(text, "\n") {
			err := d.do(context.Background(), line)
			if err == io.EOF {
				return nil
			}
			if err == nil {
				continue
			}
			var at *syntax.Error
			if !errors.As(err, &at) {
				at = syntax.Errorf(line, 0, len(line), "%v", err)
			}
			if strings.Contains(at.What, debug.ErrFuel.Error()) {
				at = syntax.Errorf(line, 0, len(strings.TrimRight(line, "\r")), "no end within %d steps; --fuel allows more", s.Fuel)
			}
			before := strings.Join(strings.SplitAfter(text, "\n")[:number], "")
			return c.complain(name, syntax.Errorf(text, len(before)+at.Off, len(before)+max(at.End, at.Off), "%s", at.What))
		}
		return nil
	})
}

// debugAdapter lets an editor step through a program, whose file it knows by its whole path.
func (c *command) debugAdapter(s *debug.Session, file string) error {
	if c.DebugAdapter == nil {
		return usagef("there is no debug adapter here")
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	return c.DebugAdapter(c.Stdin, c.Stdout, s, path)
}

// debugHelp are the commands, a line each.
func debugHelp() string {
	var b strings.Builder
	for _, k := range debugCommands() {
		fmt.Fprintf(&b, "  %-34s %s\n", k.usage, k.does)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
