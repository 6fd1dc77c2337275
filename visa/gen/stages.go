package gen

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/visa"
)

// mov makes a mov of any types; why says what the machine has no instructions for.
func (m *maker) mov(to, from side) (why string) {
	staged := 0
	if overlapping(to, from) { // all is read before anything is written
		on := m.aside(len(from.at), from.typ.Size(), 0, 0)
		m.kept()
		m.made = m.copied(side{from.typ, visa.NoModifier, on}, side{from.typ, visa.NoModifier, from.at}, mov(false))
		if m.made == nil {
			return "no run of its lanes is read by one instruction"
		}
		from.at, staged = on, len(m.made)
	}
	made, why := m.chosen(to, from)
	if why == "" && made == nil {
		why = "no run of its lanes is written by one instruction"
		if m.masked {
			why += " with a mask of theirs"
		}
	}
	m.made = append(m.made[:staged:staged], made...)
	return why
}

// chosen is what a mov becomes: a copy of bits, one step or two; of one element for all lanes what one lane takes, and a copy of that; or what each half of the lanes becomes.
func (m *maker) chosen(to, from side) (made []Inst, why string) {
	if made, why = m.stepped(to, from, true); why != "" || len(made) == 1 || len(to.at) == 1 {
		return made, why
	}
	if same(from.at) {
		made = fewer(made, m.repeated(to, from))
	}
	if n := len(to.at) / 2; len(made) != 2 {
		low, _ := m.chosen(to.part(0, n), from.part(0, n))
		m.first += n
		high, _ := m.chosen(to.part(n, n), from.part(n, n))
		m.first -= n
		if low != nil && high != nil {
			made = fewer(made, append(low, high...))
		}
	}
	return made, ""
}

// repeated is one element, made once and copied to all lanes.
func (m *maker) repeated(to, from side) []Inst {
	room := m.free
	defer func() { m.free = room }()
	on := side{typ: to.typ, mod: to.mod, at: m.aside(1, to.typ.Size(), 0, 0)}
	m.kept()
	one, _ := m.stepped(on, from.part(0, 1), false)
	bits := bitsOf[to.typ.Size()]
	rest := m.copied(to.as(bits), side{typ: bits, at: slices.Repeat(on.at, len(to.at))}, mov(true))
	if one == nil || rest == nil {
		return nil
	}
	return append(one, rest...)
}

// same says whether all lanes have one element.
func same(at []int) bool {
	for _, a := range at {
		if a != at[0] {
			return false
		}
	}
	return true
}

// stepped is a mov as a copy of bits, or in one step or two; on says whether it writes the variable.
func (m *maker) stepped(to, from side, on bool) (made []Inst, why string) {
	quads := quadwords(m.platform)
	plain := to.mod == visa.NoModifier && from.mod == visa.NoModifier
	ints := to.typ.IsInteger() && from.typ.IsInteger()
	switch {
	case plain && (to.typ == from.typ || ints && to.typ.Size() <= from.typ.Size()):
		t := bitsOf[to.typ.Size()]
		made = m.copied(to.as(t), from.as(t), mov(on))
		if to.typ.Size() < from.typ.Size() && len(made) != 1 && from.typ.Size() < 8 {
			made = fewer(made, m.converted(to, from, mov(on)))
		}
		return made, ""
	case to.typ == visa.BF || from.typ == visa.BF:
		return nil, "numbers of bf are copied here, not converted"
	case !quads && plain && ints && to.typ.Size() == 8:
		return m.extended(to, from, on), ""
	case !quads && (to.typ.Size() == 8 || from.typ.Size() == 8):
		return nil, fmt.Sprintf("%s has no numbers of 64 bits", m.platform)
	}
	by, ok := between(to, from)
	switch {
	case !ok:
		return m.converted(to, from, mov(on)), ""
	case by == visa.F && from.typ == visa.DF:
		return nil, "the machine makes hf of df in two steps, each of which rounds"
	}
	for step := by.Size(); step <= 8; step = 8 + step/8*8 {
		made = fewer(made, m.twice(to, from, by, step, on))
	}
	return made, ""
}

// twice is two steps, with what is on the way some bytes from one lane to the next.
func (m *maker) twice(to, from side, by visa.Type, step int, on bool) []Inst {
	room := m.free
	defer func() { m.free = room }()
	way := side{by, visa.NoModifier, m.aside(len(to.at), by.Size(), 0, step)}
	if same(from.at) {
		from, way.at = from.part(0, 1), slices.Repeat(way.at[:1], len(way.at))
	}
	m.kept()
	first := way.part(0, len(from.at))
	if to.mod == visa.Sat && from.typ.IsInteger() && by == visa.W && from.typ.Size() == 8 {
		first.mod = visa.Sat
	}
	if from.typ == visa.DF && by == visa.W {
		to.mod = visa.Sat // as a float that is out of range becomes the nearest number
	}
	one := m.converted(first, from, mov(false))
	var two []Inst
	if to.mod == visa.NoModifier && to.typ.Size() == 1 {
		two = m.copied(to.as(visa.UB), way.as(visa.UB), mov(on))
	} else {
		two = m.converted(to, way, mov(on))
	}
	if one == nil || two == nil {
		return nil
	}
	return append(one, two...)
}

// bitsOf is the type that bits are copied as, by the bytes of an element.
var bitsOf = map[int]visa.Type{1: visa.UB, 2: visa.UW, 4: visa.UD, 8: visa.UQ}

// between is the type by way of which one becomes another that the machine has no conversion for. What is on the way holds all that the one with fewer bits has; so saturation belongs to the second step.
func between(to, from side) (by visa.Type, ok bool) {
	switch {
	case max(to.typ.Size(), from.typ.Size()) < 8:
		return 0, false
	case min(to.typ.Size(), from.typ.Size()) == 1:
		return visa.W, true
	case to.typ == visa.HF || from.typ == visa.HF:
		return visa.F, true
	}
	return 0, false
}

// extended is integers that become two dwords each: the number, and its sign.
func (m *maker) extended(to, from side, on bool) []Inst {
	low, high, as := to.as(visa.UD), to.upper(), visa.UD
	number := &Operand{Text: "0x0:ud", Number: true, Type: visa.UD}
	w := mov(on)
	signed := from.typ == visa.B || from.typ == visa.W || from.typ == visa.D
	if signed {
		as = visa.D
		number = &Operand{Text: "31:w", Number: true, Type: visa.W, Value: 31}
		w.op, w.number = "asr", number
	}
	var one []Inst
	if from.typ.Size() == 4 {
		one = m.copied(low, from.as(visa.UD), mov(on))
	} else {
		one = m.converted(low.as(as), from, mov(on))
	}
	var two []Inst
	if signed {
		two = m.cut(high.as(as), low.as(as), w)
	} else {
		w.number, w.fill = number, true
		two = m.cut(high, high, w)
	}
	if one == nil || two == nil {
		return nil
	}
	return append(one, two...)
}

// kept moves the first free byte behind registers that elements lie in now.
func (m *maker) kept() { m.free += 32*8 + m.grf }

// aside is the bytes of n elements in registers behind the variables, some bytes into the first one and some bytes from one to the next; 0: side by side.
func (m *maker) aside(n, size, into, step int) []int {
	if step == 0 {
		step = size
	}
	at := make([]int, n)
	for k := range at {
		at[k] = m.free + into + k*step
	}
	return at
}

// copied is the fewest instructions that copy bits: at once, or by way of registers where the elements lie farther apart or at another place. Elements of 64 bits are two
// dwords where that is fewer.
func (m *maker) copied(to, from side, w work) []Inst {
	best := m.cut(to, from, w)
	if to.typ.Size() == 8 {
		best = fewer(best, m.halves(to, from, w))
	}
	if len(best) == 1 || best == nil && to.typ.Size() == 8 {
		return best
	}
	size := to.typ.Size()
	for step := size; step <= 8; step *= 2 {
		for _, into := range m.places(to, step) {
			on := side{to.typ, visa.NoModifier, m.aside(len(to.at), size, into, step)}
			out := m.cut(to, on, w)
			if out == nil || best != nil && len(out)+1 >= len(best) {
				continue
			}
			if in := m.cut(on, from, mov(false)); in != nil {
				best = fewer(best, append(in, out...))
			}
		}
	}
	return best
}

// halves is elements of 64 bits as dwords: the lower and the upper ones by themselves, or, where no mask is needed, both as lanes.
func (m *maker) halves(to, from side, w work) []Inst {
	var best []Inst
	if low, high := m.cut(to.as(visa.UD), from.as(visa.UD), w), m.cut(to.upper(), from.upper(), w); low != nil && high != nil {
		best = append(low, high...)
	}
	if !w.on || !m.masked {
		w.on = false
		best = fewer(best, m.cut(to.dwords(), from.dwords(), w))
	}
	return best
}

// fewer is the one of two sequences that is shorter, the first if neither is; nil is none.
func fewer(a, b []Inst) []Inst {
	if a == nil || b != nil && len(b) < len(a) {
		return b
	}
	return a
}

// places are where the elements of a register on the way may begin: at its beginning, at the byte of the other side, and at that times how much farther apart they lie.
func (m *maker) places(to side, step int) []int {
	at := to.at[0] % m.grf
	d := to.typ.Size()
	if len(to.at) > 1 {
		d = max(to.at[1]-to.at[0], 1)
	}
	all := []int{0}
	for _, into := range [...]int{at, at * step / d % m.grf} {
		if into != 0 && into%to.typ.Size() == 0 && into != all[len(all)-1] {
			all = append(all, into)
		}
	}
	return all
}

// converted is the fewest instructions that make one type of another: at once, or after the source was laid out, or before the destination is.
func (m *maker) converted(to, from side, w work) []Inst {
	best := m.cut(to, from, w)
	plainTo, plainFrom := bitsOf[to.typ.Size()], bitsOf[from.typ.Size()]
	room := m.free
	defer func() { m.free = room }()
	for _, in := range m.layouts(from, to) {
		if len(best) == 1 {
			return best
		}
		first, read := []Inst{}, from
		m.free = room
		if in != nil {
			read = side{from.typ, from.mod, in}
			m.kept()
			if first = m.copied(side{plainFrom, visa.NoModifier, in}, from.as(plainFrom), mov(false)); first == nil {
				continue
			}
		}
		second := m.free
		for _, out := range m.layouts(to, read) {
			wrote, last := to, []Inst{}
			step := w
			if out != nil {
				m.free = second
				wrote, step = side{to.typ, to.mod, out}, mov(false)
			}
			middle := m.cut(wrote, read, step)
			if middle == nil || best != nil && len(first)+len(middle) >= len(best) {
				continue
			}
			if out != nil {
				m.kept()
				if last = m.copied(to.as(plainTo), side{plainTo, visa.NoModifier, out}, w); last == nil {
					continue
				}
			}
			all := append(append(append([]Inst{}, first...), middle...), last...)
			best = fewer(best, all)
		}
	}
	return best
}

// layouts are where one side may lie in registers on the way, so that the other fits: nowhere, and at each distance between elements where places says.
func (m *maker) layouts(s, other side) [][]int {
	all := [][]int{nil}
	for step := s.typ.Size(); step <= 8; step *= 2 {
		for _, into := range append(m.places(s, step), other.at[0]%m.grf) {
			if into%s.typ.Size() == 0 {
				all = append(all, m.aside(len(s.at), s.typ.Size(), into, step))
			}
		}
	}
	return all
}

// overlapping says whether a lane writes what another one reads.
func overlapping(to, from side) bool {
	for k, at := range to.at {
		for j, b := range from.at {
			if k != j && at < b+from.typ.Size() && b < at+to.typ.Size() {
				return true
			}
		}
	}
	return false
}
