package svp64_test

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

func Example() {
	i, err := svp64.Parse("sv.mv.swiz/sats/vec2/ew=8 32.v, 64.v, Y1")
	if err != nil {
		fmt.Println(err)
		return
	}
	words, _ := svp64.DefaultEncoding.Encode(i)
	fmt.Println(i)
	fmt.Println(words)
	// Output:
	// sv.mv.swiz/sats/vec2/w=8 *32,*64,Y1
	// 054f6414 5910ac83
}

// Compare-and-swap of two halves of one register: lane X is compared with 7, and if it is that, it changes places with lane Y.
func ExampleState_CompareImmediate() {
	swap, _ := svp64.Parse("sv.mv.swiz/m=eq r4,r4,YX")
	for _, value := range []uint64{0xaa_00000007, 0xaa_00000008} {
		s := svp64.NewState(1)
		s.GPR[4] = value
		s.CRBase = 4
		s.CompareImmediate(4, false, 4, 7) // cmpi cr4,0,r4,7
		if err := s.Run(swap); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%016x becomes %016x\n", value, s.GPR[4])
	}
	// Output:
	// 000000aa00000007 becomes 00000007000000aa
	// 000000aa00000008 becomes 000000aa00000008
}

func ExampleSequence() {
	m, _ := lane.Parse("i32x4 i32x4 -> a0 b0 a1 b1")
	moves, _ := svp64.Sequence(m)
	fmt.Println(moves)
	steps, _ := svp64.PairSequence(m)
	fmt.Println(steps)
	// Output:
	// [d ← a.X.Y. d ← b..X.Y]
	// [d ← a.X.Y. t ← b..X.Y d0 ← d0 | t0 d1 ← d1 | t1]
}
