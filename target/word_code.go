package target

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// wordRegisters is how many vectors the instruction sets have whose instructions are words.
const wordRegisters = 32

// A wordCode is an instruction of 32 bits, or of 64 with the word that comes first on top, as the bits of its row's Encoding are read, once: those that are always 1, and where each of the others comes from.
type wordCode struct {
	base   uint64
	bytes  int
	fields []wordBit
}

// A wordBit is one bit of an instruction: bit number from of a register, or of a number of the immediate, perhaps inverted.
type wordBit struct {
	at, from int
	of       byte // d k, a letter of a source, m of a predicate; i j, u for i as it is written, and M, which only a masked form has not
	inverted bool
}

// wordCodeOf reads an encoding such as 01001110000mmmmm000000nnnnnddddd. Letter is the letter of the operand that one of its letters stands for.
func wordCodeOf(encoding string, letter func(byte) byte) *wordCode {
	c := &wordCode{bytes: len(encoding) / 8, fields: make([]wordBit, 0, len(encoding)-strings.Count(encoding, "0")-strings.Count(encoding, "1"))}
	var left [1 << 8]int
	for at := range len(encoding) {
		bit := wordBit{at: at, of: encoding[len(encoding)-1-at]}
		switch bit.of {
		case '0':
			continue
		case '1':
			c.base |= 1 << at
			continue
		case 'I':
			bit.of, bit.inverted = 'i', true
		default:
			bit.of = letter(bit.of)
		}
		bit.from = left[bit.of]
		left[bit.of]++
		c.fields = append(c.fields, bit)
	}
	return c
}

func (c *wordCode) append(code []byte, r *Row, o *Operands) ([]byte, error) {
	i, j := 0, 0
	if r.Imm != nil && r.Imm.Minor > 0 {
		i, j = r.Imm.split(o.Imm)
	} else {
		i = o.Imm
	}
	if r.Imm != nil && r.Imm.encode != nil {
		i = r.Imm.encode(o.Imm)
	}
	word := c.base
	for _, f := range c.fields {
		v := 0
		switch f.of {
		case 'i':
			v = i
		case 'j':
			v = j
		case 'u':
			v = o.Imm + r.Imm.First
		case 'M':
			if v = 1; o.Masked {
				v = 0
			}
		case 'd':
			v = o.D
		case 'k':
			v = o.K
		case 'm':
			v = o.M
		default:
			v = o.Args[strings.IndexByte(SourceLetters, f.of)]
		}
		if strings.IndexByte("ijuM", f.of) < 0 && (v < 0 || v >= wordRegisters) {
			return code, fmt.Errorf("%s: there is no register v%d", r.Name, v)
		}
		if f.inverted {
			v = ^v
		}
		word |= uint64(v>>f.from&1) << f.at
	}
	if c.bytes == 8 {
		code = binary.LittleEndian.AppendUint32(code, uint32(word>>32))
	}
	return binary.LittleEndian.AppendUint32(code, uint32(word)), nil
}
