package visa

import "fmt"

// Rules of conversions, of matrices, and of messages to other units than memory's.

// ruleConversion: fcvt and srnd are for pairs of types, and take elements as they are.
func ruleConversion(c *Checker) {
	i := c.inst
	if i.Op != opFcvt && i.Op != opSrnd {
		return
	}
	complain := func(k int, format string, args ...any) {
		c.add(Finding{Rule: "conversion", Operand: k, Message: fmt.Sprintf(format, args...)})
	}
	d, _ := c.typeOf(&i.Operand[0])
	s, _ := c.typeOf(&i.Operand[1])
	pairs := "hf and ub, either way, which is an 8-bit float, or f and ud, which is TF32"
	legal := d == HF && s == UB || d == UB && s == HF || d == F && s == UD || d == UD && s == F
	if i.Op == opSrnd {
		pairs, legal = "ub from hf, and hf from f", d == UB && s == HF || d == HF && s == F
	}
	if !legal {
		complain(-1, "%s makes %s, not %s from %s", i.Op, pairs, d, s)
	}
	if t, _ := c.typeOf(&i.Operand[2]); i.Op == opSrnd && t != s {
		complain(2, "%s is of type %s: srnd takes its random bits from elements of the type that it rounds, %s", c.text(2), t, s)
	}
	if (i.Op == opSrnd || d == UB) && !i.Exec.NoMask() {
		near := i.Exec | 0x80
		complain(-1, "%s is for all lanes here, and %s has a mask; nearest: %s", i.Op, i.Exec, near)
		c.findings[len(c.findings)-1].Rewrite = c.instRewritten(func(i *Inst) { i.Exec = near })
	}
	for k := range int(i.N) {
		o := i.At(k)
		if o.Mod != NoModifier || k == 0 && i.Sat {
			complain(k, "%s takes no modifier, and does not saturate", i.Op)
		}
		if o.Class == Indirect || i.Op == opFcvt && o.Class == Immediate {
			complain(k, "%s: %s takes no %s operand", c.text(k), i.Op, o.Class)
		}
	}
}

// ruleOverflow: the predicate of add3.o is written, and combines nothing.
func ruleOverflow(c *Checker) {
	if i := c.inst; i.Op == opAdd3o && i.Guard != 0 && (i.Guard.Inverse() || i.Guard.Combine() != Each) {
		c.add(Finding{Rule: "overflow", Operand: -1, Message: fmt.Sprintf("%s: add3.o writes this predicate, a bit a lane: expected neither an inverse nor .any or .all", i.Guard.Text(c.Decls))})
	}
}

// operations is how many products one step of dpas sums in a channel.
func (s systolic) operations() int {
	w, a := precisions[s.weights].bits, precisions[s.activations].bits
	switch {
	case w == 32:
		return 1
	case w == 16:
		return 2
	case w == 8 || a == 8:
		return 4
	}
	return 8
}

// weightRegisters is how many registers src1 of dpas has: a channel's dword has the elements of several steps, where they are small.
func (s systolic) weightRegisters() int {
	return (s.depth*s.operations()*precisions[s.weights].bits + 31) / 32
}

// activationBytes is how many bytes src2 of dpas has for each repetition. The next repetition's are as far behind as those of depth 8 would be.
func (s systolic) activationBytes() int { return s.operations() * precisions[s.activations].bits }

// ruleMatrix: dpas multiplies registers.
func ruleMatrix(c *Checker) {
	i := c.inst
	if i.Op != opDpas && i.Op != opDpasw {
		return
	}
	complain := func(k int, format string, args ...any) {
		c.add(Finding{Rule: "matrix", Operand: k, Message: fmt.Sprintf(format, args...)})
	}
	s, lanes := i.systolic(), c.Decls.GRF/4
	if !s.valid() {
		complain(-1, "%v", errSystolic)
		return
	}
	if c.exec != lanes {
		complain(-1, "%s has a channel for each dword of a register, %d, not %d", i.Op, lanes, c.exec)
	}
	if s.depth != 8 {
		complain(-1, "the depth is 8 on every platform that has %s, not %d", i.Op, s.depth)
	}
	whole := precisions[s.weights].bits < 16
	if whole != (precisions[s.activations].bits < 16) || !whole && s.weights != s.activations {
		complain(-1, "the precisions are both of integers, or the same: %s and %s", precisions[s.weights].word, precisions[s.activations].word)
	}
	results := dwords
	switch s.weights {
	case precBF:
		results = onlyF | 1<<BF
	case precHF:
		results = onlyF | 1<<HF
	case precTF32:
		results = onlyF
	}
	for k, takes := range [...]typeSet{results, results, dwords, dwords} {
		o := i.At(k)
		if t, ok := c.typeOf(o); ok && !takes.has(t) && !(o.Class == Raw && o.ID == 0) {
			complain(k, "%s is of type %s, which %s of %s does not take here%s", c.text(k), t, i.Op, precisions[s.weights].word, takes)
		}
	}
	c.ruleActivations(s, complain)
}

// ruleActivations: src2 begins where it can, and does not end behind its variable.
func (c *Checker) ruleActivations(s systolic, complain func(k int, format string, args ...any)) {
	o := &c.inst.Operand[3]
	v := c.Decls.Variable(GeneralKind, o.ID)
	begin := int(o.Row)*c.Decls.GRF + int(o.Col)*v.Type.Size()
	if step := s.activationBytes(); begin%step != 0 {
		complain(3, "%s is at byte %d, no multiple of the %d bytes of a repetition", c.text(3), begin, step)
	} else if end := begin + s.repeat*step; v.Size() > 0 && end > v.Size() {
		complain(3, "%s ends at byte %d, and its variable at %d", c.text(3), end, v.Size())
	}
}

// ruleUnitFields: what instructions of other units than memory's say in numbers.
func ruleUnitFields(c *Checker) {
	i := c.inst
	if !i.Op.isShaped() {
		return
	}
	complain := func(format string, args ...any) {
		c.add(Finding{Rule: "unit-fields", Operand: -1, Message: fmt.Sprintf(format, args...)})
	}
	switch {
	case i.Op == opSwitchjmp:
		if t, ok := c.typeOf(&i.Operand[0]); c.exec != 1 || ok && !(t.IsInteger() && types[t].kind != signed) {
			complain("switchjmp is for all lanes, (M1, 1), and its index has no sign")
		}
	case i.Op == opVmeIme && (i.Sizes[0] > 3 || !legalSearch(i.Sizes[1])):
		complain("(%d,%d): a stream mode is one of 0 to 3, and a search 0, 1, 3 or 7", i.Sizes[0], i.Sizes[1])
	case i.Op == opUrbWrite && (i.Sizes[0] < 1 || i.Sizes[0] > 8 || i.Number > 2047 || c.exec != 8):
		complain("urb_write_3d is for 8 lanes, and writes 1 to 8 parameters at an offset of 0 to 2047")
	case i.Op.isSampler3D() && i.Sizes[0]&2 != 0 && (c.exec > 16 || c.exec < 8 || !i.Op.compensates()):
		complain("cps is for 8 or 16 lanes of sample_3d, sample_b, sample_c and sample_b_c")
	case i.Op.isSampler3D() && c.exec != 8 && c.exec != 16 && c.exec != 32:
		complain("%s is for 8, 16 or 32 lanes, not %d", i.Op, c.exec)
	case i.Op == opRtWrite && c.exec != 8 && c.exec != 16:
		complain("%s is for 8 or 16 lanes, not %d", i.Op, c.exec)
	case i.Op == opRawSend || i.Op == opRawSendc:
		c.ruleRawSend(complain)
	case opcodes[i.Op].code == opcodes[opRawSends].code:
		if n := uint8(i.Number); n < 1 || n > 32 || uint8(i.Number>>8) > 32 || uint8(i.Number>>16) > 32 {
			complain("raw_sends sends 1 to 32 registers and up to 32 more, and takes up to 32 back")
		}
	case opcodes[i.Op].family == devices && c.onShared():
		complain("%%slm is no surface that %s takes", i.Op)
	}
}

// compensates says whether the message to a sampler has a level of detail that cps compensates.
func (o Op) compensates() bool {
	return o == opSample3d || o == opSampleB || o == opSampleC || o == opSampleBC
}

// ruleRawSend: the registers are as many as the descriptor says.
func (c *Checker) ruleRawSend(complain func(format string, args ...any)) {
	i := c.inst
	source, result := int(i.Sizes[0]), int(i.Sizes[1])
	if source < 1 || source > 15 || result > 16 {
		complain("%s sends 1 to 15 registers, and takes up to 16 back", i.Op)
	}
	if o := &i.Operand[0]; o.Class == Immediate && (int(o.Imm>>25&15) > source || int(o.Imm>>20&31) > result) {
		complain("the descriptor says %d registers to send and %d to take back, and there are %d and %d", o.Imm>>25&15, o.Imm>>20&31, source, result)
	}
}

// shapedBytes is how many bytes of raw operand k the instruction uses, as far as its fields say it.
func (i *Inst) shapedBytes(k, grf int) int {
	switch last := k == int(i.N)-1; {
	case i.Op == opDpas || i.Op == opDpasw:
		s := i.systolic()
		if k == 2 {
			return s.weightRegisters() * grf
		}
		return s.repeat * grf
	case i.Op == opRawSend || i.Op == opRawSendc:
		return int(i.Sizes[k-1]) * grf
	case opcodes[i.Op].code == opcodes[opRawSends].code && k >= 2:
		return int(uint8(i.Number>>(8*(k-2)))) * grf
	case i.Op == opUrbWrite && last:
		return int(i.Sizes[0]) * grf
	}
	return 1
}
