package jit

// A constant is a vector that the code reads.
type constant [vectorBytes / 4]uint32

// splat is a number in all lanes.
func splat(v uint32) (k constant) {
	for i := range k {
		k[i] = v
	}
	return k
}

// constants are those that the code reads, each once, and a table of where they are. Most are a number in all lanes, and most of these have been asked for a moment ago.
//
//	pool     00000fff…   00000001…   0 1 2 3 …
//	table    ─ ─ 2 ─ ─ 1 ─ ─ 3 ─               1 + the place in the pool, by a few of the words, or behind that
type constants struct {
	pool   []constant
	table  []int32 // a power of two of them, and twice as many as are in the pool
	lately [32]equalLanes
}

// equalLanes is a constant that is a number in all lanes, and 1 + its place in the pool.
type equalLanes struct {
	number uint32
	place  int32
}

// reset forgets all.
func (c *constants) reset() {
	c.pool, c.lately = c.pool[:0], [32]equalLanes{}
	clear(c.table)
}

// splatIndex is the place of a number in all lanes.
func (c *constants) splatIndex(v uint32) int {
	e := &c.lately[v*0x9e3779b1>>27]
	if e.number != v || e.place == 0 {
		k := splat(v)
		*e = equalLanes{v, 1 + int32(c.poolIndex(&k))}
	}
	return int(e.place) - 1
}

// poolIndex is the place of a constant.
func (c *constants) poolIndex(k *constant) int {
	if 2*(len(c.pool)+1) > len(c.table) {
		c.table = make([]int32, max(64, 2*len(c.table)))
		for n := range c.pool {
			*c.slot(&c.pool[n]) = int32(n + 1)
		}
	}
	s := c.slot(k)
	if *s == 0 {
		c.pool = append(c.pool, *k)
		*s = int32(len(c.pool))
	}
	return int(*s) - 1
}

// slot is where the table has a constant, or would have it.
func (c *constants) slot(k *constant) *int32 {
	h := k[0]*0x9e3779b1 ^ k[1]*0x85ebca6b ^ k[6]*0xc2b2ae35 ^ k[15]*0x27d4eb2f
	h ^= h >> 15
	for {
		s := &c.table[int(h)&(len(c.table)-1)]
		if *s == 0 || c.pool[*s-1] == *k {
			return s
		}
		h++
	}
}
