package visa

import "sync"

// An Op is an instruction: an index of the table below.
type Op uint8

// The instructions. Their mnemonics are in the table.
const (
	opMov Op = iota
	opSel
	opMin
	opMax
	opCmp
	opSetp
	opMovs
	opAddrAdd
	opAdd
	opMul
	opMulh
	opDiv
	opMod
	opAvg
	opMad
	opMadw
	opAdd3
	opDp4a
	opFrc
	opRndd
	opRndu
	opRnde
	opRndz
	opLzd
	opInv
	opLine
	opPlane
	opAddc
	opSubb
	opAnd
	opOr
	opXor
	opNot
	opCbit
	opFbl
	opFbh
	opBfrev
	opBfe
	opBfi
	opBfn
	opShl
	opShr
	opAsr
	opRol
	opRor
	opOwordLd
	opOwordSt
	opOwordLdUnaligned
	opMediaLd
	opMediaSt
	opGather
	opScatter
	opGatherScaled
	opScatterScaled
	opGather4Scaled
	opScatter4Scaled
	opDwordAtomic
	opGather4Typed
	opScatter4Typed
	opTypedAtomic
	opSvmBlockLd
	opSvmBlockSt
	opSvmGather
	opSvmScatter
	opSvmAtomic
	opSvmGather4Scaled
	opSvmScatter4Scaled
	opLscLoad
	opLscLoadStrided
	opLscLoadQuad
	opLscStore
	opLscStoreStrided
	opLscStoreQuad
	opLscAtomicIinc
	opLscAtomicIdec
	opLscAtomicLoad
	opLscAtomicStore
	opLscAtomicIadd
	opLscAtomicIsub
	opLscAtomicSmin
	opLscAtomicSmax
	opLscAtomicUmin
	opLscAtomicUmax
	opLscAtomicIcas
	opLscAtomicFadd
	opLscAtomicFsub
	opLscAtomicFmin
	opLscAtomicFmax
	opLscAtomicFcas
	opLscAtomicAnd
	opLscAtomicOr
	opLscAtomicXor
	opLscLoadStatus
	opLscStoreUncompressed
	opLscLoadBlock2d
	opLscStoreBlock2d
	opTgmLoadQuad
	opTgmStoreQuad
	opTgmAtomicIinc
	opTgmAtomicIdec
	opTgmAtomicLoad
	opTgmAtomicStore
	opTgmAtomicIadd
	opTgmAtomicIsub
	opTgmAtomicSmin
	opTgmAtomicSmax
	opTgmAtomicUmin
	opTgmAtomicUmax
	opTgmAtomicIcas
	opTgmAtomicFadd
	opTgmAtomicFsub
	opTgmAtomicFmin
	opTgmAtomicFmax
	opTgmAtomicFcas
	opTgmAtomicAnd
	opTgmAtomicOr
	opTgmAtomicXor
	opTgmLoadStatus
	opTgmStoreUncompressed
	opTgmReadStateInfo
	opSqrt
	opRsqrt
	opLog
	opExp
	opPow
	opSin
	opCos
	opDivm
	opSqrtm
	opLrp
	opSad2
	opSad2add
	opLabel
	opSubroutine
	opJmp
	opGoto
	opCall
	opRet
	opFcall
	opFret
	opLifetime
	opFile
	opLoc
	opBarrier
	opSbarrier
	opFenceGlobal
	opFenceLocal
	opFenceSW
	opLscFence
	opYield
	opCacheFlush
	opFcvt
	opSrnd
	opAdd3o
	opInvm
	opRsqtm
	opSwitchjmp
	opFaddr
	opIfcall
	opFccall
	opWait
	opNbarrierWait
	opNbarrierSignal
	opDpas
	opDpasw
	opQwGather
	opQwScatter
	opRawSend
	opRawSendc
	opRawSends
	opRawSendsc
	opRawSendsEot
	opRawSendscEot
	opSample
	opSampleUnorm
	opLoad
	opAvs
	opVmeIme
	opVmeSic
	opVmeFbr
	opVmeIdm
	opSample3d
	opSampleB
	opSampleL
	opSampleC
	opSampleD
	opSampleBC
	opSampleLC
	opSampleDC
	opSampleLz
	opSampleCLz
	opLoad3d
	opLoadLz
	opLoad2dmsW
	opLoadMcs
	opSample4
	opSample4C
	opSample4Po
	opSample4PoC
	opResinfo
	opSampleinfo
	opRtWrite
	opUrbWrite
	opUnknown

	numOps
)

// A family is a group of instructions with the same rules for types and modifiers.
type family uint8

const (
	moves   family = iota // any types, arithmetic modifiers
	arith                 // one float type or integers, arithmetic modifiers
	logic                 // integers, not
	shifts                // integers, every modifier
	address               // address arithmetic
	memory                // messages
	flow                  // control flow, and marks in it
	devices               // messages to other units than memory's, and matrices: the table has the shape of text and bytes
)

// saturation says to which destinations .sat can be added.
type saturation uint8

const (
	satAny      saturation = iota
	satNone                // it is refused
	satFloat               // it is refused for everything but f and hf
	satDropped             // it is allowed and has no effect
	satNoSuffix            // the mnemonic has no .sat
	satModifier            // it counts as a modifier of the destination, which logic refuses
)

// A typeSet is some types, a bit each.
type typeSet uint16

func (s typeSet) has(t Type) bool { return s>>t&1 != 0 }

const (
	anyType     = typeSet(1<<numTypes - 1)
	onlyF       = typeSet(1 << F)
	onlyUD      = typeSet(1 << UD)
	singleHalf  = typeSet(1<<F | 1<<HF)
	onlyRounded = typeSet(1<<F | 1<<DF | 1<<VF)
	onlyBytes   = typeSet(1<<B | 1<<UB)
	onlyWords   = typeSet(1<<W | 1<<UW)
	converted   = typeSet(1<<UB | 1<<HF | 1<<UD | 1<<F) // of fcvt: those that stand for 8-bit floats and TF32 too
	dwords      = typeSet(1<<UD | 1<<D)
	dwordWord   = typeSet(1<<UD | 1<<D | 1<<UW | 1<<W)
	smallInts   = dwordWord | 1<<UB | 1<<B
	noQuad      = anyType &^ (1<<Q | 1<<UQ)
	noByte      = anyType &^ (1<<B | 1<<UB)
	lineTypes   = smallInts | 1<<UQ | 1<<Q | 1<<F
)

// A limit is what types an instruction takes beyond the rules of its family.
type limit struct {
	dst, src typeSet
	last     typeSet // of the last source, where it has others
	float64  bool    // df is among them
}

// opcodes is the table of instructions. Letters of operands, in the order of text and bytes:
//
//	d  destination        s  source          p  predicate; a vector too in cmp and in the logic instructions
//	a  address            &  address-of or address
//	t  state or destination                  u  source or state
//	S  surface            r  raw                Y  sampler
//	F  predicate that is written                q  source that is not indirect
//	R  raw, written       V  a vector in its registers
//
// Opcode bytes that several instructions share are told apart by the byte that follows exec and predicate: sub is one more than its value.
//
// Control flow has fields instead, which no operand rule looks at:
//
//	l  label:16           b  registers:8           k  end:1 0:3 kind:2 0:2           v  variable:32
//	f  name:16, of a function elsewhere            n  line:32                        t  name:32, of a file
//	e  what a fence flushes:8                      B  which half of a barrier:8
//
// Messages have fields and operands, in the order of their bytes, which is not that of their text:
//
//	o  owords:8            m  .mod:8              S  surface:8         s, r  operands, as above
//	z  bytes:8             N  lanes:4 mask:4      x  exec:8            g  predicate:16
//	c  channels:8          a  operation:8         0  zero:8
//	d  mode of a block:8   p  plane:8             w  width:8           h  height:8
//	u  owords:3 .unaligned:1 0:4                  y  bytes of a block:8                  j  blocks:8
//	q  operation:5 its width:2 0:1
//
// Messages of SVM and of LSC say which they are behind the opcode. In the operands of the latter R is a raw one that is written, L a surface and P a pitch or a coordinate, which are elements or numbers, and B an element; in their fields
//
//	A  an LSC:120          T  one of typed surfaces:64      D  one of blocks:88
//	U  unit:8              W  what a fence does:8           Y  how far it goes:8
var opcodes = [numOps]struct {
	name     string
	code     uint8
	sub      uint8
	operands string
	family   family
	sat      saturation
	plain    bool // there is no predicate field
	bare     bool // there is no execution size either
	fields   string
	text     string // the shape of its text, where the shape is in this table: see shape.go
	limit    limit
	as       Op // the message that does the same to memory without a type; it has the name without .tgm
}{
	opMov:     {name: "mov", code: 0x29, operands: "ds"},
	opSel:     {name: "sel", code: 0x2a, operands: "dss"},
	opMin:     {name: "min", code: 0x45, sub: 1, operands: "dss"},
	opMax:     {name: "max", code: 0x45, sub: 2, operands: "dss"},
	opCmp:     {name: "cmp", code: 0x2c, operands: "pss", plain: true, sat: satNoSuffix},
	opSetp:    {name: "setp", code: 0x2b, operands: "ps", plain: true, sat: satNoSuffix},
	opMovs:    {name: "movs", code: 0x2d, operands: "tu", plain: true, sat: satNoSuffix},
	opAddrAdd: {name: "addr_add", code: 0x28, operands: "a&s", family: address, plain: true, sat: satNoSuffix},

	opAdd:   {name: "add", code: 0x01, operands: "dss", family: arith, limit: limit{float64: true}},
	opMul:   {name: "mul", code: 0x10, operands: "dss", family: arith, limit: limit{src: noQuad, float64: true}},
	opMulh:  {name: "mulh", code: 0x0d, operands: "dss", family: arith, sat: satNone, limit: limit{dst: dwords}},
	opDiv:   {name: "div", code: 0x03, operands: "dss", family: arith, sat: satFloat, limit: limit{src: noQuad, float64: true}},
	opMod:   {name: "mod", code: 0x0f, operands: "dss", family: arith, sat: satNone, limit: limit{dst: smallInts}},
	opAvg:   {name: "avg", code: 0x02, operands: "dss", family: arith, limit: limit{dst: smallInts}},
	opMad:   {name: "mad", code: 0x0c, operands: "dsss", family: arith, limit: limit{float64: true}},
	opMadw:  {name: "madw", code: 0x91, operands: "dsss", family: arith, sat: satNone, limit: limit{dst: dwords}},
	opAdd3:  {name: "add3", code: 0x84, operands: "dsss", family: arith, limit: limit{dst: dwordWord, src: dwordWord}},
	opDp4a:  {name: "dp4a", code: 0x82, operands: "dsss", family: arith, limit: limit{dst: dwords, src: dwords}},
	opFrc:   {name: "frc", code: 0x09, operands: "ds", family: arith, sat: satNone, limit: limit{dst: onlyF}},
	opRndd:  {name: "rndd", code: 0x12, operands: "ds", family: arith, limit: limit{dst: onlyF}},
	opRndu:  {name: "rndu", code: 0x13, operands: "ds", family: arith, limit: limit{dst: onlyF}},
	opRnde:  {name: "rnde", code: 0x14, operands: "ds", family: arith, limit: limit{dst: onlyF}},
	opRndz:  {name: "rndz", code: 0x15, operands: "ds", family: arith, limit: limit{dst: onlyF}},
	opLzd:   {name: "lzd", code: 0x1f, operands: "ds", family: arith, sat: satNone, limit: limit{dst: onlyUD}},
	opInv:   {name: "inv", code: 0x1b, operands: "ds", family: arith, limit: limit{float64: true}},
	opLine:  {name: "line", code: 0x0a, operands: "dss", family: arith, limit: limit{dst: lineTypes}},
	opPlane: {name: "plane", code: 0x6b, operands: "dss", family: arith, limit: limit{dst: onlyF}},
	opAddc:  {name: "addc", code: 0x49, operands: "ddss", family: arith, sat: satNoSuffix, limit: limit{dst: onlyUD, src: onlyUD | 1<<UV}},
	opSubb:  {name: "subb", code: 0x4a, operands: "ddss", family: arith, sat: satNoSuffix, limit: limit{dst: onlyUD, src: onlyUD | 1<<UV}},

	opAnd:   {name: "and", code: 0x20, operands: "pss", family: logic, sat: satDropped},
	opOr:    {name: "or", code: 0x21, operands: "pss", family: logic, sat: satDropped},
	opXor:   {name: "xor", code: 0x22, operands: "pss", family: logic, sat: satDropped},
	opNot:   {name: "not", code: 0x23, operands: "ps", family: logic, sat: satDropped},
	opCbit:  {name: "cbit", code: 0x27, operands: "ds", family: logic, sat: satDropped, limit: limit{dst: noQuad, src: noQuad}},
	opFbl:   {name: "fbl", code: 0x2e, operands: "ds", family: logic, sat: satDropped, limit: limit{dst: noQuad, src: noQuad}},
	opFbh:   {name: "fbh", code: 0x2f, operands: "ds", family: logic, sat: satDropped, limit: limit{dst: noQuad, src: noQuad}},
	opBfrev: {name: "bfrev", code: 0x48, operands: "ds", family: logic, sat: satDropped},
	opBfe:   {name: "bfe", code: 0x46, operands: "dsss", family: logic, sat: satDropped},
	opBfi:   {name: "bfi", code: 0x47, operands: "dssss", family: logic, sat: satDropped},
	opBfn:   {name: "bfn", code: 0x85, operands: "dsss", family: logic, sat: satModifier},

	opShl: {name: "shl", code: 0x24, operands: "dss", family: shifts},
	opShr: {name: "shr", code: 0x25, operands: "dss", family: shifts},
	opAsr: {name: "asr", code: 0x26, operands: "dss", family: shifts},
	opRol: {name: "rol", code: 0x80, operands: "dss", family: shifts, sat: satDropped, limit: limit{dst: noByte, src: noByte}},
	opRor: {name: "ror", code: 0x81, operands: "dss", family: shifts, sat: satDropped, limit: limit{dst: noByte, src: noByte}},

	opOwordLd:          {name: "oword_ld", code: 0x35, operands: "Ssr", family: memory, plain: true, sat: satNoSuffix, fields: "omSsr"},
	opOwordSt:          {name: "oword_st", code: 0x36, operands: "Ssr", family: memory, plain: true, sat: satNoSuffix, fields: "oSsr"},
	opOwordLdUnaligned: {name: "oword_ld_unaligned", code: 0x3c, operands: "Ssr", family: memory, plain: true, sat: satNoSuffix, fields: "omSsr"},
	opMediaLd:          {name: "media_ld", code: 0x37, operands: "Sssr", family: memory, plain: true, sat: satNoSuffix, fields: "dSpwhssr"},
	opMediaSt:          {name: "media_st", code: 0x38, operands: "Sssr", family: memory, plain: true, sat: satNoSuffix, fields: "dSpwhssr"},
	opGather:           {name: "gather", code: 0x39, operands: "Ssrr", family: memory, plain: true, sat: satNoSuffix, fields: "zmNSsrr"},
	opScatter:          {name: "scatter", code: 0x3a, operands: "Ssrr", family: memory, plain: true, sat: satNoSuffix, fields: "zNSsrr"},
	opGatherScaled:     {name: "gather_scaled", code: 0x78, operands: "Ssrr", family: memory, sat: satNoSuffix, fields: "xg0z00Ssrr"},
	opScatterScaled:    {name: "scatter_scaled", code: 0x79, operands: "Ssrr", family: memory, sat: satNoSuffix, fields: "xg0z00Ssrr"},
	opGather4Scaled:    {name: "gather4_scaled", code: 0x74, operands: "Ssrr", family: memory, sat: satNoSuffix, fields: "xgc00Ssrr"},
	opScatter4Scaled:   {name: "scatter4_scaled", code: 0x75, operands: "Ssrr", family: memory, sat: satNoSuffix, fields: "xgc00Ssrr"},
	opDwordAtomic:      {name: "dword_atomic", code: 0x7d, operands: "Srrrr", family: memory, sat: satNoSuffix, fields: "axgSrrrr"},

	opGather4Typed:  {name: "gather4_typed", code: 0x4b, operands: "Srrrrr", family: memory, sat: satNoSuffix, fields: "xgcSrrrrr"},
	opScatter4Typed: {name: "scatter4_typed", code: 0x4c, operands: "Srrrrr", family: memory, sat: satNoSuffix, fields: "xgcSrrrrr"},
	opTypedAtomic:   {name: "typed_atomic", code: 0x73, operands: "Srrrrrrr", family: memory, sat: satNoSuffix, fields: "axgSrrrrrrr"},

	opSvmBlockLd:        {name: "svm_block_ld", code: 0x4e, sub: 2, operands: "sr", family: memory, plain: true, sat: satNoSuffix, fields: "usr"},
	opSvmBlockSt:        {name: "svm_block_st", code: 0x4e, sub: 3, operands: "sr", family: memory, plain: true, sat: satNoSuffix, fields: "osr"},
	opSvmGather:         {name: "svm_gather", code: 0x4e, sub: 4, operands: "rr", family: memory, sat: satNoSuffix, fields: "xgyjrr"},
	opSvmScatter:        {name: "svm_scatter", code: 0x4e, sub: 5, operands: "rr", family: memory, sat: satNoSuffix, fields: "xgyjrr"},
	opSvmAtomic:         {name: "svm_atomic", code: 0x4e, sub: 6, operands: "rrrr", family: memory, sat: satNoSuffix, fields: "xgqrrrr"},
	opSvmGather4Scaled:  {name: "svm_gather4scaled", code: 0x4e, sub: 7, operands: "srr", family: memory, sat: satNoSuffix, fields: "xgc00srr"},
	opSvmScatter4Scaled: {name: "svm_scatter4scaled", code: 0x4e, sub: 8, operands: "srr", family: memory, sat: satNoSuffix, fields: "xgc00srr"},

	opLscLoad:              {name: "lsc_load", code: 0x89, sub: 1, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscLoadStrided:       {name: "lsc_load_strided", code: 0x89, sub: 2, operands: "LRrPr", family: memory, sat: satNoSuffix, fields: "xgALRrPr"},
	opLscLoadQuad:          {name: "lsc_load_quad", code: 0x89, sub: 3, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscStore:             {name: "lsc_store", code: 0x89, sub: 5, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscStoreStrided:      {name: "lsc_store_strided", code: 0x89, sub: 6, operands: "LRrPr", family: memory, sat: satNoSuffix, fields: "xgALRrPr"},
	opLscStoreQuad:         {name: "lsc_store_quad", code: 0x89, sub: 7, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicIinc:        {name: "lsc_atomic_iinc", code: 0x89, sub: 9, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicIdec:        {name: "lsc_atomic_idec", code: 0x89, sub: 10, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicLoad:        {name: "lsc_atomic_load", code: 0x89, sub: 11, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicStore:       {name: "lsc_atomic_store", code: 0x89, sub: 12, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicIadd:        {name: "lsc_atomic_iadd", code: 0x89, sub: 13, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicIsub:        {name: "lsc_atomic_isub", code: 0x89, sub: 14, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicSmin:        {name: "lsc_atomic_smin", code: 0x89, sub: 15, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicSmax:        {name: "lsc_atomic_smax", code: 0x89, sub: 16, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicUmin:        {name: "lsc_atomic_umin", code: 0x89, sub: 17, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicUmax:        {name: "lsc_atomic_umax", code: 0x89, sub: 18, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicIcas:        {name: "lsc_atomic_icas", code: 0x89, sub: 19, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicFadd:        {name: "lsc_atomic_fadd", code: 0x89, sub: 20, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicFsub:        {name: "lsc_atomic_fsub", code: 0x89, sub: 21, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicFmin:        {name: "lsc_atomic_fmin", code: 0x89, sub: 22, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicFmax:        {name: "lsc_atomic_fmax", code: 0x89, sub: 23, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicFcas:        {name: "lsc_atomic_fcas", code: 0x89, sub: 24, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicAnd:         {name: "lsc_atomic_and", code: 0x89, sub: 25, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicOr:          {name: "lsc_atomic_or", code: 0x89, sub: 26, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscAtomicXor:         {name: "lsc_atomic_xor", code: 0x89, sub: 27, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscLoadStatus:        {name: "lsc_load_status", code: 0x89, sub: 28, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscStoreUncompressed: {name: "lsc_store_uncompressed", code: 0x89, sub: 29, operands: "LRrrr", family: memory, sat: satNoSuffix, fields: "xgALRrrr"},
	opLscLoadBlock2d:       {name: "lsc_load_block2d", code: 0x89, sub: 4, operands: "RBPPPPPr", family: memory, sat: satNoSuffix, fields: "xgDRBPPPPPr"},
	opLscStoreBlock2d:      {name: "lsc_store_block2d", code: 0x89, sub: 8, operands: "RBPPPPPr", family: memory, sat: satNoSuffix, fields: "xgDRBPPPPPr"},

	opTgmLoadQuad:          {name: "lsc_load_quad.tgm", code: 0x8a, sub: 3, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscLoadQuad},
	opTgmStoreQuad:         {name: "lsc_store_quad.tgm", code: 0x8a, sub: 7, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscStoreQuad},
	opTgmAtomicIinc:        {name: "lsc_atomic_iinc.tgm", code: 0x8a, sub: 9, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicIinc},
	opTgmAtomicIdec:        {name: "lsc_atomic_idec.tgm", code: 0x8a, sub: 10, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicIdec},
	opTgmAtomicLoad:        {name: "lsc_atomic_load.tgm", code: 0x8a, sub: 11, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicLoad},
	opTgmAtomicStore:       {name: "lsc_atomic_store.tgm", code: 0x8a, sub: 12, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicStore},
	opTgmAtomicIadd:        {name: "lsc_atomic_iadd.tgm", code: 0x8a, sub: 13, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicIadd},
	opTgmAtomicIsub:        {name: "lsc_atomic_isub.tgm", code: 0x8a, sub: 14, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicIsub},
	opTgmAtomicSmin:        {name: "lsc_atomic_smin.tgm", code: 0x8a, sub: 15, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicSmin},
	opTgmAtomicSmax:        {name: "lsc_atomic_smax.tgm", code: 0x8a, sub: 16, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicSmax},
	opTgmAtomicUmin:        {name: "lsc_atomic_umin.tgm", code: 0x8a, sub: 17, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicUmin},
	opTgmAtomicUmax:        {name: "lsc_atomic_umax.tgm", code: 0x8a, sub: 18, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicUmax},
	opTgmAtomicIcas:        {name: "lsc_atomic_icas.tgm", code: 0x8a, sub: 19, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicIcas},
	opTgmAtomicFadd:        {name: "lsc_atomic_fadd.tgm", code: 0x8a, sub: 20, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicFadd},
	opTgmAtomicFsub:        {name: "lsc_atomic_fsub.tgm", code: 0x8a, sub: 21, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicFsub},
	opTgmAtomicFmin:        {name: "lsc_atomic_fmin.tgm", code: 0x8a, sub: 22, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicFmin},
	opTgmAtomicFmax:        {name: "lsc_atomic_fmax.tgm", code: 0x8a, sub: 23, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicFmax},
	opTgmAtomicFcas:        {name: "lsc_atomic_fcas.tgm", code: 0x8a, sub: 24, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicFcas},
	opTgmAtomicAnd:         {name: "lsc_atomic_and.tgm", code: 0x8a, sub: 25, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicAnd},
	opTgmAtomicOr:          {name: "lsc_atomic_or.tgm", code: 0x8a, sub: 26, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicOr},
	opTgmAtomicXor:         {name: "lsc_atomic_xor.tgm", code: 0x8a, sub: 27, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscAtomicXor},
	opTgmLoadStatus:        {name: "lsc_load_status.tgm", code: 0x8a, sub: 28, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscLoadStatus},
	opTgmStoreUncompressed: {name: "lsc_store_uncompressed.tgm", code: 0x8a, sub: 29, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr", as: opLscStoreUncompressed},
	opTgmReadStateInfo:     {name: "lsc_read_state_info.tgm", code: 0x8a, sub: 31, operands: "LRrrrrrr", family: memory, sat: satNoSuffix, fields: "xgTLRrrrrrr"},

	opSqrt:  {name: "sqrt", code: 0x19, operands: "ds", family: arith, limit: limit{float64: true}},
	opRsqrt: {name: "rsqrt", code: 0x1a, operands: "ds", family: arith},
	opLog:   {name: "log", code: 0x0b, operands: "ds", family: arith, limit: limit{dst: singleHalf}},
	opExp:   {name: "exp", code: 0x08, operands: "ds", family: arith, limit: limit{dst: singleHalf}},
	opPow:   {name: "pow", code: 0x11, operands: "dss", family: arith, limit: limit{dst: singleHalf}},
	opSin:   {name: "sin", code: 0x17, operands: "ds", family: arith, limit: limit{dst: singleHalf}},
	opCos:   {name: "cos", code: 0x18, operands: "ds", family: arith, limit: limit{dst: singleHalf}},

	opDivm:    {name: "divm", code: 0x7f, operands: "dss", family: arith, limit: limit{src: onlyRounded, float64: true}},
	opSqrtm:   {name: "sqrtm", code: 0x7e, operands: "ds", family: arith, limit: limit{src: onlyRounded, float64: true}},
	opLrp:     {name: "lrp", code: 0x0e, operands: "dsss", family: arith, limit: limit{dst: onlyF}},
	opSad2:    {name: "sad2", code: 0x16, operands: "dss", family: arith, limit: limit{dst: onlyWords, src: onlyBytes}},
	opSad2add: {name: "sad2add", code: 0x6a, operands: "dsss", family: arith, limit: limit{dst: onlyWords, src: onlyBytes, last: onlyWords}},

	opLabel:       {name: "label", code: 0x31, fields: "l", family: flow, plain: true, bare: true, sat: satNoSuffix},
	opSubroutine:  {name: "subroutine", code: 0x30, fields: "l", family: flow, plain: true, bare: true, sat: satNoSuffix},
	opJmp:         {name: "jmp", code: 0x32, fields: "l", family: flow, sat: satNoSuffix},
	opGoto:        {name: "goto", code: 0x6c, fields: "l", family: flow, sat: satNoSuffix},
	opCall:        {name: "call", code: 0x33, fields: "l", family: flow, sat: satNoSuffix},
	opRet:         {name: "ret", code: 0x34, family: flow, sat: satNoSuffix},
	opFcall:       {name: "fcall", code: 0x67, fields: "fbb", family: flow, sat: satNoSuffix},
	opFret:        {name: "fret", code: 0x68, family: flow, sat: satNoSuffix},
	opLifetime:    {name: "lifetime", code: 0x7b, fields: "kv", family: flow, plain: true, bare: true, sat: satNoSuffix},
	opFile:        {name: "FILE", code: 0x51, fields: "t", family: flow, plain: true, bare: true, sat: satNoSuffix},
	opLoc:         {name: "LOC", code: 0x52, fields: "n", family: flow, plain: true, bare: true, sat: satNoSuffix},
	opBarrier:     {name: "barrier", code: 0x59, family: flow, plain: true, bare: true, sat: satNoSuffix},
	opSbarrier:    {name: "sbarrier", code: 0x7c, fields: "B", family: flow, plain: true, bare: true, sat: satNoSuffix},
	opFenceGlobal: {name: "fence_global", code: 0x5c, fields: "e", family: flow, plain: true, bare: true, sat: satNoSuffix},
	opFenceLocal:  {name: "fence_local", code: 0x5c, fields: "e", family: flow, plain: true, bare: true, sat: satNoSuffix},
	opFenceSW:     {name: "fence_sw", code: 0x5c, fields: "e", family: flow, plain: true, bare: true, sat: satNoSuffix},
	opLscFence:    {name: "lsc_fence", code: 0x8b, fields: "xgUWY", family: flow, plain: true, bare: true, sat: satNoSuffix},
	opYield:       {name: "yield", code: 0x5f, family: flow, plain: true, bare: true, sat: satNoSuffix},

	opCacheFlush: {name: "cache_flush", code: 0x5a, family: flow, plain: true, bare: true, sat: satNoSuffix},

	opFcvt:  {name: "fcvt", code: 0x1d, operands: "ds", plain: true, limit: limit{dst: converted, src: converted}},
	opSrnd:  {name: "srnd", code: 0x1e, operands: "dss", plain: true, limit: limit{dst: 1<<UB | 1<<HF, src: singleHalf}},
	opAdd3o: {name: "add3.o", code: 0x92, operands: "dsss", family: arith, limit: limit{dst: dwordWord, src: dwordWord}},
	opInvm:  {name: "invm", code: 0x9b, operands: "dFss", family: arith, sat: satNoSuffix, limit: limit{dst: 1<<F | 1<<DF, src: 1<<F | 1<<DF, float64: true}},
	opRsqtm: {name: "rsqtm", code: 0x9c, operands: "dFs", family: arith, sat: satNoSuffix, limit: limit{dst: 1<<F | 1<<DF, src: 1<<F | 1<<DF, float64: true}},

	opSwitchjmp:      {name: "switchjmp", code: 0x69, operands: "s", family: flow, plain: true, sat: satNoSuffix, fields: "xnoL", text: "x0L"},
	opFaddr:          {name: "faddr", code: 0x50, operands: "d", family: flow, plain: true, bare: true, sat: satNoSuffix, fields: "fo", text: "f0"},
	opIfcall:         {name: "ifcall", code: 0x4f, operands: "s", family: flow, sat: satNoSuffix, fields: "xgoab", text: "x0ab"},
	opFccall:         {name: "fccall", code: 0x33, family: flow, sat: satNoSuffix, fields: "xgl", text: "xl"}, // bytes are those of a call: its label tells
	opWait:           {name: "wait", code: 0x5b, operands: "q", family: flow, plain: true, bare: true, sat: satNoSuffix, fields: "w", text: "0"},
	opNbarrierWait:   {name: "nbarrier.wait", code: 0x60, sub: 1, operands: "s", family: flow, plain: true, bare: true, sat: satNoSuffix, fields: "o=", text: "0"},
	opNbarrierSignal: {name: "nbarrier.signal", code: 0x60, sub: 2, operands: "ss", family: flow, plain: true, bare: true, sat: satNoSuffix, fields: "oo", text: "01"},

	opDpas:  {name: "dpas", code: 0x83, operands: "RrrV", family: devices, plain: true, sat: satNoSuffix, fields: "xooooN", text: "Dx0123"},
	opDpasw: {name: "dpasw", code: 0x1c, operands: "RrrV", family: devices, plain: true, sat: satNoSuffix, fields: "xooooN", text: "Dx0123"},

	opQwGather:  {name: "qw_gather", code: 0x86, operands: "Srr", family: memory, sat: satNoSuffix, fields: "xgjSrr"},
	opQwScatter: {name: "qw_scatter", code: 0x87, operands: "Srr", family: memory, sat: satNoSuffix, fields: "xgjSrr"},

	opRawSend:      {name: "raw_send", code: 0x5d, sub: 1, operands: "qrR", family: devices, sat: satNoSuffix, fields: "xgNabooo", text: "xhab012"},
	opRawSendc:     {name: "raw_sendc", code: 0x5d, sub: 2, operands: "qrR", family: devices, sat: satNoSuffix, fields: "xgNabooo", text: "xhab012"},
	opRawSends:     {name: "raw_sends", code: 0x7a, sub: 1, operands: "qqrrR", family: devices, sat: satNoSuffix, fields: "xgQooooo", text: "Qx01234"},
	opRawSendsc:    {name: "raw_sendsc", code: 0x7a, sub: 2, operands: "qqrrR", family: devices, sat: satNoSuffix, fields: "xgQooooo", text: "Qx01234"},
	opRawSendsEot:  {name: "raw_sends_eot", code: 0x7a, sub: 3, operands: "qqrrR", family: devices, sat: satNoSuffix, fields: "xgQooooo", text: "Qx01234"},
	opRawSendscEot: {name: "raw_sendsc_eot", code: 0x7a, sub: 4, operands: "qqrrR", family: devices, sat: satNoSuffix, fields: "xgQooooo", text: "Qx01234"},

	opSample:      {name: "sample", code: 0x40, operands: "YSrrrR", family: devices, plain: true, bare: true, sat: satNoSuffix, fields: "Foooooo", text: "CM012345"},
	opSampleUnorm: {name: "sample_unorm", code: 0x41, operands: "YSssssR", family: devices, plain: true, bare: true, sat: satNoSuffix, fields: "Fooooooo", text: "CO0123456"},
	opLoad:        {name: "load", code: 0x42, operands: "SrrrR", family: devices, plain: true, bare: true, sat: satNoSuffix, fields: "Fooooo", text: "CM01234"},
	opAvs:         {name: "avs", code: 0x43, operands: "YSsssssssssR", family: devices, plain: true, bare: true, sat: satNoSuffix, fields: "Foooooooooaoboo", text: "C102345678A9B:;"},

	opVmeIme: {name: "vme_ime", code: 0x54, operands: "rrSrrrR", family: devices, plain: true, bare: true, sat: satNoSuffix, fields: "abooooooo", text: "V2013456"},
	opVmeSic: {name: "vme_sic", code: 0x55, operands: "rrSR", family: devices, plain: true, bare: true, sat: satNoSuffix, fields: "oooo", text: "2013"},
	opVmeFbr: {name: "vme_fbr", code: 0x56, operands: "rrSsssR", family: devices, plain: true, bare: true, sat: satNoSuffix, fields: "ooooooo", text: "(3,4,5)2016"},
	opVmeIdm: {name: "vme_idm", code: 0x57, operands: "rrSR", family: devices, plain: true, bare: true, sat: satNoSuffix, fields: "oooo", text: "2013"},

	opSample3d:   {name: "sample_3d", code: 0x6d, sub: 0x01, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "PCx0123*"},
	opSampleB:    {name: "sample_b", code: 0x6d, sub: 0x02, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "PCx0123*"},
	opSampleL:    {name: "sample_l", code: 0x6d, sub: 0x03, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "PCx0123*"},
	opSampleC:    {name: "sample_c", code: 0x6d, sub: 0x04, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "PCx0123*"},
	opSampleD:    {name: "sample_d", code: 0x6d, sub: 0x05, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "PCx0123*"},
	opSampleBC:   {name: "sample_b_c", code: 0x6d, sub: 0x06, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "PCx0123*"},
	opSampleLC:   {name: "sample_l_c", code: 0x6d, sub: 0x07, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "PCx0123*"},
	opSampleDC:   {name: "sample_d_c", code: 0x6d, sub: 0x15, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "PCx0123*"},
	opSampleLz:   {name: "sample_lz", code: 0x6d, sub: 0x19, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "PCx0123*"},
	opSampleCLz:  {name: "sample_c_lz", code: 0x6d, sub: 0x1a, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "PCx0123*"},
	opLoad3d:     {name: "load_3d", code: 0x6e, sub: 0x08, operands: "sSR", family: devices, sat: satNoSuffix, fields: "PxgFioo*", text: "PCx012*"},
	opLoadLz:     {name: "load_lz", code: 0x6e, sub: 0x1b, operands: "sSR", family: devices, sat: satNoSuffix, fields: "PxgFioo*", text: "PCx012*"},
	opLoad2dmsW:  {name: "load_2dms_w", code: 0x6e, sub: 0x1d, operands: "sSR", family: devices, sat: satNoSuffix, fields: "PxgFioo*", text: "PCx012*"},
	opLoadMcs:    {name: "load_mcs", code: 0x6e, sub: 0x1e, operands: "sSR", family: devices, sat: satNoSuffix, fields: "PxgFioo*", text: "PCx012*"},
	opSample4:    {name: "sample4", code: 0x6f, sub: 0x09, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "Pcx0123*"},
	opSample4C:   {name: "sample4_c", code: 0x6f, sub: 0x11, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "Pcx0123*"},
	opSample4Po:  {name: "sample4_po", code: 0x6f, sub: 0x12, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "Pcx0123*"},
	opSample4PoC: {name: "sample4_po_c", code: 0x6f, sub: 0x13, operands: "sYSR", family: devices, sat: satNoSuffix, fields: "PxgFiooo*", text: "Pcx0123*"},
	opResinfo:    {name: "resinfo", code: 0x70, sub: 0x0b, operands: "SrR", family: devices, plain: true, sat: satNoSuffix, fields: "xFooo", text: "Cx012"},
	opSampleinfo: {name: "sampleinfo", code: 0x70, sub: 0x0c, operands: "SR", family: devices, plain: true, sat: satNoSuffix, fields: "xFoo", text: "Cx01"},

	opRtWrite:  {name: "rt_write_3d", code: 0x71, operands: "Sr", family: devices, sat: satNoSuffix, fields: "xgHoo#", text: "mx01#"},
	opUrbWrite: {name: "urb_write_3d", code: 0x72, operands: "rrrr", family: devices, sat: satNoSuffix, fields: "xgaoHooo", text: "xaH0123"},

	opUnknown: {name: ".code", family: flow, plain: true, bare: true, sat: satNoSuffix}, // what follows an opcode that is not in this table
}

// takes are the types that operand k of the instruction is limited to; 0: those of its family.
func (o Op) takes(k int) typeSet {
	row := &opcodes[o]
	switch {
	case k < o.dests():
		return row.limit.dst
	case row.limit.last != 0 && k == len(row.operands)-1:
		return row.limit.last
	}
	return row.limit.src
}

// OpNamed is the instruction with that mnemonic.
func OpNamed(name string) (Op, bool) {
	op, ok := opsByName()[name]
	return op, ok
}

var opsByName = sync.OnceValue(func() map[string]Op {
	m := make(map[string]Op, numOps)
	for i := range opcodes {
		m[opcodes[i].name] = Op(i)
	}
	return m
})

// Ops are all instructions, in the order of the table.
func Ops() []Op {
	all := make([]Op, len(opcodes))
	for i := range all {
		all[i] = Op(i)
	}
	return all
}

// String is the mnemonic.
func (o Op) String() string {
	if o < numOps {
		return opcodes[o].name
	}
	return "op?"
}

// Code is the first byte of the instruction; ok is false for those whose bytes are not known.
func (o Op) Code() (code byte, ok bool) {
	if o >= numOps || opcodes[o].code == 0 {
		return 0, false
	}
	return opcodes[o].code, true
}

// letter is what the table says of operand i. Behind those that it names all are raw.
func (o Op) letter(i int) byte {
	if all := opcodes[o].operands; i < len(all) {
		return all[i]
	}
	return 'r'
}

// isDest says whether operand i of the instruction is written.
func (o Op) isDest(i int) bool {
	switch o.letter(i) {
	case 'd', 't', 'a':
		return true
	case 'p':
		return i == 0
	case 'R', 'F':
		return true
	case 'r':
		return !o.isLSC() && i == len(opcodes[o].operands)-1 && o.loads()
	}
	return false
}

// dests is the number of operands that are written by vector instructions.
func (o Op) dests() int {
	if len(opcodes[o].operands) > 1 && opcodes[o].operands[1] == 'd' {
		return 2
	}
	return 1
}

// A Relation is what cmp asks.
type Relation uint8

// The relations, by the byte of the encoding. NoRelation is a cmp without one, which the tool's text allows.
const (
	EQ Relation = iota
	NE
	GT
	GE
	LT
	LE
	NoRelation
)

var relations = [...]string{EQ: "eq", NE: "ne", GT: "gt", GE: "ge", LT: "lt", LE: "le", NoRelation: " "}

// MaxOperands is the most operands that an instruction has.
const MaxOperands = 20

// NearOperands is how many operands lie in the instruction itself. Only messages to samplers and render targets have more.
const NearOperands = 8

// An Inst is an instruction.
type Inst struct {
	Op       Op
	Guard    Control // 0: none
	Exec     Exec
	Sat      bool // .sat on the mnemonic
	Relation Relation
	Func     uint8    // the truth table of bfn; 1 for lifetime.end; of messages owords, bytes of an element, channels, operation or mode; what a fence flushes
	N        uint8    // operands
	Label    uint16   // where control goes, or which place a label is
	Sizes    [2]uint8 // registers of arguments and results of fcall; width and height of a block; blocks an address of SVM; how far a fence of LSC goes
	Number   uint32   // the name of fcall and FILE; the line of LOC; 1 for .mod and .unaligned of a message; the plane of a block
	LSC      LSC      // of messages of LSC; the unit of their fence
	Labels   string   // of switchjmp: the numbers of its labels, two bytes each, the lower one first
	Operand  [NearOperands]Operand
	further  *furtherOperands // those behind; copies of the instruction share them, and nobody writes to them
	_        [0]func()        // == would compare where they are: Equal compares them
}

type furtherOperands [MaxOperands - NearOperands]Operand

// At is operand k, to be read: Set writes those that are not in Operand.
func (i *Inst) At(k int) *Operand {
	if k < NearOperands {
		return &i.Operand[k]
	}
	if i.further == nil {
		return new(Operand)
	}
	return &i.further[k-NearOperands]
}

// Set makes o operand k. Copies of the instruction keep theirs. How many operands there are stays as it is.
func (i *Inst) Set(k int, o Operand) {
	if k < NearOperands {
		i.Operand[k] = o
		return
	}
	own := new(furtherOperands)
	if i.further != nil {
		*own = *i.further
	}
	own[k-NearOperands] = o
	i.further = own
}

// Equal says whether two instructions are the same.
func (i *Inst) Equal(o *Inst) bool {
	if i.N != o.N || i.Op != o.Op || i.Guard != o.Guard || i.Exec != o.Exec || i.Sat != o.Sat || i.Relation != o.Relation || i.Func != o.Func ||
		i.Label != o.Label || i.Sizes != o.Sizes || i.Number != o.Number || i.LSC != o.LSC || i.Labels != o.Labels {
		return false
	}
	for k := range int(i.N) {
		if *i.At(k) != *o.At(k) {
			return false
		}
	}
	return true
}

// Role is the role of operand k.
func (i *Inst) Role(k int) Role {
	if i.Op.isDest(k) {
		return Dest
	}
	return Source
}
