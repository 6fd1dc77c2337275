package visa

import (
	"math"
	"strings"
	"testing"
)

// One test for each choice about execution in the list of errata.

func TestUnwrittenIsUndefined(t *testing.T) {
	b := newBench(t)
	b.values["V"] = "1 2 -- 4"
	b.ok("add (M1, 4) L(0,0)<1> V(0,0)<4;4,1> 1:d", "mov (M1, 16) W(0,0)<1> 0x76543210:v", "mov (M1, 8) X(0,0)<1> 0x38:vf")
	b.want("L", "2 3 -- 5 --")
	b.want("W", "0 1 2 3 4 5 6 7 -- -- -- -- -- -- -- --")
	b.want("X", "1.5 0 0 0 -- -- -- --")
	b.ok("addr_add (M1, 2) A1(0)<1> &V 4:uw", "addr_add (M1, 2) A1(0)<1> A0(0)<2> 4:uw", "addr_add (M1, 1) A1(2)<1> &V W(0,0)<0;1,0>")
	for k := range 3 {
		if p := b.m.Pointer(1, k); p.Known || p.Text(b.d) != "?" {
			t.Errorf("A1(%d) is %+v", k, p)
		}
	}
	b.ok("cmp.gt (M1, 4) P2 V(0,0)<4;4,1> 1:d")
	if f := b.m.Flags(2); f.Known != 0b1011 || f.Bits&f.Known != 0b1010 {
		t.Errorf("the predicate is %+v", f)
	}
}

func TestSourcesAreReadFirst(t *testing.T) {
	b := newBench(t)
	b.values["V"] = "1 2 3 4 5 6 7 8"
	b.ok("mov (M1, 4) V(0,1)<1> V(0,0)<4;4,1>")
	b.want("V", "1 1 2 3 4 6 7 8")
	b.ok("mov (M1, 4) V(0,0)<1> V(0,1)<4;4,1>")
	b.want("V", "2 3 4 5 5 6 7 8")
}

func TestModifierPrecision(t *testing.T) {
	b := newBench(t)
	b.values["V"] = "-2147483648 5"
	b.values["W"] = "5 65535"
	b.values["U"] = "5"
	b.values["byte2"] = "5"
	b.ok("mov (M1, 1) Q(0,0)<1> (abs)V(0,0)<0;1,0>", "mov (M1, 1) Q(0,1)<1> (-)byte2(0,0)<0;1,0>", "mov (M1, 1) Q(0,2)<1> (-)U(0,0)<0;1,0>", "mov (M1, 1) Q(0,3)<1> (-)W(0,0)<0;1,0>",
		"add (M1, 1) Q(1,0)<1> (-)U(0,0)<0;1,0> 0:q", "add (M1, 1) Q(1,1)<1> (-)W(0,0)<0;1,0> 0:d", "mov (M1, 1) Q(1,2)<1> (-abs)V(0,0)<0;1,0>")
	b.want("Q", "-2147483648 -5 4294967291 65531 -5 -5 -2147483648")
}

func TestLogicWidens(t *testing.T) {
	b := newBench(t)
	b.values["U"], b.values["V"] = "5", "5 -1"
	b.ok("not (M1, 1) Q(0,0)<1> U(0,0)<0;1,0>", "not (M1, 1) Q(0,1)<1> V(0,0)<0;1,0>", "or (M1, 1) Q(0,2)<1> V(0,1)<0;1,0> U(0,0)<0;1,0>", "xor (M1, 1) Q(0,3)<1> U(0,0)<0;1,0> (~)U(0,0)<0;1,0>")
	b.want("Q", "4294967290 -6 -1 4294967295")
}

func TestShiftCounts(t *testing.T) {
	b := newBench(t)
	b.values["V"], b.values["U"] = "-8 33 5", "4294967288"
	b.ok("shl (M1, 1) V(1,0)<1> V(0,2)<0;1,0> V(0,1)<0;1,0>", "shl (M1, 1) Q(0,0)<1> V(0,2)<0;1,0> V(0,1)<0;1,0>", "shr (M1, 1) Q(0,1)<1> V(0,0)<0;1,0> 1:d", "asr (M1, 1) Q(0,2)<1> V(0,0)<0;1,0> 1:d",
		"asr (M1, 1) Q(0,3)<1> U(0,0)<0;1,0> 1:d", "shl.sat (M1, 1) V(1,1)<1> V(0,2)<0;1,0> 29:d")
	b.want("Q", "42949672960 2147483644 -4 2147483644")
	b.want("V", "-8 33 5 -- -- -- -- -- 10 2147483647")
	b.undefined(0, 0, -1, "more than 33 bits", "shl.sat (M1, 1) V(1,1)<1> V(0,2)<0;1,0> 31:d")
}

func TestPagesOfInstructions(t *testing.T) {
	b := newBench(t)
	b.values["V"], b.values["U"], b.values["W"] = "5 -4 12 10", "2147483649 12 10", "32769"
	b.ok("avg (M1, 1) L(0,0)<1> V(0,0)<0;1,0> V(0,1)<0;1,0>", "add3 (M1, 1) L(0,1)<1> V(0,0)<0;1,0> V(0,1)<0;1,0> 7:d", "rol (M1, 1) U(1,0)<1> U(0,0)<0;1,0> 33:d", "ror (M1, 1) U(1,1)<1> W(0,0)<0;1,0> 1:d",
		"bfn.xca (M1, 1) L(0,2)<1> V(0,2)<0;1,0> V(0,3)<0;1,0> 0:d", "bfn.x2 (M1, 1) L(0,3)<1> V(0,2)<0;1,0> V(0,3)<0;1,0> 0:d", "bfn.x10 (M1, 1) L(0,4)<1> V(0,2)<0;1,0> V(0,3)<0;1,0> 15:d")
	b.want("L", "1 8 12 4 1")
	b.want("U", "2147483649 12 10 -- -- -- -- -- 3 49152")
}

func TestComputedNaNs(t *testing.T) {
	b := newBench(t)
	b.values["X"] = "0x7f800001 0xff800000 0x7f800000 0x7f800001"
	b.ok("mov (M1, 4) X(1,0)<1> X(0,0)<4;4,1>", "mov (M1, 1) X(1,3)<1> (-)X(0,3)<0;1,0>", "add (M1, 1) X(1,4)<1> X(0,1)<0;1,0> X(0,2)<0;1,0>", "mul (M1, 1) X(1,5)<1> X(0,0)<0;1,0> 1.0:f",
		"mov.sat (M1, 1) X(1,6)<1> X(0,0)<0;1,0>", "mov.sat (M1, 1) X(1,7)<1> -0.0:f")
	data, _ := b.m.Bytes(38)
	var got []uint32
	for k := 8; k < 16; k++ {
		got = append(got, uint32(data[4*k])|uint32(data[4*k+1])<<8|uint32(data[4*k+2])<<16|uint32(data[4*k+3])<<24)
	}
	want := []uint32{0x7f800001, 0xff800000, 0x7f800000, 0xff800001, 0x7fc00000, 0x7fc00000, 0, 0}
	for k := range want {
		if got[k] != want[k] {
			t.Errorf("%x, want %x", got, want)
		}
	}
}

func TestDenormalsAreKept(t *testing.T) {
	b := newBench(t)
	b.values["X"] = "1e-45 1e-38"
	b.ok("add (M1, 1) X(1,0)<1> X(0,0)<0;1,0> X(0,0)<0;1,0>", "mul (M1, 1) X(1,1)<1> X(0,1)<0;1,0> 0.5:f")
	b.want("X", "1e-45 1e-38 -- -- -- -- -- -- 3e-45 5e-39")
	if got := HF.floatBits(HF.float(1) + HF.float(1)); got != 2 {
		t.Errorf("the smallest number of hf twice is %#x", got)
	}
}

func TestMadIsFused(t *testing.T) {
	b := newBench(t)
	x := float32(1 + 0x1p-23)
	b.values["X"] = "0x3f800001 0xbf800002"
	b.ok("mad (M1, 1) X(1,0)<1> X(0,0)<0;1,0> X(0,0)<0;1,0> X(0,1)<0;1,0>", "mad.sat (M1, 1) byte2(0,0)<1> 100:d 100:d -9900:d", "mad.sat (M1, 1) byte2(0,1)<1> 100:d 100:d 1:d")
	data, _ := b.m.Bytes(38)
	if got := F.float(uint64(data[32]) | uint64(data[33])<<8 | uint64(data[34])<<16 | uint64(data[35])<<24); got != 0x1p-46 || float32(x*x)-(1+0x1p-22) == 0x1p-46 {
		t.Errorf("%v, want 2^-46, which rounding twice loses", got)
	}
	b.want("byte2", "100 255")
}

func TestMinMaxOfEquals(t *testing.T) {
	nan, zero := math.NaN(), math.Copysign(0, -1)
	for _, row := range []struct{ x, y, min, max float64 }{
		{1, 2, 1, 2}, {nan, 2, 2, 2}, {2, nan, 2, 2}, {0, zero, zero, 0}, {zero, 0, 0, zero}, {nan, nan, nan, nan},
	} {
		same := func(a, b float64) bool { return a != a && b != b || math.Float64bits(a) == math.Float64bits(b) }
		if got := lesser(row.x, row.y); !same(got, row.min) {
			t.Errorf("min of %v and %v is %v", row.x, row.y, got)
		}
		if got := greater(row.x, row.y); !same(got, row.max) {
			t.Errorf("max of %v and %v is %v", row.x, row.y, got)
		}
	}
}

func TestMixedSources(t *testing.T) {
	b := newBench(t)
	b.values["V"], b.values["U"] = "-1", "4294967295"
	b.ok("cmp.lt (M1, 1) P1 V(0,0)<0;1,0> U(0,0)<0;1,0>", "max (M1, 1) Q(0,0)<1> V(0,0)<0;1,0> U(0,0)<0;1,0>", "mul (M1, 1) Q(0,1)<1> V(0,0)<0;1,0> U(0,0)<0;1,0>")
	if f := b.m.Flags(1); f.Bits != 1 {
		t.Errorf("-1 < 4294967295 is %+v", f)
	}
	b.want("Q", "4294967295 -4294967295")
	b.refused("sources are integers, or floating-point numbers, not both", "cmp.lt (M1, 1) P1 V(0,0)<0;1,0> 1.0:f")
}

func TestScopeOfAny(t *testing.T) {
	lines := []string{"setp (M1_NM, 16) P1 0x10:uw", "mov (M1_NM, 4) V(0,0)<1> 0:d", "(P1.any) mov (M1, 4) V(0,0)<1> 5:d"}
	b := newBench(t)
	b.ok(lines...)
	b.want("V", "0 0 0 0")
	b.dialect = Intel
	b.ok(lines...)
	b.want("V", "5 5 5 5")
}

func TestUnwrittenGuard(t *testing.T) {
	b := newBench(t)
	b.undefined(-1, 0, 0, "the guard (P1) reads element 0, which nobody has written", "(P1) mov (M1, 4) V(0,0)<1> 5:d")
	b.undefined(-1, 2, 2, "the guard (P1) reads element 2", "setp (M1_NM, 2) P1 3:uw", "(P1) mov (M1, 4) V(0,0)<1> 5:d")
	b.undefined(-1, 0, 0, "the guard (!P1.all) combines elements of which nobody has written some", "setp (M1_NM, 2) P1 3:uw", "(!P1.all) mov (M1, 4) V(0,0)<1> 5:d")
	b.undefined(-1, 8, 8, "the guard (P3) reads element 8 of a predicate with 8", "setp (M1_NM, 8) P3 255:uw", "(P3) mov (M1, 16) V(0,0)<1> 5:d")
	b.ok("setp (M1_NM, 2) P1 3:uw", "(P1.any) mov (M1, 4) V(0,0)<1> 5:d")
	b.want("V", "5 5 5 5")
}

func TestSetpOfScalars(t *testing.T) {
	b := newBench(t)
	b.values["U"] = "9 2 3 4"
	b.ok("setp (M1_NM, 4) P1 0:uw", "setp (M2, 8) P2 0xa5:uw", "setp (M1, 4) P1 U(0,0)<4;4,1>")
	if f := b.m.Flags(1); f.Bits != 0b0101 || f.Known != 0b1111 {
		t.Errorf("the lowest bits are %+v", f)
	}
	if f := b.m.Flags(2); f.Bits != 0xa5<<4 || f.Known != 0xff<<4 {
		t.Errorf("the bits of a scalar are %+v", f)
	}
	b.ok("addr_add (M1, 1) A0(0)<1> &U 0:uw", "setp (M1, 4) P1 r[A0(0),0]<0;1,0>:ud")
	if f := b.m.Flags(1); f.Bits&15 != 9 {
		t.Errorf("the bits of an indirect scalar are %+v", f)
	}
	b.ok("setp (M1, 4) P1 U(0,0)<0;1,0>")
	if f := b.m.Flags(1); f.Bits&15 != 9 {
		t.Errorf("the bits of a scalar variable are %+v", f)
	}
}

func TestAddressesPointIntoVariables(t *testing.T) {
	b := newBench(t)
	b.values["V"], b.values["W"] = "10 11 12 13", "20 21 22 23"
	b.ok("addr_add (M1, 1) A0(0)<1> &V[65532] 4:uw", "addr_add (M1, 1) A0(1)<1> A0(0)<1> 8:uw", "mov (M1, 2) L(0,0)<1> r[A0(0),0]<1,0>:d", "addr_add (M1, 1) A0(2)<1> &V -4:w", "mov (M1, 1) L(0,2)<1> r[A0(2),4]<0;1,0>:d",
		"addr_add (M1, 1) A0(1)<1> &W 2:uw", "mov (M1, 4) L(0,3)<1> r[A0(0),0]<2,1>:w")
	b.want("L", "10 12 10 10 0 21 22")
	b.undefined(1, 0, -4, "is at byte -4 of V", "addr_add (M1, 1) A0(2)<1> &V -4:w", "mov (M1, 1) L(0,0)<1> r[A0(2),0]<0;1,0>:d")
	b.undefined(1, 0, 64, "is at byte 64 of V, which has bytes 0 to 63", "addr_add (M1, 1) A0(2)<1> &V 64:w", "mov (M1, 1) L(0,0)<1> r[A0(2),0]<0;1,0>:d")
	b.undefined(1, 3, 64, "is at byte 64 of V", "addr_add (M1, 1) A0(2)<1> &V 52:w", "mov (M1, 4) L(0,0)<1> r[A0(2),0]<4;4,1>:d")
	b.undefined(1, 0, 3, "follows A0(3), which nobody has written", "mov (M1, 1) L(0,0)<1> r[A0(3),0]<0;1,0>:d")
	b.undefined(1, 0, 0, "no place in a general variable", "addr_add (M1, 1) A0(0)<1> &T6 0:w", "mov (M1, 1) L(0,0)<1> r[A0(0),0]<0;1,0>:d")
	b.undefined(1, 0, 16, "is at byte 16 of part, which has bytes 0 to 15", "addr_add (M1, 1) A0(0)<1> &part 16:w", "mov (M1, 1) L(0,0)<1> r[A0(0),0]<0;1,0>:w")
	b.dialect = Intel
	b.undefined(1, 0, 0, "which is the number 32: only what comes from an address-of points into a variable", "mov (M1, 1) A0(0)<1> 32:uw", "mov (M1, 1) L(0,0)<1> r[A0(0),0]<0;1,0>:d")
	b.ok("addr_add (M1, 4) A0(0)<1> &V 0:uw", "mov (M1, 4) A1(0)<1> A0(0)<4>", "mov (M1, 1) L(0,0)<1> r[A1(3),0]<0;1,0>:d")
	b.want("L", "10")
}

func TestAlignmentOfPlaces(t *testing.T) {
	b := newBench(t)
	b.values["V"] = "10 11 12 13 14"
	b.undefined(1, 0, 2, "is at byte 2 of V, and elements of d are at multiples of 4", "addr_add (M1, 1) A0(0)<1> &V 2:w", "mov (M1, 4) L(0,0)<1> r[A0(0),0]<4;4,1>:d")
	b.undefined(1, 0, 2, "is at byte 2 of part, and elements of d", "addr_add (M1, 1) A0(0)<1> &part 2:w", "mov (M1, 1) L(0,0)<1> r[A0(0),0]<4;1,0>:d")
	b.ok("addr_add (M1, 1) A0(0)<1> &part 0:w", "mov (M1, 1) L(0,0)<1> r[A0(0),0]<0;1,0>:q")
	b.undefined(1, 0, 4, "is at byte 4 of part, and elements of q", "addr_add (M1, 1) A0(0)<1> &part 4:w", "mov (M1, 1) L(0,0)<1> r[A0(0),0]<0;1,0>:q")
	b.ok("addr_add (M1, 1) A0(0)<1> &tail 0:w", "mov (M1, 1) L(0,0)<1> r[A0(0),0]<0;1,0>:d")
	b.want("L", "13")
	b.undefined(1, 0, 0, "whose own address need be no multiple of more than 1", "addr_add (M1, 1) A0(0)<1> &byte2 0:w", "mov (M1, 1) L(0,0)<1> r[A0(0),0]<0;1,0>:w")
	b.undefined(0, 1, 1, "is at byte 1 of V, and", "addr_add (M1, 1) A0(0)<1> &V 0:w", "addr_add (M1, 1) A0(0)<1> &V 1:w", "setp (M1_NM, 2) P1 2:uw", "(P1) mov (M1, 2) r[A0(0),-2]<1>:w 5:w")
}

func TestInactiveAddresses(t *testing.T) {
	b := newBench(t)
	b.values["V"] = "10 11 12 13"
	lines := []string{"addr_add (M1, 2) A0(0)<1> &V 4:uw", "setp (M1_NM, 4) P1 1:uw", "(P1) mov (M1, 4) L(0,0)<1> r[A0(0),0]<1,0>:d"}
	b.ok(lines...)
	b.want("L", "11 -- -- --")
	b.later = true
	b.undefined(1, 2, 2, "follows A0(2), which nobody has written", lines...)
	b.ok("addr_add (M1, 2) A0(0)<1> &V 4:uw", "setp (M1_NM, 4) P1 1:uw", "(P1) mov (M1, 4) L(0,0)<1> r[A0(0),0]<4;4,1>:d")
}

func TestAddressReplication(t *testing.T) {
	lines := []string{"addr_add (M1, 4) A0(0)<1> &V 0x0:uw", "addr_add (M1, 1) A0(1)<1> A0(0)<1> 4:uw", "addr_add (M1, 1) A0(2)<1> A0(0)<1> 8:uw", "addr_add (M1, 4) A1(0)<1> A0(0)<2> 0:uw", "mov (M1, 4) L(0,0)<1> r[A1(0),0]<1,0>:d"}
	b := newBench(t)
	b.values["V"] = "10 11 12 13"
	b.ok(lines...)
	b.want("L", "10 11 10 11")
	b.dialect = Intel
	b.ok(lines...)
	b.want("L", "10 11 12 10")
	b.undefined(1, 2, -1, "uses an element of A0 behind its last, 7", "addr_add (M1, 4) A0(0)<1> A0(6)<4> 0:uw")
}

func TestUndeclaredSizes(t *testing.T) {
	d := NewDecls(32, D)
	p := Parser{Decls: d}
	i, err := p.ParseInst("mov (M1, 4) V40(0,0)<1> V41(1,0)<8;2,1>")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Compile([]Inst{i}, d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Size(GeneralKind, 40) != 16 || c.Size(GeneralKind, 41) != 32+40 || c.Size(GeneralKind, 42) != 0 {
		t.Errorf("V40 has %d bytes, V41 %d", c.Size(GeneralKind, 40), c.Size(GeneralKind, 41))
	}
	i.Operand[0].Row = 1 << 24
	if _, err := Compile([]Inst{i}, d, Options{}); err == nil || !strings.Contains(err.Error(), "without a declaration") {
		t.Errorf("a row of 2^24: %v", err)
	}
}

func TestMovesOfPredicates(t *testing.T) {
	b := newBench(t)
	b.dialect = Intel
	b.ok("setp (M1_NM, 16) P1 0x8001:uw", "mov (M1, 1) U(0,0)<1> P1", "setp (M1_NM, 8) P3 0x81:uw", "mov (M1, 1) byte2(0,0)<1> P3", "mov (M1, 1) U(0,1)<1> P3")
	b.want("U", "32769 --")
	b.want("byte2", "129")
}
