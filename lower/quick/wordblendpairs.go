package quick

// A way says by which rows an input's words come where a blend takes them: a bit each.
type way uint8

const (
	stays   way = 1 << iota
	inLower     // a row shuffles the lower half
	inUpper     // or the upper one
	byPair      // or pairs
	anyWay  = stays | inLower | inUpper | byPair
)

// ways are those by which a word comes to a place.
func ways(word, place int8) (m way) {
	if word == place {
		m = stays | inLower | inUpper
	}
	if word/4 == place/4 {
		if place < 4 {
			m |= inLower
		} else {
			m |= inUpper
		}
	}
	if word%2 == place%2 {
		m |= byPair
	}
	return m
}

// ops is how many rows the best of them are.
func (m way) ops() int {
	if m&stays != 0 {
		return 0
	}
	return 1
}

// A pairBlend looks for places of pairs in a blend, behind which a row moves pairs.
//
//	wanted    a8 b1 | a10 b0 | a12 a13 | a10 b0
//	pairs     a8 b1 | a10 b0 | a12 a13 | _ _        pshuflw b, pblendw
//	last      0 1 | 2 3 | 4 5 | 2 3                 pshufd
type pairBlend struct {
	n    int
	list [4][2]int8   // the pairs that differ
	of   [4]int8      // which of them each pair of the result is
	ways [4][4][2]way // by which each of them comes to each place, of each input
	at   [4]int8      // the place of each
	best *wordBlend
}

// paired looks for pairs that one row moves last, by fewer ops.
func (b *wordBlend) paired(words *[8]int8) {
	x := pairBlend{best: b}
	for j := range x.of {
		x.add(j, [2]int8(words[2*j:]))
	}
	for k, pair := range x.list[:x.n] {
		for to := range x.ways[k] {
			x.ways[k][to] = waysOf(pair, int8(2*to))
		}
	}
	x.place(0, [2]way{anyWay, anyWay}, 0)
}

// add notes a pair of the result: one that is there already, or another one.
func (x *pairBlend) add(j int, pair [2]int8) {
	for k := range x.list[:x.n] {
		both := x.list[k]
		if unify(&both[0], pair[0]) && unify(&both[1], pair[1]) {
			x.list[k], x.of[j] = both, int8(k)
			return
		}
	}
	x.list[x.n], x.of[j] = pair, int8(x.n)
	x.n++
}

// unify gives a word that is wanted if none is, and says whether no other one is.
func unify(word *int8, more int8) bool {
	if *word == unwanted {
		*word = more
	}
	return more == unwanted || *word == more
}

// waysOf are those by which a pair comes to a place, of each input: its words of one input are moved together.
func waysOf(pair [2]int8, place int8) (of [2]way) {
	of = [2]way{anyWay, anyWay}
	for j, k := range pair {
		if k != unwanted {
			of[k/8] &= ways(k%8, place+int8(j))
		}
	}
	if x, y := pair[0], pair[1]; x != unwanted && y != unwanted && x/8 == y/8 && x/2 != y/2 {
		of[x/8] &^= byPair
	}
	return of
}

// place chooses the place of a pair, and of those behind it.
func (x *pairBlend) place(k int, left [2]way, taken uint8) {
	ops := left[0].ops() + left[1].ops() + 2
	if left[0] == 0 || left[1] == 0 || ops >= x.best.ops {
		return
	}
	if k == x.n {
		x.take(ops)
		return
	}
	for to, more := range x.ways[k] {
		if taken>>to&1 == 0 {
			x.at[k] = int8(to)
			x.place(k+1, [2]way{left[0] & more[0], left[1] & more[1]}, taken|1<<to)
		}
	}
}

// take makes the places the best blend.
func (x *pairBlend) take(ops int) {
	b := x.best
	b.ops = ops
	b.at = noWords
	for k, pair := range x.list[:x.n] {
		copy(b.at[2*x.at[k]:], pair[:])
	}
	for j, k := range x.of {
		b.from[2*j], b.from[2*j+1] = 2*x.at[k], 2*x.at[k]+1
	}
}
