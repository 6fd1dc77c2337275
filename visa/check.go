package visa

import "sync"

// A Rule is one thing that an instruction must keep.
type Rule struct {
	Name  string
	Says  string // the sentence that makes it a rule
	Where string // where the sentence stands: Seed or Tool

	message bool     // it looks at messages only
	classes classSet // operands that it looks at; none: it looks at the whole instruction
	operand func(c *Checker, k int, o *Operand)
	whole   func(c *Checker)
}

// Where rules come from: the seed, what the verifier of the seed's release refuses, or the later document's pages of instructions and of execution.
const (
	Seed  = "seed"
	Tool  = "verifier"
	Pages = "pages"
)

// A Finding is a rule broken.
type Finding struct {
	Rule      string
	Message   string // what is wrong, and what would be right
	Operand   int    // which operand; -1: the instruction
	Lanes     []int  // the lanes at fault, where some are and others not
	Bytes     []int  // the first byte of each of these lanes' elements
	Rewrite   string // the nearest legal spelling of the operand or instruction; empty if there is none
	Elsewhere bool   // the operand reads or writes other elements as it is rewritten
	Splits    bool   // pieces keep this rule, and touch the same elements
	Warning   bool   // it is legal, and probably not meant
}

// A Checker holds instructions against the rules, one after another.
type Checker struct {
	Decls   *Decls
	Dialect Dialect

	inst      *Inst // the copy
	copy      Inst  // so that a caller's instruction need not live on the heap
	exec      int
	findings  []Finding
	elsewhere bool // the operand that was rewritten last has other elements
}

// Check is what is wrong with the instruction, operand by operand and then the whole; nothing if it is legal. The result is good until the next call.
//
// In the dialect Intel the findings are the messages of the tool's verifier, in its order.
func (c *Checker) Check(i *Inst) []Finding {
	c.copy = *i
	c.inst, c.exec, c.findings = &c.copy, i.Exec.Size(), c.findings[:0]
	switch {
	case opcodes[i.Op].bare && i.Op != opLscFence && len(opcodes[i.Op].operands) == 0: // there is nothing that a rule looks at
		return c.findings
	case c.Dialect == Intel:
		c.verify()
		return c.findings
	}
	rules := rulesByClass()
	for k := range int(c.copy.N) {
		o := c.copy.At(k)
		if heeded := c.copy.heeded(k); heeded != o.Region && (o.Class == General || o.Class == Indirect) {
			said := *o
			said.Region = heeded
			c.copy.Set(k, said)
			o = c.copy.At(k)
		}
		c.exec = c.copy.elementsOf(k)
		for _, rule := range rules[o.Class] {
			rule(c, k, o)
		}
	}
	c.exec = i.Exec.Size()
	message := opcodes[i.Op].family == memory
	for r := range instRules {
		if message || !instRules[r].message {
			instRules[r].whole(c)
		}
	}
	c.offerSplit()
	return c.findings
}

// isScalar says whether operand k is a scalar operand of a message or of control flow, whose region is ignored: its first element is accessed.
func (i *Inst) isScalar(k int) bool {
	letter := i.Op.letter(k)
	return (opcodes[i.Op].family == memory || i.Op.isShaped()) && (letter == 's' || letter == 'q')
}

// elementsOf is how many elements the region of operand k is for: one a lane, but for the coefficients of line and plane.
func (i *Inst) elementsOf(k int) int {
	if (i.Op == opLine || i.Op == opPlane) && k == 1 {
		return 4
	}
	if i.Op.isShaped() && i.Op.letter(k) != 'V' {
		return 1
	}
	return i.Exec.Size()
}

// heeded is the region of operand k, or of one whose region is ignored that which it stands for.
func (i *Inst) heeded(k int) Region {
	switch {
	case i.isScalar(k):
		return Scalar
	case i.Op == opPlane && k == 1:
		return coefficients
	case i.Op == opPlane && k == 2:
		return Region{1, 1, 0} // the first of them
	}
	return i.At(k).Region
}

// rulesByClass are the functions of operandRules that look at each class.
var rulesByClass = sync.OnceValue(func() (by [numClasses][]func(c *Checker, k int, o *Operand)) {
	for r := range operandRules {
		for class := range by {
			if operandRules[r].classes.has(Class(class)) {
				by[class] = append(by[class], operandRules[r].operand)
			}
		}
	}
	return by
})

// Legal says whether findings hold nothing but warnings.
func Legal(findings []Finding) bool {
	for i := range findings {
		if !findings[i].Warning {
			return false
		}
	}
	return true
}

// Rules are all rules of the dialect Spec for an instruction, in the order in which they are checked.
func Rules() []Rule { return append(append([]Rule{}, operandRules[:]...), instRules[:]...) }

// ProgramRules are those that the instructions of a program keep together.
func ProgramRules() (all []Rule) {
	for k := range programRules {
		all = append(all, programRules[k].Rule)
	}
	return all
}

// RulesOf are the rules of the dialect Spec that look at an instruction: those of the classes that its operands have, and those of all instructions.
func RulesOf(i *Inst) (all []Rule) {
	var classes classSet
	for k := range int(i.N) {
		classes |= 1 << i.At(k).Class
	}
	for _, r := range operandRules {
		if r.classes&classes != 0 {
			all = append(all, r)
		}
	}
	return append(all, instRules[:]...)
}

func (c *Checker) add(f Finding) {
	f.Elsewhere = f.Rewrite != "" && f.Operand >= 0 && c.elsewhere
	c.findings = append(c.findings, f)
}

// typeOf is the type of an operand's elements; ok is false for operands without.
func (c *Checker) typeOf(o *Operand) (t Type, ok bool) {
	switch o.Class {
	case General, Raw:
		return c.Decls.Variable(GeneralKind, o.ID).Type, true
	case Indirect, Immediate:
		return o.Type, true
	case Predicate:
		return Bool, true
	case Address:
		return UW, true
	}
	return 0, false
}

// text is operand k as it is printed.
func (c *Checker) text(k int) string {
	if c.inst.Op.letter(k) == 'V' {
		return string(c.inst.At(k).appendVector(nil, c.Decls))
	}
	return c.inst.At(k).Text(c.inst.Role(k), c.Decls)
}

// offerSplit marks what pieces may mend, where nothing else is broken.
func (c *Checker) offerSplit() {
	for k := range c.findings {
		if f := &c.findings[k]; !f.Warning && !mends[f.Rule] {
			return
		}
	}
	if c.inst.whole() != nil || c.inst.Guard.Combine() != Each {
		return
	}
	for k := range c.findings {
		f := &c.findings[k]
		f.Splits = !f.Warning && (f.Elsewhere || f.Rewrite == "")
	}
}

// rewritten is operand k as it would be printed after a change.
func (c *Checker) rewritten(k int, change func(o *Operand)) string {
	o, role := *c.inst.At(k), c.inst.Role(k)
	before := c.places(&o, role)
	change(&o)
	c.elsewhere = before != c.places(&o, role)
	return o.Text(role, c.Decls)
}

// places are where each lane's element is, as far as the text says it: behind which element of an address variable, if there is one, and at what byte. A region with null parameters
// has none.
func (c *Checker) places(o *Operand, role Role) (at [32][2]int) {
	for lane := range c.exec {
		switch r := o.Region; o.Class {
		case General:
			if role == Dest {
				r = Destination(int(r.H))
			}
			a, _ := c.Decls.Access(o, c.exec)
			if a.Region = r; r.H == Null || role == Source && (r.V == Null || r.W <= 0) {
				return [32][2]int{{-1}}
			}
			at[lane] = [2]int{0, a.Byte(lane)}
		case Indirect:
			if role == Dest {
				r = Destination(int(r.H))
			} else if r.W <= 0 {
				return [32][2]int{{-1}}
			}
			row := r.counted(lane)
			at[lane] = [2]int{int(o.Offset) + row[0], int(o.Disp) + row[1]*o.Type.Size()}
		case Address:
			at[lane][0] = o.AddressElement(lane, role)
		case Raw:
			at[lane][1] = int(o.Disp)
		}
	}
	return at
}

// instRewritten is the instruction as it would be printed after a change.
func (c *Checker) instRewritten(change func(i *Inst)) string {
	i := *c.inst
	change(&i)
	return i.Text(c.Decls)
}
