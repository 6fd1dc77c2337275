package machine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// An emitter writes G13 code for a structured program, as a compiler would.
//
//	if c {…}            if_icmp n; …; pop_exec n
//	else if d {…}       before the pop: else_icmp d, n; …
//	for c {…}           push_exec n; while_icmp c, n; jmp_exec_none out; in: …; while_icmp c, n; jmp_exec_any in; out: pop_exec n
//	break, continue     r0l = how many levels to pop until it is awake again; pop_exec 0
type emitter struct {
	dice
	lines  []string
	label  int
	inside []construct // the innermost last
}

// A construct is an if or a loop.
type construct struct {
	levels int
	loop   bool
	next   string // label of its next instruction on the mask stack
}

func (e *emitter) line(format string, args ...any) {
	e.lines = append(e.lines, fmt.Sprintf(format, args...))
}

func (e *emitter) newLabel() string {
	e.label++
	return fmt.Sprintf("L%d", e.label)
}

func (e *emitter) program(p *structured) string {
	e.body(p.body)
	e.line("stop")
	for k, f := range p.functions {
		e.line("function%d:", k)
		e.inside = nil
		e.body(f)
		e.line("ret r1")
	}
	return strings.Join(e.lines, "\n")
}

func (e *emitter) body(body []statement) {
	for _, s := range body {
		e.statement(s)
	}
}

func (e *emitter) statement(s statement) {
	switch s := s.(type) {
	case assignment:
		if s.name == "imadd" {
			e.line("imadd %v, %v, %v, 0", s.to, s.a, s.b)
		} else {
			e.line("%s %v, %v, %v", s.name, s.to, s.a, s.b)
		}
	case selection:
		e.line("icmpsel %s, %v, %v, %v, %v, %v", s.name, s.to, s.a, s.b, s.x, s.y)
	case branches:
		e.branches(s)
	case loop:
		e.loop(s)
	case leave:
		e.leave(s)
	case call:
		skip := e.newLabel()
		e.line("jmp_exec_none %s", skip) // without a thread there is no way back
		e.line("call function%d", s.function)
		e.line("%s:", skip)
	}
}

// compare is an instruction on the mask stack that compares.
func (e *emitter) compare(name string, c condition, levels int) {
	if isNumeric(c.name) {
		e.line("%s_fcmp r0l, %s, %s, %s, %d", name, c.name, numeric(c.a), numeric(c.b), levels)
		return
	}
	e.line("%s_icmp r0l, %s, %v, %v, %d", name, c.name, c.a, c.b, levels)
}

func isNumeric(name string) bool {
	name = strings.TrimPrefix(name, "n")
	return !strings.HasPrefix(name, "u") && !strings.HasPrefix(name, "s")
}

func numeric(v value) string {
	if v.kind == constant {
		return fmt.Sprintf("%d.0", v.index)
	}
	return v.String()
}

func (e *emitter) enter(c construct) { e.inside = append(e.inside, c) }

func (e *emitter) exit() { e.inside = e.inside[:len(e.inside)-1] }

// over jumps, now and then, to where the mask changes again if nobody is awake until there.
func (e *emitter) over(label string) {
	if e.oneIn(2) {
		e.line("jmp_exec_none %s", label)
	}
}

func (e *emitter) branches(s branches) {
	for k, a := range s.arms {
		next := e.newLabel()
		e.compare([...]string{"if", "else"}[min(k, 1)], a.condition, s.levels)
		e.over(next)
		e.enter(construct{levels: s.levels, next: next})
		e.body(a.body)
		e.exit()
		e.line("%s:", next)
	}
	if s.otherwise != nil {
		next := e.newLabel()
		e.line("else_icmp r0l, ueq, 0, 0, %d", s.levels)
		e.over(next)
		e.enter(construct{levels: s.levels, next: next})
		e.body(s.otherwise)
		e.exit()
		e.line("%s:", next)
	}
	e.line("pop_exec r0l, %d", s.levels)
}

func (e *emitter) loop(s loop) {
	in, next, out := e.newLabel(), e.newLabel(), e.newLabel()
	e.line("mov_imm r%d, 0, 0b0", 4+s.counter)
	switch {
	case s.byIf:
		e.compare("if", *s.first, s.levels)
		e.over(out)
	case s.first != nil:
		e.line("push_exec r0l, %d", s.levels)
		e.compare("while", *s.first, s.levels)
		e.over(out)
	default:
		e.line("push_exec r0l, %d", s.levels)
	}
	e.line("%s:", in)
	e.enter(construct{levels: s.levels, loop: true, next: next})
	e.line("iadd r%d, r%d, 1", 4+s.counter, 4+s.counter)
	e.line("icmpsel ugt, r0l, r%d, %d, %d, r0l", 4+s.counter, s.most, s.levels)
	e.line("pop_exec r0l, 0")
	e.over(next)
	e.body(s.body)
	e.exit()
	e.line("%s:", next)
	e.compare("while", s.again, s.levels)
	e.line("jmp_exec_any %s", in)
	e.line("%s:", out)
	e.line("pop_exec r0l, %d", s.levels)
}

// leave puts threads to sleep until the levels between here and the end of the loop, or of its body, have been popped.
func (e *emitter) leave(s leave) {
	levels, loops := 0, 0
	for k := len(e.inside) - 1; loops < s.loops; k-- {
		c := e.inside[k]
		if c.loop {
			loops++
		}
		if s.again && loops == s.loops {
			levels++ // which while looks at again
		} else {
			levels += c.levels
		}
	}
	if s.when == nil {
		e.line("mov_imm r0l, %d", levels)
	} else {
		e.line("icmpsel %s, r0l, %v, %v, %d, r0l", s.when.name, s.when.a, s.when.b, levels)
	}
	e.line("pop_exec r0l, 0")
	e.over(e.inside[len(e.inside)-1].next)
}

// TestStructured runs random programs on the machine, and thread by thread without it. A case is a program.
func TestStructured(t *testing.T) {
	campaign(t, cases(200_000), func(r dice, enough func(int) bool) error {
		for {
			p := r.randomProgram()
			e := emitter{dice: r}
			if err := r.runStructured(p, e.program(p)); err != nil {
				return err
			}
			if enough(1) {
				return nil
			}
		}
	})
}

func (r dice) runStructured(p *structured, text string) error {
	code, errs := asm.Assemble(text)
	if len(errs) > 0 {
		return fmt.Errorf("%s\n%v", text, errs)
	}
	compiled, err := machine.Compile(code)
	if err != nil {
		return err
	}
	g := machine.NewGroup()
	for k, v := range p.uniform {
		g.SetUniform32(k, v)
	}
	var threads [32]thread
	var rows [variables]machine.Row
	var asleep machine.Row
	active := r.exec()
	for t := range threads {
		threads[t].program = p
		for k := range variables {
			rows[k][t] = r.word()
			threads[t].v[k] = rows[k][t]
		}
		if !active[t] {
			g.Exec &^= 1 << t
			asleep[t] = uint32(1 + r.IntN(3))
		}
	}
	for k, row := range rows {
		g.SetRegister(4+k, row)
	}
	g.SetRegister(0, asleep)
	before, exec := threads, g.Exec
	result, err := compiled.Run(context.Background(), g, machine.Options{Fuel: 1_000_000})
	switch {
	case err != nil:
		return err
	case result.Stop != machine.Stopped:
		return fmt.Errorf("%s\n%v: %v", text, result.Stop, result.Fault)
	case g.Exec != exec || g.Register(0) != asleep:
		return fmt.Errorf("%s\nexec %08x and r0 %v at the end, %08x and %v at the beginning", text, g.Exec, g.Register(0), exec, asleep)
	}
	for k := range rows {
		rows[k] = g.Register(4 + k)
	}
	for t := range threads {
		if active[t] {
			threads[t].run(p.body)
		}
		for k := range variables {
			if got := rows[k][t]; got != threads[t].v[k] {
				return fmt.Errorf("%s\nthread %d: r%d = %08x, by itself %08x; at first %08x, uniforms %08x", text, t, 4+k, got, threads[t].v[k], before[t].v, p.uniform)
			}
		}
	}
	return nil
}
