package lane

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lanescope/lanescope/syntax"
)

// ParseResults reads lane notation of several results of the same sources. A source may have a name of its own, behind its type; then d is one like any other.
//
//	i32x4 i32x4 -> r0: a0 b0 a1 b1; r1: a2 b2 a3 b3
//	i32x4 x y -> lo: x0 y0 x1 y1; hi: x2 y2 x3 y3
//
// An error is a *syntax.Error.
func ParseResults(text string) ([]Map, error) {
	head, tail, ok := strings.Cut(text, "->")
	if !ok {
		return nil, syntax.Errorf(text, len(text), len(text), `expected "->" between the sources and the results`)
	}
	types, names, err := sourcesNamed(text, head)
	if err != nil {
		return nil, err
	}
	var maps []Map
	at := len(head) + len("->")
	for _, result := range strings.Split(tail, ";") {
		if strings.TrimSpace(result) == "" && len(maps) > 0 {
			at += len(result) + 1 // a semicolon may end the last one
			continue
		}
		m, err := parseResult(text, types, names, at, result)
		if err != nil {
			return nil, err
		}
		maps = append(maps, m)
		at += len(result) + 1
	}
	return maps, nil
}

// sourcesNamed are the types of the sources before the arrow, and their names; nil where they have none.
func sourcesNamed(text, head string) (types, names []string, err error) {
	typ, at := "", 0
	plain := false
	for _, word := range strings.Fields(head) {
		at += strings.Index(head[at:], word)
		switch {
		case isType(word) && typ != "" && len(names) == 0:
			types, plain = append(types, typ), true
			typ = word
		case isType(word):
			typ = word
		case typ == "" || plain:
			return nil, nil, syntax.Errorf(text, at, at+len(word), `expected a source such as i32x4, or "->"`)
		case word[0] >= '0' && word[0] <= '9' || strings.ContainsAny(word[len(word)-1:], "0123456789") || slices.Contains([]string{"z", "m", "_"}, word):
			return nil, nil, syntax.Errorf(text, at, at+len(word), "a source cannot be called %s: expected a name without a number behind it, and not z, m or _", word)
		case slices.Contains(names, word):
			return nil, nil, syntax.Errorf(text, at, at+len(word), "there are two sources %s", word)
		default:
			types, names = append(types, typ), append(names, word)
		}
		at += len(word)
	}
	if typ != "" && names == nil {
		types = append(types, typ)
	}
	return types, names, nil
}

// parseResult reads one result, which stands at an offset of the text.
func parseResult(text string, types, names []string, at int, result string) (Map, error) {
	if i := strings.IndexByte(result, ':'); i >= 0 && !isShape(strings.TrimSpace(result[:i])) {
		at, result = at+i+1, result[i+1:]
	}
	b := strings.Join(types, " ") + " ->"
	type place struct{ here, there int }
	places := []place{{0, 0}, {len(b), at}}
	for off := 0; ; {
		rest := strings.TrimLeftFunc(result[off:], unicode.IsSpace)
		off = len(result) - len(rest)
		if rest == "" {
			break
		}
		word := strings.Fields(rest)[0]
		token, ok := renamed(word, names)
		if !ok {
			return Map{}, syntax.Errorf(text, at+off, at+off+len(word), "%q is no lane of %s", word, strings.Join(names, ", "))
		}
		b += " "
		places = append(places, place{len(b), at + off})
		b += token
		off += len(word)
	}
	m, err := Parse(b)
	if e, ok := err.(*syntax.Error); ok {
		k := len(places) - 1
		for k > 0 && places[k].here > e.Off {
			k--
		}
		off := places[k].there
		if e.Off >= len(b) {
			off = at + len(result)
		}
		return m, syntax.Errorf(text, off, off+max(e.End-e.Off, 0), "%s", e.What)
	}
	return m, err
}

// isShape says whether a word is a shape, as i32x4.
func isShape(word string) bool {
	after, ok := strings.CutPrefix(word, "i")
	bits, lanes, cut := strings.Cut(after, "x")
	_, one := strconv.Atoi(bits)
	_, two := strconv.Atoi(lanes)
	return ok && cut && one == nil && two == nil
}

// renamed is a token with the source's name in lane notation; ok is false if none of the names is the token's.
func renamed(word string, names []string) (token string, ok bool) {
	name := strings.TrimRight(word, "0123456789")
	if k := slices.Index(names, name); k >= 0 && len(name) < len(word) {
		return SourceName(k) + word[len(name):], true
	}
	return word, names == nil || name == word || name == "" || word[0] == '#'
}

// AppendResults appends maps of the same sources in the notation that ParseResults reads.
func AppendResults(b []byte, maps []Map) []byte {
	for k, m := range maps {
		text := m.String()
		head, tail, _ := strings.Cut(text, "->")
		switch {
		case k == 0:
			b = append(b, head...)
			b = append(b, "->"...)
		default:
			b = append(b, ';')
		}
		b = append(b, " r"...)
		b = strconv.AppendInt(b, int64(k), 10)
		b = append(b, ':')
		if m.Bits != maps[0].Bits && len(m.Src) > 0 {
			b = append(appendShape(append(b, ' '), m.Bits, len(m.Lane)), ':')
		}
		b = append(b, tail...)
	}
	return b
}
