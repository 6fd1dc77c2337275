package target

import (
	"cmp"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// A Spelling is how a family of instruction sets writes what is no row: registers, copies, constants, and whole files. Those who write programs ask it, and not which family it is.
type Spelling struct {
	vector    func(bits int) string // what stands before the number of a register where that many bits of it are meant
	number    func(n int) int       // the number of register n of a sequence; nil: n
	registers int                   // of vectors, that every encoding names

	Mover            func(bits int) string                                       // in listings, the name of what copies a vector or loads a constant
	copied           string                                                      // a copy of register {a} into {d} where that is no {mover} {d}, {a}
	Anywhere         func(bits int) string                                       // the name of what moves a vector from memory or to it, at any address
	Constant         func(c lane.Const, bits int) string                         // in listings, a constant vector
	mask             string                                                      // what stands before the number of a mask register; empty: there are none
	setMask          func(register string, c lane.Const, lanes, bits int) string // in listings, how one is loaded with a bit for each of so many lanes of vectors of so many bits
	address, pointed string                                                      // memory {k} bytes behind what {p} points to, and just there
	slot             string                                                      // of the stack, {k} bytes from its end, or {i} slots: where a value is that finds no register
	store            string                                                      // of register {a} of vectors, {n} being its number and {n+32} that among Power's 64, to such a {slot}; and
	reload           string                                                      // from one to {d}
	Assembly         *Assembly                                                   // nil: no assembler of machine code reads its listings
	Machine          Machine                                                     // nil: it has no machine code
	Go               *GoAssembly                                                 // nil: Go's assembler is not for it
	C, Rust          *Language                                                   // nil: there are no intrinsics
	Archsimd         bool                                                        // Go's simd/archsimd has its vectors
	Module           bool                                                        // its programs are functions of a module's text
}

// Slot is how slot n of the stack is written. Slots are as wide as the widest vectors, and aligned to that.
func (t *Target) Slot(n int) string {
	return strings.NewReplacer("{k}", strconv.Itoa(n*t.Bits[len(t.Bits)-1]/8), "{i}", strconv.Itoa(n)).Replace(t.Spelling.slot)
}

// Stored is the line of a listing that takes a register to a slot.
func (t *Target) Stored(f File, register, bits, slot int) string {
	if f == General {
		return "mov " + t.Slot(slot) + ", " + GeneralRegister(register, 64)
	}
	return t.throughSlot(t.Spelling.store, register, bits, slot)
}

// Reloaded is the line that brings it back into a register.
func (t *Target) Reloaded(f File, register, bits, slot int) string {
	if f == General {
		return "mov " + GeneralRegister(register, 64) + ", " + t.Slot(slot)
	}
	return t.throughSlot(t.Spelling.reload, register, bits, slot)
}

func (t *Target) throughSlot(text string, register, bits, slot int) string {
	name := t.Register(Vectors, register, bits)
	return strings.NewReplacer("{mover}", t.Spelling.Mover(bits), "{slot}", t.Slot(slot), "{a}", name, "{d}", name, "{n}", strconv.Itoa(register), "{n+32}", strconv.Itoa(firstVSX+register)).Replace(text)
}

// Copied is the line that takes that many bits of a register of vectors to another.
func (t *Target) Copied(to, from, bits int) string {
	text := cmp.Or(t.Spelling.copied, "{mover} {d}, {a}")
	return strings.NewReplacer("{mover}", t.Spelling.Mover(bits), "{d}", t.Register(Vectors, to, bits), "{a}", t.Register(Vectors, from, bits)).Replace(text)
}

// Register is the name of register n of a file where that many bits of it are meant.
func (t *Target) Register(f File, n, bits int) string {
	if f == General {
		return GeneralRegister(n, bits)
	}
	return t.Spelling.vector(bits) + strconv.Itoa(t.Number(n))
}

// Number is the number that the machine gives to register n of vectors of a sequence.
func (t *Target) Number(n int) int {
	if t.Spelling.number == nil {
		return n
	}
	return t.Spelling.number(n)
}

// MaskRegister is the name of mask register n.
func (t *Target) MaskRegister(n int) string { return t.Spelling.mask + strconv.Itoa(n) }

// SetMask is the line of a listing that loads mask register n with a bit for each of so many lanes.
func (t *Target) SetMask(n int, c lane.Const, lanes int) string {
	return t.Spelling.setMask(t.MaskRegister(n), c, lanes, t.Bits[len(t.Bits)-1])
}

// An Assembly is how a file for GNU's assembler is written, and a function by the platform's convention of calls. In its texts {mover} is Mover's, {d} a register that is written and {n} its
// number, {a} one that is read, {s} a general register that is free and {s32} its lower half, {k} a number or a label. A text may be two instructions, a line each.
type Assembly struct {
	Head, Foot []string                                   // before and behind the instructions; outside them any name is one of a function, rax too
	Procedure  string                                     // the convention's name
	Copy, Load string                                     // of a vector register; of a constant vector from its label
	Mask, Wide string                                     // of a number into a mask register: of at most 32 bits, of more; or from a label, where there is
	MaskData   func(c lane.Const, lanes, bits int) []byte // what stands there for so many lanes of vectors of so many bits; nil: masks are numbers
	Set, Move  string                                     // of a number into a general register; of such a register into another
	Ready      string                                     // what has to stand before a copy where no instruction has set a mode; empty: nothing
	Return     string
	Written    func(line string) string // how a line of a listing is written in a file; nil: as it is

	Files  [numFiles]Convention
	Memory Memory
}

// A Memory is how a function reads and writes vectors that registers are too few for: its parameters are pointers to them. In its texts {p} is a register with an address, {k} a number of bytes,
// {m} what is so many bytes behind an address, {a} a register that is read and {d} one that is written, and {n} their number.
//
//	mov r11, [rbp + 16]              Stacked
//	movdqu xmm1, [r11 + 32]          Vector[0], At
//	mov eax, [r11 + 48]              Pieces[2][0]: four bytes of a vector that does not fill a register
//	mov [rsp + 64], eax              Pieces[2][1], Stack
type Memory struct {
	Pointers     []string // in which pointers come, in their order
	Stacked      string   // a pointer that comes on the stack, {k} bytes from the frame's top, into {p}
	Above, Saved int      // bytes between the frame's top and what is on the stack before it is saved, and of each register that is saved
	Enter, Leave string   // of a frame of {k} bytes
	Wide         string   // what stands before the end where vectors of more than 128 bits were used; empty: nothing

	At, Stack       string          // {m} behind {p}; the register that points to slot 0
	Vector, General [2]string       // of a register from memory, and to it
	Pieces          [4][2]string    // of 1, 2, 4 and 8 bytes from memory, and to it, by a register that nobody uses meanwhile
	Pointer         string          // the general register through which a pointer goes
	Add             string          // {k} bytes to {p} into {d}, at most Added, where an instruction takes no such address; empty: all take any
	Added, Near     int             // Near is up to how many bytes behind a pointer need no multiple of what is read there
	Through         []int           // general registers of sequences that are written on the way to the result; and
	Keep            [numFiles][]int // such as hold the frame
}

// A Convention is what functions do with the registers of a file.
type Convention struct {
	Result        int   // in which it is
	Parameters    []int // in which they come, in their order
	Preserved     []int // which a function gives back as it found them
	Save, Restore string
}

var sse = Spelling{
	vector: xmmToZMM, registers: 16, mask: "k", setMask: kmov, Constant: intrinsicConstant, address: "[{p} + {k}]", pointed: "[{p}]",
	slot: "[rsp + {k}]", store: "{mover} {slot}, {a}", reload: "{mover} {d}, {slot}",
	Mover: func(int) string { return "movdqa" }, Anywhere: func(int) string { return "movdqu" },
	Assembly: &systemV, Machine: x86Machine(sseMoves), Go: &goSSE, C: &intrinsicsX86, Rust: &rustX86, Archsimd: true,
}

var vex = Spelling{
	vector: xmmToZMM, registers: 16, mask: "k", setMask: kmov, Constant: intrinsicConstant, address: "[{p} + {k}]", pointed: "[{p}]",
	slot: "[rsp + {k}]", store: "{mover} {slot}, {a}", reload: "{mover} {d}, {slot}",
	Mover: vmovdqa, Anywhere: vmovdqu, Assembly: &systemV, Machine: x86Machine(vexMoves), Go: &goVEX, C: &intrinsicsX86, Rust: &rustX86, Archsimd: true,
}

var aarch64 = Spelling{
	vector: func(int) string { return "v" }, registers: 32, Constant: hexConstant, address: "[{p}, #{k}]", pointed: "[{p}]",
	slot: "[sp, #{k}]", store: "str q{n}, {slot}", reload: "ldr q{n}, {slot}",
	Mover: func(int) string { return "mov" }, Anywhere: func(int) string { return "" },
	Assembly: &procedureCall64, Machine: armMachine{}, Go: &goAArch64, C: &intrinsicsNEON, Rust: &rustNEON,
}

var powerpc = Spelling{
	vector: func(int) string { return "v" }, registers: 32, Constant: hexConstant, address: "{k}({p})", pointed: "0({p})",
	slot: "{k}(12)", store: "stxv vs{n+32}, {slot}", reload: "lxv vs{n+32}, {slot}",
	Mover: func(int) string { return "vmr" }, Anywhere: func(int) string { return "" }, Assembly: &elfV2, C: &intrinsicsPower,
}

var webAssembly = Spelling{
	vector: func(int) string { return "$" }, registers: math.MaxInt, Constant: hexConstant, address: "{p} offset={k}", pointed: "{p}", // locals
	Mover: func(int) string { return "mov" }, C: &intrinsicsWasm, Rust: &rustWasm, Module: true,
}

func xmmToZMM(bits int) string {
	switch {
	case bits <= 128:
		return "xmm"
	case bits <= 256:
		return "ymm"
	}
	return "zmm"
}

func vmovdqa(bits int) string {
	if bits > 256 {
		return "vmovdqa64"
	}
	return "vmovdqa"
}

func vmovdqu(bits int) string {
	if bits > 256 {
		return "vmovdqu64"
	}
	return "vmovdqu"
}

// kmov loads a mask through a general register that is not named.
func kmov(register string, c lane.Const, lanes, _ int) string {
	suffix := "q"
	switch {
	case lanes <= 16:
		suffix = "w"
	case lanes <= 32:
		suffix = "d"
	}
	return "kmov" + suffix + " " + register + ", 0x" + c.Hex()
}

func hexConstant(c lane.Const, _ int) string { return "0x" + c.Hex() }

// systemV is Intel's syntax, and the convention of System V for x86-64.
var systemV = Assembly{
	Head: []string{".intel_syntax noprefix"}, Foot: []string{".att_syntax prefix"}, Procedure: "System V for x86-64", Return: "ret",
	Copy: "{mover} {d}, {a}", Load: "{mover} {d}, [rip + {k}]",
	Mask: "mov {s32}, {k}\nkmovd {d}, {s32}", Wide: "movabs {s}, {k}\nkmovq {d}, {s}",
	Set: "movabs {d}, {k}", Move: "mov {d}, {a}",
	Files: [numFiles]Convention{
		Vectors: {Parameters: []int{0, 1, 2, 3, 4, 5, 6, 7}},
		General: { // their numbers in sequences: see generalRegisters
			Parameters: []int{5, 4, 2, 1, 6, 7},      // rdi rsi rdx rcx r8 r9
			Preserved:  []int{3, 14, 10, 11, 12, 13}, // rbx rbp r12 to r15
			Save:       "push {d}", Restore: "pop {d}",
		},
	},
	Memory: Memory{
		Pointers: []string{"rdi", "rsi", "rdx", "rcx", "r8", "r9"}, Stacked: "mov {p}, [rbp + {k}]", Above: 16, Saved: 8,
		Enter: "push rbp\nmov rbp, rsp\nsub rsp, {k}\nand rsp, -64", Leave: "mov rsp, rbp\npop rbp", Wide: "vzeroupper",
		At: "[{p} + {k}]", Stack: "rsp", Vector: [2]string{"{mover} {d}, {m}", "{mover} {m}, {a}"}, General: [2]string{"mov {d}, {m}", "mov {m}, {a}"},
		Pieces:  [4][2]string{{"mov al, {m}", "mov {m}, al"}, {"mov ax, {m}", "mov {m}, ax"}, {"mov eax, {m}", "mov {m}, eax"}, {"mov rax, {m}", "mov {m}, rax"}},
		Pointer: "r11", Through: []int{0, 9}, Keep: [numFiles][]int{General: {14}}, // rax, r11 and rbp
	},
}

// procedureCall64 is the convention of Arm's document AAPCS64. Of v8 to v15 the lower halves are preserved.
var procedureCall64 = Assembly{
	Procedure: "AAPCS64", Return: "ret",
	Copy: "mov {d}.16b, {a}.16b", Load: "adrp x9, {k}\nldr q{n}, [x9, :lo12:{k}]",
	Files: [numFiles]Convention{Vectors: {
		Parameters: []int{0, 1, 2, 3, 4, 5, 6, 7},
		Preserved:  []int{8, 9, 10, 11, 12, 13, 14, 15},
		Save:       "str d{n}, [sp, #-16]!", Restore: "ldr d{n}, [sp], #16",
	}},
	Memory: Memory{
		Pointers: []string{"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"}, Stacked: "ldr {p}, [x29, #{k}]", Above: 16, Saved: 16,
		Enter: "stp x29, x30, [sp, #-16]!\nmov x29, sp\nsub sp, sp, #{k}", Leave: "mov sp, x29\nldp x29, x30, [sp], #16",
		At: "[{p}, #{k}]", Stack: "sp", Vector: [2]string{"ldr q{n}, {m}", "str q{n}, {m}"},
		Pieces:  [4][2]string{{"ldrb w9, {m}", "strb w9, {m}"}, {"ldrh w9, {m}", "strh w9, {m}"}, {"ldr w9, {m}", "str w9, {m}"}, {"ldr x9, {m}", "str x9, {m}"}},
		Pointer: "x10", Add: "add {d}, {p}, #{k}", Added: 4095, Near: 255,
	},
}

// elfV2 is the convention of the document Power Architecture 64-Bit ELF V2 ABI Specification, for little-endian Power: a function finds its constants from where it is, and needs no table of contents.
// Slots are above the 32 bytes where a frame's callees may write, and r12 points to them. A register stands behind a percent sign, which GNU's assembler and LLVM's read without being asked to.
var elfV2 = Assembly{
	Head: []string{".abiversion 2"}, Procedure: "ELF V2 for Power", Return: "blr", Written: percentSigns,
	Copy: "vmr {d}, {a}", Load: "addpcis 9, 0\n0:\naddis 9, 9, {k}-0b@ha\naddi 9, 9, {k}-0b@l\nlvx {d}, 0, 9",
	Files: [numFiles]Convention{Vectors: {
		Result:     2,
		Parameters: []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
		Preserved:  []int{20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31},
		Save:       "addi 1, 1, -16\nstvx {d}, 0, 1", Restore: "lvx {d}, 0, 1\naddi 1, 1, 16",
	}},
	Memory: Memory{
		Pointers: []string{"3", "4", "5", "6", "7", "8", "9", "10"}, Stacked: "ld {p}, 0(1)\nld {p}, {k}({p})", Above: 96, Saved: 16,
		Enter: "stdu 1, -{k}-32(1)\naddi 12, 1, 32", Leave: "ld 1, 0(1)",
		At: "{k}({p})", Stack: "12", Vector: [2]string{"lxv vs{n+32}, {m}", "stxv vs{n+32}, {m}"},
		Pieces:  [4][2]string{{"lbz 0, {m}", "stb 0, {m}"}, {"lhz 0, {m}", "sth 0, {m}"}, {"lwz 0, {m}", "stw 0, {m}"}, {"ld 0, {m}", "std 0, {m}"}},
		Pointer: "11", Add: "addi {d}, {p}, {k}", Added: 32752,
	},
}

// powerRegister is a register of vectors in a line of Power.
var powerRegister = regexp.MustCompile(`\bvs?\d+\b`)

func percentSigns(line string) string { return powerRegister.ReplaceAllString(line, "%$0") }
