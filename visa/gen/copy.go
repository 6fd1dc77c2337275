package gen

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
)

// A Copy is what movs do to the registers that are written and not read behind that, of those with the last one that is:
//
//	mov (8|M0) r4.0<2>:w r8.0<8;8,1>:w      r4 of r8 r9: i16x16 i16x16 -> a0 b0 a1 b1 …
//	mov (8|M0) r4.1<2>:w r9.0<8;8,1>:w
//
// Operands that share a register are of one source.
type Copy struct {
	Map   lane.Map
	Names []string // of the sources: the first register of each
	To    string   // the first register of the result
	Bits  []int    // of the one mov under a predicate, the bit of it that decides over each lane; lane.Always for the others
	Aside []string // registers that are written too, and lie elsewhere
}

// Copy is the instructions as one map, on registers of so many bytes, with all lanes active. What is no movement of lanes is refused by name.
func (t *Text) Copy(grf int) (Copy, error) {
	f := file{grf: grf, held: map[int][]lane.Lane{}, unread: map[int]bool{}}
	for k := range t.Insts {
		i := &t.Insts[k]
		err := i.onlyMoves()
		if err == nil && i.Masked && len(t.Insts) > 1 {
			err = fmt.Errorf("a run-time predicate decides which lanes are written")
		}
		if err == nil {
			err = f.step(i)
		}
		if err != nil {
			return Copy{}, t.ErrorOf(k, err)
		}
	}
	if len(t.Insts) == 0 {
		return Copy{}, syntax.Errorf(t.text, 0, len(t.text), "there is no instruction that moves lanes")
	}
	return f.result(&t.Insts[len(t.Insts)-1])
}

// Elements are what a source of a text's only instruction reads, with no destination.
func (t *Text) Elements() (c Copy, err error) {
	i, f := &t.Insts[0], file{grf: t.GRF()}
	values, err := f.values(i)
	if err != nil {
		return c, t.ErrorOf(0, err)
	}
	m := lane.Map{Bits: 8, Lane: values}
	for _, s := range f.reads {
		m.Src, c.Names = append(m.Src, s.end-s.first*f.grf), append(c.Names, i.Src[0].Name(s.first))
		for k := range m.Lane {
			m.Lane[k].Index -= s.first * f.grf
		}
	}
	c.Map, err = m.Regroup(8 * i.Dst.Type.Size())
	return c, err
}

// A file is registers whose bytes say where they come from: From(0, n) is byte n of the file before the first instruction.
type file struct {
	grf    int
	held   map[int][]lane.Lane // by register, of those that were written
	unread map[int]bool        // those that were written and not read since
	reads  []span              // of registers of which something was read as it was before
}

// A span is a range of registers, and up to which byte of the file a source goes that begins there.
type span struct{ first, last, end int }

// onlyMoves refuses what is no movement of lanes.
func (i *Inst) onlyMoves() error {
	switch {
	case i.Op != "mov" || len(i.Src) != 1:
		return fmt.Errorf("%s is no movement of lanes: only mov is", i.Op)
	case i.Dst.Mod != visa.NoModifier:
		return fmt.Errorf("sat changes values")
	case i.Src[0].Mod != visa.NoModifier:
		return fmt.Errorf("the modifier of %s changes values", i.Src[0].Text)
	case i.Src[0].constant != nil:
		return nil
	}
	return i.Src[0].Type.MovesTo(i.Dst.Type)
}

// writes says whether a lane writes anything: in rows of four it may not.
func (o *Operand) writes(k int) bool { return o.row == nil || slices.Contains(o.row, k%4) }

// step carries out one instruction.
func (f *file) step(i *Inst) error {
	values, err := f.values(i)
	if err != nil {
		return err
	}
	size := i.Dst.Type.Size()
	for k := range i.Exec {
		at := i.Dst.byte(k, f.grf, true)
		if at+size > registers*f.grf {
			return fmt.Errorf("it writes behind the last register")
		}
		for b := range size {
			if i.Dst.writes(k) {
				f.register((at + b) / f.grf)[(at+b)%f.grf] = values[k*size+b]
			}
		}
	}
	for r := i.Dst.byte(0, f.grf, true) / f.grf; r <= (i.Dst.byte(i.Exec-1, f.grf, true)+size-1)/f.grf; r++ {
		f.unread[r] = true
	}
	return nil
}

// register is the bytes of a register, from now on as one that is written.
func (f *file) register(r int) []lane.Lane {
	if f.held[r] == nil {
		f.held[r] = make([]lane.Lane, f.grf)
		for b := range f.held[r] {
			f.held[r][b] = lane.From(0, r*f.grf+b)
		}
	}
	return f.held[r]
}

// values are the bytes that the lanes write, lane by lane.
func (f *file) values(i *Inst) (all []lane.Lane, err error) {
	o, size := &i.Src[0], i.Dst.Type.Size()
	if o.constant != nil {
		for k := range i.Exec {
			if o.Type == visa.VF {
				k %= 4 // its four are there for each row
			}
			l, err := o.constant.Constant(k, i.Dst.Type)
			if err != nil {
				return nil, err
			}
			for b := range size {
				c := l
				c.Const = l.Const.Slice(8*b, 8)
				all = append(all, c)
			}
		}
		return all, nil
	}
	low, end, before := registers*f.grf, 0, false
	for k := range i.Exec {
		at := o.byte(k, f.grf, false)
		low, end = min(low, at), max(end, at+o.Type.Size())
		if end > registers*f.grf {
			return nil, fmt.Errorf("it reads behind the last register")
		}
		for b := range size {
			l := lane.Zero()
			if b < o.Type.Size() {
				l = lane.From(0, at+b)
				if held := f.held[(at+b)/f.grf]; held != nil {
					l = held[(at+b)%f.grf]
				}
				before = before || l == lane.From(0, at+b)
			}
			all = append(all, l)
		}
	}
	s := span{low / f.grf, (end - 1) / f.grf, 0}
	for r := s.first; r <= s.last; r++ {
		delete(f.unread, r)
	}
	if whole := end - s.first*f.grf; before {
		s.end = s.first*f.grf + max(i.Exec*o.Type.Size(), 1<<bits.Len(uint(whole-1)))
		f.reads = append(f.reads, s)
	}
	return all, nil
}

// result is the map of the registers that are written, side by side with the one that the last instruction writes.
func (f *file) result(last *Inst) (c Copy, err error) {
	to := span{first: last.Dst.byte(0, f.grf, true) / f.grf}
	size := last.Dst.Type.Size()
	to.end = last.Dst.byte(last.Exec-1, f.grf, true) + size
	to.last = (to.end - 1) / f.grf
	for f.unread[to.first-1] {
		to.first--
	}
	for ; f.unread[to.last+1]; to.last++ {
		to.end = 0
	}
	m := lane.Map{Bits: 8}
	for r := to.first; r <= to.last; r++ {
		m.Lane = append(m.Lane, f.register(r)...) // a wide stride passes over some
	}
	sources := f.sources(to)
	end := 0
	for b, l := range m.Lane {
		at := to.first*f.grf + b
		if l == lane.From(0, at) {
			m.Lane[b] = lane.FromOld(b)
			continue
		}
		if end = max(end, b+1); l.Kind != lane.Source {
			continue
		}
		r := l.Index / f.grf
		if r >= to.first && r <= to.last {
			m.Lane[b] = lane.FromOld(l.Index - to.first*f.grf)
			end = max(end, m.Lane[b].Index+1)
			continue
		}
		k := slices.IndexFunc(sources, func(s span) bool { return s.first <= r && r <= s.last }) // as a source may be said to be longer than what is read of it
		m.Lane[b] = lane.From(k, l.Index-sources[k].first*f.grf)
	}
	end = max(end, to.end-to.first*f.grf) // an element that moves to where it is ends it too
	m.Lane = m.Lane[:(end+size-1)/size*size]
	for _, s := range sources {
		m.Src, c.Names = append(m.Src, s.end-s.first*f.grf), append(c.Names, last.Dst.Name(s.first))
	}
	m, kept := m.DropUnused()
	for k, old := range kept {
		c.Names[k] = c.Names[old]
	}
	c.Names, c.To = c.Names[:len(kept)], last.Dst.Name(to.first)
	for r := range f.unread {
		if r < to.first || r > to.last {
			c.Aside = append(c.Aside, last.Dst.Name(r))
		}
	}
	slices.Sort(c.Aside)
	c.Map = m
	for ; size > 1; size /= 2 {
		if wide, err := m.Regroup(8 * size); err == nil {
			c.Map = wide
			break
		}
	}
	if last.Masked {
		c.Bits = last.guarded(c.Map, to.first, f.grf)
	}
	return c, c.Map.Check()
}

// Name is what a register is called in the writing that the operand has.
func (o *Operand) Name(register int) string { return o.letter + strconv.Itoa(register) }

// sources are the registers that were read as they were before and are not in the result, in the order in which they were first read: those that one operand reads, or that share one with those.
func (f *file) sources(to span) (all []span) {
	for _, s := range f.reads {
		at := len(all)
		for k := len(all) - 1; k >= 0; k-- {
			if o := all[k]; o.first <= s.last && s.first <= o.last {
				s, at = span{min(s.first, o.first), max(s.last, o.last), max(s.end, o.end)}, k
				all = slices.Delete(all, k, k+1)
			}
		}
		all = slices.Insert(all, at, s)
	}
	for k := 0; k < len(all); k++ { // without the result's registers there may be two pieces of one
		s := all[k]
		if s.last < to.first || s.first > to.last {
			continue
		}
		var pieces []span
		if s.first < to.first {
			pieces = append(pieces, span{s.first, to.first - 1, to.first * f.grf})
		}
		if s.last > to.last {
			pieces = append(pieces, span{to.last + 1, s.last, max(s.end, (to.last+2)*f.grf)})
		}
		all = slices.Replace(all, k, k+1, pieces...)
		k += len(pieces) - 1
	}
	return all
}

// guarded are the bits of the predicate that decide over the lanes of a map of registers from one on: those of the lanes that write them.
func (i *Inst) guarded(m lane.Map, first, grf int) []int {
	all := slices.Repeat([]int{lane.Always}, len(m.Lane))
	for k := range i.Exec {
		at := i.Dst.byte(k, grf, true) - first*grf
		for b := 0; b < i.Dst.Type.Size() && i.Dst.writes(k); b += m.Bits / 8 {
			all[(at+b)*8/m.Bits] = i.offset + k
		}
	}
	return all
}

// Access is the operand as elements from its register on; ok is false if it has none, or in rows of four.
func (o *Operand) Access(exec int, dest bool) (a visa.Access, ok bool) {
	a = visa.Access{Start: o.Element * o.Type.Size(), Size: o.Type.Size(), Exec: exec, Region: visa.Region{V: int16(o.V), W: int16(o.W), H: int16(o.H)}}
	if dest {
		a.Region = visa.Region{V: int16(o.H), W: 1}
	}
	return a, o.Direct && o.row == nil && a.Region.W > 0
}
