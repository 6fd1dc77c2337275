package listing

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// General registers of RISC-V hold what vectors need besides: numbers, addresses of constants and of places on the stack, and single lanes.
//
//	lui a0, 8; addi a0, a0, -23                        a number
//	lui a0, %hi(.LCPI0_0); addi a0, a0, %lo(.LCPI0_0)  an address, as lla a0, .LCPI0_0
//	li a0, 5; sb a0, 15(sp); addi a0, sp, 15; vlm.v v0, (a0)

// A riscvHeld is what a general register holds: a number, a lane, or an address.
type riscvHeld struct {
	number   int // and how far an address is behind its label
	isNumber bool
	label    string   // stackLabel for one on the stack
	value    lane.Map // a lane
}

// stackLabel stands for where the stack pointer was at first.
const stackLabel = "sp"

// riscvGeneral is all of that, and what has been stored.
type riscvGeneral struct {
	held  map[string]riscvHeld
	stack map[int]lane.Lane // bytes, by where they are
}

func newRISCVGeneral() riscvGeneral {
	g := riscvGeneral{held: map[string]riscvHeld{}, stack: map[int]lane.Lane{}}
	g.holds("sp", riscvHeld{label: stackLabel})
	for _, name := range [...]string{"zero", "x0"} {
		g.held[name] = riscvHeld{isNumber: true}
	}
	return g
}

// isZero says whether a register is always zero.
func isZero(register string) bool { return register == "zero" || register == "x0" }

// holds puts something into a register.
func (g *riscvGeneral) holds(register string, h riscvHeld) {
	if !isZero(register) {
		g.held[register] = h
	}
}

// forgets is a register of which nothing is known any more.
func (g *riscvGeneral) forgets(register string) {
	if !isZero(register) {
		delete(g.held, register)
	}
}

// scalar is a number that is written, or what a register holds that is no address.
func (g *riscvGeneral) scalar(word string) (riscvHeld, error) {
	if n, err := strconv.ParseInt(word, 0, 64); err == nil {
		return riscvHeld{number: int(n), isNumber: true}, nil
	}
	h, ok := g.held[word]
	if !ok || h.label != "" {
		return h, fmt.Errorf("what %s holds is not in the text", word)
	}
	return h, nil
}

// generalRISCV are instructions of general registers that are followed.
var generalRISCV = map[string]bool{
	"li": true, "la": true, "lla": true, "lui": true, "auipc": true, "addi": true, "addiw": true, "mv": true,
	"slli": true, "srli": true, "ori": true, "xori": true, "andi": true, "add": true, "or": true, "not": true, "neg": true, "csrr": true,
	"lb": true, "lbu": true, "lh": true, "lhu": true, "lw": true, "lwu": true, "ld": true,
}

// loadedNumber are instructions that load a number: how many bytes, and whether the highest bit is a sign.
var loadedNumber = map[string]struct {
	bytes  int
	signed bool
}{"lb": {1, true}, "lbu": {1, false}, "lh": {2, true}, "lhu": {2, false}, "lw": {4, true}, "lwu": {4, false}, "ld": {8, true}}

// storedRISCV is how many bytes an instruction stores.
var storedRISCV = map[string]int{"sb": 1, "sh": 2, "sw": 4, "sd": 8}

// general is a line of general registers; of others than are followed the register is forgotten.
func (g *riscvGeneral) general(name string, words []string) error {
	if len(words) < 2 {
		return nil
	}
	to, last := words[0], words[len(words)-1]
	if !generalRISCV[name] {
		g.forgets(to)
		return nil
	}
	h, ok := g.result(name, words)
	if g.forgets(to); ok {
		g.holds(to, h)
	}
	if name == "li" && !ok {
		return fmt.Errorf("%s is no number for %s", syntax.Quote(last), syntax.Quote(to))
	}
	return nil
}

// result is what a line leaves in its register; ok is false where nobody knows.
func (g *riscvGeneral) result(name string, words []string) (h riscvHeld, ok bool) {
	last := words[len(words)-1]
	n, err := strconv.ParseInt(last, 0, 64)
	number := riscvHeld{number: int(n), isNumber: true}
	if part, is := relocatedRISCV(last); is {
		if !strings.HasPrefix(last, "%lo(") && !strings.HasPrefix(last, "%pcrel_lo(") {
			return part, true
		}
		return g.lower(last, part, words[1])
	}
	switch {
	case name == "li":
		return number, err == nil && words[0] != "zero"
	case name == "lui":
		number.number = int(int32(n << 12))
		return number, err == nil
	case name == "la" || name == "lla":
		return labelRISCV(last), true
	case name == "mv":
		h, ok = g.held[last]
		return h, ok
	case name == "not" || name == "neg":
		h, ok = g.held[last]
		h.number = map[string]int{"not": ^h.number, "neg": -h.number}[name]
		return h, ok && h.isNumber
	}
	if len(words) != 3 {
		return h, false
	}
	x, known := g.held[words[1]]
	y := number
	if err != nil {
		if y, ok = g.held[last]; !ok {
			return h, false
		}
	}
	return combinedRISCV(name, x, y, known)
}

// combinedRISCV is what an instruction makes of two.
func combinedRISCV(name string, x, y riscvHeld, known bool) (h riscvHeld, ok bool) {
	address := x.label != ""
	if !known || !x.isNumber && !address || !y.isNumber {
		return h, false
	}
	h = x
	switch name {
	case "addi", "add":
		h.number += y.number
		return h, true
	case "addiw":
		h.number = int(int32(h.number + y.number))
	case "slli":
		h.number <<= y.number & 63
	case "srli":
		h.number = int(uint64(h.number) >> (y.number & 63))
	case "or", "ori":
		h.number |= y.number
	case "xori":
		h.number ^= y.number
	case "andi":
		h.number &= y.number
	default:
		return h, false
	}
	return h, !address
}

// relocatedRISCV is the address of which an operand is a part: %pcrel_hi(.LCPI0_0+16).
func relocatedRISCV(word string) (h riscvHeld, ok bool) {
	if !strings.HasPrefix(word, "%") {
		return h, false
	}
	_, label, ok := strings.Cut(word, "(")
	return labelRISCV(strings.TrimSuffix(label, ")")), ok
}

// lower is an address that is put together from the upper part that a register holds and the lower one of an operand, which may be of another place behind the same label. That of %pcrel_lo is the line with the other part.
//
//	lui a0, %hi(k); lw a1, %lo(k)(a0); lw a2, %lo(k+4)(a0)
func (g *riscvGeneral) lower(operand string, part riscvHeld, register string) (h riscvHeld, ok bool) {
	upper, known := g.held[register]
	switch {
	case !known || upper.label == "" || upper.label == stackLabel:
		return h, false
	case strings.HasPrefix(operand, "%pcrel_lo("):
		return upper, true
	}
	return part, upper.label == part.label
}

// labelRISCV is a label, and what is added to it.
func labelRISCV(word string) riscvHeld {
	if label, by, ok := strings.Cut(word, "+"); ok {
		if n, err := strconv.Atoi(strings.TrimSpace(by)); err == nil {
			return riscvHeld{label: strings.TrimSpace(label), number: n}
		}
	}
	return riscvHeld{label: word}
}

// place is an address in an operand, as 15(sp) and (a0); ok is false where nobody knows it.
func (g *riscvGeneral) place(word string) (h riscvHeld, ok bool) {
	open := strings.LastIndexByte(word, '(')
	if open < 0 || !strings.HasSuffix(word, ")") {
		return h, false
	}
	by, register := word[:open], word[open+1:]
	if part, is := relocatedRISCV(by); is { // %lo(.LCPI0_0)(a0)
		return g.lower(by, part, strings.TrimSpace(strings.TrimSuffix(register, ")")))
	}
	h, ok = g.held[strings.TrimSpace(strings.TrimSuffix(register, ")"))]
	n, err := strconv.ParseInt(strings.TrimSpace(by), 0, 32)
	if by != "" && err != nil {
		return h, false
	}
	h.number += int(n)
	return h, ok && h.label != ""
}
