package esimd_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/esimd"
	"github.com/lanescope/lanescope/lane"
)

func Example() {
	sycl := esimd.Dialects()[0]
	r, err := sycl.Read("simd<int, 16> v; v.select<4, 2>(1)", dialect.Options{})
	fmt.Println(r.Map, err)
	m, _ := lane.Parse("i32x8 -> a0 a1 a4 a5")
	fmt.Println(sycl.Form(m))
	// Output:
	// i32x16 -> a1 a3 a5 a7 <nil>
	// simd<uint32_t, 4> f(simd<uint32_t, 8> a) { return a.replicate_vs_w<2, 4, 2>(0); } <nil>
}
