package corpus

import (
	"errors"
	"iter"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
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
// Lines are followed between labels and jumps; of what was before these only constants are known, where all ways bring the same ones (constants.go). What a movement made and no movement reads, or something else reads too, is what was wanted: an Emission. Its cost is that of
// all lines that it depends on: each by itself, so that a line on which two depend counts for both, as it would if either were made alone.
//
// A movement of which another one reads what something else reads too is a source of that one, as it was wanted by itself:
//
//	pshufd    $27, %xmm0, %xmm1
//	movdqa    %xmm1, (%rdi)
//	pshufd    $78, %xmm1, %xmm2        1 instruction, of xmm1
//
// A copy of what something else reads too is not counted: whoever overwrites a register has to keep what is wanted of it, and what is cheapest is known for sources that nobody wants back.
//
//	movdqa    %xmm1, %xmm6
//	punpcklwd %xmm3, %xmm1
//	punpckhwd %xmm3, %xmm6             1 instruction, as the punpcklwd reads xmm1 too
//
// General registers of x86 are followed too, also from and to vectors:
//
//	vmovq     %xmm0, %rax              of vectors, what is wanted is what they make of vectors;
//	pextq     %rcx, %rax, %rax         of general registers, what these make of one another,
//	vmovq     %rax, %xmm0              if it is more than shifts and masks that move all alike: programs compute with those

// A Cost is counted as package lower counts: instructions, constants loaded, into vectors or masks, and copies of registers that keep nothing for others.
type Cost struct{ Ops, Constants, Copies int }

// Balanced is the cost as one number, the default one of package lower.
func (c Cost) Balanced() int { return c.Ops + c.Copies + 2*c.Constants }

// An Emission is a movement that a listing makes.
type Emission struct {
	Place      // of the last line
	First  int // the line that it begins with
	Form   form.Form
	Cost   Cost
	Target string // the poorest target that has the instructions of the function
}

// A made value is what a line put into a register.
type made struct {
	at       numbered
	deed     listing.Deed
	from     []*made
	form     form.Form
	moves    bool
	file     target.File // in which it is
	consumed bool        // a movement reads it
	used     bool        // something else does
	visit    int         // when it was last among what another value depends on
	reads    []*content  // of each register that it was made of
	content  content
	beside   *made // by the same line, of which one is counted

	constant *listing.Constant // of another block
}

// A content is what a register holds: what a line made that is followed, or something else.
type content struct {
	readers int // how often lines read it
	among   int // how often those do on which the value depends that is looked at
	visit   int // when that was counted
}

// A wanted value is a movement that is told of once it is known which instructions the function may use.
type wanted struct {
	Emission
	text    string         // of the last line
	needs   target.Feature // of what made it
	general bool           // some of that is in general registers
	file    target.File
}

// A miner follows a listing, and knows where each value in it comes from.
type miner struct {
	file     string
	to       *Sink
	follow   *listing.Follower
	holds    map[string]*made         // by register
	others   map[string]*content      // by register, what no line made that is followed
	values   []*made                  // of this block
	block    []blockLine              // its lines
	leaving  func()                   // what is done before it ends
	sources  map[int]bool             // lines of it, by their number, of which what they make is a source of what is behind them; nil while that is not known
	function string                   // that the last line is in
	known    map[int]map[string]*made // constants where blocks begin, by the number of the line
	wanted   []wanted                 // of this function
	needs    target.Feature
	visits   int
	reached  []*made // by the last visit
}

// A blockLine is a line of a block, as it is followed.
type blockLine struct {
	at            numbered
	text, comment string
	known         map[string]*made // what is known where it begins
}

// Bounds of what is followed together. Behind them all registers hold something new, as behind a label.
const (
	mostInputs  = 200  // values that the lines of a block begin with: the time that a block takes grows with them
	mostLines   = 1024 // of a block
	mostEmitted = 1024 // movements of a function; later ones may be told of with a richer target
)

// texts are lines without their numbers.
func texts(lines []numbered) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, at := range lines {
			if !yield(at.text) {
				return
			}
		}
	}
}

// readListing follows the instructions of a listing. Lines are those that it may be about, with their numbers.
func readListing(file string, lines []numbered, to *Sink) error {
	lines = plainLines(lines)
	data := listing.Constants(texts(lines))
	l := newMiner(file, data, to)
	l.follow.Arm32(listing.IsArm32(texts(lines)))
	l.findConstants(lines, data)
	return l.readAll(lines)
}

// plainLines are lines without what is said of them behind a semicolon, in which no label stands twice.
func plainLines(lines []numbered) (all []numbered) {
	for k := range lines {
		lines[k].text = listing.WithoutRemark(lines[k].text)
	}
	apart, from := listing.LabelsApart(slices.Collect(texts(lines)))
	for k, text := range apart {
		at := lines[from[k]]
		at.text = text
		all = append(all, at)
	}
	return all
}

func newMiner(file string, data map[string][]byte, to *Sink) *miner {
	return &miner{file: file, to: to, follow: listing.NewFollower(data), holds: map[string]*made{}, others: map[string]*content{}}
}

// readAll reads lines to the end, or until the context is over.
func (l *miner) readAll(lines []numbered) error {
	for _, at := range lines {
		if err := l.to.ended(); err != nil {
			return err
		}
		if !l.to.guarded(l.file, at.n, at.text, func() { l.read(at) }) {
			l.endBlock() // what registers hold now is not known
		}
	}
	l.leave(l.holdNothing)
	l.endBlock()
	l.endFunction()
	return nil
}

// read is one line.
func (l *miner) read(at numbered) {
	line := dialect.LineOf(at.text)
	known, begins := l.known[at.n]
	if at.function != l.function && strings.HasSuffix(line.Text, ":") && !strings.HasPrefix(line.Text, ".") {
		l.leave(l.holdNothing) // another function begins
	}
	l.function = at.function
	if begins {
		l.endBlock()
	}
	switch text := line.Text; {
	case text == "" || strings.HasPrefix(text, ".") && !strings.HasSuffix(text, ":"):
	case strings.HasSuffix(text, ":"):
		l.endBlock()
		if !strings.HasPrefix(text, ".") {
			l.endFunction()
		}
		l.begin(at, known)
	default:
		l.line(blockLine{at, text, line.Comment, known})
	}
}

// begin holds what is known where a block begins.
func (l *miner) begin(at numbered, known map[string]*made) {
	if len(known) > 0 {
		l.hold(known)
		l.block = append(l.block, blockLine{at: at, known: known})
	}
}

// line is one instruction.
func (l *miner) line(b blockLine) {
	l.hold(b.known)
	if flow := listing.FlowOf(b.text); flow != listing.Next {
		l.leave(func() {
			if flow == listing.Calls {
				for _, v := range l.holds {
					v.used = true // it may be an argument
				}
			}
			if listing.Returns(b.text) {
				l.holdNothing()
			}
		})
		l.endBlock()
		return
	}
	if l.follow.Inputs() >= mostInputs || len(l.block) >= mostLines {
		l.endBlock()
	}
	l.instruction(b.at, b.text, b.comment)
	l.block = append(l.block, b) // one that panics is not followed again
	if listing.WritesAll(b.text) {
		l.endBlock()
	}
}

// instruction follows a line that is no jump.
func (l *miner) instruction(at numbered, text, comment string) {
	deed, err := l.follow.Line(text, comment)
	l.counted(at, text, deed.Kind, err)
	switch {
	case err == nil && deed.Alone != nil:
		l.alone(at, &deed)
		return
	case err != nil && deed.Kind == listing.Began:
		v := l.value(at, deed)
		l.overwritten(l.follow.Other(text, deed))
		l.keep(v)
		return
	case err != nil || l.arrives(&deed):
		l.other(text, deed)
		return
	}
	v := l.value(at, deed)
	if r, ok := l.follow.Reading(); ok {
		v.makes(r)
	}
	l.keep(v)
	all := []*made{v}
	if to, r, ok := l.follow.Beside(); ok {
		other := *v
		other.deed.To, other.beside, other.content = to, v, content{}
		other.makes(r)
		l.keep(&other)
		all = append(all, &other)
	}
	if l.sources[at.n] {
		for _, v := range all {
			delete(l.holds, v.deed.To)
			l.others[v.deed.To] = &v.content
			l.follow.Forget(v.deed.To)
		}
	}
}

// makes says what a value is of what registers held. What reads none is no movement.
func (v *made) makes(r dialect.Reading) {
	v.form, v.moves = form.Form{}, false
	if len(r.Map.Src) > 0 {
		v.form, v.moves = form.Form{Dialect: "x86", Map: r.Map, Names: r.Names}, Moves(r.Map)
	}
}

// value is what a line makes of what registers hold. One that another line began is read by what ends it, and used by all else.
func (l *miner) value(at numbered, deed listing.Deed) *made {
	v := &made{at: at, deed: deed, file: listing.FileOf(deed.To)}
	for _, register := range deed.Reads {
		v.reads = append(v.reads, l.content(register))
		switch from := l.holds[register]; {
		case from == nil:
		case from.deed.Kind == listing.Began && (!deed.Ends || register != deed.To):
			from.used = true
		default:
			from.consumed = true
			v.from = append(v.from, from)
		}
	}
	return v
}

// keep says that a register holds a value.
func (l *miner) keep(v *made) {
	delete(l.others, v.deed.To)
	l.holds[v.deed.To] = v
	l.values = append(l.values, v)
	l.needs |= v.deed.Needs
}

// counted tells whether a line was followed. Lost is one that may move lanes, by its name, and of which that was not to be found out; what no target has as a movement does not matter, nor do
// loads and stores.
func (l *miner) counted(at numbered, text string, kind listing.DeedKind, err error) {
	lost := err != nil && kind == listing.Moved && isMovement(text)
	switch {
	case l.sources != nil: // it was told of when it was followed first
	case lost && l.to.Lost != nil:
		why := err.Error()
		if e := new(syntax.Error); errors.As(err, &e) {
			why = e.What // the place in the line does not matter
		}
		if _, operands := nameAndOperands(text); strings.Contains(operands, "\\") {
			why = "what a macro is given stands for an operand"
		}
		l.to.Lost(Skip{Place: l.place(at), Why: why})
	case !lost && l.to.Line != nil:
		l.to.Line()
	}
}

// place is where a line is.
func (l *miner) place(at numbered) Place { return Place{l.file, at.n, at.function} }

// arrives says whether a line brings a vector something that was not made of vectors: then that is where the vector's movements begin.
func (l *miner) arrives(deed *listing.Deed) bool {
	return listing.FileOf(deed.To) == target.Vectors && slices.ContainsFunc(deed.Reads, func(register string) bool {
		from := l.holds[register]
		return listing.FileOf(register) == target.General && (from == nil || !from.crosses() || slices.ContainsFunc(from.form.Names, func(name string) bool { return listing.FileOf(name) == target.General }))
	})
}

// alone is a movement whose operands no register holds.
func (l *miner) alone(at numbered, deed *listing.Deed) {
	if m := deed.Alone.Map; Moves(m) && l.sources == nil {
		w := wanted{needs: deed.Needs, file: target.Vectors}
		l.to.Emitted(Emission{Place: l.place(at), First: at.n, Form: form.Form{Map: m, Names: deed.Alone.Names}, Cost: Cost{Ops: 1}, Target: poorest(&w, w.needs)})
	}
}

// other is an instruction that is no movement: what it reads is used, and what it writes holds something new.
func (l *miner) other(text string, deed listing.Deed) {
	e := l.follow.Other(text, deed)
	if e.General {
		for r, v := range l.holds {
			if v.file == target.General {
				v.used = true
				delete(l.holds, r)
			}
		}
	}
	for _, r := range e.Reads {
		l.content(r)
		if v := l.holds[r]; v != nil {
			v.used = true
		}
	}
	l.overwritten(e)
}

// overwritten says that registers hold something new.
func (l *miner) overwritten(e listing.Effect) {
	for _, r := range e.Writes {
		delete(l.holds, r)
		delete(l.others, r)
	}
}

// content is what a register holds, which a line reads.
func (l *miner) content(register string) *content {
	held := l.others[register]
	switch v := l.holds[register]; {
	case v != nil:
		held = &v.content
	case held == nil:
		held = new(content)
		l.others[register] = held
	}
	held.readers++
	return held
}

// holdNothing says that nothing reads what registers hold: what is returned was made, and not copied for others.
func (l *miner) holdNothing() {
	clear(l.holds)
	clear(l.others)
}

// leave is done before the block ends.
func (l *miner) leave(how func()) {
	how()
	l.leaving = how
}

// endBlock finds what was wanted of the block's values.
func (l *miner) endBlock() {
	l.followAgain()
	for _, v := range l.holds { // whoever comes next may read it
		v.content.readers++
	}
	for _, c := range l.others {
		c.readers++
	}
	for _, v := range slices.Backward(l.values) {
		l.to.guarded(l.file, v.at.n, v.at.text, func() { l.want(v) })
	}
	clear(l.values) // or what is behind its end would be kept
	clear(l.block)
	l.values, l.block = l.values[:0], l.block[:0]
	l.leaving, l.sources = nil, nil
	l.restart()
	if len(l.wanted) >= mostEmitted {
		l.tell()
	}
}

// restart says that all registers hold something new.
func (l *miner) restart() {
	l.reached = nil
	l.holdNothing()
	l.follow.Restart()
}

// followAgain follows a block with what was wanted by itself as sources, if there is such.
func (l *miner) followAgain() {
	for _, v := range slices.Backward(l.values) {
		if v.isRead() {
			v.uses()
		}
		if v.used && v.consumed && v.moves && !v.crosses() && (v.file == target.Vectors || !l.computes(v)) {
			if l.sources == nil {
				l.sources = map[int]bool{}
			}
			l.sources[v.at.n] = true
		}
	}
	if l.sources == nil {
		return
	}
	clear(l.values)
	l.values = l.values[:0]
	l.restart()
	for _, b := range l.block {
		for _, v := range b.known {
			v.content = content{}
		}
		l.hold(b.known)
		if b.text != "" {
			l.to.guarded(l.file, b.at.n, b.at.text, func() { l.instruction(b.at, b.text, b.comment) })
		}
	}
	if l.leaving != nil {
		l.leaving()
	}
}

// want finds whether a value was wanted.
func (l *miner) want(v *made) {
	switch {
	case !v.used && v.consumed:
	case v.isRead(), v.crosses(): // what it was made of is wanted, in the other file
		v.uses()
	case v.moves && (v.file == target.Vectors || !l.computes(v)):
		w := wanted{Emission: Emission{Place: l.place(v.at), First: v.at.n, Form: v.form}, text: v.at.text, file: v.file}
		all := l.upTo(v)
		w.count(all, l.visits)
		for _, from := range all {
			w.needs |= from.deed.Needs
			w.general = w.general || from.file == target.General
		}
		l.wanted = append(l.wanted, w)
	}
}

// isRead says whether what a line began was not ended, or is used by another too: then it is no movement, and reads what it is of.
func (v *made) isRead() bool { return v.deed.Kind == listing.Began && (v.used || !v.consumed) }

// uses says that what a value was made of is used.
func (v *made) uses() {
	for _, from := range v.from {
		from.used = true
	}
}

// crosses says whether a value is in another file than what it was made of.
func (v *made) crosses() bool {
	return slices.ContainsFunc(v.form.Names, func(name string) bool { return listing.FileOf(name) != v.file })
}

// computes says whether a value may be no movement to the program: only what programs compute with made it, of one source, of which all that moves does so equally far.
func (l *miner) computes(v *made) bool {
	for _, from := range l.upTo(v) {
		if !from.deed.Computes && from.deed.Kind == listing.Moved {
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
func (l *miner) upTo(v *made) []*made {
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
func (l *miner) endFunction() {
	l.tell()
	l.needs = 0
}

func (l *miner) tell() {
	slices.SortFunc(l.wanted, func(a, b wanted) int { return a.Line - b.Line })
	for _, w := range l.wanted {
		l.to.guarded(l.file, w.Line, w.text, func() {
			w.Target = l.target(&w)
			l.to.Emitted(w.Emission)
		})
	}
	clear(l.wanted)
	l.wanted = l.wanted[:0]
}

// count adds the cost of lines, which are those of a visit.
func (e *Emission) count(all []*made, visit int) {
	for _, v := range all {
		for _, c := range v.reads {
			if c.visit != visit {
				c.visit, c.among = visit, 0
			}
			c.among++
		}
	}
	loaded := map[string]bool{}
	for _, v := range all {
		e.First = min(e.First, v.at.n)
		switch v.deed.Kind {
		case listing.Moved:
			if v.beside == nil || v.beside.visit != visit {
				e.Cost.Ops++
			}
		case listing.Copied:
			if !v.keeps() {
				e.Cost.Copies++
			}
		case listing.Began: // it is counted with what ends it, as the target does
		default:
			e.Cost.Constants++
		}
		for _, label := range v.deed.Loads {
			if v.deed.Kind == listing.Moved && !loaded[label] {
				loaded[label] = true
				e.Cost.Constants++
			}
		}
	}
}

// keeps says whether something else than the lines that are counted reads what a copy is of.
func (v *made) keeps() bool {
	return slices.ContainsFunc(v.reads, func(c *content) bool { return c.readers > c.among })
}

// target is the poorest target that has the instructions of the function, or of the value alone if it is in a general register; those through which it went are registers of it.
func (l *miner) target(w *wanted) string {
	needs := w.needs
	if w.file != target.General {
		needs |= l.needs
	}
	if l.needs&elsewhere == 0 {
		needs |= target.SSE2
	}
	needs |= l.needs & elsewhere
	switch { // whose targets have vectors of one length
	case w.needs&target.LASX != 0:
		needs &^= target.LSX
	case w.needs&target.LSX != 0:
		needs &^= target.LASX
	}
	return poorest(w, needs)
}

// elsewhere are the features of other machines than x86, one of which each of their instructions needs.
const elsewhere = target.NEON | target.SIMD128 | target.POWER9 | target.RVV | target.LSX | target.LASX

func poorest(w *wanted, needs target.Feature) string {
	for _, t := range target.Targets() {
		if needs.In(t.Has) && t.Files[0] == w.file && (!w.general || t.Holds(target.General)) {
			return t.Name
		}
	}
	return ""
}
