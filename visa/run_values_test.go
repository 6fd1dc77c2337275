package visa

import "testing"

// Every number of 8 and 16 bits, and the edges of others, print as what reads back to the same bits; NaNs to the quiet one.
func TestElementTexts(t *testing.T) {
	edges := []uint64{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 52, 1<<63 - 1, 1 << 63, ^uint64(0), 0x3ff0_0000_0000_0000, 0x7fef_ffff_ffff_ffff, 0x3f80_0000, 0xff7f_ffff, 0x0080_0001}
	for _, typ := range append(plainIntegers[:8:8], plainFloats...) {
		list := append([]uint64{}, edges...)
		if typ.Size() <= 2 {
			for b := range uint64(1) << (8 * typ.Size()) {
				list = append(list, b)
			}
		}
		for _, bits := range append(list, specialBits...) {
			bits &= 1<<(8*typ.Size()) - 1
			text := string(typ.AppendElement(nil, bits))
			back, err := typ.ParseElement(text)
			want := bits
			if v := typ.float(bits); typ.IsFloat() && v != v {
				want = floatFormats[typ].nan
			}
			if err != nil || back != want {
				t.Fatalf("%#x of %s prints as %s, which reads as %#x: %v", bits, typ, text, back, err)
			}
			if !typ.IsFloat() {
				continue
			}
			if back, err := typ.ParseElement("0x3c"); err != nil || back != 0x3c {
				t.Fatalf("0x3c of %s reads as %#x: %v", typ, back, err)
			}
		}
		if back, err := typ.ParseElement("010"); !typ.IsFloat() && (err != nil || back != 10) {
			t.Errorf("010 of %s reads as %d: %v", typ, back, err)
		}
		for _, text := range []string{"", "x", "1_0", "0b1", "1e", "0x", "-", "99999999999999999999999", "-0x8000000000000001"} {
			if bits, err := typ.ParseElement(text); err == nil && !typ.IsFloat() {
				t.Errorf("%q of %s reads as %#x", text, typ, bits)
			}
		}
	}
}
