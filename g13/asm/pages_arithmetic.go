package asm

import "github.com/lanescope/lanescope/g13"

const immediateText = "D = imm                       in every active thread\n"

const bitfieldMask = `shift = C & 0x7f
mask  = 0xffffffff if m == 0 else (1 << m) - 1
`

var arithmeticPages = [g13.NumForms]page{
	g13.MOV_IMM16: {immediateText, []example{
		worked("mov_imm r1l, 300", "r1 = 0xffffffff", "r1 = 0xffff012c"),
	}},
	g13.MOV_IMM32: {immediateText, []example{
		worked("mov_imm r1, 0x12345678", "", "r1 = 0x12345678"),
		worked("mov_imm r1, -1.5", "exec = 0x3, r1 = 7", "r1 = 0xbfc00000 0xbfc00000 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7"),
	}},
	g13.GET_SR: {`for each active thread:
  D = SR of the thread          special_registers lists them
`, []example{worked("get_sr r1, thread_index_in_simdgroup", "", "r1 = lane")}},
	g13.SR_THING: {"unknown\n", refused("sr_thing r1, sr80 (thread_position_in_grid.x)", unknown)},
	g13.IADD: {`for each active thread:
  b = B, extended by its sign if it has .sx; likewise a
  if isub: b = -b
  b = b << s if s < 5 else 0
  D = a + b                     its lowest bits; with .sat, no shift and no 64 bits: the nearest that D has,
                                with a sign if A or B has .sx
`, []example{
		worked("iadd r1, r2, r3, lsl 1", "r2 = 5, r3 = 7", "r1 = 19"),
		worked("isub r1, r2, r3", "r2 = 5, r3 = 7", "r1 = 0xfffffffe"),
		worked("iadd.sat r1, r2, 1", "r2 = 0xffffffff", "r1 = 0xffffffff"),
		worked("iadd r4_r5, r2, r3", "r2 = 0xffffffff, r3 = 1", "r4 = 0, r5 = 1"),
		worked("iadd r1, r2l.sx, 0", "r2 = 0x8000", "r1 = 0xffff8000"),
	}},
	g13.IMADD: {`for each active thread:
  c = C, extended by its sign if it has .sx; likewise a and b, which have 32 bits at most
  if imsub: c = -c
  c = c << s if s < 5 else 0
  D = a * b + c                 its lowest bits; .sat as for iadd
`, []example{
		worked("imadd r1, r2, r3, r4", "r2 = 6, r3 = 7, r4 = 100", "r1 = 142"),
		worked("imsub r1, r2, r3, r4", "r2 = 6, r3 = 7, r4 = 100", "r1 = 0xffffffc6"),
		worked("imul r4_r5, r2, r3", "r2 = 0x10000, r3 = 0x10003", "r4 = 0x30000, r5 = 1"),
	}},
	g13.CONVERT: {`for each active thread:
  an integer becomes the float of D's size: to even if rte, towards zero if rtz
  a float becomes the nearest integer in that direction; beyond the last one, the last one; NaN becomes 0
`, []example{
		worked("convert u32_to_f, r1, r2, rte", "r2 = 7", "r1 = 7.0"),
		worked("convert f_to_s32, r1, r2, rtz", "r2 = -2.75", "r1 = 0xfffffffe"),
		worked("convert s8_to_f, r1, r2l, rte", "r2 = 0xff", "r1 = -1.0"),
	}},
	g13.BFI: {bitfieldMask + `D = A & ~(mask << shift) | (B & mask) << shift
`, []example{
		worked("bfi r1, r2, r3, 8, mask 0xFF", "r2 = 0x11111111, r3 = 0xabc", "r1 = 0x1111bc11"),
		worked("shl r1, r2, 3", "r2 = 5", "r1 = 40"),
	}},
	g13.BFEIL: {bitfieldMask + `D = A & ~mask | B >> shift & mask
`, []example{
		worked("bfeil r1, r2, r3, 8, mask 0xFF", "r2 = 0x11111111, r3 = 0xabcdef", "r1 = 0x111111cd"),
		worked("shr r1, r2, 4", "r2 = 0x80000000", "r1 = 0x8000000"),
	}},
	g13.EXTR: {bitfieldMask + `D = (B << 32 | A) >> shift & mask
`, []example{worked("extr r1, r2, r3, 8", "r2 = 0x11223344, r3 = 0xaabbccdd", "r1 = 0xdd112233")}},
	g13.SHLHI: {bitfieldMask + `mask = mask << max(shift - 32, 0)
D = B << shift >> 32 & mask | A & ~mask
`, []example{worked("shlhi r1, r2, r3, 8", "r2 = 0x11111111, r3 = 0xaabbccdd", "r1 = 0xaa")}},
	g13.SHRHI: {bitfieldMask + `mask = mask << 32 >> min(shift, 32)
D = B << 32 >> shift & mask | A & ~mask
`, []example{worked("shrhi r1, r2, r3, 8", "r2 = 0x11111111, r3 = 0xaabbccdd", "r1 = 0xdd111111")}},
	g13.ASR: {`D = A, extended by its sign from its own size, >> (B & 0x7f)
`, []example{worked("asr r1, r2, 4", "r2 = 0x80000000", "r1 = 0xf8000000"), worked("asr r1, r2l, 4", "r2 = 0x8000", "r1 = 0xfffff800")}},
	g13.ASRH: {`D = A, extended by its sign, << 32 >> (B & 0x7f)
`, []example{worked("asrh r1, r2, 36", "r2 = 0x80000000", "r1 = 0xf8000000"), worked("asrh r1, r2, 4", "r2 = 0x87", "r1 = 0x70000000")}},
	g13.BITOP: {`D = 0
if tt0: D |= ~A & ~B
if tt1: D |=  A & ~B
if tt2: D |= ~A &  B
if tt3: D |=  A &  B
tt0 tt1 tt2 tt3 = 0 0 1 1 and 1 1 0 0 are UNDEFINED, and D = A
`, []example{
		worked("and r1, r2, r3", "r2 = 0xc, r3 = 0xa", "r1 = 8"),
		worked("xor r1, r2, r3", "r2 = 0xc, r3 = 0xa", "r1 = 6"),
		worked("bitop 0100, r1, r2, r3", "r2 = 0xc, r3 = 0xa", "r1 = 4"),
		worked("not r1, r2", "r2 = 0xc", "r1 = 0xfffffff3"),
	}},
	g13.BITREV: {`for i from 0 to 31: bit 31 - i of D = bit i of A
`, []example{worked("bitrev r1, r2", "r2 = 0x80000003", "r1 = 0xc0000001"), worked("bitrev r1, r2l", "r2 = 1", "r1 = 0x80000000")}},
	g13.POPCOUNT: {`D = how many bits of A are set
`, []example{worked("popcount r1, r2", "r2 = 0xff00ff", "r1 = 16")}},
	g13.FFS: {`D = the number of the highest bit of A that is set, or -1
`, []example{worked("ffs r1, r2", "r2 = 0x1234", "r1 = 12"), worked("ffs r1, r2", "r2 = 0", "r1 = 0xffffffff")}},
	g13.INTL: {`for i from 0 to 15:
  bit 2i of D = bit i of A
  bit 2i + 1 of D = bit i of B
`, []example{worked("intl r1, r2, r3", "r2 = 0x3, r3 = 0x5", "r1 = 0x27")}},
}
