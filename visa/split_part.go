package visa

import "math/bits"

// part is what lanes first to first+n-1 of the instruction do, as an instruction of its own; ok is false if no instruction says it.
func (i *Inst) part(first, n int, d *Decls) (p Piece, ok bool) {
	p = Piece{Inst: *i, First: first, N: n}
	off := i.Exec.Offset() + first
	switch named := off%4 == 0 && off%n == 0 && off+n <= 32; {
	case named:
		p.Inst.Exec, _ = ExecOf(n, off/4, i.Exec.NoMask())
	case i.usesBits():
		return p, false
	default:
		p.Inst.Exec, _ = ExecOf(n, 0, true)
		p.Unmasked = !i.Exec.NoMask()
	}
	for k := range int(p.Inst.N) {
		o, ok := i.At(k).part(first, n, i.Exec.Size(), i.Role(k), d)
		if !ok {
			return p, false
		}
		p.Inst.Set(k, o)
	}
	if o := &p.Inst.Operand[1]; i.Op == opSetp && o.Region == Scalar { // of a scalar, setp takes the bits: this one is a vector whose lanes are one element
		o.Region = Region{0, 2, 0}
		if n == 1 {
			o.Region = Region{1, 1, 0}
		}
	}
	return p, true
}

// usesBits says whether lanes use bits of a predicate, which the mask's offset chooses.
func (i *Inst) usesBits() bool {
	if i.Guard != 0 {
		return true
	}
	for k := range int(i.N) {
		if i.At(k).Class == Predicate {
			return true
		}
	}
	return false
}

// part is the operand for lanes first to first+n-1 of exec.
func (o Operand) part(first, n, exec int, role Role, d *Decls) (Operand, bool) {
	switch o.Class {
	case General:
		a, _ := d.Access(&o, exec)
		b := a.Byte(first)
		o.Row, o.Col = int32(b/d.GRF), int32(b%d.GRF/a.Size)
		var ok bool
		o.Region, ok = o.Region.part(first, n, role)
		return o, ok
	case Indirect:
		return o.indirectPart(first, n, role)
	case Address:
		return o.addressPart(first, n, role)
	case Immediate:
		return o.packedPart(first), true
	case Predicate, AddressOf:
		return o, true // the mask's offset says which bits; a place is the same for all lanes
	}
	return o, false
}

// part is the region of lanes first to first+n-1, seen from their first element, in its canonical spelling.
//
//	<8;4,1>, 4 lanes from lane 4 on    <1;1,0>
func (r Region) part(first, n int, role Role) (Region, bool) {
	if role == Dest {
		return r, true
	}
	for s := range LegalRegions(n) {
		same := true
		for k := 0; k < n && same; k++ {
			same = s.Index(k) == r.Index(first+k)-r.Index(first)
		}
		if same {
			return s.Canonical(n), true
		}
	}
	return r, false
}

// indirectPart moves the byte offset, or, where rows have addresses, goes on to the row's. Lanes inside one row have one address.
//
//	r[A0(0),0]<4,2>:d, from lane 8 on, 4    r[A0(2),0]<4,2>:d
//	                   from lane 6 on, 2    r[A0(1),16]<2;1,0>:d
func (o Operand) indirectPart(first, n int, role Role) (Operand, bool) {
	size := o.Type.Size()
	r := o.Region
	if role == Source && r.IsMultiAddress() {
		w := int(r.W)
		if w <= 0 {
			return o, false
		}
		o.Offset += int32(first / w)
		in := first % w
		if in == 0 && n >= w {
			return o, true
		}
		if in+n > w {
			return o, false
		}
		o.Disp += int32(in * int(r.H) * size)
		o.Region = Region{r.H, 1, 0}.Canonical(n)
		return o, true
	}
	o.Disp += int32(r.Index(first) * size)
	var ok bool
	o.Region, ok = r.part(first, n, role)
	return o, ok
}

// addressPart goes on in the address variable. A source's elements repeat after its width.
func (o Operand) addressPart(first, n int, role Role) (Operand, bool) {
	w := int(o.Width)
	switch {
	case role == Dest:
		o.Offset += int32(first)
		o.Width = int32(min(n, max(w, 1)))
		return o, true
	case w <= 0:
		return o, false
	case n <= w && first%w+n <= w:
		o.Offset, o.Width = o.Offset+int32(first%w), int32(n)
		return o, true
	}
	return o, first%w == 0
}

// packedPart turns a packed immediate until the first lane's element is lowest. Behind its last element, lanes read what is undefined, and hardware that begins again from
// the first one does so in the pieces too.
func (o Operand) packedPart(first int) Operand {
	switch o.Type {
	case V, UV:
		o.Imm = uint64(bits.RotateLeft32(uint32(o.Imm), -4*first))
	case VF:
		o.Imm = uint64(bits.RotateLeft32(uint32(o.Imm), -8*first))
	}
	return o
}
