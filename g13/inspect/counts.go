package inspect

// What stands in r0l behind an instruction that writes it as it would any register.
const (
	counted = 1 << iota // a small number: how many levels are broken out of
	unlike              // anything
)

// wrongFor is which of them an instruction on the mask should not find there. A break out of levels leaves them by the next pop_exec.
//
//	icmpsel ueq, r0l, r1, 0, 2, r0l     a thread that is to leave two levels
//	pop_exec r0l, 0                     and which is now asleep
func wrongFor(i *Instruction) int {
	switch {
	case i.op == leaves, i.op == enters && i.cond == always && i.n == 0:
		return unlike
	}
	return counted | unlike
}

// kindWritten is what an instruction writes to r0l, 0 if it does not, or zeros, with which a program begins.
func kindWritten(i *Instruction) int {
	if i.op != noMask || !i.Effects.Writes.Has(0) {
		return 0
	}
	kind := 0
	written, _ := countsWritten(i)
	if written&oneCount(anyCount) != 0 {
		kind |= unlike
	}
	if written&^oneCount(anyCount)&^1 != 0 {
		kind |= counted
	}
	return kind
}

// replaces says whether an instruction writes r0l, as it would any register, in all threads that have written it so: until the mask is made anew they are the same.
func (i *Instruction) replaces() bool {
	if i.op != noMask || !i.Effects.Writes.Has(0) {
		return false
	}
	_, keeps := countsWritten(i)
	return !keeps
}

// counts is the rule on r0l. It goes backwards, from those that take it for counts to those that write it:
//
//	mov_imm r0l, 7       unlike? no, counted: may be wrong here
//	iadd r1, r2, r3
//	if_icmp …            wrong if counted, or unlike
func (r *Report) counts() {
	g := r.graph
	written := false
	for k := range g.inst {
		written = written || kindWritten(&g.inst[k]) != 0
	}
	if !written {
		return
	}
	wrong := make([]int, len(g.blocks)) // at the beginning of each block, what should not stand in r0l
	queue, queued := make([]int, len(g.blocks)), make([]bool, len(g.blocks))
	for n := range g.blocks {
		queue[n], queued[n] = len(g.blocks)-1-n, true
	}
	for len(queue) > 0 {
		n := queue[0]
		queue, queued[n] = queue[1:], false
		v := r.backThrough(n, wrong, nil)
		if v == wrong[n] {
			continue
		}
		wrong[n] = v
		for _, from := range g.blocks[n].from {
			if !queued[from] {
				queued[from] = true
				queue = append(queue, from)
			}
		}
	}
	for n := range g.blocks {
		r.backThrough(n, wrong, r.clobbers)
	}
}

// backThrough is what should not stand in r0l before a block, by what should not stand there behind it. each is told of every instruction and what should not stand there behind it.
func (r *Report) backThrough(n int, wrong []int, each func(k, behind int)) (v int) {
	g := r.graph
	b := &g.blocks[n]
	for _, e := range b.Successors {
		v |= wrong[e.To]
	}
	for k := b.Last - 1; k >= b.First; k-- {
		if each != nil {
			each(k, v)
		}
		switch i := &g.inst[k]; {
		case i.op != noMask:
			v = wrongFor(i)
		case i.replaces():
			v = 0
		}
	}
	return v
}

// clobbers is a finding if what an instruction writes to r0l should not stand there.
func (r *Report) clobbers(k, behind int) {
	g := r.graph
	i := &g.inst[k]
	kind := kindWritten(i)
	if kind&behind == 0 || !i.awake {
		return
	}
	path := r.path(k, anyWay)
	more, user := r.wayToCounts(k, kind)
	if user < 0 {
		r.find(R0LClobbered, i, path, "writes r0l, which is then taken for how deep threads sleep")
		return
	}
	name, _ := g.inst[user].Inst.Name()
	r.find(R0LClobbered, i, append(path, more[1:]...), "writes r0l, which %s at %#x takes for how deep threads sleep", name, g.inst[user].Offset)
}

// wayToCounts is the way from behind an instruction that writes r0l to the first one that takes it for counts, and which that is.
func (r *Report) wayToCounts(k, kind int) (all []int, user int) {
	g := r.graph
	stands, replaced := value{0}, value{1} // what was written, and then not any more
	t := &trail{
		step: func(v value, i *Instruction) value {
			if i.op != noMask || i.replaces() {
				return replaced
			}
			return v
		},
		wrong: func(v value) bool { return v == stands },
	}
	return r.way(place{int(g.in[k]), stands}, k+1, t, func(n int) bool {
		return g.inst[n].op != noMask && wrongFor(&g.inst[n])&kind != 0
	})
}
