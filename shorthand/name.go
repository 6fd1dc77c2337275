package shorthand

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A pattern is said by the name that the library has for it, with its parameters, or in words that people use:
//
//	zip half=low group=1 of 4 x i32     as an answer of Lanescope has it
//	interleave low 4 x i32              the same
//
// A phrase is such words; # is a number.
type phrase struct {
	words   string
	pattern string                            // of the library
	args    func(n, k int) shufflevector.Args // its parameters for vectors of n lanes and the number k
	result  func(n int) int                   // lanes of the result; nil: as many as a vector has
	lanes   func(n, k int) []int              // instead of a pattern, what the library has no name for
	shape   shape                             // what the words say of the vectors
}

func plain(int, int) shufflevector.Args { return shufflevector.Args{} }
func first(v uint64) func(int, int) shufflevector.Args {
	return func(int, int) shufflevector.Args { return shufflevector.Args{v} }
}
func numbered(_, k int) shufflevector.Args { return shufflevector.Args{uint64(k)} }
func twice(n int) int                      { return 2 * n }
func half(n int) int                       { return n / 2 }

// rotation is the library's parameters of a rotation by k lanes towards lane 0: the shorter way around.
func rotation(n, k int) shufflevector.Args {
	if k %= n; 2*k <= n {
		return shufflevector.Args{uint64(k), 0}
	}
	return shufflevector.Args{uint64(n - k), 1}
}

// phrases are all of them.
var phrases = []phrase{
	{words: "reverse", pattern: "reverse", args: plain},
	{words: "mirror", pattern: "reverse", args: plain},
	{words: "backwards", pattern: "reverse", args: plain},
	{words: "identity", pattern: "identity", args: plain},
	{words: "interleave", pattern: "interleave", args: first(2), result: twice},
	{words: "zip", pattern: "interleave", args: first(2), result: twice},
	{words: "interleave low", pattern: "zip", args: func(int, int) shufflevector.Args { return shufflevector.Args{0, 1} }},
	{words: "interleave high", pattern: "zip", args: func(int, int) shufflevector.Args { return shufflevector.Args{1, 1} }},
	{words: "zip low", pattern: "zip", args: func(int, int) shufflevector.Args { return shufflevector.Args{0, 1} }},
	{words: "zip high", pattern: "zip", args: func(int, int) shufflevector.Args { return shufflevector.Args{1, 1} }},
	{words: "unpack low", pattern: "zip", args: func(int, int) shufflevector.Args { return shufflevector.Args{0, 1} }},
	{words: "unpack high", pattern: "zip", args: func(int, int) shufflevector.Args { return shufflevector.Args{1, 1} }},
	{words: "deinterleave", pattern: "deinterleave", args: first(2)},
	{words: "even", pattern: "unzip", args: func(int, int) shufflevector.Args { return shufflevector.Args{2, 0, 1} }, result: half},
	{words: "odd", pattern: "unzip", args: func(int, int) shufflevector.Args { return shufflevector.Args{2, 1, 1} }, result: half},
	{words: "duplicate even", pattern: "duplicate", args: first(0)},
	{words: "duplicate odd", pattern: "duplicate", args: first(1)},
	{words: "transpose even", pattern: "transpose", args: first(0)},
	{words: "transpose odd", pattern: "transpose", args: first(1)},
	{words: "concat", pattern: "concat", args: plain, result: twice},
	{words: "concatenate", pattern: "concat", args: plain, result: twice},
	{words: "swap halves", pattern: "rotate", args: func(n, _ int) shufflevector.Args { return rotation(n, n/2) }},
	{words: "swap adjacent", pattern: "xor-swap", args: first(1)},
	{words: "swap neighbours", pattern: "xor-swap", args: first(1)},
	{words: "swap neighbors", pattern: "xor-swap", args: first(1)},
	{words: "low half", pattern: "extract-subvector", args: first(0), result: half},
	{words: "high half", pattern: "extract-subvector", args: func(n, _ int) shufflevector.Args { return shufflevector.Args{uint64(n / 2)} }, result: half},
	{words: "splat #", pattern: "broadcast", args: numbered},
	{words: "broadcast #", pattern: "broadcast", args: numbered},
	{words: "duplicate #", pattern: "broadcast", args: numbered},
	{words: "rotate #", pattern: "rotate", args: rotation},
	{words: "rotate right #", pattern: "rotate", args: rotation},
	{words: "rotate left #", pattern: "rotate", args: func(n, k int) shufflevector.Args { return rotation(n, n-k%n) }},
	{words: "shift right #", pattern: "shift-right", args: numbered},
	{words: "shift left #", pattern: "shift-left", args: numbered},
	{words: "splice #", pattern: "splice", args: numbered},
	{words: "transpose square", lanes: transposed},
	{words: "bswap", lanes: allSwapped, shape: shape{bits: 8}},
	{words: "bswap #", lanes: byteSwapped, shape: shape{bits: 8}},
	{words: "byte swap", lanes: allSwapped, shape: shape{bits: 8}},
	{words: "byte swap # bits", lanes: byteSwapped, shape: shape{bits: 8}},
	{words: "swap bytes", lanes: allSwapped, shape: shape{bits: 8}},
	{words: "swap bytes # bits", lanes: byteSwapped, shape: shape{bits: 8}},
	{words: "swap b and r", lanes: redAndBlue, shape: shape{bits: 8}},
	{words: "swap r and b", lanes: redAndBlue, shape: shape{bits: 8}},
	{words: "swap red and blue", lanes: redAndBlue, shape: shape{bits: 8}},
	{words: "rgba to bgra", lanes: redAndBlue, shape: shape{bits: 8}},
	{words: "bgra to rgba", lanes: redAndBlue, shape: shape{bits: 8}},
}

// allSwapped turns all bytes around.
func allSwapped(n, _ int) []int { return byteSwapped(n, 8*n) }

// byteSwapped turns the bytes around in each group of k bits.
func byteSwapped(n, k int) []int {
	g := k / 8
	if g < 1 || n%g != 0 || k%8 != 0 {
		return nil
	}
	sel := make([]int, n)
	for i := range sel {
		sel[i] = i - i%g + g - 1 - i%g
	}
	return sel
}

// redAndBlue exchanges lanes 0 and 2 of each four.
func redAndBlue(n, _ int) []int {
	if n%4 != 0 {
		return nil
	}
	sel := make([]int, n)
	for i := range sel {
		sel[i] = i - i%4 + []int{2, 1, 0, 3}[i%4]
	}
	return sel
}

// transposed has the rows of a square for its columns; n lanes are one only if they are k times k.
func transposed(n, k int) []int {
	if k*k != n {
		return nil
	}
	sel := make([]int, n)
	for i := range sel {
		sel[i] = i%k*k + i/k
	}
	return sel
}

// fillers are words that say nothing.
var fillers = []string{"of", "by", "lane", "lanes", "the", "a", "vector", "each", "every", "in", "elements", "with", "all"}

// A name is a text as a phrase, or as a pattern of the library with its parameters.
type name struct {
	phrase  *phrase
	pattern *shufflevector.Pattern
	args    shufflevector.Args
	k       int
	shape   shape
}

// maxWords bounds the words of a name.
const maxWords = 16

// parseName reads a name; it is nil if the text is none.
func parseName(text string) *name {
	if len(text) > 120 || strings.ContainsAny(text, "\n;()[]{}%$@") {
		return nil
	}
	all := strings.Fields(strings.ToLower(strings.ReplaceAll(text, ",", " ")))
	if len(all) == 0 || len(all) > maxWords || !isName(all[0]) {
		return nil
	}
	n := &name{}
	words := n.takeShape(all)
	if p, ok := shufflevector.PatternNamed(all[0]); ok && n.parameters(p, words[1:]) {
		return n
	}
	n.k = 0
	text = n.takeNumber(words)
	for i := range phrases {
		if phrases[i].words == text {
			n.phrase = &phrases[i]
			return n
		}
	}
	return nil
}

// takeShape takes what says how many lanes there are, and how wide they are, out of the words.
func (n *name) takeShape(words []string) (rest []string) {
	for i := 0; i < len(words); i++ {
		if i+2 < len(words) && words[i+1] == "x" {
			if s, ok := shapeNamed(words[i] + "x" + words[i+2]); ok {
				n.shape, i = s, i+2
				continue
			}
		}
		if s, ok := shapeNamed(words[i]); ok {
			n.shape = s
			continue
		}
		rows, columns, square := strings.Cut(words[i], "x")
		if k, err := strconv.Atoi(rows); square && err == nil && rows == columns && k > 1 && k*k <= maxLanes {
			n.shape.lanes = k * k
			rest = append(rest, "square")
			continue
		}
		if i+1 < len(words) && words[i+1] == "bytes" {
			if k, err := strconv.Atoi(words[i]); err == nil && k > 0 && k <= maxLanes {
				n.shape, i = shape{8, k}, i+1
				continue
			}
		}
		rest = append(rest, words[i])
	}
	return rest
}

// takeNumber joins the words that say something, with # for their number.
func (n *name) takeNumber(words []string) string {
	var all []string
	for _, w := range words {
		if slices.Contains(fillers, w) {
			continue
		}
		bare := strings.TrimPrefix(w, "bswap")
		if k, err := strconv.Atoi(bare); err == nil && k >= 0 && k <= maxLanes {
			if n.k = k; bare != w {
				all = append(all, "bswap")
			}
			w = "#"
		}
		all = append(all, w)
	}
	return strings.Join(all, " ")
}

// parameters reads name=value for the parameters of a pattern of the library, which must all be there.
func (n *name) parameters(p *shufflevector.Pattern, words []string) bool {
	var given int
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok && slices.Contains(fillers, w) {
			continue
		}
		i := slices.IndexFunc(p.Params, func(param shufflevector.Param) bool { return param.Name == key })
		if !ok || i < 0 {
			return false
		}
		if n.args[i], ok = p.Params[i].Value(value); !ok {
			return false
		}
		given++
	}
	n.pattern = p
	return given == len(p.Params) && (given > 0 || p.Name == "zero")
}

func looksName(text string) bool { return parseName(text) != nil }

func readName(text string, opt dialect.Options) (dialect.Reading, error) {
	n := parseName(strings.TrimSpace(text))
	if n == nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "expected a pattern's name, such as %s", strings.Join([]string{"reverse 16 x i8", "zip low 4 x i32", "rotate 3 of 8 x i16", "splat 0"}, ", "))
	}
	s := n.shape
	if n.phrase != nil && s.bits == 0 {
		s.bits = n.phrase.shape.bits
	}
	if s.bits == 0 {
		s.bits = stated(opt).bits
	}
	if s.lanes == 0 {
		s.lanes = stated(opt).lanes
	}
	var warnings []string
	if s.lanes == 0 {
		if s.lanes = defaultLanes; s.bits > 0 && s.bits <= registerBits/2 {
			s.lanes = registerBits / s.bits
		}
		warnings = append(warnings, "how many lanes a vector has is not in the text: "+itoa(s.lanes)+" are assumed; "+strconv.Quote(strings.TrimSpace(text)+" 8 x i16")+" says it")
	}
	sel, ok := n.selectors(s.lanes)
	if !ok {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "there is no such pattern of %d lanes", s.lanes)
	}
	r := over(sel, s.lanes, "a", "b")
	if len(sel) == 0 || slices.Max(sel) < s.lanes {
		r.Map.Src, r.Names = r.Map.Src[:1], r.Names[:1]
	}
	r.Warnings = warnings
	assumed(&r, s, s.lanes)
	return checked(text, r)
}

// selectors are those of the name for vectors of so many lanes.
func (n *name) selectors(lanes int) ([]int, bool) {
	if n.phrase != nil && n.phrase.lanes != nil {
		sel := n.phrase.lanes(lanes, n.number(lanes))
		return sel, sel != nil
	}
	p, args, result := n.pattern, n.args, []int{lanes, 2 * lanes, lanes / 2, 1}
	if n.phrase != nil {
		p, _ = shufflevector.PatternNamed(n.phrase.pattern)
		if n.phrase.args == nil || p == nil {
			return nil, false
		}
		args = n.phrase.args(lanes, n.k)
		if result = result[:1]; n.phrase.result != nil {
			result = []int{n.phrase.result(lanes)}
		}
	}
	for _, m := range result {
		if m < 1 || m > shufflevector.MaxMask || lanes > shufflevector.MaxMask {
			continue
		}
		if mask, ok := p.Generate(shufflevector.Shape{N: lanes, M: m}, args); ok {
			sel := mask.Sel()
			for i, t := range sel {
				switch t {
				case shufflevector.UndefLane:
					sel[i] = undefinedLane
				case shufflevector.ZeroLane:
					sel[i] = zeroLane
				}
			}
			return sel, true
		}
	}
	return nil, false
}

// number is the number of the phrase; a square's is its side.
func (n *name) number(lanes int) int {
	if strings.HasSuffix(n.phrase.words, "square") {
		for k := 1; k <= lanes; k++ {
			if k*k == lanes {
				return k
			}
		}
	}
	return n.k
}
