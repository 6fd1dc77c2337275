package amdgpu

import (
	"github.com/lanescope/lanescope/lane"
)

// What a byte of v_perm_b32's selector is: 0 to 3 are bytes of the second operand, 4 to 7 of the first, 8 to 11 copy the sign of a half.
const (
	signSelector = 8
	zeroSelector = 12
	onesSelector = 13 // and every larger one
)

// signOf are the bytes, numbered as selectors number them, whose signs the selectors 8 to 11 copy.
var signOf = [4]int{1, 3, 5, 7}

// permuted is v_perm_b32 of the values a and b with a known selector.
func permuted(s *statement) error {
	selector := s.number['s']
	m := lane.Map{Bits: 8, Src: []int{4, 4}, Lane: make([]lane.Lane, 4)}
	for k := range m.Lane {
		switch digit := int(selector >> (8 * k) & 0xff); {
		case digit >= onesSelector:
			m.Lane[k] = lane.Fixed(lane.Ones(8))
		case digit == zeroSelector:
			m.Lane[k] = lane.Zero()
		case digit >= signSelector:
			m.Lane[k] = permByte(signOf[digit-signSelector])
		default:
			m.Lane[k] = permByte(digit)
		}
	}
	m, names := s.bound(m)
	for k, l := range m.Lane {
		digit := int(selector >> (8 * k) & 0xff)
		if digit < signSelector || digit >= zeroSelector {
			continue
		}
		if l.Kind != lane.Constant {
			return s.constant.Errorf(s.text, "byte %d is %d, a sign: 0 to 7 take a byte, 12 and 13 are fixed", k, digit)
		}
		v, _ := l.Const.Uint64()
		m.Lane[k] = lane.Fixed(lane.ConstOf(v >> 7 * 0xff))
	}
	s.makes(m, names, 0)
	return nil
}

// permByte is a byte of {first, second} operand, in which the second one is the lower half.
func permByte(digit int) lane.Lane { return lane.From(1-digit/4, digit%4) }

// aligned is 32 of the 64 bits {a, b}, from a bit on, in the widest lanes that this allows.
func aligned(from int) lane.Map {
	width := 32
	for from%width != 0 {
		width /= 2
	}
	each := 32 / width
	m := lane.Map{Bits: width, Src: []int{each, each}}
	for k := from / width; k < from/width+each; k++ {
		m.Lane = append(m.Lane, lane.From(1-k/each, k%each))
	}
	return m
}

// packed is two halves of two values.
func packed(a, b int) lane.Map {
	return lane.Map{Bits: 16, Src: []int{2, 2}, Lane: []lane.Lane{lane.From(0, a), lane.From(1, b)}}
}

// permlane is v_permlane16_b32, or v_permlanex16_b32 where row is 1: four bits of the selects for each lane of a row.
func permlane(low, high uint64, row, lanes int) lane.Map {
	m := lane.Map{Bits: 32, Src: []int{lanes}, Lane: make([]lane.Lane, lanes)}
	selects := high<<32 | low&0xffffffff
	for at := range m.Lane {
		m.Lane[at] = lane.From(0, (at/rowLanes^row)*rowLanes+int(selects>>(4*(at%rowLanes))&15))
	}
	return m
}

// exchanged is both results of a swap of the odd blocks of one register with the even ones of another.
func exchanged(block, lanes int) (first, second lane.Map) {
	first = lane.Map{Bits: 32, Src: []int{lanes, lanes}, Lane: make([]lane.Lane, lanes)}
	second = first.Clone()
	for at := range lanes {
		if at/block%2 == 0 {
			first.Lane[at], second.Lane[at] = lane.From(0, at), lane.From(0, at+block)
		} else {
			first.Lane[at], second.Lane[at] = lane.From(1, at-block), lane.From(1, at)
		}
	}
	return first, second
}
