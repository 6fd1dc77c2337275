package visa

import (
	"fmt"
	"slices"
)

// A Placed is a finding about an instruction of a program.
type Placed struct {
	Line int // which of the program's lines
	Finding
}

// programRules are what the instructions of a program must keep together.
var programRules = [...]struct {
	Rule
	program func(c *programChecker)
}{
	{Rule{Name: "uniform-jump", Where: Pages, Says: "An execution size of 1 indicates the jump is convergent."}, ruleUniformJump},
	{Rule{Name: "same-subroutine", Where: Pages, Says: "The label must be in the same subroutine as the goto."}, ruleSameSubroutine},
	{Rule{Name: "subroutine-end", Where: Pages, Says: "A subroutine can only be entered with a call and must be terminated with a ret."}, ruleSubroutineEnd},
	{Rule{Name: "function-end", Where: Pages, Says: "fret terminates the current function, ret a subroutine."}, ruleFunctionEnd},
	{Rule{Name: "recursion", Where: Pages, Says: "A subroutine may invoke other subroutines, although recursion is not permitted."}, ruleRecursion},
}

// A programChecker holds a program's control flow against programRules.
type programChecker struct {
	*Program
	routeMap
	rule  string
	found []Placed
}

// CheckProgram is what is wrong with each instruction of a program, and with how control goes from one to the other; line by line. In the dialect Intel it is what the tool says,
// which looks at no more than instructions.
func (c *Checker) CheckProgram(g *Program) []Placed {
	p := programChecker{Program: g}
	for n := range g.Lines {
		for _, f := range c.Check(&g.Lines[n].Inst) {
			p.found = append(p.found, Placed{n, f})
		}
	}
	if c.Dialect != Spec {
		return p.found
	}
	p.routeMap = routesOf(len(g.Lines), p.inst)
	for k := range programRules {
		p.rule = programRules[k].Name
		programRules[k].program(&p)
	}
	slices.SortStableFunc(p.found, func(a, b Placed) int { return a.Line - b.Line })
	return p.found
}

// inst is the instruction of a line.
func (p *programChecker) inst(n int) *Inst { return &p.Lines[n].Inst }

// target is the line that an instruction goes to; -1: it goes nowhere, or to one of several.
func (p *programChecker) target(n int) int {
	i := p.inst(n)
	if !i.Op.jumps() {
		return -1
	}
	if to, ok := p.place(i.Label, i.Op.placeKind()); ok {
		return to
	}
	return -1
}

func (p *programChecker) add(n int, format string, args ...any) {
	p.found = append(p.found, Placed{n, Finding{Rule: p.rule, Operand: -1, Message: fmt.Sprintf(format, args...)}})
}

func ruleUniformJump(p *programChecker) {
	for n := range p.Lines {
		if i := p.inst(n); i.Op == opJmp && i.Exec.Size() != 1 {
			p.add(n, "jmp is for all lanes, and %s says %d", i.Exec, i.Exec.Size())
			to := *i
			to.Exec &^= 15
			p.found[len(p.found)-1].Rewrite = to.Text(p.Decls)
		}
	}
}

func ruleSameSubroutine(p *programChecker) {
	for n := range p.Lines {
		for _, label := range p.inst(n).places() {
			to, ok := p.place(label, p.inst(n).Op.placeKind())
			if !ok || p.inst(n).Op == opCall || p.of[to] == p.of[n] {
				continue
			}
			p.add(n, "%s is in %s, and this is %s: only a call enters a subroutine, and only a ret leaves it", p.Decls.labelName(label, blockPlace), p.name(p.of[to]), p.name(p.of[n]))
		}
	}
}

// name is a routine in words.
func (p *programChecker) name(k int32) string {
	if k == 0 {
		return "the kernel"
	}
	return "subroutine " + p.Decls.labelName(p.inst(p.routines[k].first).Label, subroutinePlace)
}

// ruleSubroutineEnd: what stands last in a subroutine is a ret, and before a subroutine nothing goes on into it.
func ruleSubroutineEnd(p *programChecker) {
	for k, r := range p.routines {
		last := r.end - 1
		for last > r.first && meanings[p.inst(last).Op].form == marks {
			last--
		}
		op, always := opSubroutine, false // which is what an empty kernel has in its place
		if last >= r.first {
			op, always = p.inst(last).Op, p.inst(last).Guard == 0
		}
		switch {
		case op == opUnknown: // it may end with anything
		case k > 0 && (op != opRet || !always):
			p.add(last, "%s ends here, and not with a ret without a guard", p.name(int32(k)))
		case k == 0 && len(p.routines) > 1 && !(always && (op == opRet || op == opFret || op == opJmp || op == opGoto)):
			p.add(r.end, "the kernel goes on into %s: a ret is missing before it", p.name(1))
		}
	}
}

func ruleFunctionEnd(p *programChecker) {
	for n := range p.Lines {
		if p.inst(n).Op == opFret && p.of[n] > 0 {
			p.add(n, "fret in %s, which a ret ends", p.name(p.of[n]))
		}
	}
}

// ruleRecursion: subroutines that go round in a circle of calls, or lie between two circles, are those from which one can go on calling for ever, and also go back for ever.
func ruleRecursion(p *programChecker) {
	calls, callers := make([][]int32, len(p.routines)), make([][]int32, len(p.routines))
	for n := range p.Lines {
		if to := p.target(n); to >= 0 && p.inst(n).Op == opCall {
			from, to := p.of[n], p.of[to]
			calls[from], callers[to] = append(calls[from], to), append(callers[to], from)
		}
	}
	onward, back := endless(calls, callers), endless(callers, calls)
	for n := range p.Lines {
		to := p.target(n)
		if to < 0 || p.inst(n).Op != opCall {
			continue
		}
		if from, to := p.of[n], p.of[to]; onward[from] && onward[to] && back[from] && back[to] {
			p.add(n, "%s calls %s, and they are in a circle of calls", p.name(from), p.name(to))
		}
	}
}

// endless are the nodes of a graph from which one can go on for ever: those that lead nowhere are taken away until there are no more.
func endless(edges, reversed [][]int32) []bool {
	left, stays := make([]int, len(edges)), make([]bool, len(edges))
	var ends []int32
	for k := range edges {
		left[k], stays[k] = len(edges[k]), true
		if left[k] == 0 {
			ends = append(ends, int32(k))
		}
	}
	for len(ends) > 0 {
		k := ends[len(ends)-1]
		ends, stays[k] = ends[:len(ends)-1], false
		for _, from := range reversed[k] {
			if left[from]--; left[from] == 0 {
				ends = append(ends, from)
			}
		}
	}
	return stays
}
