package visa_test

import (
	"fmt"

	"github.com/lanescope/lanescope/visa"
)

// A gather through two addresses, lane by lane.
func ExampleCode_Run() {
	program, errs := visa.ParseProgram(`.decl V32 v_type=G type=d num_elts=4 align=GRF
.decl V33 v_type=G type=d num_elts=8 align=GRF
.decl A0 v_type=A num_elts=2
addr_add (M1, 2) A0(0)<2> &V33 0x40:uv
mov (M1, 4) V32(0,0)<1> r[A0(0),4]<2,1>:d
`, visa.NewDecls(32, visa.D), visa.Spec)
	if errs != nil {
		fmt.Println(errs)
		return
	}
	code, err := visa.Compile(program.Insts(), program.Decls, visa.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := code.NewMachine()
	m.SetBytes(33, []byte{0, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 30, 0, 0, 0})
	err = code.Run(m, func(s *visa.Step) {
		for _, x := range s.Touches() {
			if x.Kind == visa.GeneralKind && !x.Write {
				fmt.Printf("lane %d reads bytes %d to %d: %s\n", x.Lane, x.First, x.First+x.Len-1, x.Value)
			}
		}
	})
	fmt.Println(err)
	// Output:
	// lane 0 reads bytes 4 to 7: 0000000a
	// lane 1 reads bytes 8 to 11: 00000014
	// lane 2 reads bytes 8 to 11: 00000014
	// lane 3 reads bytes 12 to 15: 0000001e
	// <nil>
}
