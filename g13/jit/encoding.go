package jit

import (
	"math"

	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/x86"
)

// needs is what the CPU has to have.
const needs = execmem.AVX512F | execmem.AVX512BW | execmem.AVX512DQ | execmem.AVX512VL | execmem.AVX512CD | execmem.AVX512VPOPCNTDQ | execmem.BMI1

func encoding(text string) x86.Encoding { return x86.MustParse(text) }

// Instructions on vectors. The names are Intel's.
var (
	vmovdqu32    = encoding("RM FVM: EVEX.512.F3.0F.W0 6F /r")
	vmovdqu32m   = encoding("MR FVM: EVEX.512.F3.0F.W0 7F /r") // to memory
	vmovdqa32    = encoding("RM FVM: EVEX.512.66.0F.W0 6F /r")
	vpbroadcastd = encoding("RM: EVEX.512.66.0F38.W0 7C /r") // from a general register

	vpbroadcastd0 = encoding("RM T1S32: EVEX.512.66.0F38.W0 58 /r") // from lane 0

	vpaddd     = encoding("RVM FV: EVEX.512.66.0F.W0 FE /r")
	vpsubd     = encoding("RVM FV: EVEX.512.66.0F.W0 FA /r")
	vpmulld    = encoding("RVM FV: EVEX.512.66.0F38.W0 40 /r")
	vpandd     = encoding("RVM FV: EVEX.512.66.0F.W0 DB /r")
	vpord      = encoding("RVM FV: EVEX.512.66.0F.W0 EB /r")
	vpxord     = encoding("RVM FV: EVEX.512.66.0F.W0 EF /r")
	vpminud    = encoding("RVM FV: EVEX.512.66.0F38.W0 3B /r")
	vpmaxud    = encoding("RVM FV: EVEX.512.66.0F38.W0 3F /r")
	vpminsd    = encoding("RVM FV: EVEX.512.66.0F38.W0 39 /r")
	vpmaxsd    = encoding("RVM FV: EVEX.512.66.0F38.W0 3D /r")
	vpternlogd = encoding("RVMI FV: EVEX.512.66.0F3A.W0 25 /r ib")
	vpblendmd  = encoding("RVM FV: EVEX.512.66.0F38.W0 64 /r")

	vpshufd    = encoding("RMI FV: EVEX.512.66.0F.W0 70 /r ib")
	vpshufb    = encoding("RVM FVM: EVEX.512.66.0F38.WIG 00 /r")
	vshufi32x4 = encoding("RVMI FV: EVEX.512.66.0F3A.W0 43 /r ib")
	valignd    = encoding("RVMI FV: EVEX.512.66.0F3A.W0 03 /r ib")
	vpermi2d   = encoding("RVM FV: EVEX.512.66.0F38.W0 76 /r")
	vpermd     = encoding("RVM FV: EVEX.512.66.0F38.W0 36 /r")
	vpslld     = encoding("VMI FV: EVEX.512.66.0F.W0 72 /6 ib")
	vpsrld     = encoding("VMI FV: EVEX.512.66.0F.W0 72 /2 ib")
	vpsrad     = encoding("VMI FV: EVEX.512.66.0F.W0 72 /4 ib")
	vpsllvd    = encoding("RVM FV: EVEX.512.66.0F38.W0 47 /r")
	vpsrlvd    = encoding("RVM FV: EVEX.512.66.0F38.W0 45 /r")
	vpsravd    = encoding("RVM FV: EVEX.512.66.0F38.W0 46 /r")

	vpsllq  = encoding("VMI FV: EVEX.512.66.0F.W1 73 /6 ib")
	vpsrlq  = encoding("VMI FV: EVEX.512.66.0F.W1 73 /2 ib")
	vpaddq  = encoding("RVM FV: EVEX.512.66.0F.W1 D4 /r")
	vpsubq  = encoding("RVM FV: EVEX.512.66.0F.W1 FB /r")
	vporq   = encoding("RVM FV: EVEX.512.66.0F.W1 EB /r")
	vpmullq = encoding("RVM FV: EVEX.512.66.0F38.W1 40 /r")
	vpmaxsq = encoding("RVM FV: EVEX.512.66.0F38.W1 3D /r")
	vpminsq = encoding("RVM FV: EVEX.512.66.0F38.W1 39 /r")
	vpminuq = encoding("RVM FV: EVEX.512.66.0F38.W1 3B /r")

	vpmovsxdq     = encoding("RM HVM: EVEX.512.66.0F38.W0 25 /r")
	vpmovzxdq     = encoding("RM HVM: EVEX.512.66.0F38.W0 35 /r")
	vpmovqd       = encoding("MR HVM: EVEX.512.F3.0F38.W0 35 /r")
	vextracti32x8 = encoding("MRI: EVEX.512.66.0F3A.W0 3B /r ib")
	vinserti32x8  = encoding("RVMI HVM: EVEX.512.66.0F3A.W0 3A /r ib")
	vinserti32x4  = encoding("RVMI M128: EVEX.512.66.0F3A.W0 38 /r ib")

	vpopcntd = encoding("RM FV: EVEX.512.66.0F38.W0 55 /r")
	vplzcntd = encoding("RM FV: EVEX.512.66.0F38.W0 44 /r")

	vaddss       = encoding("RVM T1S32: EVEX.LIG.F3.0F.W0 58 /r")
	vmulss       = encoding("RVM T1S32: EVEX.LIG.F3.0F.W0 59 /r")
	vaddps       = encoding("RVM FV: EVEX.512.0F.W0 58 /r")
	vsubps       = encoding("RVM FV: EVEX.512.0F.W0 5C /r")
	vmulps       = encoding("RVM FV: EVEX.512.0F.W0 59 /r")
	vfmadd213ps  = encoding("RVM FV: EVEX.512.66.0F38.W0 A8 /r")
	vfnmadd213ps = encoding("RVM FV: EVEX.512.66.0F38.W0 AC /r")
	vfmsub213ps  = encoding("RVM FV: EVEX.512.66.0F38.W0 AA /r")
	vfnmsub213ps = encoding("RVM FV: EVEX.512.66.0F38.W0 AE /r")
	vrangeps     = encoding("RVMI FV: EVEX.512.66.0F3A.W0 50 /r ib")
	vdivps       = encoding("RVM FV: EVEX.512.0F.W0 5E /r")
	vdivpd       = encoding("RVM FV: EVEX.512.66.0F.W1 5E /r")
	vsqrtpd      = encoding("RM FV: EVEX.512.66.0F.W1 51 /r")
	vaddpd       = encoding("RVM FV: EVEX.512.66.0F.W1 58 /r")
	vsubpd       = encoding("RVM FV: EVEX.512.66.0F.W1 5C /r")
	vmulpd       = encoding("RVM FV: EVEX.512.66.0F.W1 59 /r")
	vminpd       = encoding("RVM FV: EVEX.512.66.0F.W1 5D /r")
	vmaxpd       = encoding("RVM FV: EVEX.512.66.0F.W1 5F /r")
	vfmadd213pd  = encoding("RVM FV: EVEX.512.66.0F38.W1 A8 /r")
	vrndscalepd  = encoding("RMI FV: EVEX.512.66.0F3A.W1 09 /r ib")
	vscalefpd    = encoding("RVM FV: EVEX.512.66.0F38.W1 2C /r")
	vgetexppd    = encoding("RM FV: EVEX.512.66.0F38.W1 42 /r")
	vgetmantpd   = encoding("RMI FV: EVEX.512.66.0F3A.W1 26 /r ib")
	vcvtps2pd    = encoding("RM HVM: EVEX.512.0F.W0 5A /r")
	vcvtpd2ps    = encoding("RM FV: EVEX.512.66.0F.W1 5A /r")
	vrndscaleps  = encoding("RMI FV: EVEX.512.66.0F3A.W0 08 /r ib")
	vcvtdq2ps    = encoding("RM FV: EVEX.512.0F.W0 5B /r")
	vcvtudq2ps   = encoding("RM FV: EVEX.512.F2.0F.W0 7A /r")
	vcvttps2dq   = encoding("RM FV: EVEX.512.F3.0F.W0 5B /r")
	vcvttps2udq  = encoding("RM FV: EVEX.512.0F.W0 78 /r")
	vpmovdw      = encoding("MR HVM: EVEX.512.F3.0F38.W0 33 /r")
	vpmovzxwd    = encoding("RM HVM: EVEX.512.66.0F38.WIG 33 /r")
	vcvtph2ps    = encoding("RM HVM: EVEX.512.66.0F38.W0 13 /r")
	vcvtps2ph    = encoding("MRI HVM: EVEX.512.66.0F3A.W0 1D /r ib")
)

// Between vectors and elements in memory.
var (
	vpmovzxbd     = encoding("RM QVM: EVEX.512.66.0F38.WIG 31 /r")
	vpmovdb       = encoding("MR QVM: EVEX.512.F3.0F38.W0 31 /r")
	vpbroadcastdv = encoding("RM T1S32: EVEX.512.66.0F38.W0 58 /r") // from a vector
	vmovd         = encoding("MR T1S32: EVEX.128.66.0F.W0 7E /r")   // to a general register
)

// Instructions that make masks, and on masks.
var (
	vpcmpd     = encoding("RVMI FV: EVEX.512.66.0F3A.W0 1F /r ib")
	vpcmpud    = encoding("RVMI FV: EVEX.512.66.0F3A.W0 1E /r ib")
	vcmpps     = encoding("RVMI FV: EVEX.512.0F.W0 C2 /r ib")
	vptestmd   = encoding("RVM FV: EVEX.512.66.0F38.W0 27 /r")
	vptestnmd  = encoding("RVM FV: EVEX.512.F3.0F38.W0 27 /r")
	vptestnmq  = encoding("RVM FV: EVEX.512.F3.0F38.W1 27 /r")
	vcmppd     = encoding("RVMI FV: EVEX.512.66.0F.W1 C2 /r ib")
	vfpclassps = encoding("RMI FV: EVEX.512.66.0F3A.W0 66 /r ib")

	vpmovm2d = encoding("RM: EVEX.512.F3.0F38.W0 38 /r")

	kmovkr   = encoding("RM: VEX.L0.0F.W0 92 /r") // from a general register
	kstore   = encoding("MR: VEX.L0.0F.W0 91 /r")
	kmovwr   = encoding("RM: VEX.L0.0F.W0 93 /r") // to one
	kandw    = encoding("RVM: VEX.L1.0F.W0 41 /r")
	kandnw   = encoding("RVM: VEX.L1.0F.W0 42 /r")
	korw     = encoding("RVM: VEX.L1.0F.W0 45 /r")
	kxorw    = encoding("RVM: VEX.L1.0F.W0 47 /r")
	knotw    = encoding("RM: VEX.L0.0F.W0 44 /r")
	kload    = encoding("RM: VEX.L0.0F.W0 90 /r") // from memory
	kortestw = encoding("RM: VEX.L0.0F.W0 98 /r")
)

// Instructions on general registers.
var (
	load64  = encoding("RM: REX.W 8B /r")
	store64 = encoding("MR: REX.W 89 /r")
	load32  = encoding("RM: 8B /r")
	move32  = encoding("MI: C7 /0 id")
	move64  = encoding("MI: REX.W C7 /0 id")
	add64   = encoding("RM: REX.W 03 /r")
	addImm  = encoding("MI: REX.W 81 /0 id")
	subImm  = encoding("MI: REX.W 81 /5 id")
	inc64   = encoding("M: REX.W FF /0")
	orTo32  = encoding("MR: 09 /r")
	or32    = encoding("RM: 0B /r")
	dec32   = encoding("M: FF /1")
	inc32   = encoding("M: FF /0")
	not32   = encoding("M: F7 /2")
	neg32   = encoding("M: F7 /3")
	and32   = encoding("RM: 23 /r")
	shr32   = encoding("MI: C1 /5 ib")
	shl32   = encoding("MI: C1 /4 ib")
	lea     = encoding("RM: REX.W 8D /r")
	load16  = encoding("RM: 0F B7 /r")
	load8   = encoding("RM: 0F B6 /r")
	store32 = encoding("MR: 89 /r")
	store16 = encoding("MR: 66 89 /r")
	store8  = encoding("MR: 88 /r")
	add32   = encoding("RM: 03 /r")
	addTo32 = encoding("MR: 01 /r")
	addTo64 = encoding("MR: REX.W 01 /r")
	sub64   = encoding("RM: REX.W 2B /r")
	imul64  = encoding("RMI: REX.W 69 /r id")
	andImm  = encoding("MI: REX.W 81 /4 id")
	shl64   = encoding("MI: REX.W C1 /4 ib")
	shr64   = encoding("MI: REX.W C1 /5 ib")
	cmp64   = encoding("MI: REX.W 81 /7 id")
	cmp64m  = encoding("RM: REX.W 3B /r")
	cmp32i  = encoding("MI: 81 /7 id")
	cmp32   = encoding("RM: 3B /r")
	xor32   = encoding("RM: 33 /r")
	cmova   = encoding("RM: 0F 47 /r")
	cmovb   = encoding("RM: 0F 42 /r")
	cmovg   = encoding("RM: 0F 4F /r")
	cmovl   = encoding("RM: 0F 4C /r")
	xadd32  = encoding("MR: 0F C1 /r")
	xchg32  = encoding("MR: 87 /r")
	cmpxchg = encoding("MR: 0F B1 /r") // with rax
	tzcnt   = encoding("RM: F3 0F BC /r")
	blsr    = encoding("VM: VEX.LZ.0F38.W0 F3 /1")
	jae     = encoding("D: 0F 83 cd")
	ja      = encoding("D: 0F 87 cd")
	jump    = encoding("D: E9 cd")
	jumpTo  = encoding("M: FF /4")
	jz      = encoding("D: 0F 84 cd")
	jnz     = encoding("D: 0F 85 cd")
	jl      = encoding("D: 0F 8C cd")
	jb      = encoding("D: 0F 82 cd")
	jo      = encoding("D: 0F 80 cd")
	callTo  = encoding("D: E8 cd")
	ret     = encoding("ZO: C3")
	stmxcsr = encoding("M: 0F AE /3")
	ldmxcsr = encoding("M: 0F AE /2")
)

// Predicates of vpcmpd and vpcmpud, and of vcmpps, none of which signals.
const (
	cmpEqual    = 0
	cmpLess     = 1
	cmpNotEqual = 4
	cmpGreater  = 6

	otherwise = 4 // a predicate and its opposite differ by it

	floatEqual          = 0x00
	floatUnordered      = 0x03
	floatOrdered        = 0x07
	floatLess           = 0x11
	floatLessOrEqual    = 0x12
	floatGreaterOrEqual = 0x1d
	floatGreater        = 0x1e
)

// Functions of three bits: of the destination, of the second and of the third operand, as vpternlogd numbers them.
//
//	destination  0 0 0 0 1 1 1 1
//	second       0 0 1 1 0 0 1 1
//	third        0 1 0 1 0 1 0 1
//	thirdSelects 0 0 0 1 1 0 1 1     the second where the third has a bit, else the destination
//	thirdKeeps   0 0 1 0 0 1 1 1     the other way round
//	eitherAndThird 0 0 0 1 0 1 0 1
const (
	thirdSelects   = 0xd8
	thirdKeeps     = 0xe4
	eitherAndThird = 0xa8
)

// mxcsr is how floats are computed: to even, no exceptions, denormals as zeros, and results that are too small flushed to zeros.
const mxcsr = 0x1f80 | 1<<15 | 1<<6

// Numbers that the code needs in all lanes.
const (
	lowHalf    = 0xffff
	sign       = 1 << 31
	magnitude  = math.MaxInt32
	leastFloat = 0x00800000
	infinity   = 0x7f800000
	notANumber = 0x7fc00000
	oneFloat   = 0x3f800000
)
