package visa

import (
	"fmt"
	"math"
)

// line and plane have coefficients that all lanes share, elements 0, 1 and 3 of their first source; plane has two vectors in its second one, eight lanes of each after another:
//
//	line   dst = p·u + r              first source   [ p   q   –   r ]
//	plane  dst = p·u + q·v + r        second source  [ u 0-7 ][ v 0-7 ][ u 8-15 ][ v 8-15 ]

// coefficients are the four elements of the first source, whatever region plane names; byEight is every other eight elements.
var (
	coefficients = Region{0, 4, 1}
	byEight      = Region{16, 8, 1}
)

const (
	constantLane = 3 // r
	planeRow     = 8
)

// plane prepares line and plane: sites of the coefficients and of each vector.
func (p *preparer) plane() error {
	s, i := p.step, p.step.inst
	if err := p.channels(); err != nil {
		return err
	}
	if i.Op == opPlane && p.exec != 8 && p.exec != 16 {
		return fmt.Errorf("plane is for 8 or 16 lanes, not %d", p.exec)
	}
	if err := p.site(&s.dst, 0, &i.Operand[0], Dest); err != nil {
		return err
	}
	if err := p.coefficients(); err != nil {
		return err
	}
	if err := p.vectors(); err != nil {
		return err
	}
	s.sources, s.sat = 1+s.meaning.planes, i.Sat
	s.setExecution()
	for k := range int(i.N) {
		if t, _ := s.site(k); t.typ != F && (k == 0 || i.Op == opPlane || t.typ != HF) {
			return fmt.Errorf("%s computes with f, not %s: no document says how", i.Op, t.typ)
		}
	}
	s.run = (*Machine).interpolate
	return nil
}

// coefficients is the first source: four elements.
func (p *preparer) coefficients() error {
	o := p.step.inst.Operand[1]
	if o.Class == Immediate {
		return fmt.Errorf("%s: the coefficients are elements of a variable", o.Text(Source, p.decls))
	}
	exec := p.exec
	if p.exec = 4; p.step.inst.Op == opPlane {
		o.Region = coefficients
	}
	t := &p.step.src[0]
	err := p.site(t, 1, &o, Source)
	p.exec, t.multi = exec, false // no lane has an address of its own
	return err
}

// vectors are in the second source, each in a site.
func (p *preparer) vectors() error {
	s, o := p.step, p.step.inst.Operand[2]
	if s.inst.Op == opLine {
		return p.site(&s.src[1], 2, &o, Source)
	}
	if o.Class == Immediate {
		return fmt.Errorf("%s: the vectors are elements of a variable", o.Text(Source, p.decls))
	}
	o.Region = byEight
	for n := range 2 {
		t := &s.src[1+n]
		if err := p.site(t, 2, &o, Source); err != nil {
			return err
		}
		t.long = false // 16 lanes of both are more than two registers
		p.further(t, n*planeRow*t.size)
	}
	return nil
}

// interpolate is line and plane. Each product is added and rounded once, to the last coefficient first, as the finaliser has it where the hardware has no plane.
func (m *Machine) interpolate(s *step) *Fault {
	f := &m.frame
	known := f.enabled
	if known == 0 {
		return nil
	}
	used := low(s.meaning.planes) | 1<<constantLane
	if fault := m.fetch(s, 0, used); fault != nil {
		fault.Lane = NoLane // all lanes have it
		return fault
	}
	if f.known[0] != used {
		known = 0
	}
	for k := range s.meaning.planes {
		if fault := m.fetch(s, 1+k, f.enabled); fault != nil {
			return fault
		}
		known &= f.known[1+k]
	}
	at, fault := m.reach(s, f.enabled)
	if fault != nil {
		return fault
	}
	f.known[dstSite] = known
	c, r := s.values(f, 0), &f.values[dstSite]
	for lane := range r[:s.size] {
		r[lane] = c[constantLane]
	}
	for k := range s.meaning.planes {
		p, v := math.Float64frombits(c[k]), s.values(f, 1+k)
		for lane, x := range r[:s.size] {
			sum := fusedToOdd(p, math.Float64frombits(v[lane&31]), math.Float64frombits(x))
			r[lane] = math.Float64bits(float64(float32(math.Float64frombits(sum))))
		}
	}
	m.computedNaN = m.computedNaN || notNumbers(r[:s.size])&known != 0
	s.ofFloats(f.bits[dstSite][:s.size], r[:s.size])
	m.put(s, at)
	return nil
}

// planeTouches are what each lane read: the coefficients too.
func (s *Step) planeTouches() (all []Touch) {
	f := &s.m.frame
	for lane := range each(f.enabled) {
		for c := range each(f.lanes[0]) {
			from := len(all)
			all = s.touch(all, c, 0, &s.step.src[0])
			for k := from; k < len(all); k++ {
				all[k].Lane = lane
			}
		}
		for k := range s.step.meaning.planes {
			all = s.touch(all, lane, 1+k, &s.step.src[1+k])
		}
		all = s.touch(all, lane, dstSite, &s.step.dst)
	}
	return all
}

// rulePlane: lanes and places of plane, and the coefficients of both.
func rulePlane(c *Checker) {
	i := c.inst
	if i.Op != opPlane && i.Op != opLine {
		return
	}
	complain := func(k int, format string, args ...any) {
		c.add(Finding{Rule: "plane-operands", Operand: k, Message: fmt.Sprintf(format, args...)})
	}
	if i.Op == opPlane && c.exec != 8 && c.exec != 16 {
		complain(-1, "plane is for 8 or 16 lanes, not %d", c.exec)
	}
	for k := 1; k < 3; k++ {
		if o := i.At(k); o.Class == Immediate && (k == 1 || i.Op == opPlane) {
			complain(k, "%s: %s reads several elements of a variable here", c.text(k), i.Op)
		}
	}
	if i.Op == opPlane {
		c.planePlace(1, 16, 4)
		c.planePlace(2, c.Decls.GRF, 2*c.exec)
	}
}

// planePlace holds the place of a source of plane against its alignment, and against its variable as far as the elements that no region names.
func (c *Checker) planePlace(k, align, elems int) {
	o := c.inst.At(k)
	if o.Class != General || c.Decls.isPredefined(o.ID) {
		return
	}
	v := c.Decls.Variable(GeneralKind, o.ID)
	at := int(o.Row)*c.Decls.GRF + int(o.Col)*v.Type.Size()
	if _, off := c.Decls.root(o.ID); (off+at)%align != 0 {
		c.add(Finding{Rule: "plane-operands", Operand: k, Message: fmt.Sprintf("%s begins at byte %d, which is no multiple of %d", c.text(k), off+at, align)})
	}
	size, read := v.Size(), at+min(c.exec, elems)*v.Type.Size()
	if end := at + elems*v.Type.Size(); v.Elems > 0 && end > size && read <= size {
		c.add(Finding{Rule: "plane-operands", Operand: k, Message: fmt.Sprintf("undefined behaviour: plane reads %d elements from %s on, to byte %d, behind the variable's last byte, %d", elems, c.text(k), end-1, size-1)})
	}
}
