// Package amdgpu is AMD's notations for moving lanes: lines of GCN, RDNA and CDNA listings, clang's builtins and LLVM's intrinsics for them.
//
//	v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xe        a value for each lane of the wave
//
//	         ┌ row 0 ──────────────────────────────────┐ ┌ row 1 …     16 lanes are a row, four of them a bank
//	   v1    [ 0  1  2  3 | 4  5  6  7 | 8  9 … | … 15 ]
//	                   ╲    ╲  ╲  ╲
//	   v0    [ ·  ·  ·  · | 3  4  5  6 | 7  8 … | … 14 ]               bank 0 is masked: it keeps what v0 held
//
//	v_perm_b32 v0, v1, v2, 0x05010400                                 bytes of one lane's two registers
//
// Beside dpp there are ds_swizzle_b32, which reaches 32 lanes, and v_permlane. All lanes are taken to be active. How many there are is rarely written down: what a text does not say
// is taken from the generation that has its instructions, with a warning.
package amdgpu
