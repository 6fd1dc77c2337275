package arm64

import (
	"encoding/binary"

	"github.com/lanescope/lanescope/lower/i8x16"
	"github.com/tetratelabs/wazero/internal/engine/wazevo/backend/regalloc"
	"github.com/tetratelabs/wazero/internal/engine/wazevo/ssa"
	"github.com/tetratelabs/wazero/internal/lanescope"
)

// lowerShuffle asks what to do. What an op overwrites is copied before, as the allocator wants values that are written twice; it finds out that some copies are none.
func (m *machine) lowerShuffle(rd regalloc.VReg, rn, rm operand, lo, hi uint64) {
	var p i8x16.Program
	if !lanescope.Decide(lanescope.ARM64, &p, lo, hi, rn.nr() == rm.nr()) {
		m.lowerShuffleBefore(rd, rn, rm, lo, hi)
		return
	}
	values := [5]regalloc.VReg{rn.nr(), rm.nr()}
	ops := p.Ops()
	for i := range ops {
		o := &ops[i]
		x, y := values[o.X], values[o.Y]
		if o.K >= 0 {
			y = m.compiler.AllocateVReg(ssa.TypeV128)
			lo, hi := lanescope.Words(p.Constants()[o.K])
			load := m.allocateInstr()
			load.asLoadFpuConst128(y, lo, hi)
			m.insert(load)
		}
		in := m.allocateInstr()
		d := rd
		switch over := o.Row.Overwrites(i8x16.NEON); {
		case over:
			d = m.copyToTmp(x)
			in.asVecRRRRewrite(0, d, operandNR(y), operandNR(y), vecArrangement16B)
		default:
			if i < len(ops)-1 {
				d = m.compiler.AllocateVReg(ssa.TypeV128)
			}
			in.asVecRRR(0, d, operandNR(x), operandNR(y), vecArrangement16B)
		}
		in.u1 = uint64(o.Row)<<32 | uint64(o.Imm)<<48
		if o.K >= 0 {
			in.u1 |= 1 << 63
		}
		m.insert(in)
		values[2+i] = d
	}
	if v := values[p.Result()]; v != rd {
		mov := m.allocateInstr()
		mov.asFpuMov128(rd, v)
		m.insert(mov)
	}
}

// encode writes rows, and counts instructions: all words but those of a constant.
func (i *instruction) encode(m *machine) {
	from := len(*m.compiler.BufPtr())
	if row := i8x16.Row(i.u1 >> 32); row > 0 && (i.kind == vecRRR || i.kind == vecRRRRewrite) {
		o := i8x16.Op{Row: row, Imm: uint8(i.u1 >> 48), K: -1}
		if i.u1>>63 == 1 {
			o.K = 0
		}
		d, x, y := uint8(regNumberInEncoding[i.rd.RealReg()]), uint8(regNumberInEncoding[i.rn.realReg()]), uint8(regNumberInEncoding[i.rm.realReg()])
		var code [4]byte
		m.compiler.Emit4Bytes(binary.LittleEndian.Uint32(i8x16.NEON.AppendOp(code[:0], &o, d, x, y, y)))
	} else {
		i.encodeBefore(m)
	}
	n := (len(*m.compiler.BufPtr()) - from) / 4
	if i.kind == loadFpuConst128 && n > 1 {
		n -= 4
	}
	lanescope.Instructions += n
}
