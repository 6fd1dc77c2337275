package goexpr_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/goexpr"
)

func Example() {
	r, err := goexpr.Dialect().Read("func(a, b archsimd.Uint16x8) archsimd.Uint16x8 { return a.InterleaveLo(b) }", dialect.Options{})
	fmt.Println(r.Map, r.Names, err)
	// Output: i16x8 i16x8 -> a0 b0 a1 b1 a2 b2 a3 b3 [a b] <nil>
}
