package lower

import (
	"testing"

	"github.com/lanescope/lanescope/target"
)

// What a row makes of bytes is, as four lanes, what its map says.
func TestQuadMade(t *testing.T) {
	t.Parallel()
	seen := map[*target.Row]bool{}
	whole, torn := 0, 0
	for _, tg := range target.Targets() {
		for _, row := range tg.RowsIn(target.Vectors) {
			if row.Imm == nil || row.Bits > 128 || row.Bits%32 != 0 || seen[row] {
				continue
			}
			seen[row] = true
			for v, made := range row.Made() {
				got, ok := quadMade(made.Bytes)
				want, moves := quadMove(row, row.Imm.Map(v))
				if ok != moves || ok && got != want {
					t.Errorf("%s %d: %v, %v; its map says %v, %v", row.Name, v, got, ok, want, moves)
				}
				if ok {
					whole++
				} else {
					torn++
				}
			}
		}
	}
	if whole == 0 || torn == 0 {
		t.Errorf("%d values move whole lanes, and %d do not: expected some of both", whole, torn)
	}
}
