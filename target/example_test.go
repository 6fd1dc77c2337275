package target_test

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// An immediate row does one thing for each value of its immediate.
func Example() {
	sse2, _ := target.Find("sse2")
	pshufd, _ := sse2.Find("pshufd", 128, 1)
	fmt.Println(pshufd.Imm.Map(27))
	fmt.Println(pshufd.Encoding)
	cost, _ := pshufd.On("znver4")
	fmt.Println(cost.Latency, cost.Throughput, cost.Source)
	// Output:
	// i32x4 -> a3 a2 a1 a0
	// RMI: 66 0F 70 /r ib
	// 1 0.33 measured on Zen 4, of pshufd x; micro-operations and ports: LLVM version 22.1.8
}

// An indexed row has a constant for each map that it can do.
func ExampleIndexed() {
	ssse3, _ := target.Find("ssse3")
	pshufb, _ := ssse3.Find("pshufb", 128, 1)
	want, _ := lane.Parse("i32x4 -> a1 a1 z a3")
	k, ok := pshufb.Index.Solve(want)
	fmt.Println(k.Hex(), ok)
	fmt.Println(pshufb.Index.Apply(k))
	// Output:
	// f0e0d0c808080800706050407060504 true
	// i8x16 -> a4 a5 a6 a7 a4 a5 a6 a7 z z z z a12 a13 a14 a15
}

// A masked form clears lanes in passing.
func ExampleMasking() {
	avx512, _ := target.Find("avx512")
	vpshufd, _ := avx512.Find("vpshufd", 128, 1)
	fmt.Println(vpshufd.Mask.Cleared(vpshufd.Imm.Map(27), 0b0101))
	fmt.Println(vpshufd.Mask.Kept(vpshufd.Imm.Map(27), 0b0101))
	// Output:
	// i32x4 -> a3 z a1 z
	// i32x4 -> a3 . a1 .
}

// An or is a movement where one side is known to be zero.
func ExampleUnion() {
	sse2, _ := target.Find("sse2")
	por, _ := sse2.Find("por", 128, 2)
	x, _ := lane.Parse("i32x4 i32x4 -> a0 z z a3")
	y, _ := lane.Parse("i32x4 i32x4 -> z b0 z b1")
	fmt.Println(por.Union.Of(x, y))
	// Output:
	// i32x4 i32x4 -> a0 b0 z _
}

// An engine whose assembler knows some instructions asks for what those do.
func ExampleTarget_Only() {
	avx2, _ := target.Find("avx2")
	shuffles := avx2.Only(func(r *target.Row) bool { return r.Name == "vpshufd" || r.Name == "vperm2i128" })
	for _, r := range shuffles.Rows {
		fmt.Println(r.Name, r.Operands(), r.Bits)
	}
	// Output:
	// vpshufd d, a, i 128
	// vpshufd d, a, i 256
	// vperm2i128 d, a, b, i 256
}
