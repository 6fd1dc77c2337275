package listing

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Where a text begins, a general register of RISC-V may point anywhere. What is loaded from there is a source, as far as it is loaded at once, and what is stored there is the result:
//
//	vsetivli zero, 4, e32, m1, ta, ma
//	vle32.v  v8, (a0)                   the source (a0), of 16 bytes
//	addi     a0, a0, 16
//	vlse32.v v9, (a0), zero             16(a0), of 4 bytes, in all lanes
//	vse32.v  v9, 16(a1)                 the result, at 16(a1)

// pointerMark begins what stands for such an address where a label may stand.
const pointerMark = "*"

// pointerRegisters are those that may be pointers.
var pointerRegisters = strings.Fields("a0 a1 a2 a3 a4 a5 a6 a7 t0 t1 t2 t3 t4 t5 t6 s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11")

// point says that each register points to a place of its own.
func (g *riscvGeneral) point() {
	for _, register := range pointerRegisters {
		g.holds(register, riscvHeld{label: pointerMark + register})
	}
}

// isPointer says whether an address is one that a text begins with.
func (h riscvHeld) isPointer() bool { return strings.HasPrefix(h.label, pointerMark) }

// said is such an address as an operand has it.
func (h riscvHeld) said() string {
	by := ""
	if h.number != 0 {
		by = strconv.Itoa(h.number)
	}
	return by + "(" + strings.TrimPrefix(h.label, pointerMark) + ")"
}

// source are bytes from a pointer on, at so many bytes behind it each: what is there from the first to the last that the line reads is one source.
func (f *riscvReader) source(at riscvHeld, behind []int, first, last int) (m lane.Map, err error) {
	if f.memory != nil {
		return m, fmt.Errorf("what %s points to may have been stored before: expected what is loaded to be so before anything is stored", at.said())
	}
	if last-first >= lane.MaxLanes {
		return m, fmt.Errorf("%d bytes are too many to be one source", last-first+1)
	}
	at.number += first
	whole := make([]lane.Map, 1)
	if err := f.p.Argument(&whole[0], at.said(), 8*(last-first+1), 8); err != nil {
		return m, err
	}
	picked := make([]int, len(behind))
	for i, n := range behind {
		picked[i] = n - first
	}
	return f.p.Pick(whole, last-first+1, 8, picked)
}

// A riscvStore is what was stored at a pointer, and where it ends.
type riscvStore struct {
	at    riscvHeld
	bytes int
	value lane.Map
}

// stores puts the lowest bits of vectors, one for each field of a structure, where a pointer points, right behind what was stored there before.
func (f *riscvReader) stores(first int, at riscvHeld, a riscvAccess, written, room int) error {
	elem := max(a.bits, 8)
	fields := make([]lane.Map, a.fields)
	for k := range fields {
		m, err := f.vector("v"+strconv.Itoa(first+k*max(room/f.vlen, 1)), room)
		if err != nil {
			return err
		}
		fields[k] = m
	}
	var lanes []int
	for i := range written / elem {
		for k := range fields {
			lanes = append(lanes, k*room/elem+i)
		}
	}
	value, err := f.p.Pick(fields, room/elem, elem, lanes)
	bytes := written / 8 * a.fields
	switch {
	case err != nil:
		return err
	case f.memory == nil:
		f.memory = &riscvStore{at, bytes, value}
		return nil
	case f.memory.at.label != at.label || f.memory.at.number+f.memory.bytes != at.number:
		return fmt.Errorf("%s is stored to besides %s: expected one result, or such as follow one another", at.said(), f.memory.at.said())
	}
	f.memory.value, err = f.p.Joined([]lane.Map{f.memory.value, value})
	f.memory.bytes += bytes
	return err
}

// number is a lane of so many bytes that a general register loads from a pointer; ok is false where it cannot be known.
func (f *riscvReader) number(at riscvHeld, bytes int) (h riscvHeld, ok bool) {
	behind := make([]int, bytes)
	for i := range behind {
		behind[i] = i
	}
	m, err := f.source(at, behind, 0, bytes-1)
	if lanes, wrong := m.Regroup(8 * bytes); err == nil && wrong == nil {
		m = lanes
	}
	return riscvHeld{value: m}, err == nil
}
