package loops_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/loops"
	"github.com/lanescope/lanescope/syntax"
)

// What is no movement, or says too little, is refused where it stands.
func TestRefused(t *testing.T) {
	for _, row := range refused {
		text := strings.NewReplacer("‹", "", "›", "").Replace(row.text)
		_, err := loops.Dialect().Read(text, dialect.Options{Type: "i8"})
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s\n%v, want %s", text, err, row.want)
			continue
		}
		if marked := strings.Contains(row.text, "‹"); marked && text[:e.Off]+"‹"+text[e.Off:e.End]+"›"+text[e.End:] != row.text {
			t.Errorf("%s\nis refused at %q", row.text, text[e.Off:e.End])
		}
	}
}
