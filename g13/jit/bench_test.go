package jit_test

import (
	"math"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// mandelbrot is 256 iterations at most of z ← z² + c, for c in r2 and r3.
const mandelbrot = `
	mov r4, 0
	mov r5, 0
	mov r6, 0
	if_icmp r0l, ueq, 0, 0, 1
	again: fmul32 r7, r5, r5
	fmadd32 r8, r4, r4, r7.neg
	fmul32 r9, r4, r5
	fmadd32 r5, r9, 2.0, r3
	fadd32 r4, r8, r2
	iadd r6, r6, 1
	fmul32 r7, r4, r4
	fmadd32 r7, r5, r5, r7
	while_fcmp r0l, lt, r7, 4.0, 1
	while_icmp r0l, ult, r6, u0, 1
	jmp_exec_any again
	pop_exec r0l, 1
	stop`

// murmur mixes the bits of r4, 256 times.
const murmur = `
	mov r6, 0
	if_icmp r0l, ueq, 0, 0, 1
	again: bfeil r7, 0, r4, 16
	bitop 0110, r4, r4, r7
	imadd r4, r4, u1, 0
	bfeil r7, 0, r4, 13
	bitop 0110, r4, r4, r7
	imadd r4, r4, u2, 0
	bfeil r7, 0, r4, 16
	bitop 0110, r4, r4, r7
	bfi r8, r8, r4, 8, mask 0xff
	iadd r5, r5, r4
	iadd r6, r6, 1
	while_icmp r0l, ult, r6, u0, 1
	jmp_exec_any again
	pop_exec r0l, 1
	stop`

// benchGroup is a SIMD-group for both.
func benchGroup() *machine.Group {
	g := machine.NewGroup()
	for lane := range machine.Lanes {
		g.SetLane(2, lane, floatBits(float32(lane)/64*3-2))
		g.SetLane(3, lane, floatBits(-0.1))
		g.SetLane(4, lane, uint32(lane+1))
	}
	g.SetUniform32(0, 256)
	g.SetUniform32(1, 0x85ebca6b)
	g.SetUniform32(2, 0xc2b2ae35)
	return g
}

func BenchmarkRun(b *testing.B) {
	for _, row := range []struct{ name, text string }{{"mandelbrot", mandelbrot}, {"murmur", murmur}} {
		p, c := assembled(b, row.text)
		for name, o := range map[string]machine.Options{"jit": {Native: c}, "reference": {}} {
			b.Run(row.name+"/"+name, func(b *testing.B) {
				g := benchGroup()
				n := 0
				for b.Loop() {
					g.PC, g.Exec = 0, 1<<machine.Lanes-1
					r, err := p.Run(b.Context(), g, o)
					if err != nil {
						b.Fatal(err)
					}
					n += r.Executed
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/instruction")
			})
		}
	}
}

func floatBits(f float32) uint32 { return math.Float32bits(f) }
