package visa

import (
	"strings"
	"testing"
)

// Declarations that contradict themselves are refused in both dialects, the first of a text too, when names that nobody declared still have numbers.
func TestDeclarationFaults(t *testing.T) {
	const base = ".decl V32 v_type=G type=d num_elts=8 align=GRF\n"
	for _, c := range []struct{ text, says string }{
		{".decl V32 v_type=G type=d num_elts=8 alias=<V32, 0>", `1:45: "V32" is not declared before its alias`},
		{".decl V32 v_type=G type=d num_elts=8 alias=<V40, 0>", `"V40" is not declared before its alias`},
		{".decl x v_type=G type=d num_elts=8 alias=<y, 0>", `"y" is not declared before its alias`},
		{".decl x v_type=G type=d num_elts=1 alias=<%null, 0>", `"%null" is not declared before its alias`},
		{base + ".decl V33 v_type=G type=d num_elts=8 alias=<V33, 0>", `"V33" is not declared`},
		{base + ".decl V33 v_type=G type=d type=f num_elts=8", `the declaration has "type" twice`},
		{base + ".decl V33 v_type=G type=d num_elts=8 num_elts=9", `the declaration has "num_elts" twice`},
		{base + ".decl V33 v_type=G type=d num_elts=8 alias=<V32, 0> alias=<V32, 4>", `the declaration has "alias" twice`},
		{base + ".decl V33 v_type=G type=d num_elts=8 align=GRF align=GRF", `the declaration has "align" twice`},
	} {
		for _, dialect := range []Dialect{Spec, Intel} {
			_, errs := ParseProgram(c.text, NewDecls(32, D), dialect)
			if len(errs) != 1 || !strings.Contains(errs[0].Error(), c.says) {
				t.Errorf("%s: %v, want %s", c.text, errs, c.says)
			}
		}
	}
	for _, text := range []string{base + ".decl V33 v_type=G type=uw num_elts=8 align=word alias=<V32, 8>", ".decl x v_type=G type=ud num_elts=1 alias=<%r0, 4>"} {
		if _, errs := ParseProgram(text, NewDecls(32, D), Spec); errs != nil {
			t.Errorf("%s: %v", text, errs)
		}
	}
}
