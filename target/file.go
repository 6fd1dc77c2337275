package target

import (
	"slices"
	"strings"
)

// A File is a register file: where the values of a sequence are.
type File uint8

// The files.
const (
	Vectors File = iota // xmm0, v0; of wasm its locals
	General             // rax and the like, of x86
	numFiles
)

// FileOf is the file of the operand that stands for a letter of the row's text.
func (r *Row) FileOf(letter byte) File {
	if strings.IndexByte(r.General, letter) >= 0 {
		return General
	}
	return Vectors
}

// SourceFile is the file of source k.
func (r *Row) SourceFile(k int) File { return r.FileOf(SourceLetters[k]) }

// Operands is Asm with an r before each letter that stands for a general register: "rd, ra, rk" of pext, "rd, k" of an and whose constant is in the instruction.
func (r *Row) Operands() string {
	return replaceLetters(r.Asm, func(letter byte) string {
		if r.FileOf(letter) == Vectors || letter == 'k' && r.Index.Inline {
			return ""
		}
		return "r" + string(letter)
	})
}

// Within says whether the row writes and reads registers of one file. Those that do not cross from one into the other.
func (r *Row) Within(f File) bool {
	for k := range r.Src {
		if r.SourceFile(k) != f {
			return false
		}
	}
	return r.FileOf('d') == f
}

// Holds says whether values of the target's sequences may be in the file. Its maps are of the first of them.
func (t *Target) Holds(f File) bool { return slices.Contains(t.Files, f) }

// Registers is how many registers of a file a sequence may use at once: of vectors those that every encoding names.
func (t *Target) Registers(f File) int {
	if f == General {
		return len(generalRegisters)
	}
	return t.Spelling.registers
}

// RowsIn are the target's rows that write and read registers of one file, and that sequences may have. Of those with an immediate none reads registers that follow one another: there is another that
// destroys one of them.
func (t *Target) RowsIn(f File) []*Row { return t.within[f] }

// Crossings are the target's rows that take values from one file into another.
func (t *Target) Crossings() []*Row { return t.crossings }

// sort puts a row among those of its file, or the crossings.
func (t *Target) sort(r *Row) {
	if r.Consecutive && r.Imm != nil {
		return
	}
	for f := range numFiles {
		if r.Within(f) {
			t.within[f] = append(t.within[f], r)
			return
		}
	}
	t.crossings = append(t.crossings, r)
}

// executes says whether every CPU of the target has what the row needs, and the target's sequences have values where the row wants them.
func (t *Target) executes(r *Row) bool {
	if !r.Needs.In(t.Has) || !t.Holds(r.FileOf('d')) {
		return false
	}
	for k := range r.Src {
		if !t.Holds(r.SourceFile(k)) {
			return false
		}
	}
	return true
}

// generalRegisters are the general registers of x86 that hold values, in the order in which sequences take them: all but the stack pointer.
var generalRegisters = [...]string{"rax", "rcx", "rdx", "rbx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "rbp"}

// MachineNumber is the number that the machine gives to register n of a sequence: rsi is 6. Vectors have theirs, and where the machine has no such register it is -1.
func (f File) MachineNumber(n int) int {
	if f != General {
		return n
	}
	if n >= len(generalNumbers) {
		return -1
	}
	return int(generalNumbers[n])
}

// SequenceNumber is the other way round; ok is false for a register that no sequence has: rsp.
func (f File) SequenceNumber(machine int) (n int, ok bool) {
	if f != General {
		return machine, machine >= 0
	}
	n = slices.IndexFunc(generalNumbers[:], func(m uint8) bool { return int(m) == machine })
	return n, n >= 0
}

// generalNumbers are those of generalRegisters.
var generalNumbers = [...]uint8{0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 5}

// GeneralRegister is the name of general register n of a sequence where that many bits of it are meant, 8 to 64; "?" if there are not so many.
//
//	rax eax ax al      rsi esi si sil      r8 r8d r8w r8b
func GeneralRegister(n, bits int) string {
	if n >= len(generalRegisters) {
		return "?"
	}
	name := generalRegisters[n]
	word := name[1:]
	switch numbered := word[0] <= '9'; {
	case bits > 32:
		return name
	case numbered:
		return name + map[int]string{32: "d", 16: "w", 8: "b"}[bits]
	case bits > 16:
		return "e" + word
	case bits > 8:
		return word
	}
	return strings.TrimSuffix(word, "x") + "l"
}
