package visa

import "fmt"

// resolve finds the lanes' elements of an indirect operand, by the pointers that its address variable holds now.
//
//	r[A0(1),-4]<4;2,1>:d     one pointer for all lanes:  A0(1)   - 4 + the bytes of the region
//	r[A0(1),-4]<2,1>:d       one for each row:           A0(1+i) - 4 + the bytes in the row
//
// Addresses are numbers of 16 bits, and so are their sums with offsets.
func (m *Machine) resolve(k int, t *site, lanes uint32) *Fault {
	l := &m.code.layout
	pointers := m.pointers[l.pointers[t.variable].first:]
	at, variable := &m.frame.at[k], &m.frame.variable[k]
	for lane := range each(lanes) {
		p := &pointers[t.row[lane]]
		if t.outside>>lane&1 != 0 || !p.into || p.kind != GeneralKind {
			return m.noPointer(t, lane, p)
		}
		r := &l.rooms[p.variable]
		b := int(p.offset+uint16(t.disp)) + int(t.at[lane])
		if b+t.size > r.size || (r.residue+b)&(t.size-1) != 0 || r.align < t.size {
			return m.noElement(t, lane, r, b)
		}
		at[lane], variable[lane], m.frame.pointers[k][lane] = int32(r.base+b), p.variable, *p
	}
	return nil
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
	if b >= 1<<15 && b >= r.size {
		b -= 1 << 16 // an address before the variable's first byte
	}
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
