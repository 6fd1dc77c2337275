package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lanescope/lanescope/syntax"
)

// object writes one JSON object, keys in the order in which they are set.
type object struct {
	b     []byte
	comma bool
}

// newObject begins an object whose first key is its schema.
func newObject(b []byte, schema string) *object {
	o := &object{b: append(b, '{')}
	o.key("schema")
	o.b = append(append(append(o.b, '"'), schema...), '"')
	return o
}

func (o *object) key(k string) *object {
	if o.comma {
		o.b = append(o.b, ',')
	}
	o.comma = true
	o.b = append(append(append(o.b, '"'), k...), `":`...)
	return o
}

func (o *object) string(k, v string) { o.key(k); o.b = appendString(o.b, v) }
func (o *object) int(k string, v int) {
	o.key(k)
	o.b = strconv.AppendInt(o.b, int64(v), 10)
}

func (o *object) strings(k string, v []string) {
	o.key(k)
	o.b = append(o.b, '[')
	for i, s := range v {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = appendString(o.b, s)
	}
	o.b = append(o.b, ']')
}

func (o *object) bool(k string, v bool) {
	o.key(k)
	o.b = strconv.AppendBool(o.b, v)
}

func (o *object) ints(k string, v []int) {
	o.key(k)
	o.b = append(o.b, '[')
	for i, n := range v {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = strconv.AppendInt(o.b, int64(n), 10)
	}
	o.b = append(o.b, ']')
}

func (o *object) end() []byte { return append(o.b, '}') }

// within writes one object as the value of a key.
func (o *object) within(k string, fields func(e *object)) {
	e := &object{b: append(o.key(k).b, '{')}
	fields(e)
	o.b = e.end()
}

// objects writes a list of objects, one for each value.
func objects[T any](o *object, k string, list []T, fields func(e *object, v T)) {
	e := &object{b: append(o.key(k).b, '[')}
	for i, v := range list {
		if i > 0 {
			e.b = append(e.b, ',')
		}
		e.b, e.comma = append(e.b, '{'), false
		fields(e, v)
		e.b = e.end()
	}
	o.b = append(e.b, ']')
}

// appendString appends a JSON string. Plain ASCII, which is nearly all there is, is copied.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(s) // a string always marshals
			return appendPrintable(b, string(quoted))
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// appendPrintable appends a JSON string in which what a terminal would obey, and the library lets stand, is escaped: \u009b, \u202e.
func appendPrintable(b []byte, quoted string) []byte {
	for _, r := range quoted {
		if unicode.IsPrint(r) {
			b = utf8.AppendRune(b, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
	}
	return b
}

// AppendError appends the result of a request that failed. Line and column are those of a *syntax.Error; line, if it is not 0, replaces the line: it
// is that of a batch.
func AppendError(b []byte, schema string, err error, line int) []byte {
	o := newObject(b, schema)
	var part *partialError
	if errors.As(err, &part) {
		o.string("text", part.text)
	}
	o.key("error")
	o.b = appendErrorObject(o.b, err, line)
	return o.end()
}

func appendErrorObject(b []byte, err error, line int) []byte {
	e := &object{b: append(b, '{')}
	var at *syntax.Error
	if !errors.As(err, &at) {
		e.string("message", err.Error())
		if line > 0 {
			e.int("line", line)
		}
		return e.end()
	}
	l, col := at.Pos()
	if line == 0 {
		line = l
	}
	e.string("message", at.What)
	e.int("line", line)
	e.int("col", col)
	var file interface{ InFile() string }
	if errors.As(err, &file) {
		e.string("file", file.InFile())
	}
	return e.end()
}
