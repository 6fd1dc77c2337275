package target

import (
	"strings"

	"github.com/lanescope/lanescope/internal/x86"
)

// codeBytes is the length of a row's code with the registers 1 to 4, which every encoding names in its shortest form. The encoding of a row that cannot
// be encoded is a mistake of the table, which a test finds as a length of 0.
func codeBytes(r *Row) int {
	var code []byte
	lines := strings.Split(r.Asm, "; ")
	for i, text := range strings.Split(r.Encoding, "; ") {
		encoding, err := x86.Parse(text)
		if err != nil {
			return 0
		}
		var operands []x86.Operand
		for operand := range strings.SplitSeq(lines[i], ", ") {
			operands = append(operands, anyOperand(r, operand))
		}
		if code, err = encoding.Append(code, operands...); err != nil {
			return 0
		}
	}
	return len(code)
}

// anyOperand is an operand of a row: its letter, with marks of a mask register behind it, or a number.
func anyOperand(r *Row, text string) x86.Operand {
	bits := r.Bits
	if r.FileOf(text[0]) == General && !(text[0] == 'k' && r.Index.Inline) {
		return x86.R(x86.RCX)
	}
	switch text[0] {
	case 'a', 'b', 'c':
		bits = r.Src[text[0]-'a']
	case 'd':
	case 'k':
		if r.Index.Inline {
			return x86.Imm(0)
		}
	case 'r':
		return x86.R(x86.RCX)
	default:
		return x86.Imm(0)
	}
	o := x86.XMM(1)
	switch bits {
	case 256:
		o = x86.YMM(1)
	case 512:
		o = x86.ZMM(1)
	}
	switch {
	case strings.HasSuffix(text, "{z}"):
		return o.Zeroed(1)
	case strings.HasSuffix(text, "{m}"):
		return o.Masked(1)
	}
	return o
}
