package program_test

import (
	"fmt"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// Vertical-First: the loop goes over elements, and each instruction in it does one.
func Example() {
	p, err := program.Assemble(`
		setvl 0,0,2,1,1,1
	loop:	sv.mv.swiz/vec3 *32,*64,ZYX
		svstep. 0,1,0
		bc 6,3,loop`, svp64.DefaultEncoding)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p.Text())
	m, _ := p.NewMachine()
	for k := range 6 {
		m.GPR[64+k] = uint64(k)
	}
	done, err := m.Run(100)
	fmt.Println(done, err, m.GPR[32:38])
	// Output:
	// setvl 0,0,2,1,1,1
	// loop:
	// sv.mv.swiz/vec3 *32,*64,ZYX
	// svstep. 0,1,0
	// bc 6,3,-0xc
	// true <nil> [2 1 0 5 4 3]
}
