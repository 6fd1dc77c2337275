package svp64

import (
	"errors"
	"fmt"
)

// What can be wrong with an instruction, a word, or its execution.
var (
	ErrOddPair       = errors.New("a pair begins at an even register")
	ErrRegister      = errors.New("there are registers 0 to 127")
	ErrNotVector     = errors.New("only the sv. form has vector operands")
	ErrNeedsPrefix   = errors.New("registers above 31 need a prefix: sv. in front")
	ErrReservedWidth = errors.New("the width code 11 is reserved for fmv.swiz (it would be bfloat16); 64, 32 and 16 bits are there")
	ErrReservedMode  = errors.New("this mode is not one of a swizzle move: simple (00 0 dz sz) and saturating (10 N dz sz) are")
	ErrEmptySingle   = errors.New("an SVP64Single prefix without a single bit set is reserved; say it without a prefix")
	ErrNotSwizzle    = errors.New("not mv.swiz or fmv.swiz")
	ErrNotPrefix     = errors.New("not an SVP64 prefix")
	ErrTruncated     = errors.New("a prefix needs the word behind it")
	ErrVL            = errors.New("a vector has at most MAXVL elements, and MAXVL is at most 64")
	ErrPastRegisters = errors.New("the loop goes past the last register, 127")
	ErrStep          = errors.New("SVSTATE holds a step that is none of this instruction's")
	ErrPredicate     = errors.New("the loop would overwrite its own predicate: UNDEFINED, because a loop that is interrupted reads it again")
)

// An OperandError is what is wrong with RT or RA.
type OperandError struct {
	Name string
	Reg  Reg
	Err  error
}

// Error is the operand, its number and the rule.
func (e *OperandError) Error() string { return fmt.Sprintf("%s is %d: %v", e.Name, e.Reg.No, e.Err) }

// Unwrap is the rule that is broken.
func (e *OperandError) Unwrap() error { return e.Err }

// A WordError is what is wrong with a word, and in which bits. Bit 0 is the most significant one.
type WordError struct {
	Word        uint32
	First, Last int
	Err         error
}

// Error is the word, the bits and the reason.
func (e *WordError) Error() string {
	if e.First == e.Last {
		return fmt.Sprintf("word %08x, bit %d: %v", e.Word, e.First, e.Err)
	}
	return fmt.Sprintf("word %08x, bits %d to %d: %v", e.Word, e.First, e.Last, e.Err)
}

// Unwrap is the reason.
func (e *WordError) Unwrap() error { return e.Err }

// wordError is an error about a field of a word.
func wordError(w uint32, f field, err error) error {
	return &WordError{w, f.first(), f.last(), err}
}
