package debug_test

import (
	"context"
	"fmt"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
)

// Where does a number get too large? Run to there, and look at what was a step before.
func Example() {
	program, errs := asm.Source{Text: `
		get_sr r1, thread_index_in_simdgroup
	top:	imadd r2, r2, 3, r1
		iadd r3, r3, 1
		while_icmp r0l, ult, r3, 9, 1
		jmp_exec_any top
		stop`}.Assemble()
	if errs != nil {
		fmt.Println(errs)
		return
	}
	code, err := machine.Compile(program.Code)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	s, err := debug.New(ctx, &machine.Dispatch{Program: code, Grid: [3]uint32{32}}, debug.Source{Labels: program.Labels})
	if err != nil {
		fmt.Println(err)
		return
	}
	tooLarge, err := debug.ParseExpression("r2[active] > 10000")
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Add(debug.Breakpoint{Cause: debug.AtTruth, Watched: tooLarge})
	if _, err := s.Run(ctx); err != nil {
		fmt.Println(err)
		return
	}
	_, op, _ := s.Next()
	fmt.Println("step", s.Position(), "before", s.Code.LabelAt(s.Code.Offset(op)), s.Code.Text(op), "r2 in lane 31 is", s.Groups()[0].Lane(2, 31))
	s.Back()
	fmt.Println("step", s.Position(), "r2 in lane 31 is", s.Groups()[0].Lane(2, 31))
	// Output:
	// step 23 before top+0x8 iadd r3, r3, 1 r2 in lane 31 is 11284
	// step 22 r2 in lane 31 is 3751
}
