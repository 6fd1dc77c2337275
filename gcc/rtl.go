package gcc

import (
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A mode is the type of an RTL expression: V4SI has four lanes of 32 bits, SI one.
type mode struct{ bits, lanes int }

// scalars are the modes of one lane.
var scalars = map[string]int{"QI": 8, "HI": 16, "SI": 32, "DI": 64, "TI": 128, "HF": 16, "BF": 16, "SF": 32, "DF": 64}

func parseMode(name string) (m mode, ok bool) {
	m.lanes = 1
	if rest, vector := strings.CutPrefix(name, "V"); vector {
		digits := strings.TrimRight(rest, "QHSDTIFB")
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > maxLanes {
			return m, false
		}
		m.lanes, name = n, rest[len(digits):]
	}
	m.bits = scalars[name]
	return m, m.bits > 0
}

// maxLanes and maxDepth bound what a short text makes; no element has more than maxElement bits.
const (
	maxLanes   = 1 << 10
	maxDepth   = 40
	maxElement = 128
)

// rtl reads one expression and makes its value.
type rtl struct {
	syntax.Cursor
	values program.Values
	depth  int
	to     string
}

// newValues are no values yet.
func newValues() program.Values {
	return program.Values{Named: map[string]lane.Map{}, Renamed: map[string]string{}}
}

// readRTL reads an expression, or a set of one.
func readRTL(text string) (dialect.Reading, error) {
	p := &rtl{Cursor: syntax.Cursor{Text: text}, values: newValues()}
	var m lane.Map
	made := false
	for !p.Done() {
		if p.Accept(";") {
			p.pass("\n")
			continue
		}
		v, ok, err := p.top()
		if err != nil {
			return dialect.Reading{}, err
		}
		if ok {
			m, made = v, true
		}
	}
	if !made {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "expected an expression that moves lanes, such as (vec_select:V4SI …)")
	}
	level := []lane.Map{m}
	if err := p.values.Level(level); err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r := dialect.Reading{Map: program.Readable(level[0]), Names: p.values.Inputs, To: p.to}
	return r, dialect.Checked(text, r.Map)
}

// top reads an expression around which nothing stands: an insn and what is in it, a set, or a value.
func (p *rtl) top() (m lane.Map, ok bool, err error) {
	at := p.Off
	if err := p.Expect("(", `"(" and an expression`); err != nil {
		return m, false, err
	}
	switch word := p.Word(); word {
	case "insn", "note", "code_label", "barrier", "debug_insn", "call_insn", "jump_insn":
		return p.insn()
	case "set":
		return p.set()
	}
	p.Off = at
	m, _, err = p.value()
	return m, err == nil, err
}

// insn reads the set in an insn; one without a set, as a note is, moves nothing.
func (p *rtl) insn() (m lane.Map, ok bool, err error) {
	start := p.Off
	p.rest()
	end := p.Off
	if set := strings.Index(p.Text[start:end], "(set"); set >= 0 {
		p.Off = start + set
		if m, ok, err = p.top(); err != nil {
			return m, false, err
		}
		p.Off = end
	}
	return m, ok, p.Expect(")", `")" behind the insn`)
}

// set reads (set destination source), and names what the source is.
func (p *rtl) set() (m lane.Map, ok bool, err error) {
	to, _, err := p.place()
	if err != nil {
		return m, false, err
	}
	if m, _, err = p.value(); err != nil {
		return m, false, err
	}
	p.to = to
	p.values.Named[to] = m
	return m, true, p.Expect(")", `")" behind the set`)
}

// head reads the beginning of an expression: its code, and its mode if it has one.
func (p *rtl) head() (code string, m mode, err error) {
	if err := p.Expect("(", `"(" and an expression`); err != nil {
		return "", m, err
	}
	code = p.Word()
	for p.Peek() == '/' { // flags: reg/v
		p.Off++
		p.Word()
	}
	if p.Peek() == ':' {
		p.Off++
		at := p.Off
		name := p.Word()
		if m2, ok := parseMode(name); ok {
			return code, m2, nil
		}
		return code, m, p.ErrorFrom(at, "%s is no mode of whole lanes, such as V4SI", syntax.Quote(name))
	}
	return code, m, nil
}

// place reads a register, a memory or an operand of a pattern, and what it is called.
func (p *rtl) place() (name string, m mode, err error) {
	p.Space()
	start := p.Off
	code, m, err := p.head()
	if err != nil {
		return "", m, err
	}
	switch code {
	case "reg":
		name = "r" + p.Word()
		if word := p.Word(); word != "" && isLetter(word[0]) { // (reg:V4SI 20 xmm0)
			p.values.Renamed[name] = word
		}
		if p.Accept("[") {
			if word := p.Word(); word != "" && isLetter(word[0]) {
				p.values.Renamed[name] = word
			}
			p.pass("]")
		}
	case "match_operand", "match_dup":
		name = "operand" + p.Word()
	case "mem":
		name = "mem"
	default:
		p.Off = start
		return "", m, p.Wanted("a register, a memory or an operand of a pattern")
	}
	p.rest()
	if m.lanes == 0 {
		return name, m, p.ErrorFrom(start, "the mode of %s is not in the text", name)
	}
	return name, m, p.Expect(")", `")"`)
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' }

// pass goes behind a mark.
func (p *rtl) pass(mark string) {
	if at := strings.Index(p.Rest(), mark); at >= 0 {
		p.Off += at + len(mark)
	} else {
		p.Off = len(p.Text)
	}
}

// rest passes all up to the end of the expression.
func (p *rtl) rest() {
	depth := 0
	for p.Off < len(p.Text) {
		switch p.Text[p.Off] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth == 0 {
				return
			}
			depth--
		}
		p.Off++
		syntax.Look(1)
	}
}

// value reads an expression as a map over the registers, and its mode. The map's lanes may be parts of the mode's.
func (p *rtl) value() (v lane.Map, m mode, err error) {
	p.Space()
	start := p.Off
	if p.depth++; p.depth > maxDepth {
		return v, m, p.ErrorFrom(start, "an expression has at most %d others around it", maxDepth)
	}
	defer func() { p.depth-- }()
	code, m, err := p.head()
	if err != nil {
		return v, m, err
	}
	switch code {
	case "vec_select":
		v, err = p.selected(start)
	case "vec_concat":
		v, err = p.joined(start, false)
	case "vec_merge":
		v, err = p.joined(start, true)
	case "vec_duplicate":
		v, err = p.duplicated(start, m)
	case "subreg":
		v, err = p.subreg(start, m)
	case "const_vector", "const_int":
		v, err = p.constants(code, m)
	case "reg", "mem", "match_operand", "match_dup":
		p.Off = start
		return p.input()
	default:
		err = p.ErrorFrom(start, "%s moves no lanes, or is not known: vec_select, vec_concat, vec_merge, vec_duplicate and subreg do", syntax.Quote(code))
	}
	if err == nil {
		err = p.Expect(")", `")"`)
	}
	if err != nil {
		return v, m, err
	}
	return p.inMode(start, v, m)
}

// inMode is a value with lanes that are no wider than those of its mode.
func (p *rtl) inMode(start int, v lane.Map, m mode) (lane.Map, mode, error) {
	if m.lanes == 0 {
		return v, mode{v.Bits, len(v.Lane)}, nil
	}
	if m.bits*m.lanes != v.Bits*len(v.Lane) {
		return v, m, p.ErrorFrom(start, "the mode has %d bits, and this makes %d", m.bits*m.lanes, v.Bits*len(v.Lane))
	}
	v, err := v.Regroup(lane.GCD(m.bits, v.Bits))
	if err != nil {
		err = p.ErrorFrom(start, "%v", err)
	}
	return v, m, err
}

// input is a register as a vector over itself, or what was set to it.
func (p *rtl) input() (lane.Map, mode, error) {
	p.Space()
	start := p.Off
	name, m, err := p.place()
	if err != nil {
		return lane.Map{}, m, err
	}
	all, err := p.values.Arguments([]string{name}, []int{m.bits * m.lanes}, m.bits)
	if err != nil {
		return lane.Map{}, m, p.ErrorFrom(start, "%v", err)
	}
	return p.inMode(start, all[0], m)
}

// numbers reads [(const_int 0) (const_int 4)].
func (p *rtl) numbers() (all []int64, err error) {
	if err := p.Expect("[", `"["`); err != nil {
		return nil, err
	}
	for !p.Accept("]") {
		p.Space()
		at := p.Off
		if !p.Accept("(const_int") {
			return nil, p.Wanted("(const_int …): which lanes move must be in the text")
		}
		p.Space()
		number := p.Off
		p.Accept("-")
		p.Word()
		v, err := strconv.ParseInt(p.Text[number:p.Off], 0, 64)
		if err != nil {
			return nil, p.ErrorFrom(number, "expected a number")
		}
		if strings.HasPrefix(strings.TrimSpace(p.Rest()), "[") { // the same in hexadecimal
			p.pass("]")
		}
		if err := p.Expect(")", `")"`); err != nil {
			return nil, err
		}
		if all = append(all, v); len(all) > maxLanes {
			return nil, p.ErrorFrom(at, "more than %d lanes", maxLanes)
		}
	}
	return all, nil
}

// selected is the lanes of a vector that a parallel lists.
func (p *rtl) selected(start int) (v lane.Map, err error) {
	from, m, err := p.value()
	if err != nil {
		return v, err
	}
	if err := p.Expect("(parallel", `"(parallel [" and numbers`); err != nil {
		return v, err
	}
	sel, err := p.numbers()
	if err != nil {
		return v, err
	}
	v = lane.Map{Bits: from.Bits, Src: from.Src}
	parts := m.bits / from.Bits
	for _, t := range sel {
		if t < 0 || t >= int64(m.lanes) {
			return v, p.ErrorFrom(start, "index %d is out of range: the vector has lanes 0 to %d", t, m.lanes-1)
		}
		v.Lane = append(v.Lane, from.Lane[int(t)*parts:(int(t)+1)*parts]...)
	}
	if len(sel) == 0 {
		return v, p.ErrorFrom(start, "the selection is empty")
	}
	return v, p.Expect(")", `")"`)
}

// joined is two vectors one behind the other, or merged: a set bit of the number takes the first one's lane.
func (p *rtl) joined(start int, merge bool) (v lane.Map, err error) {
	a, m, err := p.value()
	if err != nil {
		return v, err
	}
	b, _, err := p.value()
	if err != nil {
		return v, err
	}
	both := []lane.Map{a, b}
	if err := p.values.Level(both); err != nil {
		return v, p.ErrorFrom(start, "%v", err)
	}
	bits := lane.GCD(both[0].Bits, both[1].Bits)
	for k := range both {
		if both[k], err = both[k].Regroup(bits); err != nil {
			return v, p.ErrorFrom(start, "%v", err)
		}
	}
	v = lane.Map{Bits: bits, Src: both[0].Src}
	if len(both[1].Src) > len(v.Src) {
		v.Src = both[1].Src
	}
	if !merge {
		v.Lane = append(append(v.Lane, both[0].Lane...), both[1].Lane...)
		if len(v.Lane) > maxLanes {
			return v, p.ErrorFrom(start, "more than %d lanes", maxLanes)
		}
		return v, nil
	}
	if len(both[0].Lane) != len(both[1].Lane) {
		return v, p.ErrorFrom(start, "vectors of %d and of %d lanes do not merge", len(both[0].Lane), len(both[1].Lane))
	}
	mask, err := p.constInt()
	if err != nil {
		return v, err
	}
	for i := range both[0].Lane {
		from := both[1]
		if mask>>(i*bits/m.bits)&1 != 0 {
			from = both[0]
		}
		v.Lane = append(v.Lane, from.Lane[i])
	}
	return v, nil
}

// constInt reads (const_int n).
func (p *rtl) constInt() (int64, error) {
	if err := p.Expect("(const_int", "(const_int …)"); err != nil {
		return 0, err
	}
	p.Space()
	at := p.Off
	p.Accept("-")
	p.Word()
	n, err := strconv.ParseInt(p.Text[at:p.Off], 0, 64)
	if err != nil {
		return 0, p.ErrorFrom(at, "expected a number")
	}
	if strings.HasPrefix(strings.TrimSpace(p.Rest()), "[") {
		p.pass("]")
	}
	return n, p.Expect(")", `")"`)
}

// duplicated is a vector, or one lane, over and over.
func (p *rtl) duplicated(start int, m mode) (v lane.Map, err error) {
	from, _, err := p.value()
	if err != nil {
		return v, err
	}
	bits := from.Bits * len(from.Lane)
	if m.lanes == 0 || m.bits*m.lanes%bits != 0 {
		return v, p.ErrorFrom(start, "%d bits do not fill the mode", bits)
	}
	v = lane.Map{Bits: from.Bits, Src: from.Src}
	for range m.bits * m.lanes / bits {
		v.Lane = append(v.Lane, from.Lane...)
	}
	return v, nil
}

// subreg is the bytes of a register from an offset on, as another mode.
func (p *rtl) subreg(start int, m mode) (v lane.Map, err error) {
	from, _, err := p.value()
	if err != nil {
		return v, err
	}
	at, ok := p.Uint(maxLanes * maxElement / 8)
	if !ok || m.lanes == 0 {
		return v, p.Wanted("the offset of the subreg in bytes")
	}
	bits := lane.GCD(lane.GCD(from.Bits, m.bits), 8*at)
	if v, err = from.Regroup(bits); err != nil {
		return v, p.ErrorFrom(start, "%v", err)
	}
	low, n := 8*at/bits, m.bits*m.lanes/bits
	if low+n > len(v.Lane) {
		return v, p.ErrorFrom(start, "the subreg is longer than what it is of")
	}
	v.Lane = v.Lane[low : low+n : low+n]
	return v, nil
}

// constants is a vector of numbers.
func (p *rtl) constants(code string, m mode) (v lane.Map, err error) {
	if code == "const_int" || m.lanes == 0 {
		return v, p.Wanted("a vector: a number alone has no mode")
	}
	all, err := p.numbers()
	if err != nil {
		return v, err
	}
	if len(all) != m.lanes || m.bits > 64 {
		return v, p.Wanted("as many numbers as the mode has lanes")
	}
	v = lane.Map{Bits: m.bits}
	for _, n := range all {
		v.Lane = append(v.Lane, lane.Fixed(lane.ConstOf(uint64(n)).Slice(0, m.bits)))
	}
	return v, nil
}
