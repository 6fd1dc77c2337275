package debug

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/g13/machine"
)

const everyLane = 1<<machine.Lanes - 1

var inf, nan = math.Inf(1), math.NaN()

// A Value is what an expression is worth: a number for each lane, whole or with a fraction.
type Value struct {
	Lanes uint32 // that have one
	Same  bool   // it is one for all lanes
	Float bool
	Size  int // in bits of what it was read from; 0 if it was computed
	whole [machine.Lanes]int64
	parts [machine.Lanes]float64
}

func intValue(v int64) Value {
	x := Value{Lanes: everyLane, Same: true}
	for k := range x.whole {
		x.whole[k] = v
	}
	return x
}

func floatValue(v float64) Value {
	x := Value{Lanes: everyLane, Same: true, Float: true}
	for k := range x.parts {
		x.parts[k] = v
	}
	return x
}

// Int is a whole number in a lane; of one with a fraction it is the whole part.
func (v *Value) Int(lane int) int64 {
	if v.Float {
		return int64(v.parts[lane])
	}
	return v.whole[lane]
}

// Number is the value in a lane.
func (v *Value) Number(lane int) float64 {
	if v.Float {
		return v.parts[lane]
	}
	return float64(v.whole[lane])
}

// Text is the value in a lane as a number is written, and a full stop where the lane has none.
func (v *Value) Text(lane int) string {
	switch {
	case v.Lanes>>lane&1 == 0:
		return "."
	case !v.Float:
		return strconv.FormatInt(v.Int(lane), 10)
	case v.Size > 0: // read as such
		return strconv.FormatFloat(v.Number(lane), 'g', -1, 32)
	}
	return strconv.FormatFloat(v.Number(lane), 'g', -1, 64)
}

// True says whether it is not 0 in any of its lanes.
func (v *Value) True() bool { return v.truths() != 0 }

// truths are the lanes in which it is not 0.
func (v *Value) truths() (lanes uint32) {
	for k := range machine.Lanes {
		if v.Lanes>>k&1 != 0 && (v.Float && v.parts[k] != 0 || !v.Float && v.whole[k] != 0) {
			lanes |= 1 << k
		}
	}
	return lanes
}

// differs says whether two values are not the same in a lane that both have. One NaN is as good as another one: as floats they are the same.
func (v *Value) differs(w *Value) bool {
	for k := range machine.Lanes {
		if v.Lanes&w.Lanes>>k&1 != 0 && (v.whole[k] != w.whole[k] || !sameFloat(v.parts[k], w.parts[k])) {
			return true
		}
	}
	return v.Float != w.Float
}

func sameFloat(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}

// A place is where an expression is evaluated.
type place struct {
	session *Session
	group   *machine.Group
	index   int
}

// Evaluate is what an expression is worth in a SIMD-group of the threadgroup; ok is false where no threadgroup has begun.
func (s *Session) Evaluate(e *Expression, group int) (v Value, ok bool) {
	if group < 0 || group >= len(s.Groups()) {
		return v, false
	}
	return e.root.eval(&place{s, s.Groups()[group], group}), true
}

type constantNode Value

func (n constantNode) eval(*place) Value { return Value(n) }

type unaryNode struct {
	op string
	x  node
}

func (n unaryNode) eval(at *place) Value {
	v := n.x.eval(at)
	v.Size = 0
	for k := range machine.Lanes {
		switch {
		case n.op == "!":
			v.whole[k] = truth(v.Float && v.parts[k] == 0 || !v.Float && v.whole[k] == 0)
		case v.Float && n.op == "-":
			v.parts[k] = -v.parts[k]
		case n.op == "-":
			v.whole[k] = -v.whole[k]
		default:
			v.whole[k] = ^v.Int(k)
		}
	}
	if v.Float && n.op != "-" {
		v.Float, v.parts = false, [machine.Lanes]float64{}
	}
	return v
}

func truth(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

type binaryNode struct {
	op   string
	x, y node
}

func (n binaryNode) eval(at *place) Value {
	x, y := n.x.eval(at), n.y.eval(at)
	v := Value{Lanes: x.Lanes & y.Lanes, Same: x.Same && y.Same}
	float := x.Float || y.Float
	for k := range machine.Lanes {
		if v.Lanes>>k&1 == 0 {
			continue
		}
		switch {
		case n.op == "&&":
			v.whole[k] = truth(x.truth(k) && y.truth(k))
		case n.op == "||":
			v.whole[k] = truth(x.truth(k) || y.truth(k))
		case comparing[n.op] != nil && float:
			a, b := x.Number(k), y.Number(k)
			if v.whole[k] = truth(comparing[n.op](cmp.Compare(a, b))); math.IsNaN(a) || math.IsNaN(b) {
				v.whole[k] = truth(n.op == "!=")
			}
		case comparing[n.op] != nil:
			v.whole[k] = truth(comparing[n.op](cmp.Compare(x.whole[k], y.whole[k])))
		case float && fractions[n.op] != nil:
			v.Float = true
			v.parts[k] = fractions[n.op](x.Number(k), y.Number(k))
		default:
			var ok bool
			if v.whole[k], ok = whole(n.op, x.Int(k), y.Int(k)); !ok {
				v.Lanes &^= 1 << k
			}
		}
	}
	return v
}

func (v *Value) truth(lane int) bool {
	return v.Float && v.parts[lane] != 0 || !v.Float && v.whole[lane] != 0
}

// comparing are what a comparison asks of the order of two numbers.
var comparing = map[string]func(order int) bool{
	"==": func(order int) bool { return order == 0 }, "!=": func(order int) bool { return order != 0 },
	"<": func(order int) bool { return order < 0 }, "<=": func(order int) bool { return order <= 0 },
	">": func(order int) bool { return order > 0 }, ">=": func(order int) bool { return order >= 0 },
}

// fractions are the operators on numbers with fractions; all others are on whole ones.
var fractions = map[string]func(a, b float64) float64{
	"+": func(a, b float64) float64 { return a + b }, "-": func(a, b float64) float64 { return a - b },
	"*": func(a, b float64) float64 { return a * b }, "/": func(a, b float64) float64 { return a / b }, "%": math.Mod,
}

// whole is an operator on whole numbers; ok is false where there is no result.
func whole(op string, a, b int64) (v int64, ok bool) {
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "&":
		return a & b, true
	case "|":
		return a | b, true
	case "^":
		return a ^ b, true
	case "<<":
		return a << (uint64(b) & 63), b >= 0
	case ">>":
		return int64(uint64(a) >> min(uint64(b), 64)), b >= 0
	case "/":
		if b == 0 {
			return 0, false
		}
		return a / b, true
	}
	if b == 0 {
		return 0, false
	}
	return a % b, true
}

type functionNode struct {
	name string
	x    node
}

func (n functionNode) eval(at *place) Value {
	v := n.x.eval(at)
	lanes := v.truths()
	switch n.name {
	case "any":
		return intValue(truth(lanes != 0))
	case "all":
		return intValue(truth(lanes == v.Lanes))
	case "count":
		return intValue(int64(bits.OnesCount32(lanes)))
	}
	is := Value{Lanes: v.Lanes, Same: v.Same}
	for k := range machine.Lanes {
		is.whole[k] = truth(v.Float && math.IsNaN(v.parts[k]))
	}
	return is
}

// A laneChoice is which lanes of a register are looked at: one from 0 on, or several.
type laneChoice int

const (
	activeLanes laneChoice = -1
	allLanes    laneChoice = -2
)

const (
	viewUnsigned = iota
	viewSigned
	viewFloat
)

type registerNode struct {
	uniform bool
	index   int // the first half
	size    int // bits
	view    int
	lanes   laneChoice
}

func (n registerNode) eval(at *place) Value {
	v := Value{Lanes: everyLane, Float: n.view == viewFloat, Size: n.size, Same: n.uniform || n.lanes >= 0}
	switch n.lanes {
	case activeLanes:
		if v.Lanes = at.group.Exec; n.uniform {
			v.Lanes = everyLane
		}
	case allLanes:
		v.Lanes = at.group.Present()
	}
	for k := range machine.Lanes {
		lane := k
		if n.lanes >= 0 {
			lane = int(n.lanes)
		}
		v.set(k, n.bits(at.group, lane), n.view)
	}
	return v
}

// bits are those of the register in a lane.
func (n registerNode) bits(g *machine.Group, lane int) (b uint64) {
	for k := n.size/16 - 1; k >= 0; k-- {
		b = b<<16 | uint64(halfOf(g, n.uniform, n.index+k, lane))
	}
	return b
}

func halfOf(g *machine.Group, uniform bool, half, lane int) uint16 {
	if uniform {
		return g.Uniform(half)
	}
	return uint16(g.Lane(half/2, lane) >> (half & 1 * 16))
}

// set makes the value of a lane of bits, of which the value's size says how many there are.
func (v *Value) set(lane int, b uint64, view int) {
	switch {
	case view == viewFloat && v.Size == 16:
		v.parts[lane] = float64(HalfNumber(uint16(b)))
	case view == viewFloat:
		v.parts[lane] = float64(math.Float32frombits(uint32(b)))
	case view == viewSigned:
		v.whole[lane] = int64(b<<(64-v.Size)) >> (64 - v.Size)
	default:
		v.whole[lane] = int64(b)
	}
}

// HalfNumber is the number that 16 bits are.
func HalfNumber(b uint16) float32 {
	sign, exponent, fraction := uint32(b>>15)<<31, int(b>>10&31), uint32(b&0x3ff)
	switch exponent {
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)/(1<<24)))
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	}
	return math.Float32frombits(sign | uint32(exponent-15+127)<<23 | fraction<<13)
}

// An element is how memory is looked at.
type element struct {
	bytes         int
	signed, float bool
}

type memoryNode struct {
	space   machine.Space
	address node
	as      element
}

func (n memoryNode) eval(at *place) Value {
	a := n.address.eval(at)
	v := Value{Lanes: a.Lanes, Same: a.Same && n.space != machine.StackSpace, Float: n.as.float, Size: 8 * n.as.bytes}
	if n.space == machine.StackSpace && a.Same {
		v.Lanes = at.group.Present()
	}
	view := viewUnsigned
	switch {
	case n.as.float:
		view = viewFloat
	case n.as.signed:
		view = viewSigned
	}
	for k := range machine.Lanes {
		if v.Lanes>>k&1 == 0 {
			continue
		}
		b, ok := at.session.Memory(n.space, at.index, k, uint64(a.Int(k)), n.as.bytes)
		if !ok {
			v.Lanes &^= 1 << k
			continue
		}
		v.set(k, b, view)
	}
	return v
}

// Memory is up to eight bytes from an address on, the first one lowest; ok is false where they are not all there.
func (s *Session) Memory(space machine.Space, group, lane int, address uint64, n int) (b uint64, ok bool) {
	for k := n - 1; k >= 0; k-- {
		v, ok := s.byteAt(space, group, lane, address+uint64(k))
		if !ok {
			return 0, false
		}
		b = b<<8 | uint64(v)
	}
	return b, true
}

func (s *Session) byteAt(space machine.Space, group, lane int, address uint64) (v byte, ok bool) {
	switch space {
	case machine.StackSpace:
		if group >= len(s.Groups()) || address >= machine.MaxStack {
			return 0, false
		}
		return byte(s.Groups()[group].StackWord(lane, address) >> (address & 3 * 8)), true
	case machine.ThreadgroupSpace:
		if l := s.Local(); address < uint64(len(l)) {
			return l[address], true
		}
		return 0, false
	}
	for k := range s.history.buffers {
		b := &s.history.buffers[k]
		if at := address - b.Address; at < uint64(len(b.Bytes)) {
			return b.Bytes[at], true
		}
	}
	return 0, false
}

// A special is a value that has a name of its own.
type special struct {
	value      func(at *place, direction, lane int) int64
	exec       bool // it depends on the mask
	always     bool // it changes with every step
	directions bool
}

var specials = map[string]special{
	"lane":        {value: func(_ *place, _, lane int) int64 { return int64(lane) }},
	"active":      {value: func(at *place, _, lane int) int64 { return int64(at.group.Exec >> lane & 1) }, exec: true},
	"exec":        {value: func(at *place, _, _ int) int64 { return int64(at.group.Exec) }, exec: true},
	"pc":          {value: func(at *place, _, _ int) int64 { return int64(at.session.Code.Offset(at.session.OpOf(at.index))) }, always: true},
	"step":        {value: func(at *place, _, _ int) int64 { return int64(at.session.position) }, always: true},
	"group":       {value: func(at *place, _, _ int) int64 { return int64(at.group.Place.SIMDGroup) }},
	"sp":          {value: func(at *place, _, _ int) int64 { return at.group.StackPointer() }, always: true},
	"threadgroup": {value: func(at *place, direction, _ int) int64 { return int64(at.group.Place.Threadgroup[direction]) }, directions: true},
	"thread":      {value: func(at *place, direction, lane int) int64 { return int64(at.group.Place.Thread(lane)[direction]) }, directions: true},
}

// specialNames are their names, in the order of the alphabet.
func specialNames() []string { return slices.Sorted(maps.Keys(specials)) }

type specialNode struct {
	value     func(at *place, direction, lane int) int64
	direction int
}

func (n specialNode) eval(at *place) Value {
	v := Value{Lanes: at.group.Present(), Same: true}
	for k := range machine.Lanes {
		v.whole[k] = n.value(at, n.direction, k)
		v.Same = v.Same && v.whole[k] == v.whole[0]
	}
	if v.Same {
		v.Lanes = everyLane
	}
	return v
}
