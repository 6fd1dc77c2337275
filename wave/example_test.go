package wave_test

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/wave"
)

func Example() {
	swap := lane.Map{Bits: 16, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 1), lane.From(0, 0)}}
	exchange := lane.Map{Bits: 32, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 1), lane.From(0, 0)}}
	r, err := wave.Follow("", []wave.Step{
		{To: []string{"t"}, Map: []lane.Map{swap}, From: []string{"v"}},               // every lane exchanges the halves of its value
		{To: []string{"r"}, Map: []lane.Map{exchange}, From: []string{"t"}, Lanes: 2}, // two lanes exchange their values
	})
	fmt.Println(r.Map, r.Names, r.To, err)

	l, err := wave.ReadLine("v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf", 0, 53)
	fmt.Println(l.Op, len(l.Args), l.Mods[0].Name, len(l.Mods[0].Value.Args), l.Mods[1].Value.Value, err)
	// Output:
	// i16x4 -> a3 a2 a1 a0 [v] r <nil>
	// v_mov_b32_dpp 2 quad_perm 4 15 <nil>
}
