package jit_test

import (
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
)

const mandel = `
mov r4, 0
mov r5, 0
mov r6, 0
if_icmp r0l, ueq, 0, 0, 1
L: fmul32 r7, r5, r5
fmadd32 r8, r4, r4, r7.neg
fmul32 r9, r4, r5
fmadd32 r5, r9, 2.0, r3
fadd32 r4, r8, r2
iadd r6, r6, 1
fmul32 r7, r4, r4
fmadd32 r7, r5, r5, r7
while_fcmp r0l, lt, r7, 4.0, 1
while_icmp r0l, ult, r6, u0, 1
jmp_exec_any L
pop_exec r0l, 1
stop`

const murmur = `
if_icmp r0l, ueq, 0, 0, 1
L: bfeil r7, 0, r4, 16
xor r4, r4, r7
imadd r4, r4, u1, 0
bfeil r7, 0, r4, 13
xor r4, r4, r7
imadd r4, r4, u2, 0
bfeil r7, 0, r4, 16
xor r4, r4, r7
bfi r8, r8, r4, 8, mask 0xff
iadd r5, r5, r4
iadd r6, r6, 1
while_icmp r0l, ult, r6, u0, 1
jmp_exec_any L
pop_exec r0l, 1
stop`

func group(n int) *machine.Group {
	g := machine.NewGroup()
	var x, y, z machine.Row
	for i := range x {
		x[i] = floatBits(float32(i+n%2*32)/64*3 - 2)
		y[i] = floatBits(float32(n/2)/64*2.5 - 1.25)
		z[i] = uint32(32*n + i + 1)
	}
	g.SetRegister(2, x)
	g.SetRegister(3, y)
	g.SetRegister(4, z)
	g.SetUniform32(0, 256)
	g.SetUniform32(1, 0x85ebca6b)
	g.SetUniform32(2, 0xc2b2ae35)
	return g
}

func TestFirst(t *testing.T) {
	for name, text := range map[string]string{"mandel": mandel, "murmur": murmur} {
		code, errs := asm.Assemble(text)
		if errs != nil {
			t.Fatal(errs)
		}
		p, _ := machine.Compile(code)
		c, err := jit.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 128 {
			g, w := group(n), group(n)
			r, err := p.Run(t.Context(), g, machine.Options{Native: c})
			if err != nil {
				t.Fatal(err)
			}
			s, _ := p.Run(t.Context(), w, machine.Options{})
			if r.Executed != s.Executed {
				t.Fatal(name, n, r.Executed, s.Executed)
			}
			for k := range 16 {
				if g.Register(k) != w.Register(k) {
					t.Fatal(name, n, k, g.Register(k), w.Register(k))
				}
			}
			if n == 40 {
				t.Log(name, r.Native, r.Executed, c.Blocks(), r.Flags, s.Flags)
			}
		}
		c.Close()
	}
}

func BenchmarkFirst(b *testing.B) {
	for name, text := range map[string]string{"mandel": mandel, "murmur": murmur} {
		code, _ := asm.Assemble(text)
		p, _ := machine.Compile(code)
		c, err := jit.Compile(p)
		if err != nil {
			b.Fatal(err)
		}
		for _, engine := range []string{"jit", "reference"} {
			b.Run(name+"/"+engine, func(b *testing.B) {
				n, o := 0, machine.Options{Native: c}
				if engine == "reference" {
					o.Native = nil
				}
				g := group(40)
				four := g.Register(4)
				for b.Loop() {
					g.PC, g.Exec = 0, 1<<32-1
					g.SetRegister(4, four)
					g.SetRegister(6, machine.Row{})
					g.SetRegister(0, machine.Row{})
					r, _ := p.Run(b.Context(), g, o)
					n += r.Executed
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/instruction")
			})
		}
		b.Run(name+"/compile", func(b *testing.B) {
			for b.Loop() {
				c, _ := jit.Compile(p)
				c.Close()
			}
		})
	}
}
