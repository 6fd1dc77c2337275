package lower

import (
	"math/bits"
	"slices"
	"sync"
)

// byIndex makes what moves bits by the digits of their numbers: reversals, zips, transpositions, exchanges of fields that are powers of two. There each digit of the number that a bit gets is
// a digit of the number that it had, or that complemented:
//
//	bit reversal    5 4 3 2 1 0  →  ~5 ~4 ~3 ~2 ~1 ~0        transposition of 8×8 bits    5 4 3 2 1 0  →  2 1 0 5 4 3
//	bswap           5 4 3 2 1 0  →  ~5 ~4 ~3  2  1  0        perfect shuffle              5 4 3 2 1 0  →  4 3 2 1 0 5
//
// Steps of that kind are composed as cheaply as they can be. A bit's number is its place, or its rank among those that are wanted, which are gathered before and scattered behind.
func (g *general) byIndex() (codes []generalCode) {
	places := g.places()
	if len(g.values) != 1 || len(places) < 4 {
		return nil
	}
	at := make([]int, len(places))
	for e, p := range places {
		at[e] = int(g.want.word[p])
	}
	for _, ranked := range [...]bool{false, true} {
		from, to, n := at, places, maxDigits
		if ranked {
			if from, to, n = ranks(at), ranks(places), bits.Len(uint(len(at)-1)); len(at) != 1<<n || slices.Equal(from, at) && slices.Equal(to, places) && n == maxDigits {
				continue
			}
		}
		table := indexTableOf(n)
		if target, ok := table.cheapest(from, to); ok {
			codes = append(codes, g.stepped(table.way(target), at, from, places)...)
		}
	}
	return codes
}

// ranks are positions as numbers from 0 on, in their order.
func ranks(at []int) []int {
	var set uint64
	for _, p := range at {
		set |= 1 << p
	}
	list := make([]int, len(at))
	for e, p := range at {
		list[e] = bits.OnesCount64(set & (1<<p - 1))
	}
	return list
}

// stepped are the passes of steps as codes, of bits that are at some positions and have numbers.
func (g *general) stepped(way []indexStep, at, number, places []int) (codes []generalCode) {
	for _, gather := range [...]bool{false, true} {
		s := passes{at: [][]int{at}}
		one := make([]int, len(at)) // of one kind
		if gather {
			if slices.Equal(at, number) {
				break
			}
			s.at, s.kind = append(s.at, number), append(s.kind, one)
		}
		now := number
		for _, step := range way {
			kind, next, positions := step.of(now)
			s.at, s.kind, now = append(s.at, positions), append(s.kind, kind), next
		}
		if len(way) > 0 && !slices.Equal(s.at[len(s.at)-1], now) { // spread, and to be gathered
			s.at, s.kind = append(s.at, places), append(s.kind, one)
		}
		if len(s.kind) == 0 {
			return codes
		}
		s.at[len(s.at)-1] = places
		if c, ok := g.passed(generalCode{}, s); ok {
			codes = append(codes, c)
		}
	}
	return codes
}

// maxDigits are the digits of the number of a bit.
const maxDigits = 6

// An arrangement says of each digit of a bit's number which digit of the number that it had that is, and whether complemented.
type arrangement struct {
	digit [maxDigits]uint8
	not   uint8 // a set of digits
}

// An indexStep is a pass that changes numbers of so many digits.
type indexStep struct {
	arrangement
	digits int
	cost   int   // ops
	kinds  []int // the digits that tell bits of different kinds apart
	spread int   // into so many bytes bits are spread before, if the step is a reversal of bytes
}

// of are the kinds of bits with these numbers, their next numbers, and the positions where they then are.
func (s *indexStep) of(numbers []int) (kind, next, at []int) {
	for _, n := range numbers {
		k, to := 0, 0
		for i, d := range s.kinds {
			k |= n >> d & 1 << i
		}
		if len(s.kinds) == 2 && k != 0 { // what stays is of one kind
			k %= 3
		}
		for j := range s.digits {
			to |= (n>>s.digit[j]&1 ^ int(s.not>>j&1)) << j
		}
		kind, next = append(kind, k), append(next, to)
		if p := s.digits - bits.Len(uint(s.spread-1)); s.spread > 0 {
			to = to>>p<<3 | to&(1<<p-1)
		}
		at = append(at, to)
	}
	return kind, next, at
}

// indexSteps are the steps for numbers of so many digits.
//
//	pull        one digit stands elsewhere, the others move up:  two pieces of bits in their order, joined. To the top: pext, pext, shl, or
//	exchange    two digits exchanged:  what stays, what goes up, what goes down
//	reversal    the highest digits complemented: bswap, a rotation by half; of fewer bits these are spread into bytes before
func indexSteps(digits int) (list []indexStep) {
	same := arrangement{digit: [maxDigits]uint8{0, 1, 2, 3, 4, 5}}
	top := digits - 1
	for from := range digits {
		for to := range digits {
			order := slices.Insert(slices.Delete(slices.Clone(same.digit[:digits]), from, from+1), to, uint8(from))
			for not := range uint8(2) {
				s := indexStep{arrangement: same, digits: digits, cost: 5, kinds: []int{from}}
				copy(s.digit[:], order)
				if s.not = not << to; from == top || to == top {
					s.cost = 4
				}
				if from != to || not == 1 {
					list = append(list, s)
				}
			}
			if to > from+1 {
				s := indexStep{arrangement: same, digits: digits, cost: 7, kinds: []int{from, to}}
				s.digit[from], s.digit[to] = uint8(to), uint8(from)
				list = append(list, s)
			}
		}
	}
	reversal := func(count, cost, spread int) {
		s := indexStep{arrangement: same, digits: digits, cost: cost, spread: spread}
		s.not = uint8(1<<count-1) << (digits - count)
		list = append(list, s)
	}
	switch {
	case digits == 6:
		reversal(1, 1, 0)
		reversal(3, 1, 0)
	case digits == 5:
		reversal(1, 1, 0)
		reversal(2, 1, 0)
		reversal(3, 2, 8)
	case digits >= 3:
		reversal(2, 2, 4)
		reversal(3, 2, 8)
	}
	return list
}

// number numbers arrangements: that of the order of the digits among all of them, sorted, and below it the set of those that are complemented.
//
//	0 1 2 3 4 5  →  0      0 1 2 3 5 4  →  1      5 4 3 2 1 0  →  719
func (a *arrangement) number() int {
	n := 0
	for j, d := range a.digit {
		lower := 0
		for _, later := range a.digit[j+1:] {
			if later < d {
				lower++
			}
		}
		n = n*(maxDigits-j) + lower
	}
	return n<<maxDigits | int(a.not)
}

// digitOrders are all orders of the digits, sorted.
var digitOrders = sync.OnceValue(func() (list [][maxDigits]uint8) {
	var order [maxDigits]uint8
	var choose func(j int, used uint8)
	choose = func(j int, used uint8) {
		if j == maxDigits {
			list = append(list, order)
			return
		}
		for d := range uint8(maxDigits) {
			if used>>d&1 == 0 {
				order[j] = d
				choose(j+1, used|1<<d)
			}
		}
	}
	choose(0, 0)
	return list
})

// arrangementOf is the arrangement with that number.
func arrangementOf(number int) arrangement {
	return arrangement{digitOrders()[number>>maxDigits], uint8(number & (1<<maxDigits - 1))}
}

// An indexTable has for each arrangement of so many digits, by its number, the cheapest steps to it.
type indexTable struct {
	digits int
	steps  []indexStep
	cost   []uint8     // ops; noSteps where nothing leads
	last   []indexMove // where there are any
}

const noSteps = 0xff

// An indexMove is the last step to an arrangement, and the number of what was there before.
type indexMove struct {
	step   uint8
	before uint16
}

var indexTables [maxDigits + 1]struct {
	once  sync.Once
	table *indexTable
}

// indexTableOf is the table for so many digits, built on first use.
func indexTableOf(digits int) *indexTable {
	at := &indexTables[digits]
	at.once.Do(func() {
		n := len(digitOrders()) << maxDigits
		at.table = &indexTable{digits: digits, steps: indexSteps(digits), cost: slices.Repeat([]uint8{noSteps}, n), last: make([]indexMove, n)}
		at.table.fill()
	})
	return at.table
}

// fill finds the arrangements in the order of their costs, as Dijkstra did.
func (t *indexTable) fill() {
	after := make([]numberedStep, len(t.steps))
	for i := range t.steps {
		after[i] = t.steps[i].numbered()
	}
	t.cost[0] = 0
	waiting := [][]uint16{{0}} // by cost
	for cost := 0; cost < len(waiting); cost++ {
		for k := 0; k < len(waiting[cost]); k++ {
			a := waiting[cost][k]
			if int(t.cost[a]) < cost {
				continue
			}
			for i := range after {
				next, total := after[i].of(a), cost+t.steps[i].cost
				if int(t.cost[next]) <= total {
					continue
				}
				t.cost[next], t.last[next] = uint8(total), indexMove{uint8(i), a}
				for len(waiting) <= total {
					waiting = append(waiting, nil)
				}
				waiting[total] = append(waiting[total], next)
			}
		}
	}
}

// after is the arrangement with the step behind it.
func (s *indexStep) after(a arrangement) (next arrangement) {
	next = a
	for j := range s.digits {
		d := s.digit[j]
		next.digit[j] = a.digit[d]
		next.not = next.not&^(1<<j) | (a.not>>d&1^s.not>>j&1)<<j
	}
	return next
}

// A numberedStep is a step as numbers: what becomes of each order of the digits, and of each set that is complemented.
type numberedStep struct {
	order []uint16
	not   [1 << maxDigits]uint16
}

func (s *indexStep) numbered() (n numberedStep) {
	for order := range digitOrders() {
		next := s.after(arrangementOf(order << maxDigits))
		n.order = append(n.order, uint16(next.number())&^(1<<maxDigits-1))
	}
	for not := range n.not {
		n.not[not] = uint16(s.after(arrangementOf(not)).not)
	}
	return n
}

// of is the number of the arrangement with the step behind the one with that number.
func (n *numberedStep) of(a uint16) uint16 {
	return n.order[a>>maxDigits] | n.not[a&(1<<maxDigits-1)]
}

// way are the steps to an arrangement.
func (t *indexTable) way(to arrangement) (list []indexStep) {
	for a := to.number(); t.cost[a] > 0; a = int(t.last[a].before) {
		list = append(list, t.steps[t.last[a].step])
	}
	slices.Reverse(list)
	return list
}

// cheapest is the cheapest arrangement that takes bits with some numbers to others; ok is false if there is none. Where not all numbers are there, it may be one of several.
func (t *indexTable) cheapest(from, to []int) (best arrangement, ok bool) {
	var can [maxDigits][]uint8 // of each digit of to: the digits of from that it is, those from 8 on complemented
	for j := range t.digits {
		for d := range uint8(t.digits) {
			for not := range uint8(2) {
				agrees := true
				for e := range from {
					agrees = agrees && from[e]>>d&1^int(not) == to[e]>>j&1
				}
				if agrees {
					can[j] = append(can[j], d|not<<3)
				}
			}
		}
	}
	least := 1 << 30
	a := arrangement{digit: [maxDigits]uint8{0, 1, 2, 3, 4, 5}}
	var choose func(j int, used uint8)
	choose = func(j int, used uint8) {
		if j == t.digits {
			if c := int(t.cost[a.number()]); c < least {
				best, least, ok = a, c, true
			}
			return
		}
		for _, d := range can[j] {
			if used>>(d&7)&1 == 0 {
				a.digit[j], a.not = d&7, a.not&^(1<<j)|d>>3<<j
				choose(j+1, used|1<<(d&7))
			}
		}
	}
	choose(0, 0)
	return best, ok
}
