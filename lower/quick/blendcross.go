package quick

import "math/bits"

// What stands in its place of a block, its own or the other one, may be three rows' work of two inputs: one blends them, one makes a register of two of all blocks that there are then, and one blends that with an
// input or with what the first one made.
//
//	want     _ b9 _ b3 _ a5 _ b15 | a0 a1 _ _ b4 a5 b6 a7
//	mixed    a0 a1 b2 b3 b4 a5 b6 a7 | …                           vpblendw a, b
//	view     b8 b9 … b14 b15 | a0 a1 b2 b3 b4 a5 b6 a7             vperm2i128 b, mixed
//	last     b8 b9 b2 b3 b4 a5 b14 b15 | a0 …                      vpblendd view, mixed
type blendCross struct {
	want    [2][8]int8 // the block that is wanted in each place for a word: 2·input + block; unwanted is any
	from    [2]int     // the block that stands in each half of the view
	beside  int        // the value that the view is blended with
	mixed   [4]column  // the input of a word of what the first row makes
	blended [4]column  // 1 for a word of the view
}

// A column is what a blend does in one dword of each block: two bits, for each word of it, the same in both blocks, or for each block.
type column struct {
	bits    uint8
	byBlock bool
}

func (c *column) of(block, word int) int {
	if c.byBlock {
		word = block
	}
	return int(c.bits >> word & 1)
}

// Values of a blendCross are the two inputs, what is mixed of them, and the view.
const (
	mixedOf = 2
	viewOf  = 3
)

// read says whether what is wanted are words, each in its place of a block.
func (c *blendCross) read(w *width, want *vector) bool {
	for i := range w.n {
		at, to := want[i], &c.want[i/block][i%block/2]
		if i%2 == 0 {
			*to = unwanted
		}
		switch k := int8(2*w.input(at) + w.index(at)/block); {
		case at == free:
		case !moves(at) || w.index(at)%block != i%block || *to != unwanted && *to != k:
			return false
		default:
			*to = k
		}
	}
	return true
}

// find finds the three rows.
func (c *blendCross) find() bool {
	for c.beside = range mixedOf + 1 {
		for c.from[0] = range 2 * (mixedOf + 1) {
			for c.from[1] = range 2 * (mixedOf + 1) {
				if !c.has(0) {
					break
				}
				if c.has(1) && c.columns() {
					return true
				}
			}
		}
	}
	return false
}

// has says whether all that a block wants is in that half of the view, or in the value beside it.
func (c *blendCross) has(h int) bool {
	for _, k := range c.want[h] {
		if k != unwanted && !holdsBlock(c.from[h], k) && !holdsBlock(2*c.beside+h, k) {
			return false
		}
	}
	return true
}

// holdsBlock says whether a block may have words of another one.
func holdsBlock(has int, k int8) bool {
	return has == int(k) || has/2 == mixedOf && has%2 == int(k%2)
}

// columns decides what both blends do, each of them by words or by blocks.
func (c *blendCross) columns() bool {
	for kinds := range 4 {
		ok := true
		for d := range c.mixed {
			if ok = c.column(d, kinds&1 != 0, kinds&2 != 0); !ok {
				break
			}
		}
		if ok {
			return true
		}
	}
	return false
}

// column decides it for one dword of each block.
func (c *blendCross) column(d int, mixedByBlock, blendedByBlock bool) bool {
next:
	for choice := range uint8(16) {
		c.mixed[d], c.blended[d] = column{choice & 3, mixedByBlock}, column{choice >> 2, blendedByBlock}
		for h := range c.want {
			for j := range 2 {
				if k := c.want[h][2*d+j]; k != unwanted && c.stands(h, d, j) != int(k) {
					continue next
				}
			}
		}
		return true
	}
	return false
}

// taken is the block of a value that word j of a dword is taken from.
func (c *blendCross) taken(h, d, j int) int {
	if c.blended[d].of(h, j) == 1 {
		return c.from[h]
	}
	return 2*c.beside + h
}

// stands is the block of an input that it is of.
func (c *blendCross) stands(h, d, j int) int {
	k := c.taken(h, d, j)
	if k/2 == mixedOf {
		return 2*c.mixed[d].of(k%2, j) + k%2
	}
	return k
}

// blendedAcross makes a.x by these rows, and a.y of it.
func (s *state) blendedAcross(p *problem, a *attempt) {
	w := p.w
	first, second := bits.TrailingZeros16(a.reads), bits.Len16(a.reads)-1
	a.local = w.renamed(&a.x, first, second)
	var c blendCross
	if !c.read(w, &a.local) || !c.find() {
		return
	}
	mixed, view, last := &a.x, &a.z, &a.both
	*mixed, *view, *last = anything, anything, anything
	for i, at := range a.local[:w.n] {
		if at == free {
			continue
		}
		h, d, j := i/block, i%block/4, i%4/2
		k := c.taken(h, d, j)
		there := k%2*block + i%block
		if last[i] = w.at(k/2, i); c.blended[d].of(h, j) == 1 {
			last[i], view[i] = w.at(viewOf, i), w.at(k/2, there)
		}
		if k/2 == mixedOf {
			mixed[there] = w.at(c.stands(h, d, j)/2, there)
		}
	}
	a.sub.w, a.sub.in[0], a.sub.in[1] = w, p.in[first], p.in[second]
	v, ok := node(0), true
	for k, part := range [...]*vector{mixed, view, last} {
		if ok {
			v, ok = s.rowOrNothing(&a.sub, part, false)
			a.sub.in[mixedOf+k] = v
		}
	}
	if ok {
		a.sub.in[0] = v
		v, ok = s.make(&a.sub, &a.y, 0, s.room(a, 0))
	}
	s.take(a, v, ok)
}
