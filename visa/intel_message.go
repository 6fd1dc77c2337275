package visa

// What the verifier says of messages.

func (c *Checker) verifyMessage() {
	switch i := c.inst; {
	case i.Op.isOword() && i.Operand[0].ID == 0 && !c.Decls.verified().has(sharedOwords):
		c.saysMissing(sharedOwords)
	case i.Op.isMedia():
		c.verifyBlock()
	case i.Op == opGather || i.Op == opScatter:
		c.verifyRawType(3, typeSet(1<<UD|1<<D|1<<F))
	case (i.Op == opGather4Typed || i.Op == opScatter4Typed) && (i.Operand[0].ID == slmSurface || i.Operand[0].ID == statelessSurface):
		c.say("message-surface", 0, "Surface T0/T5 (the SLM surface) is not allowed for TYPED SCATTTER4/GATHER4")
	case i.Op == opDwordAtomic:
		c.verifyAtomic()
	case i.Op.isLSC():
		c.verifyLSC()
	}
}

// verifyRawType looks at the type of a variable that is not predefined, which the verifier calls by its number, whatever its name.
func (c *Checker) verifyRawType(k int, takes typeSet) {
	o := c.inst.At(k)
	if t, _ := c.typeOf(o); !takes.has(t) && !c.Decls.isPredefined(o.ID) {
		name := "V" + string(appendInt(nil, int64(o.ID)))
		if o.Disp != 0 {
			name += "." + string(appendInt(nil, int64(o.Disp)))
		}
		c.say("message-types", k, "Raw Operand %s has incorrect type %s", name, t)
	}
}

func (c *Checker) verifyBlock() {
	i := c.inst
	name := map[Op]string{opMediaLd: "MEDIA_LD", opMediaSt: "MEDIA_ST"}[i.Op]
	width, height := int(i.Sizes[0]), int(i.Sizes[1])
	if i.Operand[0].ID == 0 {
		c.say("message-surface", 0, "Surface T0 (the SLM surface) is not allowed for MEDIA_LD/MEDIA_ST")
	}
	if i.Number > 3 {
		c.say("message-size", -1, "MEDIA_LD/MEDIA_ST plane must be in the range [0, 3]: %d", i.Number)
	}
	if width < 1 || width > 64 {
		c.say("message-size", -1, "MEDIA_LD/MEDIA_ST block width must be in the range [1, 32]: %d", width)
	}
	if height < 1 || height > 64 {
		c.say("message-size", -1, "MEDIA_LD/MEDIA_ST block height must be in the range [1, 64]: %d", height)
	}
	if width < 1 || width > 64 || height > mostRows(width) {
		c.say("message-size", -1, "%s only supports objects that fit into a single dataport transaction where block width <= 64 bytes and size <= 256 bytes. Block width: %d. Block height: %d", name, width, height)
	}
}

// mostRows is how many rows a block of so many bytes has at most: 256 bytes are what registers take of it.
func mostRows(width int) int { return 256 / blockPitch(width) }

// verifyAtomic takes the byte of the operation for the operation, so that one of words is none of those that it knows.
func (c *Checker) verifyAtomic() {
	i := c.inst
	c.verifyRawType(1, onlyUD)
	takes := onlyUD
	a := Atomic(i.Func)
	switch {
	case a == AtomicMaxSigned || a == AtomicMinSigned:
		takes = 1 << D
	case a == AtomicAdd || a == AtomicSub:
		takes = dwords
	case a >= AtomicMaxFloat && a < numAtomics:
		takes = onlyF
	}
	switch {
	case a < numAtomics && a.sources() > 0 || a >= numAtomics:
		c.verifyRawType(2, takes)
	case i.Operand[2].ID != 0:
		c.say("message-null", 2, "src0 in ISA_DWORD_ATOMIC inst must be V0 for INC/DEC/PREDEC.")
	}
	switch {
	case a < numAtomics && a.sources() == 2:
		c.verifyRawType(3, takes)
	case i.Operand[3].ID != 0:
		c.say("message-null", 3, "src1 in ISA_DWORD_ATOMIC inst must be V0 for non CMPXCHG operations.")
	}
	c.verifyRawType(4, takes)
}
