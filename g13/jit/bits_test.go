package jit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Bitfields by numbers, in place and out of it, of so many registers that not all are pinned.
func TestBitfieldsByNumber(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 21)}
	register := func() string {
		return fmt.Sprintf("r%d%s", 1+r.IntN(22), []string{"", "", "", "l", "h"}[r.IntN(5)])
	}
	for range 100 {
		var text strings.Builder
		for range 40 {
			d, b := register(), register()
			a := []string{d, d, "0", register()}[r.IntN(4)]
			mask := []string{"", fmt.Sprintf(", mask 0x%x", 1<<(1+r.IntN(31))-1)}[r.IntN(2)]
			fmt.Fprintf(&text, "%s %s, %s, %s, %d%s\n", []string{"bfi", "bfeil", "extr"}[r.IntN(3)], d, a, b, r.IntN(35), mask)
		}
		p, c := assembled(t, text.String()+"stop")
		if result := agree(t, p, c, r.group(), nil); result.Native != 40 {
			t.Fatalf("%d of 40 were native\n%s", result.Native, text.String())
		}
	}
}
