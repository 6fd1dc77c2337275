package visa

import (
	"fmt"
	"strings"
	"testing"
)

// What reads %null knows nothing, whatever the instruction before has read in its place.
func TestNullIsUndefined(t *testing.T) {
	b := newBench(t)
	b.values = map[string]string{"V": "1 2 3 4 5 6 7 8", "U": "1 2 3 4 5 6 7 8"}
	if err := b.run("mov (M1, 8) L(0,0)<1> V(0,0)<8;8,1>", "mov (M1, 8) U(0,0)<1> %null(0,0)<8;8,1>"); err != nil {
		t.Fatal(err)
	}
	b.want("L", "1 2 3 4 5 6 7 8")
	b.want("U", "-- -- -- -- -- -- -- --")
}

// An address variable has no elements before its first and behind its last one.
func TestPointersHaveBounds(t *testing.T) {
	d, err := ParseDecls(".decl V v_type=G type=d num_elts=16 align=GRF\n.decl A v_type=A num_elts=4\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	p := Parser{Decls: d}
	i, err := p.ParseInst("mov (M1, 4) V(0,0)<1> r[A(0),0]<4;4,1>:d")
	if err != nil {
		t.Fatal(err)
	}
	code, err := Compile([]Inst{i}, d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := code.NewMachine()
	for _, row := range []struct {
		id uint32
		k  int
		ok bool
	}{{0, 0, true}, {0, 3, true}, {0, 4, false}, {0, -1, false}, {1, 0, false}} {
		if err := m.SetPointer(row.id, row.k, Pointer{Known: true, Offset: 8}); (err == nil) != row.ok {
			t.Errorf("element %d of variable %d: %v", row.k, row.id, err)
		}
	}
}

// Addresses have 16 bits: behind the last of them is the first, also where all lanes are counted from one. And elements are at multiples of their size.
func TestSharedAddresses(t *testing.T) {
	d, err := ParseDecls(".decl B v_type=G type=ub num_elts=70000 align=GRF\n.decl V v_type=G type=ub num_elts=32 align=GRF\n.decl A v_type=A num_elts=4\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 70000)
	for k := range data {
		data[k] = byte(k) ^ byte(k>>8) ^ byte(k>>16)*0x55
	}
	run := func(typ string, offset int) (*Machine, error) {
		p := Parser{Decls: d}
		i, err := p.ParseInst(fmt.Sprintf("mov (M1, 8) V(0,0)<1> r[A(0),0]<8;8,1>:%s", typ))
		if err != nil {
			t.Fatal(err)
		}
		code, err := Compile([]Inst{i}, d, Options{Variables: map[uint32]int{32: 0}})
		if err != nil {
			t.Fatal(err)
		}
		m := code.NewMachine()
		m.SetBytes(32, data)
		if err := m.SetPointer(0, 0, Pointer{Known: true, Into: true, Kind: GeneralKind, ID: 32, Offset: uint16(offset)}); err != nil {
			t.Fatal(err)
		}
		return m, code.Run(m, nil)
	}
	for _, offset := range []int{0, 100, 1<<15 - 4, 1<<16 - 8, 1<<16 - 7, 1<<16 - 4, 1<<16 - 1} {
		m, err := run("ub", offset)
		if err != nil {
			t.Fatal(err)
		}
		have, known := m.Bytes(33)
		for k := range 8 {
			if want := data[(offset+k)&(1<<16-1)]; have[k] != want || known[k] == 0 {
				t.Errorf("from byte %d on, lane %d is %#x, want %#x", offset, k, have[k], want)
			}
		}
	}
	for _, row := range []struct {
		typ    string
		offset int
		ok     bool
	}{{"uw", 2, true}, {"uw", 1, false}, {"uw", 3, false}, {"ud", 4, true}, {"ud", 2, false}, {"ud", 1, false}, {"ud", 3, false}} {
		if _, err := run(row.typ, row.offset); (err == nil) != row.ok {
			t.Errorf("elements of %s from byte %d on: %v", row.typ, row.offset, err)
		}
	}
}

// A variable that is a multiple of just the elements' size is followed.
func TestFollowAligned(t *testing.T) {
	for _, align := range []string{"byte", "word", "dword", "qword"} {
		d, err := ParseDecls(".decl B v_type=G type=ub num_elts=16 align="+align+"\n.decl V v_type=G type=ud num_elts=8 align=GRF\n.decl A v_type=A num_elts=4\n", 32)
		if err != nil {
			t.Fatal(err)
		}
		for _, typ := range []Type{UW, UD} {
			p := Parser{Decls: d}
			i, err := p.ParseInst(fmt.Sprintf("mov (M1, 2) V(0,0)<1> r[A(0),0]<2;2,1>:%s", typ))
			if err != nil {
				t.Fatal(err)
			}
			code, err := Compile([]Inst{i}, d, Options{Variables: map[uint32]int{32: 0}})
			if err != nil {
				t.Fatal(err)
			}
			m := code.NewMachine()
			if err := m.SetPointer(0, 0, Pointer{Known: true, Into: true, Kind: GeneralKind, ID: 32}); err != nil {
				t.Fatal(err)
			}
			bytes := map[string]int{"byte": 1, "word": 2, "dword": 4, "qword": 8}[align]
			if list, err := m.Follow(0, 1); (err == nil) != (bytes >= typ.Size()) || err == nil && len(list) != 2 {
				t.Errorf("%s at a multiple of a %s: %v, %v", typ, align, list, err)
			}
		}
	}
}

// What is loaded into nothing changes nothing.
func TestLoadsIntoNothing(t *testing.T) {
	ascending := []uint32{0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 48, 48, 48}
	for _, line := range []string{"oword_ld (1) T6 0x1:ud %null.0", "gather_scaled.4 (M1, 8) T6 0x0:ud at.0 %null.0", "gather4_scaled.RGBA (M1, 16) T6 0x0:ud at.0 %null.0"} {
		code, m, err := messageBench(t, false, ascending, line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		for name, from := range map[string]byte{"out": 0, "in": 100, "at": 0} {
			_, id, _ := code.decls.Lookup(name)
			data, known := m.Bytes(id)
			for k := range known {
				if (known[k] != 0) != (name != "out") || name != "out" && k == 0 && data[k] != from {
					t.Fatalf("%s: byte %d of %s is %#x", line, k, name, data[k])
				}
			}
		}
	}
}

// madw is for no more than 16 lanes, which none of its operands is to blame for.
func TestMadwOfManyLanes(t *testing.T) {
	d, err := ParseDecls(".decl V v_type=G type=ud num_elts=128 align=GRF\n", 64)
	if err != nil {
		t.Fatal(err)
	}
	p := Parser{Decls: d}
	i, err := p.ParseInst("madw (M1, 32) V(0,0)<1> V(0,0)<8;8,1> V(0,0)<8;8,1> V(0,0)<8;8,1>")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range (&Checker{Decls: d}).Check(&i) {
		if strings.Contains(f.Message, "up to 16 lanes") && f.Operand == -1 {
			return
		}
	}
	t.Error("nothing is said of the instruction")
}

// What bytes can say is within the bounds of a copy, and what is further is refused before there is room for it.
func TestCopyBounds(t *testing.T) {
	d := NewDecls(64, UQ)
	p := Parser{Decls: d}
	i, err := p.ParseInst("mov (M1, 32) V32(0,0)<1> V33(255,255)<32;1,0>")
	if err != nil {
		t.Fatal(err)
	}
	if c, err := CopyOf([]Inst{i}, d); err != nil || c.Map.Lane[31].Index != 255*8+255+31*32 {
		t.Errorf("%v: lane 31 of %s", err, c.Map)
	}
	for k := range 2 {
		far := i
		far.Operand[k].Row = 1 << 20
		if _, err := CopyOf([]Inst{far}, d); err == nil || !strings.Contains(err.Error(), "ends at byte") {
			t.Errorf("operand %d: %v", k, err)
		}
	}
}
