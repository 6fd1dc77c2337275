package target_test

import (
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/internal/x86"
)

// destination is the number of the register that the row writes; sourceRegister and constantRegister are those that it reads.
func (s *silicon) destination() int {
	if s.row.Spends {
		return s.constantRegister()
	}
	return registerD
}

func (s *silicon) sourceRegister(j int) int {
	if j == 0 && s.row.Destroys {
		return registerD
	}
	return registerA + j
}

func (s *silicon) constantRegister() int {
	if strings.Contains(s.row.Asm, "k") {
		return registerK
	}
	return 0 // pblendvb
}

// encode is the row as bytes.
func (s *silicon) encode(v int, f form) []byte {
	r := s.row
	text := r.Encoding
	if f != unmasked {
		text = r.Mask.Encoding
	}
	var code []byte
	asm := strings.Split(r.Asm, "; ")
	for j, text := range strings.Split(text, "; ") { // two of a pair
		encoding, err := x86.Parse(text)
		if err != nil {
			s.t.Fatal(err)
		}
		var operands []x86.Operand
		for _, operand := range strings.Split(asm[j], ", ") {
			operands = append(operands, s.operand(operand, v))
		}
		switch f {
		case zeroing:
			operands[0] = operands[0].Zeroed(maskM)
		case merging:
			operands[0] = operands[0].Masked(maskM)
		}
		if code, err = encoding.Append(code, operands...); err != nil {
			s.t.Fatalf("%s %s: %v", r.Name, r.Asm, err)
		}
	}
	return code
}

func (s *silicon) operand(text string, v int) x86.Operand {
	r := s.row
	vector := func(n, bits int) x86.Operand {
		switch bits {
		case 512:
			return x86.ZMM(n)
		case 256:
			return x86.YMM(n)
		}
		return x86.XMM(n)
	}
	switch text {
	case "i":
		if r.Imm.Minor > 0 {
			v %= r.Imm.Minor
		}
		return x86.Imm(int64(v))
	case "j":
		return x86.Imm(int64(v / r.Imm.Minor))
	case "r":
		return x86.R(x86.RCX)
	case "d":
		return vector(s.destination(), r.Bits)
	case "d{m}":
		return vector(s.destination(), r.Bits).Masked(maskM)
	case "d{m}{z}":
		return vector(s.destination(), r.Bits).Zeroed(maskM)
	case "k":
		return vector(s.constantRegister(), r.Bits)
	case "a", "b", "c":
		j := int(text[0] - 'a')
		return vector(s.sourceRegister(j), r.Src[j])
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		s.t.Fatalf("%s: operand %q", r.Name, text)
	}
	return x86.Imm(int64(n))
}
