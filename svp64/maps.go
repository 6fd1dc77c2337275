package svp64

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// Map is the loop as a movement of bits: source a is RA, the old destination is RT. Elements of two widths are seen as lanes of the narrower one: what is cut off is not read, and
// what zero extension adds is zero. A loop that changes values is no map, and the error says what changes them.
func (l *Loop) Map() (lane.Map, error) {
	if err := l.Check(); err != nil {
		return lane.Map{}, err
	}
	return l.movementMap()
}

// movementMap is Map without a look at the registers.
func (l *Loop) movementMap() (lane.Map, error) {
	if l.VL == 0 || l.length() == 0 {
		return lane.Map{}, l.movesNothing()
	}
	moved := l.movement()
	if what := l.changes(); what != "" && reads(moved) {
		return lane.Map{}, fmt.Errorf("not a map: %s", what)
	}
	bits := min(l.SrcBits, l.DstBits)
	m := lane.Map{Bits: bits, Src: []int{moved.Src[0] * l.SrcBits / bits}}
	for _, x := range moved.Lane {
		for part := range l.DstBits / bits {
			m.Lane = append(m.Lane, l.narrow(x, part, bits))
		}
	}
	return m, m.Check()
}

// narrow is one part of a lane of the destination, as wide as the narrower elements.
func (l *Loop) narrow(x lane.Lane, part, bits int) lane.Lane {
	switch x.Kind {
	case lane.Old:
		return lane.FromOld(x.Index*l.DstBits/bits + part)
	case lane.Constant:
		return lane.Fixed(x.Const.Slice(part*bits, bits))
	}
	if part*bits >= l.SrcBits {
		return lane.Zero()
	}
	return lane.From(0, x.Index*l.SrcBits/bits+part)
}

func reads(m lane.Map) bool { return m.Reads()[0] > 0 }

// changes says what the conversion does to values, or nothing if it only cuts or extends by zeros.
func (l *Loop) changes() string {
	switch {
	case l.Float && l.SrcBits != l.DstBits:
		return fmt.Sprintf("floating-point elements are converted from %d to %d bits", l.SrcBits, l.DstBits)
	case l.Float && l.Sat != NoSat:
		return "infinities become the greatest finite number"
	case l.Sat == Signed && l.DstBits > l.SrcBits:
		return fmt.Sprintf("sats extends elements of %d bits by their sign", l.SrcBits)
	case l.Sat != NoSat && l.DstBits < l.SrcBits:
		return fmt.Sprintf("elements of %d bits are saturated to %d", l.SrcBits, l.DstBits)
	}
	return ""
}
