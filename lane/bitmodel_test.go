package lane_test

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// The second meaning of a map: what each single bit of the destination is. It is made from the fields of a Map alone and knows no
// lanes, no widths and no groups; everything that package lane computes with lanes is computed here bit by bit.

type bitKind uint8

const (
	bitUndefined bitKind = iota
	bitSource
	bitOld
	bitZero
	bitOne
)

type bit struct {
	kind bitKind
	src  int // bitSource: which source
	at   int // bitSource, bitOld: which bit of it
}

func (b bit) String() string {
	switch b.kind {
	case bitSource:
		return fmt.Sprintf("s%d[%d]", b.src, b.at)
	case bitOld:
		return fmt.Sprintf("old[%d]", b.at)
	}
	return map[bitKind]string{bitUndefined: "_", bitZero: "0", bitOne: "1"}[b.kind]
}

type bitMap struct {
	src []int // bits of each source
	dst []bit
}

func bitsOf(m lane.Map) bitMap {
	r := bitMap{src: make([]int, len(m.Src)), dst: make([]bit, 0, len(m.Lane)*m.Bits)}
	for k, n := range m.Src {
		r.src[k] = n * m.Bits
	}
	for _, l := range m.Lane {
		for j := range m.Bits {
			r.dst = append(r.dst, bitOf(l, j, m.Bits))
		}
	}
	return r
}

// bitOf is bit j of a lane of w bits.
func bitOf(l lane.Lane, j, w int) bit {
	switch l.Kind {
	case lane.Source:
		return bit{bitSource, l.Src, l.Index*w + j}
	case lane.Old:
		return bit{kind: bitOld, at: l.Index*w + j}
	case lane.Constant:
		if le := l.Const.LittleEndian(); j/8 < len(le) && le[j/8]>>(j%8)&1 == 1 {
			return bit{kind: bitOne}
		}
		return bit{kind: bitZero}
	}
	return bit{}
}

func (m bitMap) equal(o bitMap) bool {
	return slices.Equal(m.src, o.src) && slices.Equal(m.dst, o.dst)
}

// refines says that m is what o is wherever o is defined.
func (m bitMap) refines(o bitMap) bool {
	for i := range o.dst {
		if o.dst[i].kind != bitUndefined && m.dst[i] != o.dst[i] {
			return false
		}
	}
	return true
}

func (m bitMap) relation(o bitMap) lane.Relation {
	switch there, back := m.refines(o), o.refines(m); {
	case there && back:
		return lane.Equal
	case there:
		return lane.Refines
	case back:
		return lane.RefinedBy
	}
	return lane.Differ
}

func getBit(v []byte, i int) byte { return v[i/8] >> (i % 8) & 1 }

func setBit(v []byte, i int, b byte) {
	v[i/8] &^= 1 << (i % 8)
	v[i/8] |= b << (i % 8)
}

func (m bitMap) apply(dst, old []byte, src [][]byte) {
	for i, b := range m.dst {
		switch b.kind {
		case bitSource:
			setBit(dst, i, getBit(src[b.src], b.at))
		case bitOld:
			setBit(dst, i, getBit(old, b.at))
		case bitZero:
			setBit(dst, i, 0)
		case bitOne:
			setBit(dst, i, 1)
		}
	}
}

// replaced is m with every bit b as f(b), over the given sources.
func (m bitMap) replaced(src []int, f func(bit) bit) bitMap {
	r := bitMap{src: src, dst: make([]bit, len(m.dst))}
	for i, b := range m.dst {
		r.dst[i] = f(b)
	}
	return r
}

// of is m with its sources read from the destinations of args.
func (m bitMap) of(src []int, args ...bitMap) bitMap {
	return m.replaced(src, func(b bit) bit {
		if b.kind == bitSource {
			return args[b.src].dst[b.at]
		}
		return b
	})
}

// bind is m with its old destination read from the destination of old.
func (m bitMap) bind(old bitMap) bitMap {
	return m.replaced(m.src, func(b bit) bit {
		if b.kind == bitOld {
			return old.dst[b.at]
		}
		return b
	})
}

// group is the w bits from lo on, if they can be one lane: all constant, or all undefined, or w consecutive bits of one vector from a multiple of w
// on. With fill an undefined bit becomes what its neighbours need, beside constants a zero.
func (m bitMap) group(lo, w int, fill bool) (filled []bit, ok bool) {
	group := m.dst[lo : lo+w]
	first := slices.IndexFunc(group, func(b bit) bool { return b.kind != bitUndefined })
	if first < 0 {
		return group, true
	}
	if !fill && slices.Contains(group, bit{}) {
		return nil, false
	}
	want := func(j int) []bit { return []bit{{kind: bitZero}, {kind: bitOne}} }
	if b := group[first]; b.kind == bitSource || b.kind == bitOld {
		start := b.at - first
		if start < 0 || start%w != 0 {
			return nil, false
		}
		want = func(j int) []bit { return []bit{{b.kind, b.src, start + j}} }
	}
	for j, b := range group {
		if b.kind == bitUndefined {
			b = want(j)[0]
		}
		if !slices.Contains(want(j), b) {
			return nil, false
		}
		filled = append(filled, b)
	}
	return filled, true
}

// regrouped is m as lanes of w bits, if it is one.
func (m bitMap) regrouped(w int, fill bool) (r bitMap, ok bool) {
	for _, n := range append([]int{len(m.dst)}, m.src...) {
		if n%w != 0 {
			return bitMap{}, false
		}
	}
	r.src = m.src
	for lo := 0; lo < len(m.dst); lo += w {
		group, ok := m.group(lo, w, fill)
		if !ok {
			return bitMap{}, false
		}
		r.dst = append(r.dst, group...)
	}
	return r, true
}

// inLane says that no bit leaves its block.
func (m bitMap) inLane(block int) bool {
	for i, b := range m.dst {
		if (b.kind == bitSource || b.kind == bitOld) && b.at/block != i/block {
			return false
		}
	}
	return true
}

// blocksRead is the largest number of blocks that the bits of one block read.
func (m bitMap) blocksRead(block int) int {
	most := 0
	for lo := 0; lo < len(m.dst); lo += block {
		reads := map[bit]bool{}
		for _, b := range m.dst[lo : lo+block] {
			if b.kind == bitSource || b.kind == bitOld {
				b.at /= block
				reads[b] = true
			}
		}
		most = max(most, len(reads))
	}
	return most
}

// under is what a guarded map is under one predicate.
func under(g lane.Guarded, predicate uint) bitMap {
	m := bitsOf(g.Map)
	for i := range m.dst {
		if b := g.Bit[i/g.Map.Bits]; b == lane.Always || predicate>>b&1 == 1 {
			continue
		}
		if g.Else == lane.ElseZero {
			m.dst[i] = bit{kind: bitZero}
		} else {
			m.dst[i] = bit{kind: bitOld, at: i}
		}
	}
	return m
}
