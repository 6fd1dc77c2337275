package moves_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/g13/moves"
)

func Example() {
	r, err := moves.Dialect().Read("simd_shuffle_xor r0, r1, 3", dialect.Options{})
	fmt.Println(r.Map.String()[:26], r.Names, err)
	found, err := moves.Find(r.Map)
	fmt.Println(found.Lines, found.IsMinimal(), err)
	// Output:
	// i32x32 -> a3 a2 a1 a0 a7 a [r1] <nil>
	// [simd_shuffle_xor r0, r1, 3] true <nil>
}
