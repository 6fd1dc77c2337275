package moves_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/moves"
)

func TestVISAForms(t *testing.T) {
	for _, row := range []struct {
		text string
		opt  form.Options
		want string // the map, or the error
	}{
		{"<8;4,1>", form.Options{Exec: 8, Type: "d"}, "i32x16 -> a0 a1 a2 a3 a8 a9 a10 a11"},
		{"< 4; 4, 0 >", form.Options{Exec: 8, Type: "w"}, "i16x8 -> a0 a0 a0 a0 a4 a4 a4 a4"},
		{"<0;1,0>", form.Options{Exec: 4, Type: "ub"}, "i8x4 -> a0 a0 a0 a0"},
		{"<16;16,1>", form.Options{Type: "uw"}, "i16x16 -> " + lanes(0, 16)},
		{"mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>", form.Options{}, "i32x8 -> " + lanes(0, 8)},
		{"mov (M1,4) V2(0,0)<2> V1(0,4)<4;4,1> ; mov (M1,4) V2(0,1)<2> V1(0,0)<4;4,1>", form.Options{}, "i32x8 -> a4 a0 a5 a1 a6 a2 a7 a3"},
		{"mov (4) out<1> b(0,0)<4;4,1>\nmov (2) out(0,1)<2> a(0,0)<2;2,1>", form.Options{}, "i32x2 i32x4 -> b0 a0 b2 a1"},
		{".decl o v_type=G type=uw num_elts=4 align=GRF\n.decl a v_type=G type=uw num_elts=4 align=GRF\nmov (M1, 4) o(0,0)<1> a(0,0)<1;2,2>", form.Options{}, "i16x4 -> a0 a2 a1 a3"},

		{"<8;3,1>", form.Options{Exec: 8}, "1:1: <8;3,1>: width 3 is not 1, 2, 4, 8 or 16; nearest: <8;4,1>, which reads elements 0 1 2 3 8 9 10 11"},
		{"<8;8,1>", form.Options{Exec: 3}, "1:1: 3 is no execution size"},
		{"<8;8>", form.Options{}, `1:5: expected "," and the horizontal stride, found ">"`},
		{"<8;8,1>", form.Options{Type: "vf"}, "1:1: --type \"vf\" is no type of elements"},
		{"mov (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1>\nadd (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1> 1:d", form.Options{}, "1:1: add (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1> 0x1:d: add is no movement of lanes"},
		{"mov (M1, 4) V32(0,0)<1> (-)V33(0,0)<4;4,1>", form.Options{}, "1:1: mov (M1, 4) V32(0,0)<1> (-)V33(0,0)<4;4,1>: the modifier (-) changes values"},
		{"mov (M1, 4) V32(0,0)<1> V33(0,0)<8;8,1>", form.Options{}, "1:1: <8;8,1>: width 8 is greater than the execution size 4"},
		{"mov (M1, 4) V32(0,0)<1>\nmov", form.Options{}, "1:24: expected an operand, found the end"},
	} {
		f, err := form.Parse(row.text, row.opt)
		got := f.Map.String()
		if err != nil {
			got = err.Error()
		} else if f.Dialect != "visa" {
			t.Errorf("%s is read as %s", row.text, f.Dialect)
		}
		if got != row.want && (err == nil || !strings.HasPrefix(got, row.want)) {
			t.Errorf("%s: %s, want %s", row.text, got, row.want)
		}
	}
}

func lanes(from, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("a%d", from+i)
	}
	return strings.Join(words, " ")
}

// What a region reads is said as one mov again, in the region's canonical spelling.
func TestVISASaysItself(t *testing.T) {
	d, _ := form.ByName("visa")
	said := 0
	for _, exec := range []int{1, 2, 4, 8, 16} {
		for r := range visa.LegalRegions(exec) {
			a := visa.Access{Size: 4, Exec: exec, Region: r}
			if _, n := a.Registers(32); n > 2 {
				continue
			}
			m, err := a.ReadMap(max(exec, powerOfTwo(r.Last(exec)+1)))
			if err != nil {
				t.Fatal(err)
			}
			text, err := d.Form(m)
			if err != nil {
				t.Errorf("%s with %d lanes: %v", r, exec, err)
				continue
			}
			said++
			if !strings.HasSuffix(text, ")"+r.Canonical(exec).String()) {
				t.Errorf("%s with %d lanes is said as %s, want its canonical spelling %s", r, exec, text, r.Canonical(exec))
			}
			back, err := form.Parse(text, form.Options{})
			if v, errC := form.Compare(form.Form{Map: m}, back); err != nil || errC != nil || v.Relation != lane.Equal {
				t.Errorf("%s with %d lanes: %s reads as %s: %v", r, exec, text, back.Map, err)
			}
		}
	}
	t.Logf("%d regions", said)
}

func powerOfTwo(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}

// Every element that a lane reads stands in its register's row and has a text; what is not in the variable has the sign of undefined.
func TestRegionScene(t *testing.T) {
	for _, exec := range []int{1, 4, 16} {
		for r := range visa.LegalRegions(exec) {
			a := visa.Access{Start: 6, Size: 2, Exec: exec, Region: r}
			s := moves.RegionScene("", a, 64, 128)
			first, n := a.Registers(64)
			if n > 16 {
				n = 16
				if len(s.Notes) == 0 {
					t.Errorf("%s: no note about registers left out", r)
				}
			}
			if len(s.Rows) != n {
				t.Fatalf("%s with %d lanes: %d rows, want %d", r, exec, len(s.Rows), n)
			}
			for k := range exec {
				e := a.Byte(k) / 2
				if row := e/32 - first; row < n {
					c := s.Rows[row].Cells[e%32]
					if c.Text == "" || (c.Style == draw.Undef) != (e >= 64) {
						t.Fatalf("%s with %d lanes: lane %d, element %d: %+v", r, exec, k, e, c)
					}
				}
			}
			if len(s.SVG()) == 0 || len(s.Text(draw.Terminal{})) == 0 {
				t.Fatal("no picture")
			}
		}
	}
}

// Each lane of an indirect operand stands in the register's row that its address points to, and each address has a wire to the lane that is counted from it.
func TestIndirectScene(t *testing.T) {
	d := visa.NewDecls(32, visa.D)
	p := visa.Parser{Decls: d}
	o, err := p.ParseOperand("r[A0(2),4]<2,1>:d", visa.Source)
	if err != nil {
		t.Fatal(err)
	}
	places := []moves.Place{{Variable: "V33", Byte: 8}, {Variable: "V33", Byte: 12}, {Variable: "V34", Byte: 64}, {Variable: "V34", Byte: 68}, {Variable: "V33", Byte: 40}, {Variable: "V33", Byte: 44}}
	s := moves.IndirectScene("", &o, "A0", places, 32)
	var labels []string
	for _, r := range s.Rows {
		labels = append(labels, r.Label)
	}
	if got := strings.Join(labels, "; "); got != "A0; V33(0); A0; V33(1); A0; V34(2)" {
		t.Errorf("rows %s", got)
	}
	for k, at := range []draw.Port{{Row: 1, Cell: 2}, {Row: 1, Cell: 3}, {Row: 5, Cell: 0}, {Row: 5, Cell: 1}, {Row: 3, Cell: 2}, {Row: 3, Cell: 3}} {
		if got := s.Rows[at.Row].Cells[at.Cell].Text; got != fmt.Sprint(k) {
			t.Errorf("lane %d stands where %q is", k, got)
		}
	}
	if len(s.Wires) != 3 || s.Rows[0].Cells[1].Text != "&V34[60]" || s.Wires[2].From != (draw.Port{Row: 4, Cell: 1}) {
		t.Errorf("wires %+v from %+v", s.Wires, s.Rows[0].Cells)
	}
}
