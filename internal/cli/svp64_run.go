package cli

import (
	"bufio"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/svp64"
)

func (c *command) svp64Run() *cobra.Command {
	var f api.SVP64Start
	var pf programFlags
	var cmd *cobra.Command
	cmd = &cobra.Command{
		Use:   "run TEXT|FILE",
		Short: "Execute an instruction, several, or a program, and print the registers that changed",
		Long: "Registers that are not given are zero. A value is hexadecimal, and values with commas between go into registers one after the other; a condition register field is given by letters of lt, gt, eq and so.\n" +
			"Behind an instruction may stand what it needs, as lower and translate print it: vl=4 pack, r3=0x5. Several are on lines of their own, or have semicolons between.\n" +
			"With --trace every element move is a line, with the places of SVSTATE before it and what is written; with --vertical every issue.\n" +
			"A file is a program, in any of the ways that svp64 asm and svp64 dis have; so is a text with other instructions than swizzle moves. It ends behind its last word.",
		Example: `  lanescope svp64 run 'mv.swiz r4,r8,W.Y.' --reg r8=22222222_11111111,44444444_33333333
  lanescope svp64 run 'sv.mv.swiz/vec3/w=16 *32,*64,ZYX' --vl 2 --pack --reg r64=4444_3333_2222_1111,6666_5555 --trace
  lanescope svp64 run 'sv.mv.swiz/m=eq r4,r4,YX' --reg cr32=eq --reg r4=22222222_11111111
  lanescope svp64 run 'setvl 0,0,2,0,1,1; sv.lwz *8,0(3); sv.stw *8,8(3)' --reg r3=1000 --mem 0x1000=0100000002000000 --dump 0x1008:8`,
		RunE: func(_ *cobra.Command, args []string) error {
			if c.batch != "" {
				return c.batchSVP64(cmd, args, f)
			}
			if len(args) == 1 {
				if p, name, ok, err := c.svp64Program(args[0], pf.Order(), svp64.DefaultEncoding); ok && err != nil {
					return c.invalidProgram(name, err)
				} else if ok {
					return c.runProgram(p, name, &pf, f)
				}
			}
			if name := firstGiven(cmd, programOnly); name != "" {
				return usagef("--%s is of a program: a file, or a text with other instructions than swizzle moves", name)
			}
			return c.runSVP64(cmd, args, f)
		},
	}
	c.batchFlags(cmd, "one execution, an object with op, text, vl, subvl, sw, dw, sat, pack, unpack, smask, dmask, sz, dz, RT, RA, src and dst_before,")
	flags := cmd.Flags()
	pf.flags(flags)
	flags.IntVar(&f.VL, "vl", 1, "the vector length")
	flags.IntVar(&f.MaxVL, "maxvl", 0, "its limit; 0 is the same as --vl")
	flags.BoolVar(&f.Pack, "pack", false, "walk over the source lane by lane")
	flags.BoolVar(&f.Unpack, "unpack", false, "walk over the destination lane by lane")
	flags.BoolVar(&f.Vertical, "vertical", false, "Vertical-First: one group of moves an issue, svstep between issues")
	flags.BoolVar(&f.Trace, "trace", false, "print every move")
	flags.BoolVar(&f.Plain, "plain", false, "use the plain engine, which is the document's pseudocode")
	flags.IntVar(&f.CRBase, "cr-base", svp64.DefaultCRBase, "the condition register field that subvector 0's predicate is in")
	flags.StringArrayVar(&f.Regs, "reg", nil, "the value of a register, as `r64=HEX`, f64=HEX or cr32=eq; several with commas between")
	return cmd
}

// stateFlags are those that say what a batch's lines say themselves.
var stateFlags = []string{"vl", "maxvl", "pack", "unpack", "vertical", "trace", "plain", "cr-base", "reg"}

// vectorFlags are those that a text may say behind its instruction.
var vectorFlags = stateFlags[:4]

// firstGiven is the first of some flags that is there.
func firstGiven(cmd *cobra.Command, names []string) string {
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			return name
		}
	}
	return ""
}

// checkStart refuses flags that exclude one another.
func checkStart(f api.SVP64Start) error {
	switch {
	case f.Plain && (f.Trace || f.Vertical):
		return usagef("--plain beside --trace or --vertical: the plain engine runs a loop as a whole")
	case f.CRBase < 0 || f.CRBase >= svp64.NumRegs:
		return usagef("--cr-base %d: there are fields 0 to %d", f.CRBase, svp64.NumRegs-1)
	}
	return nil
}

// batchSVP64 executes what lines say whole.
func (c *command) batchSVP64(cmd *cobra.Command, args []string, f api.SVP64Start) error {
	if name := firstGiven(cmd, slices.Concat(stateFlags, programOnly)); name != "" {
		return usagef("--%s beside --batch, whose lines say that themselves", name)
	}
	return question[api.SVP64Run, api.Changed]{
		schema: api.SVP64RunSchema, wants: "one argument, the instruction", read: api.ParseSVP64Run, answer: soon(api.SVP64Run.Run),
	}.run(c, args)
}

func (c *command) runSVP64(cmd *cobra.Command, args []string, f api.SVP64Start) error {
	if err := checkStart(f); err != nil {
		return err
	}
	s, set, err := f.State()
	if err != nil {
		return usageError{err}
	}
	return question[[]svp64.Line, api.Changed]{
		schema: api.SVP64RunSchema, wants: "one argument, the instruction", files: []string{"instruction"},
		read: func(text string) ([]svp64.Line, error) {
			lines, err := svp64.ParseLines(text)
			if err == nil {
				err = saidTwice(lines, firstGiven(cmd, vectorFlags), set)
			}
			return lines, err
		},
		answer: func(_ context.Context, lines []svp64.Line) (api.Changed, error) { return f.Run(lines, s) },
		say:    sayChanged,
	}.run(c, args)
}

// saidTwice refuses what both a text and a flag say.
func saidTwice(lines []svp64.Line, flag string, set []svp64.RegisterSetting) error {
	if err := api.SVP64SaidTwice(lines, flag, set); err != nil {
		return usageError{err}
	}
	return nil
}

// sayChanged writes what changed, and what is to be said.
func sayChanged(w *bufio.Writer, c api.Changed, _ look) error {
	for _, warning := range c.Flags {
		fmt.Fprintln(w, "warning:", warning)
	}
	for _, line := range c.Trace {
		fmt.Fprintln(w, line)
	}
	name := "r"
	if c.Float {
		name = "f"
	}
	for k, v := range c.After {
		if v != c.Before[k] {
			fmt.Fprintf(w, "%s%d = %016x\n", name, k, v)
		}
	}
	return nil
}
