package api

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/svp64"
)

// An SVP64Start is the state before a run of instructions, and how they are executed.
type SVP64Start struct {
	VL, MaxVL              int // MaxVL 0 is the same as VL
	Pack, Unpack, Vertical bool
	Trace                  bool     // every element move is a line
	Plain                  bool     // on the engine that is the document's pseudocode
	CRBase                 int      // the condition register field that subvector 0's predicate is in
	Regs                   []string // r64=HEX,HEX, f64=HEX or cr32=eq
}

// ErrPlain is what is wrong with a start that wants the plain engine to show what is inside a loop.
var ErrPlain = errors.New("the plain engine runs a loop as a whole: it has neither a trace nor issues")

// State is the state that it says, and the registers that it sets.
func (x *SVP64Start) State() (s *svp64.State, set []svp64.RegisterSetting, err error) {
	most := x.MaxVL
	if most == 0 {
		most = x.VL
	}
	if x.VL < 0 || x.VL > svp64.MaxVL || most < 0 || most > svp64.MaxVL {
		return nil, nil, fmt.Errorf("--vl %d --maxvl %d: both have seven bits", x.VL, most)
	}
	if x.Plain && (x.Trace || x.Vertical) {
		return nil, nil, ErrPlain
	}
	s = svp64.NewState(x.VL)
	s.SV = svp64.NewSVState(most, x.VL).WithPack(x.Pack, x.Unpack).WithVertical(x.Vertical)
	s.CRBase = x.CRBase
	set, err = SetSVP64(s, x.Regs)
	return s, set, err
}

// SetSVP64 sets what each "r64=…,…" says.
func SetSVP64(s *svp64.State, texts []string) (set []svp64.RegisterSetting, err error) {
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

// SVP64SaidTwice refuses what stands behind an instruction and is said besides: given is the flag that says what SVSTATE holds, if there is one, and set the registers that are.
func SVP64SaidTwice(lines []svp64.Line, given string, set []svp64.RegisterSetting) error {
	for _, l := range lines {
		if l.Stated && given != "" {
			return fmt.Errorf("--%s beside %q, which says what SVSTATE holds itself", given, l.SV.Note())
		}
		for _, v := range l.Set {
			if slices.ContainsFunc(set, func(r svp64.RegisterSetting) bool { return !r.Float && r.CR == v.CR && r.No == v.No }) {
				return fmt.Errorf("--reg sets a register of a predicate that stands behind %v too", l.Inst)
			}
		}
	}
	return nil
}

// Run executes lines one after the other.
func (x *SVP64Start) Run(lines []svp64.Line, s *svp64.State) (c Changed, err error) {
	r := svp64Execution{SVP64Start: x, state: s, flagged: s.SV}
	for k, l := range lines {
		if err := r.line(l); err != nil {
			if len(lines) > 1 {
				err = fmt.Errorf("instruction %d, %v: %w", k+1, l.Inst, err)
			}
			return c, err
		}
	}
	c = Changed{Before: &r.before.GPR, After: &r.state.GPR, Float: r.float, Flags: r.warnings, Trace: r.lines}
	if r.float {
		c.Before, c.After = &r.before.FPR, &r.state.FPR
	}
	return c, nil
}

// An svp64Execution is a run of some lines.
type svp64Execution struct {
	*SVP64Start
	state    *svp64.State
	flagged  svp64.SVState // SVSTATE as the start says it
	before   *svp64.State
	float    bool
	begun    bool
	warnings []string
	lines    []string // of the trace
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
		r.state.SV = l.SV.WithVertical(r.Vertical)
	}
	l.SetPredicates(r.state)
	l.SetPredicates(r.before) // that is no change by the instruction
	for _, w := range l.Warnings() {
		if !slices.Contains(r.warnings, w) {
			r.warnings = append(r.warnings, w)
		}
	}
	if r.Trace {
		r.lines = append(r.lines, "SVSTATE "+r.state.SV.String())
	}
	return r.execute(l.Inst)
}

func (r *svp64Execution) execute(i svp64.Inst) (err error) {
	var lines []string
	switch {
	case r.Vertical:
		lines, err = r.state.Issues(i)
	case r.Trace:
		lines, err = r.state.Trace(i)
	case r.Plain:
		err = r.state.RunPlain(i)
	default:
		err = r.state.Run(i)
	}
	r.lines = append(r.lines, lines...)
	return err
}
