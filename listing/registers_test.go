package listing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/listing"
)

// neonList are n registers from one on, each so far behind the one before, in braces.
func neonList(from, n, step int, shape string) (list string, names []string) {
	for k := range n {
		names = append(names, fmt.Sprintf("v%d", (from+k*step)%32))
	}
	return "{" + strings.Join(names, shape+", ") + shape + "}", names
}

// A load of several vectors makes all of them, one behind another, whatever registers these are; what stands where is counted here, lane by lane. Registers of a list that do not follow one another
// are no list.
func TestRegistersOfLoads(t *testing.T) {
	shapes := map[string]struct{ elem, bytes int }{"16b": {1, 16}, "8b": {1, 8}, "8h": {2, 16}, "4h": {2, 8}, "4s": {4, 16}, "2s": {4, 8}, "2d": {8, 16}}
	tried := 0
	for shape, of := range shapes {
		for n := 1; n <= 4; n++ {
			for from := range 32 {
				for _, name := range []string{"ld1", fmt.Sprint("ld", n)} {
					list, names := neonList(from, n, 1, "."+shape)
					d, err := listing.NEON().Read(fmt.Sprintf("%s %s, [x0]", name, list), dialect.Options{})
					if err != nil {
						t.Fatalf("%s %s: %v", name, list, err)
					}
					m, err := d.Map.Regroup(8)
					if err != nil {
						t.Fatal(err)
					}
					at := 0 // bytes of what is read, whatever places it is called by
					var want []int
					for k := range n {
						for i := range of.bytes {
							if at = k*of.bytes + i; name != "ld1" {
								at = (i/of.elem*n+k)*of.elem + i%of.elem
							}
							want = append(want, at)
						}
					}
					var got []int
					for _, l := range m.Lane {
						before := 0
						for _, lanes := range m.Src[:l.Src] {
							before += lanes
						}
						got = append(got, before+l.Index)
					}
					if !slices.Equal(got, want) {
						t.Fatalf("%s %s is %v, want bytes %v", name, list, d.Map, want)
					}
					said := strings.Join(d.Warnings, "; ")
					if several := n > 1; several != strings.Contains(said, "one behind another") || several && !strings.Contains(said, names[0]) {
						t.Fatalf("%s %s: %q", name, list, said)
					}
					tried++
				}
			}
		}
		for n := 2; n <= 4; n++ {
			for step := range 32 {
				list, names := neonList(30, n, step, "."+shape)
				for _, line := range []string{"ld1 %s, [x0]", fmt.Sprintf("ld%d %%s, [x0]", n), fmt.Sprintf("st%d %%s, [x0]", n)} {
					line = fmt.Sprintf(line, list)
					_, err := listing.NEON().Read(line, dialect.Options{})
					if said := fmt.Sprint(err); (err == nil) != (step == 1) || step != 1 && !strings.Contains(said, "behind v30 comes v31, and not "+names[1]) {
						t.Errorf("%s: %v", line, err)
					}
					tried++
				}
			}
		}
	}
	if tried == 0 {
		t.Error("nothing was tried")
	}
}
