package lower

import (
	"cmp"
	"slices"
)

// This file finds stations at which bits have moved by one of two distances, so that fewer distances are left than there were.
//
//	distances  -3 -1 2 4 6      first 0 or 3, then -3 -1 … or first 0 or 2, then -3 2 4: three instead of five

// A split is two distances of which each bit moves by one first, and by one of the others then. The first is 0; of last it is the second step that has them.
type split struct {
	by   int
	rest []int
	last bool
}

// Bounds of splits: the distances of a map that is split, and the splits that are tried.
const (
	mostDistances = 20
	mostSplits    = 8
)

// splitPaths are the paths by the splits that leave the fewest distances.
func (b *bitSearch) splitPaths() (list [][][]bit) {
	var all []int
	for i, w := range b.want {
		if d := i - int(w)%maxBits; w >= 0 && !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	if len(all) < 4 || len(all) > mostDistances {
		return nil
	}
	slices.Sort(all)
	var splits []split
	tried := map[int]bool{0: true}
	for _, d := range all {
		for _, e := range append([]int{0}, all...) {
			by := d - e
			if tried[by] {
				continue
			}
			tried[by] = true
			if rest := halved(all, by); len(rest)+1 < len(all) {
				splits = append(splits, split{by, rest, false}, split{by, rest, true})
			}
		}
	}
	slices.SortStableFunc(splits, func(s, t split) int { return cmp.Compare(len(s.rest), len(t.rest)) })
	for _, s := range splits {
		for _, rest := range []bit{freeBit, zeroBit} {
			if p, ok := b.splitStation(s, rest); ok && len(list) < 2*mostSplits {
				list = append(list, [][]bit{p, b.want})
			}
		}
	}
	return list
}

// halved are few distances, such that each of all is one of them or farther by so much.
func halved(all []int, by int) (rest []int) {
	open := slices.Clone(all)
	if by < 0 {
		slices.Reverse(open)
	}
	for len(open) > 0 { // the one nearest to where by comes from can only be met by itself, or by one that meets nothing else
		d := open[0]
		rest = append(rest, d)
		open = slices.DeleteFunc(open, func(e int) bool { return e == d || e == d+by })
	}
	return rest
}

// splitStation is the vector between the two steps; ok is false if two bits would be in one place.
func (b *bitSearch) splitStation(s split, rest bit) (r []bit, ok bool) {
	r = slices.Repeat([]bit{freeBit}, b.n)
	put := func(q int, w bit) bool {
		if q < 0 || q >= b.n || r[q] >= 0 && r[q] != w {
			return false
		}
		r[q] = w
		return true
	}
	for _, forced := range []bool{true, false} {
		for i, w := range b.want {
			if w < 0 {
				continue
			}
			p := int(w) % maxBits
			var places []int
			for _, by := range [...]int{0, s.by} {
				if slices.Contains(s.rest, i-p-by) {
					if q := p + by; !s.last {
						places = append(places, q)
					} else {
						places = append(places, i-by)
					}
				}
			}
			if forced == (len(places) == 1) && !slices.ContainsFunc(places, func(q int) bool { return put(q, w) }) {
				return nil, false
			}
		}
	}
	for i := range r {
		if r[i] == freeBit {
			r[i] = rest
		}
	}
	return r, true
}
