package execmem

import (
	"errors"
	"math/bits"
	"os"
	"slices"
	"sync"
	"unsafe"
)

// Pages for code come in chunks of 64, and a word says which of them are taken. To ask the system for pages, to change what may be done with them, and to give them back, takes microseconds
// each; so they are used again, and under Linux nothing about them changes at all: they are pages of a file that has no name and is in no directory, which are executable, and the code is
// written to the file.
//
//	taken   0 0 … 0 1 1 0 1               pages        r-x   r-x   r-x   r-x
//	                │ │   └─ page 0                     │     │     │     │
//	                └─┴───── pages 2 and 3       file   0     1     2     3    ◄── write
//
// Where there are no such files, pages are writable while they are written, and executable then. No page is ever writable and executable. Pages that nobody has stay as they are until they are
// written again. A CPU that has fetched what is written over fetches it anew: an x86-64 sees to that by itself, whatever address was written to.
type arena struct {
	mutex   sync.Mutex
	chunks  []*chunk // those without bytes are the system's
	file    int      // 1 + its descriptor; 0 if there is none
	without bool     // there is to be none
}

// chunkPages is how many pages a chunk has: a word says something of each.
const chunkPages = 64

type chunk struct {
	bytes []byte
	taken uint64
	at    int64 // where it is in the file
	filed bool  // that is what its pages are of
}

// arenaOfAll is the arena of all code.
var arenaOfAll arena

// pageBytes is the size of a page.
var pageBytes = os.Getpagesize()

// pages are pages of a chunk; or of nobody else, if there is none.
type pages struct {
	bytes []byte
	chunk *chunk
}

// entry is the address of the first byte.
func (p pages) entry() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(p.bytes))) }

// mapCode puts code into pages of its own.
func (a *arena) mapCode(code []byte) (pages, error) {
	p, err := a.take(len(code))
	if err != nil {
		return pages{}, err
	}
	if err := a.write(p, code); err != nil {
		return pages{}, errors.Join(err, a.give(p))
	}
	return p, nil
}

func (a *arena) write(p pages, code []byte) error {
	if c := p.chunk; c != nil && c.filed {
		return writeFile(a.file-1, code, c.at+int64(c.offset(p)))
	}
	if err := protect(p.bytes, writable); err != nil {
		return err
	}
	copy(p.bytes, code)
	return protect(p.bytes, executable)
}

// take takes pages for so many bytes, one behind the other.
func (a *arena) take(size int) (pages, error) {
	n := (size + pageBytes - 1) / pageBytes
	if n > chunkPages {
		all, err := reserve(n * pageBytes)
		return pages{all, nil}, err
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	var absent *chunk
	for _, c := range a.chunks {
		if c.bytes == nil {
			absent = c
		} else if at := c.room(n); at >= 0 {
			return c.take(at, n), nil
		}
	}
	if absent == nil {
		absent = &chunk{at: int64(len(a.chunks) * chunkPages * pageBytes)}
		a.chunks = append(a.chunks, absent)
	}
	if err := a.fetch(absent); err != nil {
		return pages{}, err
	}
	return absent.take(0, n), nil
}

// fetch gets the pages of a chunk.
func (a *arena) fetch(c *chunk) (err error) {
	if a.file == 0 && !a.without {
		a.file = 1 + openFile()
		a.without = a.file == 0
	}
	if !a.without {
		if c.bytes, err = mapFile(a.file-1, c.at, chunkPages*pageBytes); err == nil {
			c.filed = true
			return nil
		}
		a.without = true
	}
	c.bytes, err = reserve(chunkPages * pageBytes)
	c.filed = false
	return err
}

// room is the first of n pages in a row that nobody has; -1 if there are none. A bit of free is left where as many bits from there on are.
func (c *chunk) room(n int) int {
	free := ^c.taken
	for have := 1; have < n && free != 0; {
		more := min(have, n-have)
		free &= free >> more
		have += more
	}
	if free == 0 {
		return -1
	}
	return bits.TrailingZeros64(free)
}

func run(at, n int) uint64 { return (1<<n - 1) << at }

func (c *chunk) take(at, n int) pages {
	c.taken |= run(at, n)
	return pages{c.bytes[at*pageBytes : (at+n)*pageBytes : (at+n)*pageBytes], c}
}

// offset is where pages are in their chunk, in bytes.
func (c *chunk) offset(p pages) int {
	return int(p.entry() - uintptr(unsafe.Pointer(unsafe.SliceData(c.bytes))))
}

// give gives pages back: to the system, if their chunk has no others and is not the only such one.
func (a *arena) give(p pages) error {
	c := p.chunk
	if c == nil {
		return release(p.bytes)
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	c.taken &^= run(c.offset(p)/pageBytes, len(p.bytes)/pageBytes)
	if c.taken != 0 || !slices.ContainsFunc(a.chunks, func(d *chunk) bool { return d != c && d.bytes != nil && d.taken == 0 }) {
		return nil
	}
	bytes := c.bytes
	c.bytes = nil
	if c.filed {
		return errors.Join(release(bytes), emptyFile(a.file-1, c.at, int64(len(bytes))))
	}
	return release(bytes)
}
