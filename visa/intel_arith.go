package visa

import "strings"

// What the verifier says of types in arithmetic.

// limitSays are its sentences about the types of an instruction's destination and sources, where it has some.
var limitSays = [numOps]struct{ dst, src string }{
	opMulh:    {"mulh only support D/UD dst type", ""},
	opMadw:    {"madw only support D/UD dst type", ""},
	opDp4a:    {"dp4a only support D/UD dst type", "dp4a src0 and src1 only supports single UD type"},
	opMod:     {"mod only supports integer type", ""},
	opAvg:     {"avg only supports integer type", ""},
	opAdd3:    {"add3 only supports integer D/W type", "add3 src operand only supports integer D/W type"},
	opFrc:     {"frc only supports single float type", ""},
	opRndd:    {"rndd only supports single float type", ""},
	opRndu:    {"rndu only supports single float type", ""},
	opRnde:    {"rnde only supports single float type", ""},
	opRndz:    {"rndz only supports single float type", ""},
	opPlane:   {"plane only supports single float type", ""},
	opLzd:     {"lzd only supports UD type", ""},
	opLine:    {"line only supports integer and single precision float types", ""},
	opLog:     {"log only supports single and half float type", ""},
	opExp:     {"exp only supports single and half float type", ""},
	opPow:     {"pow only supports single and half float type", ""},
	opSin:     {"sin only supports single and half float type", ""},
	opCos:     {"cos only supports single and half float type", ""},
	opAddc:    {"addc only supports single UD type", "addc src0 and src1 only supports single UD type"},
	opLrp:     {"lrp only supports single float type", ""},
	opSad2:    {"sad2/sad2add only supports W/UW dst type.", ""},
	opSad2add: {"sad2/sad2add only supports W/UW dst type.", ""},
	opSubb:    {"subb only supports single UD type", "subb src0 and src1 only supports single UD type"},
}

const onlySomeDoubles = "Only mul/add/mad/div/inv/sqrtm/sqrt/divm are allowed to use double precision floating point operands."

func (c *Checker) verifyArith() {
	i := c.inst
	row := &opcodes[i.Op]
	d, _ := c.typeOf(&i.Operand[0])
	c.verifySaturation(d)
	if row.limit.dst == 0 && (d.IsPacked() || d == Bool) {
		c.say("instruction-types", 0, "%s has illegal dst type", i.Op)
	}
	if d == DF && !row.limit.float64 {
		c.say("instruction-types", 0, onlySomeDoubles)
	}
	platform := c.Decls.verified()
	if !platform.has(dividesInts) && (i.Op == opMod || i.Op == opDiv && types[d].kind <= signed) {
		c.saysMissing(dividesInts)
	}
	if row.limit.dst != 0 && !row.limit.dst.has(d) {
		c.say("instruction-types", 0, "%s", limitSays[i.Op].dst)
	}
	if i.Op.sumsPairs() && !platform.has(sumsPairs) {
		c.saysMissing(sumsPairs)
	}
	for k := i.Op.dests(); k < int(i.N); k++ {
		c.verifySource(k, d)
	}
	if !platform.has(dividesIEEE) && (d == DF && (i.Op == opDiv || i.Op == opInv || i.Op == opSqrt) || (d == F || d == DF) && i.Op.isMacro()) {
		c.saysMissing(dividesIEEE)
	}
}

func (c *Checker) verifySaturation(d Type) {
	if !c.inst.Sat {
		return
	}
	switch s := opcodes[c.inst.Op].sat; {
	case s == satNone:
		c.say("saturation", -1, "%s does not support saturation", c.inst.Op)
	case s == satFloat && d != F && d != HF:
		c.say("saturation", -1, "%s does not support saturation on integer types.", c.inst.Op)
	}
}

func (c *Checker) verifySource(k int, d Type) {
	i := c.inst
	o := i.At(k)
	s, _ := c.typeOf(o)
	n := k - i.Op.dests()
	limit, set := &opcodes[i.Op].limit, i.Op.takes(k)
	if o.Mod == Not {
		c.say("modifier-instruction", k, "unsupported source modifier for arithmetic instruction")
	}
	if s == DF && !limit.float64 {
		c.say("instruction-types", k, onlySomeDoubles)
	}
	switch {
	case isPlainFloat(d) || isPlainFloat(s):
		if d != s && !(d == F && (s == HF || s == VF)) && !(d == HF && s == F) {
			c.say("arithmetic-types", k, "Arithmetic instructions that use single or double precision or half float types must use the same type for all of their operannds: dst(%s) and src%d(%s).", d, n, s)
		}
	case !s.IsInteger() || s.IsPacked() && o.Class != Immediate:
		c.say("arithmetic-types", k, "immediate src%d has %d type, and it must have integer type", n, s)
	}
	switch {
	case set == 0 || set.has(s):
	case i.Op.sumsPairs() && o.Class == Immediate && o.fitsIn(set):
	case i.Op.isMacro():
		c.say("instruction-types", k, "ieee %s does not support types for src%d, other than F/DF/VF", strings.TrimSuffix(i.Op.String(), "m"), n)
	case i.Op.sumsPairs():
		c.say("instruction-types", k, "sad2/sad2add only supports B/UB types for src0 and src1; W/UW for src2 (sad2add). src%d has invalid type.", n)
	case set == noQuad:
		c.say("instruction-types", k, "mul does not support Q/UQ types for src%d", n)
	default:
		c.say("instruction-types", k, "%s", limitSays[i.Op].src)
	}
}

// isMacro says whether the instruction stands for several of the hardware, which together round as IEEE 754 has it.
func (o Op) isMacro() bool { return o == opDivm || o == opSqrtm }

// sumsPairs says whether the instruction sums absolute differences of two pairs.
func (o Op) sumsPairs() bool { return o == opSad2 || o == opSad2add }

// fitsIn says whether the verifier counts an integer immediate of another type as one of the set, bytes or words, since its value is one of theirs. Of quadwords, packed ones and narrower ones it looks at
// no value.
func (o *Operand) fitsIn(set typeSet) bool {
	least, greatest := int64(-1<<7), int64(1<<8-1)
	if set == onlyWords {
		least, greatest = -1<<15, 1<<16-1
	}
	var v int64
	switch o.Type {
	case D:
		v = int64(int32(uint32(o.Imm)))
	case UD:
		v = int64(uint32(o.Imm))
	case W:
		v = int64(int16(uint16(o.Imm)))
	case UW:
		v = int64(uint16(o.Imm))
	default:
		return o.Type.IsInteger()
	}
	return v >= least && v <= greatest
}

// isPlainFloat says whether the verifier counts the type as floating-point: bf it does not know.
func isPlainFloat(t Type) bool { return t == F || t == DF || t == HF }
