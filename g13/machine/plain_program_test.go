package machine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// TestAgreeProgram compares the machines on random programs: instructions of all families, with jumps, calls and returns to wherever an instruction begins, until there is no fuel left. A case is an
// instruction that is executed, in whatever threads.
func TestAgreeProgram(t *testing.T) {
	var names []string
	for _, f := range families {
		names = append(names, strings.Fields(f.forms)...)
	}
	forms := formsNamed(names...)
	jumps := formsNamed("jmp_exec_any", "jmp_exec_none", "call", "ret", "stop")
	campaign(t, cases(5_000_000), func(r dice, enough func(int) bool) error {
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

// program is instructions one after the other. Jumps are to instructions.
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
				i := program[k].Inst
				if err := i.SetArg(n, g13.Arg{Class: g13.Number, Value: int64(starts[r.IntN(len(starts))] - starts[k])}); err != nil {
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
	at := map[int]*plainInst{}
	for k := range program {
		at[len(code)] = &program[k]
		code = program[k].AppendBytes(code)
	}
	m.plain.active = r.exec()
	m.plain.pc, m.plain.stopped = 0, false
	for t := range m.plain.thread {
		m.plain.thread[t].half[0] = 0
		if !m.plain.active[t] {
			m.plain.thread[t].half[0] = uint16(1 + r.IntN(3))
		}
	}
	for k := range program {
		r.operandsOf(m.plain, &program[k], len(code))
	}
	m.load()
	const fuel = 60
	for executed < fuel && at[m.plain.pc] != nil && !m.plain.stopped {
		i := at[m.plain.pc]
		if (i.name == "ret" || i.name == "call" && i.Len == 2) && !m.plain.agreeOn(i, at, len(code)) {
			break
		}
		m.plain.step(i)
		executed++
	}
	p, err := machine.Compile(code)
	if err != nil {
		return 0, err
	}
	if executed > 0 {
		result, err := p.Run(context.Background(), m.fast, machine.Options{Fuel: executed})
		switch {
		case err != nil:
			return 0, err
		case result.Stop == machine.Faulted:
			return 0, fmt.Errorf("%v\n%s", result.Fault, asm.Disassemble(code))
		case result.Executed != executed, m.plain.stopped != (result.Stop == machine.Stopped):
			return 0, fmt.Errorf("%v after %d instructions, plainly %d\n%s", result.Stop, result.Executed, executed, asm.Disassemble(code))
		}
	}
	if _, d := m.difference(); d != "" {
		return 0, fmt.Errorf("%s%s", d, asm.Disassemble(code))
	}
	if !m.plain.stopped && m.fast.PC != m.plain.pc {
		return 0, fmt.Errorf("pc %#x, plainly %#x\n%s", m.fast.PC, m.plain.pc, asm.Disassemble(code))
	}
	return executed, nil
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

// agreeOn says whether a jump to a register is to one and the same instruction, or to the end.
func (g *plainGroup) agreeOn(i *plainInst, at map[int]*plainInst, size int) bool {
	reg := g13.Arg{Class: g13.Register, Index: 2 * int(i.field(15, 9)), Size: 32}
	target := g.target(i)
	same := target == size || at[target] != nil
	g.eachActive(func(t int) { same = same && int(g.raw(t, reg)) == target })
	return same
}
