package visa

import (
	"fmt"
	"math"
)

// pixelOperands finds where a message's coordinates are, and how its data lie.
func (p *preparer) pixelOperands(first int) {
	i, m := p.step.inst, p.step.message
	m.typed = true
	for k := range coordinates {
		m.coordinates[k] = p.rawPlace(first+k, &i.Operand[first+k])
	}
	m.offsets, m.from = m.coordinates[0], first
}

// aimPixels finds the address of each lane's pixel, and which lanes have one outside.
func (m *Machine) aimPixels(s *step, mem *Memory) (uint32, *Fault) {
	f, x := &m.frame, s.message
	if mem.Pixels.Channels == 0 {
		return 0, &Fault{Operand: 0, Lane: NoLane, Byte: -1, What: "is no typed surface: nothing says what its pixels are"}
	}
	if x.a.mismatches(s, mem.Pixels) {
		return 0, &Fault{Operand: 0, Lane: NoLane, Byte: -1, What: fmt.Sprintf("has pixels of %s, and the operation is on others", mem.Pixels)}
	}
	m.outsidePixels = 0
	for lane := range each(f.enabled) {
		var at [coordinates]uint64
		for k := range at {
			var fault *Fault
			if at[k], fault = m.coordinate(x, k, lane); fault != nil {
				return 0, fault
			}
		}
		if at[3] != 0 {
			return 0, &Fault{Operand: x.coordinates[3].operand, Lane: lane, Byte: -1, What: fmt.Sprintf("is %d: the surface has one level of detail, 0", at[3])}
		}
		address, inside := mem.pixel(at)
		f.bits[dstSite][lane] = address
		if inside {
			continue
		}
		if m.outsidePixels |= 1 << lane; !m.code.options.ZeroOutside {
			size := mem.extent()
			return 0, &Fault{Operand: 0, Lane: lane, Byte: int(min(address, 1<<62)), What: fmt.Sprintf("is accessed at pixel (%d, %d, %d), and has %d × %d × %d", at[0], at[1], at[2], size[0], size[1], size[2])}
		}
	}
	return f.enabled, nil
}

// coordinate is a lane's U, V, R or LOD; one that is %null is 0.
func (m *Machine) coordinate(x *message, k, lane int) (uint64, *Fault) {
	r := &x.coordinates[k]
	if r.nowhere {
		return 0, nil
	}
	at := r.begin + x.coordinate*lane
	if at+x.coordinate > r.end {
		return 0, r.outside(lane, at)
	}
	v, ok := word(m.data[at:], m.known[at:], x.coordinate)
	if !ok {
		return 0, &Fault{Operand: r.operand, Lane: lane, Byte: at - r.base, What: "has an undefined coordinate"}
	}
	return v, nil
}

// extent is how many pixels a row has, how many rows a slice, and how many slices there are.
func (mem *Memory) extent() (size [3]uint64) {
	n := len(mem.Bytes)
	if n == 0 {
		return size
	}
	slice := n
	if mem.Slice > 0 {
		slice = mem.Slice
	}
	row := slice
	if mem.Pitch > 0 {
		row = mem.Pitch
	}
	return [3]uint64{uint64(row / mem.Pixels.pixel()), uint64(slice / row), uint64(n / slice)}
}

// pixel is the address of a pixel, and whether it is inside. Of one outside that has no 64 bits it is that of the last byte there could be.
func (mem *Memory) pixel(at [coordinates]uint64) (address uint64, inside bool) {
	size := mem.extent()
	if inside = at[0] < size[0] && at[1] < size[1] && at[2] < size[2]; !inside && max(at[0], at[1], at[2]) > math.MaxUint32 {
		return math.MaxUint64, false
	}
	slice := uint64(len(mem.Bytes))
	if mem.Slice > 0 {
		slice = uint64(mem.Slice)
	}
	address = at[2]*slice + at[1]*uint64(mem.Pitch) + at[0]*uint64(mem.Pixels.pixel())
	return address, inside
}

// mismatches says whether an atomic operation is not on such pixels: of one channel, of the operation's size and numbers.
func (a Atomic) mismatches(s *step, f Pixels) bool {
	if !s.inst.Op.isAtomic() && !s.inst.Op.isLSCAtomic() {
		return false
	}
	ints := f.Numbers == UnsignedInts || f.Numbers == SignedInts
	return f.Channels != 1 || f.channel() != s.message.size || a.isFloat() != (f.Numbers == Floats) || !a.isFloat() && !ints
}

// pixelPieces finds the channels of all lanes. A channel that a pixel has not is absent.
func (m *Machine) pixelPieces(s *step, mem *Memory, lanes uint32) *Fault {
	x := s.message
	for lane := range each(lanes) {
		for k := range x.parts {
			c := x.inMemory[k] / x.size
			p := piece{lane: lane, address: m.frame.bits[dstSite][lane] + uint64(c*mem.Pixels.channel()), at: x.data.begin + x.inData[k] + x.step*lane}
			p.absent = m.outsidePixels>>lane&1 != 0 || c >= int(mem.Pixels.Channels)
			if p.channel = uint8(c); !x.data.nowhere && x.endOf(p.at) > x.data.end {
				return x.data.outside(lane, max(p.at, x.data.end))
			}
			m.moved = append(m.moved, p)
		}
	}
	return nil
}

// suits complains of data whose type is not that of the surface's numbers. Data of LSC have none.
func (x *message) suits(s *step, mem *Memory) *Fault {
	if t := mem.Pixels.register(); x.dataType != nil && *x.dataType != t {
		return &Fault{Operand: x.data.operand, Lane: NoLane, Byte: -1, What: fmt.Sprintf("is of type %s, and pixels of %s are of type %s in registers", *x.dataType, mem.Pixels, t)}
	}
	return nil
}

// fillPixels writes what was loaded. A channel that is not there is 0, or the number 1 where it is the last of four.
func (m *Machine) fillPixels(x *message, mem *Memory) {
	f := mem.Pixels
	for k := range m.moved {
		p := &m.moved[k]
		if x.data.nowhere {
			continue
		}
		v, known := uint32(0), true
		switch {
		case !p.absent:
			b, ok := word(mem.Bytes[p.address:], mem.Known[p.address:], f.channel())
			v, known = f.load(b), ok
		case p.channel == 3:
			v = f.one()
		}
		setWord(m.data[p.at:], m.known[p.at:], x.size, uint64(v), known)
	}
	m.forgetTails(x)
}

// drainPixels writes to memory.
func (m *Machine) drainPixels(x *message, mem *Memory) {
	f := mem.Pixels
	for k := range m.moved {
		p := &m.moved[k]
		switch {
		case p.absent:
		case x.data.nowhere:
			clear(mem.Known[p.address : p.address+uint64(f.channel())])
		default:
			v, known := word(m.data[p.at:], m.known[p.at:], x.size)
			setWord(mem.Bytes[p.address:], mem.Known[p.address:], f.channel(), f.store(uint32(v)), known)
		}
	}
}
