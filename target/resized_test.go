package target_test

import (
	"testing"

	"github.com/lanescope/lanescope/target"
)

// A vector as one of another length: what an instruction has written is zero above, so that the longer one has zeros there; above an input there may be anything. Between equal lengths nothing is said, and
// machines with one length say nothing at all.
func TestResized(t *testing.T) {
	type lengths struct {
		have, want int
		written    bool
	}
	x86 := map[lengths]string{
		{128, 256, true}: "_mm256_zextsi128_si256(e)", {128, 256, false}: "_mm256_castsi128_si256(e)",
		{128, 512, true}: "_mm512_zextsi128_si512(e)", {128, 512, false}: "_mm512_castsi128_si512(e)",
		{256, 512, true}: "_mm512_zextsi256_si512(e)", {256, 512, false}: "_mm512_castsi256_si512(e)",
		{256, 128, true}: "_mm256_castsi256_si128(e)", {256, 128, false}: "_mm256_castsi256_si128(e)",
		{512, 128, true}: "_mm512_castsi512_si128(e)", {512, 128, false}: "_mm512_castsi512_si128(e)",
		{512, 256, true}: "_mm512_castsi512_si256(e)", {512, 256, false}: "_mm512_castsi512_si256(e)",
	}
	sve := map[lengths]string{
		{128, 256, true}: "svset_neonq_u8(svdup_n_u8(0), e)", {128, 256, false}: "svset_neonq_u8(svundef_u8(), e)",
		{256, 128, true}: "svget_neonq_u8(e)", {256, 128, false}: "svget_neonq_u8(e)",
	}
	said := map[string]map[lengths]string{"avx512": x86, "avx512vbmi": x86, "avx2": x86, "avx": x86, "sve2-256": sve}
	for _, tg := range target.Targets() {
		for _, l := range []*target.Language{tg.Spelling.C, tg.Spelling.Rust} {
			if l == nil || !tg.Holds(target.Vectors) {
				continue
			}
			for _, have := range tg.Bits {
				for _, want := range tg.Bits {
					for _, written := range []bool{false, true} {
						text, ok := said[tg.Name][lengths{have, want, written}]
						if !ok && have == want {
							text = "e"
						} else if !ok {
							continue
						}
						if got := l.Resize("e", have, want, written); got != text {
							t.Errorf("%s: %d bits as %d, written %v: %s, want %s", tg.Name, have, want, written, got, text)
						}
					}
				}
			}
		}
	}
}
