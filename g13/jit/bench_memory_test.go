package jit_test

import (
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// BenchmarkSingly is what instructions take that have their ways of their own here, sixteen of them at a time: in machine code and on the reference.
func BenchmarkSingly(b *testing.B) {
	for _, text := range []string{
		"device_load 0, i32, x, r2, u20_u21, r12, unsigned\nwait 0", "device_load 0, i32, xy, r2_r3, u20_u21, r12, unsigned, lsl 1\nwait 0",
		"device_load 0, i32, xyzw, r2_r3_r4_r5, u20_u21, r12, unsigned, lsl 2\nwait 0", "device_store 0, i32, xyzw, r2_r3_r4_r5, u20_u21, r12, unsigned, lsl 2",
		"device_load 0, i32, x, r2, u20_u21, r13, unsigned\nwait 0", "device_store 0, i32, x, r2, u20_u21, r13, unsigned", "device_load 0, i32, x, r2, u20_u21, 0, unsigned\nwait 0",
		"threadgroup_load i32, x, r2, r14l, 0", "threadgroup_store i32, x, r2, r14l, 0",
		"atomic add, 0, r2, u20_u21, r12, unsigned, r1, 1, 0, 1, 4, 2\nwait 0", "atomic umax, 0, None, u20_u21, 0, signed, r1, 1, 0, 1, 4, 2",
		"stack_load r2, i32, 1, 0, x, 4, 8, 0\nwait 0", "stack_store i32, 1, 0, x, 4, r2, 8, 0",
		"exp2 r2, r1", "log2 r2, r1", "sin_pt_2 r2, r1", "get_sr r2, sr81",
	} {
		sixteen := ""
		for range 16 {
			sixteen += text + "\n"
		}
		p, c := assembled(b, sixteen+"stop")
		for _, row := range []struct {
			name    string
			options machine.Options
		}{{"jit", machine.Options{Native: c}}, {"reference", machine.Options{}}} {
			b.Run(text[:min(len(text), 40)]+"/"+row.name, func(b *testing.B) {
				g := machine.NewGroup()
				m := machine.NewMemory()
				buffer, err := m.Map(1 << 16)
				if err != nil {
					b.Fatal(err)
				}
				for lane := range machine.Lanes {
					g.SetLane(1, lane, floatBits(float32(lane+1)/40))
					g.SetLane(12, lane, uint32(lane))
					g.SetLane(13, lane, uint32(lane*37%101))
					g.SetLane(14, lane, uint32(4*lane))
				}
				g.SetUniform32(20, uint32(buffer.Address))
				g.SetUniform32(21, uint32(buffer.Address>>32))
				g.Attach(m, machine.NewLocal(1024))
				n := 0
				for b.Loop() {
					g.PC, g.Exec = 0, 1<<machine.Lanes-1
					r, err := p.Run(b.Context(), g, row.options)
					if err != nil || r.Stop != machine.Stopped {
						b.Fatal(r, err)
					}
					n += 16
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/each")
			})
		}
	}
}
