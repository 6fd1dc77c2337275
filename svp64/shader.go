package svp64

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A Shader is a movement as shading languages write it: a vector made of lanes of others and of constants, or an assignment to some lanes of one.
//
//	v.xyz1                 lanes of v, with the constant 1 behind
//	dst.xz = src.wy        lanes x and z of dst; the others stay
//	vec4(a.xy, b.x, 0)     a vec is of numbers with a point, whose 1 is 1.0; ivec and uvec are of integers
//
// Lanes have 32 bits, and every vector that has a name has four of them.
type Shader struct {
	Dst     string      // empty without an assignment
	Sources []string    // in the order in which they are first read
	Lane    []lane.Lane // those of the result; kept lanes are of the old destination
	Float   bool        // the constant 1 is 1.0
}

// ParseShader reads a Shader. An error is a *syntax.Error; what GLSL calls an error is one here.
func ParseShader(text string) (Shader, error) {
	p := shaderParser{Cursor: syntax.Cursor{Text: text}}
	err := p.parse()
	return p.s, err
}

// Map is the shader's movement. Source k is Sources[k].
func (s Shader) Map() lane.Map {
	return lane.Map{Bits: 32, Src: slices.Repeat([]int{Lanes}, len(s.Sources)), Lane: s.Lane}
}

// Swizzle is the immediate that does it, if one source is enough, and whether it is one of fmv.swiz.
func (s Shader) Swizzle() (Swizzle, bool, error) {
	i, err := FromMap(s.Map())
	if err != nil {
		return 0, false, err
	}
	return i.Swizzle, i.Float || s.Float, nil
}

// componentSets are the names of lanes. One swizzle uses one set.
var componentSets = [...]string{"xyzw", "rgba", "stpq"}

type shaderParser struct {
	syntax.Cursor
	s Shader
}

func (p *shaderParser) parse() error {
	name, at, err := p.name("a vector, such as v.xyz1 or dst.xz = src.wy")
	if err != nil {
		return err
	}
	if p.Peek() == '(' {
		return p.ended(p.constructor(name, at))
	}
	left, leftAt, err := p.suffix()
	if err != nil {
		return err
	}
	if !p.Accept("=") {
		if left == "" {
			return p.Wanted("a full stop and lanes, such as v.xyz1, or =")
		}
		return p.ended(p.lanes(name, left, leftAt, true))
	}
	return p.ended(p.assignment(name, left, leftAt))
}

// ended wants nothing more than a semicolon.
func (p *shaderParser) ended(err error) error {
	if err != nil {
		return err
	}
	p.Accept(";")
	if !p.Done() {
		return p.Wanted("the end")
	}
	return nil
}

// name reads an identifier, which does not end in a full stop as other words may.
func (p *shaderParser) name(what string) (name string, at int, err error) {
	p.Space()
	at = p.Off
	for p.Off < len(p.Text) && identifierByte(p.Text[p.Off], p.Off > at) {
		p.Off++
	}
	if p.Off == at {
		return "", at, p.Wanted(what)
	}
	return p.Text[at:p.Off], at, nil
}

func identifierByte(b byte, digit bool) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' || digit && b >= '0' && b <= '9'
}

// suffix reads what stands behind a full stop, if there is one.
func (p *shaderParser) suffix() (lanes string, at int, err error) {
	if p.Peek() != '.' {
		return "", p.Off, nil
	}
	p.Off++
	at = p.Off
	for p.Off < len(p.Text) && identifierByte(p.Text[p.Off], true) {
		p.Off++
	}
	if p.Off == at {
		return "", at, p.Wanted("lanes, such as xyz1")
	}
	return p.Text[at:p.Off], at, nil
}

// component is the lane of a letter, and its set.
func component(b byte) (lane, set int) {
	for set, letters := range componentSets {
		if k := strings.IndexByte(letters, b|0x20); k >= 0 && b >= 'A' {
			return k, set
		}
	}
	return -1, -1
}

// components reads the lanes of a suffix, constants as -1 and -2 for 0 and 1.
func (p *shaderParser) components(word string, at int, constants bool) (list []int, err error) {
	first := -1
	for i := range len(word) {
		b, here := word[i], at+i
		k, set := component(b)
		switch {
		case i == Lanes:
			return nil, syntax.Errorf(p.Text, here, at+len(word), "a swizzle has at most four lanes")
		case b == '0' || b == '1':
			if !constants {
				return nil, syntax.Errorf(p.Text, here, here+1, "a constant cannot be assigned to")
			}
			list = append(list, -1-int(b-'0'))
			continue
		case k < 0:
			return nil, syntax.Errorf(p.Text, here, here+1, "%s is no lane: there are x y z w, r g b a and s t p q", syntax.Quote(word[i:i+1]))
		case first >= 0 && set != first:
			return nil, syntax.Errorf(p.Text, here, here+1, "%s is of %s, and what stands before it of %s: one swizzle uses one set of letters", syntax.Quote(word[i:i+1]), componentSets[set], componentSets[first])
		case !constants && slices.Contains(list, k):
			return nil, syntax.Errorf(p.Text, here, here+1, "%s is assigned to twice", syntax.Quote(word[i:i+1]))
		}
		first = set
		list = append(list, k)
	}
	return list, nil
}

// source is the number of a source.
func (p *shaderParser) source(name string) int {
	k := slices.Index(p.s.Sources, name)
	if k < 0 {
		k = len(p.s.Sources)
		p.s.Sources = append(p.s.Sources, name)
	}
	return k
}

// lanes adds the lanes name.word to the result.
func (p *shaderParser) lanes(name, word string, at int, constants bool) error {
	list, err := p.components(word, at, constants)
	if err != nil {
		return err
	}
	for _, k := range list {
		switch k {
		case -1:
			p.constant(false)
		case -2:
			p.constant(true)
		default:
			p.s.Lane = append(p.s.Lane, lane.From(p.source(name), k))
		}
	}
	return nil
}

// constant adds the constant 0 or 1.
func (p *shaderParser) constant(one bool) {
	v := uint64(0)
	if one {
		v = 1
		if p.s.Float {
			v = formatOf(32).one()
		}
	}
	p.s.Lane = append(p.s.Lane, lane.Fixed(lane.ConstOf(v)))
}

// constructor reads the arguments of vec4(…) and its like.
func (p *shaderParser) constructor(name string, at int) error {
	n := 0
	base := strings.TrimLeft(name, "iu")
	if len(base) == 4 && base[:3] == "vec" && len(name)-len(base) <= 1 {
		n = int(base[3] - '0')
	}
	if n < 2 || n > Lanes {
		return syntax.Errorf(p.Text, at, at+len(name), "%s makes no vector: there are vec2 to vec4, and the same with i or u in front", syntax.Quote(name))
	}
	p.s.Float = name == base
	before := len(p.s.Lane)
	for p.Off++; ; { // past the parenthesis
		if err := p.argument(); err != nil {
			return err
		}
		if !p.Accept(",") {
			break
		}
	}
	if err := p.Expect(")", `"," or ")"`); err != nil {
		return err
	}
	if have := len(p.s.Lane) - before; have != n {
		return p.ErrorFrom(at, "%s has %d lanes, its arguments %d", name, n, have)
	}
	return nil
}

// argument is a constant, or lanes of a vector.
func (p *shaderParser) argument() error {
	p.Space()
	start := p.Off
	if b := p.Peek(); b >= '0' && b <= '9' {
		word := p.Word()
		value := strings.TrimRight(strings.TrimSuffix(word, "f"), "0")
		switch {
		case word == "0" || strings.Trim(strings.TrimSuffix(word, "f"), "0") == "." && word[0] == '0':
			p.constant(false)
		case word == "1" || value == "1.":
			p.constant(true)
		default:
			return p.ErrorFrom(start, "%s is no constant of a swizzle: those are 0 and 1", syntax.Quote(word))
		}
		return nil
	}
	name, _, err := p.name("lanes of a vector, 0 or 1")
	if err != nil {
		return err
	}
	word, at, err := p.suffix()
	if err != nil {
		return err
	}
	if word == "" {
		return p.Wanted("a full stop and the lanes of " + name + ", whose length is not known")
	}
	return p.lanes(name, word, at, false)
}

// assignment reads the right side of "dst.xz =", or of "dst =".
func (p *shaderParser) assignment(dst, left string, leftAt int) error {
	p.s.Dst = dst
	var to []int
	if left != "" {
		var err error
		if to, err = p.components(left, leftAt, false); err != nil {
			return err
		}
	}
	name, at, err := p.name("a vector, such as src.wy or vec2(src.w, 1)")
	if err != nil {
		return err
	}
	if p.Peek() == '(' {
		err = p.constructor(name, at)
	} else {
		word, wordAt, suffixErr := p.suffix()
		if err = suffixErr; err == nil && word == "" {
			err = p.Wanted("a full stop and lanes, such as src.wy")
		}
		if err == nil {
			err = p.lanes(name, word, wordAt, true)
		}
	}
	if err != nil || left == "" {
		return err
	}
	if len(to) != len(p.s.Lane) {
		return p.ErrorFrom(at, "the right side has %d lanes, and %s.%s has %d", len(p.s.Lane), dst, left, len(to))
	}
	right := p.s.Lane
	p.s.Lane = make([]lane.Lane, Lanes)
	for j := range p.s.Lane {
		p.s.Lane[j] = lane.FromOld(j)
	}
	for k, j := range to {
		p.s.Lane[j] = right[k]
	}
	return nil
}
