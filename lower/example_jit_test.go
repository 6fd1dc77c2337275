//go:build amd64 && (darwin || linux)

package lower_test

import (
	"context"
	"fmt"
	"log"

	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// A compiler at run time keeps a Lowerer, asks it for each shuffle that it meets, and appends what it answers to the code that it makes, in the registers that its allocator has chosen.
func ExampleResult_AppendBytes() {
	t, _ := target.Find("ssse3")
	lowerer := lower.New(t) // one for all

	m, err := lane.Parse("i8x16 i8x16 -> a3 b3 a1 b1 a7 b7 a0 b0 a2 b2 a2 b2 a5 b5 a6 b6")
	if err != nil {
		log.Fatal(err)
	}
	r, err := lowerer.Lower(context.Background(), m, lower.Options{Effort: lower.Quick})
	if err != nil {
		log.Fatal(err)
	}

	// a is in xmm4 and is needed afterwards, b is in xmm2, and the result shall be in xmm7.
	code, at, err := r.AppendBytes(nil, t, lower.Registers{
		Inputs:  []int{4, 2},
		Results: []int{7},
		Keep:    [2][]int{target.Vectors: {4}},
	})
	if err != nil {
		log.Fatal(err)
	}
	code = append(code, 0xc3) // ret; or more code
	if code, err = lower.AppendConstants(code, at.Constants); err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Count, "writes", at.Written[target.Vectors], "result", at.Results)

	// What follows is the caller's own way of executing code.
	body, err := execmem.Load(code)
	if err != nil {
		log.Fatal(err)
	}
	defer body.Close()
	var registers execmem.Registers
	for i := range 16 {
		registers.Vector[4][i], registers.Vector[2][i] = byte(i), byte(100+i)
	}
	if !execmem.Features().Has(execmem.SSSE3) {
		log.Fatal("this CPU is older than the example")
	}
	body.Run(&registers)
	fmt.Println(registers.Vector[7][:16])
	fmt.Println(registers.Vector[4][:16])
	// Output:
	// {2 1 0 0} writes [0 1 7] result [7]
	// [3 103 1 101 7 107 0 100 2 102 2 102 5 105 6 106]
	// [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]
}
