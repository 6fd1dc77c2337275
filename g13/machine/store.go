package machine

import (
	"encoding/binary"
	"math/bits"
)

// store is device_store, threadgroup_store and stack_store. Of lanes with one address the last one stays.
func (g *Group) store(o *op) {
	t := o.transfer
	if t.row && g.storeRow(t) {
		return
	}
	w, ok := g.locate(t)
	if !ok || t.elements == 0 {
		return
	}
	g.collect(t)
	if t.space == StackSpace {
		g.stack.scatter(g, t)
	} else {
		g.scatter(t, w)
	}
}

// storeRow is loadRow the other way.
func (g *Group) storeRow(t *transfer) bool {
	r, at, ok := g.rowAt(t)
	if ok {
		copy(r.words[at/4:], g.rows[t.first/2][:])
	}
	return ok
}

// collect makes elements of the registers.
func (g *Group) collect(t *transfer) {
	for k := range t.count {
		if t.wide {
			g.moved[k] = g.rows[t.first/2+k]
			continue
		}
		h := t.first + k
		for i, v := range g.rows[h/2] {
			g.moved[k][i] = v >> (h & 1 * 16) & 0xffff
		}
	}
	if !t.raw() {
		g.pack(t)
	}
}

// pack makes elements of floats.
func (g *Group) pack(t *transfer) {
	for mask := g.Exec; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		x := &g.numbers
		for k := range t.count {
			v := g.moved[k][lane]
			if !t.wide {
				v = singleOf(uint16(v))
			}
			x[k] = number32(v)
		}
		if t.parts > 1 {
			g.moved[0][lane] = t.pack(x, 0)
			continue
		}
		for k := range t.count {
			x[0] = x[k]
			g.moved[k][lane] = t.pack(x, t.part[k])
		}
	}
}

// scatter writes the elements of the active lanes, one lane after the other.
func (g *Group) scatter(t *transfer, w window) {
	for i, a := range &g.address {
		if g.Exec>>i&1 == 0 {
			continue
		}
		if a-w.start > w.limit {
			w, _ = g.window(t, a)
		}
		for k, at := range t.at[:t.elements] {
			setElement(w.region.bytes[a-w.start+at:], t.size, g.moved[k][i])
		}
	}
}

func setElement(b []byte, size uint8, v uint32) {
	switch size {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	default:
		binary.LittleEndian.PutUint32(b, v)
	}
}
