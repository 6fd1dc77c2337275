package visa

import (
	"fmt"
	"math/bits"
)

// How steps go through the elements of address, sampler and surface variables.

// elementBounds complains of lanes for which the variable has no element.
func (m *Machine) elementBounds(t *site, lanes uint32, list []elements) *Fault {
	bad := t.outside & lanes
	if bad == 0 {
		return nil
	}
	v := &list[t.variable]
	return &Fault{Operand: int(t.operand), Lane: bits.TrailingZeros32(bad), Byte: -1, What: fmt.Sprintf("uses an element of %s behind its last, %d", m.code.decls.Name(v.kind, v.id), v.n-1)}
}

// base is the pointer that a source of address arithmetic gives a lane.
func (m *Machine) base(t *site, lane int) pointer {
	if t.class == Address {
		return m.pointers[t.at[lane]]
	}
	return pointer{known: true, into: true, kind: t.kind, variable: t.variable, offset: uint16(t.disp)}
}

// bases fills the frame with the lanes' pointers of a source, as their offsets.
func (m *Machine) bases(s *step, k int, lanes uint32) *Fault {
	f, t := &m.frame, &s.src[k]
	f.lanes[k], f.known[k] = lanes, 0
	if t.class == Address {
		if fault := m.elementBounds(t, lanes, m.code.layout.pointers); fault != nil {
			return fault
		}
	}
	all := &f.pointers[k]
	if t.class != Address { // one for all lanes
		f.known[k] = lanes
		for lane, p := 0, m.base(t, 0); lane < s.size; lane++ {
			all[lane&31] = p
		}
		return nil
	}
	for set := lanes; set != 0; set &= set - 1 {
		lane := bits.TrailingZeros32(set) & 31
		all[lane] = m.base(t, lane)
		f.known[k] |= defined(all[lane].known) << lane
	}
	return nil
}

// putPointers writes the lanes of an address variable.
func (m *Machine) putPointers(s *step, known uint32) *Fault {
	f, t := &m.frame, &s.dst
	f.lanes[dstSite], f.known[dstSite] = f.enabled, known
	if fault := m.elementBounds(t, f.enabled, m.code.layout.pointers); fault != nil {
		return fault
	}
	for set := f.enabled; set != 0; set &= set - 1 {
		lane := bits.TrailingZeros32(set) & 31
		if p := &m.pointers[t.at[lane]]; known>>lane&1 != 0 {
			*p = f.pointers[dstSite][lane]
		} else {
			*p = pointer{}
		}
	}
	return nil
}

// addAddress is addr_add: the sum points into what the first source points into.
func (m *Machine) addAddress(s *step) *Fault {
	f := &m.frame
	if fault := m.bases(s, 0, f.enabled); fault != nil {
		return fault
	}
	if fault := m.fetch(s, 1, f.enabled); fault != nil {
		return fault
	}
	known := f.known[0] & f.known[1]
	added := s.values(f, 1)
	for set := known; set != 0; set &= set - 1 {
		lane := bits.TrailingZeros32(set) & 31
		p := &f.pointers[dstSite][lane]
		*p = f.pointers[0][lane]
		p.offset += uint16(added[lane])
	}
	return m.putPointers(s, known)
}

// moveAddress is mov to an address variable: of pointers, or of numbers, which point nowhere.
func (m *Machine) moveAddress(s *step) *Fault {
	f := &m.frame
	if c := s.src[0].class; c == Address || c == AddressOf {
		if fault := m.bases(s, 0, f.enabled); fault != nil {
			return fault
		}
		f.pointers[dstSite] = f.pointers[0]
		return m.putPointers(s, f.known[0])
	}
	if fault := m.fetch(s, 0, f.enabled); fault != nil {
		return fault
	}
	for lane := range each(f.known[0]) {
		f.pointers[dstSite][lane] = pointer{known: true, offset: uint16(s.modified(&s.src[0], f.bits[0][lane]).lo)}
	}
	return m.putPointers(s, f.known[0])
}

// moveStates is movs: indices of samplers or surfaces, in contiguous elements.
func (m *Machine) moveStates(s *step) *Fault {
	f, t := &m.frame, &s.src[0]
	if t.class != State {
		if fault := m.fetch(s, 0, f.enabled); fault != nil {
			return fault
		}
		for lane := range each(f.known[0]) {
			f.bits[dstSite][lane] = s.modified(t, f.bits[0][lane]).lo
		}
	} else {
		if fault := m.elementBounds(t, f.enabled, m.code.layout.handles); fault != nil {
			return fault
		}
		f.lanes[0], f.known[0] = f.enabled, 0
		for lane := range each(f.enabled) {
			f.bits[0][lane] = uint64(m.handles[t.at[lane]])
			f.known[0] |= defined(m.handleKnown[t.at[lane]]) << lane
		}
		f.bits[dstSite] = f.bits[0]
	}
	f.known[dstSite] = f.known[0]
	return m.putHandles(s)
}

// putHandles writes the lanes of movs.
func (m *Machine) putHandles(s *step) *Fault {
	f, t := &m.frame, &s.dst
	if t.class != State {
		at, fault := m.reach(s, f.enabled)
		if fault == nil {
			m.put(s, at)
		}
		return fault
	}
	f.lanes[dstSite] = f.enabled
	if fault := m.elementBounds(t, f.enabled, m.code.layout.handles); fault != nil {
		return fault
	}
	for lane := range each(f.enabled) {
		m.handles[t.at[lane]], m.handleKnown[t.at[lane]] = uint32(f.bits[dstSite][lane]), f.known[dstSite]>>lane&1 != 0
	}
	return nil
}
