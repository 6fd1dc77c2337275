package mlir

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Dialect is MLIR's.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "mlir", Meaning: "operations of MLIR's vector dialect", Example: "%0 = vector.shuffle %a, %b [0, 4, 1, 5] : vector<4xi32>, vector<4xi32>",
		Looks: looks, Read: dialect.WithoutOptions(read), Say: say, Sequence: dialect.WithoutSearch(sequence), Whole: true,
	}
}

func looks(text string) bool {
	return strings.Contains(text, "vector.") && strings.Contains(text, "vector<") || strings.Contains(text, "llvm.shufflevector")
}

// passed begin lines around the operations that move nothing.
var passed = []string{"func.func", "llvm.func", "func @", "module", "}", "^bb", "//", "{"}

// maxLines bounds the time that a text takes.
const maxLines = 256

// read reads operations, one a line.
func read(text string) (dialect.Reading, error) {
	p := &reader{values: program.Values{Named: map[string]lane.Map{}}}
	n := 0
	for start := 0; start <= len(text); {
		end := len(text)
		if k := strings.IndexByte(text[start:], '\n'); k >= 0 {
			end = start + k
		}
		row := text[start:end]
		if k := strings.Index(row, "//"); k >= 0 {
			row = row[:k]
		}
		if trimmed := strings.TrimSpace(row); trimmed != "" && !slices.ContainsFunc(passed, func(word string) bool { return strings.HasPrefix(trimmed, word) }) {
			if n++; n > maxLines {
				return dialect.Reading{}, syntax.Errorf(text, start, end, "more than %d lines", maxLines)
			}
			if err := p.line(strings.TrimRight(row, " \t\r;")); err != nil {
				return dialect.Reading{}, syntax.Moved(err, text, start)
			}
		}
		start = end + 1
	}
	if !p.made {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "expected an operation that moves lanes, such as %s", Dialect().Example)
	}
	r := dialect.Reading{Map: p.result, Names: p.values.Inputs, To: p.to, Warnings: p.warnings()}
	return r, dialect.Checked(text, r.Map)
}

// reader follows values through the lines.
type reader struct {
	values program.Values
	result lane.Map
	to     string
	made   bool
	second string // the second result of the last operation, which the result is not
}

func (p *reader) line(text string) error {
	l, err := parseLine(text)
	if err != nil {
		return err
	}
	switch l.op {
	case "return", "func.return", "llvm.return":
		return p.returned(l)
	case "arith.constant", "llvm.mlir.constant":
		return p.constant(l)
	case "ub.poison", "llvm.mlir.undef", "llvm.mlir.poison":
		if len(l.types) != 1 || len(l.results) != 1 {
			return l.wrong("%s has one type and one result", l.op)
		}
		p.values.Named[l.results[0]] = lane.Map{Bits: l.types[0].bits, Lane: make([]lane.Lane, l.types[0].lanes())}
		return nil
	case "vector.bitcast", "llvm.bitcast", "arith.bitcast":
		return p.bitcast(l)
	}
	i := slices.IndexFunc(operations, func(o operation) bool { return o.name == l.op })
	if i < 0 {
		return l.wrong("%s moves no lanes, or is not known: operations that do are %s", syntax.Quote(l.op), known())
	}
	o := operations[i]
	switch {
	case o.operands >= 0 && len(l.operands) != o.operands:
		return l.wrong("%s has %d values for operands, and these are %d: which lanes move must be in the text", o.name, o.operands, len(l.operands))
	case len(l.types) < o.types:
		return l.wrong("%s has %d types behind a colon, and these are %d", o.name, o.types, len(l.types))
	}
	for _, s := range l.types {
		if s.bits != l.types[0].bits {
			return l.wrong("lanes of %d bits and lanes of %d do not mix", l.types[0].bits, s.bits)
		}
	}
	results, err := o.move(l)
	if err != nil {
		return err
	}
	return p.moved(l, results)
}

// known are the first names of operations.
func known() string {
	var all []string
	for _, o := range operations[:6] {
		all = append(all, o.name)
	}
	return strings.Join(all, ", ")
}

// sources are the lanes of a line's operands: the types of its operands, as far as it says them.
func (l *line) sources() []int {
	all := make([]int, len(l.operands))
	for k := range all {
		switch {
		case l.op == "vector.from_elements" || l.op == "vector.splat":
			all[k] = 1
		case l.op == "vector.extract":
			all[k] = l.result().lanes()
		case l.op == "vector.interleave":
			all[k] = l.types[0].lanes()
		case k < len(l.types):
			all[k] = l.types[k].lanes()
		default:
			all[k] = l.types[0].lanes()
		}
	}
	return all
}

// moved gives the results their lanes.
func (p *reader) moved(l *line, results [][]int) error {
	lanes := l.sources()
	var names []string
	var src, first []int
	for k, name := range l.operands { // an operand that stands twice is one source
		at := slices.Index(names, name)
		if at < 0 {
			at = len(names)
			names, src = append(names, name), append(src, lanes[k])
		}
		first = append(first, at)
	}
	p.second = ""
	for k, sel := range results {
		m := lane.Map{Bits: l.types[0].bits, Src: src, Lane: make([]lane.Lane, len(sel))}
		for i, t := range sel {
			if t < 0 {
				continue
			}
			at := 0
			for ; t >= lanes[at]; at++ {
				t -= lanes[at]
			}
			m.Lane[i] = lane.From(first[at], t)
		}
		if err := m.Check(); err != nil {
			return l.wrong("%v", err)
		}
		to := ""
		if k < len(l.results) {
			to = l.results[k]
		} else if len(l.results) == 1 {
			to = l.results[0] + "#" + strconv.Itoa(k)
		}
		if err := p.values.Line(m, names, to, nil); err != nil {
			return l.wrong("%v", err)
		}
		if k == 0 {
			p.result, p.to, p.made = p.values.Result, to, true
			if len(results) == 1 {
				continue
			}
			p.values.Named[l.op0()+"#0"] = p.values.Result
		} else {
			p.second = to
		}
	}
	return nil
}

// op0 is the line's first result, or nothing.
func (l *line) op0() string {
	if len(l.results) == 0 {
		return ""
	}
	return l.results[0]
}

// warnings is what is to be said of the result.
func (p *reader) warnings() []string {
	if p.second == "" {
		return nil
	}
	return []string{fmt.Sprintf("of two results this is the first: return %s asks for the other", p.second)}
}

// returned is what a function gives back.
func (p *reader) returned(l *line) error {
	if len(l.operands) == 0 {
		return nil
	}
	m, ok := p.values.Named[l.operands[0]]
	if !ok {
		return l.wrong("%s is not made in the text", l.operands[0])
	}
	level := []lane.Map{m}
	if err := p.values.Level(level); err != nil {
		return l.wrong("%v", err)
	}
	p.result, p.to, p.made, p.second = level[0], l.operands[0], true, ""
	return nil
}

// constant is a vector of numbers, a scalar too.
func (p *reader) constant(l *line) error {
	if len(l.types) != 1 || len(l.results) != 1 || len(l.dense) == 0 {
		return l.wrong("a constant is read as dense<0> or dense<[1, 2]> with one type")
	}
	s := l.types[0]
	if n := len(l.dense); n != 1 && n != s.lanes() {
		return l.wrong("%d numbers do not fill %d lanes", n, s.lanes())
	}
	m := lane.Map{Bits: s.bits, Lane: make([]lane.Lane, s.lanes())}
	for i := range m.Lane {
		v := uint64(l.dense[i%len(l.dense)])
		m.Lane[i] = lane.Fixed(lane.ConstOf(v).Slice(0, s.bits))
	}
	p.values.Named[l.results[0]] = m
	return nil
}

// bitcast gives the same bits other lanes.
func (p *reader) bitcast(l *line) error {
	if len(l.types) != 2 || len(l.operands) != 1 || len(l.results) > 1 {
		return l.wrong("%s has one value, and two types", l.op)
	}
	from, to := l.types[0], l.types[1]
	if from.bits*from.lanes() != to.bits*to.lanes() {
		return l.wrong("%d bits do not become %d", from.bits*from.lanes(), to.bits*to.lanes())
	}
	m := lane.Identity(from.bits, from.lanes())
	if err := m.Check(); err != nil {
		return l.wrong("%v", err)
	}
	m, err := m.Regroup(lane.GCD(from.bits, to.bits))
	if err == nil {
		err = p.values.Line(m, l.operands, l.op0(), nil)
	}
	if err != nil {
		return l.wrong("%v", err)
	}
	p.result, p.to, p.made, p.second = p.values.Result, l.op0(), true, ""
	return nil
}

// say is a map as one vector.shuffle.
func say(m lane.Map) (string, error) {
	b := "%b"
	if len(m.Src) == 1 {
		b = "%a"
	}
	return instruction(m, "%0", "%a", b)
}

// instruction is the shuffle of two values, or of one twice, with the name of its result.
func instruction(m lane.Map, result, a, b string) (string, error) {
	sel, n, err := selectors.Of(m, "vector.shuffle")
	if err != nil {
		return "", err
	}
	element := "i" + strconv.Itoa(m.Bits)
	if elements[element] == 0 || len(m.Src) == 0 || len(sel) > maxNumbers {
		return "", fmt.Errorf("there is no type for lanes of %d bits, or nothing is read", m.Bits)
	}
	list := make([]string, len(sel))
	for i, t := range sel {
		list[i] = strconv.Itoa(t)
	}
	typ := "vector<" + strconv.Itoa(n) + "x" + element + ">"
	return result + " = vector.shuffle " + a + ", " + b + " [" + strings.Join(list, ", ") + "] : " + typ + ", " + typ, nil
}

// sequence is a map as several shuffles, of which each reads what those before it made.
func sequence(m lane.Map) ([]string, error) {
	return selectors.Chain(m, func(s shufflevector.Shuffle, step lane.Map, a, b string) (string, error) {
		return instruction(step, cmp.Or(s.Result, "%0"), a, b)
	})
}
