package lsp

import (
	"context"

	"github.com/creachadair/jrpc2"
)

// asked reads the parameters of a request about a document, and calls f with its analysis.
func asked[T any](s *server, ctx context.Context, r *jrpc2.Request, of func(p *T) documentName, f func(d *document, a *analysis, p *T) error) error {
	p, err := params[T](r)
	if err != nil {
		return err
	}
	d, err := s.document(of(&p).URI)
	if err != nil {
		return err
	}
	return d.with(ctx, func(a *analysis, _ int) error { return f(d, a, &p) })
}

func ofPosition(p *positionParams) documentName { return p.TextDocument }
func ofRange(p *rangeParams) documentName       { return p.TextDocument }

// hover is what is known of the line under a position.
func (s *server) hover(ctx context.Context, r *jrpc2.Request) (any, error) {
	var answer any
	s.mu.Lock()
	v := s.view
	s.mu.Unlock()
	err := asked(s, ctx, r, ofPosition, func(d *document, a *analysis, p *positionParams) error {
		if h, ok := s.hovered(d, a, v, p.Position); ok {
			answer = h
		}
		return nil
	})
	return answer, err
}

func (s *server) hovered(d *document, a *analysis, v view, at position) (h hover, ok bool) {
	off := a.offset(at)
	line := a.lineAt(off)
	if line >= len(a.line) {
		return h, false
	}
	h.Contents = markup{Kind: "plaintext"}
	if v.markdown {
		h.Contents.Kind = "markdown"
	}
	if sh, ok := a.at(&d.memory, off); ok {
		h.Range = a.rangeOf(sh.span)
		s.explaining.Lock()
		h.Contents.Value = v.hover(sh, &s.explainer)
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
	err := asked(s, ctx, r, ofPosition, func(d *document, a *analysis, p *positionParams) error {
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
	err := asked(s, ctx, r, ofPosition, func(_ *document, a *analysis, p *positionParams) error {
		answer = a.completions(a.offset(p.Position))
		return nil
	})
	return answer, err
}

// codeAction is what can be done with a range.
func (s *server) codeAction(ctx context.Context, r *jrpc2.Request) (any, error) {
	var answer any
	err := asked(s, ctx, r, ofRange, func(d *document, a *analysis, p *rangeParams) error {
		at := a.span(p.Range)
		shuffles, err := a.between(ctx, &d.memory, a.lineAt(at.from), a.lineAt(at.to))
		answer = a.actions(d.uri, at, shuffles)
		return err
	})
	return answer, err
}

// inlayHint is the maps of the lines of a range.
func (s *server) inlayHint(ctx context.Context, r *jrpc2.Request) (any, error) {
	var answer any
	err := asked(s, ctx, r, ofRange, func(d *document, a *analysis, p *rangeParams) error {
		shuffles, err := a.between(ctx, &d.memory, p.Range.Start.Line, p.Range.End.Line)
		hints := []inlayHint{}
		for _, s := range shuffles {
			hints = append(hints, a.hint(s))
		}
		answer = hints
		return err
	})
	return answer, err
}
