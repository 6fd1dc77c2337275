package certificate

import "slices"

// A row is an instruction, in one form.
type row struct {
	name       string
	kind       string   // see can and united
	number     int      // of andnot the value that is inverted; of pack bytes of the lanes that become half as wide; of zero and keep bytes of the mask's lanes
	bytes      int      // of the result; in a wider register zeros stand above it
	ops, loads int      // it counts as so many, and loads so many constants
	lost       int      // the value in whose register the result is, the first being 1; 0: none
	reads      []int    // bytes of each value that it reads
	does       [][]atom // all that stands in the result at once, over what is read
	parts      []part
	with       []atom // what the last value has to be
	computes   bool   // what it does of bytes depends on them
}

// A part is bytes of the result that a constant chooses for themselves.
type part struct {
	bytes   []int
	choices [][]atom
}

// A value is in a register: bytes, over the sources, and what stands above them. That of one byte of a constant two things are wanted is not seen: less can be claimed for it, and nothing false.
type value struct {
	is    []atom
	above atom // unknown in an input, 0 in what a row has made, and free in a constant that is loaded, which may be anything
}

// at is byte i of a value.
func (v *value) at(i int) atom {
	if i < len(v.is) {
		return v.is[i]
	}
	return v.above
}

// of is what an atom over operands is.
func (a atom) of(args []*value) atom {
	if k, i, ok := a.source(); ok {
		return args[k].at(i)
	}
	return a
}

// can says whether the row can make what is wanted.
//
//	moves, list     what it does, or its parts; a list is in registers that follow one another
//	zero, keep      the same, but that lanes whose bit of a mask is clear are zero, or what the value has there whose register it takes
//	others          it computes
func (r *row) can(args []*value, want []atom) bool {
	if above := (value{}); !above.has(want[min(r.bytes, len(want)):]) || r.with != nil && !args[len(args)-1].has(r.with) {
		return false
	}
	want = want[:min(len(want), r.bytes)]
	switch {
	case r.computes:
		return r.unites(args, want)
	case r.kind == "zero" || r.kind == "keep":
		want = r.unmasked(args, want)
	}
	all := part{choices: r.does}
	return all.can(args, want) || r.parts != nil && !slices.ContainsFunc(r.parts, func(p part) bool { return !p.can(args, want) })
}

// has says whether a value is what is wanted.
func (v *value) has(want []atom) bool {
	for i, a := range want {
		if !v.at(i).fits(a) {
			return false
		}
	}
	return true
}

// can says whether one of the part's choices makes what is wanted. Without bytes it is of all of them.
func (p part) can(args []*value, want []atom) bool {
choices:
	for _, one := range p.choices {
		for j, a := range one {
			i := j
			if p.bytes != nil {
				i = p.bytes[j]
			}
			if i < len(want) && !a.of(args).fits(want[i]) {
				continue choices
			}
		}
		return true
	}
	return false
}

// unmasked is what is wanted of the row without its mask: nothing where a clear bit makes it already.
func (r *row) unmasked(args []*value, want []atom) []atom {
	rest, other := slices.Clone(want), value{}
	if r.kind == "keep" {
		other = *args[r.lost-1]
	}
	for lane := range slices.Chunk(rest, r.number) {
		if other.has(lane) {
			for i := range lane {
				lane[i] = unknown
			}
		}
		other.is = other.is[min(r.number, len(other.is)):]
	}
	return rest
}

// unites says whether the row computes what is wanted: of bytes that are loaded, those that clear, that set, or that are what is wanted. If any byte does it, one of these three does.
func (r *row) unites(args []*value, want []atom) bool {
	for i, w := range want {
		loaded := min(w, sources-1) // of a source nothing is loaded
		if !r.united(args, i, 0).fits(w) && !r.united(args, i, 0xff).fits(w) && !r.united(args, i, loaded).fits(w) {
			return false
		}
	}
	return true
}

// united is byte i of what the row computes, as far as it is known, where one that is loaded is this one, inverted or not.
func (r *row) united(args []*value, i int, loaded atom) (is atom) {
	if r.kind == "pack" {
		return r.packed(args, i)
	}
	for k, v := range args {
		x := v.at(i)
		switch {
		case x == free:
			x = loaded
		case r.kind == "andnot" && k == r.number && x != unknown:
			x = not(x)
		}
		if k > 0 {
			x = both(r.kind == "or", is, x)
		}
		is = x
	}
	return is
}

// not inverts a byte that is known. A source's becomes one that nobody wants, but with the byte itself it is none of the bits, or all.
func not(a atom) atom {
	if a >= 0 && a < sources {
		return 0xff - a
	}
	return -a
}

// both is x or y, or x and y, as far as it is known.
func both(or bool, x, y atom) atom {
	neutral, strong := atom(0xff), atom(0)
	if or {
		neutral, strong = 0, 0xff
	}
	switch {
	case x == strong, y == strong, x == -y && max(x, y) >= sources:
		return strong
	case x == neutral, x == y:
		return y
	case y == neutral:
		return x
	case x < 0 || y < 0 || x >= sources || y >= sources:
		return unknown
	case or:
		return x | y
	}
	return x & y
}

// packed is byte i of lanes that become half as wide, those of the first operand and then the second's, in blocks of 16 bytes. What has zeros above is not saturated.
func (r *row) packed(args []*value, i int) atom {
	block, half := min(r.bytes, 16), r.number/2
	in := i % block
	v, lane := args[in/(block/2)], i-in+in%(block/2)/half*r.number
	for j := range half {
		if !v.at(lane + half + j).fits(0) {
			return unknown
		}
	}
	return v.at(lane + i%half)
}
