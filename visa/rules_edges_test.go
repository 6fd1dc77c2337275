package visa

import (
	"slices"
	"strings"
	"testing"
)

// Predicates of every size, as guards and as operands, with every mask and execution size: the rules complain where a lane has no element, and name these lanes.
func TestPredicatesOfEverySize(t *testing.T) {
	tried, broken := 0, 0
	for n := 1; n <= 32; n++ {
		d := NewDecls(32, UB)
		p1 := d.Add(Variable{Kind: PredicateKind, Elems: n, Alias: -1})
		v := d.Add(Variable{Kind: GeneralKind, Type: UB, Elems: 64, Align: AlignGRF, Alias: -1})
		c := Checker{Decls: d}
		guard, _ := ControlOf(int(p1), Each, false)
		for _, exec := range execSizes {
			for mask := 0; mask*4+exec <= 32; mask++ {
				var lanes []int
				for lane := range exec {
					if mask*4+lane >= n {
						lanes = append(lanes, lane)
					}
				}
				e, _ := ExecOf(exec, mask, false)
				guarded := Inst{Op: opMov, Exec: e, Guard: guard, N: 2, Operand: [NearOperands]Operand{{Class: General, ID: v, Region: Destination(1)}, {Class: Immediate, Type: UB}}}
				written := Inst{Op: opSetp, Exec: e, N: 2, Operand: [NearOperands]Operand{{Class: Predicate, ID: p1}, {Class: Immediate, Type: UD}}}
				for rule, i := range map[string]*Inst{"guard-bounds": &guarded, "out-of-bounds": &written} {
					var found []int
					for _, f := range c.Check(i) {
						if f.Rule == rule {
							found = f.Lanes
						}
					}
					if !slices.Equal(found, lanes) {
						t.Fatalf("%s of %d elements: %s names the lanes %v, want %v", i.Text(d), n, rule, found, lanes)
					}
				}
				if tried++; len(lanes) > 0 {
					broken++
				}
			}
		}
	}
	if tried < 1000 || broken < 300 || broken == tried {
		t.Errorf("%d tried, %d broken", tried, broken)
	}
}

// Every run of lanes of every multi-address region: where it has a spelling, that has the elements of the same addresses.
func TestPartsOfMultiAddressRegions(t *testing.T) {
	parts := 0
	for _, exec := range execSizes {
		for _, w := range legalW {
			for _, h := range legalH {
				for _, typ := range []Type{UB, W, D, Q} {
					if int(w) > exec {
						continue
					}
					size := types[typ].size
					o := Operand{Class: Indirect, Type: typ, Offset: 3, Disp: -8, Region: Region{Null, w, h}}
					for _, n := range execSizes {
						for first := 0; first+n <= exec; first++ {
							part, ok := o.indirectPart(first, n, Source)
							if !ok {
								continue
							}
							parts++
							for k := range n {
								address, at := int(part.Offset), int(part.Disp)
								if r := part.Region; r.V == Null {
									address, at = address+k/int(r.W), at+k%int(r.W)*int(r.H)*size
								} else {
									at += seedSource(n, int(r.W), int(r.V), int(r.H), 0)[k] * size
								}
								if lane := first + k; address != 3+lane/int(w) || at != -8+lane%int(w)*int(h)*size {
									t.Fatalf("%s, lanes %d to %d of %d: %+v has byte %d of address %d for lane %d", o.Region, first, first+n-1, exec, part, at, address, lane)
								}
							}
						}
					}
				}
			}
		}
	}
	if parts < 3000 {
		t.Errorf("%d parts", parts)
	}
}

// The ends of fields: the least and the greatest number is encoded and comes back, the next one is refused.
func TestEndsOfFields(t *testing.T) {
	for _, c := range []struct {
		what  string
		least int64
		most  int64
		set   func(o *Operand, v int64)
		o     Operand
	}{
		{"indirect offset", -1 << 15, 1<<15 - 1, func(o *Operand, v int64) { o.Disp = int32(v) }, Operand{Class: Indirect, Type: D, Region: Scalar}},
		{"element", 0, 255, func(o *Operand, v int64) { o.Offset = int32(v) }, Operand{Class: Indirect, Type: D, Region: Scalar}},
		{"row", 0, 255, func(o *Operand, v int64) { o.Row = int32(v) }, Operand{Class: General, Region: Scalar}},
		{"column", 0, 255, func(o *Operand, v int64) { o.Col = int32(v) }, Operand{Class: General, Region: Scalar}},
		{"raw offset", 0, 1<<16 - 1, func(o *Operand, v int64) { o.Disp = int32(v) }, Operand{Class: Raw}},
		{"predicate", 0, 4095, func(o *Operand, v int64) { o.ID = uint32(v) }, Operand{Class: Predicate}},
	} {
		for v := c.least - 1; v <= c.most+1; v++ {
			if v == c.least+2 {
				v = c.most - 1
			}
			o := c.o
			c.set(&o, v)
			b, err := o.Append(nil, Source, Current)
			if inside := v >= c.least && v <= c.most; inside != (err == nil) {
				t.Errorf("%s %d: %v", c.what, v, err)
				continue
			} else if !inside {
				continue
			}
			back, n, err := Decode(b, Source, Current)
			if o.Class == Raw {
				back, n, err = DecodeRaw(b, Current)
			}
			if err != nil || n != len(b) || back != o {
				t.Errorf("%s %d comes back as %+v: %v", c.what, v, back, err)
			}
		}
	}
}

// Every byte of a relation: six mean something, and no other is read.
func TestEveryRelationByte(t *testing.T) {
	d := NewDecls(32, D)
	i := Inst{Op: opCmp, N: 3, Operand: [NearOperands]Operand{{Class: Predicate, ID: 1}, {Class: Immediate, Type: D}, {Class: Immediate, Type: D}}}
	b, err := i.AppendInst(nil, d, Current)
	if err != nil {
		t.Fatal(err)
	}
	for code := range 256 {
		b[2] = byte(code)
		back, _, err := DecodeInst(b, Current)
		if want := code < 6; want != (err == nil) || want && back.Text(d) != "cmp."+strings.Fields("eq ne gt ge lt le")[code]+" (M1, 1) P1 0x0:d 0x0:d" {
			t.Errorf("relation %d: %s, %v", code, back.Text(d), err)
		}
	}
}

// The longest span of two registers and the shortest of more: the tool's verifier counts from the first byte to the last, and refuses 64 of them behind the first.
func TestSpansOfAddressSources(t *testing.T) {
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	p, c := Parser{Decls: d, Dialect: Intel}, Checker{Decls: d, Dialect: Intel}
	for text, want := range map[string]string{
		"addr_add (M1, 32) A1(0)<16> &V_d V_ub(0,0)<4;2,4>":  "CISA operand region access out of 2 GRF boundary (within 64 bytes): 64 | CISA operand accesses more than 2 GRF due to mis-alignment: start byte offset = 0, end byte offset = 64",
		"addr_add (M1, 16) A1(0)<16> &V_d V_ub(0,0)<0;16,4>": "",
	} {
		i, err := p.ParseInst(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, got := verdict(c.Check(&i)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
