package jit_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// A word that all lanes share is loaded once, wherever it is in its buffer, and again at another offset; beyond the buffer it is a fault. If one lane is elsewhere, each has its own.
func TestSharedWords(t *testing.T) {
	t.Parallel()
	const address, size = 1 << 37, 256 // of the first buffer of a memory
	r := dice{chance.Random(t, 35)}
	memory := func() *machine.Memory {
		m := machine.NewMemory()
		b, err := m.Map(size)
		if err != nil {
			t.Fatal(err)
		}
		for k := range b.Bytes {
			b.Bytes[k] = byte(k*37 + k>>4)
		}
		return m
	}
	inside, faults := 0, 0
	for _, elements := range []string{"i8, x, r2", "i16, x, r2h", "i32, x, r2", "i32, xy, r2_r3", "i32, xyzw, r2_r3_r4_r5", "i16, xy, r2l_r2h"} {
		for _, sign := range []string{"signed", "unsigned", "signed, lsl 2", "unsigned, lsl 1"} {
			load := fmt.Sprintf("device_load 0, %s, u2_u3, r10, %s\nwait 0\n", elements, sign)
			p, c := assembled(t, load+"mov r6, r2\niadd r10, r10, r11\n"+load+"iadd r10, r10, r12\n"+load+"stop")
			for range 150 {
				g := r.group()
				g.SetUniform32(2, address%(1<<32)+64)
				g.SetUniform32(3, address>>32)
				first, second, third := uint32(r.IntN(90)-30), uint32(r.IntN(20)-10), []uint32{0, 1, 1 << 20}[r.IntN(3)]
				for lane := range machine.Lanes {
					g.SetLane(0, lane, 0)
					g.SetLane(10, lane, first)
					g.SetLane(11, lane, second)
					g.SetLane(12, lane, third)
				}
				if r.IntN(4) > 0 {
					g.Exec = 1<<machine.Lanes - 1
				}
				if r.IntN(3) == 0 {
					g.SetLane(10, r.IntN(machine.Lanes), first+1)
				}
				result := agree(t, p, c, g, memory)
				switch {
				case result.Stop == machine.Faulted:
					faults++
				case result.Native != result.Executed-1:
					t.Fatalf("%s %s at %d, %d and %d: only %d of %d are native", elements, sign, int32(first), int32(second), int32(third), result.Native, result.Executed)
				default:
					inside++
				}
			}
		}
	}
	if inside < 500 || faults < 500 {
		t.Errorf("%d were inside, and %d faults", inside, faults)
	}
}
