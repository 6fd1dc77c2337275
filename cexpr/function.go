package cexpr

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// function reads the parameters of a function, whose values the result is then of. Of a prototype nothing is kept, and what is neither is not read.
func (e *expressions) function(h head) (read bool, err error) {
	open := e.Off - 1
	end := closing(e.Text, open)
	list := e.Text[open+1 : max(end-1, open+1)]
	e.Off = end
	for e.AcceptWord("const") || e.AcceptWord("override") {
	}
	behind := ""
	if e.Accept("->") { // auto f(…) -> T, and in Rust -> (T, T)
		behind = e.Rest()[:max(strings.IndexAny(e.Rest(), "{;"), 0)]
		e.Off += len(behind)
	}
	if e.Accept(";") {
		return true, nil
	}
	if !e.Accept("{") {
		return false, nil
	}
	if len(e.Result.Lane) > 0 && e.returned {
		e.warn("there are several functions: this is the last one, " + h.name())
	}
	e.begin()
	e.Result = lane.Map{}
	typ := h.typ()
	if behind != "" {
		typ, _ = typeOfRust(behind)
	}
	e.result, _ = e.typeOf(typ)
	if t, ok := integerTypeOf(strings.Fields(typ)); ok && !e.result.known() {
		e.returns = t
	}
	for _, param := range parametersOf(list) {
		if err := e.parameter(parameterOfRust(strings.TrimSpace(param))); err != nil {
			return true, e.ErrorFrom(open, "%v", err)
		}
	}
	return true, nil
}

// parametersOf are what commas part that stand between no angles: vec<float, 8> v is one.
func parametersOf(list string) (all []string) {
	syntax.Look(len(list))
	depth, from := 0, 0
	for i := range len(list) {
		switch list[i] {
		case '<', '(':
			depth++
		case '>', ')':
			depth--
		case ',':
			if depth <= 0 {
				all, from = append(all, list[from:i]), i+1
			}
		}
	}
	return append(all, list[from:])
}

// parameter is a source, if it is a vector. What a pointer points to becomes one where it is read.
func (e *expressions) parameter(text string) error {
	text, length, array := strings.Cut(text, "[")
	end := len(strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"))
	name, typ := text[end:], strings.TrimSpace(text[:end])
	if name == "" || typ == "" {
		return nil
	}
	e.addresses[name] = strings.Contains(typ, "*")
	if i, ok := integerTypeOf(strings.Fields(typ)); ok && !array {
		e.scalars[name] = i
		return nil
	}
	if i, ok := integerTypeOf(strings.Fields(strings.ReplaceAll(typ, "*", " "))); ok {
		e.pointees[name] = pointeeOf(i, strings.TrimSuffix(length, "]"))
		return nil
	}
	if array {
		return nil
	}
	t, ok := e.typeOf(typ)
	if !ok || t.tag {
		e.types[name] = t
		return nil
	}
	t.pointer = strings.Contains(typ, "*")
	e.types[name] = t
	if t.pointer || t.vectors > 0 {
		return nil
	}
	_, err := e.typedArgument(named(name), t)
	return err
}

// typedef is typedef int v4si __attribute__((vector_size(16))), and using V = __m128i.
func (e *expressions) typedef() error {
	start := e.Off
	text := upTo(e.Rest(), ";")
	e.Off += len(text)
	syntax.Look(len(text))
	size, isClang := attribute(text, "ext_vector_type"), false
	if size != "" {
		isClang = true
	} else {
		size = attribute(text, "vector_size")
	}
	words := strings.Fields(withoutAttributes(text))
	if len(words) > 0 && strings.Contains(text, "{") && slices.Contains([]string{"struct", "union", "enum"}, words[0]) {
		return e.ErrorFrom(start, "%s", members(words[0]))
	}
	if len(words) < 2 {
		return e.ErrorFrom(start, "expected a type and its name")
	}
	name, rest := words[len(words)-1], words[:len(words)-1]
	if len(words) == 3 && words[1] == "=" {
		name, rest = words[0], words[2:]
	}
	if size == "" {
		t, ok := e.typeOf(strings.Join(rest, " "))
		if ok {
			e.typedefs[name] = t
		}
		return nil
	}
	n, err := e.evaluated(size)
	t, ok := integerLane(rest)
	if err != nil || n.IsVector() || !ok || n.Number <= 0 || n.Number > 256 {
		return e.ErrorFrom(start, "expected a type of numbers and the size of a vector: typedef int v4si __attribute__((vector_size(16)))")
	}
	if t.lanes = n.Number * 8 / t.bits; isClang {
		t.lanes = n.Number
	}
	if !isVectorSize(t) {
		return e.ErrorFrom(start, "a vector has 2, 4, 8, … lanes, and this has %d bits in lanes of %d", 8*n.Number, t.bits)
	}
	e.typedefs[name] = t
	return nil
}

// attribute is what stands in parentheses behind the name of an attribute: 16 of vector_size(16), 4 * sizeof(int).
func attribute(text, name string) string {
	_, rest, ok := strings.Cut(text, name)
	open := strings.IndexByte(rest, '(')
	if !ok || open < 0 {
		return ""
	}
	end := closing(rest, open)
	return strings.TrimSpace(strings.TrimSuffix(rest[open+1:end], ")"))
}

// withoutAttributes is a declaration without __attribute__((…)) and [[…]].
func withoutAttributes(text string) string {
	if before, rest, ok := strings.Cut(text, "[["); ok {
		_, rest, _ = strings.Cut(rest, "]]")
		text = before + " " + rest
	}
	before, rest, ok := strings.Cut(text, "__attribute")
	open := strings.IndexByte(rest, '(')
	if !ok || open < 0 {
		return text
	}
	return before + " " + rest[closing(rest, open):]
}
