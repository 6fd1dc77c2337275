package loops

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
)

// A bit that nobody knows may decide between what is moved and what stays:
//
//	IF k[j]                               dst, under k: a lane whose bit of it is 0 keeps the old destination, or is zero
//	    dst[i+7:i] := a[i+15:i+8]
//	ELSE
//	    dst[i+7:i] := src[i+7:i]

// oldDestination is what Intel's guide calls it.
const oldDestination = "src"

// either is the bit that is moved where a mask has a one; what there is where it has none is zero, or the same place of one source.
func (b *building) either(k cell, at int) (lane.Lane, error) {
	c := b.m.choices[k.of]
	whole := span{b.m.text, 0, len(b.m.text)}
	if !b.choices {
		b.choices, b.by, b.kept, b.bits = true, int(c.by.of), -1, make([]int, len(b.one.cells))
		for i := range b.bits {
			b.bits[i] = lane.Always
		}
	}
	if c.then.kind == eitherCell || c.other.kind == eitherCell || int(c.by.of) != b.by {
		return lane.Lane{}, whole.errorf("bit %d depends on several bits that are known at run time alone: expected one mask", at)
	}
	b.bits[at] = int(c.by.bit)
	kept := -1
	switch c.other.kind {
	case zeroCell:
		b.zeros = true
	case sourceCell:
		kept = int(c.other.of)
		if own, other := b.one.v, b.m.sources[kept]; other != own && (b.m.lang != intel || other.name != oldDestination) {
			return lane.Lane{}, whole.errorf("bit %d is %s's where the mask %s has a zero: expected one that stays as it is, or zero", at, b.m.sources[kept].name, b.m.sources[b.by].name)
		}
		if int(c.other.bit) != at {
			return lane.Lane{}, whole.errorf("bit %d is another one where the mask %s has a zero: expected one that stays in its place, or zero", at, b.m.sources[b.by].name)
		}
	case unsetCell:
		kept = -2
	default:
		return lane.Lane{}, whole.errorf("bit %d depends on %s, which is known at run time alone", at, b.m.sources[b.by].name)
	}
	if b.zeros && kept != -1 || b.kept != -1 && kept != b.kept {
		return lane.Lane{}, whole.errorf("bit %d depends on %s otherwise than those before it", at, b.m.sources[b.by].name)
	}
	b.kept = kept
	if c.then.kind == eitherCell {
		return lane.Lane{}, whole.errorf("bit %d depends on several bits", at)
	}
	return b.lane(c.then, at)
}

// guarded gives a reading its guard, if a mask decides.
func (b *building) guarded(r *dialect.Reading) error {
	if !b.choices {
		return nil
	}
	width := r.Map.Bits
	g := &dialect.Guard{By: b.m.sources[b.by].name, Bit: make([]int, len(r.Map.Lane))}
	if b.zeros {
		g.Else = lane.ElseZero
	}
	for i := range g.Bit {
		g.Bit[i] = b.bits[i*width]
		for _, bit := range b.bits[i*width : (i+1)*width] {
			if bit != g.Bit[i] {
				return span{b.m.text, 0, len(b.m.text)}.errorf("lane %d is moved in parts, by several bits of %s", i, g.By)
			}
		}
	}
	r.Guard = g
	return nil
}
