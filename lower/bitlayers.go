package lower

import "slices"

// This file moves bytes of which each holds a lane where it is wanted, or at the bottom of its byte, whatever is beside it; one vector for the lanes at each place of a byte.
//
//	nibbles     versions      a, a >> 4, a << 4
//	            layers        bytes of them with the wanted low nibbles, and bytes with the wanted high ones: two shuffles of bytes
//	            joined        by a mask

// mostLayers bounds the places of a byte, which are lanes of two bits at least.
const mostLayers = 4

// mostVersions bounds the vectors of which the bytes of a layer are.
const mostVersions = 3

// layered are ways to shift first, then move bytes, then join.
func (b *bitSearch) layered(width int) (found []*bitNode) {
	if n := 8 / width; n > mostLayers {
		return nil
	}
	left := b.s.budget
	b.s.budget = left / 2 // that bytes are moved is looked for like anything
	for _, late := range []bool{false, true} {
		found = append(found, b.layers(width, late)...)
	}
	b.s.budget += left - left/2
	return found
}

// layers makes a vector for the lanes at each place of a byte: late, at the bottom of the bytes, and shifts them to their place then.
func (b *bitSearch) layers(width int, late bool) []*bitNode {
	j := bitJoining{b: b, want: b.want, known: map[joinOf][]*bitNode{}}
	for place := 0; place < 8; place += width {
		up := 0
		if late {
			up = place
		}
		n, right, ok := b.layer(place, width, up)
		if !ok {
			return nil
		}
		if n != nil {
			j.terms, j.right = append(j.terms, n), append(j.right, right)
		}
	}
	if len(j.terms) < 2 {
		return nil
	}
	return j.all()
}

// layer is what is wanted at one place of the bytes, which are shifted up by so many bits at last; nil if nothing is.
func (b *bitSearch) layer(place, width, up int) (n *bitNode, right bitSet, ok bool) {
	var versions []*bitNode
	cells := slices.Repeat([]cell{freeCell}, b.n/8)
	for u := range cells {
		for i := 8*u + place; i < 8*u+place+width; i++ {
			w := b.want[i]
			if w < 0 {
				if w == oneBit {
					return nil, right, false
				}
				continue
			}
			right.add(i)
			p := int(w) % maxBits
			v := b.shiftedBy(b.inputs[w/maxBits], (place+i%width-up)-p%8)
			if v == nil {
				return nil, right, false
			}
			k := slices.Index(versions, v)
			if k < 0 {
				if len(versions) == mostVersions {
					return nil, right, false
				}
				k, versions = len(versions), append(versions, v)
			}
			c := cell(k*maxCells + p/8)
			if cells[u] != freeCell && cells[u] != c {
				return nil, right, false
			}
			cells[u] = c
		}
	}
	if len(versions) == 0 {
		return nil, right, true
	}
	n = b.shiftedBy(b.brought(cells, versions...), up)
	return n, right, n != nil
}

// shiftedBy is a node whose bits are shifted up by so many, in the narrowest lanes that the target shifts; nil if it shifts none, or there is no node.
func (b *bitSearch) shiftedBy(n *bitNode, by int) *bitNode {
	if by == 0 || n == nil {
		return n
	}
	for w := 8; w <= 64; w *= 2 {
		if s := b.shiftedIn(n, w, by); s != nil {
			return s
		}
	}
	return nil
}
