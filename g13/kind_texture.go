package g13

import "fmt"

// dimension is what coordinates a texture's dimension has: axes, and what is packed beside them (the layer of an array, the sample).
type dimension struct{ axes, extras int }

var dimensions = [16]dimension{
	{1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 1}, {3, 0}, {3, 0}, {3, 1}, {2, 2},
	{2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, // unknown
}

func (b bitsOf) dimension() dimension { return dimensions[b.field(fieldDim)|b.field(fieldDimx)<<3] }

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

// How a texture is named.
const (
	textureByNumber = iota
	textureByHalf
	textureBesideBase // by half, or by nothing, beside a pair of uniforms
	textureByRegister
)

func uniformPairOrNone(b bitsOf) Arg {
	how := b.field(fieldTt)
	if how < textureBesideBase || b.Count != "" && how == textureBesideBase && b.raw() == 0 {
		return Arg{None: true}
	}
	return uniformPair(b)
}

func fromUniformPairOrNone(b bitsOf, a Arg) (Word, error) {
	if a.None {
		return b.set(0, 0)
	}
	if a.Class != Uniform || a.Size != 64 || a.Index%4 != 0 {
		return b.word, fmt.Errorf("expected None, or a pair of uniforms that begins with an even one, such as u4_u5")
	}
	if b.field(fieldTt) < textureBesideBase { // else it is said already how the texture is found beside it
		b.setField(fieldTt, textureBesideBase)
	}
	return b.set(uint64(a.Index), 0)
}

func textureSlot(b bitsOf) Arg {
	switch t := b.typeBits(); {
	case t == textureByNumber:
		return number(b)
	case t == textureBesideBase && b.raw() == 0:
		return Arg{Class: Immediate}
	case t == textureByRegister:
		return registerByHalf(b)
	}
	return half(b)
}

func fromTexture(b bitsOf, a Arg) (Word, error) {
	isHalf, isWhole, err := without(a)
	switch {
	case err != nil:
		return b.word, err
	case isWhole:
		return b.set(uint64(a.Index), textureByRegister)
	case isHalf && b.field(fieldTt) == textureBesideBase:
		return b.set(uint64(a.Index), textureBesideBase)
	case isHalf:
		return b.set(uint64(a.Index), textureByHalf)
	case a.Class == Immediate && a.Value == 0:
		return b.set(0, textureBesideBase)
	}
	return b.setNumber(a, textureByNumber)
}

// coordinates of 32 bits are registers, but halves if something is packed behind them; of 16 bits they are halves.
func coordinates(b bitsOf) Arg {
	d := b.dimension()
	a := half(b)
	switch {
	case b.field(fieldC16) != 0:
		a.Count = d.axes + d.extras
	case d.extras == 0:
		a = registerByHalf(b)
		a.Count = d.axes
	default:
		a.Count = 2*d.axes + 1
	}
	if b.field(fieldDiscard) != 0 {
		a.Hint = Discard
	}
	return a
}

// fromCoordinates fits them to what is known of the dimension, which may still be to come.
func fromCoordinates(b bitsOf, a Arg) (Word, error) {
	switch {
	case a.Hint == Cache:
		return b.word, fmt.Errorf("there is no such hint here")
	case a.Class != Register || a.Size == 64:
		return b.word, fmt.Errorf("expected registers of 16 or 32 bits")
	}
	b.setField(fieldDiscard, uint64(a.Hint/Discard))
	b.fitCoordinates(a)
	return b.set(uint64(a.Index), 0)
}

func (b *bitsOf) fitCoordinates(a Arg) (ok bool) {
	if b.form.named[fieldC16].width == 0 {
		return true
	}
	for size := range uint64(2) {
		b.setField(fieldC16, size)
		if got := coordinates(*b); got.Count == a.Count && got.Size == a.Size {
			return true
		}
	}
	return false
}

// FitCoords makes operand n, coordinates, those of 16 or 32 bits of which there are so many; ok is false if there are none. It is called when the dimension is
// known.
func (i *Inst) FitCoords(n int, a Arg) (ok bool) {
	b := i.in(n)
	ok = b.fitCoordinates(a)
	i.Word = b.word
	return ok
}

func levelOfDetail(b bitsOf) Arg {
	axes := b.dimension().axes
	half, whole := half(b), registerByHalf(b)
	switch b.field(fieldLod) {
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
		whole.Count = 2 * axes
		return whole
	case lodGradientMin:
		whole.Count = 2*axes + 1
		return whole
	default:
		return number(b)
	}
	return half
}

func fromLevelOfDetail(b bitsOf, a Arg) (Word, error) {
	isHalf, _, err := without(a)
	mode := b.field(fieldLod)
	switch {
	case err != nil:
		return b.word, err
	case a.Class == Number:
		return b.setNumber(a, 0)
	case a.Size == 64:
		return b.word, fmt.Errorf("expected halves, or for gradients 32-bit registers")
	case isHalf && (mode == lodBias || mode == lodMin || mode == lodBiasMin):
		b.setField(fieldLod, mode+lodFromRegister)
	}
	return b.set(uint64(a.Index), 0)
}

// depthComparison is a 32-bit register to compare with, a 16-bit one with an offset, or one of each.
func depthComparison(b bitsOf) Arg {
	switch b.field(fieldShadow) | b.field(fieldOffset)<<1 {
	case 0:
		return Arg{None: true}
	case 1:
		return registerByHalf(b)
	case 3:
		a := registerByHalf(b)
		a.Count = 3
		return a
	}
	return half(b)
}

func fromComparison(b bitsOf, a Arg) (Word, error) {
	_, isWhole, err := without(a)
	switch {
	case err != nil:
		return b.word, err
	case a.None:
		return b.set(0, 0)
	case a.Class != Register || (a.Size == 32) != (b.field(fieldShadow) != 0):
		return b.word, fmt.Errorf("expected a 32-bit register to compare with where shadow is 1, else a 16-bit one with an offset")
	case !isWhole || a.Count == 3:
		b.setField(fieldOffset, 1)
	}
	return b.set(uint64(a.Index), 0)
}
