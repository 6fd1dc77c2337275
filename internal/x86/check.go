package x86

// refusal says why the encoding cannot have these operands, which assign has found.
func (e Encoding) refusal(operands []Operand) error {
	if e == (Encoding{}) {
		return refusal("x86: the zero encoding encodes nothing")
	}
	p := e.parts()
	return p.refusal(operands)
}

// refusal is the first thing that is wrong with the operands.
func (e *parts) refusal(operands []Operand) error {
	letters := e.opEn.operands()
	if len(operands) != len(letters) {
		return e.refuse("%d operands where Op/En %s has %d", len(operands), opEns[e.opEn], len(letters))
	}
	for i, o := range operands {
		letter := letters[i]
		if err := e.check(o, letter); err != nil {
			return err
		}
		if o.head.masked() {
			if err := e.checkMask(o, i); err != nil {
				return err
			}
		}
		if o.head.round() != asMXCSR {
			if err := e.checkRounding(o, letter); err != nil {
				return err
			}
		}
	}
	return nil
}

// check refuses an operand that the encoding cannot name.
func (e *parts) check(o Operand, letter byte) error {
	switch {
	case letter == 'I' || letter == 'D':
		if o.head.class() != immediate {
			return e.refuse("%s where an immediate belongs", o.String())
		}
		if t := trailers[e.trailer]; o.value < t.min || o.value > t.max {
			return e.refuse("immediate %d is out of range: %s holds %d to %d", o.value, t.name, t.min, t.max)
		}
	case o.IsMemory():
		if letter != 'M' {
			return e.refuse("%s where Op/En has %c, which is a register", o.String(), letter)
		}
		return e.checkMemory(o)
	case !o.head.isRegister():
		return e.refuse("%s where a register belongs", o.String())
	case o.head.number() >= e.registers(o.head.class()):
		return e.refuse("%s is out of range: %s names %d of its kind", o.String(), prefixes[e.prefix], e.registers(o.head.class()))
	case o.head.class() == lowByte && e.prefix != legacy:
		return e.refuse("%s: %s has no operands of a byte", o.String(), prefixes[e.prefix])
	case e.prefix == legacy && o.head.class() == opmask, e.prefix == legacy && o.width() > 128, e.prefix != legacy && o.width() > lengths[e.length].wide:
		return e.refuse("%s is not for this vector length", o.String())
	}
	return nil
}

// registers is how many registers of a class the encoding can name.
func (e *parts) registers(c class) uint8 {
	switch {
	case c == opmask:
		return 8
	case c == general || c == lowByte || e.prefix != evex:
		return 16
	}
	return 32
}

func (e *parts) checkMemory(o Operand) error {
	switch {
	case o.head.class() == memory && o.head.number() > R15, o.head.scale() != 0 && o.head.index() > R15:
		return e.refuse("%s: a base or an index is none of the 16 general registers", o.String())
	case o.head.scale() > 4:
		return e.refuse("%s: the scale must be 1, 2, 4 or 8", o.String())
	case o.head.scale() != 0 && o.head.index() == RSP:
		return e.refuse("%s: rsp cannot be an index", o.String())
	}
	return nil
}

// checkMask refuses an opmask where EVEX has none for it.
func (e *parts) checkMask(o Operand, position int) error {
	switch {
	case e.prefix != evex:
		return e.refuse("%s: only EVEX has opmasks", o.String())
	case position != 0:
		return e.refuse("%s: the opmask belongs to the first operand", o.String())
	case o.head.mask() == 0 || o.head.mask() > 7:
		return e.refuse("%s: k1 to k7 can mask, k0 means none", o.String())
	case o.head.zeroing() && o.width() == 0:
		return e.refuse("%s: only a vector register can be zeroed", o.String())
	}
	return nil
}

// checkRounding refuses a rounding where EVEX has none for it: the bits that say how wide the vectors are say how to round.
func (e *parts) checkRounding(o Operand, letter byte) error {
	switch {
	case int(o.head.round()) >= len(roundings):
		return e.refuse("%s: there is no rounding %d", o.String(), o.head.round())
	case e.prefix != evex || e.length != length512:
		return e.refuse("%s: only EVEX of 512 bits rounds by itself", o.String())
	case letter != 'M' || o.head.class() != vector512:
		return e.refuse("%s: the rounding belongs to the last vector register", o.String())
	}
	return nil
}
