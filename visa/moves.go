package visa

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// A Frame is where the vectors of a map lie: the result and each source at the beginning of a variable of its own.
type Frame struct {
	GRF     int
	Type    Type // of all variables; the map's lanes are its elements
	Result  uint32
	Sources []uint32
}

// Moves are instructions that make the map: as wide a mov as there is for the first lane that is missing, then for the next. They are not the fewest. What no mov says is
// refused: lanes that are undefined or move inside the old destination, and a last lane that is not written, since the result ends with it.
func (f Frame) Moves(m lane.Map) ([]Inst, error) {
	n := len(m.Lane)
	if 8*f.Type.Size() != m.Bits {
		return nil, fmt.Errorf("lanes of %d bits are no elements of %s", m.Bits, f.Type)
	}
	if m.Lane[n-1].Kind == lane.Old {
		return nil, fmt.Errorf("lane %d, the last, is not written, and a result ends with its last element written", n-1)
	}
	done := make([]bool, n)
	var insts []Inst
	for i, l := range m.Lane {
		switch {
		case l.Kind == lane.Undefined:
			return nil, fmt.Errorf("lane %d is undefined, and a variable's element is not", i)
		case l.Kind == lane.Old && l.Index != i:
			return nil, fmt.Errorf("lane %d moves inside the old destination", i)
		case l.Kind == lane.Old || done[i]:
			continue
		}
		p, err := f.widest(m, i, done)
		if err != nil {
			return nil, err
		}
		for k := range p.exec {
			done[i+k*p.stride] = true
		}
		insts = append(insts, p.inst)
	}
	return insts, nil
}

// A piece is one mov and the lanes that it writes.
type piece struct {
	inst         Inst
	exec, stride int
}

// widest is the mov with most lanes that begins at lane i.
func (f Frame) widest(m lane.Map, i int, done []bool) (piece, error) {
	for exec := 32; exec >= 1; exec /= 2 {
		for _, stride := range []int{1, 2, 4} {
			if i+(exec-1)*stride >= len(m.Lane) || exec == 1 && stride > 1 {
				continue
			}
			if inst, ok := f.try(m, i, exec, stride, done); ok {
				return piece{inst, exec, stride}, nil
			}
		}
	}
	return piece{}, fmt.Errorf("lane %d is behind what a row and a column can name", i)
}

// try is the mov that writes lanes i, i+stride, …
func (f Frame) try(m lane.Map, i, exec, stride int, done []bool) (Inst, bool) {
	first := m.Lane[i]
	for k := range exec {
		l := m.Lane[i+k*stride]
		if done[i+k*stride] || l.Kind != first.Kind || l.Kind == lane.Source && l.Src != first.Src || l.Kind == lane.Constant && l.Const != first.Const {
			return Inst{}, false
		}
	}
	e, _ := ExecOf(exec, 0, false)
	inst := Inst{Op: opMov, Exec: e, N: 2}
	var ok bool
	if inst.Operand[0], ok = f.operand(f.Result, i, exec, Destination(stride)); !ok {
		return Inst{}, false
	}
	if first.Kind == lane.Constant {
		v, fits := first.Const.Uint64()
		inst.Operand[1] = Operand{Class: Immediate, Type: f.Type, Imm: v}
		return inst, fits
	}
	r, ok := regionOf(m, i, exec, stride)
	if !ok {
		return Inst{}, false
	}
	inst.Operand[1], ok = f.operand(f.Sources[first.Src], first.Index, exec, r)
	return inst, ok
}

// operand is a region from an element on, if it lies within two registers.
func (f Frame) operand(id uint32, element, exec int, r Region) (Operand, bool) {
	size := f.Type.Size()
	row, in := element*size/f.GRF, element*size%f.GRF
	a := Access{Start: in, Size: size, Exec: exec, Region: r}
	if _, n := a.Registers(f.GRF); n > 2 || row > 255 {
		return Operand{}, false
	}
	return Operand{Class: General, ID: id, Row: int32(row), Col: int32(in / size), Region: r}, true
}

// regionOf is the canonical region that reads what lanes i, i+stride, … come from.
func regionOf(m lane.Map, i, exec, stride int) (Region, bool) {
	base := m.Lane[i].Index
	for r := range LegalRegions(exec) {
		ok := true
		for k := 0; k < exec && ok; k++ {
			ok = m.Lane[i+k*stride].Index-base == r.Index(k)
		}
		if ok {
			return r.Canonical(exec), true
		}
	}
	return Region{}, false
}
