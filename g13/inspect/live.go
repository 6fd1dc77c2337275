package inspect

import "github.com/lanescope/lanescope/g13"

// A register is live where some thread will read what is in it. A thread goes another way than the program does: where it sleeps it reads and writes nothing, and wakes where its count has come to 0.
//
//	the program          a thread for which       one for which
//	                     the condition holds      it does not
//	if_icmp …, 1         ●                        ●
//	  mov_imm r1, 5      ●                        ╎
//	else_icmp …, 1       ╎                        ●
//	  mov_imm r1, 6      ╎                        ●
//	pop_exec 1           ●                        ●
//	iadd r2, r1, r3      ●                        ●      r1 is not live before the if
//
// What a shuffle reads of threads that sleep is live in those, too.
//
// Without parts (see Part) the ways of threads are not known. Then a write leaves a register live where threads may be asleep.
type liveness struct {
	g    *graph
	s    *structurer // nil without parts
	live []Halves    // before each instruction
}

// threads are where a thread that is active before an instruction is active next, or of an else one that wakes there. looks is what others read of it until then.
func (l *liveness) threads(k int, each func(to int, looks Halves)) {
	i := &l.g.inst[k]
	awake := func(to int) {
		if to < len(l.g.inst) && l.g.inst[to].op == exchanges { // it sleeps from there on
			l.sleeps(int(l.s.opens[to]), each)
			return
		}
		each(to, Halves{})
	}
	switch i.op {
	case enters, exchanges, repeats:
		if i.cond != never {
			awake(k + 1)
		}
		if i.cond != always {
			l.fails(k, each)
		} else if i.n == 0 {
			l.breaks(k, each)
		}
		return
	case leaves:
		awake(k + 1)
		if i.n == 0 {
			l.breaks(k, each)
		}
		return
	}
	switch to, ok := l.s.at[i.Target]; {
	case i.goes == next:
		awake(k + 1)
	case i.goes != jumps:
		l.physical(k, func(to int) { each(to, Halves{}) })
	case ok && to <= k: // whoever comes to a jmp_exec_any makes it jump
		awake(to)
	default: // and who comes to a jmp_exec_none does not
		awake(k + 1)
	}
}

// sleeps is a thread that sleeps up to the end of a frame.
func (l *liveness) sleeps(f int, each func(to int, looks Halves)) {
	each(l.s.frames[f].Close, l.s.frames[f].looks)
}

// fails is a thread for which a condition does not hold: it wakes at the else of its if, or where as many levels are left.
func (l *liveness) fails(k int, each func(to int, looks Halves)) {
	i := &l.g.inst[k]
	f, left := l.s.sides[k].frame, i.n
	switch i.op {
	case enters:
		f, left = int(l.s.opens[k]), 1
		if e := l.s.frames[f].Else; e >= 0 {
			each(e, l.s.frames[f].looks)
			return
		}
	case exchanges:
		l.sleeps(int(l.s.opens[k]), each)
		return
	}
	for ; f > 0; f = l.s.frames[f].outer.frame {
		if n := l.s.frames[f].n; l.s.frames[f].Kind != Loop {
			if n >= left {
				l.sleeps(f, each)
				return
			}
			left -= n
		}
	}
}

// breaks are where threads may wake that have written a count to r0l.
func (l *liveness) breaks(k int, each func(to int, looks Halves)) {
	for f := l.s.sides[k].frame; f > 0; f = l.s.frames[f].outer.frame {
		if l.s.frames[f].Kind != Loop {
			l.sleeps(f, each)
		}
	}
}

// physical are where the program goes on.
func (l *liveness) physical(k int, each func(to int)) {
	g := l.g
	b := &g.blocks[g.in[k]]
	if k+1 < b.Last {
		each(k + 1)
		return
	}
	for _, e := range b.Successors {
		each(g.blocks[e.To].First)
	}
}

// behind is what is live behind an instruction.
func (l *liveness) behind(k int) (h Halves) {
	add := func(to int, looks Halves) {
		if h = h.union(looks); to < len(l.live) {
			h = h.union(l.live[to])
		}
	}
	if l.s != nil {
		l.threads(k, add)
	} else {
		l.physical(k, func(to int) { add(to, Halves{}) })
	}
	return h
}

// mayKeep says that an instruction may leave its result as it was: a shuffle does whose index is one of no thread.
func (i *Instruction) mayKeep() bool {
	if i.Inst.Form != g13.SIMD_SHUF_OP {
		return false
	}
	mode, _ := i.Inst.Field("mode")
	simd, _ := i.Inst.Field("simd")
	b := argument(i.Inst, "B")
	return mode == 0 && simd == 1 && (b.Class != g13.Immediate || b.Value >= 32)
}

// solveLive finds what is live, by going backwards through the program until nothing is added.
func solveLive(g *graph, s *structurer) (l *liveness, done bool) {
	l = &liveness{g, s, make([]Halves, len(g.inst))}
	for left := work / 4; left > 0; left -= len(g.inst) + 1 {
		done = true
		for k := len(g.inst) - 1; k >= 0; k-- {
			i := &g.inst[k]
			h := l.behind(k)
			if (s != nil || !i.asleep) && !i.mayKeep() {
				h = h.without(i.Effects.Writes)
			}
			if h = h.union(i.Effects.Reads); h != l.live[k] {
				l.live[k], done = h, false
			}
		}
		if done {
			break
		}
	}
	return l, done
}
