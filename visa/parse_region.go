package visa

import "math"

// region reads <V;W,H>, <W,H> or <H>; the seed's <;W,H> too, where the dialect is the seed's.
func (p *Parser) region(r *Region) bool {
	start := p.off
	if !p.expect('<', `a region, which begins with "<"`) {
		return false
	}
	*r = Region{Null, Null, Null}
	seeds := p.Dialect == Spec && p.accept(';')
	if !p.stride(&r.H, start) {
		return false
	}
	if !seeds && p.accept(';') {
		r.V = r.H
		if !p.stride(&r.H, start) || p.peek() != ',' && !p.wanted(`"," and the horizontal stride`) {
			return false
		}
	}
	if p.accept(',') {
		r.W = r.H
		if !p.stride(&r.H, start) {
			return false
		}
	} else if seeds {
		return p.wanted(`"," and the horizontal stride`)
	}
	what := `">"`
	if r.W == Null {
		what = `";", "," or ">"`
	} else if r.V == Null {
		what = `">"; a region of three parameters is <V;W,H>`
	}
	if !p.expect('>', what) {
		return false
	}
	return p.Dialect == Spec || p.toolTakes(*r, start)
}

// toolTakes refuses what the tool's grammar refuses: there, illegal strides are no region at all. A width of 0 gets through.
func (p *Parser) toolTakes(r Region, start int) bool {
	switch {
	case r.V != Null && !contains(legalV, r.V):
		return p.fail(start, p.off, "the vertical stride is %d: expected 0, 1, 2, 4, 8, 16 or 32", r.V)
	case r.W != Null && r.W != 0 && !contains(legalW, r.W):
		return p.fail(start, p.off, "the width is %d: expected 1, 2, 4, 8 or 16", r.W)
	case !contains(legalH, r.H):
		return p.fail(start, p.off, "the horizontal stride is %d: expected 0, 1, 2 or 4", r.H)
	}
	return true
}

// comparison reads an expression with all operators if it ends before ";" or ",", and otherwise nothing: there < and > can be operators, before the
// closing bracket they cannot.
func (p *Parser) comparison(v *int64) bool {
	start := p.off
	if p.expression(v, "a number of elements", false) && (p.peek() == ';' || p.peek() == ',') {
		return true
	}
	p.off, p.err = start, nil
	return false
}

func (p *Parser) stride(s *int16, start int) bool {
	var v int64
	if !p.digits(&v, true) && !p.comparison(&v) && !p.expression(&v, "a number of elements", true) {
		return false
	}
	if v < 0 || v > math.MaxInt16 {
		return p.fail(start, p.off, "a parameter of the region is %d: expected 0, 1, 2, 4, 8, 16 or 32", v)
	}
	*s = int16(v)
	return true
}
