package cli

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
)

// How a report can be shown.
const (
	inspectText = "text"
	inspectJSON = "json"
	inspectDOT  = "dot"
	inspectSVG  = "svg"
)

func (c *command) g13Inspect() *cobra.Command {
	var format, program string
	cmd := &cobra.Command{
		Use:   "inspect FILE",
		Short: "Say where a program goes, what it takes and what is wrong with it, without running it",
		Long: "FILE is as for g13 run. The blocks of the program are listed with the ways between them, its ifs and loops as they were before they were made of masks, the registers that are live, how many threads of it a core " +
			"has room for, and an estimate of its cycles. What is wrong on some way through it is a finding, with the shortest such way; then the exit code is 1. " +
			"A line is one of the assembly, or of the listing that g13 dis makes.",
		Example: `  printf 'mov_imm r1, 7\niadd r2, r1, r1\nstop\n' | lanescope g13 inspect -
  printf 'get_sr r1, sr52\nif_icmp r0l, ult, r1, 7, 1\nmov_imm r2, 1\npop_exec r0l, 1\nstop\n' | lanescope g13 inspect - --format dot
  echo '0e05c22218000000 8800' | lanescope g13 inspect - --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("expected a file, or - for standard input, found %d arguments", len(args))
			}
			if c.json {
				format = inspectJSON
			}
			return c.inspectG13(args[0], program, format)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&c.json, "json", false, "the same as --format json")
	flags.StringVar(&format, "format", inspectText, "show the report as `FORMAT`: text, json, dot for Graphviz, or svg")
	c.choiceFlag(flags, cmd, "format", inspectText, inspectJSON, inspectDOT, inspectSVG)
	programFlag(flags, &program)
	return cmd
}

// inspectG13 writes the report on a file.
func (c *command) inspectG13(file, program, format string) error {
	f, err := c.g13Code(file, g13Wish{program: program, lines: true, unrun: true})
	if err != nil {
		return err
	}
	f.text.Code = f.code
	i, err := api.InspectG13(f.name, f.text)
	if err != nil {
		return c.invalid(f.name, api.G13InspectSchema, err)
	}
	return c.write(func(w *bufio.Writer) error {
		var b []byte
		switch format {
		case inspectJSON:
			b = append(i.AppendJSON(nil), '\n')
		case inspectDOT:
			b = i.AppendDOT(nil)
		case inspectSVG:
			b = i.AppendSVG(nil)
		default:
			b = i.AppendText(nil)
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
		if i.Found() {
			return errFindings
		}
		return nil
	})
}
