package llvmir

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// What stands around the instructions of a function is passed over, but for its parameters, whose order is that of the sources, and its end:
//
//	define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b) {
//	entry:
//	  …
//	  ret <4 x i32> %r                  what is returned is the result, or else what was stored
//	}

// passed begin lines that move nothing.
var passed = []string{"define ", "declare ", "attributes ", "source_filename", "target ", "}", "!", "#dbg", "call void @llvm.", "tail call void @llvm."}

// addressed are instructions whose results are addresses, which loads and stores call by their names.
var addressed = []string{"getelementptr ", "alloca ", "inttoptr ", "addrspacecast "}

// isPassed says whether a line of a function moves nothing.
func isPassed(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || slices.ContainsFunc(passed, func(p string) bool { return strings.HasPrefix(line, p) }) {
		return true
	}
	if _, right, ok := strings.Cut(line, "="); ok && strings.HasPrefix(line, "%") {
		right = strings.TrimLeft(right, " ")
		return slices.ContainsFunc(addressed, func(p string) bool { return strings.HasPrefix(right, p) })
	}
	name, isLabel := strings.CutSuffix(line, ":")
	return isLabel && !strings.ContainsAny(name, " \t%=(")
}

// endStep is ret, or store.
func endStep(line string) (s llvmStep, ok bool, err error) {
	c := syntax.Cursor{Text: line}
	c.Space()
	start := c.Off
	switch name := c.Word(); name {
	case "br", "switch", "indirectbr", "invoke", "unreachable":
		return s, true, c.ErrorFrom(start, "%s is control flow: expected instructions that follow one another", name)
	case "ret", "store":
		s.name = name
		if name == "ret" && c.AcceptWord("void") {
			return s, true, atEnd(c, false)
		}
		o, err := operand(&c)
		if err == nil && name == "ret" {
			err = atEnd(c, false)
		}
		if err != nil {
			return s, true, err
		}
		s.little.To, s.bits = name, o.bits
		if name == "store" {
			if s.little.To = pointerIn(c.Rest()); s.little.To == "" {
				return s, true, c.Wanted("a pointer such as ptr %p")
			}
		}
		s.do = made(s.little.To, []typedOperand{o}, wholeOps["freeze"], 0)
		return s, true, nil
	}
	return s, false, nil
}

// A function is what is known of one so far.
type function struct {
	parameters []string
	stored     string // the pointer
	bits       int    // of the lanes of what was stored
	ended      bool
}

// begins reads a line that moves nothing.
func (f *function) begins(line string) {
	if names := parameters(line); names != nil {
		f.parameters = names
	}
}

// line says what a line means for the function; at an end without a value, the result is what was stored.
func (f *function) line(s llvmStep, little, big *program.Values) error {
	switch {
	case f.ended:
		return fmt.Errorf("something follows the end of a function: expected one function alone")
	case s.name == "store":
		if f.stored != "" && f.stored != s.little.To {
			return fmt.Errorf("two results are stored, to %s and %s: expected the lines of one of them", f.stored, s.little.To)
		}
		f.stored, f.bits = s.little.To, s.bits
	case s.name == "ret" && s.do == nil:
		if f.stored == "" {
			return fmt.Errorf("the function returns nothing and stores nothing")
		}
		little.Result, big.Result = little.Named[f.stored], big.Named[f.stored]
	}
	f.ended = f.ended || s.name == "ret"
	return nil
}

// parameters are the names in a line that begins a function.
func parameters(line string) (names []string) {
	_, list, ok := strings.Cut(line, "(")
	if !ok || !strings.HasPrefix(strings.TrimSpace(line), "define ") {
		return nil
	}
	for _, word := range strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(" ,()\t", r) }) {
		if word[0] == '%' {
			names = append(names, word)
		}
	}
	return names
}

// inOrder gives the sources the order of the parameters; others follow as they are.
func inOrder(m lane.Map, names, parameters []string) (lane.Map, []string) {
	names = names[:min(len(names), len(m.Src))]
	rank := func(name string) int {
		if k := slices.Index(parameters, name); k >= 0 {
			return k
		}
		return len(parameters)
	}
	order := make([]int, len(names))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(names[a]) - rank(names[b]) })
	sorted, to := make([]string, len(names)), make([]int, len(names))
	lengths := slices.Clone(m.Src)
	for k, from := range order {
		sorted[k], lengths[k], to[from] = names[from], m.Src[from], k
	}
	m = m.Clone()
	m.Src = lengths
	for i, l := range m.Lane {
		if l.Kind == lane.Source {
			m.Lane[i].Src = to[l.Src]
		}
	}
	return m, sorted
}

// leveled is a value over all inputs that there are now.
func leveled(p *program.Values) error {
	one := []lane.Map{p.Result}
	if len(p.Result.Src) == 0 {
		return nil
	}
	err := p.Level(one)
	p.Result = one[0]
	return err
}

// withoutTail is a line without its comment, its metadata and what says how memory is aligned.
func withoutTail(line string) string {
	if at := strings.IndexByte(line, ';'); at >= 0 {
		line = line[:at]
	}
	for _, tail := range []string{", !", ", align "} {
		if at := strings.Index(line, tail); at >= 0 {
			line = line[:at]
		}
	}
	return line
}
