package gen_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// Each bit of a predicate decides over the lanes that its element becomes, whatever types, strides and first lanes there are: what lies between elements is decided over by none.
func TestPredicateBitsOfAllTypes(t *testing.T) {
	for name, size := range map[string]int{"ub": 1, "b": 1, "w": 2, "uw": 2, "d": 4, "f": 4, "q": 8, "df": 8} {
		for exec := 1; exec <= 16; exec *= 2 {
			for _, stride := range []int{1, 2, 4} {
				for first := 0; first+exec <= 32; first += max(exec, 4) {
					if exec*stride*size > 64 {
						continue
					}
					for _, source := range []string{"r8.0<1;1,0>", "r8.0<0;1,0>"} {
						text := fmt.Sprintf("(f0.0) mov (%d|M%d) r4.0<%d>:%s %s:%[4]s", exec, first, stride, name, source)
						c, err := texts(t, text).Copy(32)
						if err != nil || c.Map.Bits > 8*size || len(c.Bits) != len(c.Map.Lane) {
							t.Fatalf("%s: %d bits for %s, %v", text, len(c.Bits), c.Map, err)
						}
						each := 8 * size / c.Map.Bits
						for k, bit := range c.Bits {
							want := lane.Always
							if element := k / each; element%stride == 0 && element/stride < exec {
								want = first + element/stride
							}
							if bit != want {
								t.Fatalf("%s: bit %d decides over lane %d of %s, want %d", text, bit, k, c.Map, want)
							}
						}
					}
				}
			}
		}
	}
}

// The bytes of elements as vISA counts them: of a source by its region, of a destination by its stride.
func TestAccessOfOperands(t *testing.T) {
	for name, size := range map[string]int{"ub": 1, "w": 2, "d": 4, "q": 8} {
		for _, region := range [][3]int{{1, 1, 0}, {0, 1, 0}, {8, 8, 1}, {16, 8, 2}, {4, 4, 1}, {8, 4, 2}, {2, 2, 1}, {4, 1, 0}} {
			for _, stride := range []int{1, 2, 4} {
				text := fmt.Sprintf("mov (8|M0) r4.2<%d>:%s r8.3<%d;%d,%d>:%[2]s", stride, name, region[0], region[1], region[2])
				i := texts(t, text).Insts[0]
				to, ok := i.Dst.Access(8, true)
				from, fine := i.Src[0].Access(8, false)
				if !ok || !fine || to.Start != 2*size || from.Start != 3*size || to.Size != size || from.Size != size {
					t.Fatalf("%s: %+v %v, %+v %v", text, to, ok, from, fine)
				}
				for k := range 8 {
					if got, want := to.Byte(k), (2+k*stride)*size; got != want {
						t.Fatalf("%s: lane %d is written at byte %d, want %d", text, k, got, want)
					}
					if got, want := from.Byte(k), (3+k/region[1]*region[0]+k%region[1]*region[2])*size; got != want {
						t.Fatalf("%s: lane %d is read at byte %d, want %d", text, k, got, want)
					}
				}
			}
		}
	}
	number := texts(t, "mov (8|M0) r4.0<1>:d 7:d").Insts[0].Src[0]
	if _, ok := number.Access(8, false); ok {
		t.Error("a number has elements")
	}
	row := texts(t, "mov(8) g4<1>.xF g9<4>.yF { align16 1Q };").Insts[0]
	if _, ok := row.Dst.Access(8, true); ok {
		t.Error("rows of four are elements one behind another")
	}
}

// A region of no width, which no machine has, breaks a rule; who copies by it all the same takes it for one of width 1.
func TestRegionsOfNoWidth(t *testing.T) {
	for v := 0; v <= 8; v++ {
		for h := range 3 {
			of := func(w int) *gen.Text {
				return texts(t, fmt.Sprintf("mov (8|M0) r4.0<1>:d r8.0<%d;%d,%d>:d", v, w, h))
			}
			none, one := of(0), of(1)
			got, err := none.Copy(32)
			want, wrong := one.Copy(32)
			if err != nil || wrong != nil || got.Map.String() != want.Map.String() || len(none.Broken(0)) == 0 {
				t.Errorf("<%d;0,%d> is %s, %v, and <%[1]d;1,%[2]d> %s; broken %v", v, h, got.Map, err, want.Map, none.Broken(0))
			}
			files := [2][]byte{make([]byte, 256*32), make([]byte, 256*32)}
			for k, text := range []*gen.Text{none, one} {
				for b := range files[k] {
					files[k][b] = byte(b * 7)
				}
				if err := text.Insts[0].Run(files[k], 32); err != nil {
					t.Error(err)
				}
			}
			if !slices.Equal(files[0], files[1]) {
				t.Errorf("<%d;0,%d> runs as no region of width 1", v, h)
			}
		}
	}
}

// A condition stands before the destination, apart from its flag or not, and changes nothing that is moved; what is no flag is told of where it stands.
func TestConditionsOfMovs(t *testing.T) {
	want, err := texts(t, "mov (8|M0) r4.0<1>:d r8.0<8;8,1>:d").Copy(32)
	if err != nil {
		t.Fatal(err)
	}
	for _, condition := range []string{"eq", "ne", "gt", "ge", "lt", "le", "ov", "un"} {
		for _, form := range []string{"(%s)f0.0", "(%s) f0.0", "( %s ) f1.1", "(%s)  f0.1", " (%s)\tf1.0"} {
			text := "mov (8|M0) " + fmt.Sprintf(form, condition) + " r4.0<1>:d r8.0<8;8,1>:d"
			got, err := texts(t, text).Copy(32)
			if err != nil || got.Map.String() != want.Map.String() || got.To != "r4" {
				t.Errorf("%s: %s is %s, %v", text, got.To, got.Map, err)
			}
		}
		for _, blank := range []string{"", " ", "   "} {
			text := "mov (8|M0) (" + condition + ")" + blank + "r4.0<1>:d r8.0<8;8,1>:d"
			if _, err := gen.ParseText(text); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("1:%d: expected a flag, as f0.0", strings.Index(text, "r4")+1)) {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

// A listing has as many instructions as it has, each at its line.
func TestLongListings(t *testing.T) {
	for _, n := range []int{1, 39, 40, 41, 1000, 5000} {
		text := "//.platform SKL\n" + strings.Repeat("mov (8|M0) r4.0<1>:d r8.0<8;8,1>:d // $7\n", n)
		l, err := gen.Parse(text)
		if err != nil || len(l.Insts) != n {
			t.Errorf("%d instructions: %v", n, err)
			continue
		}
		whole, err := gen.ParseText(text)
		if err != nil || len(whole.Insts) != n {
			t.Errorf("%d instructions of a text: %v", n, err)
			continue
		}
		for k := range n {
			if l.Insts[k].Line != k+2 || whole.Insts[k].Line != k+2 || l.Insts[k].Of != 7 || l.Insts[k].Op != "mov" {
				t.Fatalf("instruction %d of %d is %+v, %+v", k, n, l.Insts[k], whole.Insts[k])
			}
		}
	}
}

// A mov from or to what is no general variable has no registers here, on either side.
func TestLegaliseOtherFiles(t *testing.T) {
	const decls = ".decl D v_type=G type=d num_elts=64 align=GRF\n.decl W v_type=G type=uw num_elts=64 align=GRF\n.decl A0 v_type=A num_elts=8\n.decl A1 v_type=A num_elts=8\n"
	for _, inst := range []string{"mov (M1, 8) A0(0)<1> W(0,0)<8;8,1>", "mov (M1, 8) A0(0)<1> A1(0)<1>", "mov (M1, 8) W(0,0)<1> A0(0)<1>", "mov (M1, 8) r[A0(0),0]<1>:d D(0,0)<8;8,1>", "mov (M1, 1) A0(0)<1> 3:uw"} {
		g := program(t, decls+inst+"\n", 32)
		l, err := gen.Legalise(g, visa.SKL)
		if err != nil || len(l.Insts) > 0 || l.Unmade[0] != "its operands are not two direct regions" {
			t.Errorf("%s: %q, %v", inst, l.Unmade[0], err)
			continue
		}
		if x, ok := l.Directly(&g.Lines[0].Inst, g.Decls); ok {
			t.Errorf("%s is %s", inst, x.Text)
		}
	}
}

// What has no sequence was not executed, for the reason that it has none.
func TestAuditOfWhatWasNotMade(t *testing.T) {
	const decls = ".decl D v_type=G type=ub num_elts=64 align=GRF\n.decl S v_type=G type=d num_elts=64 align=GRF\n.decl P1 v_type=P num_elts=16\n"
	g := program(t, decls+"add (M1, 8) S(0,0)<1> S(0,0)<8;8,1> 1:d\nmov (M1, 8) S(0,0)<1> S(1,0)<8;8,1>\n(P1) mov (M1, 8) D(0,0)<1> S(0,0)<8;8,1>\nmov (M1, 8) D(1,30)<1> S(0,0)<8;8,1>\n", 32)
	l, err := gen.Legalise(g, visa.SKL)
	if err != nil || len(l.Unmade) != 3 {
		t.Fatalf("%v, %v", l, err)
	}
	for _, a := range gen.Audit(g, l, chance.Random(t, 0)) {
		if why, none := l.Unmade[a.Inst]; none && (a.Verdict != gen.NotExecuted || a.Why != why) || !none && a.Verdict != gen.Same {
			t.Errorf("%s is %s: %q, want %q", a.Text, a.Verdict, a.Why, why)
		}
	}
}

// A line of a listing that has no instruction is told of, whatever else is on it.
func TestLinesOfNoInstruction(t *testing.T) {
	for _, line := range []string{"{Compacted}", "  { @1 } // $3", "(W)", "(f0.0) mov", "mov {Compacted}", "{"} {
		_, err := gen.Parse("//.platform SKL\n" + line + "\n")
		if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("2:%d: expected an instruction, found ", len(line)-len(strings.TrimLeft(line, " "))+1)) {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// What is read at run time only is refused where it is written, and so are packed numbers that are none.
func TestWhatIsNoSource(t *testing.T) {
	for _, row := range [][2]string{
		{"mov (4|M0) r1.0<1>:d r2.0<VxH«,»1>:d", `expected a region of a register: which elements an indirect operand means is known at run time only, found `},
		{"mov (4|M0) r1.0<1>:f «[»0F, 1F, 2F]VF", "expected a register, as r12.0, found "}, {"mov (4|M0) r1.0<1>:f «[»0F, 1F, 2F, 3F]F", "expected a register, as r12.0, found "}, {"mov (4|M0) r1.0<1>:f «[»0F, 1F, 2F, 0.3F]VF", "expected a register, as r12.0, found "},
		{"mov (4|M0) r1.0<1>:f «1.5»:x", "expected a general register, as r12.0, since others hold no lanes that move, found "}, {"mov (4|M0) r1.0<1>:d «7»", "expected a general register, as r12.0, since others hold no lanes that move, found "},
	} {
		bare := strings.NewReplacer("«", "", "»", "").Replace(row[0])
		_, err := gen.ParseText(bare)
		e, ok := err.(*syntax.Error)
		if !ok || !strings.HasPrefix(e.What, row[1]) || e.Off != strings.Index(row[0], "«") {
			t.Errorf("%s: %v at %+v, want %s", row[0], err, e, row[1])
		}
	}
}

// A variable is where its line says: at a register as long as the platform's, of so many bytes. Lines that say it otherwise, or of no whole register, place none, and none is beyond the file.
func TestPlacesOfVariables(t *testing.T) {
	for _, p := range visa.Platforms() {
		grf := max(p.GRF(), 32)
		for register := range 256 {
			size := register*3 + 1
			text := fmt.Sprintf("//.platform %s\n//.declare V1 (1)  rf=r size=%d type=q align=16 words (r%d.0)\n//.declare V2 (2) size=4 (r%d.0)\n//.declare V1 rf=r\n", p, size, register, 255-register)
			l, err := gen.Parse(text)
			want := map[string]gen.Place{"V1": {First: register * grf, Size: size}, "V2": {First: (255 - register) * grf, Size: 4}}
			if err != nil || !maps.Equal(l.Vars, want) || l.Platform != p {
				t.Fatalf("%s: %v, %v, want %v", text, l, err, want)
			}
		}
		for _, line := range []string{"V1", "V1 (r1.0)", "V1 size=4 (r1.1)", "V1 size=4 (r-1.0)", "V1 size=4 (r1)", "V1 size=4 r1.0", "V1 size=4 (f1.0)", "V1 size=0 (r1.0)", "V1 size=-4 (r1.0)", "V1 size=x (r1.0)", "V1 size=4 (rx.0)", "V1 size=4 (r1.x)", "V1 sizes=4 (r1.0)", ""} {
			if l, err := gen.Parse("//.platform " + p.String() + "\n//.declare " + line + "\n"); err != nil || len(l.Vars) != 0 {
				t.Errorf("%q: %v, %v", line, l, err)
			}
		}
		for text, ok := range map[string]bool{"size=4 (r256.0)": true, "size=16384 (r0.0)": true, "size=16385 (r0.0)": false, "size=4 (r513.0)": false} {
			if l, err := gen.Parse("//.platform " + p.String() + "\n//.declare V1 " + text + "\n"); (err == nil) != ok {
				t.Errorf("%s: %q: %v, %v", p, text, l, err)
			}
		}
	}
}

// The first words of an instruction: a mask, a mnemonic, for how many lanes, and behind it for what it was made. What has not these is refused with what would be right, at its line.
func TestHeadsOfInstructions(t *testing.T) {
	for exec := -1; exec < 40; exec++ {
		for _, head := range []string{"", "(W) ", "(f0.0) ", "(~f1.0) "} {
			for comment, of := range map[string]int{"": -1, " // $0": 0, " //$41:&9": 41, " // $": -1, " // 7": -1, " {Compacted} // $3": 3} {
				text := fmt.Sprintf("//.platform SKL\n\nlabel:\n   %smov (%d|M0) r4.0<1>:d r8.0<8;8,1>:d%s\n", head, exec, comment)
				l, err := gen.Parse(text)
				if ok := exec >= 1 && exec <= 32; ok != (err == nil) {
					t.Fatalf("%q: %v", text, err)
				} else if !ok {
					if !strings.HasPrefix(err.Error(), "4:") || !strings.Contains(err.Error(), "an execution size, as mov (8|M0)") {
						t.Errorf("%q: %v", text, err)
					}
					continue
				}
				i := l.Insts[0]
				if len(l.Insts) != 1 || i.Line != 4 || i.Of != of || i.Exec != exec || i.NoMask != (head == "(W) ") || i.Masked != (len(head) > 4) || i.Op != "mov" || i.Dst.Register != 4 || len(i.Src) != 1 || i.Src[0].Register != 8 || i.Text != strings.TrimSpace(head)+strings.Repeat(" ", min(len(head), 1))+fmt.Sprintf("mov (%d|M0) r4.0<1>:d r8.0<8;8,1>:d", exec) {
					t.Errorf("%q is %+v", text, i)
				}
			}
		}
	}
	for _, line := range []string{"mov", "(W)", "(W) mov", "(f0.0)", "mov (8) r4.0<1>:d", "mov 8M0 r4", "mov (x|M0) r4"} {
		if _, err := gen.Parse("//.platform SKL\n" + line + "\n"); err == nil || !strings.HasPrefix(err.Error(), "2:") || !strings.Contains(err.Error(), "expected a") {
			t.Errorf("%q: %v", line, err)
		}
	}
	for text, want := range map[string]string{"mov (8|M0) r4.0<1>:d r8.0<8;8,1>:d\n": "the listing names no platform", "": "the listing names no platform", "//.platform NONE\n": "there is no platform"} {
		if _, err := gen.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
