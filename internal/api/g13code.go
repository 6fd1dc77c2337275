//go:build !wasm

package api

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
)

// compileG13 makes machine code of a program.
func compileG13(p *machine.Program) (g13Code, error) {
	c, err := jit.Compile(p)
	if err != nil {
		return nil, err // and no Code that is nil
	}
	return c, nil
}

// codeBytes is how many bytes of machine code stand in a line.
const codeBytes = 16

// AppendG13Code appends the machine code that a program is compiled to, in hexadecimal digits, behind each of its instructions, or behind what surrounds them.
func AppendG13Code(b []byte, p *machine.Program) ([]byte, error) {
	c, err := jit.Compile(p)
	if err != nil {
		return b, err
	}
	ops := p.Ops()
	for _, piece := range c.Pieces() {
		if piece.Op < 0 {
			b = fmt.Appendf(b, "        %s\n", piece.Name)
		} else {
			b = fmt.Appendf(b, "%6x  %s\n", ops[piece.Op].Offset, asm.Text(ops[piece.Op].Inst))
		}
		for line := range slices.Chunk(piece.Code, codeBytes) {
			b = fmt.Appendf(b, "            % x\n", line)
		}
	}
	return b, c.Close()
}
