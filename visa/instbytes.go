package visa

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Errors of decoding an instruction.
var (
	errOpcode    = errors.New("no known instruction has this opcode")
	errRelation  = errors.New("the relation is none of 0 to 5: eq, ne, gt, ge, lt, le")
	errNoSub     = errors.New("the byte behind the predicate is neither 0, min, nor 1, max")
	errInstShort = errors.New("the instruction goes on behind the last byte")
	errNoBytes   = errors.New("the bytes of this instruction are not known")
)

// DecodeInst reads an instruction from the front of b:
//
//	opcode:8  exec:8  [predicate:16]  [relation of cmp, min or max:8]  operands, as in the text  [truth table of bfn:8]
//
// where min and max have no predicate, though their text may have a guard,
// and control flow and messages have fields, and says how many bytes it has. Errors begin with the byte offset.
func DecodeInst(b []byte, f Format) (i Inst, n int, err error) {
	if op, ok := opStarting(b, f); ok && op.isShaped() {
		i.Op, n = op, 1
		if opcodes[op].sub > 0 {
			if n = 2; len(b) < n {
				return Inst{}, 0, at(len(b), errInstShort)
			}
		}
		if n, err = i.decodeShape(b, n, f); err != nil {
			return Inst{}, 0, err
		}
		return i, n, nil
	}
	if op, ok := opStarting(b, f); ok && opcodes[op].bare {
		i.Op = op
		if n, err = i.decodeFields(b, 1); err != nil {
			return Inst{}, 0, err
		}
		return i, n, nil
	}
	if op, ok := opStarting(b, f); ok && opcodes[op].family == memory {
		i.Op = op
		if n, err = i.decodeMessage(b, f); err != nil {
			return Inst{}, 0, err
		}
		return i, n, nil
	}
	if len(b) < 2 {
		return i, 0, at(len(b), errInstShort)
	}
	if op, ok := opOfCode(b[0], 0); ok && op.isNumbered() { // one that is not in the table
		return i, 0, at(0, errOpcode)
	}
	if i.Exec, err = ExecOfByte(b[1], f); err != nil {
		return i, 0, at(1, err)
	}
	if n, err = i.decodeHead(b); err != nil {
		return i, 0, at(n, err)
	}
	if opcodes[i.Op].family == flow {
		if n, err = i.decodeFields(b, n); err != nil {
			return Inst{}, 0, err
		}
		return i, n, nil
	}
	for k := range len(opcodes[i.Op].operands) {
		o, size, err := Decode(b[n:], i.Role(k), f)
		if err != nil {
			return i, 0, at(n, fmt.Errorf("operand %d: %w", k, err))
		}
		i.Set(k, o)
		i.N, n = uint8(k+1), n+size
	}
	if i.Op == opBfn {
		if n == len(b) {
			return i, 0, at(n, errInstShort)
		}
		i.Func, n = b[n], n+1
	}
	i.fromStored()
	return i, n, nil
}

// hasPredicate says whether the instruction's bytes have a predicate field.
func (o Op) hasPredicate() bool { return !opcodes[o].plain && opcodes[o].sub == 0 }

// namesOutside says whether the instruction names something that is no place in the kernel.
func (o Op) namesOutside() bool { return o == opFcall || o == opFile || o == opFaddr }

// at is an error with its byte offset.
func at(off int, err error) error { return fmt.Errorf("byte %d: %w", off, err) }

// decodeHead reads opcode, predicate and what tells instructions of one opcode apart.
func (i *Inst) decodeHead(b []byte) (n int, err error) {
	op, ok := opOfCode(b[0], 0)
	if !ok {
		return 0, errOpcode
	}
	n = 2
	if op.hasPredicate() {
		if len(b) < n+2 {
			return n, errInstShort
		}
		i.Guard = Control(binary.LittleEndian.Uint16(b[n:]))
		if err := i.Guard.Check(); err != nil {
			return n, err
		}
		n += 2
	}
	i.Op = op
	switch {
	case op != opCmp && opcodes[op].sub == 0:
		return n, nil
	case n == len(b):
		return n, errInstShort
	case op == opCmp:
		if b[n] >= byte(NoRelation) {
			return n, errRelation
		}
		i.Relation = Relation(b[n])
	default:
		if i.Op, ok = opOfCode(b[0], b[n]+1); !ok || b[n] == 0xff { // 0 would find the first
			return n, errNoSub
		}
	}
	return n + 1, nil
}

// isNumbered says whether the byte behind the opcode says which message it is.
func (o Op) isNumbered() bool {
	return (opcodes[o].family == memory || o.isShaped()) && opcodes[o].sub > 0
}

// opStarting is the instruction that the first byte says, and of messages of several in one opcode the second one. Before version 4, flags of samplers are its upper bits.
func opStarting(b []byte, f Format) (Op, bool) {
	if len(b) == 0 {
		return 0, false
	}
	op, ok := opOfCode(b[0], 0)
	if ok && op.isNumbered() && len(b) > 1 {
		sub := b[1]
		if op.isSampler3D() && f.Major < 4 {
			sub &= 0x1f
		}
		op, ok = opOfCode(b[0], sub+1)
		ok = ok && sub < 0xff // 0 would find the first
	}
	return op, ok
}

// opOfCode is the instruction of an opcode; sub 0 finds the first of several.
func opOfCode(code, sub byte) (Op, bool) {
	for i := range opcodes {
		if r := &opcodes[i]; r.code == code && code != 0 && (sub == 0 || r.sub == sub) {
			return Op(i), true
		}
	}
	return 0, false
}

// fromStored undoes what bytes do to text: .sat is a modifier of the destination there, and addr_add's first source is written as if it were read.
func (i *Inst) fromStored() {
	i.Sat = i.N > 0 && i.Operand[0].Mod == Sat && opcodes[i.Op].sat != satNoSuffix
}

// AppendInst appends the instruction's bytes. The variables of address-of operands must be those of d.
func (i *Inst) AppendInst(b []byte, d *Decls, f Format) ([]byte, error) {
	row := &opcodes[i.Op]
	if row.code == 0 {
		return b, errNoBytes
	}
	switch {
	case i.Op.isShaped():
		return i.appendShapeBytes(b, d, f)
	case row.bare:
		return i.appendFields(append(b, row.code))
	case row.family == memory:
		if b = append(b, row.code); row.sub > 0 {
			b = append(b, row.sub-1)
		}
		return i.appendMessage(b, d, f)
	}
	b = append(b, row.code, byte(i.Exec))
	if i.Guard != 0 && row.sub > 0 {
		return b, fmt.Errorf("%s has no predicate field in bytes: a guard is for its text only", row.name)
	}
	if i.Op.hasPredicate() {
		b = binary.LittleEndian.AppendUint16(b, uint16(i.Guard))
	}
	switch {
	case row.family == flow:
		return i.appendFields(b)
	case i.Op == opCmp && i.Relation == NoRelation:
		return b, fmt.Errorf("cmp has no relation: expected one of eq, ne, gt, ge, lt, le")
	case i.Op == opCmp:
		b = append(b, byte(i.Relation))
	case row.sub > 0:
		b = append(b, row.sub-1)
	}
	for k := range int(i.N) {
		var err error
		if b, err = i.appendOperand(b, k, false, d, f); err != nil {
			return b, err
		}
	}
	if i.Op == opBfn {
		b = append(b, i.Func)
	}
	return b, nil
}

// appendOperand appends operand k where bytes have it: with a tag that says its class, or raw, without one.
func (i *Inst) appendOperand(b []byte, k int, raw bool, d *Decls, f Format) ([]byte, error) {
	o := *i.At(k)
	err := o.Storable(d)
	switch {
	case err != nil:
	case raw && o.Class != Raw:
		err = fmt.Errorf("%s operand where bytes have no class: a raw operand is there", article(o.Class.String()))
	case !raw && o.Class == Raw:
		err = fmt.Errorf("a raw operand has no class in bytes, and others are here")
	default:
		o = o.Stored(d)
		if k == 0 && i.Sat && opcodes[i.Op].family != memory {
			o.Mod = Sat
		}
		b, err = o.Append(b, i.Role(k), f)
	}
	if err != nil {
		return b, fmt.Errorf("operand %d: %w", k, err)
	}
	return b, nil
}

// Stored is the operand as bytes have it: an address-of is the scalar at that place, in rows and columns of the variable's type, or the state variable's
// element; other operands are themselves.
//
//	&V33[40]  →  V33(1,2)<0;1,0>        of dwords, registers of 32 bytes
func (o Operand) Stored(d *Decls) Operand {
	if o.Class != AddressOf {
		return o
	}
	if o.Kind != GeneralKind {
		return Operand{Class: State, Kind: o.Kind, ID: o.ID, Offset: int32(uint8(o.Disp))}
	}
	row, in := floorDiv(int(o.Disp), d.GRF)
	size := d.Variable(GeneralKind, o.ID).Type.Size()
	return Operand{Class: General, ID: o.ID, Row: int32(row & 0xff), Col: int32(in / size), Region: Scalar}
}

// Storable refuses a place that bytes do not say: they have a row of eight bits and a column of elements, or an element of eight bits.
func (o *Operand) Storable(d *Decls) error {
	switch {
	case o.Class != AddressOf:
		return nil
	case o.Kind != GeneralKind:
		if o.Disp < 0 || o.Disp > 255 {
			return fmt.Errorf("the element %d does not fit in its field: 0 to 255", o.Disp)
		}
		return nil
	case o.Disp < 0 || int(o.Disp) >= 256*d.GRF:
		return fmt.Errorf("the place %d does not fit in a row and a column: 0 to %d", o.Disp, 256*d.GRF-1)
	}
	if size := d.Variable(GeneralKind, o.ID).Type.Size(); int(o.Disp)%size != 0 {
		return fmt.Errorf("the place %d is inside an element: columns count %d bytes", o.Disp, size)
	}
	return nil
}

func floorDiv(a, b int) (quotient, rest int) {
	quotient, rest = a/b, a%b
	if rest < 0 {
		quotient, rest = quotient-1, rest+b
	}
	return quotient, rest
}

// Named is the inverse of Stored for the first source of addr_add, where a general operand stands for its place.
func (o Operand) Named(d *Decls) Operand {
	switch o.Class {
	case General:
		size := d.Variable(GeneralKind, o.ID).Type.Size()
		return Operand{Class: AddressOf, Kind: GeneralKind, ID: o.ID, Disp: o.Row*int32(d.GRF) + o.Col*int32(size)}
	case State:
		return Operand{Class: AddressOf, Kind: o.Kind, ID: o.ID, Disp: o.Offset}
	}
	return o
}
