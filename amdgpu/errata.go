package amdgpu

import "github.com/lanescope/lanescope/errata"

// Errata are the choices where AMD's documents are silent or disagree.
var Errata = []errata.Entry{
	{
		No: 521, Seed: "amdgpu", Title: "how many lanes a wave has", Ground: errata.Silent,
		Says:     "GFX8 and GFX9 have waves of 64 lanes, GFX10 and later of 32 or 64; an instruction does not say which",
		Does:     "A comment wave32 or wave64, .amdhsa_wavefront_size32 or --exec decides. Otherwise instructions of GFX8 and GFX9 alone mean 64, those of GFX10 32, and all others 64; a warning says what was assumed.",
		Evidence: "Compilers write the size into a directive beside the code and into no line of it.",
		Test:     "TestWaves",
	}, {
		No: 522, Seed: "amdgpu", Title: "inactive lanes", Ground: errata.Silent,
		Says:     "An inactive lane is not written, and one that is read gives zero, the old value or its own, by bound_ctrl and fi",
		Does:     "All lanes are active; fi and op_sel of v_permlane change nothing then.",
		Evidence: "Which lanes are active is known at run time only.",
		Test:     "TestControlsExhaustive",
	}, {
		No: 523, Seed: "amdgpu", Title: "bound_ctrl:0", Ground: errata.Contradicts,
		Says:     "AMD's assembler writes bound_ctrl:0 for the bit that is set, and so did LLVM up to 12; since LLVM 17 bound_ctrl:0 is the bit that is clear on GFX11 and later.",
		Does:     "bound_ctrl, bound_ctrl:0 and bound_ctrl:1 are the bit that is set: a lane without a source is zero. bound_ctrl:0 has a warning.",
		Evidence: "llvm-mc encodes both as 1 for gfx900 and gfx1030; what is pasted with :0 is nearly always of the older kind.",
		Test:     "TestBounds",
	}, {
		No: 524, Seed: "amdgpu", Title: "ds_swizzle_b32: offsets above 0xbfff", Ground: errata.Contradicts,
		Says:     "GCN3: bit 15 set is a permutation of four lanes. Vega and later: 0xc000 to 0xdfff rotates, 0xe000 and more reverses for an FFT.",
		Does:     "As Vega.",
		Evidence: "LLVM's assembler has ROTATE and FFT for GFX9 and later, and GFX8's code has no use for the bits between.",
		Test:     "TestSwizzlesExhaustive",
	}, {
		No: 525, Seed: "amdgpu", Title: "v_perm_b32: the sign of a byte", Ground: errata.Silent,
		Says:     "Selectors 8 to 11 are the sign of byte 1, 3, 5 or 7 in all bits",
		Does:     "They are refused as no movement of bytes, unless the byte is a constant.",
		Evidence: "Sign extension computes; of a known byte it is known.",
		Test:     "TestPermExhaustive",
	}, {
		No: 526, Seed: "amdgpu", Title: "mov_dpp: lanes that are not written", Ground: errata.Silent,
		Says:     "nothing of what they hold; LLVM has update_dpp, which has an operand for it",
		Does:     "They are undefined.",
		Evidence: "LLVM's instruction combiner makes update_dpp with a poison operand of it.",
		Test:     "TestBuiltins",
	}, {
		No: 527, Seed: "amdgpu", Title: "sdwa: what is not said", Ground: errata.MakersTool,
		Says:     "nothing of missing modifiers",
		Does:     "dst_sel and src0_sel are DWORD, and dst_unused is UNUSED_PRESERVE.",
		Evidence: "llvm-mc encodes a line without them as the same line with these.",
		Test:     "TestAssembler",
	}, {
		No: 528, Seed: "amdgpu", Title: "v_permlane64_b32 in a wave of 32 lanes", Ground: errata.Silent,
		Says:     "It is a scalar no-operation then",
		Does:     "It is refused; without a size in the text the wave has 64 lanes.",
		Evidence: "Nothing becomes of its result.",
		Test:     "TestWaves",
	},
}
