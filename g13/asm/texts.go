package asm

import (
	"slices"
	"sync/atomic"

	"github.com/lanescope/lanescope/g13"
)

// texts is the text of a phrase for each value of the bits that it depends on. They are made when the first is asked for.
type texts struct {
	form     g13.Form // one that has the operands
	operands []int
	gather   gather
	made     atomic.Pointer[textTable]
}

// A textTable is texts one behind the other, each with a comma in front, and where each begins.
//
//	entry   settled:1 | length:7 | offset:24
type textTable struct {
	entries []uint32
	text    []byte // longer by shortText than its texts
}

const (
	unsettled   = 1 << 31 // another value of the bits is what this text is assembled to, or none without !bits
	textLenAt   = 24
	textLenMask = 1<<7 - 1
	textOffMask = 1<<24 - 1

	// shortText is how much is copied of a text that is not longer: a copy of a known size costs a quarter.
	shortText = 16
)

func (t *texts) table() *textTable {
	if made := t.made.Load(); made != nil {
		return made
	}
	return t.make()
}

func (t *texts) make() *textTable {
	table := &textTable{entries: make([]uint32, 1<<t.gather.bits())}
	known := map[string]uint32{}
	var text []byte
	for v := range table.entries {
		i := g13.Inst{Form: t.form, Word: t.gather.put(t.form.Fixed(), uint64(v))}
		text = text[:0]
		for _, n := range t.operands {
			text, _ = appendNext(text, i, n, false)
		}
		entry, ok := known[string(text)]
		if !ok {
			entry = uint32(len(table.text)) | uint32(len(text))<<textLenAt
			known[string(text)] = entry
			table.text = append(table.text, text...)
		}
		if _, differ := i.Canonical(); t.gather.get(&[2]uint64{differ.Lo, differ.Hi}) != 0 || slices.ContainsFunc(t.operands, func(n int) bool { return i.Doubt(n) != "" }) {
			entry |= unsettled
		}
		table.entries[v] = entry
	}
	table.text = append(table.text, make([]byte, shortText)...)
	t.made.Store(table)
	return table
}

// appendText appends n bytes of the table's text.
func (t *textTable) appendText(b []byte, off, n uint32) []byte {
	if end := len(b) + shortText; n <= shortText && end <= cap(b) {
		*(*[shortText]byte)(b[len(b):end]) = *(*[shortText]byte)(t.text[off:])
		return b[:len(b)+int(n)]
	}
	return append(b, t.text[off:off+n]...)
}
