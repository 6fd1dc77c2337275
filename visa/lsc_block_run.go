package visa

import "fmt"

// A blockElement is an element of blocks: in which column and row from the corner on, and where it lies in the data.
type blockElement struct{ column, row, at int }

// A blockMessage is what blocks need beside: which elements are moved, and where zeros are loaded.
type blockMessage struct {
	elements []blockElement
	filled   int                           // bytes of registers, those that no element has included
	numbers  [blockStored - blockBase]step // the surface and the corner: a source each
}

// block2d prepares blocks.
func (p *preparer) block2d() error {
	s, i := p.step, p.step.inst
	m, a := s.message, &i.LSC
	if m.surface = statelessSurface; a.Unit == SharedUnit {
		m.surface = slmSurface
	}
	n, width, _ := a.rows()
	size := datums[a.Datum].general
	switch {
	case p.exec != 1:
		return fmt.Errorf("a block is that of one lane, not of %d", p.exec)
	case a.converts():
		return fmt.Errorf("elements of blocks have one size, and not %s", datums[a.Datum].name)
	case a.Blocks == 0 || n == 0 || width == 0 || width*size > 64 || n > 32 || a.Blocks > 4:
		return fmt.Errorf("no block has %d rows of %d bytes of registers, %d times", n, width*size, a.Blocks)
	case i.Op.isLSCStore() && (a.Blocks > 1 || a.VNNI):
		return fmt.Errorf("one block is stored, and without VNNI")
	case a.VNNI && (size > 4 || n%a.perDword() != 0):
		return fmt.Errorf("%d rows of %s make no dwords", n, datums[a.Datum].name)
	}
	m.size, m.element, m.parts, m.from = size, size, 1, blockBase
	m.data = p.rawPlace(i.Op.lscData(), &i.Operand[i.Op.lscData()])
	if m.data.nowhere && !m.reads {
		return fmt.Errorf("%s has no data", i.Op)
	}
	m.block = a.layout(p.decls.GRF)
	for k := blockBase; k < blockStored; k++ {
		if err := p.blockScalar(k); err != nil {
			return fmt.Errorf("%s: %w", i.lscText(k, p.decls), err)
		}
	}
	s.run = (*Machine).moveBlocks
	return nil
}

// blockScalar prepares an operand that describes the surface, or the corner.
func (p *preparer) blockScalar(k int) error {
	scalar := *p.step.inst.At(k)
	if scalar.Class == General {
		scalar.Region = Scalar
	}
	t := &p.step.message.block.numbers[k-blockBase].src[0]
	if err := p.site(t, k, &scalar, Source); err != nil {
		return err
	}
	switch size := t.size; {
	case !t.typ.IsInteger():
		return fmt.Errorf("it is an integer, not %s", t.typ)
	case k == blockBase && size != 8:
		return fmt.Errorf("an address is of type uq, not %s", t.typ)
	case k > blockBase && size > 4:
		return fmt.Errorf("it is an integer of up to 32 bits, not %s", t.typ)
	}
	return nil
}

// layout is where the elements of all blocks lie.
func (a *LSC) layout(grf int) *blockMessage {
	n, width, pitch := a.rows()
	size := datums[a.Datum].general
	apart := a.blockBytes(grf) / int(a.Blocks)
	packed := 1
	if a.VNNI {
		packed = a.perDword()
	}
	x := &blockMessage{filled: a.blockBytes(grf)}
	for b := range int(a.Blocks) {
		for row := range n {
			for k := range width {
				at := b*apart + size*((row-row%packed)*pitch+k*packed+row%packed)
				e := blockElement{column: b*int(a.Width) + k, row: row, at: at}
				if a.Transposed {
					e.column, e.row = b*int(a.Width)+row, k
				}
				x.elements = append(x.elements, e)
			}
		}
	}
	return x
}

// moveBlocks is a message of blocks.
func (m *Machine) moveBlocks(s *step) *Fault {
	x := s.message
	mem, fault := m.lscMemory(x)
	if fault != nil {
		return fault
	}
	m.reached = mem
	m.moved = m.moved[:0]
	if m.frame.enabled == 0 {
		return nil
	}
	var v [blockStored]uint64
	for k := blockBase; k < blockStored; k++ {
		number := &x.block.numbers[k-blockBase]
		if v[k], fault = m.lscNumber(number, 0); fault != nil {
			return fault
		}
		if k >= blockX {
			v[k] = number.src[0].typ.integer(v[k]).lo
		}
	}
	if !x.data.nowhere && x.data.begin+x.block.filled > x.data.end {
		return x.data.outside(0, max(x.data.begin, x.data.end))
	}
	for _, e := range x.block.elements {
		if fault := m.blockPiece(s, mem, &v, e); fault != nil {
			return fault
		}
	}
	if !x.reads {
		m.drain(s, mem)
		return nil
	}
	if !x.data.nowhere {
		filled := m.data[x.data.begin : x.data.begin+x.block.filled]
		clear(filled)
		for k := range filled {
			m.known[x.data.begin+k] = 0xff
		}
	}
	m.fill(s, mem)
	return nil
}

// blockPiece finds an element in memory. Columns and rows are counted with a sign, and those that the surface has not are absent.
//
//	base + row·(pitch+1) + column·size        column·size < width+1, row < height+1
func (m *Machine) blockPiece(s *step, mem *Memory, v *[blockStored]uint64, e blockElement) *Fault {
	x := s.message
	column, row := int64(int32(v[blockX]))+int64(e.column), int64(int32(v[blockY]))+int64(e.row)
	at := column * int64(x.size)
	inside := at >= 0 && at+int64(x.size) <= int64(v[blockWidth])+1 && row >= 0 && row <= int64(v[blockHeight])
	p := piece{address: v[blockBase] + uint64(row)*(v[blockPitchAt]+1) + uint64(at), at: x.data.begin + e.at, absent: !inside}
	switch {
	case !inside && !m.code.options.ZeroOutside:
		return &Fault{Operand: blockBase, Lane: 0, Byte: int(min(p.address, 1<<62)), What: fmt.Sprintf("is accessed at byte %d of row %d, %d bytes, and the surface has %d bytes in each of %d rows", at, row, x.size, v[blockWidth]+1, v[blockHeight]+1)}
	case inside && (p.address < v[blockBase] || !mem.has(p.address, x.size)):
		if p.absent = true; !m.code.options.ZeroOutside {
			return &Fault{Operand: blockBase, Lane: 0, Byte: int(min(p.address, 1<<62)), What: fmt.Sprintf("leads to address %#x, %d bytes, and flat memory has %d bytes", p.address, x.size, len(mem.Bytes))}
		}
	}
	m.moved = append(m.moved, p)
	return nil
}
