package visa

import "fmt"

// Rules of messages.

// ruleMessageSize: how much a message moves at once.
func ruleMessageSize(c *Checker) {
	i := c.inst
	complain := func(format string, args ...any) {
		c.add(Finding{Rule: "message-size", Operand: -1, Message: fmt.Sprintf(format, args...)})
	}
	width, height := int(i.Sizes[0]), int(i.Sizes[1])
	switch lanes := c.exec; {
	case i.Op.isOword() && i.Func == 16 && (i.Op == opOwordLd || i.Operand[0].ID != 0):
		complain("%s moves 1, 2, 4 or 8 owords; 16 only oword_ld_unaligned and oword_st do, to and from %%slm", i.Op)
	case (i.Op == opGather || i.Op == opScatter) && lanes != 1 && lanes != 8 && lanes != 16:
		complain("%s is for 1, 8 or 16 lanes, not %d", i.Op, lanes)
	case i.Op.isFourfold() && lanes != 8 && lanes != 16:
		complain("%s is for 8 or 16 lanes, not %d", i.Op, lanes)
	case i.Op.isScattered() && i.Func == 8:
		complain("%s moves elements of 1, 2 or 4 bytes, not 8", i.Op)
	case !i.Op.isMedia():
	case width < 1 || width > 64:
		complain("a block is 1 to 64 bytes wide, not %d", width)
	case height < 1 || height > mostRows(width):
		complain("a block of %d bytes is 1 to %d rows high, not %d: a row takes %d bytes of registers, and all of them at most 256", width, mostRows(width), height, blockPitch(width))
	case i.Number > 3:
		complain("the plane is one of 0 to 3, not %d", i.Number)
	}
}

// ruleMessageSurface: pictures are surfaces of their own.
func ruleMessageSurface(c *Checker) {
	if i := c.inst; i.Op.isMedia() && (i.Operand[0].ID == slmSurface || i.Operand[0].ID == statelessSurface) {
		c.add(Finding{Rule: "message-surface", Operand: 0, Message: fmt.Sprintf("%s is no picture, of which %s moves a block", c.text(0), i.Op)})
	}
}

// The surfaces that stand for memory without a buffer: shared local memory, and all of memory.
const (
	slmSurface       = 0
	statelessSurface = FlatMemory
)

// FlatMemory is the surface whose memory messages without a surface access: %scratch.
const FlatMemory = 5

// messageTypes are the types that operand k of a message has.
func (i *Inst) messageTypes(k int) typeSet {
	letter := opcodes[i.Op].operands[k]
	a, half := i.Atomic()
	switch last := k == int(i.N)-1; {
	case letter == 'S':
		return anyType
	case letter == 's' || k == 1 || !last && !(i.Op == opDwordAtomic):
		return onlyUD
	case i.Op.isBlock():
		return anyType
	case i.Op != opDwordAtomic:
		return dwords | onlyF
	case half || !a.isFloat() && a != AtomicMinSigned && a != AtomicMaxSigned:
		return dwords
	case a.isFloat():
		return onlyF
	}
	return 1 << D
}

func ruleMessageTypes(c *Checker) {
	i := c.inst
	if opcodes[i.Op].family != memory || i.Op.isLSC() {
		return
	}
	for k := range i.Operands() {
		o := &i.Operand[k]
		t, ok := c.typeOf(o)
		if takes := i.messageTypes(k); ok && !takes.has(t) && !(o.Class == Raw && o.ID == 0) {
			c.add(Finding{Rule: "message-types", Operand: k, Message: fmt.Sprintf("%s is of type %s, which %s does not take here%s", c.text(k), t, i.Op, takes)})
		}
	}
}

// ruleMessageNull: an operation has as many sources as it has, and the others are %null.
func ruleMessageNull(c *Checker) {
	i := c.inst
	if i.Op != opDwordAtomic {
		return
	}
	a, _ := i.Atomic()
	for k := range 2 {
		o := &i.Operand[2+k]
		if isNull, needs := o.ID == 0, k < a.sources(); isNull == needs {
			what := "needs a source here"
			if !needs {
				what = "has no source here: expected %null.0"
			}
			c.add(Finding{Rule: "message-null", Operand: 2 + k, Message: fmt.Sprintf("%s: dword_atomic.%s %s", c.text(2+k), atomics[a], what)})
		}
	}
}
