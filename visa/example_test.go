package visa_test

import (
	"fmt"

	"github.com/lanescope/lanescope/visa"
)

func Example() {
	d := visa.NewDecls(32, visa.D)
	p := visa.Parser{Decls: d}
	o, err := p.ParseOperand("(-)V33(1,4)<8;4,2>", visa.Source)
	if err != nil {
		fmt.Println(err)
		return
	}
	b, _ := o.Append(nil, visa.Source, visa.Current)
	a, _ := d.Access(&o, 8)
	fmt.Printf("%x %v\n", b, a.AppendBytes(nil))
	// Output: 102100000001044503 [48 56 64 72 80 88 96 104]
}
