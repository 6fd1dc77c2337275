package machine

import (
	"fmt"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/lane"
)

// Map is where every lane of the destination comes from when all 32 are active. A source is a register or a uniform that the instruction names, in the order of its operands: 32
// lanes of a register, one of a uniform, each as wide as it is named. The map's lanes are the widest that every lane of it is.
//
//	simd_shuffle_xor r0, r1, 1       i32x32 -> a1 a0 a3 a2 …
//	mov r0, r1h                      i16x32 -> a0 z a1 z …
//
// Instructions that compute, or that look for the lane in a register, have none: the error says which.
func Map(i g13.Inst) (lane.Map, error) {
	m, _, _, err := Movement(i)
	return m, err
}

// Movement is the map of an instruction, the register that it writes, and the register or uniform that each source of the map is.
func Movement(i g13.Inst) (_ lane.Map, to g13.Arg, from []g13.Arg, err error) {
	m := mover{inst: i}
	d, err := m.destination()
	if err != nil {
		return lane.Map{}, d, nil, err
	}
	bits, err := m.moved()
	if err != nil {
		name, _ := i.Name()
		return lane.Map{}, d, nil, fmt.Errorf("%s is no movement of lanes: %w", name, err)
	}
	width := d.Size
	for !m.fits(bits[:d.Size], width) {
		width /= 2
	}
	r := lane.Map{Bits: width, Lane: make([]lane.Lane, 0, Lanes*d.Size/width)}
	for _, n := range m.sources {
		r.Src = append(r.Src, n/width)
	}
	for t := range Lanes {
		for k := 0; k < d.Size; k += width {
			r.Lane = append(r.Lane, m.lane(t, d.Size, k, bits[k:k+width]))
		}
	}
	return r, d, m.args, nil
}

// fits says that every lane of that width comes from one place: from bits of a source that begin at a multiple of the width, or from a number.
func (m *mover) fits(bits []moving, width int) bool {
	for _, n := range m.sources {
		if n%width != 0 {
			return false
		}
	}
	for k, b := range bits {
		first := bits[k-k%width]
		if b.source != first.source || b.source >= 0 && (first.n%width != 0 || b.n != first.n+k%width) {
			return false
		}
	}
	return true
}

// lane is what lane t of the group has at bit k of so many, which comes from some bits.
func (m *mover) lane(t, size, k int, bits []moving) lane.Lane {
	b, width := bits[0], len(bits)
	switch {
	case m.from != nil && m.from[t] < 0:
		return lane.FromOld((t*size + k) / width)
	case b.source < 0:
		v := uint64(0)
		for j, one := range bits {
			v |= uint64(one.n) << j
		}
		return lane.Fixed(lane.ConstOf(v))
	case m.from != nil:
		t = int(m.from[t])
	}
	return lane.From(b.source, (t*b.size+b.n)/width)
}

// A mover finds what an instruction moves.
type mover struct {
	inst    g13.Inst
	sources []int // bits of each
	args    []g13.Arg
	from    *permutation // for a shuffle: the lane that a lane reads, or none
}

// A moving is one bit of a lane: bit n of a source, or 0 or 1.
type moving struct {
	source int // -1 for 0 and 1
	n      int
	size   int // bits of the source's lanes; 0 for those of a uniform, which every lane reads
}

type movings [64]moving

// destination is operand D.
func (m *mover) destination() (g13.Arg, error) {
	for n := range m.inst.Args() {
		if m.inst.Operand(n).Name == "D" && m.inst.Kind(n).IsDestination() && m.inst.Arg(n).Size < 64 {
			return m.inst.Arg(n), nil
		}
	}
	name, _ := m.inst.Name()
	return g13.Arg{}, fmt.Errorf("%s is no movement of lanes: it has no destination of 16 or 32 bits", name)
}

// number is 64 bits of a number.
func (movings) number(v uint64) (b movings) {
	for k := range b {
		b[k] = moving{source: -1, n: int(v >> k & 1)}
	}
	return b
}

// operand is what an operand is, extended by zeros.
func (m *mover) operand(name string) (b movings, err error) {
	var a g13.Arg
	for n := range m.inst.Args() {
		if m.inst.Operand(n).Name == name {
			a = m.inst.Arg(n)
		}
	}
	if a.Class == g13.Immediate {
		return b.number(uint64(a.Value)), nil
	}
	if a.Size == 64 || a.Sx {
		return b, fmt.Errorf("operand %s has 64 bits or is extended by its sign", name)
	}
	a = g13.Arg{Class: a.Class, Index: a.Index, Size: a.Size} // a hint is no difference
	b = b.number(0)
	s := m.source(a)
	for k := range a.Size {
		b[k] = moving{source: s, n: k}
		if a.Class == g13.Register {
			b[k].size = a.Size
		}
	}
	return b, nil
}

// source is the number of a source, of which each register or uniform has one.
func (m *mover) source(a g13.Arg) int {
	for s, known := range m.args {
		if a == known {
			return s
		}
	}
	lanes := Lanes
	if a.Class == g13.Uniform {
		lanes = 1
	}
	m.args, m.sources = append(m.args, a), append(m.sources, lanes*a.Size)
	return len(m.args) - 1
}

// value is a number that an operand has to be.
func (b movings) value() (v uint64, ok bool) {
	for k := range b {
		if b[k].source >= 0 {
			return 0, false
		}
		v |= uint64(b[k].n) << k
	}
	return v, true
}

// shifted is the bits moved upwards, or downwards if by is negative.
func (b movings) shifted(by int) (r movings) {
	r = r.number(0)
	for k := range b {
		if at := k + by; at >= 0 && at < len(r) {
			r[at] = b[k]
		}
	}
	return r
}

// where is b where the mask has a 1, and else a.
func (b movings) where(mask uint64, a movings) movings {
	for k := range b {
		if mask>>k&1 == 0 {
			b[k] = a[k]
		}
	}
	return b
}
