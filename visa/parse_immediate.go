package visa

import (
	"math"
	"strings"
)

// immediate reads a number and its type. What is stored is the tool's choice: integers modulo 2^32 or 2^64, whatever the type; a number with a point as IEEE
// bits; an integer behind f or df is the bits themselves.
func (p *Parser) immediate(o *Operand, role Role) bool {
	start := p.peekOff()
	o.Class = Immediate
	if v, ok := p.float(); ok {
		if !p.typeWord(&o.Type, true) {
			return false
		}
		switch o.Type {
		case F:
			o.Imm = uint64(math.Float32bits(float32(v)))
		case DF:
			o.Imm = math.Float64bits(v)
		default:
			return p.fail(start, p.off, "a number with a point is of type f or df; half precision is spelled in bits, as 0x3c00:hf")
		}
		return p.readable(role, start)
	}
	var v int64
	if !p.unary(&v, "a number") {
		return false
	}
	lit := p.text[start:p.off]
	if t, ok := p.floatWord(); ok {
		return p.floatBits(o, t, lit, uint64(v), start) && p.readable(role, start)
	}
	if isHalf(p.text[p.off:]) {
		p.off += len(":hf")
		o.Type, o.Imm = HF, uint64(v)
		if !strings.HasPrefix(lit, "0x") && !strings.HasPrefix(lit, "0X") || o.Imm > math.MaxUint16 {
			return p.fail(start, p.off, "a number of half precision is spelled in hexadecimal bits, 0x0:hf to 0xffff:hf")
		}
		return p.readable(role, start)
	}
	if !p.typeWord(&o.Type, true) {
		return false
	}
	if o.Imm = uint64(v); !o.Type.hasHigh() {
		o.Imm &= math.MaxUint32
	}
	return p.readable(role, start)
}

// floatWord passes :f or :df.
func (p *Parser) floatWord() (Type, bool) {
	for _, t := range []Type{F, DF} {
		if name := types[t].name; p.peek() == ':' && strings.HasPrefix(p.text[p.off+1:], name) && (len(p.text) == p.off+1+len(name) || !isNameByte(p.text[p.off+1+len(name)])) {
			p.off += 1 + len(name)
			return t, true
		}
	}
	return 0, false
}

// floatBits stores an integer literal as the bits of a float. A minus before it is the float's: it turns the sign's bit.
func (p *Parser) floatBits(o *Operand, t Type, lit string, v uint64, start int) bool {
	digits := strings.TrimLeft(strings.TrimPrefix(lit, "-"), " \t")
	minus := lit[0] == '-'
	if digits == "" || digits[0] < '0' || digits[0] > '9' {
		return p.fail(start, p.off, "a constant of type %s is a number with a point, as 1.5, or its bits, as 0x3fc00000; an expression is neither", t)
	}
	o.Type, o.Imm = t, v
	switch {
	case minus && t == F:
		o.Imm = -v ^ 1<<31
		if o.Imm<<1&math.MaxUint32 > 0xff<<24 {
			o.Imm |= 1 << 22 // the tool turns the sign by arithmetic, which makes a NaN quiet
		}
	case minus:
		o.Imm = -v ^ 1<<63
	}
	if t == F {
		o.Imm &= math.MaxUint32
	}
	return true
}

// readable refuses an immediate as a destination, where the tool's grammar has none; the seed's dialect leaves it to the rule.
func (p *Parser) readable(role Role, start int) bool {
	if role == Dest && p.Dialect == Intel {
		return p.fail(start, p.off, "expected a destination, found an immediate")
	}
	return true
}

func (p *Parser) peekOff() int { p.space(); return p.off }

// isHalf says whether ":hf" comes next and is a whole word.
func isHalf(s string) bool {
	return len(s) >= 3 && s[0] == ':' && s[1]|0x20 == 'h' && s[2]|0x20 == 'f' && (len(s) == 3 || !isNameByte(s[3]))
}
