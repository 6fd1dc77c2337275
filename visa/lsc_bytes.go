package visa

import (
	"encoding/binary"
	"errors"
)

// The bytes of an LSC, and which message of LSC it is:
//
//	unit L1 L3   model scale:16 offset:32 addresses   datum order elements channels
//
// Elements and channels are both there, and one of them is meant. Order is 1, or 2 for transposed data.

const accessBytes = 15

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
	ok := int(a.Unit) < len(units) && a.Unit != TypedUnit && int(a.L1) < len(caches) && int(a.L3) < len(caches) &&
		a.Model > 0 && int(a.Model) < len(models) && a.Addresses > 0 && a.Addresses < 4 && a.Datum > 0 && int(a.Datum) < len(datums) && (b[12] == 1 || b[12] == 2)
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
