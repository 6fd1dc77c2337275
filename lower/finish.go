package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// mostValues is in how many values of a program two are looked for from which a part can be finished, and mostFinishes is how many such pairs are tried.
const (
	mostValues   = 96
	mostFinishes = 24
)

// finish adds ways to make part i that begin with two values of the other parts.
//
//	x = zip1 a, b      y = zip1 c, e      of part 0, which is zip1 x, y
//	part 1                                is zip2 x, y
func (w *whole) finish(x standing, i int) {
	part := w.c.parts[i]
	if len(w.ways) == 1 || w.still(i) || !w.finishes(i) || w.finishedWith(x.choice, i) {
		return
	}
	others := slices.Delete(w.chosen(x.choice), i, i+1)
	d := w.together(others)
	if len(d.bits) > mostValues || len(d.code) == 0 {
		return
	}
	seq := w.s.sequence(&d)
	values, err := seq.values()
	if err != nil {
		panic("lower: " + err.Error())
	}
	var holds []held
	for v := range values {
		if h, ok := holding(part, values[v], Arg(v)); ok && d.bits[v] == w.c.result[i] {
			holds = append(holds, h)
		}
	}
	tries := mostFinishes
	for k := range holds {
		for j := range k + 1 {
			if tries > 0 && holds[j].with(&holds[k], part) && (int(holds[k].value) >= d.inputs || int(holds[j].value) >= d.inputs) {
				tries--
				w.finishFrom(i, &d, &holds[j], &holds[k])
			}
		}
	}
}

// A finishing is of a part, beside the ways of the others, with so many constants.
type finishing struct {
	part   int
	others string
	limit  Limit
}

// finishedWith says whether a part was finished beside those ways of the others, and that it is now. What that makes is known, or was nothing.
func (w *whole) finishedWith(choice []int, i int) bool {
	others := slices.Clone(choice)
	others[i] = -1
	of := finishing{i, string(named(others)), w.o.MaxConstants}
	known := w.finished[of]
	w.finished[of] = true
	return known
}

// finishes says whether a part is one that may be finished from other values.
func (w *whole) finishes(i int) bool {
	return w.s.file == target.Vectors && w.c.parts[i].Bits >= 8 && !makesConstants(w.c.parts[i])
}

// chosen are the chosen ways.
func (w *whole) chosen(choice []int) []draft {
	parts := make([]draft, len(choice))
	for i, k := range choice {
		parts[i] = w.ways[i][k]
	}
	return parts
}

// A held is where a value has the lanes that are wanted: -1 for those that it has not.
type held struct {
	value Arg
	at    []int
}

// holding says where a value has a part's lanes; ok is false if it has none.
func holding(part, value lane.Map, v Arg) (h held, ok bool) {
	m, err := value.Regroup(part.Bits)
	if err != nil {
		return h, false
	}
	h = held{v, make([]int, len(part.Lane))}
	for i, l := range part.Lane {
		switch {
		case l.Kind != lane.Source:
			h.at[i] = -1
		case i < len(m.Lane) && m.Lane[i] == l:
			h.at[i], ok = i, true
		default:
			h.at[i] = slices.Index(m.Lane, l)
			ok = ok || h.at[i] >= 0
		}
	}
	return h, ok
}

// with says whether two values have all that is wanted.
func (h *held) with(other *held, part lane.Map) bool {
	for i, l := range part.Lane {
		if l.Kind == lane.Source && h.at[i] < 0 && other.at[i] < 0 {
			return false
		}
	}
	return true
}

// finishFrom adds the way that is decided from two values of a program, which may be one.
func (w *whole) finishFrom(i int, d *draft, x, y *held) {
	if way, ok := w.finishedFrom(i, d, x, y, 0); ok {
		w.keep(i, way)
	}
}

// finishedFrom is the way that is decided from two values of a program, in no more than so many ops; 0 is any number.
func (w *whole) finishedFrom(i int, d *draft, x, y *held, most int) (way draft, ok bool) {
	part, bits := w.c.parts[i], w.c.result[i]
	n := bits / part.Bits
	want := lane.Map{Bits: part.Bits, Src: []int{n, n}, Lane: slices.Clone(part.Lane)}
	from := []Arg{x.value, y.value}
	if x.value == y.value {
		want.Src, from = want.Src[:1], from[:1]
	}
	for k, l := range part.Lane {
		switch {
		case l.Kind != lane.Source:
		case x.at[k] >= 0 && (x.at[k] == k || y.at[k] != k):
			want.Lane[k] = lane.From(0, x.at[k])
		default:
			want.Lane[k] = lane.From(len(from)-1, y.at[k])
		}
	}
	s := &search{l: w.l, o: w.o, file: w.s.file}
	begun, from := d.making(from)
	q, ok := s.decidedWithin(joined(want), draft{inputs: len(from), bits: slices.Repeat([]int{bits}, len(from))}, most)
	if !ok {
		return way, false
	}
	return w.add(nil, begun.embed(q.draft, from))[0], true
}

// sameOps says whether two drafts are one.
func sameOps(a, b *draft) bool {
	return a.result == b.result && slices.EqualFunc(a.code, b.code, func(x, y Op) bool { return x.key() == y.key() })
}

// making is the draft with what makes the values alone, and where these are in it.
func (d *draft) making(values []Arg) (r draft, at []Arg) {
	needed := make([]bool, len(d.bits))
	for _, v := range values {
		needed[v] = true
	}
	for i := len(d.code) - 1; i >= 0; i-- {
		if needed[d.inputs+i] {
			for _, v := range d.code[i].reads() {
				needed[v] = true
			}
		}
	}
	r = draft{inputs: d.inputs, bits: slices.Clone(d.bits[:d.inputs])}
	place := firstArgs(d.inputs)
	for i, o := range d.code {
		if place = append(place, Arg(len(r.bits))); !needed[d.inputs+i] {
			continue
		}
		o.Args = slices.Clone(o.Args)
		for k, v := range o.Args {
			o.Args[k] = place[v]
		}
		if o.Made {
			o.By = place[o.By]
		}
		r.code, r.bits = append(r.code, o), append(r.bits, registerBits(o.Row))
	}
	for _, v := range values {
		at = append(at, place[v])
	}
	return r, at
}
