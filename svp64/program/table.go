package program

import "sync"

// An operand is a field of an instruction, by its name in the Power ISA.
type operand uint8

const (
	opRT operand = iota // general-purpose registers
	opRA
	opRB
	opRS
	opSI // immediates: signed, unsigned, displacements
	opUI
	opD
	opDS
	opBF // a field of the condition register, and the width of a comparison
	opL
	opBO // branches: what is tested, a bit of the condition register, displacements
	opBI
	opBD
	opLI
	opSPR
	opSVi // of setvl and svstep
	opMS
	opVS
	opVF
	opRc
	numOperands
)

// An operandKind is how a field is made of bits and written.
type operandKind struct {
	name     string
	register bool // a vector may stand there, under a prefix
	signed   bool
	shift    int // zeros on the right that the field has not
	plus     int // what the field lacks: SVi is one less
	halves   bool
}

var operands = [numOperands]operandKind{
	opRT: {name: "RT", register: true}, opRA: {name: "RA", register: true}, opRB: {name: "RB", register: true}, opRS: {name: "RS", register: true},
	opSI: {name: "SI", signed: true}, opUI: {name: "UI"}, opD: {name: "D", signed: true}, opDS: {name: "DS", signed: true, shift: 2},
	opBF: {name: "BF", register: true}, opL: {name: "L"},
	opBO: {name: "BO"}, opBI: {name: "BI", register: true}, opBD: {name: "BD", signed: true, shift: 2}, opLI: {name: "LI", signed: true, shift: 2},
	opSPR: {name: "SPR", halves: true}, opSVi: {name: "SVi", plus: 1}, opMS: {name: "ms"}, opVS: {name: "vs"}, opVF: {name: "vf"}, opRc: {name: "Rc"},
}

// A class is what kind of prefix an instruction may have, which decides what RM.MODE and the fields beside it mean.
type class uint8

const (
	unprefixed class = iota
	arithmetic       // MODE is 00 0 dz sz
	load             // MODE is els 0 0 zz 0; the data is RT, and memory is read in the order of the source
	store            // the same; the data is RS, and memory is written in the order of the destination
	comparison       // MODE is 00 0 dz sz, and there are no widths
	branch           // ALL, SNZ, VSb and VLi in the place of widths and masks
)

// A row is all of an instruction.
type row struct {
	name   string
	layout string // its bits from the left: a number in so many bits, or a field
	text   string // its operands
	class  class
	extra  []operand // the operands that a prefix extends, in the order of their EXTRA3; with two of them there are two predicates, but for a branch
	does   string    // what it does, in the words of a table
}

// An Op is an instruction's place in the table.
type Op uint8

// Beside the rows of the table there are two: words that are none, and swizzle moves, which package svp64 has.
const (
	Long Op = iota // .long: a word that is no instruction here
	Move           // mv.swiz and fmv.swiz
	Addi
	Addis
	Add
	Subf
	Or
	Ori
	Cmpi
	Cmp
	Lbz
	Lhz
	Lwz
	Ld
	Stb
	Sth
	Stw
	Std
	BranchTo
	BranchIf
	Mtspr
	Mfspr
	Setvl
	Svstep
	numOps
)

var table = [numOps]row{
	Long: {name: ".long", text: "a word", does: "nothing: a word that is none of these"},
	Move: {name: "mv.swiz", text: "RT,RA,XYZW", does: "the swizzle move; fmv.swiz moves floating-point registers"},

	Addi:  {name: "addi", layout: "14:6 RT:5 RA:5 SI:16", text: "RT,RA,SI", class: arithmetic, extra: []operand{opRT, opRA}, does: "RT ← (RA|0) + SI"},
	Addis: {name: "addis", layout: "15:6 RT:5 RA:5 SI:16", text: "RT,RA,SI", class: arithmetic, extra: []operand{opRT, opRA}, does: "RT ← (RA|0) + (SI || 0x0000)"},
	Add:   {name: "add", layout: "31:6 RT:5 RA:5 RB:5 266:10 Rc:1", text: "RT,RA,RB", class: arithmetic, extra: []operand{opRT, opRA, opRB}, does: "RT ← RA + RB"},
	Subf:  {name: "subf", layout: "31:6 RT:5 RA:5 RB:5 40:10 Rc:1", text: "RT,RA,RB", class: arithmetic, extra: []operand{opRT, opRA, opRB}, does: "RT ← RB − RA"},
	Or:    {name: "or", layout: "31:6 RS:5 RA:5 RB:5 444:10 Rc:1", text: "RA,RS,RB", class: arithmetic, extra: []operand{opRA, opRB, opRS}, does: "RA ← RS | RB"},
	Ori:   {name: "ori", layout: "24:6 RS:5 RA:5 UI:16", text: "RA,RS,UI", class: arithmetic, extra: []operand{opRA, opRS}, does: "RA ← RS | UI"},

	Cmpi: {name: "cmpi", layout: "11:6 BF:3 0:1 L:1 RA:5 SI:16", text: "BF,L,RA,SI", class: comparison, extra: []operand{opBF, opRA}, does: "CR field BF ← RA ? SI, of 64 bits or, L = 0, of the lower 32"},
	Cmp:  {name: "cmp", layout: "31:6 BF:3 0:1 L:1 RA:5 RB:5 0:10 0:1", text: "BF,L,RA,RB", class: comparison, extra: []operand{opBF, opRA, opRB}, does: "CR field BF ← RA ? RB"},

	Lbz: {name: "lbz", layout: "34:6 RT:5 RA:5 D:16", text: "RT,D(RA)", class: load, extra: []operand{opRT, opRA}, does: "RT ← MEM((RA|0) + D, 1)"},
	Lhz: {name: "lhz", layout: "40:6 RT:5 RA:5 D:16", text: "RT,D(RA)", class: load, extra: []operand{opRT, opRA}, does: "RT ← MEM((RA|0) + D, 2)"},
	Lwz: {name: "lwz", layout: "32:6 RT:5 RA:5 D:16", text: "RT,D(RA)", class: load, extra: []operand{opRT, opRA}, does: "RT ← MEM((RA|0) + D, 4)"},
	Ld:  {name: "ld", layout: "58:6 RT:5 RA:5 DS:14 0:2", text: "RT,DS(RA)", class: load, extra: []operand{opRT, opRA}, does: "RT ← MEM((RA|0) + DS, 8)"},
	Stb: {name: "stb", layout: "38:6 RS:5 RA:5 D:16", text: "RS,D(RA)", class: store, extra: []operand{opRS, opRA}, does: "MEM((RA|0) + D, 1) ← RS"},
	Sth: {name: "sth", layout: "44:6 RS:5 RA:5 D:16", text: "RS,D(RA)", class: store, extra: []operand{opRS, opRA}, does: "MEM((RA|0) + D, 2) ← RS"},
	Stw: {name: "stw", layout: "36:6 RS:5 RA:5 D:16", text: "RS,D(RA)", class: store, extra: []operand{opRS, opRA}, does: "MEM((RA|0) + D, 4) ← RS"},
	Std: {name: "std", layout: "62:6 RS:5 RA:5 DS:14 0:2", text: "RS,DS(RA)", class: store, extra: []operand{opRS, opRA}, does: "MEM((RA|0) + DS, 8) ← RS"},

	BranchTo: {name: "b", layout: "18:6 LI:24 0:1 0:1", text: "LI", does: "go to this address + LI"},
	BranchIf: {name: "bc", layout: "16:6 BO:5 BI:5 BD:14 0:1 0:1", text: "BO,BI,BD", class: branch, extra: []operand{opBI}, does: "count CTR down and look at bit BI, as BO says; go to this address + BD"},
	Mtspr:    {name: "mtspr", layout: "31:6 RS:5 SPR:10 467:10 0:1", text: "SPR,RS", does: "SPR ← RS: ctr 9, lr 8, svstate 704"},
	Mfspr:    {name: "mfspr", layout: "31:6 RT:5 SPR:10 339:10 0:1", text: "RT,SPR", does: "RT ← SPR"},

	Setvl:  {name: "setvl", layout: "22:6 RT:5 RA:5 SVi:7 ms:1 vs:1 vf:1 27:5 Rc:1", text: "RT,RA,SVi,vf,vs,ms", does: "with ms MAXVL ← SVi; with vs VL ← the least of MAXVL and RA, or CTR, or SVi; RT ← VL"},
	Svstep: {name: "svstep", layout: "22:6 RT:5 0:5 SVi:7 0:1 0:1 vf:1 19:5 Rc:1", text: "RT,SVi,vf", does: "go on to the next group; 6 to 9 read a step; 13 to 16 set PACK and UNPACK"},
}

// An alias is another spelling of an instruction with some operands fixed.
type alias struct {
	name  string
	of    Op
	text  string
	fixed map[operand]int64
	same  [2]operand // two operands that are one in the text
	print bool       // the disassembler writes it
}

var aliases = []alias{
	{name: "li", of: Addi, text: "RT,SI", fixed: map[operand]int64{opRA: 0}, print: true},
	{name: "lis", of: Addis, text: "RT,SI", fixed: map[operand]int64{opRA: 0}, print: true},
	{name: "nop", of: Ori, fixed: map[operand]int64{opRS: 0, opRA: 0, opUI: 0}, print: true},
	{name: "mr", of: Or, text: "RA,RS", same: [2]operand{opRS, opRB}, print: true},
	{name: "sub", of: Subf, text: "RT,RB,RA"},
	{name: "cmpwi", of: Cmpi, text: "BF,RA,SI", fixed: map[operand]int64{opL: 0}},
	{name: "cmpdi", of: Cmpi, text: "BF,RA,SI", fixed: map[operand]int64{opL: 1}},
	{name: "cmpw", of: Cmp, text: "BF,RA,RB", fixed: map[operand]int64{opL: 0}},
	{name: "cmpd", of: Cmp, text: "BF,RA,RB", fixed: map[operand]int64{opL: 1}},
	{name: "mtctr", of: Mtspr, text: "RS", fixed: map[operand]int64{opSPR: sprCTR}, print: true},
	{name: "mfctr", of: Mfspr, text: "RT", fixed: map[operand]int64{opSPR: sprCTR}, print: true},
	{name: "bdnz", of: BranchIf, text: "BD", fixed: map[operand]int64{opBO: 16, opBI: 0}, print: true},
	{name: "blt", of: BranchIf, text: "BD", fixed: map[operand]int64{opBO: 12, opBI: 0}},
	{name: "bgt", of: BranchIf, text: "BD", fixed: map[operand]int64{opBO: 12, opBI: 1}},
	{name: "beq", of: BranchIf, text: "BD", fixed: map[operand]int64{opBO: 12, opBI: 2}},
	{name: "bso", of: BranchIf, text: "BD", fixed: map[operand]int64{opBO: 12, opBI: 3}},
	{name: "bge", of: BranchIf, text: "BD", fixed: map[operand]int64{opBO: 4, opBI: 0}},
	{name: "ble", of: BranchIf, text: "BD", fixed: map[operand]int64{opBO: 4, opBI: 1}},
	{name: "bne", of: BranchIf, text: "BD", fixed: map[operand]int64{opBO: 4, opBI: 2}},
	{name: "bns", of: BranchIf, text: "BD", fixed: map[operand]int64{opBO: 4, opBI: 3}},
}

// The special-purpose registers that programs read and write.
const (
	sprLR      = 8
	sprCTR     = 9
	sprSVSTATE = 704
)

var sprNames = map[int64]string{sprLR: "lr", sprCTR: "ctr", sprSVSTATE: "svstate"}

// An Instruction is what the table says of one, for whoever prints it.
type Instruction struct {
	Name, Layout, Text, Does string
	Prefixed                 bool // sv. may stand in front
}

// Instructions are the table.
func Instructions() []Instruction {
	var list []Instruction
	for op := Move; op < numOps; op++ {
		r := &table[op]
		list = append(list, Instruction{r.name, r.layout, r.text, r.does, r.class != unprefixed || op == Move})
	}
	return list
}

// layouts are the rows' bits, made ready once.
var layouts = sync.OnceValue(func() *[numOps]layout {
	var all [numOps]layout
	for op := Addi; op < numOps; op++ {
		all[op] = layoutOf(table[op].layout)
	}
	return &all
})
