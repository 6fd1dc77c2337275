package quick

import "math/bits"

// A chain moves the words of one block, or of each block in the same way, by rows that shuffle words within a half and rows that shuffle words in pairs:
//
//	x        0 1 2 3 4 5 6 7
//	before   2 0 _ _ 4 5 6 7      the words that one half wants of a half of x, as one pair       pshuflw, pshufhw
//	pairs    2 0 6 7 4 5 6 7      the pairs into the half that wants them                         pshufd
//	after    0 6 7 2 4 5 6 7      and into their places there                                     pshuflw, pshufhw
type chain struct {
	before, after [2]bool // whether a half is shuffled
	first         [8]int8 // words of x, after before
	pairs         [4]int8 // pairs of first
	wanted        [8]int8
	asks          [4]wordSet // the same, of each two words
	offering      [2]uint16  // the two pairs that offer what a half wants: see pairings
	upperFirst    bool       // whether the upper half is shuffled before the lower one
	begin         int        // the half whose pairs are chosen first: one that is not shuffled behind them says where words stand in its pairs
}

// A wordSet has a bit for each of eight words.
type wordSet uint8

// inTwoPairs says whether two pairs can hold the words: two from each half, or four from one.
func (m wordSet) inTwoPairs() bool {
	below, above := bits.OnesCount8(uint8(m&15)), bits.OnesCount8(uint8(m>>4))
	return below <= 2 && above <= 2 || below == 0 || above == 0
}

// asksOf are the words that each two places want.
func asksOf(wanted *[8]int8) (asks [4]wordSet) {
	for i, w := range wanted {
		if w != unwanted {
			asks[i/2] |= 1 << w
		}
	}
	return asks
}

// inOne says whether one chain may do.
func inOne(asks *[4]wordSet) bool {
	return (asks[0] | asks[1]).inTwoPairs() && (asks[2] | asks[3]).inTwoPairs()
}

// unwanted is a word of which nobody cares.
const unwanted int8 = -1

// noWords are eight of them.
var noWords = [8]int8{unwanted, unwanted, unwanted, unwanted, unwanted, unwanted, unwanted, unwanted}

// ops is how long the chain is.
func (c *chain) ops() int {
	n := c.within()
	if !c.still() {
		n++
	}
	return n
}

// within is how many rows of a chain shuffle within a half.
func (c *chain) within() (n int) {
	for h := range 2 {
		if c.before[h] {
			n++
		}
		if c.after[h] {
			n++
		}
	}
	return n
}

// still says whether the pairs stay where they are.
func (c *chain) still() bool { return c.pairs == [4]int8{0, 1, 2, 3} }

// shuffled are which rows within halves a chain may have: a bit each, before and after, of the lower half and of the upper one. Fewer come first.
var shuffled = [...]uint8{0, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15}

// find is the shortest chain that makes the wanted words of fewer rows than below; ok is false if there is none.
func (c *chain) find(k *known, wanted *[8]int8, below int) (found bool) {
	if below <= 0 {
		return false
	}
	asks := asksOf(wanted)
	if !inOne(&asks) {
		return false
	}
	t := chain{wanted: *wanted, asks: asks}
	old := k.of(wanted, wholeChain)
	if old.found || below <= int(old.below) {
		return t.again(old, c, below)
	}
	old.below = int8(min(below, 1<<7-1))
	for _, flags := range shuffled {
		if bits.OnesCount8(flags) >= below {
			break
		}
		if t.shuffles(flags); t.settle() && t.ops() < below {
			*c, below, found = t, t.ops(), true
			old.found, old.flags, old.below = true, flags, int8(below)
		}
	}
	return found
}

// shuffles says which halves are shuffled.
func (c *chain) shuffles(flags uint8) {
	c.before, c.after = [2]bool{flags&1 != 0, flags&2 != 0}, [2]bool{flags&4 != 0, flags&8 != 0}
}

// settle chooses pairs and what is before them.
func (c *chain) settle() bool { return c.offer() && c.place(0) }

// offer finds the pairs that offer what the halves want, if there are some.
func (c *chain) offer() bool {
	for h := range c.offering {
		if c.offering[h] = c.pairings(h); c.offering[h] == 0 {
			return false
		}
	}
	for k := range c.first {
		if c.first[k] = int8(k); c.before[k/4] {
			c.first[k] = unwanted
		}
	}
	if c.begin = 0; c.after[0] && !c.after[1] {
		c.begin = 1
	}
	return true
}

// place chooses the two pairs of a half, the first one or the second, and then those of the other half. Pairs that stay come first, as they may need no row.
func (c *chain) place(nth int) bool {
	if nth == 2 {
		return true
	}
	h, start := c.begin^nth, c.first
	for left := c.offering[h]; left != 0; left &= left - 1 {
		k := bits.TrailingZeros16(left)
		c.pairs[2*h], c.pairs[2*h+1] = int8(k/4^2*h), int8(k%4^(2*h+1))
		c.first = start
		if c.fill(nth, 0) {
			return true
		}
	}
	c.first = start
	return false
}

// pairings are the two pairs of half h that offer what it wants: bit 4·a + b for pairs a and b, so numbered that those that stay are the lowest.
func (c *chain) pairings(h int) (which uint16) {
	x, y := c.asks[2*h], c.asks[2*h+1]
	below, above := uint16(15), c.holders(y)
	if !c.after[h] {
		below = c.holders(x)
	}
	for a := range uint16(4) {
		if below>>a&1 == 0 {
			continue
		}
		if c.after[h] {
			above = c.holders((x | y) &^ c.offers(int8(a)))
		}
		which |= stayingFirst[h][above] << (4 * (a ^ 2*uint16(h)))
	}
	return which
}

// stayingFirst are pairs, a bit each, of which the second one of a half that stays is the lowest.
var stayingFirst = [2][16]uint16{
	{0b0000, 0b0010, 0b0001, 0b0011, 0b1000, 0b1010, 0b1001, 0b1011, 0b0100, 0b0110, 0b0101, 0b0111, 0b1100, 0b1110, 0b1101, 0b1111},
	{0b0000, 0b1000, 0b0100, 0b1100, 0b0010, 0b1010, 0b0110, 0b1110, 0b0001, 0b1001, 0b0101, 0b1101, 0b0011, 0b1011, 0b0111, 0b1111},
}

// holders are the pairs that may hold some words, a bit each.
func (c *chain) holders(some wordSet) (pairs uint16) {
	for h, words := range [...]wordSet{some & 15, some >> 4} {
		if some != words<<(4*h) {
			continue // some are of the other half
		}
		switch {
		case c.before[h]:
			pairs |= 3 << (2 * h)
		case words&^3 == 0:
			pairs |= 1 << (2 * h)
		}
		if !c.before[h] && words&^12 == 0 {
			pairs |= 2 << (2 * h)
		}
	}
	return pairs
}

// offers are the words that a pair may hold: its own, or all of its half.
func (c *chain) offers(pair int8) wordSet {
	if c.before[pair/2] {
		return 15 << (pair &^ 1 * 2)
	}
	return 3 << (2 * pair)
}

// fill puts what a half wants, from its word i on, into its pairs of first as far as it is not there, and then what the other half wants. Where a word may be in either pair, the
// other half decides: it may want two words of one pair.
//
//	wanted  3 2 1 _ 2 0 _ 6      first 2 0 3 1 4 5 6 7, and not 3 2 1 0: the upper half wants 2 and 0 in one pair, as it has 6 in the other
func (c *chain) fill(nth, i int) bool {
	if i == 4 {
		return c.place(nth + 1)
	}
	h := c.begin ^ nth
	w, a, b := c.wanted[4*h+i], c.pairs[2*h], c.pairs[2*h+1]
	if !c.after[h] {
		pair := c.pairs[2*h+i/2]
		return (w == unwanted || c.put(pair*2+int8(i%2), w)) && c.fill(nth, i+1)
	}
	if w == unwanted || c.has(a, w) || c.has(b, w) {
		return c.fill(nth, i+1)
	}
	start := c.first
	for _, pair := range [...]int8{a, b} {
		if c.room(pair, w) && c.fill(nth, i+1) {
			return true
		}
		c.first = start
	}
	return false
}

// has says whether a pair of first has a word.
func (c *chain) has(pair, w int8) bool { return c.first[2*pair] == w || c.first[2*pair+1] == w }

// room puts a word into a free place of a pair.
func (c *chain) room(pair, w int8) bool { return c.put(2*pair, w) || c.put(2*pair+1, w) }

// put puts a word at a place of first.
func (c *chain) put(at, w int8) bool {
	if c.first[at] == w {
		return true
	}
	if c.first[at] != unwanted || at/4 != w/4 {
		return false
	}
	c.first[at] = w
	return true
}
