package cexpr

import (
	"errors"
	"fmt"
	"sync"

	"github.com/lanescope/lanescope/lane"
)

// Calls of Highway's that change how wide lanes are, or move parts of them. Descriptors say what the result is, the vectors' types what it is made of:
//
//	TruncateTo(Full64<uint8_t>(), v)          the lower byte of each lane of 16 bits
//	PromoteUpperTo(Full128<uint16_t>(), v)    the upper eight bytes with zeros above
//	ReverseLaneBytes(v)                       the bytes of each lane in reverse order

// highwayOthers are calls that no mover has: those that follow, and those that are refused.
var highwayOthers = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{
		"TableLookupLanes": true, "TwoTablesLookupLanes": true, "InsertBlock": true, "TruncateTo": true, "ReverseLaneBytes": true, "ReverseBits": true,
		"PromoteTo": true, "PromoteLowerTo": true, "PromoteUpperTo": true, "PromoteEvenTo": true, "PromoteOddTo": true,
		"IfThenElse": true, "IfThenElseZero": true, "IfThenZeroElse": true, "IfVecThenElse": true, "RotateLeft": true, "RotateRight": true, "InsertLane": true, "Slide1UpOr": true, "Slide1DownOr": true, // the others are words that anything has
	}
	for name := range highwayRefused {
		all[name] = true
	}
	return all
})

// What the refused calls do.
const (
	byMask    = "moves lanes by a mask that only the run knows"
	saturates = "saturates what does not fit, and is no movement: TruncateTo and OrderedTruncate2To keep the lower bits"
)

// highwayRefused are calls that look like movements and are none, with the reason.
var highwayRefused = map[string]string{
	"Compress": byMask, "CompressNot": byMask, "CompressBlocksNot": byMask, "CompressBits": byMask, "CompressStore": byMask, "CompressBlendedStore": byMask, "Expand": byMask, "LoadExpand": byMask,
	"DemoteTo": saturates, "OrderedDemote2To": saturates, "ReorderDemote2To": saturates,
}

// highwayResized is such a call; ok is false where it is none.
func (e *expressions) highwayResized(name string, args, params []operand) (o operand, ok bool, err error) {
	if reason := highwayRefused[name]; reason != "" {
		return o, true, errors.New("it " + reason)
	}
	if n := highwayLanewise[name]; n > 0 && n == len(args) {
		if o, err = e.highwayInLanes(name, args, params); err == nil && o.Value != nil && o.typ.known() {
			if whole, err := o.Value.Regroup(o.typ.bits); err == nil { // by its lanes, where it has no parts of them
				o = vector(whole).as(o.typ)
			}
		}
		return o, true, err
	}
	switch {
	case name == "InsertBlock" && len(args) == 2 && len(params) == 1 && !params[0].IsVector():
		o, err = e.blockInserted(args[0], args[1], params[0].Number)
	case (name == "ReverseLaneBytes" || name == "ReverseBits") && len(args) == 1:
		o, err = e.reversedIn(args[0], when(name == "ReverseBits", 1, 8))
	case name == "TruncateTo" && len(args) == 2:
		o, err = e.truncated(tagged(args[0]), args[1])
	case highwayPromotions[name] != nil && len(args) == 2:
		o, err = e.promoted(tagged(args[0]), args[1], highwayPromotions[name])
	default:
		return o, false, nil
	}
	return o, true, err
}

// reversedIn is the parts of so many bits of each lane in reverse order.
func (e *expressions) reversedIn(o operand, unit int) (operand, error) {
	t := o.typ
	if !t.known() {
		return o, errNoType
	}
	m, err := e.typedArgument(o, t)
	if err != nil {
		return o, err
	}
	r, err := e.picked([]lane.Map{m}, reversed(t.total()/unit, t.bits/unit), vectorType{lanes: t.total() / unit, bits: unit})
	return r.as(t), err
}

// truncated is the lower part of each lane.
func (e *expressions) truncated(to vectorType, o operand) (operand, error) {
	t := o.typ
	if !to.known() || !t.known() {
		return o, errNoType
	}
	if to.lanes != t.lanes || to.bits >= t.bits {
		return o, fmt.Errorf("%d lanes of %d bits do not become %d of %d by truncating", t.lanes, t.bits, to.lanes, to.bits)
	}
	m, err := e.typedArgument(o, t)
	if err != nil {
		return o, err
	}
	r, err := e.picked([]lane.Map{m}, first(to.lanes, 0, t.bits/to.bits), vectorType{lanes: t.total() / to.bits, bits: to.bits})
	return r.as(to), err
}

// highwayPromotions are which lane of the vector each lane of the result is, of n.
var highwayPromotions = map[string]func(n, i int) int{
	"PromoteTo": func(_, i int) int { return i }, "PromoteLowerTo": func(_, i int) int { return i }, "PromoteUpperTo": func(n, i int) int { return n + i },
	"PromoteEvenTo": func(_, i int) int { return 2 * i }, "PromoteOddTo": func(_, i int) int { return 2*i + 1 },
}

// promoted is lanes with zeros above them.
func (e *expressions) promoted(to vectorType, o operand, from func(n, i int) int) (operand, error) {
	t := o.typ
	switch {
	case !to.known() || !t.known():
		return o, errNoType
	case t.signed || t.float || to.float:
		return o, errors.New("of lanes with a sign or of floating point it computes: unsigned lanes get zeros above them")
	case to.bits <= t.bits || from(to.lanes, to.lanes-1) >= t.lanes:
		return o, fmt.Errorf("%d lanes of %d bits do not become %d of %d by promoting", t.lanes, t.bits, to.lanes, to.bits)
	}
	m, err := e.typedArgument(o, t)
	if err != nil {
		return o, err
	}
	ratio := to.bits / t.bits
	var sel []int
	for i := range to.lanes * ratio {
		sel = append(sel, when(i%ratio == 0, from(to.lanes, i/ratio), zeroLane))
	}
	r, err := e.picked([]lane.Map{m}, sel, t)
	return r.as(to), err
}

// blockInserted is a vector with one of its blocks replaced.
func (e *expressions) blockInserted(o, block operand, at int) (operand, error) {
	t := o.typ
	if !t.known() {
		return o, errNoType
	}
	if blocks := t.total() / blockBits; at < 0 || at >= blocks {
		return o, fmt.Errorf("block %d is out of range: there are %d", at, blocks)
	}
	whole, err := e.typedArgument(o, t)
	if err != nil {
		return o, err
	}
	part, err := e.argument(block, blockBits, t.bits)
	if err != nil {
		return o, err
	}
	m, err := e.Overwritten(whole, part, at*blockBits)
	return vector(m).as(t), err
}
