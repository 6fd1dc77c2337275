package jit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// A memoryPair is a program with two memories of the same bytes, for machine code and without.
type memoryPair struct {
	program *machine.Program
	code    *jit.Code
	memory  [2]*machine.Memory
	buffers [2][]*machine.Buffer
}

// agree runs the program on two groups in the same state, and fails where they or their memories differ.
func (p *memoryPair) agree(t *testing.T, want *machine.Group, fuel int) machine.Result {
	t.Helper()
	got := twin(want)
	got.Attach(p.memory[0], nil)
	want.Attach(p.memory[1], nil)
	a, err := p.program.Run(t.Context(), got, machine.Options{Fuel: fuel, Native: p.code})
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.program.Run(t.Context(), want, machine.Options{Fuel: fuel})
	if err != nil {
		t.Fatal(err)
	}
	if d := differs(got, want, a, b); d != "" {
		t.Fatal(d)
	}
	if d := differ(p.buffers); d != "" {
		t.Fatal(d)
	}
	return a
}

// registersFor are registers for elements of a format: whole ones, and halves from a lower one and an upper one on.
var registersFor = map[string][][]string{
	"i8":  {{"r2", "r3", "r4", "r5"}, {"r2h", "r3l", "r3h", "r4l"}},
	"i16": {{"r2", "r3", "r4", "r5"}, {"r2l", "r2h", "r3l", "r3h"}, {"r2h", "r3l", "r3h", "r4l"}},
	"i32": {{"r2", "r3", "r4", "r5"}, {"r11", "r12", "r13", "r14"}},
}

// Accesses around both ends of a buffer: in a row, or not quite; each is native where it is in the buffer, and a fault elsewhere.
func TestEnds(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 12)}
	memory, buffers := r.buffersOf(t)
	for _, kind := range []string{"load", "store"} {
		for size, format := range map[int]string{1: "i8", 2: "i16", 4: "i32"} {
			for _, mask := range []string{"x", "y", "xy", "xz", "xyzw"} {
				for _, sign := range []string{"signed", "unsigned"} {
					for _, shift := range []string{"", ", lsl 1", ", lsl 2"} {
						for _, registers := range registersFor[format] {
							text := fmt.Sprintf("device_%s 0, %s, %s, %s, u20_u21, r12, %s%s\nstop", kind, format, mask, strings.Join(registers[:len(mask)], "_"), sign, shift)
							program, code := assembled(t, text)
							p := &memoryPair{program, code, memory, buffers}
							r.around(t, p, text, size, sign == "signed")
						}
					}
				}
			}
		}
	}
}

// around runs an access whose lanes' offsets follow one another at the ends of a buffer.
func (r dice) around(t *testing.T, p *memoryPair, text string, size int, signed bool) {
	b := p.buffers[0][0]
	const enough, most = 5, 1000 // some are rarely in the buffer with all their lanes
	native := 0
	for k := 0; k < 60 || native < enough && k < most; k++ {
		g := r.group()
		at := r.IntN(40) &^ (size - 1)
		a := b.Address + uint64(at)
		g.SetUniform32(20, uint32(a))
		g.SetUniform32(21, uint32(a>>32))
		shift := p.program.Ops()[0].Transfer.Shift
		first := (len(b.Bytes)-at)>>shift - 36 + r.IntN(8)
		if signed && r.IntN(2) == 0 {
			first = -at>>shift - 2 + r.IntN(4)
		}
		if r.IntN(3) > 0 {
			g.Exec = 1<<machine.Lanes - 1
		}
		other := r.IntN(2 * machine.Lanes)
		for lane := range machine.Lanes {
			v := first + lane
			if lane == other {
				v--
			}
			g.SetLane(12, lane, uint32(v))
		}
		result := p.agree(t, g, 10)
		if result.Stop == machine.Stopped {
			native += result.Native
		} else if result.Native > 0 {
			t.Fatalf("%s: a fault, and %d instructions were native", text, result.Native)
		}
	}
	if native < enough {
		t.Errorf("%s: only %d were native", text, native)
	}
}

// What is on its way where code is left is what the reference has on its way: behind a load whose wait is in its block, and behind those whose wait is elsewhere; also if the mask changes
// meanwhile, and if there are too many. A look at each register at the end tells.
func TestOnTheirWay(t *testing.T) {
	t.Parallel()
	const load = "device_load %d, i32, x, r%d, u20_u21, r12, unsigned\n"
	many := ""
	for n := range 9 {
		many += fmt.Sprintf(load, 0, 20+n)
	}
	for _, row := range []struct{ text, looks string }{
		{fmt.Sprintf(load, 0, 20) + "fmul32 r5, r1, r2\nwait 0\n", "r20"},
		{fmt.Sprintf(load, 0, 20) + fmt.Sprintf(load, 1, 21) + "fmul32 r5, r1, r2\nwait 1\nwait 0\n", "r21"},
		{fmt.Sprintf(load, 0, 20) + "if_icmp r0l, ult, r12, 9, 1\nfmul32 r5, r1, r2\npop_exec r0l, 1\nwait 0\n", "r20"},
		{fmt.Sprintf(load, 0, 20) + "if_icmp r0l, ult, r12, 9, 1\n" + fmt.Sprintf(load, 0, 21) + "pop_exec r0l, 1\nfmul32 r5, r1, r2\n", "r21"},
		{many + "fmul32 r5, r1, r2\nwait 0\n", "r28"},
		{many + "jmp_exec_none there\nfmul32 r5, r1, r2\nwait 0\nthere:\n", "r28"},
		{fmt.Sprintf(load, 1, 20) + "jmp_exec_none there\n" + fmt.Sprintf(load, 1, 21) + "wait 0\nfmul32 r5, r1, r2\nwait 1\nthere:\n", "r21"},
	} {
		p := &memoryPair{}
		p.memory, p.buffers = dice{chance.Random(t, 13)}.buffersOf(t)
		p.program, p.code = assembled(t, row.text+"look:\niadd r6, "+row.looks+", 0\nstop")
		ops := p.program.Ops()
		for _, doubtful := range []bool{false, true} {
			for fuel := 1; fuel < len(ops); fuel++ {
				p.looking(t, row.text, doubtful, fuel, ops[len(ops)-3].Offset)
			}
		}
	}
}

// looking runs a program with so much fuel, and then that of its instructions which looks at a register.
func (p *memoryPair) looking(t *testing.T, text string, doubtful bool, fuel, look int) {
	t.Helper()
	g := machine.NewGroup()
	for lane := range machine.Lanes {
		g.SetLane(12, lane, uint32(lane))
		if doubtful {
			g.SetLane(1, lane, 0x217ffffe)
			g.SetLane(2, lane, 0x1e800001)
		}
	}
	g.SetUniform32(20, uint32(p.buffers[0][0].Address))
	g.SetUniform32(21, uint32(p.buffers[0][0].Address>>32))
	both := [2]*machine.Group{twin(g), g}
	var results [2]machine.Result
	for k, g := range both {
		g.Attach(p.memory[k], nil)
		o := machine.Options{Fuel: fuel}
		if k == 0 {
			o.Native = p.code
		}
		first, err := p.program.Run(t.Context(), g, o)
		if err != nil {
			t.Fatal(err)
		}
		if first.Stop == machine.OutOfFuel {
			g.PC = look
		}
		results[k], err = p.program.Run(t.Context(), g, machine.Options{Fuel: 2})
		if err != nil {
			t.Fatal(err)
		}
		results[k].Flags = append(results[k].Flags, first.Flags...)
	}
	if d := differs(both[0], both[1], results[0], results[1]); d != "" {
		t.Fatalf("%s\nfuel %d, doubtful %v\n%s", d, fuel, doubtful, text)
	}
}
