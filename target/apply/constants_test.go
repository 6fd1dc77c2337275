package apply_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/target/apply"
)

// A register that a listing loads with a number has all its bytes, of as many digits as there are: above the last one are zeros, and one digit more than it holds is no number of it.
func TestLoadedNumbers(t *testing.T) {
	random := chance.Random(t, 31)
	for _, of := range []struct {
		read  reader
		line  string
		bytes int
	}{
		{neon, "mov v2, 0x%s", 16}, {neon, "mov V2, #0X%s", 16}, {power, "vmr v2, 0x%s", 16}, {loong, "vld $vr2, 0x%s", 16}, {loong, "xvld $xr2, 0x%s", 32}, {sve(128), "mov z2, 0x%s", 16}, {sve(256), "mov z2, 0x%s", 32},
	} {
		number := make([]byte, of.bytes)
		for i := range number {
			number[i] = byte(random.Uint32()) | 0x81 // so that both ends of each byte count
		}
		for digits := 1; digits <= 2*of.bytes; digits++ {
			want := slices.Clone(number)
			clear(want[(digits+1)/2:])
			if digits%2 > 0 {
				want[digits/2] &= 0xf
			}
			high := slices.Clone(want)
			slices.Reverse(high)
			text := hex.EncodeToString(high)
			line := fmt.Sprintf(of.line, text[len(text)-digits:])
			p := program.Values{Named: map[string]lane.Map{}}
			m, _, err := of.read(&p, line)
			got := make([]byte, of.bytes)
			if err == nil {
				err = m.Apply(got, make([]byte, of.bytes))
			}
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is %x, want %x: %v", line, got, want, err)
			}
		}
		p := program.Values{Named: map[string]lane.Map{}}
		line := fmt.Sprintf(of.line, "0"+hex.EncodeToString(number))
		if m, _, err := of.read(&p, line); err == nil {
			t.Errorf("%s is %s", line, m)
		}
	}
}

// What is no register has no name.
func TestNoRegisterHasNoName(t *testing.T) {
	for _, word := range []string{"", "v", "vs", "v1", "vs1", "v32", "vs64", "v+1", "vs-1", "w1", "64", "-1", "x"} {
		for _, vsx := range []bool{false, true} {
			if name, ok := apply.PowerRegister(word, vsx); !ok && name != "" {
				t.Errorf("%q is no register of Power, by the name %q", word, name)
			}
		}
	}
	for _, word := range []string{"", "z", "z32", "z+1", "z01", "x1", "z1.w", "z1.", "z-1"} {
		if name, shape, ok := apply.SVERegister(word); ok || name != "" || shape != "" {
			t.Errorf("%q is %q of %q of SVE, %v", word, name, shape, ok)
		}
	}
}
