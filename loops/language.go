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
	given   string         // how a text gives a name a number
	filled  string         // and an array its elements

	reserved map[string]bool // words that are no names, beside those of all
}

// An integer is a type of numbers, and of elements; without bits it is any.
type integer struct {
	bits   int
	signed bool
	float  bool // it is none, but a number with a point
	any    bool // nobody says of which kind it is
}

// cInt is C's int.
var cInt = integer{bits: 32, signed: true}

// count is the type of a number that nobody declares.
func (l *language) count() integer {
	if l == c {
		return cInt
	}
	return integer{}
}

var (
	c = &language{
		given: "%s = %d;", filled: "uint8_t %s[] = {3, 2};",
		members: loongMembers,
		binds:   bindings([]string{"||"}, []string{"&&"}, []string{"|"}, []string{"^"}, []string{"&"}, []string{"==", "!="}, []string{"<", "<=", ">", ">="}, []string{"<<", ">>", ">>>"}, []string{"+", "-"}, []string{"*", "/", "%"}),
	}
	golang = &language{
		given: "%s := %d;", filled: "%s := [2]uint8{3, 2};",
		binds: bindings([]string{"||"}, []string{"&&"}, []string{"==", "!=", "<", "<=", ">", ">="}, []string{"+", "-", "|", "^"}, []string{"*", "/", "%", "<<", ">>", "&", "&^"}),
	}
	rust = &language{
		given: "let %s = %d;", filled: "let %s = [3, 2];",
		reserved: words("in"),
		binds:    bindings([]string{"||"}, []string{"&&"}, []string{"==", "!=", "<", "<=", ">", ">="}, []string{"|"}, []string{"^"}, []string{"&"}, []string{"<<", ">>"}, []string{"+", "-"}, []string{"*", "/", "%"}, []string{"as"}),
	}
	python = &language{
		given: "%s = %d", filled: "%s = [3, 2]",
		floors: true, reserved: words("in", "elif"),
		binds: bindings([]string{"or"}, []string{"and"}, []string{"==", "!=", "<", "<=", ">", ">="}, []string{"|"}, []string{"^"}, []string{"&"}, []string{"<<", ">>"}, []string{"+", "-"}, []string{"*", "/", "//", "%"}),
	}
	intel = &language{
		given: "%s := %d",
		bits:  true, members: intelMembers,
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
	case strings.Contains(text, " in ") && (strings.Contains(text, "..") || strings.Contains(text, ".iter()")) || strings.HasPrefix(text, "fn ") || strings.Contains(text, "\nfn ") || strings.Contains(text, "pub fn "):
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
	"char": {bits: 8, signed: true}, "short": {bits: 16, signed: true}, "int": {bits: 32, signed: true}, "long": {bits: 64, signed: true}, "unsigned": {bits: 32, signed: false}, "signed": {bits: 32, signed: true}, "float": {bits: 32, signed: true, float: true}, "double": {bits: 64, signed: true, float: true}, "size_t": {bits: 64, signed: false}, "ptrdiff_t": {bits: 64, signed: true},
	"uint8_t": {bits: 8, signed: false}, "uint16_t": {bits: 16, signed: false}, "uint32_t": {bits: 32, signed: false}, "uint64_t": {bits: 64, signed: false}, "int8_t": {bits: 8, signed: true}, "int16_t": {bits: 16, signed: true}, "int32_t": {bits: 32, signed: true}, "int64_t": {bits: 64, signed: true},
	"uint8": {bits: 8, signed: false}, "uint16": {bits: 16, signed: false}, "uint32": {bits: 32, signed: false}, "uint64": {bits: 64, signed: false}, "int8": {bits: 8, signed: true}, "int16": {bits: 16, signed: true}, "int32": {bits: 32, signed: true}, "int64": {bits: 64, signed: true}, "uint": {bits: 64, signed: false}, "byte": {bits: 8, signed: false}, "float32": {bits: 32, signed: true, float: true}, "float64": {bits: 64, signed: true, float: true},
	"u8": {bits: 8, signed: false}, "u16": {bits: 16, signed: false}, "u32": {bits: 32, signed: false}, "u64": {bits: 64, signed: false}, "i8": {bits: 8, signed: true}, "i16": {bits: 16, signed: true}, "i32": {bits: 32, signed: true}, "i64": {bits: 64, signed: true}, "usize": {bits: 64, signed: false}, "isize": {bits: 64, signed: true}, "f32": {bits: 32, signed: true, float: true}, "f64": {bits: 64, signed: true, float: true},
	"u128": {bits: 128, signed: false}, "s128": {bits: 128, signed: true}, "i128": {bits: 128, signed: true}, "__int128": {bits: 128, signed: true}, "__uint128_t": {bits: 128, signed: false}, "__int64": {bits: 64, signed: true}, "__int32": {bits: 32, signed: true}, "__int16": {bits: 16, signed: true}, "__int8": {bits: 8, signed: true}, "_Float16": {bits: 16, signed: true, float: true}, "__bf16": {bits: 16, signed: true, float: true},
	"Uint8": {bits: 8}, "Uint16": {bits: 16}, "Uint32": {bits: 32}, "Uint64": {bits: 64}, "Sint8": {bits: 8, signed: true}, "Sint16": {bits: 16, signed: true}, "Sint32": {bits: 32, signed: true}, "Sint64": {bits: 64, signed: true},
	"guint8": {bits: 8}, "guint16": {bits: 16}, "guint32": {bits: 32}, "guint64": {bits: 64}, "gint8": {bits: 8, signed: true}, "gint16": {bits: 16, signed: true}, "gint32": {bits: 32, signed: true}, "gint64": {bits: 64, signed: true},
	"BYTE": {bits: 8}, "WORD": {bits: 16}, "DWORD": {bits: 32}, "UINT8": {bits: 8}, "UINT16": {bits: 16}, "UINT32": {bits: 32}, "UINT64": {bits: 64}, "INT8": {bits: 8, signed: true}, "INT16": {bits: 16, signed: true}, "INT32": {bits: 32, signed: true}, "INT64": {bits: 64, signed: true},
	"u_char": {bits: 8}, "u_int8_t": {bits: 8}, "u_int16_t": {bits: 16}, "u_int32_t": {bits: 32}, "u_int64_t": {bits: 64}, "uintptr_t": {bits: 64}, "ssize_t": {bits: 64, signed: true}, "__u8": {bits: 8}, "__u16": {bits: 16}, "__u32": {bits: 32}, "__u64": {bits: 64}, "__le16": {bits: 16}, "__le32": {bits: 32}, "__le64": {bits: 64},
	"s8": {bits: 8, signed: true}, "s16": {bits: 16, signed: true}, "s32": {bits: 32, signed: true}, "s64": {bits: 64, signed: true}, "uchar": {bits: 8, signed: false}, "ushort": {bits: 16, signed: false}, "bool": {bits: 8, signed: false}, "_Bool": {bits: 8, signed: false},
}

// typeOf is the type that a word stands for; in Go an int has 64 bits.
func (l *language) typeOf(word string) (t integer, ok bool) {
	if t, ok = types[word]; !ok && l == c {
		return prefixed(word)
	}
	if l == golang && word == "int" {
		t.bits = 64
	}
	return t, ok
}

// prefixed is a type of a library that calls it as others do, behind a name of its own: ma_uint16, png_uint_32, stbi__int16.
func prefixed(word string) (t integer, ok bool) {
	at := strings.LastIndex(word, "_uint")
	if at < 0 {
		at = strings.LastIndex(word, "_int")
	}
	if at < 0 {
		return t, false
	}
	t, ok = types[strings.ReplaceAll(word[at:], "_", "")]
	return t, ok && t.bits > 0
}

// around are words that stand around a type and say nothing of bits.
var around = map[string]bool{"const": true, "static": true, "volatile": true, "restrict": true, "__restrict": true, "__restrict__": true, "inline": true, "register": true, "extern": true, "constexpr": true, "final": true, "public": true, "private": true, "auto": true, "let": true, "mut": true, "var": true, "pub": true, "unsafe": true,
	"kernel": true, "__kernel": true, "global": true, "__global": true, "local": true, "__local": true, "constant": true, "__constant": true, "__private": true, "__global__": true, "__device__": true, "__host__": true, "__forceinline__": true, "__inline": true, "__forceinline": true}
