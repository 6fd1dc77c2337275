package machine_test

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// Each lane counts to its own number; those that are done sleep.
func Example() {
	code, errs := asm.Assemble(`
		get_sr r1, sr52            # the lane's number
		if_icmp r0l, ugt, r1, 0, 1
	top:	iadd r2, r2, r1
		iadd r3, r3, 1
		while_icmp r0l, ult, r3, r1, 1
		jmp_exec_any top
		pop_exec r0l, 1
		stop`)
	if errs != nil {
		fmt.Println(errs)
		return
	}
	p, err := machine.Compile(code)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := machine.NewGroup()
	r, err := p.Run(context.Background(), g, machine.Options{Fuel: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Stop, "after", r.Executed, "instructions")
	fmt.Println(g.Register(2))
	// Output:
	// stop after 128 instructions
	// [0 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225 256 289 324 361 400 441 484 529 576 625 676 729 784 841 900 961]
}

// What stops a program says where and why.
func ExampleFault() {
	p, err := machine.Compile([]byte{0x08, 0x00})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := p.Run(context.Background(), machine.NewGroup(), machine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Stop, r.Fault)
	// Output: fault offset 0x0: trap: a program that comes here has gone wrong
}

// Four lanes add to a counter each; what they get is where it stood.
func ExampleMemory() {
	m := machine.NewMemory()
	counters, err := m.Map(64)
	if err != nil {
		fmt.Println(err)
		return
	}
	code, errs := asm.Assemble(`
		get_sr r1, sr52
		and r1, r1, 7
		mov r2, 10
		atomic add, 0, r3, u2_u3, r1, unsigned, r2, 1, 0, 1, 4, 2
		wait 0
		stop`)
	if errs != nil {
		fmt.Println(errs)
		return
	}
	p, err := machine.Compile(code)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := machine.NewGroup()
	g.Attach(m, nil)
	g.SetUniform32(2, uint32(counters.Address))
	g.SetUniform32(3, uint32(counters.Address>>32))
	r, err := p.Run(context.Background(), g, machine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Stop, counters.Bytes[:12], g.Register(3))
	// Output: stop [40 0 0 0 40 0 0 0 40 0 0 0] [0 0 0 0 0 0 0 0 10 10 10 10 10 10 10 10 20 20 20 20 20 20 20 20 30 30 30 30 30 30 30 30]
}

func ExampleMap() {
	i, err := asm.Parse("quad_shuffle_xor r0l, r1l, 3")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := machine.Map(i)
	fmt.Println(m, err)
	// Output: i16x32 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12 a19 a18 a17 a16 a23 a22 a21 a20 a27 a26 a25 a24 a31 a30 a29 a28 <nil>
}

// A hundred threads in threadgroups of 64 put their squares into a buffer.
func ExampleDispatch() {
	code, errs := asm.Assemble(`
		get_sr r1, sr80            # the thread's place in the grid
		imadd r2, r1, r1, 0
		device_store 0, i32, x, r2, u2_u3, r1, unsigned, 0
		stop`)
	if errs != nil {
		fmt.Println(errs)
		return
	}
	p, err := machine.Compile(code)
	if err != nil {
		fmt.Println(err)
		return
	}
	memory, start := machine.NewMemory(), machine.NewGroup()
	squares, err := memory.Map(4 * 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	start.SetUniform32(2, uint32(squares.Address))
	start.SetUniform32(3, uint32(squares.Address>>32))
	d := machine.Dispatch{Program: p, Grid: [3]uint32{100}, Threadgroup: [3]uint32{64}, Start: start, Memory: memory, Cores: 2}
	r, err := d.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Stop, "after", r.Executed, "instructions of", r.Groups, "SIMD-groups")
	fmt.Println(binary.LittleEndian.Uint32(squares.Bytes[4*99:]))
	// Output:
	// stop after 16 instructions of 4 SIMD-groups
	// 9801
}
