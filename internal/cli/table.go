package cli

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// jsonTable is what --emit says for the table itself, as --json does.
const jsonTable = "json"

func (c *command) table() *cobra.Command {
	var r api.TableRequest
	var constants int
	cmd := &cobra.Command{
		Use:   "table PATTERN --to T",
		Short: "Find what an instruction is on another machine, for every value of its immediate",
		Long: "PATTERN is a form of any dialect with one * in the place of an immediate; --from says which dialect, where it could be several. All of 0 to 255 that the instruction has are tried. " +
			"Values that do the same stand together.\n\n" +
			"Code is c (a function of intrinsics with a switch over the immediate, for x86, NEON and wasm), rust (core::arch, likewise), go (simd/archsimd, for x86) or json, which is --json.",
		Example: `  lanescope table --from x86 'pshufd xmm0, xmm1, *' --to neon
  lanescope table 'ext v0.16b, v1.16b, v2.16b, #*' --to sse2 --json
  lanescope table '_mm_blend_ps(a, b, *)' --to wasm --emit c --name blend`,
		RunE: func(_ *cobra.Command, args []string) error {
			if constants < anyConstants {
				return usagef("--max-constants %d is no number of constants: expected 0 or more, or -1 for any", constants)
			}
			r.MaxConstants = lower.AtMost(constants)
			return c.runTable(args, r)
		},
	}
	c.formFlags(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&c.json, "json", false, "print one JSON object")
	flags.StringVar(&r.Target, "to", "", "for which `TARGET`: "+strings.Join(api.LowerTargets(), ", "))
	flags.StringVar(&r.CPU, "cpu", "", "the `CPU` whose figures count (default the target's first)")
	flags.StringVar(&r.Cost, "cost", "balanced", "what is to be cheap: `COST` is "+strings.Join(lower.Costs(), ", "))
	flags.IntVar(&constants, "max-constants", anyConstants, "load at most `N` constants; -1 is any number")
	flags.StringVar(&r.Effort, "effort", "best", "how much is done to find something cheaper: `EFFORT` is "+strings.Join(lower.Efforts(), ", "))
	flags.DurationVar(&r.Deadline, "deadline", 0, "answer after `TIME` with the best that was found, as 1s (0: search to the end)")
	flags.StringVar(&r.Emit, "emit", "", "print code: `CODE` is "+strings.Join(append(api.TableEmitters(), jsonTable), ", "))
	flags.StringVar(&r.Name, "name", "F", "the `NAME` of the function that --emit prints")
	c.completeFlag(cmd, "to", api.LowerTargets)
	c.completeFlag(cmd, "cost", lower.Costs)
	c.completeFlag(cmd, "effort", lower.Efforts)
	c.completeFlag(cmd, "emit", func() []string { return append(api.TableEmitters(), jsonTable) })
	return cmd
}

func (c *command) runTable(args []string, r api.TableRequest) error {
	var err error
	if r.Options, err = c.options(); err != nil {
		return err
	}
	if r.Target == "" {
		return usagef("--to is missing: expected %s", strings.Join(api.LowerTargets(), ", "))
	}
	if r.Emit == jsonTable {
		r.Emit, c.json = "", true
	}
	if err := api.CheckTable(r); err != nil {
		return usageError{err}
	}
	return question[api.TableRequest, api.Table]{
		schema: api.TableSchema, wants: "one PATTERN", files: formFile, long: "looking for sequences",
		read:   func(text string) (api.TableRequest, error) { r.Form = text; return r, nil },
		answer: new(api.Lowerer).Table,
		say: func(w *bufio.Writer, t api.Table, _ look) error {
			if r.Emit != "" {
				_, err := w.WriteString(t.Code)
				return err
			}
			sayTable(w, t)
			return nil
		},
	}.run(c, args)
}

// sayTable writes what a person reads.
//
//	0        dup v0.4s, v0.s[0]
//	1        dup v1.4s, v0.s[0]
//	         mov v1.s[0], v0.s[1]
//	         result = v1
func sayTable(w *bufio.Writer, t api.Table) {
	ops, constants, most := t.Mean()
	fmt.Fprintf(w, "%s on %s: %s\n", t.Pattern, t.Target, plural(len(t.Entries), "immediate"))
	fmt.Fprintf(w, "in the mean %.4g ops and %.4g constants, at most %d of both\n", ops, constants, most)
	for k, name := range t.Names {
		if name != "" && name != lane.SourceName(k) {
			fmt.Fprintf(w, "%s is %s\n", lane.SourceName(k), name)
		}
	}
	usual := t.Usual()
	if places := usual.Places(); places != "" {
		fmt.Fprintln(w, places+", where an entry says nothing else")
	}
	for _, x := range t.Cases() {
		label := ranges(x.Values)
		if len(label) > labelWidth-2 {
			fmt.Fprintln(w, label)
			label = ""
		}
		lines := slices.Concat(x.First.Head, x.First.Lines)
		if len(lines) == 0 {
			lines = []string{"nothing: the result is where it was"}
		}
		if other := x.First.PlacesUnlike(usual.Sequence); other != "" {
			lines = append(lines, other)
		}
		for _, line := range lines {
			fmt.Fprintf(w, "%-*s%s\n", labelWidth, label, line)
			label = ""
		}
	}
}

// labelWidth is how wide values stand before instructions.
const labelWidth = 9

// ranges are ascending numbers, three and more that follow one another as the first and the last: "0 1 4-9".
func ranges(values []int) string {
	var parts []string
	for i := 0; i < len(values); {
		n := i + 1
		for n < len(values) && values[n] == values[n-1]+1 {
			n++
		}
		if n-i < 3 {
			n = i + 1
			parts = append(parts, strconv.Itoa(values[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", values[i], values[n-1]))
		}
		i = n
	}
	return strings.Join(parts, " ")
}
