package visa

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// How the elements of all lanes are read and written. Those of lanes that are not active are read too, since that costs less than to leave them out, and bytes that lie
// together are taken together.

// A vector is what each lane has.
type vector [32]uint64

// An arrangement is how the elements of an operand lie.
type arrangement uint8

const (
	scattered arrangement = iota // those of lanes that are not active anywhere
	apart                        // all in the variable
	adjacent                     // in rows of eight bytes or more, each behind the one before
	single                       // all lanes have one
)

// arrange finds how the elements of an operand lie. Those of an indirect one lie so where they are counted from one address, and are all in the variable.
func (t *site) arrange() arrangement {
	if t.outside != 0 || t.discards {
		return scattered
	}
	t.run = 1
	for t.run < t.lanes && int(t.at[t.run]-t.at[t.run-1]) == t.size {
		t.run++
	}
	rows, same := t.lanes%t.run == 0 && t.run*t.size >= 8 && (t.run > 1 || t.lanes == 1), t.lanes > 1
	for k := range t.lanes {
		rows = rows && int(t.at[k]-t.at[k/t.run*t.run]) == k%t.run*t.size
		same = same && t.at[k] == t.at[0]
	}
	switch {
	case same:
		return single
	case rows:
		return adjacent
	}
	return apart
}

// written are marks of defined bytes, as many as an operand has at most.
var written = bytes.Repeat([]byte{0xff}, 32*8)

// load gets the elements of a site's lanes: their bits, with the sign of integers, and which of them are defined in all their bytes.
func (m *Machine) load(v *vector, t *site, at *[32]int32, lanes uint32, lie arrangement) (known uint32) {
	n := t.lanes
	switch {
	case lie == adjacent:
		all := true
		for lane := 0; lane < n; lane += t.run {
			first := int(at[lane])
			end := first + t.run*t.size
			t.typ.copyOut(v, lane, m.data[first:end])
			all = all && m.allKnown(first, end)
		}
		if all {
			return lanes
		}
		return m.defined(at, t.size, lanes)
	case lie == single:
		n = 1
	case lanes == 0:
		return 0
	case lie == scattered && lanes != low(n):
		at = somewhere(at, lanes)
	}
	all := m.gather(v, at[:n], t.size)
	t.typ.extend(v[:n])
	for k := n; k < t.lanes; k++ {
		v[k&31] = v[0]
	}
	if all {
		return lanes
	}
	return m.defined(at, t.size, lanes)
}

// somewhere gives lanes that are not active the place of one that is.
func somewhere(at *[32]int32, lanes uint32) *[32]int32 {
	places := *at
	for k := range places {
		if lanes>>k&1 == 0 {
			places[k] = at[bits.TrailingZeros32(lanes)&31]
		}
	}
	return &places
}

// allKnown says whether all bytes from first to before end are defined.
func (m *Machine) allKnown(first, end int) bool {
	marks, all := m.known[first:end], ^uint64(0)
	for ; len(marks) >= 8; marks = marks[8:] {
		all &= binary.LittleEndian.Uint64(marks)
	}
	for _, mark := range marks {
		all &= uint64(mark) | ^uint64(0xff)
	}
	return all == ^uint64(0)
}

// copyOut gets elements that are one behind the other, from a lane on, eight bytes at a time.
func (t Type) copyOut(v *vector, lane int, data []byte) {
	switch t {
	case UB:
		for i := 0; i+8 <= len(data); i += 8 {
			x, p := binary.LittleEndian.Uint64(data[i:i+8]), (*[8]uint64)(v[(lane+i)&24:])
			for j := range p {
				p[j] = x >> (8 * j) & 0xff
			}
		}
	case B:
		for i := 0; i+8 <= len(data); i += 8 {
			x, p := binary.LittleEndian.Uint64(data[i:i+8]), (*[8]uint64)(v[(lane+i)&24:])
			for j := range p {
				p[j] = uint64(int64(int8(x >> (8 * j))))
			}
		}
	case UW, HF, BF:
		for i := 0; i+8 <= len(data); i += 8 {
			x, p := binary.LittleEndian.Uint64(data[i:i+8]), v.four(lane+i/2)
			p[0], p[1], p[2], p[3] = x&0xffff, x>>16&0xffff, x>>32&0xffff, x>>48
		}
	case W:
		for i := 0; i+8 <= len(data); i += 8 {
			x, p := int64(binary.LittleEndian.Uint64(data[i:i+8])), v.four(lane+i/2)
			p[0], p[1], p[2], p[3] = uint64(x<<48>>48), uint64(x<<32>>48), uint64(x<<16>>48), uint64(x>>48)
		}
	case UD, F:
		for i := 0; i+8 <= len(data); i += 8 {
			x, p := binary.LittleEndian.Uint64(data[i:i+8]), (*[2]uint64)(v[(lane+i/4)&30:])
			p[0], p[1] = x&0xffffffff, x>>32
		}
	case D:
		for i := 0; i+8 <= len(data); i += 8 {
			x, p := int64(binary.LittleEndian.Uint64(data[i:i+8])), (*[2]uint64)(v[(lane+i/4)&30:])
			p[0], p[1] = uint64(x<<32>>32), uint64(x>>32)
		}
	default:
		for i := 0; i+8 <= len(data); i += 8 {
			v[(lane+i/8)&31] = binary.LittleEndian.Uint64(data[i : i+8])
		}
	}
}

// gather gets elements of size bytes from where at says, and whether all of them are defined.
func (m *Machine) gather(v *vector, at []int32, size int) (known bool) {
	data, marks := m.data, m.known
	all := ^uint64(0)
	switch size {
	case 1:
		for k, a := range at {
			v[k&31] = uint64(data[a])
			all &= uint64(marks[a])
		}
	case 2:
		for k, a := range at {
			v[k&31] = uint64(binary.LittleEndian.Uint16(data[a:]))
			all &= uint64(binary.LittleEndian.Uint16(marks[a:]))
		}
	case 4:
		for k, a := range at {
			v[k&31] = uint64(binary.LittleEndian.Uint32(data[a:]))
			all &= uint64(binary.LittleEndian.Uint32(marks[a:]))
		}
	default:
		for k, a := range at {
			v[k&31] = binary.LittleEndian.Uint64(data[a:])
			all &= binary.LittleEndian.Uint64(marks[a:])
		}
	}
	return all == 1<<(8*size)-1
}

// extend gives elements the sign of their type.
func (t Type) extend(v []uint64) {
	switch t {
	case B:
		for k, x := range v {
			v[k] = uint64(int64(int8(x)))
		}
	case W:
		for k, x := range v {
			v[k] = uint64(int64(int16(x)))
		}
	case D:
		for k, x := range v {
			v[k] = uint64(int64(int32(x)))
		}
	}
}

// defined are the lanes whose element is defined in all its bytes.
func (m *Machine) defined(at *[32]int32, size int, lanes uint32) (all uint32) {
	for set := lanes; set != 0; set &= set - 1 {
		k := bits.TrailingZeros32(set) & 31
		if a := int(at[k]); m.allKnown(a, a+size) {
			all |= 1 << k
		}
	}
	return all
}

// store writes the lanes' elements, the lowest lane first: of lanes that write one element the last one counts.
func (m *Machine) store(v *vector, known uint32, t *site, at *[32]int32, lanes uint32, lie arrangement) {
	known &= lanes
	if lie == adjacent { // of a destination there is one row
		first := int(at[0])
		end := first + t.lanes*t.size
		if lanes == low(t.lanes) {
			copyIn(m.data[first:end], v, t.size)
		} else {
			m.scatter(v, at, t.size, lanes)
		}
		switch {
		case known != lanes || lanes != low(t.lanes) && !m.allKnown(first, end):
			m.define(at, t.size, lanes, known)
		case lanes == low(t.lanes):
			copy(m.known[first:end], written)
		}
		return
	}
	if lanes == low(t.lanes) && known == lanes {
		m.scatterAll(v, at[:t.lanes], t.size)
		return
	}
	m.scatter(v, at, t.size, lanes)
	m.define(at, t.size, lanes, known)
}

// copyIn puts elements of size bytes one behind the other, eight bytes at a time.
func copyIn(data []byte, v *vector, size int) {
	switch size {
	case 1:
		for i := 0; i+8 <= len(data); i += 8 {
			x, p := uint64(0), (*[8]uint64)(v[i&24:])
			for j := range p {
				x |= p[j] & 0xff << (8 * j)
			}
			binary.LittleEndian.PutUint64(data[i:i+8], x)
		}
	case 2:
		for i := 0; i+8 <= len(data); i += 8 {
			p := v.four(i / 2)
			binary.LittleEndian.PutUint64(data[i:i+8], p[0]&0xffff|p[1]&0xffff<<16|p[2]&0xffff<<32|p[3]<<48)
		}
	case 4:
		for i := 0; i+8 <= len(data); i += 8 {
			p := (*[2]uint64)(v[i/4&30:])
			binary.LittleEndian.PutUint64(data[i:i+8], p[0]&0xffffffff|p[1]<<32)
		}
	default:
		for i := 0; i+8 <= len(data); i += 8 {
			binary.LittleEndian.PutUint64(data[i:i+8], v[i/8&31])
		}
	}
}

// scatterAll puts the elements of all lanes, which are defined, where at says.
func (m *Machine) scatterAll(v *vector, at []int32, size int) {
	data, marks := m.data, m.known
	switch size {
	case 1:
		for k, a := range at {
			data[a], marks[a] = byte(v[k&31]), 0xff
		}
	case 2:
		for k, a := range at {
			binary.LittleEndian.PutUint16(data[a:], uint16(v[k&31]))
			binary.LittleEndian.PutUint16(marks[a:], 1<<16-1)
		}
	case 4:
		for k, a := range at {
			binary.LittleEndian.PutUint32(data[a:], uint32(v[k&31]))
			binary.LittleEndian.PutUint32(marks[a:], 1<<32-1)
		}
	default:
		for k, a := range at {
			binary.LittleEndian.PutUint64(data[a:], v[k&31])
			binary.LittleEndian.PutUint64(marks[a:], 1<<64-1)
		}
	}
}

// scatter puts elements of size bytes where at says.
func (m *Machine) scatter(v *vector, at *[32]int32, size int, lanes uint32) {
	for data := m.data; lanes != 0; lanes &= lanes - 1 {
		k := bits.TrailingZeros32(lanes) & 31
		switch b := data[at[k]:]; size {
		case 1:
			b[0] = byte(v[k])
		case 2:
			binary.LittleEndian.PutUint16(b, uint16(v[k]))
		case 4:
			binary.LittleEndian.PutUint32(b, uint32(v[k]))
		default:
			binary.LittleEndian.PutUint64(b, v[k])
		}
	}
}

// define says of elements of size bytes whether they are defined.
func (m *Machine) define(at *[32]int32, size int, lanes, known uint32) {
	for ; lanes != 0; lanes &= lanes - 1 {
		k := bits.TrailingZeros32(lanes) & 31
		mark := -uint64(known >> k & 1)
		switch b := m.known[at[k]:]; size {
		case 1:
			b[0] = byte(mark)
		case 2:
			binary.LittleEndian.PutUint16(b, uint16(mark))
		case 4:
			binary.LittleEndian.PutUint32(b, uint32(mark))
		default:
			binary.LittleEndian.PutUint64(b, mark)
		}
	}
}

// defined is a bit that is set where all of something is.
func defined(all bool) uint32 {
	if all {
		return 1
	}
	return 0
}
