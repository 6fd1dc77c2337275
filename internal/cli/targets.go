package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"strconv"
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
	c.completeFlag(cmd, "cpu", rowCPUs()...)
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
	return c.write(func(w *bufio.Writer) error {
		for _, t := range target.Targets() {
			if c.json {
				_, _ = w.Write(append(api.AppendTarget(nil, t), '\n'))
				continue
			}
			fmt.Fprintf(w, "%-15s %-12s %3d rows  %-32s %s\n", t.Name, sizes(t.Bits), len(t.Rows), cmp.Or(strings.Join(api.CPUsOf(t), " "), "-"), t.Says)
		}
		for _, t := range api.OwnTargets() {
			if err := c.ownTarget(w, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// runTarget writes the rows of one target, or what it does where it has none.
func (c *command) runTarget(name, cpu string) error {
	if own, ok := api.OwnTargetNamed(name); ok {
		if cpu != "" {
			return usagef("no costs of %s are known on %q: it has no CPUs", own.Name, cpu)
		}
		return c.write(func(w *bufio.Writer) error { return c.ownTarget(w, own) })
	}
	t, ok := target.Find(name)
	if !ok {
		return usagef("there is no target %q; they are %s", name, strings.Join(api.LowerTargets(), " "))
	}
	known, ok := t.CPU(cpu)
	if !ok && cpu != "" {
		return usagef("no costs of %s are known on %q; 'lanescope targets' lists the CPUs", t.Name, cpu)
	}
	return c.writeRows(t, known)
}

// ownTarget writes what a target without rows does.
func (c *command) ownTarget(w *bufio.Writer, t api.OwnTarget) (err error) {
	if c.json {
		_, err = w.Write(append(t.AppendJSON(nil), '\n'))
	} else {
		_, err = fmt.Fprintf(w, "%-15s %-12s  no rows  %-32s %s\n", t.Name, sizes(t.Bits), "-", t.Says)
	}
	return err
}

func sizes(bits []int) string {
	var list []string
	for _, n := range bits {
		list = append(list, strconv.Itoa(n))
	}
	return strings.Join(list, " ")
}

func (c *command) writeRows(t *target.Target, cpu target.CPU) error {
	return c.write(func(w *bufio.Writer) error {
		for _, r := range t.Rows {
			if c.json {
				_, _ = w.Write(append(api.AppendRow(nil, t, r), '\n'))
				continue
			}
			costs := ""
			if cost, ok := r.On(cpu.Name); ok {
				costs = fmt.Sprintf("%4.0f %5.2f", cost.Latency, cost.Throughput)
			}
			line := fmt.Sprintf("%-36s %3d  %-9s  %-10s  %s", api.RowText(r), r.Bits, api.RowKind(r), costs, r.Encoding)
			fmt.Fprintln(w, strings.TrimRight(line, " "))
		}
		return nil
	})
}
