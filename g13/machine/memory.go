package machine

import (
	"fmt"
	"unsafe"
)

// Device memory is buffers at 64-bit addresses, far apart. An offset is a number of 32 bits, shifted by two, of elements of four bytes: from inside one buffer it leads
// to no other one, so that a program that runs beyond its buffer is a fault and never a wrong result.
//
//	0    1·2^37         2·2^37         3·2^37
//	│────│██─────────── │█████──────── │█ ──────     █ mapped: everything else is a fault
//	      2^36 bytes: as far as an offset leads
const (
	spacing   = 37
	MaxBuffer = 1 << 30 // bytes in all the buffers of a Memory
	MaxLocal  = 1 << 16 // bytes that the threads of a threadgroup share
)

// Memory is device memory. Buffers are mapped before groups run; groups may then use it at the same time. What two of them do to a byte at the same time without
// atomics is as undefined as on the GPU, but it stays in the buffer.
type Memory struct {
	regions []region // number n is at (n+1) << spacing
	size    int
}

// A Buffer is a piece of device memory.
type Buffer struct {
	Address uint64
	Bytes   []byte
}

// NewMemory is a memory without buffers.
func NewMemory() *Memory { return new(Memory) }

// Map adds a buffer of zeros.
func (m *Memory) Map(size int) (*Buffer, error) {
	if size < 0 || size > MaxBuffer-m.size {
		return nil, fmt.Errorf("a buffer of %d bytes beside %d that are mapped: all together may have at most %d", size, m.size, MaxBuffer)
	}
	r := newRegion(size)
	m.regions = append(m.regions, r)
	m.size += size
	return &Buffer{Address: uint64(len(m.regions)) << spacing, Bytes: r.bytes}, nil
}

// Local is the memory that the SIMD-groups of a threadgroup share. Only one of them may run at a time.
type Local struct {
	Bytes []byte

	memory Memory // one buffer; address 0 of the program is where it begins
}

// NewLocal is threadgroup memory of that many zeros, from 0 to MaxLocal.
func NewLocal(size int) *Local {
	l := new(Local)
	if b, err := l.memory.Map(max(0, min(size, MaxLocal))); err == nil {
		l.Bytes = b.Bytes
	}
	return l
}

// A region is bytes, and the words in them, so that an atomic can change a word in one step.
type region struct {
	bytes []byte
	words []uint32 // as the CPU has them; the last one may reach behind the bytes
}

func newRegion(size int) region {
	words := make([]uint32, (size+3)/4)
	return region{unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), size), words}
}

// find is the region in which so many bytes are from an address on, and where in it, or nil.
func (m *Memory) find(address, size uint64) (r *region, at uint64) {
	n, at := address>>spacing-1, address&(1<<spacing-1)
	if n >= uint64(len(m.regions)) {
		return nil, 0
	}
	if r = &m.regions[n]; at+size > uint64(len(r.bytes)) {
		return nil, at
	}
	return r, at
}

// missing says why find did not.
func (m *Memory) missing(address uint64) string {
	if n := address >> spacing; n > 0 && n <= uint64(len(m.regions)) && address&(1<<spacing-1) < 1<<(spacing-1) {
		return fmt.Sprintf("the buffer at %#x has %d", n<<spacing, len(m.regions[n-1].bytes))
	}
	return "no buffer is there"
}

// Attach gives the group its memories; instructions on one that is nil are faults. Its stack is empty then, and nothing is on its way to its registers.
func (g *Group) Attach(m *Memory, l *Local) {
	g.memory, g.local = m, l
	g.stack.reset()
	g.forget()
	g.discarded = halves{}
}
