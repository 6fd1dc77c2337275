package find

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
)

// A Gather is a map by addresses that are made at run time: of 16 lanes or groups of lanes at a time, each of which has an address of its own.
//
//	mov (M1, 8) O(0,0)<1> 0x26140735:uv               which element, of constants
//	shl (M1, 8) O(0,0)<1> O(0,0)<1;1,0> 0x2:uw        in bytes
//	addr_add (M1, 8) A0(0)<8> &a O(0,0)<1;1,0>
//	mov (M1, 8) V32(0,0)<1> r[A0(0),0]<1,0>:d
type Gather struct {
	Frame
	Addresses uint32 // an address variable of 16 elements
	Offsets   uint32 // variables of 16 words
	High      uint32
}

// Find is the instructions; none where all lanes are undefined. They are few, and not proved the fewest. Lanes that are neither are refused.
func (g Gather) Find(m lane.Map) ([]visa.Inst, error) {
	if 8*g.Type.Size() != m.Bits {
		return nil, fmt.Errorf("lanes of %d bits are no elements of %s", m.Bits, g.Type)
	}
	for i, l := range m.Lane {
		if l.Kind != lane.Source && l.Kind != lane.Undefined {
			return nil, fmt.Errorf("lane %d is %s: addresses reach the sources' lanes", i, l.Kind)
		}
	}
	var insts []visa.Inst
	for lo := 0; lo < len(m.Lane); {
		exec := visa.MaxExec
		for exec > len(m.Lane)-lo || !g.fits(lo, exec) {
			exec /= 2
		}
		part, err := g.chunk(m, lo, exec)
		if err != nil && exec == 2*visa.MaxAddresses { // their addresses are too many
			exec /= 2
			part, err = g.chunk(m, lo, exec)
		}
		if err != nil {
			return nil, err
		}
		insts, lo = append(insts, part...), lo+exec
	}
	return insts, nil
}

// fits says whether a mov can write lanes lo to lo+exec-1; one of one lane is for chunk to refuse.
func (g Gather) fits(lo, exec int) bool {
	_, ok := g.operand(g.Result, lo, exec, visa.Destination(1))
	return ok || exec == 1
}

// A row is what one address is for: lanes of a source, the strides between which are those of all rows.
type row struct{ src, base int }

// rows groups the lanes lo to lo+exec-1, of which some are wanted, into rows of w lanes, h apart in the source. Undefined lanes are wherever they may be.
func (g Gather) rows(m lane.Map, lo, exec, w, h int) (list []row, ok bool) {
	for i := lo; i < lo+exec; i += w {
		r := row{src: -1}
		for j := range w {
			switch l := m.Lane[i+j]; {
			case l.Kind == lane.Undefined:
			case r.src < 0:
				r = row{l.Src, l.Index - j*h}
			case l != lane.From(r.src, r.base+j*h):
				return nil, false
			}
		}
		if r.src >= 0 && (r.base < 0 || r.base+(w-1)*h >= m.Src[r.src]) {
			return nil, false
		}
		if size := g.Type.Size(); r.src >= 0 && ((r.base+(w-1)*h+1)*size-1)/g.GRF > r.base*size/g.GRF+1 { // of two registers, a row's elements may be in
			return nil, false
		}
		list = append(list, r)
	}
	some := slices.IndexFunc(list, func(r row) bool { return r.src >= 0 })
	for k := range list {
		if list[k].src < 0 { // what nobody wants is read where another row is
			list[k] = list[some]
		}
	}
	return list, true
}

// chunk makes the lanes lo to lo+exec-1, in rows as wide as there are; of lanes that nobody wants it makes nothing.
func (g Gather) chunk(m lane.Map, lo, exec int) ([]visa.Inst, error) {
	if !slices.ContainsFunc(m.Lane[lo:lo+exec], func(l lane.Lane) bool { return l.Kind == lane.Source }) {
		return nil, nil
	}
	for r := range visa.MultiAddressRegions(exec) {
		if list, ok := g.rows(m, lo, exec, int(r.W), int(r.H)); ok {
			return g.emit(list, lo, exec, r)
		}
	}
	return nil, fmt.Errorf("lanes %d to %d need more than %d addresses", lo, lo+exec-1, visa.MaxAddresses)
}

// emit makes the offsets, the addresses and the lanes.
func (g Gather) emit(list []row, lo, exec int, r visa.Region) ([]visa.Inst, error) {
	origin := map[int]int{} // the least element of each source
	for _, row := range list {
		if least, ok := origin[row.src]; !ok || row.base < least {
			origin[row.src] = row.base
		}
	}
	elements := make([]int, len(list))
	for k, row := range list {
		elements[k] = row.base - origin[row.src]
	}
	insts, err := g.offsets(elements)
	if err != nil {
		return nil, err
	}
	for k := 0; k < len(list); {
		n := 1
		for k+2*n <= len(list) && k%(2*n) == 0 && oneSource(list[k:k+2*n]) {
			n *= 2
		}
		insts = append(insts, g.addresses(list[k].src, origin[list[k].src], k, n))
		k += n
	}
	e, _ := visa.ExecOf(exec, 0, false)
	to, ok := g.operand(g.Result, lo, exec, visa.Destination(1))
	if !ok {
		return nil, fmt.Errorf("lane %d is behind what a row and a column can name", lo)
	}
	last := visa.Inst{Op: ops().mov, Exec: e, N: 2}
	last.Operand[0] = to
	last.Operand[1] = visa.Operand{Class: visa.Indirect, Type: g.Type, ID: g.Addresses, Region: r}
	return append(insts, last), nil
}

func oneSource(list []row) bool {
	for _, r := range list {
		if r.src != list[0].src {
			return false
		}
	}
	return true
}

// addresses adds the offsets from k on to the place of a source's element.
func (g Gather) addresses(src, element, k, n int) visa.Inst {
	e, _ := visa.ExecOf(n, 0, false)
	inst := visa.Inst{Op: ops().addrAdd, Exec: e, N: 3}
	inst.Operand[0] = visa.Operand{Class: visa.Address, ID: g.Addresses, Offset: int32(k), Width: int32(n)}
	inst.Operand[1] = visa.Operand{Class: visa.AddressOf, Kind: visa.GeneralKind, ID: g.Sources[src], Disp: int32(element * g.Type.Size())}
	inst.Operand[2] = words(g.Offsets, k, contiguous(n))
	return inst
}

func contiguous(n int) visa.Region { return visa.Region{V: 1, W: 1}.Canonical(n) }

func words(id uint32, k int, r visa.Region) visa.Operand {
	return visa.Operand{Class: visa.General, ID: id, Col: int32(k), Region: r}
}

// offsets makes the words of the elements' first bytes: as they are, or of small numbers shifted, or of two digits of four bits and then shifted.
func (g Gather) offsets(elements []int) ([]visa.Inst, error) {
	n, shift := len(elements), bits.TrailingZeros(uint(g.Type.Size()))
	bytes, high, low := make([]int, n), make([]int, n), make([]int, n)
	for k, e := range elements {
		bytes[k], high[k], low[k] = e<<shift, e>>4, e&15
		if e<<shift > 0xffff {
			return nil, fmt.Errorf("element %d is behind what an address of 16 bits reaches", e)
		}
	}
	best := g.constants(g.Offsets, bytes)
	for _, insts := range [][]visa.Inst{g.shifted(g.constants(g.Offsets, elements), shift, n), g.digits(shift, high, low)} {
		if len(insts) < len(best) {
			best = insts
		}
	}
	return best, nil
}

// constants makes words of constants, of which no more are wanted than a mov writes: there are always some that do.
func (g Gather) constants(id uint32, list []int) []visa.Inst {
	m := lane.Map{Bits: 16, Lane: make([]lane.Lane, len(list))}
	for k, v := range list {
		m.Lane[k] = lane.Fixed(lane.ConstOf(uint64(v)))
	}
	found, err := Frame{GRF: g.GRF, Type: visa.UW, Result: id}.Find(context.Background(), m, 1<<10)
	if err != nil {
		panic("visa/find: " + err.Error()) // no instructions would be the fewest, and wrong
	}
	return found.Insts
}

// shifted adds the shift of the offsets to the left, if there is one.
func (g Gather) shifted(insts []visa.Inst, shift, n int) []visa.Inst {
	if shift == 0 {
		return insts
	}
	return append(insts, g.onOffsets(ops().shl, n, visa.Operand{Class: visa.Immediate, Type: visa.UW, Imm: uint64(shift)}))
}

// digits makes words of sixteens and ones, and shifts them.
func (g Gather) digits(shift int, high, low []int) []visa.Inst {
	insts := append(g.constants(g.Offsets, low), g.constants(g.High, high)...)
	n := len(high)
	sum := g.onOffsets(ops().mad, n, visa.Operand{Class: visa.Immediate, Type: visa.UW, Imm: 16}, words(g.Offsets, 0, contiguous(n)))
	sum.Operand[1].ID = g.High
	return g.shifted(append(insts, sum), shift, n)
}

// onOffsets is an instruction that reads the offsets first, and writes them.
func (g Gather) onOffsets(op visa.Op, n int, more ...visa.Operand) visa.Inst {
	e, _ := visa.ExecOf(n, 0, false)
	inst := visa.Inst{Op: op, Exec: e, N: uint8(2 + len(more))}
	inst.Operand[0] = words(g.Offsets, 0, visa.Destination(1))
	inst.Operand[1] = words(g.Offsets, 0, contiguous(n))
	copy(inst.Operand[2:], more)
	return inst
}
