package lower

import (
	"slices"

	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// This file makes constants of a draft instead of loading them, where an op without operands makes one that does as well: what nobody reads of it may be anything.
//
//	and v0.16b, v0.16b, k          k   ff _ 00 _ ff _ 00 _ …         movi v1.8h, #0xff
//	tbl v0.16b, {v0.16b}, k        k   0 1 _ _ 4 5 _ _ …

// A replaceable is a constant that some ops of a draft load, and what of it has to be as it is.
type replaceable struct {
	value lane.Const
	ops   []int
	must  func(m *maker) bool // whether what is made does for all of them
	by    *maker
	made  Arg // of the new draft
}

// madeInstead is the draft with constants made that it loads, as far as they can be; ok is false if none can.
func (s *search) madeInstead(d draft) (instead draft, ok bool) {
	if s.file != target.Vectors {
		return d, false
	}
	list := d.replaceables()
	for k := range list {
		list[k].by = s.makerFor(&d, &list[k])
		ok = ok || list[k].by != nil
	}
	if !ok {
		return d, false
	}
	instead = d.instead(list)
	seq := s.sequence(&instead)
	return instead, seq.follows()
}

// cheaperMade says whether the draft might cost less than that if all of its constants were made. Where a constant less does not make up for an op more it does not.
func (s *search) cheaperMade(d *draft, constants int, than price) bool {
	if !s.makesMany(slices.Max(d.bits)) {
		return false
	}
	return s.o.Cost.keyOf(opsOf(d.code)+constants, 0, 0, 0) < than.rest
}

// fewMade is how many constants, all zeros and all ones among them, each target makes.
const fewMade = 8

// makesMany says whether ops make many constants of so many bits.
func (s *search) makesMany(bits int) bool {
	return s.file == target.Vectors && s.o.Cost == Balanced && len(s.makers(pairsOf{rowsOf{s.o.Target, s.file, max(bits, 128)}, true})) > fewMade
}

// bitwiseRow are the drafts of one more op that loads a constant and leaves all bits where they are: each row has another one for it, and perhaps one that is made.
func (s *search) bitwiseRow(d draft, want lane.Map, args []Arg) (found []draft) {
	if p := (&twoRows{s: s, d: d}); p.pose(want, args) {
		p.one(p.want, 1, bitwise, func(op Op) { found = append(found, d.add(op)) })
	}
	return found
}

// replaceables are the constants that the draft loads.
func (d *draft) replaceables() (list []replaceable) {
	var need [][maxCells]bool
	for i := range d.code {
		o := &d.code[i]
		x := o.Row.Index
		if x == nil || x.Inline || x.Mask || o.Row.Implicit() || o.Made || o.Form != Plain || o.IsLoad() && d.listed(Arg(d.inputs+i)) {
			continue
		}
		if need == nil {
			need = d.needed()
		}
		at := slices.IndexFunc(list, func(p replaceable) bool { return p.value == o.Const })
		if at < 0 {
			at = len(list)
			list = append(list, replaceable{value: o.Const, must: func(*maker) bool { return true }})
		}
		p := &list[at]
		before, does := p.must, o.does(&need[d.inputs+i])
		p.ops, p.must = append(p.ops, i), func(m *maker) bool { return does(m) && before(m) }
	}
	return list
}

// listed says whether a row reads the value in one of several registers that follow one another, which only inputs and what is loaded do.
func (d *draft) listed(v Arg) bool {
	return slices.ContainsFunc(d.code, func(o Op) bool { return o.Row.Consecutive && slices.Contains(o.Args, v) })
}

// does says whether the op does with a constant that is made what is needed of its result.
func (o *Op) does(need *[maxCells]bool) func(m *maker) bool {
	if o.IsLoad() {
		return func(m *maker) bool {
			for u, b := range m.whole {
				if v, _ := o.Const.Slice(8*u, 8).Uint64(); need[u] && b != byte(v) {
					return false
				}
			}
			return 8*len(m.whole) >= o.Row.Bits
		}
	}
	want, by := o.needs(need), ruledBytesOf(o.Row)
	return func(m *maker) bool {
		return by.may(&want, m.whole) && refinesAll(o.Row.Index.Apply(m.value.Slice(0, o.Row.Index.Bits)), want)
	}
}

// refinesAll says whether a map has all lanes of another one that are defined, which are as wide.
func refinesAll(m, want lane.Map) bool {
	for i, l := range want.Lane {
		if l.Kind != lane.Undefined && m.Lane[i] != l {
			return false
		}
	}
	return true
}

// A ruledBytes is what each byte of a row's constant makes of the bytes of the result, or bits, in its place, for each value: of one that does so with bits for 0 and 255 alone. It is nil of other rows.
type ruledBytes struct {
	bits int
	of   [256][]lane.Lane
}

var byConstant once.Table[*target.Row, *ruledBytes]

func ruledBytesOf(row *target.Row) *ruledBytes {
	return byConstant.Of(row, func() *ruledBytes { return newRuledBytes(row) })
}

func newRuledBytes(row *target.Row) *ruledBytes {
	x := row.Index
	m := x.Apply(lane.Const{})
	if x.Bits != m.Bits*len(m.Lane) || m.Bits != 1 && m.Bits != 8 || !inPlace(x.Fields()) {
		return nil
	}
	c := &ruledBytes{bits: m.Bits}
	for v := range c.of {
		if m.Bits == 8 || v == 0 || v == 255 {
			c.of[v] = x.Apply(lane.Join(8, slices.Repeat([]lane.Const{lane.ConstOf(uint64(v))}, x.Bits/8)...)).Lane
		}
	}
	return c
}

// inPlace says whether each field of a constant rules the lane in its place.
func inPlace(f target.Fields) bool {
	for k := range f.Field {
		if !slices.Equal(f.Field[k].Lanes, []int{k}) {
			return false
		}
	}
	return f.Bits > 0 && len(f.Field)*f.Bits == f.Block
}

// may is false where a constant does not do what is wanted, byte for byte.
func (c *ruledBytes) may(want *lane.Map, whole []byte) bool {
	if c == nil {
		return true
	}
	for i, l := range want.Lane {
		if l.Kind == lane.Undefined {
			continue
		}
		at := i * c.bits / 8
		if at >= len(whole) {
			return false
		}
		v := whole[at]
		if c.bits == 1 {
			v = -(v >> (i % 8) & 1)
		}
		if c.of[v][i] != l {
			return false
		}
	}
	return true
}

// mostUnsieved is how many constants are tried for a row of which nothing is known byte for byte.
const mostUnsieved = 256

// makerFor is the first op that makes what does instead of a constant; nil if there is none.
func (s *search) makerFor(d *draft, p *replaceable) *maker {
	n, known := 128, true
	for _, i := range p.ops {
		o := &d.code[i]
		n = max(n, o.Row.Bits, o.Row.Index.Bits)
		known = known && (o.IsLoad() || ruledBytesOf(o.Row) != nil)
	}
	list := s.makers(pairsOf{rowsOf{s.o.Target, s.file, n}, true})
	if !known && len(list) > mostUnsieved {
		return nil
	}
	for k := range list {
		if p.must(&list[k]) {
			return &list[k]
		}
	}
	return nil
}

// makers are found once.
func (s *search) makers(of pairsOf) []maker { return s.l.makers.Of(of, of.makers) }

// instead is the draft with those constants made of which it is known by what: each before the first op that reads it.
func (d *draft) instead(constants []replaceable) draft {
	to := draft{inputs: d.inputs, bits: slices.Clone(d.bits[:d.inputs]), loose: d.loose, parts: d.parts}
	now := make([]Arg, d.inputs, d.inputs+len(d.code)) // values of the draft in the other one
	for k := range now {
		now[k] = Arg(k)
	}
	renamed := func(list []Arg) []Arg {
		list = slices.Clone(list)
		for k, v := range list {
			if v >= 0 {
				list[k] = now[v]
			}
		}
		return list
	}
	for i, o := range d.code {
		o.Args = renamed(o.Args)
		if o.Made {
			o.By = now[o.By]
		}
		if k := slices.IndexFunc(constants, func(p replaceable) bool { return p.by != nil && slices.Contains(p.ops, i) }); k >= 0 {
			p := &constants[k]
			if p.ops[0] == i {
				to = to.add(p.by.op)
				p.made = to.result
			}
			if o.IsLoad() {
				now = append(now, p.made)
				continue
			}
			o.Made, o.By, o.Const = true, p.made, p.by.value.Slice(0, o.Row.Index.Bits)
		}
		to = to.add(o)
		now = append(now, to.result)
	}
	to.result, to.results = renamed([]Arg{d.result})[0], renamed(d.results)
	return to
}
