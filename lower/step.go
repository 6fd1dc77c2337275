package lower

import (
	"cmp"
	"math"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// masked says which form of a row with a mask register a step is.
type masked uint8

const (
	unmasked masked = iota
	zeroMasked
	mergeMasked
)

// A step is a row as it acts on four 32-bit lanes: for each lane of the result the lanes of its arguments that may stand there, independently of the others. A row whose
// immediate moves lanes together is several steps.
//
//	shufps a, b, i     lane 0, 1: a0 a1 a2 a3     lane 2, 3: b0 b1 b2 b3
//	punpckldq a, b     lane 0: a0   1: b0   2: a1   3: b1
//	pand a, k          lane i: ai or zero
type step struct {
	row      *target.Row
	masked   masked
	args     int
	destroys int        // the argument in whose register the result is, or -1
	loads    int        // constants that it loads
	choice   [4][]uint8 // symbols: 4·argument + lane, zeroSymbol or anySymbol
	union    union      // if it is one: lanes are combined in their places, and choice is not used

	latency    uint8 // cycles, rounded
	throughput int   // hundredths of a cycle
}

// sameShape says whether two steps have the same arguments in the same registers.
func (s *step) sameShape(t *step) bool {
	return s.args == t.args && s.destroys == t.destroys && s.union == t.union
}

// covers says whether s can do in every lane what t can.
func (s *step) covers(t *step) bool {
	if s.args != t.args || s.union != t.union || s.destroys >= 0 && s.destroys != t.destroys {
		return false
	}
	for i := range s.choice {
		for _, c := range t.choice[i] {
			if !slices.Contains(s.choice[i], c) {
				return false
			}
		}
	}
	return true
}

// quadSteps are all steps of four 32-bit lanes that the rows of a target make, in an order that puts the plain ones first.
func quadSteps(t *target.Target, cpu string) []step {
	var steps []step
	for _, row := range t.RowsIn(target.Vectors) {
		if row.Bits > 128 || row.Bits%32 != 0 || slices.ContainsFunc(row.Src, func(n int) bool { return n > 128 || n%32 != 0 }) {
			continue
		}
		s := step{row: row, args: len(row.Src), destroys: -1}
		if row.Destroys {
			s.destroys = 0
		}
		if s.latency, s.throughput = figures(row, cpu); s.args == 0 {
			s.latency = 0 // nobody waits for it
		}
		steps = append(steps, s.ofRow(t.Has)...)
	}
	// Of equals the first is taken: what reads fewer vectors and has no immediate is read more easily.
	slices.SortStableFunc(steps, func(a, b step) int {
		return cmp.Or(cmp.Compare(a.args, b.args), cmp.Compare(a.values(), b.values()))
	})
	return steps
}

// values is how many values the immediate of the step's row has.
func (s *step) values() int {
	if s.row.Imm == nil {
		return 1
	}
	return s.row.Imm.Values
}

// figures are the latency in cycles and the reciprocal throughput in hundredths of cycles; one cycle each where the CPU's are not known.
func figures(row *target.Row, cpu string) (latency uint8, throughput int) {
	c, ok := row.On(cpu)
	if !ok {
		return 1, 100
	}
	return uint8(min(math.Round(c.Latency), 100)), int(math.Round(c.Throughput * 100))
}

// ofRow are the steps of s.row in all forms that a target with these features has.
func (s step) ofRow(has target.Feature) []step {
	var plain []step
	switch row := s.row; {
	case row.Imm != nil:
		plain = s.together(quadMoves(row))
	case row.Index != nil:
		if !row.Index.Inline {
			s.loads = 1
		}
		plain = s.indexed()
	case row.Union != nil:
		if s.union = unionOf(row); s.union != noUnion {
			return []step{s}
		}
		return nil
	}
	for i := range plain {
		plain[i].keepsOld()
	}
	if s.row.Mask == nil || !s.row.Mask.Needs.In(has) {
		return plain
	}
	all := plain
	for _, p := range plain {
		for _, form := range [...]masked{zeroMasked, mergeMasked} {
			if form == zeroMasked && s.row.Mask.Merges {
				continue
			}
			if s.row.Mask.Elem <= 32 { // each lane for itself, by as many bits as it takes
				all = append(all, p.withMask(form))
			} else { // one half
				all = append(all, p.withHalf(form, 0), p.withHalf(form, 2))
			}
		}
	}
	return all
}

// quadMoves are what a row does for the values of its immediate, as far as it moves whole lanes.
func quadMoves(row *target.Row) (moves [][4]uint8) {
	made := row.Made()
	for v := range row.Imm.Values {
		var m [4]uint8
		var ok bool
		if made != nil {
			m, ok = quadMade(made[v].Bytes)
		} else { // it reads the old destination
			m, ok = quadMove(row, row.Imm.Map(v))
		}
		if ok {
			moves = append(moves, m)
		}
	}
	return moves
}

// quadMove is a map of the row as symbols of arguments; ok is false if it does not move whole lanes.
func quadMove(row *target.Row, m lane.Map) (move [4]uint8, ok bool) {
	m, err := m.Regroup(32)
	if err != nil {
		return move, false
	}
	for i := range move {
		if i >= len(m.Lane) {
			move[i] = zeroSymbol // a result narrower than its register clears the rest
			continue
		}
		switch l := m.Lane[i]; l.Kind {
		case lane.Source:
			move[i] = uint8(4*l.Src + l.Index)
		case lane.Old:
			move[i] = uint8(4*len(row.Src) + l.Index)
		case lane.Undefined:
			move[i] = anySymbol
		case lane.Constant:
			if !l.Const.IsZero() {
				return move, false
			}
			move[i] = zeroSymbol
		}
	}
	return move, true
}

// quadMade is what a row makes of bytes as symbols of arguments; ok is false if it does not move whole lanes.
func quadMade(bytes []target.Byte) (move [4]uint8, ok bool) {
	for i := range move {
		if 4*i >= len(bytes) {
			move[i] = zeroSymbol // a result narrower than its register clears the rest
			continue
		}
		first, step := bytes[4*i], target.Byte(0)
		switch source, at, moves := first.Source(); {
		case moves && at%4 == 0:
			move[i], step = uint8(4*source+at/4), 1
		case first == target.ZeroByte:
			move[i] = zeroSymbol
		case first == target.AnyByte:
			move[i] = anySymbol
		default:
			return move, false
		}
		for k, b := range bytes[4*i : 4*i+4] {
			if b != first+target.Byte(k)*step {
				return move, false
			}
		}
	}
	return move, true
}

// keepsOld makes the old destination of a row that keeps lanes of it an argument, which it destroys.
func (s *step) keepsOld() {
	old := uint8(4 * len(s.row.Src))
	for _, c := range s.choice {
		if slices.ContainsFunc(c, func(c uint8) bool { return c >= old && c < zeroSymbol }) {
			s.args, s.destroys = len(s.row.Src)+1, len(s.row.Src)
			return
		}
	}
}

// together is one step if the moves are all combinations of what each lane can be, and one for each move otherwise.
func (s step) together(moves [][4]uint8) []step {
	slices.SortFunc(moves, func(a, b [4]uint8) int { return slices.Compare(a[:], b[:]) })
	moves = slices.Compact(moves)
	if len(moves) == 0 {
		return nil
	}
	combinations := 1
	for i := range s.choice {
		s.choice[i] = nil
		for _, m := range moves {
			if !slices.Contains(s.choice[i], m[i]) {
				s.choice[i] = append(s.choice[i], m[i])
			}
		}
		combinations *= len(s.choice[i])
	}
	if combinations == len(moves) {
		return []step{s}
	}
	var all []step
	for _, m := range moves {
		one := s
		for i := range one.choice {
			one.choice[i] = []uint8{m[i]}
		}
		all = append(all, one)
	}
	return all
}

// indexed are the steps of a row with a constant. A mask register of few bits is taken value by value; of an index vector each lane can be what all its parts can be. A part that
// rules more than a lane makes lanes depend on one another, which rows with an immediate do better.
func (s step) indexed() []step {
	x := s.row.Index
	if x.Bits <= 8 {
		var moves [][4]uint8
		for v := range 1 << x.Bits {
			if m, ok := quadMove(s.row, x.Apply(lane.ConstOf(uint64(v)))); ok {
				moves = append(moves, m)
			}
		}
		return s.together(moves)
	}
	parts := x.Parts()
	if parts == nil || x.Kind.Joint() {
		return nil
	}
	if len(parts[0].Bytes) > 4 {
		return s.together(wideMoves(parts))
	}
	for i := range s.choice {
		for symbol := uint8(0); symbol <= zeroSymbol; symbol++ {
			if canBe(parts, i, symbol) {
				s.choice[i] = append(s.choice[i], symbol)
			}
		}
		if len(s.choice[i]) == 0 {
			return nil
		}
	}
	return []step{s}
}

// mostWideMoves is up to how many moves of parts that are wider than a lane are steps.
const mostWideMoves = 1 << 8

// wideMoves are what parts do that have several lanes each, as far as they move whole lanes.
//
//	vsro a, k     one part: a1 a2 a3 z     a2 a3 z z     a3 z z z
//	vsld a, k     two: a0 a1 or z a0 or z z, and a2 a3 or z a2 or z z
func wideMoves(parts []target.Part) (moves [][4]uint8) {
	moves = [][4]uint8{{anySymbol, anySymbol, anySymbol, anySymbol}}
	for _, p := range parts {
		var more [][4]uint8
		for _, can := range p.Can {
			for _, m := range moves {
				if putPart(&m, p.Bytes, can) && !slices.Contains(more, m) {
					more = append(more, m)
				}
			}
		}
		if moves = more; len(moves) == 0 || len(moves) > mostWideMoves {
			return nil
		}
	}
	return moves
}

// putPart puts what a part can be into a move; it reports false if lanes of it are not whole.
func putPart(m *[4]uint8, bytes []int, can []lane.Lane) bool {
	for k, at := range bytes {
		if at >= 16 {
			continue
		}
		symbol := uint8(anySymbol)
		switch l := can[k]; {
		case l == lane.Zero():
			symbol = zeroSymbol
		case l.Kind == lane.Source && l.Index%4 == at%4:
			symbol = uint8(4*l.Src + l.Index/4)
		case l.Kind != lane.Undefined:
			return false
		}
		if at%4 != 0 && m[at/4] != symbol {
			return false
		}
		m[at/4] = symbol
	}
	return true
}

// canBe says whether the parts of lane i can all be of the symbol.
func canBe(parts []target.Part, i int, symbol uint8) bool {
	for _, p := range parts {
		at := p.Bytes[0] - 4*i
		if at < 0 || at >= 4 {
			continue
		}
		want := make([]lane.Lane, len(p.Bytes))
		for k := range want {
			switch {
			case symbol == zeroSymbol:
				want[k] = lane.Zero()
			case symbol != anySymbol:
				want[k] = lane.From(int(symbol/4), int(symbol%4)*4+at+k)
			}
		}
		if !slices.ContainsFunc(p.Can, func(can []lane.Lane) bool { return slices.Equal(can, want) }) {
			return false
		}
	}
	return true
}

// mapOf is a move as a map of the row's sources; ok is false if a symbol names none of them.
func (s *step) mapOf(move [4]uint8) (lane.Map, bool) {
	m := lane.Map{Bits: 32, Src: make([]int, len(s.row.Src)), Lane: make([]lane.Lane, s.row.Bits/32)}
	for k, n := range s.row.Src {
		m.Src[k] = n / 32
	}
	for i, c := range move {
		switch k := int(c / 4); {
		case c == anySymbol:
		case i >= len(m.Lane):
			if c != zeroSymbol {
				return m, false
			}
		case c == zeroSymbol:
			m.Lane[i] = lane.Zero()
		case k < len(m.Src) && int(c%4) < m.Src[k]:
			m.Lane[i] = lane.From(k, int(c%4))
		case k == len(m.Src):
			m.Lane[i] = lane.FromOld(int(c % 4))
		default:
			return m, false
		}
	}
	return m, true
}

// withMask is the step with a mask register, which is one constant more: lanes may be those that the mask turns off.
func (s step) withMask(form masked) step {
	s, off := s.withForm(form)
	covered := s.row.Mask.Lanes * s.row.Mask.Elem / 32 // what a truncation clears above them, no mask keeps
	for i, c := range s.choice[:min(covered, len(s.choice))] {
		if !slices.Contains(c, off+uint8(i)*s.masked.stays()) {
			s.choice[i] = append(slices.Clone(c), off+uint8(i)*s.masked.stays())
		}
	}
	return s
}

// withHalf is the step with a mask that turns two lanes off.
func (s step) withHalf(form masked, first int) step {
	s, off := s.withForm(form)
	for i := first; i < first+2; i++ {
		s.choice[i] = []uint8{off + uint8(i)*s.masked.stays()}
	}
	return s
}

// stays is 1 of a form that keeps lanes in their places.
func (form masked) stays() uint8 {
	if form == mergeMasked {
		return 1
	}
	return 0
}

// withForm is the step in a masked form, with what lane 0 is when it is turned off: zero, or the old destination's.
func (s step) withForm(form masked) (step, uint8) {
	s.masked = form
	s.loads++
	if form == zeroMasked {
		return s, zeroSymbol
	}
	kept := 4 * s.args // where the old destination's lanes begin
	if s.destroys >= 0 {
		kept = 4 * s.destroys
	} else {
		s.destroys = s.args
		s.args++
	}
	return s, uint8(kept)
}
