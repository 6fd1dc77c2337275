package selectors_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect/selectors"
)

func Example() {
	r, err := selectors.Reading("0, 4, 1, 5", 32, []int{0, 4, 1, 5}, "lo", "hi")
	fmt.Println(r.Map, r.Names, err)
	sel, n, err := selectors.Of(r.Map, "a list")
	fmt.Println(sel, n, err)
	// Output:
	// i32x4 i32x4 -> a0 b0 a1 b1 [lo hi] <nil>
	// [0 4 1 5] 4 <nil>
}
