package shufflevector

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// Entries of a mask that select no lane of an operand.
const (
	UndefLane = -1 // any value
	ZeroLane  = -2 // zero, which IR can only say with a zero operand
)

// A Shuffle is one shufflevector instruction: lane i of the result is lane Sel[i] of the two operands laid behind one another.
type Shuffle struct {
	Result string // the name before "=", if there is one
	Elem   Elem
	N      int        // lanes of each operand
	Op     [2]Operand // v1 and v2
	Sel    []int      // selectors 0 to 2N-1, UndefLane or ZeroLane
}

// operand is the operand, 0 or 1, that selector t reads, and the lane of it.
func (s *Shuffle) operand(t int) (k, i int) {
	if t >= s.N {
		return 1, t - s.N
	}
	return 0, t
}

// Check says whether the shuffle is one.
func (s Shuffle) Check() error {
	if s.N < 1 || s.N > lane.MaxLanes || len(s.Sel) < 1 || len(s.Sel) > lane.MaxLanes {
		return fmt.Errorf("%d and %d lanes: a vector has 1 to %d", s.N, len(s.Sel), lane.MaxLanes)
	}
	if most := lane.MaxBits / s.Elem.Bits; s.N > most || len(s.Sel) > most {
		return fmt.Errorf("%d lanes of %d bits: a vector has at most %d bits", max(s.N, len(s.Sel)), s.Elem.Bits, lane.MaxBits)
	}
	for k, o := range s.Op {
		if !o.IsVar() && len(o.Const) != s.N && len(o.Const) != 1 {
			return fmt.Errorf("operand %d has %d lanes, not %d", k+1, len(o.Const), s.N)
		}
	}
	for i, t := range s.Sel {
		if t < ZeroLane || t >= 2*s.N {
			return fmt.Errorf("selector %d of lane %d is out of range: two operands of %d lanes have selectors 0 to %d", t, i, s.N, 2*s.N-1)
		}
	}
	return nil
}

// Eval executes the shuffle. The arguments are the values of the operands that are variables; for a constant operand they are not looked at.
func (s Shuffle) Eval(v1, v2 []Value) []Value {
	vectors := [2][]Value{v1, v2}
	r := make([]Value, len(s.Sel))
	for i, t := range s.Sel {
		switch t {
		case UndefLane:
			r[i] = Value{State: Poison}
		case ZeroLane:
		default:
			k, j := s.operand(t)
			if o := &s.Op[k]; o.IsVar() {
				r[i] = vectors[k][j]
			} else {
				r[i] = o.At(j)
			}
		}
	}
	return r
}

// Commute exchanges the operands without changing the function.
func (s Shuffle) Commute() Shuffle {
	s.Op[0], s.Op[1] = s.Op[1], s.Op[0]
	s.Sel = slices.Clone(s.Sel)
	for i, t := range s.Sel {
		if t >= 0 {
			s.Sel[i] = (t + s.N) % (2 * s.N)
		}
	}
	return s
}

// Selection is the shuffle's mask and what its operands are as far as lanes read them: a constant of which one value is read is a splat, whatever else is in
// it, a lane that reads an undefined value is undefined, and one operand twice is an operand and nothing.
func (s Shuffle) Selection() (Mask, [2]Kind, error) {
	kind := [2]Kind{s.Op[0].Kind(), s.Op[1].Kind()}
	var value [2]Value
	for k := range kind {
		if kind[k] != Variable {
			kind[k] = UndefVector
		}
	}
	m, err := s.Mask()
	if err != nil {
		return m, kind, err
	}
	for i, t := range s.Sel {
		if t < 0 {
			continue
		}
		k, j := s.operand(t)
		if s.Op[k].IsVar() {
			continue
		}
		switch v := s.Op[k].At(j); {
		case v.State != Defined:
			m.sel[i] = selUndef
		case kind[k] == UndefVector:
			if kind[k], value[k] = Splat, v; v.Bits.IsZero() {
				kind[k] = ZeroSplat
			}
		case v != value[k]:
			kind[k] = NonSplat
		}
	}
	if s.Op[0].IsVar() && s.Op[1].IsVar() && s.Op[0].Name == s.Op[1].Name {
		m, kind[1] = m.SameOperand(), UndefVector
	}
	return m, kind, nil
}

// Map is the lane map of the shuffle. Its sources are the variables among the operands, each once, in order; names are theirs. Undef and poison are both
// undefined lanes.
func (s Shuffle) Map() (m lane.Map, names []string) {
	m = lane.Map{Bits: s.Elem.Bits, Lane: make([]lane.Lane, len(s.Sel))}
	var source [2]int
	for k, o := range s.Op {
		if !o.IsVar() {
			continue
		}
		if source[k] = slices.Index(names, o.Name); source[k] < 0 {
			source[k] = len(names)
			names, m.Src = append(names, o.Name), append(m.Src, s.N)
		}
	}
	for i, t := range s.Sel {
		switch {
		case t == ZeroLane:
			m.Lane[i] = lane.Zero()
		case t >= 0:
			k, j := s.operand(t)
			if o := &s.Op[k]; o.IsVar() {
				m.Lane[i] = lane.From(source[k], j)
			} else if v := o.At(j); v.State == Defined {
				m.Lane[i] = lane.Fixed(v.Bits)
			}
		}
	}
	return m, names
}

// OfMap is the shuffle with the given map: at most two sources of one size, and constants where an operand is free to hold them. The names are those of the
// sources; without them they are %a and %b. The error says what a shufflevector cannot do.
func OfMap(m lane.Map, names ...string) (Shuffle, error) {
	s := Shuffle{Elem: Int(m.Bits), N: len(m.Lane), Sel: make([]int, len(m.Lane))}
	if len(m.Src) > 2 {
		return Shuffle{}, errSources(len(m.Src))
	}
	for k, n := range m.Src {
		if n != m.Src[0] {
			return Shuffle{}, errSizes(m.Src[0], n)
		}
		s.N, s.Op[k] = n, Var("%"+lane.SourceName(k))
		if k < len(names) {
			s.Op[k].Name = names[k]
		}
	}
	var pool []Value // distinct constants, for the operand that is free
	for i, l := range m.Lane {
		switch l.Kind {
		case lane.Undefined:
			s.Sel[i] = UndefLane
		case lane.Source:
			s.Sel[i] = l.Src*s.N + l.Index
		case lane.Old:
			return Shuffle{}, errOld(i)
		case lane.Constant:
			if l.Const.IsZero() && len(m.Src) == 2 {
				s.Sel[i] = ZeroLane
				continue
			}
			v := Value{Bits: l.Const}
			k := slices.Index(pool, v)
			if k < 0 {
				k, pool = len(pool), append(pool, v)
			}
			s.Sel[i] = len(m.Src)*s.N + k
		}
	}
	return s.place(pool, len(m.Src))
}

// place puts the constants into the operands from number free on.
func (s Shuffle) place(pool []Value, free int) (Shuffle, error) {
	if len(pool) > (2-free)*s.N {
		return Shuffle{}, fmt.Errorf("%d different constants beside %d sources: more than the free operands hold", len(pool), free)
	}
	for k := free; k < 2; k++ {
		s.Op[k] = PoisonVector()
		take := min(len(pool), s.N)
		if take > 1 {
			s.Op[k].Const = slices.Repeat(s.Op[k].Const, s.N)
		}
		copy(s.Op[k].Const, pool[:take]) // a single value is a splat
		pool = pool[take:]
	}
	return s, nil
}

// Mask is the shuffle's selectors, if they are at most 64 over operands of at most 64 lanes. What is undefined or zero by way of a constant operand is said by the
// operand's Kind and not by the mask.
func (s Shuffle) Mask() (Mask, error) { return NewMask(s.N, s.Sel...) }
