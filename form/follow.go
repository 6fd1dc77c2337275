package form

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// A Follower follows the lines of a listing and knows of each vector register which movement of what it is:
//
//	pshufd $233, %xmm1, %xmm1        xmm1 is i32x4 -> a1 a2 a2 a3 of what was in xmm1
//	paddd  %xmm2, %xmm0              no movement: whoever follows says that xmm0 is something new
//
// Vectors are called by their numbers, xmm0 and ymm0 both "mm0", and general registers by their names of 64 bits.
type Follower struct {
	l    *listing
	data map[string][]byte // constants in memory, by label
	name map[string]string // what a register is called since it was forgotten
	news int

	general bool // a line named general registers
}

// A Deed is what a line of a listing did.
type Deed struct {
	To    string   // the register that it wrote
	Reads []string // the registers that it read
	Kind  DeedKind
	Loads []string       // constants in memory that it read, by label
	Needs target.Feature // of the CPU
	ARM   bool           // a line of AArch64

	// Computes says that programs use the instruction to compute as much as to move: shifts, masks and copies of general registers.
	Computes bool
}

// FileOf is the file that a register of a listing is in, as a Follower and its forms call it.
func FileOf(register string) target.File {
	register, _, _ = strings.Cut(register, "'")
	if _, ok := generalRegister(register); ok {
		return target.General
	}
	return target.Vectors
}

// A DeedKind says as what a line is counted.
type DeedKind byte

// The kinds.
const (
	Moved  DeedKind = iota // an instruction
	Copied                 // a copy of a register
	Loaded                 // a constant
	Masked                 // a constant in a mask register
)

// NewFollower follows a listing from its beginning. Data is what stands in memory behind labels.
func NewFollower(data map[string][]byte) *Follower {
	f := &Follower{data: data}
	f.Restart()
	return f
}

// Restart forgets all registers, as at a label to which others jump.
func (f *Follower) Restart() {
	f.l = &listing{values: values{named: map[string]lane.Map{}, parts: true, display: map[string]string{}}, masks: map[string]knownMask{}}
	f.name, f.general = map[string]string{}, false
}

// Inputs is how many values the lines since the restart began with: what they make is a map of that many.
func (f *Follower) Inputs() int { return len(f.l.inputs) }

// Forget says that a register now holds something that no movement made. A mask register is then not known.
func (f *Follower) Forget(register string) {
	f.news++
	delete(f.l.named, register)
	delete(f.l.masks, register)
	f.name[register] = register + "'" + itoa(f.news)
}

// ForgetGeneral is Forget for all general registers.
func (f *Follower) ForgetGeneral() {
	if f.general {
		for n := range new(target.Target).Registers(target.General) {
			f.Forget(target.GeneralRegister(n, 64))
		}
	}
}

// Form is what the last line made, over what registers held before. A line that loads a mask register makes none.
func (f *Follower) Form() (Form, bool) {
	if f.l.result.Bits == 0 {
		return Form{}, false
	}
	one := []lane.Map{f.l.result}
	if err := f.l.level(one); err != nil {
		return Form{}, false
	}
	m, kept := one[0].DropUnused()
	if m.Check() != nil {
		return Form{}, false
	}
	m = widest(m) // what other registers were read in does not matter
	r := Form{Dialect: "x86", Map: m}
	for _, k := range kept {
		r.Names = append(r.Names, f.l.inputs[k])
	}
	return r, true
}

// Line follows an instruction, with the comment that the listing has behind it. The error says why it is no movement that is known.
func (f *Follower) Line(text, comment string) (Deed, error) {
	f.l.result = lane.Map{} // an earlier line's is not this one's
	c := syntax.Cursor{Text: text}
	name := strings.ToLower(c.Word())
	operands := strings.TrimSpace(c.Rest())
	switch {
	case len(neonByName()[name]) > 0 && isNEONOperand(operands):
		return f.neon(text)
	case name == "ldr" && strings.HasPrefix(operands, "q"):
		return f.neonLoad(operands)
	case isMaskLoad(name):
		return f.maskLoad(text, name)
	}
	if d, ok := f.constantComment(comment); ok {
		return d, nil
	}
	known := startsInstruction(text) || isGeneralLine(name, operands)
	if !known && isShuffleComment(comment) {
		return f.comment(comment, Deed{Needs: needsOf(name, text)})
	}
	if !known {
		return Deed{}, fmt.Errorf("%s is no movement of lanes", syntax.Quote(name))
	}
	d, err := f.x86(text, name)
	if err != nil && isShuffleComment(comment) {
		return f.comment(comment, d)
	}
	return d, err
}

// isShuffleComment wants a register and lanes of others.
func isShuffleComment(text string) bool {
	return looksComment(text) && strings.Contains(text, " = ") && !strings.Contains(text, "= [")
}

// x86 executes a line, with the constants in memory that are known.
func (f *Follower) x86(text, name string) (Deed, error) {
	l := f.l
	operands, err := l.operands(text, len(text)-len(strings.TrimLeft(text, " \t"))+len(name))
	if err != nil {
		return Deed{}, err
	}
	d := Deed{Needs: needsOf(name, text)}
	if isCopy(name) {
		d.Kind = Copied
	}
	row, matched := name, operands
	if slices.ContainsFunc(operands, operand.isGeneral) {
		if row, matched, err = l.asRow(name, operands); err != nil {
			return d, err
		}
		d.general(name, row, matched)
		f.general = true
	}
	for k, o := range operands {
		switch label, ok := labelOf(o.name); {
		case ok && k > 0:
			if err := f.load(&d, o.name, label); err != nil {
				return d, err
			}
		case ok || strings.ContainsAny(o.name, "[("): // memory is read afresh each time
			if k == 0 {
				return d, fmt.Errorf("a store is no movement")
			}
			f.Forget(o.name)
			if d.Kind == Copied || d.Computes {
				return d, fmt.Errorf("a load is no movement")
			}
		case k > 0 && o.name != "" || k == 0 && l.readsDestination(row, matched):
			d.Reads = append(d.Reads, o.name)
		}
	}
	if len(operands) > 0 {
		d.To = operands[0].name
	}
	l.renamed = f.name
	l.guard = nil
	err = l.line(text)
	if err == nil && l.guard != nil {
		f.Forget(d.To)
		err = fmt.Errorf("the line is under %s, which is not known", l.guard.By)
	}
	if len(operands) > 0 && operands[0].mask != "" {
		d.Reads = append(d.Reads, operands[0].mask)
	}
	return d, err
}

// load reads a constant in memory, if it is known.
func (f *Follower) load(d *Deed, operand, label string) error {
	d.Loads = append(d.Loads, label)
	if b, known := f.data[label]; known {
		f.l.named[operand] = bytesMap(b)
	} else if d.Computes {
		return fmt.Errorf("a load is no movement")
	}
	if d.Kind == Copied {
		d.Kind = Loaded
	}
	return nil
}

// computing are the rows that programs compute with.
var computing = []string{"mov", "movzx", "shl", "shr", "and", "andn", "or", "xor", "btr", "bts"}

// general is what a line on general registers is counted as.
func (d *Deed) general(name, row string, operands []operand) {
	d.Computes = slices.Contains(computing, row)
	d.Needs = target.SSE2
	spelled, _ := generalSpelling(name)
	older := spelled.tied || row == "v"+name // an instruction that needs less than the row does
	for _, r := range x86ByName()[row] {
		if _, ok := matchOperands(r, operands); ok && !older {
			d.Needs = r.Needs
			break
		}
	}
	switch {
	case name == "pextrw", name == "pinsrw":
	case strings.HasPrefix(name, "pextr"), strings.HasPrefix(name, "pinsr"):
		d.Needs = target.SSE41
	case row == "mov" && operands[len(operands)-1].isVector():
		d.Kind = Copied
	case row == "mov":
		d.Kind = Loaded
	}
}

// readsDestination says whether the first operand is read too: where there are no more than two, but for copies and what names its source apart.
func (l *listing) readsDestination(name string, operands []operand) bool {
	if len(operands) > 0 && operands[0].isGeneral() && operands[0].bits < 32 {
		return true
	}
	if isCopy(name) || operands[0].zero {
		return false
	}
	for _, r := range x86ByName()[name] {
		if at, ok := matchOperands(r, operands); ok {
			return r.Destroys || r.Spends || operands[0].mask != "" && at != nil
		}
	}
	return operands[0].mask != ""
}

// labelOf is the label in an operand such as .LCPI0_0(%rip), [rip + .LCPI0_0] or .LC0(%rip){1to4}.
func labelOf(operand string) (string, bool) {
	if !strings.Contains(operand, "rip") || strings.Contains(operand, "{") {
		return "", false
	}
	for _, word := range strings.FieldsFunc(operand, func(r rune) bool { return strings.ContainsRune("[]()+%, \t", r) }) {
		if word != "rip" && word != "ptr" && word != "xmmword" && word != "ymmword" && word != "zmmword" {
			return word, true
		}
	}
	return "", false
}

func bytesMap(b []byte) lane.Map {
	m := lane.Map{Bits: 8, Lane: make([]lane.Lane, len(b))}
	for i, v := range b {
		m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(v)))
	}
	return m
}

// needsOf is what a CPU needs for a line of x86: what the poorest row of that name with vectors of that size needs.
func needsOf(name, text string) (needs target.Feature) {
	bits := 128
	for _, r := range vectorRegisters[1:3] {
		if strings.Contains(text, r.prefix) {
			bits = r.bits
		}
	}
	rows := x86ByName()[name]
	for _, r := range rows {
		if r.Length() == bits || len(rows) == 1 {
			needs = r.Needs
			break
		}
	}
	switch {
	case bits == 512, strings.Contains(text, "{"):
		needs |= target.AVX512F
	case strings.HasPrefix(name, "v"):
		needs |= target.AVX
	}
	return needs
}

// comment does what a listing's comment says, in place of an instruction whose constant is elsewhere.
func (f *Follower) comment(comment string, d Deed) (Deed, error) {
	r, err := readComment(comment)
	if err != nil {
		return d, err
	}
	names := make([]string, len(r.Names))
	bits := make([]int, len(r.Names))
	d.Reads = nil
	for k, name := range r.Names {
		names[k], bits[k] = name, r.Map.Bits*r.Map.Src[k]
		if registerBits(name) > 0 {
			names[k] = "mm" + strings.TrimLeft(name, "xyzm")
			d.Reads = append(d.Reads, names[k])
			continue
		}
		f.Forget(name)
	}
	f.l.renamed = f.name
	args, err := f.l.arguments(names, bits, r.Map.Bits)
	if err != nil {
		return d, err
	}
	m := r.Map
	if len(args) > 0 {
		if m, err = m.Of(args...); err != nil {
			return d, err
		}
	}
	d.To = "mm" + strings.TrimLeft(r.To, "xyzm")
	f.l.named[d.To], f.l.result = m, m
	if d.Needs&target.AVX != 0 {
		f.l.named[d.To] = cleared(m, vectorRegisters[2].bits)
	}
	return d, nil
}

// constantComment is a load whose comment has the constant: xmm0 = [255,0,255,0].
func (f *Follower) constantComment(comment string) (Deed, bool) {
	to, list, ok := strings.Cut(comment, " = [")
	bits := registerBits(strings.TrimSpace(to))
	list, closed := strings.CutSuffix(strings.TrimSpace(list), "]")
	if !ok || !closed || bits == 0 {
		return Deed{}, false
	}
	numbers := strings.Split(list, ",")
	if bits%len(numbers) != 0 {
		return Deed{}, false
	}
	m := lane.Map{Bits: bits / len(numbers), Lane: make([]lane.Lane, len(numbers))}
	for i, n := range numbers {
		if n == "u" {
			continue
		}
		v, err := strconv.ParseUint(n, 0, 64)
		if signed, errSigned := strconv.ParseInt(n, 0, 64); err != nil && errSigned == nil {
			v, err = uint64(signed), nil
		}
		if err != nil || m.Bits > 64 {
			return Deed{}, false
		}
		m.Lane[i] = lane.Fixed(lane.ConstOf(v).Slice(0, m.Bits))
	}
	d := Deed{To: "mm" + strings.TrimLeft(strings.TrimSpace(to), "xyzm"), Kind: Loaded}
	f.l.named[d.To], f.l.result = m, m
	return d, true
}

// maskLoad is kmovd %eax, %k1, where the number is known.
func (f *Follower) maskLoad(text, name string) (Deed, error) {
	c := syntax.Cursor{Text: text}
	c.Word()
	to, err := f.l.maskLoad(text, c.Off, name)
	return Deed{To: to, Kind: Masked, Needs: target.AVX512F}, err
}

// neon executes a line of AArch64.
func (f *Follower) neon(text string) (Deed, error) {
	l := f.l
	l.renamed = f.name
	d := Deed{ARM: true, Needs: target.NEON}
	registers := NEONRegisters(text)
	if len(registers) == 0 {
		return d, fmt.Errorf("no vector is written")
	}
	d.To = registers[0]
	m, to, err := l.neonLine(text)
	if err != nil {
		return d, err
	}
	d.To, d.Reads = to, registers[1:]
	c := syntax.Cursor{Text: text}
	name := strings.ToLower(c.Word())
	rows := neonByName()[name]
	if first, _, _ := strings.Cut(compact(c.Rest()), ","); strings.Contains(first, "[") || rows[0].Destroys || rows[0].Spends {
		d.Reads = append(slices.Clone(d.Reads), to)
	}
	if _, _, ok := copyNEON(name, compact(c.Rest())); ok {
		d.Kind = Copied
	}
	l.named[to], l.result = m, m
	return d, nil
}

// neonLoad is ldr q1, [x8, :lo12:.LCPI0_0].
func (f *Follower) neonLoad(operands string) (Deed, error) {
	to, rest, _ := strings.Cut(operands, ",")
	_, label, ok := strings.Cut(rest, ":lo12:")
	label = strings.TrimRight(strings.TrimSpace(label), "] ")
	b, known := f.data[label]
	d := Deed{To: "v" + strings.TrimLeft(strings.TrimSpace(to), "qQ"), ARM: true, Kind: Loaded, Needs: target.NEON}
	if !ok || !known {
		return d, fmt.Errorf("what is loaded is not known")
	}
	m := bytesMap(b[:min(len(b), 16)])
	f.l.named[d.To], f.l.result = m, m
	return d, nil
}

// NEONRegisters are the vector registers in a line of AArch64, in the order of the text: v0, whether it is written v0.4s, q0 or d0.
func NEONRegisters(text string) (all []string) {
	c := syntax.Cursor{Text: text}
	c.Word()
	for _, word := range strings.FieldsFunc(strings.ToLower(c.Rest()), func(r rune) bool { return strings.ContainsRune("{}, \t", r) }) {
		word, _, _ = strings.Cut(word, ".")
		if len(word) > 1 && strings.IndexByte("vqdshb", word[0]) >= 0 && strings.Trim(word[1:], "0123456789") == "" {
			all = append(all, "v"+word[1:])
		}
	}
	return all
}
