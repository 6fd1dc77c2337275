package g13

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// TestOperandsAgain reads every operand of random instructions by another route: bit by bit, field by field by its name, and each kind as the document and the public
// descriptions have it in words.
func TestOperandsAgain(t *testing.T) {
	rng := chance.Random(t, 3)
	for n := range table {
		for range 400 {
			w := Word{rng.Uint64(), rng.Uint64() & (1<<32 - 1)}
			if rng.IntN(2) == 0 {
				w = w.and(Word{rng.Uint64(), rng.Uint64()})
			}
			i := Inst{Form: Form(n), Word: w}
			for k, o := range table[n].operands {
				p := plainOperand{&forms()[n], o, w}
				if got, want := i.Arg(k), p.arg(); got != want {
					t.Fatalf("%s, operand %s of %x: %+v, want %+v", table[n].name, o.Name, w, got, want)
				}
			}
		}
	}
}

// A plainOperand is an operand of a form in a word.
type plainOperand struct {
	f *form
	o Operand
	w Word
}

// field is a field by its name, bit by bit; 0 if there is none.
func (p plainOperand) field(name string) (v int) {
	s := p.f.fields[name]
	for k := range int(s.width) {
		if at := int(s.pos) + k; at < 64 {
			v |= int(p.w.Lo>>at&1) << k
		} else {
			v |= int(p.w.Hi>>(at-64)&1) << k
		}
	}
	return v
}

// value is the operand's own fields, and how many bits they have.
func (p plainOperand) value() (v, width int) {
	names := strings.Fields(p.o.Fields)
	if p.o.Fields == "" {
		names = []string{p.o.Name, p.o.Name + "x"}
	}
	for _, name := range names {
		if strings.Trim(name, "0") == "" {
			width += len(name)
			continue
		}
		v |= p.field(name) << width
		width += int(p.f.fields[name].width)
	}
	return v, width
}

func (p plainOperand) typ() int { return p.field(p.o.Name + "t") }

// arg is what the operand says.
func (p plainOperand) arg() Arg {
	v, width := p.value()
	number := Arg{Class: Number, Value: int64(v)}
	half := Arg{Index: v, Size: 16}
	whole := Arg{Index: v - v%2, Size: 32, Undefined: v%2 == 1}
	short := Arg{Class: Number, Value: int64(int16(v))}
	switch p.o.Kind {
	case Dst, Dst64, DstOf16, DstOf32, R0L:
		return p.destination(half, whole)
	case Src, FloatSrc:
		return p.modified(p.source(v, 32))
	case Src64:
		return p.modified(p.source(v, 64))
	case FloatSrc16:
		return p.modified(p.source(v, 16))
	case CmpselSrc:
		return p.modified(p.sourceOfItsSize(v))
	case Reg:
		return Arg{Index: 2 * v, Size: 32}
	case PCRel:
		if v>>(width-1) != 0 {
			number.Value -= 1 << width
		}
	case Half:
		return half
	case Reg32:
		return whole
	case List:
		return p.list(half, whole)
	case UBase:
		return Arg{Class: Uniform, Index: v, Size: 64}
	case Base, Offset, Result, AtomicS, TgBase, HalfOr, OrHalf, Coeff, Sampler, Pixel, Moving, Sample:
		return p.ofMemory(number, half, whole, short)
	case OptUBase, Texture, Coords, Lod, Compare:
		return p.ofTextures(v, number, half, whole)
	}
	return number
}

func (p plainOperand) destination(half, whole Arg) Arg {
	a, large := half, p.typ()&2 != 0
	switch p.o.Kind {
	case R0L:
		a = Arg{Size: 16}
	case DstOf32:
		a = whole
	case Dst:
		if large {
			a = Arg{Index: whole.Index, Size: 32}
		}
	case Dst64:
		if large {
			a = Arg{Index: whole.Index, Size: 32}
		}
		if large && whole.Undefined {
			a.Size = 64
		}
	}
	if p.typ()&1 != 0 {
		a.Hint = Cache
	}
	return a
}

// source is ALUSrc as the document goes on behind UNDEFINED(): the largest size that there is room for.
func (p plainOperand) source(v, most int) Arg {
	t := p.typ()
	hint := []Hint{NoHint, NoHint, Cache, Discard}[t%4]
	switch {
	case t == 0:
		return Arg{Class: Immediate, Value: int64(v)}
	case t == 4 || t == 5:
		return Arg{Class: Uniform, Index: v + 256*(t-4), Size: 16}
	case t == 6 || t == 7:
		v += 256 * (t - 6)
		return Arg{Class: Uniform, Index: v - v%2, Size: 32, Undefined: most == 16 || v%2 == 1}
	case t < 4 || most == 16:
		return Arg{Index: v, Size: 16, Hint: hint, Undefined: t > 7}
	case t >= 12 && most == 64:
		return Arg{Index: v - v%2, Size: 64, Hint: hint, Undefined: v%2 == 1 || t == 12}
	}
	return Arg{Index: v - v%2, Size: 32, Hint: hint, Undefined: v%2 == 1 || t == 8 || t >= 12}
}

// sourceOfItsSize is CmpselSrc, whose registers are as large as the destination.
func (p plainOperand) sourceOfItsSize(v int) Arg {
	t, size := p.typ(), 16
	if p.field("Dt")&2 != 0 {
		size = 32
	}
	a := Arg{Index: v, Size: size}
	switch t {
	case 4:
		return Arg{Class: Immediate, Value: int64(v)}
	case 6, 7:
		a.Class, a.Index = Uniform, v+256*(t-6)
	case 0, 5:
		a.Undefined = true
	case 2:
		a.Hint = Cache
	case 3:
		a.Hint = Discard
	}
	if size == 32 {
		a.Undefined = a.Undefined || a.Index%2 == 1
		a.Index -= a.Index % 2
	}
	return a
}

func (p plainOperand) modified(a Arg) Arg {
	m := p.field(p.o.Name + "m")
	a.Abs, a.Neg = m == 1 || m == 3, m == 2 || m == 3
	a.Sx = p.field(p.o.Name+"s") == 1 && a.Class != Immediate
	return a
}

func (p plainOperand) list(half, whole Arg) Arg {
	a := half
	if p.typ() == 1 {
		a = whole
	}
	switch count := strings.TrimPrefix(p.o.Count, "3"); count {
	case "four":
		a.Count = 4
	case "copy":
		a.Count = []int{3, 5}[p.field("copy")]
	case "mask":
		a.Count = bits.OnesCount(uint(p.field("mask")))
	case "zs":
		a.Count = 2*p.field("z") + p.field("s")
	default:
		if a.Count = p.field(count); a.Count == 0 {
			a.Count = 4
		}
		if count != p.o.Count {
			a.Count *= 3
		}
	}
	return a
}

func (p plainOperand) ofMemory(number, half, whole, short Arg) Arg {
	t := p.typ()
	switch p.o.Kind {
	case Base:
		a := Arg{Index: whole.Index, Size: 64, Undefined: whole.Undefined}
		if t == 1 {
			a.Class = Uniform
		}
		return a
	case Offset:
		whole.Undefined = whole.Undefined || half.Index > 255
		return []Arg{whole, short}[t]
	case Result:
		return []Arg{{None: true}, whole}[t]
	case AtomicS:
		whole.Size = map[bool]int{false: 32, true: 64}[p.field("op") == 3]
		return whole
	case TgBase:
		uniform := Arg{Class: Uniform, Index: half.Index, Size: 16}
		above := uniform
		above.Index += 256
		return []Arg{half, uniform, number, above}[t]
	case HalfOr:
		return []Arg{half, short}[t]
	case OrHalf, Coeff, Sampler:
		return []Arg{number, half}[t]
	case Pixel:
		half.Count = 2
		return []Arg{number, half}[t]
	case Sample:
		return []Arg{{None: true}, number, {None: true}, half}[p.field("interp")]
	}
	if t == 1 && p.field("Ou") == 1 { // Moving
		return number
	}
	return []Arg{whole, short}[t]
}

// plainDimensions are how many axes each dimension has, and what else is packed behind them.
var plainDimensions = []struct{ name, axes, packed string }{
	{"1d", "x", ""}, {"1d array", "x", "l"}, {"2d", "xy", ""}, {"2d array", "xy", "l"}, {"2d ms", "xy", "s"}, {"3d", "xyz", ""}, {"cube", "xyz", ""}, {"cube array", "xyz", "l"},
	{"2d ms array", "xy", "ls"},
}

func (p plainOperand) ofTextures(v int, number, half, whole Arg) Arg {
	dim, axes, packed := p.field("dim")+8*p.field("dimx"), 2, 0
	if dim < len(plainDimensions) {
		axes, packed = len(plainDimensions[dim].axes), len(plainDimensions[dim].packed)
	}
	switch p.o.Kind {
	case OptUBase:
		if tt := p.field("Tt"); tt < 2 || p.o.Count != "" && tt == 2 && v == 0 {
			return Arg{None: true}
		}
		return Arg{Class: Uniform, Index: v, Size: 64}
	case Texture:
		if p.typ() == 2 && v == 0 {
			return Arg{Class: Immediate}
		}
		return []Arg{number, half, half, whole}[p.typ()]
	case Coords:
		a := whole
		a.Count = axes
		if p.field("C16") == 1 {
			a = half
			a.Count = axes + packed
		} else if packed > 0 {
			a = half
			a.Count = 2*axes + 1
		}
		a.Hint = []Hint{NoHint, Discard}[p.field("discard")]
		return a
	case Compare:
		three := whole
		three.Count = 3
		return []Arg{{None: true}, half, whole, three}[p.field("offset")+2*p.field("shadow")]
	}
	return p.level(axes, number, half, whole)
}

// level is the level of detail: nothing, a bias or a least level, both in two halves, or gradients, behind which there may be a least level.
func (p plainOperand) level(axes int, number, half, whole Arg) Arg {
	uniform := half
	uniform.Class = Uniform
	a := number
	switch p.field("lod") {
	case 0:
		return Arg{Class: Number}
	case 1, 2:
		a = uniform
	case 5, 6:
		a = half
	case 9:
		a = uniform
		a.Count = 2
	case 13:
		a = half
		a.Count = 2
	case 4:
		a = whole
		a.Count = 2 * axes
	case 12:
		a = whole
		a.Count = 2*axes + 1
	}
	return a
}
