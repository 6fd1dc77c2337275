package visa

import (
	"errors"
	"fmt"
	"strings"
)

// A routine is the kernel or a subroutine: the steps from first to end, which is that of the next one.
type routine struct{ first, end int }

// routes finds where control goes: the routine of each step, and the target of each jump.
func (c *Code) routes() error {
	place := map[labelNumber]int{}
	c.routines = []routine{{0, len(c.steps)}}
	for n := range c.steps {
		s := &c.steps[n]
		if i := s.inst; i.Op.marksPlace() {
			key := labelNumber{i.Op.toSubroutine(), i.Label}
			if _, twice := place[key]; twice {
				return c.refusal(n, "its place is at two places")
			}
			place[key] = n
			if i.Op == opSubroutine {
				c.routines[len(c.routines)-1].end = n
				c.routines = append(c.routines, routine{n, len(c.steps)})
			}
		}
		s.routine = int32(len(c.routines) - 1)
	}
	for n := range c.steps {
		if err := c.route(n, place); err != nil {
			return err
		}
	}
	return nil
}

// A labelNumber is the number of a label, of blocks or of subroutines.
type labelNumber struct {
	subroutine bool
	number     uint16
}

func (c *Code) refusal(n int, why string) error {
	return &Refusal{n, c.said(n), why}
}

// said is the text of a step in one line.
func (c *Code) said(n int) string {
	text, _, _ := strings.Cut(c.steps[n].inst.Text(c.decls), "\n")
	return text
}

// route is where the step goes, if it goes anywhere.
func (c *Code) route(n int, place map[labelNumber]int) error {
	s := &c.steps[n]
	switch i := s.inst; {
	case i.Op == opFret && s.routine > 0:
		return c.refusal(n, "fret ends a function, and this is a subroutine, which ret ends")
	case !i.Op.jumps():
		return nil
	}
	to, ok := place[labelNumber{s.inst.Op.toSubroutine(), s.inst.Label}]
	switch {
	case !ok:
		return c.refusal(n, "the label is nowhere")
	case s.inst.Op != opCall && c.steps[to].routine != s.routine:
		return c.refusal(n, "the label is in another subroutine: only a call enters one, and only a ret leaves it")
	}
	s.target = int32(to)
	return nil
}

// flow prepares an instruction of control flow.
func (p *preparer) flow() error {
	s, i := p.step, p.step.inst
	if i.Op == opSubroutine {
		s.run = (*Machine).fallInto
		return nil
	}
	s.uniform = i.Exec.Size() == 1
	if i.Op == opJmp && !s.uniform {
		return errors.New("a jmp is for all lanes: its execution size is 1")
	}
	if i.Exec.Offset()+i.Exec.Size() > 32 || i.Exec.Size() == 0 {
		return fmt.Errorf("%s begins at lane %d of the mask: the mask ends at 31", i.Exec, i.Exec.Offset())
	}
	switch i.Op {
	case opGoto:
		s.run = (*Machine).diverge
	case opJmp:
		s.run = (*Machine).leap
	case opCall:
		s.run = (*Machine).enter
	default:
		s.run = (*Machine).leave
	}
	return p.guard()
}
