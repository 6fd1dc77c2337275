package visa

import (
	"slices"
	"strings"
	"testing"
)

// madw by hand: the high halves are in the register behind the low ones', and a sum with a negative number takes away.
func TestTwoHalves(t *testing.T) {
	b := newBench(t)
	b.values["U"] = strings.Repeat("7 ", 16)
	b.ok("madw (M1, 8) U(0,0)<1> 0x76543210:v 0x40000000:d -1:d")
	b.want("U", "4294967295 1073741823 2147483647 3221225471 4294967295 1073741823 2147483647 3221225471 4294967295 0 0 0 0 1 1 1")
	b.ok("madw (M1, 2) U(0,0)<1> 0xffffffff:ud 0xffffffff:ud 0xffffffff:ud")
	b.want("U", "0 0 7 7 7 7 7 7 4294967295 4294967295 7")
	b.ok("madw (M1, 1) U(0,3)<2> 3:d -5:d 0:d") // the tool moves them there
	b.want("U", "7 7 7 4294967281 7 7 7 7 7 7 7 4294967295 7")
	loose := &bench{t: t, d: NewDecls(32, D), values: map[string]string{}} // what nobody declared is as large as that
	loose.ok("madw (M1, 8) V40(0,0)<1> 1:d 1:d 1:d")
	loose = &bench{t: t, d: NewDecls(32, F), values: map[string]string{}}
	loose.ok("plane (M1, 16) V40(0,0)<1> V41(0,0)<0;1,0> V42(0,0)<0;1,0>", "line (M1, 1) V40(0,0)<1> V43(0,0)<0;4,1> 1.0:f")
	b.undefined(0, 0, 64, "is at byte 64 of U", "madw (M1, 4) U(1,0)<1> 1:d 1:d 1:d")
	b.refused("reach into the registers of the high ones", "madw (M1, 8) L(0,0)<2> 1:d 1:d 1:d")
	b.refused("madw writes d or ud, not uw", "madw (M1, 8) W(0,0)<1> 1:d 1:d 1:d")
	b.refused("madw takes integers of up to 32 bits", "madw (M1, 8) U(0,0)<1> Q(0,0)<8;8,1> 1:d 1:d")
}

// line and plane by hand.
func TestPlanes(t *testing.T) {
	b := newBench(t)
	b.values["X"] = "2 3 99 0.5 1 2 3 4"
	b.values["L"] = "0"
	b.ok("line (M1, 4) X(1,0)<1> X(0,0)<0;4,1> X(0,4)<4;4,1>")
	b.want("X", "2 3 99 0.5 1 2 3 4 2.5 4.5 6.5 8.5 --")
	b.ok("line (M1, 2) X(1,0)<1> X(0,4)<0;1,0> (-)X(0,4)<2;2,1>")
	b.want("X", "2 3 99 0.5 1 2 3 4 0 -1")
	if said := b.m.Unverified(); len(said) != 1 || !strings.Contains(said[0], "erratum 277") {
		t.Errorf("it says %q", said)
	}
	d, err := ParseDecls(".decl c v_type=G type=f num_elts=4 align=GRF\n.decl uv v_type=G type=f num_elts=32 align=GRF\n.decl out v_type=G type=f num_elts=16 align=GRF\n.decl A0 v_type=A num_elts=8\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	b = &bench{t: t, d: d, values: map[string]string{"c": "10 100 -- 0.25", "uv": "0 1 2 3 4 5 6 7 1 0 1 0 1 0 1 0 8 9 10 11 12 13 14 15 2 2 2 2 2 2 2 2"}}
	b.ok("plane (M1, 16) out(0,0)<1> c(0,0)<8;8,1> uv(0,0)<0;1,0>") // regions are ignored
	b.want("out", "100.25 10.25 120.25 30.25 140.25 50.25 160.25 70.25 280.25 290.25 300.25 310.25 320.25 330.25 340.25 350.25")
	b.ok("addr_add (M1, 1) A0(1)<1> &uv 0:uw", "plane (M1, 16) out(0,0)<1> c(0,0)<8;8,1> r[A0(1),0]<0;1,0>:f")
	b.want("out", "100.25 10.25 120.25 30.25 140.25 50.25 160.25 70.25 280.25 290.25 300.25 310.25 320.25 330.25 340.25 350.25")
	b.later = true // no lane has an address of its own among the coefficients
	b.ok("addr_add (M1, 1) A0(1)<1> &c 0:uw", "line (M1, 8) out(0,0)<1> r[A0(1),0]<4,1>:f uv(0,0)<8;8,1>")
	b.want("out", "0.25 10.25 20.25 30.25 40.25 50.25 60.25 70.25 --")
	b.later = false
	b.ok("plane.sat (M1, 8) out(0,0)<1> c(0,0)<8;8,1> uv(0,0)<0;1,0>")
	b.want("out", "1 1 1 1 1 1 1 1 --")
	b.undefined(1, NoLane, 16, "c(0,1)<8;8,1> is at byte 16 of c", "plane (M1, 8) out(0,0)<1> c(0,1)<8;8,1> uv(0,0)<0;1,0>")
	b.undefined(2, 8, 160, "is at byte 160 of uv", "plane (M1, 16) out(0,0)<1> c(0,0)<8;8,1> uv(3,0)<0;1,0>")
	b.values["c"] = "10 100 7 --"
	b.ok("plane (M1, 8) out(0,0)<1> c(0,0)<8;8,1> uv(0,0)<0;1,0>")
	b.want("out", "-- --")
	b.refused("plane is for 8 or 16 lanes, not 4", "plane (M1, 4) out(0,0)<1> c(0,0)<0;1,0> uv(0,0)<0;1,0>")
	b.refused("coefficients are elements of a variable", "plane (M1, 8) out(0,0)<1> 1.0:f uv(0,0)<0;1,0>")
	b.refused("vectors are elements of a variable", "plane (M1, 8) out(0,0)<1> c(0,0)<0;1,0> 1.0:f")
	b = newBench(t)
	b.refused("line computes with f, not d", "line (M1, 8) V(0,0)<1> V(0,0)<0;4,1> V(0,0)<8;8,1>")
}

// What the pages ask of places and sizes, each rule broken by itself and kept next to it.
func TestRulesOfTwoHalvesAndPlanes(t *testing.T) {
	d, err := ParseDecls(".decl U v_type=G type=ud num_elts=32 align=GRF\n.decl W v_type=G type=uw num_elts=32 align=GRF\n.decl small v_type=G type=ud num_elts=15 align=GRF\n.decl late v_type=G type=ud num_elts=16 alias=<U, 16>\n"+
		".decl X v_type=G type=f num_elts=32 align=GRF\n.decl few v_type=G type=f num_elts=15 align=GRF\n.decl three v_type=G type=f num_elts=3 align=GRF\n.decl eight v_type=G type=f num_elts=8 align=GRF\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ text, rule string }{
		{"madw (M1, 8) U(0,0)<1> U(0,0)<8;8,1> 1:ud 2:d", ""},
		{"madw (M1, 16) U(0,0)<1> U(0,0)<16;16,1> 1:ud 2:d", ""},
		{"madw (M1, 32) U(0,0)<1> U(0,0)<0;1,0> 1:ud 2:d", "two-registers two-halves two-halves"},
		{"madw (M1, 8) U(0,1)<1> U(0,0)<8;8,1> 1:ud 2:d", "two-halves"},
		{"madw (M1, 4) late(0,0)<1> 1:d 1:ud 2:d", "two-halves"},
		{"madw (M1, 4) late(0,4)<1> 1:d 1:ud 2:d", ""},
		{"madw (M1, 8) small(0,0)<1> 1:d 1:ud 2:d", "two-halves"},
		{"madw (M1, 4) small(0,0)<1> 1:d 1:ud 2:d", ""},
		{"madw (M1, 4) U(0,0)<2> 1:d 1:ud 2:d", ""},
		{"madw (M1, 8) U(0,0)<2> 1:d 1:ud 2:d", "two-halves"},
		{"madw (M1, 8) U(0,0)<1> W(0,0)<8;8,1> 1:ud 2:d", "two-halves"},
		{"madw (M1, 8) U(0,0)<1> U(0,0)<8;8,1> 1:w 2:d", "two-halves"},
		{"plane (M1, 8) X(0,0)<1> X(0,4)<0;1,0> X(1,0)<0;1,0>", ""},
		{"plane (M1, 16) X(0,0)<1> X(0,0)<32;8,4> X(0,0)<0;1,0>", ""},
		{"plane (M1, 4) X(0,0)<1> X(0,4)<0;1,0> X(1,0)<0;1,0>", "plane-operands"},
		{"plane (M1, 8) X(0,0)<1> X(0,2)<0;1,0> X(1,0)<0;1,0>", "plane-operands"},
		{"plane (M1, 8) X(0,0)<1> X(0,4)<0;1,0> X(1,4)<0;1,0>", "plane-operands"},
		{"plane (M1, 8) X(0,0)<1> X(0,4)<0;1,0> few(0,0)<0;1,0>", "plane-operands"},
		{"plane (M1, 16) X(0,0)<1> X(0,4)<0;1,0> X(1,0)<0;1,0>", "plane-operands"},
		{"plane (M1, 8) X(0,0)<1> X(0,4)<0;1,0> eight(0,0)<0;1,0>", "plane-operands"},
		{"plane (M1, 8) X(0,0)<1> X(0,4)<0;1,0> few(1,0)<0;1,0>", "out-of-bounds"},
		{"plane (M1, 8) X(0,0)<1> three(0,0)<0;1,0> X(1,0)<0;1,0>", "out-of-bounds"},
		{"plane (M1, 8) X(0,0)<1> 1.0:f X(1,0)<0;1,0>", "plane-operands"},
		{"plane (M1, 8) X(0,0)<1> X(0,0)<0;1,0> 1.0:f", "plane-operands"},
		{"line (M1, 8) X(0,0)<1> X(0,0)<0;4,1> 1.0:f", ""},
		{"line (M1, 8) X(0,0)<1> few(1,4)<4;4,1> X(0,0)<8;8,1>", "out-of-bounds"},
		{"line (M1, 16) X(0,0)<1> few(1,0)<4;4,1> X(0,0)<16;16,1>", ""},
		{"line (M1, 1) X(0,0)<1> X(0,0)<0;4,1> 1.0:f", ""},
		{"line (M1, 8) X(0,0)<1> 1.0:f 1.0:f", "plane-operands"},
	} {
		got := complaints(t, d, row.text)
		if want := strings.Fields(row.rule); !slices.Equal(got, want) {
			t.Errorf("%s breaks %v, want %v", row.text, got, want)
		}
	}
}
