package i8x16

// A Value is an input, or behind them what an op makes.
type Value uint8

// The inputs.
const (
	A Value = iota
	B
	firstOp
)

// An Op is one instruction.
type Op struct {
	Row Row
	Imm uint8
	X   Value // its arguments; Y only where the row reads two
	Y   Value
	K   int8 // the constant that it reads, or -1
}

// The most that a program has.
const (
	mostOps       = 3
	mostConstants = 2
)

// A Program does a shuffle. Nothing in it points anywhere.
type Program struct {
	result    Value
	ops       [mostOps]Op
	n         int8
	constants [mostConstants][16]byte
	k         int8
}

// Ops are the program's instructions. The slice is of the program itself.
func (p *Program) Ops() []Op { return p.ops[:p.n] }

// Constants are the vectors that it reads. The slice is of the program itself.
func (p *Program) Constants() [][16]byte { return p.constants[:p.k] }

// Result is what holds the shuffle: an input, if nothing is to be done, or the last op.
func (p *Program) Result() Value { return p.result }

// op appends an op, whose value is the result then.
func (p *Program) op(o Op) Value {
	p.ops[p.n] = o
	p.n++
	p.result = firstOp + Value(p.n) - 1
	return p.result
}

// apply appends an instance over two values. It is not inlined, nor are others here: a call takes less time than code that stands in a dozen places and is in no cache.
//
//go:noinline
func (p *Program) apply(in *instance, x, y Value) Value {
	if in.turn {
		x, y = y, x
	}
	if shapes[in.row].args == 1 {
		y = x
	}
	return p.op(Op{Row: in.row, Imm: in.imm, X: x, Y: y, K: -1})
}

// constant is the number of one more constant: a vector, but for what is free.
//
//go:noinline
func (p *Program) constant(k *vector) int8 {
	c := (*vector)(&p.constants[p.k])
	for i := range 2 {
		w := k.word(i)
		c.set(i, w|w>>5&each*0xff)
	}
	p.k++
	return p.k - 1
}

// shuffle appends a shuffle of a value's bytes by a constant: one that is there, if both have the same where it matters.
func (p *Program) shuffle(r Row, want *vector, x Value) Value {
	k := want.low()
	for c := range p.constants[:p.k] {
		both, agree := &p.constants[c], true
		for i, b := range k {
			agree = agree && (b == free || both[i] == Any || b == both[i])
		}
		if agree {
			for i, b := range k {
				both[i] &= b | -(b >> 5)
			}
			return p.op(Op{Row: r, X: x, Y: x, K: int8(c)})
		}
	}
	return p.op(Op{Row: r, X: x, Y: x, K: p.constant(&k)})
}

// price orders programs: by what they cost, of that by their ops, and of those by their constants.
func price(ops, constants, constant int) int {
	return (ops+constants*constant)<<8 | ops<<4 | constants
}
