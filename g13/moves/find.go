package moves

import (
	"fmt"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Find is the one instruction or the two shuffles that make a map of whole registers. Single instructions are looked for among all movements that have a number in their text, so
// that two are the fewest. Lanes that are undefined may become anything.
func Find(m lane.Map) (dialect.Moves, error) {
	if err := sizeG13(m); err != nil {
		return dialect.Moves{}, err
	}
	kept, from := m.DropUnused()
	if text, ok := oneG13(kept); ok {
		registers := sourcesG13(text)[:len(from)]
		return dialect.Moves{Head: dialect.BindingLine(from, registers, registers), Lines: []string{text}, Lower: 1}, nil
	}
	if len(from) == 2 { // the sources the other way round
		turned, err := kept.Reorder(1, 0)
		if err != nil {
			return dialect.Moves{}, err
		}
		if text, ok := oneG13(turned); ok {
			registers := sourcesG13(text)
			return dialect.Moves{Head: dialect.BindingLine([]int{from[1], from[0]}, registers, registers), Lines: []string{text}, Lower: 1}, nil
		}
	}
	lines, err := sequenceG13(kept)
	if err != nil {
		return dialect.Moves{}, fmt.Errorf("no single instruction of the G13 does this, and %w", err)
	}
	return dialect.Moves{Head: dialect.BindingLine(from, []string{"r1"}, []string{"r1"}), Lines: lines, Lower: 2}, nil
}

// sizeG13 says whether the map makes a register.
func sizeG13(m lane.Map) error {
	if n := m.Bits * len(m.Lane); n != machine.Lanes*32 && n != machine.Lanes*16 {
		return fmt.Errorf("a register of the G13 has 32 lanes of 32 or 16 bits, and this is %d bits", n)
	}
	return nil
}

// oneG13 is a single instruction that refines the map, of which all sources are read.
func oneG13(m lane.Map) (text string, ok bool) {
	if text, ok = g13Sayings()[sayingKey(m)]; ok || !slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Undefined }) {
		return text, ok
	}
	for _, s := range g13Movements() {
		if len(s.does.Src) != len(m.Src) {
			continue
		}
		if v, err := lane.Compare(s.does, m); err == nil && (v.Relation == lane.Equal || v.Relation == lane.Refines) {
			return s.text, true
		}
	}
	return "", false
}

// A g13Movement is an instruction and its map.
type g13Movement struct {
	text string
	does lane.Map
}

// g13Movements are those of g13Sayings, in the order of their texts.
var g13Movements = sync.OnceValue(func() (all []g13Movement) {
	for key, text := range g13Sayings() {
		if m, err := lane.Parse(key); err == nil {
			all = append(all, g13Movement{text, m})
		}
	}
	slices.SortFunc(all, func(a, b g13Movement) int { return strings.Compare(a.text, b.text) })
	return all
})

// sourcesG13 are the registers that an instruction reads, as a reader calls them.
func sourcesG13(text string) []string {
	i, err := asm.Parse(text)
	if err != nil {
		return nil
	}
	_, _, from, _ := machine.Movement(i)
	return registerNames(from)
}

// sequenceG13 is two shuffles of whole registers.
func sequenceG13(m lane.Map) ([]string, error) {
	wide, err := m.Widen(32)
	if err != nil || len(wide.Lane) != machine.Lanes || len(wide.Src) != 1 || wide.Src[0] != machine.Lanes {
		return nil, fmt.Errorf("two shuffles move 32 lanes of 32 bits of one register")
	}
	var want [machine.Lanes]int8
	for i, l := range wide.Lane {
		switch l.Kind {
		case lane.Source:
			want[i] = int8(l.Index)
		case lane.Undefined:
			want[i] = -1
		default:
			return nil, fmt.Errorf("lane %d comes from no register, and shuffles have no constants", i)
		}
	}
	shuffles := g13Shuffles()
	for _, last := range shuffles {
		needs, ok := behind(want, last.from)
		if !ok {
			continue
		}
		for _, first := range shuffles {
			if agrees(first.from, needs) {
				second := strings.Replace(last.text, "r0, r1", "r0, r2", 1)
				return []string{strings.Replace(first.text, "r0, r1", "r2, r1", 1), second}, nil
			}
		}
	}
	return nil, fmt.Errorf("no two shuffles of the G13 with numbers do this")
}

// A g13Shuffle is one that reads a whole register, and the lane that each lane reads.
type g13Shuffle struct {
	text string
	from [machine.Lanes]int8
}

var g13Shuffles = sync.OnceValue(func() (all []g13Shuffle) {
	for _, movement := range g13Movements() {
		m := movement.does
		if !strings.Contains(movement.text, "shuffle") || len(m.Lane) != machine.Lanes || m.Bits != 32 || m.ReadsOld() || len(m.Src) != 1 {
			continue
		}
		s := g13Shuffle{text: movement.text}
		for t, l := range m.Lane {
			s.from[t] = int8(l.Index)
		}
		all = append(all, s)
	}
	return all
})

// behind is what a first shuffle has to put into each lane so that a second one makes what is wanted.
func behind(want, second [machine.Lanes]int8) (needs [machine.Lanes]int8, ok bool) {
	for t := range needs {
		needs[t] = -1
	}
	for t, w := range want {
		if w < 0 {
			continue
		}
		if at := &needs[second[t]]; *at >= 0 && *at != w {
			return needs, false
		} else {
			*at = w
		}
	}
	return needs, true
}

func agrees(have, needs [machine.Lanes]int8) bool {
	for t, n := range needs {
		if n >= 0 && have[t] != n {
			return false
		}
	}
	return true
}
