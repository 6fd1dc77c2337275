package api_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/errata"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/lane"
)

// Every erratum is whole, has a number of its own in its seed's hundred, a ground of house rule 3, and a test that exists.
func TestErrata(t *testing.T) {
	tests := testFunctions(t)
	seen := map[int]bool{}
	hundred := map[string]int{"000": 0, "001": 1, "002": 2, "003": 3, "house": 4, "shaders": 5, "ptx": 5, "amdgpu": 5, "esimd": 5}
	grounds := map[errata.Ground]bool{
		errata.Impossible: true, errata.Contradicts: true, errata.Hardware: true,
		errata.TwoSources: true, errata.MakersTool: true, errata.Silent: true,
	}
	for _, e := range api.Errata() {
		if seen[e.No] || e.No/100 != hundred[e.Seed] || e.No%100 == 0 {
			t.Errorf("erratum %d of seed %s: the number is used or is not the seed's", e.No, e.Seed)
		}
		seen[e.No] = true
		if e.Title == "" || e.Says == "" || e.Does == "" || e.Evidence == "" || !grounds[e.Ground] {
			t.Errorf("erratum %d is not whole: %+v", e.No, e)
		}
		if !tests[e.Test] {
			t.Errorf("erratum %d: there is no test %q", e.No, e.Test)
		}
	}
}

// testFunctions are the names of all test functions of the module.
func testFunctions(t *testing.T) map[string]bool {
	names := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Test") {
				names[f.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// What is written by hand is JSON, whatever the texts hold, and has the contract's keys in its order.
func TestJSON(t *testing.T) {
	hostile := "shufflevector <2 x i8> %\"\x01\\é\u2028<\", <2 x i8> undef, <2 x i32> <i32 0, i32 3>"
	e, err := new(api.Explainer).Explain(t.Context(), api.ExplainRequest{Form: hostile, Forms: []string{"all"}})
	if err != nil {
		t.Fatal(err)
	}
	keys(t, e.AppendJSON(nil), "schema dialect map canonical lanes patterns targets forms warnings")
	p, err := api.Prove(api.ProveRequest{A: "i8x2 -> a0 a1", B: "<2 x i8> 0 u"})
	if err != nil {
		t.Fatal(err)
	}
	keys(t, p.AppendJSON(nil), "schema verdict text lane bits a b mapA mapB bound boundBy")
	_, err = new(api.Explainer).Explain(t.Context(), api.ExplainRequest{Form: "\"\xff\\ <"})
	keys(t, api.AppendError(nil, api.ExplainSchema, err, 7), "schema error")
	d, err := api.Draw(api.DrawRequest{Form: hostile})
	if err != nil {
		t.Fatal(err)
	}
	keys(t, d.AppendJSON(nil), "schema dialect map svg")
	if d, err = api.Draw(api.DrawRequest{Form: hostile, Text: true}); err != nil {
		t.Fatal(err)
	}
	keys(t, d.AppendJSON(nil), "schema dialect map text")
	for _, e := range api.Errata() {
		keys(t, api.AppendErratum(nil, e), "schema no seed title says does ground evidence test")
	}
}

func keys(t *testing.T, object []byte, want string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(object)))
	var got []string
	depth := 0
	for key := false; ; {
		token, err := d.Token()
		if err != nil {
			break
		}
		switch v := token.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				depth++
			} else {
				depth--
			}
			key = depth == 1
		default:
			if depth == 1 {
				if key {
					got = append(got, v.(string))
				}
				key = !key
			}
		}
	}
	if !json.Valid(object) || strings.Join(got, " ") != want {
		t.Errorf("%s\nvalid %v, keys %v, want %s", object, json.Valid(object), got, want)
	}
}

// A picture has the bits that guard its lanes.
func TestDrawGuard(t *testing.T) {
	d, err := api.Draw(api.DrawRequest{Form: "vpermq ymm0{k1}{z}, ymm1, 78"})
	if err != nil {
		t.Fatal(err)
	}
	scene := d.Picture.(draw.Scene)
	last := scene.Rows[len(scene.Rows)-1]
	if last.Label != "k1" || len(last.Cells) != 4 || last.Cells[3].Text != "3" || !strings.Contains(strings.Join(scene.Notes, " "), "is zero") {
		t.Errorf("%+v, notes %q", last, scene.Notes)
	}
}

// The cells of a step are named by what the step reads, and have the colours of what the program began with.
func TestDrawProgram(t *testing.T) {
	d, err := api.Draw(api.DrawRequest{Form: "d = _mm_unpacklo_epi32(c, e); r = _mm_shuffle_epi32(d, 27)"})
	if err != nil {
		t.Fatal(err)
	}
	p := d.Picture.(draw.Panels)
	if len(p.Panel) != 3 || p.Panel[0].Title != "1  d = _mm_unpacklo_epi32(c, e)" || p.Panel[2].Title != "all 2 steps" {
		t.Fatalf("%+v", p)
	}
	for k, want := range []string{"c0/3 e0/4 c1/3 e1/4", "d3/4 d2/3 d1/4 d0/3", "e1/4 c1/3 e0/4 c0/3"} {
		var got []string
		for _, c := range p.Panel[k].Rows[1].Cells {
			got = append(got, fmt.Sprintf("%s/%d", c.Text, c.Ink))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("panel %d: %v, want %s", k, got, want)
		}
	}
	if long, err := api.Draw(api.DrawRequest{Form: strings.Repeat("v = v.yxwz; ", 257)}); err == nil {
		if _, drawn := long.Picture.(draw.Panels); drawn {
			t.Error("257 steps are drawn")
		}
	}
}

// A form under a predicate has no sequence: that of its map would write the lanes that the predicate keeps.
func TestLowerGuard(t *testing.T) {
	var l api.Lowerer
	for _, target := range []string{"avx512", "visa"} {
		_, err := l.Lower(t.Context(), api.LowerRequest{Form: "vpermq ymm0{k1}{z}, ymm1, 78", Target: target})
		if err == nil || !strings.Contains(err.Error(), "under k1") || !strings.Contains(err.Error(), "i64x4 -> a2 a3 a0 a1") {
			t.Errorf("%s: %v", target, err)
		}
	}
}

func TestFacts(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"i16x8 -> a4 z a5 z a6 z a7 z", "reads 4 of 8 lanes of a; crosses 64-bit boundaries"},
		{"i8x32 -> " + strings.Repeat("a0 ", 32), "reads 1 of 32 lanes of a; crosses 128-bit boundaries"},
		{"i32x4 i32x4 -> a1 a0 b3 .", "reads 2 of 4 lanes of a; reads 1 of 4 lanes of b; keeps lanes of the old destination; stays within blocks of 64 bits"},
		{"i32x2 -> a1 a0", "reads 2 of 2 lanes of a"},
		{"-> i79x2: z _", ""},
	} {
		m, err := lane.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(api.Facts(m), "; "); got != row.want {
			t.Errorf("%s: %q, want %q", row.text, got, row.want)
		}
	}
}

// A request about a dialect is answered in it, or with the reason why not.
func TestExplainForms(t *testing.T) {
	e, err := new(api.Explainer).Explain(t.Context(), api.ExplainRequest{Form: "i8x4 -> a0 .", Forms: []string{"all"}})
	written := 0
	for _, d := range form.Dialects() {
		if d.IsWritten() {
			written++
		}
	}
	if err != nil || len(e.Forms) != written || e.Forms[0].Why == "" || e.Forms[len(e.Forms)-1].Text != "i8x4 -> a0 ." {
		t.Errorf("%+v, %v", e.Forms, err)
	}
	for list, want := range map[string]string{
		"all": "", "none": "", "x": `there is no thing "x": there are x1, y2, and all and none`,
	} {
		err := api.CheckList([]string{list}, "thing", []string{"x1", "y2"})
		if got := errorText(err); got != want {
			t.Errorf("%s: %q, want %q", list, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
