package quick

import (
	"fmt"
	"strings"
	"testing"
)

// Bytes of lanes are turned round in so many rows whatever the lane is, and bytes that two inputs have beside one another take three more, however far they are slid, whichever input is first: whole dwords take no more, and may take fewer.
func TestTurnedAndSlid(t *testing.T) {
	rows := map[int]int{1: 0, 2: 3, 4: 5, 8: 5, 16: 6} // by the bytes of a lane
	tried := 0
	for size, turned := range rows {
		for by := range 16 {
			for _, order := range [...]string{"ab", "ba"} {
				var text strings.Builder
				text.WriteString("i8x16 i8x16 ->")
				for i := range 16 {
					at := by + i/size*size + size - 1 - i%size
					fmt.Fprintf(&text, " %c%d", order[at/16], at%16)
				}
				want := turned
				if by > 0 {
					want += 3
				}
				for _, target := range [...]string{"sse2", "sse2" + plainly} {
					if q := decided(t, target, text.String()); len(q.Ops()) > want || by%4 != 0 && len(q.Ops()) < want {
						t.Errorf("%s: %s: %q, want %d rows", target, text.String(), q.rows(), want)
					}
					tried++
				}
			}
		}
	}
	if tried != 320 {
		t.Errorf("%d are tried", tried)
	}
}
