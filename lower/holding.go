package lower

import (
	"math/bits"
	"slices"
)

// A content is a set of bytes of the sources.
type content [maxTabled]uint64

func (c *content) add(at cell) { c[at/maxCells] |= 1 << (at % maxCells) }

// Holders are the first rows that can hold all that a last row does not find in the sources beside: a condition that rules most pairs out before any byte is put in its place.
type holders struct {
	made      []*madeValue // moves
	masked    []*madeValue // moves under a mask
	relations []holder
}

// A holder is a relation as the first row, the sources that it reads, and all bytes of them that it can put somewhere.
type holder struct {
	relation *relation
	from     []int
	holds    content
}

func (h *holders) none() bool { return len(h.made)+len(h.masked)+len(h.relations) == 0 }

// A mustHold is what the vector between must hold, and how many constants the first row loads.
type mustHold struct {
	content
	loads int
}

// holding are the first rows that can hold all these bytes.
func (p *twoRows) holding(must content, loads int) *holders {
	key := mustHold{must, loads}
	h := p.holders[key]
	if h == nil {
		if must == (content{}) {
			h = p.allHolders(loads)
		} else {
			h = p.holding(content{}, loads).of(must)
		}
		p.holders[key] = h
	}
	return h
}

// anyHolds says whether any first row can hold all these bytes. Of moves the contents tell, which are few.
func (p *twoRows) anyHolds(must content, loads int) bool {
	if loads == 0 && slices.ContainsFunc(p.made.contents, func(c content) bool { return c.all(must, -1) }) {
		return true
	}
	return !p.movesAlone(loads) && !p.holding(must, loads).none()
}

// beside are the bytes wanted of the sources that a last row does not read itself.
func (p *twoRows) beside(from []int) (must content) {
	var read [maxTabled + 1]bool
	for _, k := range from {
		read[k] = true
	}
	for _, w := range p.want {
		if w >= 0 && !read[w/maxCells] {
			must.add(w)
		}
	}
	return must
}

// allHolders are all first rows that load so many constants.
func (p *twoRows) allHolders(loads int) *holders {
	h := &holders{}
	for k := range p.made.values {
		v := &p.made.values[k]
		if loads == 0 {
			h.made = append(h.made, v)
		}
		if loads == 1 && !p.unmasked && p.t.moves[v.move].row.Mask != nil {
			h.masked = append(h.masked, v)
		}
	}
	for _, r := range p.relations(loads) {
		p.assignFirst(r, 0, func(from []int) {
			one := holder{relation: r, from: append([]int(nil), from...)}
			for a, k := range from {
				one.holds[k] |= r.any[a]
			}
			h.relations = append(h.relations, one)
		})
	}
	return h
}

// of are those that can hold all these bytes. A mask may bring the bytes of one source.
func (h *holders) of(must content) *holders {
	left := &holders{}
	for _, v := range h.made {
		if v.holds.all(must, -1) {
			left.made = append(left.made, v)
		}
	}
	for _, v := range h.masked {
		for x := range maxTabled {
			if v.holds.all(must, x) {
				left.masked = append(left.masked, v)
				break
			}
		}
	}
	for _, r := range h.relations {
		if r.holds.all(must, -1) && r.relation.room(must, r.from) {
			left.relations = append(left.relations, r)
		}
	}
	return left
}

// all says whether the content has all that must be there, but for the bytes of one source.
func (c *content) all(must content, but int) bool {
	for k := range must {
		if k != but && must[k]&^c[k] != 0 {
			return false
		}
	}
	return true
}

// room says whether the relation has parts enough for all these bytes: of bytes of which no two come with one choice there are no more than parts.
func (r *relation) room(must content, from []int) bool {
	count := 0
	var with content
	for k := range must {
		for left := must[k] &^ with[k]; left != 0; left &= left - 1 {
			j := bits.TrailingZeros64(left)
			if with[k]>>j&1 == 1 {
				continue
			}
			if count++; count > len(r.parts) {
				return false
			}
			for a, source := range from {
				if source == k {
					for b, also := range r.beside[a*maxCells+j][:len(from)] {
						with[from[b]] |= also
					}
				}
			}
		}
	}
	return true
}
