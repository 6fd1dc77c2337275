package visa

import (
	"fmt"
	"strings"
	"testing"
)

// A place whose address is taken has a row of eight bits and whole elements in it, an element of a surface or a sampler eight bits: what is storable is what a text with brackets reads again, and nothing else.
func TestPlacesThatBytesSay(t *testing.T) {
	for _, grf := range []int{32, 64} {
		for _, typ := range []Type{UB, W, D, Q, HF, DF} {
			d, err := ParseDecls(fmt.Sprintf(".decl V40 v_type=G type=%s num_elts=64\n.decl S9 v_type=S num_elts=4\n.decl T9 v_type=T num_elts=4\n", typ), grf)
			if err != nil {
				t.Fatal(err)
			}
			_, id, _ := d.Lookup("V40")
			for _, at := range []int{-8, -1, 0, 1, 2, 3, 4, 6, 7, 8, 24, 31, 32, 36, 255, 256, 256*grf - 8, 256*grf - 1, 256 * grf, 256*grf + 8} {
				o := Operand{Class: AddressOf, Kind: GeneralKind, ID: id, Disp: int32(at)}
				want := at >= 0 && at < 256*grf && at%typ.Size() == 0
				if err := o.Storable(d); (err == nil) != want || err != nil && !strings.HasPrefix(err.Error(), fmt.Sprintf("the place %d ", at)) {
					t.Errorf("byte %d of a %s, of registers of %d bytes: %v", at, typ, grf, err)
				}
				for _, kind := range []Kind{SurfaceKind, SamplerKind} {
					o := Operand{Class: AddressOf, Kind: kind, ID: 9, Disp: int32(at)}
					if err := o.Storable(d); (err == nil) != (at >= 0 && at < 256) || err != nil && err.Error() != fmt.Sprintf("the element %d does not fit in its field: 0 to 255", at) {
						t.Errorf("element %d of a %s: %v", at, kind, err)
					}
				}
				if o := (Operand{Class: General, ID: id, Disp: int32(at)}); o.Storable(d) != nil {
					t.Errorf("a general operand: %v", o.Storable(d))
				}
			}
		}
	}
}

// Operands that no byte says are refused where bytes are made, and those of each width, class and role that has a code come back.
func TestOperandsWithoutBytes(t *testing.T) {
	for _, role := range []Role{Source, Dest} {
		o := Operand{Class: AddressOf, ID: 40}
		if _, err := o.Append(nil, role, Format{}); err == nil || !strings.HasPrefix(err.Error(), "an address-of is not stored") {
			t.Errorf("an address-of as %s: %v", role, err)
		}
		o = Operand{Class: Immediate, Type: D, Imm: 3}
		if _, err := o.Append(nil, role, Format{}); (err == nil) != (role == Source) {
			t.Errorf("an immediate as %s: %v", role, err)
		}
		for width := -1; width < 40; width++ {
			o := Operand{Class: Address, Width: int32(width)}
			_, err := o.Append(nil, role, Format{})
			coded := width == 0 || width == 1 || width == 2 || width == 4 || width == 8 || width == 16 || width == 32 // 32 has a code, and breaks a rule
			if coded != (err == nil) || err != nil && err.Error() != fmt.Sprintf("width %d of an address operand has no code: 1, 2, 4, 8, 16 and 32 have", width) {
				t.Errorf("a width of %d: %v", width, err)
			}
		}
	}
	for _, class := range []Class{General, Indirect} {
		for _, r := range []Region{{V: 8, W: 8, H: 1}, {V: Null, W: 8, H: 1}, {V: 8, W: Null, H: 1}, {V: Null, W: Null, H: 1}} {
			o := Operand{Class: class, Region: r}
			_, err := o.Append(nil, Dest, Format{})
			if (err == nil) != (r.V == Null && r.W == Null) {
				t.Errorf("%s written by %s: %v", class, r, err)
			}
		}
	}
	for word := range 1 << 16 {
		if c := Control(word); (c.Check() == nil) != (word>>13&3 != 3) || c.ID() != word%4096 || c.Inverse() != (word >= 1<<15) || c.Reserved() != uint16(word)&0x1000 {
			t.Fatalf("%#x: %v, %d, %v", word, c.Check(), c.ID(), c.Inverse())
		}
	}
}
