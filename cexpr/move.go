package cexpr

import (
	"fmt"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Calls of compilers, of wasm's header, of AltiVec and of Highway have one table a family. An entry says what the arguments are and where the lanes of the result come from:
//
//	vec_mergeh(a, b)      vv    0 n 1 n+1 …           counted through the vectors: a has 0 to n-1, b n to 2n-1
//	vec_splat(a, 3)       vn    3 3 3 3 …
//	wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)   vvN   the numbers

// A mover is a call that moves lanes.
type mover struct {
	args   string                     // a letter each, see expected
	bits   int                        // of a lane; 0: as the vectors say
	total  int                        // of a vector; 0: as they say
	limit  func(n int) int            // numbers are below it; nil: any
	move   func(n int, k []int) []int // of vectors of n lanes, for these numbers
	blocks bool                       // it is done in each 128 bits apart
	exact  bool                       // there are as many numbers as lanes
	least  int                        // there are as many lanes at least
	widens bool                       // the result's lanes are twice as wide as the vectors'
	says   string                     // what is to be known of it
}

// What a lane of the result is that comes from no vector.
const (
	undefinedLane = program.UndefinedLane
	zeroLane      = program.ZeroLane
)

var movers = sync.OnceValue(func() map[string]mover {
	all := map[string]mover{}
	for _, family := range []map[string]mover{builtinMovers, altivecMovers, highwayMovers, wasmMovers()} {
		for name, m := range family {
			all[name] = m
		}
	}
	return all
})

// moverNamed is the entry of a call with so many arguments: a name that is used with two numbers of them has an entry for each, behind a slash.
func moverNamed(name string, args int) (mover, bool) {
	if m, ok := movers()[fmt.Sprintf("%s/%d", name, args)]; ok {
		return m, true
	}
	m, ok := movers()[name]
	return m, ok
}

// move is what a mover makes of its arguments; params are those between < and >.
func (e *expressions) move(name string, m mover, args, params []operand) (operand, error) {
	a, err := m.arguments(args, params)
	if err != nil {
		return operand{}, err
	}
	t := e.laneType(m, a)
	if t.lanes > lane.MaxLanes {
		return operand{}, fmt.Errorf("there are numbers for %d lanes, and a vector has at most %d", t.lanes, lane.MaxLanes)
	}
	if m.says != "" {
		e.warn(m.says)
	}
	if t.lanes < m.least {
		return operand{}, fmt.Errorf("it needs vectors of %d bits at least, and these have %d", m.least*t.bits, t.total())
	}
	if err := m.inRange(m.reach(t), a); err != nil {
		return operand{}, err
	}
	vectors := make([]lane.Map, len(a.vectors))
	for k, o := range a.vectors {
		if vectors[k], err = e.typedArgument(o, t); err != nil {
			return operand{}, err
		}
	}
	if m.exact && len(a.numbers) != t.lanes {
		return operand{}, fmt.Errorf("expected %d numbers, found %d", t.lanes, len(a.numbers))
	}
	if m.blocks && t.total() > blockBits && t.total()%blockBits != 0 {
		return operand{}, fmt.Errorf("it moves in blocks of %d bits, and the vectors have %d", blockBits, t.total())
	}
	sel := m.selectors(t, a.numbers)
	if len(sel) > lane.MaxLanes {
		return operand{}, fmt.Errorf("%d lanes are more than %d", len(sel), lane.MaxLanes)
	}
	o, err := e.picked(vectors, sel, t)
	if err != nil {
		return o, err
	}
	return m.typed(o, a), nil
}

// typed is what a mover has made as lanes of the type that its vectors have, which may be wider or narrower than those that it moves.
func (m mover) typed(o operand, a moved) operand {
	t := a.typ()
	if !t.known() && m.bits == blockBits { // which are no lanes
		t = vectorType{lanes: 2, bits: 64}
	}
	if !t.known() || t.bits > o.typ.total() {
		t = o.typ
	}
	if m.bits == blockBits {
		if own, err := o.Value.Regroup(t.bits); err == nil {
			o = vector(own).as(o.typ)
		}
	}
	if m.widens {
		t.bits *= 2
	}
	t.lanes = o.typ.total() / t.bits
	return o.as(t)
}

// reach is how many lanes numbers are of: all, or those of a block.
func (m mover) reach(t vectorType) int {
	if m.blocks {
		return min(t.lanes, max(blockBits/t.bits, 1))
	}
	return t.lanes
}

// inRange says which number no lane has.
func (m mover) inRange(n int, a moved) error {
	if m.limit == nil {
		return nil
	}
	open := strings.HasSuffix(m.args, "N") && !m.exact
	for i, k := range a.numbers {
		if limit := m.limit(n); k < undefinedLane || k == undefinedLane && !open || k >= limit {
			err := fmt.Errorf("%d is out of range: expected 0 to %d%s", k, limit-1, when(open, ", or -1", ""))
			if i < len(a.said) {
				return wrongArgument{a.said[i], err}
			}
			return err
		}
	}
	return nil
}

// selectors are where the lanes of the result come from, counted through the vectors.
func (m mover) selectors(t vectorType, k []int) (sel []int) {
	n := m.reach(t)
	if n == t.lanes {
		return m.move(t.lanes, k)
	}
	for block := 0; block < t.lanes; block += n {
		own := k
		if strings.Contains(m.args, "m") {
			own = k[block : block+n]
		}
		for _, s := range m.move(n, own) {
			if s >= 0 {
				s = s/n*t.lanes + block + s%n
			}
			sel = append(sel, s)
		}
	}
	return sel
}

// moved are a mover's arguments by their kinds.
type moved struct {
	vectors []operand
	numbers []int
	said    []operand // the arguments that are numbers
	tag     vectorType
	mask    vectorType // of the constant vector
}

// expected is what a letter of a mover's arguments wants.
var expected = map[byte]string{
	'v': "a vector", 'm': "a constant vector",
	'n': "a number", 'N': "a number", // all that follow
	'p': "a number between < and >", 'P': "four numbers between < and >",
	'd': "a descriptor", 'D': "a descriptor whose lanes are in the text", // what Highway says of the vectors,
	'h': "a descriptor", 't': "a descriptor", 'w': "a descriptor", // of half of one, of twice one, of lanes twice as wide
}

// described is the vector's type by what a descriptor says of it.
func described(letter byte, t vectorType) vectorType {
	switch letter {
	case 'h':
		t.lanes *= 2
	case 't':
		t.lanes /= 2
	case 'w':
		t.lanes, t.bits = 2*t.lanes, t.bits/2
	}
	return t
}

// typ is what the arguments say of the vectors.
func (a moved) typ() vectorType {
	if a.tag.known() {
		return a.tag
	}
	for _, o := range a.vectors {
		if o.typ.known() {
			return o.typ
		}
	}
	return vectorType{}
}

func (m mover) arguments(args, params []operand) (a moved, err error) {
	next := 0
	for k := 0; k < len(m.args); k++ {
		letter := m.args[k]
		if letter == 'p' || letter == 'P' {
			if len(params) != when(letter == 'p', 1, 4) || slices.ContainsFunc(params, func(o operand) bool { return o.IsVector() }) {
				return a, fmt.Errorf("expected %s", expected[letter])
			}
			for _, o := range params {
				a.numbers = append(a.numbers, o.Number)
			}
			continue
		}
		if next == len(args) {
			if letter == 'N' && len(a.numbers) > 0 {
				return a, nil
			}
			return a, fmt.Errorf("it has %d arguments here: argument %d is %s", len(args), next+1, expected[letter])
		}
		if err := a.take(letter, args[next], next+1); err != nil {
			return a, err
		}
		if next++; letter == 'N' {
			k--
		}
	}
	if next < len(args) {
		return a, fmt.Errorf("it has %d arguments here, and takes %d", len(args), next)
	}
	return a, nil
}

// take is one argument as a letter wants it.
func (a *moved) take(letter byte, o operand, at int) error {
	switch letter {
	case 'd', 'h', 't', 'w', 'D':
		if o.IsVector() && (letter != 'D' || o.typ.known()) {
			a.tag = described(letter, o.typ)
			return nil
		}
	case 'v':
		if o.IsVector() {
			a.vectors = append(a.vectors, o)
			return nil
		}
	case 'n', 'N':
		if !o.IsVector() {
			a.said = append(a.said, o)
			a.numbers = append(a.numbers, when(letter == 'N' && o.Number == 1<<32-1, undefinedLane, o.Number))
			return nil
		}
	case 'm':
		bits := o.typ.bits
		if bits == 0 && o.Value != nil {
			bits = o.Value.Bits
		}
		if all, ok := o.known(bits); ok {
			a.numbers, a.mask = append(a.numbers, all...), vectorType{lanes: len(all), bits: bits}
			return nil
		}
		if o.Name != "" {
			return fmt.Errorf("what it does depends on the contents of %s: it is a map only where they are constants", o.Name)
		}
	}
	return fmt.Errorf("argument %d is %s: what it does is known only where that is written", at, expected[letter])
}

// laneType is the type of a mover's vectors: the name's, the descriptor's, a vector's, the mask's, that of what the result is assigned to; and else it is assumed.
func (e *expressions) laneType(m mover, a moved) vectorType {
	t := a.typ()
	switch {
	case t.known():
	case a.mask.known():
		t = a.mask
	case e.want.known() && m.total == 0 && strings.Contains(m.args, "N"):
		if t = e.want; len(a.numbers) != t.lanes {
			t.lanes = 0
		}
	case e.want.known():
		t = e.want
	}
	have := e.bitsOf(a.vectors)
	if m.bits > 0 && t.bits != m.bits {
		total := max(t.total(), have)
		if total == 0 && m.bits == blockBits {
			total = 2 * blockBits
			e.warn("the length of the vectors is not in the text: 256 bits are assumed")
		}
		t = vectorType{lanes: max(total, when(total == 0, 128, 0)) / m.bits, bits: m.bits}
	}
	if m.total > 0 && t.total() != m.total && t.bits > 0 {
		t = vectorType{lanes: m.total / t.bits, bits: t.bits}
	}
	if t.known() {
		return t
	}
	if t.bits == 0 {
		t.bits = 32
		e.warn("the type of the lanes is not in the text: 32 bits are assumed")
	}
	switch {
	case have > 0 && have%t.bits == 0:
		t.lanes = have / t.bits
	case strings.Contains(m.args, "N"):
		t.lanes = max(len(a.numbers), 1)
		for _, k := range a.numbers {
			for k >= 2*t.lanes && t.lanes <= lane.MaxLanes { // beyond, it is refused
				t.lanes *= 2
			}
		}
		if t.lanes > len(a.numbers) {
			e.warn(fmt.Sprintf("a selector reaches beyond two vectors of %d lanes: %d lanes each are assumed", len(a.numbers), t.lanes))
		}
	default:
		t.lanes = 128 / t.bits
		e.warn("the length of the vectors is not in the text: 128 bits are assumed")
	}
	return t
}

// bitsOf is how long the first vector is of which that is known, or 0.
func (e *expressions) bitsOf(all []operand) int {
	for _, o := range all {
		if o.Value != nil {
			return o.Value.Bits * len(o.Value.Lane)
		}
		for k, name := range e.Inputs {
			if name == o.Name {
				return e.Bits[k]
			}
		}
	}
	return 0
}

// picked are lanes of vectors of one type, counted through all of them.
func (e *expressions) picked(vectors []lane.Map, sel []int, t vectorType) (operand, error) {
	m, err := e.Pick(vectors, t.lanes, t.bits, sel)
	if err != nil {
		return operand{}, err
	}
	return vector(m).as(vectorType{lanes: len(sel), bits: t.bits, signed: t.signed, float: t.float}), nil
}

// repeatedLane is a number or a lane in all lanes.
func (e *expressions) repeatedLane(o operand, t vectorType) (operand, error) {
	if _, ok := o.constantIn(t); !ok && t.known() {
		err := o.fits(t)
		if err != nil {
			return o, err
		}
		if o, err = e.converted(o, t.bits); err != nil {
			return o, err
		}
	}
	return e.splat(o, t)
}

// splat is an element in all lanes.
func (e *expressions) splat(o operand, t vectorType) (operand, error) {
	return e.elements(t, repeatedOperand(o, t.lanes))
}

func repeatedOperand(o operand, n int) (all []operand) {
	for range n {
		all = append(all, o)
	}
	return all
}

// typedArgument is an argument as a vector of a type.
func (e *expressions) typedArgument(o operand, t vectorType) (lane.Map, error) {
	return e.argument(o, t.total(), min(t.bits, 64))
}

// argument is an argument as a vector of so many bits, over the inputs that there are. An input has lanes of so many bits.
func (e *expressions) argument(o operand, bits, width int) (lane.Map, error) {
	one := make([]lane.Map, 1)
	switch {
	case o.Inverted:
		return lane.Map{}, errInverted
	case o.parts != nil:
		return lane.Map{}, fmt.Errorf("expected one vector, found %d: .val[0] is the first", len(o.parts))
	case !o.IsVector():
		return lane.Map{}, fmt.Errorf("expected a vector, found the number %d", o.Number)
	case o.Value != nil:
		one[0] = *o.Value
	case o.typ.known() && o.typ.total() != bits:
		return lane.Map{}, fmt.Errorf("expected a vector of %d bits, and %s has %d", bits, syntax.Quote(o.Name), o.typ.total())
	default:
		if err := e.Argument(&one[0], o.Name, bits, width); err != nil {
			return lane.Map{}, err
		}
	}
	if have := one[0].Bits * len(one[0].Lane); have != bits {
		return lane.Map{}, fmt.Errorf("expected a vector of %d bits, and this has %d", bits, have)
	}
	return one[0], e.Level(one)
}
