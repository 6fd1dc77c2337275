package tablebase

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

// An Entry is what is known of a map.
type Entry struct {
	Ops, Constants, Copies, LowerBound int
	Proof                              uint8
	Text                               []byte // of a table that was found in: good until it is closed
}

// balanced is what the entry costs.
func (e *Entry) balanced() int { return e.Ops + e.Copies + 2*e.Constants }

const (
	magic      = "lanescope tables"
	version    = 1
	headerSize = 64
	slotSize   = 16
	entryHead  = 4 + 1 + 5 + 2 // checksum, length of the key, counts and proof, length of the text
	mostText   = 1<<16 - 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A Builder gathers entries, of each map the cheapest.
type Builder struct {
	target  string
	entries map[Key]Entry
}

// NewBuilder begins a table for a target.
func NewBuilder(target string) *Builder { return &Builder{target, map[Key]Entry{}} }

// Len is how many maps there are.
func (b *Builder) Len() int { return len(b.entries) }

// Add adds what is known of a map. In which order entries are added makes no difference.
func (b *Builder) Add(k Key, e Entry) error {
	for _, n := range []int{e.Ops, e.Constants, e.Copies, e.LowerBound} {
		if n < 0 || n > 255 {
			return fmt.Errorf("a count of %d: expected 0 to 255", n)
		}
	}
	if len(e.Text) > mostText {
		return fmt.Errorf("a text of %d bytes: expected %d at most", len(e.Text), mostText)
	}
	k.kept = [mostInputs]uint8{} // which are the map's, and not the canonical one's
	if old, ok := b.entries[k]; !ok || compare(&e, &old) < 0 {
		b.entries[k] = e
	}
	return nil
}

func compare(a, b *Entry) int {
	return cmp.Or(a.balanced()-b.balanced(), a.Ops-b.Ops, a.Constants-b.Constants, b.LowerBound-a.LowerBound, int(a.Proof)-int(b.Proof), bytes.Compare(a.Text, b.Text))
}

// Write writes the table: the same entries are the same bytes.
func (b *Builder) Write(to io.Writer) error {
	if len(b.target) > 16 {
		return errors.New("a target's name has 16 bytes at most")
	}
	keys := make([]Key, 0, len(b.entries))
	for k := range b.entries {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y Key) int { return bytes.Compare(x.bytes[:x.n], y.bytes[:y.n]) })
	slots := 2
	for slots < 2*len(keys) {
		slots *= 2
	}
	table := make([]byte, slots*slotSize)
	var entries []byte
	for _, k := range keys {
		h := k.hash()
		at := int(h & uint64(slots-1))
		for binary.LittleEndian.Uint64(table[at*slotSize:]) != 0 {
			at = (at + 1) & (slots - 1)
		}
		binary.LittleEndian.PutUint64(table[at*slotSize:], h)
		binary.LittleEndian.PutUint64(table[at*slotSize+8:], uint64(headerSize+len(table)+len(entries)))
		entries = appendEntry(entries, &k, b.entries[k])
	}
	header := make([]byte, headerSize)
	copy(header, magic)
	binary.LittleEndian.PutUint32(header[16:], version)
	copy(header[20:36], b.target)
	binary.LittleEndian.PutUint64(header[36:], uint64(slots))
	binary.LittleEndian.PutUint64(header[44:], uint64(len(keys)))
	binary.LittleEndian.PutUint32(header[52:], crc32.Update(crc32.Checksum(table, castagnoli), castagnoli, entries))
	binary.LittleEndian.PutUint32(header[60:], crc32.Checksum(header[:60], castagnoli))
	for _, part := range [][]byte{header, table, entries} {
		if _, err := to.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// appendEntry appends an entry behind its checksum.
func appendEntry(b []byte, k *Key, e Entry) []byte {
	at := len(b)
	b = append(b, 0, 0, 0, 0, byte(k.n), byte(e.Ops), byte(e.Constants), byte(e.Copies), byte(e.LowerBound), e.Proof)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(e.Text)))
	b = append(append(b, k.bytes[:k.n]...), e.Text...)
	binary.LittleEndian.PutUint32(b[at:], crc32.Checksum(b[at+4:], castagnoli))
	return b
}
