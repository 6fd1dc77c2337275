package svp64

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// A kind is a way for selector One to be a constant while elements are only copied.
type kind struct {
	float bool
	sat   Sat
}

// kinds in the order in which they are tried.
var kinds = [...]kind{{false, NoSat}, {false, Unsigned}, {false, Signed}, {true, NoSat}}

// FromMap is an instruction, with the vector length and the order of loops that it needs, which is the map. A lane of the map that is undefined may become anything. The map has one
// source at most; its registers here are those from 32 on for the destination and from 64 on for the source.
//
// Looked for are: one subvector, then more, each with all four orders of loops. So PACK and UNPACK are found for what they do, taking lanes apart and putting them together.
func FromMap(m lane.Map) (Inst, SVState, error) {
	if err := m.Check(); err != nil {
		return Inst{}, 0, err
	}
	used, _ := m.DropUnused()
	if len(used.Src) > 1 {
		return Inst{}, 0, fmt.Errorf("%d sources: a swizzle move has one, and Sequence makes a move of each", len(used.Src))
	}
	for _, w := range []Width{widthNear(m.Bits), W64, W32, W16, W8} {
		at, err := used.Regroup(w.Bits())
		if err != nil {
			continue
		}
		if i, v, ok := search(at, w); ok {
			return i, v, nil
		}
	}
	return Inst{}, 0, errors.New("no swizzle move is this: it would need the same selectors for each subvector of up to four lanes, of 8, 16, 32 or 64 bits")
}

func widthNear(bits int) Width {
	for w := W8; w > W64; w-- {
		if w.Bits() >= bits {
			return w
		}
	}
	return W64
}

// search tries all shapes of loops whose sizes are the map's.
func search(m lane.Map, w Width) (Inst, SVState, bool) {
	n := len(m.Lane)
	src := n
	if len(m.Src) > 0 {
		src = m.Src[0]
	}
	for vl := 1; vl <= min(n, MaxVL); vl++ {
		if n%vl != 0 || n/vl > Lanes || len(m.Src) > 0 && (src%vl != 0 || src/vl > Lanes) {
			continue
		}
		for order := range 4 {
			if vl == 1 && order > 0 {
				break
			}
			for _, k := range kinds {
				if k.float && w == W8 {
					continue
				}
				i := Inst{
					Form: Vector, Float: k.float, Sat: k.sat, RT: Reg{32, true}, RA: Reg{64, true},
					SubVL: uint8(min(src/vl, Lanes)), DstWidth: w, SrcWidth: w,
				}
				if n*w.Bits() > 64*32 {
					i.RT.No = 0
				}
				v := NewSVState(vl, vl).WithPack(order&1 != 0, order&2 != 0)
				if i.solve(m, v) {
					return i, v, true
				}
			}
		}
	}
	return Inst{}, 0, false
}

// solve finds the swizzle with which the instruction is the map.
func (i *Inst) solve(m lane.Map, v SVState) bool {
	l := i.Loop(v)
	n := len(m.Lane) / l.VL
	var sel [Lanes]Selector
	for j := range n {
		if !untouched(m, j, n) {
			sel[j] = X // some selector; which one, the lanes will say
		}
	}
	l.Swizzle = Select(sel[:n]...)
	known, ok := [Lanes]bool{}, true
	one := lane.ConstOf(l.one())
	l.numbered(func(sj int, from choice, di, dj int) {
		x, any := l.selectorFor(m.Lane[l.destination(di, dj)], from.i, one)
		switch {
		case any:
		case x == End || known[sj] && sel[sj] != x:
			ok = false
		default:
			sel[sj], known[sj] = x, true
		}
	})
	i.Swizzle = Select(sel[:n]...)
	if l.Swizzle = i.Swizzle; !ok || l.Check() != nil {
		return false
	}
	return !i.readsBeyond(m, v)
}

// readsBeyond says whether a selector behind the end of its subvector reads, in the last one, what is behind the map's source: then the instruction's source is longer.
func (i *Inst) readsBeyond(m lane.Map, v SVState) bool {
	if len(m.Src) == 0 {
		return false
	}
	back, err := i.Map(v)
	return err == nil && len(back.Src) > 0 && back.Src[0]*back.Bits > m.Src[0]*m.Bits
}

// untouched says whether lane j of every subvector keeps what it was, or may.
func untouched(m lane.Map, j, n int) bool {
	for k := j; k < len(m.Lane); k += n {
		if x := m.Lane[k]; x.Kind != lane.Undefined && x != lane.FromOld(k) {
			return false
		}
	}
	return true
}

// selectorFor is the selector that gives a lane from subvector i, or End if there is none; any says that each one does.
func (l *Loop) selectorFor(x lane.Lane, i int, one lane.Const) (sel Selector, any bool) {
	switch {
	case x.Kind == lane.Undefined:
		return X, true
	case x == lane.Zero():
		return Zero, false
	case x == lane.Fixed(one):
		return One, false
	case x.Kind == lane.Source:
		if k := x.Index - i*l.SubVL; k >= 0 && k < Lanes {
			return X + Selector(k), false
		}
	}
	return End, false
}

// Note says what SVSTATE has to hold for an instruction to be what it is, as text behind it: "vl=4 pack". Nothing is said of one subvector.
func (v SVState) Note() string {
	var words []string
	if v.VL() != 1 {
		words = append(words, fmt.Sprintf("vl=%d", v.VL()))
	}
	if v.Pack() {
		words = append(words, "pack")
	}
	if v.Unpack() {
		words = append(words, "unpack")
	}
	return strings.Join(words, " ")
}

// ParseWithState reads an instruction and behind it what Note writes; without it VL is 1. An error is a *syntax.Error.
func ParseWithState(text string) (Inst, SVState, error) {
	p := newParser(text)
	i, err := p.inst()
	if err != nil {
		return Inst{}, 0, err
	}
	vl, pack, unpack := 1, false, false
	for !p.Done() {
		start := p.Off
		switch {
		case p.Accept("vl="):
			n, ok := p.Uint(MaxVL)
			if !ok || n < 1 || n > MaxVL {
				return Inst{}, 0, p.ErrorFrom(start, "a vector has 1 to %d subvectors", MaxVL)
			}
			vl = n
		case p.AcceptWord("pack"):
			pack = true
		case p.AcceptWord("unpack"):
			unpack = true
		default:
			return Inst{}, 0, p.Wanted("the end, or what SVSTATE holds: vl=, pack, unpack")
		}
	}
	return i, NewSVState(vl, vl).WithPack(pack, unpack), nil
}
