package g13

import "fmt"

// dimension is what coordinates a texture's dimension has: axes, and what is packed beside them (the layer of an array, the sample).
type dimension struct{ axes, extras int }

var dimensions = [16]dimension{
	{1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 1}, {3, 0}, {3, 0}, {3, 1}, {2, 2},
	{2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, // unknown
}

// field is one of the fields that operands ask for.
func (i Inst) field(n int) uint64 { return i.Word.get(forms()[i.Form].named[n]) }

func (i *Inst) setField(n int, v uint64) { i.Word.set(forms()[i.Form].named[n], v) }

func (i Inst) dimension() dimension { return dimensions[i.field(fieldDim)|i.field(fieldDimx)<<3] }

// Modes of the level of detail.
const (
	lodAuto         = 0
	lodBias         = 1 // uniform; 4 more: register
	lodMin          = 2 // likewise
	lodGradient     = 4
	lodBiasMin      = 9 // likewise
	lodGradientMin  = 12
	lodFromRegister = 4
)

// texture is the value of an operand of a kind that only texture instructions have.
func (o *operand) texture(i Inst, v int, t uint64) Arg {
	half, whole := Arg{Index: v, Size: 16}, Arg{Index: v &^ 1, Size: 32, Undefined: v&1 != 0}
	switch o.Kind {
	case OptUBase:
		tt := i.field(fieldTt)
		if tt < 2 || o.Count != "" && tt == 2 && v == 0 {
			return Arg{None: true}
		}
		return Arg{Class: Uniform, Index: v, Size: 64}
	case Texture:
		switch {
		case t == 0:
			return Arg{Class: Number, Value: int64(v)}
		case t == 2 && v == 0:
			return Arg{Class: Immediate}
		case t == 3:
			return whole
		}
		return half
	case Sampler:
		if t == 0 {
			return Arg{Class: Number, Value: int64(v)}
		}
		return half
	case Coords:
		return i.coordinates(half, whole)
	case Lod:
		return i.lod(half, whole)
	case Compare:
		switch i.field(fieldShadow) | i.field(fieldOffset)<<1 {
		case 0:
			return Arg{None: true}
		case 1:
			return whole
		case 3:
			whole.Count = 3
			return whole
		}
	}
	return half
}

// coordinates of 32 bits are registers, but halves if something is packed behind them; of 16 bits they are halves.
func (i Inst) coordinates(half, whole Arg) Arg {
	d := i.dimension()
	a := half
	switch {
	case i.field(fieldC16) != 0:
		a.Count = d.axes + d.extras
	case d.extras == 0:
		a = whole
		a.Count = d.axes
	default:
		a.Count = 2*d.axes + 1
	}
	if i.field(fieldDiscard) != 0 {
		a.Hint = Discard
	}
	return a
}

// FitCoords makes the coordinates those of 16 or 32 bits of which there are so many; ok is false if there are none. It is called when the dimension is
// known.
func (i *Inst) FitCoords(a Arg) (ok bool) {
	if forms()[i.Form].named[fieldC16].width == 0 {
		return true
	}
	for half := range uint64(2) {
		i.setField(fieldC16, half)
		if got := i.coordinates(Arg{Size: 16}, Arg{Size: 32}); got.Count == a.Count && got.Size == a.Size {
			return true
		}
	}
	return false
}

func (i Inst) lod(half, whole Arg) Arg {
	d := i.dimension().axes
	switch i.field(fieldLod) {
	case lodAuto:
		return Arg{Class: Number}
	case lodBias, lodMin:
		half.Class = Uniform
	case lodBias + lodFromRegister, lodMin + lodFromRegister:
	case lodBiasMin:
		half.Class, half.Count = Uniform, 2
	case lodBiasMin + lodFromRegister:
		half.Count = 2
	case lodGradient:
		whole.Count = 2 * d
		return whole
	case lodGradientMin:
		whole.Count = 2*d + 1
		return whole
	default:
		return Arg{Class: Number, Value: int64(half.Index)}
	}
	return half
}

// encodeTexture is the value and the type of an argument of such a kind.
func (o *operand) encodeTexture(a Arg, i *Inst) (v, t uint64, err error) {
	isHalf, isWhole := a.Class == Register && a.Size == 16, a.Class == Register && a.Size == 32
	if a.Hint != NoHint && o.Kind != Coords || a.Hint == Cache {
		return 0, 0, fmt.Errorf("there is no such hint here")
	}
	switch o.Kind {
	case Half:
		if !isHalf {
			return 0, 0, fmt.Errorf("expected a 16-bit register such as r1l")
		}
		return uint64(a.Index), 0, nil
	case OptUBase:
		return i.encodeBase(a)
	case Texture:
		switch {
		case isWhole:
			return uint64(a.Index), 3, nil
		case isHalf && i.field(fieldTt) == 2:
			return uint64(a.Index), 2, nil
		case isHalf:
			return uint64(a.Index), 1, nil
		case a.Class == Immediate && a.Value == 0:
			return 0, 2, nil
		}
		return number(a, 0)
	case Sampler:
		if isHalf {
			return uint64(a.Index), 1, nil
		}
		return number(a, 0)
	case Coords:
		if !isHalf && !isWhole {
			return 0, 0, fmt.Errorf("expected registers of 16 or 32 bits")
		}
		i.setField(fieldDiscard, uint64(a.Hint/Discard))
		i.FitCoords(a) // again when the dimension is known
		return uint64(a.Index), 0, nil
	case Lod:
		return i.encodeLod(a)
	case Compare:
		return i.encodeCompare(a)
	}
	return number(a, 0)
}

func (i *Inst) encodeBase(a Arg) (v, t uint64, err error) {
	if a.None {
		return 0, 0, nil
	}
	if a.Class != Uniform || a.Size != 64 || a.Index%4 != 0 {
		return 0, 0, fmt.Errorf("expected None, or a pair of uniforms that begins with an even one, such as u4_u5")
	}
	i.setField(fieldTt, 2)
	return uint64(a.Index), 0, nil
}

func (i *Inst) encodeLod(a Arg) (v, t uint64, err error) {
	mode := i.field(fieldLod)
	switch {
	case a.Class == Number:
		return number(a, 0)
	case a.Class == Register && a.Size == 16 && (mode == lodBias || mode == lodMin || mode == lodBiasMin):
		i.setField(fieldLod, mode+lodFromRegister)
	}
	if a.Size == 64 {
		return 0, 0, fmt.Errorf("expected halves, or for gradients 32-bit registers")
	}
	return uint64(a.Index), 0, nil
}

func (i *Inst) encodeCompare(a Arg) (v, t uint64, err error) {
	if a.None {
		return 0, 0, nil
	}
	if whole := a.Size == 32; a.Class != Register || whole != (i.field(fieldShadow) != 0) {
		return 0, 0, fmt.Errorf("expected a 32-bit register to compare with where shadow is 1, else a 16-bit one with an offset")
	}
	if a.Size == 16 || a.Count == 3 {
		i.setField(fieldOffset, 1)
	}
	return uint64(a.Index), 0, nil
}
