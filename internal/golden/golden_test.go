package golden_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/golden"
)

// failing counts what a test is told.
type failing struct {
	testing.TB
	errors int
}

func (f *failing) Errorf(string, ...any) { f.errors++ }

// A text that is not what the file has is told: each line that is another one, as long as they are few, and lines more or less.
func TestHeld(t *testing.T) {
	file := filepath.Join(t.TempDir(), "said.txt")
	golden.Held(t, file, strings.Repeat("a\n", 100), true)
	for text, want := range map[string]int{
		strings.Repeat("a\n", 100):                                    0,
		strings.Repeat("a\n", 99):                                     2, // behind the last line there is an empty one
		strings.Repeat("a\n", 50) + "b\n" + strings.Repeat("a\n", 49): 1,
		strings.Repeat("a\n", 101):                                    2,
		strings.Repeat("b\n", 100):                                    20,
		"":                                                            2,
	} {
		f := &failing{TB: t}
		if golden.Held(f, file, text, false); f.errors != want {
			t.Errorf("%d errors of %.10q…, want %d", f.errors, text, want)
		}
	}
}
