package esimd

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// An intrinsicRegion is what an intrinsic reads of a vector, or writes into one: a region of so many elements, whose offset is in bytes in the text.
type intrinsicRegion struct {
	region
	typ      element
	elements int   // of the vector
	picked   int   // of the region
	rows     []int // where each row begins, instead of an offset and V
}

// check says what is wrong with its numbers; offsets are in bytes.
func (g intrinsicRegion) check(offsets ...int) error {
	switch {
	case g.elements < 1 || g.picked < 1 || max(g.elements, g.picked)*g.typ.size() > maxBytes:
		return fmt.Errorf("a vector has 1 to %d bytes", maxBytes)
	case g.W < 1 || g.picked%g.W != 0:
		return fmt.Errorf("a width of %d: it divides the %d elements of the region", g.W, g.picked)
	case g.rows != nil && len(g.rows) != g.picked/g.W:
		return fmt.Errorf("%d offsets for %d rows", len(g.rows), g.picked/g.W)
	}
	for _, at := range offsets {
		if at%g.typ.size() != 0 {
			return fmt.Errorf("an offset of %d bytes is no whole number of elements of %d", at, g.typ.size())
		}
	}
	return nil
}

// places are the elements of the vector, in the region's order.
func (g intrinsicRegion) places() []int {
	all := g.region.elements(g.picked)
	for i := range all {
		if g.rows != nil {
			all[i] = g.rows[i/g.W] + i%g.W*g.H
		}
	}
	return all
}

// read is the region's bytes of a vector. What is outside of it is undefined.
func (g intrinsicRegion) read(vector []lane.Lane) []lane.Lane {
	size := g.typ.size()
	all := make([]lane.Lane, g.picked*size)
	for i, at := range g.places() {
		if at >= 0 && at < g.elements {
			copy(all[i*size:], vector[at*size:(at+1)*size])
		}
	}
	return all
}

// write is a vector with values in place of the region, where the mask is set; no mask is set everywhere. outside is an element that is none of the vector's, or less than 0.
func (g intrinsicRegion) write(vector, value []lane.Lane, mask []bool) (all []lane.Lane, outside int) {
	size := g.typ.size()
	all = append(all, vector...)
	for i, at := range g.places() {
		if mask != nil && !mask[i] {
			continue
		}
		if at < 0 || at >= g.elements {
			return nil, max(at, 0)
		}
		copy(all[at*size:], value[i*size:(i+1)*size])
	}
	return all, -1
}
