package machine_test

import (
	"runtime"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// A threadgroup that waits for the next one in a loop gets it: the first core calls another one, at once or when it has executed enough.
func TestOthersCome(t *testing.T) {
	for _, alone := range []int{-1, 0, 5000} {
		d := &machine.Dispatch{Grid: [3]uint32{64}, Threadgroup: [3]uint32{32}, Cores: 2, Alone: alone, Fuel: 1 << 25, Program: assemble(t, `
			get_sr r1, sr0
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
		if r := dispatch(t, d); r.Stop != machine.Stopped || word(b.Bytes, 0) != 32 || r.Executed < alone {
			t.Errorf("called after %d: %v after %d, with %d", alone, r.Stop, r.Executed, word(b.Bytes, 0))
		}
	}
}

// Until it calls others the first core does everything.
func TestFirstAlone(t *testing.T) {
	const threads = 32 * 200
	d := &machine.Dispatch{Program: assemble(t, "get_sr r1, sr80\nget_sr r2, sr20\ndevice_store 0, i32, x, r2, u2_u3, r1, unsigned, 0\nstop"), Grid: [3]uint32{threads}, Cores: 5, Alone: 4*200 + 1}
	b := mapWords(t, d, 2, threads)
	for k := range threads {
		b.Bytes[4*k] = 1
	}
	if r := dispatch(t, d); r.Stop != machine.Stopped || r.Executed != 4*200 {
		t.Errorf("%v after %d", r.Stop, r.Executed)
	}
	for k := range threads {
		if core := word(b.Bytes, k); core != 0 {
			t.Fatalf("thread %d was on core %d", k, core)
		}
	}
}

// A dispatch takes what another one has left: of registers, uniforms and memory of a threadgroup there is nothing in it, whatever their programs are, and how many SIMD-groups their threadgroups
// have. The result has all registers of the start.
func TestNothingIsKept(t *testing.T) {
	const show = `
		get_sr r20, sr80
		get_sr r21, sr51
		iadd r21l, 0, r21l, lsl 2
		threadgroup_load i32, x, r22, r21l, 0
		or r22, r22, r5
		or r22, r22, r100
		or r22, r22, u9
		device_store 0, i32, x, r22, u2_u3, r20, unsigned, 0
		stop`
	shown := &machine.Dispatch{Program: assemble(t, show), Grid: [3]uint32{256}, Threadgroup: [3]uint32{64}}
	b := mapWords(t, shown, 2, 256)
	left := &machine.Dispatch{Program: assemble(t, `
		get_sr r21, sr51
		iadd r21l, 0, r21l, lsl 2
		threadgroup_store i32, x, r21, r21l, 4
		mov r5, u9
		stop`), Grid: [3]uint32{256}, Start: machine.NewGroup()}
	left.Start.SetUniform32(9, 7)
	left.Start.SetLane(100, 3, 8)
	for _, size := range []uint32{32, 64, 256} {
		left.Threadgroup = [3]uint32{size}
		if r := dispatch(t, left); r.Stop != machine.Stopped || r.Group.Register(100)[3] != 8 || r.Group.Register(5)[31] != 7 || r.Group.Register(127) != (machine.Row{}) || r.Group.Uniform(18) != 7 {
			t.Errorf("%v, r5 %v, r100 %v", r.Stop, r.Group.Register(5), r.Group.Register(100))
		}
		r := dispatch(t, shown)
		for k := range 256 {
			if v := word(b.Bytes, k); v != 0 || r.Group.Register(100) != (machine.Row{}) || r.Group.Register(22) != (machine.Row{}) {
				t.Fatalf("after threadgroups of %d threads, thread %d has %x", size, k, v)
			}
		}
	}
}

// A group has a place for a register when somebody sets it. Those that have none are 0, and there are no more than 128.
func TestRegistersOnDemand(t *testing.T) {
	g := machine.NewGroup()
	g.SetLane(3, 5, 7)
	g.SetRegister(1, machine.Row{9})
	for n := range machine.Registers {
		want := machine.Row{}
		switch n {
		case 1:
			want[0] = 9
		case 3:
			want[5] = 7
		}
		if got := g.Register(n); got != want {
			t.Errorf("r%d is %v", n, got)
		}
	}
	for name, f := range map[string]func(){
		"r128": func() { g.Register(128) }, "set r128": func() { g.SetLane(128, 0, 1) }, "set r200": func() { g.SetRegister(200, machine.Row{}) }, "r-1": func() { g.Register(-1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: there is such a register", name)
				}
			}()
			f()
		}()
	}
}

// A short dispatch allocates little besides its result: what it takes instead is what a dispatch before it has left.
func TestShortDispatchAllocatesLittle(t *testing.T) {
	d := &machine.Dispatch{Program: assemble(t, "get_sr r1, sr80\niadd r2, r1, r1\nstop"), Grid: [3]uint32{64}, Start: machine.NewGroup()}
	dispatch(t, d)
	const times = 200
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		dispatch(t, d)
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / times; n > 16<<10 { // all 128 registers of two groups, which pools may have lost to a collection, are 32 KB
		t.Errorf("%d bytes a dispatch", n)
	} else {
		t.Logf("%d bytes a dispatch", n)
	}
}
