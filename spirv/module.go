package spirv

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A module is lines of SPIR-V with the types that they declare, as spirv-dis writes them:
//
//	%half = OpTypeFloat 16
//	%h4 = OpTypeVector %half 4
//	%a = OpLoad %h4 %p                       a vector of which nobody says where its lanes come from
//	%r = OpVectorShuffle %h4 %a %a 3 2 1 0
//	OpStore %q %r                            the result
//
// What a variable holds is what was stored there last (memory.go). A value that no movement makes is an error where the result reads it.
type module struct {
	values   program.Values
	types    types
	held     map[string]string // the names of the types of values, where they are said
	shapes   map[string]shape  // of vectors and scalars
	same     map[string]string // values that are another by a second name
	numbers  map[string]int    // constants that are integers
	computed map[string]error  // values that no movement makes
	parts    map[string]string // of values that are no vectors: the third of %s is %s[2]
	without  map[string]string // and what the others are that an insertion leaves
	pointers map[string]pointer
	memory   map[string]string // what was stored last, by places

	text, row    string
	start        int // where the row stands in the text
	outcome      outcome
	functions    []outcome // that end before the text does
	lines, fresh int
	forked       error // where it goes on depends on data
	warnings     []string
}

// An outcome is what a function makes last.
type outcome struct {
	value string // that is the result
	to    string // what the text calls it
	shape shape
	err   error // why no map is known
	final bool  // it is returned, or stored where others see it
	seen  int   // stores that others see
}

// An instruction is a line without its result's name.
type instruction struct {
	to   string
	op   string
	args []string
}

// A doing is what an operation's line does. Words is how many there have to be behind the name of the operation.
type doing struct {
	words int
	does  func(*module, instruction) error
}

// operations are those that move, and those that say what is moved. What else has a result computes it.
var operations = sync.OnceValue(func() map[string]doing { // some of them lead back here
	return map[string]doing{
		"OpVectorShuffle": {4, (*module).shuffle}, "OpCompositeConstruct": {2, (*module).construct},
		"OpCompositeExtract": {3, (*module).extract}, "OpCompositeInsert": {4, (*module).insert},
		"OpVectorExtractDynamic": {3, (*module).extractDynamic}, "OpVectorInsertDynamic": {4, (*module).insertDynamic},
		"OpCopyObject": {2, (*module).copied}, "OpCopyLogical": {2, (*module).copied}, "OpBitcast": {2, (*module).bitcast},
		"OpConstant": {2, (*module).constant}, "OpConstantNull": {1, (*module).constant}, "OpConstantComposite": {2, (*module).construct}, "OpUndef": {1, (*module).constant},
		"OpVariable": {2, (*module).variable}, "OpAccessChain": {2, (*module).accessChain}, "OpInBoundsAccessChain": {2, (*module).accessChain},
		"OpLoad": {2, (*module).load}, "OpStore": {2, (*module).store}, "OpFunctionParameter": {1, (*module).parameter}, "OpReturnValue": {1, (*module).returned},
		"OpFunction": {0, (*module).function}, "OpFunctionCall": {1, (*module).call}, "OpBranchConditional": {0, (*module).forks}, "OpSwitch": {0, (*module).forks},
	}
})

// sources are operations with a result of which nobody asks where it comes from.
var sources = []string{"OpLabel", "OpString", "OpExtInstImport", "OpSpecConstant", "OpSpecConstantComposite", "OpConstantTrue", "OpConstantFalse"}

// readModule reads several lines.
func readModule(text string) (dialect.Reading, error) {
	p := &module{
		values: program.Values{Named: map[string]lane.Map{}, Patient: true}, types: types{map[string]shape{}, map[string]bool{}, map[string]declared{}}, held: map[string]string{}, shapes: map[string]shape{},
		same: map[string]string{}, numbers: map[string]int{}, computed: map[string]error{}, parts: map[string]string{}, without: map[string]string{}, pointers: map[string]pointer{}, memory: map[string]string{}, text: text,
	}
	for start := 0; start <= len(text); {
		end := len(text)
		if k := strings.IndexByte(text[start:], '\n'); k >= 0 {
			end = start + k
		}
		p.row, _, _ = strings.Cut(text[start:end], ";")
		p.start = start
		if words := strings.Fields(p.row); len(words) > 0 {
			if err := p.line(words); err != nil {
				return dialect.Reading{}, err
			}
		}
		start = end + 1
	}
	return p.reading()
}

// wrong is an error at the line.
func (p *module) wrong(format string, values ...any) error {
	return syntax.Errorf(p.text, p.start, p.start+len(p.row), format, values...)
}

// line reads one instruction.
func (p *module) line(words []string) error {
	in := instruction{}
	if len(words) > 2 && words[1] == "=" {
		in.to, words = words[0], words[2:]
	}
	in.op, in.args = words[0], words[1:]
	if strings.HasPrefix(in.op, "OpType") {
		p.types.declare(in)
		return nil
	}
	if in.to != "" && len(in.args) > 0 {
		p.held[in.to] = in.args[0]
		if s := p.types.shape(in.args[0]); s.lanes > 0 {
			p.shapes[in.to] = s
		}
	}
	does, ok := operations()[in.op]
	switch {
	case ok && len(in.args) < does.words && in.op == spirvOp:
		return p.wrong("%s has a type, two vectors and numbers", in.op)
	case ok && len(in.args) < does.words:
		return nil // as of a name in a sentence
	case !ok && in.to != "" && len(in.args) > 1 && !slices.Contains(sources, in.op):
		p.computed[in.to] = p.wrong("%s moves no lanes, or is not known: %s, OpCompositeExtract and OpCompositeConstruct do", syntax.Quote(in.op), spirvOp)
		return nil
	case !ok:
		return nil
	}
	if !strings.HasPrefix(in.op, "OpConstant") && in.op != "OpVariable" && in.op != "OpUndef" {
		if p.lines++; p.lines > program.MaxLines {
			return p.wrong("more than %d lines", program.MaxLines)
		}
	}
	return does.does(p, in)
}

// reading is what the last function makes of which a map is known.
func (p *module) reading() (dialect.Reading, error) {
	p.end()
	if len(p.functions) > 0 && p.outcome.value == "" && p.outcome.err == nil { // behind the last one nothing stands
		p.functions, p.outcome = p.functions[:len(p.functions)-1], p.functions[len(p.functions)-1]
	}
	m, names, o, err := p.made(p.outcome)
	others := 0
	for k := len(p.functions) - 1; k >= 0; k-- {
		last, its, other, why := p.made(p.functions[k])
		if why == nil && other.value != "" {
			others++
		}
		if (err != nil || o.value == "") && why == nil && other.value != "" {
			m, names, o, err, others = last, its, other, nil, others-1
		}
	}
	if err != nil {
		return dialect.Reading{}, err
	}
	if o.value == "" {
		return dialect.Reading{}, syntax.Errorf(p.text, 0, len(p.text), "expected %s, or another instruction that moves lanes", spirvOp)
	}
	if others > 0 {
		p.warn(fmt.Sprintf("there are several functions: this is the last one that moves lanes, and makes %s", o.to))
	}
	r := dialect.Reading{Map: m, Names: names, To: o.to, Warnings: p.warnings}
	return r, dialect.Checked(p.text, r.Map)
}

// made is the map of an outcome, over the sources that it reads if it is a function's.
func (p *module) made(o outcome) (m lane.Map, names []string, same outcome, err error) {
	if o.err != nil || o.value == "" {
		return m, nil, o, o.err
	}
	level := []lane.Map{p.values.Named[o.value]}
	if err := p.values.Level(level); err != nil {
		return m, nil, o, syntax.Errorf(p.text, 0, len(p.text), "%v", err)
	}
	if m, names, err = p.values.WithoutComputed(level[0]); err != nil {
		return m, nil, o, err
	}
	if len(p.functions) > 0 {
		var kept []int
		m, kept = m.DropUnused()
		for k, s := range kept {
			names[k] = names[s]
		}
		names = names[:len(kept)]
	}
	if whole, err := m.Regroup(o.shape.bits); err == nil && o.shape.bits >= 8 {
		return whole, names, o, nil
	}
	return program.Readable(m), names, o, nil
}

// function begins one. What was before it is another's.
func (p *module) function(instruction) error {
	p.end()
	p.functions = append(p.functions, p.outcome)
	p.outcome = outcome{}
	return nil
}

// end is where a function ends.
func (p *module) end() {
	if p.forked != nil {
		p.outcome.err, p.forked = p.forked, nil
	}
	if p.outcome.seen > 1 {
		p.warn(fmt.Sprintf("of %d stores that others see this is the last, to %s", p.outcome.seen, p.outcome.to))
	}
}

// forks goes on where data say.
func (p *module) forks(instruction) error {
	p.forked = p.wrong("where it goes on depends on data: of an if or a loop no map is known")
	return nil
}

// call is another function, which may write to what it is given.
func (p *module) call(in instruction) error {
	if in.to != "" {
		p.computed[in.to] = p.wrong("what the function makes is not followed here")
	}
	for _, name := range in.args {
		p.forget(p.at(name))
	}
	return nil
}

// parameter is a source, or points to one.
func (p *module) parameter(in instruction) error {
	if to := p.types.pointee(in.args[0]); to != "" {
		p.pointers[in.to] = pointer{place: in.to, base: in.to, exact: true, typ: to}
	}
	return nil
}

// returned is the result of a function, and among lines without one what something made.
func (p *module) returned(in instruction) error { return p.give(in.args[0], in.args[0]) }

// give makes a value the outcome for good. One that nothing made is a source as it is; without a function around it, it is no result.
func (p *module) give(name, to string) error {
	p.outcome.final = false
	value := p.called(name)
	if _, made := p.values.Named[value]; len(p.functions) > 0 && !made && p.computed[value] == nil && p.shapes[value].lanes > 0 {
		s := p.shapes[value]
		whole := lane.Map{Bits: s.bits, Src: []int{s.lanes}}
		for i := range s.lanes {
			whole.Lane = append(whole.Lane, lane.From(0, i))
		}
		if err := p.step(whole, []string{value}, p.anonymous(value)); err != nil {
			return err
		}
		p.outcome.to = to
	} else {
		p.become(name, to)
	}
	p.outcome.final = len(p.functions) > 0
	return nil
}

// become makes a value the outcome, if a line has made it.
func (p *module) become(name, to string) {
	value := p.called(name)
	switch _, made := p.values.Named[value]; {
	case p.outcome.final:
	case p.computed[value] != nil:
		p.outcome.value, p.outcome.err = "", p.computed[value]
	case made:
		p.outcome.value, p.outcome.to, p.outcome.shape, p.outcome.err = value, to, p.shapes[value], nil
	}
}

// warn says something once.
func (p *module) warn(text string) {
	if !slices.Contains(p.warnings, text) {
		p.warnings = append(p.warnings, text)
	}
}

// called is a value by its first name.
func (p *module) called(name string) string {
	for range program.MaxLines {
		other, ok := p.same[name]
		if !ok {
			break
		}
		name = other
	}
	return name
}

// anonymous is a name for a value that the text has none for.
func (p *module) anonymous(of string) string {
	p.fresh++
	return of + "#" + strconv.Itoa(p.fresh)
}

// operand is the shape of a value: what was made or declared, or what is assumed.
func (p *module) operand(name string, assumed shape) (shape, error) {
	s, ok := p.shapes[name]
	if !ok {
		if s = assumed; s.bits == 0 {
			s.bits = 32
			p.warn("the type of " + name + " is not in the text: lanes of 32 bits are assumed")
		}
		p.shapes[name] = s
	}
	if why, ok := p.computed[name]; ok {
		lanes := make([]int, s.lanes)
		for i := range lanes {
			lanes[i] = i
		}
		m, err := p.values.Computed(lane.Map{Bits: s.bits, Lane: make([]lane.Lane, s.lanes)}, lanes, why)
		if err != nil {
			return s, p.wrong("%v", err)
		}
		p.values.Named[name] = m
		delete(p.computed, name)
	}
	return s, nil
}

// step makes a value of others, which have been asked for as operands.
func (p *module) step(m lane.Map, names []string, to string) error {
	err := m.Check()
	if err == nil {
		err = p.values.Line(m, names, to, nil)
	}
	if err != nil {
		return p.wrong("%v", err)
	}
	name := to
	if name == "" { // of a line that gives none
		name = p.anonymous("")
		p.values.Named[name] = p.values.Result
	}
	p.shapes[name] = shape{len(m.Lane), m.Bits}
	p.become(name, to)
	return nil
}
