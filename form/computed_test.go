package form_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// What lines compute and later ones throw away leaves nothing behind: the sources are the registers that were read, in their order and with their bits, and the result reads
// the one that it is made of. Registers have 128 and 256 bits, so that a source in another's place is seen by its size as well as by its name.
func TestComputedInputsAreGone(t *testing.T) {
	random := chance.Random(t, 100)
	behind := 0 // sources that come after what was computed
	for range 400 {
		var lines, want []string
		bits := map[string]int{}
		reads := func(n, size int) {
			name := fmt.Sprintf("%s%d", map[int]string{128: "xmm", 256: "ymm"}[size], n)
			if !slices.Contains(want, name) {
				want = append(want, name)
			}
			bits[name] = size
		}
		next, computed := 1, 0
		for range 1 + random.IntN(4) {
			size := 128 << random.IntN(2)
			file := map[int]string{128: "xmm", 256: "ymm"}[size]
			if random.IntN(2) == 0 { // lanes of which both are live, in a register that is never read again
				lines = append(lines, fmt.Sprintf("vpor %s0, %s%d, %s%d", file, file, next, file, next+1))
				reads(next, size)
				reads(next+1, size)
				next, computed = next+2, computed+1
				continue
			}
			lines = append(lines, fmt.Sprintf("vpshufd %s0, %s%d, 27", file, file, next))
			reads(next, size)
			next++
			behind += min(computed, 1)
		}
		lines = append(lines, fmt.Sprintf("vpshufd xmm0, xmm%d, 27", next))
		reads(next, 128)
		behind += min(computed, 1)
		text := strings.Join(lines, "\n")
		f, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !slices.Equal(f.Names, want) {
			t.Fatalf("%s\nhas the sources %q, want %q", text, f.Names, want)
		}
		for k, name := range f.Names {
			if got := f.Map.Src[k] * f.Map.Bits; got != bits[name] {
				t.Fatalf("%s\n%s has %d bits, want %d", text, name, got, bits[name])
			}
		}
		for i, l := range f.Map.Lane {
			if l.Kind == lane.Source && l.Src != len(want)-1 {
				t.Fatalf("%s\nlane %d is of source %d: %s", text, i, l.Src, f.Map)
			}
		}
	}
	if behind < 100 {
		t.Errorf("only %d sources come after what was computed", behind)
	}
}
