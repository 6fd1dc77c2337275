package visa

import (
	"encoding/binary"
	"errors"
)

// The bytes of an LSC, and which message of LSC it is:
//
//	unit L1 L3   model scale:16 offset:32 addresses   datum order elements channels
//	     L1 L3   model addresses                      datum order elements channels          typed surfaces
//	unit L1 L3   datum order blocks width:16 height:16 VNNI                                  blocks
//
// Elements and channels are both there, and one of them is meant. Order is 1, or 2 for transposed data.

const (
	accessBytes = 15
	typedBytes  = 8
	block2Bytes = 11
)

var (
	errAccess = errors.New("the unit, a cache control, the model, a size or the order of data has no such code")
	errScalar = errors.New("a surface or a pitch is a number or an element <0;1,0>")
)

// decodeAccess reads an LSC.
func decodeAccess(b []byte) (LSC, error) {
	a := LSC{
		Unit: Unit(b[0]), L1: Cache(b[1]), L3: Cache(b[2]),
		Model: Model(b[3]), Scale: binary.LittleEndian.Uint16(b[4:]), Offset: int32(binary.LittleEndian.Uint32(b[6:])), Addresses: b[10],
		Datum: b[11], Transposed: b[12] == 2, Elements: b[13], Channels: b[14],
	}
	ok := a.isCoded() && a.Model > 0 && int(a.Model) < len(models) && a.Addresses > 0 && a.Addresses < 4 && (b[12] == 1 || b[12] == 2)
	return a, refused(!ok, errAccess)
}

// append appends the bytes.
func (a *LSC) append(b []byte) []byte {
	b = append(b, byte(a.Unit), byte(a.L1), byte(a.L3), byte(a.Model))
	b = binary.LittleEndian.AppendUint16(b, a.Scale)
	b = binary.LittleEndian.AppendUint32(b, uint32(a.Offset))
	order := byte(1)
	if a.Transposed {
		order = 2
	}
	return append(b, a.Addresses, a.Datum, order, a.Elements, a.Channels)
}

// decodeTyped reads an LSC of a typed surface.
func decodeTyped(b []byte) (LSC, error) {
	return decodeAccess([]byte{0: byte(TypedUnit), 1: b[0], 2: b[1], 3: b[2], 4: 1, 10: b[3], 11: b[4], 12: b[5], 13: b[6], 14: b[7]})
}

// appendTyped appends the bytes of a typed surface.
func (a *LSC) appendTyped(b []byte) []byte {
	all := a.append(nil)
	return append(append(append(b, all[1:4]...), a.Addresses), all[11:]...)
}

// decodeBlock2d reads an LSC of blocks.
func decodeBlock2d(b []byte) (LSC, error) {
	a := LSC{
		Unit: Unit(b[0]), L1: Cache(b[1]), L3: Cache(b[2]), Scale: 1, Model: FlatModel, Datum: b[3], Transposed: b[4] == 2,
		Blocks: b[5], Width: binary.LittleEndian.Uint16(b[6:]), Height: binary.LittleEndian.Uint16(b[8:]), VNNI: b[10] == 1,
	}
	ok := a.isCoded() && a.Unit != TypedUnit && (b[4] == 1 || b[4] == 2) && b[10] < 2
	return a, refused(!ok, errAccess)
}

// isCoded says whether unit, caches and the size of data have codes.
func (a *LSC) isCoded() bool {
	return int(a.Unit) < len(units) && int(a.L1) < len(caches) && int(a.L3) < len(caches) && a.Datum > 0 && int(a.Datum) < len(datums)
}

// appendBlock2d appends the bytes of blocks.
func (a *LSC) appendBlock2d(b []byte) []byte {
	order, vnni := byte(1), byte(0)
	if a.Transposed {
		order = 2
	}
	if a.VNNI {
		vnni = 1
	}
	b = append(b, byte(a.Unit), byte(a.L1), byte(a.L3), a.Datum, order, a.Blocks)
	return append(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(b, a.Width), a.Height), vnni)
}

// decodeLSC reads an LSC of the kind that the letter says. Of fewer bytes the caller complains.
func (i *Inst) decodeLSC(b []byte, letter rune) (size int, err error) {
	switch size = accessBytes; {
	case letter == 'T':
		if size = typedBytes; len(b) >= size {
			i.LSC, err = decodeTyped(b)
		}
	case letter == 'D':
		if size = block2Bytes; len(b) >= size {
			i.LSC, err = decodeBlock2d(b)
		}
		return size, err
	case len(b) >= size:
		if i.LSC, err = decodeAccess(b); err == nil && i.LSC.Unit == TypedUnit {
			err = errAccess
		}
	}
	if len(b) >= size && err == nil {
		err = i.isMeant()
	}
	return size, err
}

// isMeant refuses elements or channels that are none, whichever the message has.
func (i *Inst) isMeant() error {
	if a := &i.LSC; i.Op.isQuad() {
		return refused(a.Channels == 0 || a.Channels > 15, errChannels)
	} else if a.Elements == 0 || int(a.Elements) >= len(vectors) {
		return errAccess
	}
	return nil
}

// setLSCFence takes a field of the fence.
func (i *Inst) setLSCFence(letter rune, v uint32) (err error) {
	switch letter {
	case 'x':
		i.Exec, err = ExecOfByte(byte(v), Current)
	case 'g':
		err = refused(v != 0, errZero)
	case 'U':
		i.LSC.Unit = Unit(v)
		err = refused(int(v) >= len(units), errAccess)
	case 'W':
		i.Func = uint8(v)
		err = refused(int(v) >= len(lscFenceOps), errAccess)
	case 'Y':
		i.Sizes[0] = uint8(v)
		err = refused(int(v) >= len(lscScopes), errAccess)
	}
	return err
}
