package quick_test

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

func ExampleEngine_Decide() {
	t, _ := target.Find("ssse3")
	e := quick.New(t) // once
	m, _ := lane.Parse("i8x16 i8x16 -> a0 b15 a1 b14 a2 b13 a3 b12 a4 b11 a5 b10 a6 b9 a7 b8")

	var q quick.Program // and again and again
	if e.Decide(&q, &m, quick.Options{Weights: quick.Weights{Op: 1, Constant: 2, Copy: 1}, Constants: 4}) {
		for _, op := range q.Ops() {
			fmt.Println(op.Row.Name, op.Args, op.Const.Hex())
		}
		fmt.Println("result", q.Result(), "by", q.Strategy())
	}
	// Output:
	// shufps [0 1] 0
	// pshufb [2] 80709060a050b040c030d020e010f00
	// result 3 by blend first
}
