package cli

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/api"
)

func (c *command) g13() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "g13",
		Short: "Read, write, inspect and run code of the Apple G13 GPU",
		Example: `  echo 0e05c22218000000 | lanescope g13 dis --hex-lines
  echo 'iadd r1, r1.discard, u1' | lanescope g13 asm --hex-lines
  echo 'iadd r1, r1, 5' | lanescope g13 asm | lanescope g13 run - --reg r1=37`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.g13Dis(), c.g13Asm(), c.g13Run(), c.g13Debug(), c.g13Inspect(), c.g13Diff(), c.g13Ref())
	return cmd
}

func (c *command) g13Ref() *cobra.Command {
	return &cobra.Command{
		Use:   "ref [FORM]",
		Short: "Print the reference page of an instruction, of formats or of special_registers, or list all",
		Example: `  lanescope g13 ref iadd
  lanescope g13 ref special_registers
  lanescope g13 ref`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("expected at most one name, found %d arguments", len(args))
			}
			return c.write(func(w *bufio.Writer) error {
				if len(args) == 0 {
					_, err := fmt.Fprintln(w, strings.Join(slices.Concat(asm.Names(), asm.Topics()), "\n"))
					return err
				}
				page := asm.Reference(args[0])
				if len(page) == 0 {
					return usagef("there is no instruction %q; 'lanescope g13 ref' lists them", args[0])
				}
				_, err := w.Write(page)
				return err
			})
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return slices.Concat(asm.Names(), asm.Topics()), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// parseHex reads hexadecimal digits with 0x, spaces, commas and underscores between them.
func parseHex(s string) ([]byte, error) { return api.ParseHex(s) }

// stdinName is what errors call standard input.
const stdinName = "stdin"

// input opens the file argument, or standard input.
func (c *command) input(args []string) (io.ReadCloser, string, error) {
	switch {
	case len(args) > 1:
		return nil, "", usagef("expected at most one file, found %d arguments", len(args))
	case len(args) == 0 || args[0] == "-":
		return io.NopCloser(c.stdin()), stdinName, nil
	}
	f, err := c.open(args[0])
	return f, args[0], err
}

// readAll is the content of the file argument, or of standard input, and its name.
func (c *command) readAll(args []string) (content []byte, name string, err error) {
	return c.readMost(args, maxProgram)
}

// readVISA reads a kernel or an object of vISA whole.
func (c *command) readVISA(args []string) (content []byte, name string, err error) {
	return c.readMost(args, maxVISA)
}

func (c *command) readMost(args []string, most int) (content []byte, name string, err error) {
	in, name, err := c.input(args)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	content, err = bounded(in, name, most)
	return content, name, err
}
