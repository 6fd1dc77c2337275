package target

import (
	"strconv"

	"github.com/lanescope/lanescope/lane"
)

// neon is the table.
var neon = []operation{
	// Two vectors by lanes.
	{name: "zip1", asm: "d.T, a.T, b.T", c: "vzip1{q}_u{e}(a, b)", code: "0Q001110 ss0 mmmmm 001110 nnnnn ddddd", at: vectors, args: 2, does: lanes(func(n, _, i int) lane.Lane { return lane.From(i%2, i/2) })},
	{name: "zip2", asm: "d.T, a.T, b.T", c: "vzip2{q}_u{e}(a, b)", code: "0Q001110 ss0 mmmmm 011110 nnnnn ddddd", at: vectors, args: 2, does: lanes(func(n, _, i int) lane.Lane { return lane.From(i%2, n/2+i/2) })},
	{name: "uzp1", asm: "d.T, a.T, b.T", c: "vuzp1{q}_u{e}(a, b)", code: "0Q001110 ss0 mmmmm 000110 nnnnn ddddd", at: vectors, args: 2, does: lanes(func(n, _, i int) lane.Lane { return lane.From(2*i/n, 2*i%n) })},
	{name: "uzp2", asm: "d.T, a.T, b.T", c: "vuzp2{q}_u{e}(a, b)", code: "0Q001110 ss0 mmmmm 010110 nnnnn ddddd", at: vectors, args: 2, does: lanes(func(n, _, i int) lane.Lane { return lane.From(2*i/n, 2*i%n+1) })},
	{name: "trn1", asm: "d.T, a.T, b.T", c: "vtrn1{q}_u{e}(a, b)", code: "0Q001110 ss0 mmmmm 001010 nnnnn ddddd", at: vectors, args: 2, does: lanes(func(_, _, i int) lane.Lane { return lane.From(i%2, i&^1) })},
	{name: "trn2", asm: "d.T, a.T, b.T", c: "vtrn2{q}_u{e}(a, b)", code: "0Q001110 ss0 mmmmm 011010 nnnnn ddddd", at: vectors, args: 2, does: lanes(func(_, _, i int) lane.Lane { return lane.From(i%2, i|1) })},
	{name: "ext", asm: "d.T, a.T, b.T, #i", c: "vext{q}_u{e}(a, b, i)", code: "0Q101110 000 mmmmm 0iiii0 nnnnn ddddd", at: "16b 8b", args: 2, does: eachLane(func(n, v, i int) lane.Lane {
		return lane.From((i+v)/n, (i+v)%n)
	})},

	// One vector.
	{name: "rev16", asm: "d.T, a.T", c: "vrev16{q}_u{e}(a)", code: "0Q001110 ss 100000 000110 nnnnn ddddd", at: "16b 8b", args: 1, does: reverse(16)},
	{name: "rev32", asm: "d.T, a.T", c: "vrev32{q}_u{e}(a)", code: "0Q101110 ss 100000 000010 nnnnn ddddd", at: "16b 8h 8b 4h", args: 1, does: reverse(32)},
	{name: "rev64", asm: "d.T, a.T", c: "vrev64{q}_u{e}(a)", code: "0Q001110 ss 100000 000010 nnnnn ddddd", at: "16b 8h 4s 8b 4h 2s", args: 1, does: reverse(64)},
	{name: "rbit", asm: "d.T, a.T", c: "vrbit{q}_u{e}(a)", code: "0Q101110 01 100000 010110 nnnnn ddddd", at: "16b 8b", args: 1, does: func(t arrangement) does {
		return move{1, 0, 0, func(_, _, i int) lane.Lane { return within(i, t.bits, func(i int) lane.Lane { return a(i ^ 7) }) }}
	}},
	{name: "dup", asm: "d.T, a.E[i]", c: "vdup{q}_laneq_u{e}(a, i)", code: "0Q001110 000 {index} 000001 nnnnn ddddd", at: vectors, args: 1, does: func(t arrangement) does {
		return move{t.elem, 0, some, func(_, v, i int) lane.Lane { return within(i, t.n(), func(int) lane.Lane { return a(v) }) }}
	}},
	{name: "mov", asm: "D, a.E[i]", c: "vsetq_lane_u{e}(vgetq_lane_u{e}(a, i), vdupq_n_u{e}(0), 0)", code: "01011110 000 {index} 000001 nnnnn ddddd", at: whole, args: 1, does: func(t arrangement) does {
		return move{t.elem, 0, some, func(_, v, i int) lane.Lane { return within(i, 1, func(int) lane.Lane { return a(v) }) }}
	}},
	{name: "fmov", asm: "D, A", c: "vsetq_lane_u{e}(vgetq_lane_u{e}(a, 0), vdupq_n_u{e}(0), 0)", code: "00011110 011 00000 010000 nnnnn ddddd", at: "2d", args: 1, does: lowest},
	{name: "fmov", asm: "D, A", c: "vsetq_lane_u{e}(vgetq_lane_u{e}(a, 0), vdupq_n_u{e}(0), 0)", code: "00011110 001 00000 010000 nnnnn ddddd", at: "4s", args: 1, does: lowest},

	// One lane into a vector.
	{name: "mov", asm: "d.E[j], b.E[i]", c: "vcopyq_laneq_u{e}(a, j, b, i)", code: "01101110 000 {other} 0{low}1 nnnnn ddddd", at: whole, args: 2, ties: withA, does: func(t arrangement) does { return insertion{t.elem} }},

	// Zero into one lane: from the general register that is always zero.
	{name: "mov", asm: "d.E[i], wzr", c: "vsetq_lane_u{e}(0, a, i)", code: "01001110 000 {index} 000111 11111 ddddd", at: "16b 8h 4s", args: 1, ties: withA, does: clearLane},
	{name: "mov", asm: "d.E[i], xzr", c: "vsetq_lane_u{e}(0, a, i)", code: "01001110 000 {index} 000111 11111 ddddd", at: "2d", args: 1, ties: withA, does: clearLane},

	// By a constant: of one to four registers, bytes out of range being zero or kept.
	{name: "tbl", asm: "d.T, {a.16b}, k.T", c: "vqtbl1{q}_u8(a, k)", code: "0Q001110 000 mmmmm 000000 nnnnn ddddd", at: "16b 8b", args: 1, does: table(1, false)},
	{name: "tbl", asm: "d.T, {a.16b, b.16b}, k.T", c: "vqtbl2{q}_u8((uint8x16x2_t){{a, b}}, k)", code: "0Q001110 000 mmmmm 001000 nnnnn ddddd", at: "16b 8b", args: 2, does: table(2, false), consecutive: true},
	{name: "tbl", asm: "d.T, {a.16b, b.16b, c.16b}, k.T", c: "vqtbl3{q}_u8((uint8x16x3_t){{a, b, c}}, k)", code: "0Q001110 000 mmmmm 010000 nnnnn ddddd", at: "16b 8b", args: 3, does: table(3, false), consecutive: true},
	{name: "tbl", asm: "d.T, {a.16b, b.16b, c.16b, e.16b}, k.T", c: "vqtbl4{q}_u8((uint8x16x4_t){{a, b, c, e}}, k)", code: "0Q001110 000 mmmmm 011000 nnnnn ddddd", at: "16b 8b", args: 4, does: table(4, false), consecutive: true},
	{name: "tbx", asm: "d.T, {b.16b}, k.T", c: "vqtbx1{q}_u8(a, b, k)", code: "0Q001110 000 mmmmm 000100 nnnnn ddddd", at: "16b 8b", args: 2, ties: withA, does: table(1, true)},
	{name: "tbx", asm: "d.T, {b.16b, c.16b}, k.T", c: "vqtbx2{q}_u8(a, (uint8x16x2_t){{b, c}}, k)", code: "0Q001110 000 mmmmm 001100 nnnnn ddddd", at: "16b 8b", args: 3, ties: withA, does: table(2, true), consecutive: true},
	{name: "tbx", asm: "d.T, {b.16b, c.16b, e.16b}, k.T", c: "vqtbx3{q}_u8(a, (uint8x16x3_t){{b, c, e}}, k)", code: "0Q001110 000 mmmmm 010100 nnnnn ddddd", at: "16b 8b", args: 4, ties: withA, does: table(3, true), consecutive: true},
	{name: "tbx", asm: "d.T, {b.16b, c.16b, e.16b, f.16b}, k.T", c: "vqtbx4{q}_u8(a, (uint8x16x4_t){{b, c, e, f}}, k)", code: "0Q001110 000 mmmmm 011100 nnnnn ddddd", at: "16b 8b", args: 5, ties: withA, does: table(4, true), consecutive: true},

	// Bits by a constant.
	{name: "bsl", asm: "d.T, a.T, b.T", c: "vbsl{q}_u{e}(k, a, b)", code: "01101110 011 mmmmm 000111 nnnnn ddddd", at: "16b", args: 2, ties: withK, does: pickBits(1)},
	{name: "bit", asm: "d.T, b.T, k.T", c: "vbsl{q}_u{e}(k, b, a)", code: "01101110 101 mmmmm 000111 nnnnn ddddd", at: "16b", args: 2, ties: withA, does: pickBits(0)},
	{name: "bif", asm: "d.T, b.T, k.T", c: "vbsl{q}_u{e}(k, a, b)", code: "01101110 111 mmmmm 000111 nnnnn ddddd", at: "16b", args: 2, ties: withA, does: pickBits(1)},
	{name: "and", asm: "d.T, a.T, k.T", c: "vandq_u8(a, k)", code: "01001110 001 mmmmm 000111 nnnnn ddddd", at: "16b", args: 1, does: always(keepBits(1))},
	{name: "bic", asm: "d.T, a.T, k.T", c: "vbicq_u8(a, k)", code: "01001110 011 mmmmm 000111 nnnnn ddddd", at: "16b", args: 1, does: always(keepBits(0))},
	{name: "orr", asm: "d.T, a.T, k.T", c: "vorrq_u8(a, k)", code: "01001110 101 mmmmm 000111 nnnnn ddddd", at: "16b", args: 1, does: always(setBits)},
	{name: "bic", asm: "d.4s, #i, lsl #0", c: "vbicq_u32(a, vdupq_n_u32(i))", code: "01101111 00000iii 0001 01 iiiii ddddd", at: "4s", args: 1, ties: withA, does: clearByte(0)},
	{name: "bic", asm: "d.4s, #i, lsl #8", c: "vbicq_u32(a, vdupq_n_u32(i << 8))", code: "01101111 00000iii 0011 01 iiiii ddddd", at: "4s", args: 1, ties: withA, does: clearByte(1)},
	{name: "bic", asm: "d.4s, #i, lsl #16", c: "vbicq_u32(a, vdupq_n_u32(i << 16))", code: "01101111 00000iii 0101 01 iiiii ddddd", at: "4s", args: 1, ties: withA, does: clearByte(2)},
	{name: "bic", asm: "d.4s, #i, lsl #24", c: "vbicq_u32(a, vdupq_n_u32((uint32_t)i << 24))", code: "01101111 00000iii 0111 01 iiiii ddddd", at: "4s", args: 1, ties: withA, does: clearByte(3)},
	{name: "bic", asm: "d.8h, #i, lsl #0", c: "vbicq_u16(a, vdupq_n_u16(i))", code: "01101111 00000iii 1001 01 iiiii ddddd", at: "8h", args: 1, ties: withA, does: clearByte(0)},
	{name: "bic", asm: "d.8h, #i, lsl #8", c: "vbicq_u16(a, vdupq_n_u16(i << 8))", code: "01101111 00000iii 1011 01 iiiii ddddd", at: "8h", args: 1, ties: withA, does: clearByte(1)},

	// Shifts; with insertion into what was there.
	{name: "shl", asm: "d.T, a.T, #i", c: "vshlq_n_u{e}(a, i)", code: "01001111 0{left} 010101 nnnnn ddddd", at: whole, args: 1, does: shifted(0, left)},
	{name: "ushr", asm: "d.T, a.T, #i", c: "vshrq_n_u{e}(a, i)", code: "01101111 0{right} 000001 nnnnn ddddd", at: whole, args: 1, does: shifted(1, right)},
	{name: "sli", asm: "d.T, b.T, #i", c: "vsliq_n_u{e}(a, b, i)", code: "01101111 0{left} 010101 nnnnn ddddd", at: whole, args: 2, ties: withA, does: shifted(0, func(n, v, i int) lane.Lane {
		if i < v {
			return a(i)
		}
		return b(i - v)
	})},
	{name: "sri", asm: "d.T, b.T, #i", c: "vsriq_n_u{e}(a, b, i)", code: "01101111 0{right} 010001 nnnnn ddddd", at: whole, args: 2, ties: withA, does: shifted(1, func(n, v, i int) lane.Lane {
		if i+v < n {
			return b(i + v)
		}
		return a(i)
	})},

	// Widening and narrowing.
	{name: "ushll", asm: "d.W, a.T, #i", c: "vshll_n_u{e}(a, i)", code: "00101111 0{left} 101001 nnnnn ddddd", at: "8b 4h 2s", args: 1, does: func(t arrangement) does { return lengthen{t.elem, 0} }},
	{name: "ushll2", asm: "d.W, a.T, #i", c: "vshll_high_n_u{e}(a, i)", code: "01101111 0{left} 101001 nnnnn ddddd", at: "16b 8h 4s", args: 1, does: func(t arrangement) does { return lengthen{t.elem, 1} }},
	{name: "xtn", asm: "d.T, a.W", c: "vmovn_u{w}(a)", code: "00001110 ss 100001 001010 nnnnn ddddd", at: "8b 4h 2s", args: 1, does: func(t arrangement) does { return narrowing{t.elem, 0, false, 1} }},
	{name: "xtn2", asm: "d.T, b.W", c: "vmovn_high_u{w}(vget_low_u{e}(a), b)", code: "01001110 ss 100001 001010 nnnnn ddddd", at: "16b 8h 4s", args: 2, ties: withA, does: func(t arrangement) does { return narrowing{t.elem, 0, true, 1} }},
	{name: "shrn", asm: "d.T, a.W, #i", c: "vshrn_n_u{w}(a, i)", code: "00001111 0{right} 100001 nnnnn ddddd", at: "8b 4h 2s", args: 1, does: func(t arrangement) does { return narrowing{t.elem, 1, false, t.elem} }},
	{name: "shrn2", asm: "d.T, b.W, #i", c: "vshrn_high_n_u{w}(vget_low_u{e}(a), b, i)", code: "01001111 0{right} 100001 nnnnn ddddd", at: "16b 8h 4s", args: 2, ties: withA, does: func(t arrangement) does { return narrowing{t.elem, 1, true, t.elem} }},

	// Two vectors of which something is known.
	{name: "orr", asm: "d.T, a.T, b.T", c: "vorrq_u8(a, b)", code: "01001110 101 mmmmm 000111 nnnnn ddddd", at: "16b", args: 2, does: always(orUnion)},
	{name: "and", asm: "d.T, a.T, b.T", c: "vandq_u8(a, b)", code: "01001110 001 mmmmm 000111 nnnnn ddddd", at: "16b", args: 2, does: always(andUnion)},
	{name: "bic", asm: "d.T, a.T, b.T", c: "vbicq_u8(a, b)", code: "01001110 011 mmmmm 000111 nnnnn ddddd", at: "16b", args: 2, does: always(bicUnion)},

	// Of nothing: each bit of the immediate is a byte.
	{name: "movi", asm: "d.2d, #i", c: "vdupq_n_u64(i)", code: "01101111 00000iii 1110 01 iiiii ddddd", at: "2d", args: 0, does: func(arrangement) does { return byteMask{} }},
}

// The arrangements that most instructions have, and those of the whole register.
const (
	vectors = "16b 8h 4s 2d 8b 4h 2s"
	whole   = "16b 8h 4s 2d"
)

func always(d does) func(arrangement) does { return func(arrangement) does { return d } }

// lanes is a move of the n lanes of an arrangement.
func lanes(cell func(n, v, i int) lane.Lane) func(arrangement) does { return lowLanes(0, cell) }

// eachLane is the same with an immediate that has a value for each lane.
func eachLane(cell func(n, v, i int) lane.Lane) func(arrangement) does { return lowLanes(some, cell) }

func lowLanes(values int, cell func(n, v, i int) lane.Lane) func(arrangement) does {
	return func(t arrangement) does {
		values := values
		if values == some {
			values = t.n()
		}
		return move{t.elem, 0, values, func(_, v, i int) lane.Lane {
			return within(i, t.n(), func(i int) lane.Lane { return cell(t.n(), v, i) })
		}}
	}
}

func lowest(t arrangement) does {
	return move{t.elem, 0, 0, func(_, _, i int) lane.Lane { return within(i, 1, a) }}
}

// reverse turns the lanes round within parts of so many bits.
func reverse(bits int) func(arrangement) does {
	return func(t arrangement) does {
		last := bits/t.elem - 1
		return move{t.elem, 0, 0, func(_, _, i int) lane.Lane { return within(i, t.n(), func(i int) lane.Lane { return a(i ^ last) }) }}
	}
}

// insertion replaces one lane by another.
func clearLane(t arrangement) does {
	return move{t.elem, 0, some, func(_, v, i int) lane.Lane {
		if i == v {
			return zero()
		}
		return a(i)
	}}
}

type insertion struct{ elem int }

func (d insertion) fill(r *Row) {
	n := r.Bits / d.elem
	move{d.elem, 0, n * n, func(n, v, i int) lane.Lane {
		if i == v/n {
			return b(v % n)
		}
		return a(i)
	}}.fill(r)
	r.Imm.Minor = n
}

// table looks bytes up in so many registers. Where the index is beyond them, the byte is zero, or kept.
func table(registers int, keep bool) func(arrangement) does {
	first := 0
	if keep {
		first = 1
	}
	return func(t arrangement) does {
		return look{lane: 8, field: 8, values: upTo(16*registers + 1), value: orNowhere(16 * registers), cell: func(_, v, i int) lane.Lane {
			switch {
			case i >= t.n():
				return zero()
			case v < 16*registers:
				return lane.From(first+v/16, v%16)
			case keep:
				return a(i)
			}
			return zero()
		}}
	}
}

// pickBits is a where the constant has the given bit, and b elsewhere.
func pickBits(bit int) func(arrangement) does {
	return always(look{lane: 1, field: 1, values: upTo(2), cell: func(_, v, i int) lane.Lane {
		if v == bit {
			return a(i)
		}
		return b(i)
	}})
}

// clearByte clears bits of one byte of each lane.
func clearByte(at int) func(arrangement) does {
	return func(t arrangement) does {
		return move{1, t.elem, 256, func(_, v, i int) lane.Lane {
			if i/8 == at && v>>(i%8)&1 == 1 {
				return zero()
			}
			return a(i)
		}}
	}
}

func shifted(first int, cell func(n, v, i int) lane.Lane) func(arrangement) does {
	return func(t arrangement) does { return shift{t.elem, t.elem, cell, first} }
}

// lengthen makes lanes twice as wide, of the lower or the upper half of the vector, and shifts them to the left.
type lengthen struct{ elem, half int }

func (d lengthen) fill(r *Row) {
	r.Elem = d.elem
	r.Imm = &Immediate{Values: d.elem, Map: func(v int) lane.Map {
		w := greatestDivisor(d.elem, v)
		per := d.elem / w
		m := emptyMap(r, w)
		for i := range m.Lane {
			from := (i/(2*per) + d.half*registerBits/2/d.elem) * per
			m.Lane[i] = within(i%(2*per)-v/w, per, func(j int) lane.Lane { return a(from + j) })
		}
		return m
	}}
}

// narrowing makes lanes half as wide, after a shift to the right, and puts them into the lower half of the vector, with zeros above, or into the upper half.
type narrowing struct {
	elem, first int
	above       bool
	values      int
}

func (d narrowing) fill(r *Row) {
	r.Elem = d.elem
	r.Imm = &Immediate{Values: d.values, First: d.first, Map: func(v int) lane.Map {
		v += d.first
		w := greatestDivisor(d.elem, v)
		per := d.elem / w
		m := emptyMap(r, w)
		half := len(m.Lane) / 2
		for i := range half {
			from := i/per*2*per + i%per + v/w
			if d.above {
				m.Lane[i], m.Lane[half+i] = a(i), b(from)
			} else {
				m.Lane[i], m.Lane[half+i] = a(from), zero()
			}
		}
		return m
	}}
}

// byteMask is a constant of bytes that are all zeros or all ones, the same in both halves.
type byteMask struct{}

func (byteMask) fill(r *Row) {
	move{8, 0, 256, func(_, v, i int) lane.Lane { return either(v>>(i%8), lane.Fixed(lane.Ones(8)), zero()) }}.fill(r)
	r.Imm.spell = func(v int) string {
		var mask uint64
		for j := range 8 {
			mask |= uint64(v>>j&1) * 0xff << (8 * j)
		}
		return "0x" + strconv.FormatUint(mask, 16)
	}
}
