package gen

import (
	"fmt"

	"github.com/lanescope/lanescope/visa"
)

// A Rule is a restriction of the machine on regions, which vISA does not have: the finaliser has to keep it.
type Rule struct {
	Name string
	Says string // it in words
	No   string // its number in Intel's programmer's reference manual, as iga64 has it; or where the manual has it

	broken func(i *Inst, o *Operand, dest bool, p visa.Platform) bool
}

// Rules are the machine's restrictions on direct regions. Those that look at both operands are broken by the destination.
var Rules = [...]Rule{
	{"execution-size", "all lanes of the widest type fit in two registers", "1.1", func(i *Inst, _ *Operand, dest bool, p visa.Platform) bool {
		return dest && i.Exec*max(i.Dst.Type.Size(), i.width()) > 2*p.GRF()
	}},
	{"width", "the execution size is at least the width", "2.1", func(i *Inst, o *Operand, dest bool, _ visa.Platform) bool { return !dest && i.Exec < o.W }},
	{"one-row", "where one row is all, V is W times H, unless H is 0", "2.2", func(i *Inst, o *Operand, dest bool, _ visa.Platform) bool {
		return !dest && i.Exec == o.W && o.H != 0 && o.V != o.W*o.H
	}},
	{"width-one", "rows of one element have no H", "2.4", func(_ *Inst, o *Operand, dest bool, _ visa.Platform) bool { return !dest && o.W == 1 && o.H != 0 }},
	{"scalar", "one element by itself has no V and no H", "2.5", func(i *Inst, o *Operand, dest bool, _ visa.Platform) bool {
		return !dest && i.Exec == 1 && o.W == 1 && (o.V != 0 || o.H != 0)
	}},
	{"broadcast", "one element for all lanes has a width of 1", "2.6", func(_ *Inst, o *Operand, dest bool, _ visa.Platform) bool {
		return !dest && o.V == 0 && o.H == 0 && o.W != 1
	}},
	{"destination-stride", "a destination's stride is not 0", "2.7", func(_ *Inst, o *Operand, dest bool, _ visa.Platform) bool { return dest && o.H == 0 }},
	{"row-in-register", "a row does not cross from one register into the next", "2.8", func(i *Inst, o *Operand, dest bool, p visa.Platform) bool {
		for k := 0; !dest && k < i.Exec; k++ {
			first := k - k%max(o.W, 1)
			if o.byte(k, p.GRF(), dest)/p.GRF() != o.byte(first, p.GRF(), dest)/p.GRF() {
				return true
			}
		}
		return false
	}},
	{"two-registers", "an operand lies in two adjacent registers", "3", func(i *Inst, o *Operand, dest bool, p visa.Platform) bool {
		low, high := o.byte(0, p.GRF(), dest), 0
		for k := range i.Exec {
			low, high = min(low, o.byte(k, p.GRF(), dest)), max(high, o.byte(k, p.GRF(), dest)+o.Type.Size()-1)
		}
		return high/p.GRF()-low/p.GRF() > 1
	}},
	{"encoding", "V is 0 or a power of two to 32, W one to 16, H 0, 1, 2 or 4", "fields", func(_ *Inst, o *Operand, dest bool, _ visa.Platform) bool {
		return o.H > 4 || !powerOrZero(o.H) || !dest && (!powerOrZero(o.V) || o.W == 0 || o.W > 16 || !powerOrZero(o.W))
	}},
	{"aligned", "an element lies in its register", "fields", func(_ *Inst, o *Operand, dest bool, p visa.Platform) bool {
		return (o.Element+1)*o.Type.Size() > p.GRF()
	}},
	{"packed-bytes", "bytes side by side are written by a mov of bytes alone, which changes nothing", "operand types", func(i *Inst, o *Operand, dest bool, _ visa.Platform) bool {
		return dest && i.Exec > 1 && o.Type.Size() == 1 && o.H == 1 && !i.raw()
	}},
	{"execution-stride", "a destination that is narrower than what is computed has a stride that makes up for it, or more, and is aligned to it", "1.2", func(i *Inst, o *Operand, dest bool, p visa.Platform) bool {
		wide := i.width()
		if !dest || i.Exec == 1 || o.Type.Size() >= wide || i.raw() || i.halvesPacked(p) {
			return false
		}
		at := o.byte(0, p.GRF(), true) % wide
		return o.H*o.Type.Size() < wide || at != 0 && !(at == 1 && o.Type.Size() == 1)
	}},
	{"half-stride", "between integers and hf a destination's elements are four bytes apart, and aligned to that", "operand types", func(i *Inst, o *Operand, dest bool, p visa.Platform) bool {
		return dest && i.Exec > 1 && i.converts(func(a, b visa.Type) bool { return a == visa.HF && b.IsInteger() }) && (o.H*o.Type.Size() != 4 || o.byte(0, p.GRF(), true)%4 != 0)
	}},
	{"conversion", "numbers of 64 bits become no bytes and no hf, and come of none", "mov", func(i *Inst, _ *Operand, dest bool, _ visa.Platform) bool {
		return dest && i.converts(func(a, b visa.Type) bool { return a.Size() == 8 && (b.Size() == 1 || b == visa.HF) })
	}},
	{"quadwords", "the platform has no numbers of 64 bits", "platform", func(_ *Inst, o *Operand, _ bool, p visa.Platform) bool { return o.Type.Size() == 8 && !quadwords(p) }},
	{"quadword-regions", "with 64 bits, all strides are the same multiple of 8 bytes, and both operands begin at the same byte of a register", "CHV, BXT", func(i *Inst, o *Operand, dest bool, p visa.Platform) bool {
		if p != visa.CHV && p != visa.BXT || dest || max(o.Type.Size(), i.Dst.Type.Size()) < 8 || i.Exec == 1 || o.scalar() {
			return false
		}
		return o.V != o.W*o.H || o.H*o.Type.Size() != i.Dst.H*i.Dst.Type.Size() || o.H*o.Type.Size()%8 != 0 || i.shifted(o, p)
	}},
	{"float-regions", "with floats or 64 bits, lanes stay at the same byte of their register, unless one element is for all", "Xe-HP and later", func(i *Inst, o *Operand, dest bool, p visa.Platform) bool {
		if p < visa.XeHP || dest || !floatOrQuad(o.Type) && !floatOrQuad(i.Dst.Type) || i.Exec == 1 || i.halvesPacked(p) || i.halvesRead(o, p) {
			return false
		}
		if o.scalar() {
			return o.Type.Size() == 1
		}
		stride, ok := o.stride(i.Exec)
		return !ok || stride*o.Type.Size() != i.Dst.H*i.Dst.Type.Size() || i.shifted(o, p)
	}},
	{"sub-dword", "bytes and words that are gathered come from the same place times the ratio of the strides", "Xe-HPC", func(i *Inst, o *Operand, dest bool, p visa.Platform) bool {
		return (p == visa.PVC || p == visa.PVCXT) && !dest && i.Exec > 1 && i.crossed(o)
	}},
}

func powerOrZero(n int) bool { return n&(n-1) == 0 && n <= 32 }

// quadwords says whether a platform has movs of q and df.
func quadwords(p visa.Platform) bool {
	switch p {
	case visa.ICL, visa.TGL, visa.DG2, visa.MTL:
		return false
	}
	return true
}

// width is how many bytes the machine computes a lane with: those of its widest source, and two of a byte.
func (i *Inst) width() int {
	wide := 2
	for k := range i.Src {
		if i.Src[k].Direct || i.Src[k].Number {
			wide = max(wide, i.Src[k].Type.Size())
		}
	}
	return wide
}

// raw says whether an instruction moves bits.
func (i *Inst) raw() bool {
	return i.Op == "mov" && len(i.Src) == 1 && i.Src[0].Direct && i.Src[0].Type == i.Dst.Type && i.Src[0].Mod == visa.NoModifier && i.Dst.Mod == visa.NoModifier
}

// converts says whether the instruction makes one type of another and the pair, in one order or the other, is such a one.
func (i *Inst) converts(is func(a, b visa.Type) bool) bool {
	for k := range i.Src {
		if o := &i.Src[k]; o.Direct && (is(o.Type, i.Dst.Type) || is(i.Dst.Type, o.Type)) {
			return true
		}
	}
	return false
}

// halvesPacked says whether f becomes hf that lie side by side, which some platforms do for eight lanes in an oword.
func (i *Inst) halvesPacked(p visa.Platform) bool {
	switch p {
	case visa.BDW, visa.CHV, visa.XeHP, visa.PVC, visa.PVCXT:
		return false
	}
	if len(i.Src) != 1 || !i.Src[0].Direct || i.Src[0].Type != visa.F || i.Dst.Type != visa.HF || i.Dst.H != 1 || i.Dst.Element%8 != 0 || i.Exec > 8 {
		return false
	}
	stride, ok := i.Src[0].stride(i.Exec)
	return p < visa.XeHP || ok && stride == 1 && i.Src[0].Element == 0
}

// halvesRead says whether hf that lie side by side, at the beginning or the middle of a register, are read for elements of four bytes.
func (i *Inst) halvesRead(o *Operand, p visa.Platform) bool {
	stride, ok := o.stride(i.Exec)
	return ok && o.Type == visa.HF && i.Dst.H*i.Dst.Type.Size() == 4 && stride == 1 && o.Element*2%(p.GRF()/2) == 0 && i.Dst.byte(0, p.GRF(), true)%p.GRF() == 0
}

// floatOrQuad says whether a type goes through the pipes that Xe-HP restricts.
func floatOrQuad(t visa.Type) bool { return t.IsFloat() || t.Size() == 8 }

// scalar says whether one element is for all lanes.
func (o *Operand) scalar() bool { return o.V == 0 && o.H == 0 && o.W == 1 }

// stride is how many elements are from one lane to the next, if it is the same for all of n.
func (o *Operand) stride(n int) (elements int, ok bool) {
	switch {
	case o.W == 1:
		return o.V, true
	case o.V == o.W*o.H || o.W >= n:
		return o.H, true
	}
	return 0, false
}

// shifted says whether a source and the destination begin at other bytes of their registers.
func (i *Inst) shifted(o *Operand, p visa.Platform) bool {
	return o.byte(0, p.GRF(), false)%p.GRF() != i.Dst.byte(0, p.GRF(), true)%p.GRF()
}

// crossed says whether elements of less than four bytes change their places in a way that Xe-HPC has not. Where a destination's elements lie D bytes apart, and D is 1 or 2, a source's lie as near, or 2 D or
// 4 D apart, and its place is that many times the destination's:
//
//	mov (8|M0) r1.3<1>:ub r9.12<4;1,0>:ub     byte 3, four times as far: byte 12
func (i *Inst) crossed(o *Operand) bool {
	const grf = 64
	d, size := i.Dst.H*i.Dst.Type.Size(), o.Type.Size()
	if d == 0 || d >= 4 || size > 2 || floatOrQuad(i.Dst.Type) && !i.raw() || o.scalar() {
		return false
	}
	step := o.H * size
	rows := i.Exec / max(o.W, 1)
	if s, ok := o.stride(i.Exec); ok {
		step, rows = s*size, 1
	}
	if step == 0 {
		return o.V*size > d*o.W || rows > 1 && d*o.W%4 != 0
	}
	ratio := step / d
	for r := range rows {
		to, from := i.Dst.byte(r*o.W, grf, true)%grf, o.byte(r*o.W, grf, false)%grf
		switch {
		case rows > 1 && to%4 != 0:
			return true
		case step <= d:
		case ratio > 4 || ratio == 4 && size > 1 || from != ratio*(to%(grf/ratio)):
			return true
		}
	}
	return false
}

// A Broken is a rule that an operand of an instruction breaks.
type Broken struct {
	Rule    string
	Operand string
	Message string
}

// Check is which restrictions of a platform an instruction breaks.
func (i *Inst) Check(p visa.Platform) (all []Broken) {
	i.eachBroken(p, func(r *Rule, o *Operand) bool {
		all = append(all, Broken{r.Name, o.Text, fmt.Sprintf("%s: %s (%s)", o.Text, r.Says, r.No)})
		return true
	})
	return all
}

// legal says whether an instruction breaks none.
func (i *Inst) legal(p visa.Platform) bool {
	ok := true
	i.eachBroken(p, func(*Rule, *Operand) bool {
		ok = false
		return false
	})
	return ok
}

// operand is the destination, and behind it the sources.
func (i *Inst) operand(k int) *Operand {
	if k == 0 {
		return &i.Dst
	}
	return &i.Src[k-1]
}

// eachBroken goes through the rules that are broken, until it is told to stop.
func (i *Inst) eachBroken(p visa.Platform, yield func(*Rule, *Operand) bool) {
	if !i.Dst.Direct {
		return
	}
	for r := range Rules {
		for k := range 1 + len(i.Src) {
			if o := i.operand(k); o.Direct && Rules[r].broken(i, o, k == 0, p) && !yield(&Rules[r], o) {
				return
			}
		}
	}
}
