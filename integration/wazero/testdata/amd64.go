package amd64

import (
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/tetratelabs/wazero/internal/engine/wazevo/backend"
	"github.com/tetratelabs/wazero/internal/engine/wazevo/backend/regalloc"
	"github.com/tetratelabs/wazero/internal/engine/wazevo/ssa"
	"github.com/tetratelabs/wazero/internal/lanescope"
)

// lowerShuffle asks quick what to do.
func (m *machine) lowerShuffle(x, y ssa.Value, lo, hi uint64, ret ssa.Value) {
	ops, result, ok := lanescope.AMD64.Decide(lo, hi, x == y)
	if !ok {
		m.lowerShuffleBefore(x, y, lo, hi, ret)
		return
	}
	s := quickShuffle{m: m, inputs: [2]ssa.Value{x, y}, ret: m.c.VRegOf(ret)}
	for i := range ops {
		s.op(&ops[i], i == len(ops)-1 && result == len(ops)+1)
	}
	if v := s.value(result); v != s.ret {
		m.copyTo(v, s.ret)
	}
}

// A quickShuffle is a shuffle while its ops become instructions.
type quickShuffle struct {
	m         *machine
	inputs    [2]ssa.Value
	read      [2]regalloc.VReg // their registers, once something reads them
	ret       regalloc.VReg
	results   []regalloc.VReg
	constants map[lane.Const]regalloc.VReg
}

// value is the register of an input, or of an op's result.
func (s *quickShuffle) value(k int) regalloc.VReg {
	if k >= len(s.inputs) {
		return s.results[k-len(s.inputs)]
	}
	if !s.read[k].Valid() {
		in := s.m.getOperand_Reg(s.m.c.ValueDefinition(s.inputs[k]))
		s.read[k] = in.reg()
	}
	return s.read[k]
}

// constant is the register of a constant.
func (s *quickShuffle) constant(c lane.Const) regalloc.VReg {
	if v, ok := s.constants[c]; ok {
		return v
	}
	m := s.m
	lo, hi := lanescope.Words(c)
	label, at := m.allocateLabel()
	m.consts = append(m.consts, _const{lo: lo, hi: hi, label: label, labelPos: at})
	v := m.c.AllocateVReg(ssa.TypeV128)
	m.insert(m.allocateInstr().asXmmUnaryRmR(sseOpcodeMovdqu, newOperandMem(m.newAmodeRipRel(label)), v))
	if s.constants == nil {
		s.constants = map[lane.Const]regalloc.VReg{}
	}
	s.constants[c] = v
	return v
}

// op inserts an op. The last one may write the result where it is wanted, if it does not write what it reads.
func (s *quickShuffle) op(o *quick.Op, last bool) {
	m := s.m
	var reads []regalloc.VReg
	for _, k := range o.Args {
		reads = append(reads, s.value(k))
	}
	if o.Row.Index != nil {
		var k regalloc.VReg
		if o.Made {
			k = s.value(o.By)
		} else {
			k = s.constant(o.Const)
		}
		if o.Row.Spends {
			reads = append([]regalloc.VReg{k}, reads...)
		} else {
			reads = append(reads, k)
		}
	}
	in := m.allocateInstr()
	var d regalloc.VReg
	switch over := o.Row.Destroys || o.Row.Spends; {
	case over:
		d = m.copyToTmp(reads[0])
		other := d
		if len(reads) > 1 {
			other = reads[1]
		}
		in.asXmmRmRImm(sseOpcodePalignr, byte(o.Imm), newOperandReg(other), d)
	default:
		if d = s.ret; !last {
			d = m.c.AllocateVReg(ssa.TypeV128)
		}
		if len(reads) == 0 {
			in.asZeros(d)
			break
		}
		in.asXmmUnaryRmRImm(sseOpcodeRoundps, byte(o.Imm), newOperandReg(reads[0]), d)
	}
	if in.kind != zeros {
		in.u1 |= uint64(lanescope.AMD64.Number(o.Row)+1) << 32
	}
	m.insert(in)
	s.results = append(s.results, d)
}

// encode writes rows, and counts instructions.
func (i *instruction) encode(c backend.Compiler) bool {
	from, nested, label := len(*c.BufPtr()), i.kind == zeros, false // which encodes itself again, as another kind
	if number := int(i.u1>>32) - 1; number >= 0 && (i.kind == xmmRmRImm || i.kind == xmmUnaryRmRImm) {
		d, other := int(regEncodings[i.op2.reg().RealReg()]), int(regEncodings[i.op1.reg().RealReg()])
		for _, b := range lanescope.AMD64.Code(number, int(i.u2), d, other) {
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
