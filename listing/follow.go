package listing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
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

	reads    bool             // a text as one map: what is loaded is a source, and what is stored a result
	address  map[string]place // the constants to which registers of AArch64 point
	missing  string           // a constant that a line wanted and that is not in the text
	vectors  int              // bits of a register of AArch64
	scalable scalable         // what is known of SVE
	riscv    riscvReader      // what is known of RISC-V's modes and numbers
	a32      neon32State      // and of 32-bit Arm's registers
	more     []made           // what the last line wrote, where that is several values or a place
}

// A Deed is what a line of a listing did.
type Deed struct {
	To    string   // the register that it wrote
	Reads []string // the registers that it read
	Kind  DeedKind
	Loads []string       // constants in memory that it read, by label
	Needs target.Feature // of the CPU

	// Computes says that programs use the instruction to compute as much as to move: shifts, masks and copies of general registers.
	Computes bool

	// Alone is what a line makes of operands that are in no registers: WebAssembly's are on a stack, which is not followed.
	Alone *dialect.Reading

	// Ends says that a line makes a movement of what another one Began in its destination.
	Ends bool

	memory string // the place that it read
}

// FileOf is the file that a register of a listing is in, as a Follower and its forms call it.
func FileOf(register string) target.File {
	register, _, _ = strings.Cut(register, "'")
	if _, ok := generalRegister(register); ok || isArmAddress(register) {
		return target.General
	}
	if _, ok := neon32General(register); ok {
		return target.General
	}
	return target.Vectors
}

// A DeedKind says as what a line is counted.
type DeedKind byte

// The kinds.
const (
	Moved    DeedKind = iota // an instruction
	Copied                   // a copy of a register
	Loaded                   // a constant
	Masked                   // a constant in a mask register
	Computed                 // an instruction that moves no lanes, whatever registers hold
	Began                    // an instruction that is none alone, and half of a movement with one that Ends it: vwaddu.vv, before vwmaccu.vx
)

// NewFollower follows a listing from its beginning. Data is what stands in memory behind labels.
func NewFollower(data map[string][]byte) *Follower {
	f := &Follower{data: data, vectors: 128}
	f.Restart()
	return f
}

// Restart forgets all registers, as at a label to which others jump.
func (f *Follower) Restart() {
	f.name, f.address, f.general = map[string]string{}, map[string]place{}, false
	f.l = &listing{data: f.data, Values: program.Values{Named: map[string]lane.Map{}, Renamed: f.name, Parts: true, Display: map[string]string{}}, masks: map[string]knownMask{}, places: map[string]place{}, points: map[string]pointer{}}
	f.riscv = newRISCV(&f.l.Values, max(f.riscv.vlen, rvv.UsualVLEN))
	f.scalable = scalable{predicates: map[string]uint64{}, numbers: map[string]int{}}
	f.a32 = newNEON32(f.a32.is)
}

// Inputs is how many values the lines since the restart began with: what they make is a map of that many.
func (f *Follower) Inputs() int { return len(f.l.Inputs) }

// Forget says that a register now holds something that no movement made. A mask register is then not known.
func (f *Follower) Forget(register string) {
	f.news++
	delete(f.l.Named, register)
	delete(f.l.masks, register)
	delete(f.a32.wrote, register)
	f.name[register] = register + "'" + strconv.Itoa(f.news)
}

// forgetGeneral is Forget for all general registers.
func (f *Follower) forgetGeneral() {
	if f.general {
		for n := range new(target.Target).Registers(target.General) {
			f.Forget(target.GeneralRegister(n, 64))
		}
	}
}

// Reading is what the last line made, over what registers held before. A line that loads a mask register makes none.
func (f *Follower) Reading() (r dialect.Reading, ok bool) {
	if f.l.Result.Bits == 0 {
		return r, false
	}
	one := []lane.Map{f.l.Result}
	if err := f.l.Level(one); err != nil {
		return r, false
	}
	m, kept := one[0].DropUnused()
	if m.Check() != nil {
		return r, false
	}
	m = program.Widest(m) // what other registers were read in does not matter
	r.Map = m
	for _, k := range kept {
		r.Names = append(r.Names, f.l.Inputs[k])
	}
	return r, true
}

// Line follows an instruction, with the comment that the listing has behind it. The error says why it is no movement that is known.
func (f *Follower) Line(text, comment string) (Deed, error) {
	f.l.Result, f.more = lane.Map{}, nil // an earlier line's is not this one's
	c := syntax.Cursor{Text: text}
	name := strings.ToLower(c.Word())
	operands := strings.TrimSpace(c.Rest())
	if d, known, err := f.neon32(name, operands, text); known {
		return d, err
	}
	if d, known, err := f.power(name, operands, text); known {
		return d, err
	}
	if d, known, err := f.loong(name, operands, text); known {
		return d, err
	}
	if d, known, err := f.followRISCV(name, operands, text); known {
		return d, err
	}
	if d, known, err := f.sve(name, operands, text); known {
		return d, err
	}
	if d, known, err := f.arm(name, operands, text); known {
		return d, err
	}
	switch {
	case isMaskLoad(name):
		return f.maskLoad(text, name)
	case name == wasmShuffle:
		r, err := readWasm(text)
		return Deed{Needs: target.SIMD128, Alone: &r}, err
	}
	if strings.Contains(comment, "[u") || strings.Contains(comment, ",u") { // of lanes that nobody wants the text itself says something
		if f.readsText(text, name) {
			return f.x86(text, name)
		}
	}
	if d, ok := f.constantComment(comment); ok {
		return d, nil
	}
	known := startsInstruction(text) || isGeneralLine(name, operands)
	if !known && isShuffleComment(comment) {
		return f.comment(comment, Deed{Needs: needsOf(name, text)})
	}
	if !known && (!f.reads || looksNEONLine(text)) {
		return Deed{}, fmt.Errorf("%s is no movement of lanes", syntax.Quote(name))
	}
	d, err := f.x86(text, name)
	if err != nil && isShuffleComment(comment) {
		return f.comment(comment, d)
	}
	return d, err
}

// readsText says whether a line copies a constant that is in the text.
func (f *Follower) readsText(text, name string) bool {
	operands, err := f.l.operands(text, len(text)-len(strings.TrimLeft(text, " \t"))+len(name))
	if err != nil || !isCopy(name) || len(operands) != 2 || !isPlace(operands[1].Name) {
		return false
	}
	p := f.l.places[operands[1].Name]
	label, offset, ok := p.label()
	if !ok {
		return false
	}
	_, known := f.constant(label, offset)
	return known
}

// isShuffleComment wants a register and lanes of others.
func isShuffleComment(text string) bool {
	return looksComment(text) && strings.Contains(text, " = ") && !strings.Contains(text, "= [")
}

// x86 executes a line, with the constants in memory that are known.
func (f *Follower) x86(text, name string) (Deed, error) {
	l := f.l
	operands, err := l.operands(text, len(text)-len(strings.TrimLeft(text, " \t"))+len(name))
	d := Deed{Needs: needsOf(name, text)}
	if isCopy(name) {
		d.Kind = Copied
	}
	if err != nil {
		return Deed{Kind: d.Kind}, err
	}
	row, matched := name, operands
	spelled := spelling{}
	if slices.ContainsFunc(operands, apply.Operand.IsGeneral) {
		if row, matched, err = l.asRow(name, text, operands); err != nil {
			return d, err
		}
		spelled, _ = generalSpelling(name)
		d.general(name, row, matched)
		f.general = true
	}
	for k, o := range operands {
		if err := f.operand(&d, k, o); err != nil {
			return d, err
		}
		if d.memory == o.Name && o.Name != "" {
			at := slices.IndexFunc(matched, func(m apply.Operand) bool { return m.Name == o.Name })
			if err := l.overlapped(o.Name, memoryBits(row, matched, at)); err != nil {
				return d, err
			}
		}
		if o.Name != "" && !isPlace(o.Name) && (k > 0 || spelled.tied || l.readsDestination(row, matched)) {
			d.Reads = append(d.Reads, o.Name)
		}
	}
	if len(operands) > 0 {
		d.To = operands[0].Name
	}
	before := l.guard
	l.guard = nil
	err = l.line(text)
	if f.reads && l.guard == nil {
		l.guard = before
	}
	if err == nil && len(d.Loads) > 0 && repeatsMemory(name) && isConstant(l.Result) {
		d.Kind = Loaded
	}
	if err != nil && madeOfTwo(apply.X86Named()[row], matched) {
		d.Kind = Computed
	}
	if err == nil && l.guard != nil && !f.reads {
		f.Forget(d.To)
		err = fmt.Errorf("the line is under %s, which is not known", l.guard.By)
	}
	if len(operands) > 0 && operands[0].Mask != "" {
		d.Reads = append(d.Reads, operands[0].Mask)
	}
	return d, err
}

// operand k may be in memory: a constant, or what is read afresh each time.
func (f *Follower) operand(d *Deed, k int, o apply.Operand) error {
	if !isPlace(o.Name) {
		return nil
	}
	p := f.l.places[o.Name]
	switch label, offset, ok := p.label(); {
	case ok && k > 0:
		return f.load(d, o.Name, label, offset)
	case f.reads && k > 0:
		d.memory = o.Name
		return nil
	case f.reads:
		return nil
	case k == 0:
		d.Kind = Copied
		return fmt.Errorf("a store is no movement")
	}
	f.Forget(o.Name)
	if d.Kind == Copied || d.Computes {
		return fmt.Errorf("a load is no movement")
	}
	return nil
}

// memoryBits is how much of memory operand k an instruction reads: what a row of it says, and of one that no row is what its register holds.
func memoryBits(name string, operands []apply.Operand, k int) int {
	if p, ok := partOf(name, operands); ok {
		return p.bits
	}
	if isMemoryRepeat(name, operands) {
		return memoryRepeats[name]
	}
	for _, r := range apply.X86Named()[name] {
		if _, ok := matchOperands(r, operands); ok {
			return r.MemoryBits(strings.Split(r.Asm, ", ")[k][0])
		}
	}
	return operands[0].Bits
}

// load reads a constant in memory, if it is known.
func (f *Follower) load(d *Deed, operand, label string, offset int) error {
	d.Loads, d.memory = append(d.Loads, label), operand
	if b, known := f.constant(label, offset); known {
		f.l.Named[operand] = bytesMap(b)
	} else if f.reads {
		f.missing = label
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
func (d *Deed) general(name, row string, operands []apply.Operand) {
	d.Computes = slices.Contains(computing, row)
	d.Needs = target.SSE2
	spelled, _ := generalSpelling(name)
	older := spelled.tied || row == "v"+name // an instruction that needs less than the row does
	for _, r := range apply.X86Named()[row] {
		if _, ok := matchOperands(r, operands); ok && !older {
			d.Needs = r.Needs
			break
		}
	}
	switch {
	case name == "pextrw", name == "pinsrw":
	case strings.HasPrefix(name, "pextr"), strings.HasPrefix(name, "pinsr"):
		d.Needs = target.SSE41
	case row == "mov" && operands[len(operands)-1].IsVector():
		d.Kind = Copied
	case row == "mov":
		d.Kind = Loaded
	}
}

// readsDestination says whether the first operand is read too: where there are no more than two, but for copies and what names its source apart.
func (l *listing) readsDestination(name string, operands []apply.Operand) bool {
	if len(operands) > 0 && operands[0].IsGeneral() && operands[0].Bits < 32 {
		return true
	}
	if isCopy(name) || operands[0].Zero {
		return false
	}
	if isTernary(name, operands) {
		return true
	}
	if part, ok := vectorParts[name]; ok && !part.keeps && isPlace(operands[len(operands)-1].Name) {
		return false // movss of memory clears what it does not bring
	}
	for _, r := range apply.X86Named()[name] {
		if at, ok := matchOperands(r, operands); ok {
			return r.Destroys || r.Spends || operands[0].Mask != "" && at != nil
		}
	}
	return operands[0].Mask != ""
}

// wrote is what the last line wrote.
func (f *Follower) wrote(d Deed) []made {
	switch {
	case len(f.more) > 0:
		return f.more
	case f.l.Result.Bits == 0:
		return nil
	case d.To == "": // an immediate alone
		return []made{{m: f.l.Result, key: "d", to: "d"}}
	}
	return []made{{m: f.l.Result, key: d.To, to: f.l.Called(d.To)}}
}

// computes follows an instruction on general registers that computes: only what reads its result is no movement. Of any other the error is why it was none before.
func (f *Follower) computes(text string, why error) (w made, err error) {
	name, operands := nameAndOperands(strings.ToLower(text))
	words := operandWords(operands)
	arm := len(words) > 1 && isArmAddress(words[0]) && !strings.Contains(operands, "%")
	if arm {
		err = missingAddress(text)
	}
	switch {
	case err != nil:
		return w, err
	case among(readers, name) || name == "ccmp" || isPrefetch(name):
		return w, nil
	case arm && errors.As(why, new(liveBits)):
		f.goes(words[0])
		return f.computed(addressRegister(words[0]), why)
	case arm && (isArmMove(name, separateOperands(operands)) || armLogic[name] != nil && name != "add"):
		return w, why
	case arm:
		return w, f.armGeneral(name, operands)
	case isVectorLine(name, operands) || isVectorLineNEON(operands) || !among(writers, name) && !generalRows()[name] && !strings.HasPrefix(name, "cmov") && !strings.HasPrefix(name, "set"):
		return w, why
	}
	_, register := registersOf(name, operands)
	if register == "" && len(words) > 0 && isName(words[0]) && among(writers, name) { // as x86inc calls registers: dstq
		if !f.counts(name, operands) {
			f.moves(words[0])
		}
		return w, nil
	}
	if register == "" {
		return w, why
	}
	if !f.counts(name, operands) {
		f.moves(register)
	}
	return f.computed(register, why)
}

// computed is what a register then holds: lanes of which the error says why none may be read.
func (f *Follower) computed(register string, why error) (w made, err error) {
	whole := lane.Map{Bits: 8, Lane: slices.Repeat([]lane.Lane{lane.Zero()}, 8)}
	m, err := f.l.Computed(whole, []int{0, 1, 2, 3, 4, 5, 6, 7}, why)
	f.l.Named[register] = m
	if err != nil {
		return w, why
	}
	return made{m: m, key: register, to: f.l.Called(register), computed: true}, nil
}

// moves says that a register points somewhere else: what is found through it is another place.
func (f *Follower) moves(register string) {
	f.l.news++
	f.l.points[addressRegister(register)] = pointer{news: f.l.news}
}

// counts follows add rdi, 16 and add x0, x0, #16. Ok is false for what counts no register on by a number.
func (f *Follower) counts(name, operands string) bool {
	name = strings.TrimSuffix(name, "q")
	words := separateOperands(operands)
	if strings.Contains(operands, "%") {
		slices.Reverse(words)
	}
	if name != "add" && name != "sub" || len(words) < 2 || len(words) == 3 && words[0] != words[1] || len(words) > 3 {
		return false
	}
	number, ok := listingNumber(strings.TrimLeft(words[len(words)-1], "$#"))
	register := addressRegister(strings.TrimPrefix(words[0], "%"))
	if !ok || number < -mostCounted || number > mostCounted || strings.TrimPrefix(words[0], "%") != register {
		return false
	}
	if name == "sub" {
		number = -number
	}
	f.counted(register, number)
	return true
}

// constant are the bytes at a label. Microsoft's compiler has them in the label itself, the highest first: __xmm@0f0e….
func (f *Follower) constant(label string, offset int) (b []byte, ok bool) {
	if address, linked := strings.CutPrefix(label, addressLabel); linked {
		if b, ok = f.atAddress(address, offset); ok {
			return b, true
		}
	}
	if b, ok = f.data[label]; !ok {
		if _, digits, named := strings.Cut(label, "mm@"); named {
			b, ok = hexBytes(digits)
		}
	}
	if !ok || offset < 0 || offset >= len(b) {
		return nil, false
	}
	return b[offset:], true
}

// addressLabel begins the labels of places in a linked program, whose number says how far they are apart: .LC_200120 is 288 behind .LC_200000.
const addressLabel = ".LC_"

// atAddress are the bytes so far behind an address, of the label that is next to it.
func (f *Follower) atAddress(address string, offset int) (b []byte, ok bool) {
	at, err := strconv.ParseUint(address, 16, 63)
	if err != nil {
		return nil, false
	}
	const longest = 64
	for behind := range longest {
		label := addressLabel + strconv.FormatInt(int64(at)+int64(offset)-int64(behind), 16)
		if b, ok = f.data[label]; ok && behind < len(b) {
			return b[behind:], true
		}
	}
	return nil, false
}

func hexBytes(digits string) (b []byte, ok bool) {
	c, err := lane.ConstHex(digits)
	for at := range len(digits) / 2 {
		v, _ := c.Slice(8*at, 8).Uint64()
		b = append(b, byte(v))
	}
	return b, err == nil && len(digits)%32 == 0 && len(digits) <= 128 && len(b) > 0
}

func bytesMap(b []byte) lane.Map {
	m := lane.Map{Bits: 8, Lane: make([]lane.Lane, max(16, min(len(b), 64)))} // what is behind a short one is not known
	for i, v := range b[:min(len(b), 64)] {
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
	rows := apply.X86Named()[name]
	for _, r := range rows {
		if r.Length() == bits || len(rows) == 1 {
			needs = r.Needs
			break
		}
	}
	switch {
	case bits == 512, strings.Contains(text, "{"), apply.IsEVEX(name):
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
		if f.reads && d.memory != "" {
			names[k] = d.memory
			continue
		}
		f.Forget(name)
	}
	args, err := f.l.Arguments(names, bits, r.Map.Bits)
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
	f.l.Named[d.To], f.l.Result = m, m
	f.l.called(d.To, r.To)
	if d.Needs&target.AVX != 0 {
		f.l.Named[d.To] = program.Cleared(m, vectorRegisters[2].bits)
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
	f.l.Named[d.To], f.l.Result = m, m
	f.l.called(d.To, strings.TrimSpace(to))
	return d, true
}

// maskLoad is kmovd %eax, %k1, where the number is known.
func (f *Follower) maskLoad(text, name string) (Deed, error) {
	c := syntax.Cursor{Text: text}
	c.Word()
	to, err := f.l.maskLoad(text, c.Off, name)
	return Deed{To: to, Kind: Masked, Needs: target.AVX512F}, err
}

// NEONRegisters are the vector registers in a line of AArch64, in the order of the text: v0, whether it is written v0.4s, q0 or d0, and all of v0.4s-v3.4s.
func NEONRegisters(text string) (all []string) {
	c := syntax.Cursor{Text: text}
	c.Word()
	for _, word := range strings.FieldsFunc(strings.ToLower(c.Rest()), func(r rune) bool { return strings.ContainsRune("{}, \t", r) }) {
		first, last, _ := strings.Cut(word, "-")
		for word := range strings.SplitSeq(armRange(first, cmp.Or(last, first)), ",") {
			word, _, _ = strings.Cut(word, ".")
			if len(word) > 1 && strings.IndexByte("vqdshb", word[0]) >= 0 && strings.Trim(word[1:], "0123456789") == "" {
				all = append(all, "v"+word[1:])
			}
		}
	}
	return all
}
