package visa

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// The bytes of shaped instructions, behind the opcode and what tells instructions of one opcode apart. The letters of the table's fields are those of its texts, but
//
//	o  the next operand                i  the next one, an offset: a number of 16 bits before version 3.4
//	w  the next one, from version 3.1 on                             =  a copy of the last operand, which nobody looks at
//	F  Func:8       a  b  Sizes:8      N  Number:32     H  Number:16     g  predicate:16
//	Q  registers of both sources and of the result:8 each, and from version 3.6 on the unit:8
//	P  flags:8 of samplers; before version 4 they are bits 5 to 7 of the byte before
//	n  how many labels:8               L  labels:16     l  label:16      f  name:16
//	*  how many raw operands:8, and these               #  those that Number says

// Errors of decoding shaped instructions.
var (
	errSystolic  = errors.New("the word of precisions, depth and repeat count has one that there is none of")
	errVector    = errors.New("the operand has a modifier or a region: expected general, <1;1,0>")
	errSampler   = errors.New("bits that mean nothing are set: bits 0-3 are channels, bit 4 of sample and load is 16 lanes, bits 4-5 of sample_unorm the format")
	errChannel   = errors.New("the channel is none of 0 to 3")
	errFlags     = errors.New("flags that mean nothing are set: bit 0 is pixel_null_mask, and of sample 1 cps and 2 divS")
	errAvs       = errors.New("the format is none of 0 to 3, or the mode neither 0, 16x4, nor 2, 16x8")
	errTarget    = errors.New("bits of the mode mean nothing: bits 0 and 1, and those from 13 on")
	errCases     = errors.New("the number of labels is none of 1 to 32")
	errParams    = errors.New("more than 15 raw operands")
	errDuplicate = errors.New("the number of threads of a wait is another operand than its barrier, and no text says it")
)

// decodeShape reads the fields from byte n on, and says where they end.
func (i *Inst) decodeShape(b []byte, n int, f Format) (end int, err error) {
	for _, letter := range opcodes[i.Op].fields {
		size, err := i.decodePart(b, n, letter, f)
		if err != nil {
			return 0, at(n, err)
		}
		n += size
	}
	return n, nil
}

// partBytes are the sizes of the fields that are numbers.
var partBytes = map[rune]int{'x': 1, 'g': 2, 'F': 1, 'a': 1, 'b': 1, 'N': 4, 'H': 2, 'n': 1, 'l': 2, 'f': 2}

// decodePart reads a field, and says how many bytes it has.
func (i *Inst) decodePart(b []byte, n int, letter rune, f Format) (size int, err error) {
	rest := b[min(n, len(b)):]
	switch letter {
	case 'o', 'w', 'i':
		return i.decodeShaped(rest, letter, f)
	case '=':
		return i.decodeCopy(rest, f)
	case '*':
		return i.decodeParams(rest, f)
	case '#':
		return i.decodeTarget(rest, f)
	case 'L':
		if size = 2 * int(i.Func); len(rest) < size {
			return 0, errInstShort
		}
		i.Labels, i.Func = string(rest[:size]), 0
		return size, nil
	case 'P':
		return i.decodeFlags(b, n, f)
	case 'Q':
		size = 3
		if !f.Before(3, 6) {
			size = 4
		}
	default:
		size = partBytes[letter]
	}
	if len(rest) < size {
		return 0, errInstShort
	}
	var word [4]byte
	copy(word[:], rest[:size])
	return size, i.setPart(letter, binary.LittleEndian.Uint32(word[:]), f)
}

// setPart takes a number.
func (i *Inst) setPart(letter rune, v uint32, f Format) (err error) {
	switch letter {
	case 'x':
		i.Exec, err = ExecOfByte(byte(v), f)
	case 'g':
		i.Guard = Control(v)
		err = i.Guard.Check()
	case 'a', 'b':
		k := int(letter - 'a')
		i.Sizes[k] = uint8(v)
		if i.Op == opAvs {
			err = refused(k == 0 && v > 3 || k == 1 && (v > 2 || v == 1), errAvs)
		}
	case 'N', 'Q', 'f':
		i.Number = v
		err = refused((i.Op == opDpas || i.Op == opDpasw) && !i.systolic().valid(), errSystolic)
	case 'H':
		i.Number = v
		err = refused(i.Op == opRtWrite && v&targetUnknown != 0, errTarget)
	case 'l':
		i.Label = uint16(v)
	case 'n':
		i.Func = uint8(v)
		err = refused(v < 1 || v > maxCases, errCases)
	case 'F':
		i.Func = uint8(v)
		err = i.checkChannels()
	}
	return err
}

// checkChannels refuses a byte of channels that no text says.
func (i *Inst) checkChannels() error {
	beside := uint8(0)
	switch shape := opcodes[i.Op].text; {
	case strings.ContainsRune(shape, 'c'):
		return refused(i.Func > 3, errChannel)
	case strings.ContainsRune(shape, 'M'):
		beside = 1 << 4
	case strings.ContainsRune(shape, 'O'):
		beside = 3 << 4
	}
	return refused(i.Func&^(15|beside) != 0 || i.Func&15 == 0, errSampler)
}

// decodeShaped reads the operand behind those that there are.
func (i *Inst) decodeShaped(b []byte, letter rune, f Format) (size int, err error) {
	k := int(i.N)
	var o Operand
	switch class := i.Op.letter(k); {
	case letter == 'w' && f.Before(3, 1):
		o = Operand{Class: Immediate, Type: UW}
	case letter == 'i' && f.Before(3, 4):
		if len(b) < 2 {
			return 0, errInstShort
		}
		size, o = 2, Operand{Class: Immediate, Type: UW, Imm: uint64(binary.LittleEndian.Uint16(b))}
	case class == 'S' || class == 'Y':
		if len(b) < 1 {
			return 0, errInstShort
		}
		kind := SurfaceKind
		if class == 'Y' {
			kind = SamplerKind
		}
		size, o = 1, Operand{Class: State, Kind: kind, ID: uint32(b[0]), Offset: bareSurface}
	case class == 'r' || class == 'R':
		o, size, err = DecodeRaw(b, f)
	default:
		o, size, err = Decode(b, i.Role(k), f)
		if err == nil && class == 'V' && (o.Class != General || o.Region != packedVector || o.Mod != NoModifier) {
			err = errVector
		}
	}
	if err != nil {
		return 0, fmt.Errorf("operand %d: %w", k, err)
	}
	i.Set(k, o)
	i.N++
	return size, nil
}

// decodeCopy reads an operand that is the last one again.
func (i *Inst) decodeCopy(b []byte, f Format) (size int, err error) {
	o, size, err := Decode(b, Source, f)
	if err == nil && o != *i.At(int(i.N) - 1) {
		err = errDuplicate
	}
	return size, err
}

// decodeParams reads raw operands and their number.
func (i *Inst) decodeParams(b []byte, f Format) (size int, err error) {
	switch {
	case len(b) == 0:
		return 0, errInstShort
	case int(i.N)+int(b[0]) > MaxOperands || b[0] > maxParams:
		return 0, errParams
	}
	size = 1
	for range b[0] {
		n, err := i.decodeShaped(b[size:], 'o', f)
		if err != nil {
			return 0, err
		}
		size += n
	}
	return size, nil
}

// maxParams is the most raw operands that a message to a sampler has beside.
const maxParams = 15

// decodeTarget reads what the mode of a render target says.
func (i *Inst) decodeTarget(b []byte, f Format) (size int, err error) {
	for range i.targetOperands() {
		var o Operand
		k, n := int(i.N), 0
		if i.furtherClasses(k, Spec) == rawSet {
			o, n, err = DecodeRaw(b[size:], f)
		} else {
			o, n, err = Decode(b[size:], Source, f)
		}
		if err != nil {
			return 0, fmt.Errorf("operand %d: %w", k, err)
		}
		i.Set(k, o)
		i.N, size = i.N+1, size+n
	}
	return size, nil
}

// decodeFlags reads the flags of a sampler.
func (i *Inst) decodeFlags(b []byte, n int, f Format) (size int, err error) {
	if f.Major < 4 {
		i.Sizes[0] = b[n-1] >> 5
	} else if n >= len(b) {
		return 0, errInstShort
	} else {
		size, i.Sizes[0] = 1, b[n]
	}
	most := uint8(1)
	if opcodes[i.Op].code == opcodes[opSample3d].code {
		most = 1<<len(samplerFlags) - 1
	}
	return size, refused(i.Sizes[0] > most, errFlags)
}

// appendShapeBytes appends the instruction's bytes, its opcode first.
func (i *Inst) appendShapeBytes(b []byte, d *Decls, f Format) (_ []byte, err error) {
	row := &opcodes[i.Op]
	if b = append(b, row.code); row.sub > 0 {
		sub := row.sub - 1
		if i.Op.isSampler3D() && f.Major < 4 {
			sub |= i.Sizes[0] << 5
		}
		b = append(b, sub)
	}
	if i.Guard != 0 && row.plain {
		return b, fmt.Errorf("%s has no predicate field in bytes", i.Op)
	}
	k := 0
	for _, letter := range row.fields {
		switch letter {
		case 'o', 'i', 'w':
			if b, err = i.appendShaped(b, k, letter, d, f); err != nil {
				return b, err
			}
			k++
		case '=':
			if b, err = i.appendShaped(b, k-1, 'o', d, f); err != nil {
				return b, err
			}
		case '*', '#':
			if letter == '*' {
				b = append(b, i.N-uint8(k))
			}
			for ; k < int(i.N); k++ {
				if b, err = i.appendShaped(b, k, 'o', d, f); err != nil {
					return b, err
				}
			}
		default:
			if b, err = i.appendPart(b, letter, f); err != nil {
				return b, err
			}
		}
	}
	return b, nil
}

// appendPart appends a field that is a number.
func (i *Inst) appendPart(b []byte, letter rune, f Format) ([]byte, error) {
	switch letter {
	case 'x':
		return append(b, byte(i.Exec)), nil
	case 'g':
		return binary.LittleEndian.AppendUint16(b, uint16(i.Guard)), nil
	case 'F':
		return append(b, i.Func), nil
	case 'a', 'b':
		return append(b, i.Sizes[letter-'a']), nil
	case 'N':
		return binary.LittleEndian.AppendUint32(b, i.Number), nil
	case 'H', 'f':
		if i.Number > 1<<16-1 {
			return b, fmt.Errorf("%s: %d does not fit in 16 bits", i.Op, i.Number)
		}
		return binary.LittleEndian.AppendUint16(b, uint16(i.Number)), nil
	case 'Q':
		b = binary.LittleEndian.AppendUint32(b, i.Number)
		if !f.Before(3, 6) {
			return b, nil
		}
		return b[:len(b)-1], refused(i.Number>>24 != 0, errors.New("the unit has no field before version 3.6"))
	case 'P':
		if f.Major < 4 {
			return b, nil
		}
		return append(b, i.Sizes[0]), nil
	case 'n':
		return append(b, byte(len(i.Labels)/2)), nil
	case 'L':
		return append(b, i.Labels...), nil
	}
	return binary.LittleEndian.AppendUint16(b, i.Label), nil
}

// appendShaped appends operand k.
func (i *Inst) appendShaped(b []byte, k int, letter rune, d *Decls, f Format) ([]byte, error) {
	o := i.At(k)
	switch class := i.Op.letter(k); {
	case letter == 'w' && f.Before(3, 1):
		return b, refused(o.Class != Immediate || o.Imm != 0, errors.New("wait has no operand before version 3.1"))
	case letter == 'i' && f.Before(3, 4):
		if o.Class != Immediate || o.Imm > 1<<16-1 {
			return b, fmt.Errorf("operand %d: the offset is a number of 16 bits before version 3.4", k)
		}
		return binary.LittleEndian.AppendUint16(b, uint16(o.Imm)), nil
	case class == 'S' || class == 'Y':
		if o.ID > 255 {
			return b, fmt.Errorf("operand %d: the %s is number %d, which does not fit in 8 bits", k, o.Kind, o.ID)
		}
		return append(b, byte(o.ID)), nil
	default:
		raw := class == 'R' || class == 'r'
		if k >= len(opcodes[i.Op].operands) {
			raw = i.furtherClasses(k, Spec) == rawSet
		}
		return i.appendOperand(b, k, raw, d, f)
	}
}
