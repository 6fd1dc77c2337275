package shufflevector

import "encoding/binary"

// packed is a mask with one byte a lane in words of eight lanes, made for comparing whole masks at once.
//
//	byte   7 6 5 4 3 2 1 0
//	       0 s l l l l l l     lane l of operand s
//	       1 0 0 0 0 0 0 0     filled: zero, or a lane of a second operand whose lanes are all the same
//	       1 1 1 1 1 1 1 1     undefined, in a pattern's mask; in a packed one exact is 0 there
//
// The operand has a bit of its own, whatever the number of lanes is, so that adding, comparing and joining lanes do not depend on it.
type packed struct {
	shape   Shape
	words   int
	code    [maxWords]uint64
	exact   [maxWords]uint64 // ff where a pattern's byte must be the same
	fill    [maxWords]uint64 // 80 where any lane of the second operand, or a filled one, will do
	first   [maxWords]uint64 // 80 where any lane of the first operand will do
	bits    int              // width of a lane, 0 if unknown
	longest int              // most lanes that make a block of up to 256 bits, see longestBlock
	zero    bool             // what fills is zero
	filled  bool             // some lanes may be filled, or are any lane of an operand
	lifted  bool             // some lanes are any lane of the first operand

	// Sets of lanes, one bit each; all but the first two are there after sets.
	seen  uint64 // defined
	only  uint64 // exact
	same  uint64 // in their place in the first operand, or any lane of it
	other uint64 // in their place in the second operand, or any lane of it
	zeros uint64 // zero for certain
	whole bool   // sets has been called
	span  uint8  // the bits in which the number of any lane differs from that of its place
}

const (
	maxWords = MaxMask / 8

	low7  = 0x7f7f7f7f7f7f7f7f
	high1 = 0x8080808080808080
	ones  = 0x0101010101010101

	codeB    = 0x40
	codeFill = 0x80
	codeAny  = 0xff // undefined, in a pattern's mask
)

// codeOf is the byte of a selector over operands of n lanes.
func codeOf(t, n int) uint8 {
	switch {
	case t == UndefLane:
		return codeAny
	case t == ZeroLane:
		return codeFill
	case t >= n:
		return codeB | uint8(t-n)
	}
	return uint8(t)
}

// selOf is the selector of a byte.
func selOf(code uint8, n int) int {
	switch {
	case code == codeAny:
		return UndefLane
	case code == codeFill:
		return ZeroLane
	}
	return int(code>>6)*n + int(code&0x3f)
}

// spread makes a byte of ones of each byte whose lowest bit is set in x, which has no others.
func spread(x uint64) uint64 { return x * 0xff }

// pack turns a form, whose operands are in order, into words.
func (p *packed) pack(f *Form, bits int) {
	n := uint64(f.Mask.n)
	p.shape = Shape{int(f.Mask.n), int(f.Mask.m)}
	p.words = (p.shape.M + 7) / 8
	p.bits = bits
	p.zero = f.Op[1] != Splat
	p.longest = longestBlock(p.shape.N, bits)
	uniform := f.Op[1] == ZeroSplat || f.Op[1] == Splat
	p.lifted = uniform && f.Op[0] == Splat
	zeroCode := uint64(high1)
	if !p.zero {
		zeroCode |= codeB * ones // zeros beside another splat: a byte that is in no pattern, since none fills with both
	}
	var filled, only, seen uint64
	for k := range p.words & (2*maxWords - 1) {
		k &= maxWords - 1
		sel := binary.LittleEndian.Uint64(f.Mask.sel[8*k:])
		if rest := p.shape.M - 8*k; rest < 8 {
			sel |= ^uint64(0) << (8 * rest)
		}
		special := spread(sel & high1 >> 7)
		undef := spread(sel & (special & ones)) // ff has the lowest bit, fe has not
		sel &^= special
		isB := (sel + (128-n)*ones) & high1 >> 7
		code := sel + isB*(codeB-n)
		code |= special &^ undef & zeroCode
		exact, b := ^undef, uint64(0)
		if uniform {
			b = spread(isB &^ special)
			code = code&^b | b&high1
			exact &^= b
		}
		if f.Op[0] == ZeroSplat { // the result is zero wherever it is defined
			code, exact, b = ^undef&high1, ^undef, 0
		}
		p.first[k] = 0
		if p.lifted { // two splats: a lane of neither is told from its neighbours
			p.first[k] = exact & ^code & high1
			code &^= spread(p.first[k] >> 7)
			exact &^= spread(p.first[k] >> 7)
		}
		p.code[k], p.exact[k], p.fill[k] = code, exact, b&high1
		filled |= code
		only |= gather(exact) << (8 * k)
		seen |= gather(^undef) << (8 * k)
	}
	p.filled = filled&high1 != 0 || p.lifted
	p.only, p.seen, p.whole = only, seen, false
}

// defined derives the sets that every mask needs from the bytes.
func (p *packed) defined() {
	var only, fill uint64
	for k := range p.words & (2*maxWords - 1) {
		k &= maxWords - 1
		only |= gather(p.exact[k]) << (8 * k & 63)
		if p.filled {
			fill |= gather((p.fill[k]|p.first[k])>>7) << (8 * k & 63)
		}
	}
	p.only, p.seen, p.whole = only, only|fill, false
}

// sets derives the sets that only recognisers of large families need.
func (p *packed) sets() {
	if p.whole {
		return
	}
	p.whole = true
	var same, other, high, span, first uint64
	for k := range p.words & (2*maxWords - 1) {
		k &= maxWords - 1
		code, exact, at := p.code[k], p.exact[k], 8*k&63
		d := code ^ iota0(k)
		span |= d & exact &^ spread(code>>7&ones)
		same |= gather(zeroBytes(d)>>7&exact) << at
		other |= gather(zeroBytes(d^codeB*ones)>>7&exact) << at
		high |= gather(code&^(code<<1)>>7&exact) << at
		first |= gather(p.first[k]>>7) << at
	}
	span |= span >> 32
	span |= span >> 16
	p.span = uint8(span|span>>8) & (codeB - 1)
	fill := p.seen &^ p.only &^ first
	if p.zeros = high; p.zero {
		p.zeros |= fill
	}
	p.same, p.other = same|first, other|fill
}

// zeroBytes has the highest bit set of each byte that is 0; its other bits mean nothing.
func zeroBytes(x uint64) uint64 { return ^(x&low7 + low7 | x) }

// gather collects the lowest bits of eight bytes into one.
func gather(x uint64) uint64 { return x & ones * 0x0102040810204080 >> 56 }

// matches compares a pattern's mask with the packed one. A byte is exact, or any lane of one operand, or of no account.
func (p *packed) matches(pattern []uint64) bool {
	for k, w := range pattern {
		// Bits 7 and 6 of a byte differ exactly for a filled lane and for one of the second operand; for one of the first both are 0.
		if (w^p.code[k])&p.exact[k]|^(w^w<<1)&p.fill[k]|(w|w<<1)&p.first[k] != 0 {
			return false
		}
	}
	return true
}

// at is the byte of lane i, codeAny for an undefined one.
func (p *packed) at(i int) uint8 {
	if p.seen>>i&1 == 0 {
		return codeAny
	}
	return uint8(p.code[i/8] >> (i % 8 * 8))
}

// isFirst says whether a lane is any lane of the first operand.
func (p *packed) isFirst(i int) bool { return p.first[i/8]>>(i%8*8)&codeFill != 0 }

// isExact says whether a defined lane must be the one that it is, and not only any that is the same.
func (p *packed) isExact(i int) bool { return p.only>>i&1 != 0 }

// reads is the operand that a defined lane reads and the lane of it; lane is -1 for a zero, and where it is any lane of a splat, which is
// not exact.
func (p *packed) reads(i int) (operand, lane int, exact bool) {
	if !p.isExact(i) {
		return 1 - btoi(p.isFirst(i)), -1, false
	}
	code := p.at(i)
	if code >= codeFill {
		return 0, -1, true
	}
	return int(code >> 6), int(code & 0x3f), true
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// flip makes r the same mask over exchanged operands. What any lane of a splat fills it fills no more once the splat is the first operand: no pattern
// fills and reads the second operand too.
func (p *packed) flip(r *packed) {
	r.shape, r.words, r.bits, r.longest = p.shape, p.words, p.bits, p.longest
	r.zero, r.filled, r.lifted = p.zero && !p.lifted, p.filled, false
	for k := range p.words & (2*maxWords - 1) {
		k &= maxWords - 1
		code, exact, fill := p.code[k], p.exact[k], p.fill[k]
		reads := exact &^ spread(code>>7&ones)
		r.code[k] = (code^codeB*ones&reads)&^spread(fill>>7) | p.first[k]
		r.exact[k], r.fill[k], r.first[k] = exact, p.first[k], fill
		r.lifted = r.lifted || fill != 0
	}
	r.only, r.seen, r.whole = p.only, p.seen, false
}

// mayJoin is false for most masks whose lanes do not join: an even lane comes from an odd one.
func (p *packed) mayJoin() bool { return p.code[0]&p.exact[0]&(ones&keepEven) == 0 }

// widen joins neighbouring lanes in r, if each pair is one lane of twice the width. An undefined lane joins whatever its neighbour is.
func (p *packed) widen(r *packed) bool {
	if (p.shape.N|p.shape.M)%2 != 0 {
		return false
	}
	words := p.words // r may be p
	for k := range words {
		if !pairs(p.code[k]&p.exact[k], p.exact[k], p.fill[k]) || p.lifted && !pairsOfAny(p.exact[k], p.fill[k], p.first[k]) {
			return false
		}
	}
	r.shape, r.words, r.bits, r.zero, r.filled = Shape{p.shape.N / 2, p.shape.M / 2}, (words+1)/2, 2*p.bits, p.zero, p.filled
	r.longest, r.lifted = max(p.longest/2, 1), p.lifted
	for k := range words {
		code, exact, fill, first := p.code[k]&p.exact[k], p.exact[k], p.fill[k], p.first[k]
		both := code | code>>8&^ones // the pair's lower lane, whichever of the two is there
		wide := both&((codeFill|codeB)*ones) | both&(0x3e*ones)>>1
		exact |= exact >> 8
		fill |= fill >> 8
		first |= first >> 8
		if at, shift := k/2, k%2*32; shift == 0 {
			r.code[at], r.exact[at], r.fill[at], r.first[at] = squeeze(wide|fill), squeeze(exact), squeeze(fill), squeeze(first)
		} else {
			r.code[at] |= squeeze(wide|fill) << shift
			r.exact[at] |= squeeze(exact) << shift
			r.fill[at] |= squeeze(fill) << shift
			r.first[at] |= squeeze(first) << shift
		}
	}
	r.defined()
	return true
}

// pairs says whether each even byte and the one above it make one lane of twice the width. Bytes that are not exact are 0.
func pairs(code, exact, fill uint64) bool {
	const even = keepEven
	lo, hi := code&even, code>>8&even
	exactLo, exactHi := exact&even, exact>>8&even
	fillLo, fillHi := spread(fill>>7&even&ones), spread(fill>>15&even&ones)
	next := lo + even&ones - lo>>7&ones // a zero is followed by a zero
	return (next^hi)&exactLo&exactHi|
		lo&ones&exactLo| // an even lane in the lower place,
		^hi&(even&ones)&exactHi&^(hi>>7)| // an odd one in the upper place
		fillLo&exactHi|fillHi&exactLo == 0
}

// pairsOfAny is pairs for lanes that are any lane of the first operand: no lane of another kind is beside one.
func pairsOfAny(exact, fill, first uint64) bool {
	others := exact&high1 | fill
	return (first&(others>>8)|others&(first>>8))&keepEven == 0
}

// squeeze moves the even bytes into the lower half.
func squeeze(x uint64) uint64 {
	x &= keepEven
	x = (x | x>>8) & 0x0000ffff0000ffff
	return (x | x>>16) & 0x00000000ffffffff
}

// iota0 is the identity's bytes of word k.
func iota0(k int) uint64 { return 0x0706050403020100 + uint64(k)*8*ones }
