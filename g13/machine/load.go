package machine

import (
	"encoding/binary"
	"math/bits"
)

// load is device_load, threadgroup_load and stack_load. What is loaded stands in its registers at once.
func (g *Group) load(o *op) {
	t := o.transfer
	if !t.row || !g.loadRow(t) {
		w, ok := g.locate(t)
		if !ok {
			return
		}
		if t.space == StackSpace {
			g.stack.gather(g, t)
		} else {
			g.gather(t, w)
		}
		if !t.raw() {
			g.unpack(t)
		}
		g.deliver(t)
	}
	if t.waited {
		g.await(t)
	}
}

// rowAt is where a row of words begins that the lanes, all active, transfer in their order; ok is false if they do not.
func (g *Group) rowAt(t *transfer) (r *region, at uint64, ok bool) {
	if g.Exec != 1<<Lanes-1 || g.recording || g.memory == nil {
		return nil, 0, false
	}
	o := &g.rows[t.offset.N/2]
	first := o[0]
	for i, v := range o {
		if v != first+uint32(i) {
			return nil, 0, false
		}
	}
	offset, last := int64(first), int64(o[Lanes-1])
	if t.offset.Kind == SignedTerm {
		offset, last = int64(int32(first)), int64(int32(o[Lanes-1]))
	}
	if last < offset {
		return nil, 0, false
	}
	r, at = g.memory.find(t.base.value(g)&^3+uint64(offset)<<2+t.lift, 4*Lanes)
	return r, at, r != nil
}

// loadRow is the commonest load by far: each lane the word behind that of the lane before. Where it is not, nothing has happened.
func (g *Group) loadRow(t *transfer) bool {
	r, at, ok := g.rowAt(t)
	if ok {
		copy(g.rows[t.first/2][:], r.words[at/4:])
	}
	return ok
}

// gather reads the elements of the active lanes.
func (g *Group) gather(t *transfer, w window) {
	if w.whole && g.Exec == 1<<Lanes-1 && t.size == 4 && littleEndian() {
		words := w.region.words
		for k, at := range t.at[:t.elements] {
			to, begin := &g.moved[k], at-w.start
			for i, a := range &g.address {
				to[i] = words[(a+begin)/4]
			}
		}
		return
	}
	exec := g.Exec
	for k, at := range t.at[:t.elements] {
		to := &g.moved[k]
		for i, a := range &g.address {
			if exec>>i&1 == 0 {
				continue
			}
			if a-w.start > w.limit {
				w, _ = g.window(t, a)
			}
			to[i] = element(w.region.bytes[a-w.start+at:], t.size)
		}
	}
}

func element(b []byte, size uint8) uint32 {
	switch size {
	case 1:
		return uint32(b[0])
	case 2:
		return uint32(binary.LittleEndian.Uint16(b))
	}
	return binary.LittleEndian.Uint32(b)
}

// unpack makes floats of the elements, as the registers hold them.
func (g *Group) unpack(t *transfer) {
	for mask := g.Exec; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		packed := g.moved[0][lane]
		for k := range t.count {
			v, part := packed, k
			if t.parts == 1 {
				v, part = g.moved[k][lane], t.part[k]
			}
			x := t.unpack(v, part)
			if t.wide {
				g.moved[k][lane] = round32(x)
			} else {
				g.moved[k][lane] = uint32(halfOf(x))
			}
		}
	}
}

// deliver writes what was read to the registers.
func (g *Group) deliver(t *transfer) {
	for k := range t.count {
		to := target{uint16(t.first/2 + k), word}
		if !t.wide {
			to = half(t.first + k)
		}
		g.write(to, &g.moved[k], g.Exec)
	}
}

// half is a register's half as a target.
func half(n int) target {
	if n&1 != 0 {
		return target{uint16(n / 2), high}
	}
	return target{uint16(n / 2), low}
}
