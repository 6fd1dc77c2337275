package spirv

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A module is lines of SPIR-V with the types that they declare:
//
//	%half = OpTypeFloat 16
//	%h4 = OpTypeVector %half 4
//	%a = OpLoad %h4 %p                       a vector of which nobody says where its lanes come from
//	%r = OpVectorShuffle %h4 %a %a 3 2 1 0
//	OpStore %q %r                            the result
type module struct {
	values   program.Values
	types    map[string]shape // of the names of types
	shapes   map[string]shape // of values
	result   lane.Map
	to       string
	made     bool
	warnings []string
}

// A shape is the lanes of a vector, and their bits; a scalar has one lane.
type shape struct{ lanes, bits int }

// readModule reads several lines.
func readModule(text string) (dialect.Reading, error) {
	p := &module{values: program.Values{Named: map[string]lane.Map{}}, types: map[string]shape{}, shapes: map[string]shape{}}
	lines := 0
	for start := 0; start <= len(text); {
		end := len(text)
		if k := strings.IndexByte(text[start:], '\n'); k >= 0 {
			end = start + k
		}
		row, _, _ := strings.Cut(text[start:end], ";")
		if words := strings.Fields(row); len(words) > 0 {
			if lines++; lines > program.MaxLines {
				return dialect.Reading{}, syntax.Errorf(text, start, end, "more than %d lines", program.MaxLines)
			}
			if err := p.line(row, words); err != nil {
				return dialect.Reading{}, syntax.Moved(err, text, start)
			}
		}
		start = end + 1
	}
	if !p.made {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "expected %s, or another instruction that moves lanes", spirvOp)
	}
	level := []lane.Map{p.result}
	if err := p.values.Level(level); err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r := dialect.Reading{Map: program.Readable(level[0]), Names: p.values.Inputs, To: p.to, Warnings: p.warnings}
	return r, dialect.Checked(text, r.Map)
}

// line reads one instruction.
func (p *module) line(row string, words []string) error {
	to := ""
	if len(words) > 2 && words[1] == "=" {
		to, words = words[0], words[2:]
	}
	op, args := words[0], words[1:]
	wrong := func(format string, values ...any) error { return syntax.Errorf(row, 0, len(row), format, values...) }
	switch {
	case strings.HasPrefix(op, "OpType"):
		return p.declare(to, op, args)
	case op == spirvOp:
		if len(args) < 4 {
			return wrong("%s has a type, two vectors and numbers", op)
		}
		return p.shuffle(row, to, args)
	case op == "OpCompositeExtract" && len(args) == 3:
		k, err := strconv.Atoi(args[2])
		s := p.operand(args[1], shape{4, p.typeOf(args[0]).bits})
		if err != nil || k < 0 || k >= s.lanes {
			return wrong("%s has lanes 0 to %d", args[1], s.lanes-1)
		}
		return p.step(row, lane.Map{Bits: s.bits, Src: []int{s.lanes}, Lane: []lane.Lane{lane.From(0, k)}}, args[1:2], to)
	case op == "OpCompositeConstruct" && len(args) > 1:
		return p.construct(row, to, args)
	case op == "OpCopyObject" && len(args) == 2, (op == "OpReturnValue" || op == "OpStore") && len(args) > 0:
		name := args[len(args)-1]
		if m, ok := p.values.Named[name]; ok {
			if p.result, p.to, p.made = m, name, true; to != "" {
				p.values.Named[to], p.to = m, to
			}
		}
		return nil
	case to != "" && len(args) > 0 && slices.Contains([]string{"OpLoad", "OpFunctionParameter", "OpUndef", "OpAccessChain", "OpVariable", "OpConstant", "OpFunction", "OpLabel"}, op):
		if s := p.typeOf(args[0]); s.lanes > 0 {
			p.shapes[to] = s
		}
		return nil
	case to != "" && len(args) > 1:
		return wrong("%s moves no lanes, or is not known: %s, OpCompositeExtract and OpCompositeConstruct do", syntax.Quote(op), spirvOp)
	}
	return nil
}

// declare keeps what a type is.
func (p *module) declare(to, op string, args []string) error {
	bits := 0
	if len(args) > 0 {
		bits, _ = strconv.Atoi(args[0])
	}
	switch {
	case (op == "OpTypeFloat" || op == "OpTypeInt") && bits > 0 && bits <= 64:
		p.types[to] = shape{1, bits}
	case op == "OpTypeVector" && len(args) == 2:
		if n, err := strconv.Atoi(args[1]); err == nil && n > 0 && n <= 16 {
			p.types[to] = shape{n, p.typeOf(args[0]).bits}
		}
	}
	return nil
}

// typeOf is a type by its declaration, or by its usual name; no lanes where neither says it.
func (p *module) typeOf(name string) shape {
	if s, ok := p.types[name]; ok {
		return s
	}
	bare := strings.TrimPrefix(name, "%")
	if lanes, bits, ok := spirvType(bare); ok {
		return shape{lanes, bits}
	}
	for _, t := range spirvTypes {
		if t.name == bare {
			return shape{1, t.bits}
		}
	}
	return shape{}
}

// operand is the shape of a value: what was made or declared, or what is assumed.
func (p *module) operand(name string, assumed shape) shape {
	if m, ok := p.values.Named[name]; ok {
		return shape{len(m.Lane), m.Bits}
	}
	if s, ok := p.shapes[name]; ok {
		return s
	}
	if assumed.bits == 0 {
		assumed.bits = 32
		if warning := "the type of " + name + " is not in the text: lanes of 32 bits are assumed"; !slices.Contains(p.warnings, warning) {
			p.warnings = append(p.warnings, warning)
		}
	}
	p.shapes[name] = assumed
	return assumed
}

// step makes a value of others.
func (p *module) step(row string, m lane.Map, names []string, to string) error {
	if err := m.Check(); err != nil {
		return syntax.Errorf(row, 0, len(row), "%v", err)
	}
	if err := p.values.Line(m, names, to, nil); err != nil {
		return syntax.Errorf(row, 0, len(row), "%v", err)
	}
	p.result, p.to, p.made = p.values.Result, to, true
	return nil
}

// shuffle is OpVectorShuffle: the numbers count through both vectors, whose lengths may differ.
func (p *module) shuffle(row, to string, args []string) error {
	c := syntax.Cursor{Text: strings.Join(args[3:], " ")}
	var sel []int
	for !c.Done() {
		t, err := selectors.Selector(&c)
		if err != nil {
			return syntax.Errorf(row, 0, len(row), "expected numbers behind the vectors, found %s", syntax.Quote(c.Rest()))
		}
		sel = append(sel, t)
	}
	typ := p.typeOf(args[0])
	if typ.lanes > 0 && typ.lanes != len(sel) {
		return syntax.Errorf(row, 0, len(row), "%s has %d lanes, and there are %d numbers", args[0], typ.lanes, len(sel))
	}
	assumed := shape{len(sel), typ.bits}
	for slices.Max(sel) >= 2*assumed.lanes {
		assumed.lanes *= 2
	}
	a, b := p.operand(args[1], assumed), p.operand(args[2], assumed)
	if a.bits != b.bits {
		return syntax.Errorf(row, 0, len(row), "lanes of %d bits and lanes of %d do not mix", a.bits, b.bits)
	}
	m := lane.Map{Bits: a.bits, Src: []int{a.lanes, b.lanes}, Lane: make([]lane.Lane, len(sel))}
	names := args[1:3]
	if names[0] == names[1] {
		m.Src, names = m.Src[:1], names[:1]
	}
	for i, t := range sel {
		switch {
		case t >= a.lanes+b.lanes:
			return syntax.Errorf(row, 0, len(row), "number %d is out of range: the two vectors have 0 to %d", t, a.lanes+b.lanes-1)
		case t >= a.lanes:
			m.Lane[i] = lane.From(len(names)-1, t-a.lanes)
		case t >= 0:
			m.Lane[i] = lane.From(0, t)
		}
	}
	return p.step(row, m, names, to)
}

// construct is OpCompositeConstruct: scalars and vectors one behind the other.
func (p *module) construct(row, to string, args []string) error {
	typ := p.typeOf(args[0])
	m := lane.Map{}
	var names []string
	for _, name := range args[1:] {
		s := p.operand(name, shape{1, typ.bits})
		if m.Bits != 0 && s.bits != m.Bits {
			return syntax.Errorf(row, 0, len(row), "lanes of %d bits and lanes of %d do not mix", m.Bits, s.bits)
		}
		m.Bits = s.bits
		k := slices.Index(names, name)
		if k < 0 {
			k = len(names)
			names, m.Src = append(names, name), append(m.Src, s.lanes)
		}
		for i := range s.lanes {
			m.Lane = append(m.Lane, lane.From(k, i))
		}
	}
	if typ.lanes > 0 && typ.lanes != len(m.Lane) {
		return syntax.Errorf(row, 0, len(row), "%s has %d lanes, and these are %d", args[0], typ.lanes, len(m.Lane))
	}
	return p.step(row, m, names, to)
}
