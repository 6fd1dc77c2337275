package draw

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// FuzzPictures draws whatever map a text says: no panic, a readable document, no line too long.
func FuzzPictures(f *testing.F) {
	for _, g := range pictures {
		f.Add(g.text, 80, 0)
	}
	chance.Fuzz(f, func(t *testing.T, text string, width, block int) {
		m, err := lane.Parse(text)
		if err != nil {
			return
		}
		s := Wires(m, Options{Block: block, Names: []string{text}, Title: text})
		readSheet(t, s.SVG()).check(t)
		for _, ascii := range []bool{false, true} {
			term := Terminal{Width: min(width, 1000), ASCII: ascii}
			checkLines(t, s.Text(term), term)
		}
	})
}
