package g13

import "fmt"

// Class says what an Arg is.
type Class uint8

// The classes of arguments.
const (
	Register Class = iota
	Uniform
	Immediate // an integer; for a float operand the eight bits of FloatImmediate
	Number    // whatever is no register, uniform or immediate
)

// Hint is a hint to the register cache.
type Hint uint8

// The hints.
const (
	NoHint  Hint = iota
	Cache        // the register will be used again
	Discard      // its value is not needed any more
)

// An Arg is the value of an operand.
type Arg struct {
	Class Class
	Index int  // Register, Uniform: the number of its first half
	Size  int  // Register, Uniform: 16, 32 or 64 bits
	Hint  Hint // Register
	Abs   bool // float operands
	Neg   bool // float operands
	Sx    bool // sign extension
	Value int64
	Count int  // List: how many registers
	None  bool // Result: there is none

	// Undefined says that the document has UNDEFINED() for these bits. The argument is what follows it there.
	Undefined bool
}

// Args is how many operands the instruction's form has.
func (i Inst) Args() int { return len(forms()[i.Form].operands) }

// Operand is operand n as the table has it.
func (i Inst) Operand(n int) Operand { return forms()[i.Form].operands[n].Operand }

// Kind is what operand n is.
func (i Inst) Kind(n int) Kind { return forms()[i.Form].operands[n].Kind }

// Digits is the number of bits of operand n.
func (i Inst) Digits(n int) int {
	d := 0
	for _, s := range forms()[i.Form].operands[n].value {
		d += int(s.width)
	}
	return d
}

// Arg is the value of operand n.
func (i Inst) Arg(n int) Arg {
	o := &forms()[i.Form].operands[n]
	v, t := o.number(i.Word), i.Word.get(o.typ)
	switch o.Kind {
	case Dst, Dst64, DstOf16, DstOf32:
		return destination(o.Kind, int(v), t)
	case Src:
		return o.modified(i.Word, source(int(v), t, 32))
	case Src64:
		return o.modified(i.Word, source(int(v), t, 64))
	case FloatSrc:
		return o.modified(i.Word, source(int(v), t, 32))
	case FloatSrc16:
		return o.modified(i.Word, source(int(v), t, 16))
	case CmpselSrc:
		return cmpsel(int(v), t, i.destinationSize())
	case R0L:
		return destination(DstOf16, 0, t)
	case Reg:
		return Arg{Class: Register, Index: 2 * int(v), Size: 32}
	case List, Base, Offset, Result, Reg32, AtomicS, TgBase, HalfOr, OrHalf, Coeff, Sample, Pixel, Moving, UBase:
		return o.memory(i, int(v), t)
	case Half, OptUBase, Texture, Sampler, Coords, Lod, Compare:
		return o.texture(i, int(v), t)
	case PCRel:
		width := o.value[0].width
		return Arg{Class: Number, Value: int64(v<<(64-width)) >> (64 - width)}
	}
	return Arg{Class: Number, Value: int64(v)}
}

// number is the operand's fields behind one another.
func (o *operand) number(w Word) (v uint64) {
	at := uint8(0)
	for _, s := range o.value {
		if s.pos != zeroBits {
			v |= w.get(s) << at
		}
		at += s.width
	}
	return v
}

// destinationSize is the size of operand D, 16 or 32, as its type has it.
func (i Inst) destinationSize() int {
	if i.Word.get(forms()[i.Form].named[fieldDt])&2 != 0 {
		return 32
	}
	return 16
}

func destination(k Kind, v int, t uint64) Arg {
	a := Arg{Index: v, Size: 16, Hint: Hint(t & 1)}
	switch {
	case k == DstOf16:
	case k == DstOf32:
		a.Index, a.Size, a.Undefined = v&^1, 32, v&1 != 0
	case t&2 != 0 && v&1 != 0 && k == Dst64:
		a.Index, a.Size = v&^1, 64
	case t&2 != 0:
		a.Index, a.Size = v&^1, 32
	}
	return a
}

// source is the document's ALUSrc.
//
//	type  0000 immediate   01hu uniform: u 256 more, h 32 bits   00hh 16 bits   10hh 32 bits   11hh 64 bits     hh 01 none, 10 cache, 11 discard
func source(v int, t uint64, most int) Arg {
	switch {
	case t == 0:
		return Arg{Class: Immediate, Value: int64(v)}
	case t>>2 == 1:
		a := Arg{Class: Uniform, Index: v | int(t&1)<<8, Size: 16}
		if t&2 != 0 {
			a.Undefined = most < 32 || a.Index&1 != 0
			a.Index, a.Size = a.Index&^1, 32
		}
		return a
	}
	a := Arg{Index: v, Size: 16, Hint: hintOf(t), Undefined: t&3 == 0}
	switch {
	case t>>2 == 3 && most >= 64:
		a.Index, a.Size = v&^1, 64
	case t>>2 >= 2 && most >= 32:
		a.Index, a.Size = v&^1, 32
		a.Undefined = a.Undefined || t>>2 != 2
	default:
		a.Undefined = a.Undefined || t>>2 != 0
		return a
	}
	a.Undefined = a.Undefined || v&1 != 0
	return a
}

func hintOf(t uint64) Hint { return [...]Hint{NoHint, NoHint, Cache, Discard}[t&3] }

// cmpsel is the document's CmpselSrc: the size of a register or uniform is the destination's.
func cmpsel(v int, t uint64, size int) Arg {
	if t == 4 {
		return Arg{Class: Immediate, Value: int64(v)}
	}
	a := Arg{Index: v, Size: size, Hint: hintOf(t), Undefined: t&3 == 0 || t>>2 == 1}
	if t>>1 == 3 {
		a = Arg{Class: Uniform, Index: v | int(t&1)<<8, Size: size}
	}
	if size == 32 {
		a.Undefined = a.Undefined || a.Index&1 != 0
		a.Index &^= 1
	}
	return a
}

// modified adds what a modifier field says: the sign extension of an integer, or absolute value and negation of a number.
func (o *operand) modified(w Word, a Arg) Arg {
	if m := w.get(o.mod); o.hasSx {
		a.Sx = m != 0 && a.Class != Immediate
	} else {
		a.Abs, a.Neg = m&1 != 0, m&2 != 0
	}
	return a
}

// SetArg gives operand n a value. The error says why the form cannot have it there.
func (i *Inst) SetArg(n int, a Arg) error {
	o := &forms()[i.Form].operands[n]
	v, t, err := o.encode(a, i)
	if err != nil {
		return err
	}
	if o.Kind == R0L {
		i.Word.set(o.typ, t)
		return nil
	}
	for _, s := range o.value {
		if s.pos != zeroBits {
			i.Word.set(s, v)
		} else if v&s.mask() != 0 {
			return fmt.Errorf("%d has bits that are 0 in this form", a.Value)
		}
		v >>= s.width
	}
	if v != 0 {
		return fmt.Errorf("the value needs more than the %d bits that there are", i.Digits(n))
	}
	i.Word.set(o.typ, t)
	return o.setModifier(&i.Word, a)
}

func (o *operand) setModifier(w *Word, a Arg) error {
	m := uint64(0)
	switch {
	case o.hasSx && a.Sx && a.Class == Immediate:
		return fmt.Errorf("an immediate has no sign that is extended")
	case o.hasSx && a.Sx:
		m = 1
	case a.Sx:
		return fmt.Errorf("there is no sign extension here")
	case !o.hasSx && (a.Abs || a.Neg):
		if o.mod.width == 0 {
			return fmt.Errorf("there are no modifiers here")
		}
		if a.Abs {
			m = 1
		}
		if a.Neg {
			m |= 2
		}
	case a.Abs || a.Neg:
		return fmt.Errorf("modifiers are for floating-point operands")
	}
	w.set(o.mod, m)
	return nil
}

// encode is the value and the type of an argument.
func (o *operand) encode(a Arg, i *Inst) (v, t uint64, err error) {
	switch o.Kind {
	case Dst, Dst64, DstOf16, DstOf32, R0L:
		return o.encodeDst(a)
	case Src, FloatSrc:
		return encodeSrc(a, 32)
	case Src64:
		return encodeSrc(a, 64)
	case FloatSrc16:
		return encodeSrc(a, 16)
	case CmpselSrc:
		return encodeCmpsel(a, i.destinationSize())
	case Reg:
		if a.Class != Register || a.Size != 32 || a.Hint != NoHint {
			return 0, 0, fmt.Errorf("expected a 32-bit register without a hint, such as r1")
		}
		return uint64(a.Index) / 2, 0, nil
	}
	if o.Kind >= Half {
		return o.encodeTexture(a, i)
	}
	if o.Kind >= List {
		return o.encodeMemory(a, i)
	}
	if a.Class != Number {
		return 0, 0, fmt.Errorf("expected a number")
	}
	if o.Kind == PCRel {
		width := o.value[0].width
		if a.Value < -1<<(width-1) || a.Value >= 1<<(width-1) {
			return 0, 0, fmt.Errorf("the offset does not fit in %d bits", width)
		}
		return uint64(a.Value) & (1<<width - 1), 0, nil
	}
	if a.Value < 0 {
		return 0, 0, fmt.Errorf("expected a number from 0 on")
	}
	return uint64(a.Value), 0, nil
}

func (o *operand) encodeDst(a Arg) (v, t uint64, err error) {
	if a.Class != Register || a.Hint == Discard {
		return 0, 0, fmt.Errorf("expected a register such as r1, r1l or r1h, with .cache or nothing")
	}
	v, t = uint64(a.Index), uint64(a.Hint)
	want := 0
	switch o.Kind {
	case DstOf16, R0L:
		want = 16
	case DstOf32:
		want = 32
	}
	switch {
	case want != 0 && a.Size != want, a.Size == 64 && o.Kind != Dst64:
		return 0, 0, fmt.Errorf("a register of %d bits cannot stand here", a.Size)
	case o.Kind == R0L && v != 0:
		return 0, 0, fmt.Errorf("expected r0l")
	case a.Size == 64:
		return v | 1, t | 2, nil
	case a.Size == 32 && o.Kind != DstOf32:
		return v, t | 2, nil
	}
	return v, t, nil
}

func encodeSrc(a Arg, most int) (v, t uint64, err error) {
	switch a.Class {
	case Immediate:
		if a.Value < 0 || a.Value > 255 {
			return 0, 0, fmt.Errorf("an immediate is 0 to 255, and this is %d", a.Value)
		}
		return uint64(a.Value), 0, nil
	case Uniform:
		if a.Size == 64 || a.Index > 511 {
			return 0, 0, fmt.Errorf("uniforms are u0 to u255, of 16 or 32 bits")
		}
		t = 4 | uint64(a.Index>>8)
		if a.Size == 32 {
			t |= 2
		}
		return uint64(a.Index & 255), t, nil
	case Register:
		if a.Size > most {
			return 0, 0, fmt.Errorf("a register of %d bits cannot stand here, the most is %d", a.Size, most)
		}
		return uint64(a.Index), typeOfHint(a.Hint) | [...]uint64{16: 0, 32: 8, 64: 12}[a.Size], nil
	}
	return 0, 0, fmt.Errorf("expected a register, a uniform or an immediate")
}

func typeOfHint(h Hint) uint64 { return uint64(h) + 1 }

func encodeCmpsel(a Arg, size int) (v, t uint64, err error) {
	if a.Class == Immediate {
		v, _, err = encodeSrc(a, 16)
		return v, 4, err
	}
	if a.Size != size {
		return 0, 0, fmt.Errorf("expected %d bits, as the destination has", size)
	}
	v, t, err = encodeSrc(a, 32)
	if a.Class == Uniform {
		return v, 6 | t&1, err
	}
	return v, t & 3, err
}

// Canonical is the instruction with nothing but what its name and its arguments say, and the bits in which the two differ. The length is not compared.
func (i Inst) Canonical() (c Inst, differ Word) {
	f := &forms()[i.Form]
	c = New(i.Form)
	if k := i.Alias(); k >= 0 {
		a := &f.aliases[k]
		c.Word = c.Word.Xor(c.Word.and(a.mask)).or(a.value)
	}
	c.SetSaturates(i.Saturates())
	for n := range f.operands {
		a := i.Arg(n)
		if f.operands[n].Kind == List && a.Count == 0 {
			continue // no text says where an empty list begins
		}
		_ = c.SetArg(n, a) // what decoding gives can be encoded
	}
	if half := f.named[fieldC16]; half.width > 0 { // which the coordinates' text leaves to their number
		c.Word.set(half, i.Word.get(half))
	}
	differ = i.Word.Xor(c.Word)
	if f.length.width > 0 {
		differ.set(f.length, 0)
	}
	c.Fit(false)
	return c, differ
}
