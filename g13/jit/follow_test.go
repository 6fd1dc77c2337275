package jit_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// followers are programs whose SIMD-groups follow one another: what one leaves in registers, in the mask, or on its way, the next one must not find.
var followers = []string{
	`get_sr r1, sr80
	device_load 0, i32, x, r2, u2_u3, r1, unsigned
	device_load 0, i32, x, r3, u4_u5, r1, unsigned
	wait 0
	fmadd32 r3, r2, u0, r3
	device_store 0, i32, x, r3, u4_u5, r1, unsigned
	stop`,
	`iadd r5, r5, 1
	get_sr r1, sr80
	get_sr r6, sr81
	imadd r6, r6, 64, r1
	iadd r5, r5, r1
	if_icmp r0l, ult, r5, 200, 1
	iadd r7, r7, r5
	device_store 0, i32, x, r7, u4_u5, r6, unsigned
	stop`,
	`get_sr r1, sr80
	device_load 1, i32, x, r2, u2_u3, r1, unsigned
	if_icmp r0l, ult, r1, 90, 1
	jmp_exec_none over
	iadd r4, r4, r1
	over: stop`,
	`get_sr r1, sr80
	device_load 1, i32, x, r2, u2_u3, r1, unsigned
	fmul32 r4, r2, r2
	stop`,
	`get_sr r1, sr80
	iadd r5, r2, 1
	device_load 1, i32, x, r2, u2_u3, r1, unsigned
	stop`,
	`get_sr r1, sr0
	device_load 0, i32, x, r3, u4_u5, r1, unsigned
	wait 0
	get_sr r2, sr80
	device_store 0, i32, x, r2, u4_u5, r2, unsigned
	stop`,
	`get_sr r9, sr80
	get_sr r10, sr0
	imadd r9, r10, 3, r9
	get_sr r11, sr48
	iadd r9, r9, r11
	device_store 0, i32, x, r10, u4_u5, r9, unsigned
	stop`,
	`get_sr r9, sr80
	device_store 0, i32, x, r9, u4_u5, r9, unsigned
	stop
	iadd r3, r3, 1
	iadd r4, r4, 1
	stop`,
	`get_sr r9, sr80
	mov r10, 0
	if_icmp r0l, ueq, 0, 0, 1
	again: iadd r10, r10, 1
	while_icmp r0l, ult, r10, 9, 1
	jmp_exec_any again
	pop_exec r0l, 1
	device_store 0, i32, x, r10, u4_u5, r9, signed
	stop`,
}

// SIMD-groups that follow one another in machine code leave what they leave one by one: on grids with edges, on several cores, and where one of them faults or the fuel ends.
func TestFollows(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 14)}
	native, all := 0, 0
	for _, text := range followers {
		p, c := assembled(t, text)
		for _, grid := range [][3]uint32{{32}, {1000}, {5000}, {70, 9}, {96, 3, 2}} {
			for _, size := range [][3]uint32{{32}, {16, 2}, {20}} {
				for _, cores := range []int{1, 3} {
					if cores > 1 && grid[1] > 1 {
						continue // rows of the grid store to the same words
					}
					words := []int{6000, 700}[r.IntN(2)]
					fuel := []int{0, 1 + r.IntN(2000)}[r.IntN(2)]
					if cores > 1 {
						words, fuel = 6000, 0 // which of two that run at once is the first to go without depends on chance
					}
					got, diff := r.follow(t, machine.Dispatch{Program: p, Grid: grid, Threadgroup: size, Cores: cores, Alone: -1, Fuel: fuel}, c, words)
					if diff != "" {
						t.Fatalf("%s\n%s", diff, text)
					}
					native, all = native+got.Native, all+got.Executed
				}
			}
		}
	}
	t.Logf("%d of %d native", native, all)
	if native < all/2 {
		t.Errorf("only %d of %d instructions were native", native, all)
	}
}

// follow runs a dispatch in machine code and on the reference, on two vectors, and says where they differ, or nothing.
func (r dice) follow(t *testing.T, d machine.Dispatch, c *jit.Code, words int) (got machine.DispatchResult, diff string) {
	t.Helper()
	start, seed := r.group(), r.Uint32()
	run := func(code machine.Native) (machine.DispatchResult, []byte) {
		memory, out := r.vectors(t, start, words, seed)
		d.Native, d.Memory, d.Start = code, memory, start
		result, err := d.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return result, out
	}
	want, wantOut := run(nil)
	got, gotOut := run(c)
	got.Group.Place.Core = want.Group.Place.Core // of several, which one it was depends on chance
	diff = differs(got.Group, want.Group, got.Result, want.Result)
	if diff == "" && (got.Groups != want.Groups || got.Group.Place != want.Group.Place || !bytes.Equal(gotOut, wantOut)) {
		diff = fmt.Sprintf("%d groups, want %d; the last stands at %+v, want %+v; equal bytes: %v", got.Groups, want.Groups, got.Group.Place, want.Group.Place, bytes.Equal(gotOut, wantOut))
	}
	if diff != "" {
		diff = fmt.Sprintf("grid %v by %v, %d cores, fuel %d, %d words: %s", d.Grid, d.Threadgroup, d.Cores, d.Fuel, words, diff)
	}
	return got, diff
}

// vectors maps two buffers of words, whose addresses are u2_u3 and u4_u5.
func (r dice) vectors(t *testing.T, g *machine.Group, words int, seed uint32) (m *machine.Memory, out []byte) {
	t.Helper()
	m = machine.NewMemory()
	for k := range 2 {
		b, err := m.Map(4 * words)
		if err != nil {
			t.Fatal(err)
		}
		for at := range b.Bytes {
			b.Bytes[at] = byte(seed >> (at % 25))
		}
		g.SetUniform32(2+2*k, uint32(b.Address))
		g.SetUniform32(3+2*k, uint32(b.Address>>32))
		out = b.Bytes
	}
	return m, out
}
