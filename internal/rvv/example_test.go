package rvv_test

import (
	"fmt"

	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// vslideup.vi v8, v9, 1 in a mode of three lanes of 32 bits, of which the others stay.
func Example() {
	p := &program.Values{Named: map[string]lane.Map{}}
	sources, err := p.Arguments([]string{"v8", "v9"}, []int{128, 128}, 32)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := rvv.Machine{Values: p, VLEN: 128}
	got, err := m.Do(rvv.Call{Name: "vslideup", Bits: 32, Lanes: 4, Written: 3, Tail: true, Args: []rvv.Operand{{Map: sources[0]}, {Map: sources[1]}, {Number: 1}}})
	fmt.Println(got, err)
	// Output: i32x4 i32x4 -> a0 b0 b1 a3 <nil>
}
