package machine_test

import (
	"math"
	"strings"
)

// randomProgram is a program with loops in loops.
func (r dice) randomProgram() *structured {
	p := &structured{functions: make([][]statement, r.IntN(3))}
	for k := range p.uniform {
		p.uniform[k] = r.word()
	}
	a := author{dice: r, counter: variables + counters/2}
	for k := range p.functions {
		p.functions[k] = a.body(2)
	}
	a = author{dice: r, counter: variables, functions: len(p.functions)}
	p.body = a.body(5)
	return p
}

// word is a variable at first: small, so that conditions are met now and then, or a number.
func (r dice) word() uint32 {
	switch r.IntN(4) {
	case 0:
		return uint32(r.integerBits(32))
	case 1:
		return uint32(r.floatBits(32))
	case 2:
		return math.Float32bits(float32(r.IntN(9) - 4))
	}
	return uint32(r.IntN(6) - 1)
}

// An author writes a program from outside inwards.
type author struct {
	dice
	counter   int    // of the next loop inwards
	functions int    // that may be called
	loops     []bool // that this is in, and whether they allow continue, the innermost last
}

func (a author) body(depth int) (body []statement) {
	for range 1 + a.IntN(3) {
		switch k := a.IntN(10); {
		case k < 3 || depth == 0:
			body = append(body, a.simple())
		case k < 6:
			body = append(body, a.branches(depth-1))
		case k < 8 && a.counter%(counters/2) < 3:
			body = append(body, a.loop(depth-1))
		case a.functions > 0 && a.oneIn(2):
			body = append(body, call{a.IntN(a.functions)})
		case len(a.loops) > 0:
			body = append(body, a.leave())
		default:
			body = append(body, a.simple())
		}
	}
	return body
}

func (a author) simple() statement {
	to := value{valueKind(a.IntN(3)), a.IntN(variables)}
	if a.oneIn(4) {
		c := a.integerCondition()
		if c.name[0] == 'n' || strings.HasSuffix(c.name, "te") { // which a selection cannot have
			c.name = "ueq"
		}
		s := selection{condition: c, to: to}
		for _, v := range []*value{&s.x, &s.y} {
			*v = value{to.kind, a.IntN(variables)} // of the same size
			if to.kind == lower && a.oneIn(2) {
				v.kind = upper
			}
			if a.oneIn(4) {
				*v = value{constant, a.IntN(256)}
			}
		}
		return s
	}
	return assignment{[]string{"iadd", "isub", "imadd", "and", "or", "xor"}[a.IntN(6)], to, a.value(), a.value()}
}

func (a author) value() value {
	k := valueKind(a.IntN(5))
	n := map[valueKind]int{uniform: uniforms, constant: 4}[k]
	if n == 0 {
		n = variables
	}
	return value{k, a.IntN(n)}
}

func (a author) integerCondition() condition {
	names := []string{"ueq", "ult", "ugt", "seq", "slt", "sgt", "nueq", "ugte", "ulte", "nseq", "sgte", "slte"}
	return condition{names[a.IntN(len(names))], a.value(), a.value()}
}

func (a author) condition() condition {
	if a.oneIn(3) {
		names := []string{"eq", "lt", "gt", "gte", "lte", "neq", "nlt", "ngt", "ngte", "nlte"}
		return condition{names[a.IntN(len(names))], a.value(), a.value()}
	}
	return a.integerCondition()
}

// branches is if, else if and else. With more than one condition, threads that are done need a number of their own on the stack.
func (a author) branches(depth int) statement {
	s := branches{levels: 1 + a.IntN(3)}
	for range 1 + a.IntN(3) {
		s.arms = append(s.arms, arm{a.condition(), a.body(depth)})
	}
	if a.oneIn(2) {
		s.otherwise = a.body(depth)
	}
	if len(s.arms) > 1 {
		s.levels = max(s.levels, 2)
	}
	return s
}

// loop is while, do while and what is between. Where there is continue, a thread that waits for the next round needs a number of its own on the stack.
func (a author) loop(depth int) statement {
	s := loop{again: a.condition(), counter: a.counter, most: 1 + a.IntN(5), levels: 1 + a.IntN(3)}
	if a.oneIn(2) {
		c := a.condition()
		s.first = &c
		s.byIf = s.levels == 1
	}
	a.counter++
	a.loops = append(a.loops[:len(a.loops):len(a.loops)], s.levels > 1)
	s.body = a.body(depth)
	return s
}

func (a author) leave() statement {
	s := leave{loops: 1 + a.IntN(len(a.loops)), again: a.oneIn(2)}
	s.again = s.again && a.loops[len(a.loops)-s.loops]
	if a.oneIn(2) {
		c := a.integerCondition()
		if c.name[0] != 'n' && !strings.HasSuffix(c.name, "te") {
			s.when = &c
		}
	}
	return s
}
