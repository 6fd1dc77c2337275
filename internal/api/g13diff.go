package api

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
)

// G13DiffSchema is the schema of a difference between two programs.
const G13DiffSchema = "lanescope.g13.diff/1"

// A G13Side is one of two programs that are compared, with what it begins with.
type G13Side struct {
	Code     *debug.Code
	Dispatch *machine.Dispatch
	State    G13State
	Result   machine.DispatchResult
}

// A G13Diff is where two programs differ: in their instructions, and in what they compute.
type G13Diff struct {
	A, B  *G13Side
	Pairs []debug.Pair
	Texts bool                // instructions were compared
	Runs  bool                // results were
	Of    machine.RegisterSet // the registers that are compared; none are those that either program writes, where there are no buffers

	Stops     string // how the runs ended, where that differs or is no end
	Buffers   []G13BufferDiff
	Registers []G13RegisterDiff
}

// A G13BufferDiff is a buffer in which the programs have left different bytes.
type G13BufferDiff struct {
	Name  string
	Bytes int // that differ
	First int
	A, B  byte // there
}

// A G13RegisterDiff is a register in which they have.
type G13RegisterDiff struct {
	Number int
	Lanes  uint32 // that differ
	A, B   uint32 // in the first of them
}

// Compare aligns the programs' instructions.
func (d *G13Diff) Compare() {
	d.Pairs, d.Texts = debug.Align(d.A.Code, d.B.Code), true
}

// Run runs both programs on what they begin with, and compares what they leave: how they end, and what is in the buffers; where there are none, the registers of the first
// SIMD-group that either of them writes, or those that are asked for. The error is the context's, or what a dispatch should be.
func (d *G13Diff) Run(ctx context.Context, engine G13Engine) error {
	d.Runs = true
	for _, side := range []*G13Side{d.A, d.B} {
		end, err := engine.Use(side.Dispatch)
		if err != nil {
			return err
		}
		side.Result, err = side.Dispatch.Run(ctx)
		end()
		if err != nil {
			return err
		}
	}
	a, b := &d.A.Result, &d.B.Result
	ended := func(r *machine.DispatchResult) bool { return r.Stop == machine.Stopped || r.Stop == machine.Ended }
	if !ended(a) || !ended(b) {
		d.Stops = fmt.Sprintf("A: %s; B: %s", stopText(a), stopText(b))
	}
	for k, m := range d.A.State.Buffers {
		d.buffer(m.Name(), m.Bytes, d.B.State.Buffers[k].Bytes)
	}
	if len(d.A.State.Buffers) == 0 || d.Of.Len() > 0 {
		d.registers()
	}
	return nil
}

// stopText is how a run ended, in words.
func stopText(r *machine.DispatchResult) string {
	if r.Fault != nil {
		return "fault: " + r.Fault.Error()
	}
	return r.Stop.String()
}

func (d *G13Diff) buffer(name string, a, b []byte) {
	if bytes.Equal(a, b) {
		return
	}
	one := G13BufferDiff{Name: name}
	for k := range a {
		if a[k] == b[k] {
			continue
		}
		if one.Bytes++; one.Bytes == 1 {
			one.First, one.A, one.B = k, a[k], b[k]
		}
	}
	d.Buffers = append(d.Buffers, one)
}

func (d *G13Diff) registers() {
	a, b := &d.A.Result, &d.B.Result
	compared := d.Of
	if compared.Len() == 0 {
		compared = a.Written.Union(b.Written).Union(d.A.State.Named)
	}
	for n := range compared.All() {
		one := G13RegisterDiff{Number: n}
		for lane := range machine.Lanes {
			x, y := a.Group.Lane(n, lane), b.Group.Lane(n, lane)
			if x == y {
				continue
			}
			if one.Lanes == 0 {
				one.A, one.B = x, y
			}
			one.Lanes |= 1 << lane
		}
		if one.Lanes != 0 {
			d.Registers = append(d.Registers, one)
		}
	}
}

// Only is how many instructions are the same, and how many only one of the programs has.
func (d *G13Diff) Only() (same, a, b int) {
	for _, p := range d.Pairs {
		switch {
		case p.A < 0:
			b++
		case p.B < 0:
			a++
		default:
			same++
		}
	}
	return same, a, b
}

// Same says that no difference was found.
func (d *G13Diff) Same() bool {
	_, a, b := d.Only()
	return a+b == 0 && d.Stops == "" && len(d.Buffers)+len(d.Registers) == 0
}

// AppendG13Diff appends a difference as one JSON object.
func AppendG13Diff(b []byte, d *G13Diff) []byte {
	o := newObject(b, G13DiffSchema)
	o.bool("same", d.Same())
	if d.Texts {
		o.within("instructions", d.instructionFields)
	}
	if d.Runs {
		o.within("results", d.resultFields)
	}
	return o.end()
}

func (d *G13Diff) instructionFields(e *object) {
	same, a, b := d.Only()
	e.int("same", same)
	e.int("a", a)
	e.int("b", b)
	var only []debug.Pair
	for _, p := range d.Pairs {
		if p.A < 0 || p.B < 0 {
			only = append(only, p)
		}
	}
	objects(e, "only", only, func(one *object, p debug.Pair) {
		in, code, op := "a", d.A.Code, p.A
		if op < 0 {
			in, code, op = "b", d.B.Code, p.B
		}
		one.string("in", in)
		one.int("pc", code.Offset(op))
		one.string("text", code.Text(op))
	})
}

func (d *G13Diff) resultFields(e *object) {
	for k, side := range []*G13Side{d.A, d.B} {
		e.within([]string{"a", "b"}[k], func(one *object) {
			one.string("stop", side.Result.Stop.String())
			one.int("executed", side.Result.Executed)
			if side.Result.Fault != nil {
				one.string("fault", side.Result.Fault.Error())
			}
			one.strings("flags", side.Result.Flags)
		})
	}
	objects(e, "buffers", d.Buffers, func(one *object, b G13BufferDiff) {
		one.string("name", b.Name)
		one.int("bytes", b.Bytes)
		one.int("first", b.First)
		one.ints("values", []int{int(b.A), int(b.B)})
	})
	objects(e, "registers", d.Registers, func(one *object, r G13RegisterDiff) {
		one.string("name", "r"+strconv.Itoa(r.Number))
		one.string("lanes", word8(r.Lanes))
		one.strings("values", []string{word8(r.A), word8(r.B)})
	})
}
