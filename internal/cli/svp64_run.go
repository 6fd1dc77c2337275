package cli

import (
	"bufio"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/svp64"
)

// runFlags are the state before a run.
type runFlags struct {
	vl, maxVL              int
	pack, unpack, vertical bool
	trace                  bool
	plain                  bool
	crBase                 int
	regs                   []string
}

func (c *command) svp64Run() *cobra.Command {
	var f runFlags
	var cmd *cobra.Command
	cmd = &cobra.Command{
		Use:   "run TEXT",
		Short: "Execute an instruction, or several, and print the registers that changed",
		Long: "Registers that are not given are zero. A value is hexadecimal, and values with commas between go into registers one after the other; a condition register field is given by letters of lt, gt, eq and so.\n" +
			"Behind an instruction may stand what it needs, as lower and translate print it: vl=4 pack, r3=0x5. Several are on lines of their own, or have semicolons between.\n" +
			"With --trace every element move is a line, with the places of SVSTATE before it and what is written; with --vertical every issue.",
		Example: `  lanescope svp64 run 'mv.swiz r4,r8,W.Y.' --reg r8=22222222_11111111,44444444_33333333
  lanescope svp64 run 'sv.mv.swiz/vec3/w=16 *32,*64,ZYX' --vl 2 --pack --reg r64=4444_3333_2222_1111,6666_5555 --trace
  lanescope svp64 run 'sv.mv.swiz/m=eq r4,r4,YX' --reg cr32=eq --reg r4=22222222_11111111`,
		RunE: func(_ *cobra.Command, args []string) error {
			if c.batch != "" {
				return c.batchSVP64(cmd, args, f)
			}
			return c.runSVP64(cmd, args, f)
		},
	}
	c.batchFlags(cmd, "one execution, an object with op, text, vl, subvl, sw, dw, sat, pack, unpack, smask, dmask, sz, dz, RT, RA, src and dst_before,")
	flags := cmd.Flags()
	flags.IntVar(&f.vl, "vl", 1, "the vector length")
	flags.IntVar(&f.maxVL, "maxvl", 0, "its limit; 0 is the same as --vl")
	flags.BoolVar(&f.pack, "pack", false, "walk over the source lane by lane")
	flags.BoolVar(&f.unpack, "unpack", false, "walk over the destination lane by lane")
	flags.BoolVar(&f.vertical, "vertical", false, "Vertical-First: one group of moves an issue, svstep between issues")
	flags.BoolVar(&f.trace, "trace", false, "print every move")
	flags.BoolVar(&f.plain, "plain", false, "use the plain engine, which is the document's pseudocode")
	flags.IntVar(&f.crBase, "cr-base", svp64.DefaultCRBase, "the condition register field that subvector 0's predicate is in")
	flags.StringArrayVar(&f.regs, "reg", nil, "the value of a register, as `r64=HEX`, f64=HEX or cr32=eq; several with commas between")
	return cmd
}

// stateFlags are those that say what a batch's lines say themselves.
var stateFlags = []string{"vl", "maxvl", "pack", "unpack", "vertical", "trace", "plain", "cr-base", "reg"}

// vectorFlags are those that a text may say behind its instruction.
var vectorFlags = stateFlags[:4]

// given is the first of the flags of a run that is there.
func (f runFlags) given(cmd *cobra.Command) string { return firstGiven(cmd, stateFlags) }

func firstGiven(cmd *cobra.Command, names []string) string {
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			return name
		}
	}
	return ""
}

// check refuses flags that exclude one another.
func (f runFlags) check() error {
	switch {
	case f.plain && (f.trace || f.vertical):
		return usagef("--plain beside --trace or --vertical: the plain engine runs a loop as a whole")
	case f.crBase < 0 || f.crBase >= svp64.NumRegs:
		return usagef("--cr-base %d: there are fields 0 to %d", f.crBase, svp64.NumRegs-1)
	}
	return nil
}

// batchSVP64 executes what lines say whole.
func (c *command) batchSVP64(cmd *cobra.Command, args []string, f runFlags) error {
	if name := f.given(cmd); name != "" {
		return usagef("--%s beside --batch, whose lines say that themselves", name)
	}
	return question[api.SVP64Run, api.Changed]{
		schema: api.SVP64RunSchema, wants: "one argument, the instruction", read: api.ParseSVP64Run, answer: api.SVP64Run.Run,
	}.run(c, args)
}

func (c *command) runSVP64(cmd *cobra.Command, args []string, f runFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	s, set, err := f.state()
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
		answer: (&svp64Execution{runFlags: f, state: s, flagged: s.SV}).all,
		say:    sayChanged,
	}.run(c, args)
}

// saidTwice refuses what both a text and a flag say.
func saidTwice(lines []svp64.Line, flag string, set []svp64.RegisterSetting) error {
	for _, l := range lines {
		if l.Stated && flag != "" {
			return usagef("--%s beside %q, which says what SVSTATE holds itself", flag, l.SV.Note())
		}
		for _, v := range l.Set {
			if slices.ContainsFunc(set, func(r svp64.RegisterSetting) bool { return !r.Float && r.CR == v.CR && r.No == v.No }) {
				return usagef("--reg sets a register of a predicate that stands behind %v too", l.Inst)
			}
		}
	}
	return nil
}

// An svp64Execution is a run of some lines.
type svp64Execution struct {
	runFlags
	state    *svp64.State
	flagged  svp64.SVState // SVSTATE as the flags say it
	before   *svp64.State
	float    bool
	begun    bool
	warnings []string
	lines    []string // of the trace
}

// all executes the lines.
func (r *svp64Execution) all(lines []svp64.Line) (c api.Changed, err error) {
	for k, l := range lines {
		if err := r.line(l); err != nil {
			if len(lines) > 1 {
				err = fmt.Errorf("instruction %d, %v: %w", k+1, l.Inst, err)
			}
			return c, err
		}
	}
	c = api.Changed{Before: &r.before.GPR, After: &r.state.GPR, Float: r.float, Flags: r.warnings, Trace: r.lines}
	if r.float {
		c.Before, c.After = &r.before.FPR, &r.state.FPR
	}
	return c, nil
}

// line executes one instruction, with what it needs set up.
func (r *svp64Execution) line(l svp64.Line) error {
	if r.begun && r.float != l.Float {
		return errors.New("the instructions before it move registers of the other kind")
	}
	if !r.begun {
		before := *r.state
		r.before, r.begun, r.float = &before, true, l.Float
	}
	r.state.SV = r.flagged
	if l.Stated {
		r.state.SV = l.SV.WithVertical(r.vertical)
	}
	l.SetPredicates(r.state)
	l.SetPredicates(r.before) // that is no change by the instruction
	for _, w := range l.Warnings() {
		if !slices.Contains(r.warnings, w) {
			r.warnings = append(r.warnings, w)
		}
	}
	if r.runFlags.trace {
		r.lines = append(r.lines, "SVSTATE "+r.state.SV.String())
	}
	return r.execute(l.Inst)
}

func (r *svp64Execution) execute(i svp64.Inst) (err error) {
	var lines []string
	switch {
	case r.vertical:
		lines, err = r.state.Issues(i)
	case r.runFlags.trace:
		lines, err = r.state.Trace(i)
	case r.plain:
		err = r.state.RunPlain(i)
	default:
		err = r.state.Run(i)
	}
	r.lines = append(r.lines, lines...)
	return err
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

// state is the state that the flags describe, and the registers that they set.
func (f runFlags) state() (s *svp64.State, set []svp64.RegisterSetting, err error) {
	if f.maxVL == 0 {
		f.maxVL = f.vl
	}
	if f.vl < 0 || f.vl > 127 || f.maxVL < 0 || f.maxVL > 127 {
		return nil, nil, fmt.Errorf("--vl %d --maxvl %d: both have seven bits", f.vl, f.maxVL)
	}
	s = svp64.NewState(f.vl)
	s.SV = svp64.NewSVState(f.maxVL, f.vl).WithPack(f.pack, f.unpack).WithVertical(f.vertical)
	s.CRBase = f.crBase
	set, err = setRegisters(s, f.regs)
	return s, set, err
}

// setRegisters sets what each "r64=…,…" says.
func setRegisters(s *svp64.State, texts []string) (set []svp64.RegisterSetting, err error) {
	for _, text := range texts {
		list, err := svp64.ParseSettings(text)
		if err != nil {
			return nil, fmt.Errorf("--reg %s: %w", text, err)
		}
		for _, r := range list {
			r.Put(s)
		}
		set = append(set, list...)
	}
	return set, nil
}
