package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/target"
)

func (c *command) targets() *cobra.Command {
	var cpu string
	cmd := &cobra.Command{
		Use:   "targets [NAME]",
		Short: "List the targets with their vectors and CPUs, or the instructions of one with their costs",
		Long: "A target is what an instruction set does to lanes in one instruction. The first CPU named is the one whose costs are taken if --cpu does not say. " +
			"Those without rows are machines of the documents, whose instructions are found for a map by what they can say.\n\n" +
			"Of one target, each row is printed with the bits of its destination, what tells it what to do (nothing: fixed; an immediate; a constant; a mask register; or union: it computes, and moves only where " +
			"something is known of its operands), and its latency and reciprocal throughput on the CPU. Operands are letters: d the destination, a b c the sources, i the immediate, k the constant, m the mask register. " +
			"An r before a letter says that it is in a general register; a k among those without one is part of the instruction.",
		Example: `  lanescope targets
  lanescope targets --json
  lanescope targets sse4.1 --cpu haswell`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runTargets(args, cpu) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return api.LowerTargets(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object a line")
	cmd.Flags().StringVar(&cpu, "cpu", "", "costs on CPU `NAME`")
	c.completeFlag(cmd, "cpu", rowCPUs)
	return cmd
}

// rowCPUs are the names of the CPUs whose costs are known.
func rowCPUs() (names []string) {
	seen := map[string]bool{}
	for _, t := range target.Targets() {
		for _, cpu := range t.CPUs {
			if !seen[cpu.Name] {
				seen[cpu.Name] = true
				names = append(names, cpu.Name)
			}
		}
	}
	return names
}

func (c *command) runTargets(args []string, cpu string) error {
	switch {
	case len(args) > 1:
		return usagef("expected at most one target, found %d arguments", len(args))
	case len(args) == 1:
		return c.runTarget(args[0], cpu)
	case cpu != "":
		return usagef("--cpu is for the rows of one target")
	}
	return list(c, api.Targets(), api.AppendTarget, sayTarget)
}

// sayTarget writes a line about a target.
func sayTarget(w *bufio.Writer, t api.Target) {
	rows := "no rows"
	if t.Rows > 0 {
		rows = fmt.Sprintf("%3d rows", t.Rows)
	}
	bits := strings.Trim(fmt.Sprint(t.Bits), "[]")
	fmt.Fprintf(w, "%-15s %-12s %8s  %-32s %s\n", t.Name, bits, rows, cmp.Or(strings.Join(t.CPUs, " "), "-"), t.Says)
}

// runTarget writes the rows of one target, or what it does where it has none.
func (c *command) runTarget(name, cpu string) error {
	all := api.Targets()
	i := slices.IndexFunc(all, func(t api.Target) bool { return t.Name == name })
	if i < 0 {
		return usagef("there is no target %q; they are %s", name, strings.Join(api.LowerTargets(), " "))
	}
	t, ok := target.Find(name)
	if !ok {
		if cpu != "" {
			return usagef("no costs of %s are known on %q: it has no CPUs", name, cpu)
		}
		return list(c, all[i:i+1], api.AppendTarget, sayTarget)
	}
	known, ok := t.CPU(cpu)
	if !ok && cpu != "" {
		return usagef("no costs of %s are known on %q; 'lanescope targets' lists the CPUs", t.Name, cpu)
	}
	object := func(b []byte, r *target.Row) []byte { return api.AppendRow(b, t, r) }
	return list(c, t.Rows, object, func(w *bufio.Writer, r *target.Row) {
		costs := ""
		if cost, ok := r.On(known.Name); ok {
			costs = fmt.Sprintf("%4.0f %5.2f", cost.Latency, cost.Throughput)
		}
		line := fmt.Sprintf("%-36s %3d  %-9s  %-10s  %s", api.RowText(r), r.Bits, api.RowKind(r), costs, r.Encoding)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	})
}
