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
	switch letter := text[0]; {
	case letter == 'k' && r.Index.Inline, strings.IndexByte("dabckr", letter) < 0:
		return x86.Imm(0)
	case letter == 'r' || r.FileOf(letter) == General:
		return x86.R(x86.RCX)
	case letter >= 'a' && letter <= 'c':
		bits = r.Src[letter-'a']
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
