package svp64_test

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax"
)

// FuzzDecode: any two words are an instruction that comes back to the bit, through words and text, or an error that says in which bits.
func FuzzDecode(f *testing.F) {
	f.Add(uint32(0x58889773), uint32(0))
	f.Add(uint32(0x054fee10), uint32(0x59109773))
	f.Add(uint32(0x26100002), uint32(0x5888977b))
	f.Fuzz(func(t *testing.T, first, second uint32) {
		e := svp64.DefaultEncoding
		in := []uint32{first, second}
		i, n, prefix, err := e.Decode(in)
		if err != nil {
			var at *svp64.WordError
			if !errors.As(err, &at) {
				t.Fatalf("%08x: %v does not say where", in, err)
			}
			return
		}
		e.Prefix = prefix
		words, err := e.Encode(i)
		if err != nil || words.N != n || words.Word[0] != first || n == 2 && words.Word[1] != second {
			t.Fatalf("%08x is %v, which is %v: %v", in, i, words, err)
		}
		if back, err := svp64.Parse(i.String()); err != nil || back != i {
			t.Fatalf("%v reads back as %v: %v", i, back, err)
		}
	})
}

// FuzzParse: any text is an instruction that prints and reads back, or an error with a place.
func FuzzParse(f *testing.F) {
	f.Add("mv.swiz r4,r8,W.Y.")
	f.Add("sv.mv.swiz/sats/vec2/w=8 *32,*64,Y1")
	f.Add("sv.fmv.swiz/dm=eq/sm=lt/zz 32.v, 4.s, rgb1")
	f.Add("svs.mv.swiz/m=~r30 4,8,0x200")
	f.Fuzz(func(t *testing.T, text string) {
		i, err := svp64.Parse(text)
		if err != nil {
			var e *syntax.Error
			if !errors.As(err, &e) {
				t.Fatalf("%q: %v has no place", text, err)
			}
			_ = e.Caret()
			return
		}
		if back, err := svp64.Parse(i.String()); err != nil || back != i {
			t.Fatalf("%q is %v, which reads as %v: %v", text, i, back, err)
		}
		if _, err := (svp64.Encoding{PO: 22, Prefix: svp64.PO9}).Encode(i); err != nil {
			t.Fatalf("%v has no words: %v", i, err)
		}
	})
}
