package loops_test

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/loops"
)

func ExampleDialect() {
	for _, text := range []string{
		"for (int i = 0; i < 4; i++) { r[2*i] = a[i]; r[2*i+1] = b[i]; }",
		"FOR j := 0 to 3\n\ti := j*32\n\tdst[i+31:i] := a[127-i:96-i]\nENDFOR",
		"uint32_t f(uint32_t x) { uint32_t r = 0; for (int i = 0; i < 4; i++) { r = r << 8 | (x & 0xff); x >>= 8; } return r; }",
		"for (int i = 0; i < 4; i++) r[i] = a[i] + b[i];",
	} {
		r, err := loops.Dialect().Read(text, dialect.Options{})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.Map, r.Names)
	}
	// Output:
	// i16x8 i16x8 -> a0 b0 a1 b1 a2 b2 a3 b3 [a b]
	// i32x4 -> a3 a2 a1 a0 [a]
	// i8x4 -> a3 a2 a1 a0 [x]
	// 1:36: + computes from bit 0 on, which is no movement
}
