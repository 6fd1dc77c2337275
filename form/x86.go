package form

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// Lines of x86 listings. The order of the operands is Intel's, or AT&T's where registers carry %:
//
//	vpshufd xmm0, xmm1, 27            vpshufd $27, %xmm1, %xmm0
//
// A register is known by its number: xmm1 is the lower part of ymm1.

var x86ByName = sync.OnceValue(func() map[string][]*target.Row {
	all := map[string][]*target.Row{}
	for _, r := range x86Rows() {
		all[r.Name] = append(all[r.Name], r)
	}
	for _, s := range x86Synonyms {
		for _, name := range s[1:] {
			if all[name] == nil {
				all[name] = all[s[0]]
			}
		}
	}
	return all
})

// x86Synonyms are instructions that move as others do: those on floating-point lanes, and those that differ in the lanes that a mask counts. The rows are the first one's.
var x86Synonyms = [][]string{
	{"pxor", "xorps", "xorpd"}, {"vpxor", "vxorps", "vxorpd"}, {"vpxord", "vpxorq"}, {"vpxorq", "vpxord"},
	{"andps", "andpd"}, {"vandps", "vandpd"}, {"pand", "andps", "andpd"}, {"vpandq", "vpandd"}, {"vpandd", "vpandq"},
	{"orps", "orpd"}, {"vorps", "vorpd"}, {"vporq", "vpord"}, {"vpord", "vporq"},
	{"andnps", "andnpd"}, {"vandnps", "vandnpd"}, {"vpandnq", "vpandnd"}, {"vpandnd", "vpandnq"},
	{"vinserti64x4", "vinsertf64x4"}, {"vextracti32x4", "vextractf32x4"}, {"vinserti32x4", "vinsertf32x4"}, {"vextracti64x4", "vextractf64x4"},
	{"vinserti64x2", "vinsertf64x2"}, {"vextracti64x2", "vextractf64x2"},
}

// copies are instructions that move a whole vector. No row needs them.
var copies = []string{"movdqa", "movdqu", "movaps", "movapd", "movups", "movupd", "movdqa32", "movdqa64", "movdqu8", "movdqu16", "movdqu32", "movdqu64"}

func isCopy(name string) bool { return slices.Contains(copies, strings.TrimPrefix(name, "v")) }

func looksX86(text string) bool { return startsInstruction(text) || looksIntrinsic(text) }

func startsInstruction(text string) bool {
	c := syntax.Cursor{Text: text}
	name := strings.ToLower(c.Word())
	vectors := len(x86ByName()[name]) > 0 && !generalRows()[name] || isCopy(name) || isMaskLoad(name)
	return vectors || startsGeneral(name, c.Rest())
}

// isExpression says whether a text that is no instruction has an operator of C in it, before what would be a comment in a listing.
func isExpression(text string) bool {
	text, _, _ = strings.Cut(text, "#")
	return strings.ContainsAny(text, "=&|^~<>") || strings.HasPrefix(strings.TrimSpace(text), "(")
}

func readX86(text string) (Reading, error) {
	if !startsInstruction(text) && (looksIntrinsic(text) || isExpression(text)) {
		return readExpressions(text)
	}
	pieces := lines(text)
	if len(pieces) > maxLines {
		return Reading{}, syntax.Errorf(text, pieces[maxLines][0], pieces[maxLines][1], "more than %d lines", maxLines)
	}
	l := listing{values: values{named: map[string]lane.Map{}, parts: true, patient: true, display: map[string]string{}}, masks: map[string]knownMask{}}
	for _, at := range pieces {
		before := len(l.computes)
		if err := l.line(text[at[0]:at[1]]); err != nil {
			return Reading{}, moved(err, text, at[0])
		}
		l.locate(before, func(err error) error { return syntax.Errorf(text, skipSpace(text, at[0]), at[1], "%v", err) })
	}
	if l.to == "" {
		return Reading{}, syntax.Errorf(text, 0, len(text), "this is no movement: expected an instruction such as vpshufd xmm0, xmm1, 27")
	}
	if l.guard != nil && len(pieces) > 1 {
		return Reading{}, syntax.Errorf(text, 0, len(text), "a line is under %s: in a program it is a map only once that is known", l.guard.By)
	}
	m, names, err := l.withoutComputed(l.result)
	if err != nil {
		return Reading{}, err
	}
	for k, key := range names {
		names[k] = l.called(key)
	}
	r := Reading{Map: m, Names: names, To: l.to, Guard: l.guard, Warnings: l.warnings}
	if l.guard == nil {
		r.Map = readableIn(l.file, m)
	}
	return r, checked(text, r.Map)
}

// A listing is what registers hold after some of its lines.
type listing struct {
	values
	masks    map[string]knownMask
	to       string
	file     target.File // in which the result is
	guard    *Guard
	warnings []string
}

func (l *listing) line(text string) error {
	text, _, _ = strings.Cut(text, "#") // the comment of a listing
	c := syntax.Cursor{Text: text}
	c.Space()
	start := c.Off
	name := strings.ToLower(c.Word())
	if isMaskLoad(name) {
		_, err := l.maskLoad(text, c.Off, name)
		return err
	}
	operands, err := l.operands(text, c.Off)
	if err != nil {
		return err
	}
	written := name
	if slices.ContainsFunc(operands, operand.isGeneral) {
		if name, operands, err = l.asRow(name, operands); err != nil {
			return syntax.Errorf(text, start, len(text), "%v", err)
		}
	}
	rows := x86ByName()[name]
	if len(operands) > 0 && !slices.ContainsFunc(operands, operand.isVector) {
		return l.immediateOnly(name, operands, text)
	}
	if len(rows) == 0 && !isCopy(name) && !isGeneralCopy(name, operands) {
		return syntax.Errorf(text, start, c.Off, "%s is no instruction that the targets know as a movement of lanes", syntax.Quote(name))
	}
	if len(operands) == 0 || operands[0].name == "" {
		return syntax.Errorf(text, c.Off, len(text), "expected a register as the destination, which stands first; in AT&T's order it stands last, and registers have %% before them")
	}
	d := operands[0]
	var m lane.Map
	masked := d.mask != ""
	switch {
	case isGeneralCopy(name, operands):
		m, err = l.generalCopy(operands)
	case isCopy(name):
		m, err = l.copied(operands)
	default:
		m, masked, err = l.row(rows, operands)
	}
	if err != nil {
		return syntax.Errorf(text, start, len(text), "%v", err)
	}
	if want := d.bits; want > m.Bits*len(m.Lane) { // a truncation leaves zeros above
		for m.Bits*len(m.Lane) < want {
			m.Lane = append(m.Lane, lane.Zero())
		}
	}
	if masked {
		if m, err = l.masked(m, name, rows, d); err != nil {
			return syntax.Errorf(text, start, len(text), "%v", err)
		}
	}
	held, err := l.held(d, written, m)
	if err != nil {
		return syntax.Errorf(text, start, len(text), "%v", err)
	}
	l.named[d.name], l.result, l.to, l.file = held, m, l.display[d.name], d.file
	return nil
}

// cleared is what a register of so many bits then holds, where what is above the destination becomes zero.
func cleared(m lane.Map, bits int) lane.Map {
	n := bits / m.Bits
	m.Lane = slices.Clone(m.Lane)
	for len(m.Lane) < n {
		m.Lane = append(m.Lane, lane.Zero())
	}
	return m
}

// immediateOnly is an instruction of which the text has the immediate alone, pshufd $27: of the shortest vectors that it has, and of sources a, b, ….
func (l *listing) immediateOnly(name string, operands []operand, text string) error {
	if l.to != "" || len(l.named) > 0 {
		return syntax.Errorf(text, 0, len(text), "expected registers: an immediate stands alone only where the instruction does")
	}
	for _, r := range x86ByName()[name] {
		if r.Imm == nil || r.Imm.Values < 2 || len(operands) != 1 || strings.Contains(r.Asm, "j") {
			continue
		}
		at := map[byte]operand{'i': operands[0]}
		for k, bits := range r.Src {
			letter := target.SourceLetters[k]
			at[letter] = operand{name: string(rune(letter)), bits: bits}
		}
		m, err := l.execute(r, at)
		if err != nil {
			return syntax.Errorf(text, 0, len(text), "%v", err)
		}
		l.result, l.to = m, "d"
		l.warnings = append(l.warnings, fmt.Sprintf("the operands are not in the text: vectors of %d bits are taken", r.Length()))
		return nil
	}
	return syntax.Errorf(text, 0, len(text), "expected a register as the destination, which stands first; in AT&T's order it stands last, and registers have %% before them")
}

func (l *listing) copied(operands []operand) (lane.Map, error) {
	if len(operands) != 2 || !operands[1].isVector() {
		return lane.Map{}, fmt.Errorf("a copy has a destination and a source")
	}
	if o := operands[1]; o.value != nil {
		one := []lane.Map{*o.value}
		err := l.level(one)
		return one[0], err
	}
	args, err := l.arguments([]string{operands[1].name}, []int{max(operands[0].bits, operands[1].bits)}, 8)
	if err != nil {
		return lane.Map{}, err
	}
	return args[0], nil
}

// row executes the first row whose operands are of the given kinds. Masked says that the destination's mask is still to be applied.
func (l *listing) row(rows []*target.Row, operands []operand) (m lane.Map, masked bool, err error) {
	d := operands[0]
	var reason error
	for _, r := range rows {
		at, ok := matchOperands(r, operands)
		if !ok {
			continue
		}
		own := strings.Contains(r.Asm, "{m}")
		if mask, known := l.masks[d.mask]; own && known && r.Index != nil && r.Index.Bits <= mask.bits {
			at['m'] = operand{number: int(mask.value)}
		}
		m, err := l.execute(r, at)
		if err == nil {
			l.warn(r, at)
			return m, d.mask != "" && !own, nil
		}
		if reason == nil || r.Index == nil { // a constant is the last thing that is meant
			reason = err
		}
	}
	if reason == nil {
		reason = fmt.Errorf("%s has no form with these operands: it is %s", rows[0].Name, strings.Join(shapes(rows), " or "))
	}
	return lane.Map{}, false, reason
}

func shapes(rows []*target.Row) (all []string) {
	for _, r := range rows {
		shape := fmt.Sprintf("%s of %d bits", r.Asm, r.Bits)
		if !slices.Contains(all, shape) && len(all) < 4 {
			all = append(all, shape)
		}
	}
	return all
}

// matchOperands gives the letters of a row their operands, if there are as many and their sizes agree.
func matchOperands(r *target.Row, operands []operand) (map[byte]operand, bool) {
	letters := strings.Split(r.Asm, ", ")
	if len(letters) != len(operands) {
		return nil, false
	}
	at := map[byte]operand{}
	for n, spelled := range letters {
		o := operands[n]
		if number, err := strconv.Atoi(spelled); err == nil {
			if o.isVector() || o.number != number {
				return nil, false
			}
			continue
		}
		letter := spelled[0]
		if before, twice := at[letter]; twice && before.name != o.name {
			return nil, false
		}
		if strings.Contains(spelled, "{m}") != (o.mask != "" && strings.Contains(r.Asm, "{m}")) && letter == 'd' || strings.Contains(spelled, "{z}") && !o.zero {
			return nil, false
		}
		if !standsFor(r, letter, o) {
			return nil, false
		}
		at[letter] = o
	}
	return at, true
}

// standsFor says whether an operand can stand for a letter of the row. A constant in a general register may be written in its place.
func standsFor(r *target.Row, letter byte, o operand) bool {
	general := r.FileOf(letter) == target.General
	switch {
	case letter == 'i':
		return !o.isVector()
	case !o.isVector():
		return letter == 'k' && general
	case o.bits > 0 && o.isGeneral() != general:
		return false
	}
	return sizeAgrees(r, letter, o)
}

// sizeAgrees says whether a register can stand for a letter. A narrower source may be named by a whole register, and what makes 32 bits of other ones may name all of a general register.
func sizeAgrees(r *target.Row, letter byte, o operand) bool {
	want := r.Bits
	if k := strings.IndexByte(target.SourceLetters, letter); k >= 0 && k < len(r.Src) {
		want = r.Src[k]
	}
	if r.FileOf(letter) == target.General {
		return o.bits == 0 || o.bits == want || letter == 'd' && o.bits == 64 && !slices.Contains(r.Src, want)
	}
	return o.bits == 0 || !o.isVector() || o.bits == want || want < 128 && o.bits == 128 || want == 128 && o.bits == 128 || letter == 'd' && want < o.bits && o.bits == 128
}

// operands reads what stands behind the instruction's name, the destination first.
func (l *listing) operands(text string, from int) (all []operand, err error) {
	for from < len(text) {
		end := from + operandEnd(text[from:])
		if strings.TrimSpace(text[from:end]) != "" {
			o, err := l.operand(text, from, end)
			if err != nil {
				return nil, err
			}
			all = append(all, o)
		}
		from = end + 1
	}
	if strings.Contains(text, "%") {
		slices.Reverse(all)
	}
	return all, nil
}

// operandEnd is where an operand ends: at a comma outside of brackets.
func operandEnd(text string) int {
	depth := 0
	for k := range len(text) {
		switch text[k] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth <= 0 {
				syntax.Look(k)
				return k
			}
		}
	}
	syntax.Look(len(text))
	return len(text)
}

func (l *listing) operand(text string, start, end int) (operand, error) {
	start = skipSpace(text, start)
	word := strings.TrimSpace(text[start:end])
	bare := strings.ToLower(strings.TrimPrefix(word, "%"))
	mask, zero, err := maskOf(&bare)
	if err != nil {
		return operand{}, syntax.Errorf(text, start, end, "%v", err)
	}
	if bits := registerBits(bare); bits >= 128 {
		key := strings.TrimLeft(bare, "xyz")
		if known := l.display[key]; registerBits(known) < bits {
			l.display[key] = bare
		}
		return operand{name: key, bits: bits, mask: mask, zero: zero}, nil
	}
	if g, ok := generalRegister(bare); ok {
		if g.high {
			return operand{}, syntax.Errorf(text, start, end, "%s is bits 8 to 15 of %s: only the lowest bits of a general register are read here", bare, g.register)
		}
		if known := generalNames()[l.display[g.register]]; known.bits < g.bits {
			l.display[g.register] = bare
		}
		return operand{name: g.register, bits: g.bits, file: target.General}, nil
	}
	if strings.HasPrefix(bare, "_mm") {
		e := expressions{Cursor: syntax.Cursor{Text: word}}
		o, err := e.expression()
		if err != nil || !o.known || !e.Done() {
			return operand{}, syntax.Errorf(text, start, end, "expected a constant such as _mm_set1_epi8(1)")
		}
		return o, nil
	}
	if strings.ContainsAny(bare, "[(") {
		l.display[word] = word
		return operand{name: word}, nil
	}
	v, ok := listingNumber(strings.TrimPrefix(bare, "$"))
	if !ok || strings.HasPrefix(word, "%") {
		return operand{}, syntax.Errorf(text, start, end, "expected a register xmm0 to zmm31 or rax to r15, memory in brackets, or a number, found %s", syntax.Quote(word))
	}
	return operand{number: v}, nil
}

// listingNumber is a number of up to 64 bits, signed or not.
func listingNumber(text string) (int, bool) {
	v, err := strconv.ParseInt(text, 0, 64)
	if err != nil {
		var u uint64
		u, err = strconv.ParseUint(text, 0, 64)
		v = int64(u)
	}
	if hex, ok := strings.CutSuffix(text, "h"); ok && err != nil { // as Microsoft's assembler writes it
		v, err = strconv.ParseInt(hex, 16, 64)
	}
	return int(v), err == nil
}

func skipSpace(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

// readableIn is a map whose result is in a register of a file, in the lanes in which it is written.
func readableIn(f target.File, m lane.Map) lane.Map {
	if f == target.General {
		return widest(m)
	}
	return readable(m)
}

// readable is a map whose lanes are at least bytes, where that is possible.
func readable(m lane.Map) lane.Map {
	for m.Bits > 0 && m.Bits < 8 {
		wide, err := m.Regroup(2 * m.Bits)
		if err != nil {
			break
		}
		m = wide
	}
	return m
}

// warn says what often surprises in a row.
func (l *listing) warn(r *target.Row, at map[byte]operand) {
	l.warnings = append(l.warnings, rowWarnings(r, at)...)
}

// rowWarnings are surprises of instructions on vectors longer than 128 bits, most of which work in each 128 bits by themselves.
func rowWarnings(r *target.Row, at map[byte]operand) (w []string) {
	if r.Bits > 128 && r.Elem < 128 && inBlocks(r, at) {
		w = append(w, fmt.Sprintf("%s works in each 128 bits by itself: no lane crosses into another", r.Name))
	}
	if o := at['k']; o.known && r.Index.Block == 128 && r.Elem == 8 && r.Bits > 128 {
		for i := range r.Bits / 8 {
			if v, _ := o.constant.Slice(8*i, 8).Uint64(); v&0x80 == 0 && v > 15 {
				w = append(w, fmt.Sprintf("index %d of lane %d counts modulo 16: %s reads byte %d of the lane's own 128 bits", v, i, r.Name, v%16))
				break
			}
		}
	}
	return w
}

// inBlocks says whether the row can only move within 128 bits.
func inBlocks(r *target.Row, at map[byte]operand) bool {
	switch {
	case r.Imm != nil && len(r.Src) > 0:
		for v := range min(r.Imm.Values, 256) {
			if m := r.Imm.Map(v); !m.InLane(128) {
				return false
			}
		}
		return true
	case r.Index != nil && at['k'].known:
		return r.Index.Block == 128
	}
	return false
}

// sayNEON leaves the choice of instructions to the target that is asked for.
func sayNEON(lane.Map) (string, error) { return "", errTarget }

var errTarget = errors.New("which instructions are cheapest depends on the target: lanescope lower --target")

// IsX86 says whether a text begins with an instruction that makes a vector, or an intrinsic, that the targets know. A store makes none, and what a line does with general registers is seldom
// meant as a movement by itself.
func IsX86(text string) bool {
	if !looksX86(text) {
		return false
	}
	c := syntax.Cursor{Text: text}
	c.Word()
	words := operandWords(c.Rest())
	if len(words) > 0 && strings.ContainsAny(words[when(strings.Contains(text, "%"), len(words)-1, 0)], "[(") {
		return looksIntrinsic(text)
	}
	return !slices.ContainsFunc(words, func(word string) bool {
		_, general := generalRegister(word)
		return general
	})
}
