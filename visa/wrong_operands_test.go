package visa

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/syntax"
)

// What is wrong in an instruction is told of where it stands, between the marks. What the tool reads all the same, or refuses where the seed's dialect leaves it to a rule, stands behind it.
func TestPlacesInInstructions(t *testing.T) {
	d, err := ParseDecls(ruleDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	const shape = "expected the shape of the blocks, as in :d8.2x16x32nn: d8, d16, d32 or d64; how many blocks, columns and rows; n, or t if they are transposed, and n, or t if rows of a dword are in it; found "
	const table, offset = "expected a truth table in hexadecimal: .x0 to .xff", "expected -32768 to 32767"
	for _, row := range []struct{ text, says, only string }{
		{"lsc_load.ugm (M1, 8) U:d32 flat[U-(3+«]»:a32", `expected a number, found "]"`, ""}, {"lsc_load.ugm (M1, 8) U:d32 flat[U-(3«]»:a32", `expected ")", found "]"`, ""}, {"lsc_load.ugm (M1, 8) U:d32 flat[U-%sizeof(«Z»)]:a32", `"Z" is not declared`, ""},
		{"lsc_load.ugm (M1, 8) U:d32 flat[U-«x»]:a32", `expected a number, found "x"`, ""}, {"lsc_load.ugm (M1, 8) U:d32 flat[U+«]»:a32", `expected a number, found "]"`, ""}, {"lsc_load.ugm (M1, 8) U:d32 flat[U«+0x80000000»]:a32", "2147483648 is added to addresses: expected a number of 32 bits with a sign", "spec"},
		{"lsc_load_block2d.ugm (M1, 1) U«:d8.16xann» flat[U,1,1,1,0,0]", shape + `":d8.16xann"`, ""}, {"lsc_load_block2d.ugm (M1, 1) U«:d8.256x1x1nn» flat[U,1,1,1,0,0]", shape + `":d8.256x1x1nn"`, "spec"}, {"lsc_load_block2d.ugm (M1, 1) U«:d8.0x1nn» flat[U,1,1,1,0,0]", shape + `":d8.0x1nn"`, ""},
		{"lsc_load_block2d.ugm (M1, 1) U«:d8.1xx1nn» flat[U,1,1,1,0,0]", shape + `":d8.1xx1nn"`, ""}, {"lsc_load_block2d.ugm (M1, 1) U«:d8.1x65536nn» flat[U,1,1,1,0,0]", shape + `":d8.1x65536nn"`, "spec"}, {"lsc_load_block2d.ugm (M1, 1) U«:d8.1x:nn» flat[U,1,1,1,0,0]", "", ""},
		{"addr_add (M1, 4) A0(0)<4> &«P1» W(0,0)<4;4,1>", `"P1" is a predicate variable, which has no address: expected a general variable, a surface or a sampler`, ""}, {"addr_add (M1, 4) A0(0)<4> &V[3 «W»(0,0)<4;4,1>", `expected "]", found "W"`, ""},
		{"addr_add (M1, 4) A0(0)<4> &V[«q»] W(0,0)<4;4,1>", `expected an offset in bytes, found "q"`, ""}, {"addr_add (M1, 4) A0(0)<4> &«V[32768]» W(0,0)<4;4,1>", "the offset is 32768: " + offset, "tool"}, {"addr_add (M1, 4) A0(0)<4> &«V[-32769]» W(0,0)<4;4,1>", "the offset is -32769: " + offset, "tool"},
		{"addr_add (M1, 4) A0(0)<4> &«Z» W(0,0)<4;4,1>", `"Z" is not declared`, ""}, {"movs (M1, 1) «T6(256)» 0x0:ud", "the element is 256: expected 0 to 255", "tool"}, {"movs (M1, 1) T6(«q») 0x0:ud", `expected an element, found "q"`, ""},
		{"movs (M1, 1) «T6» 0x0:ud", "expected an element in parentheses behind a surface, as in T6(0)", ""}, {"movs (M1, 1) «T6»", "expected an element in parentheses behind a surface, as in T6(0)", ""}, {"movs (M1, 1) V(0,0)<1> «T6»\t", "expected an element in parentheses behind a surface, as in T6(0)", ""},
		{"mov (M1, 8) «3:d» V(0,0)<8;8,1>", "expected a destination, found an immediate", "tool"}, {"mov (M1, 8) «0.5:f» V(0,0)<8;8,1>", "expected a destination, found an immediate", "tool"},
		{"cmp.eq (M1, 8) P1 «(3):d» V(0,0)<8;8,1>", "the tool cannot read an expression behind a predicate: expected a number without parentheses", "tool"},
		{"bfn«.x3z» (M1, 8) V(0,0)<1> V(0,0)<8;8,1> V(0,0)<8;8,1> V(0,0)<8;8,1>", table, ""}, {"bfn«.x» (M1, 8) V(0,0)<1> V(0,0)<8;8,1> V(0,0)<8;8,1> V(0,0)<8;8,1>", table, ""}, {"bfn«.x100» (M1, 8) V(0,0)<1> V(0,0)<8;8,1> V(0,0)<8;8,1> V(0,0)<8;8,1>", table, "spec"},
		{"bfn«.xffffffff»f (M1, 8) V(0,0)<1> V(0,0)<8;8,1> V(0,0)<8;8,1> V(0,0)<8;8,1>", table, ""}, {"dpas.s8.s8.8 «(»M1, 8) V.0 V.0 V.0 V(0,0)", `expected the depth and the repeat count, as in .8.8, found "("`, ""},
		{"mov (M1, 8) V(0,0)<1> r[«Z»(0),0]<8;8,1>:d", `"Z" is not declared`, ""}, {"mov (M1, 8) r[«Z»(0),0]<1>:d V(0,0)<8;8,1>", `"Z" is not declared`, ""}, {"mov (M1, 8) V(0,0)<1> r[«V»(0),0]<8;8,1>:d", `"V" is a general variable: expected an address variable`, ""},
		{"mov (M1, 8) V(0,0)<1> r[«(»0),0]<8;8,1>:d", `expected an address variable, found "("`, ""}, {"mov (M1, 8) V(0,0)<1> r[A0«,»0]<8;8,1>:d", "", ""}, {"mov (M1, 8) V(0,0)<1> r[A0(0),0«<»8;8,1>:d", "", ""}, {"mov (M1, 8) V(0,0)<1> r[A0(0),0]<8;8,1>:«x»", "", ""},
		{"media_ld«.lt» (M1) T6 0 U(0,0) V.0", `expected a mode: nomod, top, bottom, and for media_ld modified, top_mod and bottom_mod; found "lt"`, ""}, {"media_ld «(»3,4) T6 16 U(0,0)<0;1,0> U(0,0)<0;1,0> V.0", `expected a mode, as in .nomod, found "("`, ""},
	} {
		text := strings.NewReplacer("«", "", "»", "").Replace(row.text)
		off, end := strings.Index(row.text, "«"), strings.Index(row.text, "»")-len("«")
		for dialect, name := range map[Dialect]string{Spec: "spec", Intel: "tool"} {
			p := Parser{Decls: d, Dialect: dialect}
			i, err := p.ParseInst(text)
			if row.only != "" && row.only != name {
				if err != nil {
					t.Errorf("%s, as the %s has it: %v", text, name, err)
				}
				continue
			}
			var e *syntax.Error
			if !errors.As(err, &e) || e.Text != text || row.says != "" && (e.What != row.says || e.Off != off || e.End != end) {
				t.Errorf("%s, as the %s has it: %s, %v, want %s", row.text, name, i.Text(d), err, row.says)
			}
		}
	}
}

// Each truth table has its two digits, in either case, and each byte that is added to addresses its sign; they come back.
func TestTablesAndOffsetsComeBack(t *testing.T) {
	d, err := ParseDecls(ruleDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, dialect := range []Dialect{Spec, Intel} {
		p := Parser{Decls: d, Dialect: dialect}
		for n := range 256 {
			for _, form := range []string{"%x", "%X", "%02x", "%02X", "0%02x"} {
				i, err := p.ParseInst("bfn.x" + fmt.Sprintf(form, n) + " (M1, 8) V(0,0)<1> V(0,0)<8;8,1> V(1,0)<8;8,1> V(2,0)<8;8,1>")
				if err != nil || int(i.Func) != n || !strings.HasPrefix(i.Text(d), fmt.Sprintf("bfn.x%x (", n)) {
					t.Fatalf("%d as "+form+": %s, %v", n, n, i.Text(d), err)
				}
			}
		}
		for _, n := range []int64{0, 1, 7, 255, 256, 65535, 1<<31 - 1, -1, -7, -256, -1 << 31} {
			texts := []string{fmt.Sprintf("+%d", n), fmt.Sprintf("+%#x", n), fmt.Sprintf("+ (%d)", n), fmt.Sprintf("+2*%d-(%[1]d)", n)}
			if n < 0 {
				texts = []string{fmt.Sprintf("-%#x", -n), fmt.Sprintf("- (%#x)", -n), fmt.Sprintf("-(3+%#x-3)", -n)}
			}
			for _, offset := range texts {
				text := "lsc_load.ugm (M1, 8) U:d32 flat[U" + offset + "]:a32"
				i, err := p.ParseInst(text)
				if err != nil || int64(i.LSC.Offset) != n {
					t.Errorf("%s: %d, %v, want %d", text, i.LSC.Offset, err, n)
					continue
				}
				if again, err := p.ParseInst(i.Text(d)); err != nil || again.LSC.Offset != i.LSC.Offset {
					t.Errorf("%s comes back with %d, %v", i.Text(d), again.LSC.Offset, err)
				}
			}
		}
	}
}

// What is counted from one address is no longer than two registers: of every region, type and number of lanes, with the lanes that lie behind them, and another region beside it that keeps the rule.
func TestReachFromOneAddress(t *testing.T) {
	broken := 0
	for _, grf := range []int{32, 64} {
		d, err := ParseDecls(ruleDecls, grf)
		if err != nil {
			t.Fatal(err)
		}
		p, c := Parser{Decls: d}, Checker{Decls: d}
		for _, typ := range []Type{UB, W, D, Q} {
			for exec := 1; exec <= 32; exec *= 2 {
				hold := func(text string, operand int, offset func(lane int) int) {
					t.Helper()
					i, err := p.ParseInst(text)
					if err != nil {
						t.Fatalf("%s: %v", text, err)
					}
					nearer := operand == 1 || exec*typ.Size() <= 2*grf // of what is written the stride alone may change
					var lanes, bytes []int
					most := 0
					for lane := range exec {
						at := offset(lane) * typ.Size()
						if most = max(most, at+typ.Size()); at+typ.Size() > 2*grf {
							lanes, bytes = append(lanes, lane), append(bytes, at)
						}
					}
					for _, f := range c.Check(&i) {
						if f.Rule != "two-registers" || f.Operand != operand {
							continue
						}
						if len(lanes) == 0 || !slices.Equal(f.Lanes, lanes) || !slices.Equal(f.Bytes, bytes) || !strings.Contains(f.Message, fmt.Sprintf("reaches over %d bytes from one address, and two registers have %d; ", most, 2*grf)) || (f.Rewrite != "") != nearer || strings.Contains(f.Message, "; nearest: <") != nearer {
							t.Errorf("%s: %+v, want lanes %v at %v of %d bytes", text, f, lanes, bytes, most)
						}
						if broken++; !nearer {
							return
						}
						begin := strings.Index(text, "r[")
						end := begin + strings.Index(text[begin:]+" ", " ")
						if other, err := p.ParseInst(text[:begin] + f.Rewrite + text[end:]); err != nil || slices.ContainsFunc(c.Check(&other), func(g Finding) bool { return g.Rule == f.Rule && g.Operand == operand }) {
							t.Errorf("%s is written as %s, which keeps the rule no more, %v", text, f.Rewrite, err)
						}
						return
					}
					if len(lanes) > 0 {
						t.Errorf("%s: lanes %v are at %v, and nothing is said", text, lanes, bytes)
					}
				}
				for r := range LegalRegions(exec) {
					v, w, h := int(r.V), int(r.W), int(r.H)
					if r.V == Null || r.W == Null || r.IsMultiAddress() {
						continue
					}
					hold(fmt.Sprintf("mov (M1, %d) V(0,0)<1> r[A0(0),0]<%d;%d,%d>:%s", exec, v, w, h, typ), 1, func(lane int) int { return lane/w*v + lane%w*h })
				}
				for w := 1; w <= min(exec, 16); w *= 2 {
					if exec/w > 8 {
						continue
					}
					for _, h := range []int{0, 1, 2, 4} {
						if w == 1 && h > 0 {
							continue
						}
						hold(fmt.Sprintf("mov (M1, %d) V(0,0)<1> r[A0(0),0]<%d,%d>:%s", exec, w, h, typ), 1, func(lane int) int { return lane % w * h })
					}
				}
				for _, h := range []int{1, 2, 4} {
					hold(fmt.Sprintf("mov (M1, %d) r[A0(0),0]<%d>:%s V(0,0)<0;1,0>", exec, h, typ), 0, func(lane int) int { return lane * h })
				}
			}
		}
	}
	if broken < 100 {
		t.Errorf("%d reach too far", broken)
	}
}

// The tool's grammar has a class of operands in some places that the seed's dialect has others in too: line takes a general one first, movs one that is general and one that is not, and a mov to an address no predicate.
func TestClassesThatTheToolReads(t *testing.T) {
	d, err := ParseDecls(ruleDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	operands := map[string]string{"general": "V(0,0)<0;1,0>", "indirect": "r[A0(0),0]<0;1,0>:d", "immediate": "0x3:d", "address": "A0(0)<0>", "predicate": "P1", "state": "T6(0)"}
	for _, row := range []struct{ text, takes string }{
		{"line (M1, 8) V(0,0)<1> %s V(0,0)<8;8,1>", "general"}, {"movs (M1, 1) V(0,0)<1> %s", "state"}, {"movs (M1, 1) T6(0) %s", "general immediate indirect state"}, {"mov (M1, 1) A0(0)<1> %s", "general indirect immediate address"},
		{"and (M1, 8) P1 P1 %s", "predicate"}, {"and (M1, 8) V(0,0)<1> V(0,0)<8;8,1> %s", "general indirect immediate"}, {"not (M1, 8) P1 %s", "predicate"},
	} {
		p := Parser{Decls: d, Dialect: Intel}
		var takes []string
		for class, operand := range operands {
			if _, err := p.ParseInst(fmt.Sprintf(row.text, operand)); err == nil {
				takes = append(takes, class)
			}
		}
		want := strings.Fields(row.takes)
		slices.Sort(takes)
		slices.Sort(want)
		if !slices.Equal(takes, want) {
			t.Errorf("%s takes %v, want %v", row.text, takes, want)
		}
	}
	for _, platform := range Platforms() {
		has := !slices.Contains([]Platform{TGL, XeHP, DG2, MTL}, platform)
		all := verified(t, platform, "switchjmp (M1, 1) V(0,0)<0;1,0> (L1, L0, L1)")
		if slices.Contains(all, "switchjmp is not supported on this platform") == has {
			t.Errorf("%s: %q", platform, all)
		}
	}
}
