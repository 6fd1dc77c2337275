package esimd

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// A shape is how a vector is laid out: cols elements, or rows of so many of a matrix.
type shape struct {
	element
	rows, cols int // rows is 0 for a vector
}

// count is how many elements there are.
func (s shape) count() int { return max(s.rows, 1) * s.cols }

// maxBytes bounds a vector: the whole file of registers twice.
const maxBytes = 1 << 14

// A variable is the bytes that a name stands for. A byte that nothing has written is the input's of that name, or undefined.
type variable struct {
	name    string
	bytes   []lane.Lane // of eight bits; what is not set counts for nothing
	set     []bool
	local   bool // declared in the text without a value
	touched bool // a local one that was written before it was read: what is not set is undefined
	input   int  // the source that it is, or less than 0
	stated  bool // its length is in the text
	reached int  // bytes that are asked for of one whose length is not
	masked  string
}

// A view is elements of a variable, byte by byte: what a name, a select or a format stands for.
//
//	v.select<2, 2>(1)      of v      int:  · 1 · 3      at: 4 5 6 7  12 13 14 15
type view struct {
	shape
	of    *variable
	at    []int // bytes of the variable; outside of it for an element that is not there
	fixed bool  // no place to write to: what replicate gives
}

// whole is all of a variable.
func whole(v *variable, s shape) view {
	r := view{shape: s, of: v, at: make([]int, s.count()*s.size())}
	for i := range r.at {
		r.at[i] = i
	}
	return r
}

// nowhere is a byte outside of its variable.
const nowhere = -1

// picked is the elements at some places of a view. What is beyond the end of it is nowhere, or further in a variable whose length nobody has said.
func (v view) picked(places []int, rows int) view {
	size := v.size()
	r := view{shape: shape{v.element, rows, len(places) / max(rows, 1)}, of: v.of, at: make([]int, 0, len(places)*size), fixed: v.fixed}
	for _, e := range places {
		for b := range size {
			switch k := e*size + b; {
			case e >= 0 && k < len(v.at):
				r.at = append(r.at, v.at[k])
			default:
				r.at = append(r.at, nowhere)
			}
		}
		if e >= 0 && len(v.at) > 0 && v.at[0] == 0 {
			v.of.reached = max(v.of.reached, (e+1)*size)
		}
	}
	return r
}

// region is the elements of a region of a view.
func (v view) region(r region, n, rows int) view { return v.picked(r.elements(n), rows) }

// cast is the view with other elements, in rows of cols, or as many as there are bytes for.
func (v view) cast(e element, rows, cols int) (view, error) {
	if cols == 0 {
		if len(v.at)%e.size() != 0 {
			return v, fmt.Errorf("%d bytes are no whole number of %s", len(v.at), e.name)
		}
		cols = len(v.at) / e.size()
	}
	v.shape = shape{e, rows, cols}
	if want := v.count() * e.size(); want > len(v.at) {
		return v, fmt.Errorf("%d elements of %s have %d bytes, and there are %d", v.count(), e.name, want, len(v.at))
	}
	v.at = v.at[:v.count()*e.size()]
	return v, nil
}

// isContiguous says whether its bytes follow one another.
func (v view) isContiguous() bool {
	for i, at := range v.at {
		if at != v.at[0]+i {
			return false
		}
	}
	return true
}
