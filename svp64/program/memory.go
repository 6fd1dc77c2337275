package program

import (
	"encoding/binary"
	"fmt"
)

// Memory is bytes at addresses of 64 bits. What was never written is zero.
//
//	address   … page … │ offset, 12 bits
type Memory struct {
	Order binary.ByteOrder
	pages map[uint64]*page
	held  map[uint64]bool // pages that a copy has too: who writes one makes it his own first
	most  int             // pages
}

type page [pageSize]byte

const (
	pageSize = 1 << 12

	// MaxPages bounds what a program may write: 16 MiB.
	MaxPages = 1 << 12
)

// NewMemory is memory of zeros.
func NewMemory(order binary.ByteOrder) *Memory {
	return &Memory{Order: order, pages: map[uint64]*page{}, held: map[uint64]bool{}, most: MaxPages}
}

// Bound makes it smaller than MaxPages, for who keeps many copies. Pages that are there stay.
func (m *Memory) Bound(pages int) { m.most = min(pages, MaxPages) }

// Clone is a copy. Pages are shared until one of both is written.
func (m *Memory) Clone() *Memory {
	c := NewMemory(m.Order)
	c.most = m.most
	for at, p := range m.pages {
		c.pages[at], c.held[at], m.held[at] = p, true, true
	}
	return c
}

// Read is some bytes from an address on; above the highest address it goes on at zero.
func (m *Memory) Read(at uint64, b []byte) {
	for k := range b {
		b[k] = 0
		if p := m.pages[(at+uint64(k))/pageSize]; p != nil {
			b[k] = p[(at+uint64(k))%pageSize]
		}
	}
}

// Write writes bytes from an address on.
func (m *Memory) Write(at uint64, b []byte) error {
	for len(b) > 0 {
		p, err := m.own(at / pageSize)
		if err != nil {
			return fmt.Errorf("address %#x: %w", at, err)
		}
		n := copy(p[at%pageSize:], b)
		at, b = at+uint64(n), b[n:]
	}
	return nil
}

// own is a page that nobody else has.
func (m *Memory) own(number uint64) (*page, error) {
	p := m.pages[number]
	switch {
	case p == nil && len(m.pages) >= m.most:
		return nil, fmt.Errorf("more than %d KiB of memory are written", m.most*pageSize>>10)
	case p == nil:
		p = new(page)
	case !m.held[number]:
		return p, nil
	default:
		c := *p
		p = &c
	}
	m.pages[number] = p
	delete(m.held, number)
	return p, nil
}

// Load is a number of 1, 2, 4 or 8 bytes.
func (m *Memory) Load(at uint64, bytes int) uint64 {
	if off := at % pageSize; off+8 <= pageSize {
		p := m.pages[at/pageSize]
		if p == nil {
			return 0
		}
		return m.number(p[off : off+uint64(bytes)])
	}
	var b [8]byte
	m.Read(at, b[:bytes])
	return m.number(b[:bytes])
}

// number is some bytes as one.
func (m *Memory) number(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(m.Order.Uint16(b))
	case 4:
		return uint64(m.Order.Uint32(b))
	}
	return m.Order.Uint64(b)
}

// Store writes a number of 1, 2, 4 or 8 bytes.
func (m *Memory) Store(at uint64, bytes int, v uint64) error {
	var b [8]byte
	switch bytes {
	case 1:
		b[0] = byte(v)
	case 2:
		m.Order.PutUint16(b[:], uint16(v))
	case 4:
		m.Order.PutUint32(b[:], uint32(v))
	default:
		m.Order.PutUint64(b[:], v)
	}
	return m.Write(at, b[:bytes])
}

// Equal says whether two memories hold the same.
func (m *Memory) Equal(o *Memory) bool { return m.within(o) && o.within(m) }

func (m *Memory) within(o *Memory) bool {
	for at, p := range m.pages {
		q := o.pages[at]
		if q == nil {
			q = new(page)
		}
		if p != q && *p != *q {
			return false
		}
	}
	return true
}
