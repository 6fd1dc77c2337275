package machine

import (
	"errors"

	"github.com/lanescope/lanescope/g13"
)

var (
	errComputes  = errors.New("it computes")
	errVariable  = errors.New("its amount or index is in a register or a uniform")
	errMerges    = errors.New("bits of both operands meet, or are turned over")
	errNobody    = errors.New("nobody knows what it does")
	errNegates   = errors.New("it adds, or negates")
	errSaturates = errors.New("it saturates")
)

// moved is what the bits of the destination come from, in every lane alike.
func (m *mover) moved() (b movings, err error) {
	switch m.inst.Form {
	case g13.MOV_IMM16, g13.MOV_IMM32:
		v, _ := m.inst.Field("imm")
		return b.number(v), nil
	case g13.BITOP:
		return m.bitop()
	case g13.BFI, g13.BFEIL, g13.EXTR, g13.SHLHI, g13.SHRHI:
		return m.bitfield()
	case g13.BITREV:
		a, err := m.operand("A")
		for k := range 32 {
			b[k] = a[31-k]
		}
		return b, err
	case g13.INTL:
		return m.interleave()
	case g13.IADD:
		return m.sum()
	case g13.SIMD_SHUF_OP:
		return m.shuffle()
	}
	return b, errComputes
}

func (m *mover) two() (a, b movings, err error) {
	if a, err = m.operand("A"); err == nil {
		b, err = m.operand("B")
	}
	return a, b, err
}

// bitop moves a bit where what it makes of it is the bit itself, whatever the other one is.
func (m *mover) bitop() (r movings, err error) {
	a, b, err := m.two()
	var table [2][2]int // by the bit of B, then that of A
	for k, name := range [...]string{"tt0", "tt1", "tt2", "tt3"} {
		v, _ := m.inst.Field(name)
		table[k>>1][k&1] = int(v)
	}
	if table == [2][2]int{{1, 1}, {0, 0}} || table == [2][2]int{{0, 0}, {1, 1}} {
		return a, err // where the document has UNDEFINED(), the result is A
	}
	for k := range r {
		bit, ok := meet(table, a[k], b[k])
		if !ok && k < 32 && err == nil {
			return r, errMerges
		}
		r[k] = bit
	}
	return r, err
}

// meet is what a table makes of two bits, if that is one of them or known.
func meet(table [2][2]int, a, b moving) (moving, bool) {
	possible := func(v moving) []int {
		if v.source < 0 {
			return []int{v.n}
		}
		return []int{0, 1}
	}
	known, isA, isB := [2]bool{true, true}, true, true
	for _, y := range possible(b) {
		for _, x := range possible(a) {
			v := table[y][x]
			known[1-v] = false
			isA, isB = isA && v == x && (a != b || x == y), isB && v == y
		}
	}
	if a == b && a.source >= 0 { // both are the same bit
		zero, one := table[0][0], table[1][1]
		return moving{source: a.source, n: a.n, size: a.size}.orNumber(zero, one)
	}
	switch {
	case known[0], known[1]:
		return moving{source: -1, n: int(bit(known[1]))}, true
	case isA:
		return a, true
	}
	return b, isB
}

// orNumber is what a bit becomes of which is known what 0 and 1 become.
func (v moving) orNumber(zero, one int) (moving, bool) {
	if zero == one {
		return moving{source: -1, n: zero}, true
	}
	return v, one == 1
}

// bitfield moves bits if the amount is a number.
func (m *mover) bitfield() (r movings, err error) {
	a, b, err := m.two()
	if err != nil {
		return r, err
	}
	c, err := m.operand("C")
	amount, ok := c.value()
	if err != nil || !ok {
		return r, errVariable
	}
	s := int(amount & 127)
	mask := uint64(1<<32 - 1)
	if n := m.maskBits(); n != 0 {
		mask = 1<<n - 1
	}
	switch m.inst.Form {
	case g13.BFI:
		return b.shifted(s).where(mask<<s, a), nil
	case g13.BFEIL:
		return b.shifted(-s).where(mask, a), nil
	case g13.EXTR:
		both := b.shifted(32)
		return both.where(^uint64(1<<32-1), a).shifted(-s).where(mask, r.number(0)), nil
	case g13.SHLHI:
		return b.shifted(s-32).where(mask<<max(s-32, 0), a), nil
	}
	return b.shifted(32-s).where(mask<<32>>min(s, 32), a), nil
}

func (m *mover) maskBits() (n uint64) {
	for k, name := range [...]string{"m1", "m2", "m3"} {
		v, _ := m.inst.Field(name)
		n |= v << (2 * k)
	}
	return n
}

func (m *mover) interleave() (r movings, err error) {
	a, b, err := m.two()
	for k := range 16 {
		r[2*k], r[2*k+1] = a[k], b[k]
	}
	return r, err
}

// sum is iadd, which moves if it adds to 0.
func (m *mover) sum() (r movings, err error) {
	a, b, err := m.two()
	negate, _ := m.inst.Field("N")
	s1, _ := m.inst.Field("s1")
	s2, _ := m.inst.Field("s2")
	switch shift := int(s1 | s2<<1); {
	case err != nil:
		return r, err
	case m.inst.Saturates() && shift == 0:
		return r, errSaturates
	case a == a.number(0) && negate == 0 && shift < 5:
		return b.shifted(shift), nil
	case b == b.number(0), shift >= 5:
		return a, nil
	}
	return r, errNegates
}

// shuffle moves lanes if the index is a number.
func (m *mover) shuffle() (movings, error) {
	a, b, err := m.two()
	v, ok := b.value()
	if err != nil || !ok {
		return a, errVariable
	}
	way, _ := m.inst.Field("mode")
	if rotate, _ := m.inst.Field("rotate"); rotate != 0 {
		if way != upwards {
			return a, errNobody
		}
		way = around
	}
	aim := inGroup
	if simd, _ := m.inst.Field("simd"); simd == 0 {
		aim = inQuad
	}
	var index Row
	for k := range index {
		index[k] = uint32(v)
	}
	m.from = new(permutation)
	for k := range m.from {
		m.from[k] = int8(found(int(way), k, aim(int(way), k, uint32(v)), &index))
	}
	return a, nil
}
