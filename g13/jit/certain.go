package jit

import "math"

// Where a result is the smallest normal number, the exact one may have been a little smaller, and the CPU has rounded it up: so products are looked at, each as soon as it is there. Of some of
// them it is known that this cannot be, whatever their operands are. Nobody looks at those.
//
//	x·x        The largest number below 2^-63 is (1 - 2^-24)·2^-63, and its square (1 - 2^-23 + 2^-48)·2^-126, which is rounded down. Nor is a square ever -0.
//	n·x + y    n is a whole number: so n·x and y are multiples of 2^-149, the last place of the smallest normal number. What is smaller than that is exact.
//	x·x + y    y is not negative: 0, and the rest is as above; or 2^-126 at least, and so is the sum.

// isSquare says whether the product of two operands is the square of a number.
func isSquare(a, b source) bool { return a == b }

// isWhole says whether an operand is a whole number.
func (s source) isWhole() bool {
	v := float64(math.Float32frombits(s.number))
	return s.isNumber && v == math.Trunc(v)
}

// notNegative says of an operand that it is no number below 0, nor -0. It may be what is not a number.
func (c *compiler) notNegative(s source) bool {
	switch {
	case s.isNumber:
		return s.number&sign == 0
	case s.neg:
		return false
	case s.abs:
		return true
	}
	for _, v := range c.recent.list() {
		if v.notNegative && s.recent && s.view == word && !s.uniform && s.row == int(v.row) {
			return true
		}
	}
	return false
}

// foundNotNegative notes that what a register has been given lately is not negative.
func (l *recents) foundNotNegative(row int) {
	for k := range l.list() {
		if int(l.all[k].row) == row {
			l.all[k].notNegative = true
		}
	}
}
