package apply_test

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/target/apply"
)

func Example() {
	v := program.Values{Named: map[string]lane.Map{}}
	row := apply.X86Named()["pshufd"][0]
	m, err := apply.Row(&v, row, map[byte]apply.Operand{'a': {Name: "xmm1", Bits: 128}, 'i': {Number: 27}})
	fmt.Println(m, v.Inputs, err)
	// Output: i32x4 -> a3 a2 a1 a0 [xmm1] <nil>
}
