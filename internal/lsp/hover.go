package lsp

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/api"
)

// A view is how a client shows what it is told.
type view struct {
	target   string
	svg      bool // it takes images
	markdown bool
}

// longestPicture is up to how many lanes a hover has a picture.
const longestPicture = 128

// hover is what is said of a shuffle: what people call it, where its lanes go, a picture, and the cheapest sequence.
//
//	**interleave the low halves of a and b**
//	`i32x4 i32x4 -> a0 b0 a1 b1`
//	┌───┬ …
//	avx2: 1 op, minimal
//	vpunpckldq xmm0, xmm0, xmm1
func (v view) hover(ctx context.Context, s shuffle, x *api.Explainer) string {
	var b strings.Builder
	b.WriteString(v.bold(phrase(s.form)))
	fmt.Fprintf(&b, "\n\n%s%s\n", v.code(s.form.Map.String()), bound(s.form))
	for _, w := range s.form.Warnings {
		fmt.Fprintf(&b, "\nnote: %s\n", w)
	}
	if len(s.form.Map.Lane) <= longestPicture {
		scene := draw.Wires(s.form.Map, draw.Options{Names: s.form.Names})
		scene.Title = "" // it stands above
		if v.svg && v.markdown {
			fmt.Fprintf(&b, "\n![%s](data:image/svg+xml;base64,%s)\n", "where its lanes go", base64.StdEncoding.EncodeToString(scene.SVG()))
		}
		b.WriteString(v.block("", strings.TrimRight(string(scene.Text(draw.Terminal{})), "\n")))
	}
	b.WriteString(v.cheapest(ctx, s.form, x))
	return b.String()
}

// cheapest is the cheapest sequence on the view's target.
func (v view) cheapest(ctx context.Context, f form.Form, x *api.Explainer) string {
	e, err := x.Explain(ctx, api.ExplainRequest{Form: f.Map.String(), Targets: []string{v.target}})
	if err != nil || len(e.Targets) == 0 {
		return ""
	}
	l := e.Targets[0]
	if l.Why != "" {
		return fmt.Sprintf("\n%s: %s\n", l.Target, l.Why)
	}
	text := "\n" + l.Target + ": " + counted(l.Ops, "op")
	if l.Constants > 0 {
		text += ", " + counted(l.Constants, "constant")
	}
	if l.Copies > 0 {
		text += ", " + copies(l.Copies)
	}
	text += "; " + l.Proof.String() + "\n\n" + l.Places() + "\n"
	return text + v.block("asm", strings.Join(l.Lines, "\n"))
}

func copies(n int) string {
	if n == 1 {
		return "1 copy"
	}
	return fmt.Sprintf("%d copies", n)
}

// bold, code and block mark a text, where the client reads Markdown.
func (v view) bold(s string) string {
	if !v.markdown {
		return s
	}
	return "**" + strings.NewReplacer("*", `\*`, "_", `\_`, "<", "&lt;").Replace(s) + "**"
}

func (v view) code(s string) string {
	if !v.markdown {
		return s
	}
	return "`" + s + "`"
}

func (v view) block(language, s string) string {
	switch {
	case s == "":
		return ""
	case !v.markdown:
		return "\n" + s + "\n"
	}
	return "\n```" + language + "\n" + s + "\n```\n"
}
