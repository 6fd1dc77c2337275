package spirv_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/spirv"
)

func Example() {
	r, err := spirv.Dialect().Read("%r = OpVectorShuffle %v4float %lo %hi 0 4 1 5", dialect.Options{})
	fmt.Println(r.To, r.Map, r.Names, err)
	// Output: %r i32x4 i32x4 -> a0 b0 a1 b1 [%lo %hi] <nil>
}
