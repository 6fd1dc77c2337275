package corpus

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/target"
)

// A movement in a listing is made by several instructions, among others:
//
//	pshufd    $233, %xmm1, %xmm1
//	pshufd    $227, %xmm0, %xmm2
//	punpckldq %xmm1, %xmm2             xmm2 is a3 b1 a0 b2: emitted are 3 instructions
//	paddd     %xmm2, %xmm0             which no movement reads, but this does
//
// Lines are followed between labels and jumps. What a movement made and no movement reads, or something else reads too, is what was wanted: an Emission. Its cost is that of
// all lines that it depends on: each by itself, so that a line on which two depend counts for both, as it would if either were made alone.

// A Cost is counted as package lower counts: instructions, constants loaded, into vectors or masks, and copies of registers.
type Cost struct{ Ops, Constants, Copies int }

// Balanced is the cost as one number, the default one of package lower.
func (c Cost) Balanced() int { return c.Ops + c.Copies + 2*c.Constants }

// An Emission is a movement that a listing makes.
type Emission struct {
	File        string
	First, Last int // lines
	Form        form.Form
	Cost        Cost
	Target      string // the poorest target that has the instructions of the function
}

// A made value is what a line put into a register.
type made struct {
	line     int
	deed     form.Deed
	from     []*made
	form     form.Form
	moves    bool
	consumed bool // a movement reads it
	used     bool // something else does
}

// A reader of a listing.
type listing struct {
	file    string
	emitted func(Emission)
	follow  *form.Follower
	holds   map[string]*made // by register
	values  []*made          // of this block
	wanted  []*made          // of this function
	needs   target.Feature
	arm     bool
}

// readListing follows the instructions of a listing. Lines are those that it may be about, with their numbers.
func readListing(file string, lines []numbered, emitted func(Emission)) {
	l := listing{file: file, emitted: emitted, follow: form.NewFollower(dataOf(lines)), holds: map[string]*made{}}
	for _, at := range lines {
		text, comment := instructionAndComment(at.text)
		switch {
		case text == "" || strings.HasPrefix(text, ".") && !strings.HasSuffix(text, ":"):
		case strings.HasSuffix(text, ":"):
			l.endBlock()
			if !strings.HasPrefix(text, ".") {
				l.endFunction()
			}
		default:
			l.line(at.n, text, comment)
		}
	}
	l.endBlock()
	l.endFunction()
}

// wasmShuffle is the one instruction that is a movement by itself: its operands are on a stack, which is not followed.
const wasmShuffle = "i8x16.shuffle"

// line is one instruction.
func (l *listing) line(n int, text, comment string) {
	name, operands, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	if name == wasmShuffle {
		if f, err := form.Parse(text, form.Options{}); err == nil && moves(f.Map) {
			l.emitted(Emission{File: l.file, First: n, Last: n, Form: f, Cost: Cost{Ops: 1}, Target: "wasm"})
		}
		return
	}
	if isJump(name) {
		if strings.HasPrefix(name, "call") || strings.HasPrefix(name, "bl") {
			for _, v := range l.holds {
				v.used = true // it may be an argument
			}
		}
		l.endBlock()
		return
	}
	if number, register, ok := immediateMove(name, operands); ok {
		l.follow.Number(register, number)
		return
	}
	deed, err := l.follow.Line(text, comment)
	if err != nil {
		l.other(name, operands, deed)
		return
	}
	v := &made{line: n, deed: deed}
	for _, register := range deed.Reads {
		if from := l.holds[register]; from != nil {
			from.consumed = true
			v.from = append(v.from, from)
		}
	}
	if f, ok := l.follow.Form(); ok && len(f.Map.Src) > 0 {
		v.form, v.moves = f, moves(f.Map)
	}
	l.holds[deed.To] = v
	l.values = append(l.values, v)
	l.needs |= deed.Needs
	l.arm = l.arm || deed.ARM
}

// other is an instruction that is no movement: it reads registers, and writes one.
func (l *listing) other(name, operands string, deed form.Deed) {
	registers, written := registersOf(name, operands)
	for _, r := range registers {
		if v := l.holds[r]; v != nil {
			v.used = true
		}
	}
	for _, r := range []string{written, deed.To} {
		if r != "" {
			l.follow.Forget(r)
			l.follow.ForgetMask(r)
			delete(l.holds, r)
		}
	}
}

// endBlock finds what was wanted of the block's values.
func (l *listing) endBlock() {
	for _, v := range l.values {
		if v.moves && (v.used || !v.consumed) {
			l.wanted = append(l.wanted, v)
		}
	}
	l.values = nil
	clear(l.holds)
	l.follow.Restart()
}

// endFunction tells of the function's movements, now that it is known which instructions it may use.
func (l *listing) endFunction() {
	name := poorest(l.needs, l.arm)
	for _, v := range l.wanted {
		e := Emission{File: l.file, First: v.line, Last: v.line, Form: v.form, Target: name}
		seen, loaded := map[*made]bool{}, map[string]bool{}
		v.count(&e, seen, loaded)
		l.emitted(e)
	}
	l.wanted, l.needs, l.arm = nil, 0, false
}

// count adds the cost of a value and of all that it depends on.
func (v *made) count(e *Emission, seen map[*made]bool, loaded map[string]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	e.First = min(e.First, v.line)
	switch v.deed.Kind {
	case form.Moved:
		e.Cost.Ops++
	case form.Copied:
		e.Cost.Copies++
	default:
		e.Cost.Constants++
	}
	for _, label := range v.deed.Loads {
		if v.deed.Kind == form.Moved && !loaded[label] {
			loaded[label] = true
			e.Cost.Constants++
		}
	}
	for _, from := range v.from {
		from.count(e, seen, loaded)
	}
}

// poorest is the first target that has what is needed.
func poorest(needs target.Feature, arm bool) string {
	for _, t := range target.Targets() {
		if needs.In(t.Has) && (t.Has&target.NEON != 0) == arm {
			return t.Name
		}
	}
	return ""
}

// isJump knows what ends a straight run of instructions, in both instruction sets.
func isJump(name string) bool {
	switch {
	case strings.HasPrefix(name, "j"), strings.HasPrefix(name, "call"), strings.HasPrefix(name, "ret"), strings.HasPrefix(name, "b."):
		return true
	}
	return slices.Contains([]string{"b", "bl", "blr", "br", "cbz", "cbnz", "tbz", "tbnz", "ud2"}, name)
}

// immediateMove is a number put into a register that is no vector: movl $5, %eax.
func immediateMove(name, operands string) (v uint64, register string, ok bool) {
	parts := strings.Split(operands, ",")
	if !strings.HasPrefix(name, "mov") || len(parts) != 2 {
		return 0, "", false
	}
	number, to := strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])
	if !strings.HasPrefix(number, "$") {
		number, to = to, number
	}
	signed, err := strconv.ParseInt(strings.TrimPrefix(number, "$"), 0, 64)
	if err != nil || strings.ContainsAny(to, "([") || strings.Contains(to, "mm") {
		return 0, "", false
	}
	return uint64(signed), form.BaseRegister(to), true
}

// registersOf are the vector and mask registers that an instruction names, and the one that it writes.
func registersOf(name, operands string) (read []string, written string) {
	if all := form.NEONRegisters(name + " " + operands); len(all) > 0 && !strings.Contains(operands, "mm") {
		if strings.HasPrefix(name, "st") {
			return all, ""
		}
		return all[1:], all[0]
	}
	att := strings.Contains(operands, "%")
	parts := splitOperands(operands)
	if att {
		slices.Reverse(parts)
	}
	for k, part := range parts {
		registers := x86Registers(part)
		if k == 0 && len(registers) > 0 && !strings.ContainsAny(part, "([") {
			written = registers[0]
			if !strings.HasPrefix(name, "v") && !strings.HasPrefix(name, "mov") && len(parts) > 1 || len(registers) > 1 { // it is read as well, or kept under a mask
				read = append(read, registers...)
			}
			continue
		}
		read = append(read, registers...)
	}
	return read, written
}

// splitOperands splits at commas outside of brackets.
func splitOperands(text string) (parts []string) {
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				parts, start = append(parts, text[start:i]), i+1
			}
		}
	}
	return append(parts, text[start:])
}

// x86Registers are vector registers by number, mm0 for xmm0 and ymm0, and mask registers.
func x86Registers(text string) (all []string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') }) {
		if bare := strings.TrimLeft(word, "xyz"); strings.HasPrefix(bare, "mm") && len(bare) > 2 && bare != word {
			all = append(all, bare)
		} else if len(word) == 2 && word[0] == 'k' && word[1] <= '7' {
			all = append(all, word)
		}
	}
	return all
}
