package g13

// Bits is the bits of the form on which the text of operand n depends: its own fields, and those of other operands that decide how they are read.
func (f Form) Bits(n int) (bits Word) {
	form := &forms()[f]
	o := &form.operands[n]
	for _, s := range append([]span{o.typ, o.mod, o.count}, o.value...) {
		bits.fill(s)
	}
	for _, field := range readBy[o.Kind] {
		bits.fill(form.named[field])
	}
	return bits
}

// ValueBits is the bits of operand n's number alone, where they stand in the order in which they are read, and the bits of its type.
func (f Form) ValueBits(n int) (value, typ Word, inOrder bool) {
	o := &forms()[f].operands[n]
	inOrder = true
	at := uint8(0)
	for _, s := range o.value {
		inOrder = inOrder && s.pos != zeroBits && s.pos >= at
		at = s.pos + s.width
		value.fill(s)
	}
	typ.fill(o.typ)
	return value, typ, inOrder
}

// readBy is the fields that an operand of a kind reads besides its own.
var readBy = [numKinds][]int{
	CmpselSrc: {fieldDt},
	AtomicS:   {fieldOp},
	Sample:    {fieldInterp},
	Moving:    {fieldOu},
	OptUBase:  {fieldTt},
	Texture:   {fieldTt},
	Coords:    {fieldDim, fieldDimx, fieldC16, fieldDiscard},
	Lod:       {fieldDim, fieldDimx, fieldLod},
	Compare:   {fieldShadow, fieldOffset},
}

// NameBits is the bits of the form that decide its name.
func (f Form) NameBits() (bits Word) {
	form := &forms()[f]
	for k := range form.aliases {
		bits = bits.or(form.aliases[k].mask)
	}
	if form.flags&saturates != 0 {
		bits.fill(form.sat)
	}
	return bits
}

// SilentBits is the bits of the form of which no text says anything, and what they usually are.
func (f Form) SilentBits() (bits, usual Word) {
	form := &forms()[f]
	return form.silent, form.start.and(form.silent)
}

// LengthBits is, of a form with a short and a long length, the bit that is set in the long one and the bits that the short one lacks.
func (f Form) LengthBits() (long, lacking Word) {
	form := &forms()[f]
	if form.length.width == 0 {
		return
	}
	long.fill(form.length)
	all := Word{^uint64(0), 1<<32 - 1}
	return long, all.from(8 * form.bytes(false)).Xor(all.from(form.row.width))
}

// Fixed is the form's fixed bits and its usual values, all other fields 0.
func (f Form) Fixed() Word { return forms()[f].start }

func (w *Word) fill(s span) {
	if s.pos != zeroBits {
		w.set(s, s.mask())
	}
}

// Hidden is which operands are not in the text under the form's alias k, or under its own name if there is no such alias.
func (f Form) Hidden(k int) []bool {
	if all := forms()[f].aliases; k < len(all) {
		return all[k].hidden
	}
	return nil
}

// Scalar is operand n, of a kind with many values, where it is a number or one register or uniform and these bits are its only encoding. It spares the way over an
// Arg. Without a size it is the number v; otherwise v is the first half.
func (i Inst) Scalar(n int) (v int64, file Class, size int, ok bool) {
	f := &forms()[i.Form]
	o := &f.operands[n]
	raw := o.number(i.Word)
	switch o.Kind {
	case Uint:
		return int64(raw), Number, 0, true
	case PCRel:
		width := o.value[0].width
		return int64(raw<<(64-width)) >> (64 - width), Number, 0, true
	case Offset, Moving:
		if i.Word.get(o.typ) == 0 {
			return int64(raw), Register, 32, raw&1 == 0 && raw < 256
		}
		return int64(int16(raw)), Number, 0, o.Kind == Offset || i.field(fieldOu) == 0
	case HalfOr:
		return int64(int16(raw)), Number, 0, i.Word.get(o.typ) != 0
	case Lod:
		switch i.field(fieldLod) {
		case lodAuto:
			return 0, Number, 0, raw == 0
		case lodBias, lodMin:
			return int64(raw), Uniform, 16, true
		case lodBias + lodFromRegister, lodMin + lodFromRegister:
			return int64(raw), Register, 16, true
		}
	}
	return 0, Number, 0, false
}
