package mesa_test

import (
	"fmt"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/mesa"
)

// One instruction in both spellings.
func Example() {
	i, err := mesa.Parse("ffma r1, $r2.abs, ^r3, 0.5, sat")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%x\n%s\n%s\n", i.AppendBytes(nil), asm.Text(i), mesa.Text(i))
	// Output:
	// 7a0584662c20
	// fmadd32.sat r1, r2.cache.abs, r3.discard, 0.5
	// ffma r1, $r2.abs, ^r3, 0.5, sat
}
