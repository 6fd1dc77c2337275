package lower

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A row that reads three sources is not tried with every three of sixteen: what reads all of them no row does, and there are 4,096 such choices a row.
func TestManySourcesAreNoChoice(t *testing.T) {
	const n = 16
	want := lane.Map{Bits: 8}
	for k := range n {
		want.Src = append(want.Src, n)
		want.Lane = append(want.Lane, lane.From(k, (k*7)%n))
	}
	on, _ := target.Find("avx512vbmi")
	d := draft{inputs: n}
	for range n {
		d.bits = append(d.bits, 8*n)
	}
	var l Lowerer
	var found []draft
	made := testing.AllocsPerRun(1, func() {
		s := &search{l: &l, o: Options{Target: on}, budget: 1 << 24, file: on.Files[0]}
		found = s.oneRow(d, want, firstArgs(n))
	})
	if len(found) > 0 {
		t.Errorf("%d rows do it", len(found))
	}
	if t.Logf("%.0f allocations", made); made > 4*float64(len(on.Rows)) {
		t.Errorf("%.0f allocations for %d rows", made, len(on.Rows))
	}
}
