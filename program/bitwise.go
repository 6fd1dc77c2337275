package program

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// A Bitwise operation on two lanes of so many bits: ok is false where the result is neither of them nor a constant.
type Bitwise func(x, y lane.Lane, width int) (r lane.Lane, ok bool)

// And is the two lanes' and.
func And(x, y lane.Lane, width int) (lane.Lane, bool) {
	ones := lane.Fixed(lane.Ones(width))
	switch {
	case x == y, y == ones, x == lane.Zero():
		return x, true
	case x == ones, y == lane.Zero():
		return y, true
	}
	return lane.Lane{}, undefined(x, y)
}

// Or is the two lanes' or.
func Or(x, y lane.Lane, width int) (lane.Lane, bool) {
	ones := lane.Fixed(lane.Ones(width))
	switch {
	case x == y, y == lane.Zero(), x == ones:
		return x, true
	case x == lane.Zero(), y == ones:
		return y, true
	}
	return lane.Lane{}, undefined(x, y)
}

// Xor is the two lanes' exclusive or.
func Xor(x, y lane.Lane, _ int) (lane.Lane, bool) {
	switch {
	case undefined(x, y):
		return lane.Lane{}, true
	case x == y:
		return lane.Zero(), true
	case x == lane.Zero():
		return y, true
	case y == lane.Zero():
		return x, true
	}
	return lane.Lane{}, false
}

// AndNot is the first lane and the inverse of the second.
func AndNot(x, y lane.Lane, width int) (lane.Lane, bool) {
	switch {
	case x == y && x.Kind != lane.Undefined, x == lane.Zero(), y == lane.Fixed(lane.Ones(width)): // two reads of what is undefined may differ
		return lane.Zero(), true
	case y == lane.Zero():
		return x, true
	}
	return lane.Lane{}, undefined(x, y)
}

func undefined(x, y lane.Lane) bool { return x.Kind == lane.Undefined || y.Kind == lane.Undefined }

// Combine is an operation on two values where it moves: at the widest lanes of at most a byte in each of which an operand is known well enough.
func Combine(name string, bits Bitwise, x, y lane.Map) (lane.Map, error) {
	return combined(name, []lane.Map{x, y}, func(at []lane.Lane, width int) (lane.Lane, bool) { return bits(at[0], at[1], width) })
}

// Ternary is a function of the bits of three values where it moves. Bit 4x + 2y + z of the table is what it makes of them:
//
//	254    x | y | z
//	202    y where x is one, else z
func Ternary(name string, table uint8, x, y, z lane.Map) (lane.Map, error) {
	return combined(name, []lane.Map{x, y, z}, func(at []lane.Lane, width int) (lane.Lane, bool) { return tabled(table, [3]lane.Lane(at), width) })
}

// combined looks for the lanes at which all is a movement.
func combined(name string, values []lane.Map, made func(at []lane.Lane, width int) (lane.Lane, bool)) (lane.Map, error) {
	var live int // the bit, where one is found
	at := make([]lane.Lane, len(values))
	for width := 8; width > 0; width /= 2 {
		narrow := make([]lane.Map, len(values))
		ok := true
		for k, v := range values {
			var err error
			narrow[k], err = v.Regroup(width)
			ok = ok && err == nil
		}
		if !ok {
			continue
		}
		m := narrow[0].Clone() // the value is needed again where narrower lanes have to be tried
		for i := 0; ok && i < len(m.Lane); i++ {
			for k, v := range narrow {
				at[k] = v.Lane[i]
			}
			m.Lane[i], ok = made(at, width)
			live = i * width
		}
		if ok {
			return m, nil
		}
	}
	return lane.Map{}, fmt.Errorf("%s computes bit %d from bits that are both live, which is no movement", name, live)
}

// tabled is what a table makes of three lanes, if that is one of them or a constant. What is known of them are zeros, ones, and which are the same.
func tabled(table uint8, of [3]lane.Lane, width int) (lane.Lane, bool) {
	zero, ones := lane.Zero(), lane.Fixed(lane.Ones(width))
	can, free := [3]uint8{}, false // the values that a lane's bits may have, a bit each
	for k, l := range of {
		switch {
		case l == zero:
			can[k] = 0b01
		case l == ones:
			can[k] = 0b10
		case l.Kind == lane.Constant: // narrower lanes are
			return l, false
		default:
			can[k], free = 0b11, free || l.Kind == lane.Undefined
		}
	}
	may := [5]bool{true, true, true, true, true} // the result is lane 0, 1 or 2, zeros, ones
	for v := range 8 {
		bit := [3]int{v >> 2 & 1, v >> 1 & 1, v & 1}
		possible := true
		for k := range of {
			possible = possible && can[k]>>bit[k]&1 == 1
			for j := range k {
				possible = possible && (of[j] != of[k] || of[k].Kind != lane.Source || bit[j] == bit[k])
			}
		}
		if !possible {
			continue
		}
		made := int(table >> v & 1)
		for k := range of {
			may[k] = may[k] && made == bit[k]
		}
		may[3], may[4] = may[3] && made == 0, may[4] && made == 1
	}
	switch {
	case may[3]:
		return zero, true
	case may[4]:
		return ones, true
	}
	for k, l := range of {
		if may[k] {
			return l, true
		}
	}
	return lane.Lane{}, free // any value
}
