package target

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// A GoAssembly is how a family of instruction sets is written for Go's assembler. In its texts {d} is a register that is written and {a} one that is read, {p} a parameter's name and {o} its
// offset in the frame, {s} a general register that is free, {k} a symbol or a number; {copy} and {move} are Copy's and Move's names. A text may be two instructions, a line each.
type GoAssembly struct {
	Architecture string // as GOARCH has it

	Argument, Result string // of a vector by a pointer in the frame, and back
	Number, Back     string // the same of a number that is in the frame itself
	Load             string // of a constant vector from its symbol
	Memory           GoMemory
	Copied           string // of a vector register
	Set, Moved       string // of a number into a general register; of such a register into another
	Mask, Wide       string // of a number into a mask register: of at most 32 bits, of more

	Copy, Move func(bits int) string // names of what copies a vector register, and of what moves a vector from memory or to it
	Register   func(f File, n, bits int) string
	Directive  func(code []byte) string                         // machine code that the assembler does not know by name
	Leave      func(bits int) string                            // what stands before RET after vectors of so many bits; empty: nothing
	row        func(r *Row, o *Operands) (text string, ok bool) // ok is false where the assembler does not know the instruction
}

// A GoMemory is how vectors of several registers are read and written, by pointers. Its texts are those of [Memory]; of each two the first is from memory, the second to it. In them {n} is the register's number.
type GoMemory struct {
	Vector, General [2]string
	Pieces          [4][2]string
	Parameter       string // the pointer in the frame into the register through which it goes, which is
	Pointer, Stack  string // beside the stack's
	Below           int    // bytes of the frame before slot 0
	Through         []int  // as in Memory
}

// Text is a row's instruction: operands in Go's order, from right to left, or its machine code with the instruction behind it. The error is that of AppendCode.
//
//	PSHUFD $27, X2, X1
//	WORD $0x6e621c20 // bsl v0.16b, v1.16b, v2.16b
func (g *GoAssembly) Text(r *Row, o *Operands, listing string) (string, error) {
	if text, ok := g.row(r, o); ok {
		return text, nil
	}
	code, err := r.AppendCode(nil, o)
	if err != nil {
		return "", err
	}
	return g.Directive(code) + " // " + listing, nil
}

var goSSE = goX86("MOVO", "MOVOU")

var goVEX = goX86("VMOVDQA", "VMOVDQU")

// goX86 is x86 with the moves of legacy encodings or of VEX.
func goX86(copy, move string) GoAssembly {
	wide := func(name string) func(bits int) string {
		return func(bits int) string {
			if bits > 256 {
				return name + "64"
			}
			return name
		}
	}
	return GoAssembly{
		Architecture: "amd64",
		Argument:     "MOVQ {p}+{o}(FP), AX\n{move} (AX), {d}", Result: "MOVQ {p}+{o}(FP), AX\n{move} {a}, (AX)",
		Number: "MOVQ {p}+{o}(FP), {d}", Back: "MOVQ {a}, {p}+{o}(FP)",
		Load: "{move} {k}<>(SB), {d}", Copied: "{copy} {a}, {d}", Set: "MOVQ ${k}, {d}", Moved: "MOVQ {a}, {d}",
		Mask: "MOVL ${k}, {s}\nKMOVD {s}, {d}", Wide: "MOVQ ${k}, {s}\nKMOVQ {s}, {d}",
		Copy: wide(copy), Move: wide(move), Register: goRegisterX86, Directive: goBytes, row: goRowX86,
		Leave: func(bits int) string {
			if bits > 128 {
				return "VZEROUPPER"
			}
			return ""
		},
		Memory: GoMemory{
			Vector: [2]string{"{move} {m}, {d}", "{move} {a}, {m}"}, General: [2]string{"MOVQ {m}, {d}", "MOVQ {a}, {m}"},
			Pieces:    [4][2]string{{"MOVB {m}, AX", "MOVB AX, {m}"}, {"MOVW {m}, AX", "MOVW AX, {m}"}, {"MOVL {m}, AX", "MOVL AX, {m}"}, {"MOVQ {m}, AX", "MOVQ AX, {m}"}},
			Parameter: "MOVQ {p}+{o}(FP), R11", Pointer: "R11", Stack: "SP", Through: []int{0, 9},
		},
	}
}

func goRegisterX86(f File, n, bits int) string {
	if f == Vectors {
		return strings.ToUpper(xmmToZMM(bits)[:1]) + strconv.Itoa(n)
	}
	sequence, _ := General.SequenceNumber(n)
	name := strings.ToUpper(GeneralRegister(sequence, 64))
	if name[1] >= '0' && name[1] <= '9' {
		return name
	}
	return name[1:]
}

func goBytes(code []byte) string {
	words := make([]string, len(code))
	for i, b := range code {
		words[i] = fmt.Sprintf("BYTE $0x%02x", b)
	}
	return strings.Join(words, "; ")
}

// goNames are the instructions of x86 whose name in Go's assembler is another one. The others have their own, and those of general registers L or Q behind it.
var goNames = map[string]string{
	"movd": "MOVL", "packssdw": "PACKSSLW", "pcmpeqd": "PCMPEQL", "pslld": "PSLLL", "psrld": "PSRLL", "pslldq": "PSLLO", "psrldq": "PSRLO",
	"punpcklwd": "PUNPCKLWL", "punpckhwd": "PUNPCKHWL", "punpckldq": "PUNPCKLLQ", "punpckhdq": "PUNPCKHLQ",
}

// goGeneralNames are those of general registers, without L or Q.
var goGeneralNames = map[string]string{"shld": "SHL", "shrd": "SHR"}

func goRowX86(r *Row, o *Operands) (string, bool) {
	c, ok := r.code.(*x86Code)
	if !ok || len(c.lines) != 1 {
		return "", false
	}
	var operands []string
	mask, zeroed := "", o.Zeroed
	for j := range c.lines[0].operands {
		at := &c.lines[0].operands[j]
		operands = append(operands, at.goText(r, o))
		if at.masked || j == 0 && (o.Masked || o.Zeroed) {
			mask, zeroed = "K"+strconv.Itoa(o.M)+", ", zeroed || at.zero
		}
	}
	if r.Implicit() {
		operands = append(operands, "X0")
	}
	text := goNameX86(r)
	if zeroed {
		text += ".Z"
	}
	text += " "
	for j := len(operands) - 1; j > 0; j-- {
		text += operands[j] + ", "
	}
	return text + mask + operands[0], true
}

func goNameX86(r *Row) string {
	if !r.Within(General) {
		if name := goNames[r.Name]; name != "" {
			return name
		}
		return strings.ToUpper(r.Name)
	}
	size := "L"
	if r.Bits == 64 {
		size = "Q"
	}
	switch {
	case r.Name == "movzx" && r.Src[0] == 8:
		return "MOVBLZX"
	case r.Name == "movzx":
		return "MOVWLZX"
	case goGeneralNames[r.Name] != "":
		return goGeneralNames[r.Name] + size
	}
	return strings.ToUpper(r.Name) + size
}

// goText is the operand as Go's assembler has it.
func (at *x86Operand) goText(r *Row, o *Operands) string {
	n := o.D
	switch at.letter {
	case 0:
		return "$" + strconv.FormatInt(at.number, 10)
	case 'i':
		i, _ := r.Imm.split(o.Imm)
		return "$" + strconv.Itoa(i)
	case 'd':
	case 'k':
		if r.Index.Inline {
			low, _ := o.Const.Slice(0, min(o.Const.Len(), 32)).Uint64()
			return "$" + strconv.Itoa(int(int32(low)))
		}
		n = o.K
	default:
		n = o.Args[strings.IndexByte(SourceLetters, at.letter)]
	}
	f := Vectors
	if at.general {
		f = General
	}
	return goRegisterX86(f, n, at.bits)
}

var goAArch64 = GoAssembly{
	Architecture: "arm64",
	Argument:     "MOVD {p}+{o}(FP), R0\nVLD1 (R0), [{d}.B16]", Result: "MOVD {p}+{o}(FP), R0\nVST1 [{a}.B16], (R0)",
	Load: "MOVD ${k}<>(SB), R0\nVLD1 (R0), [{d}.B16]", Copied: "VORR {a}.B16, {a}.B16, {d}.B16",
	Copy: func(int) string { return "" }, Move: func(int) string { return "" },
	Register:  func(_ File, n, _ int) string { return "V" + strconv.Itoa(n) },
	Directive: func(code []byte) string { return fmt.Sprintf("WORD $0x%08x", binary.LittleEndian.Uint32(code)) },
	Leave:     func(int) string { return "" },
	row:       goRowNEON,
	Memory: GoMemory{
		Vector:    [2]string{"FMOVQ {m}, F{n}", "FMOVQ F{n}, {m}"},
		Pieces:    [4][2]string{{"MOVBU {m}, R0", "MOVB R0, {m}"}, {"MOVHU {m}, R0", "MOVH R0, {m}"}, {"MOVWU {m}, R0", "MOVW R0, {m}"}, {"MOVD {m}, R0", "MOVD R0, {m}"}},
		Parameter: "MOVD {p}+{o}(FP), R1", Pointer: "R1", Stack: "RSP", Below: 16, // the link register, and as much again: slots are 16 bytes, and so are the steps in which FMOVQ counts
	},
}

// goKnows are the instructions of NEON that Go's assembler has, with V before their names.
const goKnows = " zip1 zip2 uzp1 uzp2 trn1 trn2 ext rev16 rev32 rev64 rbit dup tbl tbx bsl bit bif and orr shl ushr sli sri ushll ushll2 "

func goRowNEON(r *Row, o *Operands) (string, bool) {
	element := r.Name == "mov" && r.Imm.Minor > 0 // one lane into a vector
	if !strings.Contains(goKnows, " "+r.Name+" ") && !element {
		return "", false
	}
	i, j := 0, 0
	if r.Imm != nil {
		i, j = r.Imm.split(o.Imm)
	}
	var operands []string
	for _, text := range splitOperands(r.Asm) {
		operands = append(operands, goOperandNEON(text, func(letter byte) string {
			switch letter {
			case 'd':
				return strconv.Itoa(o.D)
			case 'k':
				return strconv.Itoa(o.K)
			case 'i':
				return strconv.Itoa(i)
			case 'j':
				return strconv.Itoa(j)
			}
			return strconv.Itoa(o.Args[strings.IndexByte(SourceLetters, letter)])
		}))
	}
	text := "V" + strings.ToUpper(r.Name) + " "
	for k := len(operands) - 1; k > 0; k-- {
		text += operands[k] + ", "
	}
	return text + operands[0], true
}

// splitOperands are the operands of a text, a list in braces being one.
func splitOperands(asm string) (list []string) {
	depth, start := 0, 0
	for i := range len(asm) {
		switch asm[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth == 0 {
				list, start = append(list, asm[start:i]), i+2
			}
		}
	}
	return append(list, asm[start:])
}

// goOperandNEON is an operand of a row's text.
//
//	a.16b V1.B16    #i $4    b.s[i] V2.S[3]    {a.16b, b.16b} [V1.B16, V2.B16]
func goOperandNEON(text string, number func(letter byte) string) string {
	if list, ok := strings.CutPrefix(text, "{"); ok {
		var of []string
		for one := range strings.SplitSeq(strings.TrimSuffix(list, "}"), ", ") {
			of = append(of, goOperandNEON(one, number))
		}
		return "[" + strings.Join(of, ", ") + "]"
	}
	if text[0] == '#' {
		return "$" + number(text[1])
	}
	lanes := text[2:] // behind the letter and a dot: 16b, or s[i]
	if lane, index, ok := strings.Cut(lanes, "["); ok {
		return "V" + number(text[0]) + "." + strings.ToUpper(lane) + "[" + number(index[0]) + "]"
	}
	last := len(lanes) - 1
	return "V" + number(text[0]) + "." + strings.ToUpper(lanes[last:]) + lanes[:last]
}

// GoName is the name that Go's assembler has for a row of x86; ok is false where it is written there as bytes.
func (r *Row) GoName() (name string, ok bool) {
	c, ok := r.code.(*x86Code)
	if !ok || len(c.lines) != 1 {
		return "", false
	}
	return goNameX86(r), true
}
