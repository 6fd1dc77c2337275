package asm

import "github.com/lanescope/lanescope/g13"

// floatRules are what all instructions on floats have in common.
const floatRules = `
floats of 32 bits below the normal ones are 0 before and after; halves are not
.abs and .neg take effect on what is read; .sat makes the result 0 to 1, and NaN 0
`

func floatOf(does string, examples ...example) page { return page{does + floatRules, examples} }

var floatPages = [g13.NumForms]page{
	g13.FMADD32: floatOf("D = A * B + C, rounded once to 32 bits, to even; to a half once more\n",
		worked("fmadd32 r1, r2, r3, r4", "r2 = 1.5, r3 = 2.0, r4 = 0.25", "r1 = 3.25"),
		worked("fmadd32.sat r1, r2, r3.neg, r4", "r2 = 1.5, r3 = 2.0, r4 = 0.25", "r1 = 0.0")),
	g13.FMADD16: floatOf("D = A * B + C, rounded once to 16 bits, to even\n",
		worked("fmadd16 r1l, r2l, r3l, r4l", "r2l = 1.5, r3l = 2.0, r4l = 0.25", "r1l = 3.25")),
	g13.FADD32: floatOf("D = A + B, rounded to 32 bits, to even; to a half once more\n",
		worked("fadd32 r1, r2, -0.5", "r2 = 2.0", "r1 = 1.5"), worked("fmov r1, r2.neg", "r2 = 2.0", "r1 = -2.0")),
	g13.FADD16: floatOf("D = A + B, rounded to 16 bits, to even\n", worked("fadd16 r1l, r2l, r3l", "r2l = 2.0, r3l = 0.125", "r1l = 2.125")),
	g13.FMUL32: floatOf("D = A * B + 0.0, rounded to 32 bits, to even; to a half once more\n", worked("fmul32 r1, r2, r3", "r2 = 1.5, r3 = -4.0", "r1 = -6.0")),
	g13.FMUL16: floatOf("D = A * B + 0.0, rounded to 16 bits, to even\n", worked("fmul16 r1l, r2l, r3l", "r2l = 1.5, r3l = -4.0", "r1l = -6.0")),
	g13.FLOOR:  floatOf("D = the greatest integer that is not above A\n", worked("floor r1, r2", "r2 = -1.5", "r1 = -2.0")),
	g13.CEIL:   floatOf("D = the least integer that is not below A\n", worked("ceil r1, r2", "r2 = 1.25", "r1 = 2.0")),
	g13.TRUNC:  floatOf("D = A without its fraction\n", worked("trunc r1, r2", "r2 = -1.75", "r1 = -1.0")),
	g13.RINT:   floatOf("D = the nearest integer, the even one of two\n", worked("rint r1, r2", "r2 = 2.5", "r1 = 2.0")),
	g13.RCP:    floatOf("D = 1 / A; hardware may be off by one in the last place\n", worked("rcp r1, r2", "r2 = 4.0", "r1 = 0.25")),
	g13.RSQRT:  floatOf("D = 1 / sqrt(A), nearly\n", worked("rsqrt r1, r2", "r2 = 4.0", "r1 = 0.5")),
	g13.RSQRT_SPECIAL: floatOf("D = 1 / sqrt(A), nearly, but 1 for zero and infinity: times A it is sqrt(A)\n",
		worked("rsqrt_special r1, r2\nfmul32 r3, r1, r2", "r2 = 9.0", "r3 = 3.0"), worked("rsqrt_special r1, r2\nfmul32 r3, r1, r2", "r2 = 0.0", "r3 = 0.0")),
	g13.SIN_PT_1: floatOf("A is an angle in quarters of the circle, 0 to 4\nD = A if A <= 1 else 2 - A if A <= 3 else A - 4\n",
		worked("sin_pt_1 r1, r2\nsin_pt_2 r3, r1\nfmul32 r4, r1, r3", "r2 = 3.0", "r1 = -1.0, r4 = -1.0")),
	g13.SIN_PT_2: floatOf("D = sin(A * pi / 2) / A, and pi / 2 for 0\n", worked("sin_pt_2 r1, r2", "r2 = 1.0", "r1 = 1.0")),
	g13.LOG2:     floatOf("D = log2(A), nearly\n", worked("log2 r1, r2", "r2 = 8.0", "r1 = 3.0")),
	g13.EXP2:     floatOf("D = 2 ** A, nearly\n", worked("exp2 r1, r2", "r2 = 3.0", "r1 = 8.0")),
	g13.DFDX: floatOf("D = A of the right thread of the quad's row - A of the left one\nthreads 0 1 are the upper row of a quad, 2 3 the lower one\n",
		worked("dfdx r1, r2", "r2 = 1.0 3.0 10.0 11.0", "r1 = 2.0 2.0 1.0 1.0")),
	g13.DFDY: floatOf("D = A of the lower thread of the quad's column - A of the upper one\n",
		worked("dfdy r1, r2", "r2 = 1.0 3.0 10.0 11.0", "r1 = 9.0 8.0 9.0 8.0")),
}
