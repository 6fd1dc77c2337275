package listing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Lines of x86 listings. The order of the operands is Intel's, or AT&T's where registers carry %:
//
//	vpshufd xmm0, xmm1, 27            vpshufd $27, %xmm1, %xmm0
//
// A register is known by its number: xmm1 is the lower part of ymm1.

// copies are instructions that move a whole vector. No row needs them.
var copies = []string{"movdqa", "movdqu", "movaps", "movapd", "movups", "movupd", "movdqa32", "movdqa64", "movdqu8", "movdqu16", "movdqu32", "movdqu64"}

func isCopy(name string) bool { return slices.Contains(copies, strings.TrimPrefix(name, "v")) }

func startsInstruction(text string) bool {
	c := syntax.Cursor{Text: text}
	name := strings.ToLower(c.Word())
	vectors := len(apply.X86Named()[name]) > 0 && !generalRows()[name] || isCopy(name) || isMaskLoad(name) || isWordShuffle(name) || memoryRepeats[name] > 0
	return vectors || isGeneralLine(name, c.Rest())
}

func readListing(text string) (dialect.Reading, error) {
	return readText(text, "vpshufd xmm0, xmm1, 27")
}

// looksX86 says whether a text has a movement of x86 among its lines.
func looksX86(text string) bool {
	for _, s := range statements(text) {
		if startsInstruction(s.text) {
			return true
		}
	}
	return false
}

// A listing is what registers hold after some of its lines.
type listing struct {
	program.Values
	data     map[string][]byte // what stands in memory, by label
	masks    map[string]knownMask
	places   map[string]place // in memory, by what they are called
	points   map[string]pointer
	news     int // how often a register was made to point elsewhere
	guard    *dialect.Guard
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
	if isWordShuffle(name) {
		if err := l.wordShuffle(operands); err != nil {
			return syntax.Errorf(text, start, len(text), "%v", err)
		}
		return nil
	}
	written := name
	if part, ok := partOf(name, operands); ok {
		if err := l.part(part, name, operands); err != nil {
			return syntax.Errorf(text, start, len(text), "%v", err)
		}
		return nil
	}
	if slices.ContainsFunc(operands, apply.Operand.IsGeneral) || len(apply.X86Named()[name]) == 0 && memoryRepeats[name] == 0 && slices.ContainsFunc(operands, func(o apply.Operand) bool { return isPlace(o.Name) }) {
		if name, operands, err = l.asRow(name, text, operands); err != nil {
			return syntax.Errorf(text, start, len(text), "%v", err)
		}
	}
	rows := apply.X86Named()[name]
	if len(operands) > 0 && !slices.ContainsFunc(operands, apply.Operand.IsVector) {
		return l.immediateOnly(name, operands, text)
	}
	repeats := isMemoryRepeat(name, operands)
	if len(rows) == 0 && !isCopy(name) && !isGeneralCopy(name, operands) && !repeats {
		return syntax.Errorf(text, start, c.Off, "%s is no instruction that the targets know as a movement of lanes", syntax.Quote(name))
	}
	if len(operands) == 0 || operands[0].Name == "" {
		return syntax.Errorf(text, c.Off, len(text), "expected a register as the destination, which stands first; in AT&T's order it stands last, and registers have %% before them")
	}
	d := operands[0]
	var m lane.Map
	masked := d.Mask != ""
	switch {
	case repeats:
		m, err = l.repeated(name, operands)
	case isGeneralCopy(name, operands):
		m, err = l.generalCopy(operands)
	case isCopy(name):
		m, err = l.copied(operands)
	default:
		var r *target.Row
		if m, r, err = l.row(rows, operands); err == nil {
			rows, masked = []*target.Row{r}, masked && !blends(r)
		} else if isTernary(name, operands) {
			m, err = l.ternary(name, operands)
		}
	}
	if err != nil {
		return syntax.Errorf(text, start, len(text), "%v", err)
	}
	if want := d.Bits; want > m.Bits*len(m.Lane) { // a truncation leaves zeros above
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
	if bits := extractBits[strings.TrimPrefix(written, "v")]; bits > 0 && isPlace(d.Name) {
		if m, err = lowest(m, bits); err != nil {
			return syntax.Errorf(text, start, len(text), "%v", err)
		}
		held = m
	}
	l.Named[d.Name], l.Result = held, m
	return nil
}

// immediateOnly is an instruction of which the text has the immediate alone, pshufd $27: of the shortest vectors that it has, and of sources a, b, ….
func (l *listing) immediateOnly(name string, operands []apply.Operand, text string) error {
	if len(l.Named) > 0 {
		return syntax.Errorf(text, 0, len(text), "expected registers: an immediate stands alone only where the instruction does")
	}
	for _, r := range apply.X86Named()[name] {
		if r.Imm == nil || r.Imm.Values < 2 || len(operands) != 1 || strings.Contains(r.Asm, "j") {
			continue
		}
		at := map[byte]apply.Operand{'i': operands[0]}
		for k, bits := range r.Src {
			letter := target.SourceLetters[k]
			at[letter] = apply.Operand{Name: string(rune(letter)), Bits: bits}
		}
		m, err := apply.Row(&l.Values, r, at)
		if err != nil {
			return syntax.Errorf(text, 0, len(text), "%v", err)
		}
		l.Result = m
		l.warnings = append(l.warnings, fmt.Sprintf("the operands are not in the text: vectors of %d bits are taken", r.Length()))
		return nil
	}
	return syntax.Errorf(text, 0, len(text), "expected a register as the destination, which stands first; in AT&T's order it stands last, and registers have %% before them")
}

func (l *listing) copied(operands []apply.Operand) (lane.Map, error) {
	if len(operands) != 2 || !operands[1].IsVector() {
		return lane.Map{}, fmt.Errorf("a copy has a destination and a source")
	}
	if o := operands[1]; o.Value != nil {
		one := []lane.Map{*o.Value}
		err := l.Level(one)
		return one[0], err
	}
	args, err := l.Arguments([]string{operands[1].Name}, []int{max(operands[0].Bits, operands[1].Bits)}, 8)
	if err != nil {
		return lane.Map{}, err
	}
	return args[0], nil
}

// row executes the first row whose operands are of the given kinds, without the destination's mask, and says which one it is.
func (l *listing) row(rows []*target.Row, operands []apply.Operand) (m lane.Map, is *target.Row, err error) {
	d := operands[0]
	var reason error
	for _, r := range rows {
		at, ok := matchOperands(r, operands)
		if !ok {
			continue
		}
		if mask, known := l.masks[d.Mask]; blends(r) && known && r.Index != nil && r.Index.Bits <= mask.bits {
			at['m'] = apply.Operand{Number: int(mask.value)}
		}
		m, err := apply.Row(&l.Values, r, at)
		if err == nil {
			l.warn(r, at)
			return m, r, nil
		}
		if reason == nil || r.Index == nil { // a constant is the last thing that is meant
			reason = err
		}
	}
	if reason == nil && madeOfTwo(rows, operands) {
		reason = fmt.Errorf("%s of two registers computes, and moves no lanes: of one with itself it makes a constant", rows[0].Name)
	}
	if reason == nil {
		reason = fmt.Errorf("%s has no form with these operands: it is %s", rows[0].Name, strings.Join(apply.Shapes(rows), " or "))
	}
	return lane.Map{}, nil, reason
}

// madeOfTwo says whether rows make a constant of a register with itself, and operands are others: pxor xmm0, xmm1.
func madeOfTwo(rows []*target.Row, operands []apply.Operand) bool {
	return len(operands) > 0 && slices.ContainsFunc(rows, func(r *target.Row) bool {
		if len(r.Src) > 0 || r.Asm == "" || strings.Trim(r.Asm, "d, ") != "" {
			return false
		}
		of := slices.Repeat(operands[:1], strings.Count(r.Asm, "d"))
		return matches(r, of) && len(operands) == len(of) && !slices.ContainsFunc(operands, func(o apply.Operand) bool { return !o.IsVector() || o.IsGeneral() })
	})
}

// matchOperands gives the letters of a row their operands, if there are as many and their sizes agree.
func matchOperands(r *target.Row, operands []apply.Operand) (map[byte]apply.Operand, bool) {
	letters := strings.Split(r.Asm, ", ")
	at := map[byte]apply.Operand{}
	if last := len(letters); r.Implicit() && len(operands) == last+1 && operands[last].Name == "mm0" { // pblendvb's constant, which some listings name
		at['k'], operands = operands[last], operands[:last]
	}
	if len(letters) != len(operands) {
		return nil, false
	}
	for n, spelled := range letters {
		o := operands[n]
		if number, err := strconv.Atoi(spelled); err == nil {
			if o.IsVector() || o.Number != number {
				return nil, false
			}
			continue
		}
		letter := spelled[0]
		if before, twice := at[letter]; twice && before.Name != o.Name {
			return nil, false
		}
		if strings.Contains(spelled, "{m}") != (o.Mask != "" && strings.Contains(r.Asm, "{m}")) && letter == 'd' || strings.Contains(spelled, "{z}") && !o.Zero {
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
func standsFor(r *target.Row, letter byte, o apply.Operand) bool {
	general := r.FileOf(letter) == target.General
	switch {
	case letter == 'i':
		return !o.IsVector()
	case !o.IsVector():
		return letter == 'k' && general
	case o.Bits > 0 && o.IsGeneral() != general:
		return false
	}
	return sizeAgrees(r, letter, o)
}

// sizeAgrees says whether a register can stand for a letter. A narrower source may be named by a whole register, and what makes 32 bits of other ones may name all of a general register.
func sizeAgrees(r *target.Row, letter byte, o apply.Operand) bool {
	want := r.Bits
	if k := strings.IndexByte(target.SourceLetters, letter); k >= 0 && k < len(r.Src) {
		want = r.Src[k]
	}
	if r.FileOf(letter) == target.General {
		return o.Bits == 0 || o.Bits == want || letter == 'd' && o.Bits == 64 && !slices.Contains(r.Src, want)
	}
	return o.Bits == 0 || !o.IsVector() || o.Bits == want || want < 128 && o.Bits == 128 || want == 128 && o.Bits == 128 || letter == 'd' && want < o.Bits && o.Bits == 128
}

// operands reads what stands behind the instruction's name, the destination first.
func (l *listing) operands(text string, from int) (all []apply.Operand, err error) {
	start := from
	for from < len(text) {
		end := from + apply.OperandEnd(text[from:])
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
		return all, nil
	}
	return withTied(strings.ToLower(strings.TrimSpace(text[:start])), all), nil
}

// withTied adds the source in VEX.vvvv that NASM lets a line leave out where it is the destination too: vpshufb ymm0, ymm1 is vpshufb ymm0, ymm0, ymm1.
func withTied(name string, operands []apply.Operand) []apply.Operand {
	rows := apply.X86Named()[name]
	if len(operands) == 0 || !strings.HasPrefix(name, "v") || strings.HasPrefix(name, "vpternlog") || slices.ContainsFunc(rows, func(r *target.Row) bool { return matches(r, operands) }) {
		return operands
	}
	first := operands[0]
	first.Mask, first.Zero = "", false
	tied := slices.Insert(slices.Clone(operands), 1, first)
	vvvv := func(r *target.Row) bool {
		return !r.Destroys && !r.Spends && (strings.HasPrefix(r.Encoding, "RVM") || strings.HasPrefix(r.Encoding, "VM")) && (matches(r, tied) || madeOfTwo([]*target.Row{r}, tied))
	}
	if slices.ContainsFunc(rows, vvvv) {
		return tied
	}
	return operands
}

func matches(r *target.Row, operands []apply.Operand) bool {
	_, ok := matchOperands(r, operands)
	return ok
}

func (l *listing) operand(text string, start, end int) (apply.Operand, error) {
	start = skipSpace(text, start)
	word := strings.TrimSpace(text[start:end])
	bare := strings.ToLower(strings.TrimPrefix(word, "%"))
	mask, zero, err := "", false, error(nil)
	if !strings.Contains(bare, "{1to") { // which repeats memory
		mask, zero, err = maskOf(&bare)
	}
	if err != nil {
		return apply.Operand{}, syntax.Errorf(text, start, end, "%v", err)
	}
	if f, missing, _ := inFiles(bare, x86Files); missing {
		at := start + strings.Count(word[:1], "%")
		return apply.Operand{}, syntax.Errorf(text, at, at+len(bare), "%s", f.without(bare))
	}
	if bits := registerBits(bare); bits >= 128 {
		key := strings.TrimLeft(bare, "xyz")
		if known := l.Display[key]; registerBits(known) < bits {
			l.Display[key] = bare
		}
		return apply.Operand{Name: key, Bits: bits, Mask: mask, Zero: zero}, nil
	}
	if c := (syntax.Cursor{Text: strings.TrimSpace(text)}); isMMX(bare) && isWordShuffle(strings.ToLower(c.Word())) {
		key := "mmx" + bare[2:] // mm0 is what xmm0 is known by
		l.Display[key] = bare
		return apply.Operand{Name: key, Bits: mmxBits}, nil
	}
	if g, ok := generalRegister(bare); ok {
		if g.high {
			return apply.Operand{}, syntax.Errorf(text, start, end, "%s is bits 8 to 15 of %s: only the lowest bits of a general register are read here", bare, g.register)
		}
		if known := generalNames()[l.Display[g.register]]; known.bits < g.bits {
			l.Display[g.register] = bare
		}
		return apply.Operand{Name: g.register, Bits: g.bits, File: target.General}, nil
	}
	if strings.HasPrefix(bare, "_mm") {
		o, ok := apply.VectorConstant(word)
		if !ok {
			return apply.Operand{}, syntax.Errorf(text, start, end, "expected a constant such as _mm_set1_epi8(1)")
		}
		return o, nil
	}
	v, ok := listingNumber(strings.TrimPrefix(bare, "$"))
	if p, isMemory := placeOf(word); isMemory && !ok {
		return apply.Operand{Name: l.placed(p.absolute(word, l.data), withoutSize(word))}, nil
	}
	if !ok || strings.HasPrefix(word, "%") {
		return apply.Operand{}, syntax.Errorf(text, start, end, "expected a register xmm0 to zmm31 or rax to r15, memory in brackets, or a number, found %s", syntax.Quote(word))
	}
	return apply.Operand{Number: v}, nil
}

// placed is how a place is called here; the text calls it as given.
func (l *listing) placed(p place, said string) string {
	if now := p.since(l.points); now != p {
		p, said = now, now.String()
	}
	key := p.String()
	if _, known := l.places[key]; !known {
		l.places[key] = p
		l.Display[key] = said
	}
	return key
}

// called notes how the text calls a register.
func (l *listing) called(key, said string) {
	if registerBits(l.Display[key]) < registerBits(said) {
		l.Display[key] = said
	}
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

// warn says what often surprises in a row.
func (l *listing) warn(r *target.Row, at map[byte]apply.Operand) {
	l.warnings = append(l.warnings, apply.Warnings(r, at)...)
}
