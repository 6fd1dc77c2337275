package lower

import (
	"slices"

	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/target"
)

// A relation is all that an op can do to bytes, with whatever constant and mask: parts, of which each takes one of its choices. The choices of different parts do not depend on
// each other, unless the relation is joint; then only its row's Solve knows which go together.
//
//	pshufb a, k        part 17: a16 | a17 | … | a31 | z
//	vpermd a, k        part 1:  a0 a1 a2 a3 | a4 a5 a6 a7 | …       four bytes, that stay together
//	vpshufd a, 27 {k}  part 1:  a8 a9 a10 a11 | d4 d5 d6 d7         the immediate's, or what was there
//	punpcklbw a, b     part 1:  b0                                  nothing to choose
type relation struct {
	row   *target.Row
	form  Form
	imm   int
	args  int // with the old destination of a merging form, which is the last unless the row destroys the first
	loads int // constants
	parts []part
	joint bool

	partOf [maxCells]int8 // the part that rules a byte
	reach  [maxCells]reach
	any    [maxArgs]uint64   // bytes of each argument that it can put somewhere
	beside [][maxArgs]uint64 // for each of them those that one choice brings with it
}

// A part is bytes of the result that are chosen together. Cells are those of arguments: 64·argument + byte.
type part struct {
	bytes []uint8
	can   [][]cell
}

// maxArgs bounds what a relation reads.
const maxArgs = 5

// reach is what one byte can be, as sets of bytes of each argument, zero, or any other constant.
type reach struct {
	from        [maxArgs]uint64
	zero, fixed bool
}

// has says whether the byte can be the cell.
func (r *reach) has(c cell) bool {
	switch {
	case c >= 0:
		return r.from[c/maxCells]>>(c%maxCells)&1 == 1
	case c == zeroCell:
		return r.zero
	}
	return r.fixed
}

// newRelation is a relation of these parts; bytes that none rules are zero, as an instruction leaves them that writes a narrower register.
func newRelation(row *target.Row, form Form, args, loads int, parts []part) *relation {
	r := &relation{row: row, form: form, args: args, loads: loads, parts: parts}
	for i := range r.partOf {
		r.partOf[i] = -1
		r.reach[i].zero = true
	}
	for k := range parts {
		p := &parts[k]
		for i, u := range p.bytes {
			r.partOf[u] = int8(k)
			at := &r.reach[u]
			*at = reach{}
			for _, can := range p.can {
				switch c := can[i]; {
				case c >= 0:
					at.from[c/maxCells] |= 1 << (c % maxCells)
					r.any[c/maxCells] |= 1 << (c % maxCells)
				case c == zeroCell:
					at.zero = true
				case c < zeroCell:
					at.fixed = true
				}
			}
		}
	}
	return r
}

// findBeside notes for each byte those that one choice brings with it.
func (r *relation) findBeside() {
	r.beside = make([][maxArgs]uint64, r.args*maxCells)
	for k := range r.parts {
		for _, can := range r.parts[k].can {
			var all [maxArgs]uint64
			for _, c := range can {
				if c >= 0 {
					all[c/maxCells] |= 1 << (c % maxCells)
				}
			}
			for _, c := range can {
				if c >= 0 {
					for a := range all {
						r.beside[c][a] |= all[a]
					}
				}
			}
		}
	}
}

// plainRelations are what rows do with a constant, whatever target has them.
var plainRelations once.Table[*target.Row, *relation]

// plainRelation is what a row with a constant does without a mask; nil if it has more arguments than relations have, or moves less than bytes.
func plainRelation(row *target.Row) *relation {
	return plainRelations.Of(row, func() *relation { return indexedRelation(row) })
}

// indexedRelation is plainRelation, found anew.
func indexedRelation(row *target.Row) *relation {
	loads := 1
	if row.Index.Inline {
		loads = 0
	}
	pieces := row.Index.Parts()
	if len(row.Src) > maxArgs || pieces == nil {
		return nil
	}
	var parts []part
	for _, piece := range pieces {
		p := part{}
		for _, b := range piece.Bytes {
			p.bytes = append(p.bytes, uint8(b))
		}
		for _, can := range piece.Can {
			cells := make([]cell, len(can))
			for i, l := range can {
				cells[i], _ = cellOf(l)
			}
			p.can = append(p.can, cells)
		}
		parts = append(parts, p)
	}
	r := newRelation(row, Plain, len(row.Src), loads, parts)
	r.joint = row.Index.Kind.Joint()
	r.findBeside()
	return r
}

// fixedRelation is what a row with an immediate does at one value.
func fixedRelation(m *move) *relation {
	var parts []part
	for i := range m.row.Bits / 8 {
		parts = append(parts, part{[]uint8{uint8(i)}, [][]cell{{m.cells[i]}}})
	}
	r := newRelation(m.row, Plain, len(m.row.Src), 0, parts)
	r.imm = m.imm
	return r
}

// masked is the relation of the masked form of a row; nil if it has none on a target with these features.
func (r *relation) masked(form Form, has target.Feature) *relation {
	mask := r.row.Mask
	if mask == nil || r.joint || form == Zeroed && mask.Merges || !mask.Needs.In(has) || mask.Elem%8 != 0 {
		return nil
	}
	args, old := r.args, 0
	if form == Merged && !r.row.Destroys {
		args, old = args+1, args
	}
	if args > maxArgs {
		return nil
	}
	size := mask.Elem / 8
	var parts []part
	for first := 0; first < r.row.Bits/8; first += size {
		p := r.together(first, size)
		if p == nil {
			return nil
		}
		off := make([]cell, size)
		for i := range off {
			if off[i] = zeroCell; form == Merged {
				off[i] = cell(old*maxCells + first + i)
			}
		}
		switch {
		case first/size >= mask.Lanes:
			p.can = [][]cell{make([]cell, size)}
			for i := range size {
				p.can[0][i] = zeroCell
			}
		case !slices.ContainsFunc(p.can, func(can []cell) bool { return slices.Equal(can, off) }):
			p.can = append(p.can, off)
		}
		parts = append(parts, *p)
	}
	m := newRelation(r.row, form, args, r.loads+1, parts)
	m.imm = r.imm
	return m
}

// together is what all parts of the bytes from first on choose, as one part; nil if one is in it with other bytes.
func (r *relation) together(first, size int) *part {
	all := &part{can: [][]cell{nil}}
	for at := first; at < first+size; {
		p := &r.parts[r.partOf[at]]
		if int(p.bytes[0]) != at || at+len(p.bytes) > first+size {
			return nil
		}
		var more [][]cell
		for _, before := range all.can {
			for _, can := range p.can {
				more = append(more, slices.Concat(before, can))
			}
		}
		all.bytes, all.can = append(all.bytes, p.bytes...), more
		at += len(p.bytes)
	}
	return all
}

// over is a cell of an argument as one of what the arguments are.
func over(c cell, from []int) cell {
	if c < 0 {
		return c
	}
	return cell(from[c/maxCells])*maxCells + c%maxCells
}

// makes says whether the relation can make what is asked of arguments that are these: exactly, unless it is joint.
func (r *relation) makes(ask []cell, from []int) bool {
	for u, w := range ask {
		if w != freeCell && !r.reaches(u, w, from) {
			return false
		}
	}
	for k := range r.parts {
		if p := &r.parts[k]; len(p.bytes) > 1 && !p.makes(ask, from) {
			return false
		}
	}
	return true
}

// reaches says whether byte u can be w, whatever the others are.
func (r *relation) reaches(u int, w cell, from []int) bool {
	at := &r.reach[u]
	if w < 0 {
		return at.has(w)
	}
	for a, k := range from {
		if cell(k) == w/maxCells && at.from[a]>>(w%maxCells)&1 == 1 {
			return true
		}
	}
	return false
}

// makes says whether a choice of the part gives its bytes what is asked.
func (p *part) makes(ask []cell, from []int) bool {
next:
	for _, can := range p.can {
		for i, u := range p.bytes {
			if w := ask[u]; w != freeCell && w != over(can[i], from) {
				continue next
			}
		}
		return true
	}
	return false
}
