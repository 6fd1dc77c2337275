package api

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// G13TraceSchema is the schema of a line of a trace: an instruction that a SIMD-group has executed.
const G13TraceSchema = "lanescope.g13.trace/1"

// A G13Buffer is a buffer of device memory whose address stands in two uniforms.
type G13Buffer struct {
	*machine.Buffer
	Uniform int // the first one
}

// content is the buffer's bytes, none if there is no buffer.
func (b G13Buffer) content() []byte {
	if b.Buffer == nil {
		return nil
	}
	return b.Bytes
}

// Name is the first uniform's.
func (b G13Buffer) Name() string { return "u" + strconv.Itoa(b.Uniform) }

// AddBuffer maps a buffer of zeros, and puts its address into two uniforms.
func (s *G13State) AddBuffer(uniform, size int) (G13Buffer, error) {
	if uniform+1 >= machine.Uniforms/2 {
		return G13Buffer{}, fmt.Errorf("there is no u%d for the upper half of the address", uniform+1)
	}
	for _, b := range s.Buffers {
		if uniform-1 <= b.Uniform && b.Uniform <= uniform+1 {
			return G13Buffer{}, fmt.Errorf("u%d_u%d is the address of another buffer", b.Uniform, b.Uniform+1)
		}
	}
	if s.uniforms[uniform] || s.uniforms[uniform+1] {
		return G13Buffer{}, fmt.Errorf("u%d_u%d is to be the address of the buffer, and was given another value", uniform, uniform+1)
	}
	if s.Memory == nil {
		s.Memory = machine.NewMemory()
	}
	mapped, err := s.Memory.Map(size)
	if err != nil {
		return G13Buffer{}, err
	}
	b := G13Buffer{mapped, uniform}
	s.Group.SetUniform32(uniform, uint32(b.Address))
	s.Group.SetUniform32(uniform+1, uint32(b.Address>>32))
	s.Buffers = append(s.Buffers, b)
	return b, nil
}

// Buffer is the one whose address stands in u2_u3, for 2.
func (s *G13State) Buffer(uniform int) (G13Buffer, error) {
	for _, b := range s.Buffers {
		if b.Uniform == uniform {
			return b, nil
		}
	}
	return G13Buffer{}, fmt.Errorf("there is no buffer at u%d", uniform)
}

// A G13DispatchOutcome is what a dispatch did, and the state that its first SIMD-group left, or the one that ended it.
type G13DispatchOutcome struct {
	machine.DispatchResult
	State                              G13State // that it began with
	Statistics, CheckRaces, ShowMemory bool     // what is to be told of besides
}

// Registers are the numbers of the registers that were named or written, from the lowest.
func (o *G13DispatchOutcome) Registers() []int {
	return o.first().Registers()
}

// first is the outcome of the one SIMD-group.
func (o *G13DispatchOutcome) first() G13Outcome {
	return G13Outcome{o.Result, G13State{Group: o.Group, Named: o.State.Named}}
}

// object begins the outcome's object, as that of a run without a grid begins.
func (o *G13DispatchOutcome) object(b []byte) *object {
	j := o.first().object(b)
	j.int("groups", int(o.Groups))
	at := o.Group.Place
	j.ints("threadgroup", triple(at.Threadgroup))
	j.int("group", int(at.SIMDGroup))
	return j
}

// AppendG13Dispatch appends an outcome as one JSON object.
func AppendG13Dispatch(b []byte, o *G13DispatchOutcome) []byte {
	j := o.object(b)
	if o.Statistics {
		j.within("statistics", func(e *object) { e.statistics(o.Instructions) })
	}
	if o.CheckRaces {
		objects(j, "races", o.Races, (*object).race)
		j.bool("forgot", o.Forgot)
	}
	if o.ShowMemory {
		j.buffers(o.State.Buffers)
	}
	return j.end()
}

// buffers is what stands in them, in hexadecimal digits.
func (o *object) buffers(all []G13Buffer) {
	o.within("buffers", func(buffers *object) {
		for _, m := range all {
			buffers.hex(m.Name(), m.Bytes)
		}
	})
}

func triple(v [3]uint32) []int { return []int{int(v[0]), int(v[1]), int(v[2])} }

// LaneTotals are how many instructions were executed, in all lanes and in active ones.
func LaneTotals(all []machine.Instruction) (executed, lanes uint64) {
	for _, i := range all {
		executed += i.Executed
		lanes += i.Lanes
	}
	return executed, lanes
}

// statistics writes how many lanes were active on the average, in all and at each instruction.
func (o *object) statistics(all []machine.Instruction) {
	executed, lanes := LaneTotals(all)
	o.int("executed", int(executed))
	o.mean("lanes", executed, lanes)
	used := machine.Used(all)
	o.int("registers", used.Registers())
	o.int("halves", used.Highest())
	objects(o, "instructions", all, func(one *object, i machine.Instruction) {
		one.int("pc", i.Offset)
		one.string("text", asm.Text(i.Inst))
		one.int("executed", int(i.Executed))
		one.mean("lanes", i.Executed, i.Lanes)
	})
}

// mean writes a mean to two digits.
func (o *object) mean(k string, executed, lanes uint64) {
	o.float(k, machine.Instruction{Executed: executed, Lanes: lanes}.Mean(), 2)
}

func (o *object) race(r machine.Race) {
	o.string("space", r.Space.String())
	o.string("address", "0x"+strconv.FormatUint(r.Address, 16))
	o.touch("first", r.First)
	o.touch("second", r.Second)
}

func (o *object) touch(k string, t machine.Touch) {
	o.within(k, func(e *object) {
		e.ints("threadgroup", triple(t.Threadgroup))
		e.int("group", int(t.SIMDGroup))
		e.int("pc", t.Offset)
		e.string("text", asm.Text(t.Inst))
		e.string("kind", t.Kind.String())
	})
}

// AppendG13Step appends a line of a trace: which SIMD-group, the instruction, the lanes that were active before, the registers that it changed, and what it did to memory.
func AppendG13Step(b []byte, s *machine.Step) []byte {
	o := newObject(b, G13TraceSchema)
	o.ints("threadgroup", triple(s.Place.Threadgroup))
	o.int("group", int(s.Place.SIMDGroup))
	o.int("pc", s.Offset)
	o.string("text", asm.Text(s.Inst))
	o.string("exec", word8(s.Exec))
	o.registers(s.Changed, s.Group)
	objects(o, "memory", s.Accesses, (*object).access)
	return append(o.end(), '\n')
}

func (o *object) access(a machine.Access) {
	o.int("lane", int(a.Lane))
	o.string("kind", a.Kind.String())
	o.string("space", a.Space.String())
	o.string("address", "0x"+strconv.FormatUint(a.Address, 16))
	o.int("size", int(a.Size))
}

// AppendG13Last appends the last line of a trace: how the dispatch ended.
func AppendG13Last(b []byte, r *machine.DispatchResult) []byte {
	o := newObject(b, G13TraceSchema)
	o.string("stop", r.Stop.String())
	if r.Fault != nil {
		o.string("fault", r.Fault.Error())
	}
	return append(o.end(), '\n')
}
