package lsp

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
)

// A place is where a text first stands in a file.
func place(t testing.TB, text, needle string) position {
	t.Helper()
	at := strings.Index(text, needle)
	if at < 0 {
		t.Fatalf("there is no %q", needle)
	}
	return newText(text).position(at)
}

// files are what an editor sees of a file in each language.
var files = []struct {
	name, id string
	found    []string            // findings: line, rule, and the text that they are about
	hovers   map[string][]string // what is said where a text stands
	hints    []string            // line and map
	acts     map[string]string   // what a file has after an action whose title begins so
	goes     map[string]int      // the line, from 1, to which a name leads
}{
	{"reduce.c", "c",
		[]string{`21 doubtful "_mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3))"`, `25 doubtful "_mm256_alignr_epi8(a, b, 4)"`},
		map[string][]string{
			"_mm_unpacklo_ps(a":       {"**interleave the low halves of a and b**", "`i32x4 i32x4 -> a0 b0 a1 b1`", "│ a0 │", "avx2: 1 op; minimal", "vpunpckldq"},
			"_mm_unpacklo_ps(c":       {"**interleave the low halves of c and d**", "`i32x4 i32x4 -> a0 b0 a1 b1` with a = c, b = d"},
			"_mm_setr_epi8(3":         {"reverse the bytes of every 32 bits of v", "vpshufb"},
			"_MM_SHUFFLE(0":           {"reverse a", "its last argument is for lane 0"},
			"_mm256_alignr_epi8(a, b": {"no lane crosses"},
		},
		[]string{"6 → a0 b0 a1 b1", "7 → c0 d0 c1 d1", "8 → ab:0 cd:0", "9 → ab:1 cd:1", "18 → reverse the bytes of every 32 bits of v", "21 → a3 a2 a1 a0", "25 → splice b and a, from lane 4 on, in each 128-b…"},
		map[string]string{
			"Write the arguments": "/* 😀 */ __m128i turned(__m128i a) { return _mm_shuffle_epi32(a, _MM_SHUFFLE(3, 2, 1, 0)); }",
			"Say in a comment what this is: interleave the low halves": "\t// interleave the low halves of a and b: a0 b0 a1 b1\n\t__m128 ab",
		}, nil},
	{"zip.ll", "llvm", nil,
		map[string][]string{"%low = ": {"interleave the low halves of %left and %right"}, "<i32 1, i32 0": {"swap adjacent lanes of %low"}},
		[]string{"4 → a0 b0 a1 b1 a2 b2 a3 b3", "9 → a1 a0 a3 a2 a5 a4 a7 a6"},
		map[string]string{"Say in a comment what this is: interleave": "  ; interleave the low halves of %left and %right: a0 b0"},
		map[string]int{"%low, <8": 4, "%done": 7, "%swapped\n": 8}},
	{"rows.go", "go", nil, map[string][]string{"a.InterleaveLo": {"interleave the low halves of a and b"}}, []string{"7 → a0 b0 a1 b1"}, nil, nil},
	{"swap.rs", "rust", nil, map[string][]string{"simd_swizzle!(": {"interleave the low halves of a and b"}, "_mm256_permute4x64": {"swap the halves of a"}}, []string{"6 → a0 b0 a1 b1", "10 → a2 a3 a0 a1"}, nil, nil},
	{"colour.wgsl", "wgsl", nil, map[string][]string{"colour.bgra": {"`i32x4 -> a2 a1 a0 a3`"}}, []string{"3 → a2 a1 a0 a3"}, nil, nil},
	{"wasted.s", "asm",
		[]string{`3 wasted "pshufd\t$225, %xmm0, %xmm2              # xmm2 = xmm0[1,0,2,3]\n\tshufps\t$80, %xmm1, %xmm2               # xmm2 = xmm2[0,0],xmm1[1,1]"`, `8 wasted "vpshufd\t$78, %xmm0, %xmm1\n\tvpshufd\t$177, %xmm1, %xmm1"`,
			`13 wrong-comment "vpshufd\t$27, %xmm1, %xmm0               # xmm0 = xmm1[0,1,2,3]"`},
		map[string][]string{"vpshufd\t$27": {"reverse xmm1"}, "pshufd\t$225": {"swap lanes 0 and 1 of xmm0"}},
		[]string{"3 → a1 a0 a2 a3", "4 → xmm2:0 xmm2:0 xmm1:1 xmm1:1", "8 → a2 a3 a0 a1", "9 → a1 a0 a3 a2", "13 → a3 a2 a1 a0"},
		map[string]string{"Rewrite to 1 instruction": "halves:\n\tvpshufd $27, %xmm0, %xmm1\n\tvpaddd", "Let the comment": "# xmm0 = xmm1[3,2,1,0]\n\tretq"},
		map[string]int{"swap\nwrong": 2}},
	{"zip_arm64.s", "asm", nil, map[string][]string{"ext\tv0": {"swap the halves"}, "zip1\tv0": {"interleave the low halves"}}, []string{"3 → v0:0 v1:0 v0:1 v1:1", "4 → swap the halves of v0"}, nil, map[string]int{".Lend\n": 6, "zip\nzip:": 2}},
	{"regions.visaasm", "visa",
		[]string{`8 region-horizontal-stride "V32(0,0)<3>"`, `9 syntax "P1"`, `10 syntax "V99"`},
		map[string][]string{"V33(0,0)<2;1,0>": {"the even lanes of V33", "`i32x16 -> a0 a2 a4", "**mov**"}, "add (M1": {"**add**", "`region-width`"}},
		[]string{"7 → a0 a2 a4 a6 a8 a10 a12 a14"},
		map[string]string{"Write V32(0,0)<2>": "add (M1, 8) V32(0,0)<2> V32(0,0)<8;8,1> 0x1:d"},
		map[string]int{"done\nmov": 11, "V33(0,0)<2;": 4}},
	{"lanes_g13.s", "asm", []string{`4 r0l-clobbered "simd_shuffle r0, r1, 5"`}, map[string][]string{"simd_shuffle r0": {"broadcast lane 5 of r1", "quad_shuffle_up"}, "iadd r1": {"# iadd", "b = B, extended by its sign"}}, []string{"4 → broadcast lane 5 of r1"}, nil, map[string]int{"loop\n    pop": 3}},
	{"walk_svp64.s", "asm", nil, map[string][]string{"sv.mv.swiz": {"reverse r64", "the swizzle move"}, "sv.add": {"**add** `RT,RA,RB`", "RT ← RA + RB"}}, []string{"4 → a2 a1 a0"}, nil, map[string]int{"loop\n": 3}},
	{"library.lanes", "lanes", []string{`3 claim "<4 x i32> 3 2 1 1"`}, nil, nil, nil, nil},
}

// What an editor sees of real files, one in each language, with either end of lines.
func TestFiles(t *testing.T) {
	c := begin(t, "")
	defer c.leave()
	for _, f := range files {
		b, err := os.ReadFile("testdata/files/" + f.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range []string{"\n", "\r\n", "\r"} {
			uri := fmt.Sprintf("file:///%q/%s", end, f.name)
			text := strings.ReplaceAll(string(b), "\n", end)
			with := func(s string) string { return strings.ReplaceAll(s, "\n", end) }
			c.open(uri, f.id, text)
			all := newText(text)
			var found []string
			for _, d := range c.findings(uri, 1) {
				found = append(found, fmt.Sprintf("%d %s %q", d.Range.Start.Line+1, d.Code, strings.ReplaceAll(all.all[all.span(d.Range).from:all.span(d.Range).to], end, "\n")))
			}
			if !slices.Equal(found, f.found) {
				t.Errorf("%s: found\n%s\nwant\n%s", uri, strings.Join(found, "\n"), strings.Join(f.found, "\n"))
			}
			for needle, says := range f.hovers {
				said := c.hovered(uri, place(t, text, with(needle)))
				for _, want := range says {
					if !strings.Contains(said, want) {
						t.Errorf("%s: of %q is said\n%s\nwant %q", uri, needle, said, want)
					}
				}
			}
			if said := c.hovered(uri, position{}); said != "" && f.name != "walk_svp64.s" {
				t.Errorf("%s: of the first line is said %q", uri, said)
			}
			c.hintsAre(uri, f.hints)
			c.actionsGive(uri, text, f.acts, with)
			for name, line := range f.goes {
				var l *location
				c.ask("textDocument/definition", positionParams{documentName{uri}, place(t, text, with(name))}, &l)
				if l == nil || l.Range.Start.Line+1 != line || l.URI != uri {
					t.Errorf("%s: %q leads to %+v, want line %d", uri, name, l, line)
				}
			}
		}
	}
}

// hintsAre asks for all hints, and for those of the second half alone.
func (c *client) hintsAre(uri string, want []string) {
	c.Helper()
	said := func(r textRange) (all []string, first int) {
		var hints []inlayHint
		c.ask("textDocument/inlayHint", rangeParams{documentName{uri}, r}, &hints)
		for _, h := range hints {
			all = append(all, fmt.Sprintf("%d %s", h.Position.Line+1, h.Label))
		}
		if len(hints) > 1 {
			first = hints[len(hints)/2].Position.Line
		}
		return all, first
	}
	all, half := said(textRange{End: position{1000, 0}})
	if !slices.Equal(all, want) {
		c.Errorf("%s: hints\n%q\nwant\n%q", uri, all, want)
	}
	if rest, _ := said(textRange{position{half, 0}, position{half + 1000, 0}}); half > 0 && !slices.Equal(rest, want[len(want)/2:]) {
		c.Errorf("%s: hints from line %d on\n%q\nwant\n%q", uri, half, rest, want[len(want)/2:])
	}
}

// actionsGive asks for all actions, and tries those whose titles begin so.
func (c *client) actionsGive(uri, text string, want map[string]string, with func(string) string) {
	c.Helper()
	all := c.actions(uri, textRange{End: position{1000, 0}})
	for title, has := range want {
		k := slices.IndexFunc(all, func(a codeAction) bool {
			return strings.HasPrefix(a.Title, title) && strings.Contains(edited(c, text, uri, a), with(has))
		})
		if k < 0 {
			c.Errorf("%s: no action %q makes %q", uri, title, has)
			for _, a := range all {
				c.Logf("%s\n%s", a.Title, edited(c, text, uri, a))
			}
		}
	}
}

// A hover has a picture as an image where the client says that it takes one, the sequence of the target that it says, and no Markdown where it reads none.
func TestView(t *testing.T) {
	const text = "__m128i f(__m128i a) { return _mm_shuffle_epi32(a, 27); }\n"
	at := place(t, text, "_mm_shuffle")
	ask := func(handshake string) string {
		c := connect(t, Options{})
		c.ask("initialize", json.RawMessage(handshake), nil)
		c.open("file:///a.c", "c", text)
		said := c.hovered("file:///a.c", at)
		c.leave()
		return said
	}
	said := ask(`{"capabilities":{},"initializationOptions":{"svg":true,"target":"neon"}}`)
	_, image, _ := strings.Cut(said, "(data:image/svg+xml;base64,")
	image, _, _ = strings.Cut(image, ")")
	if svg, err := base64.StdEncoding.DecodeString(image); err != nil || !strings.HasPrefix(string(svg), "<svg ") || !strings.Contains(said, "rev64 v0.4s") {
		t.Errorf("%v\n%s", err, said)
	}
	if said := ask(`{"capabilities":{"textDocument":{"hover":{"contentFormat":["plaintext"]}}}}`); strings.Contains(said, "`") || strings.Contains(said, "**") || !strings.HasPrefix(said, "reverse a\n") || !strings.Contains(said, "vpshufd") {
		t.Error(said)
	}
}

// What an editor sees of sources and listings is what scan finds in them.
func TestFindsWhatScanFinds(t *testing.T) {
	compared := 0
	for _, f := range files {
		l := languageOf(f.id, f.name, newText(""))
		if l.assembly != nil {
			continue
		}
		b, err := os.ReadFile("testdata/files/" + f.name)
		if err != nil {
			t.Fatal(err)
		}
		text := newText(string(b))
		if l = languageOf(f.id, f.name, text); l.assembly != nil {
			continue
		}
		a := newAnalysis(text, l, new(facts))
		shuffles, err := a.between(t.Context(), 0, len(a.line))
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, s := range shuffles {
			if len(l.statements)+len(l.calls) == 0 || corpus.Moves(s.form.Map) && strings.Contains(s.text, "_mm") {
				got = append(got, fmt.Sprintf("%d %s", s.line+1, s.form.Map))
			}
		}
		wrong := map[int]string{}
		err = corpus.Scan(strings.NewReader(string(b)), f.name, corpus.Sink{
			Contradiction: func(c corpus.Contradiction) { wrong[c.Line] = c.Instruction.Map.String() },
			Shuffle:       func(f corpus.Find) { want = append(want, fmt.Sprintf("%d %s", f.Line, f.Form.Map)) },
		})
		if err != nil {
			t.Fatal(err)
		}
		for k, line := range want {
			var n int
			_, _ = fmt.Sscan(line, &n)
			if m, ok := wrong[n]; ok { // there an editor shows the instruction
				want[k] = fmt.Sprintf("%d %s", n, m)
			}
		}
		compared += len(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: an editor sees\n%s\nscan finds\n%s", f.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if compared < 12 {
		t.Errorf("%d shuffles in all", compared)
	}
}

// What there is to write next, in the three assembly languages. The mark is where somebody writes.
func TestCompletions(t *testing.T) {
	c := begin(t, "")
	defer c.leave()
	const decls = ".decl V32 v_type=G type=d num_elts=16 align=GRF\n.decl V40 v_type=G type=d num_elts=16 align=GRF\n.decl P1 v_type=P num_elts=16\n"
	for n, test := range []struct {
		name, text string
		want, not  []string
	}{
		{"a.visaasm", decls + "m‸", []string{"mov", "mul", "mad"}, []string{"add"}},
		{"a.visaasm", decls + ".‸", []string{".decl", ".input"}, []string{"mov"}},
		{"a.visaasm", decls + "(P1) mo‸", []string{"mov"}, nil},
		{"a.visaasm", decls + "mov ‸", []string{"(M1, 8)", "(M1, 16)"}, []string{"mov"}},
		{"a.visaasm", decls + "mov (‸", []string{"(M1, 8)"}, nil},
		{"a.visaasm", decls + "mov (M1, 8) V‸", []string{"V32(0,0)<1>", "V40(0,0)<1>"}, nil},
		{"a.visaasm", decls + "(P1) mov (M1, 8) V32(0,0)<1> V4‸", []string{"V40(0,0)<8;8,1>"}, []string{"V32(0,0)<8;8,1>"}},
		{"a.visaasm", decls + "mov (M1, 8) V32(0,0)<1> ‸", []string{"V40(0,0)<8;8,1>", "P1"}, nil},
		{"a.visaasm", decls + "done:\njmp (M1, 1) ‸", []string{"done"}, []string{"V32(0,0)<1>"}},
		{"a.visaasm", decls + "mov (M1, 8) // ‸", nil, []string{"mov"}},
		{"g.s", "iadd r7, r1, 5\niad‸", []string{"iadd"}, []string{"fadd32"}},
		{"g.s", "iadd r7, r1, 5\nloop: simd_shuff‸", []string{"simd_shuffle"}, []string{"iadd"}},
		{"g.s", "iadd r7, r1, 5\niadd r7, r‸", []string{"r1", "r7"}, []string{"loop"}},
		{"g.s", "again:\niadd r7, r1, 5\njmp_exec_any ‸", []string{"again", "pc+16"}, []string{"r7"}},
		{"g.s", "iadd r7, r1, 5\nif_icmp r0l, u‸", []string{}, []string{"iadd"}},
		{"p.s", "setvl 0,0,2,1,1,1\nsv.m‸", []string{"sv.mv.swiz"}, []string{"mv.swiz", "setvl"}},
		{"p.s", "setvl 0,0,2,1,1,1\nsv.mv.swiz *32,*64,‸", []string{"XYZW", "WZYX"}, []string{"*32"}},
		{"p.s", "setvl 0,0,2,1,1,1\nsv.add *4,*8,*12\nsv.add *‸", []string{"*4", "*8", "*12"}, []string{"XYZW"}},
		{"p.s", "setvl 0,0,2,1,1,1\nagain: add 1,2,3\nbc 16,0,a‸", []string{"again"}, []string{"add"}},
		{"p.s", "setvl 0,0,2,1,1,1\nadd 1,2,3; mts‸", []string{"mtspr"}, nil},
		{"a.c", "_mm_‸", nil, []string{"mov"}},
	} {
		p, text := at(t, test.text)
		uri := fmt.Sprintf("file:///%d/%s", n, test.name)
		c.open(uri, strings.TrimPrefix(path.Ext(test.name), "."), text)
		var list completionList
		c.ask("textDocument/completion", positionParams{documentName{uri}, p}, &list)
		var labels []string
		for _, i := range list.Items {
			labels = append(labels, i.Label)
			after, err := newText(text).edited([]change{{&i.TextEdit.Range, i.TextEdit.NewText}})
			if line := after.line(p.Line); err != nil || !strings.HasSuffix(line, i.Label) || strings.Contains(line, "((") {
				t.Errorf("%s: %q makes %q", test.text, i.Label, line)
			}
		}
		for _, want := range test.want {
			if !slices.Contains(labels, want) {
				t.Errorf("%s: %q is not offered among %q", test.text, want, labels)
			}
		}
		for _, not := range test.not {
			if slices.Contains(labels, not) {
				t.Errorf("%s: %q is offered", test.text, not)
			}
		}
	}
}
