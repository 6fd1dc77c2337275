// Package discoveries is what searches and campaigns have found out about the tools of others: movements for which a compiler emits more than is needed, each with its cause, and with the command that shows it. One table is all there is.
package discoveries

import (
	"fmt"
	"strings"
)

// A Discovery is one cause. Of several movements that have it, one stands for all.
type Discovery struct {
	No      int
	Title   string
	Form    string   // the movement
	Target  string   // ours
	Options []string // of llc, that say the same machine
	Theirs  int      // how many instructions LLVM emits, without the return
	Ours    int      // how many are known to do, constants loaded and copies included
	Cause   string   // what is in the way
}

// Version is the one of LLVM that all were seen with.
const Version = "22.1"

var (
	x86sse2 = []string{"-mtriple=x86_64"}
	x86sse4 = []string{"-mtriple=x86_64", "-mattr=+sse4.1"}
	x86avx2 = []string{"-mtriple=x86_64", "-mattr=+avx2"}
	aarch64 = []string{"-mtriple=aarch64"}
)

// All is every discovery. A number is never given twice.
var All = []Discovery{
	{1, "AArch64: six entries of the table of perfect shuffles say 3, and 2 do", "i32x4 i32x4 -> a2 b1 a2 b1", "neon", aarch64, 3, 2,
		"The generator of AArch64PerfectShuffle.h looks for trees and not for sequences that use a result twice. Of 6,561 entries it is <2,5,2,5>, <3,0,3,0>, <3,4,3,4>, <6,1,6,1>, <7,0,7,0> and <7,4,7,4>."},
	{2, "AArch64: a vector of zeros is made, and its lane 0 is then broadcast into it", "i32x4 -> a3 z z z", "neon", aarch64, 3, 1,
		"Perfect shuffles are expanded over operands that are known to be zero as over any other, so that dup and uzp1 of zeros are left."},
	{3, "AArch64: a shift of wider lanes by half of them is not seen", "i32x4 -> z a0 z a2", "neon", aarch64, 3, 1,
		"Every other lane with zeros between is shl or ushr of lanes twice as wide. The lowering tries zip, uzp and trn with a vector of zeros, and none of shifts by lanes."},
	{4, "AArch64: two ext by 4 bytes are not one by 8", "i32x4 -> a2 a3 z z", "neon", aarch64, 3, 1,
		"The table of perfect shuffles has ext by one lane; twice of it is not put together, and that a move of d[1] into a D register clears the rest is not known to it."},
	{5, "AArch64: zeros are interleaved where ushll widens", "i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z", "neon", aarch64, 2, 1,
		"A shuffle with zeros that is a zero extension of the lower half stays zip1 with a vector of zeros, while the same as zext is ushll."},
	{6, "AArch64: the upper half with zeros above takes a vector of zeros", "i64x2 -> a1 z", "neon", aarch64, 2, 1,
		"A write of a D register clears the upper half of the vector, so that mov d0, v0.d[1] is all of it."},
	{7, "x86: words that are transposed take two pshufb and a constant", "i16x8 i16x8 -> a0 b0 a2 b2 a4 b4 a6 b6", "avx2", x86avx2, 4, 2,
		"Both operands are permuted for an unpack, where one of them shifted by a lane and a blend do. The blend of shifted operands is tried for lanes that stay in place, not after a common shift."},
	{8, "x86: a byte put beside its place takes two pshufb with a constant each", "i8x16 i8x16 -> a0 b0 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15", "avx2", x86avx2, 3, 2,
		"Bytes of two operands end as pshufb, pshufb and por. That an unpack puts the byte there, and that a blend of words keeps the rest, is not looked for."},
	{9, "x86: the last byte of a vector is replaced with a constant", "i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 b0", "sse4.1", x86sse4, 3, 2,
		"A shift up by a byte and palignr of the other operand need neither the mask nor the or."},
	{10, "x86: odd bytes of two vectors are gathered with a constant", "i8x16 i8x16 -> a1 a3 a5 a7 a9 a11 a13 a15 b1 b3 b5 b7 b9 b11 b13 b15", "avx2", x86avx2, 4, 3,
		"For even bytes a mask and packuswb are used, for odd ones pshufb of both: psrlw by 8 clears what packuswb would saturate, without a constant."},
	{11, "x86: SSE2 transposes odd words with nine instructions", "i16x8 i16x8 -> a1 b1 a3 b3 a5 b5 a7 b7", "sse2", x86sse2, 9, 4,
		"Both operands are packed by pshuflw, pshufhw and pshufd before one unpack. To unpack first and to choose then needs half of it."},
	{12, "x86: SSE2 gathers every fourth byte of two vectors by way of words", "i8x16 i8x16 -> a3 a7 a11 a15 b3 b7 b11 b15 a3 a7 a11 a15 b3 b7 b11 b15", "sse2", x86sse2, 19, 6,
		"Bytes are spread to words with zeros, permuted and packed, an operand at a time. Two shifts by 8 and two packs do it for both at once."},
	{13, "x86: lanes of 32 bits are transposed in three where shufps takes two", "i32x4 i32x4 -> a0 b0 a2 b2", "sse2", x86sse2, 3, 2,
		"Shuffles of integers are kept in the integer domain (LLVM's issue 62552), although shufps between two additions of integers costs no delay where that was measured (Zen 4)."},
	{14, "x86: a lane of another vector is inserted by a shuffle and a blend", "i32x4 i32x4 -> a0 b0 a2 a3", "sse4.1", x86sse4, 2, 1,
		"insertps does both at once and is used for floats only."},
	{15, "x86: one lane is cleared with a vector of zeros", "i32x4 -> a0 z a2 a3", "sse4.1", x86sse4, 2, 1,
		"insertps clears lanes by its mask. A blend with zeros needs the zeros."},
	{16, "x86: lanes of a vector of 256 bits are shifted with a constant", "i32x8 -> z a0 a1 a2 a3 a4 a5 a6", "avx2", x86avx2, 4, 2,
		"vperm2f128 clears a half by its immediate, and vpalignr of that shifts across: no constant for vpermps, no zeros, no blend."},
	{17, "x86: words of a vector of 256 bits are shifted with a mask", "i16x16 -> z a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14", "avx2", x86avx2, 3, 2,
		"The halves are swapped by vpermq and what came too much is masked by a constant; vperm2f128 swaps and clears at once."},
	{18, "x86: a choice of vshufpd that differs by half takes three instructions", "i64x4 i64x4 -> a0 b0 a3 b3", "avx2", x86avx2, 3, 1,
		"vshufpd has a bit for each of its four lanes. It is found where both halves choose alike, or lanes stay; here both operands are permuted and blended."},
	{19, "x86: the upper halves of two vectors of 256 bits are zipped in pieces", "i16x16 i16x16 -> a8 b8 a9 b9 a10 b10 a11 b11 a12 b12 a13 b13 a14 b14 a15 b15", "avx2", x86avx2, 5, 3,
		"Both upper halves are extracted, unpacked twice at 128 bits and put together. vpermq of both brings the quarters where one unpack wants them."},
	{20, "x86: SSE2 doubles odd bytes by way of words", "i8x16 -> a1 a1 a3 a3 a5 a5 a7 a7 a9 a9 a11 a11 a13 a13 a15 a15", "sse2", x86sse2, 9, 3,
		"One operand is widened to words in two registers, permuted there and packed. A shift by 8 leaves the odd bytes as words, of which a pack and an unpack double each."},
	{21, "x86: SSE2 inserts a word with a mask", "i16x8 i16x8 -> a0 b0 a2 a3 a4 a5 a6 a7", "sse2", x86sse2, 5, 3,
		"A shift and a bit blend by a constant; the unpack has both words beside each other, and movss puts these into the other vector."},
	{22, "x86: SSE2 packs even bytes of two vectors before it zips them", "i8x16 i8x16 -> a0 b0 a2 b2 a4 b4 a6 b6 a8 b8 a10 b10 a12 b12 a14 b14", "sse2", x86sse2, 6, 4,
		"Even bytes of one vector stand where they are wanted, and those of the other are a shift of words away: a mask, a shift and an or."},
	{23, "x86: both vectors are permuted by one constant before they are merged", "i8x16 i8x16 -> a0 a8 b0 b8 a0 a8 b0 b8 a0 a8 b0 b8 a0 a8 b0 b8", "avx2", x86avx2, 4, 3,
		"Merged first by shufps, which takes what is wanted of both, one pshufb is enough."},
	{24, "x86: a word beside its place is broadcast and blended twice", "i16x16 i16x16 -> a0 b0 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15", "avx2", x86avx2, 3, 2,
		"vpblendw repeats its choice in both halves, so that a second blend undoes it in the upper one. An unpack has both words in the lowest lane of 32 bits, of which one blend is enough."},
}

// Command is what shows a discovery in a shell.
func (d *Discovery) Command() string {
	return fmt.Sprintf("lanescope lower '%s' --target %s --emit llvm | llc -O2 %s", d.Form, d.Target, strings.Join(d.Options, " "))
}

// Better is what says how it is done with less.
func (d *Discovery) Better() string {
	return fmt.Sprintf("lanescope lower '%s' --target %s", d.Form, d.Target)
}

// Find is the discovery of a number.
func Find(no int) (*Discovery, bool) {
	for k := range All {
		if All[k].No == no {
			return &All[k], true
		}
	}
	return nil, false
}
