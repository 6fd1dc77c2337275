package target

import (
	"strconv"

	"github.com/lanescope/lanescope/lane"
)

// loong is the table of LSX and LASX: each entry is an instruction of 128 bits and one of 256, which does the same in both halves unless it says otherwise.
var loong = []loongEntry{
	// Two vectors in turn, every other lane, and pairs of them.
	{name: "vilvl.T", asm: "d, b, a", code: "0111 0L01 0001 101ss aaaaa bbbbb ddddd", at: "b h w d", args: 2, does: inHalves(0, func(n, _, i int) lane.Lane { return lane.From(i%2, i/2) })},
	{name: "vilvh.T", asm: "d, b, a", code: "0111 0L01 0001 110ss aaaaa bbbbb ddddd", at: "b h w d", args: 2, does: inHalves(0, func(n, _, i int) lane.Lane { return lane.From(i%2, n/2+i/2) })},
	{name: "vpickev.T", asm: "d, b, a", code: "0111 0L01 0001 111ss aaaaa bbbbb ddddd", at: "b h w d", args: 2, does: inHalves(0, func(n, _, i int) lane.Lane { return lane.From(2*i/n, 2*i%n) })},
	{name: "vpickod.T", asm: "d, b, a", code: "0111 0L01 0010 000ss aaaaa bbbbb ddddd", at: "b h w d", args: 2, does: inHalves(0, func(n, _, i int) lane.Lane { return lane.From(2*i/n, 2*i%n+1) })},
	{name: "vpackev.T", asm: "d, b, a", code: "0111 0L01 0001 011ss aaaaa bbbbb ddddd", at: "b h w d", args: 2, does: inHalves(0, func(_, _, i int) lane.Lane { return lane.From(i%2, i&^1) })},
	{name: "vpackod.T", asm: "d, b, a", code: "0111 0L01 0001 100ss aaaaa bbbbb ddddd", at: "b h w d", args: 2, does: inHalves(0, func(_, _, i int) lane.Lane { return lane.From(i%2, i|1) })},

	// Lanes by an immediate.
	{name: "vshuf4i.T", asm: "d, a, i", code: "0111 0L11 1001 ss iiiiiiii aaaaa ddddd", at: "b h w", args: 1, does: func(t arrangement) does {
		return move{t.elem, 4 * t.elem, 256, func(_, v, i int) lane.Lane { return a(v >> (2 * i) & 3) }}
	}},
	{name: "vshuf4i.T", asm: "d=a, b, i", code: "0111 0L11 1001 ss iiiiiiii bbbbb ddddd", at: "d", args: 2, does: inHalves(16, func(_, v, i int) lane.Lane { return lane.From(v>>(2*i+1)&1, v>>(2*i)&1) })},
	{name: "vpermi.T", asm: "d=a, b, i", code: "0111 0L11 1110 01 iiiiiiii bbbbb ddddd", at: "w", args: 2, does: inHalves(256, func(n, v, i int) lane.Lane { return either(2*i/n, a(v>>(2*i)&3), b(v>>(2*i)&3)) })},
	{name: "vextrins.T", asm: "d=a, b, i", code: "0111 0L11 1000 {ss down} iiiiiiii bbbbb ddddd", at: "b h w d", args: 2, does: func(t arrangement) does { return extracted128{t.elem} }},
	{name: "vbsll.v", asm: "d, a, i", code: "0111 0L10 1000 1110 0 iiiii aaaaa ddddd", at: "b", args: 1, does: inHalves(some, left)},
	{name: "vbsrl.v", asm: "d, a, i", code: "0111 0L10 1000 1110 1 iiiii aaaaa ddddd", at: "b", args: 1, does: inHalves(some, right)},
	{name: "vreplvei.T", long: "xvrepl128vei.T", asm: "d, a, i", code: "0111 0L10 1111 0111 {in half} aaaaa ddddd", at: "b h w d", args: 1, does: inHalves(some, func(_, v, _ int) lane.Lane { return a(v) })},
	{name: "vinsgr2vr.T", asm: "d=a, $zero, i", code: "0111 0L10 1110 1011 {in all} 00000 ddddd", at: "b h w d", atLong: "w d", args: 1, does: clearLane},

	// Lanes of all 256 bits.
	{long: "xvpermi.T", asm: "d=a, b, i", code: "0111 0111 1110 11 iiiiiiii bbbbb ddddd", at: "q", args: 2, does: func(arrangement) does { return permutedHalves{} }},
	{long: "xvpermi.T", asm: "d, a, i", code: "0111 0111 1110 10 iiiiiiii aaaaa ddddd", at: "d", args: 1, does: func(t arrangement) does {
		return move{t.elem, 0, 256, func(_, v, i int) lane.Lane { return a(v >> (2 * i) & 3) }}
	}},
	{long: "xvperm.T", asm: "d, a, k", code: "0111 0101 0111 1101 0 kkkkk aaaaa ddddd", at: "w", args: 1, does: func(t arrangement) does { return permute(t.elem) }},
	{long: "xvpickve.T", asm: "d, a, i", code: "0111 0111 0000 0011 {in all} aaaaa ddddd", at: "w d", args: 1, does: eachLane(func(_, v, i int) lane.Lane { return within(i, 1, func(int) lane.Lane { return a(v) }) })},
	{long: "xvinsve0.T", asm: "d=a, b, i", code: "0111 0110 1111 1111 {in all} bbbbb ddddd", at: "w d", args: 2, does: eachLane(func(_, v, i int) lane.Lane {
		if i == v {
			return b(0)
		}
		return a(i)
	})},
	{long: "xvreplve0.T", asm: "d, a", code: "0111 0111 0000 0111 {everywhere} aaaaa ddddd", at: "b h w d q", args: 1, does: lanes(func(int, int, int) lane.Lane { return a(0) })},
	{long: "vext2xv.Wu.Tu", asm: "d, a", code: "0111 0110 1001 1111 0 {by two} aaaaa ddddd", at: "b h w", args: 1, does: spread(2)},
	{long: "vext2xv.wu.bu", asm: "d, a", code: "0111 0110 1001 1111 0 01011 aaaaa ddddd", at: "b", args: 1, does: spread(4)},
	{long: "vext2xv.du.hu", asm: "d, a", code: "0111 0110 1001 1111 0 01110 aaaaa ddddd", at: "h", args: 1, does: spread(4)},
	{long: "vext2xv.du.bu", asm: "d, a", code: "0111 0110 1001 1111 0 01100 aaaaa ddddd", at: "b", args: 1, does: spread(8)},

	// Any lanes of two vectors, by a constant. Of lanes wider than bytes it is in the register of the destination.
	{name: "vshuf.b", asm: "d, b, a, k", code: "0000 1101 0{which} kkkkk aaaaa bbbbb ddddd", at: "b", args: 2, does: byIndex},
	{name: "vshuf.T", asm: "d=k, b, a", code: "0111 0L01 0111 101ss aaaaa bbbbb ddddd", at: "h w d", args: 2, does: byIndex},

	// Bits by a constant, or by a byte for all bytes.
	{name: "vbitsel.v", asm: "d, a, b, k", code: "0000 1101 0{which other} kkkkk bbbbb aaaaa ddddd", at: "b", args: 2, does: pickBits(0)},
	{name: "vand.v", asm: "d, a, k", code: "0111 0L01 0010 01100 kkkkk aaaaa ddddd", at: "b", args: 1, does: always(keepBits(1))},
	{name: "vandn.v", asm: "d, k, a", code: "0111 0L01 0010 10000 aaaaa kkkkk ddddd", at: "b", args: 1, does: always(keepBits(0))},
	{name: "vor.v", asm: "d, a, k", code: "0111 0L01 0010 01101 kkkkk aaaaa ddddd", at: "b", args: 1, does: always(setBits)},
	{name: "vandi.b", asm: "d, a, i", code: "0111 0L11 1101 00 iiiiiiii aaaaa ddddd", at: "b", args: 1, does: always(move{1, 8, 256, func(_, v, i int) lane.Lane { return either(v>>i, a(i), zero()) }})},
	{name: "vori.b", asm: "d, a, i", code: "0111 0L11 1101 01 iiiiiiii aaaaa ddddd", at: "b", args: 1, does: always(move{1, 8, 256, func(_, v, i int) lane.Lane { return either(v>>i, lane.Fixed(lane.ConstOf(1)), a(i)) }})},

	// Shifts and rotations, of all lanes by an immediate and of each by its own count.
	{name: "vslli.T", asm: "d, a, i", code: "0111 0L11 0010 110 {count} aaaaa ddddd", at: "b h w d", args: 1, does: shifted(0, left)},
	{name: "vsrli.T", asm: "d, a, i", code: "0111 0L11 0011 000 {count} aaaaa ddddd", at: "b h w d", args: 1, does: shifted(0, right)},
	{name: "vrotri.T", asm: "d, a, i", code: "0111 0L10 1010 000 {count} aaaaa ddddd", at: "b h w d", args: 1, does: shifted(0, rotateRight)},
	{name: "vsll.T", asm: "d, a, k", code: "0111 0L00 1110 100ss kkkkk aaaaa ddddd", at: "b h w d", args: 1, does: func(t arrangement) does { return rotateBy(t.elem, left) }},
	{name: "vsrl.T", asm: "d, a, k", code: "0111 0L00 1110 101ss kkkkk aaaaa ddddd", at: "b h w d", args: 1, does: func(t arrangement) does { return rotateBy(t.elem, right) }},
	{name: "vrotr.T", asm: "d, a, k", code: "0111 0L00 1110 111ss kkkkk aaaaa ddddd", at: "b h w d", args: 1, does: func(t arrangement) does { return rotateBy(t.elem, rotateRight) }},

	// Widening and narrowing, with a shift; and the highest bits of lanes together.
	{name: "vsllwil.Wu.Tu", asm: "d, a, i", code: "0111 0L11 0000 110 {count} aaaaa ddddd", at: "b h w", args: 1, does: func(t arrangement) does { return halfShift{t.elem, t.elem, lengthened} }},
	{name: "vextl.Wu.Tu", asm: "d, a", code: "0111 0L11 0000 1101 000000 aaaaa ddddd", at: "d", args: 1, does: inHalves(0, func(n, _, i int) lane.Lane { return either(i, zero(), a(i/2)) })},
	{name: "vexth.Wu.Tu", asm: "d, a", code: "0111 0L10 1001 1110 1111 ss aaaaa ddddd", at: "b h w d", args: 1, does: inHalves(0, func(n, _, i int) lane.Lane { return either(i, zero(), a(n/2+i/2)) })},
	{name: "vsrlni.T.W", asm: "d=a, b, i", code: "0111 0L11 0100 00 {wide count} bbbbb ddddd", at: "b h w d", args: 2, does: func(t arrangement) does { return halfShift{t.elem, 2 * t.elem, narrowed128} }},
	{name: "vmskltz.T", asm: "d, a", code: "0111 0L10 1001 1100 0100 ss aaaaa ddddd", at: "b h w d", args: 1, does: func(t arrangement) does { return signsInHalves{t.elem} }},

	// Two vectors of which something is known.
	{name: "vor.v", asm: "d, a, b", code: "0111 0L01 0010 01101 bbbbb aaaaa ddddd", at: "b", args: 2, does: always(orUnion)},
	{name: "vand.v", asm: "d, a, b", code: "0111 0L01 0010 01100 bbbbb aaaaa ddddd", at: "b", args: 2, does: always(andUnion)},
	{name: "vandn.v", asm: "d, b, a", code: "0111 0L01 0010 10000 aaaaa bbbbb ddddd", at: "b", args: 2, does: always(bicUnion)},

	// Of nothing: a small number with a sign in every lane; bytes that are all zeros or all ones, the same in each 64 bits.
	{name: "vrepli.T", asm: "d, i", code: "0111 0L11 1110 000ss uuuuuuuuuu ddddd", at: "b h w d", does: func(t arrangement) does {
		return numberedFrom{-128, move{t.elem, 0, 256, func(_, v, _ int) lane.Lane { return lane.Fixed(lane.ConstOf(uint64(v-128)).Slice(0, t.elem)) }}}
	}},
	{name: "vldi", asm: "d, i", code: "0111 0L11 1110 00 uuuuuuuuuuuuu ddddd", at: "b", does: always(numberedFrom{-0x700, move{8, 0, 256, func(_, v, i int) lane.Lane { return either(v>>(i%8), lane.Fixed(lane.Ones(8)), zero()) }}})},
}

// inHalves is a move within each 128 bits.
func inHalves(values int, cell func(n, v, i int) lane.Lane) func(arrangement) does {
	return func(t arrangement) does { return move{t.elem, registerBits, values, cell} }
}

// byIndex is any lane of two vectors within 128 bits. What is beyond them is not the same on all machines: a number above 63 makes zero on some, and comes round on others.
func byIndex(t arrangement) does {
	return look{lane: t.elem, block: registerBits, field: t.elem, values: func(n int) int { return 2 * n }, cell: func(n, v, _ int) lane.Lane {
		if v >= 2*n {
			return computed()
		}
		return lane.From(v/n, v%n)
	}}
}

// spread makes lanes so many times as wide, of as many as that leaves room for.
func spread(times int) func(arrangement) does {
	return lanes(func(_, _, i int) lane.Lane {
		if i%times > 0 {
			return zero()
		}
		return a(i / times)
	})
}

// extracted128 puts any lane of b into any place of a, within 128 bits. The number has four bits for each.
type extracted128 struct{ elem int }

func (d extracted128) fill(r *Row) {
	n := registerBits / d.elem
	move{d.elem, registerBits, n * n, func(n, v, i int) lane.Lane {
		if i == v/n {
			return b(v % n)
		}
		return a(i)
	}}.fill(r)
	r.Imm.written8(func(v int) int { return v/n<<4 | v%n })
}

// permutedHalves are any two of four halves, those of a being 2 and 3.
type permutedHalves struct{}

func (permutedHalves) fill(r *Row) {
	move{registerBits, 0, 16, func(_, v, i int) lane.Lane { return lane.From(1-v>>(2*i+1)&1, v>>(2*i)&1) }}.fill(r)
	r.Imm.written8(func(v int) int { return v>>2<<4 | v&3 })
}

// written8 says what number stands for a value, in the text and in the instruction.
func (d *Immediate) written8(number func(v int) int) {
	d.encode, d.spell = number, func(v int) string { return strconv.Itoa(number(v)) }
}

// halfShift is a shift within each 128 bits that makes lanes of elem bits wider or narrower, by as many counts. Its cell knows, as that of a shift does, lanes of any width, per of which are one of elem bits.
type halfShift struct {
	elem, values int
	cell         func(n, per, v, i int) lane.Lane
}

func (d halfShift) fill(r *Row) {
	r.Elem = d.elem
	r.Imm = r.inBlocks(d.values, 0, func(v int) blocks {
		w := greatestDivisor(d.elem, v)
		return blocks{w, registerBits / w, v / w, func(n, v, i int) lane.Lane { return d.cell(n, d.elem/w, v, i) }}
	})
}

// lengthened makes lanes of the lower half twice as wide, and shifts them to the left.
func lengthened(_, per, v, i int) lane.Lane {
	wide := i / (2 * per)
	return within(i%(2*per)-v, per, func(j int) lane.Lane { return a(wide*per + j) })
}

// narrowed128 makes lanes half as wide, after a shift to the right: those of b in the lower half, of a in the upper.
func narrowed128(n, per, v, i int) lane.Lane {
	half := n / 2
	wide := i % half / per
	return within(i%per+v, 2*per, func(j int) lane.Lane { return lane.From(1-i/half, wide*2*per+j) })
}

// signsInHalves puts the highest bits of lanes beside one another, with zeros above them, within each 128 bits.
type signsInHalves struct{ elem int }

func (d signsInHalves) fill(r *Row) {
	move{1, registerBits, 0, func(n, _, i int) lane.Lane {
		return within(i, n/d.elem, func(i int) lane.Lane { return a((i+1)*d.elem - 1) })
	}}.fill(r)
	if r.Bits == registerBits {
		r.Imm.Kind = SignBits
	}
}

// numberedFrom is a move whose first value is written as that number.
type numberedFrom struct {
	first int
	move
}

func (d numberedFrom) fill(r *Row) {
	d.move.fill(r)
	r.Imm.First = d.first
}
