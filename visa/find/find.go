package find

import (
	"context"
	"fmt"
	"math/bits"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
)

// A Frame is where the vectors of a map lie: the result and each source at the beginning of a variable of its own.
type Frame struct {
	GRF     int
	Type    visa.Type // of all variables; the map's lanes are its elements
	Result  uint32
	Sources []uint32
}

// A Found is movs that make a map.
type Found struct {
	Insts []visa.Inst
	// Lower is a number that no such sequence is shorter than. Sequences are movs that each read one source, or a constant, and write the result; a later one may write over
	// what an earlier one wrote.
	Lower int
}

// ops are the instructions that sequences consist of.
var ops = sync.OnceValue(func() (used struct{ mov, shl, mad, addrAdd visa.Op }) {
	used.mov, _ = visa.OpNamed("mov")
	used.shl, _ = visa.OpNamed("shl")
	used.mad, _ = visa.OpNamed("mad")
	used.addrAdd, _ = visa.OpNamed("addr_add")
	return used
})

// IsMinimal says whether no sequence is shorter.
func (f Found) IsMinimal() bool { return len(f.Insts) <= f.Lower }

// window is how many lanes are looked at together. What has more is cut into parts of longPart lanes, and at most mostLanes.
const (
	window    = 64
	longPart  = 32
	mostLanes = 1024
)

// Find is the shortest sequence of movs that makes the map, as far as budget steps of a search find it. Lanes that are undefined are free, and those of the old destination
// stay where they are. The search ends with the context, too: what was found before is the answer then, or that there was no time. What no mov says is refused: lanes that move inside the old destination, and elements behind what rows and columns reach.
func (f Frame) Find(ctx context.Context, m lane.Map, budget int) (Found, error) {
	if 8*f.Type.Size() != m.Bits {
		return Found{}, fmt.Errorf("lanes of %d bits are no elements of %s", m.Bits, f.Type)
	}
	if len(m.Lane) > mostLanes {
		return Found{}, fmt.Errorf("%d lanes: movs are looked for up to %d", len(m.Lane), mostLanes)
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Old && l.Index != i {
			return Found{}, fmt.Errorf("lane %d moves inside the old destination", i)
		}
	}
	size := window
	if len(m.Lane) > window {
		size = longPart
		budget /= (len(m.Lane) + longPart - 1) / longPart
	}
	var found Found
	for lo := 0; lo < len(m.Lane); lo += size {
		if err := ctx.Err(); err != nil {
			return Found{}, fmt.Errorf("no movs were found in time: %w", err)
		}
		w := mover{frame: f, m: m, lo: lo, n: min(size, len(m.Lane)-lo)}
		part, err := w.find(ctx, budget)
		if err != nil {
			return Found{}, err
		}
		found.Insts = append(found.Insts, part.Insts...)
		found.Lower = max(found.Lower, part.Lower) // a mov may write lanes of two windows
	}
	return found, nil
}

// One is the one mov that makes the map, if there is one.
func (f Frame) One(m lane.Map) (inst visa.Inst, ok bool) {
	if 8*f.Type.Size() != m.Bits || len(m.Lane) > window {
		return inst, false
	}
	w := mover{frame: f, m: m, n: len(m.Lane)}
	need := w.wanted()
	w.eachPlace(func(exec, stride, i int) {
		if ok || need == 0 || need&^lanesAt(exec, stride, i) != 0 {
			return
		}
		w.from(exec, stride, i)
		for _, m := range w.moves {
			if m.right == need && m.wrong == 0 {
				inst, ok = m.inst, true
			}
		}
	})
	return inst, ok
}

// Region is the one source operand that reads all lanes of the map, in its canonical spelling and wherever its registers are; ok is false if there is none. It may lie in more
// registers than a mov can read.
func (f Frame) Region(m lane.Map) (o visa.Operand, ok bool) {
	exec := len(m.Lane)
	if _, known := visa.ExecOf(exec, 0, false); !known || 8*f.Type.Size() != m.Bits {
		return o, false
	}
	w := mover{frame: f, m: m, n: exec}
	w.eachRegion(exec, 1, 0, func(from origin, r visa.Region, _, wrong uint64) {
		if ok || wrong != 0 {
			return
		}
		at := from.base * f.Type.Size()
		o, ok = visa.Operand{Class: visa.General, ID: f.Sources[from.src], Row: int32(at / f.GRF), Col: int32(at % f.GRF / f.Type.Size()), Region: r}, true
	})
	return o, ok
}

// operand is a region from an element on, if it lies within two registers.
func (f Frame) operand(id uint32, element, exec int, r visa.Region) (visa.Operand, bool) {
	size := f.Type.Size()
	row, in := element*size/f.GRF, element*size%f.GRF
	a := visa.Access{Start: in, Size: size, Exec: exec, Region: r}
	if _, n := a.Registers(f.GRF); n > 2 || row > 255 {
		return visa.Operand{}, false
	}
	return visa.Operand{Class: visa.General, ID: id, Row: int32(row), Col: int32(in / size), Region: r}, true
}

// find is the movs of a window.
func (w *mover) find(ctx context.Context, budget int) (Found, error) {
	need := w.wanted()
	w.prepare()
	if lost := need &^ w.reached(); lost != 0 {
		return Found{}, fmt.Errorf("lane %d is behind what a row and a column can name", w.lo+bits.TrailingZeros64(lost))
	}
	c := newCover(w.moves, need)
	c.ended = func() bool { return ctx.Err() != nil }
	chosen, lower := c.fewest(budget)
	var found Found
	for _, k := range c.arranged(chosen) {
		found.Insts = append(found.Insts, w.moves[k].inst)
	}
	found.Lower = lower
	return found, nil
}
