package cexpr

import (
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// mostGathered is of how many bits an array is at most whose elements are one source.
const mostGathered = 2048

// A pointee is what an array of integers has, or a pointer to some: their type, and how many there are; 0 where that is not said.
type pointee struct {
	integerType
	length int
}

// pointeeOf is that of an array whose length is in the text, as a number.
func pointeeOf(t integerType, length string) pointee {
	n, err := strconv.Atoi(strings.TrimSpace(length))
	if err != nil || n < 0 || n > mostGathered/t.bits {
		n = 0
	}
	return pointee{t, n}
}

// gathered is a map in which elements of one array are lanes of one source, as long as the last element that is read:
//
//	p[0] << 8 | p[1]      i8x2 -> p1 p0, where each element would be a source
func (e *expressions) gathered(m lane.Map, names []string) (lane.Map, []string) {
	places := make([]element, len(names))
	length := map[string]int{} // of each array, in lanes; 0 of one that is too long
	for k, name := range names {
		x, bits, ok := e.elementNamed(name)
		if !ok || m.Src[k]*m.Bits != bits { // of a vector at &p[4], elements are no lanes
			continue
		}
		x.lanes = m.Src[k]
		places[k] = x
		if n, met := length[x.array]; met && n == 0 || x.index >= mostGathered/(x.lanes*m.Bits) {
			length[x.array] = 0
			continue
		}
		length[x.array] = max(length[x.array], x.lanes*max(x.index+1, e.pointees[x.array].length))
	}
	out := lane.Map{Bits: m.Bits, Lane: append([]lane.Lane{}, m.Lane...)}
	var sources []string
	at, offset := make([]int, len(names)), make([]int, len(names)) // of each source
	known := map[string]int{}
	for k, name := range names {
		x, lanes := places[k], m.Src[k]
		if n := length[x.array]; n > 0 {
			name, lanes, offset[k] = x.array, n, x.index*x.lanes
		}
		place, met := known[name]
		if !met {
			place = len(sources)
			known[name] = place
			sources, out.Src = append(sources, name), append(out.Src, lanes)
		}
		at[k] = place
	}
	for i, l := range out.Lane {
		if l.Kind == lane.Source {
			out.Lane[i] = lane.From(at[l.Src], offset[l.Src]+l.Index)
		}
	}
	return out, sources
}

// An element is one of an array of integers, of so many lanes.
type element struct {
	array        string
	index, lanes int
}

// elementNamed is the element that a name such as p[3] is, and how many bits it has. What is met without a type is one too.
func (e *expressions) elementNamed(name string) (x element, bits int, ok bool) {
	array, rest, ok := strings.Cut(name, "[")
	digits, closed := strings.CutSuffix(rest, "]")
	index, err := strconv.Atoi(digits)
	if !ok || !closed || err != nil || index < 0 || index >= mostGathered {
		return element{}, 0, false
	}
	bits = e.unsaid.element
	if p, declared := e.pointees[array]; declared {
		bits = p.bits
	} else if e.untyped == "" {
		return element{}, 0, false
	}
	return element{array: array, index: index}, bits, true
}
