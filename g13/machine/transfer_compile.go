package machine

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/lanescope/lanescope/g13"
)

// Reasons for which instructions on memory are refused.
const (
	beyondLast  = "its registers go beyond r127"
	oddRegister = "a register of 32 bits begins at an upper half"
	noFormat    = "nobody knows what its format is"
	onlyStored  = "its format is one to store, and nobody knows what it loads"
	wordInHalf  = "its elements of 32 bits do not fit its registers of 16"
)

// usually is a field that is always as it is here, but for the bits that are known.
type usually struct {
	field string
	known uint32
	value uint32
}

// usual refuses an instruction whose fields nobody has seen so.
func (c *compiler) usual(fields []usually) (refusal string) {
	for _, f := range fields {
		if v := c.field(f.field); v&^f.known != f.value {
			return fmt.Sprintf("its field %s is %d, and nobody knows what it does then: it is usually %d", f.field, v, f.value)
		}
	}
	return ""
}

// Fields of the instructions on memory. What is known is how caches of several dies agree, which does not matter here.
var (
	usualLoad   = []usually{{"b26", 0, 1}, {"b28", 0, 0}, {"b44", 3, 4}, {"b50", 0, 0}}
	usualStore  = []usually{{"b26", 0, 1}, {"b28", 0, 0}, {"b45", 1, 2}, {"b50", 0, 0}}
	usualStack  = []usually{{"b26", 0, 1}, {"b36", 0, 0}, {"b44", 0, 4}}
	usualAtomic = []usually{{"b26", 0, 1}, {"b28", 0, 0}, {"b31", 0, 1}, {"b42", 4, 0}, {"b45", 1, 2}}
	usualLocal  = []usually{{"b6", 0, 0}, {"b35", 0, 2}, {"b39", 0, 0}, {"b40", 1, 128}}
)

// transferring makes a load or a store.
func transferring(space Space, kind AccessKind, fields []usually) func(*compiler, *op) string {
	return func(c *compiler, o *op) string {
		t := &transfer{space: space, kind: kind}
		o.transfer = t
		o.run = (*Group).load
		if kind == StoreAccess {
			o.run = (*Group).store
		}
		if refusal := c.usual(fields); refusal != "" {
			return refusal
		}
		if refusal := c.elements(o, t); refusal != "" {
			return refusal
		}
		return c.addressed(o, t)
	}
}

// elements finds out what is moved: the format, the mask, and the registers.
func (c *compiler) elements(o *op, t *transfer) (refusal string) {
	t.format = formats[c.inst.Arg(c.operand("F")).Value]
	r, mask := c.inst.Arg(c.operand("R")), c.field("mask")
	t.first, t.wide = r.Index, r.Size == 32
	switch {
	case t.size == 0:
		return noFormat
	case t.kind == LoadAccess && t.pack != nil && t.unpack == nil:
		return onlyStored
	case r.Undefined:
		return oddRegister
	case t.raw() && t.size == 4 && !t.wide:
		return wordInHalf
	}
	t.spread(mask)
	o.flags |= t.unverified(mask)
	return c.registers(o, t)
}

// spread is which elements are moved. One that is packed is there whatever the mask is.
func (t *transfer) spread(mask uint32) {
	if t.parts > 1 {
		mask = 1
	}
	first := bits.TrailingZeros32(mask)
	for k := range 4 {
		if mask>>k&1 != 0 {
			t.at[t.elements], t.part[t.elements] = uint64(k-first)*uint64(t.size), k
			t.elements++
		}
	}
	t.count = t.elements * int(t.parts)
	if t.elements > 0 {
		t.lift = uint64(first) * uint64(t.size)
		t.span = t.at[t.elements-1] + uint64(t.size)
	}
}

// unverified is what of the elements nobody has seen.
func (t *transfer) unverified(mask uint32) (u flags) {
	if t.wide || !t.raw() {
		u = t.flags
	}
	if t.kind == StoreAccess && !t.raw() {
		u |= storeRounds
	}
	switch {
	case t.parts > 1:
	case mask == 0:
		u |= emptyMask
	case t.kind == StoreAccess && mask&(mask+mask&-mask) != 0:
		u |= storeHoles
	}
	return u
}

// registers are those that are loaded or stored.
func (c *compiler) registers(o *op, t *transfer) (refusal string) {
	size := 1
	if t.wide {
		size = 2
	}
	end := t.first + size*t.count
	if end > 2*Registers {
		return beyondLast
	}
	t.halves.add(t.first, end-t.first)
	if t.kind != StoreAccess && t.count > 0 {
		o.d = target{uint16(t.first / 2), word}
		o.writes = uint8((end+1)/2 - t.first/2)
		if t.space != ThreadgroupSpace {
			t.slot, t.waited = uint8(c.field("g")), true
		}
	}
	return ""
}

// addressed finds out where the elements are.
func (c *compiler) addressed(o *op, t *transfer) (refusal string) {
	switch t.space {
	case DeviceSpace:
		return c.device(o, t)
	case ThreadgroupSpace:
		return c.threadgroup(o, t)
	}
	t.base = Term{Kind: StackTerm}
	o.flags |= stackModel
	if t.shift = c.shiftedBy(o); t.shift > 0 {
		o.flags |= stackShift
	}
	return c.offsetOf(o, t, "unsigned")
}

// shiftedBy is field s, of which 3 is as 2.
func (c *compiler) shiftedBy(o *op) uint8 {
	s := c.field("s")
	if s > 2 {
		o.flags |= shiftOfThree
	}
	return uint8(min(s, 2))
}

// device is a base of 64 bits, and an offset in elements.
func (c *compiler) device(o *op, t *transfer) (refusal string) {
	a := c.arg(o, "A")
	t.base = Term{UniformTerm, uint64(a.Index)}
	if a.Class == g13.Register {
		t.base.Kind = PairTerm
		c.checkPair(a)
	}
	t.shift = uint8(bits.TrailingZeros8(t.size))
	if t.kind != AtomicAccess && t.parts < 2 {
		t.shift += c.shiftedBy(o)
	}
	if refusal = c.offsetOf(o, t, "Ou"); refusal != "" {
		return refusal
	}
	t.row = littleEndian() && t.raw() && t.wide && t.elements == 1 && t.size == 4 && t.shift == 2 && t.base.Kind == UniformTerm && t.offset.Kind != NumberTerm
	return ""
}

// offsetOf is operand O of device memory and stacks: a number, or a register that has a sign or none.
func (c *compiler) offsetOf(o *op, t *transfer, unsigned string) (refusal string) {
	a := c.inst.Arg(c.operand("O"))
	if a.Class == g13.Number {
		t.offset = Term{NumberTerm, uint64(a.Value) << t.shift}
		return ""
	}
	if a.Index >= 2*Registers {
		return beyondLast
	}
	if a.Undefined {
		o.flags |= undefinedOperand
	}
	t.offset = Term{SignedTerm, uint64(a.Index)}
	if c.field(unsigned) != 0 {
		t.offset.Kind = UnsignedTerm
	}
	return ""
}

// threadgroup is a base in bytes and an offset in elements, both of 16 bits.
func (c *compiler) threadgroup(o *op, t *transfer) (refusal string) {
	t.lift += 1 << spacing
	t.shift = uint8(bits.TrailingZeros8(t.size))
	base, offset := c.inst.Arg(c.operand("A")), c.inst.Arg(c.operand("O"))
	if offset.Class == g13.Register && offset.Index >= 2*Registers {
		return beyondLast
	}
	t.base, t.offset = term16(base), term16(offset)
	switch t.offset.Kind {
	case NumberTerm:
		t.offset.N <<= t.shift
	default:
		o.flags |= localOffset
	}
	return ""
}

// term16 is a half or a number.
func term16(a g13.Arg) Term {
	switch a.Class {
	case g13.Register:
		return Term{HalfTerm, uint64(a.Index)}
	case g13.Uniform:
		return Term{UniformHalfTerm, uint64(a.Index)}
	}
	return Term{NumberTerm, uint64(a.Value)}
}

// littleEndian says whether the CPU's words are as the G13's, as nearly all are.
func littleEndian() bool { return binary.NativeEndian.Uint16([]byte{1, 0}) == 1 }
