package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A constant is a vector, a mask or a number in a general register that a sequence loads.
type constant struct {
	mask  bool
	file  target.File
	bits  int
	value lane.Const
}

// constants are what an op loads: its constant vector or mask, and the mask of a masked form.
func (o *Op) constants() []constant {
	var list []constant
	if x := o.Row.Index; x != nil && !x.Inline {
		c := constant{x.Mask, o.Row.FileOf('k'), x.Bits, o.Const}
		if c.file == target.General {
			c.bits = 64 // of which an instruction of 32 bits reads the lower half
		}
		list = append(list, c)
	}
	if o.Form != Plain {
		list = append(list, constant{mask: true, bits: max(o.Row.Bits/o.Row.Mask.Elem, 8), value: lane.ConstOf(o.Mask)})
	}
	return list
}

// An instruction is a line of a listing with its registers: the load of a constant, a copy of a register, or an op.
type instruction struct {
	op    int // which op; -1: a load or a copy
	to    int // register of the result, or mask register
	from  int // of a copy
	load  *constant
	args  []int // registers of the op's arguments
	k, m  int   // registers of its constant vector and mask, or -1
	whole int   // bits of a copy or load
	file  target.File
}

// A schedule is a sequence in registers.
type schedule struct {
	code   []instruction
	copies int
	loads  int
	most   [2]int // registers of each file that are in use at once
	inputs []int
	result int
}

// An allocation is the work of giving registers to values. A value that is dead gives its register back; the lowest free one is taken.
type allocation struct {
	s        *Sequence
	out      schedule
	reg      []int     // of each Arg
	free     [2][]bool // of each file
	loaded   map[constant]int
	implicit bool // a row reads its constant from register 0
	now      int  // the op that is given registers
}

// fits says whether a target has as many registers as the schedule takes.
func (c *schedule) fits(t *target.Target) bool {
	return c.most[target.Vectors] <= t.Registers(target.Vectors) && c.most[target.General] <= t.Registers(target.General)
}

// fileOf is the file of a value.
func (s *Sequence) fileOf(v Arg) target.File {
	if int(v) < len(s.Inputs) {
		return s.File
	}
	return s.Code[int(v)-len(s.Inputs)].Row.FileOf('d')
}

// registers schedules the sequence: the inputs are in registers 0, 1, …, or from 1 on if register 0 is kept for the constant of a blend that has no choice.
func (s *Sequence) registers() schedule {
	a := allocation{s: s, loaded: map[constant]int{}}
	for i := range s.Code {
		a.implicit = a.implicit || implicitConstant(s.Code[i].Row)
	}
	if a.implicit {
		a.take(target.Vectors, 0)
	}
	for range s.Inputs {
		a.reg = append(a.reg, a.next(s.File))
	}
	a.out.inputs = slices.Clone(a.reg)
	for i := range s.Code {
		a.op(i)
	}
	if int(s.Result) < len(a.reg) {
		a.out.result = a.reg[s.Result]
	}
	for f := range a.free {
		a.out.most[f] = len(a.free[f])
	}
	return a.out
}

// implicitConstant says whether the row reads its constant vector from register 0, without saying so: pblendvb.
func implicitConstant(r *target.Row) bool {
	if r.Index == nil || r.Index.Mask || r.Index.Inline || r.Spends || len(r.Src) == 0 {
		return false
	}
	named := false
	r.Text(0, func(letter byte) string {
		named = named || letter == 'k'
		return ""
	})
	return !named
}

func (a *allocation) take(f target.File, r int) {
	for len(a.free[f]) <= r {
		a.free[f] = append(a.free[f], true)
	}
	a.free[f][r] = false
}

// next takes the lowest free register of a file. If there is none, a constant gives its own, and is loaded again when it is needed again.
func (a *allocation) next(f target.File) int {
	r := slices.Index(a.free[f], true)
	if r < 0 {
		if r = len(a.free[f]); f == target.Vectors && a.s.room > 0 && r >= a.s.room {
			r = a.reclaimed(r)
		}
	}
	a.take(f, r)
	return r
}

// reclaimed is the register of the constant vector that is needed again last, which is forgotten, or the given one.
func (a *allocation) reclaimed(r int) int {
	var last constant
	next := a.now
	for c, at := range a.loaded {
		if use := a.nextUse(c); !c.mask && c.file == target.Vectors && !(a.implicit && at == 0) && use > a.now && (use > next || use == next && at > a.loaded[last]) {
			last, next = c, use
		}
	}
	if next > a.now {
		r = a.loaded[last]
		delete(a.loaded, last)
	}
	return r
}

// nextUse is the op that needs a constant next, from the one on that is given registers.
func (a *allocation) nextUse(c constant) int {
	for j := a.now; j < len(a.s.Code); j++ {
		if o := &a.s.Code[j]; !o.isLoad() && slices.Contains(o.constants(), c) {
			return j
		}
	}
	return len(a.s.Code)
}

// readLater says whether an op behind i, or the result, reads a value.
func (a *allocation) readLater(v Arg, i int) bool {
	for j := i + 1; j < len(a.s.Code); j++ {
		if slices.Contains(a.s.Code[j].Args, v) {
			return true
		}
	}
	return v == a.s.Result
}

// op loads what op i needs, copies what it would overwrite too early, and takes a register for its result.
func (a *allocation) op(i int) {
	o := &a.s.Code[i]
	a.now = i
	if o.isLoad() {
		c := o.constants()[0]
		r := a.next(c.file)
		a.out.code = append(a.out.code, instruction{op: -1, to: r, load: &c, whole: c.bits, file: c.file})
		a.out.loads++
		a.reg = append(a.reg, r)
		return
	}
	in := instruction{op: i, k: -1, m: -1}
	spent := -1
	for _, c := range o.constants() {
		r := a.load(c, o)
		if c.mask {
			in.m = r
			continue
		}
		if o.Row.Spends {
			if a.loadedLater(c, i) {
				r = a.copyOf(c.file, r, c.bits)
			} else {
				delete(a.loaded, c)
			}
			spent = r
		}
		in.k = r
	}
	for _, v := range o.Args {
		in.args = append(in.args, a.reg[v])
	}
	in.to = -1
	file := o.Row.FileOf('d')
	if d := o.destroys(); d >= 0 {
		if in.to = in.args[d]; a.readLater(o.Args[d], i) {
			in.to = a.copyOf(file, in.to, o.Row.Bits)
			in.args[d] = in.to
		}
	}
	for _, v := range o.Args {
		if r, f := a.reg[v], a.s.fileOf(v); !a.readLater(v, i) && (r != in.to || f != file) {
			a.free[f][r] = true
		}
	}
	for c, r := range a.loaded {
		if !a.loadedLater(c, i) {
			delete(a.loaded, c)
			if !c.mask && !(a.implicit && r == 0 && c.file == target.Vectors) {
				a.free[c.file][r] = true
			}
		}
	}
	if spent >= 0 {
		in.to = spent
	}
	if in.to < 0 {
		in.to = a.next(file)
	}
	a.take(file, in.to)
	a.reg = append(a.reg, in.to)
	a.out.code = append(a.out.code, in)
}

// copyOf copies a register to a free one.
func (a *allocation) copyOf(f target.File, r, bits int) int {
	fresh := a.next(f)
	a.out.code = append(a.out.code, instruction{op: -1, to: fresh, from: r, whole: bits, file: f})
	a.out.copies++
	return fresh
}

// loadedLater says whether an op behind i needs the constant.
func (a *allocation) loadedLater(c constant, i int) bool {
	for j := i + 1; j < len(a.s.Code); j++ {
		if o := &a.s.Code[j]; !o.isLoad() && slices.Contains(o.constants(), c) {
			return true
		}
	}
	return false
}

// load gives a constant a register, if it is not in one yet; masks have registers of their own, from 1 on.
func (a *allocation) load(c constant, o *Op) int {
	r, ok := a.loaded[c]
	switch {
	case ok:
		return r
	case c.mask:
		for r = 1; a.holdsMask(r); r++ {
		}
	case implicitConstant(o.Row):
		r = 0
		for other, at := range a.loaded { // it is overwritten, and loaded again where it is needed again
			if at == 0 && !other.mask && other.file == target.Vectors {
				delete(a.loaded, other)
			}
		}
	default:
		r = a.next(c.file)
	}
	a.loaded[c] = r
	a.out.code = append(a.out.code, instruction{op: -1, to: r, load: &c, whole: c.bits, file: c.file})
	a.out.loads++
	return r
}

// holdsMask says whether a mask that is still needed is in mask register r.
func (a *allocation) holdsMask(r int) bool {
	for c, at := range a.loaded {
		if c.mask && at == r {
			return true
		}
	}
	return false
}

// Registers are the numbers of the registers that Listing expects the inputs in, and leaves the result in.
func (s *Sequence) Registers() (inputs []int, result int) {
	sched := s.registers()
	return sched.inputs, sched.result
}
