package cexpr

import (
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
)

// riscvOwn are what no instruction does: the same bits as other lanes, parts of several registers, and what comes from memory and goes there.
var riscvOwn struct {
	sync.Once
	all map[string]riscvDoes
}

// riscvIntrinsic is one that is known, by what it does. The table is made once somebody asks: what is in it reads expressions, which ask it.
func riscvIntrinsic(op string) (riscvDoes, bool) {
	riscvOwn.Do(func() { riscvOwn.all = makeRISCV() })
	if same, ok := riscvFloats[op]; ok {
		op = same
	}
	if d, ok := riscvOwn.all[op]; ok {
		return d, true
	}
	i, ok := rvv.Find(op)
	return doesOf(op, i), ok
}

// riscvFloats are those of floating point that move as others do.
var riscvFloats = map[string]string{"vfmv_v": "vmv_v", "vfmv_s": "vmv_s", "vfmv_f": "vmv_x", "vfmerge": "vmerge", "vfslide1up": "vslide1up", "vfslide1down": "vslide1down"}

func makeRISCV() map[string]riscvDoes {
	all := map[string]riscvDoes{
		"vmv_x":        {args: "v", does: func(c *riscvCall) (operand, error) { return c.lane(c.args[0], c.t, 0) }, all: true},
		"vundefined":   {does: func(c *riscvCall) (operand, error) { return c.undefined(), nil }, all: true},
		"vreinterpret": {args: "v", does: asOtherLanes, all: true, masks: true},
		"vlmul_ext":    {args: "v", does: resizes, all: true},
		"vlmul_trunc":  {args: "v", does: resizes, all: true},
		"vget":         {args: "an", does: getsPart, all: true},
		"vset":         {args: "anv", does: setsPart, all: true},
		"vcreate":      {args: "a", does: puttingTogether, all: true},

		"vlm": {args: "p", does: loadsMask, masks: true},
		"vsm": {args: "pm", does: storesMask, writes: true, masks: true},
	}
	for _, elem := range [...]string{"8", "16", "32", "64"} {
		all["vle"+elem], all["vse"+elem] = riscvDoes{args: "p", does: loads(1)}, riscvDoes{args: "pa", does: stores, writes: true}
		for n := 2; n <= 8; n++ {
			all["vlseg"+strconv.Itoa(n)+"e"+elem], all["vsseg"+strconv.Itoa(n)+"e"+elem] = riscvDoes{args: "p", does: loads(n)}, riscvDoes{args: "pa", does: stores, writes: true}
		}
	}
	return all
}

// riscvKinds are the letters of what an instruction expects.
var riscvKinds = map[rvv.Kind]string{rvv.Vector: "v", rvv.Scalar: "x", rvv.Either: "y", rvv.Indices: "y", rvv.Count: "n", rvv.Mask: "m"}

// doesOf is an instruction as an intrinsic.
func doesOf(op string, i rvv.Instruction) riscvDoes {
	d := riscvDoes{wide: i.Wider(), masks: true, does: func(c *riscvCall) (operand, error) { return c.executed(op, i) }}
	for k, a := range i.Args {
		letter := riscvKinds[a.Kind]
		if i.Into && k == 0 {
			letter = "d"
		}
		d.args += letter
		d.masks = d.masks && a.Kind == rvv.Mask
	}
	d.masks = d.masks && i.MakesMask()
	return d
}

// machine executes instructions.
func (e *expressions) machine() *rvv.Machine {
	if e.rvv == nil {
		e.rvv = &rvv.Machine{Values: &e.Values, VLEN: e.vectorBits()}
	}
	return e.rvv
}

// executed is an instruction.
func (c *riscvCall) executed(op string, i rvv.Instruction) (operand, error) {
	call := rvv.Call{Name: op, Bits: c.t.bits, Lanes: c.most, Written: c.lanes, Tail: c.keeps.tail, Off: c.keeps.off}
	for k, a := range i.Args {
		o, err := c.expected(k, a)
		if err != nil {
			return operand{}, err
		}
		call.Args = append(call.Args, o)
	}
	if c.mask != nil {
		m, err := c.known(*c.mask, c.maskType())
		if err != nil {
			return operand{}, err
		}
		call.Mask = &m
	}
	if c.old != nil {
		call.Old = func() (lane.Map, error) { return c.known(*c.old, c.t) }
	}
	m, err := c.machine().Do(call)
	if i.MakesMask() {
		return vector(m).as(c.maskType()), err
	}
	return vector(m).as(c.t), err
}

// expected is an argument as an instruction wants it.
func (c *riscvCall) expected(k int, a rvv.Argument) (rvv.Operand, error) {
	o, t := c.args[k], c.t
	t.lanes, t.bits = c.most, a.Width(c.t.bits)
	t.float = t.float && t.bits == c.t.bits
	switch {
	case t.bits == 0:
		return rvv.Operand{}, errors.New("there are no lanes as narrow")
	case a.Kind == rvv.Count:
		return rvv.Operand{Number: o.Number}, nil
	case a.Kind == rvv.Mask:
		t = c.maskType()
	case a.Kind == rvv.Indices && o.IsVector() && o.Value == nil:
		return rvv.Operand{}, fmt.Errorf("what it does depends on the contents of %s: it is a map only where they are constants", o.Name)
	case a.Kind == rvv.Scalar, a.Kind != rvv.Vector && c.scalar(o):
		r, err := c.repeatedLane(o, t)
		if err != nil {
			return rvv.Operand{}, err
		}
		return rvv.Operand{Map: *r.Value}, nil
	}
	m, err := c.known(o, t)
	return rvv.Operand{Map: m}, err
}

// known is a value of a type; a mask of which nothing is known is none.
func (c *riscvCall) known(o operand, t vectorType) (lane.Map, error) {
	if t == c.maskType() && o.IsVector() && o.Value == nil {
		return lane.Map{}, fmt.Errorf("what it does depends on %s: it is a map only once that is known", o.Name)
	}
	return c.vector(o, t)
}

// scalar says whether an argument is one number for all lanes.
func (c *riscvCall) scalar(o operand) bool {
	_, declared := c.scalars[o.Name]
	return !o.IsVector() || c.byNumber || o.lane.bits > 0 || o.File != vector(lane.Map{}).File || o.Value == nil && declared
}

// undefined is a vector of which nothing is known.
func (c *riscvCall) undefined() operand {
	return vector(lane.Map{Bits: c.t.bits, Lane: make([]lane.Lane, c.t.lanes)}).as(c.t)
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
	if len(c.shapes) == 0 || !from.known() || !c.t.known() || from.bits != c.t.bits {
		return o, errScalable
	}
	if at < 0 || at >= from.lanes/c.t.lanes {
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
	if at < 0 || at >= t.lanes/of.lanes {
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
