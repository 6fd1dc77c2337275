package visa

import (
	"bytes"
	"math"
	"testing"
)

// All 65,536 predicate control words: the fields are the bits, the guard's text reads back, and combine 3 is refused.
func TestEveryControl(t *testing.T) {
	d := NewDecls(32, D)
	p := Parser{Decls: d}
	refused := 0
	for w := range 1 << 16 {
		c := Control(w)
		if c.ID() != w&0xfff || c.Inverse() != (w>>15 == 1) || int(c.Combine()) != w>>13&3 || int(c.Reserved()) != w&0x1000 {
			t.Fatalf("%#04x: predicate %d, combine %d, inverse %v, reserved %#x", w, c.ID(), c.Combine(), c.Inverse(), c.Reserved())
		}
		if err := c.Check(); (err != nil) != (w>>13&3 == 3) {
			t.Fatalf("%#04x: %v", w, err)
		} else if err != nil {
			refused++
			continue
		}
		back, err := ControlOf(c.ID(), c.Combine(), c.Inverse())
		if err != nil || uint16(back)|c.Reserved() != uint16(w) {
			t.Fatalf("%#04x becomes %#04x: %v", w, back, err)
		}
		if c.ID() == 0 {
			continue // P0 cannot be written
		}
		i := Inst{Op: opSel, Guard: back, N: 3}
		for k := range int(i.N) {
			i.Set(k, Operand{Class: General, ID: 40, Region: Scalar})
		}
		i.Operand[0].Region = Destination(1)
		if read, err := p.ParseInst(i.Text(d)); err != nil || !read.Equal(&i) {
			t.Fatalf("%#04x: %s reads as %+v: %v", w, i.Text(d), read, err)
		}
	}
	if refused != 1<<14 {
		t.Errorf("%d words are refused, want %d", refused, 1<<14)
	}
}

// All 256 exec bytes, of the seed's format and of version 3.0.
func TestEveryExec(t *testing.T) {
	for b := range 256 {
		e, err := ExecOfByte(byte(b), Current)
		if (err == nil) != (b&15 < 6) {
			t.Fatalf("%#02x: %v", b, err)
		}
		if err != nil {
			continue
		}
		back, ok := ExecOf(e.Size(), e.Offset()/4, e.NoMask())
		if !ok || int(back) != b {
			t.Errorf("%#02x is %s, which is %#02x", b, e, uint8(back))
		}
		old, err := ExecOfByte(byte(b), Format{Major: 3, Minor: 0})
		switch mask := b >> 4; {
		case mask < 8 && old != e, mask == 8 && (old.Offset() != 0 || !old.NoMask()), mask == 9 && old.String() != Exec(b&15).String(), mask > 9 && err == nil:
			t.Errorf("%#02x of version 3.0 is %s: %v", b, old, err)
		}
	}
}

// All 256 tags in both roles: six classes and six modifiers mean something, and bits 6 and 7 are kept.
func TestEveryTag(t *testing.T) {
	info := bytes.Repeat([]byte{0x11}, 9) // a sound info of every class: codes 1 are strides of 0, sampler, type d
	good := map[Role]int{}
	for tag := range 256 {
		for _, role := range []Role{Source, Dest} {
			b := append([]byte{byte(tag)}, info...)
			o, n, err := Decode(b, role, Current)
			class, mod := tag&7, tag>>3&7
			sound := class != 4 && class != 7 && mod < 6 && (role == Source || class != 5)
			if sound != (err == nil) {
				t.Fatalf("tag %#02x as %s: %v", tag, role, err)
			}
			if err != nil {
				continue
			}
			good[role]++
			if int(o.Class) != class || int(o.Mod) != mod || o.Rest&3 != uint32(tag>>6) {
				t.Fatalf("tag %#02x is %s with modifier %s", tag, o.Class, o.Mod)
			}
			if back, err := o.Append(nil, role, Current); err != nil || !bytes.Equal(back, b[:n]) {
				t.Fatalf("%x encodes as %x: %v", b[:n], back, err)
			}
			rest := o.Reserved(role, Current)
			said := o.Said(role)
			if tag>>6 != 0 && (rest == nil || rest[0]&0xc0 != byte(tag)&0xc0) || said.Mod == o.Mod && tag>>6 == 0 && rest != nil && rest[0] != 0 {
				t.Fatalf("tag %#02x as %s: reserved bits %x", tag, role, rest)
			}
		}
	}
	if good[Source] != 6*6*4 || good[Dest] != 5*6*4 {
		t.Errorf("%v tags decode, want %d as sources and %d as destinations", good, 6*6*4, 5*6*4)
	}
}

// Address operands: every width code, offset and execution size of the replication rule.
func TestEveryAddressWidth(t *testing.T) {
	for w := range 256 {
		b := []byte{1, 2, 0, 3, byte(w)}
		o, _, err := Decode(b, Source, Current)
		if err != nil || (o.Width != 0) != (w < 6) || w < 6 && o.Width != 1<<w {
			t.Fatalf("width code %d is %d: %v", w, o.Width, err)
		}
		if back, err := o.Append(nil, Source, Current); err != nil || !bytes.Equal(back, b) {
			t.Fatalf("%x encodes as %x: %v", b, back, err)
		}
	}
}

// The 256 codes of a restricted float, against the format's description: sign, three bits of exponent with bias 3, four of mantissa, no denormals.
func TestEveryRestrictedFloat(t *testing.T) {
	for code := range 256 {
		want := float32(0)
		if code&0x7f != 0 {
			want = (1 + float32(code&15)/16) * float32(math.Ldexp(1, code>>4&7-3))
		}
		if code>>7 == 1 {
			want = float32(math.Copysign(float64(want), -1))
		}
		if got := RestrictedFloat(uint8(code)); math.Float32bits(got) != math.Float32bits(want) {
			t.Errorf("%#02x is %v, want %v", code, got, want)
		}
	}
	if RestrictedFloat(1) != 0.1328125 || RestrictedFloat(0x7f) != 31 {
		t.Error("the smallest is 0.1328125, the greatest 31")
	}
}

func TestPackedElements(t *testing.T) {
	o := Operand{Class: Immediate, Type: V, Imm: 0x76543210 ^ 0x8000000f}
	for k, want := range []uint64{0xffff, 1, 2, 3, 4, 5, 6, 0xffff} {
		if got, ok := o.Element(k); !ok || got != want {
			t.Errorf("lane %d of %x:v is %#x, want %#x", k, o.Imm, got, want)
		}
	}
	if _, ok := o.Element(8); ok {
		t.Error("v has eight elements")
	}
	o.Type = UV
	if got, _ := o.Element(7); got != 0xf {
		t.Errorf("lane 7 of %x:uv is %#x", o.Imm, got)
	}
	o.Type, o.Imm = VF, 0x30
	if got, _ := o.Element(0); got != uint64(math.Float32bits(1)) {
		t.Errorf("0x30 of vf is %#x", got)
	}
	o.Type, o.Imm = W, 0xffffff80
	if got, _ := o.Element(31); got != 0xff80 {
		t.Errorf("a scalar is the same in every lane, cut to its type: %#x", got)
	}
}

// The elements that the lanes of an address operand use: successive ones up to the width, and the same again for the remaining channels.
func TestAddressElements(t *testing.T) {
	for _, exec := range execSizes {
		for _, width := range []int32{1, 2, 4, 8, 16} {
			for off := range int32(16) {
				o := Operand{Class: Address, Offset: off, Width: width}
				next := off
				for k := range exec {
					if got := o.AddressElement(k, Source); got != int(next) {
						t.Fatalf("A0(%d)<%d>, lane %d of %d: element %d, want %d", off, width, k, exec, got, next)
					}
					if next++; next == off+width {
						next = off
					}
					if got := o.AddressElement(k, Dest); got != int(off)+k {
						t.Fatalf("A0(%d)<%d> as destination, lane %d: element %d", off, width, k, got)
					}
				}
			}
		}
	}
}

// A scalar operand reads its first element in every lane.
func TestScalarOperand(t *testing.T) {
	for k := range 32 {
		if Scalar.Index(k) != 0 || Scalar.String() != "<0;1,0>" {
			t.Errorf("lane %d of %s is element %d", k, Scalar, Scalar.Index(k))
		}
	}
}
