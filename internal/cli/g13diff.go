package cli

import (
	"bufio"
	"fmt"
	"math/bits"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
)

func (c *command) g13Diff() *cobra.Command {
	var f g13RunFlags
	var by string
	var of []string
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two programs: their instructions, and what they compute",
		Long: "Instructions are aligned; a jump is the same if it leads to the same. Then both programs run on what the flags say, which are those of g13 run, and what they leave is compared: how they end and what is in " +
			"the buffers, or without any, the registers of the first SIMD-group that either of them writes, or those of --of. The exit code is 1 where they differ.",
		Example: `  printf 'iadd r1, r2, r2\n' > a.s; printf 'iadd r1, r2, 0\niadd r1, r1, r2\n' > b.s; lanescope g13 diff a.s b.s --by results --reg r2=lane
  printf 'mov r1, 5\nstop\n' > a.s; printf 'mov r1, 6\nstop\n' > b.s; lanescope g13 diff a.s b.s || true
  printf 'stop\n' > a.s; lanescope g13 diff a.s a.s --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.fuelGiven = cmd.Flags().Changed("fuel")
			switch {
			case len(args) != 2:
				return usagef("expected two files, found %d arguments", len(args))
			case args[0] == "-" && args[1] == "-":
				return usagef("standard input cannot be both programs")
			case f.fuel < 1:
				return usagef("--fuel %d: expected 1 or more", f.fuel)
			}
			if err := f.readSizes(); err != nil {
				return usageError{err}
			}
			return c.diffG13(args, f, by, of)
		},
	}
	flags := cmd.Flags()
	f.stateFlags(flags)
	flags.StringVar(&by, "by", "both", "compare `WHAT`: instructions, results or both")
	c.choiceFlag(flags, cmd, "by", "both", "instructions", "results")
	flags.StringArrayVar(&of, "of", nil, "`r1`: compare this register of the first SIMD-group, and no others unless they are named too")
	flags.StringVar(&f.engine, "engine", string(api.G13Auto), "the `ENGINE` to run on: reference, jit or auto")
	c.choiceFlag(flags, cmd, "engine", api.G13Engines()...)
	flags.IntVar(&f.fuel, "fuel", defaultFuel, "stop each after `N` instructions of all SIMD-groups; unless given, 2^14 more for each of a grid, up to 2^28")
	flags.BoolVar(&c.json, "json", false, "print one JSON object")
	return cmd
}

// diffG13 compares two programs. Each has its own buffers, at the same addresses.
func (c *command) diffG13(files []string, f g13RunFlags, by string, of []string) error {
	var sides [2]*api.G13Side
	for k, file := range files {
		state, _, err := f.begin(file)
		if err != nil {
			return err
		}
		p, err := c.g13Programs(file, g13Wish{program: f.program})
		if err != nil {
			return err
		}
		d, err := c.g13Dispatch(p, state, f)
		if err != nil {
			return err
		}
		d.Fuel = f.fuelOf()
		sides[k] = &api.G13Side{Code: debug.NewCode(p.main, p.source), Dispatch: d, State: state}
	}
	d := &api.G13Diff{A: sides[0], B: sides[1]}
	for _, name := range of {
		n, err := api.Numbered(name, 'r', machine.Registers)
		if err != nil {
			return usagef("--of %s: %v", name, err)
		}
		d.Of.Add(n)
	}
	if by != "results" {
		d.Compare()
	}
	if by != "instructions" {
		ctx, cancel := f.within(c.context())
		defer cancel()
		if err := d.Run(ctx, api.G13Engine(f.engine)); err != nil {
			return err
		}
	}
	err := c.write(func(w *bufio.Writer) error {
		if c.json {
			_, err := w.Write(append(api.AppendG13Diff(nil, d), '\n'))
			return err
		}
		showDiff(w, d)
		return nil
	})
	if err == nil && !d.Same() {
		err = errFindings
	}
	return err
}

// showDiff writes a difference in words.
func showDiff(w *bufio.Writer, d *api.G13Diff) {
	if d.Texts {
		showPairs(w, d)
	}
	if !d.Runs {
		return
	}
	if d.Stops != "" {
		fmt.Fprintln(w, "results:", d.Stops)
	}
	for _, b := range d.Buffers {
		fmt.Fprintf(w, "results: buffer %s differs in %s; at %#x A has %02x, B %02x\n", b.Name, plural(b.Bytes, "byte"), b.First, b.A, b.B)
	}
	for _, r := range d.Registers {
		fmt.Fprintf(w, "results: r%d differs in %s; in lane %d A has %08x, B %08x\n", r.Number, inLanes(r.Lanes), bits.TrailingZeros32(r.Lanes), r.A, r.B)
	}
	if d.Stops == "" && len(d.Buffers)+len(d.Registers) == 0 {
		fmt.Fprintf(w, "results: the same, after %s of A and %d of B\n", plural(d.A.Result.Executed, "instruction"), d.B.Result.Executed)
	}
}

// around is how many instructions that are the same are shown before and behind a difference.
const around = 2

// showPairs writes which instructions only one of the programs has, with some of the others around them.
//
//	instructions: 3 the same, 1 only in A, 1 only in B
//	     0     0    mov r1, 5
//	-    6          iadd r1, r1, 1
//	+          6    iadd r1, r1, 2
func showPairs(w *bufio.Writer, d *api.G13Diff) {
	same, a, b := d.Only()
	fmt.Fprintf(w, "instructions: %d the same, %d only in A, %d only in B\n", same, a, b)
	near := make([]bool, len(d.Pairs))
	for k, p := range d.Pairs {
		if p.A >= 0 && p.B >= 0 {
			continue
		}
		for at := max(0, k-around); at < min(len(near), k+around+1); at++ {
			near[at] = true
		}
	}
	for k, p := range d.Pairs {
		if !near[k] {
			if k > 0 && near[k-1] {
				fmt.Fprintln(w, "  …")
			}
			continue
		}
		var line string
		switch {
		case p.A < 0:
			line = fmt.Sprintf("+       %5x    %s", d.B.Code.Offset(p.B), d.B.Code.Text(p.B))
		case p.B < 0:
			line = fmt.Sprintf("- %5x          %s", d.A.Code.Offset(p.A), d.A.Code.Text(p.A))
		default:
			line = fmt.Sprintf("  %5x %5x    %s", d.A.Code.Offset(p.A), d.B.Code.Offset(p.B), d.A.Code.Text(p.A))
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}
