package machine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/ending"
)

const counting = "top: iadd r1, r1, 1\njmp_exec_any top"

// A run whose time is over ends as one that has no fuel left: with the state that it left, and at the instruction that it would go on with.
func TestTimeout(t *testing.T) {
	for looks := range 3 {
		g := machine.NewGroup()
		r, err := assemble(t, counting).Run(ending.After(t.Context(), looks), g, machine.Options{})
		if !errors.Is(err, context.DeadlineExceeded) || r.Stop != machine.OutOfTime || r.Stop.String() != "timeout" || r.Fault != nil || r.Executed == 0 || r.Executed%(looks+1) != 0 {
			t.Errorf("%d looks: %v after %d, %v", looks, r.Stop, r.Executed, err)
		}
		if got := g.Register(1); got[31] != uint32(r.Executed/2) || g.PC != 0 || !r.Written.Has(1) {
			t.Errorf("%d looks: r1 is %d after %d instructions, at %#x", looks, got[31], r.Executed, g.PC)
		}
	}
}

// A dispatch likewise: it shows a SIMD-group that was cut short, or, before one has begun, what all begin with. A run that ends in its last moment has ended.
func TestDispatchTimeout(t *testing.T) {
	start := machine.NewGroup()
	start.SetLane(1, 31, 1<<20)
	for _, cores := range []int{1, 2} {
		for looks := range 5 {
			d := &machine.Dispatch{Program: assemble(t, counting), Grid: [3]uint32{6400, 1, 1}, Start: start, Cores: 1, Alone: -1}
			if cores > 1 {
				d.Cores, looks = cores, 1 // of which core the looks are depends on chance
			}
			r, err := d.Run(ending.After(t.Context(), looks))
			if !errors.Is(err, context.DeadlineExceeded) || r.Stop != machine.OutOfTime || r.Fault != nil || r.Group == nil || r.Groups != 0 {
				t.Fatalf("%d cores, %d looks: %v after %d, %v", cores, looks, r.Stop, r.Executed, err)
			}
			if cores == 1 {
				if got, want := r.Group.Register(1)[31], 1<<20+uint32(r.Executed)/2; got != want || (r.Executed > 0) != (looks > 1) {
					t.Errorf("%d looks: r1 is %#x after %d instructions", looks, got, r.Executed)
				}
			}
		}
	}
	r, err := (&machine.Dispatch{Program: assemble(t, "mov r1, 5"), Grid: [3]uint32{64, 1, 1}}).Run(ending.After(t.Context(), 100))
	if err != nil || r.Stop != machine.Ended || r.Groups != 2 {
		t.Errorf("%v, %d SIMD-groups, %v", r.Stop, r.Groups, err)
	}
}

// The time of a preamble counts too, and its state is shown.
func TestPreambleTimeout(t *testing.T) {
	d := &machine.Dispatch{Program: assemble(t, "mov r1, 5"), Preamble: assemble(t, counting)}
	r, err := d.Run(ending.After(t.Context(), 1))
	if !errors.Is(err, context.DeadlineExceeded) || r.Stop != machine.OutOfTime || r.Group == nil || r.Group.Register(1)[0] != uint32(r.Executed/2) || r.Executed == 0 {
		t.Errorf("%v after %d, %v", r.Stop, r.Executed, err)
	}
}

// What was flagged until then is told.
func TestTimeoutFlags(t *testing.T) {
	d := &machine.Dispatch{Program: assemble(t, "rcp r2, r1\n"+counting)}
	r, _ := d.Run(ending.After(t.Context(), 2))
	if !slices.ContainsFunc(r.Flags, func(f string) bool { return len(f) > 0 }) {
		t.Errorf("%q", r.Flags)
	}
}

// A run that goes on after its time was over still waits for what it has loaded.
func TestTimeoutWaits(t *testing.T) {
	d := newDesk(t)
	p := assemble(t, `
		device_load 0, i32, x, r10, u2_u3, 0, signed
		mov_imm r6, 20000, 0b0
		top: iadd r5, r5, 1
		while_icmp r0l, ult, r5, r6, 1
		jmp_exec_any top
		pop_exec r0l, 1
		mov r12, r10`)
	if r, err := p.Run(ending.After(t.Context(), 0), d.Group, machine.Options{}); err == nil || r.Stop != machine.OutOfTime {
		t.Fatal(r.Stop, r.Fault, err)
	}
	r, err := p.Run(context.Background(), d.Group, machine.Options{})
	if err != nil || r.Stop != machine.Ended || d.Register(5)[3] != 20000 || !slices.ContainsFunc(r.Flags, func(f string) bool { return strings.Contains(f, "mov reads r10 before it waits for slot 0") }) {
		t.Errorf("%v %v, %q", r.Stop, err, r.Flags)
	}
}
