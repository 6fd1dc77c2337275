package program_test

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

func Example() {
	v := program.Values{Named: map[string]lane.Map{}}
	unpack, _ := lane.Parse("i32x4 i32x4 -> a0 b0 a1 b1")
	reverse, _ := lane.Parse("i32x4 -> a3 a2 a1 a0")
	fmt.Println(v.Line(unpack, []string{"x", "y"}, "t", nil))
	fmt.Println(v.Line(reverse, []string{"t"}, "r", nil))
	fmt.Println(v.Result, v.Inputs)
	// Output:
	// <nil>
	// <nil>
	// i32x4 i32x4 -> b1 a1 b0 a0 [x y]
}
