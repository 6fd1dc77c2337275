package esimd

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax"
)

// A method is what a member of a vector makes of it. Its parameters, between < and >, are numbers; its arguments are offsets.
type method struct {
	name    string
	numbers int    // of parameters
	offsets [2]int // of arguments, least and most
	fixed   bool   // it makes a new vector, which is nothing to write to
	plane   bool   // of a matrix
	line    bool   // of a vector
	where   func(s shape, n, at []int) (r region, elements, rows int)
}

// methods are the regions of C for Metal and of ESIMD, a line a spelling. Offsets that are not there are 0; of two, the first counts rows.
var methods = []method{
	{name: "select", numbers: 2, offsets: [2]int{0, 1}, line: true, where: func(_ shape, n, at []int) (region, int, int) { return row(at[1], n[0], n[1]), n[0], 0 }},
	{name: "select", numbers: 4, offsets: [2]int{0, 2}, plane: true, where: func(s shape, n, at []int) (region, int, int) {
		return region{Offset: at[0]*s.cols + at[1], V: n[1] * s.cols, W: n[2], H: n[3]}, n[0] * n[2], n[0]
	}},
	{name: "select_all", where: func(s shape, _, _ []int) (region, int, int) { return row(0, s.count(), 1), s.count(), s.rows }},
	{name: "row", offsets: [2]int{1, 1}, plane: true, where: func(s shape, _, at []int) (region, int, int) { return row(at[1]*s.cols, s.cols, 1), s.cols, 0 }},
	{name: "column", offsets: [2]int{1, 1}, plane: true, where: func(s shape, _, at []int) (region, int, int) {
		return region{Offset: at[1], V: s.cols, W: 1, H: 1}, s.rows, 0
	}},
	{name: "replicate", numbers: 1, fixed: true, where: func(s shape, n, _ []int) (region, int, int) {
		return region{W: s.count(), H: 1}, n[0] * s.count(), 0
	}},
	{name: "replicate", numbers: 2, offsets: [2]int{0, 2}, fixed: true, where: repeated},
	{name: "replicate_w", numbers: 2, offsets: [2]int{1, 2}, fixed: true, where: repeated},
	{name: "replicate", numbers: 3, offsets: [2]int{0, 2}, fixed: true, where: blocks},
	{name: "replicate_vs_w", numbers: 3, offsets: [2]int{1, 2}, fixed: true, where: blocks},
	{name: "replicate", numbers: 4, offsets: [2]int{0, 2}, fixed: true, where: blocksApart},
	{name: "replicate_vs_w_hs", numbers: 4, offsets: [2]int{1, 2}, fixed: true, where: blocksApart},
}

// repeated is the same W elements again and again.
func repeated(s shape, n, at []int) (region, int, int) {
	return region{Offset: at[0]*s.cols + at[1], W: n[1], H: 1}, n[0] * n[1], 0
}

// blocks are blocks of W elements in a row, VS apart.
func blocks(s shape, n, at []int) (region, int, int) {
	return region{Offset: at[0]*s.cols + at[1], V: n[1], W: n[2], H: 1}, n[0] * n[2], 0
}

// blocksApart are blocks whose elements are HS apart.
func blocksApart(s shape, n, at []int) (region, int, int) {
	return region{Offset: at[0]*s.cols + at[1], V: n[1], W: n[2], H: n[3]}, n[0] * n[2], 0
}

// methodFor is the method of a name with so many parameters; an error says which there are.
func methodFor(name string, numbers int) (*method, error) {
	var counts []int
	for k := range methods {
		if m := &methods[k]; m.name == name {
			if m.numbers == numbers {
				return m, nil
			}
			counts = append(counts, m.numbers)
		}
	}
	switch len(counts) {
	case 0:
		return nil, fmt.Errorf("%s moves no elements: expected select, replicate, bit_cast_view, format, row, column, iselect or merge", syntax.Quote(name))
	case 1:
		return nil, fmt.Errorf("%s has %d parameters between < and >, and these are %d", name, counts[0], numbers)
	}
	return nil, fmt.Errorf("%s has %d to %d parameters between < and >, and these are %d", name, slices.Min(counts), slices.Max(counts), numbers)
}

// member is a method of a view.
func (p *program) member(e *expr, of view) (view, error) {
	m, err := methodFor(e.name, len(e.params))
	if err != nil {
		return view{}, p.at(e, "%v", err)
	}
	if m.plane && of.rows == 0 && slices.Contains(p.unstated, of.of) {
		return view{}, p.at(e, "nothing says how long the rows of %s are: expected its declaration in front", of.of.name)
	}
	if m.plane && of.rows == 0 {
		return view{}, p.at(e, "%s of a vector: rows and columns are a matrix's, or those of bit_cast_view<T, rows, columns>", e.name)
	}
	if m.line && of.rows > 0 {
		return view{}, p.at(e, "select<size, stride> is a vector's: of a matrix it is select<rows, stride, columns, stride>")
	}
	if n := len(e.args); n < m.offsets[0] || n > m.offsets[1] || n == 2 && of.rows == 0 {
		return view{}, p.at(e, "%s takes %d to %d offsets here, and these are %d", e.name, m.offsets[0], m.offsets[1], n)
	}
	n := make([]int, len(e.params))
	for k := range e.params {
		if n[k], err = p.constant(&e.params[k], "a parameter of "+e.name, maxBytes); err != nil {
			return view{}, err
		}
	}
	at := []int{0, 0}
	for k := range e.args {
		if at[2-len(e.args)+k], err = p.constant(&e.args[k], "the offset", maxBytes); err != nil {
			return view{}, err
		}
	}
	r, elements, rows := m.where(of.shape, n, at)
	if r.W < 1 || elements < 1 || elements*of.size() > maxBytes {
		return view{}, p.at(e, "%d elements: a vector has 1 to %d of %s", elements, maxBytes/of.size(), of.name)
	}
	if e.name == "select" {
		if err := strides(n); err != nil {
			return view{}, p.at(e, "%v", err)
		}
	}
	if e.name == "replicate" && len(n) == 2 && !p.metal {
		p.warn("replicate<" + strconv.Itoa(n[0]) + ", " + strconv.Itoa(n[1]) + "> repeats the same elements, as replicate_w does; headers before June 2021 took blocks that follow one another")
	}
	v := of.region(r, elements, rows)
	if m.plane && rows > 0 {
		v = p.inRows(of, v, at, n)
	}
	v.fixed = v.fixed || m.fixed
	p.inside(e, v)
	return v, nil
}

// strides says what is wrong with the strides of a select: size and stride, once or twice.
func strides(n []int) error {
	for k := 0; k < len(n); k += 2 {
		switch {
		case n[k+1] == 0:
			return fmt.Errorf("a stride of select is 1 or more: replicate repeats an element")
		case n[k] == 1 && n[k+1] != 1:
			return fmt.Errorf("the stride of one element is 1, and this is %d", n[k+1])
		}
	}
	return nil
}

// inRows takes out of a selection in a matrix what has run over the end of a row into the next one.
func (p *program) inRows(of, v view, at, n []int) view {
	for c := range n[2] {
		if at[1]+c*n[3] < of.cols {
			continue
		}
		for r := range n[0] {
			for b := range v.size() {
				v.at[(r*n[2]+c)*v.size()+b] = nowhere
			}
		}
	}
	return v
}

// inside warns of elements that are not there.
func (p *program) inside(e *expr, v view) {
	for k, at := range v.at {
		if at == nowhere && v.of.stated {
			p.warn(fmt.Sprintf("element %d of %s lies outside of the vector, and is undefined", k/v.size(), syntax.Quote(p.Text[e.off:e.end])))
			return
		}
	}
}
