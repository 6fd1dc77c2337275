package cexpr

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A place is where an address is in a constant array: so many bits behind its begin, and what is added to it counts so many bits.
//
//	m    m + 16    &m[16]    (const __m128i *)m + 1    (const __m128i *)&m[16] + 1    reinterpret_cast<const __m128i *>(m) + 1
type place struct {
	array      string
	at, counts int
}

// constantAt is so many bits of a constant array from an address on; ok is false where it is of none.
func (e *expressions) constantAt(address string, bits int) (m lane.Map, ok bool, err error) {
	p, ok, err := e.place(address, 0)
	if !ok || err != nil {
		return m, false, err
	}
	table := e.tables[p.array]
	if p.at%table.Bits != 0 {
		return m, false, fmt.Errorf("%s has elements of %d bits, and bit %d is within one", p.array, table.Bits, p.at)
	}
	n, from := bits/table.Bits, p.at/table.Bits
	if from < 0 || n == 0 || from+n > len(table.Lane) {
		return m, false, fmt.Errorf("%s has %d elements of %d bits: %d of them from element %d on are not there", p.array, len(table.Lane), table.Bits, n, from)
	}
	return lane.Map{Bits: table.Bits, Lane: slices.Clone(table.Lane[from : from+n])}, true, nil
}

// literalAt is the lowest bits of an array that is written where its address is wanted; ok is false where none is. Elements that are not written are zero.
//
//	vld1q_u8((const uint8_t[]){3, 2, 1, 0, …})      (const __m128i *)(const uint16_t[8]){1, 0}
func (e *expressions) literalAt(address string, bits int) (m lane.Map, ok bool, err error) {
	address = strings.TrimSpace(address)
	end := 0
	for range maxDepth { // casts of the pointer
		if !strings.HasPrefix(address, "(") || !strings.HasSuffix(address, "}") {
			return m, false, nil
		}
		if end = closing(address, 0); !strings.HasSuffix(strings.TrimRight(address[:end-1], " "), "*") {
			break
		}
		address = strings.TrimSpace(address[end:])
	}
	typ, size, isArray := strings.Cut(strings.TrimSuffix(address[1:max(end-1, 1)], "]"), "[")
	list := strings.TrimSpace(address[end:])
	t, isLane := integerLane(slices.DeleteFunc(strings.Fields(typ), func(w string) bool { return w == "const" || w == "static" }))
	if !isArray || !isLane || !strings.HasPrefix(list, "{") || closing(list, 0) != len(list) {
		return m, false, nil
	}
	outside := e.Cursor
	defer func() { e.Cursor = outside }()
	e.Cursor = syntax.Cursor{Text: list, Off: 1}
	m.Bits = t.bits
	for !e.Accept("}") {
		o, err := e.expression()
		l, known := o.constantIn(t)
		switch {
		case err != nil:
			return m, true, errors.New(what(err))
		case !known:
			return m, true, fmt.Errorf("element %d of the array is no number", len(m.Lane))
		case len(m.Lane) == maxTable:
			return m, true, fmt.Errorf("more than %d elements", maxTable)
		}
		if m.Lane = append(m.Lane, l); !e.Accept(",") && e.Peek() != '}' {
			return m, true, errors.New("expected a comma between the elements of the array")
		}
	}
	if n, err := e.evaluated(when(size == "", "0", size)); err == nil && !n.IsVector() {
		for len(m.Lane) < min(n.Number, maxTable) {
			m.Lane = append(m.Lane, lane.Zero())
		}
	}
	n := bits / m.Bits
	if n == 0 || n > len(m.Lane) {
		return m, true, fmt.Errorf("the array has %d elements of %d bits, and %d bits are read", len(m.Lane), m.Bits, bits)
	}
	m.Lane = m.Lane[:n]
	return m, true, nil
}

// place is an address with what is added to it.
func (e *expressions) place(address string, depth int) (p place, ok bool, err error) {
	p, rest, ok, err := e.pointed(address, depth)
	if rest = strings.TrimSpace(rest); ok && err == nil && rest != "" {
		err = e.further(&p, strings.TrimPrefix(rest, "+"))
	}
	return p, ok, err
}

// pointed is an address to which nothing is added yet, behind casts and in parentheses, and what follows it.
func (e *expressions) pointed(text string, depth int) (p place, rest string, ok bool, err error) {
	if depth == maxDepth {
		return p, "", false, fmt.Errorf("an address has at most %d others around it", maxDepth)
	}
	text = strings.TrimLeft(text, " \t\n&*")
	open := max(strings.IndexByte(text, '('), 0)
	if strings.HasPrefix(text, "(") || strings.Contains(text[:open], "_cast<") {
		end := closing(text, open)
		inner, behind := strings.TrimSpace(text[open+1:max(end-1, open+1)]), text[end:]
		if open == 0 && e.isCast(inner) && strings.TrimSpace(behind) != "" {
			p, rest, ok, err = e.pointed(behind, depth+1)
			p.counts = e.pointee(inner)
			return p, rest, ok, err
		}
		p, ok, err = e.place(inner, depth+1)
		if _, typ, isCast := strings.Cut(text[:open], "_cast<"); isCast {
			p.counts = e.pointee(strings.TrimSuffix(strings.TrimSpace(typ), ">"))
		}
		return p, behind, ok, err
	}
	end := len(text) - len(strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"))
	table, ok := e.tables[text[:end]]
	if !ok {
		return p, "", false, nil
	}
	p, rest = place{array: text[:end], counts: max(e.rows[text[:end]], 1) * table.Bits}, strings.TrimSpace(text[end:])
	if strings.HasPrefix(rest, "[") {
		end := closing(rest, 0)
		err = e.further(&p, strings.TrimSuffix(rest[1:end], "]"))
		p.counts, rest = table.Bits, rest[end:]
	}
	return p, rest, true, err
}

// further is a place so many of what its pointer counts on.
func (e *expressions) further(p *place, index string) error {
	index = strings.TrimSpace(index)
	o, err := e.evaluated(index)
	if err != nil || o.IsVector() {
		return fmt.Errorf("where in %s is not in the text: %s is no number", p.array, syntax.Quote(index))
	}
	if p.counts == 0 && o.Number != 0 {
		return fmt.Errorf("where in %s is not in the text: it is not known how long that is of which its pointer counts %d", p.array, o.Number)
	}
	p.at += min(max(o.Number, -maxTable), maxTable) * p.counts
	return nil
}

// pointee is how many bits that has to which a pointer of such a type points, or 0 where nobody knows.
func (e *expressions) pointee(typ string) int {
	if t, ok := e.typeOf(typ); ok {
		return t.total()
	}
	words := strings.FieldsFunc(typ, func(r rune) bool { return r == ' ' || r == '*' || r == '&' })
	words = slices.DeleteFunc(words, func(w string) bool { return w == "const" })
	if t, ok := integerLane(words); ok {
		return t.bits
	}
	return 0
}
