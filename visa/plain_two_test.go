package visa

import "math/big"

// madw, line and plane in the plain implementation: what they read and write is counted in elements of the page, not in sites.

// multiplied is madw: 64 digits, of which the lower 32 are written where another destination is, and the others as many whole registers further as packed dwords fill.
func (p *plainState) multiplied(i *Inst, ChEn [32]int) *plainFault {
	var sources [3]plainSource
	var words []string
	for n := range sources {
		s, f := p.read(i, n+1, ChEn)
		if f != nil {
			return f
		}
		sources[n], words = s, append(words, s.word)
	}
	registers := 0
	for registers*p.decls.GRF < 4*i.Exec.Size() {
		registers++
	}
	further := *i
	if o := &further.Operand[0]; o.Class == Indirect {
		o.Disp += int32(registers * p.decls.GRF)
	} else {
		o.Row += int32(registers)
	}
	var lists [2][]plainElement
	for n, inst := range []*Inst{i, &further} {
		lists[n] = p.elements(inst, 0)
		for lane, e := range lists[n] {
			if ChEn[lane] == 1 && e.bad {
				return &plainFault{0, lane}
			}
		}
		if f := p.twoRegisters(inst, 0, lists[n], ChEn); f != nil {
			return f
		}
	}
	precision, _, _ := plainExecution(words, "d")
	var halves [2][32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		known[lane] = ChEn[lane] == 1
		var v [3]*big.Int
		for n, s := range sources {
			known[lane] = known[lane] && s.known[lane]
			v[n] = plainModified(plainDecode(s.bits[lane], s.word), i.Operand[n+1].Mod.String(), s.word, precision).integer
		}
		all := plainWrap(new(big.Int).Add(new(big.Int).Mul(v[0], v[1]), v[2]), 64, true).Uint64()
		halves[0][lane], halves[1][lane] = all&(1<<32-1), all>>32
	}
	for n := range lists {
		p.write(i, halves[n], known, ChEn, lists[n])
	}
	return nil
}

// interpolated is line and plane, by their page's loop. The value is rounded after each product and sum.
func (p *plainState) interpolated(i *Inst, ChEn [32]int) *plainFault {
	if ChEn == [32]int{} {
		return nil
	}
	plane := i.Op.String() == "plane"
	wanted := []int{0, 3}
	if plane {
		wanted = []int{0, 1, 3}
	}
	numbers, written := map[int]plainNumber{}, true
	begin := len(p.trace)
	for _, n := range wanted {
		v, ok, bad := p.coefficient(i, n)
		if bad {
			return &plainFault{1, NoLane}
		}
		numbers[n], written = v, written && ok
	}
	shared := append([]plainTouch(nil), p.trace[begin:]...)
	p.trace = p.trace[:begin]
	var vectors []plainSource
	for part := range len(wanted) - 1 {
		s, f := p.vectorOf(i, part, ChEn)
		if f != nil {
			return f
		}
		vectors = append(vectors, s)
	}
	list := p.elements(i, 0)
	for lane, e := range list {
		if ChEn[lane] == 1 && e.bad {
			return &plainFault{0, lane}
		}
	}
	if f := p.twoRegisters(i, 0, list, ChEn); f != nil {
		return f
	}
	var bits [32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		if ChEn[lane] == 0 {
			continue
		}
		for _, x := range shared {
			x.lane = lane
			p.touch(x)
		}
		known[lane] = written
		r := numbers[3]
		for part, s := range vectors {
			if known[lane] = known[lane] && s.known[lane]; known[lane] {
				v := plainModified(plainDecode(s.bits[lane], s.word), i.Operand[2].Mod.String(), s.word, 32)
				r = plainNearest(plainSum(plainProduct(numbers[part], v), r), "f")
			}
		}
		if known[lane] {
			bits[lane] = plainConvert(r, "f", i.Sat)
		}
	}
	p.write(i, bits, known, ChEn, list)
	return nil
}

// coefficient is element n of the first source: of line by its region as if there were four lanes, of plane the nth dword.
func (p *plainState) coefficient(i *Inst, n int) (v plainNumber, known, bad bool) {
	one := *i
	one.Exec, _ = ExecOf(4, 0, true)
	if i.Op.String() == "plane" {
		one.Operand[1].Region = Region{0, 1, 0}
		if o := &one.Operand[1]; o.Class == Indirect {
			o.Disp += int32(4 * n)
		} else {
			o.Col += int32(n)
		}
	}
	var lanes [32]int
	lanes[n] = 1
	if i.Op.String() == "line" { // both, for two registers
		lanes[0], lanes[3] = 1, 1
	}
	begin := len(p.trace)
	later := p.later
	p.later = false
	s, f := p.read(&one, 1, lanes)
	p.later = later
	if f != nil {
		return v, false, true
	}
	for k := begin; k < len(p.trace); k++ {
		if t := p.trace[k]; t.lane == n {
			p.trace[begin] = t
		}
	}
	p.trace = p.trace[:min(begin+1, len(p.trace))]
	return plainModified(plainDecode(s.bits[n], s.word), i.Operand[1].Mod.String(), s.word, 32), s.known[n], false
}

// vectorOf is the second source of line, or u or v of plane: src1[0:7] and src1[8:15] for lanes 0 to 7, src1[16:23] and src1[24:31] for the others.
func (p *plainState) vectorOf(i *Inst, part int, ChEn [32]int) (s plainSource, f *plainFault) {
	if i.Op.String() == "line" {
		return p.read(i, 2, ChEn)
	}
	s.word = "f"
	for pass := range 2 { // all lanes are there before one is read
		for lane := range i.Exec.Size() {
			if ChEn[lane] == 0 {
				continue
			}
			element := lane + 8*part
			if lane >= 8 {
				element += 8
			}
			one := *i
			one.Exec, _ = ExecOf(1, 0, true)
			one.Operand[2].Region = Region{0, 1, 0}
			if o := &one.Operand[2]; o.Class == Indirect {
				o.Disp += int32(4 * element)
			} else {
				o.Col += int32(element)
			}
			if p.elements(&one, 2)[0].bad {
				return s, &plainFault{2, lane}
			}
			if pass == 0 {
				continue
			}
			begin := len(p.trace)
			v, _ := p.read(&one, 2, [32]int{1})
			for k := begin; k < len(p.trace); k++ {
				p.trace[k].lane = lane
			}
			s.bits[lane], s.known[lane] = v.bits[0], v.known[0]
		}
	}
	return s, nil
}

// planes gives line and plane operands.
func (c *plainCampaign) planes(i *Inst) {
	if i.Op == opPlane {
		i.Exec, _ = ExecOf(8<<c.IntN(2), []int{0, 2, 4}[c.IntN(3)], c.IntN(3) == 0)
	}
	dst, src := c.types(i.Op)
	i.Operand[0] = c.destination(dst)
	four := *i
	four.Exec, _ = ExecOf(4, 0, true)
	for i.Operand[1] = c.source(&four, src[0]); i.Operand[1].Class == Immediate; {
		i.Operand[1] = c.source(&four, src[0])
	}
	for i.Operand[2] = c.source(i, src[1]); i.Op == opPlane && i.Operand[2].Class == Immediate; {
		i.Operand[2] = c.source(i, src[1])
	}
	if i.Op == opPlane { // regions are ignored
		for k := 1; k < 3; k++ {
			if i.Operand[k].Region.V == Null {
				i.Operand[k].Region.V = 0
			}
		}
	}
	i.Sat = c.IntN(3) == 0
}
