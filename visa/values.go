package visa

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Lookup finds the variable of a name, as operands name it.
func (d *Decls) Lookup(name string) (k Kind, id uint32, ok bool) {
	if name == "" {
		return 0, 0, false
	}
	b, ok := d.lookup(name)
	return b.kind, b.id, ok
}

// AppendElement appends the value of an element's bits: a decimal number, inf or nan.
func (t Type) AppendElement(b []byte, bits uint64) []byte {
	switch {
	case t.IsFloat():
		v, size := t.float(bits), 32
		if t == DF {
			size = 64
		}
		switch {
		case v != v:
			return append(b, "nan"...)
		case v > math.MaxFloat64:
			return append(b, "inf"...)
		case v < -math.MaxFloat64:
			return append(b, "-inf"...)
		}
		return strconv.AppendFloat(b, v, 'g', -1, size)
	case t.isSigned():
		return strconv.AppendInt(b, int64(t.integer(bits).lo), 10)
	}
	return strconv.AppendUint(b, bits, 10)
}

// ParseElement is the bits of an element from a number: decimal, or 0x and hexadecimal digits, which for floating-point types are the bits themselves. An integer has to fit in the
// type's bytes, with a sign or without one.
func (t Type) ParseElement(s string) (bits uint64, err error) {
	n := 8 * t.Size()
	hexadecimal := strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X")
	if t.IsFloat() && !hexadecimal {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil && !math.IsInf(v, 0) {
			return 0, fmt.Errorf("%s is no number of type %s", quoted(s), t)
		}
		if t == F {
			single, _ := strconv.ParseFloat(s, 32)
			v = single
		}
		return t.floatBits(v), nil
	}
	if digits, negative := strings.CutPrefix(s, "-"); negative {
		v, err := parseDigits(digits)
		if err != nil || v > 1<<(n-1) {
			return 0, t.errElement(s)
		}
		return -v & (1<<n - 1), nil
	}
	if bits, err = parseDigits(s); err != nil || bits > 1<<n-1 {
		return 0, t.errElement(s)
	}
	return bits, nil
}

// parseDigits reads decimal digits, of which a leading 0 says nothing, as in operands, or 0x and hexadecimal ones.
func parseDigits(s string) (uint64, error) {
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		return strconv.ParseUint(s[2:], 16, 64)
	}
	return strconv.ParseUint(s, 10, 64)
}

func (t Type) errElement(s string) error {
	return fmt.Errorf("%s is no number of the %d bits of %s", quoted(s), 8*t.Size(), t)
}

// Variables are the code's: general variables in the order in which instructions name them, then address variables, predicates, samplers and surfaces.
func (c *Code) Variables() func(yield func(k Kind, id uint32) bool) {
	return func(yield func(k Kind, id uint32) bool) {
		for _, r := range c.layout.rooms {
			if !yield(GeneralKind, r.id) {
				return
			}
		}
		for _, e := range c.layout.pointers {
			if !yield(AddressKind, e.id) {
				return
			}
		}
		for _, id := range c.layout.predicates {
			if !yield(PredicateKind, id) {
				return
			}
		}
		for _, e := range c.layout.handles {
			if !yield(e.kind, e.id) {
				return
			}
		}
	}
}
