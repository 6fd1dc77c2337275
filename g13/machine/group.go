package machine

import (
	"fmt"
	"math/bits"
	"slices"
)

// The sizes of a SIMD-group.
const (
	Lanes     = 32
	Registers = 128 // of 32 bits
	Uniforms  = 512 // of 16 bits
)

// A Row is a 32-bit register in every lane.
type Row [Lanes]uint32

// A Group is a SIMD-group: its registers and where it stands. Exec, PC and Place may be set between runs.
type Group struct {
	Exec  uint32 // bit i: lane i is active
	PC    int    // offset in the program of the next instruction
	Place Place

	rows    []Row // registers, then the rows of the program's uniforms and numbers; of a group that has not run, only the first registers
	uniform [Uniforms]uint16
	bound   *Program // whose uniforms and numbers stand in the rows; nil if none

	memory *Memory // nil if there is none, and so is the next
	local  *Local
	stack  stack

	// While a program runs.
	program  *Program
	at, left int
	end      ending
	flags    flags
	counts   []uint64 // how often each instruction was executed
	watch    *watch   // who looks at every instruction; nil if nobody does
	native   *partner // machine code for the program; nil if there is none
	kept     *partner // what was native in the last run, for another one
	behind   uint64   // SIMD-groups that machine code may go on with
	begun    uint64   // and those with which it did
	absent   uint32   // lanes without a thread: they are never active

	recording bool         // accesses are to be noted
	accesses  []Access     // of the instruction that is being executed
	writes    func(Access) // is told of those that change device memory, before they do; nil if nobody wants to know

	address   [Lanes]uint64 // of the lanes' first elements in memory
	numbers   [4]float64    // a lane's, of a format
	moved     [4]Row        // elements, or registers, between memory and registers
	pending   [slots]pending
	hazards   hazards
	discarded halves // registers of which nothing is left but luck

	result     Row // of an instruction, before it is written where lanes are active
	s0, s1, s2 Row // sources that had to be taken apart
	pair       Row // the upper half of a 64-bit result
}

// ending is why a run is over.
type ending struct {
	over   bool
	stop   Stop
	reason string
	left   int // of the fuel
}

// NewGroup is a SIMD-group with all lanes active and every register and uniform 0.
func NewGroup() *Group {
	return &Group{Exec: 1<<Lanes - 1}
}

// clone is a group with the same registers, uniforms and place. Of the registers, those that are not 0 are among the first so many.
func (g *Group) clone(rows int) *Group {
	return &Group{Exec: g.Exec, PC: g.PC, Place: g.Place, uniform: g.uniform, rows: slices.Clone(g.registers()[:min(rows, len(g.rows), Registers)])}
}

// release makes it a group that nobody has any more. Only the places for its rows, and for what is on its way, stay.
func (g *Group) release() {
	anew := Group{rows: g.rows}
	for k := range g.pending {
		anew.pending[k].lanesOnWay = g.pending[k].lanesOnWay
	}
	*g = anew
}

// registers are those that have a place: all others are 0. A group that has run has all.
func (g *Group) registers() []Row { return g.rows[:min(len(g.rows), Registers)] }

// makeRows gives registers a place, up to the one before n.
func (g *Group) makeRows(n int) {
	if more := n - len(g.rows); more > 0 {
		g.rows = append(g.rows, make([]Row, more)...)
	}
}

// register is the place of r0 to r127.
func (g *Group) register(n int) *Row {
	g.makeRows(n + 1)
	return &g.registers()[n]
}

// Register is r0 to r127.
func (g *Group) Register(n int) (r Row) {
	if all := g.registers(); n < len(all) || n >= Registers {
		r = all[n]
	}
	return r
}

// Lane is r0 to r127 in one lane.
func (g *Group) Lane(n, lane int) (v uint32) {
	if all := g.registers(); n < len(all) || n >= Registers {
		v = all[n][lane]
	}
	return v
}

// SetRegister sets r0 to r127 in all lanes, active or not.
func (g *Group) SetRegister(n int, r Row) { *g.register(n) = r }

// SetLane sets r0 to r127 in one lane.
func (g *Group) SetLane(n, lane int, v uint32) { g.register(n)[lane] = v }

// Uniform is a uniform half: 0 is u0l, 1 u0h, 2 u1l.
func (g *Group) Uniform(half int) uint16 { return g.uniform[half] }

// SetUniform sets a uniform half.
func (g *Group) SetUniform(half int, v uint16) {
	g.uniform[half] = v
	g.bound = nil
}

// SetUniform32 sets both halves of u0 to u255.
func (g *Group) SetUniform32(n int, v uint32) {
	g.SetUniform(2*n, uint16(v))
	g.SetUniform(2*n+1, uint16(v>>16))
}

// bind gives the program's uniforms and numbers their rows.
func (g *Group) bind(p *Program) {
	if g.bound == p {
		return
	}
	g.makeRows(Registers)
	g.rows = append(g.rows[:Registers], make([]Row, len(p.fixed))...)
	for k, f := range p.fixed {
		g.fill(k, f)
	}
	g.bound = p
}

// refresh gives the rows of some uniform halves their new values.
func (g *Group) refresh(from, to int) {
	for k, f := range g.bound.fixed {
		if f.kind != number && int(f.value)+1 >= from && int(f.value) < to {
			g.fill(k, f)
		}
	}
}

// fill makes a row what it stands for.
func (g *Group) fill(k int, f fixed) {
	v := f.value
	switch f.kind {
	case uniformHalf:
		v = uint32(g.uniform[f.value])
	case uniformWord:
		v = uint32(g.uniform[f.value]) | uint32(g.uniform[f.value+1])<<16
	}
	r := &g.rows[Registers+k]
	for i := range r {
		r[i] = v
	}
}

// A view is which bits of a row, or of two, an operand is.
type view uint8

const (
	word view = iota // the register
	low              // its lower half
	high             // its upper half
	both             // 64 bits: this row and the next one above it
)

func (v view) bits() int { return [...]int{word: 32, low: 16, high: 16, both: 64}[v] }

// A source is where an operand is read.
type source struct {
	row  uint16
	view view
	sx   bool   // sign-extended from its own size
	keep uint32 // floats: bits of an f32 that are kept, for the absolute value
	flip uint32 // floats: bits that are then turned over, for the negative
}

// A target is where a result is written.
type target struct {
	row  uint16
	view view
}

func (t target) String() string {
	return fmt.Sprintf([...]string{word: "r%d", low: "r%dl", high: "r%dh", both: "r%d and the next"}[t.view], t.row)
}

// fetch is an operand's value in every lane, extended to 32 bits: the row itself where it is a whole one, else t. Of 64 bits it is the lower half.
func (g *Group) fetch(s *source, t *Row) *Row {
	if s.view == word {
		return &g.rows[s.row]
	}
	return g.extend(s, t)
}

func (g *Group) extend(s *source, t *Row) *Row {
	r := &g.rows[s.row]
	switch {
	case s.view == both:
		return r
	case s.view == low && s.sx:
		for i, v := range r {
			t[i] = uint32(int32(int16(v)))
		}
	case s.view == low:
		for i, v := range r {
			t[i] = v & 0xffff
		}
	case s.sx:
		for i, v := range r {
			t[i] = uint32(int32(v) >> 16)
		}
	default:
		for i, v := range r {
			t[i] = v >> 16
		}
	}
	return t
}

// wide is an operand's value in one lane, extended to 64 bits.
func (g *Group) wide(s *source, lane int) uint64 {
	v := g.rows[s.row][lane]
	switch s.view {
	case both:
		return uint64(v) | uint64(g.rows[s.row+1][lane])<<32
	case low:
		v &= 0xffff
	case high:
		v >>= 16
	}
	if s.sx {
		drop := 64 - s.view.bits()
		return uint64(int64(uint64(v)<<drop) >> drop)
	}
	return uint64(v)
}

// target is where an instruction computes its result: the register itself if all of it is written in all lanes, else a row from which put takes it. It must not be
// written before all lanes are read that are not the lane written.
func (g *Group) target(o *op) *Row {
	if o.d.view == word && g.Exec == 1<<Lanes-1 {
		return &g.rows[o.d.row]
	}
	return &g.result
}

// put writes a result where lanes are active, if it is not in its register already.
func (g *Group) put(o *op, t *Row) {
	if t == &g.result {
		g.write(o.d, t, g.Exec)
	}
}

func (g *Group) write(to target, t *Row, exec uint32) {
	d := &g.rows[to.row]
	switch to.view {
	case low:
		for i := range d {
			if exec>>i&1 != 0 {
				d[i] = d[i]&^0xffff | t[i]&0xffff
			}
		}
	case high:
		for i := range d {
			if exec>>i&1 != 0 {
				d[i] = d[i]&0xffff | t[i]<<16
			}
		}
	default:
		if exec == 1<<Lanes-1 {
			*d = *t
			return
		}
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & (Lanes - 1)
			d[i] = t[i]
		}
	}
}
