package shorthand_test

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/shorthand"
	"github.com/lanescope/lanescope/syntax"
)

// Any text is a map or an error with a place, in every notation.
func FuzzRead(f *testing.F) {
	for _, d := range shorthand.Dialects() {
		f.Add(d.Example, "")
	}
	f.Add("idx[] = {0x80, -1, u, 3,};", "16 x i8")
	f.Add("a(end:-2:1)", "i16x8")
	f.Add("np.roll(a, -3)", "u8x16")
	f.Add("rotate-groups group=4 amount=1 direction=left of 8 x i16", "")
	chance.Fuzz(f, func(t *testing.T, text, typ string) {
		for _, d := range shorthand.Dialects() {
			d.Looks(text)
			r, err := d.Read(text, dialect.Options{Type: typ})
			if err != nil {
				var e *syntax.Error
				if !errors.As(err, &e) || e.Text != text || e.Off > e.End || e.End > len(text) {
					t.Fatalf("%s: %q: the error has no place: %v", d.Name, text, err)
				}
				_ = e.Caret()
				continue
			}
			if err := r.Map.Check(); err != nil || len(r.Names) != len(r.Map.Src) {
				t.Fatalf("%s: %q: %d names for %d sources: %v", d.Name, text, len(r.Names), len(r.Map.Src), err)
			}
		}
	})
}
