package target

import (
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/lanescope/lanescope/internal/x86"
)

// A Machine encodes what is no row: copies, and loads of constants. Registers have the numbers that the machine gives them.
type Machine interface {
	// Copy appends the copy of that many bits of a register into another of its file.
	Copy(code []byte, f File, to, from, bits int) ([]byte, error)
	// Load appends the load of a vector from memory, at any address that is a multiple of 4. Where that is stands open: at is for Refer.
	Load(code []byte, to, bits int) (out []byte, at int, err error)
	// Store appends the way of that many bits of a register to memory, so many bytes above the stack pointer, at any address; on AArch64 at a multiple of 16.
	Store(code []byte, f File, from, bits, above int) ([]byte, error)
	// Reload appends the way back.
	Reload(code []byte, f File, to, bits, above int) ([]byte, error)
	// Refer makes the instruction that at stands for load what lies at offset to of the code.
	Refer(code []byte, at, to int) error
	// Set appends the load of a number into a general register.
	Set(code []byte, to int, value uint64) ([]byte, error)
	// Mask appends the load of a number of so many bits into a mask register, through a general register.
	Mask(code []byte, to, through, bits int, value uint64) ([]byte, error)
	// Return appends the end of a function.
	Return(code []byte) []byte
}

// x86Moves are the encodings of x86 that are no rows, of vectors those of 128, 256 and 512 bits. Loads are those of unaligned addresses, which cost nothing where the address is aligned, so that
// code may be put anywhere.
type x86Moves struct{ copy, load, store []x86.Encoding }

var (
	sseMoves = sync.OnceValue(func() x86Moves {
		return x86Moves{parsed("RM: 66 0F 6F /r"), parsed("RM: F3 0F 6F /r"), parsed("MR: F3 0F 7F /r")} // movdqa, movdqu
	})
	vexMoves = sync.OnceValue(func() x86Moves {
		return x86Moves{
			parsed("RM: VEX.128.66.0F.WIG 6F /r", "RM: VEX.256.66.0F.WIG 6F /r", "RM FVM: EVEX.512.66.0F.W1 6F /r"),
			parsed("RM: VEX.128.F3.0F.WIG 6F /r", "RM: VEX.256.F3.0F.WIG 6F /r", "RM FVM: EVEX.512.F3.0F.W1 6F /r"),
			parsed("MR: VEX.128.F3.0F.WIG 7F /r", "MR: VEX.256.F3.0F.WIG 7F /r", "MR FVM: EVEX.512.F3.0F.W1 7F /r"),
		}
	})
	generalMoves = sync.OnceValue(func() []x86.Encoding {
		return parsed("RM: REX.W 8B /r", "OI: B8+rd id", "OI: REX.W B8+rd io", "RM: VEX.L0.F2.0F.W0 92 /r", "RM: VEX.L0.F2.0F.W1 92 /r", "MR: REX.W 89 /r") // mov, mov, movabs, kmovd, kmovq, mov
	})
)

func parsed(texts ...string) (list []x86.Encoding) {
	for _, text := range texts {
		list = append(list, x86.MustParse(text))
	}
	return list
}

// x86Machine is x86, with the moves of legacy encodings or of VEX.
type x86Machine func() x86Moves

// sized is the encoding for vectors of so many bits.
func sized(list []x86.Encoding, bits int) (x86.Encoding, error) {
	k := bits / 256
	if k >= len(list) {
		return x86.Encoding{}, fmt.Errorf("there are no vectors of %d bits", bits)
	}
	return list[k], nil
}

func (m x86Machine) Copy(code []byte, f File, to, from, bits int) ([]byte, error) {
	if f == General {
		return generalMoves()[0].Append(code, x86.R(to), x86.R(from))
	}
	e, err := sized(m().copy, bits)
	if err != nil {
		return code, err
	}
	return e.Append(code, x86Register(false, to, bits), x86Register(false, from, bits))
}

func (m x86Machine) Load(code []byte, to, bits int) ([]byte, int, error) {
	e, err := sized(m().load, bits)
	if err != nil {
		return code, 0, err
	}
	code, err = e.Append(code, x86Register(false, to, bits), x86.MemRIP(0))
	return code, len(code), err
}

// stackPointer is the number of rsp.
const stackPointer = 4

func (m x86Machine) Store(code []byte, f File, from, bits, above int) ([]byte, error) {
	at := x86.Mem(stackPointer, int32(above))
	if f == General {
		return generalMoves()[5].Append(code, at, x86.R(from))
	}
	e, err := sized(m().store, bits)
	if err != nil {
		return code, err
	}
	return e.Append(code, at, x86Register(false, from, bits))
}

func (m x86Machine) Reload(code []byte, f File, to, bits, above int) ([]byte, error) {
	at := x86.Mem(stackPointer, int32(above))
	if f == General {
		return generalMoves()[0].Append(code, x86.R(to), at)
	}
	e, err := sized(m().load, bits)
	if err != nil {
		return code, err
	}
	return e.Append(code, x86Register(false, to, bits), at)
}

// Refer writes the displacement, which the instruction ends with and counts from its end.
func (x86Machine) Refer(code []byte, at, to int) error {
	distance := to - at
	if at < 4 || at > len(code) || distance != int(int32(distance)) {
		return fmt.Errorf("the load that ends at %d reaches no constant at %d: it has to be less than two gibibytes away", at, to)
	}
	binary.LittleEndian.PutUint32(code[at-4:], uint32(distance))
	return nil
}

func (x86Machine) Set(code []byte, to int, value uint64) ([]byte, error) {
	if value>>32 == 0 {
		return generalMoves()[1].Append(code, x86.R(to), x86.Imm(int64(value)))
	}
	return generalMoves()[2].Append(code, x86.R(to), x86.Imm(int64(value)))
}

func (m x86Machine) Mask(code []byte, to, through, bits int, value uint64) ([]byte, error) {
	code, err := m.Set(code, through, value)
	if err != nil {
		return code, err
	}
	e := generalMoves()[3]
	if bits > 32 {
		e = generalMoves()[4]
	}
	return e.Append(code, x86.K(to), x86.R(through))
}

func (x86Machine) Return(code []byte) []byte { return append(code, 0xc3) }

// armMachine is AArch64.
type armMachine struct{}

// Words of AArch64, with registers 0 and a distance of 0: orr v0.16b, v0.16b, v0.16b; ldr q0, .; str q0, [sp]; ldr q0, [sp]; ret.
const (
	armCopy   = 0x4ea01c00
	armLoad   = 0x9c000000
	armStore  = 0x3d8003e0
	armReload = 0x3dc003e0
	armReturn = 0xd65f03c0
)

func (armMachine) Copy(code []byte, f File, to, from, _ int) ([]byte, error) {
	if err := isVector(f, to, from); err != nil {
		return code, err
	}
	return binary.LittleEndian.AppendUint32(code, armCopy|uint32(from)<<16|uint32(from)<<5|uint32(to)), nil
}

func (armMachine) Load(code []byte, to, _ int) ([]byte, int, error) {
	at := len(code)
	return binary.LittleEndian.AppendUint32(code, armLoad|uint32(to)), at, isVector(Vectors, to)
}

func (armMachine) Store(code []byte, f File, from, _, above int) ([]byte, error) {
	return appendAbove(code, armStore, f, from, above)
}

func (armMachine) Reload(code []byte, f File, to, _, above int) ([]byte, error) {
	return appendAbove(code, armReload, f, to, above)
}

// appendAbove appends a word with the distance from the stack pointer in units of 16 bytes, of which there are 12 bits.
func appendAbove(code []byte, word uint32, f File, register, above int) ([]byte, error) {
	if err := isVector(f, register); err != nil {
		return code, err
	}
	if above%16 != 0 || above < 0 || above>>16 != 0 {
		return code, fmt.Errorf("%d bytes above the stack pointer is out of reach: it has to be a multiple of 16 below 65536", above)
	}
	return binary.LittleEndian.AppendUint32(code, word|uint32(above/16)<<10|uint32(register)), nil
}

func isVector(f File, numbers ...int) error {
	for _, n := range numbers {
		if f != Vectors || n < 0 || n >= wordRegisters {
			return fmt.Errorf("register %d is none of v0 to v31", n)
		}
	}
	return nil
}

// Refer writes the distance in words, of which there are 19 bits.
func (armMachine) Refer(code []byte, at, to int) error {
	distance := to - at
	if at < 0 || at+4 > len(code) || distance%4 != 0 || distance < -1<<20 || distance >= 1<<20 {
		return fmt.Errorf("the load at %d reaches no constant at %d: it has to be a multiple of 4 away, and less than a mebibyte", at, to)
	}
	word := binary.LittleEndian.Uint32(code[at:])
	binary.LittleEndian.PutUint32(code[at:], word&^(1<<24-1<<5)|uint32(distance/4)<<5&(1<<24-1<<5))
	return nil
}

func (armMachine) Set(code []byte, to int, _ uint64) ([]byte, error) {
	return code, fmt.Errorf("no sequence of AArch64 has a number in general register %d", to)
}

func (armMachine) Mask(code []byte, to, _, _ int, _ uint64) ([]byte, error) {
	return code, fmt.Errorf("AArch64 has no mask register %d", to)
}

func (armMachine) Return(code []byte) []byte {
	return binary.LittleEndian.AppendUint32(code, armReturn)
}
