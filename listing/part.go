package listing

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// Moves of a part of a vector from memory, or to it:
//
//	movq   xmm0, [rdi]        bits 0 to 63, and zeros above
//	movhps xmm0, [rdi]        bits 64 to 127, and what was below
//	movlps [rdi], xmm0        bits 0 to 63
type vectorPart struct {
	at, bits int
	keeps    bool // what else is in the register
}

var vectorParts = map[string]vectorPart{
	"movss": {bits: 32}, "movsd": {bits: 64}, "movd": {bits: 32}, "movq": {bits: 64}, "movlps": {bits: 64, keeps: true}, "movlpd": {bits: 64, keeps: true},
	"movhps": {at: 64, bits: 64, keeps: true}, "movhpd": {at: 64, bits: 64, keeps: true},
}

// memoryRepeats are instructions that fill a register with so many bits of memory, and have no form of registers.
var memoryRepeats = map[string]int{
	"vbroadcasti128": 128, "vbroadcastf128": 128, "vbroadcasti32x4": 128, "vbroadcastf32x4": 128, "vbroadcasti64x2": 128, "vbroadcastf64x2": 128,
	"vbroadcasti64x4": 256, "vbroadcastf64x4": 256, "vbroadcasti32x8": 256, "vbroadcastf32x8": 256,
}

// isMemoryRepeat says whether an instruction is one, of a vector that is longer than what is repeated.
func isMemoryRepeat(name string, operands []apply.Operand) bool {
	bits := memoryRepeats[name]
	return bits > 0 && len(operands) == 2 && operands[0].Bits > bits && operands[0].IsVector() && !operands[0].IsGeneral() && isPlace(operands[1].Name)
}

// repeatsMemory says whether an instruction fills a register with what it reads in memory: of a constant that is a load, as that of the whole constant would be.
func repeatsMemory(name string) bool {
	return strings.HasPrefix(name, "vbroadcast") || strings.HasPrefix(name, "vpbroadcast") || name == "movddup" || name == "vmovddup"
}

// repeated is vbroadcasti128 ymm0, [rdi].
func (l *listing) repeated(name string, operands []apply.Operand) (lane.Map, error) {
	bits := memoryRepeats[name]
	args, err := l.Arguments([]string{operands[1].Name}, []int{bits}, 8)
	if err != nil {
		return lane.Map{}, err
	}
	m := args[0].Clone()
	m.Lane = slices.Repeat(m.Lane, operands[0].Bits/bits)
	return m, nil
}

// partOf says whether an instruction is one, between a vector and memory.
func partOf(name string, operands []apply.Operand) (p vectorPart, ok bool) {
	p, ok = vectorParts[strings.TrimPrefix(name, "v")]
	if n := len(operands); !ok || n != 2 && n != 3 {
		return p, false
	}
	d, last := operands[0], operands[len(operands)-1]
	isVector := func(o apply.Operand) bool { return o.IsVector() && !o.IsGeneral() && !isPlace(o.Name) }
	return p, isPlace(d.Name) && isVector(last) || isVector(d) && isPlace(last.Name)
}

// extractBits are the bits that an instruction takes to memory where it fills a register.
var extractBits = map[string]int{"pextrb": 8, "pextrw": 16}

// lowest is the lowest bits of a value.
func lowest(m lane.Map, bits int) (lane.Map, error) {
	m, err := m.Regroup(lane.GCD(m.Bits, bits))
	if err != nil {
		return m, err
	}
	m.Lane = m.Lane[:min(len(m.Lane), bits/m.Bits):min(len(m.Lane), bits/m.Bits)]
	return m, nil
}

// part does such a move. One of its two last operands is in memory, the other in a vector.
func (l *listing) part(p vectorPart, name string, operands []apply.Operand) error {
	d, last := operands[0], operands[len(operands)-1]
	if isPlace(d.Name) {
		return l.partStored(p, name, d, last)
	}
	if d.Bits != 128 || len(operands) == 3 && !p.keeps {
		return fmt.Errorf("%s moves %d bits between memory and an xmm register", name, p.bits)
	}
	args, err := l.Arguments([]string{last.Name}, []int{p.bits}, 8)
	if err != nil {
		return err
	}
	whole := lane.Map{Bits: 8, Lane: make([]lane.Lane, 16)}
	for i := range whole.Lane {
		whole.Lane[i] = lane.Zero()
	}
	if p.keeps {
		old := operands[len(operands)-2]
		if args, err = l.Arguments([]string{last.Name, old.Name}, []int{p.bits, 128}, 8); err != nil {
			return err
		}
		whole = args[1]
	}
	m, err := l.Overwritten(whole, args[0], p.at)
	if err != nil {
		return err
	}
	held, err := l.held(d, name, m)
	l.Named[d.Name], l.Result = held, m
	return err
}

func (l *listing) partStored(p vectorPart, name string, d, from apply.Operand) error {
	if from.Bits != 128 {
		return fmt.Errorf("%s moves %d bits between memory and an xmm register", name, p.bits)
	}
	args, err := l.Arguments([]string{from.Name}, []int{128}, 8)
	if err != nil {
		return err
	}
	m, err := args[0].Regroup(min(args[0].Bits, 8))
	if err != nil {
		return err
	}
	n := m.Bits
	m.Lane = m.Lane[p.at/n : (p.at+p.bits)/n : (p.at+p.bits)/n]
	l.Named[d.Name], l.Result = m, m
	return nil
}
