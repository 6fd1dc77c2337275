package jit_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
)

// Machine code where there can be some, and the reference elsewhere: what they leave is the same.
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
	var options machine.Options
	switch native, err := jit.Compile(p); {
	case err == nil:
		defer native.Close()
		options.Native = native
	case !errors.Is(err, jit.ErrUnsupported):
		fmt.Println(err)
	}
	g := machine.NewGroup()
	r, err := p.Run(context.Background(), g, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Stop, "after", r.Executed, "instructions")
	sums := g.Register(2)
	fmt.Println(sums[:8])
	// Output:
	// stop after 128 instructions
	// [0 1 4 9 16 25 36 49]
}
