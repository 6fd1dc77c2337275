package shader

import "github.com/lanescope/lanescope/lane"

// A value is what an expression is, for each thread one after the other. Its pieces are as wide as a lane of its type, or narrower where casts cut across lanes:
//
//	as_uchar4(x)      pieces of 8 bits: x0 x1 x2 x3, where x is one lane of 32
type value struct {
	Type
	piece  int // bits of a piece; it divides those of a lane
	pieces []lane.Lane

	literal string // the number as it is spelled, which fits any type
	name    string // of the variable that it is whole and that the text does not declare
}

// perLane is how many pieces a lane has.
func (v value) perLane() int { return v.Bits / v.piece }

// perThread is how many pieces a thread has.
func (v value) perThread() int { return v.perLane() * v.Lanes }

// refined is the value with pieces of a width that divides its pieces'.
func (v value) refined(piece int) value {
	k := v.piece / piece
	if k == 1 {
		return v
	}
	all := make([]lane.Lane, 0, len(v.pieces)*k)
	for _, l := range v.pieces {
		for j := range k {
			all = append(all, part(l, j, k, piece))
		}
	}
	v.piece, v.pieces = piece, all
	return v
}

// part is part j of a piece that is cut into k of so many bits.
func part(l lane.Lane, j, k, bits int) lane.Lane {
	switch l.Kind {
	case lane.Source, lane.Old:
		l.Index = l.Index*k + j
	case lane.Constant:
		l.Const = l.Const.Slice(j*bits, bits)
	}
	return l
}

// alike gives values pieces of one width, which divides bits too.
func alike(bits int, values ...value) []value {
	for _, v := range values {
		bits = lane.GCD(bits, v.piece)
	}
	for k := range values {
		values[k] = values[k].refined(bits)
	}
	return values
}

// threadLane are the pieces of a lane of a thread.
func (v value) threadLane(thread, i int) []lane.Lane {
	k := v.perLane()
	at := thread*v.perThread() + i*k
	return v.pieces[at : at+k : at+k]
}

// threads is how many threads the value has.
func (v value) threads() int { return len(v.pieces) / max(v.perThread(), 1) }

// selected are lanes of the value, in every thread; those below 0 are undefined.
func (v value) selected(lanes []int) value {
	r := value{Type: v.of(len(lanes)), piece: v.piece}
	for t := range v.threads() {
		for _, i := range lanes {
			if i < 0 {
				r.pieces = append(r.pieces, make([]lane.Lane, v.perLane())...)
			} else {
				r.pieces = append(r.pieces, v.threadLane(t, i)...)
			}
		}
	}
	return r
}

// splat is a scalar in n lanes.
func (v value) splat(n int) value { return v.selected(make([]int, n)) }

// joined are the lanes of values of one class and width behind one another.
func joined(values []value) value {
	if len(values) == 1 {
		return values[0]
	}
	values = alike(values[0].piece, values...)
	r := value{Type: values[0].of(0), piece: values[0].piece}
	for _, v := range values {
		r.Lanes += v.Lanes
	}
	for t := range values[0].threads() {
		for _, v := range values {
			r.pieces = append(r.pieces, v.pieces[t*v.perThread():(t+1)*v.perThread()]...)
		}
	}
	return r
}

// with is the value with lane to[k] replaced by lane k of another of its class and width.
func (v value) with(to []int, by value) value {
	all := alike(v.piece, v, by)
	v, by = all[0], all[1]
	v.pieces = append([]lane.Lane(nil), v.pieces...)
	for t := range v.threads() {
		for k, i := range to {
			copy(v.threadLane(t, i), by.threadLane(t, k))
		}
	}
	v.literal, v.name = "", ""
	return v
}

// seenAs are the same bits as lanes of another type of as many bits.
func (v value) seenAs(t Type) value {
	v = v.refined(lane.GCD(v.piece, t.Bits))
	v.Type, v.literal, v.name = t, "", ""
	return v
}

// moved is the value of which thread t holds what thread from(t) held; where that is below 0 it is undefined.
func (v value) moved(from func(t int) int) value {
	n := v.perThread()
	r := value{Type: v.Type, piece: v.piece, pieces: make([]lane.Lane, len(v.pieces))}
	for t := range v.threads() {
		if s := from(t); s >= 0 && s < v.threads() {
			copy(r.pieces[t*n:(t+1)*n], v.pieces[s*n:(s+1)*n])
		}
	}
	return r
}

// constant is the number in a lane of a thread.
func (v value) constant(thread, i int) (lane.Const, bool) {
	parts := make([]lane.Const, 0, 1)
	for _, l := range v.threadLane(thread, i) {
		if l.Kind != lane.Constant {
			return lane.Const{}, false
		}
		parts = append(parts, l.Const)
	}
	return lane.Join(v.piece, parts...), true
}

// numbers are the value's lanes as numbers that do not hang on the thread.
func (v value) numbers() ([]uint64, bool) {
	all := make([]uint64, v.Lanes)
	for t := range v.threads() {
		for i := range v.Lanes {
			c, ok := v.constant(t, i)
			n, small := c.Uint64()
			if !ok || !small || t > 0 && n != all[i] {
				return nil, false
			}
			all[i] = n
		}
	}
	return all, true
}

// substituted is the value with each source replaced by what args has for it; all have pieces of one width.
func (v value) substituted(args []value) value {
	all := alike(v.piece, append([]value{v}, args...)...)
	v = all[0]
	pieces := make([]lane.Lane, len(v.pieces))
	for i, l := range v.pieces {
		if pieces[i] = l; l.Kind == lane.Source {
			pieces[i] = all[1+l.Src].pieces[l.Index]
		}
	}
	v.pieces, v.literal, v.name = pieces, "", ""
	return v
}
