// Package dialecttest holds what every dialect has to do, for the fuzz targets of their packages.
//
//	any text ──▶ Looks, Read ──▶ an error with a place, or a map that is one
package dialecttest

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// Fuzz reads texts in a dialect, beginning with its example and the given ones.
func Fuzz(f *testing.F, d dialect.Dialect, texts ...string) {
	if d.Example != "" {
		f.Add(d.Example)
	}
	for _, text := range texts {
		f.Add(text)
	}
	chance.Fuzz(f, func(t *testing.T, text string) {
		d.Looks(text)
		r, err := d.Read(text, dialect.Options{})
		if err != nil {
			var e *syntax.Error
			if !errors.As(err, &e) {
				t.Fatalf("%q: %v is not an error with a place", text, err)
			}
			_ = e.Caret()
			return
		}
		if err := r.Map.Check(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if r.Guard != nil && len(r.Guard.Bit) != len(r.Map.Lane) {
			t.Fatalf("%q: a guard of %d lanes for %d", text, len(r.Guard.Bit), len(r.Map.Lane))
		}
	})
}
