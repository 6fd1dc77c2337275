package cli

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/tablebase"
	"github.com/lanescope/lanescope/lower"
)

// anyConstants is what --max-constants says where any number may be loaded.
const anyConstants = -1

func (c *command) lower() *cobra.Command {
	var r api.LowerRequest
	var constants int
	var table string
	cmd := &cobra.Command{
		Use:   "lower FORM --target T",
		Short: "Find the cheapest sequence of instructions for a form, and say how well that is proved",
		Long: "Costs: balanced is ops + copies + 2·constants; instructions counts ops; loop is ops + copies, then constants, which a loop loads once; latency and throughput are by the CPU's figures. " +
			"Ties are settled by ops, then constants, then copies. Minimal means that every cheaper sequence was refuted, bounded that none as cheap has fewer ops. " +
			"On svp64, visa and g13 no figures are known, and fewest is cheapest at any cost.\n\n" +
			"Below the counts stands in which registers the listing has its sources a, b and so on, the old destination d, and the result. Vectors of up to 2,048 bits take several registers where one does not hold them.\n\n" +
			"Code is listing (the instructions), asm (a function for GNU's assembler or LLVM's, on x86, NEON and SVE2), c (intrinsics of x86, NEON, SVE2 or wasm), rust (core::arch, for x86, NEON or wasm), go (simd/archsimd, for x86), goasm (a function for Go's assembler, on x86 and NEON), wat (for wasm), llvm (the map as shufflevector, for any target), smt (a problem that z3 or cvc5 decides: whether the sequence does the map, for any CPU) or certificate (the sequence and why there is nothing cheaper, which lanescope-certify checks, for any CPU with vectors).",
		Example: `  lanescope lower '<4 x i32> 7 1 4 2' --target sse2
  lanescope lower 'i32x4 -> a0 z a1 z' --target sse4.1 --json
  lanescope lower '<4 x i32> 3 4 3 4' --target avx2 --max-constants 0 --emit c --name swap`,
		RunE: func(_ *cobra.Command, args []string) error {
			if constants < anyConstants {
				return usagef("--max-constants %d is no number of constants: expected 0 or more, or -1 for any", constants)
			}
			r.MaxConstants = lower.AtMost(constants)
			return c.runLower(args, r, table)
		},
	}
	c.formFlags(cmd)
	c.batchFlags(cmd, "one form")
	flags := cmd.Flags()
	flags.StringVar(&r.Target, "target", "", "for which `TARGET`: "+strings.Join(api.LowerTargets(), ", "))
	flags.IntVar(&r.Budget, "budget", 0, "look at no more than `NODES` candidates for maps that are not four lanes (0: a default)")
	flags.StringVar(&r.Effort, "effort", "best", "how much is done to find something cheaper: `EFFORT` is "+strings.Join(lower.Efforts(), ", ")+"; quick decides in microseconds, without a search, where lanes are bytes or wider")
	flags.DurationVar(&r.Deadline, "deadline", 0, "answer after `TIME` with the best that was found, as 1s (0: search to the end of the budget)")
	flags.BoolVar(&r.Alternatives, "alternatives", false, "also what the other costs choose")
	flags.StringVar(&table, "table", "", "look maps up in `FILE` before anything is searched: campaign merge --lookup makes it")
	c.completeFlag(cmd, "target", api.LowerTargets)
	c.sequenceFlags(cmd, sequenceFlags{&r.CPU, &r.Cost, &r.Emit, &r.Name, &constants})
	return cmd
}

// sequenceFlags are where the flags of a command go that finds sequences.
type sequenceFlags struct {
	cpu, cost, emit, name *string
	constants             *int
}

// sequenceFlags adds what all commands that find sequences have in common, and completes their efforts.
func (c *command) sequenceFlags(cmd *cobra.Command, f sequenceFlags) {
	flags := cmd.Flags()
	flags.StringVar(f.cpu, "cpu", "", "the `CPU` whose figures count (default the target's first)")
	flags.StringVar(f.cost, "cost", "balanced", "what is to be cheap: `COST` is "+strings.Join(lower.Costs(), ", "))
	flags.IntVar(f.constants, "max-constants", anyConstants, "load at most `N` constants; -1 is any number")
	flags.StringVar(f.emit, "emit", "", "print code: `CODE` is "+strings.Join(api.Emitters(), ", "))
	flags.StringVar(f.name, "name", "F", "the `NAME` of the function that --emit prints")
	c.completeFlag(cmd, "cost", lower.Costs)
	c.completeFlag(cmd, "effort", lower.Efforts)
	c.completeFlag(cmd, "emit", api.Emitters)
}

func (c *command) runLower(args []string, r api.LowerRequest, table string) error {
	var err error
	if r.Options, err = c.options(); err != nil {
		return err
	}
	if r.Target == "" {
		return usagef("--target is missing: expected %s", strings.Join(api.LowerTargets(), ", "))
	}
	if err := api.CheckLower(r); err != nil {
		return usageError{err}
	}
	lowerer := new(api.Lowerer)
	if table != "" {
		t, err := tablebase.Open(table)
		if err != nil {
			return err
		}
		defer t.Close()
		if lowerer.Known = t; api.CheckKnown(t, r) != nil {
			return usageError{api.CheckKnown(t, r)}
		}
	}
	return question[api.LowerRequest, api.Lowering]{
		schema: api.LowerSchema, wants: "one FORM", files: formFile, long: "looking for sequences",
		read:   func(text string) (api.LowerRequest, error) { r.Form = text; return r, nil },
		answer: lowerer.Lower,
		say: func(w *bufio.Writer, l api.Lowering, _ look) error {
			if r.Emit != "" {
				fmt.Fprintln(w, strings.TrimSuffix(l.Code, "\n"))
			} else {
				lowering(w, l)
			}
			return nil
		},
	}.run(c, args)
}

// lowering writes what a person reads.
func lowering(w *bufio.Writer, l api.Lowering) {
	for _, line := range slices.Concat(l.Head, l.Lines) {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintln(w, counted(l.Sequence)+"; "+proved(l.Proof, l.LowerBound))
	if places := l.Places(); places != "" {
		fmt.Fprintln(w, places)
	}
	for _, a := range l.Alternatives {
		fmt.Fprintf(w, "\nfor %s: %s\n", a.Cost, counted(a.Sequence))
		for _, line := range a.Lines {
			fmt.Fprintln(w, "  "+line)
		}
	}
}

// counted is how many instructions a sequence has, in words.
func counted(s api.Sequence) string {
	text := plural(s.Ops, "op") + ", " + plural(s.Constants, "constant") + ", " + plural2(s.Copies, "copy", "copies")
	if s.Sets > 0 {
		text += ", " + plural(s.Sets, "set")
	}
	if s.CPU != "" {
		text += fmt.Sprintf("; latency %g on %s", s.Latency, s.CPU)
	}
	return text
}

// proved is how well a sequence is proved, in words.
func proved(p lower.Proof, bound int) string {
	switch p {
	case lower.Minimal:
		return "minimal"
	case lower.Bounded:
		return "bounded: none as cheap has fewer ops"
	}
	return fmt.Sprintf("best found, lower bound %s", plural(bound, "op"))
}

func plural(n int, what string) string { return plural2(n, what, what+"s") }

func plural2(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
