package form

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
)

// A Nature is what can be known of a map without asking a machine.
type Nature struct {
	Canonical lane.Map
	Order     []int  // which source of the map each source of the canonical one is
	Lanes     int    // in how many lanes the map is the same smaller map
	Names     []Name // the most specific first
	Unnamed   string // why names were not looked for; empty if they were
}

// Exchange is the sources of the map that the canonical one has as a, b and so on, by their letters; nil if they are these letters.
func (n *Nature) Exchange() (letters []string) {
	same := true
	for k, from := range n.Order {
		same = same && k == from
		letters = append(letters, lane.SourceName(from))
	}
	if same {
		return nil
	}
	return letters
}

// A Name is a pattern that the map is.
type Name struct {
	shufflevector.Match
	operands [2]string
	count    int // how many of the operands there are to say
}

// Operands are the pattern's operands, if they are not the sources from a on and then zero: letters of sources, "zero", "constant", or "undef" for one that no lane
// reads. Exchanged says that they are not in their order, which has constants behind sources.
func (n *Name) Operands() []string { return n.operands[:n.count] }

// Text is the name in words. bits is the width of the map's lanes.
func (n *Name) Text(bits int) string { return n.Match.Text(bits, n.Operands()...) }

// A Naturalist finds the nature of forms. One for many forms saves memory.
type Naturalist struct {
	recogniser shufflevector.Recogniser
	names      []Name
}

// Nature is the nature of the form; its names are good until the next call. The canonical form of a map that is a shufflevector is that one's, so that sources are as long as
// a power of two; for others, unread sources are dropped and the rest ordered as the lanes read them. Names are those of masks of up to 64 lanes, which longer maps are if
// their lanes join: see shufflevector.Recogniser.
func (n *Naturalist) Nature(f Form) Nature {
	r := Nature{Lanes: 1}
	r.Canonical, r.Order = canonical(f.Map)
	r.Lanes = shufflevector.LanesOf(r.Canonical)
	n.names = n.names[:0]
	m, joined := f.Map, 1
	for ; longest(m) > shufflevector.MaxMask; joined *= 2 {
		wide, err := m.Widen(2 * m.Bits)
		if err != nil {
			r.Unnamed = "names are those of maps of up to " + strconv.Itoa(shufflevector.MaxMask) + " lanes: this one has " + strconv.Itoa(longest(f.Map)) + ", which do not join to fewer"
			return r
		}
		m = wide
	}
	c, ok := chosen(f, m)
	if !ok {
		return r
	}
	ordered := c.mask.Order(c.kind[0], c.kind[1])
	for _, match := range n.recogniser.Patterns(&ordered, m.Bits) {
		match.Group *= joined
		n.names = append(n.names, c.name(match, ordered))
	}
	r.Names = n.names
	return r
}

// longest is the most lanes that the map or a source of it has.
func longest(m lane.Map) int {
	n := len(m.Lane)
	for _, s := range m.Src {
		n = max(n, s)
	}
	return n
}

// canonical is the canonical form of a map and where its sources come from.
func canonical(m lane.Map) (lane.Map, []int) {
	if mask, err := shufflevector.MaskOf(m); err == nil {
		c := mask.Canonical(shufflevector.Variable, shufflevector.Variable)
		var order []int
		for k, kind := range c.Op {
			if kind == shufflevector.Variable {
				if c.Swapped {
					k = 1 - k
				}
				order = append(order, k)
			}
		}
		return c.Map(m.Bits), order
	}
	m, order := m.Canonical()
	if s, err := shufflevector.OfMap(m); err == nil {
		if c := s.Canonical(); c.Check() == nil {
			m, _ = c.Map()
		}
	}
	return m, order
}

// selection is a map as a mask over two operands: what is in the places of the operands, and what they are called.
type selection struct {
	mask  shufflevector.Mask
	kind  [2]shufflevector.Kind
	label [2]string
}

// chosen is the form's map as a selection; m is the map, with lanes joined if it has too many. Sources stand in their order and constants behind them. Of constants that differ the
// text says which lanes they are; where it does not, each stands in its own place. It is not ok where two operands do not hold all that is selected from.
func chosen(f Form, m lane.Map) (c selection, ok bool) {
	if f.chosen != nil && len(m.Lane) == len(f.Map.Lane) {
		return chosenBy(*f.chosen, f.Names)
	}
	kept := []int{0, 1}[:min(len(m.Src), 2)]
	value, differ, constant := constants(m)
	if constant = constant && (differ || !value.IsZero()); constant || len(m.Src) > 2 {
		m, kept = m.DropUnused()
	}
	if constant {
		if m, ok = withConstants(m, differ); !ok {
			return c, false
		}
	}
	mask, err := shufflevector.MaskOf(m)
	if err != nil {
		return c, false
	}
	c = selection{mask, [2]shufflevector.Kind{shufflevector.Variable, shufflevector.Variable}, [2]string{"undef", "undef"}}
	for k, from := range kept {
		c.label[k] = lane.SourceName(from)
	}
	if constant {
		if c.kind[len(kept)] = shufflevector.Splat; differ {
			c.kind[len(kept)] = shufflevector.NonSplat
		}
	}
	return c, true
}

// chosenBy is a shuffle as a selection, a variable before a constant; names are those of the map's sources.
func chosenBy(s shufflevector.Shuffle, names []string) (c selection, ok bool) {
	if !s.Op[0].IsVar() && s.Op[1].IsVar() {
		s = s.Commute()
	}
	mask, kind, err := s.Selection()
	c = selection{mask, kind, [2]string{"undef", "undef"}}
	for k, o := range s.Op {
		if from := slices.Index(names, o.Name); from >= 0 && o.IsVar() {
			c.label[k] = lane.SourceName(from)
		}
	}
	return c, err == nil
}

// name is a match of the selection, whose form in order is f.
func (c *selection) name(m shufflevector.Match, f shufflevector.Form) Name {
	kind := f.Op
	if f.Swapped {
		kind[0], kind[1] = kind[1], kind[0]
	}
	n := Name{Match: m, operands: c.label, count: 2}
	for k := range kind {
		switch kind[k] {
		case shufflevector.ZeroSplat:
			n.operands[k] = "zero"
		case shufflevector.Splat, shufflevector.NonSplat:
			n.operands[k] = "constant"
		}
	}
	if m.Exchanged {
		kind[0], kind[1] = kind[1], kind[0]
		n.operands[0], n.operands[1] = n.operands[1], n.operands[0]
	}
	variable, constant := shufflevector.Variable, func(k int) bool {
		return kind[k] != shufflevector.Variable && kind[k] != shufflevector.UndefVector
	}
	switch { // a source that is not read leaves its place to a zero, which is no exchange; a constant stands first where the match exchanged the two
	case kind[1] == shufflevector.UndefVector:
		n.count = 1
	case kind[0] == variable && constant(1):
		n.Exchanged = false
	}
	natural := n.operands[0] == lane.SourceName(0) && (n.count == 1 || n.operands[1] != "constant")
	if alone := n.count == 1 && (n.operands[0] == "zero" || n.operands[0] == "undef"); alone || natural && !n.Exchanged {
		n.count = 0
	}
	return n
}

// constants is whether the map has constants, whether they differ, and one of them.
func constants(m lane.Map) (value lane.Const, differ, some bool) {
	for _, l := range m.Lane {
		if l.Kind == lane.Constant {
			differ = differ || some && l.Const != value
			value, some = l.Const, true
		}
	}
	return value, differ, some
}

// withConstants makes the map's constants lanes of one more source, in which they stand in their own places. Constants alone that differ are no selection.
func withConstants(m lane.Map, differ bool) (r lane.Map, ok bool) {
	n := len(m.Lane)
	if len(m.Src) > 0 {
		n = m.Src[0]
	}
	if differ && (len(m.Src) == 0 || len(m.Lane) > n) || len(m.Src) > 1 {
		return m, false
	}
	r = lane.Map{Bits: m.Bits, Src: append(slices.Clone(m.Src), n), Lane: slices.Clone(m.Lane)}
	for i, l := range m.Lane {
		if l.Kind != lane.Constant {
			continue
		}
		if r.Lane[i] = lane.From(len(m.Src), 0); differ {
			r.Lane[i].Index = i
		}
	}
	return r, true
}
