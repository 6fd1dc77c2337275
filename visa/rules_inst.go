package visa

import "fmt"

// Rules of whole instructions.

func ruleMask(c *Checker) {
	e := c.inst.Exec
	if e.Offset()+c.exec <= 32 {
		return
	}
	c.add(Finding{
		Rule: "mask", Operand: -1,
		Message: fmt.Sprintf("%s begins at lane %d of the mask and has %d lanes: the mask ends at 31", e, e.Offset(), c.exec),
		Rewrite: c.instRewritten(func(i *Inst) { i.Exec &= 0x8f }),
	})
}

func ruleMaskAlign(c *Checker) {
	e := c.inst.Exec
	if e.Offset()%c.exec == 0 || e.Offset()+c.exec > 32 {
		return
	}
	near := Exec(e.Offset()/c.exec*c.exec/4)<<4 | e&0x8f
	c.add(Finding{
		Rule: "mask-alignment", Operand: -1,
		Message: fmt.Sprintf("%s begins at lane %d of the mask, which is no multiple of %d; nearest: %s", e, e.Offset(), c.exec, near),
		Rewrite: c.instRewritten(func(i *Inst) { i.Exec = near }),
	})
}

func ruleGuard(c *Checker) {
	i := c.inst
	if i.Guard == 0 {
		return
	}
	what := i.Op.String()
	switch ofPredicates := opcodes[i.Op].family == logic && i.Operand[0].Class == Predicate; {
	case ofPredicates:
		what += " of predicates"
	case !opcodes[i.Op].plain:
		return
	}
	c.add(Finding{
		Rule: "guard", Operand: -1, Message: what + " takes no guard",
		Rewrite: c.instRewritten(func(i *Inst) { i.Guard = 0 }),
	})
}

// ruleGuardBounds: a guard has an element for each lane, from the mask's offset on; any and all combine as many.
func ruleGuardBounds(c *Checker) {
	i := c.inst
	if i.Guard == 0 {
		return
	}
	n, first := c.Decls.Variable(PredicateKind, uint32(i.Guard.ID())).Elems, i.Exec.Offset()
	if n == 0 || first+c.exec <= n {
		return
	}
	f := Finding{Rule: "guard-bounds", Operand: -1}
	for lane := max(n-first, 0); lane < c.exec; lane++ {
		f.Lanes = append(f.Lanes, lane)
	}
	f.Message = fmt.Sprintf("undefined behaviour: %s has %d elements, and lanes from %d on use elements from %d on", i.Guard.Text(c.Decls), n, f.Lanes[0], first+f.Lanes[0])
	c.add(f)
}

// ruleRelation: the tool's text may leave the relation out.
func ruleRelation(c *Checker) {
	if i := c.inst; i.Op == opCmp && i.Relation == NoRelation {
		c.add(Finding{Rule: "relation", Operand: -1, Message: "cmp has no relation: expected .eq, .ne, .gt, .ge, .lt or .le"})
	}
}

// rulePredicateForm: and, or, xor and not have predicates throughout or nowhere.
func rulePredicateForm(c *Checker) {
	i := c.inst
	if opcodes[i.Op].family != logic || opcodes[i.Op].operands[0] != 'p' {
		return
	}
	first := i.Operand[0].Class == Predicate
	for k := 1; k < int(i.N); k++ {
		o := i.At(k)
		if (o.Class == Predicate) != first && i.Op.classes(k, Spec).has(o.Class) {
			c.add(Finding{Rule: "predicate-form", Operand: k, Message: fmt.Sprintf("%s: the operands of %s are all predicates or none", c.text(k), i.Op)})
		}
	}
}

// isLogicType says whether logic and shift instructions take elements of the type; bool is for their form with predicates.
func isLogicType(t Type) bool { return t.IsInteger() || t == Bool }

func ruleLogicTypes(c *Checker) {
	i := c.inst
	if f := opcodes[i.Op].family; f != logic && f != shifts {
		return
	}
	for k := range int(i.N) {
		if t, ok := c.typeOf(i.At(k)); ok && !isLogicType(t) {
			c.add(Finding{Rule: "logic-types", Operand: k, Message: fmt.Sprintf("%s is of type %s, and %s takes integers", c.text(k), t, i.Op)})
		}
	}
}

// mixes says whether an arithmetic instruction may have a source of type s and a destination of type d.
func mixes(d, s Type) bool {
	switch {
	case d == s:
		return true
	case s == VF:
		return d == F
	case d == F && s == HF, d == HF && s == F:
		return true
	}
	return d.IsInteger() && s.IsInteger()
}

func ruleArithTypes(c *Checker) {
	i := c.inst
	if opcodes[i.Op].family != arith {
		return
	}
	d, _ := c.typeOf(&i.Operand[0])
	for k := i.Op.dests(); k < int(i.N); k++ {
		if s, ok := c.typeOf(i.At(k)); ok && !mixes(d, s) {
			c.add(Finding{Rule: "arithmetic-types", Operand: k, Message: fmt.Sprintf("%s is of type %s, and the destination of type %s: one floating-point type, or integers; f and hf mix", c.text(k), s, d)})
		}
	}
}

func ruleLimits(c *Checker) {
	i := c.inst
	row := &opcodes[i.Op]
	if row.family != arith && row.limit == (limit{}) {
		return
	}
	for k := range int(i.N) {
		t, ok := c.typeOf(i.At(k))
		set := i.Op.takes(k)
		double := t == DF && row.family == arith && !row.limit.float64
		if ok && (double || set != 0 && !set.has(t)) {
			c.add(Finding{Rule: "instruction-types", Operand: k, Message: fmt.Sprintf("%s is of type %s, which %s does not take here%s", c.text(k), t, i.Op, set)})
		}
	}
}

// String names the types where they are few: ": d or ud".
func (s typeSet) String() string {
	words, n := "", 0
	for t := range numTypes {
		if s.has(t) {
			if n++; n > 1 {
				words += ", "
			}
			words += t.String()
		}
	}
	if n == 0 || n > 4 {
		return ""
	}
	return ": expected " + words
}

func ruleSaturation(c *Checker) {
	i := c.inst
	if !i.Sat && i.Operand[0].Mod != Sat {
		return
	}
	t, _ := c.typeOf(&i.Operand[0])
	f := Finding{Rule: "saturation", Operand: -1}
	switch s := opcodes[i.Op].sat; {
	case s == satNone:
		f.Message = fmt.Sprintf("%s does not saturate", i.Op)
	case s == satFloat && t != F && t != HF:
		f.Message = fmt.Sprintf("%s saturates f and hf only, not %s", i.Op, t)
	case s == satDropped, s == satModifier:
		f.Message, f.Warning = fmt.Sprintf("%s has nothing to saturate: .sat has no effect", i.Op), s == satDropped
	default:
		return
	}
	f.Rewrite = c.instRewritten(func(i *Inst) { i.Sat = false; i.Operand[0] = i.Operand[0].Said(Source) })
	c.add(f)
}

func ruleAddressSource(c *Checker) {
	i := c.inst
	if i.Op != opAddrAdd {
		return
	}
	if t, ok := c.typeOf(&i.Operand[2]); ok && !isAddressSource(t) {
		c.add(Finding{Rule: "address-source", Operand: 2, Message: fmt.Sprintf("%s is of type %s: addresses have 16 bits, and what is added to them is b, ub, w or uw", c.text(2), t)})
	}
}

func isAddressSource(t Type) bool { return t == B || t == UB || t == W || t == UW }
