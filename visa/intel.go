package visa

import "fmt"

// verify says what the verifier of the seed's release says, with its sentences and in its order: whether there is such an instruction, then operand by operand, then the mask, then what the
// instruction asks of types. It is one tool's behaviour and no specification; what it skips the rules of the dialect Spec have.
func (c *Checker) verify() {
	if what := c.inst.Op.exists(); !c.Decls.verified().has(what) {
		c.saysMissing(what)
	}
	for k := range int(c.inst.N) {
		if c.inst.Op != opDpas && c.inst.Op != opDpasw {
			c.verifyOperand(k, c.inst.At(k))
		}
	}
	if c.inst.Op == opNbarrierWait { // bytes have the barrier twice
		c.verifyOperand(0, &c.inst.Operand[0])
	}
	if c.inst.Op != opGather && c.inst.Op != opScatter && !c.inst.Op.isSVM() && c.inst.Exec.Offset()+c.exec > 32 {
		c.say("mask", -1, "vISA instruction has illegal combination of execution size and mask")
	}
	family := opcodes[c.inst.Op].family
	switch family {
	case moves:
		c.verifyMove()
		c.verifyBrainFloat()
	case devices:
		c.verifyShape()
	case arith:
		if !c.verifyBrainFloat() {
			c.verifyArith()
		}
	case logic, shifts:
		c.verifyLogic()
	case flow:
		if c.verifyShape(); c.inst.Op == opLscFence {
			c.verifyLSC()
		}
	case memory:
		c.verifyMessage()
	case address:
		if o := &c.inst.Operand[1]; o.Class == General && c.Decls.isPredefined(o.ID) {
			c.say("predefined-address", 1, "Can not take the address of a pre-defined variable")
		}
		if t, ok := c.typeOf(&c.inst.Operand[2]); ok && !isAddressSource(t) {
			c.say("address-source", 2, "Data type of the second source of ADDR_ADD should be WORD or BYTE.")
		}
	}
}

// takesBrainFloat are the instructions that have bf operands on platforms that have any.
func (o Op) takesBrainFloat() bool {
	return o == opMov || o == opAdd || o == opMul || o == opMad || o == opCmp || o == opSel
}

// verifyBrainFloat looks at an instruction that has an operand of bf; the verifier then asks nothing else of its types.
func (c *Checker) verifyBrainFloat() bool {
	i := c.inst
	isBF := func(k int) bool { t, ok := c.typeOf(i.At(k)); return ok && t == BF }
	some, seen := false, int(i.N)
	if opcodes[i.Op].sub > 0 {
		seen-- // of min and max the verifier counts the byte that tells them apart, and not the last operand
	}
	for k := range seen {
		some = some || isBF(k)
	}
	switch {
	case !some:
		return false
	case !c.Decls.verified().has(brainFloats):
		c.saysMissing(brainFloats)
		return true
	case !i.Op.takesBrainFloat():
		c.say("instruction-types", -1, "BF opnd is not allowed on this instruction")
		return true
	}
	for k := range int(i.N) {
		what := "Src"
		if i.Role(k) == Dest {
			if what = "Dst"; i.Op == opCmp {
				continue
			}
		}
		if t, ok := c.typeOf(i.At(k)); !ok || t != BF && t != F {
			c.say("arithmetic-types", k, "%s opnd in BF mixed mode should be either BF or F", what)
		}
	}
	return true
}

func (c *Checker) say(rule string, k int, format string, args ...any) {
	message := format
	if len(args) > 0 {
		message = fmt.Sprintf(format, args...)
	}
	c.add(Finding{Rule: rule, Operand: k, Message: message})
}

// verifyOperand looks at one operand. The destination of min and max, and the second one of addc and subb, the verifier passes over.
func (c *Checker) verifyOperand(k int, o *Operand) {
	dest := c.inst.Role(k) == Dest
	switch o.Class {
	case General, Indirect:
		if c.inst.isPlace(k) {
			c.verifyPlace(k, o)
		} else if dest && k == 0 && opcodes[c.inst.Op].sub == 0 && c.inst.Op != opFaddr {
			c.verifyDest(k, o)
		} else if !dest {
			c.verifyModifier(k, o.Mod)
			if opcodes[c.inst.Op].family != memory || c.inst.Op.isNumbered() {
				c.verifyRegion(k, o)
			}
		}
	case Address:
		if dest && c.inst.Sat {
			c.say("modifier-class", k, "Operand modifier for non-general and non-indirect operands must be MODIFIER_NONE.")
		}
	case Immediate:
		if o.Type == Bool {
			c.say("immediate-type", k, "Boolean types for immediate (constant literals) operands are disallowed.")
		}
	case Raw:
		c.verifyRaw(k, o)
	}
}

func (c *Checker) verifyPlace(k int, o *Operand) {
	scalar := *o
	scalar.Region = Scalar
	c.warnBounds(k, &scalar)
}

func (c *Checker) verifyDest(k int, o *Operand) {
	if c.inst.Sat && opcodes[c.inst.Op].sat == satModifier {
		c.verifyModifier(k, Sat)
	}
	if o.Region.H == 0 {
		c.say("destination-stride", k, "Horizontal Stride should not be 0 for a destination operand.")
	}
	if c.Decls.readOnly(o) {
		c.say("read-only", k, "Not allowed to write to a read only variable")
	}
	c.warnBounds(k, o)
}

// verifyModifier: logic takes not, shifts take everything, the others everything but not.
func (c *Checker) verifyModifier(k int, m Modifier) {
	switch family := opcodes[c.inst.Op].family; {
	case m == NoModifier || family == shifts:
	case family == logic && m != Not:
		c.say("modifier-instruction", k, "Only arithmetic modifiers should be used with arithmetic instruction general or indirect operands.")
	case family != logic && m == Not:
		c.say("modifier-instruction", k, "Only logical modifiers should be used with logical instruction general or indirect operands.")
	}
}

// verifyRegion: an operand with a width of 0 or greater than the execution size is not looked at further.
func (c *Checker) verifyRegion(k int, o *Operand) {
	switch w := o.Region.W; {
	case w == 0:
		c.say("region-width", k, "CISA region has width of 0")
		return
	case int(w) > c.exec:
		c.say("execution-size", k, "Execution size must be greater than width.")
		return
	}
	if o.Region.W != Null && o.addresses(c.exec) > MaxAddresses {
		c.say("multi-address-count", k, "Number of Address for indirect operand exceeds 16")
	}
	if o.Class != General {
		return
	}
	if c.inst.Op == opAddrAdd || c.inst.Op.isSVM() || c.inst.Op.isShaped() {
		c.verifyTwoRegisters(k, o)
		return
	}
	c.warnBounds(k, o)
}

// verifyTwoRegisters looks at addr_add and at addresses of SVM alone: the finaliser splits all others.
func (c *Checker) verifyTwoRegisters(k int, o *Operand) {
	if c.Decls.isPredefined(o.ID) {
		return
	}
	a, _ := c.Decls.Access(o, c.exec)
	_, off := c.Decls.root(o.ID)
	a.Start += off
	grf := c.Decls.GRF
	last := a.End() - a.Start - 1
	if last >= 2*grf {
		c.say("two-registers", k, "CISA operand region access out of 2 GRF boundary (within %d bytes): %d", 2*grf, last)
	}
	if (a.Start+last)/grf-a.Start/grf > 1 {
		c.say("two-registers", k, "CISA operand accesses more than 2 GRF due to mis-alignment: start byte offset = %d, end byte offset = %d", a.Start, a.Start+last)
	}
	c.warnBounds(k, o)
}

// warnBounds warns of each lane whose element begins or ends behind the declared size of a variable that is not predefined.
func (c *Checker) warnBounds(k int, o *Operand) {
	if o.Class != General || c.Decls.isPredefined(o.ID) {
		return
	}
	a, _ := c.Decls.Access(o, c.exec)
	size := c.Decls.Variable(GeneralKind, o.ID).Size()
	if size == 0 || a.End() <= size {
		return
	}
	for lane := range c.exec {
		if b := a.Byte(lane); b+a.Size > size {
			c.add(Finding{
				Rule: "out-of-bounds", Operand: k, Warning: true, Lanes: []int{lane}, Bytes: []int{b},
				Message: fmt.Sprintf("oob byte %d", b),
			})
		}
	}
}

func (c *Checker) verifyRaw(k int, o *Operand) {
	base, off := c.Decls.root(o.ID)
	root := c.Decls.Variable(GeneralKind, base)
	if at := int(o.Disp) + off; at%c.Decls.GRF != 0 && root.Size() >= c.Decls.GRF && !c.Decls.isPredefined(o.ID) {
		c.say("raw-alignment", k, "Raw operand should be GRF-aligned: Raw offset is %d", at)
	}
}

func (c *Checker) verifyMove() {
	i := c.inst
	switch i.Op {
	case opFcvt:
		c.verifyConversion()
	case opSrnd:
		c.verifyRandomRounding()
	}
	if i.Op == opCmp && i.Operand[0].Class == Indirect {
		c.say("operand-class", 0, "CISA compare instruction destination only supports a predicate operand.")
	}
	if i.Op != opMov || i.Operand[1].Class != Predicate {
		return
	}
	if t, ok := c.typeOf(&i.Operand[0]); ok && (types[t].kind > signed || t.is64()) {
		c.say("flag-copy", 0, "dst operand type for a flag copy mov instruction should be non-64-bit integer.")
	}
}

func (c *Checker) verifyLogic() {
	i := c.inst
	truth := false // an operand of type bool wants all that follow it to be so too, and no guard
	for k := range int(i.N) {
		t, _ := c.typeOf(i.At(k))
		switch {
		case t == Bool && i.Guard != 0:
			c.say("guard", k, "Predicate can not be used in logic operantion for predicate operands.")
		case truth && t != Bool:
			c.say("predicate-form", k, "Operand type of logic operantion for predicate operands should all be BOOL (ie if one operand is BOOL they all have to be BOOL).")
		}
		truth = truth || t == Bool
		switch {
		case t.IsFloat() && t != BF:
			c.say("logic-types", k, "All operands of logic instructions must be of integral type! opnd %d has float type %d", k, t)
		case t == VF || t == BF:
			c.say("logic-types", k, "All operands of logic instructions must be of integral type! opnd %d has unknown type %d", k, t)
		case opcodes[i.Op].limit.src == noQuad && t.is64():
			c.say("instruction-types", k, "fbl/fbh/cbit does not support Q/UQ type.")
		case opcodes[i.Op].limit.src == noByte && !opcodes[i.Op].limit.src.has(t):
			c.say("instruction-types", k, "ror/rol does not support i8 types")
		case opcodes[i.Op].limit.src == noByte && t.is64() && !c.Decls.verified().has(rotatesQuads):
			c.say("instruction-types", k, "ror/rol does not support i64 types on the selected platform")
		}
	}
}
