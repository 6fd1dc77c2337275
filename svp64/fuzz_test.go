package svp64_test

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax"
)

// FuzzDecode: any two words are an instruction that comes back to the bit, through words and text, or an error that says in which bits.
func FuzzDecode(f *testing.F) {
	f.Add(uint32(0x58889773), uint32(0))
	f.Add(uint32(0x054fee10), uint32(0x59109773))
	f.Add(uint32(0x26100002), uint32(0x5888977b))
	chance.Fuzz(f, func(t *testing.T, first, second uint32) {
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
	chance.Fuzz(f, func(t *testing.T, text string) {
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

// FuzzShader: any text is a movement that is a map, or an error with a place; and the same for an instruction with its state.
func FuzzShader(f *testing.F) {
	f.Add("dst.xz = src.wy")
	f.Add("vec4(src.xy, 0, 1.0f);")
	f.Add("sv.mv.swiz/vec3/w=16 *32,*64,ZYX vl=4 pack")
	chance.Fuzz(f, func(t *testing.T, text string) {
		var at *syntax.Error
		s, err := svp64.ParseShader(text)
		if err == nil {
			if err := s.Map().Check(); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if _, _, err := s.Swizzle(); err != nil && len(s.Sources) < 2 {
				t.Fatalf("%q has no swizzle: %v", text, err)
			}
		} else if !errors.As(err, &at) {
			t.Fatalf("%q: %v has no place", text, err)
		}
		i, v, err := svp64.ParseWithState(text)
		if err != nil {
			if !errors.As(err, &at) {
				t.Fatalf("%q: %v has no place", text, err)
			}
			return
		}
		if m, err := i.Map(v); err == nil && m.Check() != nil {
			t.Fatalf("%q: %v", text, m.Check())
		}
	})
}

// FuzzFromMap: an instruction that is found for a map is that map, or refines it.
func FuzzFromMap(f *testing.F) {
	f.Add("i16x8 -> a0 a2 a4 a6 a1 a3 a5 a7")
	f.Add("i32x4 -> a3 . a1 _")
	f.Add("-> i8x4: z m m z")
	chance.Fuzz(f, func(t *testing.T, text string) {
		m, err := lane.Parse(text)
		if err != nil {
			return
		}
		l, err := svp64.FromMap(m)
		if err != nil {
			return
		}
		back, err := l.Map()
		if err != nil {
			t.Fatalf("%v: %v: %v", m, l, err)
		}
		if read, err := svp64.ParseLine(l.String()); err != nil || read.String() != l.String() {
			t.Fatalf("%v reads back as %v: %v", l, read, err)
		}
		back, _ = back.DropUnused()
		m, _ = m.DropUnused()
		if verdict, err := lane.Compare(back, m); err != nil || verdict.Relation != lane.Equal && verdict.Relation != lane.Refines {
			t.Fatalf("%v: %v is %v: %v", m, l, back, err)
		}
	})
}
