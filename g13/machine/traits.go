package machine

import "github.com/lanescope/lanescope/g13"

// traits are what a dispatch and machine code ask of a program. They are found once, when somebody asks: a short dispatch takes less than they do.
type traits struct {
	written []int // registers, from the lowest: the next SIMD-group has to get its own
	rows    int   // registers from r0 on, of which those are

	threadgroup bool  // it uses threadgroup memory
	stores      bool  // it changes uniforms
	stacks      bool  // it has instructions on stacks
	lasting     bool  // it leaves more than registers and device memory
	straight    bool  // no instruction is executed more than once by any SIMD-group
	swift       bool  // no instruction takes much longer than the others, whatever its operands are
	empty       bool  // it has no instructions
	asks        asked // of the places of its SIMD-groups
}

// traits are the program's.
func (p *Program) traits() *traits {
	p.once.Do(func() { p.known = p.findTraits() })
	return &p.known
}

func (p *Program) findTraits() (t traits) {
	var written RegisterSet
	t.straight = true
	for k := range p.ops {
		o, i := &p.ops[k], p.inst[k]
		o.addWritten(&written)
		t.stacks = t.stacks || o.transfer != nil && o.transfer.space == StackSpace
		t.lasting = t.lasting || o.cares&caresForDiscarded != 0 || leavesMore(i)
		t.straight = t.straight && o.to < 0
		if i.Len == 0 {
			continue
		}
		switch i.Form {
		case g13.UNIFORM_STORE:
			t.stores = true
		case g13.RET, g13.CALL, g13.CALL_REG:
			t.straight = false
		case g13.THREADGROUP_LOAD, g13.THREADGROUP_STORE, g13.THREADGROUP_ATOMIC, g13.ASYNC_LOAD, g13.ASYNC_STORE:
			t.threadgroup = true
		}
	}
	for n := range written.All() {
		t.written, t.rows = append(t.written, n), n+1
	}
	t.swift = p.isSwift()
	t.empty = len(p.start) > 0 && p.exhausted(int(p.start[0])) == Ended
	t.asks = p.asks()
	return t
}

// UsesThreadgroupMemory says whether an instruction of the program is with the memory of a threadgroup.
func (p *Program) UsesThreadgroupMemory() bool { return p.traits().threadgroup }

// isSlow says whether an instruction takes as long as dozens of others: those on memory, of which each lane may be somewhere else, powers and sines, and reductions.
func isSlow(f g13.Form) bool {
	switch f {
	case g13.EXP2, g13.LOG2, g13.SIN_PT_2, g13.SIMD_OP, g13.ATOMIC:
		return true
	case g13.THREADGROUP_LOAD, g13.THREADGROUP_STORE, g13.THREADGROUP_ATOMIC, g13.STACK_LOAD, g13.STACK_STORE, g13.STACK_ADJUST, g13.STACK_GET_PTR:
		return true
	}
	return false
}

// isSwift says that none is slow. Loads and stores are not where lanes are in a row: at a number, or where only a special register has said.
func (p *Program) isSwift() bool {
	var computed RegisterSet
	for k, i := range p.inst {
		if i.Len > 0 && i.Form != g13.GET_SR {
			p.ops[k].addWritten(&computed)
		}
	}
	for k, i := range p.inst {
		if i.Len > 0 && isSlow(i.Form) || p.ops[k].transfer.mayScatter(computed) {
			return false
		}
	}
	return true
}

// mayScatter says whether the lanes of a transfer may be anywhere, if those registers may have anything.
func (t *transfer) mayScatter(computed RegisterSet) bool {
	if t == nil {
		return false
	}
	switch t.offset.Kind {
	case NumberTerm, UniformTerm, UniformHalfTerm:
		return false
	case SignedTerm, UnsignedTerm:
		return computed.Has(int(t.offset.N / 2))
	}
	return true
}
