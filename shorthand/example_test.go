package shorthand_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/shorthand"
)

func Example() {
	for _, d := range shorthand.Dialects() {
		r, err := d.Read(d.Example, dialect.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%-15s  %s\n", d.Example, r.Map)
	}
	// Output:
	// [0, 4, 1, 5]     i32x4 i32x4 -> a0 b0 a1 b1
	// 0x4E             i32x4 -> a2 a3 a0 a1
	// a[[3, 2, 1, 0]]  i32x4 -> a3 a2 a1 a0
	// reverse 16 x i8  i8x16 -> a15 a14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0
}
