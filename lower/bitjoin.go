package lower

import (
	"cmp"
	"slices"
)

// A bitJoining puts terms together, each with what is right in it.
type bitJoining struct {
	b     *bitSearch
	want  []bit
	terms []*bitNode
	right []bitSet
	known map[joinOf][]*bitNode
}

// joinOf is a set of terms put together, with what else must be there.
type joinOf struct {
	set  bitSet
	rest rest
}

// rest says what must be where a set of terms has nothing right.
type rest uint8

const (
	clean   rest = iota // zeros, wherever something is wanted
	cleared             // zeros where zeros are wanted
	loose               // anything
)

// mostJoined bounds the ways that are kept to join some terms, and mostJoinedFreely the terms that are joined in every order.
const (
	mostJoined       = 3
	mostJoinedFreely = 4
)

// all are ways to join all terms.
func (j *bitJoining) all() []*bitNode {
	var set bitSet
	for k := range j.terms {
		set.add(k)
	}
	return j.join(set, cleared)
}

// pattern is what a set of terms must be.
func (j *bitJoining) pattern(of joinOf) []bit {
	r := slices.Clone(j.want)
	var right bitSet
	for k := range j.terms {
		if of.set.has(k) {
			right = right.or(&j.right[k])
		}
	}
	for i, w := range r {
		switch {
		case w == freeBit || right.has(i):
		case w == zeroBit && of.rest == loose:
			r[i] = freeBit
		case w == zeroBit:
		case of.rest == clean:
			r[i] = zeroBit
		default:
			r[i] = freeBit
		}
	}
	return r
}

// join are the best ways to put a set of terms together.
func (j *bitJoining) join(set bitSet, rest rest) []*bitNode {
	of := joinOf{set, rest}
	if found, ok := j.known[of]; ok {
		return found
	}
	want := j.pattern(of)
	var found []*bitNode
	if k := set.first(); set.count() == 1 {
		found = j.single(j.terms[k], want)
	} else {
		found = j.several(of, want)
	}
	found = j.b.lightest(found, mostJoined)
	j.known[of] = found
	return found
}

// single is one term, cleaned as far as it must be.
func (j *bitJoining) single(n *bitNode, want []bit) []*bitNode {
	if satisfies(n.bits, want) {
		return []*bitNode{n}
	}
	return j.b.masked(want, n)
}

// several are a set of terms, of which one is joined last.
func (j *bitJoining) several(of joinOf, want []bit) (found []*bitNode) {
	b := j.b
	take := func(n *bitNode) {
		if n != nil && satisfies(n.bits, want) {
			found = append(found, n)
		}
	}
	last := len(j.terms) - 1
	for last > 0 && !of.set.has(last) {
		last--
	}
	for k, t := range j.terms {
		if !of.set.has(k) || len(j.terms) > mostJoinedFreely && k < last {
			continue
		}
		var one bitSet
		one.add(k)
		others := of.set.without(&one)
		for _, x := range j.join(others, clean) {
			for _, y := range j.join(one, clean) {
				take(b.joined(x, y))
			}
		}
		for _, x := range j.before(others) {
			take(x)
			found = append(found, b.one(want, x, t)...)
			take(b.merged(t, x, want))
			if len(t.args) == 1 && b.t.inserts {
				found = append(found, b.one(want, x, t.args[0])...)
			}
		}
		if b.loads() {
			for _, x := range j.join(others, loose) { // bits of both that are not cleared yet
				n := b.joined(x, t)
				if take(n); !satisfies(n.bits, want) {
					found = append(found, b.masked(want, n)...)
				}
			}
		}
	}
	return found
}

// before are the ways to put a set together with anything elsewhere, and with zeros.
func (j *bitJoining) before(set bitSet) (list []*bitNode) {
	for _, rest := range []rest{loose, cleared, clean} {
		for _, x := range j.join(set, rest) {
			if !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	return list
}

// lightest are those of the nodes that weigh least.
func (b *bitSearch) lightest(list []*bitNode, n int) []*bitNode {
	slices.SortStableFunc(list, func(x, y *bitNode) int { return cmp.Compare(b.weight(x), b.weight(y)) })
	var r []*bitNode
	for _, x := range list {
		if len(r) < n && !slices.Contains(r, x) {
			r = append(r, x)
		}
	}
	return r
}

// masked are ways to clear what must be zero in a bitNode: by one op, by a mask before its last move, by two shifts.
func (b *bitSearch) masked(want []bit, n *bitNode) []*bitNode {
	found := b.one(want, n)
	if z := b.zeroed(n, want); z != nil {
		found = append(found, z)
	}
	if m := b.maskedBefore(want, n); m != nil {
		found = append(found, m)
	}
	if len(n.args) == 1 {
		if by, ok := b.distance(n, want); ok {
			if s := b.clearedByShifts(want, n.args[0], by); s != nil {
				found = append(found, s)
			}
		}
	}
	found = b.lightest(found, mostOnes)
	if len(found) > 1 { // whoever takes the first may take any
		found[0].other = found[1:]
	}
	return found
}

// distance is how far a bitNode that is a move of another moves its bits.
func (b *bitSearch) distance(n *bitNode, want []bit) (by int, ok bool) {
	for i, w := range want {
		if w >= 0 && n.from != nil && n.from[i] >= 0 {
			return i - int(n.from[i]), true
		}
	}
	return 0, false
}

// maskedBefore clears the bits before they are moved: the same mask may then serve for a move up and for one down.
func (b *bitSearch) maskedBefore(want []bit, n *bitNode) *bitNode {
	if len(n.args) != 1 || n.from == nil || n.op.Form != Plain || !b.loads() {
		return nil
	}
	before := make([]bit, b.n)
	for i := range before {
		before[i] = freeBit
	}
	for i, w := range want {
		j := n.from[i]
		switch {
		case w == freeBit:
		case j < 0:
			if j != w {
				return nil
			}
		case before[j] != freeBit && before[j] != w:
			return nil
		default:
			before[j] = w
		}
	}
	for _, m := range b.one(before, n.args[0]) {
		if m.op.Row.Index != nil && len(m.args) == 1 {
			return b.again(n, []*bitNode{m})
		}
	}
	return nil
}

// again is a bitNode's op on other nodes.
func (b *bitSearch) again(n *bitNode, args []*bitNode) *bitNode {
	return b.add(n.op, n.from, args, func() []bit {
		switch {
		case n.from != nil:
			return take(n.from, args)
		case slices.Contains(b.t.or, n.op.Row) && len(args) == 2:
			return orBits(args[0].bits, args[1].bits)
		}
		return b.apply(&n.op, args, b.sources())
	})
}

// zeroed is a bitNode with a mask that clears lanes.
func (b *bitSearch) zeroed(n *bitNode, want []bit) *bitNode {
	mask, ok := b.maskOf(n, want, func(i int) bool { return want[i] == zeroBit })
	if !ok || n.op.Row.Mask.Merges {
		return nil
	}
	op := n.op
	op.Form, op.Mask = Zeroed, mask
	from := slices.Clone(n.from)
	for i := range op.Row.Bits {
		if mask>>(i/op.Row.Mask.Elem)&1 == 0 {
			from[i] = zeroBit
		}
	}
	return b.moved(op, from, n.args...)
}

// merged is a bitNode with a mask that keeps lanes of another.
func (b *bitSearch) merged(n, old *bitNode, want []bit) *bitNode {
	if n.op.Row == nil || n.op.Row.Destroys || n.op.Row.Bits != b.n {
		return nil
	}
	mask, ok := b.maskOf(n, want, func(i int) bool { return old.bits[i] == want[i] })
	if !ok {
		return nil
	}
	op := n.op
	op.Form, op.Mask = Merged, mask
	from := slices.Clone(n.from)
	for i := range from {
		if mask>>(i/op.Row.Mask.Elem)&1 == 0 {
			from[i] = bit(len(op.Row.Src)*maxBits + i)
		}
	}
	return b.moved(op, from, append(slices.Clone(n.args), old)...)
}

// maskOf is the mask under which lanes of a bitNode stay, if where they do not off says that all is well without them.
func (b *bitSearch) maskOf(n *bitNode, want []bit, off func(i int) bool) (mask uint64, ok bool) {
	if n.op.Row == nil || n.from == nil || n.op.Form != Plain || n.op.Row.Mask == nil || !n.op.Row.Mask.Needs.In(b.s.o.Target.Has) || !b.loads() {
		return 0, false
	}
	k := n.op.Row.Mask
	for lane := range n.op.Row.Bits / k.Elem {
		on, free := true, true
		for i := lane * k.Elem; i < (lane+1)*k.Elem; i++ {
			if want[i] != freeBit {
				on, free = on && n.bits[i] == want[i], free && off(i)
			}
		}
		switch {
		case on:
			if lane < 64 && lane < k.Lanes {
				mask |= 1 << lane
			}
		case !free || lane >= k.Lanes:
			return 0, false
		}
	}
	for i := n.op.Row.Bits; i < b.n; i++ {
		if want[i] != freeBit && want[i] != zeroBit {
			return 0, false
		}
	}
	return mask, true
}
