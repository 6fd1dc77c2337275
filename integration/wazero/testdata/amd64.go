package amd64

import (
	"github.com/lanescope/lanescope/lower/i8x16"
	"github.com/tetratelabs/wazero/internal/engine/wazevo/backend"
	"github.com/tetratelabs/wazero/internal/engine/wazevo/backend/regalloc"
	"github.com/tetratelabs/wazero/internal/engine/wazevo/ssa"
	"github.com/tetratelabs/wazero/internal/lanescope"
)

// lowerShuffle asks what to do.
func (m *machine) lowerShuffle(x, y ssa.Value, lo, hi uint64, ret ssa.Value) {
	var p i8x16.Program
	if !lanescope.Decide(lanescope.AMD64, &p, lo, hi, x == y) {
		m.lowerShuffleBefore(x, y, lo, hi, ret)
		return
	}
	s := decidedShuffle{m: m, p: &p, inputs: [2]ssa.Value{x, y}, ret: m.c.VRegOf(ret)}
	for k, c := range p.Constants() {
		s.constants[k] = s.constant(c)
	}
	for i := range p.Ops() {
		s.op(i)
	}
	if v := s.value(p.Result()); v != s.ret {
		m.copyTo(v, s.ret)
	}
}

// A decidedShuffle is a shuffle while its ops become instructions.
type decidedShuffle struct {
	m         *machine
	p         *i8x16.Program
	inputs    [2]ssa.Value
	ret       regalloc.VReg
	values    [5]regalloc.VReg // of inputs, once something reads them, and of ops
	constants [2]regalloc.VReg
}

// value is the register of an input, or of an op's result.
func (s *decidedShuffle) value(k i8x16.Value) regalloc.VReg {
	if k <= i8x16.B && !s.values[k].Valid() {
		in := s.m.getOperand_Reg(s.m.c.ValueDefinition(s.inputs[k]))
		s.values[k] = in.reg()
	}
	return s.values[k]
}

// constant loads a constant.
func (s *decidedShuffle) constant(c [16]byte) regalloc.VReg {
	m := s.m
	lo, hi := lanescope.Words(c)
	label, at := m.allocateLabel()
	m.consts = append(m.consts, _const{lo: lo, hi: hi, label: label, labelPos: at})
	v := m.c.AllocateVReg(ssa.TypeV128)
	m.insert(m.allocateInstr().asXmmUnaryRmR(sseOpcodeMovdqu, newOperandMem(m.newAmodeRipRel(label)), v))
	return v
}

// op inserts an op. The last one may write the result where it is wanted, if it does not write what it reads.
func (s *decidedShuffle) op(i int) {
	m, o := s.m, &s.p.Ops()[i]
	other := s.value(o.X)
	switch {
	case o.K >= 0:
		other = s.constants[o.K]
	case o.Row.Arguments() == 2:
		other = s.value(o.Y)
	}
	in := m.allocateInstr()
	var d regalloc.VReg
	if o.Row.Overwrites(i8x16.SSE41) {
		d = m.copyToTmp(s.value(o.X))
		if o.Y == o.X && o.K < 0 {
			other = d
		}
		in.asXmmRmRImm(sseOpcodePalignr, o.Imm, newOperandReg(other), d)
	} else {
		if d = s.ret; i < len(s.p.Ops())-1 {
			d = m.c.AllocateVReg(ssa.TypeV128)
		}
		in.asXmmUnaryRmRImm(sseOpcodeRoundps, o.Imm, newOperandReg(other), d)
	}
	in.u1 |= uint64(o.Row) << 32
	m.insert(in)
	s.values[i8x16.B+1+i8x16.Value(i)] = d
}

// encode writes rows, and counts instructions.
func (i *instruction) encode(c backend.Compiler) bool {
	from, nested, label := len(*c.BufPtr()), i.kind == zeros, false // which encodes itself again, as another kind
	if row := i8x16.Row(i.u1 >> 32); row > 0 && (i.kind == xmmRmRImm || i.kind == xmmUnaryRmRImm) {
		d, other := uint8(regEncodings[i.op2.reg().RealReg()]), uint8(regEncodings[i.op1.reg().RealReg()])
		x := other
		if row.Overwrites(i8x16.SSE41) {
			x = d
		}
		var code [16]byte
		for _, b := range i8x16.SSE41.AppendOp(code[:0], &i8x16.Op{Row: row, Imm: uint8(i.u2)}, d, x, other, other) {
			c.EmitByte(b)
		}
	} else {
		label = i.encodeBefore(c)
	}
	if len(*c.BufPtr()) > from && !nested {
		lanescope.Instructions++
	}
	return label
}
