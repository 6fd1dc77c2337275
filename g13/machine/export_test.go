package machine

import "unsafe"

// MapWithin maps words of a longer array, so that a test can look at what is around them.
func (m *Memory) MapWithin(words []uint32, size int) *Buffer {
	r := region{unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), size), words[:(size+3)/4]}
	m.regions = append(m.regions, r)
	m.size += size
	return &Buffer{Address: uint64(len(m.regions)) << spacing, Bytes: r.bytes}
}

// Fill makes the memory one that has so many bytes more, which are nowhere, so that a test of its limit needs none.
func (m *Memory) Fill(size int) { m.size += size }

// Exp2 is what the instruction exp2 rounds.
var Exp2 = exp2
