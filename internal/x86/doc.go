// Package x86 encodes instructions of x86-64 whose encodings are data, written as Intel's manual writes them.
//
//	RMI: 66 0F 70 /r ib                          pshufd xmm1, xmm2/m128, imm8
//	RVM: VEX.256.66.0F38.WIG 00 /r               vpshufb ymm1, ymm2, ymm3/m256
//	RVM FV: EVEX.512.66.0F38.W1 8D /r            vpermw zmm1 {k1}{z}, zmm2, zmm3/m512
//	VMI: VEX.128.66.0F.WIG 73 /3 ib              vpsrldq xmm1, xmm2, imm8
//	RVMR: VEX.128.66.0F3A.W0 4C /r /is4          vpblendvb xmm1, xmm2, xmm3/m128, xmm4
//
//	 └┬┘  └──────┬─────────┘ └┬┘└┬┘
//	Op/En     prefixes     opcode, what follows
//
// Op/En says where the operands go, one letter each in the order of Intel's syntax, the destination first:
//
//	R  ModRM.reg (/r); the fourth of RVMR: bits 7 to 4 of the last byte (/is4)
//	M  ModRM.rm, a register or memory
//	V  VEX.vvvv, EVEX.vvvv, what older manuals call NDS, NDD and DDS
//	I  the immediate (ib iw id io)                O  the low bits of the opcode (+rd)
//	D  a displacement to jump by (cd)             ZO no operands
//
// An instruction of these parts, the bits with a bar written inverted, and which bit of a register's number stands where:
//
//	legacy   66/F3/F2   0100 WRXB   0F 38/3A   opcode   ModRM   SIB   displacement   immediate
//	                         _ ____
//	VEX      C5              R vvvv L pp                                 if the map is 0F and X, B, W are 0
//	                         ___               ____
//	         C4              RXB mmmmm       W vvvv L pp
//	                         ____              ____             __
//	EVEX     62              RXBR' 0 mmm     W vvvv 1 pp   z L'L b V' aaa
//
//	         bit 4      bit 3   bits 2 to 0
//	reg        R'         R      ModRM.reg
//	rm         X          B      ModRM.rm       a register; of memory B is the base's bit 3 and X the index's
//	vvvv       V'       ─── vvvv ───
//
//	pp   none 0, 66 1, F3 2, F2 3        mmm  0F 1, 0F38 2, 0F3A 3, MAP5 5, MAP6 6
//	aaa  the opmask, 0 for none          z    zero the lanes that are masked out, instead of keeping them
//
// EVEX counts an 8-bit displacement in units that the tuple type gives: FV and FVM the vector, HVM, QVM and OVM a half, a quarter and an
// eighth of it, M128 16 bytes, T1S8 to T1S64 one element. An encoding without tuple type takes 32-bit displacements.
//
// The tests encode each line of testdata/instructions.txt with random operands, compare the bytes with those of Go's assembler, and have LLVM
// and golang.org/x/arch read them back; with go test ./internal/x86 -full, 1,000 times each instead of 12.
//
// b says that L'L is a rounding, of instructions of 512 bits: rn 0, rd 1, ru 2, rz 3.
//
// Not here: embedded broadcast, gathers, the registers ah ch dh bh, and everything before 64-bit mode.
package x86
