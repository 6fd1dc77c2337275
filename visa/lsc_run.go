package visa

import "fmt"

// An lscMessage is what a message of LSC needs beside the parts that others have too.
//
//	lsc_load.ugm (M1, 16) V32:d32x2 …      lane n    component 0, at 4·n of the data, component 1 as many registers further as the lanes take
//	lsc_load.ugm (M1, 1) V32:d32x16t …     lane 0    all elements one after another
type lscMessage struct {
	scalars  [2]uint8 // operands that are elements or numbers, of which the sites are: lscSurface, and the pitch
	strided  bool
	hasTable bool // the surface has a number
}

// lscMessage prepares a message of LSC.
func (p *preparer) lscMessage() error {
	s, i := p.step, p.step.inst
	m, a := s.message, &i.LSC
	m.lsc = &lscMessage{strided: i.Op.isStrided(), hasTable: a.Model.hasSurface()}
	if err := p.channels(); err != nil {
		return err
	}
	switch {
	case i.Op.isBlock2d():
		return p.block2d()
	case i.Op.isTyped() && !a.Model.hasSurface():
		return fmt.Errorf("%s: a typed surface has a number", models[a.Model])
	case i.Op.isTyped() && !i.Op.isLSCAtomic() && a.Datum != datum32:
		return fmt.Errorf("%s: pixels become dwords in registers, d32", datums[a.Datum].name)
	case a.Model == ArgumentModel:
		return fmt.Errorf("%s: nothing says where the arguments of the kernel are in memory", models[a.Model])
	case a.Transposed && p.exec != 1:
		return fmt.Errorf("transposed data are those of one lane, not of %d", p.exec)
	case a.Transposed && (i.Op.isLSCAtomic() || i.Op.isQuad()):
		return fmt.Errorf("%s has no transposed data", i.Op)
	case i.Op.isLSCAtomic() && a.Elements != 1:
		return fmt.Errorf("%s has one element an address", i.Op)
	case a.Unit == SharedUnit && m.lsc.hasTable:
		return fmt.Errorf("%s: shared local memory is no surface", models[a.Model])
	}
	if m.surface = statelessSurface; a.Unit == SharedUnit {
		m.surface = slmSurface
	}
	if err := p.lscOperands(); err != nil {
		return err
	}
	if m.shape(i, p.decls.GRF); i.Op.isTyped() {
		m.coordinate = a.addressBytes()
		p.pixelOperands(lscAddresses)
	}
	s.run = (*Machine).exchange
	if i.Op.isLSCAtomic() {
		return p.lscAtomicMessage()
	}
	return nil
}

// lscOperands finds the places of raw operands, and prepares the surface and the pitch.
func (p *preparer) lscOperands() error {
	s, i := p.step, p.step.inst
	m := s.message
	for k := range int(i.N) {
		o := i.At(k)
		if !i.Op.classes(k, Spec).has(o.Class) {
			return fmt.Errorf("operand %d of %s is %s", k, i.Op, i.Op.classes(k, Spec))
		}
		if o.Class == Raw {
			place := p.rawPlace(k, o)
			switch {
			case k == i.Op.lscData():
				m.data = place
			case k == lscAddresses:
				m.offsets, m.from = place, k
			case k >= i.Op.lscPlace(lscFirst):
				m.sources[k-i.Op.lscPlace(lscFirst)] = place
			}
			continue
		}
		if k == lscSurface && !m.lsc.hasTable {
			continue
		}
		if err := p.lscScalar(k, o); err != nil {
			return fmt.Errorf("%s: %w", o.Text(Source, p.decls), err)
		}
	}
	if m.offsets.nowhere {
		return fmt.Errorf("%s has no addresses", i.Op)
	}
	if !m.reads && m.data.nowhere {
		return fmt.Errorf("%s has no data", i.Op)
	}
	return nil
}

// lscScalar prepares a surface or a pitch.
func (p *preparer) lscScalar(k int, o *Operand) error {
	s, m := p.step, p.step.message
	scalar := *o
	if o.Class == General {
		scalar.Region = Scalar
	}
	exec := p.exec
	p.exec = 1
	t := &s.src[m.scalar]
	err := p.site(t, k, &scalar, Source)
	p.exec = exec
	m.lsc.scalars[m.scalar] = uint8(k)
	m.scalar++
	if err == nil && (!t.typ.IsInteger() || t.size > 4) {
		err = fmt.Errorf("it is an integer of up to 32 bits, not %s", t.typ)
	}
	return err
}

// rawPlace is where a raw operand is.
func (p *preparer) rawPlace(k int, o *Operand) rawPlace {
	r := &p.layout.rooms[p.layout.general[o.ID]]
	return rawPlace{operand: k, nowhere: o.ID == 0 && p.decls.isPredefined(0), base: r.base, begin: r.base + int(o.Disp), end: r.base + r.size}
}

// shape lays the parts out.
func (m *message) shape(i *Inst, grf int) {
	d := &datums[i.LSC.Datum]
	m.size, m.step, m.element, m.zeroed = d.memory, d.general, d.general, i.LSC.converts()
	apart := i.componentBytes(grf)
	if i.LSC.Transposed {
		apart = d.general
	}
	m.parts = 0
	for component, element := range i.elements() {
		m.inMemory[m.parts], m.inData[m.parts] = element*d.memory, component*apart+d.from
		m.parts++
	}
}

// lscAtomicMessage prepares an atomic operation: one of dword_atomic, with elements of other sizes.
func (p *preparer) lscAtomicMessage() error {
	s, m := p.step, p.step.message
	does := lscAtomics[s.inst.Op.untyped()]
	m.a, m.align = does.a, uint64(m.size)
	if datums[s.inst.LSC.Datum].from > 0 || m.size == 1 {
		return fmt.Errorf("no operation is on elements of %s", datums[s.inst.LSC.Datum].name)
	}
	for k := range m.a.sources() {
		if m.sources[k].nowhere {
			return fmt.Errorf("%s has %d sources, and %s is none", s.inst.Op, m.a.sources(), s.inst.Operand[s.inst.Op.lscPlace(lscFirst+k)].Text(Source, p.decls))
		}
	}
	if does.swapped {
		m.sources[0], m.sources[1] = m.sources[1], m.sources[0]
	}
	s.run = (*Machine).atomically
	return nil
}

// lscMemory is shared memory, all of memory, or what a number stands for.
func (m *Machine) lscMemory(x *message) (*Memory, *Fault) {
	if mem := m.Surfaces[x.surface]; !x.lsc.hasTable {
		if mem == nil {
			return nil, nowhereFlat()
		}
		return mem, nil
	}
	s := &m.code.steps[m.at-1]
	n, fault := m.lscNumber(s, 0)
	if fault != nil {
		return nil, fault
	}
	mem := m.Table[uint32(n)]
	if mem == nil {
		return nil, &Fault{Operand: lscSurface, Lane: NoLane, Byte: -1, What: fmt.Sprintf("stands for surface %d, and nothing was given to it", n)}
	}
	return mem, nil
}

// lscNumber is the value of a surface or pitch, without a sign.
func (m *Machine) lscNumber(s *step, k int) (uint64, *Fault) {
	if fault := m.fetch(s, k, 1); fault != nil {
		fault.Lane = NoLane
		return 0, fault
	}
	if m.frame.known[k] == 0 {
		return 0, &Fault{Operand: int(s.src[k].operand), Lane: NoLane, Byte: -1, What: "is undefined, and says where memory is accessed"}
	}
	t := &s.src[k]
	return m.frame.bits[k][0] & (1<<(8*t.size) - 1), nil
}

// aimLSC finds the addresses of lanes: one times the scale, and the offset; of strided messages so many pitches further. What has no 64 bits is behind all memory.
func (m *Machine) aimLSC(s *step) (uint32, *Fault) {
	f, x, a := &m.frame, s.message, &s.inst.LSC
	if f.enabled == 0 {
		return 0, nil
	}
	pitch := uint64(0)
	if x.lsc.strided {
		var fault *Fault
		if pitch, fault = m.lscNumber(s, x.scalar-1); fault != nil {
			return 0, fault
		}
	}
	offset := wide{int64(a.Offset) >> 63, uint64(int64(a.Offset))}
	for lane := range each(f.enabled) {
		from := lane
		if x.lsc.strided {
			from = 0
		}
		v, fault := m.lscAddress(x, a.addressBytes(), from)
		if fault != nil {
			if x.lsc.strided {
				fault.Lane = NoLane // all lanes have it
			}
			return 0, fault
		}
		v = v.mul(wide{0, uint64(a.Scale)}).add(offset).add(wide{0, uint64(lane) * pitch})
		if v.hi < 0 {
			m.below |= 1 << lane
		}
		if f.bits[dstSite][lane] = v.lo; v.hi > 0 || v.hi < -1 {
			f.bits[dstSite][lane] = 1<<63 | v.lo&7 // aligned as before
		}
	}
	return f.enabled, nil
}

// lscAddress is the number that a lane has among the addresses.
func (m *Machine) lscAddress(x *message, size, lane int) (wide, *Fault) {
	at := x.offsets.begin + size*lane
	if at+size > x.offsets.end {
		return wide{}, x.offsets.outside(lane, at)
	}
	v, ok := word(m.data[at:], m.known[at:], size)
	if !ok {
		return wide{}, x.offsets.undefinedAddress(lane, at)
	}
	return wide{0, v}, nil
}

// zero makes 0 of an element, into which a part comes.
func (m *Machine) zero(x *message, p *piece) {
	from := p.at - (p.at-x.data.begin)%x.element
	for b := range x.element {
		if at := from + b; at < x.data.end {
			m.data[at], m.known[at] = 0, 0xff
		}
	}
}
