package machine_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// ns/inst is the time of an instruction on memory in all 32 lanes; an eighth of a wait is in it.
func BenchmarkMemory(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"row", "device_load 0, i32, x, r10, u2_u3, r1, unsigned\n"},
		{"row/store", "device_store 0, i32, x, r10, u2_u3, r1, unsigned, 0\n"},
		{"same", "device_load 0, i32, x, r10, u2_u3, 1, signed\n"},
		{"backwards", "device_load 0, i32, x, r10, u4_u5, r2, signed\n"},
		{"pair", "device_load 0, i32, x, r10, r20_r21, r1, unsigned\n"},
		{"xyzw", "device_load 0, i32, xyzw, r10_r11_r12_r13, u2_u3, r1, unsigned, lsl 2\n"},
		{"bytes", "device_load 0, i8, xyzw, r10l_r10h_r11l_r11h, u2_u3, r1, unsigned, lsl 2\n"},
		{"u8norm", "device_load 0, u8norm, xyzw, r10_r11_r12_r13, u2_u3, r1, unsigned, lsl 2\n"},
		{"u8norm/store", "device_store 0, u8norm, xyzw, r10_r11_r12_r13, u2_u3, r1, unsigned, lsl 2, 0\n"},
		{"rgb9e5", "device_load 0, rgb9e5, xyz, r10_r11_r12, u2_u3, r1, unsigned\n"},
		{"rgb9e5/store", "device_store 0, rgb9e5, xyz, r10_r11_r12, u2_u3, r1, unsigned, 0\n"},
		{"threadgroup", "threadgroup_load i32, x, r10, 0, r1l\n"},
		{"threadgroup/store", "threadgroup_store i32, x, r10, 0, r1l\n"},
		{"atomic", "atomic add, 0, r10, u2_u3, r1, unsigned, r1, 1, 0, 1, 4, 2\n"},
		{"atomic/one", "threadgroup_atomic add, None, 0, 0, r1, 0, 2, 128, 0\n"},
		{"stack", "stack_load r10, i32, 1, 0, x, 4, 0, 0\n"},
		{"stack/store", "stack_store i32, 1, 0, x, 4, r10, 0, 0\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := newDesk(b)
			d.address(4, d.buffer.Address+512)
			for lane := range machine.Lanes {
				d.SetLane(20, lane, uint32(d.buffer.Address))
				d.SetLane(21, lane, uint32(d.buffer.Address>>32))
			}
			p := assemble(b, strings.Repeat(strings.Repeat(c.text, 8)+"wait 0\n", 2)+"stop")
			b.ReportAllocs()
			for b.Loop() {
				d.PC = 0
				if r, err := p.Run(context.Background(), d.Group, machine.Options{}); err != nil || r.Stop != machine.Stopped {
					b.Fatal(err, r.Fault)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/16, "ns/inst")
		})
	}
}
