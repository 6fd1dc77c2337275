package execmem

// Registers is what a body finds in the registers, and what it leaves there. The package's comment says which of it is loaded.
type Registers struct {
	Vector  [32][64]byte
	Mask    [8]uint64
	General [16]uint64 // rax rcx rdx rbx rsp rbp rsi rdi r8 … r15
	Memory  [4096]byte // rdi points here
}

// A Body is a sequence of instructions, without RET, that is run on registers given from outside.
type Body struct {
	code *Code
	has  registers
}

// registers is how many of them a CPU has, and so which function runs bodies.
type registers uint8

const (
	xmm16 registers = iota // xmm0 to xmm15
	ymm16
	zmm32k16 // zmm0 to zmm31, opmasks of 16 bits
	zmm32k64
)

func registersOf(s Set) registers {
	switch {
	case s.Has(AVX512F | AVX512BW):
		return zmm32k64
	case s.Has(AVX512F):
		return zmm32k16
	case s.Has(AVX):
		return ymm16
	}
	return xmm16
}

// ret is the instruction that ends a body.
const ret = 0xc3

// Load maps a body. One mapping serves any number of runs, also at once; Close gives it back.
func Load(body []byte) (*Body, error) {
	code, err := Map(append(append(make([]byte, 0, len(body)+1), body...), ret))
	if err != nil {
		return nil, err
	}
	return &Body{code, registersOf(Features())}, nil
}

// Run loads the registers from r, executes the body once, and stores all of them back.
func (b *Body) Run(r *Registers) {
	if b.code.entry == 0 {
		panic("execmem: run of a body that was closed")
	}
	switch b.has {
	case xmm16:
		runSSE(b.code.entry, r)
	case ymm16:
		runAVX(b.code.entry, r)
	case zmm32k16:
		runAVX512F(b.code.entry, r)
	case zmm32k64:
		runAVX512BW(b.code.entry, r)
	}
}

// Close gives the memory back. No run may be under way or follow.
func (b *Body) Close() error { return b.code.Close() }

// Run maps a body, runs it once on vector and opmask registers, and gives the memory back. To run a body on more data, use Load.
func Run(body []byte, vectors *[32][64]byte, masks *[8]uint64) error {
	b, err := Load(body)
	if err != nil {
		return err
	}
	r := Registers{Vector: *vectors, Mask: *masks}
	b.Run(&r)
	*vectors, *masks = r.Vector, r.Mask
	return b.Close()
}
