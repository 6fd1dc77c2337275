package moves_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/visa/moves"
)

func Example() {
	r, err := moves.Dialect().Read("<8;4,2>", dialect.Options{Exec: 4})
	fmt.Println(r.Map, err)
	// Output: i32x8 -> a0 a2 a4 a6 <nil>
}
