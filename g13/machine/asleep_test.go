package machine_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// memoryFormsOf is every form that is with a memory, by what its name says.
func memoryFormsOf() []g13.Form {
	return formsNamed(strings.Fields(transferForms + " " + atomicForms + " uniform_store")...)
}

// An access by no active thread touches nothing, whatever is mapped and wherever it would be: no instruction on memory that has a meaning faults, or changes anything.
func TestNobodyTouches(t *testing.T) {
	if n := len(memoryFormsOf()); n != 9 {
		t.Fatalf("%d forms on memory", n)
	}
	for _, f := range memoryFormsOf() {
		t.Run(f.Name(), func(t *testing.T) {
			campaign(t, cases(20_000), func(r dice, enough func(int) bool) error {
				for k := 0; ; k++ {
					i := r.instruction(f)
					if k%2 == 0 {
						i = r.bits(f)
					}
					usual(&i)
					if refusedIn(t, i) {
						continue
					}
					for mapped := range 3 {
						if err := nobodyTouches(r, i, mapped); err != nil {
							return fmt.Errorf("%s, %d: %w", asm.Text(i), mapped, err)
						}
					}
					if enough(1) {
						return nil
					}
				}
			})
		})
	}
}

// refusedIn says whether an instruction has no meaning: it is a fault even where everything is mapped and nobody is there.
func refusedIn(t *testing.T, i g13.Inst) bool {
	p, err := machine.Compile(i.AppendBytes(nil))
	if err != nil {
		t.Fatal(err)
	}
	g := machine.NewGroup()
	g.Exec = 0
	m := machine.NewMemory()
	if _, err := m.Map(64); err != nil {
		t.Fatal(err)
	}
	g.Attach(m, machine.NewLocal(64))
	r, err := p.Run(context.Background(), g, machine.Options{})
	return err != nil || r.Stop == machine.Faulted && !strings.Contains(r.Fault.Reason, "mapped") && !strings.Contains(r.Fault.Reason, "memory") && !strings.Contains(r.Fault.Reason, "lane ")
}

// nobodyTouches runs an instruction without an active lane: with no memory, with empty ones, or with some.
func nobodyTouches(r dice, i g13.Inst, mapped int) error {
	g := machine.NewGroup()
	g.Exec = 0
	for n := range machine.Registers {
		for lane := range machine.Lanes {
			g.SetLane(n, lane, r.Uint32())
		}
	}
	for n := range machine.Uniforms {
		g.SetUniform(n, uint16(r.Uint32()))
	}
	var local *machine.Local
	var buffer *machine.Buffer
	if mapped > 0 {
		m := machine.NewMemory()
		buffer, _ = m.Map(64 * (mapped - 1))
		local = machine.NewLocal(64 * (mapped - 1))
		g.Attach(m, local)
		for n := 0; n < machine.Uniforms-1; n += 4 { // bases that are in the buffer, now and then
			if r.oneIn(2) {
				g.SetUniform32(n/2, uint32(buffer.Address))
				g.SetUniform32(n/2+1, uint32(buffer.Address>>32))
			}
		}
	}
	before := stateOf(g)
	p, err := machine.Compile(i.AppendBytes(nil))
	if err != nil {
		return err
	}
	res, err := p.Run(context.Background(), g, machine.Options{})
	switch {
	case err != nil || res.Stop != machine.Ended:
		return fmt.Errorf("%v %v %v", res.Stop, res.Fault, err)
	case !slices.Equal(before, stateOf(g)):
		return fmt.Errorf("a register or a uniform is another one")
	case buffer != nil && !bytes.Equal(buffer.Bytes, make([]byte, len(buffer.Bytes))), local != nil && !bytes.Equal(local.Bytes, make([]byte, len(local.Bytes))):
		return fmt.Errorf("memory is another one")
	case slices.ContainsFunc(res.Flags, func(f string) bool { return strings.Contains(f, "wait") || strings.Contains(f, "one load more") }):
		return fmt.Errorf("%q", res.Flags)
	}
	return nil
}

// stateOf is all registers and uniforms.
func stateOf(g *machine.Group) (all []uint32) {
	for n := range machine.Registers {
		row := g.Register(n)
		all = append(all, row[:]...)
	}
	for n := range machine.Uniforms {
		all = append(all, uint32(g.Uniform(n)))
	}
	return all
}

// The same from outside: in a branch that nobody takes there may be anything.
func TestNobodyTouchesInBranch(t *testing.T) {
	for _, text := range []string{
		"device_load 0, i32, x, r2, u2_u3, 0, signed", "device_store 0, i32, x, r2, u2_u3, 0, signed, 0", "atomic add, 0, r5, u2_u3, 0, signed, r1, 1, 0, 1, 4, 2",
		"threadgroup_load i32, x, r2, 0, 30000", "threadgroup_store i32, x, r2, 0, 30000", "threadgroup_atomic add, r5, 0, 30000, r1, 0, 2, 128, 0",
		"stack_load r2, i32, 1, 0, x, 4, 20000, 0", "uniform_store 2, i16, x, 0, r2l, 511",
	} {
		all := "mov r1, 7\nif_icmp r0l, nueq, 0, 0, 1\n" + text + "\npop_exec r0l, 1\nstop"
		if r := dispatch(t, &machine.Dispatch{Program: assemble(t, all), Grid: [3]uint32{40}}); r.Stop != machine.Stopped || r.Groups != 2 {
			t.Errorf("%s: %v %v", text, r.Stop, r.Fault)
		}
	}
}
