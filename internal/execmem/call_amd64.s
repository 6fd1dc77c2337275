//go:build darwin || linux

#include "textflag.h"
#include "go_asm.h"

// None of these functions is NOSPLIT: their stack check leaves 800 bytes below their frame, of which the package's comment promises the code
// 256. Go's ABI0 wants nothing but RSP and RBP back; the wrapper that Go calls us through sets X15 to zero and R14 to the goroutine again.

// func callSSE(entry uintptr, arg unsafe.Pointer) uint64
TEXT ·callSSE(SB), 0, $8-24
	MOVQ entry+0(FP), AX
	MOVQ arg+8(FP), DI
	CALL AX
	MOVQ AX, ret+16(FP)
	RET

// func callAVX(entry uintptr, arg unsafe.Pointer) uint64
TEXT ·callAVX(SB), 0, $8-24
	MOVQ entry+0(FP), AX
	MOVQ arg+8(FP), DI
	CALL AX
	VZEROUPPER
	MOVQ AX, ret+16(FP)
	RET

// The general registers that bodies get. R14 keeps the Registers and R15 the entry.

#define LOAD_GENERAL \
	MOVQ (Registers_General+0)(R14), AX; \
	MOVQ (Registers_General+8)(R14), CX; \
	MOVQ (Registers_General+16)(R14), DX; \
	MOVQ (Registers_General+24)(R14), BX; \
	MOVQ (Registers_General+48)(R14), SI; \
	MOVQ (Registers_General+64)(R14), R8; \
	MOVQ (Registers_General+72)(R14), R9; \
	MOVQ (Registers_General+80)(R14), R10; \
	MOVQ (Registers_General+88)(R14), R11; \
	MOVQ (Registers_General+96)(R14), R12; \
	MOVQ (Registers_General+104)(R14), R13; \
	LEAQ Registers_Memory(R14), DI

#define STORE_GENERAL \
	MOVQ AX, (Registers_General+0)(R14); \
	MOVQ CX, (Registers_General+8)(R14); \
	MOVQ DX, (Registers_General+16)(R14); \
	MOVQ BX, (Registers_General+24)(R14); \
	MOVQ SI, (Registers_General+48)(R14); \
	MOVQ R8, (Registers_General+64)(R14); \
	MOVQ R9, (Registers_General+72)(R14); \
	MOVQ R10, (Registers_General+80)(R14); \
	MOVQ R11, (Registers_General+88)(R14); \
	MOVQ R12, (Registers_General+96)(R14); \
	MOVQ R13, (Registers_General+104)(R14)

#define LOAD_XMM \
	MOVOU (Registers_Vector+0)(R14), X0; \
	MOVOU (Registers_Vector+64)(R14), X1; \
	MOVOU (Registers_Vector+128)(R14), X2; \
	MOVOU (Registers_Vector+192)(R14), X3; \
	MOVOU (Registers_Vector+256)(R14), X4; \
	MOVOU (Registers_Vector+320)(R14), X5; \
	MOVOU (Registers_Vector+384)(R14), X6; \
	MOVOU (Registers_Vector+448)(R14), X7; \
	MOVOU (Registers_Vector+512)(R14), X8; \
	MOVOU (Registers_Vector+576)(R14), X9; \
	MOVOU (Registers_Vector+640)(R14), X10; \
	MOVOU (Registers_Vector+704)(R14), X11; \
	MOVOU (Registers_Vector+768)(R14), X12; \
	MOVOU (Registers_Vector+832)(R14), X13; \
	MOVOU (Registers_Vector+896)(R14), X14; \
	MOVOU (Registers_Vector+960)(R14), X15

#define STORE_XMM \
	MOVOU X0, (Registers_Vector+0)(R14); \
	MOVOU X1, (Registers_Vector+64)(R14); \
	MOVOU X2, (Registers_Vector+128)(R14); \
	MOVOU X3, (Registers_Vector+192)(R14); \
	MOVOU X4, (Registers_Vector+256)(R14); \
	MOVOU X5, (Registers_Vector+320)(R14); \
	MOVOU X6, (Registers_Vector+384)(R14); \
	MOVOU X7, (Registers_Vector+448)(R14); \
	MOVOU X8, (Registers_Vector+512)(R14); \
	MOVOU X9, (Registers_Vector+576)(R14); \
	MOVOU X10, (Registers_Vector+640)(R14); \
	MOVOU X11, (Registers_Vector+704)(R14); \
	MOVOU X12, (Registers_Vector+768)(R14); \
	MOVOU X13, (Registers_Vector+832)(R14); \
	MOVOU X14, (Registers_Vector+896)(R14); \
	MOVOU X15, (Registers_Vector+960)(R14)

#define LOAD_YMM \
	VMOVDQU (Registers_Vector+0)(R14), Y0; \
	VMOVDQU (Registers_Vector+64)(R14), Y1; \
	VMOVDQU (Registers_Vector+128)(R14), Y2; \
	VMOVDQU (Registers_Vector+192)(R14), Y3; \
	VMOVDQU (Registers_Vector+256)(R14), Y4; \
	VMOVDQU (Registers_Vector+320)(R14), Y5; \
	VMOVDQU (Registers_Vector+384)(R14), Y6; \
	VMOVDQU (Registers_Vector+448)(R14), Y7; \
	VMOVDQU (Registers_Vector+512)(R14), Y8; \
	VMOVDQU (Registers_Vector+576)(R14), Y9; \
	VMOVDQU (Registers_Vector+640)(R14), Y10; \
	VMOVDQU (Registers_Vector+704)(R14), Y11; \
	VMOVDQU (Registers_Vector+768)(R14), Y12; \
	VMOVDQU (Registers_Vector+832)(R14), Y13; \
	VMOVDQU (Registers_Vector+896)(R14), Y14; \
	VMOVDQU (Registers_Vector+960)(R14), Y15

#define STORE_YMM \
	VMOVDQU Y0, (Registers_Vector+0)(R14); \
	VMOVDQU Y1, (Registers_Vector+64)(R14); \
	VMOVDQU Y2, (Registers_Vector+128)(R14); \
	VMOVDQU Y3, (Registers_Vector+192)(R14); \
	VMOVDQU Y4, (Registers_Vector+256)(R14); \
	VMOVDQU Y5, (Registers_Vector+320)(R14); \
	VMOVDQU Y6, (Registers_Vector+384)(R14); \
	VMOVDQU Y7, (Registers_Vector+448)(R14); \
	VMOVDQU Y8, (Registers_Vector+512)(R14); \
	VMOVDQU Y9, (Registers_Vector+576)(R14); \
	VMOVDQU Y10, (Registers_Vector+640)(R14); \
	VMOVDQU Y11, (Registers_Vector+704)(R14); \
	VMOVDQU Y12, (Registers_Vector+768)(R14); \
	VMOVDQU Y13, (Registers_Vector+832)(R14); \
	VMOVDQU Y14, (Registers_Vector+896)(R14); \
	VMOVDQU Y15, (Registers_Vector+960)(R14)

#define LOAD_ZMM \
	VMOVDQU64 (Registers_Vector+0)(R14), Z0; \
	VMOVDQU64 (Registers_Vector+64)(R14), Z1; \
	VMOVDQU64 (Registers_Vector+128)(R14), Z2; \
	VMOVDQU64 (Registers_Vector+192)(R14), Z3; \
	VMOVDQU64 (Registers_Vector+256)(R14), Z4; \
	VMOVDQU64 (Registers_Vector+320)(R14), Z5; \
	VMOVDQU64 (Registers_Vector+384)(R14), Z6; \
	VMOVDQU64 (Registers_Vector+448)(R14), Z7; \
	VMOVDQU64 (Registers_Vector+512)(R14), Z8; \
	VMOVDQU64 (Registers_Vector+576)(R14), Z9; \
	VMOVDQU64 (Registers_Vector+640)(R14), Z10; \
	VMOVDQU64 (Registers_Vector+704)(R14), Z11; \
	VMOVDQU64 (Registers_Vector+768)(R14), Z12; \
	VMOVDQU64 (Registers_Vector+832)(R14), Z13; \
	VMOVDQU64 (Registers_Vector+896)(R14), Z14; \
	VMOVDQU64 (Registers_Vector+960)(R14), Z15; \
	VMOVDQU64 (Registers_Vector+1024)(R14), Z16; \
	VMOVDQU64 (Registers_Vector+1088)(R14), Z17; \
	VMOVDQU64 (Registers_Vector+1152)(R14), Z18; \
	VMOVDQU64 (Registers_Vector+1216)(R14), Z19; \
	VMOVDQU64 (Registers_Vector+1280)(R14), Z20; \
	VMOVDQU64 (Registers_Vector+1344)(R14), Z21; \
	VMOVDQU64 (Registers_Vector+1408)(R14), Z22; \
	VMOVDQU64 (Registers_Vector+1472)(R14), Z23; \
	VMOVDQU64 (Registers_Vector+1536)(R14), Z24; \
	VMOVDQU64 (Registers_Vector+1600)(R14), Z25; \
	VMOVDQU64 (Registers_Vector+1664)(R14), Z26; \
	VMOVDQU64 (Registers_Vector+1728)(R14), Z27; \
	VMOVDQU64 (Registers_Vector+1792)(R14), Z28; \
	VMOVDQU64 (Registers_Vector+1856)(R14), Z29; \
	VMOVDQU64 (Registers_Vector+1920)(R14), Z30; \
	VMOVDQU64 (Registers_Vector+1984)(R14), Z31

#define STORE_ZMM \
	VMOVDQU64 Z0, (Registers_Vector+0)(R14); \
	VMOVDQU64 Z1, (Registers_Vector+64)(R14); \
	VMOVDQU64 Z2, (Registers_Vector+128)(R14); \
	VMOVDQU64 Z3, (Registers_Vector+192)(R14); \
	VMOVDQU64 Z4, (Registers_Vector+256)(R14); \
	VMOVDQU64 Z5, (Registers_Vector+320)(R14); \
	VMOVDQU64 Z6, (Registers_Vector+384)(R14); \
	VMOVDQU64 Z7, (Registers_Vector+448)(R14); \
	VMOVDQU64 Z8, (Registers_Vector+512)(R14); \
	VMOVDQU64 Z9, (Registers_Vector+576)(R14); \
	VMOVDQU64 Z10, (Registers_Vector+640)(R14); \
	VMOVDQU64 Z11, (Registers_Vector+704)(R14); \
	VMOVDQU64 Z12, (Registers_Vector+768)(R14); \
	VMOVDQU64 Z13, (Registers_Vector+832)(R14); \
	VMOVDQU64 Z14, (Registers_Vector+896)(R14); \
	VMOVDQU64 Z15, (Registers_Vector+960)(R14); \
	VMOVDQU64 Z16, (Registers_Vector+1024)(R14); \
	VMOVDQU64 Z17, (Registers_Vector+1088)(R14); \
	VMOVDQU64 Z18, (Registers_Vector+1152)(R14); \
	VMOVDQU64 Z19, (Registers_Vector+1216)(R14); \
	VMOVDQU64 Z20, (Registers_Vector+1280)(R14); \
	VMOVDQU64 Z21, (Registers_Vector+1344)(R14); \
	VMOVDQU64 Z22, (Registers_Vector+1408)(R14); \
	VMOVDQU64 Z23, (Registers_Vector+1472)(R14); \
	VMOVDQU64 Z24, (Registers_Vector+1536)(R14); \
	VMOVDQU64 Z25, (Registers_Vector+1600)(R14); \
	VMOVDQU64 Z26, (Registers_Vector+1664)(R14); \
	VMOVDQU64 Z27, (Registers_Vector+1728)(R14); \
	VMOVDQU64 Z28, (Registers_Vector+1792)(R14); \
	VMOVDQU64 Z29, (Registers_Vector+1856)(R14); \
	VMOVDQU64 Z30, (Registers_Vector+1920)(R14); \
	VMOVDQU64 Z31, (Registers_Vector+1984)(R14)

#define LOAD_K16 \
	KMOVW (Registers_Mask+0)(R14), K0; \
	KMOVW (Registers_Mask+8)(R14), K1; \
	KMOVW (Registers_Mask+16)(R14), K2; \
	KMOVW (Registers_Mask+24)(R14), K3; \
	KMOVW (Registers_Mask+32)(R14), K4; \
	KMOVW (Registers_Mask+40)(R14), K5; \
	KMOVW (Registers_Mask+48)(R14), K6; \
	KMOVW (Registers_Mask+56)(R14), K7

#define STORE_K16 \
	KMOVW K0, (Registers_Mask+0)(R14); \
	KMOVW K1, (Registers_Mask+8)(R14); \
	KMOVW K2, (Registers_Mask+16)(R14); \
	KMOVW K3, (Registers_Mask+24)(R14); \
	KMOVW K4, (Registers_Mask+32)(R14); \
	KMOVW K5, (Registers_Mask+40)(R14); \
	KMOVW K6, (Registers_Mask+48)(R14); \
	KMOVW K7, (Registers_Mask+56)(R14)

#define LOAD_K64 \
	KMOVQ (Registers_Mask+0)(R14), K0; \
	KMOVQ (Registers_Mask+8)(R14), K1; \
	KMOVQ (Registers_Mask+16)(R14), K2; \
	KMOVQ (Registers_Mask+24)(R14), K3; \
	KMOVQ (Registers_Mask+32)(R14), K4; \
	KMOVQ (Registers_Mask+40)(R14), K5; \
	KMOVQ (Registers_Mask+48)(R14), K6; \
	KMOVQ (Registers_Mask+56)(R14), K7

#define STORE_K64 \
	KMOVQ K0, (Registers_Mask+0)(R14); \
	KMOVQ K1, (Registers_Mask+8)(R14); \
	KMOVQ K2, (Registers_Mask+16)(R14); \
	KMOVQ K3, (Registers_Mask+24)(R14); \
	KMOVQ K4, (Registers_Mask+32)(R14); \
	KMOVQ K5, (Registers_Mask+40)(R14); \
	KMOVQ K6, (Registers_Mask+48)(R14); \
	KMOVQ K7, (Registers_Mask+56)(R14)

// func runSSE(entry uintptr, r *Registers)
TEXT ·runSSE(SB), 0, $8-16
	MOVQ entry+0(FP), R15
	MOVQ r+8(FP), R14
	LOAD_XMM
	LOAD_GENERAL
	CALL R15
	STORE_GENERAL
	STORE_XMM
	RET

// func runAVX(entry uintptr, r *Registers)
TEXT ·runAVX(SB), 0, $8-16
	MOVQ entry+0(FP), R15
	MOVQ r+8(FP), R14
	LOAD_YMM
	LOAD_GENERAL
	CALL R15
	STORE_GENERAL
	STORE_YMM
	VZEROUPPER
	RET

// func runAVX512F(entry uintptr, r *Registers)
TEXT ·runAVX512F(SB), 0, $8-16
	MOVQ entry+0(FP), R15
	MOVQ r+8(FP), R14
	LOAD_K16
	LOAD_ZMM
	LOAD_GENERAL
	CALL R15
	STORE_GENERAL
	STORE_K16
	STORE_ZMM
	VZEROUPPER
	RET

// func runAVX512BW(entry uintptr, r *Registers)
TEXT ·runAVX512BW(SB), 0, $8-16
	MOVQ entry+0(FP), R15
	MOVQ r+8(FP), R14
	LOAD_K64
	LOAD_ZMM
	LOAD_GENERAL
	CALL R15
	STORE_GENERAL
	STORE_K64
	STORE_ZMM
	VZEROUPPER
	RET
