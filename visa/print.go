package visa

import "strconv"

// AppendText appends the operand as the tool prints it. A destination's .sat is not part of it: it stands on the mnemonic.
func (o *Operand) AppendText(b []byte, role Role, d *Decls) []byte {
	if (o.Class == General || o.Class == Indirect) && role == Source && o.Mod != Sat && o.Mod < numModifiers {
		b = append(b, modifierText[o.Mod]...)
	}
	switch o.Class {
	case General:
		b = d.appendName(b, GeneralKind, o.ID)
		b = appendInt(append(b, '('), int64(o.Row))
		b = appendInt(append(b, ','), int64(o.Col))
		return o.Region.appendText(append(b, ')'))
	case Address:
		b = appendInt(append(d.appendName(b, AddressKind, o.ID), '('), int64(o.Offset))
		return append(appendInt(append(b, ")<"...), int64(o.Width)), '>')
	case Predicate:
		return d.appendName(b, PredicateKind, o.ID)
	case Indirect:
		b = appendInt(append(d.appendName(append(b, "r["...), AddressKind, o.ID), '('), int64(o.Offset))
		b = appendInt(append(b, "),"...), int64(o.Disp))
		return append(append(o.Region.appendText(append(b, ']')), ':'), o.Type.String()...)
	case AddressOf:
		if b = d.appendName(append(b, '&'), o.Kind, o.ID); o.Disp != 0 {
			b = append(appendInt(append(b, '['), int64(o.Disp)), ']')
		}
		return b
	case Immediate:
		b = strconv.AppendUint(append(b, "0x"...), o.Imm, 16)
		return append(append(b, ':'), o.Type.String()...)
	case State:
		if b = d.appendName(b, o.Kind, o.ID); o.Offset == bareSurface {
			return b
		}
		return append(appendInt(append(b, '('), int64(o.Offset)), ')')
	case Raw:
		return appendInt(append(d.appendName(b, GeneralKind, o.ID), '.'), int64(o.Disp))
	}
	return b
}

// bareSurface is the offset of a surface that a message names without one.
const bareSurface = -1

// Text is the operand as the tool prints it.
func (o *Operand) Text(role Role, d *Decls) string { return string(o.AppendText(nil, role, d)) }

// isPlace says whether operand k is the first source of addr_add, where bytes write &V33 as if V33 were read.
func (i *Inst) isPlace(k int) bool { return i.Op == opAddrAdd && k == 1 }

// AppendText appends the instruction as the tool prints it: one blank between operands, the mask always there, numbers of immediates in hexadecimal.
func (i *Inst) AppendText(b []byte, d *Decls) []byte {
	if i.Guard != 0 {
		b = append(i.Guard.appendText(b, d), ' ')
	}
	if opcodes[i.Op].family == flow {
		return i.appendFlowText(b, d)
	}
	b = append(b, i.Op.String()...)
	if i.Op.isShaped() {
		return i.appendShape(b, d)
	}
	switch i.Op {
	case opBfn:
		b = strconv.AppendUint(append(b, ".x"...), uint64(i.Func), 16)
	case opCmp:
		b = append(append(b, '.'), relations[min(i.Relation, NoRelation)]...)
	}
	if i.Sat {
		b = append(b, ".sat"...)
	}
	if i.Op.isLSC() {
		return i.appendLSC(b, d)
	}
	if opcodes[i.Op].family == memory {
		b = i.appendMessageHead(b)
	} else {
		b = i.Exec.appendText(append(b, ' '))
	}
	for n := range int(i.N) {
		k := i.Op.spoken(n)
		if k == 1 && i.Op.isMedia() {
			b = appendInt(append(b, ' '), int64(i.Number))
		}
		o := i.At(k)
		if i.isPlace(k) && (o.Class != General || o.Region == Scalar && o.Mod == NoModifier) { // others are no place, and are printed as what they are
			named := o.Named(d)
			o = &named
		}
		b = o.AppendText(append(b, ' '), i.Role(k), d)
	}
	return b
}

// Text is the instruction as the tool prints it.
func (i *Inst) Text(d *Decls) string { return string(i.AppendText(nil, d)) }
