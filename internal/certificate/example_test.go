package certificate_test

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/internal/certificate"
)

func ExampleCheck() {
	fmt.Println(certificate.Check(strings.NewReader(`lanescope certificate 1
map i8x2 -> a1 a1
row swap moves 0 bytes:2 ops:1 loads:0 lost:0 reads:2
does a1 a0
row both moves 0 bytes:2 ops:1 loads:0 lost:1 reads:2 reads:2
does a0 b1
input a0 a1
do 0 v0 = a1 a0
do 1 v1 v0 = a1 a1
result v2 2
none 1 0 0
`)))
	// Output: {2 2 1} <nil>
}
