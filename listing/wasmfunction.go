package listing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A function of WebAssembly with control flow is read in runs, which begin and end where control may come or go:
//
//	block            a run
//	  br_if 0        the next one
//	  loop           and the next: of the locals that the loop sets, nothing is known here
//	    br_if 0
//	  end
//	end              of what the block sets, nothing is known here
//
// The text is read twice. The first time finds which locals a construct sets, and where control goes back to it; the second follows.
type wasmFunction struct {
	functionText
	finding bool // the first time
	control bool // there is some
	sets    map[int]map[string]bool
	back    map[int]int // by a loop's place, the last branch to it
	frames  []wasmFrame
	skipped bool // control does not come here
	block   *block
	begun   int    // where the run begins
	now     int    // the instruction
	mark    string // the label before it
	used    []made
	live    map[string]made
}

// readWasmFunction reads a text with control flow, or with lines that are no movements. Ok is false if it has neither: then it is one map.
func readWasmFunction(text string, always bool) (r dialect.Reading, ok bool, err error) {
	finding := newWasmText(text)
	finding.function = &wasmFunction{finding: true, sets: map[int]map[string]bool{}, back: map[int]int{}}
	err = finding.items()
	if !finding.function.control && !always || err == nil && !finding.Done() {
		return r, false, nil
	} else if err != nil {
		return r, true, err
	}
	w := newWasmText(text)
	lines, starts, numbers := linesOf(text)
	w.function = &wasmFunction{functionText: functionText{text: text, lines: lines, starts: starts, numbers: numbers, lost: map[*block][]lostLine{}}, sets: finding.function.sets, back: finding.function.back}
	w.restart()
	if err = w.items(); err == nil {
		w.finish(true)
		r, err = w.function.reading()
	}
	return r, finding.function.control || w.inside && len(w.function.lost) > 0, err
}

// lineAt is the line of the text at an offset, from 0.
func (t *functionText) lineAt(offset int) int {
	n, found := slices.BinarySearch(t.starts, offset)
	if !found {
		n--
	}
	return n
}

// restart begins a run: of locals that are no constants, and of memory, nothing is known.
func (w *wasmText) restart() {
	f := w.function
	w.reader = reader{text: w.text, inside: true, follow: NewFollower(nil), holds: map[string]made{}}
	w.follow.reads, w.follow.l.Patient = true, true
	f.block, f.begun, f.used, f.live = nil, w.Off, nil, map[string]made{}
	for name, v := range w.locals {
		if !v.isConstant() {
			w.forget(name)
		}
	}
	for k, v := range w.stack {
		if !v.isConstant() {
			w.stack[k] = w.something("stack", v.vector || v.scalar)
		}
	}
}

// forget says that a local holds what nobody knows: it is a source.
func (w *wasmText) forget(name string) { w.locals[name] = wasmValue{local: name} }

// isConstant says whether a value is a vector or a number that is known.
func (v *wasmValue) isConstant() bool {
	if v.vector || v.scalar {
		return isConstant(v.m)
	}
	return v.local == "" && v.at.base == ""
}

// something is a new value that an instruction made, or that came from elsewhere.
func (w *wasmText) something(name string, vector bool) wasmValue {
	w.follow.l.news++
	name += "'" + strconv.Itoa(w.follow.l.news)
	if vector {
		return wasmValue{local: name}
	}
	return wasmValue{at: place{base: name}}
}

// here is the block of the run, which begins with the instruction at hand.
func (w *wasmText) here() *block {
	f := w.function
	if f.block == nil {
		f.block = &block{first: f.lineAt(f.now)}
		for _, frame := range f.frames {
			if frame.kind == "loop" && f.begun < f.back[frame.start] {
				f.block.loops = true
			}
		}
		if last := len(f.frames) - 1; last >= 0 && f.frames[last].kind == "loop" && f.lineAt(f.frames[last].start) == f.lineAt(f.begun) {
			f.block.first, f.block.label = f.lineAt(f.begun), f.frames[last].shown
		}
		f.block.end = f.block.first + 1
	}
	return f.block
}

// finish finds what the run makes.
func (w *wasmText) finish(ends bool) {
	f := w.function
	if f.block == nil {
		return // it is empty
	}
	r := blockReader{reader: w.reader, function: &f.functionText, block: f.block, used: f.used, live: f.live, lineOf: map[int]int{}}
	for _, v := range w.stack {
		if ends && v.vector && v.from > 0 {
			r.live[v.key()] = w.madeOf(v, onStack)
		}
	}
	for _, all := range [][]made{r.stored, r.used, slices.Collect(maps.Values(r.live))} {
		for _, m := range all {
			r.lineOf[m.line] = m.line
		}
	}
	r.finish(ends)
}

// madeOf is a value as what a line made.
func (w *wasmText) madeOf(v wasmValue, to string) made {
	return made{m: v.m, key: to, to: cmp.Or(v.to, to), line: w.function.lineAt(v.from - 1)}
}

// boundary ends a run, and begins the next.
func (w *wasmText) boundary() {
	if !w.function.skipped {
		w.finish(true)
	}
	w.restart()
}

// stepInFunction does an instruction of a function with control flow.
func (w *wasmText) stepInFunction(name string, imm *wasmImmediate, start int, located func(error) error) error {
	f := w.function
	if err := w.count(); err != nil {
		return located(err)
	}
	f.now = start
	control, err := w.controls(name, imm, start)
	if f.mark = ""; err != nil {
		return located(err)
	} else if control {
		return nil
	}
	before := w.follow.l.Computations()
	if err := w.followed(name, imm); err != nil {
		return located(err)
	}
	w.follow.l.Locate(before, located)
	return nil
}

// followed does an instruction of a run. What is no movement makes something new of what it takes.
func (w *wasmText) followed(name string, imm *wasmImmediate) error {
	if w.here(); len(w.stack) > mostWasmStack {
		return fmt.Errorf("more than %d values are on the stack", mostWasmStack)
	}
	taken := slices.Clone(w.stack[max(0, len(w.stack)-mostWasmTaken):])
	below := w.stack[:len(w.stack)-len(taken)]
	stored := len(w.stored)
	if name == "local.get" {
		delete(w.function.live, imm.word)
	}
	err := w.execute(name, imm)
	if err == nil {
		w.note(name, imm, stored)
		return nil
	}
	w.stack = append(below, taken...)
	return w.lose(name, err)
}

// note notes what a movement made.
func (w *wasmText) note(name string, imm *wasmImmediate, stored int) {
	f := w.function
	for k := stored; k < len(w.stored); k++ {
		w.stored[k].line = f.lineAt(f.now)
	}
	if name == "local.set" {
		if v := w.locals[imm.word]; v.vector {
			f.live[imm.word] = w.madeOf(v, imm.word)
		} else {
			delete(f.live, imm.word)
		}
	}
}

// Bounds of what an instruction takes from the stack, and of the stack of a function with control flow.
const (
	mostWasmTaken = 3
	mostWasmStack = 200
)

// lose passes over an instruction that is no movement.
func (w *wasmText) lose(name string, why error) error {
	f := w.function
	takes, gives, ok := wasmArity(name)
	switch {
	case strings.HasPrefix(name, "call"), strings.HasPrefix(name, "return_call"):
		return fmt.Errorf("what %s takes from the stack is said elsewhere: expected a function without calls", name)
	case !ok:
		return why
	case takes > len(w.stack)-w.floor():
		return fmt.Errorf("%s takes %d values from the stack, on which %d are left", name, takes, len(w.stack)-w.floor())
	}
	at := len(w.stack) - takes
	vector := false
	for _, v := range w.stack[at:] {
		if vector = vector || v.vector; v.vector && v.from > 0 && !slices.ContainsFunc(f.used, func(u made) bool { return u.key == v.key() }) {
			u := w.madeOf(v, onStack)
			u.key = v.key()
			f.used = append(f.used, u)
		}
	}
	if w.stack = w.stack[:at]; vector || wasmShapes[name[:strings.IndexByte(name+".", '.')]] > 0 {
		f.lost[w.here()] = append(f.lost[w.here()], lostLine{f.lineAt(f.now), name})
	}
	if gives != "" {
		w.push(w.something(name, gives == "v128" || gives == "any" && vector))
	}
	if strings.Contains(name, "store") || strings.HasPrefix(name, "memory.") {
		block, begun := f.block, f.begun
		w.finish(false)
		w.restart()
		f.block, f.begun = block, begun
	}
	return nil
}

// floor is how high the stack is below the construct: what stands there is not to be taken in it.
func (w *wasmText) floor() int {
	if w.function == nil || len(w.function.frames) == 0 {
		return 0
	}
	return w.function.frames[len(w.function.frames)-1].height
}

// key tells values of different instructions apart.
func (v *wasmValue) key() string { return onStack + "'" + strconv.Itoa(v.from) }

// What instructions take and give, by the first word behind the point in their names. All but these take two values.
var (
	wasmOnes = strings.Fields("clz ctz popcnt eqz wrap abs neg not sqrt ceil floor trunc nearest splat any all bitmask extend extend8 extend16 extend32 extract convert reinterpret demote promote extadd")
	wasmTwos = strings.Fields("add sub mul div rem and or xor andnot shl shr rotl rotr eq ne lt gt le ge min max pmin pmax copysign avgr q15mulr dot narrow extmul swizzle shuffle replace relaxed")
)

// wasmArity is how many values an instruction takes from the stack, and what it puts there: v128, number, any for what it took, or nothing.
func wasmArity(name string) (takes int, gives string, ok bool) {
	switch name {
	case "select":
		return 3, "any", true
	case "drop", "global.set":
		return 1, "", true
	case "memory.size":
		return 0, "number", true
	case "memory.grow":
		return 1, "number", true
	case "memory.copy", "memory.fill":
		return 3, "", true
	}
	first, rest, _ := strings.Cut(name, ".")
	verb, _, _ := strings.Cut(rest, "_")
	vector := first == "v128" || wasmShapes[first] > 0
	if gives = "number"; vector && verb != "extract" && verb != "any" && verb != "all" && verb != "bitmask" {
		gives = "v128"
	}
	switch {
	case !vector && !slices.Contains(wasmTypes, first):
		return 0, "", false
	case verb == "const":
		return 0, gives, true
	case strings.HasPrefix(verb, "load") && strings.HasSuffix(rest, "lane"):
		return 2, gives, true
	case strings.HasPrefix(verb, "load"):
		return 1, gives, true
	case strings.HasPrefix(verb, "store"):
		return 2, "", true
	case verb == "bitselect", strings.HasSuffix(rest, "madd"), strings.HasSuffix(rest, "laneselect"), strings.HasSuffix(rest, "i7x16_add_s"):
		return 3, gives, true
	case slices.Contains(wasmOnes, verb), strings.HasPrefix(rest, "relaxed_trunc"):
		return 1, gives, true
	}
	return 2, gives, slices.Contains(wasmTwos, verb)
}
