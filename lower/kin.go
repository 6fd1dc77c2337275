package lower

import "slices"

// Two registers of a result may both come from two values that neither has use for alone:
//
//	x = vpunpcklwd a, b          a0 b0 a1 b1 a2 b2 a3 b3 | a8 b8 …
//	y = vpunpckhwd a, b          a4 b4 a5 b5 a6 b6 a7 b7 | a12 b12 …
//	vperm2i128 x, y, 32          result 0
//	vperm2i128 x, y, 49          result 1
//
// Each alone is as cheap in another way, so that these ways are kin: they are chosen together.

// mostKin is from how many pairs of values parts are finished, and kinOps in how many ops each.
const (
	mostKin = 12
	kinOps  = 2
)

// findKin adds ways to make parts of two inputs from two values that rows without a constant or an immediate make of these.
func (w *whole) findKin() {
	parts, from := w.kinParts()
	if parts == nil {
		return
	}
	d := w.rowsOfTwo(from)
	d.results = []Arg{d.result}
	seq := w.s.sequence(&d)
	values, err := seq.values()
	if err != nil {
		panic("lower: " + err.Error())
	}
	tries := mostKin
	for y := d.inputs; y < len(values); y++ {
		for x := d.inputs; x < y && tries > 0; x++ {
			holds := make([][2]held, 0, len(parts))
			for _, i := range parts {
				h, one := holding(w.c.parts[i], values[x], Arg(x))
				k, other := holding(w.c.parts[i], values[y], Arg(y))
				if !one || !other || !h.with(&k, w.c.parts[i]) {
					break
				}
				holds = append(holds, [2]held{h, k})
			}
			if len(holds) == len(parts) {
				tries--
				w.kinFrom(&d, parts, holds)
			}
		}
	}
}

// kinParts are the parts that read the same two inputs, if there are several, all others are still, and all are in one width of registers.
func (w *whole) kinParts() (parts []int, from []Arg) {
	for i, part := range w.c.parts {
		if w.still(i) {
			continue
		}
		read := reading(part)
		if !w.finishes(i) || len(read) != 2 || from != nil && !slices.Equal(from, read) || w.c.result[i] != w.c.wide[read[0]] || w.c.wide[read[0]] != w.c.wide[read[1]] {
			return nil, nil
		}
		parts, from = append(parts, i), read
	}
	if len(parts) < 2 {
		return nil, nil
	}
	return parts, from
}

// rowsOfTwo is what rows without a constant or an immediate make of two inputs, either first.
func (w *whole) rowsOfTwo(from []Arg) draft {
	d := w.start()
	bits := w.c.wide[from[0]]
	for _, r := range w.s.rows(bits) {
		if r.Imm != nil && r.Imm.Values == 1 && r.Index == nil && slices.Equal(r.Src, []int{bits, bits}) && registerBits(r) == bits {
			d = d.add(Op{Row: r, Args: []Arg{from[0], from[1]}}).add(Op{Row: r, Args: []Arg{from[1], from[0]}})
		}
	}
	return d
}

// kinFrom finishes all these parts from two values, if that takes few ops.
func (w *whole) kinFrom(d *draft, parts []int, holds [][2]held) {
	kin := slices.Repeat([]int{-1}, len(w.ways))
	for k, i := range parts {
		way, ok := w.finishedFrom(i, d, &holds[k][0], &holds[k][1], kinOps)
		if !ok {
			return
		}
		kin[i] = w.keep(i, way)
	}
	w.kin = append(w.kin, kin)
}

// keep adds a way to make a part, if it is not known, and says which it is.
func (w *whole) keep(i int, way draft) int {
	if k := slices.IndexFunc(w.ways[i], func(o draft) bool { return sameOps(&o, &way) }); k >= 0 {
		return k
	}
	w.ways[i] = append(w.ways[i], way)
	return len(w.ways[i]) - 1
}

// kinStarts are the choices of ways that are kin, with the cheapest of parts that are still.
func (w *whole) kinStarts(alone []int) (starts [][]int) {
	for _, kin := range w.kin {
		choice := slices.Clone(alone)
		for i, k := range kin {
			if k >= 0 {
				choice[i] = k
			}
		}
		starts = append(starts, choice)
	}
	return starts
}
