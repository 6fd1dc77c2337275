package api

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/visa"
)

// FuzzVISARun: any line of a batch runs or gives an error, and the outcome is JSON whose values are read as they are spelled.
func FuzzVISARun(f *testing.F) {
	f.Add(`{"program":["addr_add (M1, 2) A0(0)<2> &V33[4] V34(0,0)<2;2,1>","mov (M1, 4) V32(0,0)<1> r[A0(0),4]<2,1>:d"],"vars":{"V33":"lane*8","V34":"4,?"},"mask":"7"}`, false)
	f.Add(`movs (M1_NM, 2) T6(1) V33(0,0)<2;2,1>; setp (M1_NM, 16) P1 0x5a5a:uw; (P1.any) sel.sat (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1> 7:d`, true)
	f.Add(`{"program":".decl X v_type=G type=hf num_elts=16 align=GRF\nmul (M1, 16) X(0,0)<1> X(0,0)<16;16,1> (-)X(0,0)<0;1,0>","vars":{"X":"hex:003c__40 0x0001"}}`, false)
	chance.Fuzz(f, func(t *testing.T, line string, intel bool) {
		v := &VISA{GRF: 32, Type: visa.UW, Format: visa.Current}
		if intel {
			v.GRF, v.Dialect = 64, visa.Intel
		}
		r, err := ParseVISARun(line)
		if err != nil || len(r.Program) > 4096 {
			return
		}
		o, err := v.Run(context.Background(), r, func(s *visa.Step, d *visa.Decls) {
			if !json.Valid(AppendVISAStep(nil, s, d)) || VISAStepText(s, d) == "" {
				t.Fatalf("a step of %q has no text", line)
			}
		})
		if err != nil {
			return
		}
		out := o.AppendJSON(nil)
		var back struct{ Vars map[string]string }
		if err := json.Unmarshal(out, &back); err != nil || len(back.Vars) != len(o.Changed) {
			t.Fatalf("%s: %v", out, err)
		}
		if o.Fault != nil || strings.Contains(r.Program, ".decl") {
			return
		}
		r.Values = nil
		for name, value := range back.Vars {
			r.Values = append(r.Values, [2]string{name, value})
		}
		if _, err := v.Run(context.Background(), r, nil); err != nil && !strings.Contains(err.Error(), "have no variable") && !strings.Contains(err.Error(), "how large") && !strings.Contains(err.Error(), "elements") {
			t.Fatalf("%q: values that were printed are not read: %v", line, err)
		}
	})
}

// Values are read as they are printed, in each kind of variable.
func TestVISAValues(t *testing.T) {
	v := &VISA{GRF: 32, Type: visa.D}
	run := func(values ...[2]string) VISAOutcome {
		t.Helper()
		o, err := v.Run(context.Background(), VISARun{
			Program: "add (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1> r[A0(0),0]<1,0>:d; not (M1, 8) P2 P1; movs (M1_NM, 2) T7(0) T6(0); addr_add (M1, 4) A1(0)<4> A0(0)<4> 4:uw",
			Values:  values, Mask: nil,
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	values := [][2]string{{"V33", "1,-2,?,0x10"}, {"V34", "hex:64000000 c8000000__00000090010000"}, {"A0", "&V34,&V34[4],&V34[8],&V34[12]"}, {"P1", "1,0,?,1,1,1,1,1"}, {"T6", "7,?"}}
	o := run(values...)
	got := map[string]string{}
	for _, x := range o.Changed {
		got[x.Name] = x.Value
	}
	want := map[string]string{"V32": "hex:65000000c6000000________a0010000", "P2": "0,1,?,0,0,0,0,0", "T7": "7", "A1": "&V34[4],&V34[8],&V34[12],&V34[16]"}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %s, want %s", name, got[name], value)
		}
	}
	if len(got) != len(want) {
		t.Errorf("changed: %v", got)
	}
}

// Values that are none, and what is said of them.
func TestVISAValuesRefused(t *testing.T) {
	v := &VISA{GRF: 32, Type: visa.UB}
	for _, row := range [][3]string{
		{"V33", "256", "is no number of the 8 bits of ub"},
		{"V33", "-129", "is no number of the 8 bits of ub"},
		{"V33", "hex:0", "a byte has two"},
		{"V33", "hex:0g", "byte 0: expected two hexadecimal digits or __"},
		{"V33", "1*x", "expected one value before *"},
		{"V33", "1,2*3", "expected one value before *"},
		{"P1", "2", "expected 0, 1 or ?"},
		{"A0", "&", "expected a variable"},
		{"A0", "&V99", "nothing says how large V99 is"},
		{"A0", "&T99", "have no variable T99"},
		{"A0", "x", "expected a place, such as &V33[8], or a number of 16 bits"},
		{"A0", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", "17 values, and it has 16 elements"},
		{"T6", "x", "is no number of the 32 bits of ud"},
		{"V77", "?", "nothing says how large it is"},
		{"T9", "1", "no instruction names it"},
	} {
		r := VISARun{Program: "(P1) mov (M1, 2) V32(0,0)<1> V33(0,0)<2;2,1>; mov (M1, 1) V32(0,0)<1> r[A0(0),0]<0;1,0>:ub; movs (M1, 1) T6(0) T6(1)", Values: [][2]string{{row[0], row[1]}}}
		if _, err := v.Run(context.Background(), r, nil); err == nil || !strings.Contains(err.Error(), row[2]) {
			t.Errorf("%s=%s: %v, want %s", row[0], row[1], err, row[2])
		}
	}
}
