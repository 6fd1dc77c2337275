package dialect_test

import (
	"context"
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
)

func Example() {
	notation := dialect.Dialect{
		Name:  "lane",
		Looks: func(text string) bool { return text != "" },
		Read: dialect.WithoutOptions(func(text string) (dialect.Reading, error) {
			m, err := lane.Parse(text)
			return dialect.Reading{Map: m, Names: []string{"a"}}, err
		}),
	}
	r, err := notation.Read("i32x4 -> a3 a2 a1 a0", dialect.Options{})
	fmt.Println(r.Map, err)
	_, err = notation.Translate(context.Background(), r.Map)
	fmt.Println(err)
	// Output:
	// i32x4 -> a3 a2 a1 a0 <nil>
	// lane is read, not written
}
