package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// Elements have the types that movs have, in the letters of their assembler: any other word is told of where it stands, of a destination and of a source, whatever stands before and behind it.
func TestTypesOfOperands(t *testing.T) {
	named := map[string]bool{}
	for _, typ := range types {
		named[typ.String()] = true
	}
	words := []string{"v", "uv", "vf", "x", "bool", "dd", "d8", "s", "i32", "U", "hF", "Ud", "bF8"}
	for _, typ := range types {
		words = append(words, typ.String(), strings.ToUpper(typ.String()))
	}
	const wanted = "expected a type of elements: ud, d, uw, w, ub, b, uq, q, f, df, hf or bf"
	for _, word := range words {
		capitals := word == strings.ToUpper(word)
		for _, row := range []struct {
			text   string
			is     bool
			wanted string
		}{
			{"mov (8|M0) r4.0<1>:" + word + "\x00 r8.0<8;8,1>:d", named[word], wanted}, {"mov (8|M0) r4.0<1>:d r8.0<8;8,1>:" + word + "\x00", named[word], wanted}, {"mov (8|M0) r4.0<1>:d r8.3:" + word + "\x00 {@1}", named[word], wanted},
			{"mov(8) g4<1>" + word + "\x00 g8<8,8,1>D", named[strings.ToLower(word)] && capitals, wanted + ", in capitals"}, {"mov(8) g4<1>D g8<8,8,1>" + word + "\x00 { align1 1Q };", named[strings.ToLower(word)] && capitals, wanted + ", in capitals"},
			{"mov(8) g4<1>D g8<4>.x" + word + "\x00", named[strings.ToLower(word)] && capitals, wanted + ", in capitals"},
		} {
			before, behind, _ := strings.Cut(row.text, "\x00")
			if strings.Contains(row.text, ".x") && strings.ContainsAny(word[:1], "xyzw") {
				continue // which is another letter of the row
			}
			all, err := gen.ParseText(before + behind)
			e, ok := err.(*syntax.Error)
			if row.is && (err != nil || len(all.Insts) != 1) || !row.is && (!ok || e.Off != len(before)-len(word) || e.End != len(before) || e.What != row.wanted+fmt.Sprintf(", found %q", word)) {
				t.Errorf("%s: %v, want %v", before+behind, err, row.is)
			}
		}
	}
}

// What a listing has for an operand that is neither elements of registers nor a number is its text, and nothing else.
func TestOperandsOfListings(t *testing.T) {
	for _, word := range []string{"acc0.0<1>:d", "null", "r[a0.0]<1;1,0>:d", "r256.0<8;8,1>:d", "r8.64<8;8,1>:d", "r8.0<8;8,1>:x", "r8.0<8;8,1>:d,", "L12", "0x3", "3:x", "r8.0<8;8,1>", "sr0.0<0;1,0>:ud"} {
		for k, text := range []string{"mov (8|M0) %s r8.0<8;8,1>:d", "mov (8|M0) r4.0<1>:d %s", "add (8|M0) r4.0<1>:d r8.0<8;8,1>:d %s"} {
			l, err := gen.Parse("//.platform SKL\n" + fmt.Sprintf(text, word) + " {@1} // $3\n")
			if err != nil || len(l.Insts) != 1 || l.Insts[0].Of != 3 {
				t.Fatalf("%s: %v", word, err)
			}
			i := &l.Insts[0]
			all := append([]gen.Operand{i.Dst}, i.Src...)
			if o := all[k]; o.Text != word || o.Direct || o.Number || o.Register != 0 || o.Element != 0 || o.V+o.W+o.H != 0 || o.Value != 0 {
				t.Errorf("operand %d of %s is %+v", k, i.Text, o)
			}
			for j, o := range all {
				if j != k && !o.Direct {
					t.Errorf("operand %d of %s is %+v", j, i.Text, o)
				}
			}
			if k < 2 && i.Run(make([]byte, 256*32), 32) == nil {
				t.Errorf("%s is executed", i.Text)
			}
		}
	}
}

// Where a variable has no registers, or such as no file has, an audit does not know what it holds.
func TestAuditOfPlaces(t *testing.T) {
	const decls = ".decl D v_type=G type=d num_elts=8 align=GRF\n.decl S v_type=G type=d num_elts=8 align=GRF\nmov (M1, 8) D(0,0)<1> S(0,0)<8;8,1>\n"
	for _, platform := range []visa.Platform{visa.SKL, visa.PVC} {
		grf := platform.GRF()
		for _, name := range []string{"D", "S"} {
			other := map[string]string{"D": "S", "S": "D"}[name]
			for register := -1; register <= 300; register += 7 {
				text := fmt.Sprintf("//.platform %s\n//.declare %s (38) rf=r size=32 type=d (r7.0)\n", platform.Tool(), other)
				if register >= 0 {
					text += fmt.Sprintf("//.declare %s (39) rf=r size=32 type=d (r%d.0)\n", name, register)
				}
				at := map[string]int{other: 7, name: register}
				text += fmt.Sprintf("mov (8|M0) r%d.0<1>:d r%d.0<8;8,1>:d // $0\n", min(max(at["D"], 0), 255), min(max(at["S"], 0), 255))
				l, err := gen.Parse(text)
				if err != nil {
					if register <= 256 || platform != visa.PVC {
						t.Errorf("%s: %v", text, err)
					}
					continue
				}
				a := gen.Audit(program(t, decls, grf), l, chance.Random(t, 0))[0]
				if in := register >= 0 && register < 256; in && a.Verdict != gen.Same || !in && (a.Verdict != gen.NotExecuted || a.Why != "the listing does not say where "+name+" is") {
					t.Errorf("%s of %s in r%d: %s, %s", name, platform, register, a.Verdict, a.Why)
				}
			}
		}
	}
}

// Each restriction has the number that iga64 gives it, or says where the manual has it, in its words.
func TestNumbersOfRules(t *testing.T) {
	want := map[string]string{
		"execution-size": "1.1", "width": "2.1", "one-row": "2.2", "width-one": "2.4", "scalar": "2.5", "broadcast": "2.6", "destination-stride": "2.7", "row-in-register": "2.8", "two-registers": "3", "execution-stride": "1.2",
		"encoding": "fields", "aligned": "fields", "packed-bytes": "operand types", "half-stride": "operand types", "conversion": "mov", "quadwords": "platform", "quadword-regions": "CHV, BXT", "float-regions": "Xe-HP and later", "sub-dword": "Xe-HPC",
	}
	for _, r := range gen.Rules {
		if want[r.Name] != r.No || r.Says == "" {
			t.Errorf("%s is %s: %s", r.Name, r.No, r.Says)
		}
		delete(want, r.Name)
	}
	if len(want) > 0 {
		t.Errorf("there are no %v", want)
	}
	for _, row := range [][2]string{{"mov (8|M0) r1.0<0>:d r9.0<8;8,1>:d", "r1.0<0>:d: a destination's stride is not 0 (2.7)"}, {"mov (2|M0) r1.8<1>:d r9.0<1;1,0>:d", "r1.8<1>:d: an element lies in its register (fields)"}} {
		l, err := gen.Parse("//.platform SKL\n" + row[0] + "\n")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, b := range l.Insts[0].Check(visa.SKL) {
			found = found || b.Message == row[1]
		}
		if !found {
			t.Errorf("%s: %v, want %s", row[0], l.Insts[0].Check(visa.SKL), row[1])
		}
	}
}
