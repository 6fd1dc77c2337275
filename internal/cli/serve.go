package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"
)

// Pages are what the commands about the page do. Package web does it, which this package does not know.
type Pages struct {
	// Serve answers requests until the context ends, and tells ready the page's address.
	Serve func(ctx context.Context, o ServeOptions, ready func(url string)) error
	// Site writes the page as files.
	Site func(ctx context.Context, o SiteOptions) error
}

// ServeOptions are the flags of serve.
type ServeOptions struct {
	Addr     string
	AtOnce   int
	Deadline time.Duration
	Version  string
	Log      *slog.Logger
}

// errNoPages is what a program without pages says.
var errNoPages = errors.New("this program was built without the page")

func (c *command) serve() *cobra.Command {
	o := ServeOptions{Version: version()}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Open the page, and answer questions in JSON, until it is interrupted",
		Long: "The page's address is on standard output, and the log on standard error. Every command that answers in JSON is at POST /api/COMMAND, whose fields are the command's flags; " +
			"/api/openapi.json describes them, /metrics counts them, and /healthz says that the server is there. No request reads a file. Others reach the server only if --addr lets them.",
		Example: `  lanescope serve
  lanescope serve --addr 127.0.0.1:9000 --quiet
  lanescope serve --addr localhost:0 --at-once 4 --deadline 5s`,
		Args: func(_ *cobra.Command, args []string) error { return argCount(0, "no argument")(nil, args) },
		RunE: func(*cobra.Command, []string) error {
			switch {
			case o.AtOnce < 0:
				return usagef("--at-once %d: expected 1 or more, or 0 for as many as there are processors", o.AtOnce)
			case o.Deadline <= 0:
				return usagef("--deadline %v: expected more than 0", o.Deadline)
			}
			return c.runServe(o)
		},
	}
	cmd.Flags().StringVar(&o.Addr, "addr", "127.0.0.1:8080", "listen at `HOST:PORT`; port 0 is any that is free")
	cmd.Flags().IntVar(&o.AtOnce, "at-once", 0, "answer `N` requests at a time; 0 is as many as there are processors")
	cmd.Flags().DurationVar(&o.Deadline, "deadline", 10*time.Second, "answer each request within `TIME`, with the best that was found by then")
	return cmd
}

func (c *command) runServe(o ServeOptions) error {
	if c.Pages.Serve == nil {
		return errNoPages
	}
	o.Log = c.log()
	ctx, stop := context.WithCancel(c.lasting())
	defer stop()
	var unsaid error
	err := c.Pages.Serve(ctx, o, func(url string) {
		if _, unsaid = fmt.Fprintln(c.Stdout, url); unsaid != nil {
			stop() // nobody will come to a page whose address nobody was told
		}
	})
	return cmp.Or(unsaid, err)
}

// log is where a command that goes on says what happens: standard error, or nowhere with --quiet.
func (c *command) log() *slog.Logger {
	if c.quiet {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(c.Stderr, nil))
}
