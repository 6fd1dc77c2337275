package program

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/svp64"
)

// This file is what instructions do, each to one element. Where there is no prefix the element is a register.

// An element is one execution of an instruction's meaning.
type element struct {
	m    *Machine
	i    *Inst
	loop *svp64.Loop // nil without a prefix
	svp64.Arrival
	last bool   // no element of the loop follows
	next uint64 // where the program goes on
	left bool   // the loop ends here, whatever is left of it
}

// meanings are what the rows of the table do.
var meanings = [numOps]func(*element) error{
	Addi:     (*element).addi,
	Addis:    (*element).addis,
	Add:      (*element).add,
	Subf:     (*element).subf,
	Or:       (*element).or,
	Ori:      (*element).ori,
	Cmpi:     (*element).cmpi,
	Cmp:      (*element).cmp,
	Lbz:      (*element).load1,
	Lhz:      (*element).load2,
	Lwz:      (*element).load4,
	Ld:       (*element).load8,
	Stb:      (*element).store1,
	Sth:      (*element).store2,
	Stw:      (*element).store4,
	Std:      (*element).store8,
	BranchTo: (*element).branchTo,
	BranchIf: (*element).branchIf,
	Mtspr:    (*element).mtspr,
	Mfspr:    (*element).mfspr,
	Setvl:    (*element).setvl,
	Svstep:   (*element).svstep,
}

// do executes the meaning on the element.
func (x *element) do() error { return meanings[x.i.Op](x) }

// place is which element of an operand's vector this is, on the side of the destination or the source.
func (x *element) place(op operand, dst bool) int {
	if x.loop == nil {
		return 0
	}
	i, j := x.From, x.Selector.Lane()
	if dst {
		i, j = x.To.Step, x.To.Sub
	}
	if !x.i.isVector(op) {
		i = 0
	}
	return i*x.loop.SubVL + j
}

// get is the value of a register operand that is read.
func (x *element) get(op operand) uint64 {
	r := int(x.i.value[op])
	if x.loop == nil {
		x.m.touch(false, "r", r, 0, 64)
		return x.m.GPR[r]
	}
	if x.SrcZero {
		return 0
	}
	return x.read(r, x.place(op, false), x.i.widthOf(op, x.loop, false))
}

// read is an element of a vector.
func (x *element) read(r, k, bits int) uint64 {
	x.m.touch(false, "r", r, k, bits)
	return x.m.GPR.Element(r, k, bits)
}

// orZero is (RA|0): register 0 stands for the number, unless it is a vector.
func (x *element) orZero() uint64 {
	if x.i.value[opRA] == 0 && !x.i.isVector(opRA) {
		return 0
	}
	return x.get(opRA)
}

// set writes a register operand, and CR0 where the mnemonic has a full stop.
func (x *element) set(op operand, v uint64) error {
	r := int(x.i.value[op])
	if x.loop == nil {
		x.m.setRegister(r, v)
		if x.i.value[opRc] != 0 {
			x.m.setField(0, compared(int64(v), 0))
		}
		return nil
	}
	if x.DstZero {
		v = 0
	}
	k, bits := x.place(op, true), x.i.widthOf(op, x.loop, true)
	x.m.touch(true, "r", r, k, bits)
	x.m.GPR.SetElement(r, k, bits, v)
	return nil
}

// setRegister writes a register whole.
func (m *Machine) setRegister(r int, v uint64) {
	m.touch(true, "r", r, 0, 64)
	m.GPR[r] = v
}

// setField writes a field of the condition register.
func (m *Machine) setField(no int, v svp64.CRField) {
	m.touchField(true, no)
	m.CR[no] = v
}

// compared is a field after a comparison.
func compared(a, b int64) svp64.CRField {
	switch {
	case a < b:
		return svp64.LT
	case a > b:
		return svp64.GT
	}
	return svp64.EQ
}

func (x *element) addi() error  { return x.set(opRT, x.orZero()+uint64(x.i.value[opSI])) }
func (x *element) addis() error { return x.set(opRT, x.orZero()+uint64(x.i.value[opSI]<<16)) }
func (x *element) add() error   { return x.set(opRT, x.get(opRA)+x.get(opRB)) }
func (x *element) subf() error  { return x.set(opRT, x.get(opRB)-x.get(opRA)) }
func (x *element) or() error    { return x.set(opRA, x.get(opRS)|x.get(opRB)) }
func (x *element) ori() error   { return x.set(opRA, x.get(opRS)|uint64(x.i.value[opUI])) }

func (x *element) cmpi() error { return x.compare(x.get(opRA), uint64(x.i.value[opSI])) }
func (x *element) cmp() error  { return x.compare(x.get(opRA), x.get(opRB)) }

// compare sets a field of the condition register. Its bit SO is a copy of XER's, which nothing here sets.
func (x *element) compare(a, b uint64) error {
	if x.i.value[opL] == 0 {
		a, b = uint64(int64(int32(a))), uint64(int64(int32(b)))
	}
	field := int(x.i.value[opBF])
	v := compared(int64(a), int64(b))
	if x.loop != nil {
		field += x.place(opBF, true)
		if x.DstZero {
			v = 0
		}
	}
	x.m.setField(field&(svp64.NumRegs-1), v)
	return nil
}

func (x *element) load1() error { return x.load(1, opD) }
func (x *element) load2() error { return x.load(2, opD) }
func (x *element) load4() error { return x.load(4, opD) }
func (x *element) load8() error { return x.load(8, opDS) }

func (x *element) store1() error { return x.store(1, opD) }
func (x *element) store2() error { return x.store(2, opD) }
func (x *element) store4() error { return x.store(4, opD) }
func (x *element) store8() error { return x.store(8, opDS) }

// load reads memory in the order of the source.
func (x *element) load(bytes int, displacement operand) error {
	var v uint64
	if x.loop == nil || !x.SrcZero {
		v = x.m.Memory.Load(x.address(bytes, displacement, false), bytes)
	}
	return x.set(opRT, v)
}

// store writes memory in the order of the destination.
func (x *element) store(bytes int, displacement operand) error {
	v := x.get(opRS)
	if x.loop != nil && x.DstZero {
		v = 0
	}
	return x.m.Memory.Store(x.address(bytes, displacement, true), bytes, v)
}

// address is where an element is in memory.
//
//	RA a vector           RA[k] + D           each element has an address
//	RA a register, els    RA + D·k
//	RA a register         RA + D + bytes·k    one behind the other
func (x *element) address(bytes int, displacement operand, dst bool) uint64 {
	d := uint64(x.i.value[displacement])
	if x.loop == nil {
		return x.orZero() + d
	}
	r := int(x.i.value[opRA])
	if x.i.isVector(opRA) {
		return x.read(r, x.place(opRA, dst), 64) + d
	}
	base := uint64(0)
	if r != 0 {
		base = x.read(r, 0, 64)
	}
	if !x.i.hasVector() {
		return base + d
	}
	i, j := x.From, x.Selector.Lane()
	if dst {
		i, j = x.To.Step, x.To.Sub
	}
	k := uint64(i*x.loop.SubVL + j)
	if x.i.els {
		return base + d*k
	}
	return base + d + uint64(bytes)*k
}

func (x *element) branchTo() error {
	x.next = x.m.PC + uint64(x.i.value[opLI])
	return nil
}

// branchIf counts and tests. Under a prefix it is asked for each element of a vector of bits:
//
//	       the first that holds branches          all   the last one branches, if none failed before it
//	vs     VL is cut before the first that fails, or behind it (vsi), or at the first that holds (vsb, vsbi), which is the last one then
func (x *element) branchIf() error {
	const (
		always, wanted, uncounted, atZero = 16, 8, 4, 2 // bits of BO
	)
	bo := x.i.value[opBO]
	if bo&uncounted == 0 {
		x.m.CTR--
	}
	counted := bo&uncounted != 0 || (x.m.CTR != 0) != (bo&atZero != 0)
	holds := counted && (bo&always != 0 || x.tested() == (bo&wanted != 0))
	taken := holds
	if x.loop != nil {
		x.cut(holds)
		if x.i.all && !x.m.SV.Vertical() {
			taken = holds && (x.last || x.left) // where VL is cut is the end, too
			x.left = x.left || !holds
		}
	}
	if taken {
		x.next, x.left = x.m.PC+uint64(x.i.value[opBD]), true
	}
	return nil
}

// tested is the bit of the condition register; under a predicate that is false it is 0, or with snz 1.
func (x *element) tested() bool {
	bi := int(x.i.value[opBI])
	field := bi / 4
	if x.loop != nil {
		if x.SrcZero {
			return x.i.snz
		}
		if x.i.isVector(opBI) {
			field += x.From
		}
	}
	field &= svp64.NumRegs - 1
	x.m.touchField(false, field)
	return x.m.CR[field]&(svp64.LT>>(bi%4)) != 0
}

// cut sets VL where that is asked for, and ends the loop.
func (x *element) cut(holds bool) {
	match := x.i.vl == vlOnMatch || x.i.vl == vlOnMatchIn
	if x.i.vl == vlKept || holds != match {
		return
	}
	vl := x.From
	if x.i.vl == vlOnFailIn || x.i.vl == vlOnMatchIn {
		vl++
	}
	x.m.SV, x.left = x.m.SV.WithVL(vl), true
}

// ErrSPR is what is wrong with other special-purpose registers.
var ErrSPR = errors.New("there are the special-purpose registers 8 (lr), 9 (ctr) and 704 (svstate)")

func (x *element) spr() *uint64 {
	switch x.i.value[opSPR] {
	case sprLR:
		return &x.m.LR
	case sprCTR:
		return &x.m.CTR
	case sprSVSTATE:
		return (*uint64)(&x.m.SV)
	}
	return nil
}

func (x *element) mtspr() error {
	r := x.spr()
	if r == nil {
		return fmt.Errorf("%d: %w", x.i.value[opSPR], ErrSPR)
	}
	*r = x.get(opRS)
	return nil
}

func (x *element) mfspr() error {
	r := x.spr()
	if r == nil {
		return fmt.Errorf("%d: %w", x.i.value[opSPR], ErrSPR)
	}
	return x.set(opRT, *r)
}

// setvl is the draft's pseudocode of 2024.
func (x *element) setvl() error {
	const most = 127
	m, ra, rt := x.m, x.i.value[opRA], x.i.value[opRT]
	mvl := uint64(m.SV.MaxVL())
	if x.i.value[opMS] != 0 {
		mvl = uint64(x.i.value[opSVi]) & most
	}
	vl := uint64(m.SV.VL())
	if x.i.value[opVS] != 0 {
		switch {
		case ra != 0:
			vl = x.read(int(ra), 0, 64)
		case rt == 0:
			vl = uint64(x.i.value[opSVi]) & most
		default:
			vl = m.CTR
		}
	}
	overflow := vl > mvl
	vl = min(vl, mvl)
	m.SV = m.SV.WithMaxVL(int(mvl)).WithVL(int(vl))
	if rt != 0 {
		m.setRegister(int(rt), vl)
	}
	if x.i.value[opMS] != 0 {
		m.SV = m.SV.WithVertical(x.i.value[opVF] != 0).WithPersist(false)
		m.Stepped = svp64.Inst{}
	}
	if x.i.value[opRc] != 0 {
		field := compared(int64(vl), 0)
		if overflow {
			field |= svp64.SO
		}
		m.setField(0, field)
	}
	return nil
}

// What svstep's immediate asks for. The field has one less.
const (
	stepNext                   = 1
	stepReadsSrc, stepReadsSub = 6, 9
	stepOrders, stepOrdersEnd  = 13, 16
)

// svstep goes on to the next group, reads a step, or sets the orders of loops.
func (x *element) svstep() error {
	m, svi := x.m, int(x.i.value[opSVi])
	src, dst := m.SV.Places()
	value, end := 0, false
	switch {
	case svi >= stepOrders && svi <= stepOrdersEnd:
		m.SV, _ = m.SV.WithStepImmediate(svi)
		value = (svi - stepOrders) & 3
	case svi >= stepReadsSrc && svi <= stepReadsSub && x.i.value[opVF] != 0:
		value = [...]int{src.Step, dst.Step, src.Sub, dst.Sub}[svi-stepReadsSrc]
	case svi == stepNext && x.i.value[opVF] == 0:
		var err error
		if end, err = x.stepOn(); err != nil {
			return err
		}
	default:
		return fmt.Errorf("SVi %d with vf %d is not there: 1 with 0 steps, 6 to 9 with 1 read a step, 13 to 16 set PACK and UNPACK; 2 to 5 are of REMAP", svi, x.i.value[opVF])
	}
	m.setRegister(int(x.i.value[opRT]), uint64(value))
	if x.i.value[opRc] != 0 {
		var field svp64.CRField
		if end {
			field = svp64.SO
		}
		m.setField(0, field)
	}
	return nil
}

// stepOn goes on by the walks of the last instruction that was a loop, or by one subvector. At the end Vertical-First mode ends.
func (x *element) stepOn() (end bool, err error) {
	m := x.m
	i := m.Stepped
	if i.Form == svp64.Pair {
		i = svp64.Inst{Form: svp64.Vector, SubVL: 1, Float: true, RT: svp64.Reg{Vector: true}, RA: svp64.Reg{Vector: true}, Swizzle: svp64.Select(svp64.X)}
	}
	l, err := m.State.Loop(i)
	if err == nil {
		err = l.CheckGroup(m.SV)
	}
	if err != nil {
		return false, err
	}
	var after svp64.SVState
	if m.plain {
		_, _, after, end = l.Generated(m.SV)
	} else {
		after, end = l.NextGroup(m.SV)
	}
	m.setPlaces(after)
	if end {
		m.SV = m.SV.WithVertical(false)
	}
	return end, nil
}
