package network

import (
	"cmp"
	"slices"
)

// A Layout is how registers come from memory and how results go there, so that accesses do a part of the work.
//
//	16×16 transpose of words, AVX2      loaded    halves of rows k and k+8 in one register
//	                                    rest      three stages in place of four
//	                                    stored    as they are
type Layout struct {
	Loaded [][]int // of each register that is loaded, which lanes of inputs it holds
	Stored [][]int // of each register that is stored, which lanes of results it holds: result·Lanes + lane
	Rest   Problem // what ops do between

	loads, stores bool // which are not of whole registers
}

// A Grouping is a way of accesses: structures of so many registers, whose lanes have so many bits, or pieces of so many bits, of which there are Bits/Elem in a register.
type Grouping struct {
	Registers int // 1: pieces
	Elem      int
}

// Plain has every input in a register of its own, and every result.
func (p *Problem) Plain() Layout {
	n := p.Lanes()
	l := Layout{Rest: *p}
	for k := range p.Inputs {
		l.Loaded = append(l.Loaded, lanesFrom(k*n, n))
	}
	for r := range p.Results {
		l.Stored = append(l.Stored, lanesFrom(r*n, n))
	}
	return l
}

func lanesFrom(first, n int) []int {
	row := make([]int, n)
	for i := range row {
		row[i] = first + i
	}
	return row
}

// mostLayouts is how many layouts are looked at of which either the loads or the stores are special, and mostDouble how many of which both are: those that leave the fewest lanes to meet.
const (
	mostLayouts = 12
	mostDouble  = 6
)

// loaded are the plain layout and those in which loads do some of the work.
func (p *Problem) loaded(loads []Grouping, loadable func(row []int) bool, follow func(k, n int) bool) []Layout {
	list := []Layout{p.Plain()}
	for _, g := range loads {
		if l, ok := p.loadedBy(g, follow); ok {
			list = append(list, l)
		}
		list = append(list, p.halvesLoaded(g)...)
	}
	if l, ok := p.windowsLoaded(loadable); ok {
		list = append(list, l)
	}
	return list
}

// Layouts are those that leave no more lanes to meet than the plain one, which is the first. A register can be loaded from anywhere that loads says; inputs k to k+n-1 lie one behind another in memory if
// follow says so. Results do.
func (p *Problem) Layouts(loads, stores []Grouping, loadable func(row []int) bool, follow func(k, n int) bool) (list []Layout) {
	for _, l := range p.loaded(loads, loadable, follow) {
		l = l.direct(loadable)
		list = append(list, l)
		for _, g := range stores {
			if s, ok := l.storedBy(g); ok {
				list = append(list, s)
			}
			list = append(list, l.halvesStored(g)...)
		}
	}
	plain := list[:1:1]
	more := slices.DeleteFunc(list[1:], func(l Layout) bool { return l.Rest.Meetings() > p.Meetings()+1e-6 })
	slices.SortStableFunc(more, func(x, y Layout) int {
		return cmp.Or(cmp.Compare(x.rank(), y.rank()), cmp.Compare(x.Rest.Meetings(), y.Rest.Meetings()))
	})
	left := [3]int{mostLayouts, mostLayouts, mostDouble}
	for _, l := range more {
		if left[l.special()]--; left[l.special()] >= 0 {
			plain = append(plain, l)
		}
	}
	return plain
}

// special is how many of loads and stores are not of whole registers.
func (l *Layout) special() (n int) {
	for _, x := range []bool{l.loads, l.stores} {
		if x {
			n++
		}
	}
	return n
}

// rank orders layouts: what is special in one way before what is in both, and loads before stores, as a CPU does more of them at a time.
func (l *Layout) rank() int {
	if l.loads {
		return 2*l.special() - 1
	}
	return 2 * l.special()
}

// loadedBy has the inputs loaded in a way.
func (p *Problem) loadedBy(g Grouping, follow func(k, n int) bool) (l Layout, ok bool) {
	if g.Elem%p.Elem != 0 {
		return l, false
	}
	l = p.Plain()
	l.loads = true
	if g.Registers == 1 {
		pieces, rest, ok := p.before(g.Elem)
		if !ok || p.alike(g.Elem) {
			return l, false
		}
		l.Loaded, l.Rest = nil, rest
		for _, r := range pieces.Results {
			l.Loaded = append(l.Loaded, widened(r, g.Elem/p.Elem))
		}
		return l, true
	}
	n, unit := p.Lanes(), g.Elem/p.Elem
	if p.Inputs%g.Registers != 0 {
		return l, false
	}
	to := make([]int, p.Inputs*n) // where each lane of an input is
	for k := 0; k < p.Inputs; k += g.Registers {
		if !follow(k, g.Registers) {
			return l, false
		}
		for j := range g.Registers {
			for i := range n {
				at := k*n + (i/unit*g.Registers+j)*unit + i%unit
				l.Loaded[k+j][i], to[at] = at, (k+j)*n+i
			}
		}
	}
	l.Rest = p.renumbered(p.Inputs, func(x int) int { return to[x] })
	return l, true
}

// widened are lanes that are units of so many as those.
func widened(row []int, unit int) (lanes []int) {
	for _, x := range row {
		for i := range unit {
			if x == Free {
				lanes = append(lanes, Free)
			} else {
				lanes = append(lanes, x*unit+i)
			}
		}
	}
	return lanes
}

// storedBy has the results stored in a way.
func (l *Layout) storedBy(g Grouping) (s Layout, ok bool) {
	p := &l.Rest
	if g.Elem%p.Elem != 0 {
		return s, false
	}
	n, unit := p.Lanes(), g.Elem/p.Elem
	s = Layout{Loaded: l.Loaded, loads: l.loads, stores: true, Rest: Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs}}
	if g.Registers == 1 {
		first, pieces, ok := p.behind(g.Elem)
		if !ok || p.alike(g.Elem) {
			return s, false
		}
		s.Rest = first
		for range first.Results {
			s.Stored = append(s.Stored, slices.Repeat([]int{Free}, n))
		}
		for r, row := range pieces.Results {
			for b, x := range row {
				if x == Free {
					continue
				}
				at := s.Stored[x*unit/n][x*unit%n:][:unit]
				if at[0] != Free {
					return s, false // one piece goes to two places
				}
				copy(at, lanesFrom(r*n+b*unit, unit))
			}
		}
		return s, true
	}
	if len(p.Results)%g.Registers != 0 {
		return s, false
	}
	for k := 0; k < len(p.Results); k += g.Registers {
		for j := range g.Registers {
			row, stored := make([]int, n), make([]int, n)
			for i := range row {
				at := k*n + (i/unit*g.Registers+j)*unit + i%unit
				row[i], stored[i] = p.Results[at/n][at%n], at
			}
			s.Rest.Results, s.Stored = append(s.Rest.Results, row), append(s.Stored, stored)
		}
	}
	return s, true
}

// halvesLoaded has half of one input beside half of another whose number differs in one digit, for each digit.
//
//	0 1 2 3      by digit 1      0 and 2, lower halves      1 and 3      0 and 2, upper halves      1 and 3
func (p *Problem) halvesLoaded(g Grouping) (list []Layout) {
	n := p.Lanes()
	if g.Registers > 1 || g.Elem != p.Bits/2 || g.Elem < p.Elem {
		return nil
	}
	for step := 1; p.Inputs%(2*step) == 0; step *= 2 {
		l := p.Plain()
		l.loads = true
		to := make([]int, p.Inputs*n)
		for k := range p.Inputs {
			for i := range n {
				at := swapped(k, i, step, n)
				l.Loaded[k][i], to[at] = at, k*n+i
			}
		}
		l.Rest = p.renumbered(p.Inputs, func(x int) int { return to[x] })
		list = append(list, l)
	}
	return list
}

// swapped is lane i of register k of the registers in which the halves of two, that are step apart, have changed places.
func swapped(k, i, step, n int) int {
	high := 2 * i / n
	if low := k / step % 2; low != high {
		k, i = k^step, i^n/2
	}
	return k*n + i
}

// halvesStored has the results stored so.
func (l *Layout) halvesStored(g Grouping) (list []Layout) {
	p := &l.Rest
	n := p.Lanes()
	if g.Registers > 1 || g.Elem != p.Bits/2 || g.Elem < p.Elem {
		return nil
	}
	for step := 1; len(p.Results)%(2*step) == 0; step *= 2 {
		s := Layout{Loaded: l.Loaded, loads: l.loads, stores: true, Rest: Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs}}
		for k := range p.Results {
			row, stored := make([]int, n), make([]int, n)
			for i := range row {
				at := swapped(k, i, step, n)
				row[i], stored[i] = p.Results[at/n][at%n], at
			}
			s.Rest.Results, s.Stored = append(s.Rest.Results, row), append(s.Stored, stored)
		}
		list = append(list, s)
	}
	return list
}

// windowsLoaded has windows of the stream loaded, of which the results are a transpose.
func (p *Problem) windowsLoaded(loadable func(row []int) bool) (l Layout, ok bool) {
	windows, rest, ok := p.windowsFirst()
	if !ok || slices.ContainsFunc(windows.Results, func(row []int) bool { return !loadable(row) }) {
		return l, false
	}
	l = p.Plain()
	l.Loaded, l.Rest, l.loads = windows.Results, rest, true
	return l, true
}

// direct has results that one load makes loaded, where they are no register that is loaded anyway.
func (l Layout) direct(loadable func(row []int) bool) Layout {
	n := l.Rest.Lanes()
	l.Rest.Results, l.Loaded = slices.Clone(l.Rest.Results), slices.Clip(l.Loaded)
	for r, row := range l.Rest.Results {
		if l.Rest.still(row) != Free || nothing(row) {
			continue
		}
		lanes := slices.Clone(row)
		for i, x := range lanes {
			if x != Free {
				lanes[i] = l.Loaded[x/n][x%n]
			}
		}
		if !loadable(lanes) {
			continue
		}
		at := make([]int, n)
		for i, x := range lanes {
			if at[i] = Free; x != Free {
				at[i] = l.Rest.Inputs*n + i
			}
		}
		l.Loaded, l.Rest.Results[r] = append(l.Loaded, lanes), at
		l.Rest.Inputs++
	}
	return l
}
