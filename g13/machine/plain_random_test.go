package machine_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/lanescope/lanescope/g13"
)

// A dice makes random instructions, and operands at which they are interesting.
type dice struct{ *rand.Rand }

func newDice(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 5))} }

// oneIn is true once in so many times.
func (r dice) oneIn(n int) bool { return r.IntN(n) == 0 }

// formsNamed is the forms with the given names.
func formsNamed(names ...string) (all []g13.Form) {
	for f := range g13.NumForms {
		if slices.Contains(names, f.Name()) {
			all = append(all, f)
		}
	}
	return all
}

// A blank is what random bits may be put into.
type blank struct {
	mask [12]byte // the bits that are not fixed
	size int      // bytes
}

// blanks is that of every form.
var blanks = sync.OnceValue(func() (all []blank) {
	for n := range g13.NumForms {
		all = append(all, blankOf(n))
	}
	return all
})

func blankOf(f g13.Form) (b blank) {
	bit := 0
	tokens := strings.Fields(f.Row())
	slices.Reverse(tokens)
	for _, token := range tokens {
		width, fixed := 1, false
		if strings.Trim(token, "01?") == "" {
			width, fixed = len(token), true
		} else if _, n, ok := strings.Cut(token, ":"); ok {
			width = 0
			for _, digit := range n {
				width = 10*width + int(digit-'0')
			}
		}
		for k := range width {
			if !fixed || token[len(token)-1-k] == '?' {
				b.mask[bit/8] |= 1 << (bit % 8)
			}
			bit++
		}
	}
	b.size = bit / 8
	return b
}

// instruction is a form with random bits wherever bits are free, or with operands such as most instructions have.
func (r dice) instruction(f g13.Form) g13.Inst {
	i := r.bits(f)
	if r.oneIn(3) {
		r.commonOperands(&i)
	}
	return i
}

// isComputed says whether operands of a kind are what an instruction computes, or computes with, whatever else they are.
func isComputed(k g13.Kind) bool {
	switch k {
	case g13.Dst, g13.Dst64, g13.DstOf16, g13.DstOf32, g13.Src, g13.Src64, g13.FloatSrc, g13.FloatSrc16:
		return true
	}
	return false
}

// commonOperands makes operands numbers or registers, mostly of 32 bits, often the same for two of them, and leaves nothing shifted.
func (r dice) commonOperands(i *g13.Inst) {
	first, apart := r.IntN(128), 1+r.IntN(2)*127
	for n := range i.Args() {
		a, size := i.Arg(n), 32
		a.Class, a.Hint = g13.Register, g13.NoHint
		switch k := i.Operand(n).Kind; {
		case k == g13.Shift:
			a = g13.Arg{Class: g13.Number}
		case (k == g13.Src || k == g13.FloatSrc || k == g13.FloatSrc16) && r.oneIn(5):
			a.Class, a.Value, a.Sx = g13.Immediate, int64(r.IntN(256)>>r.IntN(8)), false
		case k == g13.FloatSrc16, k == g13.DstOf16, r.oneIn(8) && k != g13.DstOf32:
			size = 16
		case !isComputed(k):
			continue
		}
		if a.Class == g13.Register {
			a.Size, a.Index = size, (first+r.IntN(1+apart))%128*2
			if size == 16 {
				a.Index += r.IntN(2)
			}
			a.Sx = r.oneIn(2) && (i.Form.Name() == "iadd" || i.Form.Name() == "imadd") && i.Operand(n).Name != "D"
		}
		if err := i.SetArg(n, a); err != nil && isComputed(i.Operand(n).Kind) {
			panic(err)
		}
	}
	i.Fit(true)
}

// bits is a form with random bits wherever bits are free.
func (r dice) bits(f g13.Form) g13.Inst {
	blank := blanks()[f]
	fixed := [12]byte{}
	w := g13.New(f).Word
	binary.LittleEndian.PutUint64(fixed[:], w.Lo)
	binary.LittleEndian.PutUint32(fixed[8:], uint32(w.Hi))
	for {
		b := fixed
		sparse := r.oneIn(4)
		for k := range b {
			free := byte(r.Uint32())
			if sparse {
				free &= byte(r.Uint32())
			}
			b[k] = b[k]&^blank.mask[k] | free&blank.mask[k]
		}
		if f.Name() == "uniform_store" { // most others have no meaning
			b[0], b[1] = b[0]|0x80, b[1]&^1
			b[3] = b[3]&0x80 | 0b0111101
			b[5], b[7] = b[5]&0x83|0x80, b[7]&1
		}
		if i, err := g13.Decode(b[:blank.size]); err == nil && i.Form == f {
			return i
		}
	}
}

// integerBits is some bits as an integer.
func (r dice) integerBits(width int) uint64 {
	v := r.Uint64()
	switch r.IntN(8) {
	case 0:
		v = uint64(r.IntN(40))
	case 1:
		v = -uint64(r.IntN(5))
	case 2:
		v = 1<<r.IntN(width) - uint64(r.IntN(3)) + 1
	case 3:
		v = ^(1 << r.IntN(width)) + uint64(r.IntN(2))
	case 4:
		v >>= r.IntN(64)
	case 5:
		v = uint64(r.IntN(40)) | uint64(r.IntN(40))<<16 | uint64(r.IntN(3))<<32
	}
	return v & (1<<width - 1)
}

// floatBits is some bits as a number.
func (r dice) floatBits(width int) uint64 {
	f, sign := half, uint64(r.IntN(2))<<15
	if width == 32 {
		f, sign = single, sign<<16
	}
	fractionBits := f.precision - 1
	fraction := r.Uint64() & (1<<fractionBits - 1)
	switch r.IntN(4) {
	case 0:
		fraction = 0
	case 1:
		fraction = 1<<r.IntN(fractionBits+1) - uint64(r.IntN(2))
		fraction &= 1<<fractionBits - 1
	}
	exponent := uint64(r.IntN(2*f.emax + 2))
	switch r.IntN(8) {
	case 0, 1, 2:
		exponent = uint64(f.emax + r.IntN(9) - 4)
	case 3:
		exponent = uint64(r.IntN(3))
	case 4:
		exponent = uint64(2*f.emax + 1 - r.IntN(3))
	case 5:
		if width == 32 { // where 16 bits end, at either end
			exponent = uint64(127 + [...]int{15, 16, -14, -15, -24, -25, -26}[r.IntN(7)])
		}
	case 6:
		if r.oneIn(4) {
			return []uint64{0, sign, f.nan, sign | uint64(2*f.emax+1)<<fractionBits}[r.IntN(4)]
		}
	}
	return sign | exponent<<fractionBits | fraction
}

// triple is numbers a, b and c for which a times b plus c is hard: it cancels, or nearly rounds, or is where numbers end.
func (r dice) triple() (v [3]float64) {
	for k := range v {
		v[k] = float64(math.Float32frombits(uint32(r.floatBits(32))))
	}
	p := v[0] * v[1]
	switch r.IntN(10) {
	case 0: // what is left is the part that a product loses
		v[2] = -float64(float32(p))
	case 1: // a tie, or next to one
		v[2] = math.Ldexp(math.Copysign(1+float64(r.IntN(3))/2, v[2]), math.Ilogb(p)-22-r.IntN(5))
	case 2:
		v[2] = math.Ldexp(v[2], math.Ilogb(p)-math.Ilogb(v[2])+r.IntN(60)-30)
	case 3: // the product is the small one
		v[0] = math.Ldexp(v[0], math.Ilogb(v[2])-math.Ilogb(p)-r.IntN(50))
	case 4: // just above or below the smallest number of either size
		v[2] = 0
		v[0] = math.Ldexp(v[0], [...]int{-126, -14, -24, 15}[r.IntN(4)]-math.Ilogb(p)+r.IntN(3)-1)
	case 5: // sums of halves that are ties in 16 bits
		v[0], v[1] = 1+float64(r.IntN(1024))/1024, 1+float64(r.IntN(1024))/1024
		v[2] = math.Ldexp(float64(r.IntN(2048)), -r.IntN(30))
	case 7:
		return r.belowSmallest()
	case 8:
		return r.belowTie()
	case 6: // a plus c, for sums
		v[1] = math.Ldexp(math.Copysign(1+float64(r.IntN(4096))/4096, v[1]), math.Ilogb(v[0])+r.IntN(52)-26)
	}
	return v
}

// belowSmallest is a product that is just below the smallest normal number, or a sum that is, which rounding would make it.
func (r dice) belowSmallest() (v [3]float64) {
	x := 1 + r.Float64()
	v[0] = float64(float32(x))
	v[1] = float64(math.Nextafter32(float32(1/v[0]), 0))
	if r.oneIn(2) {
		v[1] = float64(float32(1 / v[0]))
	}
	n := r.IntN(100)
	v[0], v[1] = math.Ldexp(v[0], -60-n), math.Ldexp(v[1], -66+n)
	if r.oneIn(4) { // less twice as much
		v[2] = math.Copysign(0x1p-125, -v[0])
	}
	if r.oneIn(2) {
		v[0], v[2] = -v[0], -v[2]
	}
	return v
}

// belowTie is a sum that is below half way between two numbers by less than a float64 has place for.
//
//	(1-d) (1+d) = 1-d²     by which half a unit of c's last place is too large
func (r dice) belowTie() (v [3]float64) {
	unit := []float64{0x1p-23, 0x1p-10}[r.IntN(2)]
	d := float64(1+r.IntN(1<<r.IntN(12))) * unit
	v[0], v[1] = 1-d, (1+d)*unit/2
	v[2] = 1 + float64(r.IntN(1024))*unit
	for k := range v {
		if r.oneIn(2) {
			v[k] = -v[k]
		}
	}
	return v
}

// extremeBits is an integer with which sums and products are the largest there are.
func (r dice) extremeBits(width int) uint64 {
	top := uint64(1) << (width - 1)
	return []uint64{0, 1, top - 1, top, 2*top - 1, 2*top - 2}[r.IntN(6)] & (2*top - 1)
}

// numberBits is a number as bits of a width, nearly.
func numberBits(v float64, width int) uint64 {
	f := half
	if width == 32 {
		f = single
	}
	return f.bits(realOf(v), toEven)
}

// operands writes to the registers and uniforms of the sources what the instruction may find difficult, in all threads.
func (r dice) operands(g *plainGroup, i *plainInst) {
	floats := i.usesFloats()
	together := floats && !r.oneIn(3)
	for t := range g.thread {
		v, extreme := r.triple(), r.oneIn(6)
		for k, a := range []g13.Arg{i.c, i.b, i.a, i.x, i.y} { // a register that is all of them is a
			if a.Class == g13.Immediate || a.Size == 0 || a.Class == g13.Uniform && t > 0 {
				continue
			}
			var bits uint64
			switch {
			case k < 3 && together:
				bits = numberBits(v[2-k], a.Size)
			case k < 3 && floats:
				bits = r.floatBits(a.Size)
			case extreme:
				bits = r.extremeBits(a.Size)
			default:
				bits = r.integerBits(a.Size)
			}
			halves := g.thread[t].half[:]
			if a.Class == g13.Uniform {
				halves = g.uniform[:]
			}
			for n := range a.Size / 16 {
				halves[a.Index+n] = uint16(bits >> (16 * n))
			}
		}
		if r.oneIn(8) && i.b.Class == g13.Register && i.b.Size == i.a.Size { // comparisons come out equal
			for n := range i.a.Size / 16 {
				if i.a.Class == g13.Register {
					g.thread[t].half[i.b.Index+n] = g.thread[t].half[i.a.Index+n]
				}
			}
		}
	}
}

// usesFloats is whether A is a number.
func (i *plainInst) usesFloats() bool {
	for n := range i.Args() {
		if o := i.Operand(n); o.Name == "A" && (o.Kind == g13.FloatSrc || o.Kind == g13.FloatSrc16) {
			return true
		}
	}
	switch i.name {
	case "convert":
		mode := i.field(21, 16)
		return mode == 4 || mode == 5 || mode == 8 || mode == 9
	case "simd_op":
		op := i.op()
		return op == opFadd || op == opFmul || op == opFmin || op == opFmax
	}
	return false
}

// exec is which threads are active: often all of them.
func (r dice) exec() (active [32]bool) {
	mask := uint32(math.MaxUint32)
	switch r.IntN(4) {
	case 0:
		mask = r.Uint32()
	case 1:
		mask = r.Uint32() | r.Uint32()
		if r.oneIn(8) {
			mask = 1 << r.IntN(32) >> r.IntN(2)
		}
	}
	for t := range active {
		active[t] = mask>>t&1 != 0
	}
	return active
}
