package listing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/listing"
)

// Of all numbers of lanes, those of 64 and 128 bits are shapes of AArch64's vectors, and what is repeated or a number has no single lane; numbers that lanes of some size take to 64 bits beyond all numbers are none.
func TestShapesOfVectors(t *testing.T) {
	counts := []string{"2305843009213693960", "1152921504606846980", "4611686018427387905", "-9223372036854775807", "-2305843009213693944", "18446744073709551632", "016", "+16", ""}
	for n := range 40 {
		counts = append(counts, fmt.Sprint(n))
	}
	sizes := map[string]int{"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}
	for line, single := range map[string]bool{"dup v0.%s, %s": false, "movi v0.%s, #0": false, "ld1 {v0.%s}, [x0]": true, "ld1r {v0.%s}, [x0]": true, "ld1 {v0.%[1]s, v1.%[1]s}, [x0]": true} {
		accepted := 0
		for letter, bits := range sizes {
			for _, count := range counts {
				shape, of := count+letter, "w1"
				if bits == 64 {
					of = "x1"
				}
				n := slices.Index([]string{fmt.Sprint(64 / bits), fmt.Sprint(128 / bits)}, count)
				want := n >= 0 && bits < 128 && (single || count != "1")
				text := fmt.Sprintf(line, shape)
				if strings.HasPrefix(line, "dup") {
					text = fmt.Sprintf(line, shape, of)
				}
				_, err := listing.NEON().Read(text, dialect.Options{})
				if (err == nil) != want {
					t.Errorf("%s: %v, want it to be one: %v", text, err, want)
				}
				if want {
					accepted++
				}
			}
		}
		if want := map[bool]int{true: 8, false: 7}[single]; accepted != want {
			t.Errorf("%s: %d shapes, want %d", line, accepted, want)
		}
	}
}
