package amdgpu_test

import (
	"fmt"

	"github.com/lanescope/lanescope/amdgpu"
)

func Example() {
	r, err := amdgpu.Parse("v_perm_b32 v0, v1, v2, 0x05010400", 0)
	fmt.Println(r.Map, r.Names, err)
	r, err = amdgpu.Parse("v_mov_b32_dpp v0, v1 row_half_mirror // wave32", 0)
	fmt.Println(r.Map, err)
	text, err := amdgpu.Say(r.Map)
	fmt.Println(text, err)
	// Output:
	// i8x4 i8x4 -> b0 a0 b1 a1 [v1 v2] <nil>
	// i32x32 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8 a23 a22 a21 a20 a19 a18 a17 a16 a31 a30 a29 a28 a27 a26 a25 a24 <nil>
	// v_mov_b32_dpp v0, v1 row_half_mirror row_mask:0xf bank_mask:0xf // wave32 <nil>
}
