package ptx

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// A permutation is a mode of prmt: which bytes of {b, a} the result has.
type permutation struct {
	suffix string // .f4e
	one    bool   // it reads a alone
	meaning,
	picks string // the bytes for a control of 0 to 3, most significant first as the document prints them; empty: the control has a digit for each byte
}

// permutations are the modes of prmt, in the order of the PTX document's table.
var permutations = []permutation{
	{"", false, "any four of eight bytes", ""},
	{".f4e", false, "four bytes forwards from a place on", "3210 4321 5432 6543"},
	{".b4e", false, "four bytes backwards from a place on", "5670 6701 7012 0123"},
	{".rc8", true, "one byte everywhere", "0000 1111 2222 3333"},
	{".ecl", true, "bytes clamped on the left", "3210 3211 3222 3333"},
	{".ecr", true, "bytes clamped on the right", "0000 1110 2210 3210"},
	{".rc16", true, "one half twice", "1010 3232 1010 3232"},
}

// selector is the digits of the result's four bytes, the lowest first, for a control; replicates says of each whether it is its byte's sign in all bits.
func (p permutation) selector(control uint64) (digits [4]int, replicates [4]bool) {
	for i := range digits {
		if p.picks == "" {
			digit := control >> (4 * i)
			digits[i], replicates[i] = int(digit&7), digit&8 != 0
			continue
		}
		row := int(control&3) * len("3210 ")
		digits[i] = int(p.picks[row+3-i] - '0')
	}
	return digits, replicates
}

// bytesMap is the map of four bytes of two registers.
func bytesMap(digits [4]int) lane.Map {
	m := lane.Map{Bits: 8, Src: []int{4, 4}, Lane: make([]lane.Lane, 4)}
	for i, d := range digits {
		m.Lane[i] = lane.From(d/4, d%4)
	}
	return m
}

// permuted is what prmt makes of two values. A byte of which only the sign is copied is no movement, unless the byte is known.
func (p permutation) permuted(s *statement, control uint64) error {
	digits, replicates := p.selector(control)
	m, names := s.bound(bytesMap(digits), 32)
	for i, sign := range replicates {
		if !sign {
			continue
		}
		if m.Lane[i].Kind != lane.Constant {
			return s.constant.Errorf(s.text, "%s", signReason(s, i, digits[i]))
		}
		v, _ := m.Lane[i].Const.Uint64()
		m.Lane[i] = lane.Fixed(lane.ConstOf(v >> 7 * 0xff))
	}
	s.makes(m, names, 0)
	return nil
}

func signReason(s *statement, i, digit int) string {
	if s.sp.drops {
		return fmt.Sprintf("digit %d is above 7: CUDA drops the bit, prmt copies a sign", i)
	}
	return fmt.Sprintf("digit %d copies the sign of byte %d: expected %d, the byte itself", i, digit, digit)
}
