package visa

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// Errors of decoding messages.
var (
	errOwords   = errors.New("the number of owords is none of 0 to 4: 1, 2, 4, 8 and 16")
	errElement  = errors.New("the size of elements is none of the codes 0 to 2: 1, 2 and 4 bytes; blocks can be 3: 8")
	errLanes    = errors.New("bits 0-1 are none of 0 to 2: 8, 16 lanes and 1; bits 2 and 3 are 0")
	errMod      = errors.New("the byte of .mod is neither 0 nor 1")
	errZero     = errors.New("a byte that is always 0 is not")
	errChannels = errors.New("the channels are none of 1 to 15: a bit each")
	errAtomic   = errors.New("bits 0-4 are no operation, or bits 6 and 7 are not 0")
	errMode     = errors.New("the mode of a block is none of 0 to 5, or of 0, 2 and 3 for media_st")
	errPlane    = errors.New("the plane is none of 0 to 15")
)

// decodeMessage reads a message's fields and operands behind its opcode. They are stored in another order than the text has: letters of operands count them.
func (i *Inst) decodeMessage(b []byte, f Format) (n int, err error) {
	if n = 1; opcodes[i.Op].sub > 0 {
		n = 2
	}
	for _, letter := range opcodes[i.Op].fields {
		size := 1
		switch letter {
		case 's', 'r', 'R', 'L', 'P', 'B':
			size, err = i.decodeNext(b[n:], letter, f)
		case 'A', 'T', 'D':
			size, err = i.decodeLSC(b[n:], letter)
		case 'g':
			if size = 2; len(b) >= n+size {
				i.Guard = Control(binary.LittleEndian.Uint16(b[n:]))
				err = i.Guard.Check()
			}
		default:
			if n < len(b) {
				err = i.setMessageByte(letter, b[n], f)
			}
		}
		switch {
		case err != nil:
			return n, at(n, err)
		case len(b) < n+size:
			return len(b), at(len(b), errInstShort)
		}
		n += size
	}
	return n, nil
}

// decodeNext reads the operand behind those that there are.
func (i *Inst) decodeNext(b []byte, letter rune, f Format) (size int, err error) {
	k := int(i.N)
	var o Operand
	if letter == 'r' || letter == 'R' {
		o, size, err = DecodeRaw(b, f)
	} else {
		o, size, err = Decode(b, i.Role(k), f)
	}
	i.Set(k, o)
	if err == nil && (letter == 'L' || letter == 'P' || letter == 'B') && (o.Class != Immediate || letter == 'B') && (o.Class != General || o.Region != Scalar || o.Mod != NoModifier) {
		err = errScalar
	}
	if err != nil {
		return size, fmt.Errorf("operand %d: %w", k, err)
	}
	i.N++
	return size, nil
}

// setMessageByte takes a field of one byte.
func (i *Inst) setMessageByte(letter rune, v byte, f Format) error {
	switch letter {
	case 'S':
		i.Operand[i.N] = Operand{Class: State, Kind: SurfaceKind, ID: uint32(v), Offset: bareSurface}
		i.N++
	case 'x':
		var err error
		i.Exec, err = ExecOfByte(v, f)
		return err
	case 'N':
		return i.setLanes(v, f)
	case 'm':
		i.Number = uint32(v)
		return refused(v > 1, errMod)
	case '0':
		return refused(v != 0, errZero)
	case 'o':
		i.Func = 1 << (v & 7)
		return refused(v > 4, errOwords)
	case 'z':
		i.Func = 1 << (v & 3)
		return refused(v > 3 || v == 3 && opcodes[i.Op].plain, errElement)
	case 'c':
		i.Func = v
		return refused(v == 0 || v > 15, errChannels)
	case 'a':
		i.Func = v
		a, _ := i.Atomic()
		return refused(v>>6 != 0 || a >= numAtomics || atomics[a] == "", errAtomic)
	case 'd':
		i.Func = v
		return refused(!i.Op.hasMode(v), errMode)
	case 'p':
		i.Number = uint32(v)
		return refused(v > 15, errPlane)
	case 'w':
		i.Sizes[0] = v
	case 'h':
		i.Sizes[1] = v
	default:
		return i.setSVMByte(letter, v)
	}
	return nil
}

// refused is err where it is so.
func refused(is bool, err error) error {
	if is {
		return err
	}
	return nil
}

// hasMode says whether the block message has words for the mode.
func (o Op) hasMode(v byte) bool {
	return int(v) < len(mediaModes) && (o == opMediaLd || v == 0 || v == 2 || v == 3)
}

// laneCodes are the numbers of lanes of gather and scatter, by their code.
var laneCodes = [...]int{8, 16, 1}

// setLanes takes the byte of gather and scatter with lanes and mask.
func (i *Inst) setLanes(v byte, f Format) error {
	if v&15 >= byte(len(laneCodes)) {
		return errLanes
	}
	code, _ := execCode(laneCodes[v&15])
	var err error
	i.Exec, err = ExecOfByte(v&0xf0|code, f)
	return err
}

// appendMessage appends a message's fields and operands.
func (i *Inst) appendMessage(b []byte, d *Decls, f Format) ([]byte, error) {
	if i.Guard != 0 && opcodes[i.Op].plain {
		return b, fmt.Errorf("%s has no predicate field in bytes", i.Op)
	}
	k := 0
	for _, letter := range opcodes[i.Op].fields {
		switch letter {
		case 's', 'r', 'R', 'L', 'P', 'B':
			var err error
			if b, err = i.appendOperand(b, k, letter == 'r' || letter == 'R', d, f); err != nil {
				return b, err
			}
			k++
		case 'g':
			b = binary.LittleEndian.AppendUint16(b, uint16(i.Guard))
		case 'A':
			b = i.LSC.append(b)
		case 'T':
			b = i.LSC.appendTyped(b)
		case 'D':
			b = i.LSC.appendBlock2d(b)
		case 'S':
			if i.At(k).ID > 255 {
				return b, fmt.Errorf("operand %d: the surface is number %d, which does not fit in 8 bits", k, i.At(k).ID)
			}
			b = append(b, byte(i.At(k).ID))
			k++
		default:
			v, err := i.messageByte(letter)
			if err != nil {
				return b, err
			}
			b = append(b, v)
		}
	}
	return b, nil
}

// messageByte is a field of one byte.
func (i *Inst) messageByte(letter rune) (byte, error) {
	switch letter {
	case 'x':
		return byte(i.Exec), nil
	case 'N':
		for code, n := range laneCodes {
			if n == i.Exec.Size() {
				return byte(i.Exec)&0xf0 | byte(code), nil
			}
		}
		return 0, fmt.Errorf("%s of %d lanes: expected 1, 8 or 16", i.Op, i.Exec.Size())
	case 'm', 'p':
		return byte(i.Number), nil
	case 'o', 'z':
		return byte(bits.TrailingZeros8(i.Func)), nil
	case 'c', 'a', 'd':
		return i.Func, nil
	case 'w':
		return i.Sizes[0], nil
	case 'h':
		return i.Sizes[1], nil
	case 'u', 'y', 'j', 'q':
		return i.svmByte(letter), nil
	}
	return 0, nil
}
