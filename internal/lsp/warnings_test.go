package lsp

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/visa"
)

// What a rule of vISA finds is a warning where it is legal and probably not meant, and else an error: of each instruction with .sat, which some refuse and of which some have nothing to saturate.
func TestVisaWarnings(t *testing.T) {
	n := map[int]int{}
	v := api.VISA{GRF: visaRegister, Format: visa.Current, Type: visa.D}
	for _, op := range visa.Ops() {
		for sources := range 4 {
			text := ".decl V1 v_type=G type=d num_elts=8\n.decl V2 v_type=G type=d num_elts=8\n" + op.String() + ".sat (M1, 8) V1(0,0)<1>" + strings.Repeat(" V2(0,0)<8;8,1>", sources) + "\n"
			d, err := new(memory).diagnose(t.Context(), newAnalysis(newText(text), languageNamed("visa"), new(facts)))
			if err != nil {
				t.Fatal(err)
			}
			want := v.Report("", text).Findings
			if len(d.findings) != len(want) {
				t.Fatalf("%s: %d findings, want %d", text, len(d.findings), len(want))
			}
			for k, f := range want {
				severity := 1
				if f.Warning {
					severity = 2
				}
				n[severity]++
				if got := d.findings[k]; got.severity != severity || got.rule != f.Rule || got.message != f.Message {
					t.Errorf("%s: %+v, want %+v", text, got, f)
				}
			}
		}
	}
	if t.Logf("%v", n); n[1] == 0 || n[2] == 0 {
		t.Error("of one of the two there is none")
	}
}
