package corpus_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
)

// Scan ends with its context: while lines are read, and while what a listing makes is followed. Nothing more is told then.
func TestScanEndsWithItsContext(t *testing.T) {
	text := strings.Repeat("f:\npshufd xmm1, xmm2, 27\npunpcklbw xmm3, xmm1\nret\n", 3000)
	for _, at := range []string{"shuffle", "emitted"} {
		ctx, cancel := context.WithCancel(t.Context())
		told := 0
		const enough = 100
		tell := func() {
			if told++; told == enough {
				cancel()
			}
		}
		sink := corpus.Sink{Context: ctx, Emitted: func(corpus.Emission) {}}
		if at == "shuffle" {
			sink.Shuffle = func(corpus.Find) { tell() }
		} else {
			sink.Emitted = func(corpus.Emission) { tell() }
		}
		err := corpus.Scan(strings.NewReader(text), "a.s", sink)
		if most := enough + 10; !errors.Is(err, context.Canceled) || told < enough || told > most { // those of a function are told together
			t.Errorf("%s: %v, and was told %d times, of %d", at, err, told, enough)
		}
	}
}
