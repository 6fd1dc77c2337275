package g13_test

import (
	"fmt"

	"github.com/lanescope/lanescope/g13"
)

func Example() {
	i, err := g13.Decode([]byte{0x0e, 0x05, 0xc2, 0x22, 0x18, 0, 0, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	name, _ := i.Name()
	a := i.Arg(1)
	fmt.Println(name, i.Len, "bytes;", "second operand: half", a.Index, "of", a.Size, "bits, discarded:", a.Hint == g13.Discard)
	// Output: iadd 8 bytes; second operand: half 2 of 32 bits, discarded: true
}

// A form is told by its constant, whichever of its names an instruction has.
func ExampleForm() {
	for _, code := range [][]byte{{0x0e, 0x05, 0xc2, 0x22, 0x18, 0, 0, 0}, {0x0e, 0x05, 0xc2, 0x2a, 0x18, 0, 0, 0}} {
		i, err := g13.Decode(code)
		if err != nil {
			fmt.Println(err)
			return
		}
		name, _ := i.Name()
		fmt.Println(name, i.Form == g13.IADD)
	}
	// Output:
	// iadd true
	// isub true
}
