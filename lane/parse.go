package lane

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lanescope/lanescope/syntax"
)

// Parse reads lane notation:
//
//	SRC { SRC } "->" [ TYPE ":" ] TOKEN { TOKEN }
//
// SRC and TYPE are shapes such as i32x4, bits times lanes. TYPE gives the destination; without it the destination has the first source's
// width and as many lanes as there are tokens. Without sources TYPE must stand. A source of another width than the destination's is seen as lanes of the
// destination's: in "i32x2 -> i16x2: a0 a2" the lane a2 is the lower half of the source's second 32 bits.
//
//	a3    lane 3 of the first source (b, c, e, f … are the next ones)
//	z 1 m #hex   constants: zeros, the integer one, ones, any pattern
//	.     the old destination's lane at this place; d3 is its lane 3
//	_     undefined
//
// An error is a *syntax.Error.
func Parse(text string) (Map, error) {
	p := parser{Cursor: syntax.Cursor{Text: text}}
	return p.parse()
}

type parser struct {
	syntax.Cursor
	src   []shape
	start []int // offsets of the sources
}

type shape struct{ bits, lanes int }

func (p *parser) parse() (Map, error) {
	for !p.Accept("->") {
		p.Space()
		at := p.Off
		s, err := p.shape(`a source such as i32x4, or "->"`)
		if err != nil {
			return Map{}, err
		}
		if len(p.src) == MaxSrc {
			return Map{}, p.ErrorFrom(at, "more than %d sources", MaxSrc)
		}
		p.src, p.start = append(p.src, s), append(p.start, at)
	}
	typ, err := p.destination()
	if err != nil {
		return Map{}, err
	}
	m := Map{Bits: typ.bits, Src: make([]int, len(p.src))}
	for k, s := range p.src {
		total := s.bits * s.lanes
		if total%m.Bits != 0 {
			return Map{}, p.errorAtSource(k, "source %s of %d bits does not divide into lanes of %d bits, the destination's width", SourceName(k), total, m.Bits)
		}
		if m.Src[k] = total / m.Bits; m.Src[k] > MaxLanes {
			return Map{}, p.errorAtSource(k, "source %s has %d lanes of %d bits, the destination's width: a vector has at most %d", SourceName(k), m.Src[k], m.Bits, MaxLanes)
		}
	}
	return p.tokens(m, typ)
}

// errorAtSource is an error about the shape of source k.
func (p *parser) errorAtSource(k int, format string, args ...any) error {
	p.Off = p.start[k]
	_ = p.Word()
	return p.ErrorFrom(p.start[k], format, args...)
}

// word is what stands at the cursor, up to the next white space.
func (p *parser) word() string {
	rest := p.Rest()
	if i := strings.IndexAny(rest, " \t\n\r\v\f"); i >= 0 {
		return rest[:i]
	}
	return rest
}

// destination reads TYPE ":" if it is there. Without it the lanes are unknown, 0.
func (p *parser) destination() (shape, error) {
	p.Space()
	if isType(p.word()) {
		s, err := p.shape("the destination's type, such as i32x4")
		if err != nil {
			return shape{}, err
		}
		return s, p.Expect(":", `":" after the destination's type`)
	}
	if len(p.src) == 0 {
		return shape{}, p.Wanted(`the destination's type, such as "i32x4:", because there are no sources to take it from`)
	}
	return shape{bits: p.src[0].bits}, nil
}

// isType says whether a word is meant as a type: it has a colon, or begins with digits between an i and an x, as no lane does.
func isType(word string) bool {
	if strings.Contains(word, ":") {
		return true
	}
	after, ok := strings.CutPrefix(word, "i")
	return ok && strings.HasPrefix(strings.TrimLeft(after, "0123456789"), "x") && after[0] != 'x'
}

func (p *parser) tokens(m Map, typ shape) (Map, error) {
	first := p.Off
	limit := min(MaxLanes, MaxBits/m.Bits)
	m.Lane = make([]Lane, 0, min(limit, strings.Count(p.Rest(), " ")+1))
	for !p.Done() {
		if typ.lanes > 0 && len(m.Lane) == typ.lanes {
			return Map{}, p.Wanted("the end, for the type has " + strconv.Itoa(typ.lanes) + " lanes")
		}
		if len(m.Lane) == limit {
			return Map{}, p.Wanted("the end, for a vector has at most " + strconv.Itoa(limit) + " lanes of " + strconv.Itoa(m.Bits) + " bits")
		}
		l, err := p.token(m, len(m.Lane))
		if err != nil {
			return Map{}, err
		}
		m.Lane = append(m.Lane, l)
	}
	if len(m.Lane) == 0 && typ.lanes == 0 {
		return Map{}, p.Wanted("lanes such as a0, z or _")
	} else if len(m.Lane) < typ.lanes {
		return Map{}, p.Wanted("lane " + strconv.Itoa(len(m.Lane)) + ", such as a0, z or _, for the type has " + strconv.Itoa(typ.lanes) + " lanes")
	}
	for i, l := range m.Lane {
		if l.Kind == Old && l.Index >= len(m.Lane) {
			return Map{}, p.errorAtLane(first, i, "%s reads past the old destination, whose lanes are those of the map, d0 to d%d", len(m.Lane)-1)
		}
	}
	return m, nil
}

// errorAtLane is an error about the token of lane i, whose text is the first argument; first is the offset of the tokens.
func (p *parser) errorAtLane(first, i int, format string, args ...any) error {
	p.Off = first
	for p.Space(); i > 0; i-- {
		p.Off += len(p.word())
		p.Space()
	}
	start, word := p.Off, p.word()
	p.Off += len(word)
	return p.ErrorFrom(start, format, append([]any{syntax.Quote(word)}, args...)...)
}

func (p *parser) shape(what string) (shape, error) {
	p.Space()
	start := p.Off
	if p.Peek() != 'i' {
		return shape{}, p.Wanted(what)
	}
	p.Off++
	bits, ok := p.digits(MaxBits)
	if !ok || p.Peek() != 'x' {
		p.Off = start
		return shape{}, p.Wanted(what)
	}
	p.Off++
	lanes, ok := p.digits(MaxLanes)
	if rest := p.word(); !ok || rest != "" && rest[0] != ':' && !strings.HasPrefix(rest, "->") {
		p.Off = start
		return shape{}, p.Wanted(what)
	}
	switch {
	case bits < 1 || bits > MaxBits:
		return shape{}, p.ErrorFrom(start, "a lane has 1 to %d bits", MaxBits)
	case lanes < 1 || lanes > MaxLanes:
		return shape{}, p.ErrorFrom(start, "a vector has 1 to %d lanes", MaxLanes)
	case lanes > MaxBits/bits:
		return shape{}, p.ErrorFrom(start, "%d lanes of %d bits: a vector has at most %d bits", lanes, bits, MaxBits)
	}
	return shape{bits, lanes}, nil
}

// digits is Uint without white space before it. A number above the limit comes back as limit+1.
func (p *parser) digits(limit int) (int, bool) {
	if b := p.Peek(); b < '0' || b > '9' {
		return 0, false
	}
	return p.Uint(limit)
}

// hints are for tokens that mean a lane in another notation.
var hints = map[string]string{
	"0": "a lane of zeros is z",
	"u": "an undefined lane is _", "undef": "an undefined lane is _", "poison": "an undefined lane is _", "-1": "an undefined lane is _",
	"d": "the old destination's lane at this place is a full stop, its lane 3 is d3",
}

func (p *parser) token(m Map, at int) (Lane, error) {
	start, word := p.Off, p.word()
	p.Off += len(word)
	switch word {
	case ".":
		return FromOld(at), nil
	case "_":
		return Lane{}, nil
	case "z":
		return Zero(), nil
	case "1":
		return Fixed(ConstOf(1)), nil
	case "m":
		return Fixed(Ones(m.Bits)), nil
	}
	if hex, ok := strings.CutPrefix(word, "#"); ok {
		return p.constant(start, hex, m.Bits)
	}
	split := strings.IndexAny(word, "0123456789")
	index, ok := -1, false
	if split > 0 {
		index, ok = number(word[split:])
	}
	switch k, named := SourceIndex(word[:max(split, 0)]); {
	case ok && word[:split] == "d":
		return FromOld(index), nil
	case !ok || !named:
		hint := hints[word]
		if hint == "" {
			hint = "expected a3 (lane 3 of source a), z, 1, m, #hex, . or _"
		}
		return Lane{}, p.ErrorFrom(start, "%s is not a lane: %s", syntax.Quote(word), hint)
	case k >= len(m.Src):
		return Lane{}, p.ErrorFrom(start, "%s reads source %s, but %s", syntax.Quote(word), SourceName(k), sourcesDeclared(len(m.Src)))
	case index >= m.Src[k]:
		return Lane{}, p.ErrorFrom(start, "%s reads past source %[2]s, whose lanes of %[3]d bits are %[2]s0 to %[2]s%[4]d", syntax.Quote(word), SourceName(k), m.Bits, m.Src[k]-1)
	default:
		return From(k, index), nil
	}
}

func (p *parser) constant(start int, hex string, w int) (Lane, error) {
	if bad := strings.IndexFunc(hex, func(r rune) bool { return hexValue(r) < 0 }); bad >= 0 {
		start += len("#") + bad
		_, size := utf8.DecodeRuneInString(hex[bad:])
		p.Off = start + size
		return Lane{}, p.ErrorFrom(start, "%s is not a hexadecimal digit", syntax.Quote(hex[bad:bad+size]))
	}
	c, err := ConstHex(hex)
	if err != nil {
		return Lane{}, p.ErrorFrom(start, "a constant is # and hexadecimal digits, such as #ff")
	}
	if c.Len() > w {
		return Lane{}, p.ErrorFrom(start, "the constant needs %d bits, a lane has %d", c.Len(), w)
	}
	return Fixed(c), nil
}

// number reads decimal digits; one that no vector's lane has may come back as another such number. Leading zeros are refused, so that
// a lane has one name.
func number(s string) (int, bool) {
	if strings.Trim(s, "0123456789") != "" || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	n, err := strconv.Atoi(s[:min(len(s), 7)])
	return n, err == nil
}

func sourcesDeclared(n int) string {
	switch n {
	case 0:
		return "no source is declared"
	case 1:
		return "only a is declared"
	}
	return "only a to " + SourceName(n-1) + " are declared"
}
