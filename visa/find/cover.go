package find

import (
	"math/bits"
	"slices"
)

// A cover is the choice of moves. Seen from the end of the sequence, lanes become settled: the last move must be right wherever it writes, the one before it may be wrong where
// the last one is right, and so on. So a set of moves makes the map if together they are right in every lane that is needed, and some order settles all of them:
//
//	settled:  nothing ── a move all of whose wrong lanes are settled ──▶ settled and its right lanes ──▶ …
type cover struct {
	moves []move
	need  uint64
	by    [window][]int  // the moves that are right in a lane
	with  [window]uint64 // the lanes that some move has right together with the lane

	nodes int
	ended func() bool    // whether there is no more time
	stuck map[uint64]int // what is not covered by so many moves more, whatever their order
}

func newCover(moves []move, need uint64) *cover {
	c := &cover{moves: moves, need: need, stuck: map[uint64]int{}}
	for k := range moves {
		for rest := moves[k].right; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros64(rest)
			c.by[i] = append(c.by[i], k)
			c.with[i] |= moves[k].right
		}
	}
	return c
}

// fewest is a choice, and a number of moves that none is smaller than: the choice's own if it is proved to be the smallest.
func (c *cover) fewest(budget int) (chosen []int, lower int) {
	best := c.beam()
	for lower = c.bound(c.need); lower < len(best); lower++ {
		c.nodes = budget
		chosen, _ := c.search(c.need, nil, lower)
		switch {
		case chosen != nil:
			return chosen, lower
		case c.nodes <= 0:
			return best, lower
		}
	}
	return best, lower
}

// bound is how many moves the lanes need at least: lanes of which no two are right in one move need one each.
func (c *cover) bound(need uint64) (n int) {
	for need != 0 {
		least, at := window+1, 0
		for rest := need; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros64(rest)
			if k := bits.OnesCount64(c.with[i] & need); k < least {
				least, at = k, i
			}
		}
		need &^= c.with[at]
		n++
	}
	return n
}

// everyNodes is how many nodes pass between two looks at the time: some hundred microseconds.
const everyNodes = 1 << 8

// search chooses n more moves that are right in the lanes; nil if there are none, and then whether an order was missing at the end of some choice.
func (c *cover) search(need uint64, chosen []int, n int) (found []int, order bool) {
	if need == 0 {
		if c.arranged(chosen) == nil {
			return nil, true
		}
		return chosen, false
	}
	if c.nodes--; c.nodes%everyNodes == 0 && c.ended() {
		c.nodes = 0
	}
	if c.nodes <= 0 || c.stuck[need] >= n || c.bound(need) > n {
		return nil, c.nodes <= 0
	}
	least, at := len(c.moves)+1, 0
	for rest := need; rest != 0; rest &= rest - 1 {
		if i := bits.TrailingZeros64(rest); len(c.by[i]) < least {
			least, at = len(c.by[i]), i
		}
	}
	for _, k := range c.by[at] {
		found, disorder := c.search(need&^c.moves[k].right, append(chosen[:len(chosen):len(chosen)], k), n-1)
		if found != nil {
			return found, false
		}
		order = order || disorder
	}
	if !order {
		c.stuck[need] = n
	}
	return nil, order
}

// arranged is the moves in an order in which later ones write over all that earlier ones have wrong, those of low lanes first where that is free; nil if there is none.
func (c *cover) arranged(chosen []int) []int {
	left := slices.Clone(chosen)
	slices.SortFunc(left, func(a, b int) int {
		return bits.TrailingZeros64(c.moves[b].right) - bits.TrailingZeros64(c.moves[a].right)
	})
	order := make([]int, 0, len(left))
	for settled := uint64(0); len(left) > 0; {
		k := slices.IndexFunc(left, func(k int) bool { return c.moves[k].wrong&^settled == 0 })
		if k < 0 {
			return nil
		}
		settled |= c.moves[left[k]].right
		order = append(order, left[k])
		left = slices.Delete(left, k, k+1)
	}
	slices.Reverse(order)
	return order
}

// beamWidth is how many partial choices go on at a time.
const beamWidth = 32

// A choice is moves from the end of a sequence on, the last first.
type choice struct {
	settled uint64
	moves   []int
}

// beam is a choice that is good and always there: in each step those that have settled most lanes go on.
func (c *cover) beam() []int {
	front := []choice{{}}
	for {
		seen := map[uint64]bool{}
		var next []choice
		for _, f := range front {
			if f.settled&c.need == c.need {
				return f.moves
			}
			for k := range c.moves {
				m := &c.moves[k]
				settled := f.settled | m.right
				if settled == f.settled || m.wrong&^f.settled != 0 || seen[settled] {
					continue
				}
				seen[settled] = true
				next = append(next, choice{settled, append(f.moves[:len(f.moves):len(f.moves)], k)})
			}
		}
		if next == nil {
			return nil
		}
		slices.SortStableFunc(next, func(a, b choice) int { return bits.OnesCount64(b.settled) - bits.OnesCount64(a.settled) })
		front = next[:min(len(next), beamWidth)]
	}
}
