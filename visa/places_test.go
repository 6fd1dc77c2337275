package visa

import (
	"fmt"
	"slices"
	"testing"
)

// What is complained of in a message of LSC is the operand in which it differs from a message that breaks nothing: the one that was spoilt, wherever its message has it.
func TestComplaintsOfLSCNameTheOperand(t *testing.T) {
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ good, spoilt string }{
		{"lsc_store.ugm (8) flat[V_ud]:a32 V_ud:d32", "lsc_store.ugm (8) flat[V_ud]:a32 %null:d32"},
		{"lsc_store_quad.ugm (8) flat[V_ud]:a32 V_ud:d32.x", "lsc_store_quad.ugm (8) flat[V_ud]:a32 %null:d32.x"},
		{"lsc_store_strided.ugm (8) flat[V_ud]:a32 V_ud:d32", "lsc_store_strided.ugm (8) flat[V_ud]:a32 %null:d32"},
		{"lsc_store_strided.ugm (8) flat[V_ud, 8]:a32 V_ud:d32", "lsc_store_strided.ugm (8) flat[V_ud, 65536]:a32 V_ud:d32"},
		{"lsc_store_strided.ugm (8) flat[V_ud, V_ud]:a32 V_ud:d32", "lsc_store_strided.ugm (8) flat[V_ud, %null]:a32 V_ud:d32"},
		{"lsc_load_strided.ugm (8) V_ud:d32 flat[V_ud, 8]:a32", "lsc_load_strided.ugm (8) V_ud:d32 flat[V_ud, 65536]:a32"},
		{"lsc_load.ugm (8) V_ud:d32 bti(4)[V_ud]:a32", "lsc_load.ugm (8) V_ud:d32 bti(%null)[V_ud]:a32"},
		{"lsc_load_quad.tgm (8) V_ud:d32.x bti(4)[V_ud]:a32", "lsc_load_quad.tgm (8) V_ud:d32.x bti(%null)[V_ud]:a32"},
		{"lsc_store_quad.tgm (8) bti(4)[V_ud]:a32 V_ud:d32.x", "lsc_store_quad.tgm (8) bti(4)[V_ud]:a32 %null:d32.x"},
		{"lsc_store_block2d.ugm (1) flat[V_uq,1,2,3,4,5] V_ud:d8.16x32nn", "lsc_store_block2d.ugm (1) flat[V_uq,1,2,3,4,5] %null:d8.16x32nn"},
	} {
		spoiltAlone(t, d, row.good, row.spoilt)
	}
	for op, a := range lscAtomics {
		for _, typed := range []bool{false, true} {
			head, datum := fmt.Sprintf("%s.ugm (8) V_ud:d32 flat[V_ud]:a32", op), []string{"%null", "V_ud"}
			if typed {
				head = fmt.Sprintf("%s.tgm (8) V_ud:d32 bti(4)[V_ud]:a32", op)
			}
			text := func(first, second int) string { return head + " " + datum[first] + " " + datum[second] }
			first, second := min(a.a.sources(), 1), a.a.sources()/2
			if len(complaintsOf(t, d, text(first, second))) > 0 {
				continue // a typed surface has no such operation
			}
			spoiltAlone(t, d, text(first, second), text(first, 1-second))
			spoiltAlone(t, d, text(first, second), text(1-first, second))
		}
	}
}

// complaintsOf are the findings of a text.
func complaintsOf(t *testing.T, d *Decls, text string) []Finding {
	t.Helper()
	p, c := Parser{Decls: d}, Checker{Decls: d}
	i, err := p.ParseInst(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return slices.Clone(c.Check(&i))
}

// spoiltAlone compares what is complained of with the one operand in which two texts differ.
func spoiltAlone(t *testing.T, d *Decls, good, spoilt string) {
	t.Helper()
	if f := complaintsOf(t, d, good); len(f) > 0 {
		t.Fatalf("%s: %v", good, f)
	}
	p := Parser{Decls: d}
	a, err := p.ParseInst(good)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.ParseInst(spoilt)
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for k := range int(a.N) {
		if *a.At(k) != *b.At(k) {
			if at >= 0 {
				t.Fatalf("%s and %s differ in operands %d and %d", good, spoilt, at, k)
			}
			at = k
		}
	}
	f := complaintsOf(t, d, spoilt)
	if len(f) != 1 || f[0].Operand != at {
		t.Errorf("%s: %+v, want operand %d", spoilt, f, at)
	}
}

// In Intel's dialect a mov to the pause counter, which is %tsc(0,4), is refused where registers have 64 bytes: the other elements are not it, other instructions and other variables are not refused, nor are registers of 32.
func TestPauseCounter(t *testing.T) {
	for _, grf := range []int{32, 64} {
		d := NewDecls(grf, D)
		for _, op := range []string{"mov", "not"} {
			for _, name := range []string{"%tsc", "%sr0"} {
				for row := range 2 {
					for col := range 5 {
						text := fmt.Sprintf("%s (M1_NM, 1) %s(%d,%d)<1> V40(0,0)<0;1,0>", op, name, row, col)
						for _, dialect := range []Dialect{Spec, Intel} {
							p := Parser{Decls: d, Dialect: dialect}
							_, err := p.ParseInst(text)
							if refused := dialect == Intel && grf == 64 && op == "mov" && name == "%tsc" && row == 0 && col == 4; (err != nil) != refused {
								t.Errorf("%s, registers of %d bytes, dialect %v: %v", text, grf, dialect, err)
							}
						}
					}
				}
			}
		}
	}
}

// Where all variables are declared a general variable below 32 has its number for a name, too, if it is one of the predefined; what else nobody declared is none. Where nothing is declared each name is one.
func TestNumbersOfPredefined(t *testing.T) {
	declared, err := ParseDecls(".decl V40 v_type=G type=ud num_elts=8 align=GRF\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []*Decls{declared, NewDecls(32, D)} {
		for id := range uint32(40) {
			for _, kind := range []Kind{GeneralKind, AddressKind, PredicateKind, SamplerKind, SurfaceKind} {
				name := fmt.Sprintf("%c%d", kind.nameLetter(), id)
				b, ok := d.lookup(name)
				want := !d.declared || kind == GeneralKind && (id < uint32(len(predefined)))
				if kind == SurfaceKind && (id == 1 || id == 2) { // predefined by this name
					want = true
				}
				if ok != want || ok && b != (binding{kind, id}) {
					t.Errorf("%s, declared %v: %v, %v; want %v", name, d.declared, b, ok, want)
				}
			}
		}
	}
}
