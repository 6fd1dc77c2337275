package api

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/lanescope/lanescope/syntax"
)

// A jsonValue is a value in a line of a batch, and where it stands, so that what is wrong with it can be said with its place. The whole line is known to be JSON.
type jsonValue struct {
	line string
	at   int // byte offset
	raw  string
}

// parseJSON is the one value that a line is.
func parseJSON(line string) (jsonValue, error) {
	var all json.RawMessage
	err := json.Unmarshal([]byte(line), &all)
	var wrong *json.SyntaxError
	if errors.As(err, &wrong) {
		at := max(int(wrong.Offset)-1, 0)
		return jsonValue{}, syntax.Errorf(line, at, at+1, "no JSON: %v", wrong)
	}
	v, _ := jsonValue{line: line, raw: line}.part(0)
	return v, err
}

// part is the value in an object, a list or a line that begins at an offset or behind white space there, and the offset behind it.
func (v jsonValue) part(from int) (part jsonValue, end int) {
	from = v.skip(from)
	depth := 0
	for end = from; end < len(v.raw); end++ {
		switch v.raw[end] {
		case '"':
			end += quotedLen(v.raw[end:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth <= 0 && (end+1 == len(v.raw) || strings.IndexByte(":,]} \t\r\n", v.raw[end+1]) >= 0 || v.raw[end] == '"') {
			end++
			break
		}
	}
	return jsonValue{v.line, v.at + from, v.raw[from:end]}, end
}

// skip is the first offset from one on where no white space is.
func (v jsonValue) skip(from int) int {
	for from < len(v.raw) && strings.IndexByte(" \t\r\n", v.raw[from]) >= 0 {
		from++
	}
	return from
}

// quotedLen is how long a string is that begins a text, with its quotation marks.
func quotedLen(s string) int {
	for k := 1; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case '"':
			return k + 1
		}
	}
	return len(s)
}

// errorf is what is wrong with the value.
func (v jsonValue) errorf(format string, args ...any) error {
	return syntax.Errorf(v.line, v.at, v.at+len(v.raw), format, args...)
}

// into reads the value; expected says what it should be.
func (v jsonValue) into(to any, expected string) error {
	if err := json.Unmarshal([]byte(v.raw), to); err != nil || v.raw == "null" {
		return v.errorf("expected %s", expected)
	}
	return nil
}

// text reads a string. Nearly all have nothing to decode.
func (v jsonValue) text() (s string, err error) {
	if n := len(v.raw); n >= 2 && v.raw[0] == '"' && !strings.ContainsFunc(v.raw, func(r rune) bool { return r == '\\' || r >= utf8.RuneSelf }) {
		return v.raw[1 : n-1], nil
	}
	return s, v.into(&s, "a string")
}

// list is the parts of a list or an object, without what stands between them.
func (v jsonValue) list(open byte, expected string) (parts []jsonValue, err error) {
	if v.raw == "" || v.raw[0] != open {
		return nil, v.errorf("expected %s", expected)
	}
	for at := v.skip(1); at < len(v.raw)-1; at = v.skip(at) {
		var part jsonValue
		part, at = v.part(at)
		parts = append(parts, part)
		if at = v.skip(at); v.raw[at] == ',' || v.raw[at] == ':' {
			at++
		}
	}
	return parts, nil
}

// each reads an object key by key, in its order. A key that stands twice is an error.
func (v jsonValue) each(expected string, read func(key, value jsonValue) error) error {
	parts, err := v.list('{', expected)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for k := 0; k+1 < len(parts); k += 2 {
		name, err := parts[k].text()
		if err == nil && seen[name] {
			err = parts[k].errorf("%q stands twice", name)
		}
		if err == nil {
			seen[name] = true
			err = read(parts[k], parts[k+1])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A jsonKey is a key that an object may have, and what reads its value.
type jsonKey struct {
	name string
	read func(v jsonValue) error
}

// keys reads an object that has some of those keys, and no other ones.
func (v jsonValue) keys(known []jsonKey) error {
	var names []string
	for _, k := range known {
		names = append(names, k.name)
	}
	all := strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	return v.each("an object, whose keys may be "+all, func(key, value jsonValue) error {
		name, err := key.text()
		if err != nil {
			return err
		}
		for _, k := range known {
			if k.name == name {
				return value.within(name, k.read(value))
			}
		}
		return key.errorf("there is no key %q; expected %s", name, all)
	})
}

// within puts a name before what is wrong with a value, and its place, unless it has one.
func (v jsonValue) within(name string, err error) error {
	var at *syntax.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &at):
		return syntax.Errorf(at.Text, at.Off, at.End, "%s: %s", name, at.What)
	}
	return v.errorf("%s: %v", name, err)
}
