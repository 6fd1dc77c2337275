package listing

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// General registers of AArch64, in a text that is read as one map:
//
//	rev  w0, w1                  the bytes of a number
//	bfi  w0, w1, #8, #4          a field of it
//	orr  w0, w0, w1, lsl #16     two numbers of which each has zeros where the other has bits
//	umov w0, v1.s[2]             out of a vector
//	mov  v0.s[1], w0             into one
//	ldr  w0, [x1]                and memory
//
// A register is known by its name of 64 bits. What is written into w0 leaves zeros in the upper half of x0.

// A bitRow says of each bit of a result from which bit of which source it comes; of source noBit it is a zero.
type bitRow struct {
	sources int  // registers that are read
	keeps   bool // the destination is the first of them
	numbers int  // behind the registers
	long    bool // it has 64 bits
	short   bool // what it reads may be called by the lower half
	from    func(i, size int, n []int) (source, bit int)
	valid   func(size int, n []int) bool // of the numbers
}

const noBit = -1

// field is where bit i of a number is in a field that is taken out of it, or put into it.
func field(i, from, low, width int) (source, bit int) {
	if i < low || i >= low+width {
		return noBit, 0
	}
	return 0, from + i - low
}

func isCount(size int, n []int) bool { return n[0] >= 0 && n[0] < size }

// isField wants a field's lowest bit and its width.
func isField(size int, n []int) bool {
	return n[0] >= 0 && n[1] >= 1 && n[0] < size && n[1] <= size-n[0]
}

// turned reverses the bytes of every so many bits.
func turned(block int) func(i, size int, n []int) (int, int) {
	return func(i, size int, _ []int) (int, int) {
		bits := block
		if bits == 0 {
			bits = size
		}
		return 0, i/bits*bits + (bits/8-1-i%bits/8)*8 + i%8
	}
}

// extended is the lowest so many bits, and above them zeros or copies of the highest.
func extended(bits int, sign bool) func(i, size int, n []int) (int, int) {
	return func(i, _ int, _ []int) (int, int) {
		if i >= bits && !sign {
			return noBit, 0
		}
		return 0, min(i, bits-1)
	}
}

// bitRows are the instructions that move bits, whatever these are.
var bitRows = map[string]bitRow{
	"mov":   {sources: 1, from: func(i, _ int, _ []int) (int, int) { return 0, i }},
	"rev":   {sources: 1, from: turned(0)},
	"rev64": {sources: 1, long: true, from: turned(64)},
	"rev32": {sources: 1, long: true, from: turned(32)},
	"rev16": {sources: 1, from: turned(16)},
	"rbit":  {sources: 1, from: func(i, size int, _ []int) (int, int) { return 0, size - 1 - i }},
	"uxtb":  {sources: 1, short: true, from: extended(8, false)},
	"uxth":  {sources: 1, short: true, from: extended(16, false)},
	"uxtw":  {sources: 1, short: true, from: extended(32, false)},
	"sxtb":  {sources: 1, short: true, from: extended(8, true)},
	"sxth":  {sources: 1, short: true, from: extended(16, true)},
	"sxtw":  {sources: 1, short: true, from: extended(32, true)},
	"lsl":   {sources: 1, numbers: 1, valid: isCount, from: func(i, size int, n []int) (int, int) { return field(i, 0, n[0], size-n[0]) }},
	"lsr":   {sources: 1, numbers: 1, valid: isCount, from: func(i, size int, n []int) (int, int) { return field(i, n[0], 0, size-n[0]) }},
	"asr":   {sources: 1, numbers: 1, valid: isCount, from: func(i, size int, n []int) (int, int) { return 0, min(i+n[0], size-1) }},
	"ror":   {sources: 1, numbers: 1, valid: isCount, from: func(i, size int, n []int) (int, int) { return 0, (i + n[0]) % size }},
	"ubfx":  {sources: 1, numbers: 2, valid: isField, from: func(i, _ int, n []int) (int, int) { return field(i, n[0], 0, n[1]) }},
	"ubfiz": {sources: 1, numbers: 2, valid: isField, from: func(i, _ int, n []int) (int, int) { return field(i, 0, n[0], n[1]) }},
	"sbfx":  {sources: 1, numbers: 2, valid: isField, from: func(i, _ int, n []int) (int, int) { return 0, n[0] + min(i, n[1]-1) }},
	"sbfiz": {sources: 1, numbers: 2, valid: isField, from: func(i, size int, n []int) (int, int) {
		return field(min(i, n[0]+n[1]-1), 0, n[0], n[1])
	}},
	"bfi": {sources: 2, keeps: true, numbers: 2, valid: isField, from: func(i, _ int, n []int) (int, int) {
		if _, bit := field(i, 0, n[0], n[1]); i >= n[0] && i < n[0]+n[1] {
			return 1, bit
		}
		return 0, i
	}},
	"bfxil": {sources: 2, keeps: true, numbers: 2, valid: isField, from: func(i, _ int, n []int) (int, int) {
		if i < n[1] {
			return 1, n[0] + i
		}
		return 0, i
	}},
	"bfc": {sources: 1, keeps: true, numbers: 2, valid: isField, from: func(i, _ int, n []int) (int, int) {
		if i >= n[0] && i < n[0]+n[1] {
			return noBit, 0
		}
		return 0, i
	}},
	"extr": {sources: 2, numbers: 1, valid: isCount, from: func(i, size int, n []int) (int, int) {
		if i+n[0] < size {
			return 1, i + n[0]
		}
		return 0, i + n[0] - size
	}},
}

// armLogic are the instructions that combine two numbers, of which the second may be shifted.
var armLogic = map[string]program.Bitwise{"and": program.And, "orr": program.Or, "eor": program.Xor, "bic": program.AndNot, "add": program.Or}

// An armRegister is a general register by its name of 64 bits, and how much of it is meant; no name is the register of zeros.
type armRegister struct {
	name string
	bits int
}

// armNumbered is what a word such as w3 or xzr means.
func armNumbered(word string) (r armRegister, ok bool) {
	bits := map[byte]int{'w': 32, 'x': 64}
	switch {
	case word == "wzr", word == "xzr":
		return armRegister{"", bits[word[0]]}, true
	case !isArmAddress(word):
		return r, false
	}
	n, err := strconv.Atoi(word[1:])
	return armRegister{addressRegister(word), bits[word[0]]}, err == nil && n <= 30
}

// armBits follows a line on general registers; known is false for what is none, or computes an address as far as is known.
func (f *Follower) armBits(name, operands string) (d Deed, known bool, err error) {
	words := separateOperands(strings.ToLower(operands))
	if name == "" || len(words) == 0 || missingAddress(name+" "+operands) != nil {
		return d, false, nil
	}
	if d, known, err = f.armCrossing(name, words); known {
		return d, true, err
	}
	to, ok := armNumbered(words[0])
	if access, is := armAccesses[name]; is && ok {
		return f.armGeneralAccess(access, words)
	}
	if !ok || to.name == "" {
		return d, false, nil
	}
	var m lane.Map
	row, isRow := bitRows[name]
	switch {
	case isRow && row.takes(words):
		m, err = f.moved(name, row, to, words)
	case armLogic[name] != nil && len(words) >= 3:
		if m, known, err = f.combined(name, to, words); !known {
			return d, false, nil
		}
	default:
		if m, ok = f.armNumberOf(name, to, words); !ok {
			return d, false, nil
		}
	}
	if err != nil {
		d.To = to.name
		return d, true, err
	}
	f.holdsBits(to, words[0], m)
	return Deed{To: to.name, Needs: target.NEON}, true, nil
}

// An armAccess is a load or a store of general registers, of so many bits; 0: as many as the register has.
type armAccess struct {
	bits  int
	store bool
}

// armAccesses are they, by name.
var armAccesses = map[string]armAccess{
	"ldr": {}, "ldur": {}, "ldp": {}, "ldnp": {}, "ldrb": {bits: 8}, "ldurb": {bits: 8}, "ldrh": {bits: 16}, "ldurh": {bits: 16},
	"str": {store: true}, "stur": {store: true}, "stp": {store: true}, "stnp": {store: true}, "strb": {8, true}, "sturb": {8, true}, "strh": {16, true}, "sturh": {16, true},
}

// armGeneralAccess follows a load or a store of general registers; known is false for one of the function's own frame, and of a place or a constant that is not known.
func (f *Follower) armGeneralAccess(access armAccess, words []string) (d Deed, known bool, err error) {
	at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "[") })
	if at < 1 || at > 2 {
		return d, false, nil
	}
	p, err := f.armPlace(words[at:])
	if label, offset, is := p.label(); err == nil && is {
		if _, here := f.constant(label, offset); !here {
			return d, false, nil
		}
	}
	if err != nil || p.isStack() {
		return d, false, nil // armGeneral says what is wrong with it
	}
	place := p.place
	for _, word := range words[:at] {
		r, ok := armNumbered(word)
		if !ok {
			return d, false, nil
		}
		bits := cmp.Or(access.bits, r.bits)
		if access.store {
			err = f.armGeneralStore(r, word, place, bits)
		} else {
			err = f.armGeneralLoad(r, word, place, bits)
		}
		if err != nil {
			return d, true, err
		}
		place.offset += bits / 8
	}
	f.countsOn(p)
	d = Deed{Needs: target.NEON}
	if last := len(f.more) - 1; last >= 0 {
		d.To = f.more[last].key
	}
	return d, true, nil
}

func (f *Follower) armGeneralLoad(r armRegister, said string, p place, bits int) error {
	m, err := f.at(p, bits)
	if err != nil {
		return err
	}
	if len(f.more) > 0 { // of two registers the last is the line's, which whoever follows it says
		f.moves(f.more[0].key)
	}
	if r.name == "" { // of the register that is zero nothing is left
		return nil
	}
	f.holdsBits(r, said, program.Cleared(m, r.bits))
	f.more = append(f.more, made{m: f.l.Result, key: r.name, to: said})
	return nil
}

func (f *Follower) armGeneralStore(r armRegister, said string, p place, bits int) error {
	m, err := f.bitsOf(r, said)
	if err == nil {
		m, err = lowest(m, bits)
	}
	if err == nil {
		f.stores(p, m)
	}
	return err
}

// takes says whether a row has such operands. A number behind mov is none of a register's bits.
func (row bitRow) takes(words []string) bool {
	registers := row.sources
	if !row.keeps {
		registers++
	}
	if len(words) != registers+row.numbers {
		return false
	}
	for k, word := range words {
		_, isRegister := armNumbered(word)
		_, isNumber := listingNumber(strings.TrimPrefix(word, "#"))
		if isRegister != (k < registers) || isNumber != (k >= registers) {
			return false
		}
	}
	return true
}

// moved is what such a row makes.
func (f *Follower) moved(name string, row bitRow, to armRegister, words []string) (lane.Map, error) {
	var numbers []int
	first := 1
	if row.keeps {
		first = 0
	}
	for _, word := range words[first+row.sources:] {
		n, _ := listingNumber(strings.TrimPrefix(word, "#"))
		numbers = append(numbers, n)
	}
	if row.valid != nil && !row.valid(to.bits, numbers) {
		return lane.Map{}, fmt.Errorf("%s has no number %s: of %d bits a count or a field has to be among them", name, strings.Join(words[first+row.sources:], ", "), to.bits)
	}
	if row.long && to.bits != 64 {
		return lane.Map{}, fmt.Errorf("%s has 64 bits, and %s has %d", name, words[0], to.bits)
	}
	sources := make([]lane.Map, row.sources)
	for k, word := range words[first : first+row.sources] {
		r, _ := armNumbered(word)
		if r.bits != to.bits && !row.short {
			return lane.Map{}, fmt.Errorf("%s has registers of one size, and %s has %d bits and %s has %d", name, words[0], to.bits, word, r.bits)
		}
		var err error
		if sources[k], err = f.bitsOf(r, word); err != nil {
			return lane.Map{}, err
		}
	}
	return f.placedBits(sources, to.bits, func(i int) (int, int) { return row.from(i, to.bits, numbers) })
}

// bitsOf is what a register holds.
func (f *Follower) bitsOf(r armRegister, said string) (lane.Map, error) {
	if r.name == "" {
		return lane.Map{Bits: 8, Lane: slices.Repeat([]lane.Lane{lane.Zero()}, r.bits/8)}, nil
	}
	if known := f.l.Display[r.name]; known == "" || known[0] == 'w' && said[0] == 'x' {
		f.l.Display[r.name] = said
	}
	args, err := f.l.Arguments([]string{r.name}, []int{r.bits}, 8)
	if err != nil {
		return lane.Map{}, err
	}
	return args[0], nil
}

// placedBits puts the bits of sources where they belong.
func (f *Follower) placedBits(sources []lane.Map, size int, from func(i int) (source, bit int)) (lane.Map, error) {
	if err := f.l.Level(sources); err != nil {
		return lane.Map{}, err
	}
	for k := range sources {
		var err error
		if sources[k], err = sources[k].Regroup(1); err != nil {
			return lane.Map{}, err
		}
	}
	m := lane.Map{Bits: 1, Src: sources[0].Src, Lane: make([]lane.Lane, size)}
	for i := range m.Lane {
		m.Lane[i] = lane.Zero()
		if source, bit := from(i); source != noBit {
			m.Lane[i] = sources[source].Lane[bit]
		}
	}
	return program.Readable(m), nil
}

// combined is what and, or and their like make of two numbers, and add where in each bit one of them is zero; known is false where one is an address, as far as is known.
func (f *Follower) combined(name string, to armRegister, words []string) (m lane.Map, known bool, err error) {
	if name == "add" && !f.holdBits(words[1:3]) {
		return m, false, nil
	}
	both := make([]lane.Map, 2)
	for k, word := range words[1:3] {
		r, isRegister := armNumbered(word)
		n, isNumber := listingNumber(strings.TrimPrefix(word, "#"))
		switch {
		case isRegister && r.bits == to.bits:
			both[k], err = f.bitsOf(r, word)
		case k == 1 && isNumber && name != "add":
			both[k] = numberOf(n, to.bits)
		case name == "add":
			return m, false, nil
		default:
			return m, true, fmt.Errorf("%s has two registers of the size of %s behind it, or a number last: found %s", name, words[0], syntax.Quote(word))
		}
		if err != nil {
			return m, true, err
		}
	}
	if len(words) == 4 {
		shift, count, _ := strings.Cut(words[3], " ")
		n, ok := listingNumber(strings.TrimPrefix(strings.TrimSpace(count), "#"))
		row, isRow := bitRows[shift]
		if !ok || !isRow || row.numbers != 1 || row.sources != 1 || !row.valid(to.bits, []int{n}) {
			return m, name != "add", fmt.Errorf("%s shifts its last register by less than %d, as lsl #8: found %s", name, to.bits, syntax.Quote(words[3]))
		}
		if both[1], err = f.placedBits(both[1:], to.bits, func(i int) (int, int) { return row.from(i, to.bits, []int{n}) }); err != nil {
			return m, true, err
		}
	} else if len(words) > 4 {
		return m, name != "add", fmt.Errorf("%s has no more than two registers behind %s, and a shift", name, words[0])
	}
	if err := f.l.Level(both); err != nil {
		return m, true, err
	}
	m, err = program.Combine(name, armLogic[name], both[0], both[1])
	switch {
	case name == "add" && (err != nil || !disjoint(both)):
		return m, false, nil
	case err != nil:
		return m, true, liveBits{err}
	}
	return m, true, nil
}

// liveBits is why a line computes: only what reads its result is no movement.
type liveBits struct{ error }

// holdBits says whether these are registers of which it is known what lines made them: a sum of others is more likely an address.
func (f *Follower) holdBits(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		_, known := f.l.Named[addressRegister(word)]
		return !known || !isArmAddress(word)
	})
}

// disjoint says whether in each bit one of two numbers is zero, so that their sum is their or.
func disjoint(both []lane.Map) bool {
	x, errX := both[0].Regroup(1)
	y, errY := both[1].Regroup(1)
	if errX != nil || errY != nil {
		return false
	}
	for i := range x.Lane {
		if x.Lane[i] != lane.Zero() && y.Lane[i] != lane.Zero() {
			return false
		}
	}
	return true
}

// numberOf is a number in a register.
func numberOf(n, bits int) lane.Map {
	m := lane.Map{Bits: 8, Lane: make([]lane.Lane, bits/8)}
	for i := range m.Lane {
		m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(n)).Slice(8*i, 8))
	}
	return m
}

// armNumberOf is mov w0, #5 and its like; movk leaves the other bits of the register.
func (f *Follower) armNumberOf(name string, to armRegister, words []string) (m lane.Map, ok bool) {
	if len(words) < 2 || len(words) > 3 {
		return m, false
	}
	n, ok := listingNumber(strings.TrimPrefix(words[1], "#"))
	shift := 0
	if len(words) == 3 {
		count, is := strings.CutPrefix(words[2], "lsl ")
		at, isNumber := listingNumber(strings.TrimPrefix(strings.TrimSpace(count), "#"))
		if shift = at; !is || !isNumber || at%16 != 0 || at < 0 || at >= to.bits || name == "mov" {
			return m, false
		}
	}
	if !ok || name != "mov" && (n < 0 || n > 0xffff) {
		return m, false
	}
	switch name {
	case "mov":
		return numberOf(n, to.bits), true
	case "movz":
		return numberOf(n<<shift, to.bits), true
	case "movn":
		return numberOf(^(n << shift), to.bits), true
	case "movk":
		whole, err := f.bitsOf(to, words[0])
		if err != nil {
			return m, false
		}
		m, err = f.l.Overwritten(whole, numberOf(n, 16), shift)
		return m, err == nil
	}
	return m, false
}

// holdsBits puts a number into a general register.
func (f *Follower) holdsBits(to armRegister, said string, m lane.Map) {
	delete(f.address, to.name)
	f.l.Named[to.name], f.l.Result = program.Cleared(m, 64), m
	f.l.Display[to.name] = said
}

// An armScalar is a part of a vector: v1.s[2], or the lowest bits of one, s1.
type armScalar struct {
	register string
	at, bits int
	lane     bool // it is a lane by its number, beside which others stay
}

// elementBits are the bits of elements, by their letter.
var elementBits = map[string]int{"b": 8, "h": 16, "s": 32, "d": 64}

// armScalarOf is what a word such as v1.s[2] or d1 means.
func armScalarOf(word string) (s armScalar, ok bool) {
	name, rest, isLane := strings.Cut(word, ".")
	if !isLane {
		bits := elementBits[word[:min(1, len(word))]]
		_, err := strconv.Atoi(strings.TrimLeft(word, "bhsd"))
		return armScalar{register: "v" + word[min(1, len(word)):], bits: bits}, bits > 0 && err == nil
	}
	size, index, ok := strings.Cut(rest, "[")
	n, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
	bits := elementBits[strings.TrimLeft(size, "0123456789")]
	if !ok || err != nil || bits == 0 || n < 0 || n >= 128/bits || !strings.HasPrefix(name, "v") {
		return s, false
	}
	return armScalar{name, n * bits, bits, true}, true
}

// armCrossing follows what moves numbers between vectors and general registers; known is false for anything else.
func (f *Follower) armCrossing(name string, words []string) (d Deed, known bool, err error) {
	if len(words) != 2 || !slices.Contains([]string{"mov", "umov", "ins", "fmov", "dup"}, name) || missingRegister(name+" "+strings.Join(words, ", "), armFiles) != nil {
		return d, false, nil
	}
	to, toGeneral := armNumbered(words[0])
	from, fromGeneral := armNumbered(words[1])
	d.Needs = target.NEON
	switch scalar, isScalar := armScalarOf(words[1]); {
	case toGeneral && to.name != "" && isScalar && (name == "fmov" && (!scalar.lane || scalar.at == 64) || name != "fmov" && scalar.lane):
		if name == "fmov" && scalar.bits > 16 && scalar.bits != to.bits {
			return d, true, fmt.Errorf("%s has %d bits, and what is moved into it has %d", words[0], to.bits, scalar.bits)
		}
		return f.armTaken(to, words[0], scalar)
	case !fromGeneral || toGeneral:
		return d, false, nil
	}
	scalar, isLane := armScalarOf(words[0])
	whole := make([]lane.Map, 1)
	if isLane && scalar.lane { // the vector is the first source
		if err := f.l.Argument(&whole[0], scalar.register, 128, 8); err != nil {
			return d, true, err
		}
	}
	m, err := f.bitsOf(from, words[1])
	if err != nil {
		return d, true, err
	}
	if shape, ok := strings.CutPrefix(words[0], "v"); ok && name == "dup" {
		register, elements, _ := strings.Cut(shape, ".")
		return f.armRepeated("v"+register, elements, m)
	}
	switch {
	case !isLane, scalar.lane && name == "dup", scalar.bits > from.bits, !scalar.lane && (name != "fmov" || scalar.bits != from.bits), scalar.lane && name == "fmov" && (scalar.at != 64 || from.bits != 64):
		return d, false, nil
	}
	d.To = scalar.register
	if !scalar.lane {
		return d, true, f.holdsVector(d.To, m)
	}
	if m, err = lowest(m, scalar.bits); err != nil {
		return d, true, err
	}
	d.Reads = []string{d.To}
	if m, err = f.l.Overwritten(whole[0], m, scalar.at); err == nil {
		err = f.holdsVector(d.To, m)
	}
	return d, true, err
}

// holdsVector puts a value into a vector, of which the rest becomes zero.
func (f *Follower) holdsVector(register string, m lane.Map) (err error) {
	if m, err = f.longer(m); err == nil {
		f.l.Named[register], f.l.Result = padded(m, 128, lane.Zero()), m
	}
	return err
}

// armTaken takes a part of a vector into a general register.
func (f *Follower) armTaken(to armRegister, said string, s armScalar) (d Deed, known bool, err error) {
	if s.bits > to.bits {
		return d, true, fmt.Errorf("%s has %d bits, and what is moved into it has %d", said, to.bits, s.bits)
	}
	args, err := f.l.Arguments([]string{s.register}, []int{128}, 8)
	if err != nil {
		return d, true, err
	}
	m, err := args[0].Regroup(lane.GCD(args[0].Bits, s.bits))
	if err != nil {
		return d, true, err
	}
	first, n := s.at/m.Bits, s.bits/m.Bits
	m.Lane = slices.Clone(m.Lane[first : first+n])
	f.holdsBits(to, said, program.Cleared(m, to.bits))
	return Deed{To: to.name, Reads: []string{s.register}, Needs: target.NEON}, true, nil
}

// armRepeated is dup v0.4s, w1.
func (f *Follower) armRepeated(register, elements string, m lane.Map) (d Deed, known bool, err error) {
	count, elem, known := target.NEONArrangement(elements)
	if have := m.Bits * len(m.Lane); !known || count == 1 || elem > have || (elem == 64) != (have == 64) {
		return d, false, nil
	}
	if m, err = lowest(m, elem); err != nil {
		return d, true, err
	}
	m = m.Clone()
	m.Lane = slices.Repeat(m.Lane, count)
	return Deed{To: register, Needs: target.NEON}, true, f.holdsVector(register, m)
}

// isArmMove says whether a line is surely to move bits between registers, whatever is wrong with it.
func isArmMove(name string, words []string) bool {
	if row, ok := bitRows[name]; ok && row.takes(words) {
		return true
	}
	if len(words) != 2 || !slices.Contains([]string{"umov", "fmov", "mov"}, name) {
		return false
	}
	_, isRegister := armNumbered(words[0])
	_, isVector := armScalarOf(words[1])
	return isRegister && isVector
}

// isArmBits says whether a text is a line on general registers of AArch64 that moves bits, and of no other machine.
func isArmBits(text string) bool {
	c := syntax.Cursor{Text: text}
	name := strings.ToLower(c.Word())
	words := separateOperands(strings.ToLower(strings.TrimSpace(c.Rest())))
	if len(words) < 2 {
		return false
	}
	_, isRegister := armNumbered(words[0])
	_, second := armNumbered(words[1])
	_, isAccess := armAccesses[name]
	switch {
	case isArmMove(name, words):
		return true
	case isAccess:
		return isRegister && slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, "[x") })
	}
	return armLogic[name] != nil && name != "add" && len(words) > 2 && isRegister && second
}
