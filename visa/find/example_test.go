package find_test

import (
	"context"
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/find"
)

func Example() {
	m, err := lane.Parse("i32x4 i32x4 -> a0 b0 a1 b1 a2 b2 a3 b3")
	if err != nil {
		fmt.Println(err)
		return
	}
	d := visa.NewDecls(32, visa.D)
	vector := func(name string, n int) uint32 {
		return d.Add(visa.Variable{Name: name, Kind: visa.GeneralKind, Type: visa.D, Elems: n, Align: visa.AlignGRF, Alias: -1})
	}
	f := find.Frame{GRF: 32, Type: visa.D, Result: vector("v", 8), Sources: []uint32{vector("a", 4), vector("b", 4)}}
	found, err := f.Find(context.Background(), m, 1<<16)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range found.Insts {
		fmt.Println(i.Text(d))
	}
	fmt.Println("minimal:", found.IsMinimal())
	// Output:
	// mov (M1, 4) v(0,0)<2> a(0,0)<1;1,0>
	// mov (M1, 4) v(0,1)<2> b(0,0)<1;1,0>
	// minimal: true
}
