package form_test

import (
	"context"
	"errors"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/ending"
)

// A context ends the reading of any paste, wherever it is asked: between dialects and between lines. Behind its end nobody asks again.
func TestParseEndsWithItsContext(t *testing.T) {
	rng := chance.Random(t, 10)
	asked := 0
	for _, name := range pasteFiles(t) {
		for _, p := range dialecttest.ReadPastes(t, name) {
			whole := ending.After(t.Context(), 1<<30)
			f, err := form.Parse(p.Text, form.Options{Context: whole})
			plain, bare := form.Parse(p.Text, form.Options{})
			if (err == nil) != (bare == nil) || f.Map.String() != plain.Map.String() {
				t.Errorf("%q is %s, %v with a context, and %s, %v without", p.Text, f.Map, err, plain.Map, bare)
			}
			asked += whole.Asked()
			if whole.Asked() == 0 {
				t.Errorf("%q: the context was never asked", p.Text)
				continue
			}
			c := ending.After(t.Context(), rng.IntN(whole.Asked()))
			if _, err := form.Parse(p.Text, form.Options{Context: c}); !errors.Is(err, context.DeadlineExceeded) || c.Late() != 1 {
				t.Errorf("%q: %v, and asked %d times behind the end", p.Text, err, c.Late())
			}
		}
	}
	t.Logf("asked %d times", asked)
}
