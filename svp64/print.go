package svp64

import "strconv"

// String is the instruction as text, in the spelling of 2024: a star marks a vector, and specifiers are in the order of the alphabet.
func (i Inst) String() string { return string(i.AppendText(nil)) }

// AppendText appends the text.
func (i Inst) AppendText(b []byte) []byte {
	b = append(append(b, prefixes[i.Form]...), i.Name()...)
	if i.Form != Pair {
		b = i.appendSpecifiers(b)
	}
	b = i.appendReg(append(b, ' '), i.RT)
	b = i.appendReg(append(b, ','), i.RA)
	return i.Swizzle.append(append(b, ','))
}

// appendReg appends an operand: r4 in the pair form, 4 and *4 behind a prefix, where the number is that of an extended file.
func (i Inst) appendReg(b []byte, r Reg) []byte {
	switch {
	case i.Form == Pair:
		b = append(b, i.file()...)
	case r.Vector:
		b = append(b, '*')
	}
	return strconv.AppendUint(b, uint64(r.No), 10)
}

// appendSpecifiers appends them in the order of the alphabet.
func (i Inst) appendSpecifiers(b []byte) []byte {
	dm, sm := i.predicate(i.DstMask), i.predicate(i.SrcMask)
	if dm != sm && dm != "" {
		b = append(append(b, "/dm="...), dm...)
	}
	if i.DstWidth != i.SrcWidth && i.DstWidth != W64 {
		b = i.DstWidth.append(append(b, "/dw="...))
	}
	if i.DZ && !i.SZ {
		b = append(b, "/dz"...)
	}
	if dm == sm && dm != "" {
		b = append(append(b, "/m="...), dm...)
	}
	switch i.Sat {
	case Signed:
		b = append(b, "/sats"...)
	case Unsigned:
		b = append(b, "/satu"...)
	}
	if dm != sm && sm != "" {
		b = append(append(b, "/sm="...), sm...)
	}
	if i.DstWidth != i.SrcWidth && i.SrcWidth != W64 {
		b = i.SrcWidth.append(append(b, "/sw="...))
	}
	if i.SZ && !i.DZ {
		b = append(b, "/sz"...)
	}
	if n := i.subVL(); n > 1 {
		b = strconv.AppendInt(append(b, "/vec"...), int64(n), 10)
	}
	if i.DstWidth == i.SrcWidth && i.DstWidth != W64 {
		b = i.DstWidth.append(append(b, "/w="...))
	}
	if i.SZ && i.DZ {
		b = append(b, "/zz"...)
	}
	return b
}

func (w Width) append(b []byte) []byte { return strconv.AppendInt(b, int64(w.Bits()), 10) }

// predicate is the name of a predicate; that of none is empty.
func (i Inst) predicate(p Predicate) string {
	if i.CR {
		return crPredicates[p&7]
	}
	return intPredicates[p&7]
}
