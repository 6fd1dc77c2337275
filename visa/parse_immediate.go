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
		if p.Dialect == Intel && p.off+1 < len(p.text) && p.text[p.off+1] < 'a' {
			return p.fail(p.off, p.off+2, "the tool reads a number with a point before :f and :df in lower-case letters only")
		}
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
	if p.halfWord() {
		o.Type, o.Imm = HF, uint64(v)
		if v < 0 && p.Dialect == Intel {
			o.Imm &= math.MaxUint16 // the tool takes 64 bits for a number with a sign, which is not too large
		}
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
	if p.peek() != ':' {
		return 0, false
	}
	t, n := p.leadingType(p.text[p.off+1:])
	if n == 0 || t != F && t != DF {
		return 0, false
	}
	p.off += 1 + n
	return t, true
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
	case minus:
		o.Imm = -v ^ 1<<63
	}
	if t == F {
		o.Imm &= math.MaxUint32
		if p.Dialect == Intel && o.Imm<<1&math.MaxUint32 > 0xff<<24 {
			o.Imm |= 1 << 22 // the tool carries the bits through arithmetic, which makes a NaN quiet
		}
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

// halfWord passes :hf.
func (p *Parser) halfWord() bool {
	if p.peek() != ':' {
		return false
	}
	if t, n := p.leadingType(p.text[p.off+1:]); n > 0 && t == HF {
		p.off += 1 + n
		return true
	}
	return false
}

// leadingType is the longest word at the front of s that is a type; n is 0 if there is none. What follows may stand right behind it.
//
// Of the tool's words one has no spelling in capitals: uv.
func (p *Parser) leadingType(s string) (t Type, n int) {
	for k := min(len("bool"), len(s)); k > 0; k-- {
		if t, ok := TypeNamed(s[:k]); ok && types[t].sourceWord && !(p.Dialect == Intel && s[:k] == "UV") {
			return t, k
		}
	}
	return 0, 0
}
