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
