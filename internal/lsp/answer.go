package lsp

import (
	"context"

	"github.com/creachadair/jrpc2"
)

// about reads the parameters of a request about a document.
func about[T any](s *server, r *jrpc2.Request, of func(p *T) documentName) (d *document, p T, err error) {
	if p, err = params[T](r); err == nil {
		d, err = s.document(of(&p).URI)
	}
	return d, p, err
}

// asked answers a request about some lines of a document, for which no others are waited for.
func asked[T any](s *server, ctx context.Context, r *jrpc2.Request, of func(p *T) documentName, f func(ctx context.Context, d *document, a *analysis, p *T) error) error {
	d, p, err := about(s, r, of)
	if err != nil {
		return err
	}
	return d.lines(ctx, func(ctx context.Context, a *analysis) error { return f(ctx, d, a, &p) })
}

func ofPosition(p *positionParams) documentName { return p.TextDocument }
func ofRange(p *rangeParams) documentName       { return p.TextDocument }

// hover is what is known of the line under a position.
func (s *server) hover(ctx context.Context, r *jrpc2.Request) (any, error) {
	var answer any
	s.mu.Lock()
	v := s.view
	s.mu.Unlock()
	err := asked(s, ctx, r, ofPosition, func(ctx context.Context, _ *document, a *analysis, p *positionParams) error {
		if h, ok := s.hovered(ctx, a, v, p.Position); ok {
			answer = h
		}
		return nil
	})
	return answer, err
}

func (s *server) hovered(ctx context.Context, a *analysis, v view, at position) (h hover, ok bool) {
	off := a.offset(at)
	line := a.lineAt(off)
	if line >= len(a.line) {
		return h, false
	}
	h.Contents = markup{Kind: "plaintext"}
	if v.markdown {
		h.Contents.Kind = "markdown"
	}
	if sh, ok := a.at(off); ok {
		h.Range = a.rangeOf(sh.span)
		s.explaining.Lock()
		h.Contents.Value = v.hover(ctx, sh, &s.explainer)
		s.explaining.Unlock()
	}
	if a.language.assembly != nil {
		if page := a.language.assembly.page(a, line); page != "" {
			if h.Contents.Value == "" {
				h.Range = a.rangeOf(a.code(line))
			} else {
				h.Contents.Value += "\n---\n\n"
			}
			h.Contents.Value += page + "\n"
		}
	}
	return h, h.Contents.Value != ""
}

// definition is where the name under a position has its meaning.
func (s *server) definition(ctx context.Context, r *jrpc2.Request) (any, error) {
	var answer any
	err := asked(s, ctx, r, ofPosition, func(_ context.Context, d *document, a *analysis, p *positionParams) error {
		if line, ok := a.definition(a.offset(p.Position)); ok {
			answer = location{d.uri, a.rangeOf(a.code(line))}
		}
		return nil
	})
	return answer, err
}

// completion is how one can go on at a position.
func (s *server) completion(ctx context.Context, r *jrpc2.Request) (any, error) {
	var answer any
	err := asked(s, ctx, r, ofPosition, func(_ context.Context, _ *document, a *analysis, p *positionParams) error {
		answer = a.completions(a.offset(p.Position))
		return nil
	})
	return answer, err
}

// codeAction is what can be done with a range. What is found depends on lines elsewhere, so that it waits for all of them.
func (s *server) codeAction(ctx context.Context, r *jrpc2.Request) (any, error) {
	d, p, err := about(s, r, ofRange)
	if err != nil {
		return nil, err
	}
	var answer any
	err = d.whole(ctx, func(found *diagnosis, _ int) error {
		at := found.span(p.Range)
		shuffles, err := found.between(ctx, found.lineAt(at.from), found.lineAt(at.to))
		answer = found.actions(d.uri, at, shuffles)
		return err
	})
	return answer, err
}

// inlayHint is the maps of the lines of a range.
func (s *server) inlayHint(ctx context.Context, r *jrpc2.Request) (any, error) {
	hints := []inlayHint{}
	err := asked(s, ctx, r, ofRange, func(ctx context.Context, _ *document, a *analysis, p *rangeParams) error {
		shuffles, err := a.between(ctx, p.Range.Start.Line, p.Range.End.Line)
		for _, s := range shuffles {
			hints = append(hints, a.hint(s))
		}
		return err
	})
	return hints, err
}
