package listing

import (
	"fmt"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
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
	for _, r := range apply.X86Rows() {
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
		return spelling{row: "v" + name, tied: strings.HasPrefix(apply.X86Named()["v"+name][0].Asm, "d, a, b")}, true
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
	return separateOperands(text)
}

// separateOperands are what commas outside of brackets separate.
func separateOperands(text string) (all []string) {
	for text != "" {
		end := apply.OperandEnd(text)
		all = append(all, strings.TrimSpace(text[:end]))
		text = text[min(end+1, len(text)):]
	}
	return all
}

// isSurelyGeneral says whether such a line is none of another machine whose registers have numbers too:
//
//	mov rax, r8    x86      shl r8, 3    x86      and r8, r9        x86: of two operands
//	mov r9, 0x5    x86      mov r8, r9   either   and r8, r9, r10   either
func isSurelyGeneral(name, operands string) bool {
	if !isGeneralLine(name, operands) {
		return false
	}
	words := operandWords(operands)
	if name != "mov" && len(words) == 2 {
		return true
	}
	return slices.ContainsFunc(words, func(word string) bool {
		_, ok := generalRegister(word)
		numbered := strings.HasPrefix(word, "r") && strings.Trim(word[1:], "0123456789") == ""
		return ok && !numbered || strings.HasPrefix(word, "0x")
	})
}

// IsGeneral says whether a text is a line on general registers of x86, and of no other machine.
func IsGeneral(text string) bool {
	c := syntax.Cursor{Text: text}
	return isSurelyGeneral(strings.ToLower(c.Word()), c.Rest())
}

// memory is the bits of a source in memory: as the instruction's name says, or as the words before the place do.
func (s spelling) memory(place string) int {
	switch {
	case s.source > 0:
		return s.source
	case isSized(place, "word"):
		return 16
	}
	return 8
}

// asRow is a line in the words of the table of rows: the name there, with the operands that it has there.
func (l *listing) asRow(name, text string, operands []apply.Operand) (string, []apply.Operand, error) {
	s, ok := generalSpelling(name)
	if !ok {
		return name, operands, nil
	}
	crosses := slices.ContainsFunc(operands, func(o apply.Operand) bool { return o.IsVector() && o.File == target.Vectors && o.Bits > 0 })
	if name == "movq" && !crosses { // AT&T's mov of 64 bits
		s = spelling{row: "mov"}
	}
	if s.tied && len(operands) > 0 {
		operands = slices.Insert(slices.Clone(operands), 1, operands[0])
	}
	if r := apply.X86Named()[s.row][0]; generalRows()[s.row] && strings.HasSuffix(r.Asm, ", i") {
		var err error
		if operands, err = l.count(r, operands); err != nil {
			return s.row, nil, err
		}
	}
	if last := len(operands) - 1; s.row == "movzx" && last > 0 && operands[last].Bits == 0 {
		operands = slices.Clone(operands)
		words := operandWords(text)
		operands[last].Bits, operands[last].File = s.memory(words[len(words)-1]), target.General
	}
	return s.row, operands, nil
}

// count is a shift's operands with its count as a number: 1 where it is left out, and what cl is known to hold.
func (l *listing) count(r *target.Row, operands []apply.Operand) ([]apply.Operand, error) {
	wanted := strings.Count(r.Asm, ", ") + 1
	if len(operands) == wanted-1 {
		return append(slices.Clone(operands), apply.Operand{Number: 1}), nil
	}
	last := len(operands) - 1
	if last < 0 || last != wanted-1 || !operands[last].IsGeneral() {
		return operands, nil
	}
	m, known := l.Named[operands[last].Name]
	o := apply.Vector(m)
	if !known || !o.Known {
		return nil, fmt.Errorf("how far %s moves depends on the contents of %s: it is a map only where that is a constant", r.Name, l.Called(operands[last].Name))
	}
	v, _ := o.Constant.Slice(0, 8).Uint64()
	operands = slices.Clone(operands)
	operands[last] = apply.Operand{Number: int(v)}
	return operands, nil
}

// isGeneralCopy says whether a line copies a general register, or loads a number: what no row does, but for mov of 32 bits.
func isGeneralCopy(row string, operands []apply.Operand) bool {
	return row == "mov" && len(operands) == 2 && slices.ContainsFunc(operands, apply.Operand.IsGeneral) && (operands[0].Bits != 32 || !operands[1].IsGeneral())
}

// generalCopy is what such a line makes. An operand in memory has the size of the other one.
func (l *listing) generalCopy(operands []apply.Operand) (lane.Map, error) {
	to, from := operands[0], operands[1]
	bits := max(to.Bits, from.Bits)
	if !from.IsVector() {
		c, err := from.NumberOf(bits)
		return lane.Map{Bits: bits, Lane: []lane.Lane{lane.Fixed(c)}}, err
	}
	if to.Bits > 0 && from.Bits > 0 && (to.Bits != from.Bits || to.File != from.File) {
		return lane.Map{}, fmt.Errorf("mov copies between general registers of one size, and these have %d and %d bits", to.Bits, from.Bits)
	}
	args, err := l.Arguments([]string{from.Name}, []int{bits}, 8)
	if err != nil {
		return lane.Map{}, err
	}
	return args[0], nil
}

// held is what a register holds after so much was written into it.
func (l *listing) held(d apply.Operand, name string, m lane.Map) (lane.Map, error) {
	switch {
	case isPlace(d.Name):
		return m, nil
	case d.IsGeneral() && d.Bits < 32:
		whole := make([]lane.Map, 1)
		if err := l.Argument(&whole[0], d.Name, 64, m.Bits); err != nil {
			return m, err
		}
		return l.Overwritten(whole[0], m, 0)
	case d.IsGeneral():
		return program.Cleared(m, 64), nil
	case strings.HasPrefix(name, "v"): // which clears what is above in a vector
		return program.Cleared(m, vectorRegisters[2].bits), nil
	}
	return m, nil
}
