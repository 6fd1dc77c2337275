package jit_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// Accesses to a threadgroup's memory, in a row or not quite, in the midst of it and at its end: each is native where it is in the memory, and a fault elsewhere.
func TestThreadgroupRows(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 19)}
	for _, kind := range []string{"load", "store"} {
		for size, format := range map[int]string{1: "i8", 2: "i16", 4: "i32"} {
			for _, mask := range []string{"x", "y", "xy", "xz", "xyzw"} {
				for _, registers := range registersFor[format] {
					for _, address := range []string{"r20l, 3", "r20h, 0", "40, r20l", "8, r20h", "r20l, r20h"} {
						text := fmt.Sprintf("threadgroup_%s %s, %s, %s, %s\nstop", kind, format, mask, strings.Join(registers[:len(mask)], "_"), address)
						r.inThreadgroup(t, text, size, len(mask))
					}
				}
			}
		}
	}
}

// inThreadgroup runs an access on groups whose lanes have r20l and r20h that follow one another.
func (r dice) inThreadgroup(t *testing.T, text string, size, elements int) {
	p, c := assembled(t, text)
	native := 0
	for range 30 {
		g := r.group()
		if r.IntN(3) > 0 {
			g.Exec = 1<<machine.Lanes - 1
		}
		local := [2]*machine.Local{machine.NewLocal(1021), machine.NewLocal(1021)}
		for k := range local[0].Bytes {
			local[0].Bytes[k] = byte(r.Uint32())
			local[1].Bytes[k] = local[0].Bytes[k]
		}
		steps := []int{size, size * elements, 1, r.IntN(20)}
		step, first := steps[r.IntN(4)], r.IntN(200)
		if r.IntN(3) == 0 {
			first = 1021 - 31*step - r.IntN(40)
		}
		other := r.IntN(2 * machine.Lanes)
		for lane := range machine.Lanes {
			v := max(first+step*lane, 0)
			if lane == other {
				v++
			}
			g.SetLane(20, lane, uint32(uint16(v))|uint32(uint16(v))<<16)
		}
		groups := [2]*machine.Group{twin(g), g}
		var results [2]machine.Result
		for k, g := range groups {
			g.Attach(nil, local[k])
			o := machine.Options{Fuel: 10}
			if k == 0 {
				o.Native = c
			}
			var err error
			if results[k], err = p.Run(t.Context(), g, o); err != nil {
				t.Fatal(err)
			}
		}
		if d := differs(groups[0], groups[1], results[0], results[1]); d != "" || !bytes.Equal(local[0].Bytes, local[1].Bytes) {
			t.Fatalf("%s, steps of %d from %d, lane %d another: %s", text, step, first, other, d)
		}
		native += results[0].Native
		if results[0].Stop == machine.Faulted && results[0].Native > 0 {
			t.Fatalf("%s: a fault was native", text)
		}
	}
	if native == 0 {
		t.Errorf("%s: none was native", text)
	}
}
