package svp64

import (
	"fmt"
	"math/bits"
)

// This file is the two state machines of which the document speaks: how the places in SVSTATE go from one move to the next. Nothing else is remembered between moves, so that a
// loop may be left after any of them, by a trap, and taken up again.

// A walk is one side of a loop: which places it visits, in which order.
type walk struct {
	outer bool   // lanes are the outer loop
	on    uint64 // the subvectors that take part
	live  uint8  // the lanes that do
	vl    int
}

// walks are those of the source and of the destination.
func (l *Loop) walks() (src, dst walk) {
	var live uint8
	for j := range l.length() {
		if l.Swizzle.At(j) != Skip {
			live |= 1 << j
		}
	}
	all := uint64(1)<<l.VL - 1 // 64 makes zero, and less one all ones
	src = walk{l.Pack, l.SrcMask & all, live, l.VL}
	dst = walk{l.Unpack, l.DstMask & all, live, l.VL}
	if l.SZ {
		src.on = all
	}
	if l.DZ {
		dst.on = all
	}
	if l.firstOnly() {
		dst.on &= -dst.on // the first that takes part
	}
	return src, dst
}

// from is the first place that is visited, p or behind it.
func (w walk) from(p Place) (Place, bool) {
	if w.on == 0 || w.live == 0 {
		return Place{}, false
	}
	if !w.outer {
		if p.Step < w.vl && w.on>>p.Step&1 != 0 {
			if j := bits.TrailingZeros8(w.live >> p.Sub << p.Sub); j < Lanes {
				return Place{p.Step, j}, true
			}
		}
		i := bits.TrailingZeros64(w.on >> p.Step >> 1 << 1 << p.Step)
		return Place{i, bits.TrailingZeros8(w.live)}, i < 64
	}
	if w.live>>p.Sub&1 != 0 {
		if i := bits.TrailingZeros64(w.on >> p.Step << p.Step); i < 64 {
			return Place{i, p.Sub}, true
		}
	}
	j := bits.TrailingZeros8(w.live >> p.Sub >> 1 << 1 << p.Sub)
	return Place{bits.TrailingZeros64(w.on), j}, j < Lanes
}

// next is the first place behind p.
func (w walk) next(p Place) (Place, bool) {
	if w.outer {
		p.Step++ // 64 is no place, and all shifts by it leave nothing
	} else {
		p.Sub++
	}
	return w.from(p)
}

// A pairing is both walks at one move.
type pairing struct {
	l            *Loop
	srcW, dstW   walk
	src, dst     Place
	srcOK, dstOK bool
}

// pairing is the loop where SVSTATE stands.
func (l *Loop) pairing(v SVState) pairing {
	p := pairing{l: l}
	p.srcW, p.dstW = l.walks()
	src, dst := v.Places()
	p.src, p.srcOK = p.srcW.from(src)
	p.dst, p.dstOK = p.dstW.from(dst)
	return p
}

// more says whether there is a move: the walks end with the shorter one.
func (p *pairing) more() bool { return p.srcOK && p.dstOK }

func (p *pairing) advance() {
	p.src, p.srcOK = p.srcW.next(p.src)
	p.dst, p.dstOK = p.dstW.next(p.dst)
}

func (p *pairing) move(f *File) {
	p.l.move(f, choice{p.src.Step, p.l.Swizzle.At(p.src.Sub)}, p.dst)
}

// store writes the places into SVSTATE, all zero at the end.
func (p *pairing) store(v SVState) (next SVState, done bool) {
	if !p.more() {
		return v.WithPlaces(Place{}, Place{}), true
	}
	return v.WithPlaces(p.src, p.dst), false
}

// Step executes one element move of a loop and leaves SVSTATE at the next; done says that there is none. A pair is one step.
func (s *State) Step(i Inst) (done bool, err error) {
	if i.IsPair() {
		return true, s.run(i, fastEngine)
	}
	l, err := s.Loop(i)
	if err == nil {
		err = l.Check()
	}
	if err != nil {
		return false, err
	}
	p := l.pairing(s.SV)
	if p.more() {
		p.move(s.file(i))
		p.advance()
	}
	s.SV, done = p.store(s.SV)
	return done, nil
}

// group is how many moves an issue of Vertical-First mode does from here: what is left of the live lanes of one subvector, or one move if both sides are walked lane by lane. A trap leaves SVSTATE inside a
// group, and the side whose inner loop is over lanes then says how much of the group is done.
//
//	live lanes   X . Z W          at Z: X is done, two moves are left
func (p *pairing) group() int {
	live, at := p.dstW.live, p.dst.Sub
	switch {
	case p.srcW.outer && p.dstW.outer:
		return 1
	case p.dstW.outer:
		at = p.src.Sub
	}
	return bits.OnesCount8(live >> at)
}

// begin is SVSTATE where the group begins in which the walks stand: what a trap left of an issue is done from there by the instructions behind it.
//
//	live lanes   X . Z W          at Z of subvector 2: 2.0, and the side that is walked lane by lane one move back
func (p *pairing) begin(v SVState) SVState {
	if !p.more() {
		return v
	}
	src, dst := p.src, p.dst
	switch {
	case p.srcW.outer && p.dstW.outer:
	case p.srcW.outer:
		src = p.srcW.back(src, p.dstW.before(dst))
		dst.Sub = 0
	case p.dstW.outer:
		dst = p.dstW.back(dst, p.srcW.before(src))
		src.Sub = 0
	default:
		src.Sub, dst.Sub = 0, 0
	}
	return v.WithPlaces(src, dst)
}

// aligned says whether both walks stand at the same lane of a group. They do wherever a loop comes to; SVSTATE may be written, and PACK and UNPACK may be changed on the way.
func (p *pairing) aligned() bool {
	n := bits.OnesCount8(p.srcW.live)
	switch {
	case !p.more() || p.srcW.outer && p.dstW.outer:
		return true
	case p.srcW.outer:
		return p.srcW.number(p.src)%n == p.dstW.before(p.dst)
	case p.dstW.outer:
		return p.dstW.number(p.dst)%n == p.srcW.before(p.src)
	}
	return p.srcW.before(p.src) == p.dstW.before(p.dst)
}

// number is how many places a walk that is inside out has before one.
func (w walk) number(p Place) int {
	return w.before(p)*bits.OnesCount64(w.on) + bits.OnesCount64(w.on&(1<<p.Step-1))
}

// CheckGroup says whether a group can be executed, or stepped over, from where SVSTATE stands.
func (l *Loop) CheckGroup(v SVState) error {
	if p := l.pairing(v); !p.aligned() {
		return fmt.Errorf("%w: the source is at lane %d of its group, and the destination at another", ErrStep, p.src.Sub)
	}
	return nil
}

// before is how many live lanes a subvector has before a place.
func (w walk) before(p Place) int { return bits.OnesCount8(w.live & (1<<p.Sub - 1)) }

// back goes so many places back in a walk that is inside out.
func (w walk) back(p Place, n int) Place {
	for range n {
		if on := w.on & (1<<p.Step - 1); on != 0 {
			p.Step = bits.Len64(on) - 1
		} else if live := w.live & (1<<p.Sub - 1); live != 0 {
			p = Place{bits.Len64(w.on) - 1, bits.Len8(live) - 1}
		}
	}
	return p
}

// issue executes what is left of one group from where SVSTATE stands, and leaves SVSTATE at the beginning of that group.
func (s *State) issue(l *Loop, f *File) error {
	if err := l.Check(); err != nil {
		return err
	}
	if err := l.CheckGroup(s.SV); err != nil {
		return err
	}
	p := l.pairing(s.SV)
	begin := p.begin(s.SV)
	for range p.group() {
		if !p.more() {
			break
		}
		p.move(f)
		p.advance()
	}
	s.SV = begin
	return nil
}

// SVStep is svstep in Vertical-First mode: it moves SVSTATE over the group that the instruction does, or over what a trap left of it, to the next one; done says that there is none.
func (s *State) SVStep(i Inst) (done bool, err error) {
	if i.IsPair() {
		return true, nil
	}
	l, err := s.Loop(i)
	if err != nil {
		return false, err
	}
	if err := l.CheckGroup(s.SV); err != nil {
		return false, err
	}
	s.SV, done = l.NextGroup(s.SV)
	return done, nil
}
