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

	x86ssse3 = []string{"-mtriple=x86_64", "-mattr=+ssse3"}
	x86vbmi  = []string{"-mtriple=x86_64", "-mattr=+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vbmi,+avx512vbmi2,+gfni"}
	sve2     = []string{"-mtriple=aarch64", "-mattr=+sve2,+sve2-bitperm", "-aarch64-sve-vector-bits-min=128", "-aarch64-sve-vector-bits-max=128"}
	powerpc  = []string{"-mtriple=powerpc64le", "-mcpu=pwr9"}
	riscv    = []string{"-mtriple=riscv64", "-mattr=+v,+zvl128b"}
	lsx      = []string{"-mtriple=loongarch64", "-mattr=+lsx"}
	lasx     = []string{"-mtriple=loongarch64", "-mattr=+lasx"}
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
	{25, "AArch64: SVE's insr is not used to shift by a lane", "i8x16 -> z a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14", "sve2-128", sve2, 2, 1,
		"An index is made and looked up by tbl, whose lane out of range becomes zero. insr shifts all lanes by one and takes the zero from wzr."},
	{26, "AArch64: SVE2's narrowing shifts that keep the other half are not used", "i8x16 i8x16 -> b0 a1 b2 a3 b4 a5 b6 a7 b8 a9 b10 a11 b12 a13 b14 a15", "sve2-128", sve2, 2, 1,
		"shrnt writes odd bytes and keeps the even ones: what a mask and bif do here."},
	{27, "AArch64: SVE's and with an immediate does not clear lanes of fixed vectors", "i8x16 -> z z z a3 z z z z z z z a11 z z z z", "sve2-128", sve2, 2, 1,
		"A mask is made in a register and applied. SVE's and z.d takes a run of ones in each 64 bits as its immediate."},
	{28, "AArch64: a lane that is left alone is inserted into zeros and copied back", "i16x8 -> a1 z z z z z z z", "sve2-128", sve2, 3, 1,
		"mov h0, v0.h[1] clears all above. The insertion into a vector of zeros is made as such, and costs the zeros and a copy."},
	{29, "AArch64: even words with zeros above are looked up where xtn narrows", "i16x8 -> a0 a2 a4 a6 z z z z", "sve2-128", sve2, 3, 1,
		"xtn writes the lower half and clears the upper one. The shuffle with zeros becomes tbl by a constant."},
	{30, "AArch64: odd lanes with zeros above take zip2 and uzp2 of zeros", "i32x4 -> a1 a3 z z", "sve2-128", sve2, 3, 1,
		"shrn by half a lane takes the odd ones and clears the upper half."},
	{31, "AArch64: SVE's rev of all lanes is not used for vectors of fixed length", "i32x4 -> a3 a2 a1 a0", "sve2-128", sve2, 2, 1,
		"The lowering of NEON, rev64 and ext, comes first, also where rev z.s has all lanes of a known length."},
	{32, "PowerPC: interleaving with zeros is a permute by a constant", "i8x16 -> z a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7", "vsx", powerpc, 8, 2,
		"A merge of bytes with a vector of zeros does it. Shuffles with zeros go to xxperm, whose constant takes four instructions to be loaded, the table of contents among them."},
	{33, "PowerPC: a pack with zeros is a permute by a constant", "i16x8 -> a0 a2 a4 a6 z z z z", "vsx", powerpc, 7, 2,
		"vpkuwum of the vector and of zeros does it; packs are matched for two operands or for one twice."},
	{34, "PowerPC: a byte that is left alone is a permute by a constant", "i8x16 -> z z z z z z z z a8 z z z z z z z", "vsx", powerpc, 8, 1,
		"Power 9's vextractub puts a byte there and clears all else."},
	{35, "PowerPC: zeros are rotated before one of them is inserted", "i8x16 -> z a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15", "vsx", powerpc, 3, 2,
		"vinsertb takes byte 7 of its source, so that the byte that is wanted is rotated there first: of a vector of zeros all are alike."},
	{36, "LoongArch: a lane is cleared by a shuffle with a constant", "i16x8 -> z a1 a2 a3 a4 a5 a6 a7", "lsx", lsx, 5, 1,
		"vinsgr2vr of the register that is zero writes one lane. The shuffle with zeros becomes vshuf.h, which needs a constant, zeros and a copy."},
	{37, "LoongArch: a lane of another vector is inserted by a shuffle with a constant", "i16x8 i16x8 -> b0 a1 a2 a3 a4 a5 a6 a7", "lsx", lsx, 4, 1,
		"vextrins has any lane of one vector in any place of the other as its immediate, and is not tried for a shuffle."},
	{38, "LoongArch: a rotation of two vectors by half is two shifts and an or", "i8x16 i8x16 -> a8 a9 a10 a11 a12 a13 a14 a15 b0 b1 b2 b3 b4 b5 b6 b7", "lsx", lsx, 3, 1,
		"vshuf4i.d chooses a 64-bit lane of each. The rotation of bytes is matched first."},
	{39, "LoongArch: a rotation by whole lanes of 32 bits is one of bytes", "i8x16 -> a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a0 a1 a2 a3", "lsx", lsx, 3, 1,
		"Of one vector vshuf4i.w does it. Lanes are not joined before the rotation of bytes is matched, two shifts and an or."},
	{40, "LoongArch: bytes that are rotated within 64 bits are shuffled by a constant", "i8x16 -> a1 a2 a3 a4 a5 a6 a7 a0 a9 a10 a11 a12 a13 a14 a15 a8", "lsx", lsx, 3, 1,
		"vrotri.d rotates bits. Shuffles are not matched as rotations of wider lanes."},
	{41, "LoongArch: even lanes with zeros above are shuffled by a constant", "i16x8 -> a0 a2 a4 a6 z z z z", "lsx", lsx, 5, 2,
		"vpickev.h of the vector and of zeros does it; with zeros as an operand vpickev, vpackev and their like are not tried."},
	{42, "LoongArch: a zero extension that is written as a shuffle interleaves zeros", "i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z", "lsx", lsx, 2, 1,
		"vsllwil.hu.bu by nothing widens the lower half, as it does for zext."},
	{43, "LoongArch: a lane of 32 bits alone takes a constant and zeros", "i32x4 -> a1 z z z", "lsx", lsx, 5, 2,
		"A shift of 64-bit lanes brings it down, and vextl.qu.du clears what is above."},
	{44, "LoongArch: bytes are widened to 256 bits one by one", "i8x32 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z a8 z a9 z a10 z a11 z a12 z a13 z a14 z a15 z", "lasx", lasx, 66, 1,
		"vext2xv.hu.bu does it. The shuffle with zeros is taken apart into single bytes, which go through general registers."},
	{45, "LoongArch: even bytes of two vectors of 256 bits go through general registers", "i8x32 i8x32 -> a0 a2 a4 a6 a8 a10 a12 a14 a16 a18 a20 a22 a24 a26 a28 a30 b0 b2 b4 b6 b8 b10 b12 b14 b16 b18 b20 b22 b24 b26 b28 b30", "lasx", lasx, 68, 2,
		"xvpickev.b picks within halves, and xvpermi.d brings the quarters into their order. What crosses halves otherwise than these have it is taken apart."},
	{46, "LoongArch: the highest lane of 256 bits is brought down through memory's way", "i8x32 -> a28 a29 a30 a31 z z z z z z z z z z z z z z z z z z z z z z z z z z z z", "lasx", lasx, 18, 1,
		"xvpickve.w brings any lane to the lowest place and clears the rest."},
	{47, "LoongArch: a shift over both halves of 256 bits is a shuffle by a constant", "i8x32 -> z z z z z z z z z z z z z z z z z z z z z z z z z z a0 a1 a2 a3 a4 a5", "lasx", lasx, 6, 2,
		"xvbsll.v shifts within halves, which leaves a quarter of zeros, and xvpermi.d puts that below and what was shifted above: neither a constant nor a vector of zeros."},
	{48, "RISC-V: an index with four values is merged from scalars three times", "i8x16 -> a0 a0 a0 a0 a4 a4 a4 a4 a8 a8 a8 a8 a12 a12 a12 a12", "rvv128", riscv, 18, 3,
		"The index of vrgather is a constant of 16 bytes: it is built of splats and masks, each with its own length, instead of loaded."},
	{49, "RISC-V: zeros that a slide brings are merged again", "i8x16 -> a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 z z", "rvv128", riscv, 8, 2,
		"vslidedown reads zeros from above the longest vector, in lanes of whatever width. A mask of two bits is made for it, and a vector of zeros to slide into."},
	{50, "RISC-V: odd bytes with zeros above are slid under a mask", "i8x16 -> a1 z a3 z a5 z a7 z a9 z a11 z a13 z a15 z", "rvv128", riscv, 8, 2,
		"vsrl.vi of wider lanes does it; no shuffle is matched as a shift of bits."},
	{51, "RISC-V: what vzext has cleared is cleared again under a mask", "i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z", "rvv128", riscv, 8, 2,
		"The interleaving with a vector of zeros becomes vzext.vf2 of one and a merge of the other, which is zero."},
	{52, "RISC-V: upper halves are put together under a mask", "i8x16 i8x16 -> a8 a9 a10 a11 a12 a13 a14 a15 b8 b9 b10 b11 b12 b13 b14 b15", "rvv128", riscv, 6, 2,
		"With a length of one lane of 64 bits and an undisturbed tail vslidedown needs no mask."},
	{53, "RISC-V: two zeros are slid in with a vector of zeros", "i8x16 -> z z a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13", "rvv128", riscv, 6, 2,
		"vslide1up.vx of wider lanes takes its zero from the register that is one; here a mask keeps the slide from a vector of zeros, which is copied."},
	{54, "x86: SSSE3 inserts a lowest word with a mask", "i16x8 i16x8 -> b0 a1 a2 a3 a4 a5 a6 a7", "ssse3", x86ssse3, 4, 2,
		"Of bytes it is palignr twice, which needs no constant; of words it is and, andn and or with one."},
	{55, "x86: every fourth byte of 512 bits is permuted with zeros", "i8x64 -> a1 a5 a9 a13 a17 a21 a25 a29 a33 a37 a41 a45 a49 a53 a57 a61 z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z", "avx512vbmi", x86vbmi, 4, 2,
		"vpmovdb truncates to the lower 128 bits and clears the rest, of lanes that were shifted before. It is matched without an offset only."},
	{56, "x86: the highest bytes of 512 bits are permuted with zeros", "i8x64 -> a49 a50 a51 a52 a53 a54 a55 a56 a57 a58 a59 a60 a61 a62 a63 z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z", "avx512vbmi", x86vbmi, 4, 2,
		"vextracti32x4 of the highest quarter clears all above, and a shift of 128 bits does the rest."},
	{57, "x86: bytes of 512 bits with zeros below are permuted with zeros", "i8x64 -> z a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z a8 z a9 z a10 z a11 z a12 z a13 z a14 z a15 z a16 z a17 z a18 z a19 z a20 z a21 z a22 z a23 z a24 z a25 z a26 z a27 z a28 z a29 z a30 z a31", "avx512vbmi", x86vbmi, 4, 2,
		"vpmovzxbw widens, and a shift of words by 8 puts the bytes above."},
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
