package jit

import (
	"math"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// rowBytes is the size of a register in all lanes.
const rowBytes = 4 * machine.Lanes

// A half is which sixteen lanes of a SIMD-group code is for: 0 or 1. An instruction is compiled for one behind the other, since no lane reads another one.
type half = int

// A view is which bits of its row an operand is.
type view uint8

const (
	word view = iota
	low
	high
)

// A source is an operand that is read: a number, or a row.
type source struct {
	isNumber bool
	number   uint32
	row      int
	uniform  bool // the row is the same in all lanes
	half     bool // it is of 16 bits
	view     view
	extends  bool // its sign
	abs, neg bool
	recent   bool // no lane looks at another one, so that what has been computed of a float will do
}

// A target is the operand that is written.
type target struct {
	row  int
	view view
}

// argsOf are the operands of an op.
func (c *compiler) argsOf(op int) []g13.Arg { return c.args[c.argsAt[op]:c.argsAt[op+1]] }

// argument is an operand of the instruction by its name.
func (c *compiler) argument(name string) *g13.Arg {
	if len(name) == 1 {
		if n := c.form.letters[name[0]&31]; n > 0 {
			return &c.argsOf(c.at)[n-1]
		}
	}
	operands := c.inst.Form.Operands()
	for n := range operands {
		if operands[n].Name == name {
			return &c.argsOf(c.at)[n]
		}
	}
	c.unable = true
	return &g13.Arg{}
}

// field is a field of the instruction.
func (c *compiler) field(n fieldName) uint32 {
	if c.form.has>>n&1 == 0 {
		c.unable = true
	}
	return uint32(c.form.fields[n].Of(c.inst))
}

// source is an integer operand; of one of 64 bits, its lower half.
func (c *compiler) source(name string) source {
	a := c.argument(name)
	s := source{row: a.Index / 2, half: a.Size == 16, extends: a.Sx && a.Size == 16}
	switch {
	case a.Class == g13.Immediate:
		return source{isNumber: true, number: uint32(a.Value)}
	case a.Class == g13.Number:
		c.unable = true
	case a.Class == g13.Uniform:
		row, ok := c.program.UniformRow(*a)
		c.unable = c.unable || !ok
		s.row, s.uniform = row, true
		if s.extends {
			return s.halved()
		}
	case a.Size == 16:
		s.view = low + view(a.Index&1)
	}
	return s
}

// halved is a source whose sign is looked for in a half, if it is one. The row of a uniform's half holds it alone, and would do as a number without a sign.
func (s source) halved() source {
	if s.uniform && s.half {
		s.view = low
	}
	return s
}

// compared is an integer operand of a comparison, which the condition extends.
func (c *compiler) compared(name string, signed bool) source {
	s := c.source(name)
	if s.extends = signed && s.half; s.extends {
		return s.halved()
	}
	return s
}

// float is a float operand, which is a float of 32 bits when it is in a register.
func (c *compiler) float(name string) source {
	a := c.argument(name)
	s := c.source(name)
	s.abs, s.neg = a.Abs, a.Neg
	if s.isNumber {
		s.number = math.Float32bits(float32(g13.FloatImmediate(uint8(a.Value))))
		if s.abs {
			s.number &= magnitude
		}
		if s.neg {
			s.number ^= sign
		}
	}
	return s.halved()
}

// target is operand D.
func (c *compiler) target() target {
	a := c.argument("D")
	c.unable = c.unable || a.Size == 64
	t := target{row: a.Index / 2}
	if a.Size == 16 {
		t.view = low + view(a.Index&1)
	}
	return t
}

// zmm is a vector register.
func zmm(n int) x86.Operand { return x86.ZMM(n) }

// number is a number in all lanes.
func (c *compiler) number(v uint32) x86.Operand { return c.inPool(c.splatIndex(v)) }

func (c *compiler) constant(v constant) x86.Operand { return c.inPool(c.poolIndex(&v)) }

func (c *compiler) inPool(k int) x86.Operand {
	c.use(place{number: true, index: k})
	if n := c.pinned(place{number: true, index: k}); n >= 0 {
		return zmm(n)
	}
	return x86.Mem(pooled, int32(vectorBytes*k))
}

// row is half a row: where it is pinned, or in memory.
func (c *compiler) row(n int, h half) x86.Operand {
	if c.full {
		c.readsFull(n)
	}
	if n == 0 && c.owed && !c.quiet && c.err == nil {
		c.err = errOwed
	}
	return c.anyRow(n, h)
}

// anyRow is the same, whatever is in it before.
func (c *compiler) anyRow(n int, h half) x86.Operand {
	c.use(place{index: n})
	if r := c.pinned(place{index: n}); r >= 0 {
		if n >= machine.Registers {
			return zmm(r)
		}
		return zmm(r + h)
	}
	return x86.Mem(rows, int32(rowBytes*n+vectorBytes*h))
}

// isPinned says whether a register is in a zmm.
func (c *compiler) isPinned(n int) bool { return c.pinned(place{index: n}) >= 0 }

// value is half of an integer operand, as the last operand of an instruction: a register, for which temporary t is used if it has to be, or memory.
func (c *compiler) value(s source, h half, t int) x86.Operand {
	if s.isNumber {
		return c.number(s.number)
	}
	r := c.row(s.row, h)
	switch {
	case s.view == word:
		return r
	case s.view == low && s.extends:
		c.do(vpslld, zmm(t), r, x86.Imm(16))
		c.do(vpsrad, zmm(t), zmm(t), x86.Imm(16))
	case s.view == low:
		c.load(zmm(t), r)
		c.do(vpandd, zmm(t), zmm(t), c.number(lowHalf))
	case s.extends:
		c.do(vpsrad, zmm(t), r, x86.Imm(16))
	default:
		c.do(vpsrld, zmm(t), r, x86.Imm(16))
	}
	return zmm(t)
}

// register is the same in a register.
func (c *compiler) register(s source, h half, t int) x86.Operand {
	return c.inRegister(c.value(s, h, t), t)
}

// inRegister is an operand in a register: its own, or temporary t.
func (c *compiler) inRegister(o x86.Operand, t int) x86.Operand {
	if o.IsMemory() {
		c.load(zmm(t), o)
		return zmm(t)
	}
	return o
}

// load copies a vector.
func (c *compiler) load(to, from x86.Operand) { c.do(vmovdqu32, to, from) }

// floatValue is half of a float operand, as a float of 32 bits.
func (c *compiler) floatValue(s source, h half, t int) x86.Operand {
	if s.isNumber {
		return c.number(s.number)
	}
	v := c.lastOf(s, h)
	if v == (x86.Operand{}) {
		v = c.value(source{row: s.row, uniform: s.uniform, view: s.view}, h, t)
	}
	if s.view != word {
		c.do(vpmovdw, x86.YMM(t), v)
		c.do(vcvtph2ps, zmm(t), x86.YMM(t))
		v = zmm(t)
	}
	if s.abs {
		c.do(vpandd, zmm(t), c.inRegister(v, t), c.number(magnitude))
		v = zmm(t)
	}
	if s.neg {
		c.do(vpxord, zmm(t), c.inRegister(v, t), c.number(sign))
		v = zmm(t)
	}
	return v
}

func (c *compiler) floatRegister(s source, h half, t int) x86.Operand {
	return c.inRegister(c.floatValue(s, h, t), t)
}

// result is half of a result, which write computes into the register that it is given, in one instruction that is its last: the target itself under the mask, or zmm0, from where it is
// put into the target.
func (c *compiler) result(d target, h half, write func(to x86.Operand)) {
	if d.view == word && c.isPinned(d.row) {
		c.written(d.row)
		if c.full {
			c.writesFull(d.row)
			write(c.anyRow(d.row, h))
			return
		}
		to := c.row(d.row, h)
		write(to.Masked(active[h]))
		c.rewoken(d, h, to)
		return
	}
	write(zmm(0))
	c.put(d, h, zmm(0))
}

// put writes half of a result where lanes are active. What it was in may be changed.
//
//	word    vmovdqa32 d {k}, v
//	low     vpternlogd d {k}, v, 0000ffff…      v where that has a bit, else d
//	high    vpslld v, v, 16; the same the other way round
func (c *compiler) put(d target, h half, v x86.Operand) {
	c.written(d.row)
	if c.full {
		c.putFull(d, h, v)
		return
	}
	memory := c.row(d.row, h)
	to := c.inRegister(memory, temps-1)
	switch d.view {
	case word:
		c.do(vmovdqa32, to.Masked(active[h]), v)
	case low:
		c.do(vpternlogd, to.Masked(active[h]), v, c.number(lowHalf), x86.Imm(thirdSelects))
	case high:
		c.do(vpslld, v, v, x86.Imm(16))
		c.do(vpternlogd, to.Masked(active[h]), v, c.number(lowHalf), x86.Imm(thirdKeeps))
	}
	if memory.IsMemory() {
		c.do(vmovdqu32m, memory, to)
	}
	c.rewoken(d, h, to)
}

// putFull is put where all lanes are active.
func (c *compiler) putFull(d target, h half, v x86.Operand) {
	c.writesFull(d.row)
	if d.view == word {
		to := c.anyRow(d.row, h)
		c.do(moving(to), to, v)
		return
	}
	memory := c.row(d.row, h)
	to := c.inRegister(memory, temps-1)
	selects := int64(thirdSelects)
	if d.view == high {
		c.do(vpslld, v, v, x86.Imm(16))
		selects = thirdKeeps
	}
	c.do(vpternlogd, to, v, c.number(lowHalf), x86.Imm(selects))
	if memory.IsMemory() {
		c.do(vmovdqu32m, memory, to)
	}
}

// moving is the instruction that moves a vector to a register or to memory.
func moving(to x86.Operand) x86.Encoding {
	if to.IsMemory() {
		return vmovdqu32m
	}
	return vmovdqa32
}

// rewoken makes the mask of lanes that are awake anew, behind an instruction that wrote r0l.
func (c *compiler) rewoken(d target, h half, written x86.Operand) {
	if d.row == 0 && d.view != high {
		c.wake(h, written)
	}
}

func (c *compiler) wake(h half, counts x86.Operand) {
	c.do(vptestnmd, x86.K(awake[h]), counts, c.number(lowHalf))
}
