package shufflevector

// NeedsZero says whether filled lanes must be zero.
func (p *Pattern) NeedsZero() bool { return p.needsZero }

// Rank is the pattern's place in the library.
func (p *Pattern) Rank() int { return p.rank }

// Divide is the packed lane detection.
func (f *Form) Divide() (count int, lane []int) {
	var p packed
	p.pack(f, 0)
	count = p.divide()
	return count, p.sel()
}

// Widened is the packed form with pairs of lanes joined.
func (f *Form) Widened() (sel []int, ok bool) {
	var p, wide packed
	p.pack(f, 0)
	ok = p.widen(&wide)
	return wide.sel(), ok
}

// sel is the selectors of a packed mask; filled lanes are ZeroLane.
func (p *packed) sel() []int {
	sel := make([]int, p.shape.M)
	for i := range sel {
		sel[i] = selOf(p.at(i), p.shape.N)
	}
	return sel
}

// ByIndex counts the masks of small families that the form is, by the index.
func (f *Form) ByIndex() (n int) {
	var p packed
	p.pack(f, 0)
	x := indexFor(p.shape)
	list, sign := x.candidates(&p)
	for _, m := range list {
		if sign>>(m%64)&1 != 0 && p.matches(x.masks[int(m)*x.words:(int(m)+1)*x.words]) {
			n++
		}
	}
	return n
}

// ByTrying counts them by comparing with every mask.
func (f *Form) ByTrying() (n int) {
	var p packed
	p.pack(f, 0)
	x := indexFor(p.shape)
	for m := range x.pattern {
		if p.matches(x.masks[m*x.words : (m+1)*x.words]) {
			n++
		}
	}
	return n
}
