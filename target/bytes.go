package target

import (
	"slices"

	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/lane"
)

// A Byte is where a byte of a vector comes from, as one number: byte i of source s is s·MostBytes + i.
type Byte int16

// The bytes of no source.
const (
	AnyByte  Byte = -1       // it is undefined
	ZeroByte Byte = -2       // the constant c is ZeroByte - c
	PartByte Byte = -1 << 15 // it is no byte of a source, as after a shift by four bits

	MostBytes = 64 // of a vector
)

// Source is the source that the byte comes from, and its number there; ok is false if it comes from none.
func (b Byte) Source() (source, index int, ok bool) {
	return int(b) / MostBytes, int(b) % MostBytes, b >= 0
}

// A Made is what a row makes of bytes for one value of its immediate.
//
//	psrldq d, 8      a8 a9 … z z …     whole
//	psrlw d, 4       ? ? ? ? …         each byte has bits of two bytes, or of one and zeros
type Made struct {
	Bytes []Byte
	Whole bool // none is a PartByte
}

// made are what rows make of bytes, found when somebody asks. Targets share rows, and nobody changes them.
var made once.Table[*Row, []Made]

// Made is what the row makes of bytes for each value of its immediate: the same as Imm.Map, in a hundredth of the memory. It is nil without an immediate, and for a row that reads the old destination. Do not
// change it: it is shared.
func (r *Row) Made() []Made { return made.Of(r, r.make) }

func (r *Row) make() (list []Made) {
	if r.Imm == nil {
		return nil
	}
	list = make([]Made, r.Imm.Values)
	all, n := make([]Byte, r.Imm.Values*r.Bits/8), r.Bits/8
	for v := range list {
		bytes := all[v*n : (v+1)*n : (v+1)*n]
		if !r.bytes(v, bytes) {
			return nil
		}
		list[v] = Made{bytes, !slices.Contains(bytes, PartByte)}
	}
	return list
}

// bytes puts what the row makes for a value into bytes, and says whether it does not read the old destination. Of equal blocks it asks for the first.
func (r *Row) bytes(v int, bytes []Byte) bool {
	if r.Imm.blocks == nil {
		m := r.Imm.Map(v)
		fillBytes(bytes, m)
		return !m.ReadsOld()
	}
	of := r.Imm.blocks(v)
	var room [64]lane.Lane
	m := lane.Map{Bits: of.bits, Lane: append(room[:0], make([]lane.Lane, of.n)...)}
	of.first(m.Lane)
	size := of.n * of.bits / 8
	fillBytes(bytes[:size], m)
	for start := size; start < len(bytes); start += size {
		for i, b := range bytes[:size] {
			if b >= 0 {
				b += Byte(start)
			}
			bytes[start+i] = b
		}
	}
	return !m.ReadsOld()
}

// BytesOf is what a map makes of bytes, however many bits its lanes have.
func BytesOf(m lane.Map) []Byte {
	list := make([]Byte, len(m.Lane)*m.Bits/8)
	fillBytes(list, m)
	return list
}

// fillBytes puts what a map makes into bytes.
func fillBytes(bytes []Byte, m lane.Map) {
	for i := range bytes {
		bytes[i] = byteOf(m, i)
	}
}

// byteOf is byte i of what a map makes, whose lanes have any number of bits.
func byteOf(m lane.Map, i int) Byte {
	if m.Bits >= 8 {
		per := m.Bits / 8
		return wholeByte(m.Lane[i/per], per, i%per)
	}
	per := 8 / m.Bits
	lanes := m.Lane[i*per : (i+1)*per]
	switch first := lanes[0]; first.Kind {
	case lane.Undefined:
		if !slices.ContainsFunc(lanes, func(l lane.Lane) bool { return l != first }) {
			return AnyByte
		}
	case lane.Source:
		for k, l := range lanes {
			if l.Kind != lane.Source || l.Src != first.Src || l.Index != first.Index+k {
				return PartByte
			}
		}
		if first.Index%per == 0 {
			return Byte(first.Src*MostBytes + first.Index/per)
		}
	case lane.Constant:
		value := uint64(0)
		for k, l := range lanes {
			if l.Kind != lane.Constant {
				return PartByte
			}
			v, _ := l.Const.Uint64()
			value |= v << (k * m.Bits)
		}
		return ZeroByte - Byte(value)
	}
	return PartByte
}

// wholeByte is byte k of the n of a lane.
func wholeByte(l lane.Lane, n, k int) Byte {
	switch l.Kind {
	case lane.Source:
		return Byte(l.Src*MostBytes + l.Index*n + k)
	case lane.Constant:
		v, _ := l.Const.Slice(8*k, 8).Uint64()
		return ZeroByte - Byte(v)
	}
	return AnyByte
}
