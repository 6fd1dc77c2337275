package esimd

// A region is where the elements of a vector are that are read or written: element c of row r is at Offset + r·V + c·H, and a row has W of them.
type region struct{ Offset, V, W, H int }

// row is a region of n elements in one row.
func row(offset, n, h int) region { return region{Offset: offset, W: n, H: h} }

// elements are the places of the first n, row by row.
func (r region) elements(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = r.Offset + i/r.W*r.V + i%r.W*r.H
	}
	return all
}

// anywhere is a place that nobody asks for.
const anywhere = -1

// regionOf is the region with the wanted places of a vector of that many elements: the one with the longest rows, of those with the smallest strides.
func regionOf(want []int, elements int) (region, bool) {
	n := len(want)
	for rows := 1; rows <= n; rows++ {
		if n%rows != 0 {
			continue
		}
		if r, ok := withRows(want, n/rows, elements); ok {
			return r.plain(n), true
		}
	}
	return region{}, false
}

// withRows is a region whose rows have w elements. Two wanted places in one row decide over H, two in one column over V; what they leave open is tried.
func withRows(want []int, w, elements int) (region, bool) {
	var across, down step
	for at := 0; at < len(want); at += w {
		if !across.agrees(want, at, 1, w) {
			return region{}, false
		}
	}
	for at := range w {
		if !down.agrees(want, at, w, len(want)/w) {
			return region{}, false
		}
	}
	for _, h := range across.tried(elements) {
		for _, v := range down.tried(elements) {
			if r, ok := placed(want, region{V: v, W: w, H: h}, elements); ok {
				return r, true
			}
		}
	}
	return region{}, false
}

// A step is a stride, as far as wanted places say what it is.
type step struct {
	is      int
	decided bool
}

// agrees looks at n wanted places from one on, by so much apart, and says whether they have one stride, which is the step's and does not go backwards.
func (s *step) agrees(want []int, from, by, n int) bool {
	last := anywhere
	for k := range n {
		at := want[from+k*by]
		if at == anywhere {
			continue
		}
		if last != anywhere {
			d := at - want[from+last*by]
			if d < 0 || d%(k-last) != 0 || s.decided && d/(k-last) != s.is {
				return false
			}
			*s = step{d / (k - last), true}
		}
		last = k
	}
	return true
}

// mostTried bounds how many strides are tried that nothing decides.
const mostTried = 16

// tried are the strides that may be: the decided one, or small ones.
func (s step) tried(elements int) []int {
	if s.decided {
		return []int{s.is}
	}
	all := []int{1, 0}
	for k := 2; k <= min(elements, mostTried); k++ {
		all = append(all, k)
	}
	return all
}

// placed gives a region the offset that its first wanted place has, and says whether it has all of them and reaches no further than the vector.
func placed(want []int, r region, elements int) (region, bool) {
	for i, at := range want {
		if at != anywhere {
			r.Offset = at - i/r.W*r.V - i%r.W*r.H
			break
		}
	}
	for i, at := range r.elements(len(want)) {
		if at < 0 || at >= elements || want[i] != anywhere && want[i] != at {
			return r, false
		}
	}
	return r, true
}

// plain is the region in the words that it has among its equals: one place for all is a row of one, again and again; what is one row has no V.
func (r region) plain(n int) region {
	switch {
	case r.W == n && r.H == 0 && n > 1:
		return region{Offset: r.Offset, V: 0, W: 1, H: 1}
	case r.W == n:
		return row(r.Offset, n, max(r.H, 1))
	case r.W == 1:
		r.H = 1
	}
	return r
}
