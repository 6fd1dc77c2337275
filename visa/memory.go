package visa

// A Memory is bytes that messages read and write: a buffer, a picture, the memory that the threads of a group share. What nobody has written is undefined.
type Memory struct {
	Bytes []byte
	Known []byte // 0xff for a byte that is defined, 0 for the others
	Pitch int    // bytes from one row of a picture to the next; 0: it is no picture
	Slice int    // bytes from one slice of a typed surface to the next; 0: there is one

	Pixels Pixels // what the pixels of a typed surface are
}

// NewMemory is n bytes, all undefined.
func NewMemory(n int) *Memory { return &Memory{Bytes: make([]byte, n), Known: make([]byte, n)} }

// MemoryOf is memory with these bytes, all defined. It writes to them.
func MemoryOf(b []byte) *Memory {
	m := &Memory{Bytes: b, Known: make([]byte, len(b))}
	for k := range m.Known {
		m.Known[k] = 0xff
	}
	return m
}

// has says whether n bytes from address on are all there.
func (m *Memory) has(address uint64, n int) bool {
	return n <= len(m.Bytes) && address <= uint64(len(m.Bytes)-n)
}

// word is the number of n bytes, the lowest first, and whether all of them are defined.
func word(b, known []byte, n int) (v uint64, ok bool) {
	ok = true
	for k := range n {
		v |= uint64(b[k]) << (8 * k)
		ok = ok && known[k] != 0
	}
	return v, ok
}

// setWord writes n bytes, which are defined or not.
func setWord(b, known []byte, n int, v uint64, ok bool) {
	for k := range n {
		b[k], known[k] = byte(v>>(8*k)), 0
		if ok {
			known[k] = 0xff
		}
	}
}
