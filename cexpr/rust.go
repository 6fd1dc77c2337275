package cexpr

import (
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Rust has the intrinsics of C, and statements of its own around them. So have others for integers:
//
//	let t: __m128i = unsafe { _mm_unpacklo_epi8(a, b) };      const K: [u8; 16] = [3, 2, 1, 0, …];
//	y := bits.ReverseBytes32(x)        Go                     val y = Integer.reverse(x)        Kotlin

// binding reads let and its likes, behind whose word the cursor stands.
func (e *expressions) binding(start int) (read bool, err error) {
	for e.AcceptWord("mut") {
	}
	return e.bindingOf(e.Word(), start)
}

// bindingOf reads what stands behind a name: its type or none, and a value or none. Where these do not stand there it reads nothing.
func (e *expressions) bindingOf(name string, start int) (read bool, err error) {
	if name == "" || !isWordStart(name[0]) {
		return false, nil
	}
	h := head{words: []string{"auto", name}}
	if e.Space(); e.Peek() == ':' && !strings.HasPrefix(e.Rest(), "::") {
		text := rustTypeIn(e.Rest()[1:])
		e.Off += 1 + len(text)
		typ, length := typeOfRust(text)
		h.words, h.index, h.array = append(strings.Fields(typ), name), length, length != ""
	}
	h.whole = strings.Join(h.words, " ")
	switch {
	case e.Accept("="):
		return true, e.declared(h, start)
	case e.Accept(";"):
		return true, e.named(h, start)
	}
	return false, nil
}

// boundByColon reads y := … of Go, and K: [u8; 16] = … of Rust, in front of which const says nothing.
func (e *expressions) boundByColon(start int) (read bool, err error) {
	e.Off = start
	name := e.Word()
	e.Space()
	switch {
	case name == "":
	case e.Accept(":="):
		return true, e.declared(head{words: []string{"auto", name}, whole: name}, start)
	case strings.HasPrefix(e.Rest(), ":") && e.looksTyped(e.Rest()[1:]):
		return e.bindingOf(name, start)
	}
	return false, nil
}

// looksTyped says whether a type of Rust and a value stand there. In C that is what follows a label.
func (e *expressions) looksTyped(text string) bool {
	typ := rustTypeIn(text)
	if len(typ) == len(text) || text[len(typ)] != '=' || strings.HasPrefix(text[len(typ):], "==") {
		return false
	}
	typ = strings.TrimSpace(typ)
	if strings.HasPrefix(typ, "[") || strings.HasPrefix(typ, "&") {
		return true
	}
	_, ok := rustWords[typ]
	if !ok {
		_, ok = e.typeOf(typ)
	}
	return ok
}

// rustTypeIn is what a text has in front of = or ; outside of brackets, or of the end of the line.
func rustTypeIn(text string) string {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[', '<', '(':
			depth++
		case ']', '>', ')':
			depth--
		case '=', ';', '\n':
			if depth <= 0 {
				syntax.Look(i)
				return text[:i]
			}
		}
	}
	syntax.Look(len(text))
	return text
}

// typeOfRust is a type of Rust, without the path in front of it, as C has it, and how many elements an array of it has.
func typeOfRust(text string) (typ, length string) {
	text = strings.TrimSpace(text)
	pointer := ""
	if rest := strings.TrimLeft(text, "&* "); rest != text {
		text, pointer = pointedTo(rest), " *"
	}
	if inner, ok := strings.CutPrefix(text, "["); ok && !strings.HasPrefix(inner, "[") {
		inner, n, _ := strings.Cut(strings.TrimSuffix(inner, "]"), ";")
		typ, _ = typeOfRust(inner)
		if pointer != "" || n == "" {
			return typ + " *", ""
		}
		return typ, strings.TrimSpace(n)
	}
	if of, ok := rustWords[text]; ok {
		text = of
	}
	return text + pointer, ""
}

// pointedTo is what stands behind a lifetime, of which static may be gone already, and behind const or mut: 'a mut [u8; 16].
func pointedTo(text string) string {
	if strings.HasPrefix(text, "'") {
		text = strings.TrimSpace(text[wordEnd(text, 1):])
	}
	if end := wordEnd(text, 0); text[:end] == "const" || text[:end] == "mut" {
		text = strings.TrimSpace(text[end:])
	}
	return text
}

// rustWords are Rust's names of types for C's.
var rustWords = map[string]string{
	"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t", "usize": "uint64_t", "i8": "int8_t", "i16": "int16_t", "i32": "int32_t", "i64": "int64_t", "isize": "int64_t",
	"f32": "float", "f64": "double", "v128": "v128_t",
}

// rustInteger is the bits of one of Rust's types of integers, and 0 of what is none.
func rustInteger(name string) int { return integerWords[rustWords[name]] }

// parameterOfRust is a parameter a: T as C has it.
func parameterOfRust(text string) string {
	name, typ, ok := strings.Cut(text, ":")
	if !ok || strings.HasPrefix(typ, ":") || strings.Contains(name, " ") && !strings.HasPrefix(name, "mut ") {
		return text
	}
	typ, length := typeOfRust(typ)
	if length != "" {
		typ += " *"
	}
	return typ + " " + strings.TrimSpace(strings.TrimPrefix(name, "mut "))
}

// severalOf is uint8x16x2_t(a, b), a structure of several vectors.
func (e *expressions) severalOf(name string, t vectorType, start int) (operand, error) {
	args, err := e.arguments(start)
	switch {
	case err != nil:
		return operand{}, err
	case len(args) != t.vectors:
		return operand{}, e.ErrorFrom(start, "%s has %d vectors, found %d", name, t.vectors, len(args))
	}
	one := t
	one.vectors = 0
	for k, o := range args {
		m, err := e.typedArgument(o, one)
		if err != nil {
			return o, e.ErrorFrom(start, "%s: %v", name, err)
		}
		args[k] = vector(m).as(one)
	}
	return operand{parts: args, typ: t}, nil
}

// asType is what stands in front of as T, as the type.
func (e *expressions) asType(o operand, start int) (operand, error) {
	from := e.Off
	pointer := false
	for e.Accept("*") || e.Accept("&") {
		pointer = true
	}
	for e.AcceptWord("const") || e.AcceptWord("mut") {
	}
	e.Word()
	typ, _ := typeOfRust(e.Text[from:e.Off])
	if pointer {
		return o, nil
	}
	if t, ok := e.typeOf(typ); ok && t.lanes > 0 {
		return e.reinterpreted(o, t, start)
	}
	return e.scalarCast(o, typ, start)
}

// withoutRust is an address without what Rust makes a pointer with: m.as_ptr() as *const __m128i.
func withoutRust(address string) string {
	address, _, _ = strings.Cut(address, " as *")
	for _, method := range []string{".cast()", ".as_ptr()", ".as_mut_ptr()"} {
		address = strings.TrimSuffix(strings.TrimSpace(address), method)
	}
	return address
}

// numberOfRust is a number without the type behind it and what parts its digits: 0x00ff_00ffu32.
func numberOfRust(word string) string {
	for typ := range rustWords {
		if digits, ok := strings.CutSuffix(word, typ); ok && rustInteger(typ) > 0 {
			word = digits
			break // of these none ends as another one
		}
	}
	return strings.ReplaceAll(word, "_", "")
}
