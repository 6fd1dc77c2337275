package target

import "github.com/lanescope/lanescope/lane"

// riscv is the table of RISC-V's vectors.
var riscv = []vectorOp{
	// Slides: down with zeros behind, up with what was there below, by one with x0 in the free place.
	{name: "vslidedown.vi", asm: "d, a, i", c: "vslidedown_vx_u{e}m1({a}, i, {n})", code: "001111 M nnnnn uuuuu 011 ddddd 1010111", at: whole64, args: 1, does: slideDown, masks: true},
	{name: "vslidedown.vi", asm: "d, b, i", c: "vslidedown_vx_u{e}m1_tu({a}, {b}, i, {n})", code: "001111 M nnnnn uuuuu 011 ddddd 1010111", at: shorter, args: 2, ties: withA, does: slideDownBelow},
	{name: "vslideup.vi", asm: "d, a, i", c: "vslideup_vx_u{e}m1(vundefined_u{e}m1(), {a}, i, {n})", code: "001110 M nnnnn uuuuu 011 ddddd 1010111", at: whole64, args: 1, does: slideUp, apart: true},
	{name: "vslideup.vi", asm: "d, b, i", c: "vslideup_vx_u{e}m1({a}, {b}, i, {n})", code: "001110 M nnnnn uuuuu 011 ddddd 1010111", at: whole64, args: 2, ties: withA, does: slideUpBelow, apart: true, masks: true},
	{name: "vslideup.vi", asm: "d, b, i", c: "vslideup_vx_u{e}m1_tu({a}, {b}, i, {n})", code: "001110 M nnnnn uuuuu 011 ddddd 1010111", at: shorter, args: 2, ties: withA, does: slideUpBelow, apart: true},
	{name: "vslide1down.vx", asm: "d, a, zero", c: "vslide1down_vx_u{e}m1({a}, 0, {n})", code: "001111 M nnnnn 00000 110 ddddd 1010111", at: whole64, args: 1, does: slideOne(+1), masks: true},
	{name: "vslide1up.vx", asm: "d, a, zero", c: "vslide1up_vx_u{e}m1({a}, 0, {n})", code: "001110 M nnnnn 00000 110 ddddd 1010111", at: whole64, args: 1, does: slideOne(-1), apart: true, masks: true},

	// Any lane: of an index beyond the last it is zero.
	{name: "vrgather.vi", asm: "d, a, i", c: "vrgather_vx_u{e}m1({a}, i, {n})", code: "001100 M nnnnn uuuuu 011 ddddd 1010111", at: whole64, args: 1, does: splatLane, apart: true, masks: true},
	{name: "vrgather.vv", asm: "d, a, k", c: "vrgather_vv_u{e}m1({a}, {k}, {n})", code: "001100 M nnnnn mmmmm 000 ddddd 1010111", at: whole64, args: 1, does: gather(0), apart: true, masks: true},
	{name: "vrgatherei16.vv", asm: "d, a, k", c: "vrgatherei16_vv_u{e}m1({a}, {k:e16}, {n})", code: "001110 M nnnnn mmmmm 000 ddddd 1010111", at: "e32 e64", args: 1, does: gather(16), apart: true},

	// By a mask: a choice for each lane, and the lanes that have a bit together at the lower end, below what was there.
	{name: "vmerge.vvm", asm: "d, a, b, m", c: "vmerge_vvm_u{e}m1({a}, {b}, m, {n})", code: "010111 0 nnnnn mmmmm 000 ddddd 1010111", at: whole64, args: 2, does: choice(b)},
	{name: "vmerge.vim", asm: "d, a, 0, m", c: "vmerge_vxm_u{e}m1({a}, 0, m, {n})", code: "010111 0 nnnnn 00000 011 ddddd 1010111", at: whole64, args: 1, does: choice(func(int) lane.Lane { return zero() })},
	{name: "vcompress.vm", asm: "d, b, m", c: "vcompress_vm_u{e}m1_tu({a}, {b}, m, {n})", code: "010111 1 nnnnn 00000 010 ddddd 1010111", at: whole64, args: 2, ties: withA, apart: true, tail: true,
		does: func(f form) does { return compress{f.elem, true} }},

	// Lanes below a number of them, the others staying; the lowest alone; and all.
	{name: "vmv.v.v", asm: "d, b", c: "vmv_v_v_u{e}m1_tu({a}, {b}, {n})", code: "010111 1 00000 nnnnn 000 ddddd 1010111", at: shorter, args: 2, ties: withA, does: replaceBelow},
	{name: "vmv.v.i", asm: "d, 0", c: "vmv_v_x_u{e}m1_tu({a}, 0, {n})", code: "010111 1 00000 00000 011 ddddd 1010111", at: shorter, args: 1, ties: withA, does: zeroBelow},
	{name: "vmv.s.x", asm: "d, zero", c: "vmv_s_x_u{e}m1_tu({a}, 0, {n})", code: "010000 1 00000 00000 110 ddddd 1010111", at: whole64, args: 1, ties: withA, tail: true, does: lowestZero},
	{name: "vmv.v.i", asm: "d, 0", c: "vmv_v_x_u{e}m1(0, {n})", code: "010111 1 00000 00000 011 ddddd 1010111", at: anyWidth, does: fill(zero())},
	{name: "vmv.v.i", asm: "d, -1", c: "vmv_v_x_u{e}m1((uint8_t)-1, {n})", code: "010111 1 00000 11111 011 ddddd 1010111", at: anyWidth, does: fill(lane.Fixed(lane.Ones(8)))},

	// Bits, by a constant or of vectors of which something is known.
	{name: "vand.vv", asm: "d, a, k", c: "vand_vv_u{e}m1({a}, {k}, {n})", code: "001001 1 nnnnn mmmmm 000 ddddd 1010111", at: anyWidth, args: 1, does: ofAny(keepBits(1))},
	{name: "vor.vv", asm: "d, a, k", c: "vor_vv_u{e}m1({a}, {k}, {n})", code: "001010 1 nnnnn mmmmm 000 ddddd 1010111", at: anyWidth, args: 1, does: ofAny(setBits)},
	{name: "vand.vv", asm: "d, a, b", c: "vand_vv_u{e}m1({a}, {b}, {n})", code: "001001 1 nnnnn mmmmm 000 ddddd 1010111", at: anyWidth, args: 2, does: ofAny(andUnion)},
	{name: "vor.vv", asm: "d, a, b", c: "vor_vv_u{e}m1({a}, {b}, {n})", code: "001010 1 nnnnn mmmmm 000 ddddd 1010111", at: anyWidth, args: 2, does: ofAny(orUnion)},

	// Shifts within lanes, by a number below 32, or by one for each lane.
	{name: "vsll.vi", asm: "d, a, i", c: "vsll_vx_u{e}m1({a}, i, {n})", code: "100101 M nnnnn uuuuu 011 ddddd 1010111", at: whole64, args: 1, does: shiftOf(left), masks: true},
	{name: "vsrl.vi", asm: "d, a, i", c: "vsrl_vx_u{e}m1({a}, i, {n})", code: "101000 M nnnnn uuuuu 011 ddddd 1010111", at: whole64, args: 1, does: shiftOf(right), masks: true},
	{name: "vsll.vv", asm: "d, a, k", c: "vsll_vv_u{e}m1({a}, {k}, {n})", code: "100101 M nnnnn mmmmm 000 ddddd 1010111", at: whole64, args: 1, does: shiftEach(left), masks: true},
	{name: "vsrl.vv", asm: "d, a, k", c: "vsrl_vv_u{e}m1({a}, {k}, {n})", code: "101000 M nnnnn mmmmm 000 ddddd 1010111", at: whole64, args: 1, does: shiftEach(right), masks: true},

	// Wider lanes with zeros above, of the lower part; and narrower ones, into the lower half.
	{name: "vzext.vf2", asm: "d, a", c: "vzext_vf2_u{e}m1({a:of2}, {n})", code: "010010 M nnnnn 00110 010 ddddd 1010111", at: "e16 e32 e64", args: 1, does: extendBy(2), apart: true, masks: true},
	{name: "vzext.vf4", asm: "d, a", c: "vzext_vf4_u{e}m1({a:of4}, {n})", code: "010010 M nnnnn 00100 010 ddddd 1010111", at: "e32 e64", args: 1, does: extendBy(4), apart: true, masks: true},
	{name: "vzext.vf8", asm: "d, a", c: "vzext_vf8_u{e}m1({a:of8}, {n})", code: "010010 M nnnnn 00010 010 ddddd 1010111", at: "e64", args: 1, does: extendBy(8), apart: true, masks: true},
	{name: "vnsrl.wi", asm: "d, a, i", c: "vlmul_ext_v_u{e}mf2_u{e}m1(vnsrl_wx_u{e}mf2({a:x2}, i, {n}))", code: "101100 M nnnnn uuuuu 011 ddddd 1010111", at: halfWidths, args: 1, does: narrowOf(false)},
	{name: "vnsrl.wi", asm: "d, b, i", c: "vmv_v_v_u{e}m1_tu({a}, vlmul_ext_v_u{e}mf2_u{e}m1(vnsrl_wx_u{e}mf2({b:x2}, i, {n})), {n})", code: "101100 M nnnnn uuuuu 011 ddddd 1010111", at: halfWidths, args: 2, ties: withA, tail: true, does: narrowOf(true)},

	// The same by numbers that no instruction can say, through a general register; and lanes of both lower halves in turn, as x + y·2ⁿ is (x + y) + y·(2ⁿ-1).
	{name: "li+vnsrl.wx", asm: "t1, i; d, a, t1", c: "vlmul_ext_v_u{e}mf2_u{e}m1(vnsrl_wx_u{e}mf2({a:x2}, i, {n}))", code: load + "; 101100 1 nnnnn 00110 100 ddddd 1010111", at: "mf2 e32", args: 1, does: narrowFar},
	{name: "li+vsll.vx", asm: "t1, i; d, a, t1", c: "vsll_vx_u{e}m1({a}, i, {n})", code: load + "; 100101 1 nnnnn 00110 100 ddddd 1010111", at: "e64", args: 1, does: shiftFar(left)},
	{name: "li+vsrl.vx", asm: "t1, i; d, a, t1", c: "vsrl_vx_u{e}m1({a}, i, {n})", code: load + "; 101000 1 nnnnn 00110 100 ddddd 1010111", at: "e64", args: 1, does: shiftFar(right)},
	{name: "vwaddu.vv+li+vwmaccu.vx", asm: "d, a, b; t1, -1; d, t1, b", c: "vwmaccu_vx_u{w}m1(vwaddu_vv_u{w}m1({a:half}, {b:half}, {n}), (uint{e}_t)-1, {b:half}, {n})", code: "110000 1 nnnnn mmmmm 010 ddddd 1010111; 111111111111 00000 000 00110 0010011; 111100 1 mmmmm 00110 110 ddddd 1010111",
		at: halfWidths, args: 2, does: inTurn, apart: true},

	// Zvbb.
	{name: "vrev8.v", asm: "d, a", c: "vrev8_v_u{e}m1({a}, {n})", code: "010010 M nnnnn 01001 010 ddddd 1010111", at: "e16 e32 e64", args: 1, zvbb: true, does: reverseIn(8, 0), masks: true},
	{name: "vbrev8.v", asm: "d, a", c: "vbrev8_v_u{e}m1({a}, {n})", code: "010010 M nnnnn 01000 010 ddddd 1010111", at: "e8", args: 1, zvbb: true, does: reverseIn(1, 8), masks: true},
	{name: "vbrev.v", asm: "d, a", c: "vbrev_v_u{e}m1({a}, {n})", code: "010010 M nnnnn 01010 010 ddddd 1010111", at: "e16 e32 e64", args: 1, zvbb: true, does: reverseIn(1, 0), masks: true},
	{name: "vror.vi", asm: "d, a, i", c: "vror_vx_u{e}m1({a}, i, {n})", code: "01010u M nnnnn uuuuu 011 ddddd 1010111", at: whole64, args: 1, zvbb: true, does: rotated, masks: true},
	{name: "vrol.vv", asm: "d, a, k", c: "vrol_vv_u{e}m1({a}, {k}, {n})", code: "010101 M nnnnn mmmmm 000 ddddd 1010111", at: whole64, args: 1, zvbb: true, does: rotateEach(rotateLeft), masks: true},
	{name: "vror.vv", asm: "d, a, k", c: "vror_vv_u{e}m1({a}, {k}, {n})", code: "010100 M nnnnn mmmmm 000 ddddd 1010111", at: whole64, args: 1, zvbb: true, does: rotateEach(rotateRight), masks: true},
	{name: "vandn.vv", asm: "d, a, k", c: "vandn_vv_u{e}m1({a}, {k}, {n})", code: "000001 1 nnnnn mmmmm 000 ddddd 1010111", at: anyWidth, args: 1, zvbb: true, does: ofAny(keepBits(0))},
	{name: "vandn.vv", asm: "d, a, b", c: "vandn_vv_u{e}m1({a}, {b}, {n})", code: "000001 1 nnnnn mmmmm 000 ddddd 1010111", at: anyWidth, args: 2, zvbb: true, does: ofAny(bicUnion)},
	{name: "vwsll.vi", asm: "d, a, i", c: "vwsll_vx_u{w}m1({a:half}, i, {n})", code: "110101 M nnnnn uuuuu 011 ddddd 1010111", at: halfWidths, args: 1, zvbb: true, does: widenOf, apart: true},
}

// At which widths an instruction is: with all lanes of a register, in any mode that has them, with any smaller number of lanes, and with the lanes of half a register.
const (
	whole64    = "e8 e16 e32 e64"
	anyWidth   = "any"
	shorter    = "shorter"
	halfWidths = "mf2"
)

// load is li of a number into t1. In t0 are addresses.
const load = "uuuuuuuuuuuu 00000 000 00110 0010011"

func ofAny(d does) func(form) does { return func(form) does { return d } }

// fill is a byte again and again.
func fill(l lane.Lane) func(form) does {
	return ofAny(move{8, 0, 0, func(_, _, _ int) lane.Lane { return l }})
}

// counted is a move by a number from 1 up to below n, of which an instruction can say 31.
type counted struct {
	move
	n int
}

func (d counted) fill(r *Row) {
	d.values = min(d.n-1, mostSaid)
	first := d.cell
	d.cell = func(n, v, i int) lane.Lane { return first(n, v+1, i) }
	d.move.fill(r)
	r.Imm.First = 1
}

func slideDown(f form) does {
	return counted{move{f.elem, 0, 0, func(n, v, i int) lane.Lane { return within(i+v, n, a) }}, f.n()}
}

// slideDownBelow slides b down into the lower lanes of a.
func slideDownBelow(f form) does {
	return counted{move{f.elem, 0, 0, func(n, v, i int) lane.Lane {
		if i >= f.lanes {
			return a(i)
		}
		return within(i+v, n, b)
	}}, f.n()}
}

func slideUp(f form) does {
	return counted{move{f.elem, 0, 0, func(_, v, i int) lane.Lane {
		if i < v {
			return computed()
		}
		return a(i - v)
	}}, f.n()}
}

// slideUpBelow slides b up over a, as far as the lanes that are written go.
func slideUpBelow(f form) does {
	return counted{move{f.elem, 0, 0, func(_, v, i int) lane.Lane {
		if i < v || i >= f.lanes {
			return a(i)
		}
		return b(i - v)
	}}, f.lanes}
}

func slideOne(by int) func(form) does {
	return func(f form) does {
		return move{f.elem, 0, 0, func(n, _, i int) lane.Lane { return within(i+by, n, a) }}
	}
}

func splatLane(f form) does {
	return move{f.elem, 0, f.n(), func(_, v, _ int) lane.Lane { return a(v) }}
}

// gather looks lanes up by numbers of so many bits; 0: as wide as the lanes.
func gather(field int) func(form) does {
	return func(f form) does {
		d := look{lane: f.elem, field: f.elem, values: upTo(f.n() + 1), value: orBeyond(f.n(), f.elem), cell: func(n, v, _ int) lane.Lane { return within(v, n, a) }}
		if field > 0 {
			d.field, d.value = field, orBeyond(f.n(), field)
		}
		return d
	}
}

// orBeyond is the index of each of n lanes, and behind them that of none: all ones.
func orBeyond(n, bits int) func(v int) int {
	return func(v int) int {
		if v == n {
			return 1<<min(bits, 31) - 1
		}
		return v
	}
}

// choice is a lane of the other where the mask has a bit.
func choice(other func(i int) lane.Lane) func(form) does {
	return func(f form) does {
		return look{mask: true, lane: f.elem, field: 1, values: upTo(2), cell: func(_, v, i int) lane.Lane { return either(v, other(i), a(i)) }}
	}
}

func replaceBelow(f form) does {
	return move{f.elem, 0, 0, func(_, _, i int) lane.Lane {
		if i < f.lanes {
			return b(i)
		}
		return a(i)
	}}
}

func zeroBelow(f form) does {
	return move{f.elem, 0, 0, func(_, _, i int) lane.Lane {
		if i < f.lanes {
			return zero()
		}
		return a(i)
	}}
}

func lowestZero(f form) does {
	return move{f.elem, 0, 0, func(_, _, i int) lane.Lane {
		if i == 0 {
			return zero()
		}
		return a(i)
	}}
}

func shiftOf(cell func(n, v, i int) lane.Lane) func(form) does {
	return func(f form) does { return shift{f.elem, min(f.elem-1, mostSaid), cell, 1} }
}

func shiftFar(cell func(n, v, i int) lane.Lane) func(form) does {
	return func(f form) does { return shift{f.elem, f.elem - mostSaid - 1, cell, mostSaid + 1} }
}

func narrowFar(f form) does { return halving{elem: f.elem, far: true} }

func inTurn(f form) does {
	return move{f.elem, 0, 0, func(_, _, i int) lane.Lane { return lane.From(i%2, i/2) }}
}

func shiftEach(cell func(n, v, i int) lane.Lane) func(form) does {
	return func(f form) does { return lowBitsOf(f.elem, cell) }
}

func rotateEach(cell func(n, v, i int) lane.Lane) func(form) does { return shiftEach(cell) }

// lowBitsOf is a shift of each lane by the number in the lowest bits of its field: of 32 bits the lowest five.
func lowBitsOf(elem int, cell func(n, v, i int) lane.Lane) look {
	d := shiftBy(elem, cell)
	for d.len = 0; 1<<d.len < elem; d.len++ {
	}
	d.values = upTo(elem)
	return d
}

func extendBy(times int) func(form) does {
	return func(f form) does {
		return move{f.elem / times, 0, 0, func(_, _, i int) lane.Lane {
			if i%times > 0 {
				return zero()
			}
			return a(i / times)
		}}
	}
}

func rotated(f form) does { return shift{f.elem, f.elem - 1, rotateRight, 1} }

// reverseIn turns round lanes of so many bits, within parts that are as wide as a lane, or have so many bits.
func reverseIn(bits, part int) func(form) does {
	return func(f form) does {
		last := max(part, 0)/bits - 1
		if part == 0 {
			last = f.elem/bits - 1
		}
		return move{bits, 0, 0, func(_, _, i int) lane.Lane { return a(i ^ last) }}
	}
}

// narrowOf makes lanes half as wide, after a shift to the right, and puts them into the lower half of the register: what is above is open, or stays.
func narrowOf(keep bool) func(form) does {
	return func(f form) does { return halving{elem: f.elem, keep: keep} }
}

type halving struct {
	elem int
	keep bool
	far  bool // by 32 and more
}

func (d halving) fill(r *Row) {
	first := 0
	if d.far {
		first = mostSaid + 1
	}
	r.Elem = d.elem
	r.Imm = &Immediate{First: first, Values: min(2*d.elem-first, mostSaid+1), Map: func(v int) lane.Map {
		v += first
		w := greatestDivisor(d.elem, v)
		per := d.elem / w
		m := emptyMap(r, w)
		half := len(m.Lane) / 2
		for i := range half {
			l := zero()
			if at := i%per + v/w; at < 2*per {
				l = a(i/per*2*per + at)
			}
			if m.Lane[i] = l; d.keep {
				if l.Kind == lane.Source {
					m.Lane[i] = b(l.Index)
				}
				m.Lane[half+i] = a(half + i)
			}
		}
		return m
	}}
}

// widenOf makes lanes of the lower half twice as wide, shifted to the left.
func widenOf(f form) does { return doubling{f.elem} }

type doubling struct{ elem int }

func (d doubling) fill(r *Row) {
	r.Elem = d.elem
	r.Imm = &Immediate{Values: min(2*d.elem, mostSaid+1), Map: func(v int) lane.Map {
		w := greatestDivisor(d.elem, v)
		per := d.elem / w
		m := emptyMap(r, w)
		for i := range m.Lane {
			m.Lane[i] = within(i%(2*per)-v/w, per, func(j int) lane.Lane { return a(i/(2*per)*per + j) })
		}
		return m
	}}
}
