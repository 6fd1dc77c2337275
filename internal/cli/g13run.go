package cli

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
)

// The fuel of a run that is not told of any: half a second or so for one SIMD-group, and more for each other one, up to ten seconds or so.
const (
	defaultFuel = 1 << 24
	groupFuel   = 1 << 14
	maxFuel     = 1 << 28
)

// g13RunFlags are those of g13 run.
type g13RunFlags struct {
	registers, uniforms     []string
	buffers, saves          []string
	grid, threadgroup       string
	engine, dump            string
	preamble, trace         string
	program                 string
	cores, fuel             int
	timeout                 time.Duration
	checkRaces, statistics  bool
	dumpCode                bool
	fuelGiven               bool
	threads, perThreadgroup [3]uint32 // grid and threadgroup, read
}

func (c *command) g13Run() *cobra.Command {
	var f g13RunFlags
	cmd := &cobra.Command{
		Use:   "run FILE",
		Short: "Run a program on a grid of threads",
		Long: "FILE is a program: assembly if its name ends in .s, an archive of Metal, else bytes. - is standard input: text is assembly, or bytes in hexadecimal digits if it is nothing else. " +
			"The constant program of an archive runs once before, unless --preamble says another one. " +
			"Registers and uniforms are 0 unless given. " +
			"What is shown are the registers that were given or written, of the first SIMD-group or of the one that ended the run. Without --grid there is one SIMD-group of 32 threads. " +
			"A buffer is saved when the run has come to its end, and not after a fault or a limit. " +
			"A line of a batch has code in hexadecimal digits or text, exec, regs, uniforms, buffers, threadgroup_memory, grid and threadgroup.",
		Example: `  echo 'iadd r1, r1, 5' | lanescope g13 run - --reg r1=37
  printf 'get_sr r1, sr80\ndevice_store 0, i32, x, r1, u2_u3, r1, unsigned, 0\n' | lanescope g13 run - --grid 8 --buffer u2=zero:32 --dump memory
  echo '{"code":"0e05c22218000000","regs":{},"uniforms":{"u1":"00000007"}}' | lanescope g13 run --batch -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.fuelGiven = cmd.Flags().Changed("fuel")
			return c.runG13(args, f)
		},
	}
	c.batchFlags(cmd, "a program and its state as a JSON object")
	flags := cmd.Flags()
	f.stateFlags(flags)
	flags.IntVar(&f.cores, "cores", 1, "run threadgroups on `N` cores at the same time")
	flags.StringArrayVar(&f.saves, "save", nil, "`u2=FILE`: write the buffer to a file when the run has come to its end")
	flags.IntVar(&f.fuel, "fuel", defaultFuel, "stop after `N` instructions of all SIMD-groups; unless given, 2^14 more for each of a grid, up to 2^28")
	flags.DurationVar(&f.timeout, "timeout", 0, "stop after a `TIME` such as 10s, and show the state then")
	flags.StringVar(&f.engine, "engine", string(api.G13Auto), "the `ENGINE` to run on: reference; jit, which compiles what it can for this CPU; or auto, which does so when a run takes long")
	flags.StringVar(&f.dump, "dump", "regs", "show the state as `FORMAT`: regs, memory or json")
	flags.BoolVar(&f.dumpCode, "dump-code", false, "with --engine jit: show the machine code of each instruction, and run nothing")
	flags.StringVar(&f.trace, "trace", "", "write every instruction that is executed to `FILE`, one JSON object a line; on one core")
	flags.BoolVar(&f.statistics, "stats", false, "count active lanes, for each instruction and in all")
	flags.BoolVar(&f.checkRaces, "check-races", false, "name SIMD-groups that touch the same bytes with nothing between to order them; on one core")
	c.choiceFlag(flags, cmd, "engine", api.G13Engines()...)
	c.choiceFlag(flags, cmd, "dump", "regs", "memory", "json")
	return cmd
}

// stateFlags are those that say what a program begins with.
func (f *g13RunFlags) stateFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.grid, "grid", "", "run `X,Y,Z` threads; Y and Z may be left out (default one threadgroup)")
	flags.StringVar(&f.threadgroup, "threadgroup", "", "in threadgroups of `X,Y,Z` threads, at most 1024 (default 32,1,1)")
	flags.StringArrayVar(&f.registers, "reg", nil, "`r0=VALUE`: set a register in all lanes, to a number (7, -7, 0x7, 0.5), or to lane, its number; or with commas, to 32 of them")
	flags.StringArrayVar(&f.uniforms, "uniform", nil, "`u0=VALUE`: set a uniform")
	flags.StringArrayVar(&f.buffers, "buffer", nil, "`u2=FILE`, or u2=zero:BYTES: map a buffer, and put its address into u2_u3")
	flags.StringVar(&f.preamble, "preamble", "", "run the program in `FILE` once before, for the uniforms that it stores")
	programFlag(flags, &f.program)
}

func (c *command) runG13(args []string, f g13RunFlags) error {
	switch {
	case f.fuel < 1:
		return usagef("--fuel %d: expected 1 or more", f.fuel)
	case f.cores < 1 || f.cores > machine.MaxCores:
		return usagef("--cores %d: expected 1 to %d", f.cores, machine.MaxCores)
	case f.dumpCode && (f.engine != string(api.G13JIT) || c.json || c.batch != ""):
		return usagef("--dump-code is text, of one program, beside --engine jit")
	case f.timeout < 0:
		return usagef("--timeout %v: expected more than 0", f.timeout)
	}
	if c.batch != "" {
		return c.runG13Batch(args, f)
	}
	if len(args) != 1 {
		return usagef("expected a file, or - for standard input, found %d arguments", len(args))
	}
	if err := f.readSizes(); err != nil {
		return usageError{err}
	}
	if f.dumpCode {
		return c.showCode(args[0], f.program)
	}
	return c.dispatchG13(args, f)
}

// showCode shows what a program is compiled to.
func (c *command) showCode(file, program string) error {
	p, err := c.g13Programs(file, g13Wish{program: program})
	if err != nil {
		return err
	}
	text, err := api.AppendG13Code(nil, p.main)
	if err != nil {
		c.say("--engine jit: %v", err)
		return errFindings
	}
	return c.write(func(w *bufio.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// runG13Batch runs a program a line.
func (c *command) runG13Batch(args []string, f g13RunFlags) error {
	if len(f.registers)+len(f.uniforms)+len(f.buffers)+len(f.saves)+len(f.grid)+len(f.threadgroup)+len(f.preamble)+len(f.trace)+len(f.program) > 0 || f.checkRaces || f.statistics || f.cores > 1 {
		return usagef("in a batch every line has its own registers, uniforms, buffers and grid; --fuel, --timeout and --engine are for each of them")
	}
	return question[*api.G13Run, api.G13RunOutcome]{
		schema: api.G13RunSchema, wants: "one FILE", read: api.ParseG13Run,
		answer: func(ctx context.Context, r *api.G13Run) (api.G13RunOutcome, error) {
			ctx, cancel := f.within(ctx) // a time for each line, as there is fuel
			defer cancel()
			return r.Run(ctx, f.fuel, api.G13Engine(f.engine))
		},
	}.run(c, args)
}

// within bounds the time that a run takes.
func (f g13RunFlags) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if f.timeout > 0 {
		return context.WithTimeout(ctx, f.timeout)
	}
	return context.WithCancel(ctx)
}

// readSizes reads the sizes of the grid and of its threadgroups. Without a grid there is one threadgroup.
func (f *g13RunFlags) readSizes() (err error) {
	f.perThreadgroup = [3]uint32{machine.Lanes, 1, 1}
	if f.threadgroup != "" {
		if f.perThreadgroup, err = threadCounts(f.threadgroup); err != nil {
			return fmt.Errorf("--threadgroup %s: %w", f.threadgroup, err)
		}
	}
	f.threads = f.perThreadgroup
	if f.grid != "" {
		if f.threads, err = threadCounts(f.grid); err != nil {
			return fmt.Errorf("--grid %s: %w", f.grid, err)
		}
	}
	return nil
}

// threadCounts are up to three numbers of threads.
func threadCounts(text string) (n [3]uint32, err error) {
	parts := strings.Split(text, ",")
	n = [3]uint32{1, 1, 1}
	if len(parts) > len(n) {
		return n, fmt.Errorf("expected X,Y,Z, found %d numbers", len(parts))
	}
	for k, part := range parts {
		v, err := strconv.ParseUint(strings.TrimSpace(part), 0, 32)
		if err != nil || v == 0 {
			return n, fmt.Errorf("%q is no number of threads, from 1 to 2^32-1", part)
		}
		n[k] = uint32(v)
	}
	return n, nil
}

// fuelOf is the fuel of a dispatch: what --fuel says, or as much as a grid of that size may need.
func (f g13RunFlags) fuelOf() int {
	if f.fuelGiven {
		return f.fuel
	}
	groups := uint64(1)
	for _, n := range f.threads {
		if groups *= uint64(n); groups > maxFuel {
			return maxFuel
		}
	}
	return int(min(defaultFuel+groups/machine.Lanes*groupFuel, maxFuel))
}
