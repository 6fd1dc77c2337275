package tablebase

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"runtime/debug"
	"strings"
)

// A Table is a file that is open. Several may look things up in it at the same time.
type Table struct {
	Target string
	Maps   int

	pages pages
	size  int64
	slots uint64
	sum   uint32
}

// pages are the bytes of a file, mapped into memory where a system can do that.
type pages interface {
	// at gives some bytes, which stay until the file is closed. They are within it.
	at(offset, n int64) ([]byte, error)
	close() error
}

// ErrBroken is that a table is not what was written.
var ErrBroken = errors.New("the table is broken, or was changed while it was read")

// Open opens a table. All of its checksums are checked by Check; each entry's own is whenever it is looked up.
func Open(name string) (*Table, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	t := &Table{size: info.Size()}
	header := make([]byte, headerSize)
	if _, err := f.ReadAt(header, 0); err != nil || string(header[:len(magic)]) != magic {
		return nil, fmt.Errorf("%s is no table of sequences: expected what campaign merge --lookup writes", name)
	}
	if v := binary.LittleEndian.Uint32(header[16:]); v != version {
		return nil, fmt.Errorf("%s is of version %d, and this reads %d", name, v, version)
	}
	t.Target = strings.TrimRight(string(header[20:36]), "\x00")
	t.slots = binary.LittleEndian.Uint64(header[36:])
	t.Maps = int(binary.LittleEndian.Uint64(header[44:]))
	t.sum = binary.LittleEndian.Uint32(header[52:])
	if crc32.Checksum(header[:60], castagnoli) != binary.LittleEndian.Uint32(header[60:]) || t.slots == 0 || t.slots&(t.slots-1) != 0 || t.slots > uint64(t.size-headerSize)/slotSize || uint64(t.Maps) > t.slots/2+1 {
		return nil, fmt.Errorf("%s: %w", name, ErrBroken)
	}
	t.pages, err = openPages(f, t.size)
	return t, err
}

// Close lets the file go, and all texts that were found in it.
func (t *Table) Close() error { return t.pages.close() }

// Find is what is known of a map; found is false where nothing is.
func (t *Table) Find(k *Key) (e Entry, found bool, err error) {
	defer unmapped(debug.SetPanicOnFault(true), &err)
	h := k.hash()
	for at, probes := h&(t.slots-1), uint64(0); probes < t.slots; at, probes = (at+1)&(t.slots-1), probes+1 {
		slot, err := t.pages.at(headerSize+int64(at)*slotSize, slotSize)
		if err != nil {
			return e, false, err
		}
		switch binary.LittleEndian.Uint64(slot) {
		case 0:
			return e, false, nil
		case h:
			if e, found, err = t.entry(binary.LittleEndian.Uint64(slot[8:]), k); found || err != nil {
				return e, found, err
			}
		}
	}
	return e, false, ErrBroken
}

// unmapped turns the fault of a file that was cut off below its mapping into an error.
func unmapped(before bool, err *error) {
	debug.SetPanicOnFault(before)
	if r := recover(); r != nil {
		if _, fault := r.(interface{ Addr() uintptr }); !fault {
			panic(r)
		}
		*err = ErrBroken
	}
}

// entry reads one entry, if it is of that key.
func (t *Table) entry(offset uint64, k *Key) (e Entry, found bool, err error) {
	if offset < headerSize+t.slots*slotSize || offset > uint64(t.size-entryHead) {
		return e, false, ErrBroken
	}
	head, err := t.pages.at(int64(offset), entryHead)
	if err != nil {
		return e, false, err
	}
	n := int64(head[4]) + int64(binary.LittleEndian.Uint16(head[10:]))
	if int64(offset)+entryHead+n > t.size {
		return e, false, ErrBroken
	}
	whole, err := t.pages.at(int64(offset), entryHead+n)
	if err != nil {
		return e, false, err
	}
	if crc32.Checksum(whole[4:], castagnoli) != binary.LittleEndian.Uint32(whole) {
		return e, false, ErrBroken
	}
	key := whole[entryHead : entryHead+int(whole[4])]
	e = Entry{Ops: int(whole[5]), Constants: int(whole[6]), Copies: int(whole[7]), LowerBound: int(whole[8]), Proof: whole[9], Text: whole[entryHead+len(key):]}
	return e, bytes.Equal(key, k.bytes[:k.n]), nil
}

// Check reads all of the file, and says whether it is what was written.
func (t *Table) Check() (err error) {
	defer unmapped(debug.SetPanicOnFault(true), &err)
	sum := uint32(0)
	for at := int64(headerSize); at < t.size; {
		n := min(1<<20, t.size-at)
		b, err := t.pages.at(at, n)
		if err != nil {
			return err
		}
		sum = crc32.Update(sum, castagnoli, b)
		at += n
	}
	if sum != t.sum {
		return ErrBroken
	}
	return nil
}
