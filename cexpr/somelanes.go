package cexpr

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// Intel's functions that read or write memory for some lanes alone. The other lanes are another argument's, or zero; those that are not written stay as they are in memory.
//
//	_mm_loadh_pi(a, p)                    a0 a1 p0 p1      a half
//	_mm256_loadu2_m128i(q, p)             p0 p1 q0 q1      halves that stand in two places, of which the upper one is said first
//	_mm_mask_loadu_epi32(s, 5, p)         p0 s1 p2 s3      by a mask
//	_mm_maskload_epi32(p, m)              p0 z p2 z        by the signs of constants
//	_mm_maskz_expandloadu_epi32(5, p)     p0 z p1 z        one behind another
//	_mm_i32gather_epi32(p, i, 4)          p3 p1 p0 p7      by indices

// A lanesAccess is such a function.
type lanesAccess struct {
	letters string // of its arguments: p and q are addresses, a vectors, k masks, m and i vectors of constants, n numbers
	does    laneChoice
	only    int // the bits of a vector that it is there for; 0: any
}

// A laneChoice is how such a function says which lanes it moves.
type laneChoice uint8

const (
	loadsLower laneChoice = iota
	loadsUpper
	loadsTwo
	loadsMasked
	loadsBySigns
	loadsExpanded
	gathers
	storesMasked // and those behind it store
	storesBySigns
	storesCompressed
)

// lanesAccesses are all of them by what stands behind the size. A name that ends in _ goes on with the type of a lane.
var lanesAccesses = map[string]lanesAccess{
	"loadl_pi": {"ap", loadsLower, 128}, "loadl_pd": {"ap", loadsLower, 128}, "loadh_pi": {"ap", loadsUpper, 128}, "loadh_pd": {"ap", loadsUpper, 128},
	"loadu2_m128i": {"qp", loadsTwo, 256}, "loadu2_m128": {"qp", loadsTwo, 256}, "loadu2_m128d": {"qp", loadsTwo, 256},

	"maskz_loadu_": {"kp", loadsMasked, 0}, "maskz_load_": {"kp", loadsMasked, 0}, "mask_loadu_": {"akp", loadsMasked, 0}, "mask_load_": {"akp", loadsMasked, 0},
	"maskz_expandloadu_": {"kp", loadsExpanded, 0}, "mask_expandloadu_": {"akp", loadsExpanded, 0},
	"mask_storeu_": {"pka", storesMasked, 0}, "mask_store_": {"pka", storesMasked, 0}, "mask_compressstoreu_": {"pka", storesCompressed, 0},

	"maskload_": {"pm", loadsBySigns, 0}, "maskstore_": {"pma", storesBySigns, 0},

	"i32gather_": {"pin", gathers, 0}, "i64gather_": {"pin", gathers, 0},
}

// wideGathers have their arguments in another order.
var wideGathers = lanesAccess{"ipn", gathers, 0}

// A lanesCall is a call of one.
type lanesCall struct {
	kind, element string           // maskz_loadu and epi32
	bits, elem    int              // of the vector and of a lane
	args          map[byte]operand // by the letters of lanesAccess
	address       map[byte]string
}

// lanesNamed is the function of that name.
func lanesNamed(name string) (f lanesAccess, c lanesCall, ok bool) {
	total, rest := apply.VectorPrefix(name)
	if total == 0 {
		return f, c, false
	}
	c.kind, c.element, _ = cutLast(rest, "_")
	if c.bits, c.elem = total, elementBits(strings.TrimLeft(c.element, "epixs")); c.elem == 0 {
		c.elem = map[string]int{"pi": 32, "ps": 32, "pd": 64, "m128": 32, "m128d": 64, "m128i": 64}[c.element]
	}
	if c.elem == 0 {
		return f, c, false
	}
	if f, ok = lanesAccesses[rest]; !ok {
		f, ok = lanesAccesses[c.kind+"_"]
	}
	if strings.HasSuffix(c.kind, "gather") && total == 512 {
		f = wideGathers
	}
	return f, c, ok && (f.only == 0 || f.only == total)
}

// someLanes is a call of such a function, whose opening parenthesis has been read.
func (e *expressions) someLanes(name string, f lanesAccess, c lanesCall, start int) (operand, error) {
	c.args, c.address = map[byte]operand{}, map[byte]string{}
	n := 0
	for ; !e.Accept(")"); n++ {
		if n == len(f.letters) || n > 0 && !e.Accept(",") {
			return operand{}, e.Wanted(when(n == len(f.letters), `")"`, `"," or ")"`))
		}
		letter := f.letters[n]
		if letter == 'p' || letter == 'q' {
			c.address[letter] = e.untilArgumentEnds()
			continue
		}
		e.Space()
		from := e.Off
		o, err := e.expression()
		if err != nil {
			return o, err
		}
		if letter == 'k' && o.IsVector() && o.Value == nil && (f.does == loadsMasked || f.does == storesMasked) {
			c.args[letter] = o
			continue
		}
		if number := letter == 'k' || letter == 'n'; number == o.IsVector() {
			return o, e.ErrorFrom(from, "%s takes %s as argument %d%s", name, when(number, "a number", "a vector"), n+1, when(number, ": which lanes it moves is known only where that is written", ""))
		}
		c.args[letter] = o
	}
	if n != len(f.letters) {
		return operand{}, e.ErrorFrom(start, "%s has %d arguments here, and takes %d", name, n, len(f.letters))
	}
	for _, address := range c.address { // also where nothing is read there
		if address == "" {
			return operand{}, e.ErrorFrom(start, "%s: expected an address", name)
		}
	}
	o, err := c.moved(e, f.does)
	if err != nil {
		return o, e.ErrorFrom(start, "%s: %v", name, err)
	}
	if f.does >= storesMasked {
		e.stored++
	}
	return vector(widened(*o.Value, c.elem)), nil
}

// moved is what a call makes: a vector, or what memory holds then.
func (c *lanesCall) moved(e *expressions, does laneChoice) (o operand, err error) {
	switch does {
	case loadsLower:
		return c.half(e, 0)
	case loadsUpper:
		return c.half(e, 1)
	case loadsTwo:
		return c.two(e)
	case loadsExpanded:
		return c.expanded(e)
	case gathers:
		return c.gathered(e)
	case storesCompressed:
		return c.compressed(e)
	}
	if k := c.args['k']; k.IsVector() {
		return c.guarded(e, k, does)
	}
	chosen := c.mask()
	if does == loadsBySigns || does == storesBySigns {
		if chosen, err = c.signs(e); err != nil {
			return o, err
		}
	}
	if does >= storesMasked {
		return c.written(e, chosen)
	}
	return c.masked(e, chosen)
}

// guarded is what is read or written under a mask that is a variable.
func (c *lanesCall) guarded(e *expressions, k operand, does laneChoice) (operand, error) {
	_, keeps := c.args['a']
	value, err := c.args['a'], error(nil)
	if does == loadsMasked {
		value, err = c.memory(e, 'p', c.bits)
	}
	if err != nil {
		return value, err
	}
	m, err := e.vectorArgument(value, c.bits)
	if err != nil {
		return value, err
	}
	return e.guardedBy(k, m, c.elem, c.bits/c.elem, !keeps)
}

// untilArgumentEnds is the text of an argument, as far as the comma or the parenthesis behind it.
func (e *expressions) untilArgumentEnds() string {
	text := upToArgument(e.Rest())
	for depth, k := 0, 0; k < len(text); k++ {
		switch text[k] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				text = text[:k]
			}
		}
	}
	e.Off += len(text)
	return strings.TrimSpace(text)
}

// memory is so many bits at an address.
func (c *lanesCall) memory(e *expressions, letter byte, n int) (operand, error) {
	m, _, err := e.atAddress(c.address[letter], n)
	return vector(m), err
}

// half is a vector of which one half is read from memory.
func (c *lanesCall) half(e *expressions, at int) (operand, error) {
	kept, err := e.part(c.args['a'], c.bits, c.bits/2, 1-at)
	if err != nil {
		return kept, err
	}
	p, err := c.memory(e, 'p', c.bits/2)
	if err != nil {
		return p, err
	}
	return e.joined(c.bits/2, when(at == 0, p, kept), when(at == 0, kept, p))
}

// two is a vector whose halves stand in two places.
func (c *lanesCall) two(e *expressions) (operand, error) {
	p, err := c.memory(e, 'p', c.bits/2)
	if err != nil {
		return p, err
	}
	q, err := c.memory(e, 'q', c.bits/2)
	if err != nil {
		return q, err
	}
	return e.joined(c.bits/2, p, q)
}

// mask is which lanes a number chooses.
func (c *lanesCall) mask() []bool {
	chosen := make([]bool, c.bits/c.elem)
	for i := range chosen {
		chosen[i] = uint64(c.args['k'].Number)>>i&1 == 1
	}
	return chosen
}

// signs is which lanes have a sign, of a vector of constants.
func (c *lanesCall) signs(e *expressions) ([]bool, error) {
	all, err := c.constants(e, 'm', c.bits, c.elem)
	if err != nil {
		return nil, err
	}
	chosen := make([]bool, len(all))
	for i, v := range all {
		chosen[i] = v>>(c.elem-1)&1 == 1
	}
	return chosen, nil
}

// constants are the lanes of an argument that has so many bits, or whose lower ones these are.
func (c *lanesCall) constants(e *expressions, letter byte, total, width int) ([]uint64, error) {
	m, err := e.vectorArgument(c.args[letter], total)
	if err == nil {
		m, err = m.Regroup(width)
	}
	if err != nil {
		return nil, err
	}
	all := make([]uint64, len(m.Lane))
	for i, l := range m.Lane {
		v, ok := l.Const.Uint64()
		if l.Kind != lane.Constant || !ok {
			return nil, fmt.Errorf("which lanes it moves is known only where lane %d of %s is a constant", i, when(letter == 'm', "the mask", "the indices"))
		}
		all[i] = v
	}
	return all, nil
}

// chosen has some lanes of one vector, and the others of another one, or zeros.
func (c *lanesCall) chosen(e *expressions, some []bool, those operand, others *operand) (operand, error) {
	sides := make([]lane.Map, 1, 2)
	var err error
	if sides[0], err = e.vectorArgument(those, c.bits); err != nil {
		return those, err
	}
	if others != nil {
		m, err := e.vectorArgument(*others, c.bits)
		if err != nil {
			return those, err
		}
		sides = append(sides, m)
	}
	if err := e.Level(sides); err != nil {
		return those, err
	}
	width := c.elem
	for _, m := range sides {
		width = min(width, m.Bits)
	}
	for k := range sides {
		if sides[k], err = sides[k].Regroup(width); err != nil {
			return those, err
		}
	}
	m := sides[0].Clone()
	for i := range m.Lane {
		switch {
		case some[i*width/c.elem]:
		case others == nil:
			m.Lane[i] = lane.Zero()
		default:
			m.Lane[i] = sides[1].Lane[i]
		}
	}
	return vector(m), nil
}

// kept is the vector whose lanes stay, if there is one. It is the first source.
func (c *lanesCall) kept(e *expressions) (*operand, error) {
	a, ok := c.args['a']
	if !ok {
		return nil, nil
	}
	m, err := e.vectorArgument(a, c.bits)
	a = vector(m)
	return &a, err
}

// masked reads the lanes that are chosen.
func (c *lanesCall) masked(e *expressions, some []bool) (operand, error) {
	kept, err := c.kept(e)
	if err != nil {
		return operand{}, err
	}
	p, err := c.memory(e, 'p', c.bits)
	if err != nil {
		return p, err
	}
	return c.chosen(e, some, p, kept)
}

// expanded reads as many lanes as are chosen, and puts them to these.
func (c *lanesCall) expanded(e *expressions) (operand, error) {
	some := c.mask()
	kept, err := c.kept(e)
	if err != nil {
		return operand{}, err
	}
	spread := lane.Map{Bits: c.elem, Lane: make([]lane.Lane, len(some))}
	if n := counted(some); n > 0 {
		p, err := c.memory(e, 'p', n*c.elem)
		if err != nil {
			return p, err
		}
		spread.Src, spread.Bits = p.Value.Src, p.Value.Bits
		spread.Lane = make([]lane.Lane, c.bits/spread.Bits)
		for i, per, at := 0, c.elem/spread.Bits, 0; i < len(some); i++ {
			if some[i] {
				copy(spread.Lane[i*per:(i+1)*per], p.Value.Lane[at:])
				at += per
			}
		}
	}
	return c.chosen(e, some, vector(spread), kept)
}

func counted(some []bool) (n int) {
	for _, is := range some {
		if is {
			n++
		}
	}
	return n
}

// written is a vector of which some lanes are written. The others are those of memory, as they were.
func (c *lanesCall) written(e *expressions, some []bool) (operand, error) {
	m, err := e.vectorArgument(c.args['a'], c.bits)
	if err != nil {
		return operand{}, err
	}
	a := vector(m)
	if counted(some) == len(some) {
		return a, nil
	}
	before, err := c.memory(e, 'p', c.bits)
	if err != nil {
		return before, err
	}
	return c.chosen(e, some, a, &before)
}

// compressed writes the lanes that are chosen, one behind another.
func (c *lanesCall) compressed(e *expressions) (operand, error) {
	some := c.mask()
	m, err := e.vectorArgument(c.args['a'], c.bits)
	if err == nil {
		m, err = m.Regroup(min(m.Bits, c.elem))
	}
	switch {
	case err != nil:
		return operand{}, err
	case counted(some) == 0:
		return operand{}, fmt.Errorf("of no lane anything is stored")
	}
	per := c.elem / m.Bits
	written := lane.Map{Bits: m.Bits, Src: m.Src}
	for i, is := range some {
		if is {
			written.Lane = append(written.Lane, m.Lane[i*per:(i+1)*per]...)
		}
	}
	return vector(written), nil
}

// gathered reads lanes at so many times a number of bytes.
func (c *lanesCall) gathered(e *expressions) (operand, error) {
	width := elementBits(strings.TrimSuffix(strings.TrimPrefix(c.kind, "i"), "gather"))
	n := min(c.bits/width, c.bits/c.elem)
	all, err := c.constants(e, 'i', max(n*width, 128), width)
	if err != nil {
		return operand{}, err
	}
	scale := c.args['n'].Number
	if scale < 1 || scale > 8 || scale&(scale-1) != 0 {
		return operand{}, fmt.Errorf("the bytes of an index are 1, 2, 4 or 8, and not %d", scale)
	}
	at, most := make([]int, n), 0 // in bytes
	for i, v := range all[:n] {
		index := int64(v<<(64-width)) >> (64 - width)
		if index < 0 || index > mostGathered || int(index)*scale*8+c.elem > mostGathered {
			return operand{}, fmt.Errorf("index %d: of memory, %d bits from its address on are followed", index, mostGathered)
		}
		at[i] = int(index) * scale
		most = max(most, at[i])
	}
	p, err := c.memory(e, 'p', most*8+c.elem)
	if err != nil {
		return p, err
	}
	m, err := p.Value.Regroup(min(8, p.Value.Bits)) // a vector that was shifted has no bytes
	if err != nil {
		return p, err
	}
	r := lane.Map{Bits: m.Bits, Src: m.Src}
	for _, from := range at {
		r.Lane = append(r.Lane, m.Lane[from*8/m.Bits:][:c.elem/m.Bits]...)
	}
	for len(r.Lane) < 128/m.Bits { // two of 32 bits by indices of 64
		r.Lane = append(r.Lane, lane.Zero())
	}
	return vector(r), nil
}
