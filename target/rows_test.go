package target_test

import (
	"testing"

	"github.com/lanescope/lanescope/internal/x86"
	"github.com/lanescope/lanescope/target"
)

// Every row of x86 has an encoding that the encoder reads.
func TestEncodingsParse(t *testing.T) {
	for _, tg := range target.Targets() {
		for _, r := range tg.Rows {
			if !target.SSE2.In(tg.Has) {
				continue
			}
			if _, err := x86.Parse(r.Encoding); err != nil {
				t.Errorf("%s %d: %v", r.Name, r.Bits, err)
			}
		}
		t.Logf("%s: %d rows", tg.Name, len(tg.Rows))
	}
}
