package asm

import "github.com/lanescope/lanescope/g13"

const ballotText = `result = 0
for each active thread:
  if A cc B: result |= 1 << thread
D = result                      in every active thread; the quad form: the four bits of the thread's quad
` + compareText

var lanePages = [g13.NumForms]page{
	g13.ICMP_BALLOT: {ballotText, []example{
		worked("icmp_ballot r1, ult, r2, 2", "r2 = 0 1 2 3", "r1 = 0x33333333"),
		worked("icmp_quad_ballot r1, ult, r2, 2", "r2 = 0 1 2 3", "r1 = 3"),
		worked("ballot r1, r2", "exec = 0xff, r1 = 0, r2 = 0 1", "r1 = 0xaa 0xaa 0xaa 0xaa 0xaa 0xaa 0xaa 0xaa 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"),
	}},
	g13.FCMP_BALLOT: {ballotText, []example{worked("fcmp_ballot r1, gt, r2, 1.0", "r2 = 0.5 1.5", "r1 = 0xaaaaaaaa")}},
	g13.SIMD_SHUF_OP: {`for each quad, whose threads all have a part in it, active or not:
  low = the lowest two bits of B, or-ed over the quad
  value[quad][i] = A of thread i of the quad moved by low: as it is, xor, up (i - low) or down (i + low)
for each active thread t:
  index = B, t ^ B, t - B or t + B
  D = value[index >> 2][t & 3] if 0 <= index < 32; A of t itself otherwise, and for the plain form nothing
quad_ forms do the same within the quad
`, []example{
		worked("simd_shuffle r1, r2, 5", "r2 = lane", "r1 = 5"),
		worked("simd_shuffle_xor r1, r2, 1", "r2 = 10 20 30 40", "r1 = 20 10 40 30"),
		worked("simd_shuffle_down r1, r2, 1", "r2 = lane", "r1 = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 31"),
		worked("quad_shuffle r1, r2, 2", "r2 = 10 20 30 40", "r1 = 30"),
	}},
	g13.SIMD_OP: {`reduction: D = A of all active threads combined, in every active thread
prefix:    D = A of the active threads before it combined, and for the first one what changes nothing
quad_ forms do the same within the quad
`, []example{
		worked("simd_iadd r1, r2", "r2 = lane", "r1 = 496"),
		worked("simd_prefix_iadd r1, r2", "r2 = 1", "r1 = lane"),
		worked("quad_max.u r1, r2", "r2 = 3 9 4 1", "r1 = 9"),
	}},
	g13.SIMD_MATRIX_FMADD16: {"D = A * B + C for matrices of 8 by 8, two elements of which are in each thread; in which order it adds is not known\n",
		refused("simd_matrix_fmadd16 r0, r2, r4, r6", "nobody knows in which order it adds, nor which lane has which element")},
	g13.SIMD_MATRIX_FMADD32: {"D = A * B + C for matrices of 8 by 8, two elements of which are in each thread; in which order it adds is not known\n",
		refused("simd_matrix_fmadd32 r0, r2, r4, r6", "nobody knows in which order it adds, nor which lane has which element")},
}
