package svp64_test

import (
	"fmt"

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
