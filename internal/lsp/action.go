package lsp

import "strings"

// diagnostics are the findings as the protocol has them.
func (d *diagnosis) diagnostics() []diagnostic {
	all := make([]diagnostic, len(d.findings))
	for k := range d.findings {
		all[k] = d.diagnostic(&d.findings[k])
	}
	return all
}

func (a *analysis) diagnostic(f *finding) diagnostic {
	return diagnostic{a.rangeOf(f.span), f.severity, f.rule, "lanescope", f.message}
}

// actions are what mends the findings that touch some of a text, and what can be done with the shuffles there.
func (d *diagnosis) actions(uri string, at span, shuffles []shuffle) []codeAction {
	all := []codeAction{}
	edit := func(s span, text string) workspaceEdit {
		return workspaceEdit{map[string][]textEdit{uri: {{d.rangeOf(s), text}}}}
	}
	for k := range d.findings {
		f := &d.findings[k]
		if !f.meets(at) {
			continue
		}
		for _, x := range f.fixes {
			all = append(all, codeAction{Title: x.title, Kind: x.kind, Diagnostics: []diagnostic{d.diagnostic(f)}, IsPreferred: x.sure, Edit: edit(x.span, x.text)})
		}
	}
	for _, s := range shuffles {
		if s.meets(at) {
			start := d.starts[s.line]
			all = append(all, codeAction{Title: "Say in a comment what this is: " + phrase(s.form), Kind: "refactor.rewrite", Edit: edit(span{start, start}, d.named(s))})
		}
	}
	return all
}

// named is a line with the name of a shuffle, to be put in front of its first.
func (a *analysis) named(s shuffle) string {
	line := a.line[s.line]
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	text := phrase(s.form)
	if lanes := tokens(s.form); len(lanes) <= longestHint {
		text += ": " + lanes
	}
	return indent + a.language.comment + " " + text + a.lineEnd()
}

// lineEnd is how the text ends its lines.
func (a *analysis) lineEnd() string {
	if len(a.starts) > 1 {
		return a.all[a.end(0):a.starts[1]]
	}
	return "\n"
}
