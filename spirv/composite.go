package spirv

import (
	"math"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// shuffle is OpVectorShuffle: the numbers count through both vectors, whose lengths may differ.
func (p *module) shuffle(in instruction) error {
	c := syntax.Cursor{Text: strings.Join(in.args[3:], " ")}
	var sel []int
	for !c.Done() {
		t, err := selectors.Selector(&c)
		if err != nil {
			return p.wrong("expected numbers behind the vectors, found %s", syntax.Quote(c.Rest()))
		}
		sel = append(sel, t)
	}
	typ := p.types.shape(in.args[0])
	if typ.lanes > 0 && typ.lanes != len(sel) {
		return p.wrong("%s has %d lanes, and there are %d numbers", in.args[0], typ.lanes, len(sel))
	}
	assumed := shape{len(sel), typ.bits}
	for slices.Max(sel) >= 2*assumed.lanes {
		assumed.lanes *= 2
	}
	names := []string{p.called(in.args[1]), p.called(in.args[2])}
	var s [2]shape
	for k, name := range names {
		var err error
		if s[k], err = p.operand(name, assumed); err != nil {
			return err
		}
	}
	if s[0].bits != s[1].bits {
		return p.wrong("lanes of %d bits and lanes of %d do not mix", s[0].bits, s[1].bits)
	}
	m := lane.Map{Bits: s[0].bits, Src: []int{s[0].lanes, s[1].lanes}, Lane: make([]lane.Lane, len(sel))}
	if names[0] == names[1] {
		m.Src, names = m.Src[:1], names[:1]
	}
	for i, t := range sel {
		switch {
		case t >= s[0].lanes+s[1].lanes:
			return p.wrong("number %d is out of range: the two vectors have 0 to %d", t, s[0].lanes+s[1].lanes-1)
		case t >= s[0].lanes:
			m.Lane[i] = lane.From(len(names)-1, t-s[0].lanes)
		case t >= 0:
			m.Lane[i] = lane.From(0, t)
		}
	}
	return p.step(m, names, in.to)
}

// construct is scalars and vectors one behind the other, or the parts of what is no vector.
func (p *module) construct(in instruction) error {
	if p.types.hasParts(in.args[0]) {
		for k, part := range in.args[1:] {
			part = p.called(part)
			if s := p.types.shape(p.types.member(in.args[0], k)); p.shapes[part].lanes == 0 && s.lanes > 0 {
				p.shapes[part] = s
			}
			p.parts[partOf(in.to, k)] = part
		}
		return nil
	}
	before := p.outcome
	typ := p.types.shape(in.args[0])
	m := lane.Map{}
	var names []string
	for _, name := range in.args[1:] {
		name = p.called(name)
		s, err := p.operand(name, shape{1, typ.bits})
		if err != nil {
			return err
		}
		if m.Bits != 0 && s.bits != m.Bits {
			return p.wrong("lanes of %d bits and lanes of %d do not mix", m.Bits, s.bits)
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
		return p.wrong("%s has %d lanes, and these are %d", in.args[0], typ.lanes, len(m.Lane))
	}
	err := p.step(m, names, in.to)
	if in.op == "OpConstantComposite" { // which no line of a function makes
		p.outcome = before
	}
	return err
}

// partOf is the name of a part.
func partOf(name string, k int) string { return name + "[" + strconv.Itoa(k) + "]" }

// part is a part of a value that is no vector: what was put there, or a source of its own.
func (p *module) part(name string, k int) string {
	for range program.MaxLines { // through insertions that left it as it was
		if value, ok := p.parts[partOf(name, k)]; ok {
			return value
		}
		before, ok := p.without[name]
		if !ok {
			break
		}
		name = before
	}
	key := partOf(name, k)
	typ := p.types.member(p.held[name], k)
	p.parts[key], p.held[key] = key, typ
	if s := p.types.shape(typ); s.lanes > 0 {
		p.shapes[key] = s
	}
	if why, ok := p.computed[name]; ok {
		p.computed[key] = why
	}
	return key
}

// indices are the numbers behind a composite.
func indices(words []string) (all []int, ok bool) {
	for _, word := range words {
		k, err := strconv.Atoi(word)
		if err != nil {
			return nil, false
		}
		all = append(all, k)
	}
	return all, true
}

// extract is a lane of a vector, or a part of what is none.
func (p *module) extract(in instruction) error {
	name := p.called(in.args[1])
	all, ok := indices(in.args[2:])
	for ok && len(all) > 0 && p.isNoVector(name, in.args[0], len(all)) {
		if all[0] < 0 {
			return p.wrong("%d is the number of no part", all[0])
		}
		name, all = p.called(p.part(name, all[0])), all[1:]
	}
	switch {
	case ok && len(all) == 0:
		if _, ok := p.shapes[name]; !ok && p.shapes[in.to].lanes > 0 {
			p.shapes[name] = p.shapes[in.to]
		}
		p.same[in.to] = name
		return nil
	case !ok || len(all) > 1:
		all = []int{-1}
	}
	return p.lane(name, all[0], in.to)
}

// isNoVector says whether a value of which so many indices are left has parts and no lanes: a vector's only part is a scalar.
func (p *module) isNoVector(name, result string, left int) bool {
	if s, ok := p.shapes[name]; ok {
		return s.lanes == 0
	}
	return left > 1 || p.types.hasParts(p.held[name]) || p.types.shape(result).lanes > 1
}

// lane is a lane of a vector as a scalar.
func (p *module) lane(name string, k int, to string) error {
	s, err := p.operand(name, shape{4, p.shapes[to].bits})
	if err != nil {
		return err
	}
	if k < 0 || k >= s.lanes {
		return p.wrong("%s has lanes 0 to %d", name, s.lanes-1)
	}
	return p.step(lane.Map{Bits: s.bits, Src: []int{s.lanes}, Lane: []lane.Lane{lane.From(0, k)}}, []string{name}, to)
}

// extractDynamic is a lane by a number that is a value.
func (p *module) extractDynamic(in instruction) error {
	k, ok := p.numbers[p.called(in.args[2])]
	if !ok {
		p.computed[in.to] = p.wrong("which lane it is only the run knows")
		return nil
	}
	return p.lane(p.called(in.args[1]), k, in.to)
}

// insertDynamic is a vector with a lane replaced, by a number that is a value.
func (p *module) insertDynamic(in instruction) error {
	k, ok := p.numbers[p.called(in.args[3])]
	if !ok {
		p.computed[in.to] = p.wrong("which lane it is only the run knows")
		return nil
	}
	return p.replaced(p.called(in.args[1]), k, p.called(in.args[2]), in.to)
}

// insert is a composite with a lane or a part replaced.
func (p *module) insert(in instruction) error {
	all, ok := indices(in.args[3:])
	if !ok {
		return p.wrong("expected numbers behind the values")
	}
	return p.inserted(p.called(in.args[2]), all, p.called(in.args[1]), in.to, in.args[0])
}

// inserted puts a value into a composite, whose type may be said.
func (p *module) inserted(whole string, at []int, value, to, typ string) error {
	if !p.types.hasParts(typ) && (len(at) == 1 || p.shapes[whole].lanes > 0) {
		return p.replaced(whole, at[0], value, to)
	}
	if at[0] < 0 {
		return p.wrong("%d is the number of no part", at[0])
	}
	p.without[to] = whole
	key := partOf(to, at[0])
	if len(at) == 1 {
		p.parts[key] = value
		return nil
	}
	inner := p.anonymous(key)
	part := p.called(p.part(whole, at[0]))
	p.parts[key], p.held[inner] = inner, p.held[part]
	return p.inserted(part, at[1:], value, inner, p.types.member(typ, at[0]))
}

// replaced is a vector with another lane.
func (p *module) replaced(whole string, k int, value, to string) error {
	s, err := p.operand(whole, shape{4, p.shapes[value].bits})
	if err != nil {
		return err
	}
	part, err := p.operand(value, shape{1, s.bits})
	switch {
	case err != nil:
		return err
	case k < 0 || k >= s.lanes:
		return p.wrong("%s has lanes 0 to %d", whole, s.lanes-1)
	case part != shape{1, s.bits}:
		return p.wrong("a lane of %d bits is replaced, and %s has %d of %d", s.bits, value, part.lanes, part.bits)
	}
	m := lane.Map{Bits: s.bits, Src: []int{s.lanes, 1}, Lane: make([]lane.Lane, s.lanes)}
	for i := range m.Lane {
		m.Lane[i] = lane.From(0, i)
	}
	m.Lane[k] = lane.From(1, 0)
	return p.step(m, []string{whole, value}, to)
}

// copied is a second name.
func (p *module) copied(in instruction) error {
	p.same[in.to] = p.called(in.args[1])
	p.become(in.args[1], in.to)
	return nil
}

// bitcast is the same bits as lanes of another width.
func (p *module) bitcast(in instruction) error {
	name, to := p.called(in.args[1]), p.types.shape(in.args[0])
	s, err := p.operand(name, to)
	if err != nil {
		return err
	}
	if to.lanes == 0 || to.lanes*to.bits != s.lanes*s.bits {
		return p.wrong("%s has %d lanes of %d bits, and OpBitcast keeps all bits", name, s.lanes, s.bits)
	}
	width := lane.GCD(s.bits, to.bits)
	m := lane.Map{Bits: width, Src: []int{s.lanes * s.bits / width}}
	for i := range m.Src[0] {
		m.Lane = append(m.Lane, lane.From(0, i))
	}
	if err := p.step(m, []string{name}, in.to); err != nil || in.to == "" {
		return err
	}
	p.shapes[in.to] = to
	p.become(in.to, in.to)
	return nil
}

// constant is a number, zero, or what has no value.
func (p *module) constant(in instruction) error {
	s := p.types.shape(in.args[0])
	if s.lanes == 0 || in.to == "" {
		return nil
	}
	m := lane.Map{Bits: s.bits, Lane: make([]lane.Lane, s.lanes)}
	switch in.op {
	case "OpConstantNull":
		for i := range m.Lane {
			m.Lane[i] = lane.Zero()
		}
	case "OpConstant":
		c, ok := p.numberOf(in, s.bits)
		if !ok {
			return nil
		}
		m.Lane[0] = lane.Fixed(c)
	}
	p.values.Named[in.to] = m
	return nil
}

// numberOf is a number as spirv-dis writes it: 7, -1, 0.5, and what is no decimal number as 0x1p-140 or, with the exponent that no number has, 0x1p+128.
func (p *module) numberOf(in instruction, bits int) (lane.Const, bool) {
	word := in.args[1]
	if k, err := strconv.ParseInt(word, 10, 64); err == nil && !p.types.isFloat(in.args[0]) {
		p.numbers[in.to] = int(k)
		return lane.ConstOf(uint64(k)).Slice(0, bits), true
	}
	if k, err := strconv.ParseUint(word, 10, 64); err == nil && !p.types.isFloat(in.args[0]) {
		return lane.ConstOf(k).Slice(0, bits), true
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return lane.Const{}, false
	}
	top := map[int]int{16: 16, 32: 128}[bits] // the exponent of infinity and of what is no number
	if f, e := math.Frexp(math.Abs(x)); top > 0 && e == top+1 && strings.HasPrefix(strings.TrimPrefix(word, "-"), "0x") {
		fraction := map[int]int{16: 10, 32: 23}[bits]
		infinity, _ := lane.Float(math.Inf(1), bits).Uint64()
		sign := uint64(0)
		if math.Signbit(x) {
			sign = 1 << (bits - 1)
		}
		return lane.ConstOf(sign | infinity | uint64(math.Ldexp(2*f-1, fraction))), true
	}
	return lane.Float(x, bits), true
}
