package api

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// AppendJSON appends where the program stands as one JSON object.
func (o *SVP64Standing) AppendJSON(b []byte) []byte {
	j := newObject(b, SVP64DebugSchema)
	m := o.session.Machine
	j.int("position", o.session.Position())
	if o.total >= 0 {
		j.int("length", o.total)
	}
	if o.gaveUp != "" {
		j.string("gave_up", o.gaveUp)
	}
	switch {
	case m.Done():
		j.string("over", "end")
	case o.fault != nil:
		j.string("over", "fault")
		j.string("fault", o.fault.Error())
	}
	if o.last != nil {
		j.within("last", o.last.fields)
	}
	if o.next != nil {
		j.within("next", func(e *object) { o.onward(e) })
	}
	j.string("pc", fmt.Sprintf("%x", m.PC))
	j.string("ctr", fmt.Sprintf("%016x", m.CTR))
	j.string("lr", fmt.Sprintf("%016x", m.LR))
	j.within("svstate", func(e *object) { e.svstate(m.SV) })
	o.registers(j)
	if len(o.dumps) > 0 {
		j.dumps(o.dumps)
	}
	if o.Program {
		j.within("program", func(e *object) { e.instructions(&o.program) })
	}
	return j.end()
}

// fields writes where a step was made, and what it did.
func (s *SVP64Step) fields(e *object) {
	e.string("at", fmt.Sprintf("%x", s.At))
	e.string("text", s.Inst.String())
	if s.Move != "" {
		e.string("move", s.Move)
	}
	if s.Value != "" {
		e.string("value", s.Value)
	}
	e.bool("group", s.Group)
	e.bool("last", s.Last)
}

// onward writes the step that leads on, which is not made yet.
func (o *SVP64Standing) onward(e *object) {
	o.next.fields(e)
	e.strings("reads", touchedNames(o.reads))
	e.strings("writes", touchedNames(o.writes))
	if o.picture != nil {
		e.string("svg", string(o.picture.SVG()))
	}
}

// touchedNames are registers, with the bits that are meant where they are not all.
func touchedNames(list []program.Touch) []string {
	var names []string
	for _, x := range list {
		name := x.File + strconv.Itoa(x.No)
		if x.Bits < 64 && x.File != "cr" {
			name += fmt.Sprintf(" bits %d to %d", x.Low+x.Bits-1, x.Low)
		}
		names = append(names, name)
	}
	return names
}

// svstate writes the register and its fields.
func (e *object) svstate(v svp64.SVState) {
	src, dst := v.Places()
	e.string("word", fmt.Sprintf("%016x", uint64(v)))
	e.int("maxvl", v.MaxVL())
	e.int("vl", v.VL())
	e.ints("srcstep", []int{src.Step, src.Sub})
	e.ints("dststep", []int{dst.Step, dst.Sub})
	e.bool("pack", v.Pack())
	e.bool("unpack", v.Unpack())
	e.bool("vertical", v.Vertical())
}

// A toldRegister is one whose elements are told.
type toldRegister struct {
	name                       string
	before, now, reads, writes uint64
}

// registers writes those that hold something or did in the beginning, and those of the steps before and behind. Elements are in the order of their numbers, from the lowest bits on.
func (o *SVP64Standing) registers(j *object) {
	now, begin, before := &o.session.Machine.State, &o.begin, &o.session.Machine.State
	if o.last != nil {
		before = &o.last.Before
	}
	var told []toldRegister
	tell := func(file string, before, now, begin *svp64.File) {
		for k := range svp64.NumRegs {
			r := toldRegister{file + strconv.Itoa(k), before[k], now[k], maskOf(o.reads, file, k), maskOf(o.writes, file, k)}
			if r.before|r.now|begin[k]|r.reads|r.writes != 0 {
				told = append(told, r)
			}
		}
	}
	tell("r", &before.GPR, &now.GPR, &begin.GPR)
	tell("f", &before.FPR, &now.FPR, &begin.FPR)
	if len(told) > 0 {
		objects(j, "registers", told, func(e *object, r toldRegister) { e.register(r, o.Width) })
	}
	o.fieldsOfCR(j, before, now)
}

// register writes one as elements of so many bits.
func (e *object) register(r toldRegister, width int) {
	var elements []string
	for k := range 64 / width {
		elements = append(elements, fmt.Sprintf("%0*x", width/4, elementOf(r.now, k, width)))
	}
	e.string("name", r.name)
	e.strings("elements", elements)
	e.ints("changed", elementsWith(r.now^r.before, width))
	e.ints("reads", elementsWith(r.reads, width))
	e.ints("writes", elementsWith(r.writes, width))
}

// fieldsOfCR writes the fields of the condition register that have a bit set, or had or may have.
func (o *SVP64Standing) fieldsOfCR(j *object, before, now *program.State) {
	var shown []int
	for k := range now.CR {
		if now.CR[k]|before.CR[k]|o.begin.CR[k] != 0 || maskOf(o.reads, "cr", k)|maskOf(o.writes, "cr", k) != 0 {
			shown = append(shown, k)
		}
	}
	if len(shown) == 0 {
		return
	}
	objects(j, "fields", shown, func(e *object, k int) {
		e.string("name", "cr"+strconv.Itoa(k))
		e.string("bits", now.CR[k].String())
		e.bool("changed", now.CR[k] != before.CR[k])
		e.bool("reads", maskOf(o.reads, "cr", k) != 0)
		e.bool("writes", maskOf(o.writes, "cr", k) != 0)
	})
}

// maskOf is the bits of a register that are touched.
func maskOf(list []program.Touch, file string, no int) (mask uint64) {
	for _, x := range list {
		if x.File == file && x.No == no {
			mask |= ^uint64(0) >> (64 - x.Bits) << x.Low
		}
	}
	return mask
}

// elementOf is one element of a register.
func elementOf(v uint64, k, width int) uint64 { return v >> (k * width) & (^uint64(0) >> (64 - width)) }

// elementsWith is which elements of a register have some bit set.
func elementsWith(v uint64, width int) []int {
	var list []int
	for k := range 64 / width {
		if elementOf(v, k, width) != 0 {
			list = append(list, k)
		}
	}
	return list
}

// dumps writes pieces of memory.
func (o *object) dumps(list []program.Data) {
	objects(o, "memory", list, func(e *object, d program.Data) {
		e.string("at", fmt.Sprintf("%x", d.At))
		e.string("hex", hex.EncodeToString(d.Bytes))
	})
}

// instructions writes a listing.
func (e *object) instructions(p *program.Program) {
	objects(e, "instructions", p.Lines(), func(i *object, l program.Line) {
		i.string("at", fmt.Sprintf("%x", l.At))
		i.string("words", strings.Trim(fmt.Sprintf("%08x", l.Words), "[]"))
		i.string("text", l.Inst.String())
		i.string("does", l.Inst.Does())
		if len(l.Labels) > 0 {
			i.strings("labels", l.Labels)
		}
	})
}
