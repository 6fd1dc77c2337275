package cli

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/svp64"
	svp64moves "github.com/lanescope/lanescope/svp64/moves"
	"github.com/lanescope/lanescope/svp64/program"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) svp64Debug() *cobra.Command {
	var start api.SVP64Start
	var pf programFlags
	var steps int
	var by, script string
	cmd := &cobra.Command{
		Use:   "debug TEXT|FILE",
		Short: "Step through instructions, and back, by element, group or instruction",
		Long: "What an instruction does is one move after the other, and after each SVSTATE says where it stands. Commands are lines of standard input, or of --script:\n\n" +
			"  step [N] [element|group|instruction]    go on; element if it is not said\n" +
			"  back [N] [element|group|instruction]    go back\n" +
			"  run                                     go to the end\n" +
			"  print r64 [COUNT] [8|16|32|64]          registers, as elements of that width\n" +
			"  print cr32 [COUNT], ctr, lr, svstate    the other ones\n" +
			"  next                                    a picture of what moves next\n" +
			"  where                                   the instruction and SVSTATE\n" +
			"  quit\n\n" +
			"With --steps N so many are made at once, a line each, and with --json each is an object with all that it changed.",
		Example: `  printf 'step 2\nnext\nback\nwhere\n' | lanescope svp64 debug 'sv.mv.swiz/vec3/w=16 *32,*64,ZYX' --vl 2 --reg r64=3333_2222_1111,5555_4444 --script -
  lanescope svp64 debug 'sv.mv.swiz/vec2 *32,*64,YX' --vl 2 --vertical --reg r64=1,2,3,4 --steps 4
  lanescope svp64 debug 'setvl 0,0,2,1,1,1; sv.add *1,*5,*9; svstep. 0,1,0; bc 6,3,-0xc' --reg r5=1,2 --reg r9=3,4 --steps 7 --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := argCount(1, "one argument, instructions or a file")(nil, args); err != nil {
				return err
			}
			unit, ok := program.ParseUnit(by)
			if !ok {
				return usagef("--by %s: expected element, group or instruction", by)
			}
			m, name, err := c.debugged(args[0], &pf, start)
			if err != nil {
				return err
			}
			d := svp64Debugger{c: c, Session: program.NewSession(m), name: name, limit: pf.Limit}
			if steps > 0 {
				return d.trace(unit, steps)
			}
			return d.script(script)
		},
	}
	flags := cmd.Flags()
	pf.flags(flags)
	flags.MarkHidden("dump")
	flags.IntVar(&start.VL, "vl", 1, "the vector length")
	flags.IntVar(&start.MaxVL, "maxvl", 0, "its limit; 0 is the same as --vl")
	flags.BoolVar(&start.Pack, "pack", false, "walk over the source lane by lane")
	flags.BoolVar(&start.Unpack, "unpack", false, "walk over the destination lane by lane")
	flags.BoolVar(&start.Vertical, "vertical", false, "Vertical-First: an instruction is one group of moves")
	flags.IntVar(&start.CRBase, "cr-base", svp64.DefaultCRBase, "the condition register field that subvector 0's predicate is in")
	flags.StringArrayVar(&start.Regs, "reg", nil, "the value of a register, as `r64=HEX`, f64=HEX or cr32=eq; several with commas between")
	flags.IntVar(&steps, "steps", 0, "make `N` steps and print each")
	flags.StringVar(&by, "by", "element", "how far a step of --steps goes: element, group or instruction")
	flags.StringVar(&script, "script", "-", "take commands from `FILE`; - is standard input")
	cmd.Flags().BoolVar(&c.json, "json", false, "print steps as JSON, an object a line")
	c.choiceFlag(flags, cmd, "by", "element", "group", "instruction")
	return cmd
}

// debugged is what an argument is, a program or swizzle moves alone, on a machine.
func (c *command) debugged(arg string, pf *programFlags, start api.SVP64Start) (*program.Machine, string, error) {
	if start.CRBase < 0 || start.CRBase >= svp64.NumRegs {
		return nil, "", usagef("--cr-base %d: there are fields 0 to %d", start.CRBase, svp64.NumRegs-1)
	}
	p, name, ok, err := c.svp64Program(arg, pf.Order(), svp64.DefaultEncoding)
	if !ok {
		name = "instruction"
		p, err = program.Assemble(arg, svp64.DefaultEncoding)
	}
	if err != nil {
		return nil, name, c.complain(name, err)
	}
	m, err := pf.machine(p, start)
	if _, usage := err.(usageError); err != nil && !usage {
		err = c.complain(name, err)
	}
	return m, name, err
}

// An svp64Debugger does what a script says.
type svp64Debugger struct {
	*program.Session
	c     *command
	w     *bufio.Writer
	name  string // of the program
	limit int
}

// trace makes steps and prints each.
func (d *svp64Debugger) trace(unit program.Unit, steps int) error {
	var failed error
	err := d.c.write(func(w *bufio.Writer) error {
		d.w = w
		for range steps {
			if d.Machine.Done() {
				return nil
			}
			if failed = d.forward(unit); failed != nil {
				return nil
			}
		}
		return nil
	})
	if err == nil && failed != nil {
		return d.c.invalid(d.name, api.SVP64StepSchema, failed)
	}
	return err
}

// forward goes one unit on and prints what moved.
func (d *svp64Debugger) forward(unit program.Unit) error {
	for n := 0; ; n++ {
		before, position := d.Machine.State, d.Position()
		moves, err := d.Forward(program.ByElement)
		if err != nil {
			return err
		}
		s := api.NewSVP64Step(position, moves[0], before, d.Machine.State)
		if d.c.json {
			if err := object(d.w, s); err != nil {
				return err
			}
		} else {
			fmt.Fprintln(d.w, s)
		}
		if m := moves[0]; unit == program.ByElement || m.Last || unit == program.ByGroup && m.Group {
			return nil
		}
	}
}

// script does what the lines of a file say.
func (d *svp64Debugger) script(file string) error {
	in, name, err := d.c.input([]string{file})
	if err != nil {
		return err
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	number := 0
	return d.c.write(func(w *bufio.Writer) error {
		d.w = w
		for lines.Scan() {
			number++
			err := d.do(lines.Text())
			if err == io.EOF {
				return nil
			}
			if err != nil {
				w.Flush()
				if fault := (*program.Fault)(nil); errors.As(err, &fault) { // which is the program's, not the script's
					return d.c.complain(d.name, err)
				}
				return d.c.complain(fmt.Sprintf("%s:%d", name, number), err)
			}
		}
		return lines.Err()
	})
}

// do does what one line says; quit is io.EOF.
func (d *svp64Debugger) do(line string) error {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	fmt.Fprintln(d.w, ">", strings.Join(words, " "))
	switch name, rest := words[0], words[1:]; name {
	case "step", "s", "back", "b", "run":
		way, err := program.ParseTravel(line, d.limit)
		if err != nil {
			return err
		}
		return d.travel(way)
	case "print", "p":
		return d.print(rest)
	case "next":
		return d.next()
	case "where":
		return d.where()
	case "quit", "q":
		return io.EOF
	default:
		return fmt.Errorf("%s is no command: there are step, back, run, print, next, where and quit", syntax.Quote(name))
	}
}

// travel goes that way. What is stepped over is printed; behind all else stands where the program is.
func (d *svp64Debugger) travel(way program.Travel) error {
	if way.ToEnd {
		return d.toEnd()
	}
	for range way.Count {
		var err error
		if way.Back {
			err = d.Back(way.Unit)
		} else {
			err = d.forward(way.Unit)
		}
		if errors.Is(err, program.ErrEnd) || errors.Is(err, program.ErrBegin) {
			fmt.Fprintln(d.w, err)
			return nil
		}
		if err != nil {
			return err
		}
	}
	if !way.Back {
		return nil
	}
	return d.where()
}

// toEnd runs to the end.
func (d *svp64Debugger) toEnd() error {
	for range d.limit {
		if d.Machine.Done() {
			return d.where()
		}
		if _, err := d.Forward(program.ByInstruction); err != nil {
			return err
		}
	}
	fmt.Fprintf(d.w, "stopped after %d instructions\n", d.limit)
	return d.where()
}

// where says where the program stands.
func (d *svp64Debugger) where() error {
	m := d.Machine
	text := "the end"
	if i, err := m.At(); err == nil && !m.Done() {
		text = i.String()
	}
	_, err := fmt.Fprintf(d.w, "%-4d %#x  %s\n     SVSTATE %v\n", d.Position(), m.PC, text, m.SV)
	return err
}

// next draws the loop at which the program stands.
func (d *svp64Debugger) next() error {
	i, err := d.Machine.At()
	if d.Machine.Done() || err != nil {
		return d.where()
	}
	l, err := d.Machine.LoopOf(i)
	if err != nil {
		return err
	}
	if l == nil {
		_, err := fmt.Fprintf(d.w, "%v is no loop\n", i)
		return err
	}
	_, err = d.w.Write(svp64moves.Next(i.String(), l, d.Machine.SV).Text(draw.Terminal{Color: d.c.colored()}))
	return err
}

// print shows registers.
func (d *svp64Debugger) print(words []string) error {
	if len(words) == 0 {
		return errors.New("expected a register, as r64, f64, cr32, ctr, lr or svstate")
	}
	kind := strings.TrimRight(words[0], "0123456789")
	first, err := strconv.Atoi(words[0][len(kind):])
	count, width := 1, 64
	for _, word := range words[1:] {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > svp64.NumRegs {
			return fmt.Errorf("%s: expected how many registers, or a width of 8, 16, 32 or 64", syntax.Quote(word))
		}
		if slices.Contains([]int{8, 16, 32, 64}, n) && word == words[len(words)-1] {
			width = n
		} else {
			count = n
		}
	}
	m := d.Machine
	switch {
	case kind == "ctr" || kind == "lr" || kind == "svstate":
		value := map[string]any{"ctr": m.CTR, "lr": fmt.Sprintf("%x", m.LR), "svstate": m.SV}[kind]
		_, err := fmt.Fprintln(d.w, value)
		return err
	case err != nil || kind != "r" && kind != "f" && kind != "cr" || first+count > svp64.NumRegs:
		return fmt.Errorf("%s: expected a register, as r64, f64, cr32, ctr, lr or svstate", syntax.Quote(words[0]))
	}
	for k := first; k < first+count; k++ {
		switch kind {
		case "cr":
			fmt.Fprintf(d.w, "cr%d = %s\n", k, cmp.Or(m.CR[k].String(), "no bit"))
		case "f":
			fmt.Fprintf(d.w, "f%d = %s\n", k, api.SVP64Elements(&m.FPR, k, 1, width))
		default:
			fmt.Fprintf(d.w, "r%d = %s\n", k, api.SVP64Elements(&m.GPR, k, 1, width))
		}
	}
	return nil
}
