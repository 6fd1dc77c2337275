package visa

import (
	"fmt"
	"strings"
	"testing"
)

// Where no kernel is read, L3, F3 and N3 are numbers; what does not print as that number is a name like any other, and a name keeps the number that it got.
func TestLabelsByNumber(t *testing.T) {
	p := Parser{Decls: NewDecls(32, D)}
	for _, row := range []struct {
		text string
		n    uint32
		back string
	}{
		{"goto (M1, 8) L3", 3, "L3"}, {"call (M1, 8) F3", 3, "F3"}, {"goto (M1, 8) L65535", 65535, "L65535"}, {"fcall (M1, 8) N3 0 0", 3, "N3"},
		{"goto (M1, 8) L03", 0, "L03"}, {"call (M1, 8) F65536", 1, "F65536"}, {"goto (M1, 8) L03", 0, "L03"}, {"goto (M1, 8) L65536", 2, "L65536"},
		{"fcall (M1, 8) N03 0 0", 0, "N03"}, {"fcall (M1, 8) N4294967296 0 0", 1, "N4294967296"}, {"fcall (M1, 8) N03 0 0", 0, "N03"}, {"fcall (M1, 8) N4294967295 0 0", 1<<32 - 1, "N4294967295"},
		{"goto (M1, 8) L1", 1, "L1"}, // 1 is a subroutine
	} {
		i, err := p.ParseInst(row.text)
		if err != nil {
			t.Fatal(err)
		}
		n := uint32(i.Label)
		if i.Op == opFcall {
			n = i.Number
		}
		if text := i.Text(p.Decls); n != row.n || !strings.Contains(text+" ", " "+row.back+" ") {
			t.Errorf("%s has the number %d and prints %s, want %d and %s", row.text, n, text, row.n, row.back)
		}
	}
}

// In a kernel such names are names.
func TestLabelsOfAKernelAreNames(t *testing.T) {
	g, errs := ParseProgram("fcall (M1, 8) N7 0 0\nfcall (M1, 8) other 0 0\nfcall (M1, 8) N7 0 0\ngoto (M1, 8) L9\nL9:\nret (M1, 1)", NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	if a, b, c, l := g.Lines[0].Inst.Number, g.Lines[1].Inst.Number, g.Lines[2].Inst.Number, g.Lines[3].Inst.Label; a != 0 || b != 1 || c != 0 || l != 0 {
		t.Errorf("N7 is %d and %d, other %d, L9 %d", a, c, b, l)
	}
}

// Numbers of labels have 16 bits.
func TestMostLabels(t *testing.T) {
	d := NewDecls(32, D)
	d.labels.whole = true
	for n := range 1 << 16 {
		if got, err := d.label(fmt.Sprint("b", n), placeKind(n&1)); err != nil || int(got) != n {
			t.Fatal(n, got, err)
		}
	}
	if n, err := d.label("more", blockPlace); err == nil || err.Error() != "more than 65536 labels" {
		t.Errorf("one more is %d, %v", n, err)
	}
	if n, err := d.label("b0", blockPlace); n != 0 || err != nil {
		t.Errorf("the first is %d, %v", n, err)
	}
}

// A function's file begins with .function where a kernel's begins with .kernel: its name, repeated as a label, is a place. A longer word is no .function.
func TestFunctionFirst(t *testing.T) {
	g, errs := ParseProgram(".version 3.6\n.function \"foo\"\n\n//.platform TGLLP\n.decl V32 v_type=G type=d num_elts=16 align=GRF\nfoo:\n    mov (M1, 8) V32(0,0)<1> V32(0,0)<8;8,1>\n    fret (M1, 8)\n", NewDecls(32, D), Spec)
	if errs != nil || g.Kernel != "foo" || len(g.Lines) != 3 || g.Lines[0].Inst.Op != opLabel || g.Lines[2].Inst.Op != opFret {
		t.Errorf("%+v, %v", g, errs)
	}
	if found := (&Checker{Decls: g.Decls}).CheckProgram(g); len(found) > 0 {
		t.Error(found)
	}
	for _, head := range []string{"", "yield\n", ".kernel \"k\"\n"} {
		if _, errs := ParseProgram(head+".function_attr Entry\n", NewDecls(32, D), Spec); len(errs) != 1 || !strings.Contains(errs[0].Error(), "expected a directive") {
			t.Errorf("%q: %v", head, errs)
		}
	}
}
