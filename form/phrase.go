package form

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// Phrase is what people would say of a form whose nature it is, with the form's own names: "interleave the low halves of %hi and %lo", "swap lanes 0 and 2 of every 4 lanes of v (R and B)".
func (n *Nature) Phrase(f Form) string {
	if text := plainly(f); text != "" {
		return text
	}
	name := n.spoken()
	if name != nil && !name.Pattern.Vague {
		return name.phrase(f)
	}
	for _, say := range []func(Form) string{exchanged, picked} {
		if text := say(f); text != "" {
			return text
		}
	}
	if name != nil {
		return name.phrase(f)
	}
	return mixed(f)
}

// spoken is the name that people would use: the most specific one of the whole map, before what only its parts are. Lanes that are filled with zeros are not zipped with them.
func (n *Nature) spoken() (spoken *Name) {
	for i := range n.Names {
		name := &n.Names[i]
		switch {
		case name.Lanes > 1 || name.Pattern.Vague:
		case spoken == nil, slices.Contains(spoken.operands[:], "zero") && name.Pattern.FillsZeros():
			spoken = name
		}
	}
	if spoken == nil && len(n.Names) > 0 {
		return &n.Names[0]
	}
	return spoken
}

// phrase is the name as people say it, with what the form calls its operands.
func (n *Name) phrase(f Form) string {
	called := func(label string) string {
		switch label {
		case "undef":
			return ""
		case "zero":
			return "zeros"
		case "constant":
			return "a constant"
		}
		if k, ok := lane.SourceIndex(label); ok {
			return f.source(k)
		}
		return label
	}
	return n.Match.Phrase(f.Map.Bits, called(n.operands[0]), called(n.operands[1]))
}

// source is what the form calls source k, or its letter.
func (f *Form) source(k int) string {
	if k < len(f.Names) && f.Names[k] != "" {
		return f.Names[k]
	}
	return lane.SourceName(k)
}

// exchanged is a map that exchanges two lanes, of the whole or of each group of lanes; empty if it is another one.
func exchanged(f Form) string {
	m := f.Map
	if len(m.Src) == 0 || len(m.Lane) != m.Src[0] {
		return ""
	}
	for group := 2; group <= len(m.Lane); group++ {
		if len(m.Lane)%group != 0 {
			continue
		}
		i, j, ok := exchangeIn(m, group)
		if !ok {
			continue
		}
		text := "swap lanes " + strconv.Itoa(i) + " and " + strconv.Itoa(j) + " of "
		if group < len(m.Lane) {
			text += "every " + strconv.Itoa(group) + " lanes of "
		}
		text += f.source(0)
		if i == 0 && j == 2 && (group == 3 || group == 4) {
			text += " (R and B)"
		}
		return text
	}
	return ""
}

// exchangeIn is the two lanes that every group exchanges, where all others stay.
func exchangeIn(m lane.Map, group int) (i, j int, ok bool) {
	i = -1
	for k, l := range m.Lane {
		if l.Kind != lane.Source || l.Src != 0 || l.Index/group != k/group {
			return 0, 0, false
		}
		at, from := k%group, l.Index%group
		switch {
		case at == from:
			if at == i || i >= 0 && at == j {
				return 0, 0, false
			}
		case i < 0 && k < group && at < from: // lanes in front of it stay
			i, j = at, from
		case at == i && from == j, at == j && from == i:
		default:
			return 0, 0, false
		}
	}
	return i, j, i >= 0
}

// mixed is all that can be said of a map that has no name.
func mixed(f Form) string {
	var read []string
	for k, n := range f.Map.Reads() {
		if n > 0 {
			read = append(read, f.source(k))
		}
	}
	for i, l := range f.Map.Lane {
		if l.Kind == lane.Old && l.Index != i { // what stays where it was is no part of a shuffle
			read = append(read, "the old destination")
			break
		}
	}
	switch value, differ, some := constants(f.Map); {
	case some && len(read) == 0:
		return "constants"
	case some && !differ && value.IsZero():
		read = append(read, "zeros")
	case some && !differ:
		read = append(read, "a constant")
	case some:
		read = append(read, "constants")
	}
	if len(read) < 2 {
		return "a shuffle of " + strings.Join(read, "")
	}
	return "a shuffle of " + strings.Join(read[:len(read)-1], ", ") + " and " + read[len(read)-1]
}
