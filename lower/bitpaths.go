package lower

import (
	"slices"
)

// This file finds sequences of several steps, each of which brings bits nearer to their places: what is on the way is a vector that has all wanted bits somewhere. Those vectors are the
// stations of a path, and each step is a cover of the next station, or of one behind it.
//
//	every second bit of a byte        distances 0 1 2 3 = 00 01 10 11
//	  z a6  z a4  z a2  z a0          masked
//	  z  z a6 a4  z  z a2 a0          those whose distance is odd, by 1
//	  z  z  z  z a6 a4 a2 a0          those of which it is 2 or 3, by 2

// A route says where the bit that is wanted at i and comes from bit p is at step k.
type route func(i, p, k int) int

// routes go by the digits of the distance, the lowest first or the highest, up or down, or by those of the place itself.
var routes = []route{
	func(i, p, k int) int { return p + mod(i-p, 1<<k) },
	func(i, p, k int) int { return p - mod(p-i, 1<<k) },
	func(i, p, k int) int { return i - mod(i-p, maxBits>>k) },
	func(i, p, k int) int { return i + mod(p-i, maxBits>>k) },
	func(i, p, k int) int { return p&^(1<<k-1) | i&(1<<k-1) },
	func(i, p, k int) int { return i&^(maxBits>>k-1) | p&(maxBits>>k-1) },
}

func mod(a, m int) int { return (a%m + m) % m }

const lastStep = 9 // 1<<lastStep = maxBits

// station is what is wanted on the way; ok is false if two bits are in one place.
func (b *bitSearch) station(at func(i, p int) int, rest bit) (r []bit, ok bool) {
	r = slices.Repeat([]bit{freeBit}, b.n)
	for i, w := range b.want {
		if w < 0 {
			if w == oneBit {
				return nil, false
			}
			continue
		}
		q := at(i, int(w)%maxBits)
		if q < 0 || q >= b.n || r[q] >= 0 && r[q] != w {
			return nil, false
		}
		r[q] = w
	}
	if rest != freeBit {
		for i := range r {
			if r[i] == freeBit {
				r[i] = rest
			}
		}
	}
	return r, true
}

// paths are the stations of all routes.
func (b *bitSearch) paths() (list [][][]bit) {
	for _, r := range routes {
		for _, rest := range []bit{freeBit, zeroBit} {
			var path [][]bit
			for k := range lastStep + 1 {
				if s, ok := b.station(func(i, p int) int { return r(i, p, k) }, rest); ok && !slices.ContainsFunc(path, func(t []bit) bool { return slices.Equal(s, t) }) {
					path = append(path, s)
				}
			}
			if rest == freeBit && len(path) > 0 {
				path = path[1:] // the inputs themselves
			}
			if !slices.ContainsFunc(path, func(t []bit) bool { return slices.Equal(b.want, t) }) {
				path = append(path, b.want)
			}
			if len(path) > 1 {
				list = append(list, path)
			}
		}
	}
	return list
}

// mostTermsOfStep bounds the terms of a step, stationsKept the nodes that are kept for a station.
const (
	mostTermsOfStep = 4
	stationsKept    = 2
)

// along are the lightest nodes for what is wanted that go by some of the stations.
func (b *bitSearch) along(path [][]bit) []*bitNode {
	known := make([][]*bitNode, len(path))
	for j, want := range path {
		how, bound := plain, b.bound
		if j == len(path)-1 {
			how = chosen
		} else {
			bound--
		}
		var found []*bitNode
		if j < len(path)-1 || len(path) == 1 {
			found = b.step(want, b.inputs, how, bound)
		}
		for _, before := range known[:j] {
			for _, v := range before {
				found = append(found, b.step(want, []*bitNode{v}, how, bound)...)
			}
		}
		known[j] = b.lightest(found, stationsKept)
	}
	return known[len(path)-1]
}

// step is one step of a path.
func (b *bitSearch) step(want []bit, bank []*bitNode, how choosing, bound float64) []*bitNode {
	key := []byte{byte(how)}
	sofar := 0.0
	for _, v := range bank {
		key = append(key, byte(v.id), byte(v.id>>8), byte(v.id>>16))
		sofar = max(sofar, b.weight(v))
	}
	if b.s.budget <= 0 || sofar+1 > bound {
		return nil
	}
	of := string(appendBits(key, want))
	r, ok := b.steps[of]
	if !ok {
		r = b.cover(want, bank, mostTermsOfStep, how, bound-sofar+slack)
		b.steps[of] = r
	}
	return r
}

// slack is by how much a cover may be heavier than it is taken to be while its terms are looked for.
const slack = 2
