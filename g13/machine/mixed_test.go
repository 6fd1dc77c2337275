package machine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// aimsAt is the lanes whose quads a lane takes from by an index, lowest first: 32 or more, or less than 0, is none.
var aimsAt = map[string]func(lane, index int) int{
	"simd_shuffle":           func(_, index int) int { return index },
	"simd_shuffle_xor":       func(lane, index int) int { return lane ^ index },
	"simd_shuffle_up":        func(lane, index int) int { return lane - index },
	"simd_shuffle_down":      func(lane, index int) int { return lane + index },
	"simd_shuffle_rotate_up": func(lane, index int) int { return ((lane-index)%32 + 32) % 32 },
}

// A shuffle is flagged exactly where an active lane takes from a quad whose four lanes, active or not, do not have the same lowest two bits in their indices.
func TestMixedQuads(t *testing.T) {
	for name, aim := range aimsAt {
		p := assemble(t, name+" r1, r2, r3l")
		campaign(t, cases(100_000), func(r dice, enough func(int) bool) error {
			for {
				g := machine.NewGroup()
				if r.oneIn(3) {
					g.Exec = 1 << r.IntN(32)
				}
				var index [32]int
				for lane := range index {
					if index[lane] = r.IntN(44); lane&3 > 0 && !r.oneIn(20) {
						index[lane] = index[lane]&^3 | index[lane&^3]&3
					}
					g.SetLane(3, lane, uint32(index[lane])|r.Uint32()<<16)
				}
				want := false
				for lane := range index {
					if at := aim(lane, index[lane]); g.Exec>>lane&1 != 0 && at >= 0 && at < 32 {
						for _, k := range index[at&^3:][:4] {
							want = want || k&3 != index[at&^3]&3
						}
					}
				}
				res, err := p.Run(context.Background(), g, machine.Options{})
				if err != nil {
					return err
				}
				got := strings.Contains(strings.Join(res.Flags, "\n"), "differs within a quad")
				if got != want {
					return fmt.Errorf("%s %v, active %08x: %q", name, index, g.Exec, res.Flags)
				}
				if enough(1) {
					return nil
				}
			}
		})
	}
}
