package visa

// inst is a random instruction that both executors take: its shape and types are legal, its places need not be.
func (c *plainCampaign) inst() Inst {
	var i Inst
	for ok, _ := i.Op.Executes(); !ok || i.N == 0; ok, _ = i.Op.Executes() {
		i.Op, i.N = Op(c.IntN(int(opOwordLd))), 1
	}
	if len(c.only) > 0 {
		i.Op = c.only[c.IntN(len(c.only))]
	}
	i.Func = uint8(c.Uint32())
	size := 1 << c.IntN(6)
	mask := c.IntN(8)
	if mask*4+size > 32 {
		mask = c.IntN((32-size)/4 + 1)
	}
	i.Exec, _ = ExecOf(size, mask, c.IntN(3) == 0)
	i.N = uint8(len(opcodes[i.Op].operands))
	if !opcodes[i.Op].plain && c.IntN(2) == 0 {
		i.Guard, _ = ControlOf([]int{1, 4, 1, 4, 1, 4, 2, 3}[c.IntN(8)], Combine(c.IntN(3)), c.IntN(2) == 0)
	}
	switch i.Op {
	case opSetp:
		i.Operand[0] = c.predicate()
		i.Operand[1] = c.source(&i, c.integerType())
	case opMovs:
		c.movs(&i)
	case opAddrAdd:
		c.addrAdd(&i)
	case opCmp:
		i.Relation = Relation(c.IntN(6))
		c.elements(&i)
		if c.IntN(3) > 0 {
			i.Operand[0] = c.predicate()
		}
	case opAnd, opOr, opXor, opNot:
		if c.IntN(4) == 0 {
			i.Guard = 0
			for k := range int(i.N) {
				i.Operand[k] = c.predicate()
			}
			return i
		}
		fallthrough
	case opMadw:
		c.elements(&i)
		if o := &i.Operand[0]; size > 4 || o.Region.H > 2 { // high halves in the way
			o.Region = Destination(1)
		}
	case opLine, opPlane:
		c.planes(&i)
	default:
		c.elements(&i)
		if s := opcodes[i.Op].sat; s == satAny || s == satDropped {
			i.Sat = c.IntN(3) == 0
		}
	}
	return i
}

func (c *plainCampaign) predicate() Operand {
	return Operand{Class: Predicate, ID: uint32(1 + c.IntN(4))}
}

// elements gives the instruction operands of types that go together.
func (c *plainCampaign) elements(i *Inst) {
	dst, src := c.types(i.Op)
	n := 1
	if i.Op == opAddc || i.Op == opSubb {
		n = 2
	}
	for k := range n {
		i.Operand[k] = c.destination(dst)
	}
	for k := n; k < int(i.N); k++ {
		i.Operand[k] = c.source(i, src[k-n])
	}
}

var (
	plainIntegers = []Type{UB, B, UW, W, UD, D, UQ, Q}
	plainFloats   = []Type{HF, BF, F, DF}
)

func (c *plainCampaign) integerType() Type { return plainIntegers[c.IntN(len(plainIntegers))] }

func (c *plainCampaign) floatType() Type { return plainFloats[c.IntN(len(plainFloats))] }

func (c *plainCampaign) anyType() Type {
	if c.IntN(2) == 0 {
		return c.integerType()
	}
	return c.floatType()
}

// types are a destination's and sources' of an instruction.
func (c *plainCampaign) types(op Op) (dst Type, src [4]Type) {
	m := &meanings[op]
	switch {
	case op == opAddc || op == opSubb: // of ud, all of them
	case op == opMadw:
		for k := range src {
			src[k] = plainIntegers[c.IntN(6)]
		}
		dst = []Type{UD, D}[c.IntN(2)]
	case op == opLine || op == opPlane:
		dst, src = F, [4]Type{F, F}
		if op == opLine && c.IntN(3) == 0 {
			src[1] = HF
		}
	case op == opMov || op == opSel:
		for k := range src {
			src[k] = c.anyType()
		}
		if dst = c.anyType(); c.IntN(3) == 0 {
			dst = src[0]
		}
	case !m.takesFloats() && op != opCmp || c.IntN(2) == 0 && (m.takesInts() || op == opCmp):
		integer := c.integerType
		if m.upTo32 {
			integer = func() Type { return plainIntegers[c.IntN(6)] }
		}
		for k := range src {
			src[k] = integer()
		}
		dst = integer()
		if op == opCmp || op == opMin || op == opMax {
			dst = c.anyType()
		}
	default:
		dst = c.floatType()
		for k := range src {
			if src[k] = dst; op == opCmp || op == opMin || op == opMax {
				src[k] = c.floatType()
			} else if dst == F && c.IntN(3) == 0 {
				src[k] = HF
			} else if dst == HF && c.IntN(3) == 0 {
				src[k] = F
			}
		}
		if op == opCmp || op == opMin || op == opMax {
			dst = c.anyType()
		}
	}
	return dst, src
}

func (c *plainCampaign) modifier(op Op) Modifier {
	switch {
	case c.IntN(2) == 0:
		return NoModifier
	case op.takesNot():
		return Not
	case opcodes[op].family == logic:
		return NoModifier
	}
	return Modifier(c.IntN(4))
}

// place is somewhere in a variable of the type; most of them leave room for the widest regions.
func (c *plainCampaign) place(t Type) Operand {
	ids := c.byType[t]
	id := ids[0]
	if c.IntN(8) == 0 {
		id = ids[c.IntN(len(ids))]
	}
	return Operand{Class: General, ID: id, Row: int32(c.IntN(8)), Col: int32(c.IntN(c.grf / t.Size()))}
}

// indirect is a place that A0 or A1 knows.
func (c *plainCampaign) indirect(t Type) Operand {
	o := Operand{Class: Indirect, Type: t, ID: uint32(c.IntN(10) / 9), Disp: int32(c.IntN(32)*8 - 128)}
	if o.Offset = int32(c.IntN(4)); c.IntN(20) == 0 {
		o.Offset, o.Disp = int32(c.IntN(18)), int32(c.IntN(1024)-512)
	}
	return o
}

func (c *plainCampaign) destination(t Type) Operand {
	h := []int{1, 1, 2, 4}[c.IntN(4)]
	o := c.place(t)
	if c.IntN(5) == 0 {
		o = c.indirect(t)
	}
	o.Region = Destination(h)
	return o
}

// source is a general, indirect or immediate operand. All regions of the execution size come up alike.
func (c *plainCampaign) source(i *Inst, t Type) Operand {
	if c.IntN(6) == 0 {
		return c.immediate(t)
	}
	var legal []Region
	for r := range LegalRegions(i.Exec.Size()) {
		legal = append(legal, r)
	}
	o := c.place(t)
	r := legal[c.IntN(len(legal))]
	if c.IntN(4) == 0 {
		o = c.indirect(t)
		if c.IntN(2) == 0 && i.Exec.Size()/int(r.W) <= 16 {
			r.V = Null
		}
	}
	o.Region, o.Mod = r, c.modifier(i.Op)
	return o
}

func (c *plainCampaign) immediate(t Type) Operand {
	o := Operand{Class: Immediate, Type: t, Imm: c.Uint64()}
	switch c.IntN(6) {
	case 0:
		o.Imm = uint64(c.IntN(40))
	case 1:
		o.Imm = specialBits[c.IntN(len(specialBits))]
	}
	if !t.hasHigh() {
		o.Imm &= 1<<32 - 1
	}
	switch {
	case c.IntN(3) > 0:
	case t == W || t == D:
		o.Type = V
	case t == UW || t == UD:
		o.Type = UV
	case t == F:
		o.Type = VF
	}
	return o
}

func (c *plainCampaign) addrAdd(i *Inst) {
	i.Operand[0] = Operand{Class: Address, Offset: int32(c.IntN(3)), Width: 1}
	switch c.IntN(3) {
	case 0:
		i.Operand[1] = Operand{Class: Address, ID: uint32(c.IntN(2)), Offset: int32(c.IntN(4)), Width: 1 << c.IntN(5)}
	case 1:
		i.Operand[1] = Operand{Class: AddressOf, Kind: GeneralKind, ID: c.anyVariable(), Disp: int32(c.IntN(256))}
	default:
		i.Operand[1] = Operand{Class: General, ID: c.anyVariable(), Row: int32(c.IntN(4)), Region: Scalar}
	}
	t := []Type{UB, B, UW, W}[c.IntN(4)]
	if i.Operand[2] = c.source(i, t); i.Operand[2].Class == Immediate && c.IntN(2) == 0 {
		i.Operand[2].Imm &= 0xf8
	}
}

func (c *plainCampaign) movs(i *Inst) {
	state := func() Operand {
		return Operand{Class: State, Kind: SurfaceKind, ID: uint32(6 + c.IntN(2)), Offset: int32(c.IntN(5))}
	}
	i.Operand[0], i.Operand[1] = state(), state()
	switch c.IntN(3) {
	case 0:
		i.Operand[0] = c.destination(UD)
	case 1:
		i.Operand[1] = c.source(i, UD)
		i.Operand[1].Mod = NoModifier
	}
}
