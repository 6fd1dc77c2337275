package g13

// Bits is the bits of the form on which the text of operand n depends: its own fields, and those of other operands that decide how they are read.
func (f Form) Bits(n int) (bits Word) {
	form := &forms()[f]
	o := &form.operands[n]
	for _, s := range append([]span{o.typ, o.mod, o.count}, o.value...) {
		bits.fill(s)
	}
	for _, field := range kinds[o.Kind].reads {
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
