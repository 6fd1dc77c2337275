package visa

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Null is a parameter that a region does not have.
const Null = -1

// A Region says which elements an instruction reads or writes, seen from the first one, in units of elements:
//
//	<V;W,H>   source       element k is (k/W)·V + (k mod W)·H
//	<H>       destination  element k is k·H                      V and W are Null
//	<W,H>     source       row k/W begins at an address of its own, V is Null
//
// In bytes it is a word of 16 bits:
//
//	15..12  11..8  7..4  3..0
//	  0       H      W     V
type Region struct{ V, W, H int16 }

// Destination is the region <h>.
func Destination(h int) Region { return Region{Null, Null, int16(h)} }

// Scalar is the region that reads the first element for every lane.
var Scalar = Region{0, 1, 0}

// strides are the values of the four-bit codes of a region word. Codes from 8 on have none.
var strides = [...]int16{Null, 0, 1, 2, 4, 8, 16, 32}

func strideCode(v int16) (code uint16, ok bool) {
	for c, s := range strides {
		if s == v {
			return uint16(c), true
		}
	}
	return 0, false
}

// The rules of the seed for the three parameters: what is in these lists is legal.
var (
	legalV = []int16{0, 1, 2, 4, 8, 16, 32}
	legalW = []int16{1, 2, 4, 8, 16}
	legalH = []int16{0, 1, 2, 4}
)

// Word is the region's encoding.
func (r Region) Word() (uint16, error) {
	v, okV := strideCode(r.V)
	w, okW := strideCode(r.W)
	h, okH := strideCode(r.H)
	if !okV || !okW || !okH {
		return 0, fmt.Errorf("region %s has no encoding: a parameter is one of 0, 1, 2, 4, 8, 16, 32", r)
	}
	return v | w<<4 | h<<8, nil
}

var regionCodeErrors = [3]error{
	errors.New("the code of the vertical stride, region bits 0-3, is one of the reserved codes 8 to 15"),
	errors.New("the code of the width, region bits 4-7, is one of the reserved codes 8 to 15"),
	errors.New("the code of the horizontal stride, region bits 8-11, is one of the reserved codes 8 to 15"),
}

// RegionOf decodes a region word. Codes 8 to 15 are refused; rest is bits 12 to 15, which must be 0 and are kept in place.
func RegionOf(word uint16) (r Region, rest uint16, err error) {
	v, w, h := word&15, word>>4&15, word>>8&15
	switch {
	case v > 7:
		return r, 0, regionCodeErrors[0]
	case w > 7:
		return r, 0, regionCodeErrors[1]
	case h > 7:
		return r, 0, regionCodeErrors[2]
	}
	return Region{strides[v], strides[w], strides[h]}, word & 0xf000, nil
}

// String is the region in angle brackets, without the parameters that are Null at its front.
func (r Region) String() string { return string(r.appendText(nil)) }

func (r Region) appendText(b []byte) []byte {
	b = append(b, '<')
	if r.V != Null && r.W != Null { // the tool prints no vertical stride without a width, which only bytes can say
		b = append(appendInt(b, int64(r.V)), ';')
	}
	if r.W != Null {
		b = append(appendInt(b, int64(r.W)), ',')
	}
	if r.H != Null {
		b = appendInt(b, int64(r.H))
	}
	return append(b, '>')
}

func appendInt(b []byte, v int64) []byte { return strconv.AppendInt(b, v, 10) }

// Index is the element of lane k, counted from the region's first. It is the seed's two loops without the loops.
func (r Region) Index(k int) int {
	switch {
	case r.W == Null && r.V == Null:
		return k * int(r.H)
	case r.W <= 0:
		return 0
	}
	w := int(r.W)
	return k/w*int(r.V) + k%w*int(r.H)
}

// Last is the greatest Index of the lanes below exec; all strides are counted as they are written, none negative.
func (r Region) Last(exec int) int {
	if r.W == Null {
		return (exec - 1) * int(r.H)
	}
	w := min(max(int(r.W), 1), exec)
	return (exec/w-1)*max(int(r.V), 0) + (w-1)*int(r.H)
}

// IsMultiAddress says whether every row has an address of its own; such a region has no element list before run time.
func (r Region) IsMultiAddress() bool { return r.V == Null }

// Canonical is the one spelling of all source regions that read the same elements with exec lanes: as few elements a row as possible, no horizontal
// stride where a row has one element, no vertical stride where there is one row. The region must be legal.
func (r Region) Canonical(exec int) Region {
	for _, w := range legalW {
		c := Region{0, w, 0}
		if int(w) < exec {
			c.V = int16(r.Index(int(w)))
		}
		if w > 1 {
			c.H = int16(r.Index(1))
		}
		if c.isLegal(exec) && c.sameIndices(r, exec) {
			return c
		}
	}
	return r
}

// isLegal holds the region against the seed's rules 1 to 4.
func (r Region) isLegal(exec int) bool {
	return contains(legalV, r.V) && contains(legalW, r.W) && contains(legalH, r.H) && int(r.W) <= exec
}

func contains(list []int16, v int16) bool {
	for _, s := range list {
		if s == v {
			return true
		}
	}
	return false
}

func (r Region) sameIndices(s Region, exec int) bool {
	for k := range exec {
		if r.Index(k) != s.Index(k) {
			return false
		}
	}
	return true
}

// Synonyms are all legal source regions that read the same elements as r with exec lanes, r among them if it is legal.
func (r Region) Synonyms(exec int) []Region {
	var all []Region
	for s := range LegalRegions(exec) {
		if s.sameIndices(r, exec) {
			all = append(all, s)
		}
	}
	return all
}

// LegalRegions are the source regions that the seed's rules 1 to 4 allow for an execution size: 28 for one lane, 140 for 32.
func LegalRegions(exec int) func(yield func(Region) bool) {
	return func(yield func(Region) bool) {
		for _, w := range legalW {
			for _, v := range legalV {
				for _, h := range legalH {
					if int(w) <= exec && !yield(Region{v, w, h}) {
						return
					}
				}
			}
		}
	}
}

// MultiAddressRegions are the regions of indirect sources whose rows have an address each, for an execution size: the widest rows first, so that the first have the fewest
// addresses, and of rows of one element the one without a stride.
func MultiAddressRegions(exec int) func(yield func(Region) bool) {
	return func(yield func(Region) bool) {
		for _, w := range slices.Backward(legalW) {
			for _, h := range legalH {
				r := Region{Null, w, h}
				if int(w) > exec || exec/int(w) > MaxAddresses || w == 1 && h > 0 {
					continue
				}
				if !yield(r) {
					return
				}
			}
		}
	}
}

// nearest is the legal region that reads most lanes as r does; of several, the one whose parameters are closest to r's.
func (r Region) nearest(exec int) Region {
	best, bestScore := Scalar, -1<<30
	for s := range LegalRegions(exec) {
		score := 0
		for k := range exec {
			if s.Index(k) == r.Index(k) {
				score += 1 << 16
			}
		}
		score -= distance(s.V, r.V) + distance(s.W, r.W) + distance(s.H, r.H)
		if score > bestScore {
			best, bestScore = s, score
		}
	}
	return best
}

func distance(a, b int16) int {
	if a < b {
		a, b = b, a
	}
	return int(a) - int(b)
}
