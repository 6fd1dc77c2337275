package i8x16

// Registers are where machine code has what it reads and writes, by the numbers that the machine gives them.
type Registers struct {
	A, B, Result uint8    // the result may be where an input was, which is gone then
	Scratch      [2]uint8 // written
	Constants    [2]uint8 // where the program's constants were loaded
}

// A Refusal is why there is no machine code.
type Refusal string

// Error is the reason.
func (r Refusal) Error() string { return string(r) }

// The reasons.
const (
	errNoRegister  Refusal = "a register that the machine does not have, or that needs a longer form"
	errShared      Refusal = "scratch registers and constants are apart from all others"
	errConsecutive Refusal = "a table of two registers wants scratch registers that follow one another"
)

// AppendCode appends a program's machine code, which loads nothing: constants are in registers.
//
//	movdqa xmm2, xmm0        Result 2, A 0, which is kept
//	pblendw xmm2, xmm1, 240  B 1
//	pshufb xmm2, xmm5        Constants 5
func (e *Engine) AppendCode(code []byte, p *Program, r *Registers) ([]byte, error) {
	if err := e.refuses(p, r); err != nil {
		return code, err
	}
	c := coding{level: e.level, p: *p, r: *r, code: code}
	c.where[A], c.where[B] = r.A, r.B
	for i := range p.Ops() {
		c.op(i)
	}
	if at := c.where[p.result]; at != r.Result {
		c.copy(r.Result, at)
	}
	return c.code, nil
}

// refuses says why registers cannot be had.
func (e *Engine) refuses(p *Program, r *Registers) error {
	most := uint8(16)
	if e.level == NEON {
		most = 32
	}
	apart := [...]uint8{r.Scratch[0], r.Scratch[1], r.Constants[0], r.Constants[1]}
	n := 2 + len(p.Constants())
	for i, x := range apart[:n] {
		if x >= most {
			return errNoRegister
		}
		for _, y := range apart[:i] {
			if x == y {
				return errShared
			}
		}
		if x == r.A || x == r.B || x == r.Result {
			return errShared
		}
	}
	if r.A >= most || r.B >= most || r.Result >= most {
		return errNoRegister
	}
	if p.n == 1 && p.ops[0].Row == table2 && r.B != (r.A+1)%32 && r.Scratch[1] != (r.Scratch[0]+1)%32 {
		return errConsecutive
	}
	return nil
}

// A coding is machine code as it is written.
type coding struct {
	level Level
	p     Program // copies: the caller's need not be on the heap for what is appended
	r     Registers
	where [firstOp + mostOps]uint8
	code  []byte
}

// op writes an op, and copies before it what it would write over.
func (c *coding) op(i int) {
	o := &c.p.ops[i]
	d, x, y := c.destination(i), c.where[o.X], c.where[o.Y]
	c.where[int(firstOp)+i] = d
	switch {
	case o.Row == table2 && y != (x+1)%32:
		c.copy(c.r.Scratch[0], x)
		c.copy(c.r.Scratch[1], y)
		x, y = c.r.Scratch[0], c.r.Scratch[1]
	case !o.Row.Overwrites(c.level) || x == d:
	case o.X >= firstOp: // nobody else reads it
		c.where[int(firstOp)+i], d = x, x
	case shapes[o.Row].args == 2 && y == d:
		c.where[int(firstOp)+i], d = c.r.Scratch[0], c.r.Scratch[0]
		c.copy(d, x)
	default:
		c.copy(d, x)
	}
	if o.Row.Overwrites(c.level) {
		x = d
	}
	k := uint8(0)
	if o.K >= 0 {
		k = c.r.Constants[o.K]
	}
	c.code = c.level.AppendOp(c.code, o, d, x, y, k)
}

// destination is where an op's value is best: where the result is wanted, if the last op reads it first and until then nobody reads an input there.
func (c *coding) destination(i int) uint8 {
	ops := c.p.Ops()
	last := &ops[len(ops)-1]
	if i == len(ops)-1 {
		return c.r.Result
	}
	if last.X != firstOp+Value(i) {
		return c.r.Scratch[i]
	}
	for _, o := range ops[i+1:] {
		if o.X < firstOp && c.where[o.X] == c.r.Result || o.Y < firstOp && c.where[o.Y] == c.r.Result {
			return c.r.Scratch[i]
		}
	}
	return c.r.Result
}

// copy writes a copy of a register.
func (c *coding) copy(to, from uint8) {
	switch {
	case c.level == NEON:
		c.code = appendWord(c.code, 0x4ea01c00|uint32(from)<<16|uint32(from)<<5|uint32(to))
	case c.level >= AVX:
		c.code = appendVEX(c.code, p66|0x6f, to, 0, from)
	default:
		c.code = appendSSE(c.code, p66|0x6f, to, from)
	}
}

// AppendOp appends the machine code of one op that writes register d, and reads x, y and its constant in k. What it Overwrites has to be in d already.
func (l Level) AppendOp(code []byte, o *Op, d, x, y, k uint8) []byte {
	s := &shapes[o.Row]
	if l == NEON {
		return appendWord(code, s.word(o, d, x, y, k))
	}
	second := y
	switch {
	case o.Row == byteShuffle:
		second = k
	case s.args == 1:
		second = x
	}
	switch {
	case o.Row == permute2:
		code = appendEVEX(code, s.code, d, k, y)
	case l < AVX:
		code = appendSSE(code, s.code, d, second)
	case s.args == 1 && o.Row != byteShuffle:
		code = appendVEX(code, s.code, d, 0, second)
	default:
		code = appendVEX(code, s.code, d, x, second)
	}
	switch {
	case o.Row == byteBlend:
		code = append(code, k<<4)
	case s.values > 0:
		code = append(code, o.Imm)
	}
	return code
}

// word is an op of AArch64.
func (s *shape) word(o *Op, d, x, y, k uint8) uint32 {
	size := 0
	for 1<<size < s.lane {
		size++
	}
	w := s.code | uint32(d)
	if s.imm != nil {
		w += s.imm(size, int(o.Imm))
	} else if o.Row > lastConstant {
		w |= uint32(size) << 22
	}
	switch {
	case s.over:
		return w | uint32(y)<<5
	case o.K >= 0:
		y = k
	case s.args == 1:
		y = 0
	}
	return w | uint32(x)<<5 | uint32(y)<<16
}

func appendWord(code []byte, w uint32) []byte {
	return append(code, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
}

// fields are what stands before an opcode of x86: the number of the prefix, 66 being 1, F3 2 and F2 3, and of the map of opcodes.
func fields(op uint32) (prefix, opcodes byte) {
	switch {
	case op&p66 != 0:
		prefix = 1
	case op&pF3 != 0:
		prefix = 2
	case op&pF2 != 0:
		prefix = 3
	}
	switch {
	case op&map38 != 0:
		return prefix, 2
	case op&map3A != 0:
		return prefix, 3
	}
	return prefix, 1
}

// appendSSE appends an instruction of two registers, but for its immediate.
func appendSSE(code []byte, op uint32, reg, rm uint8) []byte {
	prefix, opcodes := fields(op)
	if prefix > 0 {
		code = append(code, [...]byte{1: 0x66, 2: 0xf3, 3: 0xf2}[prefix])
	}
	if rex := 0x40 | reg>>3<<2 | rm>>3; rex != 0x40 {
		code = append(code, rex)
	}
	code = append(code, 0x0f)
	if opcodes > 1 {
		code = append(code, [...]byte{2: 0x38, 3: 0x3a}[opcodes])
	}
	return append(code, byte(op), 0xc0|reg&7<<3|rm&7)
}

// appendVEX appends an instruction of two registers or three, but for its immediate.
func appendVEX(code []byte, op uint32, reg, first, rm uint8) []byte {
	prefix, opcodes := fields(op)
	low := ^first&15<<3 | prefix
	if opcodes == 1 && rm < 8 {
		code = append(code, 0xc5, ^reg>>3<<7|low)
	} else {
		code = append(code, 0xc4, ^reg>>3<<7|1<<6|^rm>>3<<5&0x20|opcodes, low)
	}
	return append(code, byte(op), 0xc0|reg&7<<3|rm&7)
}

// appendEVEX appends an instruction of three registers, 128 bits of them.
func appendEVEX(code []byte, op uint32, reg, first, rm uint8) []byte {
	prefix, opcodes := fields(op)
	return append(code, 0x62, ^reg>>3<<7|1<<6|^rm>>3<<5&0x20|1<<4|opcodes, ^first&15<<3|1<<2|prefix, 1<<3, byte(op), 0xc0|reg&7<<3|rm&7)
}
