package listing_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/listing"
)

// FuzzX86: any text is read as lines of x86 or refused with a place.
func FuzzX86(f *testing.F) {
	dialecttest.Fuzz(f, listing.X86(), "movabsq $-5, %rdx; andnq %rcx, %rdx, %rcx; shrdl $3, %ecx, %edx", "kmovw k1, 5; vpshufd xmm0{k1}, xmm1, 1Bh")
}

// FuzzNEON: the same of AArch64.
func FuzzNEON(f *testing.F) {
	dialecttest.Fuzz(f, listing.NEON(), "uxtl2 v0.8h, v1.16b; mov v0.s[3], wzr")
}

// FuzzWasm: the same of WebAssembly.
func FuzzWasm(f *testing.F) {
	dialecttest.Fuzz(f, listing.Wasm(), "v128.const $1, 0x0102\ni8x16.swizzle $0, $0, $1", "(func $f (param v128 i32) (v128.store offset=16 (local.get 1) (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get 0) (v128.load (local.get 1)))))", "\t.functype f (v128) -> (v128)\n\t.local v128\nlocal.get 0\nv128.const -1, 0, -1, 0\nv128.and\nlocal.tee 1\nend_function")
}

// FuzzComment: the same of comments.
func FuzzComment(f *testing.F) {
	dialecttest.Fuzz(f, listing.Comment(), "ymm0 = zero,ymm1[u,2],zero")
}
