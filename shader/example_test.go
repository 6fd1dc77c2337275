package shader_test

import (
	"fmt"

	"github.com/lanescope/lanescope/shader"
)

func ExampleParse() {
	p, err := shader.Parse("float4 r = a.yxzw;\nr.zw = b.xy;")
	fmt.Println(p.Map, p.Names, err)
	for _, w := range p.Warnings {
		fmt.Println(w)
	}
	// Output:
	// i32x4 i32x4 -> a1 a0 b0 b1 [a b] <nil>
	// a is not declared: float4 is assumed
	// b is not declared: float4 is assumed
}
