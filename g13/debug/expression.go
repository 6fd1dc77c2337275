package debug

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/syntax"
)

// An Expression is a question about where a session stands: r3[active].f > 1.
//
//	r3 r3l r3h r2_r3   registers, halves and pairs       r3[5] of a lane    r3[active] r3[all] of lanes; active ones unless it says which
//	u4 u4l u4h u4_u5   uniforms
//	.u .s .f           as a number without a sign (as all are unless they say so), with one, or with a fraction
//	device[a] local[a] stack[a]    memory: .u8 .s8 .u16 .s16 .f16 .u32 .s32 .f32, .u32 unless it says which
//	lane active exec pc step group threadgroup.x thread.x sp
//	any(x) all(x) count(x) isnan(x)
//	|| && == != < <= > >= | ^ & << >> + - * / % ! ~ -
//
// A value is one for each lane, or one for all. It is true if it is not 0 in any lane. What is not there, such as memory that is not mapped or a quotient by 0, leaves its lane out.
type Expression struct {
	Text  string
	root  node
	reads reads
}

// reads is what an expression depends on.
type reads struct {
	registers    machine.RegisterSet
	memory, exec bool
	always       bool // on the step itself
}

// A node is a part of an expression: what it is worth in a SIMD-group.
type node interface {
	eval(at *place) Value
}

// mostDeep bounds how deep expressions are nested.
const mostDeep = 100

// ParseExpression reads an expression. The error is a *syntax.Error.
func ParseExpression(text string) (*Expression, error) {
	p := expressionParser{Cursor: syntax.Cursor{Text: text}}
	root, err := p.binary(0)
	if err == nil && !p.Done() {
		err = p.Wanted("an operator or the end of the expression")
	}
	if err != nil {
		return nil, err
	}
	return &Expression{Text: strings.TrimSpace(text), root: root, reads: p.reads}, nil
}

type expressionParser struct {
	syntax.Cursor
	reads reads
	depth int
}

// operators are those between two values, those that bind least first. Of those that begin alike the longer ones come first.
var operators = [][]string{{"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">"}, {"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

// binary is values with operators between, of a level and those that bind more.
func (p *expressionParser) binary(level int) (node, error) {
	if level == len(operators) {
		return p.unary()
	}
	left, err := p.binary(level + 1)
	for err == nil {
		op := p.operator(level)
		if op == "" {
			return left, nil
		}
		var right node
		if right, err = p.binary(level + 1); err == nil {
			left = binaryNode{op, left, right}
		}
	}
	return nil, err
}

// operator takes an operator of a level, if one is next. A | or & of another level is none, and neither is half a shift.
func (p *expressionParser) operator(level int) string {
	p.Space()
	rest := p.Rest()
	for _, op := range operators[level] {
		if !strings.HasPrefix(rest, op) {
			continue
		}
		if longer := strings.TrimPrefix(rest, op); len(op) == 1 && longer != "" && (longer[0] == op[0] && strings.Contains("|&<>", op)) {
			continue
		}
		p.Off += len(op)
		return op
	}
	return ""
}

func (p *expressionParser) unary() (node, error) {
	if p.depth++; p.depth > mostDeep {
		return nil, p.ErrorFrom(p.Off, "the expression is nested more than %d deep", mostDeep)
	}
	defer func() { p.depth-- }()
	for _, op := range []string{"-", "!", "~"} {
		if p.Accept(op) {
			x, err := p.unary()
			return unaryNode{op, x}, err
		}
	}
	return p.primary()
}

func (p *expressionParser) primary() (node, error) {
	p.Space()
	start := p.Off
	if p.Accept("(") {
		x, err := p.binary(0)
		if err == nil {
			err = p.close(")")
		}
		return x, err
	}
	if c := p.Peek(); c >= '0' && c <= '9' {
		return p.number()
	}
	name := p.name()
	switch name {
	case "":
		return nil, p.Wanted("a number, a register such as r3, or another value")
	case "any", "all", "count", "isnan":
		return p.function(name)
	case "device", "local", "stack":
		return p.memory(name)
	case "inf", "nan":
		return constantNode(floatValue(map[string]float64{"inf": inf, "nan": nan}[name])), nil
	}
	if special, ok := specials[name]; ok {
		return p.special(name, special)
	}
	if n, ok := registerNamed(name); ok {
		return p.register(n)
	}
	return nil, p.ErrorFrom(start, "there is no value %s; there are registers such as r3, r3l and r2_r3, uniforms such as u4, %s", syntax.Quote(name), strings.Join(specialNames(), ", "))
}

// close takes what closes a bracket.
func (p *expressionParser) close(bracket string) error {
	if !p.Accept(bracket) {
		return p.Wanted(strconv.Quote(bracket))
	}
	return nil
}

// name is letters, digits and underscores.
func (p *expressionParser) name() string {
	start := p.Off
	for p.Off < len(p.Text) {
		c := p.Text[p.Off]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			break
		}
		p.Off++
	}
	return p.Text[start:p.Off]
}

// number is a whole one, or one with a point or an exponent.
func (p *expressionParser) number() (node, error) {
	start := p.Off
	for p.Off < len(p.Text) {
		c := p.Text[p.Off]
		exponent := p.Off > start && (c == '+' || c == '-') && p.Text[p.Off-1]|0x20 == 'e' && !strings.HasPrefix(p.Text[start:], "0x")
		if c != '_' && c != '.' && !exponent && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			break
		}
		p.Off++
	}
	text := p.Text[start:p.Off]
	if v, err := strconv.ParseUint(text, 0, 64); err == nil {
		return constantNode(intValue(int64(v))), nil
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil && !strings.Contains(text, "x") {
		return constantNode(floatValue(x)), nil
	}
	return nil, p.ErrorFrom(start, "%s is no number such as 7, 0x7, 0.5 or 1e-3", syntax.Quote(text))
}

func (p *expressionParser) function(name string) (node, error) {
	if !p.Accept("(") {
		return nil, p.Wanted(`"("`)
	}
	x, err := p.binary(0)
	if err == nil {
		err = p.close(")")
	}
	return functionNode{name, x}, err
}

// spaces are the memories by the names that they have here.
var spaces = map[string]machine.Space{"device": machine.DeviceSpace, "local": machine.ThreadgroupSpace, "stack": machine.StackSpace}

// elements are how memory may be looked at.
var elements = map[string]element{
	"u8": {1, false, false}, "s8": {1, true, false}, "u16": {2, false, false}, "s16": {2, true, false}, "u32": {4, false, false}, "s32": {4, true, false}, "f16": {2, false, true}, "f32": {4, false, true},
	"u": {4, false, false}, "s": {4, true, false}, "f": {4, false, true},
}

func (p *expressionParser) memory(name string) (node, error) {
	p.reads.memory = true
	if !p.Accept("[") {
		return nil, p.Wanted(`"["`)
	}
	address, err := p.binary(0)
	if err == nil {
		err = p.close("]")
	}
	if err != nil {
		return nil, err
	}
	m := memoryNode{spaces[name], address, elements["u32"]}
	if start := p.Off; p.Accept(".") {
		e, ok := elements[p.name()]
		if !ok {
			return nil, p.ErrorFrom(start, "memory can be looked at as .u8, .s8, .u16, .s16, .f16, .u32, .s32 and .f32")
		}
		m.as = e
	}
	return m, nil
}

// special is a name that is no register.
func (p *expressionParser) special(name string, s special) (node, error) {
	p.reads.exec = p.reads.exec || s.exec
	p.reads.always = p.reads.always || s.always
	direction := 0
	if s.directions {
		start := p.Off
		if !p.Accept(".") {
			return nil, p.Wanted(".x, .y or .z")
		}
		if direction = slices.Index([]string{"x", "y", "z"}, p.name()); direction < 0 {
			return nil, p.ErrorFrom(start, "%s has .x, .y and .z", name)
		}
	}
	return specialNode{s.value, direction}, nil
}

// registerNamed is a register, a uniform, half of one or two of them, by its name.
func registerNamed(name string) (n registerNode, ok bool) {
	file, rest := name[0], name[1:]
	limit := machine.Registers
	switch file {
	case 'r':
	case 'u':
		n.uniform, limit = true, machine.Uniforms/2
	default:
		return n, false
	}
	n.size = 32
	if first, second, pair := strings.Cut(rest, "_"); pair {
		upper, err := strconv.Atoi(strings.TrimPrefix(second, string(file)))
		if err != nil || !strings.HasPrefix(second, string(file)) || strconv.Itoa(upper-1) != first {
			return n, false
		}
		rest, n.size = first, 64
		limit--
	} else if digits, half := strings.CutSuffix(rest, "l"); half {
		rest, n.size = digits, 16
	} else if digits, half := strings.CutSuffix(rest, "h"); half {
		rest, n.size, n.index = digits, 16, 1
	}
	v, err := strconv.Atoi(rest)
	if err != nil || v < 0 || v >= limit || strconv.Itoa(v) != rest {
		return n, false
	}
	n.index += 2 * v
	return n, true
}

// register is one with the lanes and the view that are asked for.
func (p *expressionParser) register(n registerNode) (node, error) {
	n.lanes = activeLanes
	if p.Accept("[") {
		p.Space()
		at := p.Off
		switch lane := p.name(); lane {
		case "active":
		case "all":
			n.lanes = allLanes
		default:
			v, err := strconv.Atoi(lane)
			if err != nil || v < 0 || v >= machine.Lanes {
				return nil, p.ErrorFrom(at, "expected a lane from 0 to %d, active or all", machine.Lanes-1)
			}
			n.lanes = laneChoice(v)
		}
		if err := p.close("]"); err != nil {
			return nil, err
		}
	}
	if at := p.Off; p.Accept(".") {
		if n.view = slices.Index([]string{"u", "s", "f"}, p.name()); n.view < 0 {
			return nil, p.ErrorFrom(at, "a register can be looked at as .u, .s or .f")
		}
		if n.size == 64 && n.view == viewFloat {
			return nil, p.ErrorFrom(at, "there are no floats of 64 bits")
		}
	}
	if n.uniform {
		p.reads.always = true // a store to one is rare, and no register is written by it
		return n, nil
	}
	p.reads.registers.Add(n.index / 2)
	if n.size == 64 {
		p.reads.registers.Add(n.index/2 + 1)
	}
	p.reads.exec = p.reads.exec || n.lanes == activeLanes
	return n, nil
}
