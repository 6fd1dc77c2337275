package target

import "github.com/lanescope/lanescope/lane"

// A Masking is what a mask register adds to a row. Bit j of it stands for the destination's bits from j*Elem on: where it is set the row does what it does
// without; where it is clear, the zero-masked form puts zeros and the merging form keeps the old destination.
//
//	vpshufd zmm1{k1}{z}, zmm2, 27      lane j = bit j of k1 ? shuffled : 0
//	vpshufd zmm1{k1},    zmm2, 27      lane j = bit j of k1 ? shuffled : zmm1
type Masking struct {
	Elem     int
	Lanes    int // bits of the mask that count; what a truncation leaves free above them becomes zero in every form
	Needs    Feature
	Merges   bool   // there is no zero-masked form
	Encoding string // of the masked form, where it is another one than the row's
	Zero     string // C of the zero-masked form; m is the mask
	Merge    string // C of the merging form; d is the old destination
}

// Cleared is what the zero-masked form does of a row that does m.
func (k *Masking) Cleared(m lane.Map, mask uint64) lane.Map {
	return k.masked(m, mask, func(int) lane.Lane { return lane.Zero() })
}

// Kept is what the merging form does of a row that does m. Where it keeps, it reads the old destination; in a row that Destroys its first
// source, that is the same register.
func (k *Masking) Kept(m lane.Map, mask uint64) lane.Map {
	return k.masked(m, mask, lane.FromOld)
}

// masked is m with the lanes of clear mask bits replaced.
func (k *Masking) masked(m lane.Map, mask uint64, other func(i int) lane.Lane) lane.Map {
	r := narrowed(m, k.Elem).Clone()
	per := k.Elem / r.Bits
	for i := range r.Lane {
		if i/per < k.Lanes && mask>>(i/per)&1 == 0 {
			r.Lane[i] = other(i)
		}
	}
	return r
}

// Clear is the mask under which zeros come from masking wherever they can, and what is then left for the row itself to do: lanes that are masked are
// undefined in it. A zero-masked form can do want if and only if the row can do rest.
func (k *Masking) Clear(want lane.Map) (mask uint64, rest lane.Map) {
	return k.split(want, func(l lane.Lane, _ int) bool { return l == lane.Zero() })
}

// Keep is the same for the merging form: lanes that stay in their place are those of source src, which is the old destination, or with src < 0 the
// lanes of kind lane.Old.
func (k *Masking) Keep(want lane.Map, src int) (mask uint64, rest lane.Map) {
	return k.split(want, func(l lane.Lane, i int) bool {
		if src < 0 {
			return l == lane.FromOld(i)
		}
		return l == lane.From(src, i)
	})
}

// split finds the groups of Elem bits of which every defined lane can be masked, and one is.
func (k *Masking) split(want lane.Map, can func(l lane.Lane, i int) bool) (mask uint64, rest lane.Map) {
	rest = narrowed(want, k.Elem).Clone()
	per := k.Elem / rest.Bits
	for lo := 0; lo < len(rest.Lane); lo += per {
		group, all := rest.Lane[lo:lo+per], lo/per < k.Lanes
		for i, l := range group {
			all = all && (l.Kind == lane.Undefined || can(l, lo+i))
		}
		if all {
			clear(group)
		} else if lo/per < k.Lanes {
			mask |= 1 << (lo / per)
		}
	}
	return mask, rest
}

// narrowed is m with lanes of at most the given width.
func narrowed(m lane.Map, bits int) lane.Map {
	if m.Bits <= bits {
		return m
	}
	r, err := m.Regroup(bits)
	if err != nil {
		panic(err) // rows have widths that are powers of two
	}
	return r
}
