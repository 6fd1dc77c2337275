package jit_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

var atomicNames = []string{"add", "sub", "xchg", "cmpxchg", "umin", "imin", "umax", "imax", "and", "or", "xor"}

// All atomics, of lanes with one word, words in a row and at random, in the midst of a memory and at its end; nearly all are native.
func TestAtomics(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 23)}
	for _, name := range atomicNames {
		operand := "r1"
		if name == "cmpxchg" {
			operand = "r1_r2"
		}
		for _, result := range []string{"r10", "None", "r1", "r12"} {
			r.atomics(t, fmt.Sprintf("atomic %s, 0, %s, u20_u21, r12, unsigned, %s, 1, 0, 1, 4, 2\nwait 0\nstop", name, result, operand))
			r.atomics(t, fmt.Sprintf("atomic %s, 1, %s, u20_u21, r12, signed, %s, 1, 0, 1, 4, 2\nstop", name, result, operand))
			r.atomics(t, fmt.Sprintf("atomic %s, 0, %s, u20_u21, 3, signed, %s, 1, 0, 1, 4, 2\nwait 0\nstop", name, result, operand))
			r.atomics(t, fmt.Sprintf("threadgroup_atomic %s, %s, 5, r12l, %s, 0, 2, 128, 0\nstop", name, result, operand))
			r.atomics(t, fmt.Sprintf("threadgroup_atomic %s, %s, r12h, 2, %s, 0, 2, 128, 0\nstop", name, result, operand))
		}
	}
}

// atomics runs one on groups in random states.
func (r dice) atomics(t *testing.T, text string) {
	t.Helper()
	p, c := assembled(t, text)
	native, all := 0, 0
	for range 12 {
		g := r.group()
		words := 1 + r.IntN(60)
		many := 1 + r.IntN(words)
		for lane := range machine.Lanes {
			v := uint32(r.IntN(many))
			if r.IntN(500) == 0 {
				v = uint32(words + r.IntN(3) - 1)
			}
			g.SetLane(12, lane, v|4*v<<16)
			if text[:2] == "at" {
				g.SetLane(12, lane, v)
			}
		}
		var memory [2]*machine.Memory
		var local [2]*machine.Local
		var words32 [2][]byte
		groups := [2]*machine.Group{twin(g), g}
		var results [2]machine.Result
		for k, g := range groups {
			memory[k], local[k] = machine.NewMemory(), machine.NewLocal(4*words+24)
			b, err := memory[k].Map(4*words + 20)
			if err != nil {
				t.Fatal(err)
			}
			for _, to := range [][]byte{b.Bytes, local[k].Bytes} {
				for at := 0; at+4 <= len(to); at += 4 {
					binary.LittleEndian.PutUint32(to[at:], g.Register(2)[at/4%machine.Lanes]) // often what is expected
				}
			}
			words32[k] = b.Bytes
			g.SetUniform32(20, uint32(b.Address))
			g.SetUniform32(21, uint32(b.Address>>32))
			g.Attach(memory[k], local[k])
			o := machine.Options{}
			if k == 0 {
				o.Native = c
			}
			if results[k], err = p.Run(t.Context(), g, o); err != nil {
				t.Fatal(err)
			}
		}
		if d := differs(groups[0], groups[1], results[0], results[1]); d != "" || !bytes.Equal(words32[0], words32[1]) || !bytes.Equal(local[0].Bytes, local[1].Bytes) {
			t.Fatalf("%s: %s; equal bytes: %v and %v", text, d, bytes.Equal(words32[0], words32[1]), bytes.Equal(local[0].Bytes, local[1].Bytes))
		}
		native, all = native+results[0].Native, all+results[0].Executed
	}
	if native < all/3 {
		t.Errorf("%s: only %d of %d are native", text, native, all)
	}
}

// What changes a word locks it. A run shows that only where two cores happen to be at it at once; so the code is looked at.
//
//	f0 45 0f c1 1a     lock xadd [r10], r11d
func TestAtomicsLock(t *testing.T) {
	t.Parallel()
	for _, name := range atomicNames {
		operand := "r1"
		if name == "cmpxchg" {
			operand = "r1_r2"
		}
		_, c := assembled(t, fmt.Sprintf("atomic %s, 0, r3, u20_u21, r12, unsigned, %s, 1, 0, 1, 4, 2\nthreadgroup_atomic %s, r4, 0, r12l, %s, 0, 2, 128, 0\nstop", name, operand, name, operand))
		locked := 0
		for _, piece := range c.Pieces() {
			if piece.Op != 0 && piece.Op != 1 {
				continue
			}
			for _, opcode := range [][]byte{{0x0f, 0xc1, 0x1a}, {0x0f, 0xb1, 0x1a}, {0x0f, 0xb1, 0x32}, {0x87, 0x1a}} {
				if at := bytes.Index(piece.Code, opcode); at > 1 && (piece.Code[at-2] == 0xf0 || opcode[0] == 0x87) {
					locked++
				}
			}
		}
		if locked != 2 {
			t.Errorf("%s: %d of 2 lock", name, locked)
		}
	}
}

// Cores that add to one word at the same time lose nothing, and each of them sees another number.
func TestAtomicsAtOnce(t *testing.T) {
	t.Parallel()
	const threads = 1 << 14
	for _, name := range []string{"add", "sub", "or", "umax", "xor"} {
		p, c := assembled(t, fmt.Sprintf("get_sr r1, sr80\niadd r1, r1, 1\nmov r3, 1\natomic add, 0, r2, u2_u3, 0, signed, r3, 1, 0, 1, 4, 2\nwait 0\natomic %s, 0, None, u2_u3, 1, signed, r1, 1, 0, 1, 4, 2\ndevice_store 0, i32, x, r1, u4_u5, r2, unsigned\nstop", name))
		m := machine.NewMemory()
		start := machine.NewGroup()
		var buffers [2]*machine.Buffer
		for k := range buffers {
			b, err := m.Map(4 * threads)
			if err != nil {
				t.Fatal(err)
			}
			start.SetUniform32(2+2*k, uint32(b.Address))
			start.SetUniform32(3+2*k, uint32(b.Address>>32))
			buffers[k] = b
		}
		d := machine.Dispatch{Program: p, Native: c, Grid: [3]uint32{threads}, Cores: 4, Alone: -1, Memory: m, Start: start}
		if result, err := d.Run(t.Context()); err != nil || result.Stop != machine.Stopped || result.Native < result.Executed*9/10 {
			t.Fatalf("%+v, %v", result.Result, err)
		}
		want := map[string]uint32{"add": threads * (threads + 1) / 2, "sub": 1<<32 - threads*(threads+1)/2, "or": 2*threads - 1, "umax": threads, "xor": threads}[name]
		if n, v := binary.LittleEndian.Uint32(buffers[0].Bytes), binary.LittleEndian.Uint32(buffers[0].Bytes[4:]); n != threads || v != want {
			t.Errorf("%s: %d and %d, want %d and %d", name, n, v, threads, want)
		}
		for k := range threads {
			if binary.LittleEndian.Uint32(buffers[1].Bytes[4*k:]) == 0 {
				t.Fatalf("nobody has number %d", k)
			}
		}
	}
}
