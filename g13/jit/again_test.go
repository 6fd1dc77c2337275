package jit_test

import (
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// A group runs one program after another, and the same again, with fuel that ends some runs in a block: each run counts its own instructions, and one that goes on with the last one's code
// allocates nothing.
func TestRunsOneAfterAnother(t *testing.T) {
	one, oneCode := assembled(t, murmur)
	other, otherCode := assembled(t, "iadd r5, r5, r6\niadd r6, r6, r5\niadd r6, r4.discard, r5\nstop") // given up while lanes are asleep
	g, reference := benchGroup(), benchGroup()
	for k := range 12 {
		p, c := one, oneCode
		if k%4 >= 2 {
			p, c = other, otherCode
		}
		fuel := 100 + 37*k
		g.PC, g.Exec, reference.PC, reference.Exec = 0, 1<<(machine.Lanes-k/2%2)-1, 0, 1<<(machine.Lanes-k/2%2)-1
		fresh := twin(g)
		a, err := p.Run(t.Context(), g, machine.Options{Native: c, Fuel: fuel})
		if err != nil {
			t.Fatal(err)
		}
		alone, err := p.Run(t.Context(), fresh, machine.Options{Native: c, Fuel: fuel})
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.Run(t.Context(), reference, machine.Options{Fuel: fuel})
		if err != nil {
			t.Fatal(err)
		}
		if d := differs(g, reference, a, b); d != "" || a.Executed != b.Executed || a.Native == 0 || a.Native != alone.Native {
			t.Errorf("run %d: %d of %d instructions in machine code, %d on a fresh group, the reference has %d %s", k, a.Native, a.Executed, alone.Native, b.Executed, d)
		}
	}
	if n := testing.AllocsPerRun(10, func() {
		g.PC, g.Exec = 0, 1<<machine.Lanes-1
		if _, err := one.Run(t.Context(), g, machine.Options{Native: oneCode}); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a run", n)
	}
}
