package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// shared is the draft with as few constants as its ops can share: two ops of one row take the same constant vector if one does what is needed of both. The bytes that nobody needs of
// their results are free to be anything.
//
//	pshufb xmm0, k          words 0 2 3 6 are taken of it
//	pshufb xmm1, k          words 1 4 5 7
//	pblendw xmm0, xmm1, 178
func (s *search) shared(d draft) draft {
	var vectors []int
	for i := range d.code {
		if x := d.code[i].Row.Index; x != nil && !x.Inline && !d.code[i].IsLoad() && !d.code[i].Made {
			vectors = append(vectors, i)
		}
	}
	if len(vectors) < 2 {
		return d
	}
	need := d.needed()
	wants := make([]lane.Map, len(d.code))
	for _, i := range vectors {
		wants[i] = d.code[i].needs(&need[d.inputs+i])
	}
	d.code = slices.Clone(d.code)
	for n, j := range vectors {
		for _, i := range vectors[:n] {
			x, y := &d.code[i], &d.code[j]
			if x.Row != y.Row {
				continue
			}
			both, ok := together(wants[i], wants[j])
			if !ok {
				continue
			}
			if k, ok := x.Row.Index.Solve(both); ok {
				old := x.Const
				for _, v := range vectors[:n] { // those that share it already: what they need is part of what x does
					if d.code[v].Row == x.Row && d.code[v].Const == old {
						d.code[v].Const, wants[v] = k, both
					}
				}
				y.Const, wants[j] = k, both
				break
			}
		}
	}
	return d
}

// needed says of each value of the draft which bytes of it somebody reads.
func (d *draft) needed() [][maxCells]bool {
	need := make([][maxCells]bool, d.inputs+len(d.code))
	everything := func(v Arg) {
		for u := range need[v] {
			need[v][u] = true
		}
	}
	if d.results == nil {
		everything(d.result)
	}
	for k, v := range d.results {
		for i, l := range d.parts[k].Lane {
			if bits := d.parts[k].Bits; l.Kind != lane.Undefined {
				for u := i * bits / 8; u <= ((i+1)*bits-1)/8; u++ {
					need[v][u] = true
				}
			}
		}
	}
	for i := len(d.code) - 1; i >= 0; i-- {
		o := &d.code[i]
		if o.Row.Union != nil || o.Made {
			for _, v := range o.reads() {
				everything(v)
			}
			continue
		}
		m := o.move()
		for k, l := range m.Lane {
			if !needsLane(&need[d.inputs+i], k, m.Bits) {
				continue
			}
			for u := l.Index * m.Bits / 8; u <= ((l.Index+1)*m.Bits-1)/8; u++ {
				switch l.Kind {
				case lane.Source:
					need[o.Args[l.Src]][u] = true
				case lane.Old:
					need[o.Args[o.destroys()]][u] = true
				}
			}
		}
	}
	return need
}

// needs is what the op's constant must do for the bytes that are needed of its result.
func (o *Op) needs(need *[maxCells]bool) lane.Map {
	m := o.Row.Index.Apply(o.Const).Clone()
	for k := range m.Lane {
		if !needsLane(need, k, m.Bits) || o.Form != Plain && o.Mask>>(k*m.Bits/o.Row.Mask.Elem)&1 == 0 {
			m.Lane[k] = lane.Lane{}
		}
	}
	return m
}

// needsLane says whether a byte of lane k is needed.
func needsLane(need *[maxCells]bool, k, bits int) bool {
	return slices.Contains(need[k*bits/8:((k+1)*bits+7)/8], true)
}

// together is a map that does what both do, of lanes as wide; ok is false if they disagree.
func together(a, b lane.Map) (both lane.Map, ok bool) {
	for i, l := range b.Lane {
		if k := a.Lane[i]; l.Kind != lane.Undefined && k.Kind != lane.Undefined && l != k {
			return both, false // most do, and copy nothing
		}
	}
	both = a.Clone()
	for i, l := range b.Lane {
		if both.Lane[i].Kind == lane.Undefined {
			both.Lane[i] = l
		}
	}
	return both, true
}
