package shufflevector_test

import (
	"fmt"

	"github.com/lanescope/lanescope/shufflevector"
)

func Example() {
	s, err := shufflevector.Parse("shufflevector <4 x i32> zeroinitializer, <4 x i32> %x, <4 x i32> <i32 4, i32 2, i32 5, i32 1>")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Canonical())
	m, names := s.Map()
	fmt.Println(m, names)
	// Output:
	// shufflevector <4 x i32> %x, <4 x i32> zeroinitializer, <4 x i32> <i32 0, i32 4, i32 1, i32 4>
	// i32x4 -> a0 z a1 z [%x]
}

func ExampleForm_Lanes() {
	m, _ := shufflevector.NewMask(8, 1, 2, 3, 0, 5, 6, 7, 4)
	count, lane := m.Canonical(shufflevector.Variable, shufflevector.UndefVector).Lanes()
	fmt.Println(count, "lanes of", lane.Mask)
	// Output: 2 lanes of <4> 1 2 3 0
}
