package asm

import (
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/chance"
)

// The tables of texts say what the plain printer says: every form with random fields, under all of its names.
func TestAppendIsPlain(t *testing.T) {
	rng := chance.Random(t, 2)
	n := 20000
	if testing.Short() {
		n = 2000
	}
	var fast, plain []byte
	settled := 0
	for form := range g13.NumForms {
		start := g13.New(form)
		spoken := form.NameBits()
		for k := range form.Operands() {
			bits := form.Bits(k)
			spoken = g13.Word{Lo: spoken.Lo | bits.Lo, Hi: spoken.Hi | bits.Hi}
		}
		for k := range n {
			i := start
			w := g13.Word{Lo: rng.Uint64() & spoken.Lo, Hi: rng.Uint64() & spoken.Hi}
			if k%2 == 0 {
				w.Lo, w.Hi = w.Lo&rng.Uint64()&rng.Uint64(), w.Hi&rng.Uint64()&rng.Uint64()
			}
			if k%8 == 7 { // bits of which no text says anything
				silent, _ := form.SilentBits()
				w.Lo, w.Hi = w.Lo|silent.Lo&rng.Uint64(), w.Hi|silent.Hi&rng.Uint64()
			}
			i.Word = i.Word.Xor(w)
			i.Fit(k%16 == 3)
			if i.Unsaid().IsZero() {
				settled++
			}
			if fast, plain = Append(fast[:0], i), appendPlainly(plain[:0], i); string(fast) != string(plain) {
				t.Fatalf("%x is\n%s, plainly\n%s", i.AppendBytes(nil), fast, plain)
			}
		}
	}
	if all := n * int(g13.NumForms); settled < all/20 || settled > all*19/20 {
		t.Errorf("%d of %d have nothing that the text does not say: the other case is hardly tested", settled, all)
	}
}
