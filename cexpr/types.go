package cexpr

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A vectorType is so many lanes of so many bits. Every compiler and every machine has its own words for it:
//
//	uint8x16_t   __v16qi   v16qi   __vector unsigned char   v128_t   __m128i   typedef char T __attribute__((vector_size(16)))
type vectorType struct {
	lanes, bits int
	vectors     int  // of uint8x16x2_t 2; 0 of a single one
	signed      bool // its lanes have a sign
	float       bool
	tag         bool // no vector: what Highway says of one
	pointer     bool // to such vectors
}

// total is the bits of one vector; 0 where the type is not known.
func (t vectorType) total() int { return t.lanes * t.bits }

// lacks is the error of a lane that such a vector has not; nil if it has it.
func (t vectorType) lacks(at int) error {
	if at < 0 || at >= t.lanes {
		return fmt.Errorf("a vector has lanes 0 to %d, and this is %d", t.lanes-1, at)
	}
	return nil
}

// known says whether the type is known at all.
func (t vectorType) known() bool { return t.lanes > 0 && t.bits > 0 }

// wordTypes are types that one word says and no rule does.
var wordTypes = map[string]vectorType{
	"__m64": {lanes: 1, bits: 64, signed: true}, "v128_t": {lanes: 4, bits: 32, signed: true},
	"__m128i": {lanes: 2, bits: 64, signed: true}, "__m256i": {lanes: 4, bits: 64, signed: true}, "__m512i": {lanes: 8, bits: 64, signed: true},
	"__m128": {lanes: 4, bits: 32, float: true}, "__m256": {lanes: 8, bits: 32, float: true}, "__m512": {lanes: 16, bits: 32, float: true},
	"__m128d": {lanes: 2, bits: 64, float: true}, "__m256d": {lanes: 4, bits: 64, float: true}, "__m512d": {lanes: 8, bits: 64, float: true},
}

// laneTypes are the types of one lane, with which names of vectors begin: float4.
var laneTypes = map[string]vectorType{
	"float": {lanes: 1, bits: 32, float: true}, "double": {lanes: 1, bits: 64, float: true}, "_Float16": {lanes: 1, bits: 16, float: true}, "__fp16": {lanes: 1, bits: 16, float: true},
	"int": {lanes: 1, bits: 32, signed: true}, "char": {lanes: 1, bits: 8, signed: true}, "short": {lanes: 1, bits: 16, signed: true}, "uchar": {lanes: 1, bits: 8}, "ushort": {lanes: 1, bits: 16},
}

// modeBits are the letters of GCC's modes: __v16qi has quarters of integers, v2df doubles.
var modeBits = map[string]vectorType{
	"qi": {bits: 8, signed: true}, "hi": {bits: 16, signed: true}, "si": {bits: 32, signed: true}, "di": {bits: 64, signed: true},
	"qu": {bits: 8}, "hu": {bits: 16}, "su": {bits: 32}, "du": {bits: 64}, "qs": {bits: 8, signed: true},
	"hf": {bits: 16, float: true}, "sf": {bits: 32, float: true}, "df": {bits: 64, float: true},
	"u8": {bits: 8}, "u16": {bits: 16}, "u32": {bits: 32}, "u64": {bits: 64}, "f32": {bits: 32, float: true}, "f64": {bits: 64, float: true},
	"i8": {bits: 8, signed: true}, "i16": {bits: 16, signed: true}, "i32": {bits: 32, signed: true}, "i64": {bits: 64, signed: true},
}

// vectorNamed is the type that one word is, without what the text has defined.
func vectorNamed(word string) (t vectorType, ok bool) {
	if t, ok := wordTypes[word]; ok {
		return t, true
	}
	if t, ok := neonVector(word); ok {
		return t, true
	}
	if strings.HasPrefix(word, "sv") {
		return scalableVector(word)
	}
	bare := strings.TrimSuffix(strings.TrimLeft(word, "_"), "_t")
	digits := strings.TrimLeft(bare, "abcdefghijklmnopqrstuvwxyz_F")
	if mode, isMode := strings.CutPrefix(bare, "v"); isMode && digits != "" {
		end := len(mode) - len(strings.TrimLeft(mode, "0123456789"))
		n, err := strconv.Atoi(mode[:end])
		t, ok = modeBits[strings.TrimRight(mode[end:], "_")]
		t.lanes = n
		return sized(t, ok && err == nil)
	}
	t, ok = laneTypes[strings.TrimRight(word, "0123456789")]
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || strings.Contains(word, "_t") {
		return vectorType{}, false
	}
	t.lanes = n
	return sized(t, true)
}

// sized is a type, or none where no vector has its size: what nobody bounds is never asked for its lanes.
func sized(t vectorType, ok bool) (vectorType, bool) {
	if !ok || !isVectorSize(t) {
		return vectorType{}, false
	}
	return t, true
}

// isVectorSize says whether a type has a size that vectors have.
func isVectorSize(t vectorType) bool {
	return t.known() && t.bits <= 64 && t.lanes <= 256 && t.total() <= 2048 && t.lanes&(t.lanes-1) == 0
}

// neonVector is a type such as uint8x16_t or uint8x16x2_t.
func neonVector(word string) (t vectorType, ok bool) {
	shape, ok := strings.CutSuffix(word, "_t")
	kind := shape[:len(shape)-len(strings.TrimLeft(shape, "abcdefghijklmnopqrstuvwyz"))]
	elem, lanes, x := strings.Cut(shape[len(kind):], "x")
	lanes, vectors, several := strings.Cut(lanes, "x")
	bits := elementBits(elem)
	n, err := strconv.Atoi(lanes)
	t = vectorType{lanes: n, bits: bits, signed: kind == "int", float: strings.HasSuffix(kind, "float")}
	if several {
		count, err := strconv.Atoi(vectors)
		if t.vectors = count; err != nil || count < 2 || count > 4 {
			return t, false
		}
	}
	return t, ok && x && err == nil && n <= 16 && (n*bits == 64 || n*bits == 128)
}

// elementBits is how wide the elements are of which a name has the number, or 0.
func elementBits(number string) int {
	switch number {
	case "8":
		return 8
	case "16":
		return 16
	case "32":
		return 32
	case "64":
		return 64
	}
	return 0
}

// integerLane is an integer type as that of a lane.
func integerLane(words []string) (t vectorType, ok bool) {
	if len(words) == 1 {
		if t, ok := laneTypes[words[0]]; ok {
			return t, true
		}
	}
	i, ok := integerTypeOf(words)
	return i.lane(), ok
}

// withoutBlanks is a type in which none stand between angles: vec<float,8>.
func withoutBlanks(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	syntax.Look(len(text))
	depth := 0
	b := make([]byte, 0, len(text))
	for i := range len(text) {
		c := text[i]
		depth += when(c == '<', 1, 0) - when(c == '>', 1, 0)
		if depth <= 0 || c != ' ' && c != '\t' && c != '\n' {
			b = append(b, c)
		}
	}
	return string(b)
}

// typeOf is the vector that the words of a type mean, over what the text has defined. A pointer is what it points to.
func (e *expressions) typeOf(text string) (t vectorType, ok bool) {
	words := strings.FieldsFunc(withoutBlanks(text), func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '*' || r == '&' })
	var rest []string
	altivec := false
	for _, w := range words {
		switch w {
		case "vector", "__vector":
			altivec = true
		case "struct", "typename", "auto", "const":
		case "bool", "__bool":
			if !altivec {
				rest = append(rest, w)
			}
		default:
			rest = append(rest, w)
		}
	}
	if altivec {
		t, ok = integerLane(rest)
		if t.bits > 0 {
			t.lanes = 128 / t.bits
		}
		return t, ok
	}
	if len(rest) != 1 {
		return t, false
	}
	word, parameter, template := strings.Cut(strings.TrimSuffix(rest[0], ">"), "<")
	if k := strings.LastIndex(word, "::"); k >= 0 { // the namespace
		word = word[k+len("::"):]
	}
	if t, ok := e.typedefs[rest[0]]; ok {
		return t, true
	}
	if template {
		return e.highwayType(word, parameter)
	}
	if t, ok := e.riscvVector(word); ok {
		return t, true
	}
	return vectorNamed(word)
}
