package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	runtimedebug "runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/syntax"
)

// Exit codes of every command.
const (
	exitOK       = 0
	exitFindings = 1 // invalid input, not equal, cannot be said; a file that is missing, a full disk, no time left
	exitUsage    = 2
	exitBug      = 3

	exitInterrupted = 130 // as shells say it of SIGINT
)

// errFindings is the error of a command that has already said what it found.
var errFindings = errors.New("findings")

// usageError is a wrong use of the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// System is what a command has of the world.
type System struct {
	Stdin io.Reader
	// Stdout and Stderr are written to no more once Run has returned, unless they are files that nobody takes anything from.
	Stdout, Stderr io.Writer
	Getenv         func(name string) string
	// Terminal says whether standard output is one.
	Terminal bool
	// Columns is the width of that terminal; nil, or 0, if it is not known.
	Columns func() int
	// Host is the target that the machine is; nil where answers are to be the same everywhere.
	Host func() string
	// DebugAdapter answers an editor that steps through a program, which is opened when the editor launches it; nil if there is none.
	DebugAdapter func(in io.Reader, out io.Writer, open func(program string, args []string, directory string) (*debug.Session, string, error)) error
	// Pages are what serves the page; without, there is none.
	Pages Pages
	// Agent answers a coding agent until it is gone; nil if nothing does.
	Agent func(ctx context.Context, in io.Reader, out io.Writer, o AgentOptions) error
	// Editor answers an editor until it leaves; nil if nothing does.
	Editor func(ctx context.Context, in io.Reader, out io.Writer, o EditorOptions) error
	// Campaigns are what has shards done; without, results can be looked at.
	Campaigns Campaigns
	// Context ends when the command is to end; nil if nobody can want that.
	Context context.Context
	// Patience is how long a command runs before it says on standard error how it goes on; 0 is two seconds.
	Patience time.Duration
}

// Run executes the command line without the program's name and returns the exit code.
func Run(args []string, sys System) int {
	c := &command{System: sys}
	return c.runToEnd(args)
}

// execute executes the command line, to its end.
func (c *command) execute(args []string) (code int) {
	defer func() {
		if r := recover(); r != nil {
			code = report(c.Stderr, r, args)
		}
	}()
	c.completing = len(args) > 0 && isCompletion(args[0])
	root := c.tree()
	root.SetArgs(withCommand(root, args))
	root.SetIn(c.Stdin)
	root.SetErr(c.Stderr)
	ran, err := root.ExecuteC()
	if err == nil && c.said.Len() > 0 {
		err = c.write(func(w *bufio.Writer) error {
			_, err := w.Write(c.said.Bytes())
			return err
		})
	}
	return c.exit(ran, err)
}

// longestMessage is how many bytes of a message are said.
const longestMessage = 2 << 10

// brief is a message as it can be looked at: of what repeats an argument of 100,000 letters, the beginning and the end.
func brief(message string) string {
	if len(message) > longestMessage {
		const part = longestMessage / 2
		message = strings.ToValidUTF8(message[:part], "") + " … " + strings.ToValidUTF8(message[len(message)-part:], "")
	}
	return syntax.Visible(message)
}

// report is what a bug in Lanescope looks like from outside.
func report(w io.Writer, r any, args []string) int {
	fmt.Fprintf(w, "lanescope: a bug in Lanescope, please report it with this text.\n%s\narguments: %q\nversion: %s\n\n%s", syntax.Visible(fmt.Sprint(r)), args, version(), runtimedebug.Stack())
	return exitBug
}

// exit says on standard error what went wrong and gives the exit code.
func (c *command) exit(ran *cobra.Command, err error) int {
	var usage usageError
	if c.stopped() && !errors.Is(err, errInterrupted) {
		err = errInterrupted // whatever became of it
	}
	if (err != nil || c.bugs > 0) && !c.ending.lastWord() {
		return exitInterrupted
	}
	switch {
	case c.bugs > 0:
		fmt.Fprintf(c.Stderr, "lanescope: %s, each a bug in Lanescope; what else there was is answered\n", plural2(c.bugs, "answer is missing", "answers are missing"))
		return exitBug
	case err == nil:
		return exitOK
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.As(err, &usage), isCobraUsage(err):
		what, hint, hinted := strings.Cut(err.Error(), suggestion)
		if what = brief(what); hinted {
			what += suggestion + hint
		}
		fmt.Fprintf(c.Stderr, "lanescope: %s\nTry '%s --help'.\n", what, ran.CommandPath())
		return exitUsage
	}
	fmt.Fprintf(c.Stderr, "lanescope: %s\n", brief(err.Error()))
	if errors.Is(err, errInterrupted) {
		return exitInterrupted
	}
	return exitFindings
}

// suggestion is what the command library puts behind the name of a command that does not exist, and before ours that are like it.
const suggestion = "\n\nDid you mean this?\n"

// isCobraUsage recognises the one mistake that the command library reports without a hook: a command that does not exist.
func isCobraUsage(err error) bool { return strings.HasPrefix(err.Error(), "unknown command") }

// command is one execution: the world, and the flags that every command has.
type command struct {
	System
	output string // -o
	json   bool
	quiet  bool
	color  string
	batch  string
	from   string
	source string
	exec   int
	typ    string
	clock  clock
	bugs   int           // answers that are missing, for which a run goes on
	inputs []os.FileInfo // of the files that are read
	said   bytes.Buffer  // help and completions, which are results as all others

	completing bool // a shell asks what could come next

	ending *ending // nil if nobody can want it to end
}

// tree is the root with all commands below it.
func (c *command) tree() *cobra.Command {
	root := &cobra.Command{
		Use:   "lanescope",
		Short: "See, prove, draw and name how lanes move in SIMD and GPU code",
		Long: "Lanescope reads lane movements in the notations of several instruction sets as one kind of value, a lane map: " +
			"which source lane ends up in which destination lane. A form without a command is explained.",
		Example: `  lanescope '<4 x i32> 0 4 1 5'
  lanescope prove '<4 x i32> 0 1 4 5' 'i64x2 i64x2 -> a0 b0'
  lanescope draw 'i32x4 -> a3 a2 a1 a0' --ascii`,
		SilenceUsage: true, SilenceErrors: true,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	flags := root.PersistentFlags()
	flags.StringVarP(&c.output, "output", "o", "-", "write the result to `FILE`; - is standard output")
	flags.BoolVar(&c.quiet, "quiet", false, "say nothing on standard error")
	flags.StringVar(&c.color, "color", "auto", "colour the result `WHEN`: auto, always or never")
	c.choiceFlag(flags, root, "color", "auto", "always", "never")
	root.PersistentPreRunE = checkChoices
	root.SetOut(&c.said)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(c.explain(), c.prove(), c.lower(), c.network(), c.table(), c.translate(), c.tokens(), c.draw(), c.scan(), c.test(), c.campaign(), c.patterns(), c.targets(), c.discoveries(), c.g13(), c.svp64(), c.visa(), c.errata(), c.serve(), c.lsp(), c.mcp(), c.site(), c.version(), c.man())
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "completion":
			describeCompletion(cmd)
		case "help":
			cmd.Hidden = true // it is --help
		}
	}
	everyCommand(root, func(cmd *cobra.Command) {
		cmd.SetHelpTemplate(helpTemplate)
		cmd.DisableFlagsInUseLine = true
	})
	return root
}

// everyCommand visits a command and all below it.
func everyCommand(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, sub := range cmd.Commands() {
		everyCommand(sub, visit)
	}
}

// completeFlag offers values of a flag to the shell, which are found when it asks: tables need not be built to say a version.
func (c *command) completeFlag(cmd *cobra.Command, flag string, values func() []string) {
	if !c.completing && cmd.Flag(flag) != nil {
		return // cobra would keep the flag, and with it all commands, for as long as the process lives
	}
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the flag does not exist: a bug
	}
}

// these are values that need no table.
func these(values ...string) func() []string { return func() []string { return values } }

// choices is the note on a flag that says which values it may have.
const choices = "lanescope choices"

// choiceFlag offers the values of a flag to the shell. It has no others.
func (c *command) choiceFlag(flags *pflag.FlagSet, cmd *cobra.Command, flag string, values ...string) {
	c.completeFlag(cmd, flag, these(values...))
	if err := flags.SetAnnotation(flag, choices, values); err != nil {
		panic(err) // the flag does not exist: a bug
	}
}

// checkChoices refuses a value that is not among those of its flag.
func checkChoices(cmd *cobra.Command, _ []string) (err error) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		values := f.Annotations[choices]
		if last := len(values) - 1; err == nil && last > 0 && !slices.Contains(values, f.Value.String()) {
			err = usagef("--%s %s: expected %s or %s", f.Name, f.Value, strings.Join(values[:last], ", "), values[last])
		}
	})
	return err
}

// argCount requires a number of arguments; usage says what they are.
func argCount(n int, usage string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("expected %s, found %d arguments. A form with spaces in it is one argument in quotation marks", usage, len(args))
		}
		return nil
	}
}
