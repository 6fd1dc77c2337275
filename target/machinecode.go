package target

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// Operands are where one instruction of a row has what it reads and writes. Registers have the numbers that the machine gives them: xmm5 and v5 are 5, rdi is 7.
type Operands struct {
	D       int   // what it writes
	Args    []int // of each source
	K       int   // of the constant, if it is in a register; pblendvb's is in 0
	M       int   // of the mask: of a masked form, or of the constant of a row that has it in a mask register
	Scratch int   // of a pair: the general register through which the lane goes

	Imm   int        // the value of an immediate row
	Const lane.Const // that is part of the instruction, where the row has it Inline

	Masked, Zeroed bool // the form with a mask register that keeps the old destination; the one that puts zeros
}

// AppendCode appends the row's machine code. The error says which operand it cannot have, or that the target has none.
//
//	pshufd xmm1, xmm2, 27      D 1, Args 2, Imm 27      66 0f 70 ca 1b
//	ext v0.16b, v1.16b, v2.16b, #4                      20 20 02 6e
func (r *Row) AppendCode(code []byte, o *Operands) ([]byte, error) {
	if r.code == nil {
		return code, fmt.Errorf("%s has no machine code of its own", r.Name)
	}
	if err := r.admits(o); err != nil {
		return code, err
	}
	return r.code.append(code, r, o)
}

// rowCode is how a family of instruction sets encodes a row.
type rowCode interface {
	append(code []byte, r *Row, o *Operands) ([]byte, error)
}

// admits refuses registers that the row does not have apart, or that have to follow one another.
func (r *Row) admits(o *Operands) error {
	n := len(r.Src)
	switch {
	case len(o.Args) < n:
		return fmt.Errorf("%s reads %d vectors, and has %d", r.Name, n, len(o.Args))
	case r.Destroys && o.D != o.Args[0]:
		return fmt.Errorf("%s writes its first source: that is in register %d, and the destination is %d", r.Name, o.Args[0], o.D)
	case r.Spends && o.D != o.K:
		return fmt.Errorf("%s writes its constant: that is in register %d, and the destination is %d", r.Name, o.K, o.D)
	case r.Implicit() && o.K != 0:
		return fmt.Errorf("%s has its constant in register 0, and not in %d", r.Name, o.K)
	case r.Apart && slices.Contains(o.Args[r.table():n], o.D) || r.Apart && r.Index != nil && hasLetter(r.Asm, 'k') && o.K == o.D:
		return fmt.Errorf("%s writes no register that it reads, and has both in %d", r.Name, o.D)
	case o.Zeroed && r.Mask != nil && r.Mask.Merges:
		return fmt.Errorf("%s has no form that puts zeros", r.Name)
	case (o.Masked || o.Zeroed) && r.Mask == nil:
		return fmt.Errorf("%s has no form with a mask register", r.Name)
	}
	if first := r.table(); r.Consecutive {
		for k := first; k < n; k++ {
			if o.Args[k] != (o.Args[first]+k-first)%wordRegisters {
				return fmt.Errorf("%s reads registers that follow one another, and has %v", r.Name, o.Args[first:n])
			}
		}
	}
	return nil
}

// table is the first source that is not the destination.
func (r *Row) table() int {
	if r.Destroys {
		return 1
	}
	return 0
}

// Implicit says whether the row reads its constant from register 0, without saying so: pblendvb.
func (r *Row) Implicit() bool {
	x := r.Index
	return x != nil && !x.Mask && !x.Inline && !r.Spends && len(r.Src) > 0 && !hasLetter(r.Asm, 'k')
}

// split are the numbers that are written for a value of the immediate: that for i, and that for j where there are two.
func (d *Immediate) split(value int) (i, j int) {
	if d.Minor > 0 {
		return value % d.Minor, value / d.Minor
	}
	return value + d.First, 0
}
