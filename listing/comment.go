package listing

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A listing's comment says what a shuffle does, lane by lane:
//
//	ymm0 = zero,ymm1[u,2,3],ymm0[5]          ymm0 {%k1} {z} = ymm1[…] is not a map
//	│      │    │
//	│      │    └ lanes of a register or of memory; u is undefined
//	│      └ a lane of zeros
//	└ its size, by the number of lanes, makes them 64, 32, 16 or 8 bits wide

// vectorRegisters are the sizes of registers and of memory operands by the first letters of their names.
var vectorRegisters = []struct {
	prefix string
	bits   int
}{{"xmm", 128}, {"ymm", 256}, {"zmm", 512}, {"mm", 64}}

func registerBits(name string) int {
	for _, r := range vectorRegisters {
		if rest, ok := strings.CutPrefix(name, r.prefix); ok && rest != "" && strings.Trim(rest, "0123456789") == "" {
			return r.bits
		}
	}
	return 0
}

func looksComment(text string) bool {
	head, rest, ok := strings.Cut(strings.TrimLeft(text, "#; \t"), "=")
	name, _, _ := strings.Cut(strings.TrimSpace(head), " ")
	return ok && registerBits(name) > 0 && strings.ContainsAny(rest, "[zu")
}

// commentLane is a lane of a comment: of a source, or not.
type commentLane struct {
	source int // or one of the following
	index  int
	name   string // of the source, as it is called here
}

const (
	commentZero      = -1
	commentUndefined = -2
)

func readComment(text string) (dialect.Reading, error) {
	c := commentReader{Cursor: syntax.Cursor{Text: text}}
	for c.Space(); c.Peek() == '#' || c.Peek() == ';'; c.Space() {
		c.Off++
	}
	start := c.Off
	to := c.Word()
	bits := registerBits(to)
	if bits == 0 {
		return dialect.Reading{}, c.ErrorFrom(start, "expected a register such as xmm0, ymm1 or zmm2")
	}
	if f, missing, _ := inFiles(to, x86Files); missing {
		return dialect.Reading{}, c.ErrorFrom(start, "%s", f.without(to))
	}
	if c.Accept("{") {
		return dialect.Reading{}, c.ErrorFrom(c.Off-1, "a masked shuffle depends on the mask register: it is a map only once that is known")
	}
	if err := c.Expect("=", `"=" and the lanes`); err != nil {
		return dialect.Reading{}, err
	}
	for {
		if err := c.part(); err != nil {
			return dialect.Reading{}, err
		}
		if !c.Accept(",") {
			break
		}
	}
	if !c.Done() {
		return dialect.Reading{}, c.Wanted(`"," and more lanes, or the end`)
	}
	n := len(c.lanes)
	if n == 0 || bits%n != 0 || bits/n < 8 && bits/n != 1 {
		return dialect.Reading{}, c.ErrorFrom(start, "%d lanes do not divide the %d bits of the register", n, bits)
	}
	r, err := c.reading(bits / n)
	r.To = to
	return r, err
}

type commentReader struct {
	syntax.Cursor
	names []string
	lanes []commentLane
}

// part reads "zero", "u" or a source with its lanes.
func (c *commentReader) part() error {
	c.Space()
	start := c.Off
	name := c.Word()
	switch {
	case name == "zero":
		c.lanes = append(c.lanes, commentLane{source: commentZero})
		return nil
	case name == "u":
		c.lanes = append(c.lanes, commentLane{source: commentUndefined})
		return nil
	case registerBits(name) == 0 && name != "mem" && !isLetter(name):
		c.Off = start
		return c.Wanted("zero, u, or a register or mem with its lanes, such as xmm1[0,1]")
	}
	if f, missing, _ := inFiles(name, x86Files); missing {
		return c.ErrorFrom(start, "%s", f.without(name))
	}
	if err := c.Expect("[", `"[" and lanes`); err != nil {
		return err
	}
	k := c.source(name)
	for {
		if c.AcceptWord("u") {
			c.lanes = append(c.lanes, commentLane{source: commentUndefined})
		} else if at, ok := c.Uint(lane.MaxLanes); ok {
			c.lanes = append(c.lanes, commentLane{k, at, name})
		} else {
			return c.Wanted("the number of a lane, or u")
		}
		if len(c.lanes) > lane.MaxLanes {
			return c.ErrorFrom(start, "more than %d lanes", lane.MaxLanes)
		}
		if c.Accept("]") {
			return nil
		}
		if err := c.Expect(",", `"," or "]"`); err != nil {
			return err
		}
	}
}

// source is the number of a source. xmm1 is the lower part of ymm1, and both are one, called by the longer name.
func (c *commentReader) source(name string) int {
	for k, known := range c.names {
		if SameRegister(known, name) && registerBits(known) < registerBits(name) {
			c.names[k] = name
		}
		if known == name || SameRegister(known, name) {
			return k
		}
	}
	c.names = append(c.names, name)
	return len(c.names) - 1
}

// isLetter says whether a name is a source by itself: then it is as long as the destination.
func isLetter(name string) bool {
	_, ok := lane.SourceIndex(name)
	return ok && len(name) == 1
}

// reading is the map, now that the width of a lane is known.
func (c *commentReader) reading(width int) (dialect.Reading, error) {
	r := dialect.Reading{Map: lane.Map{Bits: width, Lane: make([]lane.Lane, len(c.lanes))}, Names: c.names}
	for k, name := range c.names {
		n := registerBits(name) / width
		if isLetter(name) {
			n = len(c.lanes)
		}
		for _, l := range c.lanes {
			if l.source != k {
				continue
			}
			has := n
			if l.name != name { // of a shorter part of the register
				has = registerBits(l.name) / width
			}
			switch {
			case name == "mem":
				n = max(n, l.index+1)
			case l.index >= has:
				return dialect.Reading{}, syntax.Errorf(c.Text, 0, len(c.Text), "%s has %d lanes of %d bits, so it has no lane %d", l.name, has, width, l.index)
			}
		}
		r.Map.Src = append(r.Map.Src, n)
	}
	for i, l := range c.lanes {
		switch l.source {
		case commentZero:
			r.Map.Lane[i] = lane.Zero()
		case commentUndefined:
		default:
			r.Map.Lane[i] = lane.From(l.source, l.index)
		}
	}
	return r, dialect.Checked(c.Text, r.Map)
}

// sayComment is the map as a comment of a register of its size.
func sayComment(m lane.Map) (string, error) {
	file := ""
	for _, r := range vectorRegisters[:3] {
		if r.bits == m.Bits*len(m.Lane) {
			file = r.prefix
		}
	}
	if file == "" || m.Bits < 8 || m.Bits > 64 {
		return "", fmt.Errorf("a listing's comment is about registers of 128, 256 or 512 bits in lanes of 8 to 64, and this has %d lanes of %d", len(m.Lane), m.Bits)
	}
	names, err := commentNames(m)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(file + "0 =")
	open := -1
	for i, l := range m.Lane {
		k := open
		switch l.Kind {
		case lane.Source:
			k = l.Src
		case lane.Constant:
			if !l.Const.IsZero() {
				return "", fmt.Errorf("lane %d is a constant other than zero, which a listing's comment cannot say", i)
			}
			k = -1
		case lane.Old:
			return "", fmt.Errorf("lane %d keeps the old destination, which a listing's comment does not say", i)
		}
		sayCommentLane(&b, l, i, names, k, open)
		open = k
	}
	if open >= 0 {
		b.WriteByte(']')
	}
	return b.String(), nil
}

// sayCommentLane writes a lane. Open is the source whose bracket is open, k the one that has to be.
func sayCommentLane(b *strings.Builder, l lane.Lane, i int, names []string, k, open int) {
	if k != open && open >= 0 {
		b.WriteByte(']')
	}
	switch {
	case i == 0:
		b.WriteByte(' ')
	default:
		b.WriteByte(',')
	}
	if k >= 0 && k != open {
		b.WriteString(names[k] + "[")
	}
	switch l.Kind {
	case lane.Source:
		b.WriteString(strconv.Itoa(l.Index))
	case lane.Constant:
		b.WriteString("zero")
	default:
		b.WriteByte('u')
	}
}

// commentNames are names for the sources: registers where they are read in their order, so that whoever reads the comment numbers them alike; letters otherwise.
func commentNames(m lane.Map) ([]string, error) {
	names := make([]string, len(m.Src))
	inOrder, next := true, 0
	for _, l := range m.Lane {
		if l.Kind == lane.Source {
			inOrder = inOrder && l.Src <= next
			next = max(next, l.Src+1)
		}
	}
	for k := range next {
		bits := m.Src[k] * m.Bits
		for _, r := range vectorRegisters[:3] {
			if r.bits == bits && inOrder {
				names[k] = r.prefix + strconv.Itoa(k+1)
			}
		}
		if !inOrder && bits == m.Bits*len(m.Lane) {
			names[k] = lane.SourceName(k)
		}
		if names[k] == "" || !inOrder && len(names[k]) > 1 {
			return nil, fmt.Errorf("source %s has %d bits, for which a listing's comment has no name here", lane.SourceName(k), bits)
		}
	}
	return names, nil
}
