package visa

// The plain implementation's instructions that are no function of elements.

// sel: the guard chooses, and the execution mask decides what is written.
func (p *plainState) sel(i *Inst, ChEn, executed [32]int) *plainFault {
	var second [32]int
	for n := range second {
		second[n] = executed[n] &^ ChEn[n]
	}
	a, f := p.read(i, 1, ChEn)
	if f != nil {
		return f
	}
	b, f := p.read(i, 2, second)
	if f != nil {
		return f
	}
	list := p.elements(i, 0)
	for lane, e := range list {
		if executed[lane] == 1 && e.bad {
			return &plainFault{0, lane}
		}
	}
	if f := p.twoRegisters(i, 0, list, executed); f != nil {
		return f
	}
	dst, _ := p.word(&i.Operand[0])
	precision, _, _ := plainExecution([]string{a.word, b.word}, dst)
	var bits [32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		s, k := a, 1
		if ChEn[lane] == 0 {
			s, k = b, 2
		}
		mod := i.Operand[k].Mod.String()
		if known[lane] = s.known[lane]; !known[lane] {
			continue
		}
		if s.word == dst && !plainTypes[dst].integer && !i.Sat {
			bits[lane] = plainSign(s.bits[lane], mod, dst)
			continue
		}
		bits[lane] = plainConvert(plainModified(plainDecode(s.bits[lane], s.word), mod, s.word, precision), dst, i.Sat)
	}
	p.write(i, bits, known, executed, list)
	return nil
}

func (p *plainState) predicateBounds(i *Inst, lanes [32]int) *plainFault {
	for lane := range i.Exec.Size() {
		if lanes[lane] == 1 && lane+i.Exec.Offset() >= len(p.predicates[i.Operand[0].ID]) {
			return &plainFault{0, lane}
		}
	}
	return nil
}

func (p *plainState) writePredicate(i *Inst, bits [32]uint64, known [32]bool, lanes [32]int) {
	P := p.predicates[i.Operand[0].ID]
	for lane := range i.Exec.Size() {
		if lanes[lane] == 0 {
			continue
		}
		P[lane+i.Exec.Offset()] = int(bits[lane] & 1)
		if !known[lane] {
			P[lane+i.Exec.Offset()] = -1
		}
	}
}

// setp: bit k of a scalar whatever lanes are enabled; else the lowest bit of enabled lanes.
func (p *plainState) setp(i *Inst, ChEn [32]int) *plainFault {
	o := &i.Operand[1]
	_, packed := p.word(o)
	scalar := o.Class == Immediate && !packed || o.Class != Immediate && o.Region == Region{0, 1, 0}
	lanes := ChEn
	if scalar {
		lanes = [32]int{1}
	}
	s, f := p.read(i, 1, lanes)
	if f != nil {
		return f
	}
	if scalar {
		for lane := range i.Exec.Size() {
			lanes[lane] = 1
		}
	}
	if f := p.predicateBounds(i, lanes); f != nil {
		return f
	}
	precision, _, _ := plainExecution([]string{s.word}, "ud")
	var bits [32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		from, bit := lane, 0
		if scalar {
			from, bit = 0, lane
		}
		v := plainModified(plainDecode(s.bits[from], s.word), o.Mod.String(), s.word, precision)
		known[lane] = s.known[from]
		bits[lane] = uint64(plainWrap(v.integer, 64, true).Bit(bit))
	}
	p.writePredicate(i, bits, known, lanes)
	return nil
}

// predicateLogic is and, or, xor and not of predicates, from the mask's offset on.
func (p *plainState) predicateLogic(i *Inst, ChEn [32]int) *plainFault {
	var v [3][32]int
	for k := 1; k < int(i.N); k++ {
		P := p.predicates[i.Operand[k].ID]
		for lane := range i.Exec.Size() {
			at := lane + i.Exec.Offset()
			if ChEn[lane] == 1 && at >= len(P) {
				return &plainFault{k, lane}
			}
			if ChEn[lane] == 1 {
				v[k][lane] = P[at]
			}
		}
	}
	if f := p.predicateBounds(i, ChEn); f != nil {
		return f
	}
	var bits [32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		x, y := v[1][lane], v[2][lane]
		known[lane] = x >= 0 && y >= 0
		bits[lane] = uint64(map[string]int{"and": x & y, "or": x | y, "xor": x ^ y, "not": 1 - x}[i.Op.String()])
	}
	p.writePredicate(i, bits, known, ChEn)
	return nil
}

// addrAdd adds numbers modulo 65536; the sum points into what the first source points into.
func (p *plainState) addrAdd(i *Inst, ChEn [32]int) *plainFault {
	o := i.Operand[1].Named(p.decls)
	var from [32]plainAddress
	for lane := range i.Exec.Size() {
		from[lane] = plainAddress{true, true, o.ID, int(o.Disp)}
		if o.Class != Address {
			continue
		}
		k := int(o.Offset) + lane%int(o.Width)
		if p.intel && o.Width > 1 {
			k = int(o.Offset) + lane
		}
		if from[lane] = (plainAddress{}); k < len(p.addresses[o.ID]) {
			from[lane] = p.addresses[o.ID][k]
		} else if ChEn[lane] == 1 {
			return &plainFault{1, lane}
		}
	}
	s, f := p.read(i, 2, ChEn)
	if f != nil {
		return f
	}
	A := p.addresses[i.Operand[0].ID]
	for lane := range i.Exec.Size() {
		if ChEn[lane] == 1 && int(i.Operand[0].Offset)+lane >= len(A) {
			return &plainFault{0, lane}
		}
	}
	precision, _, _ := plainExecution([]string{s.word}, "uw")
	for lane := range i.Exec.Size() {
		if ChEn[lane] == 0 {
			continue
		}
		a := from[lane]
		by := plainModified(plainDecode(s.bits[lane], s.word), i.Operand[2].Mod.String(), s.word, precision)
		a.value = (a.value + int(by.integer.Int64())) & 0xffff
		if !s.known[lane] || !a.written {
			a = plainAddress{}
		}
		A[int(i.Operand[0].Offset)+lane] = a
	}
	return nil
}

// movs copies indices between contiguous elements of surfaces, or between these and a variable.
func (p *plainState) movs(i *Inst, ChEn [32]int) *plainFault {
	from, to := &i.Operand[1], &i.Operand[0]
	var bits [32]uint64
	var known [32]bool
	if from.Class != State {
		s, f := p.read(i, 1, ChEn)
		if f != nil {
			return f
		}
		for lane := range bits {
			bits[lane], known[lane] = plainBits(plainDecode(s.bits[lane], s.word), "ud"), s.known[lane]
		}
	} else {
		for lane := range i.Exec.Size() {
			if k := int(from.Offset) + lane; ChEn[lane] == 0 {
				continue
			} else if k >= len(p.surfaces[from.ID]) {
				return &plainFault{1, lane}
			} else if index := p.surfaces[from.ID][k]; index >= 0 {
				bits[lane], known[lane] = uint64(index), true
			}
		}
	}
	if to.Class != State {
		list := p.elements(i, 0)
		for lane, e := range list {
			if ChEn[lane] == 1 && e.bad {
				return &plainFault{0, lane}
			}
		}
		if f := p.twoRegisters(i, 0, list, ChEn); f != nil {
			return f
		}
		p.write(i, bits, known, ChEn, list)
		return nil
	}
	for lane := range i.Exec.Size() {
		if ChEn[lane] == 1 && int(to.Offset)+lane >= len(p.surfaces[to.ID]) {
			return &plainFault{0, lane}
		}
	}
	for lane := range i.Exec.Size() {
		if ChEn[lane] == 1 {
			p.surfaces[to.ID][int(to.Offset)+lane] = -1
			if known[lane] {
				p.surfaces[to.ID][int(to.Offset)+lane] = int(uint32(bits[lane]))
			}
		}
	}
	return nil
}
