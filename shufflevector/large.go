package shufflevector

import "math/bits"

// The recognisers of large families. All lanes but the undefined ones are exact, or filled: zero, or any lane of a second operand that is a splat. Where undefined
// lanes leave a parameter open, it is the smallest that they allow.

// below is the lowest n lanes.
func below(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

func findBlend(p *packed) (Args, bool) {
	if p.shape.M != p.shape.N {
		return Args{}, false
	}
	return p.someNotAll(p.other, p.same|p.other)
}

func findClear(p *packed) (Args, bool) {
	if p.shape.M != p.shape.N {
		return Args{}, false
	}
	return p.someNotAll(p.same, p.same|p.zeros)
}

// someNotAll is a set of lanes as a parameter that is neither empty nor whole. chosen lanes are in it, others among the explained are not, and undefined ones may be.
func (p *packed) someNotAll(chosen, explained uint64) (Args, bool) {
	all := below(p.shape.M)
	open := all &^ p.seen
	if explained&p.seen != p.seen {
		return Args{}, false
	}
	chosen &= p.seen
	if chosen == 0 {
		chosen = open & -open
	}
	return Args{chosen}, chosen != 0 && chosen != all
}

func findInsertElement(p *packed) (Args, bool) {
	if p.shape.M != p.shape.N || p.shape.N == 1 {
		return Args{}, false
	}
	moved := p.seen &^ p.same
	switch {
	case moved == 0: // any undefined lane may be the one, if there is another lane to come from
		open := below(p.shape.M) &^ p.seen
		if open == 0 {
			return Args{}, false
		}
		at := bits.TrailingZeros64(open)
		from := 0
		if at == 0 {
			from = 1
		}
		return Args{uint64(at), uint64(from)}, true
	case moved&(moved-1) == 0:
		at := bits.TrailingZeros64(moved)
		operand, lane, exact := p.reads(at)
		if !exact {
			lane = 0 // any lane of a splat
		}
		return Args{uint64(at), uint64(operand*p.shape.N + lane)}, lane >= 0
	}
	return Args{}, false
}

func findInsertSubvector(p *packed) (Args, bool) {
	if p.shape.M != p.shape.N {
		return Args{}, false
	}
	from := p.seen &^ p.same
	if from == 0 {
		from = below(p.shape.M) &^ p.seen
		from &= -from
		if from == 0 || p.shape.N == 1 {
			return Args{}, false
		}
	}
	first, last := bits.TrailingZeros64(from), 63-bits.LeadingZeros64(from)
	at := first
	if p.seen>>first&1 != 0 {
		operand, lane, exact := p.reads(first)
		if exact && (operand != 1 || lane < 0) {
			return Args{}, false
		}
		at = first - max(lane, 0)
	}
	length := last - at + 1
	if at < 0 || length == p.shape.N {
		return Args{}, false
	}
	inside := below(length) << at
	if p.same&inside != 0 {
		return Args{}, false
	}
	for i := first; i <= last; i++ {
		if p.seen>>i&1 != 0 && p.isExact(i) && p.at(i) != codeB|uint8(i-at) {
			return Args{}, false
		}
	}
	return Args{uint64(at), uint64(length)}, true
}

func findExtract(p *packed) (Args, bool) {
	if p.shape.M > p.shape.N {
		return Args{}, false
	}
	moved := p.seen &^ p.zeros
	n := 64 - bits.LeadingZeros64(moved) // lanes that are not filled
	if n == 0 {
		n = 1 // lane 0 is one of them, if it is not filled
	}
	if p.zeros&below(n) != 0 {
		return Args{}, false
	}
	var set uint64
	next := 0 // the lowest lane that may be selected now
	for i, open := 0, 0; i < n; i++ {
		if moved>>i&1 == 0 {
			open++
			continue
		}
		code := p.at(i)
		v := int(code)
		if code >= codeB || v < next+open {
			return Args{}, false
		}
		set |= below(open)<<next | 1<<v
		next, open = v+1, 0
	}
	if moved == 0 {
		set = 1
	}
	return Args{set}, !(p.shape.M == p.shape.N && set == below(p.shape.N))
}

func findDeposit(p *packed) (Args, bool) {
	if p.shape.M < p.shape.N {
		return Args{}, false
	}
	moved := p.seen &^ p.zeros
	open := below(p.shape.M) &^ p.seen
	var set uint64
	next := 0 // the lane that the next place takes
	for rest := moved; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		code := p.at(i)
		if code >= codeB || int(code) < next {
			return Args{}, false
		}
		for ; next < int(code); next++ { // undefined lanes before take the lanes between
			free := open & below(i) &^ below(64-bits.LeadingZeros64(set))
			if free == 0 {
				return Args{}, false
			}
			set |= free & -free
		}
		set |= 1 << i
		next++
	}
	if set == 0 {
		set = open & -open
	}
	return Args{set}, set != 0 && (p.shape.M != p.shape.N || set != below(p.shape.M))
}

// nthBit is lane i of the extraction of a set of lanes.
func nthBit(set uint64, i int) int {
	for ; i > 0; i-- {
		set &= set - 1
	}
	if set == 0 {
		return ZeroLane
	}
	return bits.TrailingZeros64(set)
}

// depositLane is lane i of the deposit to a set of lanes.
func depositLane(set uint64, i int) int {
	if set>>i&1 == 0 {
		return ZeroLane
	}
	return bits.OnesCount64(set & below(i))
}
