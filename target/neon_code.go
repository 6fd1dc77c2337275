package target

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// neonRegisters is how many vectors AArch64 has.
const neonRegisters = 32

// A wordCode is an instruction of 32 bits as the bits of its row's Encoding are read, once: those that are always 1, and where each of the others comes from.
type wordCode struct {
	base   uint32
	fields []wordBit
}

// A wordBit is one bit of an instruction: bit number from of a register, or of a number of the immediate, perhaps inverted.
type wordBit struct {
	at, from int
	of       byte // d k, a letter of a source; i j
	inverted bool
}

// wordCodeOf reads an encoding such as 01001110000mmmmm000000nnnnnddddd: d n m are the registers of the row's text in their order, of a list its first.
func wordCodeOf(r *Row) *wordCode {
	c := &wordCode{}
	registers := map[byte]byte{}
	for i, letter := range wordRegisters(r.Asm) {
		registers["dnm"[i]] = letter
	}
	left := map[byte]int{}
	for at := range len(r.Encoding) {
		bit := wordBit{at: at, of: r.Encoding[len(r.Encoding)-1-at]}
		switch bit.of {
		case '0':
			continue
		case '1':
			c.base |= 1 << at
			continue
		case 'I':
			bit.of, bit.inverted = 'i', true
		case 'd', 'n', 'm':
			bit.of = registers[bit.of]
		}
		bit.from = left[bit.of]
		left[bit.of]++
		c.fields = append(c.fields, bit)
	}
	return c
}

// wordRegisters are the letters of a text's registers in their order, of a list its first.
//
//	d.16b, {a.16b, b.16b}, k.16b      d a k
func wordRegisters(asm string) (letters []byte) {
	if first, rest, list := strings.Cut(asm, "{"); list {
		rest, behind, _ := strings.Cut(rest, "}")
		rest, _, _ = strings.Cut(rest, ",")
		asm = first + rest + behind
	}
	for operand := range strings.SplitSeq(asm, ", ") {
		if operand[0] != '#' && !strings.HasPrefix(operand, "lsl ") {
			letters = append(letters, operand[0]|0x20) // D is d as a scalar
		}
	}
	return letters
}

func (c *wordCode) append(code []byte, r *Row, o *Operands) ([]byte, error) {
	i, j := 0, 0
	if r.Imm != nil && r.Imm.Minor > 0 {
		i, j = r.Imm.split(o.Imm)
	} else {
		i = o.Imm
	}
	word := c.base
	for _, f := range c.fields {
		v := 0
		switch f.of {
		case 'i':
			v = i
		case 'j':
			v = j
		case 'd':
			v = o.D
		case 'k':
			v = o.K
		default:
			v = o.Args[strings.IndexByte(SourceLetters, f.of)]
		}
		if f.of != 'i' && f.of != 'j' && (v < 0 || v >= neonRegisters) {
			return code, fmt.Errorf("%s: there is no register v%d", r.Name, v)
		}
		if f.inverted {
			v = ^v
		}
		word |= uint32(v>>f.from&1) << f.at
	}
	return binary.LittleEndian.AppendUint32(code, word), nil
}
