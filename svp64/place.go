package svp64

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// Registers that are tried first for a move's vectors: enough for each below the next one.
const (
	usualRT, usualRA = 32, 64
)

// FromMap is a line that is the map: Find's move in registers. Where there is room the destination begins at register 32 and the source at 64.
func FromMap(m lane.Map) (Line, error) {
	f, err := Find(m)
	if err != nil {
		return Line{}, err
	}
	return f.placed(m)
}

// placed is the one move of a map in registers.
func (f *Found) placed(m lane.Map) (Line, error) {
	dst, src := f.registers(m)
	if dst <= usualRA-usualRT && src <= NumRegs-usualRA {
		return f.At(usualRT, usualRA)
	}
	for _, first := range firstRegisters {
		if ra := max(usualRA, first+dst); ra+src <= NumRegs {
			return f.At(first, ra)
		}
		if first+dst+src <= NumRegs {
			return f.At(first, first+dst)
		}
	}
	rt, ra, ok := f.anywhere()
	if !ok {
		return Line{}, errNoRoom
	}
	return f.At(rt, ra)
}

// registers is how many the destination and the source take: the map's vectors, and what the loop reaches with all predicates true.
func (f *Found) registers(m lane.Map) (dst, src int) {
	l := f.Inst.Loop(f.SV)
	l.RT.No, l.RA.No = 0, 0
	_, s := extent(l.sources)
	_, d := extent(l.destinations)
	dst = max(d+1, (len(m.Lane)*m.Bits+63)/64)
	if used, _ := m.DropUnused(); len(used.Src) > 0 {
		src = (used.Src[0]*m.Bits + 63) / 64
	}
	return dst, max(s+1, src, 1)
}

// InRegisters gives the moves of a sequence their registers: the destination of the map, and each source that is read. It returns the registers of those too, in their order.
func InRegisters(m lane.Map, moves []CoverMove) (lines []Line, sources []int, err error) {
	_, from := m.DropUnused()
	if len(moves) == 1 {
		l, err := moves[0].placed(m)
		return []Line{l}, []int{int(l.RA.No)}[:len(from)], err
	}
	err = errNoRoom
	for _, at := range layouts(m, from, moves) {
		if lines, err = at.lines(m, from, moves); err == nil {
			return lines, at.source[:len(from)], nil
		}
	}
	return nil, nil, err
}

// A layout is where vectors begin, and what registers they are in.
type layout struct {
	rt      int
	source  []int
	vectors [][2]int
}

// layouts are those that are tried. The first has places between the vectors, the next ones have them behind one another, with all that loops reach and with no more than the map's vectors.
func layouts(m lane.Map, from []int, moves []CoverMove) (list []layout) {
	words := func(lanes int) int { return (lanes*m.Bits + 63) / 64 }
	own := []int{words(len(m.Lane))}
	for _, k := range from {
		own = append(own, words(m.Src[k]))
	}
	if len(from) == 0 {
		own = append(own, own[0])
	}
	reach := slices.Clone(own)
	for k := range moves {
		at := 1 + max(slices.Index(from, moves[k].Source), 0)
		dst, src := moves[k].registers(m)
		reach[0], reach[at] = max(reach[0], dst), max(reach[at], src)
	}
	size := slices.Max(reach)
	step := max(8, size)
	wide := layout{rt: usualRT, vectors: [][2]int{{usualRT, usualRT + size}}}
	for k := range len(own) - 1 {
		ra := usualRT + max(16, size) + k*step
		wide.source, wide.vectors = append(wide.source, ra), append(wide.vectors, [2]int{ra, ra + size})
	}
	list = append(list, wide)
	for _, sizes := range [][]int{reach, own} {
		for _, first := range firstRegisters {
			list = append(list, packed(sizes, first, false), packed(sizes, first, true))
		}
	}
	return slices.DeleteFunc(list, func(l layout) bool {
		return slices.ContainsFunc(l.vectors, func(v [2]int) bool { return v[1] > NumRegs })
	})
}

// packed has the vectors one behind the other, the destination first or last.
func packed(sizes []int, first int, last bool) (l layout) {
	put := func(size int) int {
		at := first
		first += size
		l.vectors = append(l.vectors, [2]int{at, first})
		return at
	}
	if !last {
		l.rt = put(sizes[0])
	}
	for _, size := range sizes[1:] {
		l.source = append(l.source, put(size))
	}
	if last {
		l.rt = put(sizes[0])
	}
	return l
}

// lines are the moves in these registers.
func (at layout) lines(m lane.Map, from []int, moves []CoverMove) (lines []Line, err error) {
	for k := range moves {
		source := max(slices.Index(from, moves[k].Source), 0)
		l, err := moves[k].At(at.rt, at.source[source], at.vectors...)
		if err != nil {
			return nil, err
		}
		lanes := len(m.Lane)
		if len(from) > 0 {
			lanes = m.Src[from[source]]
		}
		l.sizeSource(m.Bits, lanes)
		lines = append(lines, l)
	}
	return lines, nil
}

// sizeSource says how long the source is, if the loop does not. In a sequence also a move that reads nothing has the vector that others read.
func (l *Line) sizeSource(bits, lanes int) {
	if loop := l.Loop(l.SV); l.Src.Lanes == 0 && loop.sourceLanes()*loop.SrcBits != bits*lanes {
		l.Src = vectorNamed(bits, lanes)
	}
}

// hasRoom says whether the lanes that a map writes and those that it reads have room in all registers: where they overlap, what a move does is undefined.
func hasRoom(m lane.Map) bool {
	counts := map[lane.Lane]bool{}
	written := 0
	for _, x := range m.Lane {
		if x.Kind != lane.Undefined && x.Kind != lane.Old {
			written++
		}
		if x.Kind == lane.Source {
			counts[x] = true
		}
	}
	return (written+len(counts))*m.Bits <= NumRegs*64
}

var errNoRoom = fmt.Errorf("the vectors take more than the %d registers", NumRegs)

// firstRegisters are where vectors may begin: behind all registers of predicates, behind r10, behind r3, and at 0.
var firstRegisters = [...]int{31, 11, 4, 0}

// placeable says whether there are registers for the move at all.
func (f *Found) placeable() bool {
	_, _, ok := f.anywhere()
	return ok
}

// anywhere is a pair of registers with which the loop can run. Its vectors may lie inside each other, if what is read of one is not written of the other.
func (f *Found) anywhere() (rt, ra int, ok bool) {
	l := f.Inst.Loop(f.SV)
	l.RT.No, l.RA.No = 0, 0
	_, s := extent(l.sources)
	_, d := extent(l.destinations)
	if s+1+d+1 <= NumRegs {
		return 0, d + 1, true
	}
	for rt := range NumRegs - d {
		for ra := range NumRegs - max(s, 0) {
			l.RT.No, l.RA.No = uint8(rt), uint8(ra)
			if l.Check() == nil {
				return rt, ra, true
			}
		}
	}
	return 0, 0, false
}

// At is the move with these registers, and with predicates that neither vector lies in: in integer registers if there are any, and otherwise in the condition register.
func (f *Found) At(rt, ra int, vectors ...[2]int) (Line, error) {
	l := Line{Inst: f.Inst, SV: f.SV, Stated: f.SV != NewSVState(1, 1), Src: f.Src, Dst: f.Dst}
	l.RT.No, l.RA.No = uint8(rt), uint8(ra)
	if err := l.Check(); err != nil {
		return l, err
	}
	loop := l.Loop(l.SV)
	if err := loop.Check(); err != nil {
		return l, err
	}
	if f.Masked && f.predicates() > 0 {
		f.predicate(&l, vectors)
	}
	return l, nil
}

// predicate gives a line its predicates. Others' registers are vectors that have to stay as they are, each from one register to another.
func (f *Found) predicate(l *Line, others [][2]int) {
	taken := func(r int) bool {
		if l.Float {
			return false
		}
		for _, v := range append(others, l.reach()...) {
			if r >= v[0] && r < v[1] {
				return true
			}
		}
		return false
	}
	var codes []Predicate
	for _, p := range []Predicate{2, 4, 6} { // r3, r10, r30
		if !taken(predicateRegs[p]) {
			codes = append(codes, p)
		}
	}
	if len(codes) < f.predicates() {
		f.onFields(l)
		return
	}
	dm, sm := codes[0], codes[0]
	switch {
	case f.predicates() == 2:
		sm = codes[1]
		l.Set = []Setting{{No: predicateRegs[dm], Value: f.DstMask}, {No: predicateRegs[sm], Value: f.SrcMask}}
	case !f.needs(false):
		dm = 0
		l.Set = []Setting{{No: predicateRegs[sm], Value: f.SrcMask}}
	default:
		l.Set = []Setting{{No: predicateRegs[dm], Value: f.DstMask}}
		if !f.needs(true) {
			sm = 0
		}
	}
	l.DstMask, l.SrcMask = dm, sm
}

// onFields is a predicate of two conditions: eq for the destination and gt for the source.
func (f *Found) onFields(l *Line) {
	const eq, gt = 4, 2
	l.CR, l.DstMask, l.SrcMask = true, eq, gt
	both := f.SrcMask == f.DstMask
	if both {
		l.SrcMask = eq
	}
	for k := range l.SV.VL() {
		v := CRField(f.DstMask >> k & 1 * uint64(EQ))
		if !both {
			v |= CRField(f.SrcMask >> k & 1 * uint64(GT))
		}
		l.Set = append(l.Set, Setting{CR: true, No: DefaultCRBase + k, Value: uint64(v)})
	}
}

// reach is the registers of both vectors, from one to behind another.
func (l *Line) reach() [][2]int {
	loop := l.Loop(l.SV)
	regs := func(bits int) int { return (bits + 63) / 64 }
	src := max(regs(loop.sourceLanes()*loop.SrcBits), regs(l.Src.size()))
	dst := max(regs((loop.destination(loop.VL-1, loop.length()-1)+1)*loop.DstBits), regs(l.Dst.size()))
	return [][2]int{{int(l.RA.No), int(l.RA.No) + src}, {int(l.RT.No), int(l.RT.No) + dst}}
}

// IsNone says whether an error of Find means that there is none: the search has seen all.
func IsNone(err error) bool { return errors.Is(err, errNone) }
