package visa

import "fmt"

// Rules of what an operand may be: its class, its modifier, its role.

func ruleModifierClass(c *Checker, k int, o *Operand) {
	if o.Mod != NoModifier && o.Class != General && o.Class != Indirect {
		c.add(Finding{Rule: "modifier-class", Operand: k, Message: fmt.Sprintf("%s has the modifier %s, which only general and indirect operands have", article(o.Class.String()+" operand"), o.Mod)})
	}
}

func ruleModifierRole(c *Checker, k int, o *Operand) {
	switch dest := c.inst.Role(k) == Dest; {
	case dest && o.Mod != NoModifier && o.Mod != Sat:
		c.add(Finding{Rule: "modifier-role", Operand: k, Message: fmt.Sprintf("%s is a destination and has the modifier %s of sources", c.text(k), o.Mod)})
	case !dest && o.Mod == Sat:
		c.add(Finding{Rule: "modifier-role", Operand: k, Message: fmt.Sprintf("%s is a source and has the modifier sat of destinations", c.text(k))})
	}
}

// takesNot are the instructions that the seed names.
func (o Op) takesNot() bool { return o == opAnd || o == opOr || o == opXor || o == opNot }

func ruleModifierOp(c *Checker, k int, o *Operand) {
	op := c.inst.Op
	var only string
	switch {
	case o.Mod == NoModifier || o.Mod == Sat:
		return
	case o.Mod == Not && !op.takesNot():
		only = "and, or, xor and not"
	case o.Mod.isArithmetic() && opcodes[op].family == logic:
		only = "arithmetic, shift and move instructions"
	default:
		return
	}
	c.add(Finding{
		Rule: "modifier-instruction", Operand: k,
		Message: fmt.Sprintf("%s: the modifier %s is for %s, not for %s", c.text(k), o.Mod, only, op),
		Rewrite: c.rewritten(k, func(o *Operand) { o.Mod = NoModifier }),
	})
}

// ruleClass holds the operand against the letters of the opcode table.
func ruleClass(c *Checker, k int, o *Operand) {
	if o.Class == Immediate && c.inst.Role(k) == Dest {
		return // a rule of its own
	}
	if c.inst.isPlace(k) && (o.Class == General && o.Region == Scalar || o.Class == State) {
		return // an address-of, from bytes
	}
	allowed := c.inst.Op.classes(k, Spec)
	if k >= len(opcodes[c.inst.Op].operands) {
		allowed = c.inst.furtherClasses(k, Spec)
	}
	if !allowed.has(o.Class) {
		c.add(Finding{Rule: "operand-class", Operand: k, Message: fmt.Sprintf("%s: operand %d of %s is %s, not %s operand", c.text(k), k, c.inst.Op, allowed, article(o.Class.String()))})
	}
}

func ruleImmediateDest(c *Checker, k int, o *Operand) {
	if c.inst.Role(k) == Dest {
		c.add(Finding{Rule: "immediate-destination", Operand: k, Message: fmt.Sprintf("%s: a constant is not written", c.text(k))})
	}
}

func ruleImmediateType(c *Checker, k int, o *Operand) {
	if o.Type == Bool {
		c.add(Finding{
			Rule: "immediate-type", Operand: k,
			Message: fmt.Sprintf("%s: there is no constant of type bool; nearest: ub", c.text(k)),
			Rewrite: c.rewritten(k, func(o *Operand) { o.Type = UB }),
		})
	}
}

// rulePacked: what lanes behind the last element read, no document says.
func rulePacked(c *Checker, k int, o *Operand) {
	n := 8
	if o.Type == VF {
		n = 4
	}
	if !o.Type.IsPacked() || c.exec <= n {
		return
	}
	f := Finding{Rule: "packed-immediate", Operand: k, Warning: true}
	for lane := n; lane < c.exec; lane++ {
		f.Lanes = append(f.Lanes, lane)
	}
	f.Message = fmt.Sprintf("%s has %d elements: what lanes from %d on read is not defined", c.text(k), n, n)
	c.add(f)
}
