package target

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// A Part is what one piece of a row's constant rules: bytes of the destination, and all that it can make of them whatever the other pieces are.
//
//	pshufb, byte 17 of the constant       Bytes 17      Can  a16 · a17 · … · a31 · z
//	vpermd, bytes 4 to 7                  Bytes 4 to 7  Can  a0 a1 a2 a3 · a4 a5 a6 a7 · …
type Part struct {
	Bytes []int
	Can   [][]lane.Lane // lanes of 8 bits, one for each of Bytes; undefined where bits of several bytes come together, or a value is computed
}

// parts takes the constant apart. There are none if a piece rules bits of many bytes, as that of gf2p8affineqb does. Every block does what the first one does.
//
//	bits that a part rules      a lane that moves, a field of the constant, or a byte, whichever is widest
func (s *looker) parts() []Part {
	if s.fieldOf != nil {
		return nil
	}
	lanes := max(8, s.lane*s.per) / s.lane // of a part
	block := max(s.n, lanes)
	var first []Part
	for at := 0; at < block; at += lanes {
		first = append(first, s.part(at, lanes))
	}
	list := slices.Clone(first)
	for start := block; start < s.row.Bits/s.lane; start += block {
		for _, p := range first {
			list = append(list, p.moved(start*s.lane/8))
		}
	}
	return list
}

// part is what rules so many lanes from lane at on.
func (s *looker) part(at, lanes int) Part {
	p := Part{}
	for b := at * s.lane / 8; b < (at+lanes)*s.lane/8; b++ {
		p.Bytes = append(p.Bytes, b)
	}
	values, n := s.values(s.n), len(p.Bytes)
	all := make([]lane.Lane, 0, values*n)
	p.Can = make([][]lane.Lane, 0, values)
	for j := range values {
		all = s.appendBytes(all, at, lanes, s.value(j))
		can := all[len(all)-n : len(all) : len(all)]
		if slices.ContainsFunc(p.Can, func(other []lane.Lane) bool { return slices.Equal(other, can) }) {
			all = all[:len(all)-n]
		} else {
			p.Can = append(p.Can, can)
		}
	}
	return p
}

// moved is the part of a block that begins so many bytes higher.
func (p *Part) moved(by int) Part {
	n := len(p.Bytes)
	m := Part{Bytes: slices.Clone(p.Bytes), Can: make([][]lane.Lane, len(p.Can))}
	for i := range m.Bytes {
		m.Bytes[i] += by
	}
	all := make([]lane.Lane, len(p.Can)*n)
	for k, can := range p.Can {
		m.Can[k] = all[k*n : (k+1)*n : (k+1)*n]
		for i, l := range can {
			m.Can[k][i] = inBlock(l, by)
		}
	}
	return m
}

// appendBytes appends lanes of the first block from one on when all fields that rule them are v, as bytes. Where several fields rule a byte it is only whole if they agree.
func (s *looker) appendBytes(list []lane.Lane, first, lanes, v int) []lane.Lane {
	if s.lane == 8 {
		for k := range lanes {
			list = append(list, s.cell(s.n, v, first+k))
		}
		return list
	}
	m := lane.Map{Bits: s.lane, Src: make([]int, len(s.row.Src)), Lane: make([]lane.Lane, lanes)}
	for k, wide := range s.row.Src {
		m.Src[k] = wide / s.lane
	}
	for k := range lanes {
		m.Lane[k] = s.cell(s.n, v, first+k)
	}
	m = narrowed(m, 8)
	if m.Bits == 8 {
		return append(list, m.Lane...)
	}
	for b := range lanes * s.lane / 8 {
		list = append(list, joined(m.Lane[8*b:8*b+8]))
	}
	return list
}

// joined is eight bits as a byte, undefined if they are not one.
func joined(bits []lane.Lane) lane.Lane {
	l := bits[0]
	for k, bit := range bits {
		same := bit.Kind == l.Kind
		switch l.Kind {
		case lane.Source:
			same = same && bit.Src == l.Src && bit.Index == bits[0].Index+k && l.Index%8 == 0
		case lane.Constant:
			same = same && bit.Const == l.Const // the constants of rows are all zeros or all ones
		}
		if !same {
			return lane.Lane{}
		}
	}
	switch {
	case l.Kind == lane.Source:
		return lane.From(l.Src, l.Index/8)
	case l == lane.Zero():
		return l
	case l.Kind == lane.Constant:
		return lane.Fixed(lane.Ones(8))
	}
	return lane.Lane{}
}
