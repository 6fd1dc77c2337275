package visa

import (
	"slices"
	"testing"
)

// Every region of an indirect source, with every execution size, size of elements and side of its variable: the elements are where whole numbers without a fold say, those
// before the first byte and behind the last one are outside, and lanes that are inside run whatever the others would reach.
func TestIndirectRowsBeforeTheirVariable(t *testing.T) {
	const bytes = 128
	d, err := ParseDecls(".decl V v_type=G type=ub num_elts=128 align=GRF\n.decl W v_type=G type=ub num_elts=512 align=GRF\n.decl A v_type=A num_elts=16\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	inst := func(exec int, r Region, typ Type, disp int) Inst {
		i := Inst{Op: opMov, N: 2}
		i.Exec, _ = ExecOf(exec, 0, false)
		i.Operand[0] = Operand{Class: General, ID: 0, Region: Destination(1)}
		i.Operand[1] = Operand{Class: Indirect, ID: 0, Type: typ, Disp: int32(disp), Region: r}
		return i
	}
	runs, before, behind := 0, 0, 0
	try := func(exec int, r Region, typ Type, disp int) {
		size := types[typ].size
		i := inst(exec, r, typ, disp)
		code, err := Compile([]Inst{i}, d, Options{Dialect: Intel, Variables: map[uint32]int{32: 0}}) // which leaves the rule of two registers out
		if err != nil {
			t.Fatalf("%s: %v", i.Text(d), err)
		}
		m := code.NewMachine()
		m.SetBytes(32, make([]byte, bytes))
		var origin [16]int
		for k := range origin {
			origin[k] = k % 3 * 8
			if err := m.SetPointer(0, k, Pointer{Known: true, Into: true, Kind: GeneralKind, ID: 32, Offset: uint16(origin[k])}); err != nil {
				t.Fatal(err)
			}
		}
		index := seedSource(exec, int(r.W), int(max(r.V, 0)), int(r.H), 0)
		list, err := m.Follow(0, 1)
		if err != nil {
			t.Fatalf("%s: %v", i.Text(d), err)
		}
		var inside uint32
		for lane, e := range list {
			from := origin[0]
			if r.V == Null {
				from = origin[lane/int(r.W)]
			}
			want := Element{ID: 32, Byte: from + disp + index[lane]*size}
			if want.Outside = want.Byte < 0 || want.Byte+size > bytes; e != want {
				t.Fatalf("%s: lane %d is at %+v, want %+v", i.Text(d), lane, e, want)
			}
			switch {
			case want.Byte < 0:
				before++
			case want.Outside:
				behind++
			default:
				inside |= 1 << lane
			}
		}
		m.Mask = inside
		if err := code.Run(m, nil); err != nil {
			t.Fatalf("%s with the mask %#x: %v", i.Text(d), inside, err)
		}
		for lane := range exec {
			if m.Mask = inside | 1<<lane; m.Mask != inside {
				if f, ok := code.Run(m, nil).(*Fault); !ok || f.Lane != lane || f.Byte != list[lane].Byte {
					t.Fatalf("%s with the mask %#x: %v, want a fault at byte %d", i.Text(d), m.Mask, f, list[lane].Byte)
				}
			}
		}
		runs++
	}
	for _, exec := range execSizes {
		for r := range LegalRegions(exec) {
			for _, typ := range []Type{UB, W, D, Q} {
				for _, disp := range []int{-512, -64, -16, -8, 0, 64, 120, 504} {
					try(exec, r, typ, disp)
					if r.V == 0 && exec/int(r.W) <= MaxAddresses {
						try(exec, Region{Null, r.W, r.H}, typ, disp)
					}
				}
			}
		}
	}
	if runs < 20000 || before < 10000 || behind < 10000 {
		t.Errorf("%d operands with %d elements before their variable and %d behind it", runs, before, behind)
	}
}

// Rule 6 for indirect operands, over every region, execution size, size of elements, size of registers and place in a register: a run reports the first lane behind two registers of
// those that one address serves, and check what no address keeps.
func TestIndirectTwoRegisters(t *testing.T) {
	broken, decided, kept := 0, 0, 0
	for _, grf := range []int{32, 64} {
		d, err := ParseDecls(".decl V v_type=G type=ub num_elts=16384 align=GRF\n.decl A v_type=A num_elts=16\n", grf)
		if err != nil {
			t.Fatal(err)
		}
		c := Checker{Decls: d}
		try := func(exec int, r Region, typ Type) {
			size := types[typ].size
			width := exec
			if r.V == Null {
				width = int(r.W)
			}
			index := seedSource(exec, int(r.W), int(max(r.V, 0)), int(r.H), 0)
			i := Inst{Op: opMov, N: 2}
			i.Exec, _ = ExecOf(exec, 0, true)
			i.Operand[0] = Operand{Class: General, Region: Destination(1)}
			i.Operand[1] = Operand{Class: Indirect, Type: typ, Region: r}
			code, err := Compile([]Inst{i}, d, Options{Variables: map[uint32]int{32: 0}})
			if err != nil {
				t.Fatalf("%s: %v", i.Text(d), err)
			}
			m := code.NewMachine()
			m.SetBytes(32, make([]byte, 16384))
			some := false
			for start := 0; start < grf; start += size {
				lane := -1 // the first one behind
				for from := 0; from < exec; from += width {
					least, place := 1<<30, 1024+start
					for k := from; k < from+width; k++ {
						least = min(least, (place+index[k]*size)/grf)
					}
					for k := from; k < from+width && lane < 0; k++ {
						if (place+index[k]*size+size-1)/grf > least+1 {
							lane = k
						}
					}
				}
				for k := range 16 {
					if err := m.SetPointer(0, k, Pointer{Known: true, Into: true, Kind: GeneralKind, ID: 32, Offset: uint16(1024 + start)}); err != nil {
						t.Fatal(err)
					}
				}
				f, _ := code.Run(m, nil).(*Fault)
				if (f == nil) != (lane < 0) || f != nil && f.Lane != lane {
					t.Fatalf("%s at byte %d: %v, want a fault in lane %d", i.Text(d), start, f, lane)
				}
				some = some || lane < 0
				if lane >= 0 {
					decided++
				} else {
					kept++
				}
			}
			found := slices.ContainsFunc(c.Check(&i), func(f Finding) bool { return f.Rule == "two-registers" })
			if found == some {
				t.Fatalf("%s: check says that two registers are too few: %v; an address keeps the rule: %v", i.Text(d), found, some)
			}
			if found {
				broken++
			}
		}
		for _, exec := range execSizes {
			for r := range LegalRegions(exec) {
				for _, typ := range []Type{UB, W, D, Q} {
					try(exec, r, typ)
					if r.V == 0 && exec/int(r.W) <= MaxAddresses {
						try(exec, Region{Null, r.W, r.H}, typ)
					}
				}
			}
		}
	}
	if broken < 500 || decided < 10000 || kept < 10000 {
		t.Errorf("%d operands break the rule everywhere, %d at their address, %d nowhere", broken, decided, kept)
	}
}
