package loops

import (
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A language is one of those in which loops are read.
type language struct {
	binds   map[string]int // how tightly an operator does: the more, the tighter
	floors  bool           // a division rounds down
	bits    bool           // a[7] is a bit, a[7:0] eight of them, and what is shifted to the left gets longer
	members map[string]int // of a vector, by the bits of its elements

	reserved map[string]bool // words that are no names, beside those of all
}

// An integer is a type of numbers, and of elements; without bits it is any.
type integer struct {
	bits   int
	signed bool
}

// cInt is C's int.
var cInt = integer{32, true}

// count is the type of a number that nobody declares.
func (l *language) count() integer {
	if l == c {
		return cInt
	}
	return integer{}
}

var (
	c = &language{
		members: loongMembers,
		binds:   bindings([]string{"||"}, []string{"&&"}, []string{"|"}, []string{"^"}, []string{"&"}, []string{"==", "!="}, []string{"<", "<=", ">", ">="}, []string{"<<", ">>", ">>>"}, []string{"+", "-"}, []string{"*", "/", "%"}),
	}
	golang = &language{
		binds: bindings([]string{"||"}, []string{"&&"}, []string{"==", "!=", "<", "<=", ">", ">="}, []string{"+", "-", "|", "^"}, []string{"*", "/", "%", "<<", ">>", "&", "&^"}),
	}
	rust = &language{
		reserved: words("in"),
		binds:    bindings([]string{"||"}, []string{"&&"}, []string{"==", "!=", "<", "<=", ">", ">="}, []string{"|"}, []string{"^"}, []string{"&"}, []string{"<<", ">>"}, []string{"+", "-"}, []string{"*", "/", "%"}, []string{"as"}),
	}
	python = &language{
		floors: true, reserved: words("in", "elif"),
		binds: bindings([]string{"or"}, []string{"and"}, []string{"==", "!=", "<", "<=", ">", ">="}, []string{"|"}, []string{"^"}, []string{"&"}, []string{"<<", ">>"}, []string{"+", "-"}, []string{"*", "/", "//", "%"}),
	}
	intel = &language{
		bits: true, members: intelMembers,
		reserved: words("FOR", "ENDFOR", "IF", "FI", "ELSE", "ELSEIF", "ELSIF", "WHILE", "OD", "DO", "CASE", "ESAC", "OF", "RETURN", "DEFINE", "to", "TO"),
		binds:    bindings([]string{"OR", "||", "or"}, []string{"XOR", "xor"}, []string{"AND", "&&", "and"}, []string{"|"}, []string{"^"}, []string{"&"}, []string{"==", "=", "!="}, []string{"<", "<=", ">", ">="}, []string{"<<", ">>", "<<<", ">>>"}, []string{"+", "-"}, []string{"*", "/", "%"}),
	}
)

// The guides to Intel's and LoongArch's intrinsics call an element of a vector by its size, in which they do not agree.
var (
	intelMembers = map[string]int{"bit": 1, "byte": 8, "word": 16, "dword": 32, "qword": 64, "m128": 128, "fp16": 16, "fp32": 32, "fp64": 64, "bf16": 16, "bf8": 8, "hf8": 8}
	loongMembers = map[string]int{"byte": 8, "half": 16, "word": 32, "dword": 64, "qword": 128, "fp32": 32, "fp64": 64}
)

// words is a set of them.
func words(list ...string) map[string]bool {
	set := map[string]bool{}
	for _, w := range list {
		set[w] = true
	}
	return set
}

// bindings are operators by how tightly they bind, the loosest first.
func bindings(levels ...[]string) map[string]int {
	binds := map[string]int{}
	for k, level := range levels {
		for _, sign := range level {
			binds[sign] = k + 1
		}
	}
	return binds
}

// languageOf is the language that a text is written in.
func languageOf(text string) *language {
	switch {
	case saysBits(text):
		return intel
	case strings.Contains(text, "range(") || hasSuite(text):
		return python
	case strings.Contains(text, " in ") && strings.Contains(text, "..") || strings.HasPrefix(text, "fn ") || strings.Contains(text, "\nfn ") || strings.Contains(text, "pub fn "):
		return rust
	case strings.Contains(text, ":=") || strings.Contains(text, "for range ") || strings.HasPrefix(text, "func ") || strings.Contains(text, "\nfunc "):
		return golang
	}
	return c
}

// hasSuite says whether a line begins as one of Python's does that others stand below of, and ends with a colon.
func hasSuite(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		word := line[:wordEnd(line, 0)]
		if strings.HasSuffix(line, ":") && (word == "for" || word == "while" || word == "if" || word == "elif" || word == "def") {
			return true
		}
	}
	return false
}

// saysBits says whether a text assigns as Intel's guide does: dst[31:0] := a[31:0], or in a loop that begins with FOR.
func saysBits(text string) bool {
	syntax.Look(len(text))
	loops := strings.HasPrefix(text, "FOR ") || strings.Contains(text, "\nFOR ")
	for from := 0; ; {
		n := strings.Index(text[from:], ":=")
		if n < 0 {
			return false
		}
		if loops || strings.HasSuffix(strings.TrimRight(text[max(0, from+n-maxHead):from+n], " \t"), "]") {
			return true
		}
		from += n + 2
	}
}

// types are the names of integers and of what has as many bits.
var types = map[string]integer{
	"char": {8, true}, "short": {16, true}, "int": {32, true}, "long": {64, true}, "unsigned": {32, false}, "signed": {32, true}, "float": {32, true}, "double": {64, true}, "size_t": {64, false}, "ptrdiff_t": {64, true},
	"uint8_t": {8, false}, "uint16_t": {16, false}, "uint32_t": {32, false}, "uint64_t": {64, false}, "int8_t": {8, true}, "int16_t": {16, true}, "int32_t": {32, true}, "int64_t": {64, true},
	"uint8": {8, false}, "uint16": {16, false}, "uint32": {32, false}, "uint64": {64, false}, "int8": {8, true}, "int16": {16, true}, "int32": {32, true}, "int64": {64, true}, "uint": {64, false}, "byte": {8, false}, "float32": {32, true}, "float64": {64, true},
	"u8": {8, false}, "u16": {16, false}, "u32": {32, false}, "u64": {64, false}, "i8": {8, true}, "i16": {16, true}, "i32": {32, true}, "i64": {64, true}, "usize": {64, false}, "isize": {64, true}, "f32": {32, true}, "f64": {64, true},
	"u128": {128, false}, "s128": {128, true}, "i128": {128, true}, "__int128": {128, true}, "__uint128_t": {128, false}, "__int64": {64, true}, "__int32": {32, true}, "__int16": {16, true}, "__int8": {8, true}, "_Float16": {16, true}, "__bf16": {16, true},
	"s8": {8, true}, "s16": {16, true}, "s32": {32, true}, "s64": {64, true}, "uchar": {8, false}, "ushort": {16, false}, "bool": {8, false}, "_Bool": {8, false},
}

// typeOf is the type that a word stands for; in Go an int has 64 bits.
func (l *language) typeOf(word string) (t integer, ok bool) {
	t, ok = types[word]
	if l == golang && word == "int" {
		t.bits = 64
	}
	return t, ok
}

// around are words that stand around a type and say nothing of bits.
var around = map[string]bool{"const": true, "static": true, "volatile": true, "restrict": true, "__restrict": true, "__restrict__": true, "inline": true, "register": true, "extern": true, "constexpr": true, "final": true, "public": true, "private": true, "auto": true, "let": true, "mut": true, "var": true, "pub": true, "unsafe": true}
