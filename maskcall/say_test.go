package maskcall_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/maskcall"
)

// What a language says reads back as the same lanes, and says little of what it cannot.
func TestSayReadsBack(t *testing.T) {
	rng := chance.Random(t, 34)
	for _, d := range maskcall.Dialects() {
		said := 0
		for range 2000 {
			n := 1 << (1 + rng.IntN(4))
			m := lane.Map{Bits: 8 << rng.IntN(4), Src: []int{n, n}, Lane: make([]lane.Lane, n>>rng.IntN(2))}
			one := rng.IntN(2)
			for i := range m.Lane {
				switch k := rng.IntN(40); k {
				case 0:
					m.Lane[i] = lane.Zero()
				case 1: // undefined
				default:
					m.Lane[i] = lane.From(rng.IntN(2)*one, rng.IntN(n))
				}
			}
			text, err := d.Form(m)
			if err != nil {
				continue
			}
			said++
			r, err := d.Read(text, dialect.Options{})
			if err != nil {
				t.Fatalf("%s: %s is said as %s: %v", d.Name, m, text, err)
			}
			if !d.Looks(text) {
				t.Fatalf("%s: %s does not look like it", d.Name, text)
			}
			back := lane.Map{Bits: r.Map.Bits, Src: m.Src, Lane: r.Map.Lane}
			for i, l := range back.Lane {
				if l.Kind == lane.Source {
					k, _ := lane.SourceIndex(r.Names[l.Src])
					back.Lane[i] = lane.From(k, l.Index)
				}
			}
			if v, err := lane.Compare(m, back); err != nil || v.Relation != lane.Equal {
				t.Fatalf("%s: %s is said as %s, which is %s", d.Name, m, text, back)
			}
		}
		t.Logf("%s said %d", d.Name, said)
		if said < 200 {
			t.Errorf("%s said only %d maps", d.Name, said)
		}
	}
}
