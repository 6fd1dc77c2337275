package visa

import (
	"fmt"
	"strings"
)

// A routine is the kernel or a subroutine: the steps from first to end, which is that of the next one.
type routine struct{ first, end int }

// A routeMap is where control goes in a list of instructions.
type routeMap struct {
	routines []routine
	of       []int32    // the routine of each instruction
	places   [2][]int32 // one more than the instruction at which each label is: of blocks, and of subroutines
	twice    int        // the first mark whose label is at a place before; -1: there is none
}

// routesOf finds the places and the routines of n instructions. Compilers begin a kernel with a name of its own, in the place of a subroutine's that nobody calls: that is no routine beside it.
//
//	.kernel "k"
//	.function "k_BB_0"
func routesOf(n int, inst func(k int) *Inst) routeMap {
	m := routeMap{routines: []routine{{0, n}}, of: make([]int32, n), twice: -1}
	begins := n > 0 && inst(0).Op == opSubroutine && !calls(n, inst, inst(0).Label)
	for k := range n {
		if i := inst(k); i.Op.marksPlace() {
			if m.mark(i, k) && m.twice < 0 {
				m.twice = k
			}
			if i.Op == opSubroutine && !(begins && k == 0) {
				m.routines[len(m.routines)-1].end = k
				m.routines = append(m.routines, routine{k, n})
			}
		}
		m.of[k] = int32(len(m.routines) - 1)
	}
	return m
}

// calls says whether an instruction calls the subroutine of a label.
func calls(n int, inst func(k int) *Inst, label uint16) bool {
	for k := range n {
		if i := inst(k); i.Op == opCall && i.Label == label {
			return true
		}
	}
	return false
}

// mark notes that instruction k is a label's place, and says whether another was.
func (m *routeMap) mark(i *Inst, k int) (again bool) {
	of := &m.places[defined(i.Op == opSubroutine)]
	for int(i.Label) >= len(*of) {
		*of = append(*of, 0)
	}
	again, (*of)[i.Label] = (*of)[i.Label] != 0, int32(k+1)
	return again
}

// place is where a label is.
func (m *routeMap) place(label uint16, kind placeKind) (k int, ok bool) {
	if kind > subroutinePlace {
		return 0, false
	}
	of := m.places[kind]
	if int(label) >= len(of) || of[label] == 0 {
		return 0, false
	}
	return int(of[label]) - 1, true
}

// routes finds the routine of each step, and the target of each jump.
func (c *Code) routes() error {
	m := routesOf(len(c.steps), func(k int) *Inst { return c.steps[k].inst })
	if m.twice >= 0 {
		return c.refusal(m.twice, "its place is at two places")
	}
	c.routines = m.routines
	for n := range c.steps {
		c.steps[n].routine = m.of[n]
	}
	for n := range c.steps {
		if err := c.route(n, &m); err != nil {
			return err
		}
	}
	return nil
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
func (c *Code) route(n int, m *routeMap) error {
	s := &c.steps[n]
	if s.inst.Op == opFret && s.routine > 0 {
		return c.refusal(n, "fret ends a function, and this is a subroutine, which ret ends")
	}
	for _, label := range s.inst.places() {
		if s.inst.Op == opFccall {
			break // elsewhere
		}
		to, ok := m.place(label, s.inst.Op.placeKind())
		switch {
		case !ok:
			return c.refusal(n, "the label is nowhere")
		case s.inst.Op != opCall && c.steps[to].routine != s.routine:
			return c.refusal(n, "the label is in another subroutine: only a call enters one, and only a ret leaves it")
		}
		s.target = int32(to)
		s.targets = append(s.targets, int32(to))
	}
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
	if (i.Op == opJmp || i.Op == opSwitchjmp) && !s.uniform {
		return fmt.Errorf("a %s is for all lanes: its execution size is 1", i.Op)
	}
	if i.Exec.Offset()+i.Exec.Size() > 32 || i.Exec.Size() == 0 {
		return fmt.Errorf("%s begins at lane %d of the mask: the mask ends at 31", i.Exec, i.Exec.Offset())
	}
	switch i.Op {
	case opGoto:
		s.run = (*Machine).diverge
	case opJmp:
		s.run = (*Machine).leap
	case opSwitchjmp:
		s.run = (*Machine).choosePlace
		return p.scalars()
	case opCall:
		s.run = (*Machine).enter
	default:
		s.run = (*Machine).leave
	}
	return p.guard()
}
