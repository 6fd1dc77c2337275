package errata_test

import (
	"fmt"

	"github.com/lanescope/lanescope/errata"
)

func ExampleEntry_Text() {
	e := errata.Entry{
		No: 901, Seed: "009", Title: "an example", Ground: errata.Silent,
		Says: "nothing", Does: "what is said here", Evidence: "this example", Test: "ExampleEntry_Text",
	}
	fmt.Print(e.Text())
	// Output:
	// 901  seed 009, an example
	//   ground    silent
	//   says      nothing
	//   does      what is said here
	//   evidence  this example
	//   test      ExampleEntry_Text
}
