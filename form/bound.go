package form

import (
	"slices"
	"strings"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
)

// A Binding is which source of one form is which of another that it is compared with.
type Binding struct {
	Pairs  []Bound
	ByName bool // both forms have the same names; otherwise the order of their sources decides
}

// Bound is a source of both forms and what each calls it; empty for a form that does not have it, or no name for it.
type Bound struct {
	Source string // by its letter
	A, B   string
}

// Bind makes the sources of g those of f. If both forms name all that their lanes read and have the same set of names, of all sources or of those that are read, a name is the same source in both; otherwise g stays as it
// is, so that the first source of one is the first of the other.
func Bind(f, g Form) (Form, Binding) {
	var b Binding
	var order []int
	ok := namesAll(f) && namesAll(g)
	if ok {
		if order, ok = sameNames(f.Names, g.Names, nil, nil); !ok {
			order, ok = sameNames(f.Names, g.Names, f.Map.Reads(), g.Map.Reads())
		}
	}
	if ok {
		b.ByName = true
		r := dialect.Reading{Map: g.Map, Names: append(slices.Clone(g.Names), make([]string, len(g.Map.Src)-len(g.Names))...)}
		g.Map, g.Names = place(r, withRest(order, len(g.Map.Src), len(f.Map.Src)))
	}
	for k := range max(len(f.Names), len(g.Names)) {
		p := Bound{Source: lane.SourceName(k)}
		if k < len(f.Names) {
			p.A = f.Names[k]
		}
		if k < len(g.Names) {
			p.B = g.Names[k]
		}
		if p.A != "" || p.B != "" {
			b.Pairs = append(b.Pairs, p)
		}
	}
	return g, b
}

// namesAll says whether each source that lanes read has a name.
func namesAll(f Form) bool {
	for k, n := range f.Map.Reads() {
		if n > 0 && (k >= len(f.Names) || f.Names[k] == "") {
			return false
		}
	}
	return true
}

// sameNames is the place among names that each of others has, if both are the same set; reads leaves out those with a zero. A name that others do not have a place for is -1.
func sameNames(names, others []string, reads, otherReads []int) (order []int, ok bool) {
	taken := make([]bool, len(names))
	order = make([]int, len(others))
	matched := 0
	for j, other := range others {
		order[j] = -1
		if other == "" || otherReads != nil && otherReads[j] == 0 {
			continue
		}
		k := -1
		for i, name := range names {
			if !taken[i] && name != "" && (reads == nil || reads[i] > 0) && sameName(name, other) {
				k = i
				break
			}
		}
		if k < 0 {
			return nil, false
		}
		taken[k], order[j] = true, k
		matched++
	}
	for i, name := range names {
		if !taken[i] && name != "" && (reads == nil || reads[i] > 0) {
			return nil, false
		}
	}
	return order, matched > 0
}

// withRest gives the n sources that have no place yet those that are free, from the last of the other form's on.
func withRest(order []int, n, next int) []int {
	for len(order) < n {
		order = append(order, -1)
	}
	for j, k := range order {
		if k < 0 {
			order[j] = next
			next++
		}
	}
	return order
}

// sameName says whether two texts mean one operand by two names: %x and x, or one register of x86.
func sameName(a, b string) bool { return bareName(a) == bareName(b) || listing.SameRegister(a, b) }

// String is what was bound to what, as "bound by name: a = %hi, b = %lo"; empty where the names are the letters themselves, or one name alone.
func (b Binding) String() string {
	if len(b.Pairs) == 1 && b.ByName {
		return ""
	}
	var parts []string
	plain := true
	for _, p := range b.Pairs {
		plain = plain && (p.A == "" || bareName(p.A) == p.Source) && (p.B == "" || bareName(p.B) == p.Source)
		switch {
		case p.A == p.B || p.B == "":
			parts = append(parts, p.Source+" = "+p.A)
		case p.A == "":
			parts = append(parts, p.Source+" = "+p.B)
		default:
			parts = append(parts, p.Source+" = "+p.A+" and "+p.B)
		}
	}
	switch {
	case plain:
		return ""
	case b.ByName:
		return "bound by name: " + strings.Join(parts, ", ")
	}
	return "bound in order: " + strings.Join(parts, ", ")
}
