package visa

import "slices"

// Control flow in the plain implementation: every channel has a program counter of its own, and one is active while its counter is where the program is. Where the fast executor
// keeps lists of those that wait, this one asks each channel where it stands, and goes on at the first place.

// A plainThread is a program that runs.
type plainThread struct {
	*plainState
	insts  []Inst
	frames []plainFrame
	here   int
	fuel   int
	seen   plainSights
	watch  func(here int)

	dispatched [32]int // the channels that it began with
	waiting    bool    // at a barrier
	meeting    *plainMeeting
	owes       map[uint64]int // the round of each barrier that it has come to and not waited for
	stand      []uint64       // the barrier at which it stands

	functions []*Program
	nested    int
	spent     bool // a function had no fuel left
}

// A plainFrame is the kernel or one execution of a subroutine.
type plainFrame struct {
	entry  int // -1: the kernel
	back   int
	pc     [32]int // of each channel that executes it; -1: it does not, or has returned
	called [32]bool
}

// plainSights count what a program came through.
type plainSights struct{ partial, rejoined, turned, carried, inner int }

// plainEnd says how a program ended.
type plainEnd struct {
	step  int
	fault *plainFault // nil without fuel: it ended
	spent bool
}

func (p *plainThread) frame() *plainFrame { return &p.frames[len(p.frames)-1] }

// place is the label's or subroutine's instruction.
func (p *plainThread) place(i *Inst) int {
	mark := opLabel
	if i.Op == opCall {
		mark = opSubroutine
	}
	for n := range p.insts {
		if p.insts[n].Op == mark && p.insts[n].Label == i.Label {
			return n
		}
	}
	return -1
}

// start puts channels at the first instruction.
func (p *plainThread) start(mask [32]int) {
	f := plainFrame{entry: -1, back: len(p.insts)}
	for k := range f.pc {
		if f.pc[k] = -1; mask[k] == 1 {
			f.pc[k], f.called[k] = 0, true
		}
	}
	p.frames, p.here, p.dispatched = []plainFrame{f}, 0, mask
}

// all executes the program.
func (p *plainThread) all() (end plainEnd) {
	for p.here < len(p.insts) {
		if end, over := p.turn(); over {
			return end
		}
	}
	return p.ending()
}

// turn is one instruction; over says that it was the last one.
func (p *plainThread) turn() (end plainEnd, over bool) {
	at := p.here
	if p.fuel--; p.fuel < 0 {
		return plainEnd{step: at, spent: true}, true
	}
	active := 0
	for k := range p.EM {
		p.EM[k] = 0
		if p.frame().pc[k] == at {
			p.EM[k] = 1
			active++
		}
	}
	if p.watch != nil {
		p.watch(at)
	}
	if f := p.one(&p.insts[at]); f != nil {
		return plainEnd{step: at, fault: f}, true
	} else if p.spent {
		return plainEnd{step: at, spent: true}, true
	}
	return plainEnd{}, false
}

// ending is how it ends behind the last instruction.
func (p *plainThread) ending() plainEnd {
	if len(p.frames) > 1 {
		return plainEnd{step: len(p.insts) - 1, fault: &plainFault{NoOperand, NoLane}}
	}
	return plainEnd{step: -1}
}

// onward moves all active channels to the next instruction.
func (p *plainThread) onward() {
	for k := range p.EM {
		if p.EM[k] == 1 {
			p.frame().pc[k] = p.here + 1
		}
	}
	p.here++
}

// one executes an instruction and finds the next one.
func (p *plainThread) one(i *Inst) *plainFault {
	switch i.Op.String() {
	case "subroutine":
		if p.here == 0 && !slices.ContainsFunc(p.insts, func(c Inst) bool { return c.Op == opCall && c.Label == i.Label }) { // the kernel's own name
			p.onward()
			return nil
		}
		return &plainFault{NoOperand, NoLane}
	case "switchjmp":
		return p.chosen(i)
	case "label", "lifetime", "wait", "FILE", "LOC", "yield", "cache_flush", "fence_global", "fence_local", "fence_sw":
		p.onward()
		return nil
	case "barrier":
		if p.EM != p.dispatched {
			return &plainFault{NoOperand, NoLane}
		}
		p.waiting = true
		p.onward()
		return nil
	case "sbarrier", "nbarrier.signal", "nbarrier.wait":
		if f := p.meet(i); f != nil {
			return f
		}
		p.onward()
		return nil
	case "faddr", "fcall", "ifcall", "fccall":
		return p.outside(i)
	case "goto", "jmp", "call", "ret", "fret":
		take, goes, f := p.goers(i)
		if f != nil || !goes {
			if f == nil {
				p.onward()
			}
			return f
		}
		return p.depart(i, take)
	}
	if f := p.run(i); f != nil {
		return f
	}
	p.onward()
	return nil
}

// goers are the channels that control flow takes, and whether it goes anywhere.
func (p *plainThread) goers(i *Inst) (take [32]int, goes bool, f *plainFault) {
	asked := *i
	asked.Exec &= 0x7f
	uniform := i.Exec.Size() == 1
	if uniform {
		asked.Exec |= 0x80
	}
	ChEn, executed, unsure := p.evaluateChEn(&asked)
	for n := range unsure {
		if unsure[n] == 1 && executed[n] == 1 {
			return take, false, &plainFault{-1, n}
		}
	}
	if uniform {
		return p.EM, ChEn[0] == 1, nil
	}
	for n := range i.Exec.Size() {
		if ChEn[n] == 1 {
			take[n+i.Exec.Offset()], goes = 1, true
		}
	}
	return take, goes, nil
}

// depart carries out what goes somewhere.
func (p *plainThread) depart(i *Inst, take [32]int) *plainFault {
	f, at := p.frame(), p.here
	switch i.Op.String() {
	case "jmp":
		to := p.place(i)
		for place := at + 1; place < to; place++ {
			if k := f.standing(place); k >= 0 {
				return &plainFault{NoOperand, k}
			}
		}
		for k := range p.EM {
			if p.EM[k] == 1 {
				f.pc[k] = to
			}
		}
		p.here = to
		return nil
	case "call":
		return p.carry(i, take)
	case "goto":
		to := p.place(i)
		stay := false
		p.onward()
		for k := range take {
			if take[k] == 1 && p.EM[k] == 1 {
				f.pc[k] = to
			} else if p.EM[k] == 1 {
				stay = true
			}
		}
		if stay {
			p.seen.partial++
		}
	default:
		if done, fault := p.depose(i, take); done {
			return fault
		}
	}
	p.here = at + 1
	for k, first := 0, false; k < 32; k++ { // the first place where anybody stands
		if c := f.pc[k]; c >= 0 && (!first || c < p.here) {
			p.here, first = c, true
		}
	}
	if p.here <= at {
		p.seen.turned++
	} else if p.here > at+1 {
		p.seen.rejoined++
	}
	return nil
}

// chosen is switchjmp: a jmp to the label that its index counts.
func (p *plainThread) chosen(i *Inst) *plainFault {
	index, f := p.scalar(i, 0)
	switch count := uint64(len(i.Labels) / 2); {
	case f != nil:
		return f
	case index >= count:
		return &plainFault{0, NoLane}
	}
	at := 2 * index
	jump := Inst{Op: opJmp, Label: uint16(i.Labels[at]) + 256*uint16(i.Labels[at+1])}
	return p.depart(&jump, p.EM)
}

// standing is the first channel whose counter is at the place; -1: none.
func (f *plainFrame) standing(place int) int {
	for k := range f.pc {
		if f.pc[k] == place {
			return k
		}
	}
	return -1
}

// carry is a call.
func (p *plainThread) carry(i *Inst, take [32]int) *plainFault {
	entry := p.place(i)
	for _, f := range p.frames {
		if f.entry == entry {
			return &plainFault{NoOperand, NoLane}
		}
	}
	f := plainFrame{entry: entry, back: p.here + 1}
	for k := range f.pc {
		if f.pc[k] = -1; take[k] == 1 && p.EM[k] == 1 {
			f.pc[k] = entry + 1
		}
		f.called[k] = f.pc[k] >= 0 || i.Exec.Size() == 1
	}
	p.seen.carried++
	p.onward()
	p.frames, p.here = append(p.frames, f), entry+1
	return nil
}

// depose is a return; done if the routine has ended, or must not end.
func (p *plainThread) depose(i *Inst, take [32]int) (done bool, fault *plainFault) {
	f := p.frame()
	uniform := i.Exec.Size() == 1
	left := false
	was := *f
	p.seen.inner++
	for k := range f.pc {
		switch {
		case uniform && f.pc[k] > p.here:
			later := len(p.insts)
			for _, c := range f.pc {
				if c > p.here {
					later = min(later, c)
				}
			}
			return true, &plainFault{NoOperand, f.standing(later)}
		case p.EM[k] == 1 && take[k] == 1:
			f.pc[k], f.called[k] = -1, false
		case p.EM[k] == 1:
			f.pc[k] = p.here + 1
		}
		left = left || f.called[k]
	}
	if uniform || !left {
		p.here = f.back
		p.frames = p.frames[:max(1, len(p.frames)-1)]
		if f.entry < 0 {
			p.here = len(p.insts)
		}
		return true, nil
	}
	for _, c := range f.pc {
		if c >= 0 {
			return false, nil
		}
	}
	*f = was
	return true, &plainFault{NoOperand, NoLane}
}
