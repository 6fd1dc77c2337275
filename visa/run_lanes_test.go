package visa

import "testing"

// Results that differ if they are rounded twice, or not twice where the document has two types.
func TestRoundedOnce(t *testing.T) {
	b := newBench(t)
	b.values["X"] = "0x3f000001 0x3f7ffffe 0x4b000001 1 0x3a000000 0x30800000"
	b.ok("mad (M1, 1) X(1,0)<1> X(0,0)<0;1,0> X(0,1)<0;1,0> X(0,2)<0;1,0>")
	b.want("X", "0.50000006 0.9999999 8.388609e+06 1 0.00048828125 9.313226e-10 -- -- 8.388609e+06") // ½ - 2^-47 more, which is less than half a unit: with 53 bits it is a tie
	b.d.Add(Variable{Name: "H", Kind: GeneralKind, Type: HF, Alias: -1, Elems: 8, writable: true})
	b.d.Add(Variable{Name: "E", Kind: GeneralKind, Type: BF, Alias: -1, Elems: 8, writable: true})
	b.values["Q"] = "4629700416936869889 -4629700416936869889 4629700416936869888 9223372036854775807"
	b.ok("add (M1, 1) X(1,0)<1> X(0,3)<0;1,0> X(0,4)<0;1,0>", "add (M1, 1) H(0,0)<1> X(1,0)<0;1,0> X(0,5)<0;1,0>", // in f the last is lost, and the tie of hf goes to even
		"mov (M1, 4) E(0,0)<1> Q(0,0)<4;4,1>")
	b.want("H", "1")
	b.want("E", "4.647715e+18 -4.647715e+18 4.611686e+18 9.223372e+18") // 2^62 + 2^54 and one more: the tie is none
}

// Numbers where an integer type ends.
func TestTruncatedAtTheEnds(t *testing.T) {
	ends := []float64{0x1p63, -0x1p63, 0x1p64, -0x1p64, 0x1p31, 0x1p31 - 1, 0x1p31 - 0.5, -0x1p31, -0x1p31 - 0.5, -0x1p31 - 1, 0x1p32, 127, 127.5, 128, -128, -128.5, -129, 255.5, 256, -0.5, -1, 65535.5, 65536, 0x1.fffffffffffffp62}
	for _, typ := range plainIntegers {
		s := step{size: 1, dst: site{typ: typ}}
		for _, v := range ends {
			b, values := []uint64{0}, []uint64{DF.floatBits(v)}
			s.ofFloats(b, values)
			if want := typ.toInteger(v).lo; b[0] != want {
				t.Errorf("%v is %d of %s, want %d", v, int64(b[0]), typ, int64(want))
			}
		}
	}
}

// Elements of lanes that are not active may lie anywhere, behind all variables too.
func TestInactiveLanesLieAnywhere(t *testing.T) {
	d, err := ParseDecls(runDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	i, err := (&Parser{Decls: d}).ParseInst("mov (M1, 8) V(0,0)<1> byte2(0,0)<8;8,1>")
	if err != nil {
		t.Fatal(err)
	}
	code, err := Compile([]Inst{i}, d, Options{}) // without other variables byte2 is the last
	if err != nil {
		t.Fatal(err)
	}
	m := code.NewMachine()
	m.SetBytes(i.Operand[1].ID, []byte{7, 8})
	m.Mask = 3
	if err := code.Run(m, nil); err != nil {
		t.Fatal(err)
	}
	if data, known := m.Bytes(i.Operand[0].ID); data[0] != 7 || data[4] != 8 || known[4] == 0 || known[8] != 0 {
		t.Errorf("V is %d, defined %d", data, known)
	}
}
