package inspect

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Registers is how many registers of 32 bits a thread can have.
const Registers = 128

// halfCount is how many halves they have: r0l, r0h, r1l and so on to r127h.
const halfCount = 2 * Registers

// Halves is a set of halves of registers: bit n is half n, r0l, r0h, r1l and so on.
type Halves [halfCount / 64]uint64

// span is n halves from the first on. What would lie behind the last register is left out.
func span(first, n int) (h Halves) {
	for k := max(first, 0); k < min(first+n, halfCount); k++ {
		h[k/64] |= 1 << (k % 64)
	}
	return h
}

// Has says whether a half is in the set.
func (h Halves) Has(half int) bool { return h[half>>6&3]>>(half&63)&1 != 0 }

// Empty says whether none is.
func (h Halves) Empty() bool { return h == Halves{} }

// Count is how many there are.
func (h Halves) Count() (n int) {
	for _, w := range h {
		n += bits.OnesCount64(w)
	}
	return n
}

// Highest is how many halves there are from r0l to the last one in the set.
func (h Halves) Highest() int {
	for k := len(h) - 1; k >= 0; k-- {
		if h[k] != 0 {
			return 64*k + bits.Len64(h[k])
		}
	}
	return 0
}

// All is the halves in the set, from the lowest.
func (h Halves) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for k, w := range h {
			for ; w != 0; w &= w - 1 {
				if !yield(64*k + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// String is the registers, a whole one where both of its halves are in the set, and from one to another where there are several in a row: r0l r2..r4 r7h.
func (h Halves) String() string {
	var all []string
	for r := 0; r < Registers; r++ {
		low, high := h.Has(2*r), h.Has(2*r+1)
		switch {
		case low && high:
			last := r
			for last+1 < Registers && h.Has(2*last+2) && h.Has(2*last+3) {
				last++
			}
			if last > r {
				all = append(all, fmt.Sprintf("r%d..r%d", r, last))
			} else {
				all = append(all, fmt.Sprintf("r%d", r))
			}
			r = last
		case low:
			all = append(all, fmt.Sprintf("r%dl", r))
		case high:
			all = append(all, fmt.Sprintf("r%dh", r))
		}
	}
	return strings.Join(all, " ")
}

func (h Halves) union(other Halves) Halves {
	for k := range h {
		h[k] |= other[k]
	}
	return h
}

func (h Halves) both(other Halves) Halves {
	for k := range h {
		h[k] &= other[k]
	}
	return h
}

func (h Halves) without(other Halves) Halves {
	for k := range h {
		h[k] &^= other[k]
	}
	return h
}
