package listing_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/listing"
)

func Example() {
	r, err := listing.X86().Read("punpckldq xmm0, xmm1; pshufd xmm2, xmm0, 27", dialect.Options{})
	fmt.Println(r.To, r.Map, r.Names, err)
	// Output: xmm2 i32x4 i32x4 -> b1 a1 b0 a0 [xmm0 xmm1] <nil>
}

// A follower knows what a register holds, and of which registers that is made.
func ExampleFollower() {
	f := listing.NewFollower(nil)
	for _, line := range []string{"pshufd $27, %xmm0, %xmm1", "paddd %xmm1, %xmm1", "ext v0.16b, v1.16b, v1.16b, #8"} {
		d, err := f.Line(line, "")
		if err != nil {
			fmt.Println(err)
			continue
		}
		r, _ := f.Reading()
		fmt.Println(d.To, r.Map, d.Reads)
	}
	// Output:
	// mm1 i32x4 -> a3 a2 a1 a0 [mm0]
	// "paddd" is no movement of lanes
	// v0 i64x2 -> a1 a0 [v1 v1]
}
