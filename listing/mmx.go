package listing

import (
	"errors"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// MMX has eight registers of 64 bits and one shuffle by an immediate, of four words:
//
//	pshufw mm0, mm1, 27            pshufw $27, %mm1, %mm0
//
// No target has these registers. Emulators meet the instruction nevertheless, and want it on another machine.

// mmxBits is what a register of MMX has.
const mmxBits = 64

func isMMX(name string) bool {
	return len(name) == 3 && strings.HasPrefix(name, "mm") && name[2] >= '0' && name[2] <= '7'
}

// isWordShuffle knows that shuffle.
func isWordShuffle(name string) bool { return name == "pshufw" }

// wordShuffle permutes the words of a register.
func (l *listing) wordShuffle(operands []apply.Operand) error {
	inMMX := func(o apply.Operand) bool { return strings.HasPrefix(o.Name, "mmx") }
	if len(operands) != 3 || !inMMX(operands[0]) || !inMMX(operands[1]) || operands[2].IsVector() || operands[2].Number>>8 != 0 {
		return errors.New("expected two of mm0 to mm7 and a number up to 255: pshufw mm0, mm1, 27")
	}
	args, err := l.Arguments([]string{operands[1].Name}, []int{mmxBits}, 16)
	if err != nil {
		return err
	}
	words, err := args[0].Regroup(16)
	if err != nil {
		return err
	}
	m := words
	m.Lane = make([]lane.Lane, 4)
	for i := range m.Lane {
		m.Lane[i] = words.Lane[operands[2].Number>>(2*i)&3]
	}
	l.Named[operands[0].Name], l.Result = m, m
	return nil
}
