package visa

import (
	"fmt"
	"math/bits"
)

// resolve finds the lanes' elements of an indirect operand, by the pointers that its address variable holds now.
//
//	r[A0(1),-4]<4;2,1>:d     one pointer for all lanes:  A0(1)   - 4 + the bytes of the region
//	r[A0(1),-4]<2,1>:d       one for each row:           A0(1+i) - 4 + the bytes in the row
//
// Addresses are numbers of 16 bits. The sum of all three parts is one, for every element: a row may begin before the variable, and its later elements lie inside.
func (m *Machine) resolve(k int, t *site, lanes uint32) *Fault {
	l := &m.code.layout
	m.frame.lie[k] = scattered
	if t.outside == 0 && (t.shared && m.resolveShared(k, t) || lanes == low(t.lanes) && m.resolveAll(k, t)) {
		if t.long {
			return m.spread(k, t, lanes)
		}
		return nil
	}
	pointers := m.pointers[l.pointers[t.variable].first:]
	at, variable := &m.frame.at[k], &m.frame.variable[k]
	for lane := range at[:t.lanes] {
		if lanes>>lane&1 == 0 {
			continue
		}
		p := &pointers[t.row[lane]]
		if t.outside>>lane&1 != 0 || !p.into || p.kind != GeneralKind {
			return m.noPointer(t, lane, p)
		}
		r := &l.rooms[p.variable]
		b := t.addressed(p, lane)
		if b+t.size > r.size || (r.residue+b)&(t.size-1) != 0 || r.align < t.size {
			return m.noElement(t, lane, r, b)
		}
		at[lane], variable[lane] = int32(r.base+b), p.variable
	}
	if t.long {
		return m.spread(k, t, lanes)
	}
	return nil
}

// resolveShared finds the elements of all lanes where they are counted from one address. It is false where one of them is none, active or not, and then says nothing of it.
func (m *Machine) resolveShared(k int, t *site) bool {
	l := &m.code.layout
	p := &m.pointers[l.pointers[t.variable].first+int32(t.row[0])]
	if !p.into || p.kind != GeneralKind {
		return false
	}
	r, b := &l.rooms[p.variable], int(p.offset+uint16(t.disp))
	if b+t.span > min(r.size, 1<<16) || (r.residue+b)&(t.size-1) != 0 || r.align < t.size {
		return false
	}
	at, variable, base := &m.frame.at[k], &m.frame.variable[k], int32(r.base+b)
	for lane, further := range t.at[:t.lanes] {
		at[lane], variable[lane] = base+further, p.variable
	}
	m.frame.lie[k] = t.arranged
	return true
}

// resolveAll finds the elements of all lanes, of which most often many are in one variable. It is false where one has none, and then says nothing of it.
func (m *Machine) resolveAll(k int, t *site) bool {
	l := &m.code.layout
	pointers := m.pointers[l.pointers[t.variable].first:]
	at, variable := &m.frame.at[k], &m.frame.variable[k]
	r, of, disp := &room{}, int32(-1), uint16(t.disp)
	for lane := range t.at[:t.lanes] {
		p := &pointers[t.row[lane]]
		if !p.into || p.kind != GeneralKind {
			return false
		}
		if p.variable != of {
			of = p.variable
			if r = &l.rooms[of]; r.align < t.size {
				return false
			}
		}
		b := int(p.offset + disp + uint16(t.at[lane]))
		if b+t.size > r.size || (r.residue+b)&(t.size-1) != 0 {
			return false
		}
		at[lane], variable[lane] = int32(r.base+b), p.variable
	}
	return true
}

// spread complains of the first lane that is behind two registers.
func (m *Machine) spread(k int, t *site, lanes uint32) *Fault {
	set := m.behind(k, t, lanes)
	if set == 0 {
		return nil
	}
	lane := bits.TrailingZeros32(set)
	r := &m.code.layout.rooms[m.frame.variable[k][lane]]
	b := int(m.frame.at[k][lane]) - r.base
	return &Fault{Operand: int(t.operand), Lane: lane, Byte: b, What: fmt.Sprintf("is at byte %d of %s, behind two registers of %d bytes with what is counted from the same address",
		b, m.code.decls.Name(GeneralKind, r.id), m.code.decls.GRF)}
}

// behind is the lanes whose elements lie behind the second register of those that are counted from their address. Where a variable begins is known as far as two registers need it:
// at a register, or it is smaller than one and inside one.
func (m *Machine) behind(k int, t *site, lanes uint32) (set uint32) {
	l, grf := &m.code.layout, m.code.decls.GRF
	register := func(lane, last int) int {
		r := &l.rooms[m.frame.variable[k][lane]]
		if r.align < grf {
			return 0
		}
		at, _ := floorDiv(r.residue+int(m.frame.at[k][lane])-r.base+last, grf)
		return at
	}
	var first [MaxAddresses]int
	for n := range first {
		first[n] = 1 << 30
	}
	address := t.row[bits.TrailingZeros32(lanes|1<<31)]
	for lane := range each(lanes) {
		address = min(address, t.row[lane])
	}
	for lane := range each(lanes) {
		f := &first[t.row[lane]-address]
		*f = min(*f, register(lane, 0))
	}
	for lane := range each(lanes) {
		if f := first[t.row[lane]-address]; register(lane, t.size-1) > f+1 {
			set |= 1 << lane
		}
	}
	return set
}

// addressed is the byte of the lane's element, by the pointer that it follows.
func (t *site) addressed(p *pointer, lane int) int {
	return int(p.offset + uint16(t.disp) + uint16(t.at[lane]))
}

// followed is the pointer by which the lane's element was found.
func (m *Machine) followed(k int, t *site, lane int) pointer {
	v := m.frame.variable[k][lane]
	b := int(m.frame.at[k][lane]) - m.code.layout.rooms[v].base
	return pointer{known: true, into: true, kind: GeneralKind, variable: v, offset: uint16(b) - uint16(t.disp) - uint16(t.at[lane])}
}

// signed is a byte that is not in the variable, or one before the variable's first.
func (r *room) signed(b int) int {
	if b >= 1<<15 && b >= r.size {
		return b - 1<<16
	}
	return b
}

// An Element is where a lane's element of an indirect operand is.
type Element struct {
	ID      uint32 // of the general variable
	Byte    int    // below 0 before its first
	Outside bool   // it is not wholly in the variable
	Behind  bool   // it is behind two registers with what is counted from the same address, which breaks a rule
}

// Follow finds the elements of an indirect operand of instruction n, by the pointers that its address variable holds now. An error is a *Fault: a lane has no pointer to
// follow, or its element is at no multiple of its size.
func (m *Machine) Follow(n, operand int) (list []Element, err error) {
	s := &m.code.steps[n]
	t, place := s.site(operand)
	if t.class != Indirect {
		return nil, fmt.Errorf("%s is no indirect operand", s.inst.Operand[operand].Text(s.inst.Role(operand), m.code.decls))
	}
	l := &m.code.layout
	for lane := range each(s.lanes) {
		p := &m.pointers[l.pointers[t.variable].first+int32(t.row[lane])]
		if t.outside>>lane&1 != 0 || !p.into || p.kind != GeneralKind {
			return nil, m.faulted(n, m.noPointer(t, lane, p))
		}
		r := &l.rooms[p.variable]
		b := t.addressed(p, lane)
		e := Element{ID: r.id, Byte: r.signed(b), Outside: b+t.size > r.size}
		if (r.residue+e.Byte)&(t.size-1) != 0 || r.align < t.size {
			return nil, m.faulted(n, m.noElement(t, lane, r, b))
		}
		m.frame.at[place][lane], m.frame.variable[place][lane] = int32(r.base+e.Byte), p.variable
		list = append(list, e)
	}
	if t.long {
		for lane := range each(m.behind(place, t, s.lanes)) {
			list[lane].Behind = true
		}
	}
	return list, nil
}

// noPointer is why there is no pointer to follow.
func (m *Machine) noPointer(t *site, lane int, p *pointer) *Fault {
	v := &m.code.layout.pointers[t.variable]
	o := &Fault{Operand: int(t.operand), Lane: lane, Byte: int(t.row[lane])}
	name := fmt.Sprintf("%s(%d)", m.code.decls.Name(AddressKind, v.id), t.row[lane])
	switch {
	case t.outside>>lane&1 != 0:
		o.What = fmt.Sprintf("uses an element of %s behind its last, %d", m.code.decls.Name(AddressKind, v.id), v.n-1)
	case !p.known:
		o.What = fmt.Sprintf("follows %s, which nobody has written", name)
	case !p.into:
		o.What = fmt.Sprintf("follows %s, which is the number %d: only what comes from an address-of points into a variable", name, p.offset)
	default:
		o.What = fmt.Sprintf("follows %s, which is %s, no place in a general variable", name, m.code.shown(*p).Text(m.code.decls))
	}
	return o
}

// noElement is why there is no element at byte b of a variable.
func (m *Machine) noElement(t *site, lane int, r *room, b int) *Fault {
	b = r.signed(b)
	o := &Fault{Operand: int(t.operand), Lane: lane, Byte: b}
	name := m.code.decls.Name(GeneralKind, r.id)
	switch {
	case b < 0 || b+t.size > r.size:
		o.What = fmt.Sprintf("is at byte %d of %s, which has bytes 0 to %d", b, name, r.size-1)
	case r.align < t.size:
		o.What = fmt.Sprintf("is at byte %d of %s, whose own address need be no multiple of more than %d, and elements of %s are at multiples of %d", b, name, r.align, t.typ, t.size)
	default:
		o.What = fmt.Sprintf("is at byte %d of %s, and elements of %s are at multiples of %d", b, name, t.typ, t.size)
	}
	return o
}
