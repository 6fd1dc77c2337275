package listing

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// number32 is what a line with a number last makes: vmov.i32 and vmvn.i32 fill a register, vorr.i32, vbic.i32 and their like change what one holds. Done is false for lines without.
func (f *Follower) number32(a *neon32Ask, kind string) (m lane.Map, done bool, err error) {
	last := a.words[len(a.words)-1]
	to, ok := neon32Named(a.words[0])
	if !ok || !slices.Contains([]string{"vmov", "vmvn", "vorr", "vbic", "vand", "vorn"}, a.name) || len(a.words) < 2 {
		return m, false, nil
	}
	digits, hash := strings.CutPrefix(last, "#")
	value, isNumber := uint64(0), false
	if strings.HasPrefix(kind, "f") && a.elem == 32 {
		v, err := strconv.ParseFloat(digits, 32)
		value, isNumber = uint64(math.Float32bits(float32(v))), err == nil
	} else if n, is := listingNumber(digits); is {
		value, isNumber = uint64(n), true
	}
	if !isNumber {
		if hash {
			return m, true, fmt.Errorf("%s has a number behind #, found %s", a.name, syntax.Quote(last))
		}
		return m, false, nil
	}
	elems := strings.TrimLeft(kind, "iusf")
	if a.elem, _ = strconv.Atoi(elems); a.elem == 0 || to.bits == 32 && a.elem != 32 {
		return m, true, fmt.Errorf("%s of a number says how long its elements are, as in %s.i32", a.name, a.name)
	}
	value &= ^uint64(0) >> (64 - a.elem)
	long := value
	for n := a.elem; n < 64; n *= 2 {
		long |= long << n
	}
	fills := a.name == "vmov" || a.name == "vmvn"
	if float := kind != "" && kind[0] == 'f'; !float && !encodes32(long, fills) && !encodes32(^long, fills) || float && (value&(1<<19-1) != 0 || value>>25&63 != 31 && value>>25&63 != 32) {
		return m, true, fmt.Errorf("%s.%s has no number %s: of each element a byte may be set, and the rest is zeros or ones", a.name, kind, last)
	}
	if a.name == "vmvn" || a.name == "vbic" || a.name == "vorn" {
		value = ^value & (^uint64(0) >> (64 - a.elem))
	}
	each := lane.Fixed(lane.ConstOf(value).Slice(0, a.elem))
	return lane.Map{Bits: a.elem, Lane: slices.Repeat([]lane.Lane{each}, to.bits/a.elem)}, true, nil
}

// encodes32 says whether an instruction has such a number, as it fills 64 bits: a byte of each 16 or 32 bits, and of what fills registers also a byte of each 8, the same bytes with ones below, and bytes that are all ones or all zeros.
func encodes32(long uint64, fills bool) bool {
	low, half := uint32(long), uint16(long)
	twice := uint64(low)<<32 | uint64(low)
	if twice == long {
		if half == uint16(low>>16) && (half&0xff == 0 || half>>8 == 0) {
			return true
		}
		for shift := 0; shift < 32; shift += 8 {
			if low&^(0xff<<shift) == 0 {
				return true
			}
		}
	}
	if !fills {
		return false
	}
	bytes := true
	for shift := 0; shift < 64; shift += 8 {
		b := long >> shift & 0xff
		bytes = bytes && (b == 0 || b == 0xff)
	}
	return bytes || twice == long && (low == uint32(half)<<16|uint32(half) && half&0xff == half>>8 || low&0xff == 0xff && low>>16 == 0 || low&0xffff == 0xffff && low>>24 == 0)
}

// wroteNumber32 puts what a line with a number makes where it belongs.
func (f *Follower) wroteNumber32(d *Deed, m lane.Map, a *neon32Ask, err error) error {
	to, _ := neon32Named(a.words[0])
	if err != nil {
		return err
	}
	if a.name == "vmov" || a.name == "vmvn" {
		d.Kind = Loaded
		both := []lane.Map{m}
		if err := f.l.Level(both); err != nil {
			return err
		}
		return f.writes32(d, to, both[0])
	}
	from, ok := neon32Named(a.words[len(a.words)-2])
	if !ok || from.bits != to.bits || len(a.words) > 3 || to.bits < 64 {
		return fmt.Errorf("%s with a number has one or two registers of 64 or 128 bits before it", a.name)
	}
	old, err := f.reads32(d, from)
	if err != nil {
		return err
	}
	both := []lane.Map{old, m}
	if err := f.l.Level(both); err != nil {
		return err
	}
	how := program.And
	if a.name == "vorr" || a.name == "vorn" {
		how = program.Or
	}
	if m, err = program.Combine(a.name, how, both[0], both[1]); err != nil {
		return err
	}
	return f.writes32(d, to, m)
}
