package draw

import (
	"cmp"
	"slices"
)

// A slot is a place in a column: of a value, or for a ribbon that passes to a later column.
type slot struct {
	value   int
	pass    bool
	y       int   // its upper edge
	before  []int // slots of the column before from which ribbons come, in the order of the arguments
	ribbons [][]netLine
}

// place fills the columns. In each the slots stand in the order of those from where their ribbons come, so that few ribbons cross.
func (p *netPlan) place() [][]slot {
	last := slices.Clone(p.column)
	for v, list := range p.carry {
		for _, f := range list {
			last[f.arg] = max(last[f.arg], p.column[v]-1)
		}
	}
	columns := make([][]slot, p.columns())
	for c := range columns {
		for v := range p.maps {
			switch {
			case p.column[v] == c:
				columns[c] = append(columns[c], p.slot(v, c, columns))
			case p.column[v] < c && last[v] >= c:
				columns[c] = append(columns[c], slot{value: v, pass: true, before: []int{at(columns[c-1], v)}, ribbons: [][]netLine{p.passing(v, c)}})
			}
		}
		key := (*slot).middle
		if !slices.ContainsFunc(columns[c], func(s slot) bool { return s.pass || p.n.Values[s.value].Result == 0 }) {
			key = func(s *slot) int { return p.n.Values[s.value].Result }
		}
		slices.SortStableFunc(columns[c], func(x, y slot) int { return cmp.Compare(key(&x), key(&y)) })
	}
	return columns
}

// slot is the place of a value in its column.
func (p *netPlan) slot(v, c int, columns [][]slot) (s slot) {
	s.value = v
	for _, f := range p.carry[v] {
		s.before, s.ribbons = append(s.before, at(columns[c-1], f.arg)), append(s.ribbons, f.lines)
	}
	return s
}

// at is where a value stands in a column.
func at(column []slot, value int) int {
	return slices.IndexFunc(column, func(s slot) bool { return s.value == value })
}

// middle is the mean place of what a slot's ribbons come from, in 1/5040, which all numbers of arguments up to ten divide.
func (s *slot) middle() (sum int) {
	for _, k := range s.before {
		sum += k * 5040 / len(s.before)
	}
	return sum
}

// passing are the lanes of a value that pass a column: those that somebody behind it takes.
func (p *netPlan) passing(v, c int) (list []netLine) {
	for w, flows := range p.carry {
		for _, f := range flows {
			if f.arg != v || p.column[w] <= c {
				continue
			}
			for _, l := range f.lines {
				k := slices.IndexFunc(list, func(x netLine) bool { return x.source == l.source })
				if k < 0 {
					list = append(list, netLine{source: l.source, lanes: l.lanes})
				} else {
					list[k].lanes = max(list[k].lanes, l.lanes)
				}
			}
		}
	}
	slices.SortFunc(list, func(x, y netLine) int { return cmp.Compare(x.source, y.source) })
	return list
}
