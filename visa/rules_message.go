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
	case i.Op.isPixels() && !i.Op.isLSC() && lanes != 8:
		complain("%s is for 8 lanes, not %d", i.Op, lanes)
	case i.Op.isFourfold() && lanes != 8 && lanes != 16:
		complain("%s is for 8 or 16 lanes, not %d", i.Op, lanes)
	case i.Op.isScattered() && i.Func == 8:
		complain("%s moves elements of 1, 2 or 4 bytes, not 8", i.Op)
	case i.Op.isSVM():
		c.svmSize(complain)
	case i.Op.isQuads() && (lanes == 32 || i.Sizes[0] != 1):
		complain("%s moves one block an address, and is for 1 to 16 lanes", i.Op)
	case !i.Op.isMedia():
	case width < 1 || width > 64:
		complain("a block is 1 to 64 bytes wide, not %d", width)
	case height < 1 || height > mostRows(width):
		complain("a block of %d bytes is 1 to %d rows high, not %d: a row takes %d bytes of registers, and all of them at most 256", width, mostRows(width), height, blockPitch(width))
	case i.Number > 3:
		complain("the plane is one of 0 to 3, not %d", i.Number)
	}
}

// svmSize: how much a message of shared virtual memory moves.
func (c *Checker) svmSize(complain func(format string, args ...any)) {
	switch i, lanes := c.inst, c.exec; {
	case i.Op.isRow() && i.Func == 16:
		complain("%s moves 1, 2, 4 or 8 owords", i.Op)
	case i.Op.isRow():
	case lanes == 32:
		complain("%s is for 1 to 16 lanes, not 32", i.Op)
	case i.Op == opSvmAtomic && lanes == 16:
		complain("%s is for 1, 2, 4 or 8 lanes, not 16", i.Op)
	case i.Op.isBlocks() && i.Sizes[0] > 1 && lanes < 8:
		complain("%s moves one block an address with fewer than 8 lanes, not %d", i.Op, i.Sizes[0])
	case i.Op.isBlocks() && i.Sizes[0] == 8 && (i.Func == 8 || i.Func == 4 && lanes != 8):
		complain("%s moves 8 blocks an address only of a byte, or of 4 bytes with 8 lanes", i.Op)
	}
}

// ruleMessageSurface: pictures are surfaces of their own.
func ruleMessageSurface(c *Checker) {
	i := c.inst
	if !i.Op.hasSurface() || i.Operand[0].ID != slmSurface && i.Operand[0].ID != statelessSurface {
		return
	}
	what := ""
	switch {
	case i.Op.isMedia():
		what = fmt.Sprintf("no picture, of which %s moves a block", i.Op)
	case i.Op.isPixels():
		what = "no typed surface, which has pixels"
	default:
		return
	}
	c.add(Finding{Rule: "message-surface", Operand: 0, Message: c.text(0) + " is " + what})
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
	letter := i.Op.letter(k)
	switch last := k == int(i.N)-1; {
	case letter == 'S':
		return anyType
	case letter == 's' || !last && !(i.Op.isAtomic() && k >= i.firstSource()):
		if i.Op.isSVM() {
			return 1 << UQ
		}
		return onlyUD
	case i.Op.isBlock():
		return anyType
	case i.Op.isBlocks():
		return map[uint8]typeSet{1: 1<<UB | 1<<B, 4: dwords | onlyF, 8: 1<<UQ | 1<<Q | 1<<DF}[i.Func]
	case !i.Op.isAtomic():
		return dwords | onlyF
	}
	return i.atomicTypes()
}

// atomicTypes are the types of what an atomic operation is on. Words lie in dwords.
func (i *Inst) atomicTypes() typeSet {
	a, size := i.Atomic()
	switch signed := a == AtomicMinSigned || a == AtomicMaxSigned; {
	case size == 2:
		return dwords
	case size == 8 && a.isFloat():
		return 1 << DF
	case size == 8 && signed:
		return 1 << Q
	case size == 8:
		return 1<<UQ | 1<<Q
	case a.isFloat():
		return onlyF
	case signed:
		return 1 << D
	}
	return dwords
}

func ruleMessageTypes(c *Checker) {
	i := c.inst
	if opcodes[i.Op].family != memory || i.Op.isLSC() {
		return
	}
	for k := range int(i.N) {
		o := i.At(k)
		t, ok := c.typeOf(o)
		if takes := i.messageTypes(k); ok && !takes.has(t) && !(o.Class == Raw && o.ID == 0) {
			c.add(Finding{Rule: "message-types", Operand: k, Message: fmt.Sprintf("%s is of type %s, which %s does not take here%s", c.text(k), t, i.Op, takes)})
		}
	}
}

// ruleMessageNull: an operation has as many sources as it has, and the others are %null.
func ruleMessageNull(c *Checker) {
	i := c.inst
	if i.Op.isPixels() && !i.Op.isLSC() && i.Operand[1].ID == 0 {
		c.add(Finding{Rule: "message-null", Operand: 1, Message: fmt.Sprintf("%s: a typed surface has one coordinate at least", c.text(1))})
	}
	if !i.Op.isAtomic() {
		return
	}
	a, _ := i.Atomic()
	for n := range 2 {
		k := i.firstSource() + n
		if isNull, needs := i.At(k).ID == 0, n < a.sources(); isNull == needs {
			what := "needs a source here"
			if !needs {
				what = "has no source here: expected %null.0"
			}
			c.add(Finding{Rule: "message-null", Operand: k, Message: fmt.Sprintf("%s: %s.%s %s", c.text(k), i.Op, atomics[a], what)})
		}
	}
}
