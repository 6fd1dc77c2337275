package gen

import (
	"fmt"

	"github.com/lanescope/lanescope/visa"
)

// first is the register of the first variable: r0 comes with the thread. There are inFile for variables and what is made on the way.
const (
	first  = 1
	inFile = 128
)

// Legalise gives registers to a program's variables, and makes of each mov instructions of the machine that keep its Rules:
//
//	mov (M1, 8) D(0,1)<1> S(0,5)<8;1,2>      words of dwords
//
//	mov (8|M0) r1.1<1>:uw r3.10<4;1,0>:uw    the low words of each, at the same place
//
// Where no instruction does it, lanes are cut into runs, or go by way of registers behind the variables. What is not made is said in Unmade. Runs that no mask names are for all lanes, active or not: in a
// program without control flow all are active, and in others no such run writes a variable.
func Legalise(g *visa.Program, p visa.Platform) (*Listing, error) {
	l := &Listing{Platform: p, Vars: map[string]Place{}, Unmade: map[int]string{}}
	places, free, err := l.place(g)
	if err != nil {
		return nil, err
	}
	apart := false
	for n := range g.Lines {
		apart = apart || g.Lines[n].Inst.Op.IsFlow() && g.Lines[n].Inst.Op.String() != "ret"
	}
	for n := range g.Lines {
		i := &g.Lines[n].Inst
		if i.Op.IsFlow() {
			continue
		}
		m := maker{platform: p, grf: p.GRF(), free: free, exec: i.Exec, masked: apart && !i.Exec.NoMask()}
		to, from, why := m.sides(i, g.Decls, places)
		if why == "" {
			why = m.mov(to, from)
		}
		if why != "" {
			l.Unmade[n] = why
			continue
		}
		for _, x := range m.made {
			x.Of = n
			x.spell()
			l.Insts = append(l.Insts, x)
		}
	}
	return l, nil
}

// firstDeclared is the number of the first variable that a program declares; those before it are predefined.
const firstDeclared = 32

// place gives each variable that instructions name registers, those with an alias a part of the other's. It returns where they begin, by number, and the first byte behind them.
func (l *Listing) place(g *visa.Program) (places map[uint32]int, free int, err error) {
	grf, d := l.Platform.GRF(), g.Decls
	places, free = map[uint32]int{}, first*grf
	for n := range g.Lines {
		i := &g.Lines[n].Inst
		for k := range int(i.N) {
			id := i.At(k).ID
			root, off := rooted(d, id)
			if v := d.Variable(visa.GeneralKind, root); i.At(k).Class != visa.General || root < firstDeclared || v.Elems == 0 {
				continue
			} else if _, ok := places[root]; !ok {
				places[root] = free
				free += (v.Size() + grf - 1) / grf * grf
				l.Vars[v.Name] = Place{places[root], v.Size()}
			}
			places[id] = places[root] + off
			v := d.Variable(visa.GeneralKind, id)
			l.Vars[v.Name] = Place{places[id], v.Size()}
			if free > inFile*grf {
				return nil, 0, fmt.Errorf("the variables need more than %d registers", inFile-first)
			}
		}
	}
	return places, free, nil
}

// rooted is the variable that a variable's bytes are a part of, and which of them is its first.
func rooted(d *visa.Decls, id uint32) (root uint32, off int) {
	const deepest = 64 // an alias may not go round, and a text that has it so is refused elsewhere
	for range deepest {
		v := d.Variable(visa.GeneralKind, id)
		if v.Alias < 0 {
			break
		}
		id, off = uint32(v.Alias), off+v.AliasOff
	}
	return id, off
}

// Directly is a mov as the one instruction that it would be without restrictions; ok is false if it is none of direct regions.
func (l *Listing) Directly(i *visa.Inst, d *visa.Decls) (x Inst, ok bool) {
	places := map[uint32]int{}
	for id := range variables(i) {
		if p, ok := l.Vars[d.Name(visa.GeneralKind, id)]; ok {
			places[id] = p.First
		}
	}
	m := maker{platform: l.Platform, grf: l.Platform.GRF(), exec: i.Exec}
	to, from, why := m.sides(i, d, places)
	if why != "" {
		return Inst{}, false
	}
	x = Inst{Op: "mov", Exec: i.Exec.Size(), NoMask: i.Exec.NoMask(), offset: i.Exec.Offset()}
	x.Dst = m.operand(to.typ, to.at[0], visa.Region{H: i.Operand[0].Region.H}, to.mod)
	x.Src = []Operand{m.operand(from.typ, from.at[0], i.Operand[1].Region, from.mod)}
	x.spell()
	return x, true
}

// A side is the elements of all lanes: from which byte of the file each begins, and what they are.
type side struct {
	typ visa.Type
	mod visa.Modifier
	at  []int
}

// part is the side of some lanes.
func (s side) part(k, n int) side {
	s.at = s.at[k : k+n]
	return s
}

// as is the lowest bytes of each element, as another type, with nothing done to them.
func (s side) as(t visa.Type) side { return side{t, visa.NoModifier, s.at} }

// upper is the upper half of elements of 64 bits.
func (s side) upper() side {
	u := side{visa.UD, visa.NoModifier, make([]int, len(s.at))}
	for k, at := range s.at {
		u.at[k] = at + 4
	}
	return u
}

// dwords are both halves of elements of 64 bits, as lanes of their own.
func (s side) dwords() side {
	u := side{typ: visa.UD}
	for _, at := range s.at {
		u.at = append(u.at, at, at+4)
	}
	return u
}

// sides are what a mov writes and reads; why says what is wrong with it.
func (m *maker) sides(i *visa.Inst, d *visa.Decls, places map[uint32]int) (to, from side, why string) {
	switch {
	case i.Op.String() != "mov":
		return to, from, fmt.Sprintf("%s is no mov", i.Op)
	case i.Guard != 0:
		return to, from, "it has a guard, and predicates have no registers here"
	case i.Operand[0].Class != visa.General || i.Operand[1].Class != visa.General:
		return to, from, "its operands are not two direct regions"
	case i.Operand[1].Region.W == 0 || i.Operand[0].Region.H == 0:
		return to, from, "a region has no width, or its destination no stride"
	}
	all := [2]side{}
	for k := range all {
		o := i.At(k)
		a, _ := d.Access(o, i.Exec.Size())
		begin, ok := places[o.ID]
		if !ok {
			return to, from, fmt.Sprintf("%s has no registers here", d.Name(visa.GeneralKind, o.ID))
		}
		if size := d.Variable(visa.GeneralKind, o.ID).Size(); a.Start < 0 || a.End() > size {
			return to, from, fmt.Sprintf("it goes beyond the end of %s", d.Name(visa.GeneralKind, o.ID))
		}
		s := &all[k]
		s.typ, s.mod = d.Variable(visa.GeneralKind, o.ID).Type, o.Mod
		if k == 0 {
			a.Region = visa.Region{V: 0, W: 32, H: o.Region.H}
		}
		for lane := range i.Exec.Size() {
			s.at = append(s.at, begin+a.Byte(lane))
		}
		if (begin+a.Start)%s.typ.Size() != 0 {
			return to, from, fmt.Sprintf("elements of %s are not aligned in their registers", d.Name(visa.GeneralKind, o.ID))
		}
	}
	if i.Sat {
		all[0].mod = visa.Sat
	}
	return all[0], all[1], ""
}
