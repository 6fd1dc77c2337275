package goexpr

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A map is said as a function, so that the types of its vectors are in the text:
//
//	func(a, b archsimd.Uint32x4) archsimd.Uint32x4 { return a.InterleaveLo(b) }
//
// One call is looked for among all methods of the table: the numbers that lanes ask for are put in, and what the method then does is compared with what is wanted.
// What no call does is put together from vectors of one length: ConcatPermute brings one source after another to its place, a mask clears what is zero,
// and constants are merged.

// A goSaying is an expression and the types of the sources in it.
type goSaying struct {
	expression string
	types      []goType
	result     goType
}

func sayArchsimd(m lane.Map) (string, error) {
	f, err := oneCall(m)
	if err != nil {
		return "", err
	}
	return f.line(), nil
}

// Function is a map as a function of a name, in as few calls as are known: source a is the parameter a.
func Function(m lane.Map, name string) (string, error) {
	f, err := shortest(m)
	if err != nil {
		return "", err
	}
	return strings.Join(f.lines(name), "\n"), nil
}

// A goFunction is a map as steps, each of which makes r of the sources and of the r before it.
type goFunction struct {
	types  []goType // of the sources
	result goType
	steps  []string
}

// function is the saying by itself.
func (s goSaying) function() goFunction {
	return goFunction{s.types, s.result, []string{s.expression}}
}

// oneCall is a map as one call, exactly.
func oneCall(m lane.Map) (f goFunction, err error) {
	if i := slices.IndexFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Undefined }); i >= 0 {
		return f, fmt.Errorf("lane %d is undefined, which no call says", i)
	}
	if err := goSizes(m); err != nil {
		return f, err
	}
	s, ok := oneGoCall(m)
	if !ok {
		return f, fmt.Errorf("no single call of %s does this", goPackage)
	}
	return s.function(), nil
}

// goSizes says whether Go has vectors of the map's sizes.
func goSizes(m lane.Map) error {
	if m.ReadsOld() {
		return fmt.Errorf("lanes keep the old destination, which in Go would be a source like any other")
	}
	if n := m.Bits * len(m.Lane); !slices.Contains(goBits, n) {
		return fmt.Errorf("vectors of Go have 128, 256 or 512 bits, and this makes %d", n)
	}
	for k, n := range m.Src {
		if !slices.Contains(goBits, n*m.Bits) {
			return fmt.Errorf("vectors of Go have 128, 256 or 512 bits, and source %s has %d", lane.SourceName(k), n*m.Bits)
		}
	}
	if len(m.Src) > len(dialect.SourceLetters) {
		return fmt.Errorf("more than %d sources have no letters", len(dialect.SourceLetters))
	}
	return nil
}

// head is the function without its body; one without a name is a literal.
func (f goFunction) head(name string) string { return f.headWith(name, "") }

// headWith is the same with another parameter behind the sources.
func (f goFunction) headWith(name, more string) string {
	var b strings.Builder
	b.WriteString("func")
	if name != "" {
		b.WriteString(" " + name)
	}
	b.WriteString("(")
	for k, t := range f.types {
		if k > 0 {
			b.WriteString(", ")
		}
		b.WriteString(lane.SourceName(k))
		if k+1 == len(f.types) || f.types[k+1] != t {
			fmt.Fprintf(&b, " %s.%s", goPackage, t)
		}
	}
	if more != "" {
		if len(f.types) > 0 {
			b.WriteString(", ")
		}
		b.WriteString(more)
	}
	fmt.Fprintf(&b, ") %s.%s", goPackage, f.result)
	return b.String()
}

// goSourceTypes are the map's sources as vectors of elements of a size.
func goSourceTypes(m lane.Map, elem int) (types []goType) {
	for _, n := range m.Src {
		types = append(types, goType{'U', elem, n * m.Bits / elem})
	}
	return types
}

// oneGoCall is a call that refines the map. Wide elements are tried first: a call on them is the cheaper one to read.
func oneGoCall(m lane.Map) (goSaying, bool) {
	var read []int
	for k, n := range m.Reads() {
		if n > 0 {
			read = append(read, k)
		}
	}
	widths := wanted{m: m, at: map[int]*lane.Map{}}
	if s, ok := goCopyOrConstant(m, read, widths); ok {
		return s, true
	}
	if len(read) == 0 || len(read) > 2 {
		return goSaying{}, false
	}
	for _, constants := range []bool{false, true} { // those that load some come last
		for _, method := range goMethods() {
			if method.bits != nil || strings.HasSuffix(method.name, "Elem") || strings.ContainsAny(method.takes, "xom") != constants {
				continue
			}
			for _, pair := range method.operands(read) {
				for _, t := range method.types {
					if t.kind != 'U' {
						continue
					}
					if s, ok := method.saying(m, widths, t, pair[0], pair[1]); ok {
						return s, true
					}
				}
			}
		}
	}
	return goSaying{}, false
}

// wanted is a map in lanes of several widths.
type wanted struct {
	m  lane.Map
	at map[int]*lane.Map
}

// in is the map in lanes of a width, with lanes that are undefined in part taken for what the rest of them is; nil if it has no such lanes.
func (w wanted) in(width int) *lane.Map {
	if m, known := w.at[width]; known {
		return m
	}
	w.at[width] = nil
	if m, err := w.m.Regroup(width); err == nil {
		w.at[width] = &m
	} else if m, err := w.m.Widen(width); err == nil {
		w.at[width] = &m
	}
	return w.at[width]
}

// zeroOperand stands for a vector of zeros where a source could stand.
const zeroOperand = -1

// operands are the sources, of one or two that are read, that can be the receiver and the vector between the parentheses.
func (m goMethod) operands(read []int) [][2]int {
	vector := strings.ContainsAny(m.takes, "vh")
	switch a, b := read[0], read[len(read)-1]; {
	case !vector && a == b:
		return [][2]int{{a, a}}
	case !vector:
		return nil
	case a == b:
		return [][2]int{{a, a}, {a, zeroOperand}, {zeroOperand, a}}
	default:
		return [][2]int{{a, b}, {b, a}}
	}
}

// goCopyOrConstant is a map that needs no call, or a vector of constants.
func goCopyOrConstant(m lane.Map, read []int, widths wanted) (goSaying, bool) {
	for _, elem := range []int{64, 32, 16, 8} {
		w := widths.in(elem)
		if w == nil {
			continue
		}
		s := goSaying{types: goSourceTypes(m, elem), result: goType{'U', elem, len(w.Lane)}}
		if len(read) == 0 {
			s.expression = goConstants(s.result, w.Lane)
			return s, true
		}
		same := len(read) == 1 && w.Src[read[0]] == len(w.Lane)
		for i, l := range w.Lane {
			same = same && (l.Kind == lane.Undefined || l.Kind == lane.Source && l.Index == i)
		}
		if same {
			s.expression = lane.SourceName(read[0])
			return s, true
		}
	}
	return goSaying{}, false
}

// goConstants is a vector with the constants among the lanes, and zeros elsewhere.
func goConstants(t goType, lanes []lane.Lane) string {
	numbers := make([]string, len(lanes))
	zero := true
	for i, l := range lanes {
		numbers[i] = "0"
		if l.Kind == lane.Constant && !l.Const.IsZero() {
			numbers[i], zero = "0x"+l.Const.Hex(), false
		}
	}
	if zero {
		return fmt.Sprintf("%s.%s{}", goPackage, t)
	}
	return goLoad(t, numbers)
}

func goLoad(t goType, numbers []string) string {
	return fmt.Sprintf("%s.Load%s(&[%d]%s%d{%s})", goPackage, t, t.lanes, strings.ToLower(goKinds[t.kind]), t.elem, strings.Join(numbers, ", "))
}

// saying is the method on source x, with source y as its vector if it takes one, if some numbers make it refine the map.
func (m goMethod) saying(want lane.Map, widths wanted, t goType, x, y int) (goSaying, bool) {
	c := goCall{on: t, to: t}
	if m.gives != nil {
		c.to = m.gives(t)
	}
	half := strings.Contains(m.takes, "h")
	size := func(k, usual int) int {
		if k == zeroOperand {
			return usual
		}
		return want.Src[k] * want.Bits
	}
	if size(x, t.bits()) != t.bits() || want.Bits*len(want.Lane) != c.to.bits() ||
		!half && strings.Contains(m.takes, "v") && size(y, t.bits()) != t.bits() || half && 2*size(y, t.bits()/2) != t.bits() {
		return goSaying{}, false
	}
	if m.parts {
		for n := 1; n < t.elem; n++ {
			c.n, c.width = []uint64{uint64(n)}, lane.GCD(t.elem, n)
			if own := widths.in(c.width); own != nil && m.makes(*own, c, x, y) {
				return m.said(want, c, x, y), true
			}
		}
		return goSaying{}, false
	}
	c.width = min(t.elem, c.to.elem)
	own := widths.in(c.width)
	if own == nil {
		return goSaying{}, false
	}
	if m.guess != nil {
		renamed := slices.Clone(own.Lane)
		for i, l := range renamed {
			if l.Kind == lane.Source {
				renamed[i].Src = when(l.Src == x, 0, 1)
			}
		}
		c.n = m.guess(c, renamed)
		for _, n := range c.n {
			if m.below > 0 && n >= uint64(m.below) {
				return goSaying{}, false
			}
		}
	}
	if !m.makes(*own, c, x, y) {
		return goSaying{}, false
	}
	return m.said(want, c, x, y), true
}

// makes says whether the call does what is wanted, in lanes of its own width, where that is defined.
func (m goMethod) makes(want lane.Map, c goCall, x, y int) bool {
	for i, w := range want.Lane {
		if w.Kind == lane.Undefined {
			continue
		}
		l := m.cell(c, i)
		if l.Kind == lane.Source {
			if l.Src = when(l.Src == 0, x, y); l.Src == zeroOperand {
				l = lane.Zero()
			}
		}
		if l != w {
			return false
		}
	}
	return true
}

// said is the text of a call.
func (m goMethod) said(want lane.Map, c goCall, x, y int) goSaying {
	s := goSaying{types: goSourceTypes(want, c.on.elem), result: c.to}
	var args []string
	n := c.n
	for _, letter := range m.takes {
		switch letter {
		case 'n':
			args, n = append(args, fmt.Sprint(n[0])), n[1:]
		case 'v':
			args = append(args, goOperand(y, c.on))
		case 'h':
			args = append(args, goOperand(y, c.on.of(c.on.elem, c.on.bits()/2)))
		case 'm':
			args = append(args, goMask(c.on, n))
		default:
			args = append(args, goIndices(letter, c.on, n))
		}
	}
	s.expression = fmt.Sprintf("%s.%s(%s)", goOperand(x, c.on), m.name, strings.Join(args, ", "))
	return s
}

func goOperand(k int, t goType) string {
	if k == zeroOperand {
		return fmt.Sprintf("%s.%s{}", goPackage, t)
	}
	return lane.SourceName(k)
}

func goMask(t goType, bits []uint64) string {
	v := uint64(0)
	for i, b := range bits {
		v |= b << i
	}
	t.kind = 'M'
	return fmt.Sprintf("%s.%sFromBits(%#x)", goPackage, t, v)
}

// goIndices are indices as a vector: signed ones say zero by being negative.
func goIndices(letter rune, t goType, n []uint64) string {
	t.kind = 'U'
	if letter == 'o' {
		t.kind = 'I'
	}
	numbers := make([]string, len(n))
	for i, v := range n {
		if numbers[i] = fmt.Sprint(v); letter == 'o' && v >= 0x80 {
			numbers[i] = "-1"
		}
	}
	return goLoad(t, numbers)
}

// sequenceArchsimd is a function of one line a call; of one call it is one line.
func sequenceArchsimd(m lane.Map) ([]string, error) {
	if err := goSizes(m); err != nil {
		return nil, err
	}
	if s, ok := oneGoCall(m); ok {
		return []string{s.function().line()}, nil
	}
	f, err := severalCalls(m)
	if err != nil {
		return nil, err
	}
	return f.lines(""), nil
}

// calls is a map as one call or as several.
func calls(m lane.Map) (f goFunction, err error) {
	if err := goSizes(m); err != nil {
		return f, err
	}
	if s, ok := oneGoCall(m); ok {
		return s.function(), nil
	}
	return severalCalls(m)
}

// severalCalls is a map in lanes that are elements.
func severalCalls(m lane.Map) (f goFunction, err error) {
	for _, elem := range []int{64, 32, 16, 8} {
		w, err := m.Regroup(elem)
		if err != nil {
			if w, err = m.Widen(elem); err != nil {
				continue
			}
		}
		return goSequence(w), nil
	}
	return f, fmt.Errorf("elements of Go's vectors have 8, 16, 32 or 64 bits, and these lanes are no such elements")
}

// goSequence is the general way, for lanes that are elements: one vector of two sources, a third into that, and so on.
func goSequence(m lane.Map) goFunction {
	s := goSaying{types: goSourceTypes(m, m.Bits), result: goType{'U', m.Bits, len(m.Lane)}}
	whole := s.result // of which all vectors are made
	for k, n := range m.Reads() {
		if n > 0 && s.types[k].lanes > whole.lanes {
			whole = s.types[k]
		}
	}
	var steps []string
	at := slices.Repeat([]int{-1}, len(m.Lane)) // which lane of the vector so far each lane needs, where that is known
	vector, last := "", -1                      // what was made so far, or a source of which nothing was moved yet
	for k, n := range m.Reads() {
		if n == 0 {
			continue
		}
		name := lane.SourceName(k)
		for t := s.types[k]; t.lanes < whole.lanes; {
			t.lanes *= 2
			name = fmt.Sprintf("%s.%s{}.SetLo(%s)", goPackage, t, name)
		}
		if vector == "" {
			vector, last = name, k
			continue
		}
		steps = append(steps, fmt.Sprintf("%s.ConcatPermute(%s, %s)", vector, name, goIndices('x', whole, bringing(m.Lane, at, last, k, whole.lanes))))
		vector, last = "r", -1
	}
	if last >= 0 { // one source alone
		call := "ConcatPermute(" + vector + ", "
		if whole.elem < 32 || whole.bits() > 128 { // the others lack Permute
			call = "Permute("
		}
		steps = append(steps, vector+"."+call+goIndices('x', whole, bringing(m.Lane, at, last, -1, whole.lanes))+")")
	}
	narrow := ""
	for lanes := whole.lanes; lanes > s.result.lanes; lanes /= 2 {
		narrow += ".GetLo()"
	}
	if constants := goConstantCall(m, s.result); constants != "" {
		steps = append(steps, "r"+narrow+constants)
	} else {
		steps[len(steps)-1] += narrow
	}
	return goFunction{s.types, s.result, steps}
}

// goConstantCall puts the constants in, if there are some.
func goConstantCall(m lane.Map, t goType) string {
	mask := goMask(t, bitsWhere(m.Lane, func(l lane.Lane) bool { return l.Kind != lane.Constant }))
	switch {
	case slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Constant && !l.Const.IsZero() }):
		return fmt.Sprintf(".Merge(%s, %s)", goConstants(t, m.Lane), mask)
	case slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Constant }):
		return fmt.Sprintf(".Masked(%s)", mask)
	}
	return ""
}

// line is a function of one step, without a name.
func (f goFunction) line() string { return f.head("") + " { return " + f.steps[0] + " }" }

// lines are the function, a step a line.
func (f goFunction) lines(name string) []string {
	lines := []string{f.head(name) + " {"}
	for k, step := range f.steps {
		switch {
		case k == len(f.steps)-1:
			lines = append(lines, "\treturn "+step)
		case k == 0:
			lines = append(lines, "\tr := "+step)
		default:
			lines = append(lines, "\tr = "+step)
		}
	}
	return append(lines, "}")
}

// bringing are the indices into a pair of vectors of n lanes that put the lanes of a source that is first or second in it to their places, and leave what is there already.
// At is where that is, or -1.
func bringing(lanes []lane.Lane, at []int, first, second, n int) []uint64 {
	list := make([]uint64, n)
	for i, l := range lanes {
		switch {
		case at[i] >= 0:
			list[i] = uint64(i)
			continue
		case l.Kind == lane.Source && l.Src == first:
			list[i] = uint64(l.Index)
		case l.Kind == lane.Source && l.Src == second:
			list[i] = uint64(n + l.Index)
		default:
			continue
		}
		at[i] = i
	}
	return list
}
