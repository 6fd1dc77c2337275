package form

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A Step is one line of a program, by itself.
type Step struct {
	Form
	To string // what the line calls its result, or nothing

	// Origins are where the lanes of each source come from, those of the old destination last: k+1 for source k of the program, 0 for a constant, or for parts of several sources.
	Origins [][]int
}

// Steps are the lines of a program as movements by themselves, each over the names in it. There are none where the text is one line, or where a line moves only because of what others did:
// an or of vectors that are zero in places.
func Steps(text string, opt Options) []Step {
	whole, err := Parse(text, opt)
	if err != nil {
		return nil
	}
	text, _ = binding(text)
	pieces := strings.Statements(text)
	if len(pieces) < 2 || len(pieces) > program.MaxLines {
		return nil
	}
	d, err := recognise(text, opt)
	if err != nil {
		return nil
	}
	var steps []Step
	followed := origins{sources: whole.Names}
	for _, at := range pieces {
		line := strings.TrimSpace(text[at[0]:at[1]])
		if isFrame(line) {
			continue
		}
		r, err := readLines(d, line, opt)
		if err != nil {
			return nil
		}
		s := Step{Form: Form{Text: line, Dialect: d.Name, Map: r.Map, Names: r.Names, Warnings: r.Warnings}, To: r.To}
		s.Origins = followed.line(r.Map, r.Names, r.To)
		steps = append(steps, s)
	}
	if len(steps) < 2 {
		return nil
	}
	return steps
}

// isFrame says of a line that it is around what a function does: its head, a label, its end.
func isFrame(line string) bool {
	return line == "" || strings.HasSuffix(line, "{") || strings.HasPrefix(line, "}") || strings.HasSuffix(line, ":") || strings.HasPrefix(line, "ret ") || line == "ret"
}

// origins follow the lanes of a program's sources through its lines.
type origins struct {
	sources []string
	made    []madeValue // the latest last
}

// A madeValue is what a line made, or an input: where each of its lanes comes from.
type madeValue struct {
	name string
	bits int // of a lane
	from []int
}

// line is where the lanes come from that a line reads, source by source and then its old destination.
func (o *origins) line(m lane.Map, names []string, to string) [][]int {
	all := append(slices.Clone(names), slices.Repeat([]string{""}, len(m.Src))...)[:len(m.Src)]
	all = append(all, to) // the old destination
	count := append(slices.Clone(m.Src), len(m.Lane))
	grain := o.grain(m, all)
	per := m.Bits / grain
	read, fine := make([][]int, len(all)), make([][]int, len(all))
	for k, name := range all {
		if k == len(m.Src) && !m.ReadsOld() {
			break
		}
		read[k] = o.lanes(name, m.Bits, count[k])
		fine[k] = o.lanes(name, grain, count[k]*per)
	}
	made := madeValue{to, grain, make([]int, len(m.Lane)*per)}
	for i, l := range m.Lane {
		k := l.Src
		switch l.Kind {
		case lane.Old:
			k = len(m.Src)
		case lane.Source:
		default:
			continue
		}
		copy(made.from[i*per:], fine[k][l.Index*per:(l.Index+1)*per])
	}
	o.made = append(o.made, made)
	return read
}

// lanes are the origins of so many lanes of a name, the latest of that name: what a line made of it, or else one of the program's sources.
func (o *origins) lanes(name string, bits, n int) []int {
	all := make([]int, n)
	if v := o.value(name); v != nil {
		for i := range all {
			all[i] = v.at(i*bits, (i+1)*bits)
		}
		return all
	}
	from := 1 + slices.IndexFunc(o.sources, func(s string) bool { return s != "" && sameName(s, name) })
	for i := range all {
		all[i] = from
	}
	return all
}

// fineMost bounds how many parts of a value are followed, where one has mixed lanes.
const fineMost = 4096

// grain is a width at which each part of the names that a line reads, and of its lanes, has one origin.
func (o *origins) grain(m lane.Map, names []string) int {
	bits := m.Bits
	for _, name := range names {
		if v := o.value(name); v != nil {
			bits = lane.GCD(bits, v.bits)
		}
	}
	if m.Bits/bits*len(m.Lane) > fineMost {
		return m.Bits
	}
	return bits
}

// value is what a line made of a name, the latest, or nil for one that none made.
func (o *origins) value(name string) *madeValue {
	for k := len(o.made) - 1; k >= 0 && name != ""; k-- {
		if sameName(o.made[k].name, name) {
			return &o.made[k]
		}
	}
	return nil
}

// at is the one origin of the bits from one place to another, or 0.
func (v *madeValue) at(from, to int) int {
	first, last := from/v.bits, (to-1)/v.bits
	if last >= len(v.from) {
		return 0
	}
	for _, k := range v.from[first : last+1] {
		if k != v.from[first] {
			return 0
		}
	}
	return v.from[first]
}
