package api

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lanescope/lanescope/syntax"
)

// A Result is what answers a request. It writes itself as one JSON object, whose first key is its schema.
type Result interface {
	AppendJSON(b []byte) []byte
}

// object writes one JSON object, keys in the order in which they are set.
type object struct {
	b     []byte
	comma bool
}

// begin begins an object.
func begin(b []byte) *object { return &object{b: append(b, '{')} }

// newObject begins an object whose first key is its schema.
func newObject(b []byte, schema string) *object {
	o := begin(b)
	o.key("schema")
	o.b = append(append(append(o.b, '"'), schema...), '"')
	return o
}

// next puts a comma in front of what comes next, unless it is the first between its brackets.
func (o *object) next() {
	if o.comma {
		o.b = append(o.b, ',')
	}
	o.comma = true
}

// key begins a field, whose name needs no escape.
func (o *object) key(k string) {
	o.next()
	o.b = append(append(append(o.b, '"'), k...), `":`...)
}

// open and close are the brackets around a value that has parts. What is set between is a part of it.
func (o *object) open(bracket byte)  { o.b, o.comma = append(o.b, bracket), false }
func (o *object) close(bracket byte) { o.b, o.comma = append(o.b, bracket), true }

func (o *object) string(k, v string) { o.key(k); o.b = appendString(o.b, v) }
func (o *object) int(k string, v int) {
	o.key(k)
	o.b = strconv.AppendInt(o.b, int64(v), 10)
}

func (o *object) strings(k string, v []string) { list(o, k, v, appendString) }

func (o *object) bool(k string, v bool) {
	o.key(k)
	o.b = strconv.AppendBool(o.b, v)
}

// float writes a number with as many decimals; -1 are as many as it needs.
func (o *object) float(k string, v float64, decimals int) {
	o.key(k)
	o.b = strconv.AppendFloat(o.b, v, 'f', decimals, 64)
}

func (o *object) ints(k string, v []int) {
	list(o, k, v, func(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) })
}

// hex writes bytes as hexadecimal digits.
func (o *object) hex(k string, v []byte) {
	o.key(k)
	o.b = append(hex.AppendEncode(append(o.b, '"'), v), '"')
}

func (o *object) end() []byte { return append(o.b, '}') }

// list writes a list of what item appends for each value.
func list[T any](o *object, k string, values []T, item func(b []byte, v T) []byte) {
	o.key(k)
	o.open('[')
	for _, v := range values {
		o.next()
		o.b = item(o.b, v)
	}
	o.close(']')
}

// within writes one object as the value of a key.
func (o *object) within(k string, fields func(e *object)) {
	o.key(k)
	o.open('{')
	fields(o)
	o.close('}')
}

// objects writes a list of objects, one for each value.
func objects[T any](o *object, k string, values []T, fields func(e *object, v T)) {
	o.key(k)
	o.open('[')
	for _, v := range values {
		o.next()
		o.open('{')
		fields(o, v)
		o.close('}')
	}
	o.close(']')
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
	o.within("error", func(e *object) { e.error(err, line) })
	return o.end()
}

// AppendErrors appends the result of a request that failed for several reasons: the first as that of one that failed for one, and all of them.
func AppendErrors(b []byte, schema string, errs []error) []byte {
	o := newObject(b, schema)
	o.within("error", func(e *object) { e.error(errs[0], 0) })
	objects(o, "errors", errs, func(e *object, err error) { e.error(err, 0) })
	return o.end()
}

// error writes what is wrong and where.
func (e *object) error(err error, line int) {
	var at *syntax.Error
	if !errors.As(err, &at) {
		e.string("message", err.Error())
		if line > 0 {
			e.int("line", line)
		}
		e.side(err)
		return
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
	e.side(err)
}

// side writes which of a request's texts an error is about, where there are several.
func (e *object) side(err error) {
	var side *SideError
	var one *FormError
	switch {
	case errors.As(err, &side):
		e.string("field", strings.ToLower(side.Side))
	case errors.As(err, &one):
		e.string("field", fmt.Sprintf("forms[%d]", one.Form))
	}
}
