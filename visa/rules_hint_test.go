package visa

import (
	"strings"
	"testing"
)

// Every hint over every region of a source and a destination, direct and indirect, legal or not: it is legal, and it says that it has other elements where it has.
func TestHintsSayOtherElements(t *testing.T) {
	d := NewDecls(32, D)
	p := Parser{Decls: d}
	c := Checker{Decls: d}
	again := Checker{Decls: d}
	elements := func(o Operand, exec int, role Role) (list [][2]int) {
		if role == Dest {
			for _, e := range seedDestination(exec, int(o.Region.H), 0) {
				list = append(list, [2]int{0, int(o.Row)*8 + int(o.Col) + e})
			}
			return list
		}
		for k, e := range seedSource(exec, int(o.Region.W), int(max(o.Region.V, 0)), int(o.Region.H), 0) {
			address := 0
			if o.Region.V == Null {
				address = k / int(o.Region.W)
			}
			list = append(list, [2]int{address, int(o.Row)*8 + int(o.Col) + e})
		}
		return list
	}
	hints, other, offers, pieces := 0, 0, 0, 0
	try := func(exec int, o Operand, role Role) {
		i := Inst{Op: opMov, N: 2}
		i.Exec, _ = ExecOf(exec, 0, true)
		i.Operand[0] = Operand{Class: General, ID: 40, Region: Destination(1)}
		i.Operand[1] = Operand{Class: General, ID: 41, Region: Scalar}
		k := 1
		if role == Dest {
			k = 0
		}
		i.Set(k, o)
		for _, f := range c.Check(&i) {
			if f.Splits {
				offers++
				if _, err := SplitInst(i, d, Spec); err == nil {
					pieces++
				}
			}
			if f.Rewrite == "" || f.Operand != k {
				continue
			}
			hints++
			near, err := p.ParseOperand(f.Rewrite, role)
			if err != nil {
				t.Fatalf("%s: the hint %s: %v", i.Text(d), f.Rewrite, err)
			}
			one := i
			one.Set(k, near)
			for _, g := range again.Check(&one) {
				if g.Rule == f.Rule && g.Operand == k && !g.Warning {
					t.Fatalf("%s: the hint %s breaks the rule %s too", i.Text(d), f.Rewrite, f.Rule)
				}
			}
			want := false
			if o.Region.W > int16(exec) { // the loops of a row that is wider than the lanes read nothing
				want = true
			} else {
				was, is := elements(o, exec, role), elements(near, exec, role)
				for lane := range exec {
					want = want || len(was) <= lane || len(is) <= lane || was[lane] != is[lane]
				}
			}
			if want {
				other++
			}
			if f.Elsewhere != want && o.Region.W <= int16(exec) {
				t.Fatalf("%s: %s has the hint %s; it says of other elements: %v", i.Text(d), f.Rule, f.Rewrite, f.Elsewhere)
			}
		}
	}
	parameters := []int16{0, 1, 2, 3, 4, 5, 8, 16, 32}
	for _, exec := range execSizes {
		for _, h := range parameters {
			for _, col := range []int32{0, 3, 9} {
				try(exec, Operand{Class: General, ID: 33, Col: col, Region: Destination(int(h))}, Dest)
			}
			try(exec, Operand{Class: Indirect, Type: D, Region: Destination(int(h))}, Dest)
			for _, w := range []int16{1, 2, 4, 8, 16} {
				try(exec, Operand{Class: Indirect, Type: D, Region: Region{Null, w, h}}, Source)
				for _, v := range parameters {
					for _, col := range []int32{0, 3, 9} {
						try(exec, Operand{Class: General, ID: 33, Col: col, Region: Region{v, w, h}}, Source)
					}
					try(exec, Operand{Class: Indirect, Type: D, Region: Region{v, w, h}}, Source)
				}
			}
		}
	}
	t.Logf("%d hints, of which %d have other elements; of %d offers of split %d hold", hints, other, offers, pieces)
	if hints < 3000 || other < 1000 || other == hints || pieces < 500 || pieces*4 < offers*3 {
		t.Errorf("%d hints, of which %d have other elements; of %d offers of split %d hold", hints, other, offers, pieces)
	}
}

// The scalar operand of a message may have any region: it is ignored, in the bounds too.
func TestScalarOperandIgnoresItsRegion(t *testing.T) {
	d, err := ParseDecls(".decl V v_type=G type=ud num_elts=16 align=GRF\n.decl A0 v_type=A num_elts=1\n.decl T6 v_type=T num_elts=1\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	p, c := Parser{Decls: d}, Checker{Decls: d}
	tried := 0
	for _, op := range []string{"oword_ld", "oword_st"} {
		for _, v := range []string{"0", "1", "3", "32"} {
			for _, w := range []string{"1", "2", "5", "16", "32"} {
				for _, h := range []string{"0", "1", "4", "7"} {
					for _, o := range []string{"V(1,7)<" + v + ";" + w + "," + h + ">", "r[A0(0),0]<" + v + ";" + w + "," + h + ">:ud", "r[A0(0),0]<" + w + "," + h + ">:ud"} {
						i, err := p.ParseInst(op + " (2) T6 " + o + " V.0")
						if err != nil {
							t.Fatal(err)
						}
						if found := c.Check(&i); len(found) > 0 {
							t.Fatalf("%s: %s", i.Text(d), found[0].Message)
						}
						tried++
					}
				}
			}
		}
	}
	i, err := p.ParseInst("oword_ld (2) T6 V(2,0)<0;1,0> V.0")
	if found := c.Check(&i); err != nil || len(found) != 1 || found[0].Rule != "out-of-bounds" {
		t.Errorf("the first element is behind the variable, and check finds %v, %v", found, err)
	}
	if tried == 0 {
		t.Error("nothing was tried")
	}
}

// Every class of operand in every place of every instruction, against the seed's sentences: which instructions a class may appear in.
func TestClassesOfPlaces(t *testing.T) {
	takes := func(op string, k int, dest bool, o *Operand) bool {
		if takes, ok := takesShaped(op, k, o.Class); ok {
			return takes || o.Class == Immediate && dest
		}
		block := strings.HasPrefix(op, "media")
		message := block || strings.HasPrefix(op, "oword") || strings.HasPrefix(op, "gather") || strings.HasPrefix(op, "scatter") || op == "dword_atomic"
		scalar := message && op != "dword_atomic" && (k == 1 || block && k == 2)
		lsc := strings.HasPrefix(op, "lsc_") && op != "lsc_fence"
		if lsc { // surface and pitch
			message, scalar = true, k == 0 || k == 3 && strings.HasSuffix(op, "strided")
		}
		if strings.HasSuffix(op, "block2d") { // what describes a surface, of which the base is no number
			if scalar = k > 0 && k < 7; o.Class == Immediate && k == 1 {
				return false
			}
		}
		pixels := strings.HasSuffix(op, "_typed") || op == "typed_atomic" // four coordinates
		if pixels {
			message, scalar = true, false
		}
		svm := strings.HasPrefix(op, "svm_")
		if svm { // an address for all lanes, and then registers
			message, scalar = true, k == 0 && (strings.HasPrefix(op, "svm_block") || strings.HasSuffix(op, "4scaled"))
		}
		logic := op == "and" || op == "or" || op == "xor" || op == "not"
		switch o.Class {
		case Address: // may only appear in the special address instructions
			return op == "addr_add" && k < 2
		case AddressOf:
			return op == "addr_add" && k == 1
		case Predicate: // comparison, logical, or the special SETP instructions
			return logic || (op == "cmp" || op == "setp") && k == 0
		case State: // ADDR_ADD and MOVS; and the surface of a message
			return op == "movs" || op == "addr_add" && k == 1 || message && k == 0 && !lsc && !svm
		case Raw:
			return message && (k > 0 || svm || strings.HasSuffix(op, "block2d")) && !scalar
		case Immediate: // a source; as a destination it breaks another rule
			return dest || !(op == "addr_add" && k == 1 || message && !scalar)
		}
		switch {
		case op == "addr_add" && k == 1: // bytes write a place as the scalar that is there
			return o.Class == General && o.Region == Region{0, 1, 0}
		case op == "addr_add" || op == "setp":
			return k > 0
		case message:
			return scalar && !(lsc && o.Class == Indirect)
		}
		return true
	}
	d := NewDecls(32, D)
	c := Checker{Decls: d}
	tried, refused := 0, 0
	for _, op := range Ops() {
		n := len(opcodes[op].operands)
		for k := range n {
			for _, o := range []Operand{{Class: General, ID: 40, Region: Scalar}, {Class: General, ID: 40, Region: Region{1, 1, 0}}, {Class: General, ID: 40, Region: Destination(1)}, {Class: Address, Width: 1}, {Class: Predicate, ID: 1},
				{Class: Indirect, Type: D, Region: Scalar}, {Class: Indirect, Type: D, Region: Destination(1)}, {Class: AddressOf, Kind: GeneralKind, ID: 40}, {Class: AddressOf, Kind: SurfaceKind, ID: 6},
				{Class: Immediate, Type: D}, {Class: State, Kind: SurfaceKind, ID: 6}, {Class: State, Kind: SamplerKind}, {Class: Raw, ID: 40}} {
				i := Inst{Op: op, N: uint8(n), Func: 1}
				for j := range int(i.N) {
					i.Set(j, Operand{Class: General, ID: 40, Region: Scalar})
				}
				i.Set(k, o)
				complaint := false
				for _, f := range c.Check(&i) {
					complaint = complaint || f.Rule == "operand-class" && f.Operand == k
				}
				if want := !takes(op.String(), k, op.isDest(k), &o); complaint != want {
					t.Errorf("%s: operand %d, %s %s: complaint %v, want %v", op, k, o.Class, o.Region, complaint, want)
				}
				if tried++; complaint {
					refused++
				}
			}
		}
	}
	if tried < 1500 || refused < 400 || refused == tried {
		t.Errorf("%d operands, of which %d are refused", tried, refused)
	}
}
