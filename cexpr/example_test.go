package cexpr_test

import (
	"fmt"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
)

func Example() {
	r, err := cexpr.Intel().Read("__m128i t = _mm_unpacklo_epi32(a, b); _mm_shuffle_epi32(t, _MM_SHUFFLE(0, 1, 2, 3))", dialect.Options{})
	fmt.Println(r.Map, r.Names, err)
	fmt.Println(r.Warnings[0])
	// Output:
	// i32x4 i32x4 -> b1 a1 b0 a0 [a b] <nil>
	// _MM_SHUFFLE(0, 1, 2, 3) reverses: its last argument is for lane 0, and the identity is _MM_SHUFFLE(3, 2, 1, 0)
}
