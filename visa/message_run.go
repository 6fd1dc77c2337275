package visa

import (
	"fmt"
	"math/bits"
)

// A message is prepared as parts: each lane has an address, and from there on so many pieces of memory that are next to one another, or a row of a picture apart. Each piece has a place in the
// registers of the data:
//
//	gather4_scaled.RB (M1, 8)       lane 2:    memory    address + 0        address + 8
//	                                           data      2·4                32 + 2·4
type message struct {
	surface   uint32
	handle    int32 // of the surface's first element
	unit      uint64
	align     uint64
	offsets   rawPlace // of the lanes, or their addresses; nowhere for blocks
	from      int      // the operand that says where memory is: that, or the last number
	wide      bool     // it is an address, of 64 bits, and not an offset in a surface
	data      rawPlace
	sources   [2]rawPlace // of an atomic operation
	lanes     uint32      // of a block: one
	size      int         // bytes of a part
	parts     int         // a block can have more than others: its rows
	inMemory  [64]int     // from the address
	inData    [64]int     // from the data's beginning, for lane 0
	step      int         // bytes from a lane to the next in registers
	element   int         // of them, how many a lane has
	zeroed    bool        // what of an element a part does not fill, loading makes 0
	reads     bool        // memory
	unwritten int         // bytes behind a part in registers that loading leaves undefined
	tail      [2]int      // bytes of a channel's registers behind the last lane's
	scalar    int         // scalar operands
	a         Atomic
	lsc       *lscMessage   // of messages of LSC
	block     *blockMessage // of blocks of LSC

	typed       bool // its addresses are those of pixels
	coordinates [coordinates]rawPlace
	coordinate  int   // bytes of one
	dataType    *Type // of the data, where it has to be that of the pixels
}

// A rawPlace is where a raw operand begins in the machine's data, and where its variable ends.
type rawPlace struct {
	operand    int
	nowhere    bool // %null
	begin, end int
	base       int
}

// message prepares a message.
func (p *preparer) message() error {
	s, i := p.step, p.step.inst
	letters := opcodes[i.Op].operands
	for k := range len(letters) {
		if k >= int(i.N) || !i.Op.classes(k, Spec).has(i.At(k).Class) {
			return fmt.Errorf("operand %d of %s is %s", k, i.Op, i.Op.classes(k, Spec))
		}
	}
	m := &message{size: int(i.Func), parts: 1, unit: 1, align: 1, step: 4, element: 4, reads: i.Op.loads(), surface: i.Operand[0].ID, wide: i.Op.isSVM()}
	if s.message = m; i.Op.isLSC() {
		return p.lscMessage()
	}
	if m.wide {
		m.surface = statelessSurface
	} else {
		m.handle = p.layout.handles[p.layout.states[SurfaceKind][m.surface]].first
	}
	if err := p.channels(); err != nil {
		return err
	}
	for k := range int(i.N) {
		if letters[k] == 'S' || i.Op.isPixels() && k <= coordinates {
			continue
		}
		if err := p.messageOperand(k, i.At(k)); err != nil {
			return fmt.Errorf("%s: %w", i.At(k).Text(i.Role(k), p.decls), err)
		}
	}
	if i.Op.isPixels() {
		m.coordinate = i.Op.offsetBytes()
		p.pixelOperands(1)
		if !i.Op.isAtomic() && !m.data.nowhere {
			t := p.decls.Variable(GeneralKind, i.Operand[m.data.operand].ID).Type
			m.dataType = &t
		}
	}
	s.run = (*Machine).exchange
	switch {
	case i.Op.isRow():
		m.owords(i)
	case i.Op.isMedia():
		m.size, m.parts = int(i.Sizes[0]), int(i.Sizes[1])
	case i.Op.isFourfold():
		m.fourfold(i, p.decls.GRF)
	case i.Op.isAtomic():
		return p.atomicMessage()
	case i.Op.isBlocks():
		m.blocks(i)
	default:
		m.unwritten = 4 - m.size
		if m.size > 4 {
			return fmt.Errorf("%s of elements of %d bytes is in no document", i.Op, m.size)
		}
		if opcodes[i.Op].plain {
			m.unit = uint64(m.size)
		}
	}
	if i.Op.isBlock() {
		m.lanes = 1
	} else if m.offsets.nowhere {
		return fmt.Errorf("%s has no offsets", i.Operand[m.offsets.operand].Text(Source, p.decls))
	}
	return nil
}

// messageOperand prepares an offset, or finds the place of a raw operand: the last one is the data.
func (p *preparer) messageOperand(k int, o *Operand) error {
	s, m := p.step, p.step.message
	if o.Class == Raw {
		r := &p.layout.rooms[p.layout.general[o.ID]]
		place := rawPlace{operand: k, nowhere: o.ID == 0 && p.decls.isPredefined(0), base: r.base, begin: r.base + int(o.Disp), end: r.base + r.size}
		switch first := s.inst.firstSource(); {
		case k == int(s.inst.N)-1:
			m.data = place
		case s.inst.Op.isAtomic() && k >= first:
			m.sources[k-first] = place
		default:
			m.offsets, m.from = place, k
		}
		return nil
	}
	scalar := *o
	if o.Class == General || o.Class == Indirect {
		scalar.Region = Scalar
	}
	exec := p.exec
	p.exec = 1
	s.precision = precision(8 * s.inst.Op.offsetBytes())
	t := &s.src[m.scalar]
	err := p.site(t, k, &scalar, Source)
	t.unsigned = err == nil && !t.typ.isSigned() && precision(8*t.size) == s.precision
	p.exec = exec
	m.scalar++
	m.from = k
	switch integer := t.typ.IsInteger(); {
	case err != nil:
	case m.wide && !(integer && t.size == 8):
		err = fmt.Errorf("an address is of type uq, not %s", t.typ)
	case !m.wide && !(integer && t.size == 4):
		err = fmt.Errorf("an offset is of type ud, not %s", t.typ)
	}
	return err
}

func (m *message) owords(i *Inst) {
	m.size, m.parts = owordBytes, int(i.Func)
	switch {
	case i.Op == opOwordLdUnaligned || i.Op.isSVM() && i.Number == 1:
		m.align = 4
	case i.Op.isSVM():
		m.align = owordBytes
	default:
		m.unit = owordBytes
	}
	for k := range m.parts {
		m.inMemory[k], m.inData[k] = owordBytes*k, owordBytes*k
	}
}

// blocks lays the parts of a lane out. Of what bytes take of a lane's dword, loading leaves the rest undefined.
func (m *message) blocks(i *Inst) {
	var block int
	m.step, block = i.blocks()
	m.align, m.parts = uint64(m.size), int(i.Sizes[0])
	if m.size == 1 {
		m.unwritten = m.step - m.parts
	}
	for k := range m.parts {
		m.inMemory[k], m.inData[k] = k*m.size, k*block
	}
}

func (m *message) fourfold(i *Inst, grf int) {
	lanes := 4 * i.Exec.Size()
	m.size, m.parts, m.align = 4, 0, 4
	for set := i.Func & 15; set != 0; set &= set - 1 {
		m.inMemory[m.parts], m.inData[m.parts] = 4*bits.TrailingZeros8(set), max(lanes, grf)*m.parts
		m.parts++
	}
	m.tail = [2]int{lanes, grf}
}

// memory is what the message's surface stands for: what movs says, or what the variable was given.
func (m *Machine) memory(x *message) (*Memory, *Fault) {
	if x.lsc != nil {
		return m.lscMemory(x)
	}
	mem := m.Surfaces[x.surface]
	if !x.wide && m.handleKnown[x.handle] {
		mem = m.Table[m.handles[x.handle]]
	}
	switch {
	case mem == nil && x.wide:
		return nil, nowhereFlat()
	case mem == nil:
		return nil, &Fault{Operand: 0, Lane: NoLane, Byte: -1, What: "stands for no memory: nothing was given to it"}
	}
	return mem, nil
}

// scalar is an offset that all lanes have.
func (m *Machine) scalar(s *step, k int) (uint64, *Fault) {
	if fault := m.fetch(s, k, 1); fault != nil {
		return 0, fault
	}
	if m.frame.known[k] == 0 {
		return 0, &Fault{Operand: int(s.src[k].operand), Lane: 0, Byte: -1, What: "is undefined, and says where memory is accessed"}
	}
	v := s.modified(&s.src[k], m.frame.bits[k][0]).lo
	if !s.message.wide {
		v = uint64(uint32(v))
	}
	return v, nil
}

// addressed finds the address of each lane, as the message has them.
func (m *Machine) addressed(s *step, mem *Memory) (lanes uint32, fault *Fault) {
	m.below = 0
	switch {
	case s.message.typed:
		return m.aimPixels(s, mem)
	case s.inst.Op.isLSC():
		return m.aimLSC(s)
	}
	return m.aim(s, mem)
}

// aim finds the address of each lane, and which lanes there are.
func (m *Machine) aim(s *step, mem *Memory) (lanes uint32, fault *Fault) {
	f, x := &m.frame, s.message
	lanes = f.enabled
	if x.lanes != 0 {
		lanes = x.lanes
	}
	if lanes == 0 {
		return 0, nil
	}
	var base uint64
	for k := range x.scalar {
		v, fault := m.scalar(s, k)
		if fault != nil {
			return 0, fault
		}
		if s.inst.Op.isMedia() {
			if v, fault = x.corner(s, mem, k, v); fault != nil {
				return 0, fault
			}
		}
		base += v
	}
	address := &f.bits[dstSite]
	for lane := range each(lanes) {
		address[lane] = base
		if !s.inst.Op.isBlock() {
			offset, fault := m.offset(x, lane)
			if fault != nil {
				return 0, fault
			}
			sum, carry := bits.Add64(base, offset, 0)
			if address[lane] = sum; carry != 0 { // it has no 64 bits, and is behind all memory
				address[lane] = 1<<63 | sum&7
			}
		}
		address[lane] *= x.unit
	}
	return lanes, nil
}

// corner is what the offset adds to the address of a block: the first is along a row, in which the block has to lie, and the second counts rows.
func (x *message) corner(s *step, mem *Memory, k int, v uint64) (uint64, *Fault) {
	switch {
	case mem.Pitch == 0:
		return 0, &Fault{Operand: 0, Lane: NoLane, Byte: -1, What: "is no picture: nothing says how many bytes a row has"}
	case k == 1:
		return v * uint64(mem.Pitch), nil
	case s.inst.Op == opMediaSt && v%4 != 0:
		return 0, &Fault{Operand: 1, Lane: 0, Byte: -1, What: fmt.Sprintf("is %d: a block is written from a multiple of 4 bytes on", v)}
	case v+uint64(x.size) > uint64(mem.Pitch):
		return 0, &Fault{Operand: 0, Lane: 0, Byte: int(v), What: fmt.Sprintf("has rows of %d bytes, and %d are accessed from byte %d of one on", mem.Pitch, x.size, v)}
	}
	return v, nil
}

// offset is a lane's own, or its address.
func (m *Machine) offset(x *message, lane int) (uint64, *Fault) {
	size := 4
	if x.wide {
		size = 8
	}
	at := x.offsets.begin + size*lane
	if at+size > x.offsets.end {
		return 0, x.offsets.outside(lane, at)
	}
	v, ok := word(m.data[at:], m.known[at:], size)
	switch {
	case !ok && x.wide:
		return 0, x.offsets.undefinedAddress(lane, at)
	case !ok:
		return 0, &Fault{Operand: x.offsets.operand, Lane: lane, Byte: at - x.offsets.base, What: "has an undefined offset, which says where memory is accessed"}
	}
	return v, nil
}

func (r *rawPlace) outside(lane, at int) *Fault {
	return &Fault{Operand: r.operand, Lane: lane, Byte: at - r.base, What: fmt.Sprintf("uses byte %d of a variable that has bytes 0 to %d", at-r.base, r.end-r.base-1)}
}

func (r *rawPlace) undefinedAddress(lane, at int) *Fault {
	return &Fault{Operand: r.operand, Lane: lane, Byte: at - r.base, What: "has an undefined address"}
}

// A piece is one part of one lane: where it is in memory and in registers.
type piece struct {
	lane    int
	address uint64
	at      int
	absent  bool  // it is outside, where that is allowed
	channel uint8 // of a pixel
}

// pieces finds the parts of all lanes, lane by lane, and whether all of them are there.
func (m *Machine) pieces(s *step, mem *Memory, lanes uint32) *Fault {
	x := s.message
	if m.moved = m.moved[:0]; x.typed {
		return m.pixelPieces(s, mem, lanes)
	}
	for lane := range each(lanes) {
		address := m.frame.bits[dstSite][lane]
		if address%x.align != 0 {
			return &Fault{Operand: x.from, Lane: lane, Byte: int(min(address, 1<<62)), What: fmt.Sprintf("leads to address %#x, which is no multiple of %d", address, x.align)}
		}
		for k := range x.parts {
			p := piece{lane: lane, address: address, at: x.data.begin}
			if s.inst.Op.isMedia() {
				p.address += uint64(k * mem.Pitch)
				p.at += k * blockPitch(x.size)
			} else {
				p.address += uint64(x.inMemory[k])
				p.at += x.inData[k] + x.step*lane
			}
			wraps := p.address < address && m.below>>lane&1 == 0
			if p.absent = wraps || !mem.has(p.address, x.size); p.absent && (!m.code.options.ZeroOutside || s.inst.Op.isMedia()) {
				return x.beyond(mem, &p)
			}
			if !x.data.nowhere && x.endOf(p.at) > x.data.end {
				return x.data.outside(lane, max(p.at, x.data.end))
			}
			m.moved = append(m.moved, p)
		}
	}
	return nil
}

// endOf is where the part ends that begins there in registers: of LSC, the whole element.
func (x *message) endOf(at int) int {
	if x.lsc == nil {
		return at + x.size
	}
	return at - (at-x.data.begin)%x.element + x.element
}

// beyond complains of memory that is not there: of the surface, or of what leads there.
func (x *message) beyond(mem *Memory, p *piece) *Fault {
	f := &Fault{Lane: p.lane, Byte: int(min(p.address, 1<<62)), What: fmt.Sprintf("is accessed at address %#x, %d bytes, and has %d bytes", p.address, x.size, len(mem.Bytes))}
	if x.wide {
		f.Operand, f.What = x.from, fmt.Sprintf("leads to address %#x, %d bytes, and flat memory has %d bytes", p.address, x.size, len(mem.Bytes))
	}
	return f
}

// nowhereFlat complains of memory without a surface that is not there.
func nowhereFlat() *Fault {
	return &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: "accesses memory without a surface, and nothing was given as such: flat"}
}

// collides finds the first lane that writes a byte which another writes too.
func (m *Machine) collides(x *message) *Fault {
	n := x.bytesOf(m.reached)
	for k := range m.moved {
		p := &m.moved[k]
		for j := range k {
			q := &m.moved[j]
			if q.lane != p.lane && !p.absent && !q.absent && p.address < q.address+uint64(n) && q.address < p.address+uint64(n) {
				f := &Fault{Lane: p.lane, Byte: int(min(p.address, 1<<62)), What: fmt.Sprintf("is written at address %#x by lane %d too", p.address, q.lane)}
				if x.wide {
					f.Operand, f.What = x.from, fmt.Sprintf("leads to address %#x, to which lane %d writes too", p.address, q.lane)
				}
				return f
			}
		}
	}
	return nil
}

// bytesOf is how many bytes of memory a part has.
func (x *message) bytesOf(mem *Memory) int {
	if x.typed {
		return mem.Pixels.channel()
	}
	return x.size
}

// exchange is a message that loads or stores.
func (m *Machine) exchange(s *step) *Fault {
	mem, fault := m.memory(s.message)
	if fault != nil {
		return fault
	}
	m.reached = mem
	m.moved = m.moved[:0]
	lanes, fault := m.addressed(s, mem)
	if fault != nil || lanes == 0 {
		return fault
	}
	if fault := m.pieces(s, mem, lanes); fault != nil {
		return fault
	}
	x := s.message
	if x.typed {
		if fault := x.suits(s, mem); fault != nil {
			return fault
		}
	}
	switch {
	case x.reads && x.typed:
		m.fillPixels(x, mem)
		return nil
	case x.reads:
		m.fill(s, mem)
		return nil
	}
	if fault := m.collides(x); fault != nil {
		return fault
	}
	if x.typed {
		m.drainPixels(x, mem)
		return nil
	}
	m.drain(s, mem)
	return nil
}

// fill writes what was loaded.
func (m *Machine) fill(s *step, mem *Memory) {
	x := s.message
	if x.data.nowhere {
		return
	}
	for k := range m.moved {
		p := &m.moved[k]
		if x.zeroed {
			m.zero(x, p)
		}
		data, known := m.data[p.at:p.at+x.size], m.known[p.at:p.at+x.size]
		if p.absent {
			for b := range data {
				data[b], known[b] = 0, 0xff
			}
		} else {
			copy(data, mem.Bytes[p.address:])
			copy(known, mem.Known[p.address:])
		}
		clear(m.known[p.at+x.size : min(p.at+x.size+x.unwritten, x.data.end)])
	}
	m.forgetTails(x)
}

// forgetTails leaves undefined what is behind the last lane of each channel.
func (m *Machine) forgetTails(x *message) {
	for k := 0; k < x.parts && x.tail[0] < x.tail[1]; k++ {
		from := x.data.begin + x.inData[k]
		clear(m.known[min(from+x.tail[0], x.data.end):min(from+x.tail[1], x.data.end)])
	}
}

// drain writes to memory.
func (m *Machine) drain(s *step, mem *Memory) {
	x := s.message
	for k := range m.moved {
		p := &m.moved[k]
		switch {
		case p.absent:
		case x.data.nowhere:
			clear(mem.Known[p.address : p.address+uint64(x.size)])
		default:
			copy(mem.Bytes[p.address:], m.data[p.at:p.at+x.size])
			copy(mem.Known[p.address:], m.known[p.at:p.at+x.size])
		}
	}
}
