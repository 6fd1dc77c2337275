package program_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// A bit of the condition register has three names in each of the fields, which are the number of bit k of field n, 4·n + k, and the bits of field 0 a fourth. What has only a part of a name is none: no number is taken out of it.
func TestNamesOfBits(t *testing.T) {
	for field := range svp64.NumRegs {
		star := ""
		if field >= 32 {
			star = "*"
		}
		if star != "" && field%4 != 0 {
			continue
		}
		for k, name := range []string{"lt", "gt", "eq", "so"} {
			want := fmt.Sprintf("sv.bc 12,%s%d,0x8", star, 4*field+k)
			texts := []string{fmt.Sprintf("cr%d.%s", field, name), fmt.Sprintf("4*cr%d+%s", field, name), fmt.Sprintf("CR%d+%s", field, name)}
			if field == 0 {
				texts = append(texts, name)
			}
			for _, text := range texts {
				if i, err := program.Parse("sv.bc 12," + star + text + ",8"); err != nil || i.String() != want {
					t.Errorf("%s is %v, want %s: %v", text, i, want, err)
				}
				i, err := program.Parse("bc 12," + text + ",8")
				if field < 8 && (err != nil || i.String() != strings.TrimPrefix(want, "sv.")) || field >= 8 && err == nil {
					t.Errorf("without a prefix %s is %v: %v", text, i, err)
				}
			}
			for _, text := range []string{
				"4*" + name, fmt.Sprintf("4*%d.%s", field, name), fmt.Sprintf("4*%d+%s", field, name), fmt.Sprintf("cr%d", field), fmt.Sprintf("cr%d 3", field), fmt.Sprintf("cr%d,3", field), fmt.Sprintf("cr%d. 3", field),
				fmt.Sprintf("4*cr%d 3", field), fmt.Sprintf("4*cr%d", field), "4* 3", "cr 3", "cr." + name, fmt.Sprintf("cr%d%s", field, name), fmt.Sprintf("cr%d.%s", field+svp64.NumRegs, name), fmt.Sprintf("cr%d.%s", field, name[:1]), fmt.Sprintf("%d.%s", field, name),
			} {
				if i, err := program.Parse("sv.bc 12," + star + text + ",8"); err == nil {
					t.Errorf("%s is %v", text, i)
				}
			}
		}
	}
}
