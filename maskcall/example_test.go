package maskcall_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/maskcall"
)

func Example() {
	for _, d := range maskcall.Dialects() {
		r, err := d.Read(d.Example, dialect.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		text, _ := d.Form(r.Map)
		fmt.Printf("%-7s %-28s %s\n", d.Name, r.Map, text)
	}
	// Output:
	// rust    i32x4 i32x4 -> a0 b0 a1 b1   simd_swizzle!(a, b, [0, 4, 1, 5])
	// zig     i32x4 i32x4 -> a0 b0 a1 b1   @shuffle(u32, a, b, [4]i32{ 0, -1, 1, -2 })
	// csharp  i32x4 -> a3 a2 a1 a0         Vector128.Shuffle(a, Vector128.Create(3, 2, 1, 0))
	// java    i32x4 -> a3 a2 a1 a0         a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 3, 2, 1, 0))
	// julia   i32x4 i32x4 -> a0 b0 a1 b1   shufflevector(a, b, Val((0, 4, 1, 5)))
	// swift   i32x4 -> a3 a2 a1 a0         a[SIMD4(3, 2, 1, 0)]
}
