package listing_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/listing"
)

// FuzzGo: any text of Go's assembly is read or refused with a place, of either machine.
func FuzzGo(f *testing.F) {
	dialecttest.Fuzz(f, listing.X86(), "PSHUFD $27, X1, X0\nMOVOU 16(AX)(CX*8), X2\nPSHUFB mask<>+0(SB), X0", "TEXT ·f(SB), NOSPLIT, $0-48\n\tMOVQ src+24(FP), SI\n\tMOVOU (SI), X0\n\tPSHUFB m<>(SB), X0\n\tMOVOU X0, (DI)\n\tRET\nDATA m<>+0(SB)/8, $0x0001020304050607\nDATA m<>+8(SB)/8, $\"abcdefgh\"\nGLOBL m<>(SB), RODATA, $16",
		"KMOVW AX, K1\nVPSHUFD.Z $27, Z1, K1, Z0\nVPBROADCASTD (AX), Y1\nSHLQ CX, AX\nROLL $3, R8\nBSWAPQ R9",
		"MOVD $m<>(SB), R2\nVLD1 (R2), [V2.B16]\nVLD1.P 32(R0), [V0.B16, V1.B16]\nVTBL V2.B16, [V0.B16, V1.B16], V3.B16\nVMOV V1.S[1], V0.S[0]\nVST1.P [V3.B16], 16(R1)\nVDUP V1.B[3], V2.B16\nVEXT $4, V1.B16, V2.B16, V3.B16")
}
