package lower

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

// An Address is a byte of a source in memory, or of the result.
type Address struct {
	Result bool
	Source int // of no result
	Offset int // bytes behind the first
}

// A byteAt is where a byte of a register is in memory: its source shifted by sourceShift, and its offset. freeByte is one of which nobody asks.
type byteAt int

const (
	freeByte    = byteAt(-1)
	sourceShift = 20 // which no offset reaches: see MostNetworkBits
)

func (b byteAt) address() Address { return Address{Source: int(b >> sourceShift), Offset: b.offset()} }
func (b byteAt) offset() int      { return int(b & (1<<sourceShift - 1)) }

// A memory is what sources and the result have there.
type memory struct {
	target  *target.Target
	sources []int  // bytes of each
	result  []bool // of each byte of the result, whether anything is wanted
}

// holds says whether so many bytes from one on are all of one source.
func (m *memory) holds(from byteAt, n int) bool {
	return from >= 0 && int(from>>sourceShift) < len(m.sources) && from.offset()+n <= m.sources[from>>sourceShift]
}

// An access is one instruction between registers and memory.
type access struct {
	row *target.Row
	at  byteAt
}

// base is where bytes lie one behind another from the first on; ok is false where they do not, and none if nothing is asked.
func base(bytes []byteAt) (from byteAt, none, ok bool) {
	none = true
	for i, b := range bytes {
		switch {
		case b == freeByte:
		case none:
			if from, none = b-byteAt(i), false; b.offset() < i {
				return from, none, false
			}
		case b != from+byteAt(i):
			return from, none, false
		}
	}
	return from, none, true
}

// asked says whether anything is asked.
func asked(bytes []byteAt) bool {
	return slices.ContainsFunc(bytes, func(b byteAt) bool { return b != freeByte })
}

// load is how a register is loaded: by one access, or piece by piece.
func (m *memory) load(bytes []byteAt) (list []access, ok bool) {
	if one, ok := m.loadedOnce(bytes); ok {
		return []access{one}, true
	}
	return m.loadedInPieces(bytes)
}

// loadedOnce is the access of the least memory that loads a register.
func (m *memory) loadedOnce(bytes []byteAt) (a access, ok bool) {
	for _, r := range slices.Backward(m.target.Loads()) {
		x := r.Access
		n := x.Bits / 8
		if r.Bits > 8*len(bytes) || x.Kind != target.Low && x.Kind != target.Repeat {
			continue
		}
		part := bytes[:min(n, len(bytes))]
		switch {
		case x.Kind == target.Low && asked(bytes[n:]):
			continue
		case x.Kind == target.Repeat:
			if r.Bits < 8*len(bytes) {
				continue
			}
			folded, ok := repeated(bytes, n)
			if !ok {
				continue
			}
			part = folded
		}
		from, none, ok := base(part)
		if none {
			from = 0
		}
		if ok && m.holds(from, n) {
			return access{r, from}, true
		}
	}
	return a, false
}

// repeated are the first n bytes, if those behind are the same again and again.
func repeated(bytes []byteAt, n int) (part []byteAt, ok bool) {
	part = slices.Repeat([]byteAt{freeByte}, n)
	for i, b := range bytes {
		switch at := &part[i%n]; {
		case b == freeByte:
		case *at == freeByte:
			*at = b
		case *at != b:
			return nil, false
		}
	}
	return part, true
}

// loadedInPieces loads the lowest bytes, and then what is not there yet, the longest pieces first.
func (m *memory) loadedInPieces(bytes []byteAt) (list []access, ok bool) {
	list, done, ok := m.lowest(bytes)
	for ok && done < len(bytes) {
		if !asked(bytes[done:]) {
			return list, true
		}
		var next access
		if next, ok = m.piece(bytes, done); ok {
			list, done = append(list, next), next.row.Access.At/8+next.row.Access.Bits/8
		}
	}
	return list, ok
}

// lowest is the longest load of the lowest bytes, and how many these are.
func (m *memory) lowest(bytes []byteAt) (list []access, done int, ok bool) {
	for _, r := range m.target.Loads() {
		n := r.Access.Bits / 8
		if r.Access.Kind != target.Low || n > len(bytes) {
			continue
		}
		from, none, ok := base(bytes[:n])
		if none { // only what is above is asked: it takes a register to be put into
			from = bytes[slices.IndexFunc(bytes, func(b byteAt) bool { return b != freeByte })]
			from = min(from, byteAt(int(from>>sourceShift)<<sourceShift+max(0, m.sources[from>>sourceShift]-n)))
		}
		if ok && m.holds(from, n) {
			return []access{{r, from}}, n, true
		}
	}
	return nil, 0, false
}

// piece is the longest access that loads the first bytes from done on of which something is asked, if it is the next piece.
func (m *memory) piece(bytes []byteAt, done int) (a access, ok bool) {
	for _, r := range m.target.Loads() {
		x := r.Access
		first, n := x.At/8, x.Bits/8
		if x.Kind != target.Piece || r.Bits != 8*len(bytes) || first > done || first+n <= done {
			continue
		}
		from, none, ok := base(bytes[first : first+n])
		if none {
			from = byteAt(0)
		}
		if ok && m.holds(from, n) {
			return access{r, from}, true
		}
	}
	return a, false
}

// structure is the access that loads the first of some registers together, and how many these are; ok is false if there is none.
func (m *memory) structure(registers [][]byteAt) (a access, n int, ok bool) {
	for _, r := range m.target.Loads() {
		x := r.Access
		if x.Kind != target.Structure || x.Registers > len(registers) {
			continue
		}
		if from, ok := structured(r, registers[:x.Registers]); ok && m.holds(from, x.Bits/8) {
			return access{r, from}, x.Registers, true
		}
	}
	return a, 0, false
}

// structured is where the memory of a structure begins that these registers have, each byte of which must be asked.
func structured(r *target.Row, registers [][]byteAt) (from byteAt, ok bool) {
	flat := slices.Repeat([]byteAt{freeByte}, r.Access.Bits/8)
	e := r.Access.Elem / 8
	for k, bytes := range registers {
		if 8*len(bytes) != r.Bits {
			return 0, false
		}
		for i, b := range bytes {
			flat[(i/e*len(registers)+k)*e+i%e] = b
		}
	}
	from, none, ok := base(flat)
	return from, ok && !none && !slices.Contains(flat, freeByte)
}

// store is how a register is stored, of whose bytes it says where they go: by one access, or piece by piece.
func (m *memory) store(bytes []byteAt) (list []access, ok bool) {
	for done := 0; asked(bytes[done:]); {
		next, ok := m.stored(bytes, done)
		if !ok {
			return nil, false
		}
		list = append(list, next)
		done = next.row.Access.At/8 + next.row.Access.Bits/8
	}
	return list, true
}

// stored is the access that stores most of the bytes from done on, the shortest of those.
func (m *memory) stored(bytes []byteAt, done int) (best access, ok bool) {
	most := 0
	for _, r := range m.target.Stores() {
		x := r.Access
		first, n := x.At/8, x.Bits/8
		if x.Kind == target.Structure || first+n > len(bytes) || r.Length() > 8*len(bytes) || first > done || done > 0 && first < done {
			continue
		}
		if asked(bytes[done:first]) {
			continue
		}
		from, none, fits := base(bytes[first : first+n])
		if none || !fits || !m.mayWrite(bytes[first:first+n], from) {
			continue
		}
		count := 0
		for _, b := range bytes[first : first+n] {
			if b != freeByte {
				count++
			}
		}
		if count > most || count == most && n < best.row.Access.Bits/8 {
			best, most, ok = access{r, from}, count, true
		}
	}
	return best, ok
}

// mayWrite says whether all that would be written is of the result, and wanted only where it is asked for.
func (m *memory) mayWrite(bytes []byteAt, from byteAt) bool {
	if int(from)+len(bytes) > len(m.result) {
		return false
	}
	for i, b := range bytes {
		if b == freeByte && m.result[int(from)+i] {
			return false
		}
	}
	return true
}

// storedTogether is the access that stores the first of some registers as a structure.
func (m *memory) storedTogether(registers [][]byteAt) (a access, n int, ok bool) {
	for _, r := range m.target.Stores() {
		x := r.Access
		if x.Kind != target.Structure || x.Registers > len(registers) {
			continue
		}
		if from, ok := structured(r, registers[:x.Registers]); ok && int(from)+x.Bits/8 <= len(m.result) {
			return access{r, from}, x.Registers, true
		}
	}
	return a, 0, false
}

// leastPiece is of how many bits pieces are at least that are looked for to do a part of the work: smaller ones fill a register from a source that is shorter.
const leastPiece = 64

// groupings are the ways in which a target loads registers of so many bits, or stores them: structures, and pieces.
func groupings(rows []*target.Row, bits int) (list []network.Grouping) {
	for _, r := range rows {
		g := network.Grouping{Registers: r.Access.Registers, Elem: r.Access.Elem}
		if r.Access.Kind == target.Piece {
			g.Elem = r.Access.Bits
		}
		if small := g.Registers == 1 && g.Elem < leastPiece; r.Length() == bits && !small && r.Access.Kind != target.Low && r.Access.Kind != target.Repeat && !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	slices.SortStableFunc(list, func(x, y network.Grouping) int {
		return cmp.Or(cmp.Compare(y.Registers, x.Registers), cmp.Compare(y.Elem, x.Elem))
	})
	return list
}

// access is what a row between registers and memory makes of values of sources that are in memory: a load's register, or a store's memory.
func (o *Op) access(values []lane.Map, src []int) (lane.Map, error) {
	x := o.Row.Access
	var args []lane.Map
	for k, n := range o.Row.Src {
		args = append(args, lowBits(values[o.Args[k]], n, lane.Zero()))
	}
	if !x.Store {
		if o.At.Result || o.At.Source >= len(src) || 8*o.At.Offset+x.Bits > src[o.At.Source] {
			return lane.Map{}, fmt.Errorf("it reads %d bits from byte %d of source %d on, which are not there", x.Bits, o.At.Offset, o.At.Source)
		}
		window := lane.Map{Bits: 8}
		for _, bits := range src {
			window.Src = append(window.Src, bits/8)
		}
		for i := range x.Bits / 8 {
			window.Lane = append(window.Lane, lane.From(o.At.Source, o.At.Offset+i))
		}
		args = append(args, window)
	}
	return o.Row.Accessed(o.Part).Of(args...)
}
