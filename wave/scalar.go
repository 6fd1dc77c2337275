package wave

import (
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Masked is one value of so many bits of which those stay that the mask has, in the widest lanes that it allows:
//
//	32, 0x00ff00ff:  i8x4 -> a0 z a2 z
func Masked(bits int, mask uint64) lane.Map {
	return widest(bits, func(k int) lane.Lane {
		if mask>>k&1 == 0 {
			return lane.Zero()
		}
		return lane.From(0, k)
	})
}

// Shifted is one value of so many bits, shifted by a number of bits with zeros behind it.
func Shifted(bits int, left bool, by uint64) lane.Map {
	n := int(min(by, uint64(bits)))
	if left {
		n = -n
	}
	return widest(bits, func(k int) lane.Lane {
		if k += n; k < 0 || k >= bits {
			return lane.Zero()
		}
		return lane.From(0, k)
	})
}

// Reversed is one value of so many bits, in reverse.
func Reversed(bits int) lane.Map {
	return widest(bits, func(k int) lane.Lane { return lane.From(0, bits-1-k) })
}

// widest is the map of one value whose bits are given, in the widest lanes that it allows.
func widest(bits int, of func(k int) lane.Lane) lane.Map {
	m := lane.Map{Bits: 1, Src: []int{bits}}
	for k := range bits {
		m.Lane = append(m.Lane, of(k))
	}
	for width := bits; width > 1; width /= 2 {
		if wide, err := m.Regroup(width); err == nil {
			return wide
		}
	}
	return m
}

// SuffixBits is the size at the end of an instruction's name, of which st.v2.b16 has 16, and 32 where there is none.
func SuffixBits(op string) int {
	digits := op[len(strings.TrimRight(op, "0123456789")):]
	if n, err := strconv.Atoi(digits); err == nil && (n == 8 || n == 16 || n == 64) {
		return n
	}
	return 32
}
