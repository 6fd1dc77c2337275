package svp64

import (
	"fmt"
	"math/bits"
	"strings"
)

// A Touch is an element that a loop reads or writes.
type Touch struct {
	Subvector, Lane int // of the loop
	Register, Bit   int // where its lowest bit is
	Bits            int
}

// A Collision is a source and a destination that share bits.
type Collision struct{ Src, Dst Touch }

// An OverlapError is an execution that the document leaves UNDEFINED: some element may be written before it is read, because the order of moves is left to the machine.
type OverlapError struct {
	File       string // "r" or "f"
	Collisions []Collision
}

// mostNamed is how many collisions a sentence names.
const mostNamed = 3

// Error names the elements that collide.
func (e *OverlapError) Error() string {
	var list []string
	for _, c := range e.Collisions[:min(len(e.Collisions), mostNamed)] {
		list = append(list, fmt.Sprintf("source %s with destination %s", c.Src.text(e.File), c.Dst.text(e.File)))
	}
	more := ""
	if n := len(e.Collisions) - mostNamed; n > 0 {
		more = fmt.Sprintf(", and %d more", n)
	}
	return "UNDEFINED: sources and destinations overlap: " + strings.Join(list, ", ") + more
}

// text is the element as "subvector 1 lane 2 (r33 bits 31 to 0)", bits counted from the lowest.
func (t Touch) text(file string) string {
	return fmt.Sprintf("%d.%c (%s%d bits %d to %d)", t.Subvector, "XYZW"[t.Lane], file, t.Register, t.Bit+t.Bits-1, t.Bit)
}

// sources calls f for all elements that the loop can read, whatever its predicates are, until f says no.
func (l *Loop) sources(f func(Touch) bool) {
	n := l.length()
	for i := range l.VL {
		for j := range n {
			if x := l.Swizzle.At(j); x.Moves() && !f(touch(l.RA, i, x.Lane(), l.source(i, x), l.SrcBits)) {
				return
			}
		}
	}
}

// destinations calls f for all elements that the loop can write.
func (l *Loop) destinations(f func(Touch) bool) {
	n := l.length()
	for i := range l.VL {
		for j := range n {
			if l.Swizzle.At(j) != Skip && !f(touch(l.RT, i, j, l.destination(i, j), l.DstBits)) {
				return
			}
		}
	}
}

func touch(r Reg, i, j, element, width int) Touch {
	per := 64 / width
	return Touch{Subvector: i, Lane: j, Register: int(r.No) + element/per, Bit: element % per * width, Bits: width}
}

// extent is the first and the last register of the elements that a walk touches; none is above all.
func extent(walk func(func(Touch) bool)) (first, last int) {
	first, last = NumRegs<<8, -1
	walk(func(t Touch) bool {
		first, last = min(first, t.Register), max(last, t.Register)
		return true
	})
	return first, last
}

// checkOverlap says whether all elements exist, and no bit is both read and written.
func (l *Loop) checkOverlap() error {
	s0, s1 := extent(l.sources)
	d0, d1 := extent(l.destinations)
	if last := max(s1, d1); last >= NumRegs {
		return fmt.Errorf("%w: this one would reach %d", ErrPastRegisters, last)
	}
	if s1 < d0 || d1 < s0 {
		return nil
	}
	var read File
	l.sources(func(t Touch) bool {
		read[t.Register] |= ones(t.Bits) << t.Bit
		return true
	})
	overlap := false
	l.destinations(func(t Touch) bool {
		overlap = read[t.Register]&(ones(t.Bits)<<t.Bit) != 0
		return !overlap
	})
	if !overlap {
		return nil
	}
	return l.collisions()
}

// collisions is the error that names all pairs. A source that several lanes read counts for each.
func (l *Loop) collisions() error {
	e := &OverlapError{File: Inst{Float: l.Float}.file()}
	l.destinations(func(d Touch) bool {
		l.sources(func(s Touch) bool {
			if s.Register == d.Register && ones(s.Bits)<<s.Bit&(ones(d.Bits)<<d.Bit) != 0 {
				e.Collisions = append(e.Collisions, Collision{s, d})
			}
			return true
		})
		return true
	})
	return e
}

// checkPredicate refuses a loop that writes an integer register that is its own predicate.
func (l *Loop) checkPredicate(i Inst) error {
	if i.CR || i.Float || i.SrcMask|i.DstMask == 0 {
		return nil
	}
	var regs uint32
	for _, p := range []Predicate{i.SrcMask, i.DstMask} {
		if p != 0 {
			regs |= 1 << predicateRegs[p]
		}
	}
	var err error
	l.destinations(func(t Touch) bool {
		if t.Register < 32 && regs>>t.Register&1 != 0 {
			err = fmt.Errorf("r%d: %w", bits.TrailingZeros32(regs&(1<<t.Register)), ErrPredicate)
		}
		return err == nil
	})
	return err
}
