package visa

import (
	"fmt"
	"slices"
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

// A variable begins where its alignment says, whichever way that is written, and its declaration says it again.
func TestAlignmentsOfDeclarations(t *testing.T) {
	words := []string{"byte", "word", "dword", "qword", "oword", "GRF", "2GRF", "hword", "32word", "64word", "GRFx2", "wordx32", "wordx64", "2_GRF", "GRFx4", "bytes", "3"}
	seen := map[Align]bool{}
	for _, word := range words {
		for _, dialect := range []Dialect{Spec, Intel} {
			g, errs := ParseProgram(".decl x v_type=G type=d num_elts=8 align="+word+"\n", NewDecls(32, D), dialect)
			if known := slices.Contains(alignNames[:], word) || alignSpellings[word] != 0; !known {
				if errs == nil {
					t.Errorf("align=%s is read", word)
				}
				continue
			}
			if errs != nil {
				t.Errorf("align=%s: %v", word, errs)
				continue
			}
			_, id, _ := g.Decls.Lookup("x")
			v := g.Decls.Variable(GeneralKind, id)
			seen[v.Align] = true
			text := g.Decls.Text(GeneralKind, id)
			again, errs := ParseProgram(text+"\n", NewDecls(32, D), dialect)
			if errs != nil || again.Decls.Variable(GeneralKind, id).Align != v.Align || alignSpellings[word] == 0 && v.Align.String() != word {
				t.Errorf("align=%s is %s, and comes back as %s, %v", word, v.Align, text, errs)
			}
		}
	}
	if len(seen) != len(alignNames) {
		t.Errorf("%d of %d alignments were read", len(seen), len(alignNames))
	}
}

// What is wrong in a declaration is told of where it stands.
func TestPlacesOfDeclarationFaults(t *testing.T) {
	const base = ".decl V32 v_type=G type=d num_elts=8 align=GRF\n.decl P9 v_type=P num_elts=8\n"
	for _, row := range [][2]string{
		{".decl x v_type=«Z» num_elts=8", `expected a kind of variable: G, A, P, S or T, found "Z"`}, {".decl x v_type=G type=«v» num_elts=8", `expected a type of elements: ud, d, uw, w, ub, b, uq, q, f, df, hf, bf or bool, found "v"`},
		{".decl x v_type=G type=«x» num_elts=8", `expected a type of elements: ud, d, uw, w, ub, b, uq, q, f, df, hf, bf or bool, found "x"`}, {".decl x v_type=G type=d num_elts=«0»", "expected 1 to 1048576 elements, found 0"}, {".decl x v_type=G type=d num_elts=«q»", `expected a number of elements, found "q"`},
		{".decl x v_type=G type=d num_elts=«1048577»", "expected 1 to 1048576 elements, found 1048577"}, {".decl «x v_type=P num_elts=33»", "a predicate variable has at most 32 elements, found 33"}, {".decl «x v_type=G type=d»", "expected num_elts="}, {".decl «x v_type=A num_elts=99»", "an address variable has at most 16 elements, found 99"},
		{".decl x v_type=G type=d num_elts=8 «foo»=3", `there is no field "foo": expected type, num_elts, align, alias, attrs or v_name`}, {".decl x v_type=G type=d num_elts=8 align=«foo»", "expected an alignment: "}, {".decl x v_type=G type=d num_elts «8»", `expected a field, such as num_elts=8, found "8"`},
		{".decl x v_type=G type=d num_elts=8 alias=«V32», 0>", `expected "<", found "V32"`}, {".decl x v_type=G type=d num_elts=8 alias=<«P9», 0>", `"P9" is a predicate variable: expected a general variable`}, {".decl x v_type=G type=d num_elts=8 alias=<V32«>»", `expected ",", found ">"`},
		{".decl x v_type=G type=d num_elts=8 alias=<V32, «q»>", `expected a number of bytes, found "q"`}, {".decl x v_type=G type=d num_elts=8 alias=<«V32», 8388609>", "the alias begins behind the largest variable"},
		{".decl «x v_type=P num_elts=8 alias=<V32, 0>»", "only general variables can be aliases"}, {".decl x v_type=G type=d num_elts=8 attrs=«a»", `expected attributes in braces, found "a"`}, {".decl x v_type=G type=d num_elts=8 attrs={a «b»}", `expected "," or "}", found "b"`},
		{".decl «V32» v_type=G type=d num_elts=8", `"V32" is declared twice`}, {".decl «V3» v_type=G type=d num_elts=8", `"V3" is predefined: V0 to V31 are taken`},
	} {
		text := base + strings.NewReplacer("«", "", "»", "").Replace(row[0]) + "\n"
		_, errs := ParseProgram(text, NewDecls(32, D), Spec)
		at := strings.Index(row[0], "«") + 1
		if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), fmt.Sprintf("3:%d: %s", at, row[1])) {
			t.Errorf("%s: %v, want it at %d: %s", row[0], errs, at, row[1])
		}
	}
}
