package target

import (
	"math/bits"
	"strconv"

	"github.com/lanescope/lanescope/lane"
)

// tableOfLanes looks lanes up in so many registers. Where the index is beyond them, the lane is zero, or kept.
func tableOfLanes(registers int, keep bool) func(arrangement) does {
	first := 0
	if keep {
		first = 1
	}
	return func(t arrangement) does {
		n := t.n()
		return look{lane: t.elem, field: t.elem, values: upTo(registers*n + 1), value: orNowhere(registers * n), cell: func(_, v, i int) lane.Lane {
			switch {
			case v < registers*n:
				return lane.From(first+v/n, v%n)
			case keep:
				return a(i)
			}
			return zero()
		}}
	}
}

// ruled is one thing in the lanes of a predicate, and another elsewhere.
func ruled(active func(n, i int) lane.Lane, other func(i int) lane.Lane) func(arrangement) does {
	return func(t arrangement) does {
		return look{lane: t.elem, field: 1, mask: true, values: upTo(2), cell: func(n, v, i int) lane.Lane {
			if v == 1 {
				return active(n, i)
			}
			return other(i)
		}}
	}
}

// parted is what happens to parts of so many bits of the lanes of a predicate, which are the second source's: lane i of the n parts of a lane. Elsewhere is what was there.
func parted(part int, cell func(n, i int) lane.Lane) func(arrangement) does {
	return func(t arrangement) does { return partedLanes{t.elem, part, cell} }
}

// reversed turns parts of so many bits round within each lane of a predicate, and extended keeps the lowest one, with zeros above.
func reversed(part int) func(arrangement) does {
	return parted(part, func(n, i int) lane.Lane { return b(n - 1 - i) })
}

func extended(part int) func(arrangement) does {
	return parted(part, func(_, i int) lane.Lane { return within(i, 1, b) })
}

// partedLanes is what parted does to lanes of elem bits.
//
//	revb d.s, m/m, b.s      m 0 1 1 0      a0 a1 a2 a3 · b7 b6 b5 b4 · b11 b10 b9 b8 · a12 a13 a14 a15
type partedLanes struct {
	elem, part int
	cell       func(n, i int) lane.Lane
}

func (d partedLanes) fill(r *Row) {
	n := d.elem / d.part
	look{lane: d.part, field: 1, mask: true, group: n, values: upTo(2), cell: func(_, v, i int) lane.Lane {
		if v == 0 {
			return a(i)
		}
		return inBlock(d.cell(n, i%n), i/n*n)
	}}.fill(r)
}

// leftInto and rightInto shift the second source into the first, of which the bits stay that no bit comes to.
func leftInto(_, v, i int) lane.Lane {
	if i < v {
		return a(i)
	}
	return b(i - v)
}

func rightInto(n, v, i int) lane.Lane {
	if i+v < n {
		return b(i + v)
	}
	return a(i)
}

// everyOther is a shift within lanes that are twice as wide, of or into every other of the lanes, by as many counts as a lane has bits.
func everyOther(first int, cell func(n, v, i int) lane.Lane) func(arrangement) does {
	return func(t arrangement) does { return wideShift{t.elem, first, cell} }
}

type wideShift struct {
	elem, first int
	cell        func(n, v, i int) lane.Lane
}

func (d wideShift) fill(r *Row) {
	r.Elem = d.elem
	r.Imm = r.inBlocks(d.elem, d.first, func(v int) blocks {
		v += d.first
		w := greatestDivisor(d.elem, v)
		return blocks{w, 2 * d.elem / w, v / w, d.cell}
	})
}

// A bitmask is a number that an instruction of AArch64 can have in 13 bits: some ones in a row, turned round within 2, 4, 8, 16, 32 or 64 bits, again and again.
//
//	0x00ff0000 00ff0000      8 ones of 32, 16 to the right      N 0   immr 010000   imms 000111
type bitmask struct {
	value uint64
	code  int
}

// bitmasks are those of a lane, as many as an immediate may have values: of bytes and halfwords all, of words and doublewords those of whole bytes that are none of narrower lanes.
func bitmasks(elem int) (list []bitmask) {
	sizes, step := []int{elem}, 1
	switch elem {
	case 8:
		sizes = []int{2, 4, 8}
	case 32, 64:
		step = 8
	}
	for _, size := range sizes {
		for ones := step; ones < size; ones += step {
			for right := 0; right < size; right += step {
				list = append(list, bitmaskOf(size, ones, right))
			}
		}
	}
	return list
}

func bitmaskOf(size, ones, right int) bitmask {
	run := uint64(1)<<ones - 1
	all := ^uint64(0) >> (64 - size)
	b := bitmask{value: (run>>right | run<<(size-right)) & all, code: right<<6 | (^(2*size - 1))&63 | ones - 1}
	if size == 64 {
		b.code = 1<<12 | right<<6 | ones - 1
	}
	for at := size; at < 64; at *= 2 {
		b.value |= b.value << at
	}
	return b
}

// byBitmask is what a mask in the instruction makes of each bit.
func byBitmask(cell func(bit, i int) lane.Lane) func(arrangement) does {
	return func(t arrangement) does { return bitmasked{t.elem, cell} }
}

type bitmasked struct {
	elem int
	cell func(bit, i int) lane.Lane
}

func (d bitmasked) fill(r *Row) {
	list := bitmasks(d.elem)
	move{1, d.elem, len(list), func(_, v, i int) lane.Lane { return d.cell(int(list[v].value>>i&1), i) }}.fill(r)
	r.Imm.spell = func(v int) string { return "0x" + strconv.FormatUint(list[v].value&(^uint64(0)>>(64-d.elem)), 16) }
	r.Imm.encode = func(v int) int { return list[v].code }
}

// inLanes is a Compress, an Expand or a Group of the bits of each lane, by those of the same lane of the constant.
//
//	bext    a 7 6 5 4 3 2 1 0      k 0 1 0 0 1 1 0 0      z z z z z 6 3 2
//	bgrp                                                  7 5 4 1 0 6 3 2
type inLanes struct {
	kind IndexKind
	elem int
}

func (d inLanes) fill(r *Row) {
	r.Elem = d.elem
	one := &Row{Bits: d.elem, Src: []int{d.elem}}
	r.Index = &Indexed{Kind: d.kind, Block: d.elem, Bits: r.Bits,
		Apply: func(constant lane.Const) lane.Map {
			m := emptyMap(r, 1)
			for start := 0; start < r.Bits; start += d.elem {
				mask, _ := constant.Slice(start, d.elem).Uint64()
				for i, l := range d.apply(one, mask) {
					m.Lane[start+i] = inBlock(l, start)
				}
			}
			return m
		},
		Solve: func(want lane.Map) (lane.Const, bool) {
			want, ok := r.fit(want, 1)
			if !ok {
				return lane.Const{}, false
			}
			parts := make([]lane.Const, r.Bits/d.elem)
			for k := range parts {
				mask, ok := d.solve(want.Lane[k*d.elem:][:d.elem], k*d.elem)
				if !ok {
					return lane.Const{}, false
				}
				parts[k] = lane.ConstOf(mask).Slice(0, d.elem)
			}
			return lane.Join(d.elem, parts...), true
		},
		Parts:  func() []Part { return nil },
		Fields: func() Fields { return Fields{} },
	}
}

// apply is what becomes of the bits of one lane.
func (d inLanes) apply(one *Row, mask uint64) []lane.Lane {
	switch d.kind {
	case Compress:
		return compress{elem: 1}.apply(one, mask).Lane
	case Expand:
		return expand{elem: 1}.apply(one, mask).Lane
	}
	var lanes []lane.Lane
	for _, set := range []uint64{1, 0} {
		for i := range one.Bits {
			if mask>>i&1 == set {
				lanes = append(lanes, a(i))
			}
		}
	}
	return lanes
}

// solve is a mask for one lane, whose first bit is bit start.
func (d inLanes) solve(bits []lane.Lane, start int) (uint64, bool) {
	here := make([]lane.Lane, len(bits))
	for i, l := range bits {
		if l.Kind == lane.Source {
			if l.Index -= start; l.Index < 0 || l.Index >= len(bits) {
				return 0, false
			}
		}
		here[i] = l
	}
	switch d.kind {
	case Compress:
		return compress{elem: 1}.solve(maskWanted{lane: here})
	case Expand:
		return expand{elem: 1}.solve(maskWanted{lane: here})
	}
	return grouped(here)
}

// grouped tries how many bits go to the lower end. Each bit whose place is known says then how many of those below it are among them:
//
//	bit 5 is to be in place 2, below      2 of bits 0 to 4 are set, and bit 5
//	bit 5 is to be in place 6, above      6 - count of bits 0 to 4 are clear, and bit 5
func grouped(want []lane.Lane) (mask uint64, ok bool) {
	n := len(want)
	to := make([]int, n) // place of each bit, or -1
	for i := range to {
		to[i] = -1
	}
	for i, l := range want {
		switch {
		case l.Kind == lane.Undefined:
		case l.Kind != lane.Source || l.Src != 0 || to[l.Index] >= 0:
			return 0, false
		default:
			to[l.Index] = i
		}
	}
	for count := range n + 1 {
		if mask, ok := groupedBy(to, count); ok {
			return mask, true
		}
	}
	return 0, false
}

// groupedBy is a mask of so many bits, if there is one: between two bits of which it is known how many are set below, as many are set as make up the difference.
func groupedBy(to []int, count int) (mask uint64, ok bool) {
	at, set := 0, 0 // so many of the bits below at are set
	fill := func(upTo, total int) bool {
		more := total - set
		if more < 0 || more > upTo-at {
			return false
		}
		mask |= (1<<more - 1) << at
		at, set = upTo, total
		return true
	}
	for i, place := range to {
		switch {
		case place < 0:
		case place < count:
			if !fill(i, place) {
				return 0, false
			}
			mask |= 1 << i
			at, set = i+1, set+1
		default:
			if !fill(i, i-(place-count)) {
				return 0, false
			}
			at = i + 1
		}
	}
	return mask, fill(len(to), count) && bits.OnesCount64(mask) == count
}

// splice is the lanes of the first source from the first to the last of a predicate, and behind them the second source from its lowest lane on; of no lane the second source.
//
//	m 0 1 0 1      a1 a2 a3 b0
type splice struct{ elem int }

func (d splice) fill(r *Row) {
	r.Elem = d.elem
	n := r.Bits / d.elem
	r.Index = &Indexed{Kind: Splice, Bits: n, Mask: true,
		Apply: func(constant lane.Const) lane.Map {
			mask, _ := constant.Slice(0, n).Uint64()
			first := bits.TrailingZeros64(mask)
			m := emptyMap(r, d.elem)
			copy(m.Lane, spliced(n, first, bits.Len64(mask)-first))
			return m
		},
		Solve: func(want lane.Map) (lane.Const, bool) {
			want, ok := r.fit(want, d.elem)
			if !ok {
				return lane.Const{}, false
			}
			for first := range n {
				for count := range n - first + 1 {
					if fitsSplice(want.Lane, first, count) {
						return lane.ConstOf((1<<count - 1) << first), true
					}
				}
			}
			return lane.Const{}, false
		},
		Parts:  func() []Part { return spliceParts(n, d.elem/8) },
		Fields: func() Fields { return Fields{} },
	}
}

// spliceLane is lane i where so many lanes of the first source are taken.
func spliceLane(first, count, i int) lane.Lane {
	if i < count {
		return a(first + i)
	}
	return b(i - max(count, 0))
}

func spliced(n, first, count int) []lane.Lane {
	list := make([]lane.Lane, n)
	for i := range list {
		list[i] = spliceLane(first, count, i)
	}
	return list
}

func fitsSplice(want []lane.Lane, first, count int) bool {
	for i, l := range want {
		if l.Kind != lane.Undefined && l != spliceLane(first, count, i) {
			return false
		}
	}
	return true
}

// spliceParts are the lanes: a lane of the first source from its place on, or of the second up to its place.
func spliceParts(n, size int) (list []Part) {
	for i := range n {
		p := Part{}
		for k := range size {
			p.Bytes = append(p.Bytes, i*size+k)
		}
		for j := i; j < n; j++ {
			p.Can = append(p.Can, blockLane(a(j), size))
		}
		for j := range i + 1 {
			p.Can = append(p.Can, blockLane(b(j), size))
		}
		list = append(list, p)
	}
	return list
}
