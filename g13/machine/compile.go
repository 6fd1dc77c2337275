package machine

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/lanescope/lanescope/g13"
)

// MaxCode is how many bytes a program may have.
const MaxCode = 1 << 20

// A Program is code, decoded. It does not change, and any number of groups may run it at the same time.
type Program struct {
	ops    []op
	inst   []g13.Inst // one each
	offset []int      // one each
	start  []int32    // for each halfword of the code which op begins there, or -1
	fixed  []fixed
	rows   map[fixed]uint16 // of each of them

	meeters    []meeter
	discarders []discarder
	sleepers   []sleeper
	unknown    []int // ops with bits of which nothing is known

	once  sync.Once
	known traits
}

// An op is an instruction ready to be executed.
type op struct {
	run           func(*Group, *op)
	d             target
	a, b, c, x, y source
	writes        uint8 // how many registers from d.row on
	free          bool  // no instruction: it needs no fuel
	saturate      bool
	signed        bool
	negate        bool
	invert        bool
	n             uint32 // the number that the instruction has besides its operands
	m             uint32 // another one
	shift         uint8
	to            int32 // jumps: the op that is jumped to, or -1
	flags         flags
	compute       func(*Group, *op, *Row)               // floats: the results before they are saturated
	aim           func(way, lane int, index uint32) int // shuffles: the lane that a lane aims at
	fixed         *permutation                          // shuffles by a number
	transfer      *transfer                             // what is moved between registers and memory
	meeter        int32                                 // which one it is, if it reads or writes registers that are loaded
	discarder     int32                                 // which one it is, if it can read registers that are discarded
	sleeper       int32                                 // which one it is, if it discards registers
	cares         care                                  // of these, which it is
	reason        string                                // faults
}

// fixed is the value of a row that no instruction writes.
type fixed struct {
	kind  fixedKind
	value uint32 // or which uniform half
}

type fixedKind uint8

const (
	number fixedKind = iota
	uniformHalf
	uniformWord
)

// A compiler makes a Program.
type compiler struct {
	*Program
	code  []byte
	jumps []int // ops whose targets are not looked up yet
	queue []int // offsets from which to decode
	inst  g13.Inst
	err   error // of the instruction's operands
}

// Compile decodes a program. Bytes that are no instruction, or one that cannot be executed, are a Fault if they are come to, so that the only error is that the
// program is too long.
func Compile(code []byte) (*Program, error) {
	if len(code) > MaxCode {
		return nil, fmt.Errorf("the program has %d bytes; at most %d can be run", len(code), MaxCode)
	}
	c := &compiler{Program: &Program{start: make([]int32, len(code)/2+1), rows: map[fixed]uint16{}}, code: code}
	for i := range c.start {
		c.start[i] = -1
	}
	c.queue = append(c.queue, 0)
	for len(c.queue) > 0 {
		at := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		c.sweep(at)
	}
	for _, k := range c.jumps {
		c.ops[k].to = c.opAt(c.offset[k] + int(int32(c.ops[k].n)))
	}
	c.emit(op{run: (*Group).lost, free: true, to: -1}, g13.Inst{}, 0)
	c.watchUnknown()
	c.watchLoaded()
	c.watchDiscards()
	return c.Program, nil
}

// opAt is the op that begins at an offset, or -1.
func (p *Program) opAt(offset int) int32 {
	if offset < 0 || offset&1 != 0 || offset/2 >= len(p.start) {
		return -1
	}
	return p.start[offset/2]
}

// sweep decodes one instruction after another, up to the end or to one that is known already. Jumps may lead into the middle of an instruction, and then another
// sweep begins there.
//
//	0           6     a            the first sweep
//	│if_icmp    │iadd │stop
//	      │3            │          a jump to 3·2: a second one, until both agree
func (c *compiler) sweep(at int) {
	for {
		if at >= len(c.code) {
			end := op{run: (*Group).ended, free: true, to: -1}
			if at == len(c.code) && at&1 == 0 && c.start[at/2] < 0 {
				c.start[at/2] = int32(len(c.ops))
			}
			c.emit(end, g13.Inst{}, at)
			return
		}
		if k := c.start[at/2]; k >= 0 {
			c.emit(op{run: (*Group).joined, free: true, to: k}, g13.Inst{}, at)
			return
		}
		c.start[at/2] = int32(len(c.ops))
		at += c.instruction(at)
	}
}

// instruction makes the op at an offset, and gives its length.
func (c *compiler) instruction(at int) (length int) {
	i, err := g13.Decode(c.code[at:])
	if err != nil {
		if !errors.Is(err, g13.ErrTruncated) {
			c.emit(op{run: (*Group).refuse, reason: err.Error()}, g13.Inst{}, at)
			return min(2, len(c.code)-at)
		}
		c.emit(op{run: (*Group).refuse, reason: err.Error()}, i, at)
		return len(c.code) - at
	}
	c.inst, c.err = i, nil
	o := op{to: -1}
	build, refusal := executed[i.Form], refused[i.Form]
	if build != nil {
		if refusal = build(c, &o); refusal == "" && c.err != nil {
			refusal = c.err.Error()
		}
	}
	if build == nil || refusal != "" {
		o = op{run: (*Group).refuse, to: -1, reason: refusal}
	}
	if o.to == targetUnknown {
		c.jumps = append(c.jumps, len(c.ops))
		if to := at + int(int32(o.n)); to >= 0 && to < len(c.code) && to&1 == 0 && c.start[to/2] < 0 {
			c.queue = append(c.queue, to)
		}
	}
	c.emit(o, i, at)
	return int(i.Len)
}

// targetUnknown marks a jump whose op is found at the end. Its offset is n.
const targetUnknown = math.MinInt32

func (c *compiler) emit(o op, i g13.Inst, at int) {
	c.ops = append(c.ops, o)
	c.Program.inst = append(c.Program.inst, i)
	c.offset = append(c.offset, at)
}

// fixedRow is the row of a number or a uniform.
func (c *compiler) fixedRow(f fixed) uint16 {
	row, ok := c.rows[f]
	if !ok {
		row = uint16(Registers + len(c.fixed))
		c.rows[f] = row
		c.fixed = append(c.fixed, f)
	}
	return row
}

// field is a field of the instruction that its form must have.
func (c *compiler) field(name string) uint32 {
	v, ok := c.inst.Field(name)
	if !ok {
		panic(fmt.Sprintf("%s has no field %s", c.inst.Form.Name(), name))
	}
	return uint32(v)
}

// operand is the number of an operand by its name.
func (c *compiler) operand(name string) int {
	for n := range c.inst.Args() {
		if c.inst.Operand(n).Name == name {
			return n
		}
	}
	panic(fmt.Sprintf("%s has no operand %s", c.inst.Form.Name(), name))
}

// arg is an operand's argument. What the document calls UNDEFINED there is marked.
func (c *compiler) arg(o *op, name string) g13.Arg {
	a := c.inst.Arg(c.operand(name))
	if a.Undefined {
		o.flags |= undefinedOperand
	}
	return a
}

// destination makes operand D the target.
func (c *compiler) destination(o *op) {
	a := c.arg(o, "D")
	o.d = target{uint16(a.Index / 2), viewOf(a)}
	o.writes = 1
	if o.d.view == both {
		o.writes = 2
		c.checkPair(a)
	}
}

// checkPair refuses a pair of registers of which the second does not exist.
func (c *compiler) checkPair(a g13.Arg) {
	if a.Index/2 == Registers-1 {
		c.err = errors.New("64 bits from r127 on: there is no r128")
	}
}

func viewOf(a g13.Arg) view {
	switch {
	case a.Size == 64:
		return both
	case a.Size == 32:
		return word
	case a.Index&1 != 0:
		return high
	}
	return low
}

// source is an integer operand.
func (c *compiler) source(o *op, name string) source {
	a := c.arg(o, name)
	s := source{view: viewOf(a), sx: a.Sx, keep: ^uint32(0)}
	switch a.Class {
	case g13.Immediate:
		s.row, s.view = c.fixedRow(fixed{number, uint32(a.Value)}), word
	case g13.Uniform:
		s.row = c.uniform(a)
		if s.view == high {
			s.view = low // the row holds the half alone
		}
	default:
		s.row = uint16(a.Index / 2)
		if s.view == both {
			c.checkPair(a)
		}
	}
	return s
}

func (c *compiler) uniform(a g13.Arg) uint16 {
	if a.Size == 32 {
		return c.fixedRow(fixed{uniformWord, uint32(a.Index)})
	}
	return c.fixedRow(fixed{uniformHalf, uint32(a.Index)})
}

// compared is an integer operand of a comparison, extended from its own size if the condition is signed.
func (c *compiler) compared(o *op, name string) source {
	s := c.source(o, name)
	s.sx = o.signed && s.view != word
	return s
}

// float is a float operand. An immediate becomes an f32, or an f16 in an instruction of halves.
func (c *compiler) float(o *op, name string) source {
	a := c.arg(o, name)
	s := c.source(o, name)
	if a.Class == g13.Immediate {
		x := g13.FloatImmediate(uint8(a.Value))
		s.row = c.fixedRow(fixed{number, math.Float32bits(float32(x))})
		if c.inst.Operand(c.operand(name)).Kind == g13.FloatSrc16 {
			s.row, s.view = c.fixedRow(fixed{number, uint32(halfOf(x))}), low
		}
	}
	if a.Abs {
		s.keep = 1<<31 - 1
	}
	if a.Neg {
		s.flip = 1 << 31
	}
	return s
}

// addWritten adds the registers that an op writes.
func (o *op) addWritten(s *RegisterSet) {
	for k := range int(o.writes) {
		if n := int(o.d.row) + k; n < Registers {
			s.Add(n)
		}
	}
}

// refuse is an instruction that cannot be executed.
func (g *Group) refuse(o *op) { g.fault(o.reason) }

// ended is the end of the code.
func (g *Group) ended(*op) { g.stop(Ended, "", false) }

// joined goes on with instructions that another sweep found.
func (g *Group) joined(o *op) {
	g.left++
	g.at = int(o.to)
}

// lost is where a run begins whose PC is at no instruction.
func (g *Group) lost(*op) { g.fault("the run begins where no instruction does") }
