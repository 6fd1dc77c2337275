package moves_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/svp64/moves"
)

func Example() {
	r, err := moves.Dialect().Read("mv.swiz r4,r8,WZYX", dialect.Options{})
	fmt.Println(r.To, r.Map, r.Names, err)
	found, err := moves.Find(r.Map)
	fmt.Println(found.Lines, found.IsMinimal(), err)
	// Output:
	// r4 i32x4 -> a3 a2 a1 a0 [r8] <nil>
	// [mv.swiz r4,r8,WZYX] true <nil>
}
