package cli

import (
	"errors"
	"log/slog"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
)

// EditorOptions are the flags of lsp.
type EditorOptions struct {
	Version string
	Target  string
	Log     *slog.Logger
}

func (c *command) lsp() *cobra.Command {
	o := EditorOptions{Version: version()}
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Answer an editor, by the Language Server Protocol on standard input and output",
		Long: "An editor starts this command itself, and shows what it says while somebody writes: over a shuffle its name, its map, a picture and the cheapest sequence; behind the line where its lanes go; below it what is wrong, and what would mend it. " +
			"It reads LLVM IR, C and C++ with intrinsics, Go, Rust, shaders, listings, files of claims, and the three assembly languages of vISA, the Apple G13 and SVP64, which it also completes. No file is read but what the editor sends.",
		Example: `  lanescope lsp
  lanescope lsp --target neon
  lanescope lsp --quiet`,
		Args: func(_ *cobra.Command, args []string) error { return argCount(0, "no argument")(nil, args) },
		RunE: func(*cobra.Command, []string) error {
			if o.Target == "" {
				o.Target = c.host()
			}
			if !slices.Contains(api.LowerTargets(), o.Target) {
				return usagef("--target %s: expected %s", o.Target, strings.Join(api.LowerTargets(), ", "))
			}
			return c.runEditor(o)
		},
	}
	cmd.Flags().StringVar(&o.Target, "target", "", "show the cheapest sequence on `TARGET` (default $LANESCOPE_TARGET, or this machine)")
	c.completeFlag(cmd, "target", api.LowerTargets)
	return cmd
}

func (c *command) runEditor(o EditorOptions) error {
	if c.Editor == nil {
		return errors.New("this program was built without what answers editors")
	}
	o.Log = c.log()
	return c.Editor(c.lasting(), c.Stdin, c.Stdout, o)
}
