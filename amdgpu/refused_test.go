package amdgpu_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/amdgpu"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// What is wrong, and where.
func TestRefusedAtItsPlace(t *testing.T) {
	dialecttest.Refused(t, amdgpu.Dialect(), [][2]string{
		{"v_perm_b32 v0, v1, v2, ‹0x09080b0a›", "byte 0 is 10, a sign: 0 to 7 take a byte, 12 and 13 are fixed"},
		{"v_perm_b32 v0, v1, 0x80, ‹0x09080b0a›", "byte 0 is 10, a sign: 0 to 7 take a byte, 12 and 13 are fixed"},
		{"v_mov_b32_sdwa v0, v1 dst_unused:‹UNUSED_FOO›", "expected UNUSED_PAD or UNUSED_PRESERVE"},
		{"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 ‹row_shr:1›", `"row_shr" is no modifier here`},
		{"bb0‹:› v_mov_b32 v0, v1", `expected an operand, found ":"`},
		{"‹v_swap_b32 v0, v0›", "expected two registers"},
		{"‹v_swap_b32 v0, 7›", "expected two registers"},
		{"‹v_permlane16_swap_b32 v0, v1› // wave32", "v_permlane16_swap_b32 needs a wave of 64 lanes, and this one has 32"},
		{"v_permlane16_swap_b32 v0, v1 ‹row_shr:1›", `"row_shr" is no modifier here`},
		{"r = ‹__builtin_amdgcn_foo(x)›;", `"__builtin_amdgcn_foo" moves no lanes: expected perm, update_dpp, ds_swizzle, permlane16`},
		{"r = ‹__builtin_amdgcn_permute(x)›;", "permute writes lanes known at run time only"},
		{"r = ‹__builtin_amdgcn_ds_permute(i, x)›;", "ds_permute writes lanes known at run time only"},
		{"r = ‹__builtin_amdgcn_ds_bpermute(i, x)›;", "ds_bpermute reads lanes known at run time only"},
		{"r = ‹__builtin_amdgcn_bpermute(i, x)›;", "bpermute reads lanes known at run time only"},
		{"%r = call i32 ‹@llvm.amdgcn.ds.permute(i32 %i, i32 %x)›", "ds.permute writes lanes known at run time only"},
		{"%r = call i32 ‹@llvm.amdgcn.permlane16.var(i32 %i, i32 %x)›", "permlane16.var reads lanes known at run time only"},
		{"‹v_permlane_bcast_b32› v0, v1", "v_permlane_bcast_b32 reads lanes known at run time only"},
		{"‹v_permlanex16_var_b32› v0, v1, v2", "v_permlanex16_var_b32 reads lanes known at run time only"},
		{"‹v_permute_b32› v0, v1, v2", "v_permute_b32 writes lanes known at run time only"},
		{"‹v_bpermute_b32› v0, v1, v2", "v_bpermute_b32 reads lanes known at run time only"},
		{"‹v_movrels_b32› v0, v1", "v_movrels_b32 reads a register that is known at run time only"},
		{"‹v_readlane_b32› s0, v1, 5", "v_readlane_b32 gives one lane's value as a scalar"},
		{"‹v_readfirstlane_b32› s0, v1", "v_readfirstlane_b32 gives the first lane's value as a scalar"},
		{"r = ‹__builtin_amdgcn_permlane64(x)›; // wave32", "v_permlane64_b32 does nothing in a wave of 32 lanes"},
		{"r = __builtin_amdgcn_mov_dpp8(x, ‹k›);", `the selector "k" depends on data: expected a number`},
		{"r = __builtin_amdgcn_mov_dpp(x, ‹k›, 15, 15, true);", `the control "k" depends on data: expected a number`},
		{"r = __builtin_amdgcn_mov_dpp(x, 0xb1, ‹k›, 15, true);", `the mask "k" depends on data: expected a number`},
		{"r = __builtin_amdgcn_mov_dpp(x, 0xb1, 15, ‹k›, true);", `the mask "k" depends on data: expected a number`},
		{"r = __builtin_amdgcn_ds_swizzle(x, ‹k›);", `the pattern "k" depends on data: expected a number`},
		{"r = __builtin_amdgcn_perm(x, y, ‹k›);", `the selector "k" depends on data: expected a number`},
		{"‹r = __builtin_amdgcn_perm(x, y)›;", "__builtin_amdgcn_perm has 4 operands, and these are 3"},
		{"r = __builtin_amdgcn_alignbyte(x, y, ‹k›);", `the number "k" depends on data: expected a number`},
		{"r = __builtin_amdgcn_permlane16(o, x, ‹k›, 0, true, true);", `the select "k" depends on data: expected a number`},
		{"r = __builtin_amdgcn_writelane(x, ‹k›, o);", `the number "k" depends on data: expected a number`},
		{"v_writelane_b32 v0, s1, ‹s2›", `the number "s2" depends on data: expected a number`},
		{"v_permlane16_b32 v0, v1, ‹s2›, 0", `the select "s2" depends on data: expected a number`},
		{"v_permlane16_b32 v0, v1, 0, ‹s2›", `the select "s2" depends on data: expected a number`},
		{"v_permlane16_b32 v0, v1, 0, 0 ‹row_shr:1›", `"row_shr" is no modifier here`},
		{"v_lshrrev_b32 v0, ‹s1›, v1", `the number "s1" depends on data: expected a number`},
		{"v_mov_b32_dpp v0, v1 quad_perm:‹[1,0,3,2,0]›", "expected 4 lanes in brackets behind quad_perm:"},
		{"v_mov_b32_dpp v0, v1 quad_perm:‹3›", "expected 4 lanes in brackets behind quad_perm:"},
		{"v_mov_b32_dpp v0, v1 dpp8:‹[1,0,3,2]›", "expected 8 lanes in brackets behind dpp8:"},
		{"v_mov_b32_dpp v0, v1 dpp8:[‹8›,0,3,2,0,0,0,0]", "expected a lane from 0 to 7"},
		{"v_mov_b32_dpp v0, v1 ‹row_shl›", "expected row_shl and :1 to :15"},
		{"v_mov_b32_dpp v0, v1 row_shl:‹0›", "expected row_shl and :1 to :15"},
		{"v_mov_b32_dpp v0, v1 wave_shl:‹2›", "expected wave_shl and :1"},
		{"v_mov_b32_dpp v0, v1 ‹row_mask›", "expected four bits behind row_mask:"},
		{"v_mov_b32_dpp v0, v1 row_shl:1 bank_mask:‹16›", "expected four bits behind bank_mask:"},
		{"v_mov_b32_dpp v0, v1 row_shl:1 row_mask:‹s0›", "expected four bits behind row_mask:"},
		{"ds_swizzle_b32 v0, v1 offset:‹swizzle()›", "expected 16 bits, or swizzle(SWAP,16) or another pattern"},
		{"ds_swizzle_b32 v0, v1 offset:‹swizzle(SWAP)›", "SWAP has 1 numbers"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,‹32›)", "SWAP has 1 numbers, each below 17"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(REVERSE,‹1›)", "the lanes of a group are a power of two, and 1 is none here"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,‹1›,0)", "the lanes of a group are a power of two, and 1 is none here"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(ROTATE,‹2›,1)", "ROTATE has 2 numbers, each below 2, 32"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(FFT,‹32›)", "FFT has 1 numbers, each below 32"},
		{`ds_swizzle_b32 v0, v1 offset:‹swizzle(BITMASK_PERM,"01pix")›`, `expected five letters of 0, 1, p, i, such as "01pip"`},
		{"ds_swizzle_b32 v0, v1 ‹foo:1›", `"foo" is no modifier here`},
		{"v_mov_b32 ‹v[0:1]›, v2", "expected one register of 32 bits"},
		{"‹v_mov_b32›", "v_mov_b32 has 2 operands, and these are 0"},
		{"‹v_mov_b32 v0, v1, v2›", "v_mov_b32 has 2 operands, and these are 3"},
		{"‹v_mul_f32› v1, v2, v3\nv_mov_b32 v0, v1", `"v_mul_f32" is no movement, as dpp or v_perm_b32 are`},
		{"x = ‹foo(3)›; r = __builtin_amdgcn_perm(x, y, 0x00010203);", `"foo" moves no lanes: expected perm, update_dpp, ds_swizzle, permlane16`},
		{"ds_swizzle_b32 v0, v1 ‹offset›", "expected 16 bits behind offset:"},
		{"v_mov_b32_sdwa v0, v1 ‹dst_sel›", "expected BYTE_0 to _3, WORD_0, WORD_1 or DWORD behind dst_sel:"},
		{"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_0 ‹dst_unused›", "expected UNUSED_PAD or UNUSED_PRESERVE"},
		{"v_mov_b32_dpp v0, v1 ‹quad_perm›", "expected 4 lanes in brackets behind quad_perm:"},
		{"v_mov_b32_dpp v0, v1 ‹dpp8›", "expected 8 lanes in brackets behind dpp8:"},
		{"v_mov_b32_dpp v0, v1 row_mirror:‹1›", "row_mirror has no number"},
		{"v_mov_b32_dpp v0, v1 row_bcast:‹16› // wave32", "expected row_bcast and :15 to :31"},
		{"v_mov_b32_dpp v0, v1 wave_shl:‹2› // wave32", "expected wave_shl and :1"},
		{"r = ‹__builtin_amdgcn_mov_dpp(x, 0x130, 15, 15, true)›; // wave32", "wave_shl needs a wave of 64 lanes, and this one has 32"},
	})
}

// What is read, of what, and what is warned of.
func TestMeanings(t *testing.T) {
	dialecttest.Meanings(t, amdgpu.Dialect(), [][2]string{
		{"v_perm_b32 v0, 0xff00ff00, 0x80008000, 0x0b0a0908", "v0 of : -> i8x4: m m m m"},
		{"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 src0_sel:WORD_1", "v0 of v1: i8x4 -> . a2 . ."},
		{"v_mov_b32_sdwa v0, v1 dst_sel:WORD_1 src0_sel:BYTE_3 dst_unused:UNUSED_PAD", "v0 of v1: i8x4 -> z z a3 z"},
		{"v_mov_b32_sdwa v0, v1 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3", "v0 of v1: i8x4 -> . . a3 z"},
		{"v_mov_b32_sdwa v0, v1 src0_sel:DWORD", "v0 of v1: i8x4 -> a0 a1 a2 a3"},
		{"v_mov_b32 v0, v1", "v0 of v1: i32x1 -> a0"},
		{"v_mov_b32 v0, 7", "v0 of : -> i32x1: #7"},
		{"v_mov_b32_e32 v0, v1", "v0 of v1: i32x1 -> a0"},
		{"bb0:\nv_mov_b32 v0, v1", "v0 of v1: i32x1 -> a0"},
		{"v_mov_b32 v0, v1\nbb0:", "v0 of v1: i32x1 -> a0"},
		{"v_mov_b32 v0, v1\n bb0: ; = %bb.0", "v0 of v1: i32x1 -> a0"},
		{"v_mov_b32 v0, v1 ; see @f", "v0 of v1: i32x1 -> a0"},
		{"v_mov_b32 v0, v1 ; two; three = 3", "v0 of v1: i32x1 -> a0"},
		{"{ v_mov_b32 v0, v1 }", "v0 of v1: i32x1 -> a0"},
		{"v_mov_b32 v0, v1; }", "v0 of v1: i32x1 -> a0"},
		{"v_swap_b32 v0, v1", "v0 of v0 v1: i32x1 i32x1 -> b0; there are 2 results: shown is the first, v0"},
		{"v_swap_b32 v0, v1\nv_mov_b32 v2, v0", "v2 of v1: i32x1 -> a0"},
		{"v_permlane32_swap_b32 v0, v1\nv_mov_b32 v2, v0", "v2 of v0 v1: i32x64 i32x64 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14 b15 b16 b17 b18 b19 b20 b21 b22 b23 b24 b25 b26 b27 b28 b29 b30 b31"},
		{"v_permlane16_swap_b32 v0, v1 bound_ctrl:1 fi:1", "v0 of v0 v1: i32x64 i32x64 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14 b15 a32 a33 a34 a35 a36 a37 a38 a39 a40 a41 a42 a43 a44 a45 a46 a47 b32 b33 b34 b35 b36 b37 b38 b39 b40 b41 b42 b43 b44 b45 b46 b47; there are 2 results: shown is the first, v0"},
		{"x = 3; r = __builtin_amdgcn_mov_dpp(y, x, 15, 15, true);", "r of y: i32x64 -> a3 a0 a0 a0 a7 a4 a4 a4 a11 a8 a8 a8 a15 a12 a12 a12 a19 a16 a16 a16 a23 a20 a20 a20 a27 a24 a24 a24 a31 a28 a28 a28 a35 a32 a32 a32 a39 a36 a36 a36 a43 a40 a40 a40 a47 a44 a44 a44 a51 a48 a48 a48 a55 a52 a52 a52 a59 a56 a56 a56 a63 a60 a60 a60; a wave of 64 lanes is assumed: // wave32, // wave64 or --exec says it"},
		{"x = 0xb1; r = __builtin_amdgcn_mov_dpp(y, x, 15, 15, true);", "r of y: i32x64 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14 a17 a16 a19 a18 a21 a20 a23 a22 a25 a24 a27 a26 a29 a28 a31 a30 a33 a32 a35 a34 a37 a36 a39 a38 a41 a40 a43 a42 a45 a44 a47 a46 a49 a48 a51 a50 a53 a52 a55 a54 a57 a56 a59 a58 a61 a60 a63 a62; a wave of 64 lanes is assumed: // wave32, // wave64 or --exec says it"},
		{"r = __builtin_amdgcn_mov_dpp8(x, 0xfac688);", "r of x: i32x32 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31; a wave of 32 lanes is assumed: // wave32, // wave64 or --exec says it"},
		{"r = __builtin_amdgcn_alignbyte(x, y, 5);", "r of x y: i8x4 i8x4 -> b1 b2 b3 a0"},
		{"r = __builtin_amdgcn_alignbit(x, y, 40);", "r of x y: i8x4 i8x4 -> b1 b2 b3 a0"},
		{"v_permlane16_b32 v0, v1, 0, 0 op_sel:[1,0]", "v0 of v1: i32x32 -> a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16; a wave of 32 lanes is assumed: // wave32, // wave64 or --exec says it"},
		{"v_lshlrev_b32 v0, 16, v1", "v0 of v1: i16x2 -> z a0"},
		{"v_lshlrev_b32 v0, 40, v1", "v0 of v1: i8x4 -> z a0 a1 a2"},
		{"v_and_b32 v0, 0xff00, v1", "v0 of v1: i8x4 -> z a1 z z"},
		{"v_and_b32 v0, v1, 0xff00", "v0 of v1: i8x4 -> z a1 z z"},
		{"s_pack_ll_b32_b16 s0, s1, s2", "s0 of s1 s2: i16x2 i16x2 -> a0 b0"},
		{"s_pack_lh_b32_b16 s0, s1, s2", "s0 of s1 s2: i16x2 i16x2 -> a0 b1"},
		{"s_pack_hl_b32_b16 s0, s1, s2", "s0 of s1 s2: i16x2 i16x2 -> a1 b0"},
		{"s_pack_hh_b32_b16 s0, s1, s2", "s0 of s1 s2: i16x2 i16x2 -> a1 b1"},
		{"s_movk_i32 s0, 0xff00\nv_perm_b32 v0, v1, v2, s0", "v0 of v2: i8x4 -> a0 m m m"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,1)", "v0 of v1: i32x64 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14 a17 a16 a19 a18 a21 a20 a23 a22 a25 a24 a27 a26 a29 a28 a31 a30 a33 a32 a35 a34 a37 a36 a39 a38 a41 a40 a43 a42 a45 a44 a47 a46 a49 a48 a51 a50 a53 a52 a55 a54 a57 a56 a59 a58 a61 a60 a63 a62; a wave of 64 lanes is assumed: // wave32, // wave64 or --exec says it"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(REVERSE,32)", "v0 of v1: i32x64 -> a31 a30 a29 a28 a27 a26 a25 a24 a23 a22 a21 a20 a19 a18 a17 a16 a15 a14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0 a63 a62 a61 a60 a59 a58 a57 a56 a55 a54 a53 a52 a51 a50 a49 a48 a47 a46 a45 a44 a43 a42 a41 a40 a39 a38 a37 a36 a35 a34 a33 a32; a wave of 64 lanes is assumed: // wave32, // wave64 or --exec says it"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,32,31)", "v0 of v1: i32x64 -> a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a31 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63 a63; a wave of 64 lanes is assumed: // wave32, // wave64 or --exec says it"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(FFT,31)", "v0 of v1: i32x64 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31 a32 a33 a34 a35 a36 a37 a38 a39 a40 a41 a42 a43 a44 a45 a46 a47 a48 a49 a50 a51 a52 a53 a54 a55 a56 a57 a58 a59 a60 a61 a62 a63; a wave of 64 lanes is assumed: // wave32, // wave64 or --exec says it"},
		{`ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,"01pip") // wave32`, "v0 of v1: i32x32 -> a10 a11 a8 a9 a14 a15 a12 a13 a10 a11 a8 a9 a14 a15 a12 a13 a10 a11 a8 a9 a14 a15 a12 a13 a10 a11 a8 a9 a14 a15 a12 a13"},
		{"ds_swizzle_b32 v0, v1 offset:0xffff // wave32", "v0 of v1: i32x32 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31"},
		{"v_mov_b32_dpp v0, v1", "v0 of v1: i32x1 -> a0"},
		{"global_load_dword v1, v[2:3], off\nv_mov_b32 v0, v1", "v0 of v1: i32x1 -> a0"},
		{"global_load_dwordx2 v[1:2], v[4:5], off\nv_perm_b32 v0, v1, v2, 0x07060100", "v0 of v1 v2: i8x4 i8x4 -> b0 b1 a2 a3"},
		{"v_mov_b32 v0, v1\nglobal_store_dword v[2:3], v0, off", "v0 of v1: i32x1 -> a0"},
		{"v_mul_f32 v1, v2, v3\nv_mov_b32 v0, v4", "v0 of v4: i32x1 -> a0"},
		{"x = foo(3); r = __builtin_amdgcn_perm(y, y, 0x00010203);", "r of y: i8x4 -> a3 a2 a1 a0"},
		{"# comment\n!x\n.text\nv_mov_b32 v0, v1", "v0 of v1: i32x1 -> a0"},
		{"v_mov_b32_dpp v0, 7 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf // wave32", "v0 of : -> i32x32: #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7 #7"},
	})
}

// A mark of no language is refused wherever it stands; what the result is called says nothing.
func TestForeign(t *testing.T) {
	dialecttest.Foreign(t, amdgpu.Dialect(), "`",
		"v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1",
		"ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,8,3)",
		"v_permlane16_b32 v0, v1, 0x76543210, 0xfedcba98 op_sel:[1,0]",
		"«r »= __builtin_amdgcn_update_dpp(old, x, 0x111, 0xf, 0xf, false);«»",
		"«%r »= call i32 @llvm.amdgcn.update.dpp.i32(i32 %o, i32 %x, i32 312, i32 15, i32 15, i1 false)",
		"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 src0_sel:WORD_1",
	)
}

// Lines that move nothing between registers are passed over, also where nothing follows them. What is read as an example is one.
func TestPassedOver(t *testing.T) {
	for _, line := range []string{
		"s_waitcnt vmcnt(0)", "s_nop 0", "s_setpc_b64 s[30:31]", "s_endpgm", "s_delay_alu instid0(VALU_DEP_1)", "s_clause 0x1", "s_barrier", "s_wait_dscnt 0x0", "s_wait_loadcnt 0x0", "s_wait_alu 0xfffe", "s_wait_kmcnt 0x0",
		"s_wait_loadcnt_dscnt 0x0", "s_wait_expcnt 0x0", "s_wait_samplecnt 0x0", "s_wait_bvhcnt 0x0", "ret i32 %r", "define i32 @f(i32 %a) {", "declare i32 @g(i32)", "attributes #0 = { nounwind }", "s_set_vgpr_msb 0", "s_waitcnt_vscnt null, 0x0",
		"global_store_dword v[2:3], v0, off", "buffer_store_dword v0, off, s[0:3], 0", "flat_store_dword v[2:3], v0", ".end_amdhsa_kernel", "# x", "!0 = !{}", "--- a", "}",
	} {
		dialecttest.Meanings(t, amdgpu.Dialect(), [][2]string{
			{"v_mov_b32 v0, v1\n" + line, "v0 of v1: i32x1 -> a0"},
			{line + "\nv_mov_b32 v0, v1", "v0 of v1: i32x1 -> a0"},
		})
	}
	if d := amdgpu.Dialect(); !d.Looks(d.Example) {
		t.Errorf("%s does not look like it", d.Example)
	} else if r, err := d.Read(d.Example, dialect.Options{}); err != nil || len(r.Map.Lane) != 64 {
		t.Errorf("%s is %s: %v", d.Example, r.Map, err)
	}
}

// Several sources are merged one after another, and constants last of all, from a register behind those that are read.
func TestSaidOfConstants(t *testing.T) {
	for text, want := range map[string][]string{
		"i8x4 i8x4 -> a0 b1 #7 #9":      {"v_perm_b32 v0, v1, v2, 0x07060104", "v_mov_b32 v3, 0x9070000", "v_perm_b32 v0, v0, v3, 0x03020504"},
		"i8x4 i8x4 -> a3 a1 a2 #7":      {"v_mov_b32 v2, 0x7000000", "v_perm_b32 v0, v1, v2, 0x03060507"},
		"i8x4 i8x8 -> a3 a1 a2 #7":      {"v_mov_b32 v2, 0x7000000", "v_perm_b32 v0, v1, v2, 0x03060507"},
		"i8x4 i8x4 i8x4 -> a3 b1 c2 c0": {"v_perm_b32 v0, v1, v2, 0x07060107", "v_perm_b32 v0, v0, v3, 0x00020504"},
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if lines, err := amdgpu.Dialect().Sequence(t.Context(), m); err != nil || !slices.Equal(lines, want) {
			t.Errorf("%s is said as %q, %v, want %q", text, lines, err, want)
		}
	}
}
