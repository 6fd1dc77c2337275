package visa

import "fmt"

// Rules of where operands lie: in their variables, in their fields, at their alignment.

// ruleBounds names every lane whose element is not wholly inside what was declared. Variables of unknown size have no bounds, and predefined ones are as large as the hardware makes them.
func ruleBounds(c *Checker, k int, o *Operand) {
	switch o.Class {
	case Predicate:
		c.predicateBounds(k, o)
		return
	case State, AddressOf:
		c.stateBounds(k, o)
		return
	}
	v := c.Decls.Variable(GeneralKind, o.ID)
	if v.Elems == 0 || c.Decls.isPredefined(o.ID) || !c.soundRegion(k, o.Region) {
		return
	}
	a, _ := c.Decls.Access(o, c.exec)
	size := v.Size()
	if a.End() <= size {
		return
	}
	f := Finding{Rule: "out-of-bounds", Operand: k}
	for lane := range c.exec {
		if b := a.Byte(lane); b+a.Size > size {
			f.Lanes, f.Bytes = append(f.Lanes, lane), append(f.Bytes, b)
		}
	}
	what := "reads"
	if c.inst.Role(k) == Dest {
		what = "writes"
	}
	f.Message = fmt.Sprintf("undefined behaviour: %s %s behind its variable's last byte, %d: %s", c.text(k), what, size-1, lanesAndBytes(f.Lanes, f.Bytes))
	c.add(f)
}

// stateBounds: movs uses an element for each lane, the others one. The place of a general variable is no access.
func (c *Checker) stateBounds(k int, o *Operand) {
	first, n := int(o.Offset), 1
	if c.inst.Op == opMovs {
		n = c.exec
	}
	if o.Class == AddressOf {
		first = int(o.Disp)
	}
	v := c.Decls.Variable(o.Kind, o.ID)
	if o.Kind == GeneralKind || v.Elems == 0 || first+n <= v.Elems {
		return
	}
	f := Finding{Rule: "out-of-bounds", Operand: k}
	if n > 1 {
		for lane := max(v.Elems-first, 0); lane < n; lane++ {
			f.Lanes = append(f.Lanes, lane)
		}
	}
	f.Message = fmt.Sprintf("undefined behaviour: %s uses elements %d to %d of a variable that has 0 to %d", c.text(k), first, first+n-1, v.Elems-1)
	c.add(f)
}

// predicateBounds: a predicate has an element for each lane, from the mask's offset on.
func (c *Checker) predicateBounds(k int, o *Operand) {
	v := c.Decls.Variable(PredicateKind, o.ID)
	first := c.inst.Exec.Offset()
	if v.Elems == 0 || first+c.exec <= v.Elems {
		return
	}
	f := Finding{Rule: "out-of-bounds", Operand: k}
	for lane := max(v.Elems-first, 0); lane < c.exec; lane++ {
		f.Lanes = append(f.Lanes, lane)
	}
	f.Message = fmt.Sprintf("undefined behaviour: %s has %d elements, and lanes from %d on use elements from %d on", c.text(k), v.Elems, f.Lanes[0], first+f.Lanes[0])
	c.add(f)
}

// ruleColumn: the same element has a spelling with a column inside the register.
func ruleColumn(c *Checker, k int, o *Operand) {
	size := int32(c.Decls.Variable(GeneralKind, o.ID).Type.Size())
	perRow := int32(c.Decls.GRF) / size
	if o.Col < perRow {
		return
	}
	row, col := int64(o.Row)+int64(o.Col/perRow), o.Col%perRow
	f := Finding{Rule: "column", Operand: k}
	f.Message = fmt.Sprintf("column %d is not in the register: %d bytes hold columns 0 to %d", o.Col, c.Decls.GRF, perRow-1)
	if row <= 255 {
		f.Message += fmt.Sprintf("; the same element is (%d,%d)", row, col)
		f.Rewrite = c.rewritten(k, func(o *Operand) { o.Row, o.Col = int32(row), col })
	}
	c.add(f)
}

func ruleFieldRange(c *Checker, k int, o *Operand) {
	check := func(what string, v, most int32) {
		if v < 0 || v > most {
			c.add(Finding{Rule: "field-range", Operand: k, Message: fmt.Sprintf("%s: the %s %d does not fit in its field: 0 to %d", c.text(k), what, v, most)})
		}
	}
	switch o.Class {
	case General:
		check("row", o.Row, 255)
		check("column", o.Col, 255)
	case Raw:
		check("offset", o.Disp, 65535)
	case State:
		if o.Offset != bareSurface {
			check("element", o.Offset, 255)
		}
	case AddressOf:
		if err := o.Storable(c.Decls); err != nil {
			c.add(Finding{Rule: "field-range", Operand: k, Message: fmt.Sprintf("%s: %v", c.text(k), err)})
		}
	default:
		check("element", o.Offset, 255)
	}
}

func ruleIndirectOffset(c *Checker, k int, o *Operand) {
	if o.Disp >= -512 && o.Disp <= 511 {
		return
	}
	near := min(max(o.Disp, -512), 511)
	c.add(Finding{
		Rule: "indirect-offset", Operand: k,
		Message: fmt.Sprintf("%s: the offset %d is not one of -512 to 511 bytes; nearest: %d", c.text(k), o.Disp, near),
		Rewrite: c.rewritten(k, func(o *Operand) { o.Disp = near }),
	})
}

func ruleIndirectType(c *Checker, k int, o *Operand) {
	if o.Type.IsPacked() || o.Type == Bool {
		c.add(Finding{Rule: "indirect-type", Operand: k, Message: fmt.Sprintf("%s: memory holds no elements of type %s; v, uv and vf are immediates, bool predicates", c.text(k), o.Type)})
	}
}

// ruleIndirectAlign cannot see the addresses. They are aligned if they come from addr_add of a variable of the type, and then the offset decides.
func ruleIndirectAlign(c *Checker, k int, o *Operand) {
	if size := int32(o.Type.Size()); o.Disp%size != 0 {
		c.add(Finding{
			Rule: "indirect-alignment", Operand: k, Warning: true,
			Message: fmt.Sprintf("%s: the offset %d is no multiple of the %d bytes of %s: undefined behaviour in every lane whose address is one", c.text(k), o.Disp, size, o.Type),
		})
	}
}

// ruleAddressWidth: a destination's width is ignored.
func ruleAddressWidth(c *Checker, k int, o *Operand) {
	if _, ok := execCode(int(o.Width)); ok && o.Width <= 16 || c.inst.Role(k) == Dest {
		return
	}
	near := int32(1)
	for near < 16 && near < o.Width {
		near *= 2
	}
	c.add(Finding{
		Rule: "address-width", Operand: k,
		Message: fmt.Sprintf("%s: the width %d is not 1, 2, 4, 8 or 16; nearest: %d", c.text(k), o.Width, near),
		Rewrite: c.rewritten(k, func(o *Operand) { o.Width = near }),
	})
}

// ruleAddressBounds: at most the size, where the seed says less than it: erratum 202.
func ruleAddressBounds(c *Checker, k int, o *Operand) {
	v := c.Decls.Variable(AddressKind, o.ID)
	n := o.Width
	switch {
	case o.Class == Indirect:
		n = int32(o.addresses(c.exec))
	case c.inst.Role(k) == Dest:
		n = int32(c.exec)
	}
	if v.Elems == 0 || int(o.Offset)+int(n) <= v.Elems {
		return
	}
	f := Finding{Rule: "address-bounds", Operand: k}
	f.Message = fmt.Sprintf("%s uses elements %d to %d of an address variable that has 0 to %d", c.text(k), o.Offset, o.Offset+n-1, v.Elems-1)
	if int(n) <= v.Elems {
		near := int32(v.Elems) - n
		f.Message += fmt.Sprintf("; nearest: element %d", near)
		f.Rewrite = c.rewritten(k, func(o *Operand) { o.Offset = near })
	}
	c.add(f)
}

// ruleRawAlign: an alias counts from its base, and what is smaller than a register is aligned only if it says so.
func ruleRawAlign(c *Checker, k int, o *Operand) {
	if o.ID == 0 && c.Decls.isPredefined(0) {
		return // %null is nowhere
	}
	base, off := c.Decls.root(o.ID)
	root := c.Decls.Variable(GeneralKind, base)
	at := int(o.Disp) + off
	grf := c.Decls.GRF
	switch {
	case at%grf != 0:
		f := Finding{Rule: "raw-alignment", Operand: k, Bytes: []int{at}}
		f.Message = fmt.Sprintf("%s begins at byte %d, which is no multiple of the %d bytes of a register", c.text(k), at, grf)
		if near := o.Disp - int32(at%grf); near >= 0 {
			f.Message += fmt.Sprintf("; nearest: %d", near)
			f.Rewrite = c.rewritten(k, func(o *Operand) { o.Disp = near })
		}
		c.add(f)
	case root.Elems > 0 && root.Size() < grf && root.Align < AlignGRF:
		c.add(Finding{Rule: "raw-alignment", Operand: k, Message: fmt.Sprintf("%s: a variable of %d bytes lies anywhere in a register; align=GRF in its declaration puts it at the beginning", c.text(k), root.Size())})
	}
}

// owordBytes is the bytes of an oword.
const owordBytes = 16

func ruleRawBounds(c *Checker, k int, o *Operand) {
	v := c.Decls.Variable(GeneralKind, o.ID)
	if c.Decls.isPredefined(o.ID) || v.Elems == 0 {
		return
	}
	f := Finding{Rule: "raw-bounds", Operand: k, Bytes: []int{int(o.Disp)}}
	length := c.inst.rawBytes(k, c.Decls.GRF)
	switch end := int(o.Disp) + length; {
	case int(o.Disp) >= v.Size():
		f.Message = fmt.Sprintf("undefined behaviour: %s begins behind its variable's last byte, %d", c.text(k), v.Size()-1)
	case end > v.Size():
		f.Message = fmt.Sprintf("undefined behaviour: %s has %d bytes and ends at byte %d, behind its variable's last one, %d", c.text(k), length, end-1, v.Size()-1)
	default:
		return
	}
	c.add(f)
}

// ruleAliasBounds: an alias is bytes of another variable, all of them.
func ruleAliasBounds(c *Checker, k int, o *Operand) {
	if o.Class == AddressOf && o.Kind != GeneralKind {
		return
	}
	for id, depth := o.ID, 0; depth < maxAliases; depth++ {
		v := c.Decls.Variable(GeneralKind, id)
		if v.Alias < 0 {
			return
		}
		base := c.Decls.Variable(GeneralKind, uint32(v.Alias))
		if past := v.AliasOff + v.Size() - base.Size(); past > 0 && base.Elems > 0 && !c.Decls.isPredefined(uint32(v.Alias)) {
			c.add(Finding{Rule: "alias-bounds", Operand: k, Message: fmt.Sprintf("%s: %s ends %d bytes behind %s, of which it is a part",
				c.text(k), c.Decls.Name(GeneralKind, id), past, c.Decls.Name(GeneralKind, uint32(v.Alias)))})
			return
		}
		id = uint32(v.Alias)
	}
}

// readOnly says whether a destination is a predefined variable that is not written: of tsc only (0,4) is, of sr0 (0,2) and (0,3).
func (d *Decls) readOnly(o *Operand) bool {
	if o.Class != General || !d.isPredefined(o.ID) || o.ID >= uint32(len(predefined)) {
		return false
	}
	switch o.ID {
	case tscID:
		return o.Row != 0 || o.Col != 4
	case sr0ID:
		return o.Row != 0 || o.Col != 2 && o.Col != 3
	}
	return !predefined[o.ID].writable
}

func ruleReadOnly(c *Checker, k int, o *Operand) {
	if c.inst.Role(k) == Dest && c.Decls.readOnly(o) {
		c.add(Finding{Rule: "read-only", Operand: k, Message: fmt.Sprintf("%s is predefined and not written", c.text(k))})
	}
}

func rulePredefinedAddress(c *Checker, k int, o *Operand) {
	if o.Kind == GeneralKind && c.Decls.isPredefined(o.ID) {
		c.add(Finding{Rule: "predefined-address", Operand: k, Message: fmt.Sprintf("%s: a predefined variable has no address", c.text(k))})
	}
}
