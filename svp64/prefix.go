package svp64

import "fmt"

// A prefix carries the 24 bits RM in one of three ways.
//
//	PO1, the implemented one     000001 RM0 1 RM1 1 RM[2:23]
//	PO9, the later one           001001 1 1 RM[0:23]
//	SVP64Single, PO9 only        001001 1 0 RM[0:23]       RM not 0
const (
	po1Mask, po1Value       = 0xfd400000, 0x05400000
	po9Mask                 = 0xff000000
	po9Vector, po9Single    = 0x27000000, 0x26000000
	po1RM0, po1RM1, po1Rest = 1 << 25, 1 << 23, 1<<22 - 1
)

// prefix is the first word.
func (e Encoding) prefix(form Form, rm uint32) (uint32, error) {
	switch {
	case form == Single && e.Prefix == PO1:
		return 0, fmt.Errorf("SVP64Single has an encoding only in the later prefix form, po9; what has an sv. prefix and no vector operand does the same")
	case form == Single:
		return po9Single | rm, nil
	case e.Prefix == PO9:
		return po9Vector | rm, nil
	}
	return po1Value | rm>>23*po1RM0 | rm>>22&1*po1RM1 | rm&po1Rest, nil
}

// splitPrefix says what kind of prefix a word is, if it is one: Pair means that it is none.
func splitPrefix(w uint32) (form Form, rm uint32, prefix Prefixing, err error) {
	switch {
	case w&po9Mask == po9Vector:
		return Vector, w &^ po9Mask, PO9, nil
	case w&po9Mask == po9Single:
		if w == po9Single {
			return Pair, 0, PO9, &WordError{w, 8, 31, ErrEmptySingle}
		}
		return Single, w &^ po9Mask, PO9, nil
	case w&po1Mask == po1Value:
		return Vector, w>>25&1<<23 | w>>23&1<<22 | w&po1Rest, PO1, nil
	case w>>26 == 1:
		return Pair, 0, PO1, &WordError{w, 6, 9, fmt.Errorf("%w: of the words with primary opcode 1 those with bits 7 and 9 set are", ErrNotPrefix)}
	case w>>26 == 9:
		return Pair, 0, PO9, &WordError{w, 6, 6, fmt.Errorf("%w for a word of opcodes 0 to 63: bit 6 is 0", ErrNotPrefix)}
	}
	return Pair, 0, PO1, nil
}

// extra3 takes a register number apart: five bits are in the instruction, two and the mark of a vector in the prefix.
//
//	scalar   number = spec[1:2] field          spec[0] = 0
//	vector   number = field spec[1:2]          spec[0] = 1
func extra3(r Reg) (field5, spec uint64) {
	if r.Vector {
		return uint64(r.No >> 2), 0b100 | uint64(r.No&3)
	}
	return uint64(r.No & 31), uint64(r.No >> 5)
}

// fromSpec is a register of which only the EXTRA3 is known: its number holds the two bits where they belong.
func fromSpec(spec uint64) Reg {
	if spec&0b100 != 0 {
		return Reg{No: uint8(spec & 3), Vector: true}
	}
	return Reg{No: uint8(spec & 3 << 5)}
}

// withField completes the register.
func (r Reg) withField(field5 uint64) Reg {
	if r.Vector {
		r.No |= uint8(field5 << 2)
	} else {
		r.No |= uint8(field5)
	}
	return r
}

// The modes, the five bits of MODE.
//
//	00 0 dz sz    simple
//	10 N dz sz    saturating, N signed
const (
	modeSat    = 0b10000
	modeSigned = 0b00100
	modeDZ     = 0b00010
	modeSZ     = 0b00001
)

// mode is the field MODE.
func (i *Inst) mode() (m uint64) {
	switch i.Sat {
	case Signed:
		m = modeSat | modeSigned
	case Unsigned:
		m = modeSat
	}
	if i.DZ {
		m |= modeDZ
	}
	if i.SZ {
		m |= modeSZ
	}
	return m
}

// rm is what the prefix says.
func (i *Inst) rm() uint32 {
	_, rt := extra3(i.RT)
	_, ra := extra3(i.RA)
	cr := uint64(0)
	if i.CR {
		cr = 1
	}
	return uint32(rmMaskMode.put(cr) | rmMask.put(uint64(i.DstMask)) | rmMaskSrc.put(uint64(i.SrcMask)) |
		rmWidth.put(uint64(i.DstWidth)) | rmWidthSrc.put(uint64(i.SrcWidth)) | rmSubVL.put(uint64(i.subVL()-1)) |
		rmRT.put(rt) | rmRA.put(ra) | rmMode.put(i.mode()))
}

// fromRM is what a prefix says of an instruction; its operands are to be completed. prefix is the whole word, for the error.
func fromRM(form Form, bits, prefix uint32) (Inst, error) {
	rm := uint64(bits)
	mode := rmMode.get(rm)
	i := Inst{
		Form: form, SubVL: uint8(rmSubVL.get(rm)) + 1,
		DstWidth: Width(rmWidth.get(rm)), SrcWidth: Width(rmWidthSrc.get(rm)),
		CR: rmMaskMode.get(rm) == 1, DstMask: Predicate(rmMask.get(rm)), SrcMask: Predicate(rmMaskSrc.get(rm)),
		RT: fromSpec(rmRT.get(rm)), RA: fromSpec(rmRA.get(rm)),
		SZ: mode&modeSZ != 0, DZ: mode&modeDZ != 0,
	}
	switch {
	case mode&modeSat != 0 && mode&0b01000 == 0:
		if i.Sat = Unsigned; mode&modeSigned != 0 {
			i.Sat = Signed
		}
	case mode&^(modeDZ|modeSZ) != 0:
		return Inst{}, &WordError{prefix, 27, 31, fmt.Errorf("mode %05b: %w", mode, ErrReservedMode)}
	}
	return i, nil
}
