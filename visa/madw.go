package visa

import "fmt"

// madw has one destination of 64 bits a lane, in two halves: the low ones lie as any other destination's, and the high ones in the registers behind those.
//
//	madw (M1, 8) V(0,0)<1> …        V  [ low 0 … low 7 ][ high 0 … high 7 ]      registers of 32 bytes

// halfBytes is how far the high half of a lane lies behind its low one: as many registers as packed dwords take.
func halfBytes(exec, grf int) int { return (4*exec + grf - 1) / grf * grf }

// furtherBytes is how much further than its region operand k reaches: high halves, and the vectors of plane.
func (i *Inst) furtherBytes(k, grf int) int {
	switch exec := i.Exec.Size(); {
	case i.Op == opMadw && k == 0:
		return halfBytes(exec, grf)
	case i.Op == opPlane && k == 2:
		return 4 * exec
	}
	return 0
}

// halves makes the second destination out of the first.
func (p *preparer) halves() error {
	s := p.step
	shift := halfBytes(p.exec, p.decls.GRF)
	switch h := int(s.inst.Operand[0].Region.H); {
	case s.dst.size != 4:
		return fmt.Errorf("madw writes d or ud, not %s", s.dst.typ)
	case 4*((p.exec-1)*h+1) > shift:
		return fmt.Errorf("the low halves of %d lanes, %d elements apart, reach into the registers of the high ones", p.exec, h)
	}
	s.second = s.dst
	p.further(&s.second, shift)
	return nil
}

// further moves the elements of a site by some bytes.
func (p *preparer) further(t *site, bytes int) {
	for lane := range p.exec {
		t.at[lane] += int32(bytes)
	}
	if t.class == General {
		p.bound(t)
		return
	}
	t.span += bytes // from the address, as before
}

// bound finds the lanes whose elements are not in the variable, and how the others lie.
func (p *preparer) bound(t *site) {
	r := &p.layout.rooms[t.variable]
	t.outside = 0
	for lane := range p.exec {
		if b := int(t.at[lane]) - r.base; b < 0 || b+t.size > r.size {
			t.outside |= 1 << lane
		}
	}
	t.arranged = t.arrange()
}

// ruleHalves: both halves of madw have a place.
func ruleHalves(c *Checker) {
	i := c.inst
	if i.Op != opMadw {
		return
	}
	complain := func(k int, format string, args ...any) {
		c.add(Finding{Rule: "two-halves", Operand: k, Message: fmt.Sprintf(format, args...)})
	}
	if c.exec > 16 {
		complain(-1, "madw is for up to 16 lanes, not %d", c.exec)
	}
	for k := 1; k < int(i.N); k++ {
		if t, ok := c.typeOf(i.At(k)); ok && t != D && t != UD {
			complain(k, "%s is of type %s, and madw multiplies d and ud", c.text(k), t)
		}
	}
	o := &i.Operand[0]
	shift := halfBytes(c.exec, c.Decls.GRF)
	if h := int(o.Region.H); h > 0 && 4*((c.exec-1)*h+1) > shift {
		complain(0, "%s: the low halves of %d lanes, %d elements apart, reach into the registers of the high ones; expected <1>", c.text(0), c.exec, h)
	}
	if o.Class != General || c.Decls.isPredefined(o.ID) {
		return
	}
	v := c.Decls.Variable(GeneralKind, o.ID)
	at := int(o.Row)*c.Decls.GRF + int(o.Col)*v.Type.Size()
	if _, off := c.Decls.root(o.ID); (off+at)%c.Decls.GRF != 0 {
		complain(0, "%s begins at byte %d, and the destination of madw at a register of %d bytes", c.text(0), off+at, c.Decls.GRF)
	}
	last := at + (c.exec-1)*int(o.Region.H)*4 + 3
	if size := v.Size(); v.Elems > 0 && last < size && last+shift >= size {
		complain(0, "undefined behaviour: the high halves of %s are written %d bytes behind the low ones, and end at byte %d behind the variable's last byte, %d", c.text(0), shift, last+shift, size-1)
	}
}
