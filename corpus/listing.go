package corpus

import (
	"slices"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
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
//
// General registers of x86 are followed too, also from and to vectors:
//
//	vmovq     %xmm0, %rax              of vectors, what is wanted is what they make of vectors;
//	pextq     %rcx, %rax, %rax         of general registers, what these make of one another,
//	vmovq     %rax, %xmm0              if it is more than shifts and masks that move all alike: programs compute with those

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
	text     string
	deed     form.Deed
	from     []*made
	form     form.Form
	moves    bool
	file     target.File // in which it is
	consumed bool        // a movement reads it
	used     bool        // something else does
	visit    int         // when it was last among what another value depends on
}

// A wanted value is a movement that is told of once it is known which instructions the function may use.
type wanted struct {
	Emission
	text    string
	needs   target.Feature // of what made it
	general bool           // some of that is in general registers
	file    target.File
}

// A reader of a listing.
type listing struct {
	file    string
	to      *Sink
	follow  *form.Follower
	holds   map[string]*made // by register
	values  []*made          // of this block
	lines   int              // of this block
	wanted  []wanted         // of this function
	needs   target.Feature
	arm     bool
	visits  int
	reached []*made // by the last visit
}

// Bounds of what is followed together. Behind them all registers hold something new, as behind a label.
const (
	mostInputs  = 200  // values that the lines of a block begin with: the time that a block takes grows with them
	mostLines   = 1024 // of a block
	mostEmitted = 1024 // movements of a function; later ones may be told of with a richer target
)

// readListing follows the instructions of a listing. Lines are those that it may be about, with their numbers.
func readListing(file string, lines []numbered, to *Sink) {
	l := listing{file: file, to: to, follow: form.NewFollower(dataOf(lines)), holds: map[string]*made{}}
	for _, at := range lines {
		if !to.guarded(file, at.n, at.text, func() { l.read(at) }) {
			l.endBlock() // what registers hold now is not known
		}
	}
	l.endBlock()
	l.endFunction()
}

// read is one line.
func (l *listing) read(at numbered) {
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

// wasmShuffle is the one instruction that is a movement by itself: its operands are on a stack, which is not followed.
const wasmShuffle = "i8x16.shuffle"

// line is one instruction.
func (l *listing) line(n int, text, comment string) {
	name, operands, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	if name == wasmShuffle {
		if f, err := form.Parse(text, form.Options{}); err == nil && moves(f.Map) {
			l.to.Emitted(Emission{File: l.file, First: n, Last: n, Form: f, Cost: Cost{Ops: 1}, Target: "wasm"})
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
	if l.follow.Inputs() >= mostInputs || l.lines >= mostLines {
		l.endBlock()
	}
	l.lines++
	deed, err := l.follow.Line(text, comment)
	if err != nil || l.arrives(&deed) {
		l.other(name, operands, deed)
		return
	}
	v := &made{line: n, text: text, deed: deed, file: form.FileOf(deed.To)}
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

// arrives says whether a line brings a vector something that was not made of vectors: then that is where the vector's movements begin.
func (l *listing) arrives(deed *form.Deed) bool {
	return form.FileOf(deed.To) == target.Vectors && slices.ContainsFunc(deed.Reads, func(register string) bool {
		from := l.holds[register]
		return form.FileOf(register) == target.General && (from == nil || !from.crosses() || slices.ContainsFunc(from.form.Names, func(name string) bool { return form.FileOf(name) == target.General }))
	})
}

// other is an instruction that is no movement: it reads registers, and writes one, or of general registers any.
func (l *listing) other(name, operands string, deed form.Deed) {
	registers, written := registersOf(name, operands)
	if !writesOne(name, operands) {
		for r, v := range l.holds {
			if v.file == target.General {
				v.used = true
				delete(l.holds, r)
			}
		}
		l.follow.ForgetGeneral()
	}
	for _, r := range registers {
		if v := l.holds[r]; v != nil {
			v.used = true
		}
	}
	for _, r := range []string{written, deed.To} {
		if r != "" {
			l.follow.Forget(r)
			delete(l.holds, r)
		}
	}
}

// endBlock finds what was wanted of the block's values.
func (l *listing) endBlock() {
	for _, v := range slices.Backward(l.values) {
		l.to.guarded(l.file, v.line, v.text, func() { l.want(v) })
	}
	clear(l.values) // or what is behind its end would be kept
	l.values, l.lines = l.values[:0], 0
	l.reached = nil
	clear(l.holds)
	l.follow.Restart()
	if len(l.wanted) >= mostEmitted {
		l.tell()
	}
}

// want finds whether a value was wanted.
func (l *listing) want(v *made) {
	switch {
	case !v.used && v.consumed:
	case v.crosses(): // what it was made of is wanted, in the other file
		for _, from := range v.from {
			from.used = true
		}
	case v.moves && (v.file == target.Vectors || !l.computes(v)):
		w := wanted{Emission: Emission{File: l.file, First: v.line, Last: v.line, Form: v.form}, text: v.text, file: v.file}
		all := l.upTo(v)
		w.count(all)
		for _, from := range all {
			w.needs |= from.deed.Needs
			w.general = w.general || from.file == target.General
		}
		l.wanted = append(l.wanted, w)
	}
}

// crosses says whether a value is in another file than what it was made of.
func (v *made) crosses() bool {
	return slices.ContainsFunc(v.form.Names, func(name string) bool { return form.FileOf(name) != v.file })
}

// computes says whether a value may be no movement to the program: only what programs compute with made it, of one source, of which all that moves does so equally far.
func (l *listing) computes(v *made) bool {
	for _, from := range l.upTo(v) {
		if !from.deed.Computes && from.deed.Kind == form.Moved {
			return false
		}
	}
	far, first := 0, true
	for i, l := range v.form.Map.Lane {
		if l.Kind != lane.Source {
			continue
		}
		if l.Src > 0 || !first && l.Index-i != far {
			return false
		}
		far, first = l.Index-i, false
	}
	return true
}

// upTo is a value and all that it depends on, each once; good until the next call.
func (l *listing) upTo(v *made) []*made {
	l.visits++
	v.visit = l.visits
	l.reached = append(l.reached[:0], v)
	for k := 0; k < len(l.reached); k++ {
		for _, from := range l.reached[k].from {
			if from.visit != l.visits {
				from.visit = l.visits
				l.reached = append(l.reached, from)
			}
		}
	}
	syntax.Look(len(l.reached))
	return l.reached
}

// endFunction tells of the function's movements, now that it is known which instructions it may use.
func (l *listing) endFunction() {
	l.tell()
	l.needs, l.arm = 0, false
}

func (l *listing) tell() {
	slices.SortFunc(l.wanted, func(a, b wanted) int { return a.Last - b.Last })
	for _, w := range l.wanted {
		l.to.guarded(l.file, w.Last, w.text, func() {
			w.Target = l.target(&w)
			l.to.Emitted(w.Emission)
		})
	}
	clear(l.wanted)
	l.wanted = l.wanted[:0]
}

// count adds the cost of lines.
func (e *Emission) count(all []*made) {
	loaded := map[string]bool{}
	for _, v := range all {
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
	}
}

// target is the poorest target that has the instructions of the function, or of the value alone if it is in a general register; those through which it went are registers of it.
func (l *listing) target(w *wanted) string {
	needs := w.needs
	if w.file != target.General {
		needs |= l.needs
	}
	if l.arm {
		needs |= target.NEON
	} else {
		needs |= target.SSE2
	}
	for _, t := range target.Targets() {
		if needs.In(t.Has) && t.Files[0] == w.file && (!w.general || t.Holds(target.General)) {
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

// registersOf are the registers that an instruction names, and the one that it writes.
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
		if k == 0 && len(registers) > 0 && !strings.ContainsAny(part, "([") && !among(readers, name) {
			written = registers[0]
			if !strings.HasPrefix(name, "v") && !strings.HasPrefix(name, "mov") && !strings.HasPrefix(name, "lea") && len(parts) > 1 || len(registers) > 1 { // it is read as well, or kept under a mask
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

// x86Registers are vector registers by number, mm0 for xmm0 and ymm0, mask registers, and general ones by their names of 64 bits.
func x86Registers(text string) (all []string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') }) {
		if bare := strings.TrimLeft(word, "xyz"); strings.HasPrefix(bare, "mm") && len(bare) > 2 && bare != word {
			all = append(all, bare)
		} else if general, ok := form.GeneralRegister(word); ok {
			all = append(all, general)
		} else if len(word) == 2 && word[0] == 'k' && word[1] <= '7' {
			all = append(all, word)
		}
	}
	return all
}

// writers are instructions on general registers of x86 that write their first operand, and no other register. Those that begin with the names of the second line do so too.
var (
	writers = strings.Fields("mov movabs movzb movzw movsb movsw movsl movsx movsxd movzx movbe lea add adc sub sbb and or xor not neg inc dec shl sal shr sar rol ror rcl rcr shld shrd shlx shrx sarx rorx " +
		"bts btr btc bsf bsr tzcnt lzcnt popcnt andn bextr bzhi blsi blsr blsmsk pext pdep bswap crc32 pop")
	families = strings.Fields("cmov set nop prefetch k")
)

// readers are instructions that write no register.
var readers = strings.Fields("cmp test bt push")

// among says whether a name is one of these, or one with AT&T's letters for a size behind it.
func among(names []string, name string) bool {
	return slices.Contains(names, name) || name != "" && strings.ContainsRune("bwlq", rune(name[len(name)-1])) && slices.Contains(names, name[:len(name)-1])
}

// writesOne says whether of the general registers an instruction writes at most its first operand.
func writesOne(name, operands string) bool {
	switch {
	case operands == "":
		return false
	case strings.Contains(operands, "mm"):
		return !strings.Contains(name, "cmpestr") && !strings.Contains(name, "cmpistr") // whose result is in ecx
	case among([]string{"imul"}, name):
		return strings.Contains(operands, ",")
	}
	return among(writers, name) || among(readers, name) || slices.ContainsFunc(families, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}
