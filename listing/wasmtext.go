package listing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// WebAssembly's text is followed with its stack, from a line to a whole function, flat or folded, or as compilers print it:
//
//	local.get 0            (i8x16.shuffle 0 16 1 17 …       zip:
//	local.get 1              (local.get $a)                   .functype zip (v128, v128) -> (v128)
//	i8x16.shuffle 0 16 …     (local.get $b))                  local.get 0
//
// A local that nobody set is a source, and so is what a load finds; what is stored is the result, and else what is left on the stack.
type wasmText struct {
	syntax.Cursor
	reader // whose values and places these are
	stack  []wasmValue
	locals map[string]wasmValue
	order  []string // the locals of the function, its parameters first
	params int
	seen   []string          // what is read, in the order of the text
	typed  map[string]string // the types of these
	inside bool              // of a function
	ended  bool
	done   int // instructions
	last   wasmValue
	depth  int

	function *wasmFunction // with control flow; nil for a text that is one map
}

// A wasmValue is on the stack or in a local: a vector or a scalar that was taken out of one, a number or an address, or what a local of unknown type was called with.
type wasmValue struct {
	m      lane.Map
	at     place // base is empty of a number
	local  string
	vector bool // m is one
	scalar bool // m is one

	from int    // what made it in a function with control flow: 1 is the first byte of the text
	to   string // the local that it was read from
}

// Bounds of texts of WebAssembly.
const (
	mostWasmSteps = 2048
	mostWasmDepth = 200
)

// looksWasmText finds what no other language has.
func looksWasmText(text string) bool {
	return slices.ContainsFunc([]string{wasmShuffle, "local.get", "v128.const", "v128.load", "v128.store"}, func(word string) bool { return strings.Contains(text, word) })
}

func newWasmText(text string) *wasmText {
	w := wasmText{Cursor: syntax.Cursor{Text: text}, reader: reader{text: text, follow: NewFollower(nil)}, locals: map[string]wasmValue{}, typed: map[string]string{}}
	w.follow.reads, w.follow.l.Patient = true, true
	return &w
}

// readWasmText reads a text as one map, and one with control flow, or with lines that are no movements, in runs.
func readWasmText(text string) (dialect.Reading, error) {
	if r, ok, err := readWasmFunction(text, false); ok {
		return r, err
	}
	r, err := readWasmStraight(text)
	if err != nil {
		if function, ok, errFunction := readWasmFunction(text, true); ok && errFunction == nil {
			return function, nil
		}
	}
	return r, err
}

func readWasmStraight(text string) (dialect.Reading, error) {
	w := newWasmText(text)
	if err := w.items(); err != nil {
		return dialect.Reading{}, err
	}
	if !w.Done() {
		return dialect.Reading{}, w.Cursor.Wanted("an instruction, or the end")
	}
	if w.done == 0 {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "this is no movement: expected an instruction such as %s", wasmShuffle)
	}
	r, err := w.result()
	if _, placed := err.(*syntax.Error); err != nil && !placed {
		err = syntax.Errorf(text, 0, len(text), "%v", err) // of the whole
	}
	return r, err
}

// space skips blanks and comments.
func (w *wasmText) space() {
	for {
		switch w.Space(); {
		case w.Peek() == ';' && strings.HasPrefix(w.Rest(), ";;"), w.Peek() == '#', strings.HasPrefix(w.Rest(), "//"):
			w.line()
		case strings.HasPrefix(w.Rest(), "(;"):
			if end := strings.Index(w.Rest(), ";)"); end >= 0 {
				w.Off += end + 2
			} else {
				w.Off = len(w.Text)
			}
		case w.Peek() == ';':
			w.Off++
		default:
			return
		}
	}
}

// line skips what is left of a line, which it says.
func (w *wasmText) line() string {
	start := w.Off
	for w.Off < len(w.Text) && w.Text[w.Off] != '\n' {
		w.Off++
	}
	return w.Text[start:w.Off]
}

// items are instructions up to a closing parenthesis or the end.
func (w *wasmText) items() error {
	for {
		w.space()
		start := w.Off
		var err error
		switch {
		case w.Off == len(w.Text), w.Peek() == ')':
			return nil
		case w.Accept("("):
			err = w.group(start)
		case w.Peek() == '.':
			err = w.directive(w.line(), start)
		default:
			name := w.word()
			if w.Peek() == ':' { // a function's, or one inside
				w.Off++
				err = w.label(name, start)
				break
			}
			err = w.plain(name, start)
		}
		if err != nil {
			return err
		}
	}
}

// word is what stands between blanks, commas and parentheses.
func (w *wasmText) word() string {
	w.space()
	start := w.Off
	for w.Off < len(w.Text) && strings.IndexByte(" \t\r\n(),;:", w.Text[w.Off]) < 0 {
		w.Off++
	}
	return w.Text[start:w.Off]
}

// group is what stands in parentheses, of which the first is read.
func (w *wasmText) group(start int) error {
	if w.depth++; w.depth > mostWasmDepth {
		return w.ErrorFrom(start, "more than %d parentheses are in one another", mostWasmDepth)
	}
	defer func() { w.depth-- }()
	name := w.word()
	switch name {
	case "module", "func":
		if name == "func" && w.inside {
			return w.ErrorFrom(start, "something follows the end of a function: expected one function alone")
		}
		w.inside = w.inside || name == "func"
		if w.space(); w.Peek() == '$' {
			w.word()
		}
		if err := w.items(); err != nil {
			return err
		}
	case "param", "local":
		return w.declared(name, start)
	case "block", "loop", "if":
		if w.function == nil {
			return w.folded(name, start)
		}
		if err := w.construct(name, start); err != nil {
			return err
		}
	case "result", "export", "import", "memory", "type", "table", "global", "data", "elem", "start", "@custom", "@producers":
		return w.skipped(start)
	default:
		if err := w.folded(name, start); err != nil {
			return err
		}
	}
	w.space()
	return w.Expect(")", `")"`)
}

// skipped passes over a group that says nothing of lanes.
func (w *wasmText) skipped(start int) error {
	for depth := 1; w.Off < len(w.Text); {
		switch b := w.Text[w.Off]; b {
		case '(':
			depth++
		case ')':
			depth--
		case '"':
			for w.Off++; w.Off < len(w.Text) && w.Text[w.Off] != '"'; w.Off++ {
				if w.Text[w.Off] == '\\' {
					w.Off++
				}
			}
		}
		if w.Off = min(w.Off+1, len(w.Text)); depth == 0 {
			return nil
		}
	}
	return w.ErrorFrom(start, `expected ")", found the end`)
}

// declared is (param $a v128) or (local v128 v128).
func (w *wasmText) declared(kind string, start int) error {
	name := ""
	for w.space(); !w.Accept(")"); w.space() {
		switch word := w.word(); {
		case word == "":
			return w.Cursor.Wanted("a type, or )")
		case word[0] == '$' && name == "":
			name = word
		default:
			if err := w.declare(kind, name, word, start); err != nil {
				return err
			}
			name = ""
		}
	}
	return nil
}

// declare gives the function a parameter or a local.
func (w *wasmText) declare(kind, name, typ string, start int) error {
	if name == "" {
		name = "$" + strconv.Itoa(len(w.order))
	}
	if len(w.order) >= mostWasmSteps || w.typed[name] != "" {
		return w.ErrorFrom(start, "%s is declared twice, or there are too many locals", name)
	}
	w.order = append(w.order, name)
	w.typed[name] = typ
	if kind == "param" {
		w.params = len(w.order)
	}
	return nil
}

// directive is a line of a compiler's listing that begins with a dot.
func (w *wasmText) directive(line string, start int) error {
	line, _, _ = strings.Cut(line, "#")
	name, rest := nameAndOperands(line)
	switch {
	case w.done > 0: // behind the function are its size and others
	case name == ".functype":
		w.inside, w.order, w.typed, w.params = true, nil, map[string]string{}, 0
		inner, _, _ := strings.Cut(rest, "->")
		_, inner, _ = strings.Cut(inner, "(")
		inner, _, _ = strings.Cut(inner, ")")
		return w.declareAll("param", inner, start)
	case name == ".local":
		return w.declareAll("local", rest, start)
	}
	if strings.HasSuffix(strings.TrimSpace(line), ":") {
		return w.label(strings.TrimSuffix(name, ":"), start)
	}
	return nil
}

func (w *wasmText) declareAll(kind, list string, start int) error {
	for _, typ := range strings.Split(list, ",") {
		if typ = strings.TrimSpace(typ); typ == "" {
			continue
		}
		if err := w.declare(kind, "", typ, start); err != nil {
			return err
		}
	}
	return nil
}

// label begins a function of a compiler's listing, or is inside of one.
func (w *wasmText) label(name string, start int) error {
	if w.function != nil {
		w.function.mark = name
	} else if w.done > 0 && !w.ended && strings.HasPrefix(name, ".") {
		return w.ErrorFrom(start, "to %s others may jump: expected instructions that follow one another", syntax.Quote(name))
	}
	return nil
}

// local is a local's value: of one that nobody set its own, and of one that is no parameter zero.
func (w *wasmText) local(name string, start int) (wasmValue, error) {
	if v, set := w.locals[name]; set {
		return v, nil
	}
	w.see(name)
	k := slices.Index(w.order, name)
	switch typ := w.typed[name]; {
	case !w.inside || len(w.order) == 0:
		return wasmValue{local: name}, nil
	case k < 0:
		return wasmValue{}, w.ErrorFrom(start, "the function has no local %s: it has %d", name, len(w.order))
	case k < w.params && (typ == "v128" || typ == "i32" || typ == "i64"):
		return wasmValue{local: name}, nil
	case typ == "v128":
		return wasmValue{m: lane.Map{Bits: 8, Lane: slices.Repeat([]lane.Lane{lane.Zero()}, wasmLanes)}, vector: true}, nil
	case typ == "i32", typ == "i64":
		return wasmValue{}, nil
	case w.function != nil:
		return wasmValue{at: place{base: name}}, nil
	default:
		return wasmValue{}, w.ErrorFrom(start, "%s is %s, and here vectors and numbers move", name, typ)
	}
}

// called is a local by the name that is shown: a number with $ before it, or the name that it was declared with.
func (w *wasmText) called(word string) string {
	if n, err := strconv.Atoi(word); err == nil {
		if n >= 0 && n < len(w.order) {
			return w.order[n]
		}
		return "$" + strconv.Itoa(n)
	}
	return word
}

// result is what was stored, or what is left on the stack.
func (w *wasmText) result() (dialect.Reading, error) {
	var out made
	var err error
	switch top := len(w.stack) - 1; {
	case len(w.stored) > 0:
		out, err = w.joined()
	case top > 0 && !w.ended:
		err = syntax.Errorf(w.text, 0, len(w.text), "%d values are left on the stack: expected one, or a store", len(w.stack))
	case top >= 0:
		out.m, err = w.vector(w.stack[top])
	default:
		if out.m, err = w.vector(w.last); w.last.m.Bits == 0 {
			err = syntax.Errorf(w.text, 0, len(w.text), "nothing is left on the stack, and nothing is stored: expected a result")
		}
	}
	if err != nil {
		return dialect.Reading{}, err
	}
	l := w.follow.l
	one := []lane.Map{out.m}
	if len(out.m.Src) > 0 {
		err = l.Level(one)
	}
	if err != nil {
		return dialect.Reading{}, syntax.Errorf(w.text, 0, len(w.text), "%v", err)
	}
	m, names, err := l.WithoutComputed(one[0])
	if err != nil {
		return dialect.Reading{}, err
	}
	names = slices.Clone(names[:len(m.Src)])
	m, names = inOrder(m, names, w.parameter)
	out.m = apply.ReadableIn(FileOf("mm0"), m)
	return dialect.Reading{Map: out.m, Names: names}, dialect.Checked(w.text, out.m)
}

// see notes that something is read.
func (w *wasmText) see(name string) {
	if !w.inside && !slices.Contains(w.seen, name) {
		w.seen = append(w.seen, name)
	}
}

// parameter sorts the sources of a function: its parameters, then what is where they point. Of lines alone they are in the order of the text.
func (w *wasmText) parameter(name string) [3]int {
	if !w.inside {
		return [3]int{slices.Index(w.seen, name)}
	}
	kind, offset := 0, 0
	if p, ok := w.follow.l.places[name]; ok {
		kind, name, offset = 1, p.base, p.offset
	}
	k := slices.Index(w.order, name)
	if k < 0 {
		k = len(w.order)
	}
	return [3]int{kind, k, offset}
}

// vector is a value as a vector.
func (w *wasmText) vector(v wasmValue) (lane.Map, error) {
	switch {
	case v.vector:
		return v.m, nil
	case v.local != "" && w.typed[v.local] != "i32" && w.typed[v.local] != "i64":
		one := make([]lane.Map, 1)
		err := w.follow.l.Argument(&one[0], v.local, 8*wasmLanes, 8)
		return one[0], err
	}
	return lane.Map{}, fmt.Errorf("expected a vector on the stack, found a number")
}
