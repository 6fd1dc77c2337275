package quick

import "math/bits"

// A roll knows the vectors of a list again, by what they are: a vector that is not in the list yet is to be added at its end.
type roll struct {
	places []uint32 // one more than where in the list a vector stands, by its hash or behind that; 0: none
	n      int      // how long the list is
}

// add says whether a vector is new. At gives those that are known.
func (r *roll) add(v *vector, at func(k int) *vector) bool {
	if 2*(r.n+1) > len(r.places) {
		r.grow(at)
	}
	place := r.place(v, at)
	if *place > 0 {
		return false
	}
	r.n++
	*place = uint32(r.n)
	return true
}

// place is where a vector is noted, or is to be.
func (r *roll) place(v *vector, at func(k int) *vector) *uint32 {
	last := len(r.places) - 1
	for i := int(v.hash()) & last; ; i = (i + 1) & last {
		if p := &r.places[i]; *p == 0 || *at(int(*p) - 1) == *v {
			return p
		}
	}
}

// grow makes room for twice as many.
func (r *roll) grow(at func(k int) *vector) {
	r.places = make([]uint32, max(32, 2*len(r.places)))
	for k := range r.n {
		*r.place(at(k), at) = uint32(k + 1)
	}
}

// hash is a number that is seldom the same for two vectors.
func (v *vector) hash() (h uint64) {
	for k := range len(v) / 8 {
		h = bits.RotateLeft64((h^v.word(k))*0x9e3779b97f4a7c15, 29)
	}
	return h ^ h>>32
}
