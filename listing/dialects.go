package listing

import (
	"github.com/lanescope/lanescope/dialect"
)

// Comment is what listings say of shuffles in comments.
func Comment() dialect.Dialect {
	return dialect.Dialect{
		Name: "comment", Meaning: "what assemblers' listings say of a shuffle", Example: "xmm0 = xmm1[0,1],xmm0[2,3]",
		Looks: looksComment, Read: dialect.WithoutOptions(readComment), Say: sayComment, InLine: commentInLine,
	}
}

// NEON is lines of AArch64.
func NEON() dialect.Dialect {
	return dialect.Dialect{
		Name: "neon", Meaning: "lines of AArch64 listings, and Arm's intrinsics for one", Example: "zip1 v0.4s, v1.4s, v2.4s",
		Looks: looksNEON, Read: dialect.WithoutOptions(readNEON), Say: sayOnTarget, Sequence: sequenceNEON, Whole: true, InLine: neonInLine,
	}
}

// NEON32 is lines of 32-bit Arm.
func NEON32() dialect.Dialect {
	return dialect.Dialect{
		Name: "neon32", Meaning: "lines of 32-bit Arm listings, A32 and T32 with NEON", Example: "vext.8 q0, q1, q2, #3",
		Looks: looksNEON32, Read: dialect.WithoutOptions(readNEON32), Say: sayNEON32, Whole: true, InLine: neon32InLine,
	}
}

// SVE is lines of AArch64 with SVE's vectors among them.
func SVE() dialect.Dialect {
	return dialect.Dialect{
		Name: "sve2", Meaning: "lines of AArch64 listings with SVE's vectors, of 128 bits or 256, and Arm's intrinsics for these, of 128", Example: "zip1 z0.s, z1.s, z2.s",
		Looks: looksSVE, Read: dialect.WithoutOptions(readSVE), Say: sayOnTarget, Sequence: sequenceSVE, Whole: true, InLine: sveInLine,
	}
}

// Power is lines of Power.
func Power() dialect.Dialect {
	return dialect.Dialect{
		Name: "vsx", Meaning: "lines of Power listings, of Altivec and VSX", Example: "vmrglw v0, v1, v2",
		Looks: looksPower, Read: dialect.WithoutOptions(readPower), Say: sayOnTarget, Sequence: sequencePower, Whole: true, InLine: powerInLine,
	}
}

// Loong is lines of LoongArch.
func Loong() dialect.Dialect {
	return dialect.Dialect{
		Name: "lsx", Meaning: "lines of LoongArch listings, of LSX and LASX", Example: "vilvl.w $vr0, $vr1, $vr0",
		Looks: looksLoong, Read: dialect.WithoutOptions(readLoong), Say: sayOnTarget, Sequence: sequenceLoong, Whole: true, InLine: loongInLine,
	}
}

// Wasm is WebAssembly's text.
func Wasm() dialect.Dialect {
	return dialect.Dialect{
		Name: "wasm", Meaning: "WebAssembly's text, from i8x16.shuffle to a function, and instructions with registers for a stack", Example: "i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23",
		Looks: looksWasm, Read: dialect.WithoutOptions(readWasm), Say: sayWasm, Sequence: sequenceWasm, Whole: true, InLine: wasmInLine,
	}
}

// X86 is lines of x86. In several lines it says only what moves nothing from its place.
func X86() dialect.Dialect {
	return dialect.Dialect{
		Name: "x86", Meaning: "lines of x86 listings, and C with Intel's intrinsics", Example: "vpshufd xmm0, xmm1, 27",
		Looks: looksX86, Read: dialect.WithoutOptions(readListing), Say: sayX86, Sequence: vectorCopy, Whole: true, InLine: x86InLine,
	}
}
