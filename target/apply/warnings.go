package apply

import (
	"fmt"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/target"
)

// Warnings are surprises of instructions on vectors longer than 128 bits, most of which work in each 128 bits by themselves.
func Warnings(r *target.Row, at map[byte]Operand) (w []string) {
	if r.Bits > 128 && r.Elem < 128 && inBlocks(r, at) {
		w = append(w, fmt.Sprintf("%s works in each 128 bits by itself: no lane crosses into another", r.Name))
	}
	if o := at['k']; o.Known && r.Index.Block == 128 && r.Elem == 8 && r.Bits > 128 {
		for i := range r.Bits / 8 {
			if v, _ := o.Constant.Slice(8*i, 8).Uint64(); v&0x80 == 0 && v > 15 {
				w = append(w, fmt.Sprintf("index %d of lane %d counts modulo 16: %s reads byte %d of the lane's own 128 bits", v, i, r.Name, v%16))
				break
			}
		}
	}
	return w
}

// kept remembers of rows whether all their immediates stay within 128 bits: a listing has the same few rows many times.
var kept sync.Map // of *target.Row, to bool

// inBlocks says whether the row can only move within 128 bits.
func inBlocks(r *target.Row, at map[byte]Operand) bool {
	switch {
	case r.Imm != nil && len(r.Src) > 0:
		stays, ok := kept.Load(r)
		if !ok {
			stays, _ = kept.LoadOrStore(r, immediatesStay(r))
		}
		return stays.(bool)
	case r.Index != nil && at['k'].Known:
		return r.Index.Block == 128
	}
	return false
}

func immediatesStay(r *target.Row) bool {
	for v := range min(r.Imm.Values, 256) {
		if m := r.Imm.Map(v); !m.InLane(128) {
			return false
		}
	}
	return true
}

// Shapes are the operands that rows take, in words, of a few of them.
func Shapes(rows []*target.Row) (all []string) {
	for _, r := range rows {
		shape := fmt.Sprintf("%s of %d bits", r.Asm, r.Bits)
		if !slices.Contains(all, shape) && len(all) < 4 {
			all = append(all, shape)
		}
	}
	return all
}
