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
	var live int // the bit, where one is found
	for width := 8; width > 0; width /= 2 {
		a, errA := x.Regroup(width)
		b, errB := y.Regroup(width)
		if errA != nil || errB != nil {
			continue
		}
		ok := true
		a = a.Clone() // x is needed again where narrower lanes have to be tried
		for i := 0; ok && i < len(a.Lane); i++ {
			a.Lane[i], ok = bits(a.Lane[i], b.Lane[i], width)
			live = i * width
		}
		if ok {
			return a, nil
		}
	}
	return lane.Map{}, fmt.Errorf("%s computes bit %d from bits that are both live, which is no movement", name, live)
}
