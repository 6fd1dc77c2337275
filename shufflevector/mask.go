package shufflevector

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/lane"
)

// MaxMask is the most lanes that a Mask, and each of its operands, can have.
const MaxMask = 64

// A Mask is the selectors of a shuffle without its operands and its type: a small value that can be compared, copied and used as a map key.
//
//	byte     0    1    2    3    4 … 63
//	sel      0    4   Undef Zero  0 …       n = 4, m = 4
//
// Selectors 0 to n-1 are lanes of the first operand, n to 2n-1 of the second.
type Mask struct {
	n, m uint8
	sel  [MaxMask]uint8 // from m on: zero, so that equal masks are equal values
}

// Selectors of a Mask that select no lane of an operand; all others are below 128.
const (
	selZero  = 0xfe
	selUndef = 0xff
)

// NewMask is the mask with the given selectors over two operands of n lanes.
func NewMask(n int, sel ...int) (Mask, error) {
	if n < 1 || n > MaxMask || len(sel) < 1 || len(sel) > MaxMask {
		return Mask{}, fmt.Errorf("a mask of %d selectors over %d lanes: both are 1 to %d", len(sel), n, MaxMask)
	}
	m := Mask{n: uint8(n), m: uint8(len(sel))}
	for i, t := range sel {
		switch {
		case t == UndefLane:
			m.sel[i] = selUndef
		case t == ZeroLane:
			m.sel[i] = selZero
		case t < 0 || t >= 2*n:
			return Mask{}, fmt.Errorf("selector %d of lane %d is out of range: two operands of %d lanes have selectors 0 to %d", t, i, n, 2*n-1)
		default:
			m.sel[i] = uint8(t)
		}
	}
	return m, nil
}

// N is the number of lanes of each operand.
func (m Mask) N() int { return int(m.n) }

// Len is the number of lanes of the result.
func (m Mask) Len() int { return int(m.m) }

// At is selector i: 0 to 2n-1, UndefLane or ZeroLane.
func (m Mask) At(i int) int {
	switch t := m.sel[:m.m][i]; t {
	case selUndef:
		return UndefLane
	case selZero:
		return ZeroLane
	default:
		return int(t)
	}
}

// Sel is all selectors.
func (m Mask) Sel() []int {
	sel := make([]int, m.m)
	for i := range sel {
		sel[i] = m.At(i)
	}
	return sel
}

// String is the mask in the short form of a type without element, as "<4> 0 4 u z".
func (m Mask) String() string {
	b := append(strconv.AppendInt([]byte{'<'}, int64(m.n), 10), '>')
	for i := range m.Len() {
		b = appendSelector(b, m.At(i))
	}
	return string(b)
}

// Commute is the mask for exchanged operands: (t + n) mod 2n.
func (m Mask) Commute() Mask {
	for i, t := range m.sel[:m.m] {
		if t < m.n {
			m.sel[i] = t + m.n
		} else if t < selZero {
			m.sel[i] = t - m.n
		}
	}
	return m
}

// SameOperand is the mask for two operands that are the same vector: all selectors from the first, t mod n.
func (m Mask) SameOperand() Mask {
	for i, t := range m.sel[:m.m] {
		if t >= m.n && t < selZero {
			m.sel[i] = t - m.n
		}
	}
	return m
}

// Map is the lane map of the mask with lanes of the given width: two sources a and b, whether the mask reads both or not.
func (m Mask) Map(bits int) lane.Map {
	r := lane.Map{Bits: bits, Src: []int{m.N(), m.N()}, Lane: make([]lane.Lane, m.m)}
	for i := range r.Lane {
		switch t := m.At(i); {
		case t == ZeroLane:
			r.Lane[i] = lane.Zero()
		case t >= 0:
			r.Lane[i] = lane.From(t/m.N(), t%m.N())
		}
	}
	return r
}

// MaskOf is the mask of a lane map, whose width it leaves out; the error says what a mask cannot hold. A map without sources is a mask over operands as long as
// the result.
func MaskOf(m lane.Map) (Mask, error) {
	n := len(m.Lane)
	if len(m.Src) > 2 {
		return Mask{}, errSources(len(m.Src))
	} else if len(m.Src) > 0 {
		if n = m.Src[0]; n != m.Src[len(m.Src)-1] {
			return Mask{}, errSizes(n, m.Src[1])
		}
	}
	if n > MaxMask || len(m.Lane) > MaxMask {
		return Mask{}, fmt.Errorf("a mask of %d selectors over %d lanes: both are 1 to %d", len(m.Lane), n, MaxMask)
	}
	r := Mask{n: uint8(n), m: uint8(len(m.Lane))}
	for i := range m.Lane {
		switch l := &m.Lane[i]; {
		case l.Kind == lane.Undefined:
			r.sel[i] = selUndef
		case l.Kind == lane.Source:
			r.sel[i] = uint8(l.Src*n + l.Index)
		case l.Kind == lane.Old:
			return Mask{}, errOld(i)
		case !l.Const.IsZero():
			return Mask{}, fmt.Errorf("lane %d is the constant %s: a mask holds no constants but zero", i, l.Text(i, m.Bits))
		default:
			r.sel[i] = selZero
		}
	}
	return r, nil
}

func errSources(n int) error { return fmt.Errorf("%d sources: a shufflevector has two", n) }

func errSizes(a, b int) error {
	return fmt.Errorf("sources of %d and %d lanes: the operands of a shufflevector have one type", a, b)
}

func errOld(i int) error {
	return fmt.Errorf("lane %d keeps the old destination, which a shufflevector does not have", i)
}
