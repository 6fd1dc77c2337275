package listing_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/listing"
)

// pblendvb has its constant in xmm0, which assemblers' listings name and Intel's manual does in brackets; no other register can be named.
func TestNamedConstant(t *testing.T) {
	const constant = "movdqa xmm0, _mm_setr_epi8(-1, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0); "
	r, err := listing.X86().Read(constant+"pblendvb xmm1, xmm2, xmm0", dialect.Options{})
	if want := "i8x16 i8x16 -> b0 a1 a2 a3 a4 a5 a6 a7 b8 a9 a10 a11 a12 a13 a14 a15"; err != nil || r.Map.String() != want {
		t.Errorf("%v, %v; want %s", r.Map, err, want)
	}
	if r, err := listing.X86().Read(constant+"pblendvb xmm1, xmm2, xmm3", dialect.Options{}); err == nil {
		t.Errorf("with xmm3 it is %v", r.Map)
	}
}
