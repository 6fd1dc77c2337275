package syntax_test

import (
	"fmt"

	"github.com/lanescope/lanescope/syntax"
)

// A parser walks over the text with a Cursor; what it complains about shows the place.
func Example() {
	c := syntax.Cursor{Text: "sources 2, lanes 99"}
	c.AcceptWord("sources")
	c.Uint(4)
	if err := c.Expect(",", "a comma"); err != nil {
		fmt.Println(err)
		return
	}
	c.AcceptWord("lanes")
	c.Space()
	start := c.Off
	if n, _ := c.Uint(64); n > 64 {
		err := c.ErrorFrom(start, "a mask has at most 64 lanes")
		fmt.Println(err.Caret())
		fmt.Println(err)
	}
	// Output:
	// sources 2, lanes 99
	//                  ^^
	// 1:18: a mask has at most 64 lanes
}
