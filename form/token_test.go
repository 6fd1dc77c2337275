package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/syntax"
)

// marked is a text with its tokens in brackets, as far as they are more than words and marks.
func marked(tokens []form.Token) string {
	var b strings.Builder
	for _, t := range tokens {
		text := t.Text
		switch t.Kind {
		case form.SourceName:
			text = fmt.Sprintf("{%d %s}", t.Source, text)
		case form.Number, form.Comment, form.Quoted:
			text = "<" + text + ">"
		}
		if t.Wrong {
			text = "!" + text + "!"
		}
		b.WriteString(text)
	}
	return b.String()
}

// Sources are named where the text names them, until a line of a program has written over them.
func TestTokens(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"_mm256_alignr_epi8(a, b, 4)", "_mm256_alignr_epi8({0 a}, {1 b}, <4>)"},
		{"float4 r = float4(a.xy, b.zw); // two", "float4 r = float4({0 a}.xy, {1 b}.zw); <// two>"},
		{"%r = shufflevector <2 x i8> %\"the first\", <2 x i8> %b, <2 x i32> <i32 0, i32 2> ; both", `%r = shufflevector <<2> x i8> %<"the first">, <<2> x i8> {1 %b}, <<2> x i32> <i32 <0>, i32 <2>> <; both>`},
		{"pshufd $225, %xmm0, %xmm2\nshufps $80, %xmm1, %xmm2", "pshufd $<225>, {0 %xmm0}, %xmm2\nshufps $<80>, {1 %xmm1}, %xmm2"},
		{"zip1 v0.4s, v1.4s, v2.4s; zip1 v1.4s, v0.4s, v2.4s; zip1 v3.4s, v1.4s, v0.4s", "zip1 v0.4s, {0 v1}.4s, {1 v2}.4s; zip1 {0 v1}.4s, v0.4s, {1 v2}.4s; zip1 v3.4s, v1.4s, v0.4s"},
		{"i32x4 i32x4 -> a0 b0 b1 z", "i32x4 i32x4 -> {0 a}<0> {1 b}<0> {1 b}<1> z"},
		{"_3 = VEC_PERM_EXPR <a_1(D), b_2(D), { 0, 4, 1, 5 }>;", "_3 = VEC_PERM_EXPR <{0 a}_1(D), {1 b}_2(D), { <0>, <4>, <1>, <5> }>;"},
		{"<4 x i32> 0 1 2 9", "<<4> x i32> <0> <1> <2> !<9>!"},
		{"<4 x i32> 0 1 2", "<<4> x i32> <0> <1> <2>"},
		{"prmt.b32 %r, %a, %b, 0x5140;", "prmt.b32 %r, {0 %a}, {1 %b}, <0x5140>;"},
		{"a é/* b", "!a!! !!é!!</* b>!"},
	} {
		tokens, _, _ := form.Tokens(c.text, form.Options{})
		if got := marked(tokens); got != c.want {
			t.Errorf("%s\n is %s\nwant %s", c.text, got, c.want)
		}
	}
}

// tokensAreTheText says that tokens are the text, none of them empty, and that the error, where it is about a place in the text, is about some of them.
func tokensAreTheText(t *testing.T, text string) {
	t.Helper()
	tokens, f, err := form.Tokens(text, form.Options{})
	var all strings.Builder
	wrong := false
	for _, token := range tokens {
		if token.Text == "" {
			t.Fatalf("%q has an empty token", text)
		}
		if token.Kind == form.SourceName && (token.Source >= len(f.Map.Src) || err != nil) {
			t.Fatalf("%q: %q is source %d of %s", text, token.Text, token.Source, f.Map)
		}
		wrong = wrong || token.Wrong
		all.WriteString(token.Text)
	}
	if all.String() != text {
		t.Fatalf("%q is %q in tokens", text, all.String())
	}
	if at, ok := err.(*syntax.Error); ok && at.Text == text && at.Off < len(text) && !wrong {
		t.Fatalf("%q: no token has the error %v", text, err)
	}
}

func TestTokensAreTheText(t *testing.T) {
	n := 0
	for _, name := range pasteFiles(t) {
		for _, p := range dialecttest.ReadPastes(t, name) {
			tokensAreTheText(t, p.Text)
			tokensAreTheText(t, p.Text[:len(p.Text)/2])
			n++
		}
	}
	if n < 50 {
		t.Fatalf("%d pastes", n)
	}
	for _, d := range form.Dialects() {
		tokensAreTheText(t, d.Example)
	}
}
