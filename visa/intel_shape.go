package visa

// What the verifier says of conversions, of control flow with operands, and of messages to other units than memory's.

// verifyConversion looks at fcvt.
func (c *Checker) verifyConversion() {
	i := c.inst
	if !c.Decls.verified().has(converts) {
		c.say("platform", -1, "fcvt is not supported on the selected platform")
	}
	if i.Operand[1].Class != General {
		c.say("operand-class", 1, "Source0 operand of fcvt instruction only supports general,  operands.")
	}
	d, _ := c.typeOf(&i.Operand[0])
	s, _ := c.typeOf(&i.Operand[1])
	switch {
	case d == UB && s != HF:
		c.say("conversion", -1, "F_CVT with UB(actually BF8) dst must have HF src")
	case d == UB:
	case s == UB && d != HF:
		c.say("conversion", -1, "F_CVT with UB(actually BF8) src must have HF dst")
	case s == UB:
	case d == UD && s != F:
		c.say("conversion", -1, "F_CVT with UD(actually TF32) dst must have F src")
	case d == UD:
	case s == UD && d != F:
		c.say("conversion", -1, "F_CVT with UD(actually TF32) src0 must have F dst")
	case s != UD:
		c.say("conversion", -1, "F_CVT must have either UB(actually BF8) dst or src")
	}
	if d == UB && !i.Exec.NoMask() {
		c.say("conversion", -1, "F_CVT must use noMask for HF to FP8 conversion")
	}
	if i.Sat {
		c.say("conversion", 0, "destination modifier not supported for FP8/TF32 conversion")
	}
	if i.Operand[1].Mod != NoModifier {
		c.say("conversion", 1, "source modifier not supported for BF8/TF32 conversion")
	}
}

// verifyRandomRounding looks at srnd.
func (c *Checker) verifyRandomRounding() {
	i := c.inst
	if !i.Exec.NoMask() {
		c.say("conversion", -1, "srnd must use noMask")
	}
	if i.Operand[0].Class != General {
		c.say("operand-class", 0, "Destination of this CISA instruction should be general operand.")
	}
	if i.Sat {
		c.say("conversion", 0, "Destination modifier for this CISA instruction is not allowed.")
	}
	if i.Operand[1].Mod != NoModifier || i.Operand[2].Mod != NoModifier {
		c.say("conversion", -1, "Source modifiers for this instruction are not allowed")
	}
	if direct := classSet(1<<General | immediateSet); !direct.has(i.Operand[1].Class) || !direct.has(i.Operand[2].Class) {
		c.say("operand-class", -1, "Sources in this instruction must be general or immediate")
	}
	d, _ := c.typeOf(&i.Operand[0])
	s, _ := c.typeOf(&i.Operand[1])
	if r, _ := c.typeOf(&i.Operand[2]); r != s {
		c.say("conversion", -1, "Src0 and src1 should have the same type for this instruction")
	}
	if !(d == UB && s == HF) && !(d == HF && s == F) {
		c.say("conversion", -1, "Src and Dst types mismatch. Only (dst=ub, src=hf) or (dst=hf, src=f) supported.")
	}
}

// verifyShape looks at what has the shape of its text in the table.
func (c *Checker) verifyShape() {
	i := c.inst
	lengths := [3]int{int(uint8(i.Number)), int(uint8(i.Number >> 8)), int(uint8(i.Number >> 16))}
	switch {
	case i.Op == opSwitchjmp:
		if !c.Decls.verified().has(switches) {
			c.saysMissing(switches)
		}
	case i.Op == opDpas || i.Op == opDpasw:
		c.verifyMatrices()
	case i.Op == opRawSend || i.Op == opRawSendc:
		c.verifyRawSend()
	case opcodes[i.Op].code == opcodes[opRawSends].code:
		if lengths[0] < 1 || lengths[0] > 32 {
			c.say("unit-fields", -1, "Number of source0 GRFs must be between 1 and 32")
		}
		if lengths[1] > 32 {
			c.say("unit-fields", -1, "Number of source1 GRFs must be between 1 and 32")
		}
		if lengths[2] > 32 {
			c.say("unit-fields", -1, "Number of message destination GRFs must be between 0 and 32")
		}
	case i.Op == opVmeIme:
		if i.Sizes[0] > 3 {
			c.say("unit-fields", -1, "CISA ISA_VME_IME instruction uses illegal stream mode.")
		}
		if !legalSearch(i.Sizes[1]) {
			c.say("unit-fields", -1, "CISA ISA_VME_IME instruction uses illegal search ctrl.")
		}
	case i.Op == opSample || i.Op == opLoad:
		c.verifySampled("ISA_SAMPLE/ISA_LOAD")
	case i.Op == opSampleUnorm:
		c.verifySampled("ISA_SAMPLE_UNORM")
	case i.Op == opAvs && c.onShared():
		c.say("message-surface", -1, "Surface T0 (the SLM surface) is not allowed for the SAMPLER AVS instruction.")
	case i.Op == opUrbWrite:
		c.verifyUrbWrite()
	case i.Op.isSampler3D():
		c.verifySampler3D()
	}
}

// verifySampler3D looks at the flags of a sampler.
func (c *Checker) verifySampler3D() {
	i := c.inst
	if i.Sizes[0]&1 != 0 && !c.Decls.verified().has(masksPixels) {
		c.saysMissing(masksPixels)
	}
	if i.Sizes[0]&2 == 0 {
		return
	}
	if c.exec != 8 && c.exec != 16 {
		c.say("unit-fields", -1, "CPS LOD Compensation Enable must be disabled unless SIMD mode is simd8* or simd16*")
	}
	if !i.Op.compensates() {
		c.say("unit-fields", -1, "CPS LOD Compensation Enable is only supported for sample, sample_b, sample_b_c, sample_c and LOD")
	}
}

// verifySampled looks at the surface of a message to a sampler: none of those that nobody declares is one.
func (c *Checker) verifySampled(name string) {
	if c.onShared() {
		c.say("message-surface", -1, "Surface T0 (the SLM surface) is not allowed for the SAMPLER instruction %s.", name)
	}
	for k := range int(c.inst.N) {
		if o := c.inst.At(k); c.inst.Op.letter(k) == 'S' && o.ID < kinds[SurfaceKind].first {
			c.say("message-surface", k, "CISA SAMPLER instruction %s uses undefined surface.", name)
		}
	}
}

// legalSearch says whether vme_ime has such a search.
func legalSearch(v uint8) bool { return v == 0 || v == 1 || v == 3 || v == 7 }

// onShared says whether the message is one to shared local memory.
func (c *Checker) onShared() bool {
	for k := range int(c.inst.N) {
		if o := c.inst.At(k); c.inst.Op.letter(k) == 'S' && o.ID == slmSurface {
			return true
		}
	}
	return false
}

// verifyMatrices looks at dpas and dpasw, of which it looks at nothing else.
func (c *Checker) verifyMatrices() {
	i := c.inst
	platform := c.Decls.verified()
	wide := platforms[platform].grf == 64
	results := dwords | onlyF
	if wide {
		results |= 1<<HF | 1<<BF | 1<<UW | 1<<W
	}
	for k, takes := range [...]typeSet{results, results, dwords} {
		c.verifyRaw(k, i.At(k))
		c.verifyRawType(k, takes)
	}
	if t, _ := c.typeOf(&i.Operand[3]); !dwords.has(t) {
		c.say("matrix", 3, "Only U/UD allowed for %s", i.Op)
	}
	if wide && i.Op == opDpasw {
		c.say("platform", -1, "%s instuction is not supported on selected platform", i.Op)
	}
	if size := platform.GRF() / 4; c.exec != size {
		c.say("matrix", -1, "Only execution size of %d is supported for %s on platform %s", size, i.Op, platform.Tool())
	}
}

func (c *Checker) verifyRawSend() {
	i := c.inst
	source, result := int(i.Sizes[0]), int(i.Sizes[1])
	if source < 1 || source > 15 {
		c.say("unit-fields", -1, "Number of message source GRFs must be between 1 and 15")
	}
	if result > 16 {
		c.say("unit-fields", -1, "Number of message destination GRFs must be between 0 and 16")
	}
	o := &i.Operand[0]
	if o.Class != Immediate {
		return
	}
	if n := int(o.Imm >> 25 & 15); n > source {
		c.say("unit-fields", 0, "message length mismatch for raw send: msgLength (%d) must be not greater than numSrc (%d)", n, source)
	}
	if n := int(o.Imm >> 20 & 31); n > result {
		c.say("unit-fields", 0, "response length mismatch for raw send: rspLength (%d) must be not greater than numDst (%d)", n, result)
	}
}

func (c *Checker) verifyUrbWrite() {
	i := c.inst
	if i.Sizes[0] < 1 || i.Sizes[0] > 8 {
		c.say("unit-fields", -1, "Valid range for num_out parameter of URB write is [1,8]")
	}
	if i.Number > 2047 {
		c.say("unit-fields", -1, "Valid range for global_offset parameter of URB write is [0,2047]")
	}
	if c.exec != 1 && c.exec != 8 {
		c.say("unit-fields", -1, "Only execution size of 1 or 8 is supported for URB write")
	}
}
