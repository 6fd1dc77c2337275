package i8x16_test

import (
	"fmt"

	"github.com/lanescope/lanescope/lower/i8x16"
	"github.com/lanescope/lanescope/shufflevector"
)

// A compiler makes one Engine for the machine that it is on, and asks it for each shuffle that it meets.
func Example() {
	e := i8x16.New(i8x16.SSE41)
	selectors := [16]uint8{0, 31, 1, 30, 2, 29, 3, 28, 4, 27, 5, 26, 6, 25, 7, 24}

	var p i8x16.Program
	const constant = 2 // a constant costs as much as two instructions
	if !e.Decide(&p, &selectors, constant) {
		return // a selector is none
	}
	for _, op := range p.Ops() {
		fmt.Println(op.Row.Name(), op.X, op.Y, op.Imm, op.K)
	}
	fmt.Println("constants", p.Constants(), "result", p.Result())

	// The first vector is in xmm0 and stays there, the second is in xmm1, the result shall be in xmm2, and the allocator says that xmm3 and xmm4 are free. The constant was loaded into xmm5.
	code, err := e.AppendCode(nil, &p, &i8x16.Registers{A: 0, B: 1, Result: 2, Scratch: [2]uint8{3, 4}, Constants: [2]uint8{5, 6}})
	fmt.Printf("% x %v\n", code, err)
	// Output:
	// pblendw 0 1 240 -1
	// pshufb 2 2 0 0
	// constants [[0 15 1 14 2 13 3 12 4 11 5 10 6 9 7 8]] result 3
	// 66 0f 6f d0 66 0f 3a 0e d1 f0 66 0f 38 00 d5 <nil>
}

// Who has masks of LLVM has selectors by their lanes.
func ExampleSelectors() {
	mask, err := shufflevector.NewMask(4, 0, 4, -1, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	selectors, ok := i8x16.Selectors(mask.N(), mask.At)
	fmt.Println(selectors, ok)

	e := i8x16.New(i8x16.NEON)
	var p i8x16.Program
	e.Decide(&p, &selectors, 2)
	for _, op := range p.Ops() {
		fmt.Println(op.Row.Name(), op.Row.Lane(), op.X, op.Y)
	}
	// Output:
	// [0 1 2 3 16 17 18 19 255 255 255 255 20 21 22 23] true
	// zip1 4 0 1
}
