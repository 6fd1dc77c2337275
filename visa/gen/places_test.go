package gen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// A platform is named in a comment by either of its names, in any case, whatever stands around it; a word that is none is told of where it stands.
func TestPlatformsInComments(t *testing.T) {
	const mov = "mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d"
	for _, before := range []string{"", " ", "\t", mov + "\n", "L0:\n  "} {
		for _, between := range []string{"", " ", "\t", "   ", " \t "} {
			for _, behind := range []string{"", " ", "  \t", "\r", " // and more", " more"} {
				of := func(name string) string { return before + "//.platform" + between + name + behind + "\n" + mov + "\n" }
				for _, p := range visa.Platforms() {
					for _, name := range []string{p.String(), p.Tool(), strings.ToLower(p.String())} {
						if all := texts(t, of(name)); all.Platform != p || all.GRF() != p.GRF() {
							t.Fatalf("%q names %s, of %d bytes", of(name), all.Platform, all.GRF())
						}
					}
				}
				for _, name := range []string{"FOO", "SKLX", "x", "PVC_"} {
					_, err := gen.ParseText(of(name))
					e, ok := err.(*syntax.Error)
					if at := len(before + "//.platform" + between); !ok || e.Off != at || e.End != at+len(name) || e.Text != of(name) || e.What != fmt.Sprintf("there is no platform %q", name) {
						t.Fatalf("%q: %v, want it at %d", of(name), err, at)
					}
				}
			}
		}
	}
}

// What is read and is no movement of lanes is told of where the instruction stands, without what stands around it, and the error has the whole text.
func TestPlacesOfWhatIsNoCopy(t *testing.T) {
	const mov = "mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d"
	for _, row := range [][2]string{
		{"add (8|M0) r1.0<1>:d r2.0:d r3.0:d", "add is no movement of lanes: only mov is"}, {"mov (8|M0) (sat)r1.0<1>:f r2.0:f", "sat changes values"}, {"mov (8|M0) r1.0<1>:f -r2.0:f", "the modifier of -r2.0:f changes values"},
		{"mov (8|M0) r1.0<1>:d r2.0:b", "a move from b to d extends signs"}, {"mov (8|M0) r255.0<4>:d r2.0:d", "it writes behind the last register"}, {"(f0.0) mov (8|M0) r1.0<1>:d r2.0:d", "a run-time predicate decides which lanes are written"},
	} {
		for _, before := range []string{mov + "\n", "  " + mov + " ; ", "//.platform SKL\n/* x */ ", "\n\n\t"} {
			for _, behind := range []string{"", "\n", "  \n" + mov, " ; " + mov, "\t// $4\n" + mov, "\r\n"} {
				text := before + row[0] + behind
				all := texts(t, text)
				if strings.HasPrefix(row[0], "(f0.0)") && len(all.Insts) == 1 {
					continue // alone it is what the map says
				}
				at := slices.IndexFunc(all.Insts, func(i gen.Inst) bool { return i.Text == row[0] })
				_, err := all.Copy(32)
				e, ok := err.(*syntax.Error)
				if at < 0 || !ok || e.Text != text || e.Off != len(before) || e.End != len(before+row[0]) || e.What != row[0]+": "+row[1] {
					t.Errorf("%q: %v at %+v", text, err, e)
				}
				if e, ok := all.ErrorOf(max(at, 0), fmt.Errorf("so")).(*syntax.Error); !ok || e.Off != len(before) || e.What != row[0]+": so" {
					t.Errorf("%q: %v", text, e)
				}
			}
		}
	}
	for _, text := range []string{"", "  ", "nop\n", "L0:\n  nop\n"} {
		_, err := texts(t, text).Copy(32)
		if e, ok := err.(*syntax.Error); !ok || e.Text != text || e.Off != 0 || e.End != len(text) {
			t.Errorf("%q: %v at %+v", text, err, e)
		}
	}
}

// A condition ends with a bracket, which is asked for where it is missing.
func TestConditionsWithoutAnEnd(t *testing.T) {
	for _, condition := range []string{"eq", "ne", "ov", "x1"} {
		for _, blank := range []string{"", " ", "\t"} {
			for _, next := range []string{"f0.0", "r4.0<1>:d", "]", ""} {
				before := "mov (8|M0) (" + blank + condition + " "
				_, err := gen.ParseText(before + next)
				e, ok := err.(*syntax.Error)
				if !ok || e.Off != len(before) || !strings.HasPrefix(e.What, `expected ")" behind the condition, found `) {
					t.Errorf("%s: %v", before+next, err)
				}
			}
		}
	}
}

// What an instruction of vISA does is not known where it is not executed, breaks off, or what was made of it does: an audit says so in their words, and goes on with the others. Jumps have nothing beside them.
func TestAuditSaysWhyNot(t *testing.T) {
	const decls = ".decl D v_type=G type=d num_elts=64 align=GRF\n.decl F v_type=G type=f num_elts=64 align=GRF\n.decl A0 v_type=A num_elts=8\n.decl P1 v_type=P num_elts=16\n"
	const listing = "//.platform SKL\n//.declare D (38) rf=r size=256 type=d (r1.0)\n//.declare F (39) rf=r size=256 type=f (r9.0)\n"
	for _, row := range []struct{ inst, made, why string }{
		{"add (M1, 8) F(0,0)<1> F(0,0)<8;8,1> D(0,0)<8;8,1>", "mov (8|M0) r9.0<1>:d r1.0<8;8,1>:d", "add of f and d: sources are integers, or floating-point numbers, not both"},
		{"mov (M1, 8) D(0,0)<1> r[A0(0),0]<8;8,1>:d", "mov (8|M0) r1.0<1>:d r9.0<8;8,1>:d", "undefined behaviour in lane 0: r[A0(0),0]<8;8,1>:d follows A0(0), which nobody has written"},
		{"(P1) mov (M1, 8) D(0,0)<1> F(1,0)<8;8,1>", "mov (8|M0) r1.0<1>:d r9.0<8;8,1>:d", "undefined behaviour in lane 0: the guard (P1) reads element 0, which nobody has written"},
		{"mov (M1, 8) D(0,0)<1> D(1,0)<8;8,1>", "add (8|M0) r1.0<1>:d r2.0<8;8,1>:d 3:d", "add (8|M0) r1.0<1>:d r2.0<8;8,1>:d 3:d is not executed: it is no mov of direct regions for all lanes"},
		{"mov (M1, 8) D(0,0)<1> D(1,0)<8;8,1>", "mov (8|M0) r1.0<1>:d r255.0<8;8,2>:d", "mov (8|M0) r1.0<1>:d r255.0<8;8,2>:d reads behind the last register"},
		{"mov (M1, 8) D(0,0)<1> D(1,0)<8;8,1>", "mov (8|M0) r255.0<2>:d r2.0<8;8,1>:d", "mov (8|M0) r255.0<2>:d r2.0<8;8,1>:d writes behind the last register"},
		{"mov (M1, 8) D(0,0)<1> D(1,0)<8;8,1>", "", "the listing has nothing for it"},
	} {
		g := program(t, decls+row.inst+"\ngoto (M1, 8) L\nmov (M1, 8) D(0,0)<1> D(1,0)<8;8,1>\nL:\nmov (M1, 8) D(0,0)<1> D(1,0)<8;8,1>\n", 32)
		made := ""
		if row.made != "" {
			made = row.made + " // $0\n"
		}
		l, err := gen.Parse(listing + made + "mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d // $2\nmov (8|M0) r1.0<1>:d r3.0<8;8,1>:d // $4\n")
		if err != nil {
			t.Fatal(err)
		}
		all := gen.Audit(g, l, chance.Random(t, 0))
		if len(all) != 3 || all[0].Inst != 0 || all[1].Inst != 2 || all[2].Inst != 4 {
			t.Fatalf("%s: %+v", row.inst, all)
		}
		why := row.why
		if len(row.made) > 0 && !strings.Contains(why, row.made) {
			why = row.inst + ": " + why
		}
		if a := all[0]; a.Text != row.inst || string(a.Verdict) != "not executed" || a.Why != why || a.Byte != 0 {
			t.Errorf("%s is %s: %q, want %q", row.inst, a.Verdict, a.Why, why)
		}
		if string(all[1].Verdict) != "same" || all[1].Why != "" || string(all[2].Verdict) != "differs" {
			t.Errorf("%s: behind it %+v", row.inst, all[1:])
		}
	}
}

// One element that is made for all lanes is made once, at the beginning of a register behind the variables, and copied from there: of all types, strides and places.
func TestWhatIsMadeOnce(t *testing.T) {
	once := 0
	for _, p := range []visa.Platform{visa.SKL, visa.XeHP, visa.PVC} {
		for a, to := range types {
			for b, from := range types {
				k := (a + b) % 3
				stride := 1 << k
				text := fmt.Sprintf(".decl D v_type=G type=%s num_elts=128 align=GRF\n.decl S v_type=G type=%s num_elts=16 align=GRF\nmov (M1, 16) D(0,%d)<%d> S(0,%d)<0;1,0>\n", to, from, k, stride, k+1)
				g := program(t, text, p.GRF())
				l, err := gen.Legalise(g, p)
				if err != nil {
					t.Fatal(err)
				}
				behind := 0
				for _, place := range l.Vars {
					behind = max(behind, place.First+place.Size)
				}
				for j, i := range l.Insts {
					if i.Dst.Register*p.GRF() < behind || i.Exec > 1 {
						continue
					}
					once++
					if i.Dst.Element != 0 || !i.NoMask || j+1 == len(l.Insts) {
						t.Errorf("%s%s: %s of\n%s", text, p, i.Text, lines(l.Insts))
					}
					for _, next := range l.Insts[j+1:] {
						if o := next.Src[0]; o.Direct && o.Register == i.Dst.Register && (o.Element != 0 || o.V != 0 || o.W != 1) {
							t.Errorf("%s%s: %s reads what is not there\n%s", text, p, next.Text, lines(l.Insts))
						}
					}
				}
			}
		}
	}
	if once < 50 {
		t.Errorf("%d elements were made once", once)
	}
}
