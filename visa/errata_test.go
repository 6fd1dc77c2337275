package visa

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

func mustOperand(t *testing.T, d *Decls, text string, role Role) Operand {
	t.Helper()
	p := Parser{Decls: d}
	o, err := p.ParseOperand(text, role)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func complaints(t *testing.T, d *Decls, text string) (rules []string) {
	t.Helper()
	p, c := Parser{Decls: d}, Checker{Decls: d}
	i, err := p.ParseInst(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Check(&i) {
		rules = append(rules, f.Rule)
	}
	return rules
}

// Every offset and width of address variables of every size: at most the size is legal.
func TestAddressBoundsAreInclusive(t *testing.T) {
	for size := 1; size <= 16; size++ {
		d := NewDecls(32, D)
		d.Add(Variable{Name: "A", Kind: AddressKind, Elems: size, Alias: -1})
		for off := range 20 {
			for _, w := range []int{1, 2, 4, 8, 16} {
				i := Inst{Op: opAddrAdd, N: 3}
				i.Operand[0] = Operand{Class: Address, Width: 1}
				i.Operand[1] = Operand{Class: Address, Offset: int32(off), Width: int32(w)}
				i.Operand[2] = Operand{Class: Immediate, Type: W}
				c := Checker{Decls: d}
				if f := c.Check(&i); (len(f) == 0) != (off+w <= size) {
					t.Errorf("offset %d and width %d of %d: %v", off, w, size, f)
				}
			}
		}
	}
}

func TestMultiAddressSpelling(t *testing.T) {
	d := NewDecls(32, D)
	for _, text := range []string{"r[A0(0),4]<;8,1>:d", "r[A0(0),4]<8,1>:d"} {
		o := mustOperand(t, d, text, Source)
		if got := o.Text(Source, d); got != "r[A0(0),4]<8,1>:d" || !o.Region.IsMultiAddress() {
			t.Errorf("%s prints as %s", text, got)
		}
	}
	p := Parser{Decls: d, Dialect: Intel}
	if _, err := p.ParseOperand("r[A0(0),4]<;8,1>:d", Source); err == nil {
		t.Error("the tool refuses <;8,1>")
	}
}

func TestRowSize(t *testing.T) {
	for _, grf := range []int{32, 64} {
		d := NewDecls(grf, D)
		o := mustOperand(t, d, "V40(2,1)<0;1,0>", Source)
		if a, _ := d.Access(&o, 1); a.Start != 2*grf+4 {
			t.Errorf("registers of %d bytes: (2,1) is at byte %d", grf, a.Start)
		}
	}
}

func TestPredicateOperandBits(t *testing.T) {
	b := []byte{2, 5, 0xf0}
	o, _, err := Decode(b, Source, Current)
	d := NewDecls(32, D)
	if err != nil || o.ID != 5 || o.Text(Source, d) != "P5" {
		t.Errorf("%+v: %v", o, err)
	}
	if rest := hex.EncodeToString(o.Reserved(Source, Current)); rest != "0000f0" {
		t.Errorf("reserved bits %s", rest)
	}
}

func TestWidth32FromBytes(t *testing.T) {
	d := NewDecls(32, D)
	i := Inst{Op: opMov, Exec: 5, N: 2}
	i.Operand[0] = Operand{Class: General, ID: 40, Region: Destination(1)}
	o, _, err := Decode([]byte{0, 41, 0, 0, 0, 0, 0, 0x77, 2}, Source, Current)
	if err != nil || o.Region != (Region{32, 32, 1}) {
		t.Fatalf("%+v: %v", o, err)
	}
	i.Operand[1] = o
	c := Checker{Decls: d}
	found := false
	for _, f := range c.Check(&i) {
		found = found || f.Rule == "region-width"
	}
	if !found {
		t.Error("no complaint about the width")
	}
}

func TestNullParameters(t *testing.T) {
	d := NewDecls(32, D)
	for _, row := range []struct {
		word byte // vertical stride and width
		rule string
	}{{0x50, "region-null"}, {0x05, "region-null"}, {0x00, "region-null"}, {0x55, ""}} {
		o, _, err := Decode([]byte{0, 41, 0, 0, 0, 0, 0, row.word, 2}, Source, Current)
		if err != nil {
			t.Fatal(err)
		}
		i := Inst{Op: opMov, Exec: 3, N: 2}
		i.Operand[0] = Operand{Class: General, ID: 40, Region: Destination(1)}
		i.Operand[1] = o
		c := Checker{Decls: d}
		f := c.Check(&i)
		if row.rule == "" && len(f) != 0 || row.rule != "" && (len(f) == 0 || f[0].Rule != row.rule) {
			t.Errorf("region word 0x02%02x: %v", row.word, f)
		}
	}
	if _, _, err := Decode([]byte{0, 41, 0, 0, 0, 0, 0, 0x55, 0}, Source, Current); !errors.Is(err, errNoStride) {
		t.Errorf("a null horizontal stride: %v", err)
	}
}

func TestOldIdentifiers(t *testing.T) {
	d := NewDecls(32, D)
	o := mustOperand(t, d, "(-)V33(1,4)<8;4,2>", Source)
	for _, row := range []struct {
		f    Format
		want string
	}{{Format{Major: 3, Minor: 3}, "10210001044503"}, {Format{Major: 3, Minor: 4}, "102100000001044503"}, {Format{Major: 4, Minor: 1}, "102100000001044503"}} {
		b, err := o.Append(nil, Source, row.f)
		if err != nil || hex.EncodeToString(b) != row.want {
			t.Errorf("version %v: %x, want %s: %v", row.f, b, row.want, err)
		}
		if back, n, err := Decode(b, Source, row.f); err != nil || n != len(b) || back != o {
			t.Errorf("version %v: %+v: %v", row.f, back, err)
		}
	}
	o.ID = 1 << 16
	if _, err := o.Append(nil, Source, Old); err == nil || !strings.Contains(err.Error(), "65536 does not fit in 16 bits") {
		t.Errorf("an identifier of 17 bits: %v", err)
	}
}

func TestBrainFloat(t *testing.T) {
	d := NewDecls(32, D)
	o, _, err := Decode([]byte{5, 0x0f, 0x80, 0x3f, 0, 0}, Source, Current)
	if err != nil || o.Text(Source, d) != "0x3f80:bf" {
		t.Errorf("%+v: %v", o, err)
	}
	p := Parser{Decls: d}
	if _, err := p.ParseOperand("r[A0(0),0]<8;8,1>:bf", Source); err == nil {
		t.Error("the tool has no word bf")
	}
}

func TestDecimalNumbers(t *testing.T) {
	d := NewDecls(32, D)
	for _, row := range []struct{ text, spec, intel string }{
		{"2147483648:q", "0x80000000:q", "0xffffffff80000000:q"},
		{"0x80000000:q", "0x80000000:q", "0x80000000:q"},
		{"-5:uw", "0xfffffffb:uw", "0xfffffffb:uw"},
		{"4294967297:uq", "0x100000001:uq", "0x1:uq"},
	} {
		for dialect, want := range []string{row.spec, row.intel} {
			p := Parser{Decls: d, Dialect: Dialect(dialect)}
			o, err := p.ParseOperand(row.text, Source)
			if err != nil || o.Text(Source, d) != want {
				t.Errorf("%s is %s, want %s: %v", row.text, o.Text(Source, d), want, err)
			}
		}
	}
}

// A small variable lies in one register wherever that is; an alias lies where its base does.
func TestTwoRegistersAndPlacement(t *testing.T) {
	d, err := ParseDecls(ruleDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		text string
		want bool
	}{
		{"mov (M1, 4) V<1> small(0,0)<4;4,1>", false},
		{"mov (M1, 16) V<1> V(0,0)<1;1,0>", false},
		{"mov (M1, 8) V<1> part(0,0)<1;1,0>", false},    // bytes 20 to 51 of V
		{"mov (M1, 16) V<1> part(0,0)<1;1,0>", true},    // bytes 20 to 83
		{"mov (M1, 16) V<1> V(0,5)<1;1,0>", true},       // the same
		{"mov (M1, 16) part<1> V(0,0)<1;1,0>", true},    // as a destination
		{"mov (M1, 16) W<1> V(0,0)<1;1,0>", false},      // 32 bytes
		{"mov (M1, 16) W(0,1)<1> V(0,0)<1;1,0>", false}, // over the boundary
	} {
		got := false
		for _, r := range complaints(t, d, row.text) {
			got = got || r == "two-registers"
		}
		if got != row.want {
			t.Errorf("%s: two-registers %v, want %v", row.text, got, row.want)
		}
	}
}

func TestUndeclaredVariables(t *testing.T) {
	d := NewDecls(32, W)
	for text, want := range map[string]Operand{
		"V33(0,0)<0;1,0>": {Class: General, ID: 33, Region: Scalar},
		"A3(0)<1>":        {Class: Address, ID: 3, Width: 1},
		"P4095":           {Class: Predicate, ID: 4095},
		"S2(1)":           {Class: State, Kind: SamplerKind, ID: 2, Offset: 1},
		"T6(0)":           {Class: State, Kind: SurfaceKind, ID: 6},
		"%r0(0,0)<0;1,0>": {Class: General, ID: 7, Region: Scalar},
	} {
		o := mustOperand(t, d, text, Source)
		if o != want {
			t.Errorf("%s is %+v, want %+v", text, o, want)
		}
		if got := o.Text(Source, d); got != text {
			t.Errorf("%s prints as %s", text, got)
		}
	}
	if o := mustOperand(t, d, "whatever(0,0)<0;1,0>", Source); o.ID < inventedFirst || o.Text(Source, d) != "whatever(0,0)<0;1,0>" || d.Variable(GeneralKind, o.ID).Type != W {
		t.Errorf("%+v", o)
	}
}
