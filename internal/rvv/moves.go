package rvv

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// Arguments that are used again and again.
var (
	vector = Argument{Kind: Vector}
	either = Argument{Kind: Either}
	count  = Argument{Kind: Count}
)

func part(n int) Argument { return Argument{Kind: Vector, Parts: n} }

// moves are the instructions that move lanes, or bits within them.
func moves() map[string]Instruction {
	mask, scalar, wide := Argument{Kind: Mask}, Argument{Kind: Scalar}, Argument{Kind: Vector, Times: 2}
	args := func(a ...Argument) []Argument { return a }
	all := map[string]Instruction{
		// Lanes.
		"vslideup":     {Args: args(vector, vector, count), Into: true, does: slidesUp},
		"vslidedown":   {Args: args(vector, count), does: slidesDown},
		"vslide1up":    {Args: args(vector, scalar), does: slidesByOne(-1)},
		"vslide1down":  {Args: args(vector, scalar), does: slidesByOne(+1)},
		"vrgather":     {Args: args(vector, Argument{Kind: Indices}), does: gathers},
		"vrgatherei16": {Args: args(vector, Argument{Kind: Indices, Bits: 16}), does: gathers},
		"vmerge":       {Args: args(vector, either, mask), does: merges},
		"vcompress":    {Args: args(vector, mask), does: compresses},
		"vmv_v":        {Args: args(either), does: func(c *call) (lane.Map, error) { return c.Args[0].Map, nil }},
		"vmv_s":        {Args: args(scalar), does: setsLowest},
		"vid":          {does: numbersLanes},

		// Wider and narrower lanes.
		"vzext_vf2": {Args: args(part(2)), does: extends(2, false)}, "vzext_vf4": {Args: args(part(4)), does: extends(4, false)}, "vzext_vf8": {Args: args(part(8)), does: extends(8, false)},
		"vsext_vf2": {Args: args(part(2)), does: extends(2, true)}, "vsext_vf4": {Args: args(part(4)), does: extends(4, true)}, "vsext_vf8": {Args: args(part(8)), does: extends(8, true)},
		"vwcvtu": {Args: args(part(2)), does: extends(2, false)}, "vwcvt": {Args: args(part(2)), does: extends(2, true)},
		"vncvt": {Args: args(wide), does: narrows(false)}, "vnsrl": {Args: args(wide, either), does: narrows(false)}, "vnsra": {Args: args(wide, either), does: narrows(true)},
		"vwsll": {Args: args(part(2), Argument{Kind: Either, Parts: 2}), does: shiftsWider},

		// Bits within lanes.
		"vsll":   {Args: args(vector, either), does: shifts(func(b, by, _ int) int { return b - by })},
		"vsrl":   {Args: args(vector, either), does: shifts(func(b, by, _ int) int { return b + by })},
		"vsra":   {Args: args(vector, either), does: shifts(func(b, by, n int) int { return orSign(b+by, n) })},
		"vrol":   {Args: args(vector, either), does: shifts(func(b, by, n int) int { return (b - by + n) % n })},
		"vror":   {Args: args(vector, either), does: shifts(func(b, by, n int) int { return (b + by) % n })},
		"vrev8":  {Args: args(vector), does: shifts(func(b, _, n int) int { return n - 8 - b/8*8 + b%8 })},
		"vbrev8": {Args: args(vector), does: shifts(func(b, _, _ int) int { return b/8*8 + 7 - b%8 })},
		"vbrev":  {Args: args(vector), does: shifts(func(b, _, n int) int { return n - 1 - b })},
		"vand":   {Args: args(vector, either), does: combines("&", program.And)},
		"vor":    {Args: args(vector, either), does: combines("|", program.Or)},
		"vxor":   {Args: args(vector, either), does: combines("^", program.Xor)},
		"vandn":  {Args: args(vector, either), does: combines("&", program.AndNot)},

		// x + y·2ⁿ as (x + y) + y·(2ⁿ-1): lanes of both in turn.
		"vwaddu":    {Args: args(part(2), part(2)), does: addsWider},
		"vwaddu_wv": {Args: args(vector, Argument{Kind: Either, Parts: 2}), does: addsToWider},
		"vwmaccu":   {Args: args(vector, Argument{Kind: Either, Parts: 2}, part(2)), Into: true, does: accumulates},
	}
	return all
}

// offset is an argument that counts lanes.
func (c *call) offset(k int) (int, error) {
	if n := c.Args[k].Number; n >= 0 {
		return min(n, lane.MaxLanes), nil
	}
	return 0, fmt.Errorf("%d lanes are none", c.Args[k].Number)
}

// chosen are lanes that a function counts through all values.
func (c *call) chosen(from func(i int) int, values ...lane.Map) (lane.Map, error) {
	sel := make([]int, c.Lanes)
	for i := range sel {
		sel[i] = from(i)
	}
	return c.pick(sel, values...)
}

func slidesUp(c *call) (lane.Map, error) {
	by, err := c.offset(2)
	if err != nil {
		return lane.Map{}, err
	}
	return c.chosen(func(i int) int {
		if i < by {
			return i
		}
		return c.Lanes + i - by
	}, c.Args[0].Map, c.Args[1].Map)
}

func slidesDown(c *call) (lane.Map, error) {
	by, err := c.offset(1)
	if err != nil {
		return lane.Map{}, err
	}
	return c.chosen(func(i int) int { return orZero(i+by, c.Lanes) }, c.Args[0].Map)
}

// orZero is a lane of so many, or zero where there is none.
func orZero(i, n int) int {
	if i >= n {
		return program.ZeroLane
	}
	return i
}

// slidesByOne puts a number into the place that is free: the lowest lane, or the last that is written.
func slidesByOne(by int) func(c *call) (lane.Map, error) {
	return func(c *call) (lane.Map, error) {
		free := c.Written - 1
		if by < 0 {
			free = 0
		}
		return c.chosen(func(i int) int {
			if i == free || i+by >= c.Lanes {
				return c.Lanes + i
			}
			return i + by
		}, c.Args[0].Map, c.Args[1].Map)
	}
}

// gathers looks lanes up.
func gathers(c *call) (lane.Map, error) {
	indices, err := c.known(1)
	if err != nil {
		return lane.Map{}, err
	}
	return c.chosen(func(i int) int {
		switch {
		case i >= len(indices):
			return program.UndefinedLane
		case indices[i] >= uint64(c.Lanes):
			return program.ZeroLane
		}
		return int(indices[i])
	}, c.Args[0].Map)
}

func merges(c *call) (lane.Map, error) {
	chosen, err := c.maskBits(c.Args[2].Map)
	if err != nil {
		return lane.Map{}, err
	}
	return c.chosen(func(i int) int {
		if i < c.Written && chosen[i] {
			return c.Lanes + i
		}
		return i
	}, c.Args[0].Map, c.Args[1].Map)
}

func compresses(c *call) (lane.Map, error) {
	bits, err := c.maskBits(c.Args[1].Map)
	if err != nil {
		return lane.Map{}, err
	}
	sel := make([]int, 0, c.Lanes)
	for i := range c.Written {
		if bits[i] {
			sel = append(sel, i)
		}
	}
	c.Written = len(sel) // those behind them are as behind the last
	for len(sel) < c.Lanes {
		sel = append(sel, program.UndefinedLane)
	}
	return c.pick(sel, c.Args[0].Map)
}

func setsLowest(c *call) (lane.Map, error) {
	c.Written = min(c.Written, 1)
	return c.Args[0].Map, nil
}

func numbersLanes(c *call) (lane.Map, error) {
	all := make([]uint64, c.Written)
	for i := range all {
		all[i] = uint64(i)
	}
	return c.constants(all), nil
}

// signBit stands for a bit that is a copy of the sign.
const signBit = -1 << 20

// orSign is a bit of so many, or the sign behind them.
func orSign(b, n int) int {
	if b >= n {
		return signBit
	}
	return b
}

// errSign is that of what copies signs.
var errSign = errors.New("it copies the sign, which is no movement; vsrl, vnsrl and vzext put zeros there")

// extends is lanes with zeros above, or with copies of the sign.
func extends(times int, signs bool) func(c *call) (lane.Map, error) {
	return func(c *call) (lane.Map, error) {
		from := c.Bits / times
		if from == 0 {
			return lane.Map{}, errors.New("there are no lanes as narrow")
		}
		return c.bits(from, func(_, b int) int {
			if b < from || !signs {
				return b
			}
			return signBit
		})
	}
}

// narrows is the lower half of each lane, once it has been shifted down.
func narrows(signs bool) func(c *call) (lane.Map, error) {
	return func(c *call) (lane.Map, error) {
		by, err := c.counts(1, 2*c.Bits)
		if err != nil {
			return lane.Map{}, err
		}
		return c.bits(2*c.Bits, func(i, b int) int {
			at := b + by(i)
			if signs {
				return orSign(at, 2*c.Bits)
			}
			return at
		})
	}
}

// shifts takes each bit of a lane from another one: from where bit b comes that is shifted by so many, of n. Below 0 and from n on there are zeros.
func shifts(from func(b, by, n int) int) func(c *call) (lane.Map, error) {
	return func(c *call) (lane.Map, error) {
		by, err := c.counts(1, c.Bits)
		if err != nil {
			return lane.Map{}, err
		}
		return c.bits(c.Bits, func(i, b int) int { return from(b, by(i), c.Bits) })
	}
}

// shiftsWider is a lane with zeros above, shifted up.
func shiftsWider(c *call) (lane.Map, error) {
	by, err := c.counts(1, c.Bits)
	if err != nil {
		return lane.Map{}, err
	}
	return c.bits(c.Bits/2, func(i, b int) int { return b - by(i) })
}

// counts is by how many bits each lane is shifted, where shifts are by fewer than so many; without an argument by none.
func (c *call) counts(k, below int) (func(i int) int, error) {
	if k >= len(c.Args) {
		return func(int) int { return 0 }, nil
	}
	all, err := c.known(k)
	return func(i int) int {
		if i >= len(all) {
			return 0 // of lanes that are not written
		}
		return int(all[i] & uint64(below-1))
	}, err
}

// bits is a result of which each lane has bits of the same lane of the first argument, whose lanes have so many; others than it has are zero. Copies of signs are those of constants, and else computed,
// which does no harm where they are thrown away.
func (c *call) bits(from int, at func(i, b int) int) (lane.Map, error) {
	sel, signs := make([]int, 0, c.Lanes*c.Bits), []int{}
	for i := range c.Lanes {
		for b := range c.Bits {
			k := at(i, b)
			switch {
			case k == signBit:
				signs = append(signs, len(sel))
				k = i*from + from - 1
			case k < 0 || k >= from:
				k = program.ZeroLane
			default:
				k += i * from
			}
			sel = append(sel, k)
		}
	}
	m, err := c.Values.Pick([]lane.Map{c.Args[0].Map}, c.Lanes*from, 1, sel)
	if err == nil && len(signs) > 0 {
		m, err = c.withoutSigns(m, signs)
	}
	if err != nil {
		return m, err
	}
	for _, width := range []int{c.Bits, 8} {
		if whole, err := m.Regroup(width); err == nil {
			return whole, nil
		}
	}
	return m, nil
}

// withoutSigns is a map of bits of which some are copies of signs: those that are not known are computed.
func (c *call) withoutSigns(m lane.Map, signs []int) (lane.Map, error) {
	m, err := m.Regroup(1)
	if err != nil {
		return m, err
	}
	var live []int
	for _, at := range signs {
		if m.Lane[at].Kind == lane.Source {
			live = append(live, at)
		}
	}
	if len(live) == 0 {
		return m, nil
	}
	return c.Values.Computed(m, live, errSign)
}

// combines is a function of the bits of both, where it moves.
func combines(sign string, does program.Bitwise) func(c *call) (lane.Map, error) {
	return func(c *call) (lane.Map, error) {
		both := []lane.Map{c.Args[0].Map, c.Args[1].Map}
		if err := c.Values.Level(both); err != nil {
			return lane.Map{}, err
		}
		m, err := program.Combine(sign, does, both[0], both[1])
		if err != nil && c.Values.Patient {
			return c.bitByBit(does, both, err)
		}
		return m, err
	}
}

// bitByBit is a function of the bits of both of which some are computed, which does no harm where they are thrown away.
func (c *call) bitByBit(does program.Bitwise, both []lane.Map, why error) (lane.Map, error) {
	for k := range both {
		narrow, err := both[k].Regroup(1)
		if err != nil {
			return narrow, err
		}
		both[k] = narrow
	}
	r := both[0].Clone()
	var live []int
	for i := range r.Lane {
		l, ok := does(both[0].Lane[i], both[1].Lane[i], 1)
		if r.Lane[i] = l; !ok {
			live = append(live, i)
		}
	}
	return c.Values.Computed(r, live, why)
}

// A sum is what vwaddu adds, of which nothing moves before vwmaccu.
type sum struct {
	input int // that stands for it
	sides [2]lane.Map
}

// addsWider is a sum of lanes with zeros above.
func addsWider(c *call) (lane.Map, error) {
	m := lane.Map{Bits: 8, Lane: make([]lane.Lane, c.Lanes*c.Bits/8)}
	every := make([]int, len(m.Lane))
	for i := range every {
		every[i] = i
	}
	s := sum{len(c.Values.Inputs), [2]lane.Map{c.Args[0].Map, c.Args[1].Map}}
	m, err := c.Values.Computed(m, every, errors.New("it adds, which is no movement before vwmaccu has put one of both into the upper halves"))
	c.sums = append(c.sums, s)
	return m, err
}

// addsToWider adds lanes with zeros above to wider ones, where no live bits meet.
//
//	vwsll.vi v9, v8, 8; vwaddu.wv v9, v9, v8        each byte twice
func addsToWider(c *call) (lane.Map, error) {
	if m, err := computes(func(of []uint64, _ int) uint64 { return of[0] + of[1] })(c); err == nil {
		return m, nil
	}
	narrow := *c
	narrow.Args = []Operand{c.Args[1]}
	y, err := narrow.bits(c.Bits/2, func(_, b int) int { return b })
	if err != nil {
		return y, err
	}
	narrow.Args = []Operand{c.Args[0], {Map: y}}
	return narrow.added()
}

// accumulates is a sum of vwaddu, with one of both in the upper half, too.
func accumulates(c *call) (lane.Map, error) {
	half := c.Bits / 2
	factors, err := c.known(1)
	for _, s := range c.sums {
		maps := []lane.Map{s.sides[0], s.sides[1], c.Args[2].Map, c.Args[0].Map}
		if err := c.Values.Level(maps); err != nil {
			return lane.Map{}, err
		}
		ones := err == nil && len(factors) > 0
		for _, f := range factors {
			ones = ones && f == 1<<half-1
		}
		if !ones || !readsOnly(maps[3], s.input, c.Written*c.Bits) {
			continue
		}
		for k := range 2 {
			if !sameLowest(maps[k], maps[2], c.Written*half) {
				continue
			}
			sel := make([]int, 0, 2*c.Lanes)
			for i := range c.Lanes {
				sel = append(sel, i, c.Lanes+i)
			}
			return c.Values.Pick([]lane.Map{maps[1-k], maps[k]}, c.Lanes, half, sel)
		}
	}
	return lane.Map{}, errors.New("it computes: it is a movement only of what vwaddu adds, with as many ones as a lane has bits and one of both")
}

// readsOnly says whether the lowest bits of a map are those of an input, each in its place.
func readsOnly(m lane.Map, input, bits int) bool {
	for i, l := range m.Lane[:min(bits/m.Bits, len(m.Lane))] {
		if l != lane.From(input, i) {
			return false
		}
	}
	return bits > 0
}

// sameLowest says whether the lowest bits of two maps over the same inputs are the same.
func sameLowest(x, y lane.Map, bits int) bool {
	width := lane.GCD(x.Bits, y.Bits)
	x, wrong := x.Regroup(width)
	y, other := y.Regroup(width)
	n := bits / width
	if wrong != nil || other != nil || bits%width != 0 || n > len(x.Lane) || n > len(y.Lane) {
		return false
	}
	for i := range n {
		if x.Lane[i] != y.Lane[i] {
			return false
		}
	}
	return true
}
