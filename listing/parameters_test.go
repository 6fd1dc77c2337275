package listing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/listing"
)

// The sources of a function have the order of its parameters, in whatever order they are read: of places by the registers that point to them, those that are no parameters last, and of one register by what is behind it.
func TestSourcesAreParameters(t *testing.T) {
	for name, row := range map[string]struct {
		d         dialect.Dialect
		registers []string // in the order of parameters, and one that is none
		text      string
	}{
		"x86":       {listing.X86(), []string{"[rdi]", "[rdi+16]", "[rsi]", "[rdx]", "[rcx]", "[r8]", "[r9]", "[rbx]"}, "movdqu xmm0, %s\nmovdqu xmm1, %s\nunpcklps xmm0, xmm1\nret"},
		"neon":      {listing.NEON(), []string{"[x0]", "[x0+16]", "[x1]", "[x2]", "[x7]"}, "ldr q0, %s\nldr q1, %s\nzip1 v0.4s, v0.4s, v1.4s\nret"},
		"vectors":   {listing.X86(), []string{"xmm0", "xmm1", "xmm2", "xmm7", "xmm15"}, "movdqa xmm8, %s\nunpcklps xmm8, %s\nmovdqa xmm0, xmm8\nret"},
		"lsx":       {listing.Loong(), []string{"$a0", "$a1", "$a7"}, "vld $vr0, %s, 0\nvld $vr1, %s, 0\nvilvl.w $vr0, $vr1, $vr0\nret"},
		"registers": {listing.X86(), []string{"edi", "esi", "edx", "r9d"}, "mov eax, %s\nmov r10d, %s\nshrd eax, r10d, 16\nret"},
	} {
		for i, first := range row.registers {
			for k, second := range row.registers {
				if i == k {
					continue
				}
				r, err := row.d.Read(fmt.Sprintf(row.text, first, second), dialect.Options{})
				want := []string{row.registers[min(i, k)], row.registers[max(i, k)]}
				if name == "lsx" {
					want = []string{"[" + want[0] + "]", "[" + want[1] + "]"}
				}
				if err != nil || !slices.Equal(r.Names, want) {
					t.Errorf("%s: %s and %s are read: %s of %q, %v, want %q", name, first, second, r.Map, r.Names, err, want)
					continue
				}
				letters := []string{"a", "b"}
				if i > k {
					slices.Reverse(letters)
				}
				_, lanes, _ := strings.Cut(r.Map.String(), "-> ")
				if want := strings.NewReplacer("x", letters[0], "y", letters[1]).Replace(map[bool]string{false: "x0 y0 x1 y1", true: "x1 y0"}[name == "registers"]); lanes != want {
					t.Errorf("%s: %s and %s are read: %s, want %s", name, first, second, r.Map, want)
				}
			}
		}
	}
}

// Slides of RISC-V move as many lanes as their number says, also more than a lane has bits; from behind the register come zeros, and what a slide upwards leaves alone stays.
func TestSlidesOfRISCV(t *testing.T) {
	for elem := 8; elem <= 64; elem *= 2 {
		n := 128 / elem
		for by := range 32 {
			down, up := make([]string, n), make([]string, n)
			for i := range n {
				if down[i] = "z"; i+by < n {
					down[i] = fmt.Sprintf("a%d", i+by)
				}
				if up[i] = fmt.Sprintf("a%d", i); i >= by {
					up[i] = fmt.Sprintf("b%d", i-by)
				}
			}
			mode := fmt.Sprintf("vsetivli zero, %d, e%d, m1, tu, ma\n", n, elem)
			for _, row := range []struct {
				name   string
				lanes  []string
				merely bool // nothing moves, or nothing is left
			}{{"vslidedown.vi", down, by == 0 || by >= n}, {"vslideup.vi", up, by == 0 || by >= n}} {
				text := fmt.Sprintf("%s%s v8, v9, %d", mode, row.name, by)
				if !row.merely {
					names, sources := "v9", fmt.Sprintf("i%dx%d", elem, n)
					if row.name == "vslideup.vi" {
						names, sources = "v8 v9", sources+" "+sources
					}
					dialecttest.Meanings(t, listing.RISCV(), [][2]string{{text, "v8 of " + names + ": " + sources + " -> " + strings.Join(row.lanes, " ")}})
					continue
				}
				r, err := listing.RISCV().Read(text, dialect.Options{})
				of := map[bool]string{true: "v9", false: "v8"}[by == 0]
				if row.name == "vslidedown.vi" && by > 0 {
					of = ""
				}
				if err != nil || strings.Join(r.Names, " ") != of {
					t.Errorf("%s: %s of %q, %v, want it of %q", text, r.Map, r.Names, err, of)
				}
			}
		}
	}
}
