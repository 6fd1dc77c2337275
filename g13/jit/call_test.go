package jit_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// callers are programs that call, and come back where they came from, elsewhere, or nowhere.
var callers = map[string]struct {
	text   string
	native bool // nearly all of it, where a lane is active: a return without one is the machine's
}{
	"a loop": {`mov r6, 0
	if_icmp r0l, ueq, 0, 0, 1
	again: call twice
	iadd r6, r6, 1
	call twice
	iadd r7, r7, r2
	while_icmp r0l, ult, r6, 20, 1
	jmp_exec_any again
	pop_exec r0l, 1
	stop
	twice: iadd r2, r2, r2
	iadd r2, r2, 1
	ret r1
	iadd r2, r2, 5
	ret r1`, true},
	"one in another": {`mov r6, 0
	if_icmp r0l, ueq, 0, 0, 1
	again: call outer
	iadd r6, r6, 1
	while_icmp r0l, ult, r6, r8, 1
	jmp_exec_any again
	pop_exec r0l, 1
	stop
	inner: iadd r2, r2, r6
	ret r1
	outer: iadd r9, r1, 0
	call inner
	iadd r2, r2, 3
	ret r9`, true},
	"by a sum": {`call there
	iadd r3, r3, 1
	iadd r3, r3, 2
	stop
	there: iadd r1, r1, 8
	ret r1`, false},
	"nowhere": {`call there
	stop
	there: iadd r1, r1, 1
	ret r1`, false},
	"apart": {`call there
	stop
	there: iadd r1, r1, r8
	ret r1`, false},
	"apart, and back": {`call there
	stop
	there: isub r1, r1, r8
	ret r1`, false},
	"asleep": {`call there
	iadd r3, r3, 1
	stop
	there: device_store 0, i32, x, r1, u2_u3, r4, unsigned
	if_icmp r0l, ult, r1, 0, 1
	ret r1`, false},
	"to the end": {`jmp_exec_any over
	there: iadd r2, r2, 1
	ret r1
	over: call there`, false},
}

// Calls and returns, of few lanes and of none, wherever they lead.
func TestCalls(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 24)}
	for _, name := range slices.Sorted(maps.Keys(callers)) { // the seed decides all
		caller := callers[name]
		p, c := assembled(t, caller.text)
		for range 60 {
			g := r.group()
			if r.IntN(6) == 0 {
				g.Exec = 0
			}
			for lane := range machine.Lanes {
				g.SetLane(8, lane, uint32(r.IntN(1+min(lane, 3)))) // of the first lanes, mostly 0
			}
			runs := false // if_icmp makes those lanes active whose r0l is 0
			for _, word := range g.Register(0) {
				runs = runs || word&0xffff == 0
			}
			for lane := range machine.Lanes {
				g.SetLane(4, lane, uint32(3*lane)) // not in a row: what is stored stands in the frame for a while
			}
			memory := func() *machine.Memory { // both have the same address
				m := machine.NewMemory()
				b, err := m.Map(4096)
				if err != nil {
					t.Fatal(err)
				}
				g.SetUniform32(2, uint32(b.Address))
				g.SetUniform32(3, uint32(b.Address>>32))
				return m
			}
			memory()
			result := agree(t, p, c, g, memory)
			if caller.native && runs && result.Executed > 30 && result.Native < result.Executed*9/10 {
				t.Fatalf("%s: only %d of %d are native", name, result.Native, result.Executed)
			}
		}
	}
}
