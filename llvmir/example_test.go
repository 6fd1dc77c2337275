package llvmir_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/llvmir"
)

func Example() {
	r, err := llvmir.Dialect().Read("%w = bitcast <4 x i16> %a to <2 x i32>\n%r = trunc <2 x i32> %w to <2 x i16>", dialect.Options{})
	fmt.Println(r.Map, r.Names, err)
	fmt.Println(r.Warnings[0][:46])
	// Output:
	// i16x4 -> a0 a2 [%a] <nil>
	// big-endian lane numbers: on a big-endian machi
}
