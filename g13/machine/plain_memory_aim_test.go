package machine_test

import (
	"math"
	"math/bits"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
)

// An aim is which element of a memory each thread is to find first.
type aim struct {
	index [32]int64
	size  int64 // of an element
}

// aimAt chooses elements in a memory of so many bytes; not all of them are there unless it is to be safe.
func (r dice) aimAt(bytes, size int, span int64, safe bool) (a aim) {
	a.size = int64(size)
	last := int64(bytes)/a.size - span
	for t := range a.index {
		a.index[t] = 0
		if last > 0 {
			a.index[t] = r.Int64N(last + 1)
		}
		if !safe && r.oneIn(20) { // next to the end, or anywhere
			a.index[t] = last + r.Int64N(3)
			if r.oneIn(4) {
				a.index[t] = r.Int64N(int64(bytes)/a.size+6) - 3
			}
		}
	}
	switch r.IntN(6) {
	case 0: // all at the same
		for t := range a.index {
			a.index[t] = a.index[0]
		}
	case 1, 2: // one behind the other
		if !safe && r.oneIn(2) {
			last = int64(bytes) / a.size
		}
		a.index[0] = r.Int64N(max(last-31, 1))
		gap := r.IntN(64) // in front of one thread, or of none
		for t := range a.index {
			a.index[t] = a.index[0] + int64(t)
			if t >= gap {
				a.index[t]++
			}
		}
	}
	return a
}

// span is how many elements an instruction may take from its first one on.
func (i *plainInst) span() (size int, n int64) {
	if i.named(atomicForms) {
		return 4, 1
	}
	f, mask := plainFormats[transferOf(i).format], i.field(55, 52)
	if i.name[0] == 't' {
		mask = i.field(39, 36)
	}
	if f.count > 0 {
		return f.size, 1
	}
	return f.size, int64(bits.Len64(mask))
}

func (m *memoryTwins) aimDevice(r dice, i *plainInst, safe bool) {
	buffer := func() int { return []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 4}[r.IntN(16)] }
	size, n := i.span()
	b := m.plain.memory.device[buffer()]
	a := r.aimAt(len(b.bytes), size, n, safe)
	apart := i.a.Class == g13.Register && r.oneIn(4) // threads are in several buffers
	unit := a.size
	if !i.named(atomicForms) && plainFormats[transferOf(i).format].count == 0 {
		unit <<= min(i.field(43, 42), 2)
	}
	far := int64(0)
	switch r.IntN(8) {
	case 0, 1, 2, 3:
		far = int64(r.integerBits(32))
	case 4: // some threads are beyond where the offset's sign turns, or where it is 0 again
		far = 1<<(31+r.IntN(2)) - r.Int64N(64)
	}
	for t := range 32 {
		off := i.o.Value
		if i.o.Class == g13.Register {
			v := uint64(far)
			if i.a.Class == g13.Uniform { // one base for all
				v += uint64(a.index[t] * a.size / unit)
			} else if r.oneIn(4) {
				v = r.integerBits(32)
			}
			m.put(t, i.o, v&math.MaxUint32)
			off = int64(int32(v))
			if i.set(25) {
				off = int64(uint32(v))
			}
		}
		if apart && r.oneIn(4) {
			b = m.plain.memory.device[r.IntN(2)]
			a.index[t] = r.aimAt(len(b.bytes), size, n, safe).index[t]
		}
		base := b.address + uint64(a.index[t]*a.size-off*unit)
		if i.a.Class == g13.Uniform {
			if t > 0 {
				continue
			}
			base += uint64(a.index[t] * a.size / unit * unit)
			base -= uint64(a.index[t] * a.size)
		}
		m.put(t, i.a, base+uint64(r.Int64N(a.size)))
	}
}

func (m *memoryTwins) aimThreadgroup(r dice, i *plainInst, safe bool) {
	size, n := i.span()
	a := r.aimAt(localSize, size, n, safe)
	for t := range 32 {
		index, off := a.index[t], i.o.Value
		switch {
		case i.o.Class == g13.Number:
			if safe {
				index = max(index, off)
			}
		case i.a.Class == g13.Number:
			off = max(index-i.a.Value/a.size, 0)
		case i.a.Class == g13.Uniform: // one base for all
			off = index
		default:
			off = r.Int64N(max(index, 0) + 1)
		}
		if i.o.Class == g13.Register {
			m.put(t, i.o, uint64(off)&0xffff)
		}
		if i.a.Class == g13.Register || i.a.Class == g13.Uniform && t == 0 {
			m.put(t, i.a, uint64((index-off)*a.size+r.Int64N(a.size))&0xffff)
		}
	}
}

func (m *memoryTwins) aimStack(r dice, i *plainInst, safe bool) {
	size, n := i.span()
	const room = 64
	first, a := int64(0), r.aimAt(room, size, n, safe)
	if r.oneIn(2) {
		first = machine.MaxStack - room
	}
	for t := range 32 {
		if i.o.Class == g13.Register {
			v := (first + a.index[t]*a.size - m.plain.memory.sp + r.Int64N(a.size)) >> min(i.field(43, 42), 2)
			m.put(t, i.o, uint64(v)&math.MaxUint32)
		}
	}
}
