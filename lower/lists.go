package lower

import (
	"slices"

	"github.com/lanescope/lanescope/target"
)

// A list is values that an instruction between registers and memory wants in registers that follow one another. These are promised when the first of the values is made, so that nothing has to be copied.
//
//	st3 {v4.8h, v5.8h, v6.8h}, [result]
type list struct {
	values []Arg
	first  int // register; -1: none is promised
	stored bool
}

// A member is a value's place in a list.
type member struct{ list, at int }

// findLists finds the lists of stores. A value is in the first that has it.
func (a *allocation) findLists() {
	a.of = map[Arg]member{}
	for i := range a.s.Code {
		o := &a.s.Code[i]
		if !o.stores() || len(o.list()) < 2 {
			continue
		}
		for k, v := range o.Args {
			if _, ok := a.of[v]; !ok {
				a.of[v] = member{len(a.lists), k}
			}
		}
		a.lists = append(a.lists, list{values: o.Args, first: -1})
	}
}

// promised says whether a register is one of a list's, of which not all are made.
func (a *allocation) promised(f target.File, r int) bool {
	return f == target.Vectors && slices.ContainsFunc(a.lists, func(l list) bool {
		return l.first >= 0 && !l.stored && r >= l.first && r < l.first+len(l.values)
	})
}

// promises says whether a register is promised to any list.
func (a *allocation) promises(f target.File) bool {
	return f == target.Vectors && slices.ContainsFunc(a.lists, func(l list) bool { return l.first >= 0 && !l.stored })
}

// stored frees what was promised to the list that is stored.
func (a *allocation) stored(o *Op) {
	for k := range a.lists {
		if slices.Equal(a.lists[k].values, o.Args) {
			a.lists[k].stored = true
		}
	}
}

// nextFor is a register for what op i makes: that which its list is promised, or the next.
func (a *allocation) nextFor(i int, f target.File) int {
	v := Arg(len(a.s.Inputs) + i)
	m, ok := a.of[v]
	if !ok || f != target.Vectors {
		return a.next(f)
	}
	l := &a.lists[m.list]
	if l.first < 0 {
		l.first = a.run(len(l.values))
	}
	if l.first >= 0 && a.isFree(l.first+m.at) {
		a.take(f, l.first+m.at)
		return l.first + m.at
	}
	return a.next(f)
}

// isFree says whether a register of vectors holds nothing.
func (a *allocation) isFree(r int) bool {
	free := a.free[target.Vectors]
	return r >= len(free) || free[r]
}

// run is the first of so many registers that follow one another and hold nothing, and are promised to nobody; -1 if there are none.
func (a *allocation) run(n int) int {
next:
	for first := 0; a.s.room[target.Vectors] == 0 || first+n <= a.s.room[target.Vectors]; first++ {
		for r := first; r < first+n; r++ {
			if !a.isFree(r) || a.promised(target.Vectors, r) || slices.Contains(a.layout.avoid[target.Vectors], r) {
				continue next
			}
		}
		return first
	}
	return -1
}

// structure gives registers that follow one another to those of a structure that is loaded, of which op i is one.
func (a *allocation) structure(i int) {
	o := &a.s.Code[i]
	a.now = i
	n := o.Row.Access.Registers
	if o.Part > 0 {
		a.put(a.reg[len(a.reg)-1] + 1)
		if o.Part == n-1 {
			for v := len(a.reg) - n; v < len(a.reg); v++ {
				if a.last[v] < 0 {
					a.free[target.Vectors][a.reg[v]] = true
				}
			}
		}
		return
	}
	first := -1
	if m, ok := a.of[Arg(len(a.s.Inputs)+i)]; ok && m.at == 0 && len(a.lists[m.list].values) == n && a.lists[m.list].first < 0 {
		first = a.run(n)
		a.lists[m.list].first = first
	} else {
		first = a.run(n)
	}
	if first < 0 {
		first = a.cleared(n)
	}
	for r := first; r < first+n; r++ {
		a.take(target.Vectors, r)
	}
	a.put(first)
	a.out.code = append(a.out.code, instruction{op: i, to: first, k: -1, m: -1})
}

// cleared is the first of so many registers that follow one another, out of which values make room.
func (a *allocation) cleared(n int) int {
	best, fewest := -1, n+1
	for first := range a.s.room[target.Vectors] - n + 1 {
		count, ok := 0, true
		for r := first; r < first+n; r++ {
			if _, taken := a.occupant(r); taken {
				count++
			} else if !a.isFree(r) {
				ok = false
			}
		}
		if ok && count < fewest {
			best, fewest = first, count
		}
	}
	if best < 0 {
		a.out.unordered = true
		return len(a.free[target.Vectors])
	}
	for r := best; r < best+n; r++ {
		if v, taken := a.occupant(r); taken {
			a.free[target.Vectors][a.evict(v)] = true
		}
	}
	return best
}
