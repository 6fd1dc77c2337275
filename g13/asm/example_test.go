package asm_test

import (
	"fmt"

	"github.com/lanescope/lanescope/g13/asm"
)

func Example() {
	i, err := asm.Parse("iadd r1, r1.discard, u1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%x\n", i.AppendBytes(nil))
	fmt.Println(asm.Text(i))
	// Output:
	// 0e05c22218000000
	// iadd r1, r1.discard, u1
}
