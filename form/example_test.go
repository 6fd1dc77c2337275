package form_test

import (
	"fmt"

	"github.com/lanescope/lanescope/form"
)

func Example() {
	a, err := form.Parse("<4 x i32> 0 1 4 5", form.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, _ := form.Parse("i64x2 i64x2 -> a0 b0", form.Options{})
	v, _ := form.Compare(a, b)
	fmt.Println(a.Dialect, b.Dialect, v.Relation)
	// Output: llvm lane equal
}
