package visa

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
)

// Every legal region as a map, against the seed's loops; and writes of every destination region.
func TestAccessMaps(t *testing.T) {
	for _, exec := range execSizes {
		for r := range LegalRegions(exec) {
			a := Access{Start: 12, Size: 4, Exec: exec, Region: r}
			m, err := a.ReadMap(3 + 1024 + 32)
			if err != nil {
				t.Fatal(err)
			}
			for k, e := range seedSource(exec, int(r.W), int(r.V), int(r.H), 3) {
				if m.Lane[k] != lane.From(0, e) {
					t.Fatalf("%s with %d lanes: %s", r, exec, m)
				}
			}
		}
		for _, h := range legalH[1:] {
			a := Access{Start: 2, Size: 2, Exec: exec, Region: Destination(int(h))}
			m, err := a.WriteMap(200)
			if err != nil {
				t.Fatal(err)
			}
			written := map[int]int{}
			for k, e := range seedDestination(exec, int(h), 1) {
				written[e] = k
			}
			for e, l := range m.Lane {
				want := lane.FromOld(e)
				if k, ok := written[e]; ok {
					want = lane.From(0, k)
				}
				if l != want {
					t.Fatalf("<%d> with %d lanes: %s", h, exec, m)
				}
			}
		}
	}
	if _, err := (Access{Size: 4, Exec: 8, Region: Destination(1)}).WriteMap(7); err == nil {
		t.Error("lane 7 of 8 has no place in 7 elements")
	}
}

const copyDecls = `.decl V32 v_type=G type=d num_elts=64 align=GRF
.decl V33 v_type=G type=d num_elts=64 align=GRF
.decl B v_type=G type=ub num_elts=64 align=GRF
.decl H v_type=G type=uw num_elts=64 align=GRF
.decl S v_type=G type=w num_elts=64 align=GRF
.decl X v_type=G type=f num_elts=64 align=GRF
.decl A0 v_type=A num_elts=8
.decl P1 v_type=P num_elts=32
`

func TestCopies(t *testing.T) {
	d, err := ParseDecls(copyDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ text, want string }{
		{"mov (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1>", "i32x64 -> a0 a1 a2 a3"},
		{"mov (M1, 8) V32(0,0)<1> V33(0,0)<8;4,1>", "i32x64 -> a0 a1 a2 a3 a8 a9 a10 a11"},
		{"mov (M1, 4) V32(0,0)<2> V33(0,1)<0;1,0>", "i32x64 -> a1 . a1 . a1 . a1"},
		{"mov (M1, 4) V32(0,0)<1> B(0,0)<4;4,1>", "i8x64 -> a0 z z z a1 z z z a2 z z z a3 z z z"},
		{"mov (M1, 4) H(0,0)<1> V33(0,0)<4;4,1>", "i16x128 -> a0 a2 a4 a6"},
		{"mov (M1, 4) S(0,0)<1> H(0,0)<4;4,1>", "i16x64 -> a0 a1 a2 a3"},
		{"mov (M1, 2) V32(0,0)<1> -2:w", "-> i32x2: #fffffffe #fffffffe"},
		{"mov (M1, 8) H(0,0)<1> 0xfedcba98:v", "-> i16x8: #fff8 #fff9 #fffa #fffb #fffc #fffd #fffe m"},
		{"mov (M1, 2) V32(0,0)<1> V33(0,0)<2;2,1>;mov (M1, 2) V32(0,2)<1> V33(0,6)<2;2,1>", "i32x64 -> a0 a1 a6 a7"},
		{"mov (M1, 2) V33(0,0)<1> V32(0,2)<2;2,1>;mov (M1, 2) V32(0,0)<1> V33(0,0)<2;2,1>;mov (M1, 2) V32(0,2)<1> H(0,0)<2;2,1>", "i16x64 -> d4 d5 d6 d7 a0 z a1 z"},
		{"mov (M1, 4) V32(0,0)<1> V32(0,0)<0;1,0>;mov (M1, 1) V32(0,3)<1> V32(0,3)<0;1,0>", "-> i32x4: . d0 d0 d0"},

		{"mov (M1, 4) V32(0,0)<1> S(0,0)<4;4,1>", "a move from w to d extends signs"},
		{"mov (M1, 4) V32(0,0)<1> X(0,0)<4;4,1>", "a move from f to d converts values"},
		{"mov (M1, 4) V32(0,0)<1> (-)V33(0,0)<4;4,1>", "the modifier (-) changes values"},
		{"mov.sat (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1>", ".sat changes values"},
		{"(P1) mov (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1>", "a run-time predicate decides which lanes are written"},
		{"mov (M1, 4) V32(0,0)<1> r[A0(0),0]<4;4,1>:d", "which elements an indirect operand means is known at run time only"},
		{"add (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1> 1:d", "add is no movement of lanes"},
	} {
		p := Parser{Decls: d}
		var insts []Inst
		for _, line := range strings.Split(row.text, ";mov") {
			if !strings.Contains(line, "mov") && !strings.Contains(line, "add") {
				line = "mov" + line
			}
			i, err := p.ParseInst(line)
			if err != nil {
				t.Fatal(err)
			}
			insts = append(insts, i)
		}
		c, err := CopyOf(insts, d)
		if err != nil {
			if !strings.HasSuffix(err.Error(), row.want) && !strings.Contains(err.Error(), row.want) {
				t.Errorf("%s: %v, want %s", row.text, err, row.want)
			}
			continue
		}
		if got := c.Map.String(); got != row.want {
			t.Errorf("%s is %s from %s, want %s", row.text, got, c.Names, row.want)
		}
	}
}
