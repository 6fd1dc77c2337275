package form

import (
	"fmt"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// General registers of x86 in lines of listings:
//
//	pext rax, rcx, rdx            pextq %rdx, %rcx, %rax
//
// A register is known by its name of 64 bits. What is written into a part of it leaves the rest alone, but for the lower half:
//
//	     63      32 31      16 15    8 7     0
//	rax  new        new        new     new
//	eax  zeros      new        new     new
//	 ax  old        old        new     new
//	 al  old        old        old     new

// A generalName is what a name means: the lowest bits of a register, or of one of four registers bits 8 to 15.
type generalName struct {
	register string // its name of 64 bits
	bits     int
	high     bool
}

var generalNames = sync.OnceValue(func() map[string]generalName {
	all := map[string]generalName{}
	for n := range new(target.Target).Registers(target.General) {
		register := target.GeneralRegister(n, 64)
		for bits := 8; bits <= 64; bits *= 2 {
			all[target.GeneralRegister(n, bits)] = generalName{register: register, bits: bits}
		}
	}
	for _, letter := range []string{"a", "b", "c", "d"} {
		all[letter+"h"] = generalName{"r" + letter + "x", 8, true}
	}
	return all
})

// generalRegister is what a name in a listing means, with or without %.
func generalRegister(name string) (g generalName, ok bool) {
	g, ok = generalNames()[strings.ToLower(strings.TrimPrefix(name, "%"))]
	return g, ok
}

// GeneralRegister is the register of 64 bits, by its name, of which another name means a part: rax of al.
func GeneralRegister(name string) (register string, ok bool) {
	g, ok := generalRegister(name)
	return g.register, ok
}

// A spelling is an instruction on general registers as the table of rows has it.
type spelling struct {
	row    string
	tied   bool // its destination is the row's first source too
	source int  // bits of the source, where the name says them
}

// generalSpellings are names that the table does not have.
var generalSpellings = map[string]spelling{
	"sal": {row: "shl"}, "ror": {row: "rorx", tied: true}, "movabs": {row: "mov"}, "movzb": {row: "movzx", source: 8}, "movzw": {row: "movzx", source: 16},
}

// generalRows are the names of rows that have operands in general registers; true are those that have all there.
var generalRows = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, r := range x86Rows() {
		if r.General != "" {
			all[r.Name] = r.Within(target.General)
		}
	}
	return all
})

// generalSpelling is an instruction by its name. AT&T adds a letter for the size, which the registers say too; crossings have a form without VEX, whose destination is their first source.
func generalSpelling(name string) (s spelling, ok bool) {
	if _, ok := generalRows()[name]; ok {
		return spelling{row: name}, true
	}
	if _, ok := generalRows()["v"+name]; ok {
		return spelling{row: "v" + name, tied: strings.HasPrefix(x86ByName()["v"+name][0].Asm, "d, a, b")}, true
	}
	if s, ok := generalSpellings[name]; ok {
		return s, true
	}
	if name == "" || !strings.ContainsRune("bwlq", rune(name[len(name)-1])) {
		return spelling{}, false
	}
	bare := name[:len(name)-1]
	if generalRows()[bare] {
		return spelling{row: bare}, true
	}
	s, ok = generalSpellings[bare]
	return s, ok
}

// memory is the bits of a source in memory: as the instruction's name says, or as the operand does.
func (s spelling) memory(operand string) int {
	switch {
	case s.source > 0:
		return s.source
	case strings.HasPrefix(strings.ToLower(operand), "word"):
		return 16
	}
	return 8
}

// isGeneralLine says whether a line is an instruction that the table has, on a general register.
func isGeneralLine(name, operands string) bool {
	if _, ok := generalSpelling(name); !ok {
		return false
	}
	return slices.ContainsFunc(operandWords(operands), func(word string) bool {
		_, ok := generalRegister(word)
		return ok
	})
}

// operandWords are the operands of a line, as they are written.
func operandWords(text string) (all []string) {
	text, _, _ = strings.Cut(text, "#")
	for text != "" {
		end := operandEnd(text)
		all = append(all, strings.TrimSpace(text[:end]))
		text = text[min(end+1, len(text)):]
	}
	return all
}

// startsGeneral says whether a text is such a line, and not one of the G13, whose registers have numbers too:
//
//	mov rax, r8    x86      shl r8, 3    x86      and r8, r9        x86: of two operands
//	mov r9, 0x5    x86      mov r8, r9   G13      and r8, r9, r10   G13
func startsGeneral(name, operands string) bool {
	if !isGeneralLine(name, operands) {
		return false
	}
	words := operandWords(operands)
	if len(g13.Named(name)) == 0 || name != "mov" && len(words) == 2 {
		return true
	}
	return slices.ContainsFunc(words, func(word string) bool {
		_, ok := generalRegister(word)
		numbered := strings.HasPrefix(word, "r") && strings.Trim(word[1:], "0123456789") == ""
		return ok && !numbered || strings.HasPrefix(word, "0x")
	})
}

// isGeneral says whether the operand is in a general register.
func (o operand) isGeneral() bool { return o.isVector() && o.file == target.General }

// asRow is a line in the words of the table of rows: the name there, with the operands that it has there.
func (l *listing) asRow(name string, operands []operand) (string, []operand, error) {
	s, ok := generalSpelling(name)
	if !ok {
		return name, operands, nil
	}
	crosses := slices.ContainsFunc(operands, func(o operand) bool { return o.isVector() && o.file == target.Vectors && o.bits > 0 })
	if name == "movq" && !crosses { // AT&T's mov of 64 bits
		s = spelling{row: "mov"}
	}
	if s.tied && len(operands) > 0 {
		operands = slices.Insert(slices.Clone(operands), 1, operands[0])
	}
	if r := x86ByName()[s.row][0]; generalRows()[s.row] && strings.HasSuffix(r.Asm, ", i") {
		var err error
		if operands, err = l.count(r, operands); err != nil {
			return s.row, nil, err
		}
	}
	if last := len(operands) - 1; s.row == "movzx" && last > 0 && operands[last].bits == 0 {
		operands = slices.Clone(operands)
		operands[last].bits, operands[last].file = s.memory(operands[last].name), target.General
	}
	return s.row, operands, nil
}

// count is a shift's operands with its count as a number: 1 where it is left out, and what cl is known to hold.
func (l *listing) count(r *target.Row, operands []operand) ([]operand, error) {
	wanted := strings.Count(r.Asm, ", ") + 1
	if len(operands) == wanted-1 {
		return append(slices.Clone(operands), operand{number: 1}), nil
	}
	last := len(operands) - 1
	if last < 0 || last != wanted-1 || !operands[last].isGeneral() {
		return operands, nil
	}
	m, known := l.named[operands[last].name]
	o := vectorOperand(m)
	if !known || !o.known {
		return nil, fmt.Errorf("how far %s moves depends on the contents of %s: it is a map only where that is a constant", r.Name, l.called(operands[last].name))
	}
	v, _ := o.constant.Slice(0, 8).Uint64()
	operands = slices.Clone(operands)
	operands[last] = operand{number: int(v)}
	return operands, nil
}

// isGeneralCopy says whether a line copies a general register, or loads a number: what no row does, but for mov of 32 bits.
func isGeneralCopy(row string, operands []operand) bool {
	return row == "mov" && len(operands) == 2 && slices.ContainsFunc(operands, operand.isGeneral) && (operands[0].bits != 32 || !operands[1].isGeneral())
}

// generalCopy is what such a line makes. An operand in memory has the size of the other one.
func (l *listing) generalCopy(operands []operand) (lane.Map, error) {
	to, from := operands[0], operands[1]
	bits := max(to.bits, from.bits)
	if !from.isVector() {
		c, err := from.numberOf(bits)
		return lane.Map{Bits: bits, Lane: []lane.Lane{lane.Fixed(c)}}, err
	}
	if to.bits > 0 && from.bits > 0 && (to.bits != from.bits || to.file != from.file) {
		return lane.Map{}, fmt.Errorf("mov copies between general registers of one size, and these have %d and %d bits", to.bits, from.bits)
	}
	args, err := l.arguments([]string{from.name}, []int{bits}, 8)
	if err != nil {
		return lane.Map{}, err
	}
	return args[0], nil
}

// numberOf is a number as a constant of so many bits, which it may have as an unsigned or as a signed one.
func (o operand) numberOf(bits int) (lane.Const, error) {
	if high := int64(o.number) >> (bits - 1); bits < 64 && high != 0 && high != 1 && high != -1 {
		return lane.Const{}, fmt.Errorf("%#x does not fit in %d bits", o.number, bits)
	}
	return lane.ConstOf(uint64(o.number)).Slice(0, bits), nil
}

// held is what a register holds after so much was written into it.
func (l *listing) held(d operand, name string, m lane.Map) (lane.Map, error) {
	switch {
	case d.isGeneral() && d.bits < 32:
		whole := make([]lane.Map, 1)
		if err := l.argument(&whole[0], d.name, 64, m.Bits); err != nil {
			return m, err
		}
		return l.overwritten(whole[0], m, 0)
	case d.isGeneral():
		return cleared(m, 64), nil
	case strings.HasPrefix(name, "v"): // which clears what is above in a vector
		return cleared(m, vectorRegisters[2].bits), nil
	}
	return m, nil
}

// overwritten is a value with a part in place of its bits from a place on.
func (p *values) overwritten(whole, part lane.Map, at int) (lane.Map, error) {
	both := []lane.Map{whole, part}
	if err := p.level(both); err != nil {
		return lane.Map{}, err
	}
	width := gcd(gcd(both[0].Bits, both[1].Bits), at)
	for k := range both {
		var err error
		if both[k], err = both[k].Regroup(width); err != nil {
			return lane.Map{}, err
		}
	}
	m := both[0].Clone()
	copy(m.Lane[at/width:], both[1].Lane)
	return m, nil
}

// widest is a map in the widest lanes that it moves whole.
func widest(m lane.Map) lane.Map {
	for m.Bits > 0 {
		wide, err := m.Regroup(2 * m.Bits)
		if err != nil {
			break
		}
		m = wide
	}
	return m
}
