package listing

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax/strings"
)

// A wasmFrame is a construct that is open.
type wasmFrame struct {
	kind, label string
	shown       string // the label, or the one in front of it
	start       int
	height      int // of the stack
	results     []string
	skipped     bool // control does not come to it
	closed      bool // by a parenthesis, and not by an end
}

// constructs are control flow with an end, and their ends.
var (
	constructs = strings.Fields("block loop if")
	ends       = strings.Fields("end end_block end_loop end_if")
	branching  = strings.Fields("br br_if br_table")
)

// enter opens a construct.
func (w *wasmText) enter(kind string, start int) error {
	f := w.function
	if f.control = true; len(f.frames) >= mostWasmDepth {
		return w.ErrorFrom(start, "more than %d constructs are in one another", mostWasmDepth)
	}
	frame := wasmFrame{kind: kind, start: start, skipped: f.skipped, height: w.floor()}
	if w.space(); w.Peek() == '$' {
		frame.label = w.word()
	}
	if err := w.blockType(&frame); err != nil {
		return err
	}
	frame.shown = cmp.Or(frame.label, f.mark)
	if f.frames = append(f.frames, frame); f.finding {
		f.sets[start] = map[string]bool{}
	}
	if kind == "if" { // of text in parentheses the condition follows
		return nil
	}
	return w.entered()
}

// entered is where control comes into the construct.
func (w *wasmText) entered() error {
	f := w.function
	if f.finding || f.skipped {
		return nil
	}
	frame := &f.frames[len(f.frames)-1]
	if frame.kind == "if" {
		if _, err := w.pop(frame.kind); err != nil {
			return err
		}
	}
	w.boundary()
	frame.height = len(w.stack)
	if frame.kind == "loop" {
		f.begun = frame.start
		w.forgetSets(frame.start)
	}
	return nil
}

// forgetSets forgets the locals that a construct sets.
func (w *wasmText) forgetSets(start int) {
	for name := range w.function.sets[start] {
		w.forget(name)
	}
}

// blockType is (result v128) or (type 0), or v128 alone as LLVM has it.
func (w *wasmText) blockType(frame *wasmFrame) error {
	for {
		w.space()
		at := w.Off
		if !w.Accept("(") {
			if word := w.word(); slices.Contains(wasmTypes, word) {
				frame.results = append(frame.results, word)
				continue
			}
			w.Off = at
			return nil
		}
		switch word := w.word(); word {
		case "result":
			for w.space(); !w.Accept(")"); w.space() {
				typ := w.word()
				if typ == "" {
					return w.Cursor.Wanted("a type, or )")
				}
				frame.results = append(frame.results, typ)
			}
		case "param", "type":
			return w.ErrorFrom(at, "%s takes parameters from the stack or names a type: expected one whose results alone are said", frame.kind)
		default:
			w.Off = at
			return nil
		}
	}
}

var wasmTypes = strings.Fields("i32 i64 f32 f64 v128")

// otherwise is else: what the first arm set is not known in the second.
func (w *wasmText) otherwise() error {
	f := w.function
	last := len(f.frames) - 1
	if last < 0 || f.frames[last].kind != "if" {
		return fmt.Errorf("no if is open: expected one before else")
	}
	if f.finding {
		return nil
	}
	w.boundary()
	frame := &f.frames[last]
	if w.stack = w.stack[:min(frame.height, len(w.stack))]; !frame.skipped {
		w.forgetSets(frame.start)
	}
	f.skipped = frame.skipped
	return nil
}

// leave closes a construct, with its results on the stack.
func (w *wasmText) leave() {
	f := w.function
	frame := f.frames[len(f.frames)-1]
	if f.finding {
		f.frames = f.frames[:len(f.frames)-1]
		return
	}
	if !frame.skipped {
		w.boundary()
		w.stack = w.stack[:min(frame.height, len(w.stack))]
		w.forgetSets(frame.start)
		for _, typ := range frame.results {
			w.push(w.something(frame.kind, typ == "v128"))
		}
	}
	f.frames, f.skipped = f.frames[:len(f.frames)-1], frame.skipped || f.skipped && frame.kind == "loop" // behind which branches do not go
}

// branch goes elsewhere, always or not.
func (w *wasmText) branch(name string, targets []string) error {
	f := w.function
	f.control = true
	if f.finding {
		for _, target := range targets {
			if k := f.frame(target); k >= 0 {
				f.back[f.frames[k].start] = w.Off
			}
		}
		return nil
	}
	if name != "br" {
		if _, err := w.pop(name); err != nil {
			return err
		}
	}
	w.boundary()
	f.skipped = name != "br_if"
	return nil
}

// frame is the construct that a branch names: 0 is the innermost. It is less than 0 for the function.
func (f *wasmFunction) frame(name string) int {
	if n, err := strconv.ParseUint(name, 10, 31); err == nil {
		return len(f.frames) - 1 - int(n)
	}
	k := len(f.frames) - 1
	for k >= 0 && f.frames[k].label != name {
		k--
	}
	return k
}

// controls does an instruction of control flow. Ok is false for any other.
func (w *wasmText) controls(name string, imm *wasmImmediate, start int) (ok bool, err error) {
	f := w.function
	isEnd := slices.Contains(ends, name)
	if f.finding && (name == "local.set" || name == "local.tee") {
		for _, frame := range f.frames {
			f.sets[frame.start][imm.word] = true
		}
	}
	switch {
	case slices.Contains(constructs, name):
		if err = w.enter(name, start); err == nil && name == "if" {
			err = w.entered()
		}
	case isEnd && len(f.frames) > 0 && f.frames[len(f.frames)-1].closed:
		err = fmt.Errorf("the innermost construct is the %s in parentheses, which end it: expected no end before the closing one", f.frames[len(f.frames)-1].kind)
	case isEnd && len(f.frames) > 0:
		w.leave()
	case isEnd, name == "end_function":
		w.ended = true
	case name == "else":
		err = w.otherwise()
	case f.skipped:
	case slices.Contains(branching, name):
		err = w.branch(name, imm.targets)
	case name == "return", name == "unreachable":
		if !f.finding {
			w.boundary()
			f.skipped = true
		}
	case !f.finding:
		return false, nil
	}
	return true, err
}

// construct is a construct in parentheses, of which the first word is read.
func (w *wasmText) construct(name string, start int) error {
	if err := w.enter(name, start); err != nil {
		return err
	}
	f := w.function
	inner := len(f.frames)
	f.frames[inner-1].closed = true
	content := w.items
	if name == "if" {
		content = w.arms
	}
	if err := content(); err != nil {
		return err
	}
	if err := w.endsAll(inner); err != nil {
		return err
	}
	w.leave()
	return nil
}

// endsAll says whether all constructs within so many ones have ended, where a parenthesis ends the innermost of these.
func (w *wasmText) endsAll(inner int) error {
	if f := w.function; len(f.frames) > inner {
		open := f.frames[len(f.frames)-1]
		return w.ErrorFrom(open.start, "%s has no end: expected one before the parenthesis that closes what it is in", open.kind)
	}
	return nil
}

// located is an error at a place of the text up to here, if it is one.
func (w *wasmText) located(at int, err error) error {
	if err != nil {
		err = w.ErrorFrom(at, "%v", err)
	}
	return err
}

// arms are the condition, then and else of an if.
func (w *wasmText) arms() error {
	inner := len(w.function.frames)
	for w.space(); w.Peek() == '('; w.space() {
		at := w.Off
		w.Off++
		word := w.word()
		var err error
		switch word {
		case "then":
			err = w.located(at, w.entered())
		case "else":
			err = w.located(at, w.otherwise())
		default:
			w.Off = at + 1
			if err = w.group(at); err != nil {
				return err
			}
			continue
		}
		if err == nil {
			err = w.items()
		}
		if err == nil {
			err = w.endsAll(inner)
		}
		if err != nil {
			return err
		}
		if w.space(); w.Peek() == ')' {
			w.Off++
		}
	}
	return nil
}
