package lower

import (
	"cmp"
	"math/bits"
	"slices"
)

// This file finds paths for maps that only put the binary digits of places into another order: zips, transposes, reversals, and what is left of them where some bits are wanted and
// others are not.
//
//	unzip of a byte       from place  x0 x2 x1      swap digits 0 and 1, then 1 and 2
//	                      to place    x2 x1 x0      a7 a6 a5 a4 a3 a2 a1 a0  →  a7 a5 a6 a4 a3 a1 a2 a0  →  a7 a5 a3 a1 a6 a4 a2 a0
//
// Digits from 3 on are those of bytes: a byte shuffle puts all of them into any order at once.

// A digit is what a digit of a place is: one of the digits of the place in the result, or its complement, or always the same.
type digit struct {
	of   int8 // which digit of the result, or -1
	flip uint8
}

// An placing says what each digit is of the place where a bit is; the one behind the last says of which source it comes.
type placing []digit

// at is the place of the bit that is wanted at i.
func (a placing) at(i int) (p int) {
	for k, d := range a {
		x := d.flip
		if d.of >= 0 {
			x ^= uint8(i >> d.of & 1)
		}
		p |= int(x) << k
	}
	return p
}

const byteDigits = 3 // the digits of a place inside its byte

// digits are how places in the sources come from those in the result; ok is false if a digit is none of theirs.
func (b *bitSearch) digits() (a placing, ok bool) {
	n := bits.Len(uint(b.n)) - 1
	a = make(placing, n+1)
	taken := 0
next:
	for k := range a {
		value := func(w bit) int {
			if k == n {
				return int(w) / maxBits
			}
			return int(w) % maxBits >> k & 1
		}
		for m := -1; m < n; m++ {
			if m >= 0 && taken>>m&1 == 1 {
				continue
			}
			if flip, ok := b.digitIs(m, value); ok {
				if a[k] = (digit{int8(m), flip}); m >= 0 {
					taken |= 1 << m
				}
				continue next
			}
		}
		return nil, false
	}
	return a, true
}

// digitIs says whether a digit of the sources' places is digit m of those in the result, perhaps the other way round, or with m < 0 always the same.
func (b *bitSearch) digitIs(m int, value func(w bit) int) (flip uint8, ok bool) {
	first := true
	for i, w := range b.want {
		if w < 0 {
			continue
		}
		x := value(w)
		if m >= 0 {
			x ^= i >> m & 1
		}
		if first {
			flip, first = uint8(x), false
		}
		if x > 1 || x != int(flip) {
			return 0, false
		}
	}
	return flip, true
}

// mostDigitPaths bounds the orders in which digits are brought to their places.
const mostDigitPaths = 3

// digitPaths are the paths with the fewest stations.
func (b *bitSearch) digitPaths() [][][]bit {
	a, ok := b.digits()
	if !ok {
		return nil
	}
	var list [][][]bit
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}} {
		for _, early := range []bool{false, true} {
			stops, ok := a.stops(order, early)
			if !ok {
				continue
			}
			for _, rest := range []bit{freeBit, zeroBit} {
				var path [][]bit
				for _, s := range stops {
					if p, ok := b.station(func(i, _ int) int { return s.at(i) }, rest); ok && !slices.ContainsFunc(path, func(q []bit) bool { return slices.Equal(p, q) }) {
						path = append(path, p)
					}
				}
				if path = append(path, b.want); !slices.ContainsFunc(list, func(p [][]bit) bool { return slices.EqualFunc(p, path, slices.Equal[[]bit]) }) {
					list = append(list, path)
				}
				if !slices.Contains(b.want, zeroBit) && !slices.Contains(b.want, freeBit) {
					break
				}
			}
		}
	}
	slices.SortStableFunc(list, func(p, q [][]bit) int { return cmp.Compare(len(p), len(q)) })
	return list[:min(len(list), 2*mostDigitPaths)]
}

// stops are the arrangements on the way, when the digits inside bytes are brought to their places in this order; early brings a digit of bytes next to them first.
func (a placing) stops(order []int, early bool) (list []placing, ok bool) {
	a = slices.Clone(a)
	n := len(a) - 1
	stop := func() {
		c := slices.Clone(a)
		c[n] = digit{of: -1}
		list = append(list, c)
	}
	if a[n].of >= 0 || a[n].flip != 0 {
		if !a.oneVector() {
			return nil, false
		}
		stop()
	}
	for _, f := range order {
		k := a.where(f)
		if k < 0 || k == f {
			continue
		}
		if k > byteDigits && (early || k > 5) { // no shift goes farther than a lane of 64 bits
			a.settle(f)
			k = byteDigits
			stop()
		}
		a[f], a[k] = a[k], a[f]
		stop()
	}
	a.settle(-1)
	for k := byteDigits; k < n; k++ {
		if a.where(k) < 0 || a[k].of == int8(k) {
			a[k] = digit{of: int8(k)}
		}
	}
	stop()
	for f := range byteDigits {
		if a[f].of == int8(f) && a[f].flip != 0 || a.where(f) < 0 {
			a[f] = digit{of: int8(f)}
			stop()
		}
	}
	return list, true
}

// where is the place of the digit that is to be digit m of the result, or -1.
func (a placing) where(m int) int {
	return slices.IndexFunc(a[:len(a)-1], func(d digit) bool { return int(d.of) == m })
}

// oneVector makes one vector of two sources: which source it was is then told by a digit that is always the same before; ok is false if there is none.
func (a placing) oneVector() (ok bool) {
	n := len(a) - 1
	free := -1
	for k := range n {
		if a[k].of < 0 && (free < 0 || k == int(a[n].of) || free < byteDigits && k >= byteDigits) {
			free = k
		}
	}
	if free >= 0 {
		a[free], a[n] = a[n], digit{of: -1}
	}
	return free >= 0
}

// settle puts digits of bytes that will be such into their places, the others where there is room, and digit f, if it is one, into the lowest place of them.
func (a placing) settle(f int) {
	n := len(a) - 1
	old := slices.Clone(a)
	left := map[int]bool{}
	for k := byteDigits; k < n; k++ {
		left[k] = true
	}
	fill := func(k, from int) {
		a[k] = old[from]
		delete(left, from)
	}
	filled := make([]bool, n)
	if k := old.where(f); f >= 0 && k >= byteDigits {
		fill(byteDigits, k)
		filled[byteDigits] = true
	}
	for m := byteDigits; m < n; m++ {
		if k := old.where(m); k >= byteDigits && !filled[m] && left[k] {
			fill(m, k)
			filled[m] = true
		}
	}
	for m := byteDigits; m < n; m++ {
		for k := byteDigits; k < n && !filled[m]; k++ {
			if left[k] {
				fill(m, k)
				filled[m] = true
			}
		}
	}
}
