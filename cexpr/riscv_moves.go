package cexpr

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/lane"
)

// riscvTable is made once somebody asks: what is in it reads expressions, which ask it.
var riscvTable struct {
	sync.Once
	all map[string]riscvDoes
}

// riscvIntrinsics are those that are known, by what they do.
func riscvIntrinsics() map[string]riscvDoes {
	riscvTable.Do(func() { riscvTable.all = makeRISCV() })
	return riscvTable.all
}

func makeRISCV() map[string]riscvDoes {
	all := map[string]riscvDoes{
		// Lanes.
		"vslideup":     {args: "dvn", does: slidesUp},
		"vslidedown":   {args: "vn", does: slidesDown},
		"vslide1up":    {args: "vx", does: slidesByOne(-1)},
		"vslide1down":  {args: "vx", does: slidesByOne(+1)},
		"vrgather":     {args: "vi", does: gathersBy(0)},
		"vrgatherei16": {args: "vi", does: gathersBy(16)},
		"vmerge":       {args: "vym", does: merges},
		"vcompress":    {args: "vm", does: compresses},
		"vmv_v":        {args: "y", does: func(c *riscvCall) (operand, error) { return c.vectorOrSplat(0) }},
		"vmv_s":        {args: "x", does: setsLowest},
		"vmv_x":        {args: "v", does: func(c *riscvCall) (operand, error) { return c.lane(c.args[0], c.t, 0) }, all: true},
		"vid":          {does: numbersLanes},
		"vundefined":   {does: func(c *riscvCall) (operand, error) { return c.undefined(), nil }, all: true},

		// The same bits as other lanes, and parts of several registers.
		"vreinterpret": {args: "v", does: asOtherLanes, all: true, masks: true},
		"vlmul_ext":    {args: "v", does: resizes, all: true},
		"vlmul_trunc":  {args: "v", does: resizes, all: true},
		"vget":         {args: "an", does: getsPart, all: true},
		"vset":         {args: "anv", does: setsPart, all: true},
		"vcreate":      {args: "a", does: puttingTogether, all: true},

		// Wider and narrower lanes.
		"vzext_vf2": {args: "v", does: zeroExtends(2), wide: 2}, "vzext_vf4": {args: "v", does: zeroExtends(4), wide: 4}, "vzext_vf8": {args: "v", does: zeroExtends(8), wide: 8},
		"vwcvtu": {args: "v", does: zeroExtends(2), wide: 2}, "vwcvtu_x": {args: "v", does: zeroExtends(2), wide: 2},
		"vsext_vf2": {args: "v", does: signExtends(2), wide: 2}, "vsext_vf4": {args: "v", does: signExtends(4), wide: 4}, "vsext_vf8": {args: "v", does: signExtends(8), wide: 8},
		"vwcvt": {args: "v", does: signExtends(2), wide: 2}, "vncvt": {args: "v", does: narrows(false), wide: -2},
		"vnsrl": {args: "vy", does: narrows(false), wide: -2}, "vnsra": {args: "vy", does: narrows(true), wide: -2},

		// Bits within lanes.
		"vsll":  {args: "vy", does: shiftsBits(func(b, by, _ int) int { return b - by })},
		"vsrl":  {args: "vy", does: shiftsBits(func(b, by, _ int) int { return b + by })},
		"vsra":  {args: "vy", does: shiftsBits(func(b, by, n int) int { return when(b+by < n, b+by, signBit) })},
		"vrol":  {args: "vy", does: shiftsBits(func(b, by, n int) int { return (b - by + n) % n })},
		"vror":  {args: "vy", does: shiftsBits(func(b, by, n int) int { return (b + by) % n })},
		"vrev8": {args: "v", does: shiftsBits(func(b, _, n int) int { return n - 8 - b/8*8 + b%8 })}, "vbrev8": {args: "v", does: shiftsBits(func(b, _, _ int) int { return b/8*8 + 7 - b%8 })},
		"vbrev": {args: "v", does: shiftsBits(func(b, _, n int) int { return n - 1 - b })}, "vwsll": {args: "vy", does: shiftsWider, wide: 2},
		"vand": {args: "vy", does: combinesBits("&")}, "vor": {args: "vy", does: combinesBits("|")}, "vxor": {args: "vy", does: combinesBits("^")}, "vandn": {args: "vy", does: clearsBits},

		// x + y·2ⁿ as (x + y) + y·(2ⁿ-1): lanes of both in turn.
		"vwaddu": {args: "vv", does: addsWider, wide: 2}, "vwmaccu": {args: "dyv", does: accumulates},

		// Memory.
		"vlm": {args: "p", does: loadsMask, masks: true}, "vsm": {args: "pm", does: storesMask, writes: true, masks: true},
	}
	for _, elem := range [...]string{"8", "16", "32", "64"} {
		all["vle"+elem], all["vse"+elem] = riscvDoes{args: "p", does: loads(1)}, riscvDoes{args: "pa", does: stores, writes: true}
		for n := 2; n <= 8; n++ {
			all["vlseg"+strconv.Itoa(n)+"e"+elem], all["vsseg"+strconv.Itoa(n)+"e"+elem] = riscvDoes{args: "p", does: loads(n)}, riscvDoes{args: "pa", does: stores, writes: true}
		}
	}
	for name, same := range map[string]string{"vfmv_v": "vmv_v", "vfmv_s": "vmv_s", "vfmv_f": "vmv_x", "vfmerge": "vmerge", "vfslide1up": "vslide1up", "vfslide1down": "vslide1down"} {
		all[name] = all[same]
	}
	addRISCVMasks(all)
	addRISCVNumbers(all)
	return all
}

// offset is an argument that counts lanes.
func (c *riscvCall) offset(k int) (int, error) {
	if n := c.args[k].Number; n >= 0 {
		return min(n, lane.MaxLanes), nil
	}
	return 0, fmt.Errorf("%d lanes are none", c.args[k].Number)
}

func slidesUp(c *riscvCall) (operand, error) {
	by, err := c.offset(2)
	if err != nil {
		return operand{}, err
	}
	sel := make([]int, c.t.lanes)
	for i := range sel {
		sel[i] = when(i < by, i, c.t.lanes+i-by)
	}
	return c.pick(sel, c.args[0], c.args[1])
}

func slidesDown(c *riscvCall) (operand, error) {
	by, err := c.offset(1)
	if err != nil {
		return operand{}, err
	}
	sel := make([]int, c.t.lanes)
	for i := range sel {
		sel[i] = when(i+by < c.t.lanes, i+by, zeroLane)
	}
	return c.pick(sel, c.args[0])
}

// slidesByOne puts a number into the place that is free: the lowest lane, or the last that is written.
func slidesByOne(by int) func(c *riscvCall) (operand, error) {
	return func(c *riscvCall) (operand, error) {
		x, err := c.repeatedLane(c.args[1], c.t)
		if err != nil {
			return x, err
		}
		free := when(by < 0, 0, c.lanes-1)
		sel := make([]int, c.t.lanes)
		for i := range sel {
			sel[i] = when(i == free || i+by >= c.t.lanes, c.t.lanes+i, i+by)
		}
		return c.pick(sel, c.args[0], x)
	}
}

// gathersBy looks lanes up by indices of so many bits; 0: as wide as the lanes.
func gathersBy(bits int) func(c *riscvCall) (operand, error) {
	return func(c *riscvCall) (operand, error) {
		of := vectorType{lanes: c.t.lanes, bits: when(bits > 0, bits, c.t.bits)}
		indices, err := c.numbers(1, of)
		if err != nil {
			return operand{}, err
		}
		sel := make([]int, c.t.lanes)
		for i := range sel {
			sel[i] = undefinedLane
			if i < len(indices) {
				sel[i] = when(indices[i] < uint64(c.t.lanes), int(indices[i]&(1<<20-1)), zeroLane)
			}
		}
		return c.pick(sel, c.args[0])
	}
}

func merges(c *riscvCall) (operand, error) {
	chosen, err := c.maskBits(c.args[2], c.lanes)
	if err != nil {
		return operand{}, err
	}
	y, err := c.vectorOrSplat(1)
	if err != nil {
		return y, err
	}
	sel := make([]int, c.t.lanes)
	for i := range sel {
		sel[i] = when(i < c.lanes && chosen[i], c.t.lanes+i, i)
	}
	return c.pick(sel, c.args[0], y)
}

func compresses(c *riscvCall) (operand, error) {
	chosen, err := c.maskBits(c.args[1], c.lanes)
	if err != nil {
		return operand{}, err
	}
	sel := make([]int, 0, c.t.lanes)
	for i := range c.lanes {
		if chosen[i] {
			sel = append(sel, i)
		}
	}
	c.lanes = len(sel) // those behind them are as behind the last
	for len(sel) < c.t.lanes {
		sel = append(sel, undefinedLane)
	}
	return c.pick(sel, c.args[0])
}

func setsLowest(c *riscvCall) (operand, error) {
	c.lanes = min(c.lanes, 1)
	return c.repeatedLane(c.args[0], c.t)
}

func numbersLanes(c *riscvCall) (operand, error) {
	all := make([]uint64, c.lanes)
	for i := range all {
		all[i] = uint64(i)
	}
	return c.constants(all)
}

// undefined is a vector of which nothing is known.
func (c *riscvCall) undefined() operand {
	return vector(lane.Map{Bits: c.t.bits, Lane: make([]lane.Lane, c.t.lanes)}).as(c.t)
}

// vectorOrSplat is an argument: a vector, or a number in all lanes.
func (c *riscvCall) vectorOrSplat(k int) (operand, error) {
	if o := c.args[k]; o.IsVector() && !c.byNumber && o.lane.bits == 0 && !c.integer(o) {
		m, err := c.vector(o, c.t)
		return vector(m).as(c.t), err
	}
	return c.repeatedLane(c.args[k], c.t)
}

// integer says whether an operand is one that is not known.
func (c *riscvCall) integer(o operand) bool {
	_, isScalar := c.scalars[o.Name]
	return o.File != vector(lane.Map{}).File || o.Value == nil && isScalar
}

func asOtherLanes(c *riscvCall) (operand, error) {
	o := c.args[0]
	if len(c.shapes) == 0 {
		return o, errScalable
	}
	to, _ := c.shapes[len(c.shapes)-1].of(c.vectorBits())
	m, err := c.vector(o, to)
	if err == nil {
		m = widened(m, to.bits)
	}
	return vector(m).as(to), err
}

// resizes is the lower part of several registers, or more of which the rest is undefined.
func resizes(c *riscvCall) (operand, error) {
	o := c.args[0]
	from := o.typ
	if len(c.shapes) == 2 {
		from, _ = c.shapes[0].of(c.vectorBits())
	}
	if !from.known() || !c.t.known() || from.bits != c.t.bits {
		return o, errScalable
	}
	sel := make([]int, c.t.lanes)
	for i := range sel {
		sel[i] = when(i < from.lanes, i, undefinedLane)
	}
	r, err := c.pickOf(from, sel, o)
	return r.as(c.t), err
}

// getsPart is one of several vectors, or a part of as many registers.
func getsPart(c *riscvCall) (operand, error) {
	o, at := c.args[0], c.args[1].Number
	if len(c.shapes) == 2 && c.shapes[0].vectors > 0 && o.Value == nil && o.parts == nil {
		of, _ := c.shapes[0].of(c.vectorBits())
		o = partsNamed(o.Name, of)
	}
	if o.parts != nil {
		if at < 0 || at >= len(o.parts) {
			return o, fmt.Errorf("of %d vectors the numbers are 0 to %d, and this is %d", len(o.parts), len(o.parts)-1, at)
		}
		return o.parts[at].as(c.t), nil
	}
	from := o.typ
	if len(c.shapes) == 2 {
		from, _ = c.shapes[0].of(c.vectorBits())
	}
	if len(c.shapes) == 0 || !from.known() || from.bits != c.t.bits {
		return o, errScalable
	}
	if at < 0 || (at+1)*c.t.lanes > from.lanes {
		return o, fmt.Errorf("there are parts 0 to %d, and this is %d", from.lanes/c.t.lanes-1, at)
	}
	sel := make([]int, c.t.lanes)
	for i := range sel {
		sel[i] = at*c.t.lanes + i
	}
	r, err := c.pickOf(from, sel, o)
	return r.as(c.t), err
}

// setsPart is getsPart the other way.
func setsPart(c *riscvCall) (operand, error) {
	whole, at, part := c.args[0], c.args[1].Number, c.args[2]
	if whole.parts != nil {
		if at < 0 || at >= len(whole.parts) {
			return whole, fmt.Errorf("of %d vectors the numbers are 0 to %d, and this is %d", len(whole.parts), len(whole.parts)-1, at)
		}
		r := whole
		r.parts = append(append(append([]operand(nil), whole.parts[:at]...), part), whole.parts[at+1:]...)
		return r, nil
	}
	t := whole.typ
	if len(c.shapes) > 0 {
		t = c.t
	}
	of := part.typ
	if len(c.shapes) == 2 {
		of, _ = c.shapes[0].of(c.vectorBits())
	}
	if !t.known() || !of.known() || of.bits != t.bits {
		return whole, errScalable
	}
	if at < 0 || (at+1)*of.lanes > t.lanes {
		return whole, fmt.Errorf("there are parts 0 to %d, and this is %d", t.lanes/of.lanes-1, at)
	}
	m, err := c.vector(whole, t)
	if err != nil {
		return whole, err
	}
	p, err := c.vector(part, of)
	if err != nil {
		return whole, err
	}
	m, err = c.Overwritten(m, p, at*of.total())
	return vector(m).as(t), err
}

// puttingTogether is vectors in one variable, or one behind another in as many registers.
func puttingTogether(c *riscvCall) (operand, error) {
	if len(c.shapes) == 0 {
		return operand{}, errScalable
	}
	of := c.t
	of.vectors = 0
	count := c.t.vectors
	if len(c.shapes) == 2 {
		of, _ = c.shapes[0].of(c.vectorBits())
		count = c.t.lanes / max(of.lanes, 1)
	}
	if len(c.args) != count {
		return operand{}, fmt.Errorf("expected %d vectors, found %d", count, len(c.args))
	}
	r := operand{typ: c.t}
	for _, o := range c.args {
		m, err := c.vector(o, of)
		if err != nil {
			return o, err
		}
		r.parts = append(r.parts, vector(m).as(of))
	}
	if c.t.vectors > 0 {
		return r, nil
	}
	whole, err := c.expressions.all(r.parts)
	return whole.as(c.t), err
}

// narrowed is the type with as many lanes that have so many times fewer bits.
func (t vectorType) narrowed(times int) vectorType {
	t.bits /= times
	return t
}

func zeroExtends(times int) func(c *riscvCall) (operand, error) {
	return func(c *riscvCall) (operand, error) {
		from := c.t.narrowed(times)
		sel := make([]int, 0, c.t.lanes*times)
		for i := range c.t.lanes {
			sel = append(sel, i)
			for range times - 1 {
				sel = append(sel, zeroLane)
			}
		}
		r, err := c.pickOf(from, sel, c.args[0])
		return r.as(c.t), err
	}
}

// signExtends copies the sign, which does no harm where the copies are thrown away.
func signExtends(times int) func(c *riscvCall) (operand, error) {
	return func(c *riscvCall) (operand, error) {
		from := c.t.narrowed(times)
		all, err := c.numbers(0, from)
		if err != nil {
			return c.bits(from, func(_, b int) int { return when(b < from.bits, b, signBit) })
		}
		for i, v := range all {
			all[i] = uint64(signed(v, from.bits))
		}
		return c.constants(all)
	}
}

// narrows is the lower half of each lane, once it has been shifted down.
func narrows(signed bool) func(c *riscvCall) (operand, error) {
	return func(c *riscvCall) (operand, error) {
		from := c.t
		from.bits *= 2
		by, err := c.counts(1, c.t, from.bits)
		if err != nil {
			return operand{}, err
		}
		return c.bits(from, func(i, b int) int {
			at := b + by[min(i, len(by)-1)]
			return when(at >= from.bits && signed, signBit, at)
		})
	}
}

// errSign is that of a shift that copies signs.
var errSign = errors.New("it copies the sign, which is no movement; vsrl, vnsrl and vzext put zeros there")

// shiftsBits takes each bit of a lane from another one: from where bit b comes that is shifted by so many, of n. Below 0 and from n on there are zeros.
func shiftsBits(from func(b, by, n int) int) func(c *riscvCall) (operand, error) {
	return func(c *riscvCall) (operand, error) {
		by, err := c.counts(1, c.t, c.t.bits)
		if err != nil {
			return operand{}, err
		}
		return c.bits(c.t, func(i, b int) int { return from(b, by[min(i, len(by)-1)], c.t.bits) })
	}
}

// shiftsWider is a lane with zeros above, shifted up.
func shiftsWider(c *riscvCall) (operand, error) {
	from := c.t.narrowed(2)
	by, err := c.counts(1, from, c.t.bits)
	if err != nil {
		return operand{}, err
	}
	return c.bits(from, func(i, b int) int { return b - by[min(i, len(by)-1)] })
}

// counts is by how many bits each lane is shifted, where shifts are by fewer than so many; without an argument by none.
func (c *riscvCall) counts(k int, of vectorType, below int) ([]int, error) {
	if k >= len(c.args) {
		return []int{0}, nil
	}
	all, err := c.numbers(k, of)
	if err != nil {
		return nil, err
	}
	by := []int{}
	for _, v := range all {
		by = append(by, int(v&uint64(below-1)))
	}
	if len(by) == 0 {
		by = []int{0}
	}
	return by, nil
}

// signBit stands for a bit that is a copy of the sign.
const signBit = -1 << 20

// bits is a result of which each lane has bits of the same lane of the first argument; others than it has are zero. Copies of signs are computed, which does no harm where they are thrown away.
func (c *riscvCall) bits(from vectorType, at func(i, b int) int) (operand, error) {
	m, err := c.vector(c.args[0], from)
	if err != nil {
		return operand{}, err
	}
	sel, signs := make([]int, 0, c.t.total()), []int{}
	for i := range c.t.lanes {
		for b := range c.t.bits {
			k := at(i, b)
			if k == signBit {
				signs = append(signs, len(sel))
			}
			sel = append(sel, when(k >= 0 && k < from.bits, i*from.bits+k, zeroLane))
		}
	}
	r, err := c.picked([]lane.Map{m}, sel, vectorType{lanes: from.total(), bits: 1})
	if err == nil && len(signs) > 0 {
		var narrow lane.Map
		if narrow, err = r.Value.Regroup(1); err == nil {
			narrow, err = c.Computed(narrow, signs, errSign)
		}
		r = vector(narrow)
	}
	if err != nil {
		return r, err
	}
	for _, width := range []int{c.t.bits, 8} {
		if whole, err := r.Value.Regroup(width); err == nil {
			return vector(whole).as(c.t), nil
		}
	}
	return r.as(c.t), nil
}

// combinesBits is a sign of C between the bits of both.
func combinesBits(sign string) func(c *riscvCall) (operand, error) {
	return func(c *riscvCall) (operand, error) {
		y, err := c.vectorOrSplat(1)
		if err != nil {
			return y, err
		}
		return c.lanewise(sign, c.args[0].as(c.t), y.as(c.t))
	}
}

// clearsBits is the bits that the second argument has not.
func clearsBits(c *riscvCall) (operand, error) {
	y, err := c.vectorOrSplat(1)
	if err != nil {
		return y, err
	}
	if other, ok := complement(y); ok {
		y = other
	} else {
		y.Inverted = true
	}
	return c.lanewise("&", c.args[0].as(c.t), y.as(c.t))
}

// A wideSum is what vwaddu adds, of which nothing moves before vwmaccu.
type wideSum struct {
	input int // that stands for it
	sides [2]lane.Map
}

// addsWider is a sum of lanes with zeros above.
func addsWider(c *riscvCall) (operand, error) {
	half := c.t.narrowed(2)
	s := wideSum{}
	for k, o := range c.args {
		m, err := c.vector(o, half)
		if err != nil {
			return o, err
		}
		s.sides[k] = m
	}
	m := lane.Map{Bits: 8, Lane: make([]lane.Lane, c.t.total()/8)}
	every := make([]int, len(m.Lane))
	for i := range every {
		every[i] = i
	}
	s.input = len(c.Inputs)
	m, err := c.Computed(m, every, errors.New("it adds, which is no movement before vwmaccu has put one of both into the upper halves"))
	c.sums = append(c.sums, s)
	return vector(m).as(c.t), err
}

// accumulates is a sum of vwaddu, with the second of both in the upper half.
func accumulates(c *riscvCall) (operand, error) {
	half := c.t.narrowed(2)
	acc, err := c.vector(c.args[0], c.t)
	if err != nil {
		return operand{}, err
	}
	v, err := c.vector(c.args[2], half)
	if err != nil {
		return operand{}, err
	}
	factor, ok := c.args[1].constantIn(half)
	for _, s := range c.sums {
		maps := []lane.Map{s.sides[0], s.sides[1], v, acc}
		if err := c.Level(maps); err != nil {
			return operand{}, err
		}
		if !ok || factor != lane.Fixed(lane.Ones(half.bits)) || !readsOnly(maps[3], s.input, c.lanes*c.t.bits) {
			continue
		}
		for k := range 2 {
			if !sameLowest(maps[k], maps[2], c.lanes*half.bits) {
				continue
			}
			sel := []int{}
			for i := range half.lanes {
				sel = append(sel, i, half.lanes+i)
			}
			r, err := c.picked([]lane.Map{maps[1-k], maps[k]}, sel, half)
			return r.as(c.t), err
		}
	}
	return operand{}, errors.New("it computes: it is a movement only of what vwaddu adds, with as many ones as a lane has bits and one of both")
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
	return wrong == nil && other == nil && bits%width == 0 && n <= len(x.Lane) && n <= len(y.Lane) && slices.Equal(x.Lane[:n], y.Lane[:n])
}
