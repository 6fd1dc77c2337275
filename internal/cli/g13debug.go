package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) g13Debug() *cobra.Command {
	var f g13RunFlags
	var script debugScript
	var dap bool
	cmd := &cobra.Command{
		Use:   "debug [FILE]",
		Short: "Step through a program, forward and back",
		Long: "FILE and the flags are those of g13 run. On a terminal the program fills the screen: s steps, b steps back, ? says the rest. " +
			"A script has a command a line, and its output is plain text; --dap speaks the Debug Adapter Protocol on standard input and output, so that an editor steps through it: through FILE, or without one through what its configuration launches. " +
			"The commands:\n\n" + debugHelp(),
		Example: `  printf 'mov r1, 5\niadd r1, r1, 3\nstop\n' > sum.s; printf 'step 3\nprint r1\nback\nprint r1\n' | lanescope g13 debug sum.s --script -
  printf 'mov r1, 0.5\nfadd32 r1, r1, r1\nfmul32 r1, r1, r1\nstop\n' > f.s; printf 'watch r1.f\nrun\nrun\nback run\n' | lanescope g13 debug f.s --script -
  printf 'get_sr r1, sr80\nif_icmp r0l, ult, r1, 5, 1\nstop\n' > if.s; printf 'run divergence\nlanes r1, r0l\n' | lanescope g13 debug if.s --script - --grid 8`,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 1, len(args) == 0 && !dap:
				return usagef("expected a file, found %d arguments", len(args))
			case f.fuel < 1:
				return usagef("--fuel %d: expected 1 or more", f.fuel)
			case dap && script.file != "":
				return usagef("--dap and --script are two ways to say what is to be done")
			case script.keepGoing && script.file == "":
				return usagef("--keep-going is about mistakes in a script: expected --script FILE")
			case len(args) == 1 && args[0] == "-" && (script.file == "" || script.file == "-"):
				return usagef("standard input says what is to be done, and cannot be the program as well")
			}
			if len(args) == 0 {
				return c.debugAdapter(c.launched)
			}
			s, state, err := c.debugSession(args[0], f)
			switch {
			case err != nil:
				return err
			case script.file != "":
				s.Fuel = f.fuel
				return c.debugScript(s, state, script)
			case dap: // whatever the editor says is to be launched
				path, err := filepath.Abs(args[0])
				return c.debugAdapter(func(string, []string, string) (*debug.Session, string, error) { return s, path, err })
			}
			return c.debugScreen(s, state, args[0])
		},
	}
	flags := cmd.Flags()
	f.stateFlags(flags)
	flags.StringVar(&script.file, "script", "", "do what stands in `FILE`, a command a line, up to its first mistake; - is standard input")
	flags.BoolVar(&script.keepGoing, "keep-going", false, "in a script, go on behind a mistake, or an assert that is not true; the exit code is 1 all the same")
	flags.IntVar(&f.fuel, "fuel", defaultFuel, "in a script, let a command make `N` steps at most")
	flags.BoolVar(&dap, "dap", false, "speak the Debug Adapter Protocol on standard input and output")
	return cmd
}

// debugSession is a program with what it begins with, at its beginning.
func (c *command) debugSession(file string, f g13RunFlags) (*debug.Session, api.G13State, error) {
	if err := f.readSizes(); err != nil {
		return nil, api.G13State{}, usageError{err}
	}
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
	ctx, cancel := f.within(c.context())
	defer cancel()
	s, err := debug.New(ctx, d, p.source)
	return s, state, err
}

// A debugScript is what is to be done, a command a line.
type debugScript struct {
	file      string
	keepGoing bool // behind a mistake
}

// debugScript does what a script says. At its first mistake it ends, unless it is to keep going.
func (c *command) debugScript(s *debug.Session, state api.G13State, script debugScript) error {
	in, name, err := c.input([]string{script.file})
	if err != nil {
		return err
	}
	defer in.Close()
	text, err := boundedText(in, name, maxProgram)
	if err != nil {
		return err
	}
	return c.write(func(w *bufio.Writer) (found error) {
		d := newDebugger(s, state, w)
		before := 0 // bytes of lines before
		for line := range strings.SplitSeq(text, "\n") {
			err := d.do(c.context(), line)
			if err == io.EOF {
				return found
			}
			if err != nil {
				if err := w.Flush(); err != nil { // so that the mistake stands behind what was shown before it
					return err
				}
				at := d.mistake(line, err)
				found = c.complain(name, syntax.Errorf(text, before+at.Off, before+max(at.End, at.Off), "%s", at.What))
				if !script.keepGoing {
					return found
				}
			}
			before += len(line) + 1
		}
		return found
	})
}

// mistake is why a line of a script could not be done, and where in it that stands.
func (d *debugger) mistake(line string, err error) *syntax.Error {
	var at *syntax.Error
	if !errors.As(err, &at) {
		at = syntax.Errorf(line, 0, len(line), "%v", err)
	}
	if strings.Contains(at.What, debug.ErrFuel.Error()) {
		at = syntax.Errorf(line, 0, len(strings.TrimRight(line, "\r")), "no end within %d steps; --fuel allows more", d.Fuel)
	}
	return at
}

// debugAdapter lets an editor step through a program.
func (c *command) debugAdapter(open func(program string, args []string, directory string) (*debug.Session, string, error)) error {
	if c.DebugAdapter == nil {
		return usagef("there is no debug adapter here")
	}
	return c.DebugAdapter(c.Stdin, c.Stdout, open)
}

// launched is a program as an editor's configuration has it, with flags as they stand on a command line, and its whole path, by which the editor knows it. What is wrong with it the editor is told.
func (c *command) launched(program string, args []string, directory string) (*debug.Session, string, error) {
	var f g13RunFlags
	flags := pflag.NewFlagSet("args", pflag.ContinueOnError)
	f.stateFlags(flags)
	if err := flags.Parse(args); err != nil {
		return nil, "", fmt.Errorf("args: %w", err)
	}
	switch {
	case program == "":
		return nil, "", fmt.Errorf("the configuration of the launch has no program")
	case program == "-":
		return nil, "", fmt.Errorf("standard input is the editor's, and cannot be the program")
	case flags.NArg() > 0:
		return nil, "", fmt.Errorf("args: expected flags, found %s", syntax.Quote(flags.Arg(0)))
	}
	if directory != "" { // in which all its files are looked for; this process is the editor's alone
		if err := os.Chdir(directory); err != nil {
			return nil, "", err
		}
	}
	path, err := filepath.Abs(program)
	if err != nil {
		return nil, "", err
	}
	var said strings.Builder
	stderr := c.Stderr
	c.Stderr = &said
	defer func() { c.Stderr = stderr }()
	s, _, err := c.debugSession(program, f)
	if err != nil && said.Len() > 0 {
		err = errors.New(strings.TrimSpace(said.String()))
	}
	return s, path, err
}

// debugHelp are the commands, a line each.
func debugHelp() string {
	var b strings.Builder
	for _, k := range debugCommands() {
		fmt.Fprintf(&b, "  %-34s %s\n", k.usage, k.does)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
