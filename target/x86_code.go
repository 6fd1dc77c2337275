package target

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/internal/x86"
)

// x86Code is a row of x86 as its encodings are read, once.
type x86Code struct {
	lines  []x86Line // two of a pair
	masked x86Line   // of the masked forms
}

// An x86Line is one instruction: an encoding, and the operands in the order of its Op/En.
type x86Line struct {
	encoding x86.Encoding
	operands []x86Operand
}

// An x86Operand is what stands at one place: a letter, or a number.
type x86Operand struct {
	letter       byte // 0: number
	number       int64
	general      bool
	bits         int
	masked, zero bool // the text has {m}, and {z}
}

// encode reads the row's encodings. One that cannot be read is a mistake of the table, which a test finds as a code of no bytes.
func (r *Row) encode() {
	c := &x86Code{}
	lines := strings.Split(r.Asm, "; ")
	for i, text := range strings.Split(r.Encoding, "; ") {
		line, err := x86LineOf(r, text, lines[i])
		if err != nil {
			return
		}
		c.lines = append(c.lines, line)
	}
	if r.Mask != nil {
		line, err := x86LineOf(r, r.Mask.Encoding, r.Asm)
		if err != nil {
			return
		}
		c.masked = line
	}
	r.code = c
	// Registers 1 to 4 are those that every encoding names in its shortest form.
	code, err := c.append(nil, r, &Operands{D: 1, Args: []int{1, 1, 1}, K: 1, M: 1, Scratch: 1})
	if err != nil {
		return
	}
	r.Bytes = len(code)
}

func x86LineOf(r *Row, encoding, asm string) (line x86Line, err error) {
	if line.encoding, err = x86.Parse(encoding); err != nil {
		return line, err
	}
	for text := range strings.SplitSeq(asm, ", ") {
		line.operands = append(line.operands, x86OperandOf(r, text))
	}
	return line, nil
}

func x86OperandOf(r *Row, text string) x86Operand {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return x86Operand{number: n}
	}
	o := x86Operand{letter: text[0], bits: r.Bits, general: r.FileOf(text[0]) == General, masked: strings.Contains(text, "{m}"), zero: strings.Contains(text, "{z}")}
	if k := strings.IndexByte(SourceLetters, o.letter); k >= 0 {
		o.bits = r.Src[k]
	}
	return o
}

func (c *x86Code) append(code []byte, r *Row, o *Operands) ([]byte, error) {
	lines := c.lines
	if o.Masked || o.Zeroed {
		lines = []x86Line{c.masked}
	}
	start := len(code)
	for i := range lines {
		var list [5]x86.Operand
		operands := list[:0]
		for j := range lines[i].operands {
			at := lines[i].operands[j]
			if j == 0 {
				at.masked, at.zero = at.masked || o.Masked || o.Zeroed, at.zero || o.Zeroed
			}
			operands = append(operands, at.in(r, o))
		}
		var err error
		if code, err = lines[i].encoding.Append(code, operands...); err != nil {
			return code[:start], fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	return code, nil
}

// in is the operand of an instruction.
func (at *x86Operand) in(r *Row, o *Operands) x86.Operand {
	n := 0
	switch at.letter {
	case 0:
		return x86.Imm(at.number)
	case 'i':
		i, _ := r.Imm.split(o.Imm)
		return x86.Imm(int64(i))
	case 'j':
		_, j := r.Imm.split(o.Imm)
		return x86.Imm(int64(j))
	case 'r':
		return x86.R(o.Scratch)
	case 'd':
		n = o.D
	case 'k':
		if r.Index.Inline {
			low, _ := o.Const.Slice(0, min(o.Const.Len(), 32)).Uint64()
			return x86.Imm(int64(int32(low)))
		}
		n = o.K
	default:
		n = o.Args[strings.IndexByte(SourceLetters, at.letter)]
	}
	v := x86Register(at.general, n, at.bits)
	switch {
	case at.zero:
		return v.Zeroed(o.M)
	case at.masked:
		return v.Masked(o.M)
	}
	return v
}

// x86Register is a register where that many bits of it are meant.
func x86Register(general bool, n, bits int) x86.Operand {
	switch {
	case general && bits == 8:
		return x86.Low(n)
	case general:
		return x86.R(n)
	case bits > 256:
		return x86.ZMM(n)
	case bits > 128:
		return x86.YMM(n)
	}
	return x86.XMM(n)
}
