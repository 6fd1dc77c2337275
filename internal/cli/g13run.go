package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
)

// defaultFuel is half a second or so.
const defaultFuel = 1 << 24

// g13RunFlags are those of g13 run.
type g13RunFlags struct {
	registers, uniforms []string
	engine, dump        string
	fuel                int
}

func (c *command) g13Run() *cobra.Command {
	var f g13RunFlags
	cmd := &cobra.Command{
		Use:   "run FILE",
		Short: "Run a program on one SIMD-group of 32 lanes",
		Long: "FILE is a program: assembly if its name ends in .s, else bytes; - is bytes from standard input. All lanes are active; registers and uniforms are 0 unless given. " +
			"What is shown are the registers that were given or written. A line of a batch has code, exec, regs and uniforms in hexadecimal digits.",
		Example: `  echo 'iadd r1, r1, 5' | lanescope g13 asm | lanescope g13 run - --reg r1=37
  echo 'simd_shuffle_xor r1, r0, 1' | lanescope g13 asm | lanescope g13 run - --reg r0=lane --dump json
  echo '{"code":"0e05c22218000000","regs":{},"uniforms":{"u1":"00000007"}}' | lanescope g13 run --batch -`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runG13(args, f) },
	}
	c.batchFlags(cmd, "a program and its state as a JSON object")
	flags := cmd.Flags()
	flags.StringArrayVar(&f.registers, "reg", nil, "`r0=VALUE`: set a register in all lanes, to a number (7, -7, 0x7, 0.5), or to lane, its number; or with commas, to 32 of them")
	flags.StringArrayVar(&f.uniforms, "uniform", nil, "`u0=VALUE`: set a uniform")
	flags.IntVar(&f.fuel, "fuel", defaultFuel, "stop after `N` instructions")
	flags.StringVar(&f.engine, "engine", "reference", "the `ENGINE` to run on: reference")
	flags.StringVar(&f.dump, "dump", "regs", "show the state as `FORMAT`: regs or json")
	c.completeFlag(cmd, "engine", "reference")
	c.completeFlag(cmd, "dump", "regs", "json")
	return cmd
}

func (c *command) runG13(args []string, f g13RunFlags) error {
	switch {
	case f.engine != "reference":
		return usagef("--engine %s: expected reference", f.engine)
	case f.dump != "regs" && f.dump != "json":
		return usagef("--dump %s: expected regs or json", f.dump)
	case f.fuel < 1:
		return usagef("--fuel %d: expected 1 or more", f.fuel)
	}
	if c.batch != "" {
		return c.runG13Batch(args, f)
	}
	if len(args) != 1 {
		return usagef("expected a file, or - for standard input, found %d arguments", len(args))
	}
	state, err := f.state()
	if err != nil {
		return usageError{err}
	}
	code, err := c.g13Code(args)
	if err != nil {
		return err
	}
	p, err := machine.Compile(code)
	if err != nil {
		c.complain(args[0], err)
		return errFindings
	}
	o, err := state.Run(context.Background(), p, f.fuel)
	if err != nil {
		return err
	}
	if err := c.write(func(w *bufio.Writer) error { return c.showG13(w, f, o) }); err != nil {
		return err
	}
	return c.ended(o)
}

// runG13Batch runs a program a line.
func (c *command) runG13Batch(args []string, f g13RunFlags) error {
	if err := argCount(0, "no FILE beside --batch")(nil, args); err != nil {
		return err
	}
	if len(f.registers)+len(f.uniforms) > 0 {
		return usagef("in a batch every line has its own registers and uniforms")
	}
	return c.runBatch(api.G13RunSchema, func(b []byte, line string) ([]byte, error) {
		r, err := api.ParseG13Run(line)
		if err != nil {
			return b, err
		}
		p, err := r.Program()
		if err != nil {
			return b, err
		}
		state, err := r.State()
		if err != nil {
			return b, err
		}
		o, err := state.Run(context.Background(), p, f.fuel)
		return api.AppendG13Outcome(b, o), err
	})
}

// g13Code is the bytes of a program's file.
func (c *command) g13Code(args []string) ([]byte, error) {
	code, name, err := c.readAll(args)
	if err != nil || !strings.HasSuffix(name, ".s") {
		return code, err
	}
	code, errs := asm.Assemble(string(code))
	if len(errs) > 0 {
		c.complain(name, errors.Join(errs...))
		return nil, errFindings
	}
	return code, nil
}

// state is what the flags set.
func (f g13RunFlags) state() (api.G13State, error) {
	s := api.G13State{Group: machine.NewGroup()}
	for _, text := range f.registers {
		name, value, _ := strings.Cut(text, "=")
		n, err := api.Numbered(name, 'r', machine.Registers)
		if err != nil {
			return s, fmt.Errorf("--reg %s: %w", text, err)
		}
		row, err := laneValues(value)
		if err != nil {
			return s, fmt.Errorf("--reg %s: %w", text, err)
		}
		s.Set(n, row)
	}
	for _, text := range f.uniforms {
		name, value, _ := strings.Cut(text, "=")
		n, err := api.Numbered(name, 'u', machine.Uniforms/2)
		if err != nil {
			return s, fmt.Errorf("--uniform %s: %w", text, err)
		}
		v, err := laneValue(value, 0)
		if err != nil {
			return s, fmt.Errorf("--uniform %s: %w", text, err)
		}
		s.Group.SetUniform32(n, v)
	}
	return s, nil
}

// laneValues is a value for all lanes, or one for each.
func laneValues(text string) (row machine.Row, err error) {
	values := strings.Split(text, ",")
	if len(values) != 1 && len(values) != machine.Lanes {
		return row, fmt.Errorf("expected one value, or %d with commas between, found %d", machine.Lanes, len(values))
	}
	for lane := range row {
		if row[lane], err = laneValue(values[lane%len(values)], lane); err != nil {
			return row, err
		}
	}
	return row, nil
}

func laneValue(text string, lane int) (uint32, error) {
	if text == "lane" {
		return uint32(lane), nil
	}
	if v, err := strconv.ParseInt(text, 0, 64); err == nil && v >= math.MinInt32 && v <= math.MaxUint32 {
		return uint32(v), nil
	}
	if x, err := strconv.ParseFloat(text, 32); err == nil && strings.ContainsAny(text, ".en") {
		return math.Float32bits(float32(x)), nil
	}
	return 0, fmt.Errorf("%q is no number of 32 bits, such as 7, -7, 0x7 or 0.5, and not lane", text)
}

// showG13 writes the state that a run left.
func (c *command) showG13(w *bufio.Writer, f g13RunFlags, o api.G13Outcome) error {
	if c.json || f.dump == "json" {
		_, err := w.Write(append(api.AppendG13Outcome(nil, o), '\n'))
		return err
	}
	plural := "s"
	if o.Executed == 1 {
		plural = ""
	}
	fmt.Fprintf(w, "%s after %d instruction%s, exec %08x\n", o.Stop, o.Executed, plural, o.Group.Exec)
	for _, flag := range o.Flags {
		fmt.Fprintln(w, flag)
	}
	for _, n := range o.Registers() {
		showRow(w, n, o.Group.Register(n))
	}
	return nil
}

// rowLanes is how many lanes stand in a line.
const rowLanes = 8

// showRow writes a register, in one line if all lanes have the same.
func showRow(w *bufio.Writer, n int, row machine.Row) {
	same := true
	for _, v := range row {
		same = same && v == row[0]
	}
	if same {
		fmt.Fprintf(w, "%-5s %08x in all lanes\n", "r"+strconv.Itoa(n), row[0])
		return
	}
	for first := 0; first < machine.Lanes; first += rowLanes {
		name := ""
		if first == 0 {
			name = "r" + strconv.Itoa(n)
		}
		fmt.Fprintf(w, "%-5s", name)
		for _, v := range row[first : first+rowLanes] {
			fmt.Fprintf(w, " %08x", v)
		}
		fmt.Fprintln(w)
	}
}

// ended finds that a run did not come to its end.
func (c *command) ended(o api.G13Outcome) error {
	switch o.Stop {
	case machine.Faulted:
		c.say("fault: %v", o.Fault)
		return errFindings
	case machine.OutOfFuel:
		c.say("the program did not end within %d instructions; --fuel allows more", o.Executed)
		return errFindings
	}
	return nil
}

func (c *command) say(format string, args ...any) {
	if !c.quiet {
		fmt.Fprintf(c.Stderr, "lanescope: "+format+"\n", args...)
	}
}
