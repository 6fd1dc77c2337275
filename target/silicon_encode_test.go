package target_test

import (
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
	o := target.Operands{D: at['d'], K: at['k'], M: maskM, Scratch: scratch, Imm: v, Const: k, Masked: f == merging, Zeroed: f == zeroing}
	for j := range r.Src {
		o.Args = append(o.Args, at[target.SourceLetters[j]])
	}
	code, err := r.AppendCode(nil, &o)
	if err != nil {
		s.t.Fatalf("%s %s: %v", r.Name, r.Asm, err)
	}
	return code
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
