package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// throughGeneral makes bits of a register of 128 bits in general registers, where a target has both files: what is read crosses over, each half is a map of general registers and crosses
// back.
//
//	vmovq rax, xmm0           the lower half of a
//	pext rax, rax, 0x5555…    what general registers do of it
//	vmovq xmm0, rax           zeros are above
//
// A half that is that of an argument, in its place, stays there, and the other is inserted beside it.
func (s *search) throughGeneral(d draft, want lane.Map, args []Arg) (found []draft) {
	want, err := want.Regroup(1)
	if err != nil || len(want.Lane) != 128 || s.file != target.Vectors || !s.o.Target.Holds(target.General) {
		return nil
	}
	if s.crossed == nil {
		s.crossed = map[string]knownFront{}
	}
	general := &search{l: s.l, o: s.o, file: target.General, budget: s.budget, until: s.until, fronts: s.crossed}
	for _, signs := range [...]bool{false, true} {
		for base := -1; base < len(args); base++ {
			c := detour{s: s, general: general, want: want, args: args, signs: signs, base: base, at: map[[2]int]lane.Lane{}}
			if c.sensible() {
				found = append(found, c.drafts(d)...)
			}
		}
	}
	s.budget = min(s.budget, general.budget)
	return found
}

// A detour is one way through general registers.
type detour struct {
	s, general *search
	want       lane.Map // of 128 lanes of one bit
	args       []Arg
	signs      bool // bits that are the highest of their lanes, or all as far below it, cross together
	base       int  // the argument of which a half stays, or -1

	values []Arg                // what has crossed
	zeros  []int                // of each, from which bit on it is zero
	at     map[[2]int]lane.Lane // of a bit of an argument, where it is among them
}

// half is a half of the wanted map.
func (c *detour) half(h int) []lane.Lane { return c.want.Lane[64*h : 64*h+64] }

// stays says whether half h is that of the base.
func (c *detour) stays(h int) bool {
	for i, l := range c.half(h) {
		if l.Kind != lane.Undefined && l != lane.From(c.base, 64*h+i) {
			return false
		}
	}
	return true
}

// makes says whether half h is made in a general register. Without a base, zeros need not be.
func (c *detour) makes(h int) bool {
	if c.base >= 0 {
		return !c.stays(h)
	}
	return slices.ContainsFunc(c.half(h), func(l lane.Lane) bool { return l.Kind != lane.Undefined && l != lane.Zero() })
}

// sensible says whether there is a half to make, and one to stay if there is a base.
func (c *detour) sensible() bool {
	if c.base >= 0 {
		return c.s.o.Target.Bits[0] <= 128 && c.makes(0) != c.makes(1)
	}
	return c.makes(0) || c.makes(1)
}

// drafts are the draft continued, in as many ways as general registers have for the halves.
func (c *detour) drafts(d draft) (found []draft) {
	type state struct {
		d    draft
		made [2]Arg
	}
	d, ok := c.enter(d)
	if !ok {
		return nil
	}
	states := []state{{d: d}}
	for h := range 2 {
		if !c.makes(h) {
			continue
		}
		var next []state
		for _, st := range states {
			for _, made := range c.general.each(st.d, c.part(st.d, h), c.values, planDepth, 0) {
				st.d, st.made[h] = made, made.result
				next = append(next, st)
			}
		}
		states = next
	}
	for _, st := range states {
		if left, ok := c.leave(st.d, st.made); ok {
			found = append(found, left)
		}
	}
	return found
}

// part is half h as a map of what has crossed. Zeros that stand above what has crossed are there already, if all the rest is.
func (c *detour) part(d draft, h int) lane.Map {
	m := lane.Map{Bits: 1, Src: slices.Repeat([]int{64}, len(c.values)), Lane: make([]lane.Lane, 64)}
	for i, l := range c.half(h) {
		if m.Lane[i] = l; l.Kind == lane.Source {
			m.Lane[i] = c.at[[2]int{l.Src, l.Index}]
		}
	}
	for k, from := range c.zeros {
		above := m.Clone()
		for i := from; i < 64; i++ {
			if above.Lane[i] == lane.Zero() {
				above.Lane[i] = lane.From(k, i)
			}
		}
		if direct(above, c.values) == c.values[k] {
			return above
		}
	}
	return m
}

// enter crosses over with all that the halves read: in halves of arguments, or with signs together where that is possible.
func (c *detour) enter(d draft) (draft, bool) {
	together := false
	for k := range c.args {
		bits := c.read(k)
		if len(bits) == 0 {
			continue
		}
		if c.signs {
			if signs, ok := c.enterSigns(d, k, bits); ok {
				d, together = signs, true
				continue
			}
		}
		var ok bool
		if d, ok = c.enterHalves(d, k, bits); !ok {
			return d, false
		}
	}
	return d, together == c.signs
}

// read are the bits of argument k that are read in general registers, in their order.
func (c *detour) read(k int) (bits []int) {
	for h := range 2 {
		if !c.makes(h) {
			continue
		}
		for _, l := range c.half(h) {
			if l.Kind == lane.Source && l.Src == k {
				bits = append(bits, l.Index)
			}
		}
	}
	slices.Sort(bits)
	return slices.Compact(bits)
}

// enterHalves crosses over with 64 bits at a time.
func (c *detour) enterHalves(d draft, k int, bits []int) (draft, bool) {
	for _, i := range bits {
		if _, ok := c.at[[2]int{k, i}]; ok {
			continue
		}
		block := c.args[k]
		if i >= 128 { // what crosses is in the lowest 128 bits
			low := lane.Map{Bits: 64, Src: []int{d.bits[block] / 64}, Lane: []lane.Lane{lane.From(0, i/128*2), lane.From(0, i/128*2+1)}}
			upper, ok := c.s.make(d, low, []Arg{block}, 0)
			if !ok {
				return d, false
			}
			d, block = upper, upper.result
		}
		m := lane.Map{Bits: 64, Src: []int{2}, Lane: []lane.Lane{lane.From(0, i%128/64)}}
		made, ok := c.cross(d, m, block)
		if !ok {
			return d, false
		}
		d = made
		for j := range 64 {
			c.at[[2]int{k, i/64*64 + j}] = lane.From(len(c.values), j)
		}
		c.values, c.zeros = append(c.values, d.result), append(c.zeros, 64)
	}
	return d, true
}

// cross adds a row from one file into the other that does what is wanted.
func (c *detour) cross(d draft, want lane.Map, args ...Arg) (draft, bool) {
	for _, row := range c.s.o.Target.Crossings() {
		if op := (Op{Row: row, Args: args}); row.Bits == want.Bits*len(want.Lane) && len(row.Src) == len(args) && c.s.solves(&op, want) {
			return d.add(op), true
		}
	}
	return d, false
}

// enterSigns crosses over by the row that takes the fewest signs of which all bits are some, shifted there if they are not.
func (c *detour) enterSigns(d draft, k int, bits []int) (draft, bool) {
	var best *target.Row
	least, by := 65, 0
	for _, row := range c.s.o.Target.Crossings() {
		if row.Imm == nil || row.Imm.Kind != target.SignBits || row.Src[0] > d.bits[c.args[k]] {
			continue
		}
		m := row.Imm.Map(0)
		n := slices.Index(m.Lane, lane.Zero())
		if n < 0 || n >= least {
			continue
		}
		up := (m.Lane[0].Index - bits[0]%(m.Lane[0].Index+1))
		if !slices.ContainsFunc(bits, func(i int) bool { return !slices.Contains(m.Lane[:n], lane.From(0, i+up)) }) {
			best, least, by = row, n, up
		}
	}
	if best == nil {
		return d, false
	}
	x := c.args[k]
	if by > 0 {
		shifted := lane.Map{Bits: 1, Src: []int{d.bits[x]}, Lane: make([]lane.Lane, d.bits[x])}
		for _, i := range bits {
			shifted.Lane[i+by] = lane.From(0, i)
		}
		made, ok := c.s.cheapest(c.s.oneRow(d, shifted, []Arg{x}))
		if !ok {
			return d, false
		}
		d, x = made, made.result
	}
	d = d.add(Op{Row: best, Args: []Arg{x}})
	for j, l := range best.Imm.Map(0).Lane[:least] {
		c.at[[2]int{k, l.Index - by}] = lane.From(len(c.values), j)
	}
	c.values, c.zeros = append(c.values, d.result), append(c.zeros, least)
	return d, true
}

// leave crosses back with the halves that were made.
func (c *detour) leave(d draft, made [2]Arg) (draft, bool) {
	alone := lane.Map{Bits: 64, Src: []int{1}, Lane: []lane.Lane{lane.From(0, 0), lane.Zero()}}
	first, ok := 0, true
	switch {
	case c.base >= 0:
		d.result = c.args[c.base]
	case c.makes(0):
		d, ok = c.cross(d, alone, made[0])
		first = 1
	default: // zeros are below
		if d, ok = c.cross(d, alone, made[1]); ok {
			d, ok = c.s.make(d, lane.Map{Bits: 64, Src: []int{2}, Lane: []lane.Lane{lane.Zero(), lane.From(0, 0)}}, []Arg{d.result}, 0)
		}
		first = 2
	}
	for h := first; h < 2 && ok; h++ {
		if !c.makes(h) {
			continue
		}
		m := lane.Map{Bits: 64, Src: []int{2, 1}, Lane: []lane.Lane{lane.From(0, 0), lane.From(0, 1)}}
		m.Lane[h] = lane.From(1, 0)
		d, ok = c.cross(d, m, d.result, made[h])
	}
	return d, ok
}
