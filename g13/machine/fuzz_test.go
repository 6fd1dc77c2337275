package machine_test

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// randomGroup is a group with something in every register and uniform.
func randomGroup(r *rand.Rand) *machine.Group {
	g := machine.NewGroup()
	for n := range machine.Registers {
		var row machine.Row
		for k := range row {
			row[k] = r.Uint32()
		}
		g.SetRegister(n, row)
	}
	for n := range machine.Uniforms {
		g.SetUniform(n, uint16(r.Uint32()))
	}
	return g
}

// FuzzRun takes bytes for a program, and a seed for the state. Nothing panics, fuel holds, and the same again gives the same.
func FuzzRun(f *testing.F) {
	f.Add([]byte{0x88, 0}, uint64(1))
	chance.Fuzz(f, func(t *testing.T, code []byte, seed uint64) {
		if len(code) > 1<<12 {
			return
		}
		const fuel = 300
		p, err := machine.Compile(code)
		if err != nil {
			t.Fatal(err)
		}
		var g [2]*machine.Group
		var result [2]machine.Result
		for k := range g {
			r := rand.New(rand.NewPCG(seed, 0))
			g[k] = randomGroup(r)
			g[k].Exec = r.Uint32()
			if result[k], err = p.Run(context.Background(), g[k], machine.Options{Fuel: fuel}); err != nil {
				t.Fatal(err)
			}
		}
		a, b := result[0], result[1]
		if a.Executed > fuel || a.Executed != b.Executed || a.Stop != b.Stop || g[0].PC != g[1].PC || g[0].Exec != g[1].Exec {
			t.Fatalf("%+v at %d\n%+v at %d", a, g[0].PC, b, g[1].PC)
		}
		if (a.Stop == machine.Faulted) != (a.Fault != nil) {
			t.Fatalf("%+v", a)
		}
		for n := range machine.Registers {
			if g[0].Register(n) != g[1].Register(n) {
				t.Fatalf("r%d differs", n)
			}
		}
		for at := 0; at < len(code); {
			i, err := g13.Decode(code[at:])
			if err != nil {
				break
			}
			if m, err := machine.Map(i); err == nil && m.Check() != nil {
				t.Fatalf("%x: %v", code[at:], m.Check())
			}
			at += int(i.Len)
		}
	})
}

// Random programs of instructions that decode, as the fuzz target has it.
func TestRandomPrograms(t *testing.T) {
	r := chance.Random(t, 1)
	stops := map[machine.Stop]int{}
	ordinary := map[string]bool{"jmp_exec_any": true, "jmp_exec_none": true, "stop": true}
	for _, name := range strings.Fields("iadd imadd bfi bitop fmadd32 fadd16 rint convert if_icmp while_fcmp else_icmp pop_exec icmpsel icmp_ballot simd_shuf_op simd_op mov_imm") {
		ordinary[name] = true
	}
	for range 3000 {
		var code []byte
		for len(code) < 40 {
			b := binary.LittleEndian.AppendUint64(nil, r.Uint64())
			b = binary.LittleEndian.AppendUint32(b, r.Uint32())
			if r.IntN(9) == 0 {
				b = append([]byte{0x88, 0}, b...)[:12]
			} else if r.IntN(9) == 0 {
				b = append([]byte{0, 0xc0, byte(r.IntN(20) * 2), 0, 0, 0}, b...)[:12]
			}
			if i, err := g13.Decode(b); err == nil && ordinary[i.Form.Name()] {
				code = i.AppendBytes(code)
			}
		}
		p, err := machine.Compile(code)
		if err != nil {
			t.Fatal(err)
		}
		res, err := p.Run(context.Background(), randomGroup(r), machine.Options{Fuel: 200})
		if err != nil || res.Executed > 200 {
			t.Fatal(res, err)
		}
		stops[res.Stop]++
	}
	if len(stops) < 3 {
		t.Errorf("only %v", stops)
	}
}
