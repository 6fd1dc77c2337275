package form_test

import (
	"math/rand/v2"
	"runtime/debug"
	"testing"
	"time"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
)

// mutated is a paste with some bytes, words or lines of it lost, doubled, exchanged, or replaced by those of another paste.
func mutated(r *rand.Rand, text, other string) string {
	b := []byte(text)
	for range 1 + r.IntN(4) {
		if len(b) == 0 || len(other) == 0 {
			return string(b)
		}
		at := r.IntN(len(b))
		n := min(1+r.IntN(8), len(b)-at)
		switch r.IntN(6) {
		case 0:
			b = append(b[:at:at], b[at+n:]...)
		case 1:
			b = append(b[:at+n:at+n], b[at:]...)
		case 2:
			b[at] = byte(r.IntN(256))
		case 3:
			b[at] = ` ()[]{}<>,;:.%#"'0123456789abxyz-+*/=`[r.IntN(37)]
		case 4:
			from := r.IntN(len(other))
			b = append(b[:at:at], append([]byte(other[from:min(from+1+r.IntN(20), len(other))]), b[at:]...)...)
		default:
			from := r.IntN(len(other))
			b = append(b[:at:at], other[from:]...)
		}
	}
	return string(b)
}

// What people paste, broken in every way, is answered or refused: with a place in the text, and never with a panic. -full tries a million, and says how long the slowest took.
func TestMutatedPastes(t *testing.T) {
	var texts []string
	for _, name := range pasteFiles(t) {
		for _, p := range readPastes(t, name) {
			texts = append(texts, p.text)
		}
	}
	r, n := chance.Random(t, 7), 3000
	if *full {
		n = 1_000_000
	}
	read, slowest, worst := 0, time.Duration(0), ""
	for range n {
		text := mutated(r, texts[r.IntN(len(texts))], texts[r.IntN(len(texts))])
		begun := time.Now()
		ok := parsed(t, text)
		if took := time.Since(begun); took > slowest {
			slowest, worst = took, text
		}
		if ok {
			read++
		}
	}
	t.Logf("%d of %d read; the slowest took %v: %.300q", read, n, slowest, worst)
	if read < n/50 || read > n*49/50 {
		t.Errorf("%d of %d are read: these are no broken pastes", read, n)
	}
}

// parsed says whether a text is read.
func parsed(t *testing.T, text string) bool {
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%q: %v\n%s", text, v, debug.Stack())
		}
	}()
	f, err := form.Parse(text, form.Options{})
	if err != nil {
		if err.Error() == "" {
			t.Errorf("%q is refused without a reason", text)
		}
		return false
	}
	if err := f.Map.Check(); err != nil {
		t.Errorf("%q is a map that is none: %v", text, err)
	}
	return true
}
