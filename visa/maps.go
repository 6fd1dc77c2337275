package visa

import (
	"fmt"
	"math/bits"

	"github.com/lanescope/lanescope/lane"
)

// ReadMap is the map of the elements that the access reads, out of a variable of elems elements.
//
//	<8;4,1>, 8 lanes, of 16 elements     a0 a1 a2 a3 a8 a9 a10 a11
func (a Access) ReadMap(elems int) (lane.Map, error) {
	m := lane.Map{Bits: 8 * a.Size, Src: []int{elems}, Lane: make([]lane.Lane, a.Exec)}
	for k := range m.Lane {
		m.Lane[k] = lane.From(0, a.Byte(k)/a.Size)
	}
	return m, m.Check()
}

// WriteMap is the map of a variable of elems elements after the access has written a vector of its lanes: what no lane writes is kept. Of lanes that
// write one element the last one counts.
//
//	<2>, 4 lanes, to 8 elements          a0 . a1 . a2 . a3 .
func (a Access) WriteMap(elems int) (lane.Map, error) {
	m := lane.Map{Bits: 8 * a.Size, Src: []int{a.Exec}, Lane: make([]lane.Lane, elems)}
	for e := range m.Lane {
		m.Lane[e] = lane.FromOld(e)
	}
	for k := range a.Exec {
		e := a.Byte(k) / a.Size
		if e >= elems {
			return lane.Map{}, fmt.Errorf("lane %d writes element %d of a variable of %d", k, e, elems)
		}
		m.Lane[e] = lane.From(0, k)
	}
	return m, m.Check()
}

// A Copy is what instructions that only move bytes do to the variable that the last of them writes.
type Copy struct {
	Map   lane.Map
	Names []string // of the sources
	To    string   // the variable's name
}

// CopyOf is the instructions as one map, with all lanes of the execution mask active. Sources are what variables held before the first instruction; the destination ends with
// the last element written. What is no movement of lanes is refused by name: conversions, modifiers, predicates, run-time addresses.
func CopyOf(insts []Inst, d *Decls) (Copy, error) {
	s := symbols{decls: d, memory: map[uint32][]lane.Lane{}}
	for i := range insts {
		if err := s.step(&insts[i]); err != nil {
			return Copy{}, fmt.Errorf("%s: %w", insts[i].Text(d), err)
		}
	}
	if len(insts) == 0 {
		return Copy{}, fmt.Errorf("there is no instruction")
	}
	return s.result(&insts[len(insts)-1])
}

// symbols are variables whose bytes say where they come from: From(k, b) is byte b of the variable sources[k] before the first instruction.
type symbols struct {
	decls   *Decls
	memory  map[uint32][]lane.Lane
	sources []uint32
	ends    []int // bytes of each source that were read, rounded up
}

// longest bounds the bytes of a variable: all that a row of eight bits, a column of eight bits and a region can reach.
const longest = 256*64 + 256*8 + 32*32*8

// source is the number of a variable as a source.
func (s *symbols) source(id uint32) int {
	for k, have := range s.sources {
		if have == id {
			return k
		}
	}
	s.sources, s.ends = append(s.sources, id), append(s.ends, 1)
	return len(s.sources) - 1
}

// before is byte b of a variable as it was before the first instruction.
func (s *symbols) before(id uint32, b int) lane.Lane { return lane.From(s.source(id), b) }

// bytes are a variable's bytes, at least up to end.
func (s *symbols) bytes(id uint32, end int) []lane.Lane {
	have := s.memory[id]
	for b := len(have); b < end; b++ {
		have = append(have, s.before(id, b))
	}
	s.memory[id] = have
	return have
}

// step carries out one instruction.
func (s *symbols) step(i *Inst) error {
	if err := onlyMoves(i, s.decls); err != nil {
		return err
	}
	exec := i.Exec.Size()
	dst, _ := s.decls.Access(&i.Operand[0], exec)
	if dst.End() > longest {
		return fmt.Errorf("the destination ends at byte %d", dst.End())
	}
	values, err := s.values(i, exec, dst.Size)
	if err != nil {
		return err
	}
	memory := s.bytes(i.Operand[0].ID, dst.End())
	for k := range exec {
		copy(memory[dst.Byte(k):], values[k*dst.Size:(k+1)*dst.Size])
	}
	return nil
}

// onlyMoves refuses what is no movement of lanes.
func onlyMoves(i *Inst, d *Decls) error {
	if i.Op != opMov {
		return fmt.Errorf("%s is no movement of lanes: only mov is", i.Op)
	}
	if i.Guard != 0 {
		return fmt.Errorf("a run-time predicate decides which lanes are written")
	}
	if i.Sat {
		return fmt.Errorf(".sat changes values")
	}
	to, from := &i.Operand[0], &i.Operand[1]
	switch {
	case to.Class == Indirect || from.Class == Indirect:
		return fmt.Errorf("which elements an indirect operand means is known at run time only")
	case to.Class != General || from.Class != General && from.Class != Immediate:
		return fmt.Errorf("mov of %s operand to %s operand is no movement of elements", article(from.Class.String()), article(to.Class.String()))
	case from.Mod != NoModifier:
		return fmt.Errorf("the modifier %s changes values", from.Mod)
	case from.Class == General && from.Region.IsMultiAddress():
		return fmt.Errorf("%s has no element list", from.Region)
	}
	return nil
}

// length is the bytes of a source: those that are declared, or else the next power of two that the access needs, and as many elements as there are lanes.
func (s *symbols) length(id uint32, a Access, exec int) int {
	if size := s.decls.Variable(GeneralKind, id).Size(); size > 0 && size <= longest {
		return size
	}
	return max(exec*a.Size, 1<<bits.Len(uint(a.End()-1)))
}

// values are the bytes that the lanes write, lane by lane.
func (s *symbols) values(i *Inst, exec, size int) ([]lane.Lane, error) {
	o := &i.Operand[1]
	to := s.decls.Variable(GeneralKind, i.Operand[0].ID).Type
	out := make([]lane.Lane, 0, exec*size)
	if o.Class == Immediate {
		for k := range exec {
			l, err := o.Constant(k, to)
			if err != nil {
				return nil, err
			}
			for b := range size {
				out = append(out, laneByte(l, b))
			}
		}
		return out, nil
	}
	from := s.decls.Variable(GeneralKind, o.ID).Type
	if err := from.MovesTo(to); err != nil {
		return nil, err
	}
	a, _ := s.decls.Access(o, exec)
	if a.End() > longest {
		return nil, fmt.Errorf("the source ends at byte %d", a.End())
	}
	memory := s.bytes(o.ID, a.End())
	for _, k := range s.sources {
		if k == o.ID {
			n := s.source(k)
			s.ends[n] = max(s.ends[n], s.length(o.ID, a, exec))
		}
	}
	for k := range exec {
		at := a.Byte(k)
		for b := range size {
			if b < a.Size {
				out = append(out, memory[at+b])
			} else {
				out = append(out, lane.Zero())
			}
		}
	}
	return out, nil
}

// MovesTo is why a mov of elements of this type to elements of another changes values: what is left copies bits, cuts integers, or widens unsigned ones by zeros.
func (t Type) MovesTo(to Type) error { return t.movesTo(to, false) }

// movesTo is MovesTo; constants widen with their sign too.
func (t Type) movesTo(to Type, constant bool) error {
	switch {
	case t == to:
		return nil
	case t.IsFloat() || to.IsFloat() || t.IsPacked() || to.IsPacked() || t == Bool || to == Bool:
		return fmt.Errorf("a move from %s to %s converts values", t, to)
	case t.isSigned() && t.Size() < to.Size() && !constant:
		return fmt.Errorf("a move from %s to %s extends signs", t, to)
	}
	return nil
}

// Constant is what a mov of the immediate leaves in lane k of a variable of type t; undefined where the immediate has no such element. Types between which it would convert are
// refused.
//
//	0xf1:v      lane 0, of uw     #1
//	            lane 1            #ffff
func (o *Operand) Constant(k int, t Type) (lane.Lane, error) {
	from := o.elementType()
	if err := from.movesTo(t, true); err != nil {
		return lane.Lane{}, err
	}
	v, ok := o.Element(k)
	if !ok {
		return lane.Lane{}, nil
	}
	if have := 8 * from.Size(); from.isSigned() && have < 64 && v>>(have-1)&1 != 0 {
		v |= ^uint64(0) << have
	}
	return lane.Fixed(lane.ConstOf(v).Slice(0, 8*t.Size())), nil
}

// laneByte is byte b of a constant.
func laneByte(l lane.Lane, b int) lane.Lane {
	if l.Kind == lane.Constant {
		l.Const = l.Const.Slice(8*b, 8)
	}
	return l
}

// result is the variable that the last instruction writes, in lanes as wide as its elements if no lane mixes others.
func (s *symbols) result(last *Inst) (Copy, error) {
	id := last.Operand[0].ID
	m := lane.Map{Bits: 8, Lane: append([]lane.Lane{}, s.memory[id]...)}
	c := Copy{To: s.decls.Name(GeneralKind, id)}
	number := make([]int, len(s.sources))
	for k, source := range s.sources {
		number[k] = -1
		if source != id {
			number[k] = len(m.Src)
			m.Src, c.Names = append(m.Src, s.ends[k]), append(c.Names, s.decls.Name(GeneralKind, source))
		}
	}
	for b, l := range m.Lane {
		if l.Kind != lane.Source {
			continue
		}
		switch k := number[l.Src]; {
		case k >= 0:
			m.Lane[b].Src = k
			m.Src[k] = max(m.Src[k], l.Index+1)
		case l.Index < len(m.Lane):
			m.Lane[b] = lane.FromOld(l.Index)
		default:
			return Copy{}, fmt.Errorf("the result reads byte %d of its own old value, behind its end at %d", l.Index, len(m.Lane))
		}
	}
	m, kept := m.DropUnused()
	for k, old := range kept {
		c.Names[k] = c.Names[old]
	}
	c.Names = c.Names[:len(kept)]
	for size := s.decls.Variable(GeneralKind, id).Type.Size(); size > 1; size /= 2 {
		if wide, err := m.Regroup(8 * size); err == nil {
			c.Map = wide
			return c, wide.Check()
		}
	}
	c.Map = m
	return c, m.Check()
}
