package quick

// What chains there are depends on the words alone, and strategies come to the same words again and again: it is remembered.
type known [1 << knownBits]knownChain

const knownBits = 10

// A knownChain is what is known of words.
type knownChain struct {
	key   uint64
	found bool  // there is a chain
	flags uint8 // and which rows within halves it has
	below int8  // the ops of it; or no chain has fewer
}

// wholeChain stands, where the number of a half may stand, for chains of all words.
const wholeChain = 2

// of is what is known of words, and forgets others for them.
func (k *known) of(wanted *[8]int8, half int) *knownChain {
	key := uint64(half + 1)
	for _, w := range wanted {
		key = key<<4 | uint64(w)&15
	}
	at := &k[key*0x9e3779b97f4a7c15>>(64-knownBits)]
	if at.key != key {
		*at = knownChain{key: key}
	}
	return at
}

// again makes the chain that is known, if it has fewer ops than below.
func (t *chain) again(old *knownChain, c *chain, below int) bool {
	if !old.found || int(old.below) >= below {
		return false
	}
	t.shuffles(old.flags)
	t.settle()
	*c = *t
	return true
}
