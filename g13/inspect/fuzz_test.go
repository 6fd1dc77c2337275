package inspect_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/internal/chance"
)

// FuzzInspect: of any bytes there is a report; its blocks are whole, its ways lead to blocks, and its findings are in order, each in the code and with a way to it.
func FuzzInspect(f *testing.F) {
	f.Add([]byte{0x88, 0})
	f.Add([]byte{0x0e, 0x00, 0x40, 0xf0, 0x03, 0x03, 0, 0, 0, 0xc0, 0xf8, 0xff, 0xff, 0xff, 0x88, 0})
	f.Add([]byte{0, 0xc0, 2, 0, 0, 0, 0x88, 0})
	chance.Fuzz(f, func(t *testing.T, code []byte) {
		const long = 1 << 11 // what is longer has the same in it, and takes longer
		if len(code) > long {
			t.Skip()
		}
		r, err := inspect.Inspect(code)
		if err != nil {
			t.Fatal(err)
		}
		checkReport(t, r, len(code))
	})
}

func checkReport(t *testing.T, r *inspect.Report, size int) {
	t.Helper()
	instructions := 0
	for n, b := range r.Blocks {
		instructions += b.Last - b.First
		if b.First >= b.Last || b.Offset != r.Instructions[b.First].Offset || b.End > size || n > 0 && b.First != r.Blocks[n-1].Last {
			t.Fatalf("block %d: %+v", n, b)
		}
		for _, e := range b.Successors {
			if e.To < 0 || e.To >= len(r.Blocks) || !slices.Contains(r.Blocks[e.To].From(), n) {
				t.Fatalf("block %d leads to %+v", n, e)
			}
		}
	}
	if instructions != len(r.Instructions) || r.Registers > inspect.Registers || r.Live > 2*inspect.Registers {
		t.Fatalf("%d instructions in blocks, and %d; %d registers, %d live", instructions, len(r.Instructions), r.Registers, r.Live)
	}
	for k, f := range r.Findings {
		if f.Offset < 0 || f.Offset >= max(size, 1) || k > 0 && f.Offset < r.Findings[k-1].Offset {
			t.Fatalf("finding %d: %+v", k, f)
		}
		if size > 0 && len(f.Path) == 0 {
			t.Fatalf("finding %d has no way to it: %+v", k, f)
		}
	}
}
