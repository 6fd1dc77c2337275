package lower

import (
	"slices"

	"github.com/lanescope/lanescope/target"
)

// This file finds two rows of which the last takes away what the first one brings: y &^ x is zero where x is y, and y where x is zero.
//
//	movq xmm1, xmm0        a0 a1 … a7 z  z  … z
//	pandn xmm1, xmm0       z  z  … z  a8 a9 … a15

// awayFrom are the arguments of a row that takes x away from y.
func awayFrom[T any](row *target.Row, x, y T) []T {
	if row.Union.Inverted == 0 {
		return []T{x, y}
	}
	return []T{y, x}
}

// removed is what must be taken away of source y to leave what is wanted; ok is false if that cannot be.
func removed[C ~int16](want []C, y func(i int) C, free, zero C) (ask []C, ok bool) {
	ask = slices.Clone(want)
	for i, w := range want {
		switch w {
		case free:
		case zero:
			ask[i] = y(i)
		case y(i):
			ask[i] = zero
		default:
			return nil, false
		}
	}
	return ask, true
}

// removers tries those rows as the last ones, of bytes.
func (p *twoRows) removers(first int) {
	for y := range p.dual {
		ask, ok := removed(p.want, func(u int) cell { return cell(y*maxCells + u) }, freeCell, zeroCell)
		for _, row := range p.t.removers {
			if ok && row.Bits == 8*len(p.want) {
				p.firstFor(ask, &lastRow{move: &move{row: row}, from: awayFrom(row, p.dual, y)}, first)
			}
		}
	}
}

// removers are those of bits.
func (p *bitPairs) removers() {
	for _, y := range p.inputs {
		ask, ok := removed(p.b.want, func(i int) bit { return y.bits[i] }, freeBit, zeroBit)
		if !ok {
			continue
		}
		for _, row := range p.b.t.removers {
			if row.Bits != p.b.n {
				continue
			}
			for _, x := range p.firsts(ask) {
				op, read := Op{Row: row}, awayFrom(row, x, y)
				p.take(p.b.add(op, nil, read, func() []bit { return p.b.apply(&op, read, p.b.sources()) }))
			}
		}
	}
}
