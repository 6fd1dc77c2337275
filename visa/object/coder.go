package object

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// A coder reads or writes fields one after another. After the first error it does nothing.
type coder struct {
	b       []byte
	off, at int // in b; of b in the file
	reading bool
	format  Format
	err     error
}

func (c *coder) fail(err error) {
	if c.err == nil {
		c.err = at(c.at+c.off, err)
	}
}

// field reads n bytes, or writes the lowest n of v.
func (c *coder) field(v uint64, n int) uint64 {
	var word [8]byte
	switch {
	case c.err != nil:
		return v
	case !c.reading:
		binary.LittleEndian.PutUint64(word[:], v)
		c.b = append(c.b, word[:n]...)
		c.off = len(c.b)
		return v
	case c.off+n > len(c.b):
		c.fail(fmt.Errorf("the end, %d bytes of a field missing", c.off+n-len(c.b)))
		return 0
	}
	copy(word[:n], c.b[c.off:])
	c.off += n
	return binary.LittleEndian.Uint64(word[:])
}

func (c *coder) u8(v *uint8)   { *v = uint8(c.field(uint64(*v), 1)) }
func (c *coder) u16(v *uint16) { *v = uint16(c.field(uint64(*v), 2)) }
func (c *coder) i16(v *int16)  { *v = int16(c.field(uint64(uint16(*v)), 2)) }
func (c *coder) u32(v *uint32) { *v = uint32(c.field(uint64(*v), 4)) }

// wideBytes is the size of an identifier or of the number of a string in the format.
func (c *coder) wideBytes() int { return c.format.IDBytes() }

func (c *coder) wide(v *uint32) {
	if !c.reading && uint64(*v)>>(8*c.wideBytes()) != 0 {
		c.fail(fmt.Errorf("%d does not fit in the %d bytes that numbers have in format %d.%d", *v, c.wideBytes(), c.format.Major, c.format.Minor))
	}
	*v = uint32(c.field(uint64(*v), c.wideBytes()))
}

// none is a number of things that must be 0.
func (c *coder) none(width int, err error) {
	if c.field(0, width) != 0 {
		c.off -= width
		c.fail(err)
	}
}

// count is the number of a list's elements, of at least least bytes each.
func (c *coder) count(n, width, least int) int {
	if !c.reading && uint64(n)>>(8*width) != 0 {
		c.fail(fmt.Errorf("%d things, where a field of %d bytes counts them", n, width))
	}
	v := c.field(uint64(n), width)
	if c.reading && v*uint64(least) > uint64(len(c.b)-c.off) {
		c.off -= width
		c.fail(fmt.Errorf("%d things of %d bytes or more are announced, and %d bytes are left", v, least, len(c.b)-c.off-width))
		return 0
	}
	return int(v)
}

// list is a list behind its length.
func list[T any](c *coder, width, least int, items *[]T, each func(n int, item *T)) {
	n := c.count(len(*items), width, least)
	if c.err != nil {
		return
	}
	if c.reading && n > 0 {
		*items = make([]T, n)
	}
	for k := range *items {
		if each(k, &(*items)[k]); c.err != nil {
			return
		}
	}
}

// bytes is n bytes.
func (c *coder) bytes(v *[]byte, n int) {
	switch {
	case c.err != nil:
	case !c.reading:
		c.b = append(c.b, *v...)
		c.off = len(c.b)
	case n > len(c.b)-c.off:
		c.fail(fmt.Errorf("%d bytes are announced, and %d are left", n, len(c.b)-c.off))
	case n > 0:
		*v = slices.Clone(c.b[c.off : c.off+n])
		c.off += n
	}
}

// sized is bytes behind their number, which has one.
func (c *coder) sized(v *[]byte) {
	n := c.count(len(*v), 1, 1)
	c.bytes(v, n)
}

// prefixed is a text behind its length, which has two bytes since format 4.0.
func (c *coder) prefixed(s *string) {
	v, width := []byte(*s), 2
	if c.format.Before(4, 0) {
		width = 1
	}
	n := c.count(len(v), width, 1)
	c.bytes(&v, n)
	*s = string(v)
}

// terminated is a text that ends with a byte 0.
func (c *coder) terminated(s *string) {
	if !c.reading {
		if slices.Contains([]byte(*s), 0) {
			c.fail(fmt.Errorf("the string %q has a byte 0, which ends it", *s))
		}
		v := append([]byte(*s), 0)
		c.bytes(&v, len(v))
		return
	}
	end := slices.Index(c.b[c.off:], 0)
	if end < 0 {
		c.fail(errors.New("a string without its end, a byte 0"))
		return
	}
	*s = string(c.b[c.off : c.off+end])
	c.off += end + 1
}

// at is an error with its byte offset.
func at(off int, err error) error { return fmt.Errorf("byte %d: %w", off, err) }
