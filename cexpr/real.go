package cexpr

import (
	"errors"
	"math"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// A number with a point is a double, and with an f behind it a float. As a lane of another type a compiler converts it, and so are integers that become lanes of floats:
//
//	_mm_set1_ps(-0.0f)    80000000 in each lane
//	vdupq_n_f32(1)        3f800000

// real is a number with a point.
func real(x float64, bits int) operand {
	o := vector(lane.Map{Bits: bits, Lane: []lane.Lane{lane.Fixed(lane.Float(x, bits))}})
	o.File, o.lane, o.real = target.General, vectorType{lanes: 1, bits: bits, float: true}, &x
	return o
}

// rounded is a number with a point as one of so many bits; anything else stays.
func (o operand) rounded(bits int) operand {
	switch {
	case o.real == nil:
		return o
	case bits == 32:
		return real(float64(float32(*o.real)), bits)
	}
	return real(*o.real, bits)
}

// realNumber reads a number with a point, or with an exponent. Zero is the number that an integer is too, and what is too large for its type infinite.
func realNumber(word string, minus bool) (o operand, ok bool) {
	digits, hex, bits := strings.TrimRight(word, "fFlL"), strings.HasPrefix(strings.ToLower(word), "0x"), 64
	if suffix := word[len(digits):]; strings.ContainsAny(suffix, "fF") {
		bits = 32
	}
	exponent := "eE"
	if hex { // whose digits end at the p
		exponent = "pP"
	}
	x, err := strconv.ParseFloat(digits, bits)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange), len(word) > len(digits)+1:
		return o, false
	case strings.ContainsRune(digits, '_'), !strings.ContainsAny(digits, "."+exponent), hex && !strings.ContainsAny(digits, exponent):
		return o, false
	case minus:
		x = -x
	}
	if x == 0 && !math.Signbit(x) {
		return number(0), true
	}
	return real(x, bits), true
}

// constantIn is a number of the text as a lane of a type; ok is false where it is none, or has a point and the lane is an integer.
func (o operand) constantIn(t vectorType) (l lane.Lane, ok bool) {
	switch {
	case o.real != nil && t.float:
		return lane.Fixed(lane.Float(*o.real, t.bits)), true
	case o.IsVector():
		return l, false
	case t.float:
		return lane.Fixed(whole(o.Number, t.bits)), true
	}
	return lane.Fixed(lane.ConstOf(uint64(o.Number)).Slice(0, t.bits)), true
}

// whole is an integer as a float, rounded once.
func whole(v, bits int) lane.Const {
	if bits == 32 {
		return lane.Float(float64(float32(v)), 32)
	}
	return lane.Float(float64(v), bits)
}

// laneIn is what goes into a lane of a type: a number as a compiler converts it, or what it was.
func (o operand) laneIn(t vectorType) operand {
	l, ok := o.constantIn(t)
	if !ok || !t.float {
		return o
	}
	r := vector(lane.Map{Bits: t.bits, Lane: []lane.Lane{l}})
	r.File = target.General
	return r
}
