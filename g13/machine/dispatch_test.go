package machine_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// mapWords maps a buffer of that many words and puts its address into two uniforms.
func mapWords(tb testing.TB, d *machine.Dispatch, uniform, n int) *machine.Buffer {
	tb.Helper()
	if d.Memory == nil {
		d.Memory, d.Start = machine.NewMemory(), machine.NewGroup()
	}
	b, err := d.Memory.Map(4 * n)
	if err != nil {
		tb.Fatal(err)
	}
	d.Start.SetUniform32(uniform, uint32(b.Address))
	d.Start.SetUniform32(uniform+1, uint32(b.Address>>32))
	return b
}

func dispatch(tb testing.TB, d *machine.Dispatch) machine.DispatchResult {
	tb.Helper()
	r, err := d.Run(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// whoAmI stores what a thread knows of itself, 21 words at 21 times its place in the grid: u0 and u1 are the grid's size in x and y.
const whoAmI = `
	get_sr r1, sr80
	get_sr r2, sr81
	get_sr r3, sr82
	imadd r1, r2, u0, r1
	imul r4, u0, u1
	imadd r1, r3, r4, r1
	imadd r1, r1, 21, 0
`

var whoSpecials = []int{0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 48, 49, 50, 51, 52, 53, 59, 80, 81, 82}

func whoProgram() string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(whoAmI, "imul r4, u0, u1", "imadd r4, u0, u1, 0"))
	for k, sr := range whoSpecials {
		fmt.Fprintf(&b, "get_sr r9, sr%d\niadd r5, r1, %d\ndevice_store 0, i32, x, r9, u2_u3, r5, unsigned, 0\n", sr, k)
	}
	b.WriteString("stop")
	return b.String()
}

// A plainThreadgroup is a threadgroup as the manual of the language counts its threads: x first, then y, then z.
func plainThreadgroup(grid, size, at [3]int, each func(position, here [3]int, index int)) {
	var here [3]int
	for k := range here {
		here[k] = size[k]
		if beyond := (at[k]+1)*size[k] - grid[k]; beyond > 0 {
			here[k] -= beyond
		}
	}
	index := 0
	for z := range here[2] {
		for y := range here[1] {
			for x := range here[0] {
				each([3]int{x, y, z}, here, index)
				index++
			}
		}
	}
}

// Every thread of a grid runs once, and knows who it is.
func TestGrid(t *testing.T) {
	r := chance.Random(t, 3)
	p := assemble(t, whoProgram())
	sizes := [][2][3]int{{{1, 1, 1}, {1, 1, 1}}, {{70, 1, 1}, {40, 1, 1}}, {{32, 32, 1}, {32, 32, 1}}, {{5, 7, 3}, {2, 4, 8}}, {{33, 2, 1}, {33, 1, 1}}, {{9, 9, 9}, {16, 16, 4}}}
	for range 30 {
		var s [2][3]int
		for k := range 3 {
			s[0][k], s[1][k] = 1+r.IntN(30>>k), 1+r.IntN(16>>k)
		}
		sizes = append(sizes, s)
	}
	for _, s := range sizes {
		grid, size := s[0], s[1]
		d := &machine.Dispatch{Program: p, Grid: sized(grid), Threadgroup: sized(size), Cores: 1 + r.IntN(3), Alone: -1}
		n := grid[0] * grid[1] * grid[2] * len(whoSpecials)
		b := mapWords(t, d, 2, n)
		d.Start.SetUniform32(0, uint32(grid[0]))
		d.Start.SetUniform32(1, uint32(grid[1]))
		if res := dispatch(t, d); res.Stop != machine.Stopped {
			t.Fatalf("%v: %v", s, res.Fault)
		}
		want := make([]byte, 4*n)
		plainWho(grid, size, func(k, v int) { binary.LittleEndian.PutUint32(want[4*k:], uint32(v)) })
		if !bytes.Equal(b.Bytes, want) {
			for k := range n {
				if got := word(b.Bytes, k); got != binary.LittleEndian.Uint32(want[4*k:]) {
					t.Fatalf("grid %v in %v: thread %d has sr%d = %d, want %d", grid, size, k/len(whoSpecials), whoSpecials[k%len(whoSpecials)], got, want[4*k])
				}
			}
		}
	}
}

func sized(v [3]int) [3]uint32 { return [3]uint32{uint32(v[0]), uint32(v[1]), uint32(v[2])} }

func plainWho(grid, size [3]int, store func(k, v int)) {
	for tz := 0; tz*size[2] < grid[2]; tz++ {
		for ty := 0; ty*size[1] < grid[1]; ty++ {
			for tx := 0; tx*size[0] < grid[0]; tx++ {
				at := [3]int{tx, ty, tz}
				plainThreadgroup(grid, size, at, func(position, here [3]int, index int) {
					x, y, z := tx*size[0]+position[0], ty*size[1]+position[1], tz*size[2]+position[2]
					all := here[0] * here[1] * here[2]
					active := min(32, all-index/32*32)
					for k, v := range []int{tx, ty, tz, here[0], here[1], here[2], size[0], size[1], size[2], here[0], here[1], position[0], position[1], position[2], index, index % 32, index / 32, active, x, y, z} {
						store(((z*grid[1]+y)*grid[0]+x)*len(whoSpecials)+k, v)
					}
				})
			}
		}
	}
}

// turnAround lets the threads of a threadgroup turn their numbers around in its memory, again and again, with barriers between.
const turnAround = `
	get_sr r1, sr80
	get_sr r2, sr51
	get_sr r3, sr4
	get_sr r4, sr5
	imadd r3, r3, r4, 0
	iadd r5l, r2l, 0, lsl 0
	iadd r6, r2, 1
	icmpsel ult, r6, r6, r3, r6, 0
	iadd r4l, 0, r2l, lsl 2
	iadd r6l, 0, r6l, lsl 2
	mov r7, r1
	mov r8, 0
	if_icmp r0l, ueq, 0, 0, 1
top:	threadgroup_store i32, x, r7, r4l, 0
	threadgroup_barrier
	threadgroup_load i32, x, r7, r6l, 0
	threadgroup_barrier
	imadd r7, r7, 3, r8
	iadd r8, r8, 1
	while_icmp r0l, ult, r8, 9, 1
	jmp_exec_any top
	pop_exec r0l, 1
	device_store 0, i32, x, r7, u2_u3, r1, unsigned, 0
	stop`

// Threadgroups of several SIMD-groups meet at barriers, and leave the same bytes on any number of cores.
func TestBarriers(t *testing.T) {
	p := assemble(t, turnAround)
	const threads = 1900
	for _, size := range []uint32{1, 31, 32, 33, 100, 256, 1024} {
		want := make([]uint32, threads)
		plainTurns(want, int(size))
		for _, cores := range []int{1, 2, 3, 200} {
			d := &machine.Dispatch{Program: p, Grid: [3]uint32{threads}, Threadgroup: [3]uint32{size}, Cores: cores, Alone: -1}
			b := mapWords(t, d, 2, threads)
			r := dispatch(t, d)
			if r.Stop != machine.Stopped || len(r.Flags) > 0 {
				t.Fatalf("threadgroups of %d: %v %v %q", size, r.Stop, r.Fault, r.Flags)
			}
			for k, v := range want {
				if word(b.Bytes, k) != v {
					t.Fatalf("threadgroups of %d on %d cores: thread %d has %d, want %d", size, cores, k, word(b.Bytes, k), v)
				}
			}
		}
	}
}

func plainTurns(v []uint32, size int) {
	for k := range v {
		v[k] = uint32(k)
	}
	for ; len(v) > 0; v = v[min(size, len(v)):] {
		here := v[:min(size, len(v))]
		for round := range 9 {
			first := here[0]
			for k := range here {
				next := first
				if k+1 < len(here) {
					next = here[k+1]
				}
				here[k] = 3*next + uint32(round)
			}
		}
	}
}

// The first thread of each SIMD-group draws a number: on one core they come in order.
func TestOrder(t *testing.T) {
	d := &machine.Dispatch{Grid: [3]uint32{1000, 3}, Threadgroup: [3]uint32{96, 1}, Program: assemble(t, `
		get_sr r1, sr52
		if_icmp r0l, ueq, r1, 0, 1
		mov r2, 1
		atomic add, 0, r3, u2_u3, 0, signed, r2, 1, 0, 1, 4, 2
		wait 0
		get_sr r4, sr80
		get_sr r5, sr81
		imadd r4, r5, u0, r4
		iadd r4, r4, 1
		device_store 0, i32, x, r4, u4_u5, r3, unsigned, 0
		pop_exec r0l, 1
		stop`)}
	mapWords(t, d, 2, 1)
	b := mapWords(t, d, 4, 3*32)
	d.Start.SetUniform32(0, 1024)
	if r := dispatch(t, d); r.Stop != machine.Stopped {
		t.Fatal(r.Fault)
	}
	k := 0
	for y := range 3 {
		for x := 0; x < 1000; x += 32 {
			if got := word(b.Bytes, k); got != uint32(1024*y+x+1) {
				t.Errorf("SIMD-group %d is that of thread %d, want %d", k, got-1, 1024*y+x)
			}
			k++
		}
	}
}

// What is told of barriers that go wrong.
func TestBarriersWrong(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"threadgroup_barrier\nstop", ""},
		{"get_sr r1, sr53\nif_icmp r0l, ueq, r1, 0, 1\njmp_exec_none end\nthreadgroup_barrier\nend: stop", "threadgroup 0,0,0 SIMD-group 0: offset 0x10: threadgroup_barrier: it waits for SIMD-group 1, which has ended"},
		{"get_sr r1, sr53\nif_icmp r0l, ueq, r1, 2, 1\njmp_exec_any end\nthreadgroup_barrier\nend: stop", "threadgroup 0,0,0 SIMD-group 0: offset 0x10: threadgroup_barrier: it waits for SIMD-group 2, which has ended"},
		{"get_sr r1, sr52\nif_icmp r0l, ueq, r1, 0, 1\nthreadgroup_barrier\npop_exec r0l, 1\nstop", "comes to a barrier as one"},
		{"get_sr r1, sr53\nif_icmp r0l, ueq, r1, 0, 1\nthreadgroup_barrier\npop_exec r0l, 1\nstop", "comes to a barrier as one"},
		{"get_sr r1, sr53\nif_icmp r0l, ueq, r1, 0, 1\njmp_exec_none end\nthreadgroup_barrier\nstop\nend: pop_exec r0l, 1\nthreadgroup_barrier\nstop", "at different barriers meet"},
	} {
		r := dispatch(t, &machine.Dispatch{Program: assemble(t, c.text), Grid: [3]uint32{96}, Threadgroup: [3]uint32{96}})
		got := strings.Join(r.Flags, "\n")
		if r.Fault != nil {
			got = r.Fault.Error()
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if r.Fault != nil && (r.Group == nil || r.Group.PC != r.Fault.Offset || r.Executed != 11) {
			t.Errorf("%q: the group that faulted is at %#x, after %d instructions", c.text, r.Group.PC, r.Executed)
		}
	}
}

// Fuel is for all, and is not lost between cores; at its end a program needs none.
func TestDispatchFuel(t *testing.T) {
	for _, c := range []struct {
		text  string
		exact int // for 20 SIMD-groups
	}{
		{"mov r1, r2\nthreadgroup_barrier\nmov r2, r3", 60},
		{"mov r1, r2\nstop", 40},
		{"", 20},
		{"mov r2, 0\ntop: iadd r2, r2, 1\nwhile_icmp r0l, ult, r2, u0, 1\njmp_exec_any top\npop_exec r0l, 1\nstop", 20 * (3 + 3*2000)},
	} {
		p := assemble(t, c.text)
		for _, cores := range []int{1, 2, 3} {
			for fuel := c.exact - 1; fuel <= c.exact; fuel++ {
				d := &machine.Dispatch{Program: p, Start: machine.NewGroup(), Grid: [3]uint32{640}, Threadgroup: [3]uint32{64}, Cores: cores, Alone: -1, Fuel: fuel}
				d.Start.SetUniform32(0, 2000)
				r := dispatch(t, d)
				if over := r.Stop == machine.OutOfFuel; over != (fuel < c.exact) || r.Executed > fuel || !over && r.Groups != 20 {
					t.Errorf("%q with fuel %d on %d cores: %v after %d, %d SIMD-groups", c.text, fuel, cores, r.Stop, r.Executed, r.Groups)
				}
			}
		}
	}
}

// A huge grid begins at once, takes no memory for its size, and ends by its fuel or its context.
func TestHugeGrid(t *testing.T) {
	most := uint32(math.MaxUint32)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d := &machine.Dispatch{Program: assemble(t, "top: jmp_exec_any top"), Grid: [3]uint32{most, most, 1}, Threadgroup: [3]uint32{1024}, Fuel: 1000, Cores: 2, Alone: -1}
	if r := dispatch(t, d); r.Stop != machine.OutOfFuel || r.Executed != 1000 {
		t.Errorf("%v after %d", r.Stop, r.Executed)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 16<<20 {
		t.Errorf("%d bytes allocated", n)
	}
	for _, text := range []string{"", "stop", "top: jmp_exec_any top"} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		_, err := (&machine.Dispatch{Program: assemble(t, text), Grid: [3]uint32{most, most, 1}, Cores: 2}).Run(ctx)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Sizes that there cannot be.
func TestDispatchRefused(t *testing.T) {
	p := assemble(t, "stop")
	most := uint32(math.MaxUint32)
	for want, d := range map[string]machine.Dispatch{
		"no program":              {},
		"1025 × 1 × 1":            {Program: p, Threadgroup: [3]uint32{1025}},
		"65536 × 65536 × 1":       {Program: p, Threadgroup: [3]uint32{1 << 16, 1 << 16}},
		"more than 2^62":          {Program: p, Grid: [3]uint32{most, most, most}},
		"cores; expected 1 to 25": {Program: p, Cores: machine.MaxCores + 1},
	} {
		if _, err := d.Run(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Of several faults the first one is told, on any number of cores, and the SIMD-group is as it was then.
func TestFirstFault(t *testing.T) {
	d := &machine.Dispatch{Grid: [3]uint32{64 * 100}, Threadgroup: [3]uint32{64}, Program: assemble(t, `
		get_sr r1, sr0
		get_sr r2, sr53
		imadd r3, r1, 2, r2
		if_icmp r0l, ugt, r3, 61, 1
		device_store 0, i32, x, r3, u4_u5, r3, unsigned, 0
		pop_exec r0l, 1
		stop`)}
	mapWords(t, d, 4, 10)
	for _, cores := range []int{1, 2, 5} {
		d.Cores, d.Alone = cores, -1
		r := dispatch(t, d)
		if r.Fault == nil || !strings.HasPrefix(r.Fault.Error(), "threadgroup 31,0,0 SIMD-group 0: offset 0x16: device_store: lane 0: ") || r.Group.Register(3)[5] != 62 || r.Group.PC != 0x16 {
			t.Errorf("on %d cores: %v", cores, r.Fault)
		}
	}
}

// A fault ends a huge grid on all cores.
func TestFaultEndsAll(t *testing.T) {
	d := &machine.Dispatch{Grid: [3]uint32{math.MaxUint32, math.MaxUint32}, Cores: 3, Alone: -1, Program: assemble(t, "get_sr r1, sr0\nif_icmp r0l, ueq, r1, 200, 1\njmp_exec_none end\ntrap\nend: stop")}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := d.Run(ctx)
	if err != nil || r.Fault == nil || !strings.HasPrefix(r.Fault.Where, "threadgroup 200,0,0 ") {
		t.Errorf("%v, %v", r.Fault, err)
	}
}

// Each SIMD-group begins with the same registers and uniforms, whatever those before it have left.
func TestFreshState(t *testing.T) {
	d := &machine.Dispatch{Grid: [3]uint32{32 * 50}, Threadgroup: [3]uint32{64}, Program: assemble(t, `
		get_sr r1, sr80
		device_store 0, i32, x, r7, u2_u3, r1, unsigned, 0
		mov r5, u40
		iadd r7, r7, r5
		device_store 0, i32, x, r7, u4_u5, r1, unsigned, 0
		mov_imm r6l, 99
		uniform_store 2, i16, x, 0, r6l, 80
		stop`)}
	first, second := mapWords(t, d, 2, 1600), mapWords(t, d, 4, 1600)
	d.Start.SetUniform32(40, 1000)
	var row machine.Row
	for k := range row {
		row[k] = uint32(k)
	}
	d.Start.SetRegister(7, row)
	if r := dispatch(t, d); r.Stop != machine.Stopped || !slices.Contains(r.Flags, "unverified: uniform_store outside a preamble changes the uniforms of its own SIMD-group") {
		t.Fatal(r.Fault, r.Flags)
	}
	for k := range 1600 {
		if a, b := word(first.Bytes, k), word(second.Bytes, k); a != uint32(k%32) || b != uint32(k%32+1000) {
			t.Fatalf("thread %d began with %d, and had %d then", k, a, b)
		}
	}
}

// A SIMD-group begins with every register and uniform of the start, and with none of the dispatch before: the one of a dispatch that is over is taken again.
func TestEveryRegisterBegins(t *testing.T) {
	r := chance.Random(t, 8)
	p := assemble(t, "stop")
	for n := range 6 {
		d := &machine.Dispatch{Program: p, Start: machine.NewGroup(), Cores: 1 + n%2, Alone: -1}
		for k := range machine.Registers {
			var row machine.Row
			for lane := range row {
				row[lane] = r.Uint32()
			}
			d.Start.SetRegister(k, row)
			d.Start.SetUniform(2*k, uint16(r.Uint32()))
			d.Start.SetUniform(2*k+1, uint16(r.Uint32()))
		}
		g := dispatch(t, d).Group
		for k := range machine.Registers {
			if g.Register(k) != d.Start.Register(k) || g.Uniform(2*k) != d.Start.Uniform(2*k) || g.Uniform(2*k+1) != d.Start.Uniform(2*k+1) {
				t.Fatalf("dispatch %d begins with another r%d or u%d", n, k, k)
			}
		}
	}
}

// Threadgroup memory is zeros when a threadgroup begins, whatever the one before it on its core has left there.
func TestFreshLocal(t *testing.T) {
	d := &machine.Dispatch{Grid: [3]uint32{64 * 20}, Threadgroup: [3]uint32{64}, Cores: 2, Alone: -1, Program: assemble(t, `
		get_sr r1, sr80
		get_sr r2, sr51
		iadd r2l, 0, r2l, lsl 2
		threadgroup_load i32, x, r3, r2l, 0
		device_store 0, i32, x, r3, u2_u3, r1, unsigned, 0
		threadgroup_store i32, x, r1, r2l, 0
		stop`)}
	b := mapWords(t, d, 2, 64*20)
	for k := range b.Bytes {
		b.Bytes[k] = 0xff
	}
	if r := dispatch(t, d); r.Stop != machine.Stopped || !bytes.Equal(b.Bytes, make([]byte, len(b.Bytes))) {
		t.Errorf("%v %v", r.Stop, r.Fault)
	}
}

// A preamble is run once, by one thread, and its uniforms are those of all.
func TestPreamble(t *testing.T) {
	d := &machine.Dispatch{Grid: [3]uint32{100}, Program: assemble(t, "get_sr r1, sr80\nmov r2, u7\ndevice_store 0, i32, x, r2, u2_u3, r1, unsigned, 0\nstop"), Preamble: assemble(t, `
		device_load 0, i32, x, r2, u4_u5, 0, signed
		wait 0
		iadd r2, r2, 1
		device_store 0, i32, x, r2, u4_u5, 0, signed, 0
		uniform_store 2, i16, xy, 0, r2l_r2h, 14
		threadgroup_barrier
		get_sr r3, sr59
		iadd r3, r3, 7
		device_store 0, i32, x, r3, u4_u5, 1, signed, 0
		stop`)}
	out, in := mapWords(t, d, 2, 100), mapWords(t, d, 4, 2)
	binary.LittleEndian.PutUint32(in.Bytes, 0x12345678)
	r := dispatch(t, d)
	if r.Stop != machine.Stopped || len(r.Flags) > 0 || r.Executed != 10+4*4 || word(in.Bytes, 0) != 0x12345679 || word(in.Bytes, 1) != 8 {
		t.Fatalf("%v %v after %d; %x", r.Stop, r.Fault, r.Executed, in.Bytes)
	}
	for k := range 100 {
		if word(out.Bytes, k) != 0x12345679 {
			t.Fatalf("thread %d has %x", k, word(out.Bytes, k))
		}
	}
	for _, d.Fuel = range []int{9, 25, 26} { // for all together
		if r := dispatch(t, d); (r.Stop == machine.OutOfFuel) != (d.Fuel < 26) || r.Executed != d.Fuel {
			t.Errorf("%v after %d of %d", r.Stop, r.Executed, d.Fuel)
		}
	}
	d.Preamble = assemble(t, "trap")
	if r := dispatch(t, d); r.Fault == nil || r.Fault.Error() != "preamble: offset 0x0: trap: a program that comes here has gone wrong" {
		t.Errorf("%v", r.Fault)
	}
}

// A SIMD-group that waits for another one of its threadgroup in a loop gets it: turns end.
func TestTurns(t *testing.T) {
	d := &machine.Dispatch{Grid: [3]uint32{64}, Threadgroup: [3]uint32{64}, Fuel: 1e6, Program: assemble(t, `
		get_sr r1, sr53
		mov r3, 1
		if_icmp r0l, ueq, r1, 0, 1
	top:	atomic add, 0, r2, u2_u3, 0, signed, r4, 1, 0, 1, 4, 2
		wait 0
		while_icmp r0l, ueq, r2, 0, 1
		jmp_exec_any top
		pop_exec r0l, 1
		if_icmp r0l, ueq, r1, 1, 1
		atomic add, 0, None, u2_u3, 0, signed, r3, 1, 0, 1, 4, 2
		pop_exec r0l, 1
		stop`)}
	b := mapWords(t, d, 2, 1)
	if r := dispatch(t, d); r.Stop != machine.Stopped || word(b.Bytes, 0) != 32 {
		t.Errorf("%v %v after %d, with %d", r.Stop, r.Fault, r.Executed, word(b.Bytes, 0))
	}
}

// What is counted, and what a trace is shown.
func TestWatched(t *testing.T) {
	text := "get_sr r1, sr80\nif_icmp r0l, ult, r1, 40, 1\niadd r2, r1, r1\ndevice_store 0, i32, x, r2, u2_u3, r1, unsigned, 0\npop_exec r0l, 1\nstop"
	d := &machine.Dispatch{Program: assemble(t, text), Grid: [3]uint32{90}, Threadgroup: [3]uint32{64}, Count: true}
	b := mapWords(t, d, 2, 90)
	d.Cores, d.Alone = 2, -1
	r := dispatch(t, d)
	lanes := []uint64{90, 90, 40, 40, 40, 90}
	for k, i := range r.Instructions {
		if i.Executed != 3 || i.Lanes != lanes[k] {
			t.Errorf("offset %#x: %d times, %d lanes, want %d", i.Offset, i.Executed, i.Lanes, lanes[k])
		}
	}
	if used := machine.Used(r.Instructions); len(r.Instructions) != 6 || used.Highest() != 6 || used.Registers() != 3 || used.Has(1) || !used.Has(0) {
		t.Errorf("%d instructions use %x", len(r.Instructions), used)
	}
	steps, stores := 0, 0
	d.Trace = func(s *machine.Step) error {
		steps++
		for _, a := range s.Accesses {
			k := int(s.Place.Threadgroup[0]*64+s.Place.SIMDGroup*32) + int(a.Lane)
			if a.Address != b.Address+uint64(4*k) || a.Kind != machine.StoreAccess || a.Size != 4 || a.Space != machine.DeviceSpace {
				t.Errorf("thread %d: %+v", k, a)
			}
			stores++
		}
		if name := s.Inst.Form.Name(); name == "iadd" && s.Exec != 0 && (!slices.Equal(s.Changed, []int{2}) || s.Group.Register(2)[1] != 2*s.Group.Register(1)[1]) {
			t.Errorf("%s changed %v", name, s.Changed)
		}
		return nil
	}
	if dispatch(t, d); steps != 18 || stores != 40 {
		t.Errorf("%d steps with %d stores", steps, stores)
	}
	want := errors.New("full")
	d.Trace = func(*machine.Step) error { return want }
	if _, err := d.Run(context.Background()); !errors.Is(err, want) {
		t.Error(err)
	}
}

// A search for races names both sides; what is ordered by a barrier, done by atomics, or each thread's own is none.
func TestRaces(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"get_sr r1, sr80\ndevice_store 0, i32, x, r1, u2_u3, r1, unsigned, 0\nstop", ""},
		{"get_sr r1, sr51\ndevice_store 0, i32, x, r1, u2_u3, r1, unsigned, 0\nstop", "device 0 of 1,0,0/0 store@4 after 0,0,0/0 store@4"},
		{"get_sr r1, sr52\ndevice_store 0, i32, x, r1, u2_u3, r1, unsigned, 0\nstop", "device 0 of 0,0,0/1 store@4 after 0,0,0/0 store@4"},
		{"get_sr r1, sr51\ndevice_load 0, i32, x, r1, u2_u3, r1, unsigned\nwait 0\nstop", ""},
		{"mov r1, 1\natomic add, 0, None, u2_u3, 0, signed, r1, 1, 0, 1, 4, 2\nstop", ""},
		{"mov r1, 1\natomic add, 0, None, u2_u3, 0, signed, r1, 1, 0, 1, 4, 2\nthreadgroup_barrier\ndevice_load 0, i32, x, r1, u2_u3, 0, signed\nwait 0\nstop", "device 0 of 1,0,0/0 atomic@6 after 0,0,0/1 load@10, device 0 of 1,0,0/0 load@10 after 0,0,0/1 atomic@6"},
		{"get_sr r1, sr51\niadd r1l, 0, r1l, lsl 2\nthreadgroup_store i32, x, r1, r1l, 0\nthreadgroup_load i32, x, r1, r1l, 0\nstop", ""},
		{"get_sr r1, sr51\niadd r1l, 0, r1l, lsl 2\nthreadgroup_store i32, x, r1, r1l, 0\nthreadgroup_load i32, x, r1, 0, 0\nstop", "threadgroup 0 of 0,0,0/1 load@12 after 0,0,0/0 store@c"},
		{"get_sr r1, sr51\niadd r1l, 0, r1l, lsl 2\nthreadgroup_store i32, x, r1, r1l, 0\nthreadgroup_barrier\nthreadgroup_load i32, x, r1, 0, 0\nstop", ""},
	} {
		d := &machine.Dispatch{Program: assemble(t, c.text), Grid: [3]uint32{128}, Threadgroup: [3]uint32{64}, CheckRaces: true, Cores: 2}
		b := mapWords(t, d, 2, 128)
		r := dispatch(t, d)
		var races []string
		for _, x := range r.Races {
			at := x.Address
			if x.Space == machine.DeviceSpace {
				at -= b.Address
			}
			side := func(s machine.Touch) string {
				return fmt.Sprintf("%d,%d,%d/%d %v@%x", s.Threadgroup[0], s.Threadgroup[1], s.Threadgroup[2], s.SIMDGroup, s.Kind, s.Offset)
			}
			races = append(races, fmt.Sprintf("%v %d of %s after %s", x.Space, at, side(x.Second), side(x.First)))
		}
		got := strings.Join(races, ", ")
		if r.Stop != machine.Stopped || got != c.want {
			t.Errorf("%q: %v %v %q, want %q", c.text, r.Stop, r.Fault, got, c.want)
		}
	}
}

// Once it is warm a core takes no memory, however many SIMD-groups it runs.
func TestNoAllocation(t *testing.T) {
	p := assemble(t, turnAround)
	run := func(grid uint32) float64 {
		d := &machine.Dispatch{Program: p, Grid: [3]uint32{grid}, Threadgroup: [3]uint32{64}}
		mapWords(t, d, 2, 1<<14)
		return testing.AllocsPerRun(5, func() { dispatch(t, d) })
	}
	const forgotten = 10 // what pools may lose to a collection, or by chance under the race detector; one a SIMD-group would be 510
	if few, many := run(64), run(1<<14); many > few+forgotten {
		t.Errorf("%v allocations for one threadgroup, %v for 256", few, many)
	}
}

// mandelDispatch is the shared mandel as a dispatch: its registers are computed by each thread instead of set before.
func mandelDispatch(tb testing.TB, cores int) (*machine.Dispatch, *machine.Buffer) {
	d := &machine.Dispatch{Grid: [3]uint32{64, 64}, Threadgroup: [3]uint32{64, 1}, Cores: cores, Program: assemble(tb, `
		get_sr r10, sr80
		get_sr r11, sr81
		convert u32_to_f, r2, r10, rte
		convert u32_to_f, r3, r11, rte
		fmul32 r2, r2, u4
		fmul32 r3, r3, u4
		fmadd32 r2, r2, 3.0, -2.0
		fmadd32 r3, r3, 2.5, -1.25
		mov r4, 0
		mov r5, 0
		mov r6, 0
		if_icmp r0l, ueq, 0, 0, 1
	L:	fmul32 r7, r5, r5
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
		imadd r1, r11, 64, r10
		device_store 0, i32, x, r6, u2_u3, r1, unsigned, 0
		stop`)}
	b := mapWords(tb, d, 2, 64*64)
	d.Start.SetUniform32(0, 256)
	d.Start.SetUniform32(4, math.Float32bits(1.0/64))
	return d, b
}

// The shared mandel and the shared saxpy, as dispatches on one core and on two, leave the bytes that the same work in C does.
func TestSharedDispatches(t *testing.T) {
	for cores := 1; cores <= 2; cores++ {
		d, b := mandelDispatch(t, cores)
		if r := dispatch(t, d); r.Stop != machine.Stopped || checksum(b.Bytes) != 0x60c5a8a0e206a278 {
			t.Errorf("mandel on %d cores: %v %v, checksum %016x", cores, r.Stop, r.Fault, checksum(b.Bytes))
		}
		s, y := saxpyDispatch(t, cores)
		if r := dispatch(t, s); r.Stop != machine.Stopped || checksum(y.Bytes) != 0x26a4c05f2aa2ed11 {
			t.Errorf("saxpy on %d cores: %v %v, checksum %016x", cores, r.Stop, r.Fault, checksum(y.Bytes))
		}
	}
}

func checksum(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, v := range b {
		h = (h ^ uint64(v)) * 1099511628211
	}
	return h
}

// saxpyDispatch is the shared saxpy behind an instruction that finds which thread it is.
func saxpyDispatch(tb testing.TB, cores int) (*machine.Dispatch, *machine.Buffer) {
	code, errs := asm.Assemble("get_sr r1, sr80")
	p, err := machine.Compile(append(code, readShared(tb, "saxpy")...))
	if err = errors.Join(append(errs, err)...); err != nil {
		tb.Fatal(err)
	}
	const n = 2048 * machine.Lanes
	d := &machine.Dispatch{Program: p, Grid: [3]uint32{n}, Threadgroup: [3]uint32{256}, Cores: cores, Alone: -1}
	x, y := mapWords(tb, d, 2, n), mapWords(tb, d, 4, n)
	for i := range n {
		binary.LittleEndian.PutUint32(x.Bytes[4*i:], math.Float32bits(float32(i%1000)/16))
		binary.LittleEndian.PutUint32(y.Bytes[4*i:], math.Float32bits(float32((i+n)%1000)/16))
	}
	d.Start.SetUniform32(0, math.Float32bits(0.5))
	return d, y
}

// ns/inst is the time of a SIMD-group's instruction, divided by the cores that there are.
func BenchmarkDispatch(b *testing.B) {
	for _, c := range []struct {
		name  string
		build func(testing.TB, int) (*machine.Dispatch, *machine.Buffer)
	}{{"mandel", mandelDispatch}, {"saxpy", saxpyDispatch}} {
		for cores := 1; cores <= 2; cores++ {
			b.Run(fmt.Sprintf("%s/cores=%d", c.name, cores), func(b *testing.B) {
				d, _ := c.build(b, cores)
				executed := 0
				for b.Loop() {
					executed += dispatch(b, d).Executed
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(executed), "ns/inst")
			})
		}
	}
}

// A result has places for the registers that were set. All others can be asked for too, by row and by lane: they are 0.
func TestRegistersWithoutPlace(t *testing.T) {
	d := &machine.Dispatch{Program: assemble(t, "mov r2, 7\nstop\n"), Grid: [3]uint32{32}, Threadgroup: [3]uint32{32}}
	r, err := d.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for n := range machine.Registers {
		want := uint32(0)
		if n == 2 {
			want = 7
		}
		if row := r.Group.Register(n); row[31] != want || r.Group.Lane(n, 31) != want {
			t.Errorf("r%d is %d, by lane %d, want %d", n, row[31], r.Group.Lane(n, 31), want)
		}
	}
}
