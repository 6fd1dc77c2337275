package visa

import (
	"bytes"
	"errors"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// FuzzBytes: any bytes are an operand, an instruction, or refused; what decodes encodes to the same bytes, and its text, where it says all, does too.
func FuzzBytes(f *testing.F) {
	f.Add([]byte{0x10, 0x21, 0, 0, 0, 1, 4, 0x45, 3}, false, false)
	f.Add([]byte{0x29, 3, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0, 2, 0, 0x21, 0, 0, 0, 0, 0, 0x55, 2}, false, false)
	f.Add([]byte{0x6c, 0xa4, 1, 0, 1, 0}, false, false)
	f.Add([]byte{0x7b, 0x21, 2, 0, 0, 0}, false, false)
	f.Add([]byte{0x39, 2, 1, 0x41, 6, 5, 0, 7, 0, 0, 0, 32, 0, 0, 0, 0, 0, 33, 0, 0, 0, 64, 0}, false, false)
	f.Add([]byte{0x7d, 7, 3, 1, 0, 0, 32, 0, 0, 0, 0, 0, 32, 0, 0, 0, 32, 0, 32, 0, 0, 0, 64, 0, 0, 0, 0, 0, 0, 0}, false, false)
	f.Add([]byte{0x5c, 0x5f}, false, false)
	f.Add([]byte{0x89, 1, 0x43, 1, 0, 3, 0, 0, 1, 4, 0, 0xf0, 0xff, 0xff, 0xff, 1, 4, 1, 2, 2, 5, 0, 0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 33, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, 1, 2, 0x21, 1, 0, 0, 0, 0, 0, 0}, false, false)
	f.Add([]byte{0x8b, 0x80, 0, 0, 2, 6, 6}, false, false)
	chance.Fuzz(f, func(t *testing.T, b []byte, dest, old bool) {
		role, format := Source, Current
		if dest {
			role = Dest
		}
		if old {
			format = Old
		}
		d := NewDecls(32, D)
		o, n, err := Decode(b, role, format)
		if err == nil {
			sameBytes(t, b[:n], func() ([]byte, error) { return o.Append(nil, role, format) })
			textOfBytes(t, b[:n], &o, role, format, d)
		}
		if o, n, err := DecodeRaw(b, format); err == nil {
			sameBytes(t, b[:n], func() ([]byte, error) { return o.Append(nil, Source, format) })
		}
		if i, n, err := DecodeInst(b, format); err == nil {
			sameBytes(t, b[:n], func() ([]byte, error) { return i.AppendInst(nil, d, format) })
			_ = i.Text(d)
		}
	})
}

func sameBytes(t *testing.T, want []byte, encode func() ([]byte, error)) {
	t.Helper()
	if got, err := encode(); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%x encodes as %x: %v", want, got, err)
	}
}

// textOfBytes reads the operand's text back; what it does not say is what Reserved reports.
func textOfBytes(t *testing.T, b []byte, o *Operand, role Role, f Format, d *Decls) {
	if unspeakable(o, role) {
		return
	}
	p := Parser{Decls: d}
	text := o.Text(role, d)
	back, err := p.ParseOperand(text, role)
	if err != nil {
		t.Fatalf("%x is %s, which does not parse: %v", b, text, err)
	}
	if o.Said(role).Mod == Sat {
		back.Mod = Sat
	}
	got, err := back.Append(nil, role, f)
	if err != nil {
		t.Fatalf("%x is %s: %v", b, text, err)
	}
	rest := o.Reserved(role, f)
	for i := range got {
		if rest != nil {
			got[i] ^= rest[i]
		}
	}
	if !bytes.Equal(got, b) {
		t.Fatalf("%x is %s with reserved bits %x, which encodes as %x", b, text, rest, got)
	}
}

// unspeakable says whether bytes hold what the text has no words for: null strides, no width, types that are no word, immediates of half precision that do not fit.
func unspeakable(o *Operand, role Role) bool {
	switch o.Class {
	case General:
		return role == Source && (o.Region.V == Null || o.Region.W == Null) || o.ID >= inventedFirst
	case Indirect:
		return !types[o.Type].sourceWord || role == Source && o.Region.W == Null && o.Region.V != Null
	case Immediate:
		return !types[o.Type].sourceWord || o.Type == HF && o.Imm > 0xffff
	case Address:
		return o.Width == 0
	}
	return false
}

// FuzzText: any text is read or refused with a place, in either dialect; what is read prints as a text that reads as the same.
func FuzzText(f *testing.F) {
	f.Add("(!P1.any) add.sat (M3_NM, 16) V32(0,0)<1> (-)V33(1,4)<8;8,1> r[A0(2),-4]<4,1>:d")
	f.Add(".decl V32 v_type=G type=d num_elts=32 align=GRF\nmov (M1, 8) V32(0,0)<1> (1+2*3):d // three\n")
	f.Add("addr_add (M1, 1) A0(0)<1> &T6[1] 0x0:uw")
	f.Add(".kernel \"k\"\nL:\n(P1.any) goto (M1, 8) L\ncall (M1, 1) F\nlifetime.end V33\n.function \"F\"\nF:\nfcall (M1, 8) g 1 2\nLOC 7\nFILE \"a\"\nret (M1, 1)\n")
	f.Add("media_ld.top (33,4) T6 3 5:ud V32(0,0)<0;1,0> V40.0\n(!P1.any) gather4_scaled.RBA (M1, 16) %slm 7:ud V32.0 V33.64\ndword_atomic.cmpxchg.16 (M3, 8) T6 V32.0 V33.0 V34.0 %null.0\nfence_local.EISCRL1\n")
	f.Add("svm_block_ld.unaligned (4) 0x10:uq V32.0\n(!P1.any) svm_gather.1.8 (M1, 16) V33.0 V32.0\nsvm_atomic.fcmpwr.64 (M1, 8) V33.0 %null.0 V34.0 V35.64\nsvm_scatter4scaled.GA (M1, 8) V33(0,0)<0;1,0> V34.0 V32.0\n")
	f.Add("lsc_load_block2d.ugm (M1, 1) V32:d16.2x3x4tt flat[V33, 1, V34(0,1), 2, -1, V35.3]\n(P1) lsc_store_quad.tgm (M1, 8) ss(V33)[V34, %null, V35.32]:a32 V32:d32.xy\nlsc_read_state_info.tgm V32 bti(4)\ngather4_typed.RA (M1, 8) T6 V33.0 %null.0 %null.0 %null.0 V32.0\n")
	f.Add("lsc_load_strided.ugm.uc.ca (M1, 8) V32:d32x2 bti(0x4)[2*V33-0x10, V34(0,1)]:a32\n(P1) lsc_store_quad.slm (M1, 8) flat[V33]:a16 V32:d64.xy\nlsc_fence.slm.none.group\nmadw (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1> 1:d 2:d\n")
	chance.Fuzz(f, func(t *testing.T, text string) {
		for _, dialect := range []Dialect{Spec, Intel} {
			p := Parser{Decls: NewDecls(32, D), Dialect: dialect}
			i, err := p.ParseInst(text)
			if err != nil {
				placed(t, err)
			} else {
				printsAsItself(t, &p, &i)
			}
			for _, role := range []Role{Source, Dest} {
				o, err := p.ParseOperand(text, role)
				if err != nil {
					placed(t, err)
				} else if b, err := o.Append(nil, role, Current); err == nil {
					if back, _, err := Decode(b, role, Current); o.Class != Raw && o.Kind != GeneralKind && (err != nil || back.Said(role) != o.Said(role)) {
						t.Fatalf("%q is %x, which is %+v, not %+v: %v", text, b, back, o, err)
					}
				}
			}
			_, errs := ParseProgram(text, NewDecls(32, D), dialect)
			for _, err := range errs {
				placed(t, err)
			}
		}
	})
}

func placed(t *testing.T, err error) {
	t.Helper()
	var at *syntax.Error
	if !errors.As(err, &at) {
		t.Fatalf("%v is not an error with a place", err)
	}
	_ = at.Caret()
}

func printsAsItself(t *testing.T, p *Parser, i *Inst) {
	t.Helper()
	text := i.Text(p.Decls)
	back, err := p.ParseInst(text)
	if err != nil && !(i.Op == opCmp && i.Relation == NoRelation) {
		t.Fatalf("%s does not parse: %v", text, err)
	}
	want := *i
	for _, both := range []*Inst{&back, &want} { // a place is said in two ways, of which &V is printed
		if o := &both.Operand[1]; both.isPlace(1) && o.Class == General && o.Region == Scalar && o.Mod == NoModifier {
			*o = o.Named(p.Decls)
		}
	}
	if o := &want.Operand[1]; want.isPlace(1) && o.Class == State && p.Dialect == Intel { // whose elements the tool counts as bytes, and again when it reads what it printed
		o.Offset = int32(uint8(o.Offset)) * stateBytes
	}
	if err == nil && !back.Equal(&want) {
		t.Fatalf("%s reads as %+v, not %+v", text, back, want)
	}
}

// Of addr_add, what is no place is printed as what it is, and so it breaks a rule when it is read again.
func TestNoPlaceIsPrinted(t *testing.T) {
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	p := Parser{Decls: d}
	for text, want := range map[string]string{
		"addr_add (M1, 8) A0(0)<1> V_f(3,0)<32;4,4> V_w(0,0)<8;8,1>":   "addr_add (M1, 8) A0(0)<1> V_f(3,0)<32;4,4> V_w(0,0)<8;8,1>",
		"addr_add (M1, 8) A0(0)<1> (-)V_f(3,0)<0;1,0> V_w(0,0)<8;8,1>": "addr_add (M1, 8) A0(0)<1> (-)V_f(3,0)<0;1,0> V_w(0,0)<8;8,1>",
		"addr_add (M1, 8) A0(0)<1> V_f(3,0)<0;1,0> V_w(0,0)<8;8,1>":    "addr_add (M1, 8) A0(0)<1> &V_f[96] V_w(0,0)<8;8,1>",
	} {
		i, err := p.ParseInst(text)
		if got := i.Text(d); err != nil || got != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
		printsAsItself(t, &p, &i)
	}
}
