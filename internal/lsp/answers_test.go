package lsp

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the tests expect instead of comparing with it")

// told are texts beside those of the files that are real: what can be wrong in each language, and what one can go on with.
var told = []struct{ name, id, text string }{
	{"wrong.visaasm", "visa", `.decl V32 v_type=G type=d num_elts=16 align=GRF
.decl V33 v_type=G type=w num_elts=32 align=GRF
.decl V34 v_type=G type=ub num_elts=64 align=GRF
.decl P1 v_type=P num_elts=16
(P1) mov (M1, 16) V33(0,0)<1> V32(0,0)<8;8,1>
(!P1) add.sat (M1, 8) V33(0,0)<2> V33(0,0)<4;4,1> V33(0,0)<16;8,2>
mov (M1, 8) V34(0,0)<1> V34(0,0)<16;8,2>
mov (M1, 4) V32(0,0)<1> V32(0,3)<0;1,0>
sel (M1, 8) V32(0,0)<1> V32(0,0)<8;8,1> V32(0,8)<8;8,1>
cmp.lt (M1, 8) P1 V32(0,0)<8;8,1> V32(0,8)<8;8,1>
`},
	{"flow.visaasm", "visa", ".decl V32 v_type=G type=d num_elts=16 align=GRF\nstart:\nmov (M1, 8) V32(0,0)<1> 0x1:d\njmp (M1, 1) start\ncall (M1, 8) V32\n"},
	{"macros.s", "g13asm", ".equ size, 4\n.macro twice a\niadd \\a, \\a, \\a\n.endm\nagain:\nsimd_shuffle_xor r1, r2, 3\nquad_shuffle r3, r1, 2\niadd r0l, r1l, 1; fadd32 r5, u4, r6\nnonsense r1\njmp_exec_any again\n"},
	{"empty.s", "g13asm", "\n\n"},
	{"words.s", "svp64", "setvl 0,0,4,1,1,1\nnonsense 1\nsv.fmv.swiz *8,*16,XXYY\nagain: sv.add/w=16 *4,*8,*12; add 1,2,3\naddi 1,99,x\nmtspr 9,3\nbc 16,0,again\nb nowhere\n"},
	{"blank.s", "svp64", "# setvl\n  \n"},
	{"intel.s", "asm", "f:\n\tvpshufd xmm1, xmm0, 78\n\tvpshufd xmm1, xmm1, 78\n\tret\n\tvpshufd ymm3, ymm2, 0xb1\n\tvpshufd ymm3, ymm3, 0xb1\n\tvpermq ymm3, ymm3, 27\n\tpshufd xmm4, xmm0, 27 # xmm4 = xmm0[3,2,1,0]\n\tvpermilps xmm4, xmm0, 27 # xmm4 = xmm0[3,2,1,1]\n\tmovddup xmm4, xmm0\n\tpunpcklqdq xmm5, xmm4\n"},
	{"two.s", "asm", "\tpshufd\t$78, %xmm1, %xmm2\n\tpunpcklqdq\t%xmm2, %xmm1\n\tpshufd\t$78, %xmm1, %xmm3\n\tpshufd\t$78, %xmm3, %xmm4\n\tvpshufb\t.LC0(%rip), %ymm0, %ymm1\n\tvpermq\t$78, %zmm1, %zmm2\n"},
	{"loads.s", "asm", "\tvpshufb\t(%rdi), %xmm0, %xmm1  # xmm1 = xmm0[4,5,6,7,0,1,2,3,12,13,14,15,8,9,10,11]\n\tvpshufd\t$78, %xmm1, %xmm1\n"},
	{"values.ll", "llvm", "define <4 x i32> @f(<4 x i32> %a) {\n  %b = shufflevector <4 x i32> %a, <4 x i32> undef, <4 x i32> <i32 3, i32 2, i32 1, i32 0>\n  br label %end\nend:\n  %c = call <4 x i32> @g(<4 x i32> %b)\n  ret <4 x i32> %c\n}\ndeclare <4 x i32> @g(<4 x i32>)\ndefine <4 x i32> @h(<4 x i32> %a) {\n  ret <4 x i32> %b\n}\n"},
	{"go.s", "goasm", "TEXT ·f(SB), NOSPLIT, $0\n\tVPSHUFD $27, X1, X0\n\tJMP ·f(SB)\n\tRET\n"},
	{"calls.c", "c", "v4 a = __builtin_shufflevector(x, y, 0, 4, 1, 5), b = __builtin_shufflevector(y, y, 3, 2, 1, 0);\nreturn _mm_shuffle_epi32(_mm_set1_epi32(1),\n\t_MM_SHUFFLE(1, 2,\n\t0, 3)); // x\n__m128i r = _mm_shuffle_ps(a, b, _MM_SHUFFLE(0, 0, 1, 1));\n__m512i z = _mm512_maskz_shuffle_epi32(k, a, 27);\n__m256i w = _mm256_shuffle_epi8(a, _mm256_set1_epi8(0x80));\n"},
	{"kept.lanes", "lanes", "# what holds\n<4 x i32> 3 2 1 0 == _mm_shuffle_epi32(a, 27)\n<4 x i32> 3 2 1 0 @ sse2 <= 1 op\n<4 x i32> 3 2 1 1 == _mm_shuffle_epi32(a, 27)\nnonsense\n<4 x i32> 3 2 1 0 @ bmi2 <= 1 op\n"},
	{"swizzles.rs", "rust", "fn f() { let b = simd_swizzle!(a, [3, 2, 1, 0]); }\nreturn simd_swizzle!(a, b, [0, 4, 1, 5]);\n"},
	{"of.wgsl", "wgsl", "  return colour.bgra; // turned\nlet x = v.xxyy;\n"},
}

// All that an editor is told of texts, at each place of them, is as it was: findings, hovers without what other packages make of a movement, hints, completions, what can be done, and where names lead.
func TestAnswersFresh(t *testing.T) {
	texts := told
	for _, f := range files {
		b, err := os.ReadFile("testdata/files/" + f.name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, struct{ name, id, text string }{f.name, f.id, string(b)})
	}
	c := begin(t, "")
	defer c.leave()
	for _, f := range texts {
		uri := "file:///" + f.name
		c.open(uri, f.id, f.text)
		got, kept := c.answers(uri, newText(f.text)), filepath.Join("testdata/answers", f.name+".txt")
		if *update {
			if err := os.WriteFile(kept, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(kept)
		if err != nil {
			t.Fatal(err)
		}
		g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for n := range max(len(g), len(w)) {
			if n >= len(g) || n >= len(w) || g[n] != w[n] {
				t.Errorf("%s, line %d of what is said: %s\nwant %s", f.name, n+1, strings.Join(g[min(n, len(g)):min(n+1, len(g))], ""), strings.Join(w[min(n, len(w)):min(n+1, len(w))], ""))
				break
			}
		}
	}
}

// answers is all that is said of a text.
func (c *client) answers(uri string, text *text) string {
	var b strings.Builder
	at := func(r textRange) string {
		return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line+1, r.Start.Character, r.End.Line+1, r.End.Character)
	}
	for _, d := range c.findings(uri, 1) {
		fmt.Fprintf(&b, "finding %s %d %s %s: %q\n", at(d.Range), d.Severity, d.Source, d.Code, d.Message)
	}
	for line := range text.starts {
		whole := textRange{position{line, 0}, position{line, len(text.line(line))}}
		for _, a := range c.actions(uri, whole) {
			fmt.Fprintf(&b, "action on line %d: %q, %s, %t, for %d", line+1, a.Title, a.Kind, a.IsPreferred, len(a.Diagnostics))
			for _, e := range a.Edit.Changes[uri] {
				fmt.Fprintf(&b, ", %s %q", at(e.Range), e.NewText)
			}
			b.WriteString("\n")
		}
		var hints []inlayHint
		c.ask("textDocument/inlayHint", rangeParams{documentName{uri}, whole}, &hints)
		for _, h := range hints {
			fmt.Fprintf(&b, "hint at %d:%d %q %q %t\n", h.Position.Line+1, h.Position.Character, h.Label, h.Tooltip, h.PaddingLeft)
		}
		var h *hover
		if c.ask("textDocument/hover", positionParams{documentName{uri}, position{line, 0}}, &h); h != nil {
			fmt.Fprintf(&b, "hover on line %d %s %s: %q\n", line+1, at(h.Range), h.Contents.Kind, ownWords(h.Contents.Value))
		}
		c.answersWithin(&b, uri, text, line)
	}
	return b.String()
}

// answersWithin is what is said of a line's places: where names lead, and how one can go on.
func (c *client) answersWithin(b *strings.Builder, uri string, text *text, line int) {
	said := ""
	for column := range len(text.line(line)) + 1 {
		at := positionParams{documentName{uri}, position{line, column}}
		var l *location
		if c.ask("textDocument/definition", at, &l); l != nil {
			fmt.Fprintf(b, "%d:%d leads to %d:%d-%d\n", line+1, column, l.Range.Start.Line+1, l.Range.Start.Character, l.Range.End.Character)
		}
		if column%3 > 0 && column < len(text.line(line)) {
			continue
		}
		var list completionList
		c.ask("textDocument/completion", at, &list)
		now := fmt.Sprintf("%d offers, all %t", len(list.Items), !list.IsIncomplete)
		for k, i := range list.Items {
			if k%max(1, len(list.Items)/3) == 0 {
				now += fmt.Sprintf("; %q %d %q into %d-%d %q %t", i.Label, i.Kind, i.Detail, i.TextEdit.Range.Start.Character, i.TextEdit.Range.End.Character, i.TextEdit.NewText, i.Documentation != nil)
			}
		}
		if now != said && len(list.Items) > 0 {
			fmt.Fprintf(b, "%d:%d goes on with %s\n", line+1, column, now)
		}
		said = now
	}
}

// ownWords is what a hover says but for pictures and sequences, and the middle of pages.
func ownWords(said string) string {
	var own []string
	inside := false
	for line := range strings.SplitSeq(said, "\n") {
		if strings.HasPrefix(line, "```") {
			inside = !inside
			own = append(own, line)
		} else if !inside && line != "" {
			own = append(own, line)
		}
	}
	if len(own) > 16 {
		own = append(own[:8:8], own[len(own)-8:]...)
	}
	return strings.Join(own, "\n")
}
