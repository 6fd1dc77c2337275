package machine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// TestAgreeProgram compares the machines on random programs: instructions of all families, with jumps, calls and returns to where an instruction begins, or in the middle of one, until there is no fuel
// left. A case is an instruction that is executed, in whatever threads.
func TestAgreeProgram(t *testing.T) {
	var names []string
	for _, f := range families {
		names = append(names, strings.Fields(f.forms)...)
	}
	forms := formsNamed(names...)
	jumps := formsNamed("jmp_exec_any", "jmp_exec_none", "call", "ret", "stop")
	campaign(t, cases(3_000_000), func(r dice, enough func(int) bool) error {
		m := newTwins(r)
		for {
			executed, err := m.run(r, r.program(forms, jumps))
			if err != nil {
				return err
			}
			if enough(executed) {
				return nil
			}
		}
	})
}

// program is instructions one after the other. Jumps are to instructions, mostly.
func (r dice) program(forms, jumps []g13.Form) (program []plainInst) {
	for n := 2 + r.IntN(30); len(program) < n; {
		f := forms[r.IntN(len(forms))]
		if r.oneIn(5) {
			f = jumps[r.IntN(len(jumps))]
		}
		if i := plainly(r.instruction(f)); i.reaches() && i.hasModel() && !(f.Name() == "stop" && !r.oneIn(5)) {
			program = append(program, i)
		}
	}
	starts := []int{0}
	for _, i := range program {
		starts = append(starts, starts[len(starts)-1]+int(i.Len))
	}
	for k := range program {
		for n := range program[k].Args() {
			if program[k].Operand(n).Kind == g13.PCRel {
				i, to := program[k].Inst, starts[r.IntN(len(starts))]
				if r.oneIn(8) {
					to = 2 * r.IntN(starts[len(program)]/2)
				}
				if err := i.SetArg(n, g13.Arg{Class: g13.Number, Value: int64(to - starts[k])}); err != nil {
					panic(err)
				}
				program[k] = plainly(i)
			}
		}
	}
	return program
}

// run executes a program on both machines.
func (m *twins) run(r dice, program []plainInst) (executed int, err error) {
	var code []byte
	starts := map[int]bool{}
	for k := range program {
		starts[len(code)] = true
		code = program[k].AppendBytes(code)
	}
	starts[len(code)] = true
	m.begin(r)
	for k := range program {
		r.operandsOf(m.plain, &program[k], len(code))
	}
	m.load()
	const fuel = 60
	for ; executed < fuel && !m.plain.stopped; executed++ {
		i, ok := m.plain.fetch(code)
		if !ok || i.Len == 2 && i.named("call ret") && !m.plain.agreeOn(&i, starts) {
			break
		}
		m.plain.step(&i)
	}
	if executed == 0 {
		return 0, nil
	}
	if err := m.runFast(code, executed); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, asm.Disassemble(code))
	}
	return executed, nil
}

// begin makes some threads inactive, and those active for which r0l is 0.
func (m *twins) begin(r dice) {
	m.plain.active = r.exec()
	m.plain.pc, m.plain.stopped = 0, false
	for t := range m.plain.thread {
		m.plain.thread[t].half[0] = 0
		if !m.plain.active[t] {
			m.plain.thread[t].half[0] = uint16(1 + r.IntN(3))
		}
	}
}

// fetch is the instruction at the program counter. It is not ok if it cannot be executed.
func (g *plainGroup) fetch(code []byte) (i plainInst, ok bool) {
	if g.pc < 0 || g.pc >= len(code) {
		return i, false
	}
	inst, err := g13.Decode(code[g.pc:])
	if err != nil {
		return i, false
	}
	i = plainly(inst)
	known := i.knows() || i.named("stop call ret jmp_exec_any jmp_exec_none")
	return i, known && !i.named(memoryForms) && i.hasModel() && i.reaches() && !(i.jumps() && g.leads(&i, len(code)))
}

// jumps is whether the instruction has an offset.
func (i *plainInst) jumps() bool { return i.Len == 6 && i.named("call jmp_exec_any jmp_exec_none") }

// leads says that a jump may lead out of the program.
func (g *plainGroup) leads(i *plainInst, size int) bool {
	to := g.pc + int(int32(i.field(47, 16)))
	return to < 0 || to > size || to&1 != 0
}

// runFast executes as many instructions on the fast machine as on the plain one, and compares.
func (m *twins) runFast(code []byte, executed int) error {
	p, err := machine.Compile(code)
	if err != nil {
		return err
	}
	result, err := p.Run(context.Background(), m.fast, machine.Options{Fuel: executed})
	switch {
	case err != nil:
		return err
	case result.Stop == machine.Faulted:
		return result.Fault
	case result.Executed != executed, m.plain.stopped != (result.Stop == machine.Stopped):
		return fmt.Errorf("%v after %d instructions, plainly %d", result.Stop, result.Executed, executed)
	case !m.plain.stopped && m.fast.PC != m.plain.pc:
		return fmt.Errorf("pc %#x, plainly %#x", m.fast.PC, m.plain.pc)
	}
	if _, d := m.difference(); d != "" {
		return errors.New(d)
	}
	return nil
}

// operandsOf is operands, and for a jump to a register, some offset in the program.
func (r dice) operandsOf(g *plainGroup, i *plainInst, size int) {
	if i.name != "ret" && i.name != "call" {
		r.operands(g, i)
		return
	}
	if i.Len == 2 {
		reg := g13.Arg{Class: g13.Register, Index: 2 * int(i.field(15, 9)), Size: 32}
		to := integer(int64(r.IntN(size/2+1) * 2))
		for t := range 32 {
			g.write(t, reg, to)
		}
	}
}

// agreeOn says whether a jump to a register is to one and the same place, where an instruction begins or the program ends.
func (g *plainGroup) agreeOn(i *plainInst, starts map[int]bool) bool {
	reg := g13.Arg{Class: g13.Register, Index: 2 * int(i.field(15, 9)), Size: 32}
	target := g.target(i)
	same := starts[target]
	g.eachActive(func(t int) { same = same && int(g.raw(t, reg)) == target })
	return same
}
