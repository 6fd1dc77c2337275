package visa

import "fmt"

// Append appends the operand's bytes. It is the inverse of Decode for everything that Decode accepts; a number that does not fit is an error.
func (o *Operand) Append(b []byte, role Role, f Format) ([]byte, error) {
	switch {
	case o.Class == AddressOf:
		return b, fmt.Errorf("an address-of is not stored: it is a general or state operand in bytes, by the variable's type")
	case o.Class == Immediate && role == Dest:
		return b, errNotDest
	case role == Dest && (o.Class == General || o.Class == Indirect) && (o.Region.V != Null || o.Region.W != Null):
		return b, fmt.Errorf("the region %s of a destination has no encoding: there, bytes have a horizontal stride alone", o.Region)
	}
	if o.Class != Raw {
		b = append(b, byte(o.Class)|byte(o.Mod)<<3|byte(o.Rest<<6))
	}
	var code uint16
	if o.Class == General || o.Class == Indirect {
		var err error
		if code, err = o.Region.Word(); err != nil {
			return b, err
		}
	}
	var word uint64
	pos, rest := 0, 2
	for _, s := range &layouts[o.Class] {
		if s.slot == slotEnd || s.slot == slotHigh && !o.Type.hasHigh() {
			break
		}
		width := s.bits(f)
		v, err := o.get(s.slot, width, code)
		if err != nil {
			return b, err
		}
		if s.slot == slotRest || ignored(s.slot, role) || s.slot == slotWidth && o.Width == 0 {
			if kept := o.Rest >> rest & (1<<width - 1); kept != 0 || s.slot != slotWidth {
				v = kept
			}
			rest += width
		}
		for word |= uint64(v) << pos; pos+width >= 8; width -= 8 {
			b, word = append(b, byte(word)), word>>8
		}
		pos += width
	}
	return b, nil
}

// get is the value of a field; it must fit in the bits.
func (o *Operand) get(s slot, width int, region uint16) (uint32, error) {
	switch s {
	case slotID:
		return fits("identifier", int64(o.ID), 0, width)
	case slotRow:
		return fits("row", int64(o.Row), 0, width)
	case slotCol:
		return fits("column", int64(o.Col), 0, width)
	case slotV:
		return uint32(region & 15), nil
	case slotW:
		return uint32(region >> 4 & 15), nil
	case slotH:
		return uint32(region >> 8 & 15), nil
	case slotOffset:
		return fits("offset", int64(o.Offset), 0, width)
	case slotBytes:
		return fits("offset", int64(o.Disp), 0, width)
	case slotDisp:
		return fits("indirect offset", int64(o.Disp), -1<<(width-1), width)
	case slotWidth:
		return o.widthCode()
	case slotType:
		return uint32(o.Type), nil
	case slotKind:
		return uint32(o.Kind), nil
	case slotLow:
		return uint32(o.Imm), nil
	case slotHigh:
		return uint32(o.Imm >> 32), nil
	}
	return 0, nil // a reserved field: the caller has its bits
}

// fits says whether v is one of the 1<<width numbers from least on, and gives its lowest bits.
func fits(what string, v, least int64, width int) (uint32, error) {
	if most := least + 1<<width - 1; v < least || v > most {
		return 0, fmt.Errorf("%s %d does not fit in %d bits: it is one of %d to %d", what, v, width, least, most)
	}
	return uint32(v) & uint32(1<<width-1), nil
}

// widthCode is the code of an address operand's width. Width 0 has the first code that is no size, as the tool writes it.
func (o *Operand) widthCode() (uint32, error) {
	if o.Width == 0 {
		return numExecSizes, nil
	}
	c, ok := execCode(int(o.Width))
	if !ok {
		return 0, fmt.Errorf("width %d of an address operand has no code: 1, 2, 4, 8, 16 and 32 have", o.Width)
	}
	return uint32(c), nil
}

// Said is the operand without what its text does not say: reserved bits, ignored fields, modifiers where none may stand. sat is said by the mnemonic.
func (o Operand) Said(role Role) Operand {
	o.Rest = 0
	switch {
	case o.Class != General && o.Class != Indirect:
		o.Mod = NoModifier
	case role == Dest && o.Mod != Sat, role == Source && o.Mod == Sat:
		o.Mod = NoModifier
	}
	return o
}

// Reserved are the bits that are set and that the operand's text does not say, as a mask over its bytes; nil if there are none.
func (o *Operand) Reserved(role Role, f Format) []byte {
	said := o.Said(role)
	if said == *o {
		return nil
	}
	all, err := o.Append(nil, role, f)
	rest, err2 := said.Append(nil, role, f)
	if err != nil || err2 != nil {
		return nil
	}
	var any byte
	for i := range all {
		all[i] ^= rest[i]
		any |= all[i]
	}
	if any == 0 {
		return nil
	}
	return all
}
