package target_test

import (
	"strconv"
	"strings"
	"unsafe"

	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/x86"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Registers in which a row has its vectors. A legacy blend has its constant in xmm0.
const (
	vectorD = 1
	vectorA = 2
	vectorK = 5
	maskM   = 3
	scratch = x86.RCX // of pairs
)

// places are the registers in which a row has its operands, by their letters.
type places map[byte]int

// choose says where the row has its operands this time. Vectors are always in the same registers; general ones are any that a body may use, sources apart from one another.
func (s *silicon) choose() places {
	r := s.row
	at := places{'d': vectorD, 'a': vectorA, 'b': vectorA + 1, 'c': vectorA + 2, 'k': vectorK}
	if r.Index != nil && !r.Index.Mask && !strings.Contains(r.Asm, "k") {
		at['k'] = 0 // pblendvb
	}
	free := []int{x86.RAX, x86.RCX, x86.RDX, x86.RBX, x86.RSI, x86.R8, x86.R9, x86.R10, x86.R11, x86.R12, x86.R13}
	s.random.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for i, letter := range []byte("abk") {
		if r.FileOf(letter) == target.General {
			at[letter] = free[i]
		}
	}
	if r.FileOf('d') == target.General {
		at['d'] = free[s.random.IntN(len(free))] // perhaps one that is read
	}
	switch {
	case r.Destroys:
		at['a'] = at['d']
		for _, letter := range []byte("bk") {
			if at[letter] == at['d'] && r.FileOf(letter) == r.FileOf('d') {
				at[letter] = free[3]
			}
		}
	case r.Spends:
		at['d'] = at['k']
	}
	return at
}

// encode is the row as bytes. k is the constant of a row that has it in the instruction.
func (s *silicon) encode(at places, v int, k lane.Const, f form) []byte {
	r := s.row
	text := r.Encoding
	if f != unmasked {
		text = r.Mask.Encoding
	}
	var code []byte
	asm := strings.Split(r.Asm, "; ")
	for j, text := range strings.Split(text, "; ") { // two of a pair
		encoding, err := x86.Parse(text)
		if err != nil {
			s.t.Fatal(err)
		}
		var operands []x86.Operand
		for _, operand := range strings.Split(asm[j], ", ") {
			operands = append(operands, s.operand(at, operand, v, k))
		}
		switch f {
		case zeroing:
			operands[0] = operands[0].Zeroed(maskM)
		case merging:
			operands[0] = operands[0].Masked(maskM)
		}
		if code, err = encoding.Append(code, operands...); err != nil {
			s.t.Fatalf("%s %s: %v", r.Name, r.Asm, err)
		}
	}
	return code
}

// operand is what stands for a letter, with marks of a mask register behind it, or a number.
func (s *silicon) operand(at places, text string, v int, k lane.Const) x86.Operand {
	r := s.row
	switch text {
	case "i":
		if r.Imm.Minor > 0 {
			v %= r.Imm.Minor
		}
		return x86.Imm(int64(v + r.Imm.First))
	case "j":
		return x86.Imm(int64(v / r.Imm.Minor))
	case "r":
		return x86.R(scratch)
	case "k":
		if r.Index.Inline {
			low, _ := k.Slice(0, 32).Uint64()
			return x86.Imm(int64(int32(low)))
		}
	}
	if n, err := strconv.Atoi(text); err == nil {
		return x86.Imm(int64(n))
	}
	letter, bits := text[0], r.Bits
	if j := strings.IndexByte(target.SourceLetters, letter); j >= 0 {
		bits = r.Src[j]
	}
	o := register(r.FileOf(letter), at[letter], bits)
	switch text[1:] {
	case "":
	case "{m}":
		return o.Masked(maskM)
	case "{m}{z}":
		return o.Zeroed(maskM)
	default:
		s.t.Fatalf("%s: operand %q", r.Name, text)
	}
	return o
}

func register(f target.File, n, bits int) x86.Operand {
	switch {
	case f == target.General && bits == 8:
		return x86.Low(n)
	case f == target.General:
		return x86.R(n)
	case bits == 512:
		return x86.ZMM(n)
	case bits == 256:
		return x86.YMM(n)
	}
	return x86.XMM(n)
}

// valueOf is where the operand of a letter is in the registers.
func (s *silicon) valueOf(regs *execmem.Registers, at places, letter byte) []byte {
	n := at[letter]
	if s.row.FileOf(letter) == target.General {
		return unsafe.Slice((*byte)(unsafe.Pointer(&regs.General[n])), 8)
	}
	return regs.Vector[n][:]
}

// sources are the bytes that the row reads of each source.
func (s *silicon) sources(regs *execmem.Registers, at places) (src [][]byte) {
	for j, bits := range s.row.Src {
		src = append(src, s.valueOf(regs, at, target.SourceLetters[j])[:bits/8])
	}
	return src
}
