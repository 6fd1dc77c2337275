package visa

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// dpas multiplies a matrix of activations by one of weights, and adds a third. A channel of a register is a column of the result, and a register one of its rows:
//
//	         src1: channel 0   1   2 …                  src0, dst
//	register 0   [a b c d]                              row 0   . . . …
//	register 1   [e f g h]       weights of             row 1   . . . …
//	…                            8 steps
//	                                   src2:  row 0  [A B C D][E F G H] …      activations of 8 steps
//
// The document says what integers become. In floating-point numbers it does not say where a sum is rounded.

// A matrixStep is dpas, prepared.
type matrixStep struct {
	systolic
	signed  [2]bool // weights, activations
	widths  [2]int  // their bits
	lanes   int
	grf     int
	dst     rawPlace
	sources [3]rawPlace
}

// matrix prepares dpas.
func (p *preparer) matrix() error {
	s, i := p.step, p.step.inst
	x := &matrixStep{systolic: i.systolic(), lanes: p.decls.GRF / 4, grf: p.decls.GRF}
	switch {
	case !x.valid():
		return errSystolic
	case precisions[x.weights].bits > 8 || precisions[x.activations].bits > 8:
		return fmt.Errorf("the products are floating-point numbers: %s", whyRounds)
	case x.depth != 8:
		return errors.New("the depth is 8 wherever there is a dpas")
	case i.Exec.Size() != x.lanes:
		return fmt.Errorf("dpas has a channel for each dword of a register, %d", x.lanes)
	}
	if err := p.channels(); err != nil {
		return err
	}
	for k, code := range [2]int{x.weights, x.activations} {
		x.widths[k], x.signed[k] = precisions[code].bits, precisions[code].word[0] == 's'
	}
	for k := range 4 {
		o := i.At(k)
		if !i.Op.classes(k, Spec).has(o.Class) {
			return fmt.Errorf("operand %d of dpas is %s", k, i.Op.classes(k, Spec))
		}
		v := p.decls.Variable(GeneralKind, o.ID)
		if nowhere := o.ID == 0 && o.Class == Raw; !nowhere && !dwords.has(v.Type) {
			return fmt.Errorf("%s is of type %s: expected d or ud", p.decls.Name(GeneralKind, o.ID), v.Type)
		}
		r := &p.layout.rooms[p.layout.general[o.ID]]
		place := rawPlace{operand: k, nowhere: o.ID == 0 && p.decls.isPredefined(0), base: r.base, begin: r.base + int(o.Disp), end: r.base + r.size}
		if o.Class == General {
			place.begin = r.base + int(o.Row)*x.grf + int(o.Col)*v.Type.Size()
		}
		if used := x.bytes(k); !place.nowhere && (place.begin < r.base || place.begin+used > place.end) {
			return fmt.Errorf("operand %d needs %d bytes, and its variable ends before", k, used)
		}
		if k == 0 {
			x.dst = place
		} else if x.sources[k-1] = place; place.nowhere && k > 1 {
			return fmt.Errorf("operand %d is %%null, and only what is added can be", k)
		}
	}
	s.matrix, s.run = x, (*Machine).multiplyMatrices
	return nil
}

// bytes is how many bytes operand k has.
func (x *matrixStep) bytes(k int) int {
	switch k {
	case 2:
		return x.weightRegisters() * x.grf
	case 3:
		return x.repeat * x.activationBytes()
	}
	return x.repeat * x.grf
}

// multiplyMatrices is dpas, row by row, as the document has it.
func (m *Machine) multiplyMatrices(s *step) *Fault {
	x := s.matrix
	ops, width := x.operations(), x.widths[0]
	perChannel := 32 / (ops * width) // steps whose weights are in one dword
	for row := range x.repeat {
		var sums [MaxExec]uint32
		known := m.frame.enabled
		for lane := range x.lanes {
			v, ok := m.dword(x.sources[0], row*x.grf+4*lane)
			if sums[lane] = v; !ok {
				known &^= 1 << lane
			}
		}
		for depth := range x.depth {
			for op := range ops {
				a, aKnown := m.element(x.sources[2], (row*x.depth+depth)*ops+op, x.widths[1], x.signed[1])
				at := x.sources[1].begin + depth/perChannel*x.grf
				for lane := range x.lanes {
					w, wKnown := m.elementAt(at+4*lane, depth%perChannel*ops+op, width, x.signed[0])
					if sums[lane] += uint32(a * w); !aKnown || !wKnown {
						known &^= 1 << lane
					}
				}
			}
		}
		m.putRow(x, row, &sums, known)
	}
	return nil
}

// dword is a dword of registers; of %null it is 0.
func (m *Machine) dword(p rawPlace, at int) (v uint32, known bool) {
	if p.nowhere {
		return 0, true
	}
	at += p.begin
	return binary.LittleEndian.Uint32(m.data[at:]), binary.LittleEndian.Uint32(m.known[at:]) == 1<<32-1
}

// element is element n of so many bits from the beginning of an operand on.
func (m *Machine) element(p rawPlace, n, width int, signed bool) (v int32, known bool) {
	return m.elementAt(p.begin, n, width, signed)
}

// elementAt is element n of so many bits, from a byte on.
func (m *Machine) elementAt(at, n, width int, signed bool) (v int32, known bool) {
	at += n * width / 8
	shift := n * width % 8
	v = int32(m.data[at]>>shift) & (1<<width - 1)
	if signed && v>>(width-1) != 0 {
		v -= 1 << width
	}
	return v, m.known[at] == 0xff
}

// putRow writes the enabled channels of a register.
func (m *Machine) putRow(x *matrixStep, row int, sums *[MaxExec]uint32, known uint32) {
	if x.dst.nowhere {
		return
	}
	for lane := range each(m.frame.enabled) {
		at := x.dst.begin + row*x.grf + 4*lane
		binary.LittleEndian.PutUint32(m.data[at:], sums[lane])
		all := -uint32(known >> lane & 1)
		binary.LittleEndian.PutUint32(m.known[at:], all)
	}
}

// matrixTouches are the dwords that each channel reads of what is added and of the weights, the activations, which all channels read, and what is written, row by row.
func (s *Step) matrixTouches() (all []Touch) {
	x, m := s.step.matrix, s.m
	touch := func(lane, operand, at, size int, p rawPlace) {
		if p.nowhere {
			return
		}
		at += p.begin
		v, known := word(m.data[at:], m.known[at:], size)
		t := Touch{Lane: lane, Operand: operand, Write: operand == 0, Kind: GeneralKind, ID: s.Inst.Operand[operand].ID, First: at - p.base, Len: size, Known: known, Value: "?"}
		if known {
			t.Value = fmt.Sprintf("%0*x", 2*size, v)
		}
		all = append(all, t)
	}
	for lane := range each(m.frame.enabled) {
		for row := range x.repeat {
			touch(lane, 1, row*x.grf+4*lane, 4, x.sources[0])
		}
		for register := range x.weightRegisters() {
			touch(lane, 2, register*x.grf+4*lane, 4, x.sources[1])
		}
		for at := 0; at < x.bytes(3); at += 4 {
			touch(lane, 3, at, 4, x.sources[2])
		}
		for row := range x.repeat {
			touch(lane, 0, row*x.grf+4*lane, 4, x.dst)
		}
	}
	return all
}
