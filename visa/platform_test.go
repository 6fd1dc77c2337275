package visa

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// What the platforms have, told by instructions and not by capabilities: which platforms the tool takes each on.
var platformCases = []struct{ inst, on, sentence string }{
	{"mov (M1, 8) V_d(0,0)<1> V_d(0,0)<8;8,1>", "bdw chv skl bxt icl tgl xehp dg2 mtl pvc pvcxt", ""},
	{"add (M1, 8) V_df(0,0)<1> V_df(0,0)<8;8,1> V_df(0,0)<8;8,1>", "bdw chv skl bxt icl tgl xehp dg2 mtl pvc pvcxt", ""},
	{"sad2 (M1, 16) V_uw(0,0)<1> V_ub(0,0)<16;16,1> V_ub(1,0)<16;16,1>", "bdw chv skl bxt icl", "sad2/sad2add is not supported on Xe."},
	{"divm (M1, 8) V_f(0,0)<1> V_f(0,0)<8;8,1> V_f(1,0)<8;8,1>", "bdw chv skl bxt xehp pvc pvcxt", "IEEE instruction divm is not supported on"},
	{"rol (M1, 8) V_d(0,0)<1> V_d(0,0)<8;8,1> 3:d", "icl tgl xehp dg2 mtl pvc pvcxt", "vISA instruction not supported on this platform"},
	{"ror (M1, 8) V_q(0,0)<1> V_q(0,0)<8;8,1> 3:d", "pvc pvcxt", ""},
	{"dp4a (M1, 8) V_d(0,0)<1> V_d(0,0)<8;8,1> V_ud(0,0)<8;8,1> V_ud(0,0)<8;8,1>", "tgl xehp dg2 mtl pvc pvcxt", "vISA instruction not supported on this platform"},
	{"mov (M1, 8) V_bf(0,0)<1> V_f(0,0)<8;8,1>", "xehp dg2 pvc pvcxt", "BF type is not allowed on this platform"},
	{"div (M1, 8) V_d(0,0)<1> V_d(0,0)<8;8,1> V_d(0,0)<8;8,1>", "bdw chv skl bxt icl tgl", "int divide/remainder is not supported for this platform"},
	{"div (M1, 8) V_f(0,0)<1> V_f(0,0)<8;8,1> V_f(0,0)<8;8,1>", "bdw chv skl bxt icl tgl xehp dg2 mtl pvc pvcxt", ""},
	{"mod (M1, 8) V_uw(0,0)<1> V_uw(0,0)<8;8,1> V_uw(0,0)<8;8,1>", "bdw chv skl bxt icl tgl", "int divide/remainder is not supported for this platform"},
	{"div (M1, 4) V_df(0,0)<1> V_df(0,0)<4;4,1> V_df(0,0)<4;4,1>", "bdw chv skl bxt xehp pvc pvcxt", "IEEE instruction div is not supported on "},
	{"inv (M1, 4) V_df(0,0)<1> V_df(0,0)<4;4,1>", "bdw chv skl bxt xehp pvc pvcxt", "IEEE instruction inv is not supported on "},
	{"sqrt (M1, 4) V_df(0,0)<1> V_df(0,0)<4;4,1>", "bdw chv skl bxt xehp pvc pvcxt", "IEEE instruction sqrt is not supported on "},
	{"oword_ld (2) %slm 0x0:ud V_ud.0", "icl tgl xehp dg2 mtl pvc pvcxt", "Surface T0 (the SLM surface) is not allowed for OWORD_LD*/OWORD_ST"},
	{"oword_st (2) T6 0x0:ud V_ud.0", "bdw chv skl bxt icl tgl xehp dg2 mtl pvc pvcxt", ""},
}

// Both dialects refuse what a platform has not, and take it where it is there; nothing runs there either. Without a platform the rules of the document take all.
func TestPlatforms(t *testing.T) {
	for _, row := range platformCases {
		on := strings.Fields(row.on)
		for _, p := range append(Platforms(), AnyPlatform) {
			d, err := ParseDecls(genxDecls, max(p.GRF(), 32))
			if err != nil {
				t.Fatal(err)
			}
			d.Platform = p
			has := p == AnyPlatform || slices.Contains(on, p.String())
			for _, dialect := range []Dialect{Spec, Intel} {
				parser := Parser{Decls: d, Dialect: dialect}
				i, err := parser.ParseInst(row.inst)
				if err != nil {
					t.Fatalf("%s: %v", row.inst, err)
				}
				c := Checker{Decls: d, Dialect: dialect}
				found := c.Check(&i)
				if p == AnyPlatform && dialect == Intel { // the one whose answers are recorded
					has = slices.Contains(on, "tgl")
				}
				if legal := Legal(found); legal != has {
					t.Errorf("%s on %q: legal %v, want %v: %v", row.inst, p, legal, has, found)
				}
				if !has && dialect == Spec && (len(found) != 1 || found[0].Rule != "platform" || !strings.Contains(found[0].Message, "which ") || !strings.Contains(found[0].Message, strings.Join(on, ", ")+" have")) {
					t.Errorf("%s on %s: %v", row.inst, p, found)
				}
				if !has && dialect == Intel && row.sentence != "" && (len(found) != 1 || !strings.HasPrefix(found[0].Message, row.sentence)) {
					t.Errorf("%s on %s: %v", row.inst, p, found)
				}
				if dialect == Spec {
					_, err = Compile([]Inst{i}, d, Options{})
					var refused *Refusal
					if lacks := d.Lacks(&i); (lacks == "") != has || !has && (!errors.As(err, &refused) || refused.Why != lacks) {
						t.Errorf("%s on %s: %q, and %v", row.inst, p, lacks, err)
					}
				}
			}
		}
	}
}

// Platforms have the names that people write and those that the tool has, and registers of one of two widths.
func TestPlatformNames(t *testing.T) {
	for name, want := range map[string]Platform{"skl": SKL, "SKL": SKL, "icl": ICL, "icllp": ICL, "tgllp": TGL, "xehp": XeHP, "XEHP_sdv": XeHP, "pvc": PVC, "PVCXT": PVCXT} {
		if p, ok := PlatformNamed(name); !ok || p != want {
			t.Errorf("%s is %q, %v", name, p, ok)
		}
	}
	for _, name := range []string{"", "gen9", "xe"} {
		if p, ok := PlatformNamed(name); ok {
			t.Errorf("%q is %s", name, p)
		}
	}
	if all := Platforms(); len(all) != 11 || all[0] != BDW || all[10] != PVCXT {
		t.Errorf("%v", all)
	}
	for _, p := range Platforms() {
		if want := map[bool]int{true: 64, false: 32}[p == PVC || p == PVCXT]; p.GRF() != want || p.Title() == "" {
			t.Errorf("%s, %q, has registers of %d bytes, want %d", p, p.Title(), p.GRF(), want)
		}
	}
}
