package target_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What stands for the width of lanes: in AArch64's operands behind a dot, in LoongArch's names too.
var (
	armWidth   = regexp.MustCompile(`\.\d*([bhsd])\b|\b[abd]\.([bhsd])\[`)
	loongWidth = regexp.MustCompile(`\.([bhwdq])u?\b`)
)

// The lanes that a row moves are as wide as the narrowest of which its text speaks, or bits where it moves these.
func TestLanesAreThoseOfTheText(t *testing.T) {
	width := map[string]int{"b": 8, "h": 16, "s": 32, "w": 32, "d": 64, "q": 128}
	for _, names := range [][]string{{"neon", "sve2-128", "sve2-256+f64mm"}, {"lsx", "lasx"}} {
		for _, r := range rowsOf(t, names...) {
			text, pattern := r.Asm, armWidth
			if names[0] == "lsx" {
				text, pattern = r.Name, loongWidth
			}
			least := 0
			for _, of := range pattern.FindAllStringSubmatch(text, -1) {
				if w := width[strings.Join(of[1:], "")]; least == 0 || w < least {
					least = w
				}
			}
			if r.Name == "movi" {
				least = 8 // of which each is zero or all ones
			}
			if least > 0 && r.Elem != least && r.Elem != 1 {
				t.Errorf("%s %s moves lanes of %d bits, and its text says %d", r.Name, r.Asm, r.Elem, least)
			}
		}
	}
}

// The pairs of each target: to each lane of a vector any lane of another, once for each width that its instructions have, and of WebAssembly also one lane everywhere.
func TestPairsOfTargets(t *testing.T) {
	modern := map[string]bool{"avx": true, "avx2": true, "avx512": true, "avx512vbmi": true, "avx2+bmi2": true, "avx512+bmi2": true, "avx512vbmi+bmi2": true}
	for _, tg := range target.Targets() {
		want := map[string]int{}
		switch {
		case modern[tg.Name]:
			want = map[string]int{"vpextrb+vpinsrb": 8, "vpextrw+vpinsrw": 16, "vpextrd+vpinsrd": 32, "vpextrq+vpinsrq": 64}
		case tg.Name == "sse4.1":
			want = map[string]int{"pextrb+pinsrb": 8, "pextrw+pinsrw": 16, "pextrd+pinsrd": 32, "pextrq+pinsrq": 64}
		case tg.Name == "sse2" || tg.Name == "ssse3":
			want = map[string]int{"pextrw+pinsrw": 16}
		case tg.Name == "wasm":
			for shape, bits := range map[string]int{"i8x16": 8, "i16x8": 16, "i32x4": 32, "i64x2": 64} {
				from := shape + ".extract_lane"
				if bits < 32 {
					from += "_u"
				}
				want[from+"+"+shape+".splat"], want[from+"+"+shape+".replace_lane"] = bits, bits
			}
		}
		for _, r := range tg.Pairs {
			bits, ok := want[r.Name]
			n := 128 / max(bits, 1)
			everywhere := strings.HasSuffix(r.Name, ".splat")
			if !ok || r.Elem != bits || everywhere && r.Imm.Values != n || !everywhere && r.Imm.Values != n*n {
				t.Errorf("%s: %s of lanes of %d bits, %d values", tg.Name, r.Name, r.Elem, r.Imm.Values)
				continue
			}
			delete(want, r.Name)
			for v := range r.Imm.Values {
				for i, l := range r.Imm.Map(v).Lane {
					from := lane.From(len(r.Src)-1, v%n)
					if !everywhere && i != v/n {
						from = lane.From(0, i)
					}
					if l != from {
						t.Errorf("%s: %s, value %d: lane %d is %v, want %v", tg.Name, r.Name, v, i, l, from)
					}
				}
			}
		}
		for name := range want {
			t.Errorf("%s has no pair %s", tg.Name, name)
		}
	}
}
