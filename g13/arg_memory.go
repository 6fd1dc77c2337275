package g13

import (
	"fmt"
	"math/bits"
)

// cmpxchg is the atomic that takes a pair of registers.
const cmpxchg = 3

// memory is the value of an operand of a kind that only memory instructions have.
func (o *operand) memory(i Inst, v int, t uint64) Arg {
	half, whole := Arg{Index: v, Size: 16}, Arg{Index: v &^ 1, Size: 32, Undefined: v&1 != 0}
	switch o.Kind {
	case List:
		a := half
		if t != 0 {
			a = whole
		}
		a.Count = o.howMany(i)
		return a
	case Base:
		a := Arg{Index: v &^ 1, Size: 64, Undefined: v&1 != 0}
		if t != 0 {
			a.Class = Uniform
		}
		return a
	case Offset:
		if t != 0 {
			return Arg{Class: Number, Value: int64(int16(v))}
		}
		whole.Undefined = whole.Undefined || v > 255
		return whole
	case Result:
		if t == 0 {
			return Arg{None: true}
		}
		return whole
	case Reg32:
		return whole
	case AtomicS:
		if whole.Size = 32; i.Word.get(forms()[i.Form].named[fieldOp]) == cmpxchg {
			whole.Size = 64
		}
		return whole
	case TgBase:
		return threadgroupBase(v, t)
	case HalfOr:
		if t != 0 {
			return Arg{Class: Number, Value: int64(int16(v))}
		}
		return half
	case OrHalf, Coeff, Pixel:
		if t == 0 {
			return Arg{Class: Number, Value: int64(v)}
		}
		if o.Kind == Pixel {
			half.Count = 2
		}
		return half
	case Moving:
		switch {
		case t == 0:
			return whole
		case i.Word.get(forms()[i.Form].named[fieldOu]) != 0:
			return Arg{Class: Number, Value: int64(v)}
		}
		return Arg{Class: Number, Value: int64(int16(v))}
	case UBase:
		return Arg{Class: Uniform, Index: v, Size: 64}
	}
	return o.sample(i, v) // Sample
}

// threadgroupBase is a 16-bit register (0), a number (2) or half of a uniform, whose highest bit is the type's.
func threadgroupBase(v int, t uint64) Arg {
	switch t {
	case 0:
		return Arg{Index: v, Size: 16}
	case 2:
		return Arg{Class: Number, Value: int64(v)}
	}
	return Arg{Class: Uniform, Index: v | int(t>>1)<<8, Size: 16}
}

// howMany is the number of registers of a list.
func (o *operand) howMany(i Inst) int {
	n := int(i.Word.get(o.count))
	switch o.Count {
	case "four":
		return 4
	case "copy": // of one dimension or two
		return 3 + 2*n
	case "mask":
		return bits.OnesCount(uint(n))
	case "zs": // depth takes two halves, stencil one
		n = n&1*2 + n>>1
	case "count", "3count":
		if n == 0 {
			n = 4
		}
		if o.Count == "3count" {
			n *= 3
		}
	}
	return n
}

// The interpolations that name a sample.
const (
	interpSample   = 1 // by a number
	interpRegister = 3
)

// sample is a number or a 16-bit register, as the interpolation says.
func (o *operand) sample(i Inst, v int) Arg {
	switch i.Word.get(forms()[i.Form].named[fieldInterp]) {
	case interpSample:
		return Arg{Class: Number, Value: int64(v)}
	case interpRegister:
		return Arg{Index: v, Size: 16}
	}
	return Arg{None: true}
}

// encodeMemory is the value and the type of an argument of such a kind.
func (o *operand) encodeMemory(a Arg, i *Inst) (v, t uint64, err error) {
	isHalf, isWhole := a.Class == Register && a.Size == 16, a.Class == Register && a.Size == 32
	if a.Hint != NoHint {
		return 0, 0, fmt.Errorf("there are no hints here")
	}
	switch o.Kind {
	case List:
		if !isHalf && !isWhole {
			return 0, 0, fmt.Errorf("expected registers of 16 or 32 bits")
		}
		if a.Count != 0 {
			o.setCount(a.Count, i)
		}
		return uint64(a.Index), uint64(a.Size / 32), nil
	case Base:
		if a.Size != 64 {
			return 0, 0, fmt.Errorf("expected a pair such as r2_r3 or u4_u5")
		}
		if a.Index > 255 {
			return 0, 0, fmt.Errorf("addresses are in u0 to u127 only")
		}
		return uint64(a.Index), uint64(a.Class), nil
	case Offset:
		if isWhole {
			return uint64(a.Index), 0, nil
		}
		return signed16(a)
	case Result:
		if a.None {
			return 0, 0, nil
		}
		fallthrough
	case Reg32:
		if !isWhole {
			return 0, 0, fmt.Errorf("expected a 32-bit register such as r4")
		}
		return uint64(a.Index), uint64(o.typ.mask() & 1), nil
	case AtomicS:
		if pair := i.Word.get(forms()[i.Form].named[fieldOp]) == cmpxchg; a.Class != Register || pair != (a.Size == 64) || a.Size == 16 {
			return 0, 0, fmt.Errorf("expected a 32-bit register, for cmpxchg a pair")
		}
		return uint64(a.Index), 0, nil
	case TgBase:
		switch {
		case isHalf:
			return uint64(a.Index), 0, nil
		case a.Class == Uniform && a.Size == 16:
			return uint64(a.Index & 255), 1 | uint64(a.Index>>8)<<1, nil
		}
		return number(a, 2)
	case HalfOr:
		if isHalf {
			return uint64(a.Index), 0, nil
		}
		return signed16(a)
	case OrHalf, Coeff:
		if isHalf && o.typ.width == 0 {
			return 0, 0, fmt.Errorf("a register cannot stand here")
		}
		if isHalf {
			return uint64(a.Index), 1, nil
		}
		return number(a, 0)
	case Pixel:
		if isHalf {
			return uint64(a.Index), 1, nil
		}
	case Moving:
		if isWhole {
			return uint64(a.Index), 0, nil
		}
		if a.Class != Number || a.Value < -1<<15 || a.Value >= 1<<16 {
			return 0, 0, fmt.Errorf("expected a register, or a number of 16 bits")
		}
		return uint64(uint16(a.Value)), 1, nil
	case UBase:
		if a.Class != Uniform || a.Size != 64 || a.Index%4 != 0 {
			return 0, 0, fmt.Errorf("expected a pair of uniforms that begins with an even one, such as u4_u5")
		}
		return uint64(a.Index), 0, nil
	case Sample:
		return o.encodeSample(a, i)
	case Interp:
		if at := i.Word.get(o.value[0]); a.Value == interpSample && at == interpRegister {
			a.Value = interpRegister // the sample has said that already
		}
	}
	return number(a, 0)
}

// setCount is the other way round of howMany. A mask says itself how many there are.
func (o *operand) setCount(n int, i *Inst) {
	switch o.Count {
	case "count":
		i.Word.set(o.count, uint64(n))
	case "3count":
		i.Word.set(o.count, uint64(n/3))
	case "zs":
		i.Word.set(o.count, [...]uint64{0, 2, 1, 3}[n&3])
	case "copy":
		i.Word.set(o.count, uint64(n/5))
	}
}

func (o *operand) encodeSample(a Arg, i *Inst) (v, t uint64, err error) {
	interp := forms()[i.Form].named[fieldInterp]
	switch {
	case a.None:
		return 0, 0, nil
	case a.Class == Register && a.Size == 16:
		i.Word.set(interp, interpRegister)
		return uint64(a.Index), 0, nil
	}
	i.Word.set(interp, interpSample)
	return number(a, 0)
}

func signed16(a Arg) (v, t uint64, err error) {
	if a.Class != Number || a.Value < -1<<15 || a.Value >= 1<<15 {
		return 0, 0, fmt.Errorf("expected a register, or a number from -32768 to 32767")
	}
	return uint64(uint16(a.Value)), 1, nil
}

func number(a Arg, t uint64) (uint64, uint64, error) {
	if a.Class != Number || a.Value < 0 {
		return 0, 0, fmt.Errorf("expected a number from 0 on")
	}
	return uint64(a.Value), t, nil
}

// WantsList says whether a list of registers can stand in the text: it cannot once a mask in front of it has turned out to be empty.
func (i Inst) WantsList() bool {
	f := &forms()[i.Form]
	masked := false
	for _, o := range f.operands {
		switch o.Kind {
		case Mask, Mask0:
			masked = i.Word.get(o.value[0]) == 0
		case List:
			return !masked || o.Count != "mask"
		}
	}
	return false
}
