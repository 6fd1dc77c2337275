package quick

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/target"
)

// Who is hasty has right decisions, none of them dearer, and no table is made that takes longer than these.
func TestHasty(t *testing.T) {
	r := chance.Random(t, 9)
	compared, made := 0, 0
	for _, name := range [...]string{"sse2", "ssse3", "avx2", "avx512", "neon", "vsx"} {
		tg, _ := target.Find(name)
		for _, total := range tg.Bits {
			if total < 128 {
				continue
			}
			patient, hasty := New(tg), New(tg)
			w := hasty.widths[total]()
			for k := range w.reach {
				for unit, of := range w.reach[k] {
					if of != nil {
						w.reach[k][unit] = func() *reach { made++; return of() }
					}
				}
			}
			for range 12 {
				bits := 8 << r.IntN(3)
				m := randomMap(r, bits, total/bits, 1+r.IntN(2), r.IntN(4), r.IntN(4))
				o := balanced
				hasty.decidesRight(t, name, &m, Options{Weights: o.Weights, Constants: o.Constants, Hasty: true})
				var a, b Program
				slow := patient.Decide(&a, &m, o)
				o.Hasty = true
				if quick := hasty.Decide(&b, &m, o); slow != quick || slow && b.Cost(o.Weights) > a.Cost(o.Weights) {
					t.Errorf("%s: %v costs %d, and for who is hasty %d", name, m, a.Cost(o.Weights), b.Cost(o.Weights))
				}
				compared++
			}
		}
	}
	if compared == 0 || made > 0 {
		t.Errorf("%d maps were decided, and tables made for them %d times", compared, made)
	}
}
