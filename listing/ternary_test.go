package listing_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/listing"
)

// Three vectors are joined by a table where they do not meet, and chosen among where one of them is known; and the constant is the text's where a comment leaves lanes open.
func TestTernaryLines(t *testing.T) {
	dialecttest.Meanings(t, listing.X86(), [][2]string{
		{"vpsrldq xmm3, xmm0, 12\nvpslldq xmm4, xmm1, 12\nvpsrldq xmm5, xmm2, 12\nvpslldq xmm5, xmm5, 8\nvpternlogq xmm5, xmm4, xmm3, 254", "xmm5 of xmm0 xmm1 xmm2: i8x16 i8x16 i8x16 -> a12 a13 a14 a15 z z z z c12 c13 c14 c15 b0 b1 b2 b3"},
		{"vpxor xmm0, xmm0, xmm0\nvpternlogd xmm0, xmm1, xmm2, 202", "xmm0 of xmm1 xmm2: i8x16 i8x16 -> b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14 b15"},
		{"vmovaps\t.LCPI0_0(%rip), %ymm2 # ymm2 = [3,u,u,0,7,u,u,1]\nvpermps\t%ymm0, %ymm2, %ymm0\n.LCPI0_0:\n.long 3, 2, 2, 0\n.long 7, 7, 7, 1", "ymm0 of ymm0: i32x8 -> a3 a2 a2 a0 a7 a7 a7 a1"},
	})
	dialecttest.Refused(t, listing.X86(), [][2]string{
		{"‹vpternlogd xmm0, xmm1, xmm2, 254›", "vpternlogd computes lane 0 from lanes that are both live, which is no movement"},
		{"‹vpternlogq xmm0, xmm1, xmm2, 202›", "vpternlogq computes bit 0 from bits that are both live, which is no movement"},
	})
}
