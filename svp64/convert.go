package svp64

import "math/bits"

// one is the constant that selector One gives: 1, 1.0, or with saturation the greatest value.
func (l *Loop) one() uint64 {
	switch {
	case l.Float && l.Sat != NoSat:
		return formatOf(l.DstBits).infinity() - 1
	case l.Float:
		return formatOf(l.DstBits).one()
	case l.Sat == Signed:
		return ones(l.DstBits) >> 1
	case l.Sat == Unsigned:
		return ones(l.DstBits)
	}
	return 1
}

// convert makes an element of the destination of one of the source: plainly, as the rules say it.
func (l *Loop) convert(v uint64) uint64 {
	switch {
	case l.Float:
		return l.convertFloat(v)
	case l.Sat == Signed:
		least, greatest := int64(-1)<<(l.DstBits-1), int64(ones(l.DstBits)>>1)
		return uint64(min(max(signExtend(v, l.SrcBits), least), greatest)) & ones(l.DstBits)
	case l.Sat == Unsigned:
		return min(v, ones(l.DstBits))
	}
	return v & ones(l.DstBits)
}

// signExtend is the value of an element of so many bits as a signed integer.
func signExtend(v uint64, width int) int64 { return int64(v<<(64-width)) >> (64 - width) }

func (l *Loop) convertFloat(v uint64) uint64 {
	to := formatOf(l.DstBits)
	if l.SrcBits != l.DstBits {
		v = round(v, formatOf(l.SrcBits), to)
	}
	if sign := v &^ to.magnitude(); l.Sat != NoSat && v&to.magnitude() == to.infinity() {
		return sign | to.infinity() - 1
	}
	return v
}

// A format is a floating-point format of IEEE 754: its width, and how many bits of it are the fraction.
type format struct{ width, fraction int }

func formatOf(width int) format {
	switch width {
	case 16:
		return format{16, 10}
	case 32:
		return format{32, 23}
	}
	return format{64, 52}
}

func (f format) magnitude() uint64 { return ones(f.width - 1) }

func (f format) infinity() uint64 { return f.magnitude() &^ ones(f.fraction) }

func (f format) bias() int { return 1<<(f.width-f.fraction-2) - 1 }

// one is 1.0.
func (f format) one() uint64 { return uint64(f.bias()) << f.fraction }

// round converts a number from one format to another, to the nearest, ties to even. A NaN stays one, quiet, with the upper bits of its payload.
func round(v uint64, from, to format) uint64 {
	sign := v >> (from.width - 1) << (to.width - 1)
	m := v & from.magnitude()
	switch {
	case m > from.infinity():
		payload := shift(m&ones(from.fraction), to.fraction-from.fraction)
		return sign | to.infinity() | 1<<(to.fraction-1) | payload
	case m == from.infinity():
		return sign | to.infinity()
	case m == 0:
		return sign
	}
	// The value is significand * 2^exponent, with the leading 1 of the significand in bit 63.
	exponent := int(m >> from.fraction)
	significand := m & ones(from.fraction)
	if exponent == 0 {
		exponent = 1
	} else {
		significand |= 1 << from.fraction
	}
	exponent -= from.bias() + from.fraction
	up := bits.LeadingZeros64(significand)
	significand, exponent = significand<<up, exponent-up

	// In the new format it has to.fraction+1 bits, fewer if it is subnormal.
	biased := exponent + 63 + to.bias()
	drop := 63 - to.fraction
	if biased < 1 {
		drop, biased = drop+1-biased, 0
	} else {
		biased-- // the leading 1 adds it again
	}
	result := uint64(biased)<<to.fraction + roundedShift(significand, drop)
	return sign | min(result, to.infinity())
}

// shift moves left by n, or right if n is negative.
func shift(v uint64, n int) uint64 {
	if n < 0 {
		return v >> -n
	}
	return v << n
}

// roundedShift is v >> n to the nearest, ties to even; n is at least 1.
func roundedShift(v uint64, n int) uint64 {
	if n > 64 {
		return 0
	}
	half := uint64(1) << (n - 1)
	rest := v & (2*half - 1)
	q := v >> (n - 1) >> 1
	if rest > half || rest == half && q&1 != 0 {
		q++
	}
	return q
}
