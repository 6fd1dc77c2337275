package ptx_test

import (
	"fmt"

	"github.com/lanescope/lanescope/ptx"
)

func Example() {
	r, err := ptx.Parse("prmt.b32 %r1, %r2, %r3, 0x5140;")
	fmt.Println(r.Map, r.Names, err)
	r, err = ptx.Parse("unsigned v = __byte_perm(__byte_perm(x, y, 0x5140), 0, 0x4432);")
	fmt.Println(r.Map, err)
	text, err := ptx.Say(r.Map)
	fmt.Println(text, err)
	// Output:
	// i8x4 i8x4 -> a0 b0 a1 b1 [%r2 %r3] <nil>
	// i8x4 i8x4 -> a1 b1 z z <nil>
	//  one prmt reads two values, and these are 3
}
