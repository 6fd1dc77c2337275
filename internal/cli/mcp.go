package cli

import (
	"errors"
	"log/slog"
	"time"

	"github.com/spf13/cobra"
)

// AgentOptions are the flags of mcp.
type AgentOptions struct {
	Version  string
	Root     string
	Deadline time.Duration
	Log      *slog.Logger
}

func (c *command) mcp() *cobra.Command {
	o := AgentOptions{Version: version()}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Answer a coding agent, by the Model Context Protocol on standard input and output",
		Long: "An agent starts this command itself, and asks it where lanes go instead of guessing: explain, prove, lower, network, translate, scan, and what comes out when a program of the Apple G13, SVP64 or vISA runs. " +
			"An answer is a few lines, the most important first, and all of it as the object that the command writes with --json. No file is read, but with --root those below a folder, by scan.",
		Example: `  lanescope mcp
  lanescope mcp --root . --deadline 5s
  lanescope mcp --quiet`,
		Args: func(_ *cobra.Command, args []string) error { return argCount(0, "no argument")(nil, args) },
		RunE: func(*cobra.Command, []string) error {
			if o.Deadline <= 0 {
				return usagef("--deadline %v: expected more than 0", o.Deadline)
			}
			return c.runAgent(o)
		},
	}
	cmd.Flags().StringVar(&o.Root, "root", "", "let scan read files below the folder `DIR`")
	cmd.Flags().DurationVar(&o.Deadline, "deadline", 10*time.Second, "answer each call within `TIME`")
	return cmd
}

func (c *command) runAgent(o AgentOptions) error {
	if c.Agent == nil {
		return errors.New("this program was built without what answers agents")
	}
	o.Log = c.log()
	return c.Agent(c.lasting(), c.Stdin, c.Stdout, o)
}
