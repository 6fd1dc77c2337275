package listing

import (
	"cmp"
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

// A text is read as one map by following it, as a whole file is:
//
//	f:      movdqu  xmm0, [rdi]         [rdi] is source a
//	        pshufd  xmm0, xmm0, 27      xmm0 is a3 a2 a1 a0
//	        movdqu  [rsi], xmm0         what is stored is the result; else what is in the result's register at
//	        ret                         ret, and without one what the last line makes
type reader struct {
	text     string
	follow   *Follower
	last     made            // by the last line
	beside   []made          // what that line wrote before, as it writes several registers
	holds    map[string]made // by register, in what was written last
	stored   []made          // to memory that is not the function's own
	returned bool
	power    bool // by Power's instruction
	warnings []string
	lines    int
	inside   bool // of a function, whose places in memory have an order
	deed     Deed // of the last line, if that is a movement
}

// A made value is what a line wrote.
type made struct {
	m        lane.Map
	key      string // of a register, or a place
	to       string // as the text calls it
	line     int
	computed bool // it is no movement
}

// readText reads lines of x86 or of AArch64.
func readText(text, example string) (dialect.Reading, error) {
	x := newX86inc(text)
	all := x.statements()
	if slices.ContainsFunc(all, branches) {
		return readFunction(text)
	}
	if len(all) > program.MaxLines {
		s := all[program.MaxLines]
		return dialect.Reading{}, syntax.Errorf(text, s.at, s.at+s.long, "more than %d lines", program.MaxLines)
	}
	r := reader{text: text, follow: NewFollower(Constants(strings.SplitSeq(text, "\n"))), holds: map[string]made{}}
	r.follow.reads, r.follow.l.Patient, r.follow.vectors = true, true, scalableBits(text)
	r.follow.a32.is = isNEON32(all)
	for _, s := range all {
		before := r.follow.l.Computations()
		if err := r.statement(s); err != nil {
			err = r.located(s, err)
			if computes(s) || r.deed.Kind == Computed {
				return orFunction(text, all, err)
			}
			return dialect.Reading{}, err
		}
		r.follow.l.Locate(before, func(err error) error { return r.located(s, err) })
	}
	if r.last.to == "" {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "this is no movement: expected an instruction such as %s", example)
	}
	if guard := r.follow.l.guard; guard != nil && r.lines > 1 {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "a line is under %s: in a program it is a map only once that is known", guard.By)
	}
	if x.warning != "" {
		r.warnings = append(r.warnings, x.warning)
	}
	reading, err := r.reading()
	if err != nil && r.follow.l.Computations() > 0 {
		return orFunction(text, all, err)
	}
	return reading, err
}

// orFunction is the movement of a function that computes as well, or why one is none.
func orFunction(text string, all []statement, why error) (dialect.Reading, error) {
	if endsWithReturn(all) {
		if function, err := readFunction(text); err == nil {
			return function, nil
		}
	}
	return dialect.Reading{}, why
}

// computes says whether a line that is no movement computes with vectors: it is none that the tables know, with whatever operands.
func computes(s statement) bool {
	name, operands := nameAndOperands(strings.ToLower(s.text))
	switch {
	case isVectorLineNEON(operands):
		return len(apply.NEONNamed()[name]) == 0
	case looksNEON32Line(s.text):
		return false
	case len(vectorsNamed(name, operands).writes) > 0:
		return !apply.IsPower(name) && !apply.IsLoong(name) && !apply.IsSVE(name)
	}
	return isVectorLine(name, operands) && len(apply.X86Named()[name]) == 0 && len(apply.X86Named()["v"+name]) == 0
}

// endsWithReturn says whether statements are one function.
func endsWithReturn(all []statement) bool {
	k := slices.IndexFunc(all, func(s statement) bool { return Returns(s.text) })
	return k >= 0 && !slices.ContainsFunc(all[k+1:], func(s statement) bool { return !isNothing(s.text) })
}

// contentsUnknown is what an error says where a constant is missing.
const contentsUnknown = "depends on the contents"

// located is an error with a place in the whole text. Where a constant is missing, it is what would help.
func (r *reader) located(s statement, err error) error {
	if label := r.follow.missing; label != "" && strings.Contains(err.Error(), contentsUnknown) {
		name, _ := nameAndOperands(s.text)
		return syntax.Errorf(r.text, s.at, s.at+s.long, "what %s does depends on the constant at %s, which is not in the text: expected its bytes behind %s:, or the comment that says the map", name, label, label)
	}
	if e, ok := err.(*syntax.Error); ok {
		if e.Text == s.text && len(s.text) == s.long {
			return syntax.Moved(err, r.text, s.at)
		}
		err = fmt.Errorf("%s", e.What)
	}
	return syntax.Errorf(r.text, s.at, s.at+s.long, "%v", err)
}

// statement follows one instruction.
func (r *reader) statement(s statement) error {
	name, operands := nameAndOperands(s.text)
	switch {
	case isNothing(s.text):
		return nil
	case r.returned:
		return fmt.Errorf("something follows the end of a function: expected one function alone")
	case Returns(s.text):
		r.returned, r.power = true, name == powerReturn
		return nil
	case isDecision(name):
		return undecided(name, operands)
	case FlowOf(strings.ToLower(s.text)) != Next:
		return fmt.Errorf("%s is control flow: expected instructions that follow one another", syntax.Quote(name))
	}
	r.lines++
	l := r.follow.l
	l.Result = lane.Map{}
	before := l.Computations()
	d, err := r.follow.Line(s.text, s.comment)
	if r.deed = d; err == nil && r.inside {
		err = l.OnlyComputed(before, l.Result) // a block passes over it, as over a line that no table knows
	}
	if err != nil {
		w, err := r.follow.computes(s.text, err)
		if w.line = r.lines; err == nil && w.to != "" {
			r.last, r.beside, r.holds[w.key] = w, nil, w
		}
		return err
	}
	if FileOf(d.To) == target.General && d.To != "" {
		r.follow.moves(d.To)
	}
	if w := apply.NEONResized(s.text); w != "" && l.Result.Bits > 0 && !slices.Contains(r.warnings, w) && isArm(d.To) {
		r.warnings = append(r.warnings, w)
	}
	wrote := r.follow.wrote(d)
	if len(wrote) > 0 {
		r.beside = wrote[:len(wrote)-1]
	}
	for _, w := range wrote {
		if w.line = r.lines; isPlace(w.key) {
			if !l.places[w.key].isStack() {
				r.stored = append(r.stored, w)
			}
		} else {
			r.holds[w.key] = r.follow.whole32(w)
		}
		r.last = w
	}
	return nil
}

// reading is what the text makes.
func (r *reader) reading() (dialect.Reading, error) {
	w, err := r.result()
	if err != nil {
		return dialect.Reading{}, err
	}
	return r.readingOf(w)
}

// readingOf is a value over what there was before the text.
func (r *reader) readingOf(w made) (dialect.Reading, error) {
	l := r.follow.l
	one := []lane.Map{w.m}
	if len(w.m.Src) > 0 { // what reads nothing has no sources
		if err := l.Level(one); err != nil {
			return dialect.Reading{}, syntax.Errorf(r.text, 0, len(r.text), "%v", err)
		}
	}
	m, names, err := l.WithoutComputed(one[0])
	if err != nil {
		return dialect.Reading{}, err
	}
	m, names = r.withoutNumbers(m, names[:len(m.Src)], w.key)
	if r.follow.a32.is {
		m, names = r.follow.sources32(m, names)
	}
	switch {
	case r.returned:
		m, names = byConvention(m, names, l.places)
	case r.inside:
		m, names = byPlace(m, names, l.places)
	}
	for k, key := range names {
		names[k] = l.Called(key)
	}
	out := dialect.Reading{Map: m, Names: names, To: w.to, Guard: l.guard, Warnings: once(r.warnings, l.warnings)}
	if l.guard == nil {
		out.Map = apply.ReadableIn(FileOf(w.key), m)
	}
	return out, dialect.Checked(r.text, out.Map)
}

// withoutNumbers leaves out general registers and places that lines read and a result in a vector, in memory or on AArch64 does not: addresses and counts are none of its sources. What general registers of x86 hold keeps all that was read, as each line does.
func (r *reader) withoutNumbers(m lane.Map, names []string, result string) (lane.Map, []string) {
	if r.lines < 2 || len(m.Src) == 0 || FileOf(result) == target.General && !isArmAddress(result) {
		return m, names
	}
	reads := m.Reads()
	kept := names[:0:0]
	to := make([]int, len(names))
	without := m.Clone()
	without.Src = nil
	for k, name := range names {
		if to[k] = len(kept); reads[k] > 0 || !isPlace(name) && FileOf(name) == target.Vectors {
			kept, without.Src = append(kept, name), append(without.Src, m.Src[k])
		}
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Source {
			without.Lane[i].Src = to[l.Src]
		}
	}
	return without, kept
}

// once are the texts of lists, each once.
func once(lists ...[]string) (all []string) {
	for _, text := range slices.Concat(lists...) {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// resultRegisters are where functions leave what they return, in each file of x86 and AArch64; of Power it is another register of AArch64's names.
var (
	resultRegisters = []string{"mm0", "rax", "v0", "x0", "$vr0", "$xr0"}
	powerResults    = []string{"v2"}
	results32       = []string{"q0"}
)

// results are those of the machine that the function is of.
func (r *reader) results() (registers []string, said string) {
	switch {
	case r.power:
		return powerResults, "v2"
	case r.follow.a32.is:
		return results32, "q0, d0 or s0, or r0 and those behind it"
	}
	return resultRegisters, "xmm0, rax, v0, x0, $vr0 or $xr0"
}

// result is what was stored; of a function that stores nothing, what is in the result's register that was written last; and without an end, what the last line makes.
func (r *reader) result() (made, error) {
	if len(r.stored) > 0 && (r.returned || isPlace(r.last.key) || r.last.computed) {
		return r.joined()
	}
	if !r.returned {
		return r.lastMade()
	}
	best := made{}
	registers, said := r.results()
	for _, register := range registers {
		if w, ok := r.holds[register]; ok && w.line > best.line && !(best.line > 0 && FileOf(register) == target.General && isWhole(w.m)) { // a pointer, more likely
			best = w
		}
	}
	if r.follow.a32.is {
		var err error
		if best, err = r.result32(best); err != nil {
			return made{}, err
		}
	}
	if best.line == 0 {
		return made{}, syntax.Errorf(r.text, 0, len(r.text), "the function returns nothing that a line here makes: expected a result in %s, or a store", said)
	}
	return best, nil
}

// isWhole says whether a value is what one source holds.
func isWhole(m lane.Map) bool {
	for i, l := range m.Lane {
		if l.Kind == lane.Source && (l.Index != i || l.Src != m.Lane[0].Src) || l.Kind == lane.Undefined {
			return false
		}
	}
	return len(m.Lane) > 0 && m.Lane[0].Kind == lane.Source
}

// lastMade is what the last line makes: of several vectors all, one behind another.
//
//	ld2 {v0.16b, v1.16b}, [x0]      a0 a2 a4 … a30 a1 a3 … a31
func (r *reader) lastMade() (made, error) {
	if len(r.beside) == 0 || isPlace(r.last.key) {
		return r.last, nil
	}
	names := ""
	for _, w := range r.beside {
		names += w.to + ", "
	}
	r.warnings = append(r.warnings, fmt.Sprintf("%s and %s are written: this is all of them, one behind another", strings.TrimSuffix(names, ", "), r.last.to))
	return r.join(append(slices.Clone(r.beside), r.last))
}

// joined are stores to neighbouring places as one value.
func (r *reader) joined() (made, error) {
	groups := r.neighbours()
	if len(groups) > 1 {
		return made{}, syntax.Errorf(r.text, 0, len(r.text), "two results are stored, to %s and %s, which are no neighbours: expected the lines of one of them", groups[0][0].to, groups[1][0].to)
	}
	return r.join(groups[0])
}

// neighbours are the latest stores to all places, in their order, those together that follow one another in memory.
func (r *reader) neighbours() (groups [][]made) {
	latest := map[string]made{}
	for _, w := range r.stored {
		latest[w.key] = w
	}
	var all []made
	for _, w := range latest {
		all = append(all, w)
	}
	places := r.follow.l.places
	slices.SortFunc(all, func(a, b made) int {
		return cmp.Or(cmp.Compare(places[a.key].base, places[b.key].base), cmp.Compare(places[a.key].offset, places[b.key].offset), cmp.Compare(a.key, b.key))
	})
	var end place
	for _, w := range all {
		p := places[w.key]
		if last := len(groups) - 1; last >= 0 && p.base == end.base && p.offset == end.offset {
			groups[last] = append(groups[last], w)
		} else {
			groups = append(groups, []made{w})
		}
		end = p
		end.offset += w.m.Bits * len(w.m.Lane) / 8
	}
	return groups
}

// join puts neighbours together.
func (r *reader) join(all []made) (made, error) {
	whole := all[0]
	for _, w := range all[1:] {
		both := []lane.Map{whole.m, w.m}
		if err := r.follow.l.Level(both); err != nil {
			return made{}, syntax.Errorf(r.text, 0, len(r.text), "%v", err)
		}
		width := lane.GCD(both[0].Bits, both[1].Bits)
		for i := range both {
			var err error
			if both[i], err = both[i].Regroup(width); err != nil {
				return made{}, syntax.Errorf(r.text, 0, len(r.text), "%v", err)
			}
		}
		whole.m = both[0].Clone()
		whole.m.Lane = append(whole.m.Lane, both[1].Lane...)
	}
	return whole, nil
}

// byConvention gives the sources of a function the order of its parameters, as far as the registers are those of calls: vectors by their numbers, numbers, then places by the registers that
// point to them.
func byConvention(m lane.Map, names []string, places map[string]place) (lane.Map, []string) {
	return inOrder(m, names, func(name string) [3]int { return parameter(name, places) })
}

// byPlace gives sources the order in which they are read, and those behind one another in memory the order that they have there.
func byPlace(m lane.Map, names []string, places map[string]place) (lane.Map, []string) {
	first := map[string]int{}
	return inOrder(m, names, func(name string) [3]int {
		p, ok := places[name]
		if !ok {
			return [3]int{slices.Index(names, name)}
		}
		if _, seen := first[p.base]; !seen {
			first[p.base] = slices.IndexFunc(names, func(other string) bool { return places[other].base == p.base })
		}
		return [3]int{first[p.base], 0, p.offset}
	})
}

// inOrder gives sources the order of their keys.
func inOrder(m lane.Map, names []string, key func(name string) [3]int) (lane.Map, []string) {
	order := make([]int, len(names))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := key(names[a]), key(names[b])
		return slices.Compare(x[:], y[:])
	})
	sorted, to := make([]string, len(names)), make([]int, len(names))
	for k, from := range order {
		sorted[k], to[from] = names[from], k
	}
	m = m.Clone()
	lengths := make([]int, len(m.Src))
	for k, n := range m.Src {
		lengths[to[k]] = n
	}
	m.Src = lengths
	for i, l := range m.Lane {
		if l.Kind == lane.Source {
			m.Lane[i].Src = to[l.Src]
		}
	}
	return m, sorted
}

// generalParameters are the general registers in which System V's functions have their parameters.
var generalParameters = []string{"rdi", "rsi", "rdx", "rcx", "r8", "r9"}

// parameter sorts sources: by kind, then by register, then by place.
func parameter(name string, places map[string]place) [3]int {
	name, _, _ = strings.Cut(name, "'")
	if key, ok := parameter32(name); ok {
		return key
	}
	if p, ok := places[name]; ok {
		first, _, _ := strings.Cut(p.base, "+")
		first, _, _ = strings.Cut(first, "'")
		return [3]int{2, generalParameter(first), p.offset}
	}
	if FileOf(name) == target.General {
		return [3]int{1, generalParameter(name)}
	}
	n, _ := strconv.Atoi(strings.TrimLeft(name, "$xyzmvr"))
	return [3]int{0, n}
}

// generalParameter is the number of a register among parameters, of both machines; others are behind them.
func generalParameter(register string) int {
	if g, ok := GeneralRegister(register); ok {
		if k := slices.Index(generalParameters, g); k >= 0 {
			return k
		}
	} else if isArmAddress(register) {
		n, _ := strconv.Atoi(register[1:])
		return n
	} else if n, err := strconv.Atoi(strings.TrimPrefix(register, "$a")); err == nil { // LoongArch
		return n
	} else if n := slices.Index(generalParameters32, register); n >= 0 {
		return n
	}
	return 99
}

func isArm(register string) bool { return strings.HasPrefix(register, "v") }
