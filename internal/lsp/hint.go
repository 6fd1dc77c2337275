package lsp

import (
	"unicode/utf8"
)

// longestHint is how many characters of a map stand behind a line; of more the name does.
const longestHint = 48

// hint is the map behind a shuffle: its tokens alone, as the line says the rest.
//
//	_mm_unpacklo_epi32(a, b)  → a0 b0 a1 b1
func (a *analysis) hint(s shuffle) inlayHint {
	whole := s.form.Map.String()
	label := "→ " + tokens(s.form)
	if len(label) > longestHint {
		label = "→ " + phrase(s.form)
	}
	if utf8.RuneCountInString(label) > longestHint {
		label = string([]rune(label)[:longestHint-1]) + "…"
	}
	return inlayHint{Position: a.position(a.end(a.lineAt(s.to))), Label: label, Tooltip: phrase(s.form) + "\n" + whole + bound(s.form), PaddingLeft: true}
}
