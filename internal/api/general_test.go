package api_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/lane"
)

// Among all targets are general registers where they hold the map, and beside vectors where its lanes are narrower than bytes.
func TestGeneralTargets(t *testing.T) {
	var x api.Explainer // one for all rows, which keeps what it knows of each target
	for _, row := range []struct {
		form            string
		alone, together bool
	}{
		{"<8 x i8> 7 6 5 4 3 2 1 0", true, false},
		{"i32x2 i32x2 -> a0 b0", true, false},
		{"pext rax, rcx, 0x5555", true, true},
		{"<4 x i32> 3 2 1 0", false, false},
		{"i32x4 -> a1 a0", false, false},
		{"i1x128 -> a1 a0", false, true},
		{"vpmovmskb eax, xmm1", false, true},
		{"vmovq rax, xmm0", false, false},
	} {
		e, err := x.Explain(t.Context(), api.ExplainRequest{Form: row.form, Targets: []string{"all"}, Budget: api.BatchBudget})
		if err != nil {
			t.Fatal(err)
		}
		has := func(name string) bool {
			return slices.ContainsFunc(e.Targets, func(l api.Lowered) bool { return l.Target == name })
		}
		if has("bmi2") != row.alone || has("avx2+bmi2") != row.together || has("avx512vbmi+bmi2") != row.together || !has("avx2") {
			t.Errorf("%s: bmi2 %v, avx2+bmi2 %v; want %v, %v", row.form, has("bmi2"), has("avx2+bmi2"), row.alone, row.together)
		}
	}
}

// Code of LLVM IR for general registers reads back as the map, and Go is refused.
func TestGeneralCode(t *testing.T) {
	for _, text := range []string{"i1x64 -> a1 a0 a3 a2 a5 a4 a7 a6", "<8 x i8> 7 6 5 4 3 2 1 0", "i32x2 i32x2 -> a0 b1", "i1x64 -> a0 1 a2 1"} {
		var l api.Lowerer
		w, err := l.Lower(t.Context(), api.LowerRequest{Form: text, Target: "bmi2", Emit: "llvm", Name: "f"})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		_, body, _ := strings.Cut(w.Code, "{\n")
		body, _, _ = strings.Cut(body, "  ret ")
		f, err := form.Parse(strings.TrimSpace(body), form.Options{})
		if err != nil {
			t.Errorf("%s: %v", w.Code, err)
			continue
		}
		if v, err := form.Compare(f, form.Form{Map: w.Map}); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s is %s: %v", w.Code, f.Map, err)
		}
		if err := api.CheckLower(api.LowerRequest{Form: text, Target: "bmi2", Emit: "go"}); err == nil || !strings.Contains(err.Error(), "no general registers") {
			t.Errorf("go: %v", err)
		}
	}
}
