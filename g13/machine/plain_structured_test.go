package machine_test

import (
	"fmt"
	"math"
	"strings"
)

// Programs as their authors think of them: of one thread, with variables, conditions, loops and breaks, and nothing that knows of a mask. Interpreting one thread by thread has to
// give what the machine makes of the code that plain_structured_emit_test.go emits for it.

// A value is a variable, one half of it, a uniform or a number.
type value struct {
	kind  valueKind
	index int
}

type valueKind uint8

const (
	variable valueKind = iota
	lower
	upper
	uniform
	constant
)

// A condition compares two values, as integers or as numbers.
type condition struct {
	name string // as it is written: ult, nseq, gte
	a, b value
}

// A statement is one of the types below.
type statement interface{}

type (
	assignment struct {
		name string // the instruction
		to   value  // a variable or a half of it
		a, b value
	}
	selection struct { // to = a if the condition holds, else b
		condition
		to   value
		x, y value
	}
	branches struct {
		arms      []arm
		otherwise []statement
		levels    int // of the mask stack
	}
	loop struct {
		first   *condition // to enter; nil is always
		again   condition
		body    []statement
		counter int // a variable that nothing else writes
		most    int // how often it is run at most
		levels  int
		byIf    bool // entered by if, not by push and while
	}
	leave struct { // break, or continue
		when  *condition // nil is always
		loops int        // how many, this one being 1
		again bool
	}
	call struct{ function int }
)

type arm struct {
	condition
	body []statement
}

// A structured program is a body that may call functions, which call none.
type structured struct {
	body      []statement
	functions [][]statement
	uniform   [uniforms]uint32
}

const (
	uniforms  = 4
	variables = 8
	counters  = 8 // behind the variables
)

// A thread is what the interpreter knows: the variables, and no other thread.
type thread struct {
	program *structured
	v       [variables + counters]uint32
}

// leaving is a break or continue that has not come to its loop yet.
type leaving struct {
	loops int
	again bool
}

func (t *thread) run(body []statement) leaving {
	for _, s := range body {
		if l := t.execute(s); l.loops > 0 {
			return l
		}
	}
	return leaving{}
}

func (t *thread) execute(s statement) leaving {
	switch s := s.(type) {
	case assignment:
		t.set(s.to, compute(s.name, t.get(s.a), t.get(s.b)))
	case selection:
		v := t.get(s.y)
		if t.holds(s.condition) {
			v = t.get(s.x)
		}
		t.set(s.to, v)
	case branches:
		for _, a := range s.arms {
			if t.holds(a.condition) {
				return t.run(a.body)
			}
		}
		return t.run(s.otherwise)
	case loop:
		return t.loop(s)
	case leave:
		if s.when == nil || t.holds(*s.when) {
			return leaving{s.loops, s.again}
		}
	case call:
		t.run(t.program.functions[s.function])
	}
	return leaving{}
}

func (t *thread) loop(s loop) leaving {
	t.v[s.counter] = 0
	if s.first != nil && !t.holds(*s.first) {
		return leaving{}
	}
	for {
		t.v[s.counter]++
		if t.v[s.counter] > uint32(s.most) {
			return leaving{}
		}
		switch l := t.run(s.body); {
		case l.loops > 1:
			return leaving{l.loops - 1, l.again}
		case l.loops == 1 && !l.again:
			return leaving{}
		}
		if !t.holds(s.again) {
			return leaving{}
		}
	}
}

func compute(name string, a, b uint32) uint32 {
	switch name {
	case "iadd":
		return a + b
	case "isub":
		return a - b
	case "imadd":
		return a * b
	case "and":
		return a & b
	case "or":
		return a | b
	case "xor":
		return a ^ b
	}
	panic(name)
}

func (t *thread) get(v value) uint32 {
	switch v.kind {
	case variable:
		return t.v[v.index]
	case lower:
		return t.v[v.index] & 0xffff
	case upper:
		return t.v[v.index] >> 16
	case uniform:
		return t.program.uniform[v.index]
	}
	return uint32(v.index)
}

func (t *thread) set(to value, v uint32) {
	old := &t.v[to.index]
	switch to.kind {
	case variable:
		*old = v
	case lower:
		*old = *old&0xffff0000 | v&0xffff
	case upper:
		*old = *old&0xffff | v<<16
	}
}

func (t *thread) holds(c condition) bool {
	name, not := c.name, false
	if strings.HasPrefix(name, "n") {
		name, not = name[1:], true
	}
	switch name {
	case "ueq", "ult", "ugt", "ulte", "ugte":
		return ordered(name[1:], t.get(c.a), t.get(c.b)) != not
	case "seq", "slt", "sgt", "slte", "sgte":
		return ordered(name[1:], t.signed(c.a), t.signed(c.b)) != not
	}
	return ordered(name, t.number(c.a), t.number(c.b)) != not
}

func ordered[T uint32 | int32 | float64](name string, a, b T) bool {
	switch name {
	case "eq":
		return a == b
	case "lt":
		return a < b
	case "gt":
		return a > b
	case "lte":
		return a <= b
	case "gte":
		return a >= b
	}
	panic(name)
}

func (t *thread) signed(v value) int32 {
	if v.kind == lower || v.kind == upper {
		return int32(int16(t.get(v)))
	}
	return int32(t.get(v))
}

func (t *thread) number(v value) float64 {
	switch v.kind {
	case constant:
		return float64(v.index)
	case lower, upper:
		return halfNumber(uint16(t.get(v)))
	}
	f := float64(math.Float32frombits(t.get(v)))
	if math.Abs(f) < 0x1p-126 {
		return 0
	}
	return f
}

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

func (v value) String() string {
	switch v.kind {
	case variable:
		return fmt.Sprintf("r%d", 4+v.index)
	case lower:
		return fmt.Sprintf("r%dl", 4+v.index)
	case upper:
		return fmt.Sprintf("r%dh", 4+v.index)
	case uniform:
		return fmt.Sprintf("u%d", v.index)
	}
	return fmt.Sprint(v.index)
}
