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
	if x := o.Row.Index; x != nil && !x.Inline && !o.Made {
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

// An instruction is a line of a listing with its registers: the load of a constant, a copy of a register, a way to memory or back, or an op.
type instruction struct {
	op    int // which op; -1: a load, a copy or a way to memory
	to    int // register of the result, or mask register
	from  int // of a copy
	load  *constant
	way   way   // between a register and memory
	slot  int   // in memory, where way is such
	args  []int // registers of the op's arguments
	k, m  int   // registers of its constant vector and mask, or -1
	whole int   // bits of a copy or load
	file  target.File
	mode  target.Mode // that is set: nothing else is done then
	again bool        // the number that the op's row brings along is where it has to be
}

// A schedule is a sequence in registers.
type schedule struct {
	code   []instruction
	copies int
	loads  int
	sets   int    // modes, and numbers in general registers that rows bring along
	most   [2]int // registers of each file that are in use at once
	used   [2]map[int]bool
	inputs []int
	result int
	held   []Location // of the inputs

	unordered bool       // a row found no registers that follow one another
	results   []Location // of a result of several registers
}

// An allocation is the work of giving registers to values. A value that is dead gives its register back; the lowest free one is taken.
type allocation struct {
	s        *Sequence
	out      schedule
	reg      []int            // of each Arg; -1: it is in memory alone
	slot     []int            // of each Arg in memory, or -1
	slots    int              // that there are
	last     []int            // the op that reads each Arg last
	needed   map[constant]int // the op that loads a constant last
	free     [2][]bool        // of each file
	loaded   map[constant]int
	implicit bool // a row reads its constant from register 0
	now      int  // the op that is given registers
	layout   layout

	lists []list         // of values that a store wants in registers that follow one another
	of    map[Arg]member // which of them a value is in
}

// fits says whether a target has as many registers as the schedule takes.
func (c *schedule) fits(t *target.Target) bool {
	return !c.unordered && c.most[target.Vectors] <= t.Registers(target.Vectors) && c.most[target.General] <= t.Registers(target.General)
}

// fileOf is the file of a value.
func (s *Sequence) fileOf(v Arg) target.File {
	if int(v) < len(s.Inputs) {
		return s.File
	}
	return s.Code[int(v)-len(s.Inputs)].Row.FileOf('d')
}

// registers schedules the sequence: the inputs are in registers 0, 1, …, or from 1 on if register 0 is kept for the constant of a blend that has no choice.
func (s *Sequence) registers() schedule { return s.registersBy(layout{}) }

// A layout is where registers are to be.
type layout struct {
	inputs []int    // in which the inputs are; nil: in the first that are free
	avoid  [2][]int // of each file, those to take only when there are no others
	limit  [2]int   // of each file of which some are avoided, how many registers there are
	keep   [2][]int // of each file, those that are never written
}

// registersBy schedules the sequence with its registers where they are to be.
func (s *Sequence) registersBy(p layout) schedule {
	a := allocation{s: s, loaded: map[constant]int{}, implicit: s.readsImplicit(), layout: p, last: s.lastReads(), needed: s.lastNeeds()}
	a.out.used = [2]map[int]bool{{}, {}}
	a.findLists()
	if a.implicit {
		a.take(target.Vectors, 0)
	}
	for f := range p.keep {
		for _, r := range p.keep[f] {
			a.take(target.File(f), r)
		}
	}
	for k := range s.Inputs {
		if p.inputs == nil {
			a.enter()
			continue
		}
		a.take(s.File, p.inputs[k])
		a.put(p.inputs[k])
	}
	a.out.inputs = slices.Clone(a.reg)
	a.entered()
	for i := range s.Code {
		if s.Code[i].InMemory() && s.Code[i].Row.Access.Registers > 1 && !s.Code[i].stores() {
			a.structure(i)
		} else {
			a.op(i)
		}
	}
	if s.Result >= 0 && int(s.Result) < len(a.reg) {
		a.out.result = a.reg[s.Result]
	}
	a.leave()
	for f := range a.free {
		a.out.most[f] = len(a.free[f])
	}
	a.out.setModes(s.Code)
	return a.out
}

// readsImplicit says whether a row reads its constant from register 0, so that no input can be there.
func (s *Sequence) readsImplicit() bool {
	return slices.ContainsFunc(s.Code, func(o Op) bool { return o.Row.Implicit() })
}

func (a *allocation) take(f target.File, r int) {
	for len(a.free[f]) <= r {
		a.free[f] = append(a.free[f], true)
	}
	a.free[f][r] = false
	a.out.used[f][r] = true
}

// next takes the lowest free register of a file. If there is none, a constant gives its own, and is loaded again when it is needed again.
func (a *allocation) next(f target.File) int {
	r := a.lowest(f)
	if r < 0 {
		if r = len(a.free[f]); a.s.room[f] > 0 && r >= a.s.room[f] {
			if r = a.reclaimed(f, r); r >= a.s.room[f] && a.s.spills {
				r = a.evicted(f)
			}
		}
	}
	a.take(f, r)
	return r
}

// lowest is the lowest register of a file that is free and not to be avoided, if there is one; else the lowest of those that were used, or -1.
func (a *allocation) lowest(f target.File) int {
	for r := range a.layout.limit[f] {
		if !slices.Contains(a.layout.avoid[f], r) && (r >= len(a.free[f]) || a.free[f][r]) {
			return r
		}
	}
	for r, free := range a.free[f] {
		if free && !a.promised(f, r) {
			return r
		}
	}
	if n := len(a.free[f]); a.promises(f) && (a.s.room[f] == 0 || n < a.s.room[f]) {
		return n
	}
	return slices.Index(a.free[f], true)
}

// reclaimed is the register of the constant that is needed again last, which is forgotten, or the given one.
func (a *allocation) reclaimed(f target.File, r int) int {
	var last constant
	next := a.now
	for c, at := range a.loaded {
		if use := a.nextUse(c); !c.mask && c.file == f && !(a.implicit && at == 0) && use > a.now && (use > next || use == next && at > a.loaded[last]) {
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
	for j := max(a.now, 0); j < len(a.s.Code); j++ {
		if o := &a.s.Code[j]; !o.IsLoad() && slices.Contains(o.constants(), c) {
			return j
		}
	}
	return len(a.s.Code)
}

// readLater says whether an op behind i, or the result, reads a value.
func (a *allocation) readLater(v Arg, i int) bool {
	return a.last[v] > i || int(v) < len(a.s.Inputs) && slices.Contains(a.layout.keep[a.s.File], a.reg[v])
}

// lastReads are the ops that read each value last: -1 of one that is not read, and behind all of one that is in the result.
func (s *Sequence) lastReads() []int {
	last := slices.Repeat([]int{-1}, len(s.Inputs)+len(s.Code))
	for i := range s.Code {
		for _, v := range s.Code[i].reads() {
			last[v] = i
		}
	}
	if s.Result >= 0 && int(s.Result) < len(last) {
		last[s.Result] = len(s.Code)
	}
	for _, r := range s.Results {
		last[r.Value] = len(s.Code)
	}
	return last
}

// lastNeeds are the ops that load each constant last.
func (s *Sequence) lastNeeds() map[constant]int {
	last := map[constant]int{}
	for i := range s.Code {
		if o := &s.Code[i]; !o.IsLoad() {
			for _, c := range o.constants() {
				last[c] = i
			}
		}
	}
	return last
}

// put notes the register of the next value.
func (a *allocation) put(r int) { a.reg, a.slot = append(a.reg, r), append(a.slot, -1) }

// op loads what op i needs, copies what it would overwrite too early, and takes a register for its result.
func (a *allocation) op(i int) {
	o := &a.s.Code[i]
	a.now = i
	if o.IsLoad() {
		c := o.constants()[0]
		r := a.next(c.file)
		a.out.code = append(a.out.code, instruction{op: -1, to: r, load: &c, whole: c.bits, file: c.file})
		a.out.loads++
		a.put(r)
		return
	}
	a.bring(o)
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
	if o.Made {
		if in.k = a.reg[o.By]; o.Row.Spends {
			if a.readLater(o.By, i) {
				in.k = a.copyOf(target.Vectors, in.k, o.Row.Index.Bits)
			}
			spent = in.k
		}
	}
	in.to = -1
	file := o.Row.FileOf('d')
	if d := o.destroys(); d >= 0 {
		if in.to = in.args[d]; a.readLater(o.Args[d], i) || o.Row.Apart && o.readsBeside(d) {
			in.to = a.copyOf(file, in.to, o.Row.Bits)
			in.args[d] = in.to
		}
	}
	if o.Row.Apart && in.to < 0 {
		in.to = a.nextFor(i, file)
		a.take(file, in.to)
	}
	for _, v := range o.reads() {
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
	if o.stores() {
		a.put(-1)
		a.stored(o)
		a.out.code = append(a.out.code, in)
		return
	}
	if in.to < 0 {
		in.to = a.nextFor(i, file)
	}
	a.take(file, in.to)
	a.put(in.to)
	a.out.code = append(a.out.code, in)
}

// readsBeside says whether the op reads the value of argument d as another one too.
func (o *Op) readsBeside(d int) bool {
	for k, v := range o.Args {
		if k != d && v == o.Args[d] {
			return true
		}
	}
	return false
}

// copyOf copies a register to a free one.
func (a *allocation) copyOf(f target.File, r, bits int) int {
	fresh := a.next(f)
	a.out.code = append(a.out.code, instruction{op: -1, to: fresh, from: r, whole: bits, file: f})
	a.out.copies++
	return fresh
}

// loadedLater says whether an op behind i needs the constant.
func (a *allocation) loadedLater(c constant, i int) bool { return a.needed[c] > i }

// load gives a constant a register, if it is not in one yet; masks have registers of their own, from 1 on.
func (a *allocation) load(c constant, o *Op) int {
	r, ok := a.loaded[c]
	switch {
	case ok:
		return r
	case c.mask:
		first, last := o.Row.Masks()
		for r = first; a.holdsMask(r); r++ {
		}
		if r > last {
			r = a.reclaimedMask()
		}
	case o.Row.Implicit():
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

// reclaimedMask is the register of the mask that is needed again last, which is forgotten.
func (a *allocation) reclaimedMask() int {
	var last constant
	next := a.now
	for c, at := range a.loaded {
		if use := a.nextUse(c); c.mask && (use > next || use == next && at > a.loaded[last]) {
			last, next = c, use
		}
	}
	r := a.loaded[last]
	delete(a.loaded, last)
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

// Registers are the numbers of the registers that Listing expects the inputs in, and leaves the result in. Those of a result of several are Locations.
func (s *Sequence) Registers() (inputs []int, result int) {
	sched := s.registers()
	return sched.inputs, sched.result
}
