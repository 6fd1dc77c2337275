package listing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// A function with jumps is read block by block, each as if it stood alone, but for constants that all ways to it bring:
//
//	        movdqa (.LC0), %xmm1         .LC0 is known in the loop
//	.L4:    movdqu (%rsi,%rax), %xmm0
//	        pshufb %xmm1, %xmm0
//	        movups %xmm0, (%rcx,%rax)    a passage: what is stored is bytes of what was loaded
//	        jne    .L4
//
// The first passage of a loop is the answer, or else the first; others are told of with their places.

// A passage is a movement that a block makes.
type passage struct {
	block *block
	line  int // of the text, from 0, that stores it, or behind which something else reads it
	times int // as often, of other places
	end   ending
	to    string // the place or the register that the movement ends in
	dialect.Reading
}

// An ending is what becomes of a movement. A block is asked for them in this order.
type ending byte

const (
	stored ending = iota
	used          // by a line that is no movement
	left          // in a register
)

var endings = [...]string{stored: "what it stores to", used: "what another line reads in", left: "what it leaves in"}

// onStack is where values of WebAssembly are that are in no local.
const onStack = "the stack"

// functionText is a function that is read so.
type functionText struct {
	text     string
	lines    []dialect.Line
	starts   []int // of lines in the text
	numbers  []int // in the file, from 1: a label and the instruction behind it are two lines of one number
	data     map[string][]byte
	passages []passage
	lost     map[*block][]lostLine
	why      error // of the first line whose constant is not in the text
	vectors  int   // bits of a register of AArch64
	a32      bool  // it is of 32-bit Arm

	statements [][]statement // of each line
	warnings   []string
}

// mostFunction bounds the lines of a function.
const mostFunction = 4096

// A lostLine is one that is no movement.
type lostLine struct {
	line int
	name string
}

// branches says whether control may go elsewhere behind a statement than to the next one or out of the function.
func branches(s statement) bool {
	_, ok := jumpOf(s.text)
	return ok && !Returns(s.text)
}

// readFunction reads a text with jumps.
func readFunction(text string) (dialect.Reading, error) {
	t := functionText{text: text, data: Constants(strings.SplitSeq(text, "\n")), lost: map[*block][]lostLine{}, vectors: scalableBits(text)}
	t.lines, t.starts, t.numbers = linesOf(text)
	if len(t.lines) > mostFunction {
		return dialect.Reading{}, syntax.Errorf(text, t.starts[mostFunction], t.starts[mostFunction]+len(t.lines[mostFunction].Whole), "more than %d lines: expected a part of the function, or scan, which reads all of a file", mostFunction)
	}
	plain := t.plain()
	t.a32 = slices.ContainsFunc(plain, func(l dialect.Line) bool { return onNEON32(l.Text) })
	labelsApart(plain)
	blocks := blocksOf(plain, t.data, func(string) bool { return false })
	if blocks == nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "the function has more than %d blocks", mostBlocks)
	}
	findLoops(blocks)
	for k := range blocks {
		t.read(&blocks[k])
	}
	return t.reading()
}

// plain takes statements out of the lines, and gives the lines with them in the words of the table of rows.
func (t *functionText) plain() []dialect.Line {
	x := newX86inc(t.text)
	plain := slices.Clone(t.lines)
	for n, l := range t.lines {
		l = x.defined.line(l)
		plain[n] = l
		one := x.appendStatements(nil, l, t.starts[n])
		if t.statements = append(t.statements, one); len(one) == 1 {
			plain[n].Text = one[0].text
		}
	}
	if x.warning != "" {
		t.warnings = append(t.warnings, x.warning)
	}
	return plain
}

// linesOf are the lines of a text, where they start, and their numbers.
func linesOf(text string) (lines []dialect.Line, starts, numbered []int) {
	start, number := 0, 0
	numbers, alone := numbersNamed(strings.SplitSeq(text, "\n")), wordsNamed(text)
	for line := range strings.SplitSeq(text, "\n") {
		number++
		l := dialect.LineOf(line)
		if isHeading(l.Text) {
			l.Text = ""
		}
		if alone[l.Text] && strings.HasPrefix(line, l.Text) {
			l.Text += ":"
		}
		label, rest, ok := labelBefore(l)
		if !ok {
			label, rest, ok = numberBefore(l, numbers)
		}
		if ok {
			before := l
			before.Text = label + ":"
			lines, starts, numbered = append(lines, before), append(starts, start), append(numbered, number)
			l.At, l.Text = l.At+len(l.Text)-len(rest), rest
		}
		lines, starts, numbered = append(lines, l), append(starts, start), append(numbered, number)
		start += len(line) + 1
	}
	return lines, starts, numbered
}

// A blockReader follows the lines of a block.
type blockReader struct {
	reader
	function *functionText
	block    *block
	at       int             // the line
	lineOf   map[int]int     // lines of the text by the number of the instruction
	used     []made          // that something else reads
	live     map[string]made // in vectors, and nothing read them yet
	anew     bool            // it begins behind a line of the block that may have written anything
}

// begin is a reader of a block of which so much is known.
func (t *functionText) begin(b *block, known map[string]lane.Map) *blockReader {
	r := &blockReader{function: t, block: b, live: map[string]made{}, lineOf: map[int]int{}}
	r.reader = reader{text: t.text, inside: true, follow: NewFollower(t.data), holds: map[string]made{}}
	r.follow.reads, r.follow.l.Patient, r.follow.vectors = true, true, t.vectors
	r.follow.a32.is = t.a32
	for register, m := range known {
		r.follow.l.Named[register] = m
	}
	return r
}

// read reads a block. Behind a line that may write anything it begins anew.
func (t *functionText) read(b *block) {
	known := map[string]lane.Map{}
	for register, c := range b.in {
		known[register] = c.Value
	}
	r := t.begin(b, known)
	for n := b.first; n < b.end; n++ {
		for _, s := range t.statements[n] {
			r.at = n
			if _, jumps := jumpOf(s.text); jumps && n == b.end-1 || isNothing(s.text) {
				continue
			}
			if !r.step(s) || r.lines >= program.MaxLines {
				r.finish(false)
				r = t.begin(b, r.constants())
				r.anew = true
			}
		}
	}
	r.finish(true)
}

// constants are the vectors that are known.
func (r *blockReader) constants() map[string]lane.Map {
	known := map[string]lane.Map{}
	for register, m := range r.follow.l.Named {
		if !isPlace(register) && FileOf(register) == target.Vectors && isConstant(m) {
			known[register] = m
		}
	}
	return known
}

// step follows a line. Ok is false if it may have written anything.
func (r *blockReader) step(s statement) (ok bool) {
	before, stored := r.follow.l.Computations(), len(r.stored)
	r.last = made{}
	err := r.statement(s)
	r.lineOf[r.lines] = r.at
	if guard := r.follow.l.guard; guard != nil {
		r.follow.l.guard, r.stored = nil, r.stored[:stored]
		delete(r.holds, r.deed.To)
		err = fmt.Errorf("the line is under %s, which is not known", guard.By)
	}
	if err != nil {
		return r.lose(s, err)
	}
	r.follow.l.Locate(before, func(err error) error { return r.located(s, err) })
	for _, register := range r.reads(s) {
		delete(r.live, register)
	}
	for key, w := range r.holds {
		if w.line == r.lines && FileOf(key) == target.Vectors && !w.computed {
			r.live[key] = w
		}
	}
	return true
}

// reads are the registers that the last line read. Stores read all that they name, and on x86 say so.
func (r *blockReader) reads(s statement) []string {
	if r.last.key != "" && isPlace(r.last.key) {
		name, operands := nameAndOperands(strings.ToLower(s.text))
		return slices.Concat(NEONRegisters(s.text), vectorsNamed(name, operands).reads, r.deed.Reads)
	}
	return r.deed.Reads
}

// lose passes over a line that is no movement: what it reads was wanted, and what it writes is something new.
func (r *blockReader) lose(s statement, why error) (ok bool) {
	t := r.function
	name, operands := nameAndOperands(strings.ToLower(s.text))
	e := r.follow.Other(s.text, r.deed)
	for _, register := range e.Reads {
		w, here := r.holds[register]
		known := slices.ContainsFunc(r.used, func(u made) bool { return u.key == w.key && u.line == w.line })
		if here && !known && !w.computed && FileOf(register) == target.Vectors {
			r.used = append(r.used, w)
		}
		delete(r.live, register)
	}
	if WritesAll(s.text) || r.follow.a32.mayWriteAny(s.text) {
		return false
	}
	for _, register := range e.Writes {
		r.follow.Forget(register)
		delete(r.holds, register)
		if delete(r.live, register); FileOf(register) == target.General {
			r.follow.moves(register)
		}
	}
	if words := operandWords(operands); len(words) > 0 && isArmAddress(words[0]) {
		r.follow.moves(words[0])
	}
	if vector := isVectorLine(name, operands) || len(NEONRegisters(s.text)) > 0 || len(vectorsNamed(name, operands).writes) > 0; vector {
		t.lost[r.block] = append(t.lost[r.block], lostLine{r.at, name})
		if t.why == nil && strings.Contains(why.Error(), contentsUnknown) {
			t.why = r.located(s, why)
		}
	}
	return !e.General && !writesMemory(name, operands)
}

// writesMemory says whether a line that is no movement may write memory, of which then nothing is known.
func writesMemory(name, operands string) bool {
	parts := splitOperands(operands)
	if strings.Contains(operands, "%") {
		slices.Reverse(parts)
	}
	switch {
	case among(readers, name):
		return false
	case len(NEONRegisters(name+" "+operands)) > 0: // whose brackets may be around the number of a lane
		return strings.HasPrefix(name, "st")
	case strings.Contains(operands, "%") || strings.Contains(operands, "mm") || !strings.Contains(operands, "["):
		return strings.ContainsAny(parts[0], "[(")
	}
	return !strings.HasPrefix(name, "ld") || isArmAtomic(name)
}

// finish finds the passages of what was read. Of a block that goes on, what registers hold is not wanted yet.
func (r *blockReader) finish(ends bool) {
	if len(r.stored) > 0 {
		for _, group := range r.neighbours() {
			r.stores(group)
		}
	}
	for _, w := range r.used {
		r.passage(w, used)
	}
	for _, key := range slices.Sorted(maps.Keys(r.live)) {
		if ends {
			r.passage(r.live[key], left)
		}
	}
}

// stores makes passages of neighbours in memory: one, or that of the first if all do the same, each to sources of its own.
func (r *blockReader) stores(group []made) {
	runs := r.runs(group)
	first, err := r.alone(runs[0])
	same := err == nil
	for _, w := range runs[1:] {
		other, err := r.alone(w)
		same = same && err == nil && other.Map.String() == first.Map.String()
	}
	if same {
		r.add(runs[0], first, len(runs), stored)
	} else if w, err := r.join(group); err == nil {
		r.passage(w, stored)
	}
}

// runs are neighbours in memory, those joined that have sources in common. What has none that are known stands alone.
//
//	[rdi]     a0 b0 a1 b1
//	[rdi+16]  a2 b2 a3 b3      the first run
//	[rdi+32]  c0 d0 c1 d1
//	[rdi+48]  c2 d2 c3 d3      the second
func (r *blockReader) runs(group []made) (all []made) {
	var sources []map[string]bool
	for _, w := range group {
		reading, _ := r.alone(w)
		own := map[string]bool{}
		for _, name := range reading.Names {
			own[name] = true
		}
		from := len(all)
		for k, before := range slices.Backward(sources) {
			if slices.ContainsFunc(reading.Names, func(name string) bool { return before[name] }) {
				from = k
			}
		}
		for k := from; k < len(all); k++ {
			maps.Copy(own, sources[k])
		}
		whole, err := r.join(append(slices.Clone(all[from:]), w))
		if err != nil {
			return group
		}
		all, sources = append(all[:from], whole), append(sources[:from], own)
	}
	return all
}

// passage is a value, if it is one.
func (r *blockReader) passage(w made, end ending) {
	if reading, err := r.alone(w); err == nil {
		r.add(w, reading, 1, end)
	}
}

// add adds a passage, unless nothing is moved in it.
func (r *blockReader) add(w made, reading dialect.Reading, times int, end ending) {
	if moves(reading.Map) {
		r.function.passages = append(r.function.passages, passage{r.block, r.lineOf[w.line], times, end, withoutNews(w.to), reading})
	}
}

// alone is a value over the sources that it reads.
func (r *blockReader) alone(w made) (dialect.Reading, error) {
	reading, err := r.readingOf(w)
	if err != nil {
		return reading, err
	}
	m, kept := reading.Map.DropUnused()
	names := make([]string, len(kept))
	for k, from := range kept {
		names[k] = reading.Names[from]
	}
	reading.Map, reading.Names = program.Widest(m), plainly(names) // what other lines read does not matter
	for k, name := range reading.Names {
		if (r.anew || name != names[k]) && !strings.ContainsAny(strings.TrimPrefix(name, "$vr"), "[($.") {
			reading.Names[k] = sizedRegister(name, m.Src[k]*m.Bits) + "'"
		}
	}
	return reading, nil
}

// sizedRegister is a register of x86 or LoongArch by the name that all its sizes have, mm0 or $vr0, as one of so many bits; another register is itself.
func sizedRegister(name string, bits int) string {
	if number, ok := strings.CutPrefix(name, "$vr"); ok && bits > 128 {
		return "$xr" + number
	}
	if !strings.HasPrefix(name, "mm") {
		return name
	}
	return map[int]string{128: "x", 256: "y", 512: "z"}[bits] + name
}

// plainly are names without the number of the value in the block, [x11-32] for [x11'4-32], where they differ without it.
func plainly(names []string) []string {
	plain := make([]string, len(names))
	for k, name := range names {
		if plain[k] = withoutNews(name); slices.Contains(plain[:k], plain[k]) {
			return names
		}
	}
	return plain
}

// withoutNews is a place as the line writes it.
func withoutNews(name string) string {
	mark := strings.IndexByte(name, '\'')
	if mark < 0 {
		return name
	}
	end := mark + 1
	for end < len(name) && name[end] >= '0' && name[end] <= '9' {
		end++
	}
	return name[:mark] + withoutNews(name[end:])
}

// moves says whether a map is more than a copy of a source, or of its beginning.
func moves(m lane.Map) bool {
	n := 0
	for n < len(m.Lane) && m.Lane[n].Kind == lane.Source {
		n++
	}
	return len(m.Src) > 0 && (!isInPlace(m) || slices.ContainsFunc(m.Lane[n:], func(l lane.Lane) bool { return l.Kind == lane.Source }))
}

// isInPlace says whether all lanes of sources are of one and stand where they stood, as a mask leaves them.
func isInPlace(m lane.Map) bool {
	for i, l := range m.Lane {
		if l.Kind == lane.Source && (l.Index != i || l.Src != 0) {
			return false
		}
	}
	return true
}

// reading is the function's first passage, with what else there is in its warnings.
func (t *functionText) reading() (dialect.Reading, error) {
	if len(t.passages) == 0 {
		if t.why != nil {
			return dialect.Reading{}, t.why
		}
		return dialect.Reading{}, t.nothing()
	}
	masks := func(p passage) bool { return isInPlace(p.Map) }
	if !slices.ContainsFunc(t.passages, func(p passage) bool { return !masks(p) }) {
		masks = func(passage) bool { return false }
	}
	t.passages = slices.DeleteFunc(t.passages, masks) // programs compute with those
	slices.SortStableFunc(t.passages, func(a, b passage) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.block.first, b.block.first), cmp.Compare(a.end, b.end), cmp.Compare(a.line, b.line))
	})
	first := t.passages[0]
	out := first.Reading
	out.Part = fmt.Sprintf("%s: %s", t.where(first.block), t.what(&first))
	out.Warnings = append([]string{"this is " + out.Part}, append(out.Warnings, t.warnings...)...)
	if lost := t.lostIn(first.block); lost != "" {
		out.Warnings = append(out.Warnings, lost)
	}
	out.Others = t.others()
	out.Warnings = append(out.Warnings, told(out.Others, first.Map)...)
	return out, nil
}

// nothing says that no passage was found, at the first line on vectors that is no movement.
func (t *functionText) nothing() error {
	first, end := len(t.text), len(t.text)
	for _, lost := range t.lost {
		l := t.lines[lost[0].line]
		if at := t.starts[lost[0].line] + l.At; at < first {
			first, end = at, at+len(l.Text)
		}
	}
	if first == end {
		first = 0 // there is none: it is all of the text
	}
	return syntax.Errorf(t.text, first, end, "no block of the function moves lanes, as far as it is understood: expected one that stores or computes with what a shuffle made")
}

// order puts loops first, and what is shorter than half a vector last: numbers go through general registers in a loop's rest.
func order(p passage) (place int) {
	if !p.block.loops {
		place = 1
	}
	if p.Map.Bits*len(p.Map.Lane) < 64 {
		place += 2
	}
	return place
}

// where is a block in the words of the text: the loop at .L4, line 18.
func (t *functionText) where(b *block) string {
	kind := map[bool]string{true: "the loop", false: "the block"}[b.loops]
	line := b.first
	if b.label != "" {
		return fmt.Sprintf("%s at %s, line %d", kind, b.label, t.numbers[line])
	}
	for line < b.end-1 && (t.lines[line].Text == "" || t.lines[line].Text[0] == '.' && !strings.HasSuffix(t.lines[line].Text, ":")) {
		line++
	}
	if label, ok := strings.CutSuffix(t.lines[line].Text, ":"); ok {
		return fmt.Sprintf("%s at %s, line %d", kind, label, t.numbers[line])
	} else if address := addressOf(t.lines[line]); address != "" {
		return fmt.Sprintf("%s at %s, line %d", kind, address, t.numbers[line])
	}
	return fmt.Sprintf("%s at line %d", kind, t.numbers[line])
}

// what is a passage in the block's words.
func (t *functionText) what(p *passage) string {
	number := t.numbers[p.line]
	text := fmt.Sprintf("%s %s (line %d)", endings[p.end], p.to, number)
	if p.to == onStack {
		text = fmt.Sprintf("%s on %s (line %d)", strings.TrimSuffix(endings[p.end], " in"), p.to, number)
	}
	if p.times > 1 {
		return text + ", and the same to " + counted(p.times-1, "place behind it", "places behind it")
	}
	return text
}

func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// mostTold bounds of what a function does beside what is shown.
const mostTold = 6

// others are the other passages, those of one map together.
func (t *functionText) others() (all []dialect.Movement) {
	at := map[string]int{}
	for _, p := range t.passages[1:] {
		m := p.Map.String()
		if k, known := at[m]; known {
			all[k].Lines = append(all[k].Lines, t.numbers[p.line])
			continue
		}
		at[m] = len(all)
		all = append(all, dialect.Movement{Map: p.Map, Names: p.Names, Part: fmt.Sprintf("%s: %s", t.where(p.block), t.what(&p)), Lines: []int{t.numbers[p.line]}})
	}
	return all
}

// told are the other movements as sentences.
func told(others []dialect.Movement, first lane.Map) (all []string) {
	for k, o := range others {
		if k == mostTold {
			return append(all, fmt.Sprintf("and %s; scan lists all", counted(len(others)-k, "other movement", "other movements")))
		}
		lines := make([]string, len(o.Lines))
		for i, n := range o.Lines {
			lines[i] = fmt.Sprint(n)
		}
		text := "also, line " + lines[0] + ": "
		if len(lines) > 1 {
			text = "also, lines " + strings.Join(lines[:min(len(lines), mostTold)], ", ") + ": "
		}
		m := o.Map.String()
		if m == first.String() {
			m = "the same"
		}
		all = append(all, text+clipped(m))
	}
	return all
}

// clipped is as much of a map as fits two lines of a screen: the first one is shown whole.
func clipped(m string) string {
	const most = 120
	if len(m) <= most {
		return m
	}
	return m[:strings.LastIndex(m[:most], " ")] + " …"
}

// lostIn says which lines of a block are no movements.
func (t *functionText) lostIn(b *block) string {
	var all []string
	for k, l := range t.lost[b] {
		if k == mostTold {
			all = append(all, "…")
			break
		}
		all = append(all, fmt.Sprintf("%d (%s)", t.numbers[l.line], l.name))
	}
	switch len(all) {
	case 0:
		return ""
	case 1:
		return "no movement in it is line " + all[0]
	}
	return "no movements in it are lines " + strings.Join(all, ", ")
}
