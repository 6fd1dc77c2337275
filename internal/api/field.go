package api

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Field is what a request may say under one name.
type Field struct {
	Name     string
	Says     string
	Type     FieldType
	Required bool
	Choices  []string // all that it may be; nil: anything
	Least    int      // of a number,
	Most     int      // or of all else how many bytes of JSON; 0: no limit

	into any // where it goes
	read func(v jsonValue) error
}

// A FieldType is what kind of JSON a field is.
type FieldType int

// The types of fields.
const (
	Text    FieldType = iota
	Number            // a whole one
	Boolean           //
	Names             // texts in a list, or in one text with commas between
	Texts             // a list of texts, or one
	Object            // keys and texts
	Sizes             // up to three numbers
)

// required makes a field one that must be there.
func (f Field) required() Field {
	f.Required = true
	return f
}

// most bounds how long it may be.
func (f Field) most(bytes int) Field {
	f.Most = bytes
	return f
}

// check refuses a value that is too long, without reading it.
func (f *Field) check(v jsonValue) error {
	if f.Type != Number && f.Most > 0 && len(v.raw) > f.Most {
		return fmt.Errorf("%d bytes: expected at most %d", len(v.raw), f.Most)
	}
	return nil
}

// among says what a text, or each of some names, may be.
func (f Field) among(choices ...string) Field {
	f.Choices = choices
	read := f.read
	f.read = func(v jsonValue) error {
		if err := read(v); err != nil {
			return err
		}
		var given []string
		switch into := f.into.(type) {
		case *string:
			given = []string{*into}
		case *[]string:
			given = *into
		}
		for _, g := range given {
			if !slices.Contains(choices, g) {
				return fmt.Errorf("there is no %q: expected %s", g, strings.Join(choices, ", "))
			}
		}
		return nil
	}
	return f
}

// mostText is how long a text may be that no field says more about. Everything that reads forms takes time and memory in proportion to at most a few thousand instructions then.
const mostText = 64 << 10

func textField(into *string, name, says string) Field {
	return Field{Name: name, Says: says, Type: Text, Most: mostText, into: into, read: func(v jsonValue) (err error) {
		*into, err = v.text()
		return err
	}}
}

func numberField(into *int, name, says string, least, most int) Field {
	return Field{Name: name, Says: says, Type: Number, Least: least, Most: most, into: into, read: func(v jsonValue) error {
		expected := fmt.Sprintf("a whole number from %d to %d", least, most)
		if err := v.into(into, expected); err != nil {
			return err
		}
		if *into < least || *into > most {
			return fmt.Errorf("%d: expected %s", *into, expected)
		}
		return nil
	}}
}

func booleanField(into *bool, name, says string) Field {
	return Field{Name: name, Says: says, Type: Boolean, into: into, read: func(v jsonValue) error { return v.into(into, "true or false") }}
}

// durationField is a text such as 1s.
func durationField(into *time.Duration, name, says string) Field {
	return Field{Name: name, Says: says, Type: Text, Most: mostText, into: into, read: func(v jsonValue) error {
		text, err := v.text()
		if err != nil {
			return err
		}
		if *into, err = time.ParseDuration(text); err != nil || *into < 0 {
			return fmt.Errorf("%q: expected a time such as 1s or 200ms", text)
		}
		return nil
	}}
}

// textsOf reads a list of texts, or one text alone.
func (v jsonValue) textsOf() ([]string, error) {
	if strings.HasPrefix(v.raw, "[") {
		var all []string
		return all, v.into(&all, "a list of strings")
	}
	one, err := v.text()
	return []string{one}, err
}

func namesField(into *[]string, name, says string) Field {
	return Field{Name: name, Says: says, Type: Names, Most: mostText, into: into, read: func(v jsonValue) error {
		all, err := v.textsOf()
		if err == nil && len(all) == 1 {
			all = strings.Split(all[0], ",")
		}
		*into = slices.DeleteFunc(all, func(s string) bool { return s == "" })
		return err
	}}
}

func textsField(into *[]string, name, says string) Field {
	return Field{Name: name, Says: says, Type: Texts, Most: mostText, into: into, read: func(v jsonValue) (err error) {
		*into, err = v.textsOf()
		return err
	}}
}

// linesField is a text, or a list of its lines.
func linesField(into *string, name, says string) Field {
	return Field{Name: name, Says: says, Type: Texts, Most: mostText, into: into, read: func(v jsonValue) error {
		all, err := v.textsOf()
		*into = strings.Join(all, "\n")
		return err
	}}
}

// valuesField is an object of names and values, or a list of NAME=VALUE.
func valuesField(into *[][2]string, name, says string) Field {
	return Field{Name: name, Says: says, Type: Object, Most: mostText, into: into, read: func(v jsonValue) error {
		if strings.HasPrefix(v.raw, "{") {
			return v.each("an object of texts", func(key, value jsonValue) error {
				name, err := key.text()
				if err != nil {
					return err
				}
				text, err := value.text()
				*into = append(*into, [2]string{name, text})
				return err
			})
		}
		all, err := v.textsOf()
		for _, text := range all {
			name, value, ok := strings.Cut(text, "=")
			if !ok && err == nil {
				err = fmt.Errorf("%q: expected NAME=VALUE", text)
			}
			*into = append(*into, [2]string{strings.TrimSpace(name), value})
		}
		return err
	}}
}

// keyField is what another reader of objects reads.
func keyField(k jsonKey, t FieldType, says string, into any) Field {
	return Field{Name: k.name, Says: says, Type: t, read: k.read, into: into}
}

// schema is what JSON Schema says of the field.
func (f *Field) schema() map[string]any {
	text := map[string]any{"type": "string"}
	if f.Choices != nil {
		text["enum"] = f.Choices
	}
	list := map[string]any{"type": "array", "items": text}
	s := map[string]any{}
	switch f.Type {
	case Text:
		s = text
		if f.Choices == nil && f.Most > 0 {
			s["maxLength"] = f.Most
		}
	case Number:
		s["type"], s["minimum"], s["maximum"] = "integer", f.Least, f.Most
	case Boolean:
		s["type"] = "boolean"
	case Names, Texts:
		s["oneOf"] = []any{list, map[string]any{"type": "string"}}
	case Object:
		s["type"] = "object"
	case Sizes:
		s["type"], s["items"], s["minItems"], s["maxItems"] = "array", map[string]any{"type": "integer", "minimum": 1}, 1, 3
	}
	s["description"] = f.Says
	return s
}

// RequestSchema is what a request may say, as JSON Schema has it.
func (e *Endpoint) RequestSchema() map[string]any {
	properties := map[string]any{}
	required := []string{}
	for _, f := range e.Fields() {
		properties[f.Name] = f.schema()
		if f.Required {
			required = append(required, f.Name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// AppendOpenAPI appends the description of all endpoints that tools of OpenAPI 3.1 read.
func AppendOpenAPI(b []byte, version string) []byte {
	paths := map[string]any{}
	for _, e := range Endpoints() {
		paths["/api/"+e.Name] = map[string]any{"post": map[string]any{
			"summary":     e.Says,
			"operationId": strings.ReplaceAll(e.Name, "/", "."),
			"requestBody": map[string]any{"required": true, "content": jsonContent(e.RequestSchema())},
			"responses":   e.responses(),
		}}
	}
	all := map[string]any{
		"openapi":    "3.1.0",
		"info":       map[string]any{"title": "Lanescope", "version": version, "description": "How lanes move in SIMD and GPU code. Answers are those of the commands with --json."},
		"paths":      paths,
		"components": map[string]any{"schemas": map[string]any{"Error": errorSchema}},
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // texts and numbers always marshal
	}
	return append(b, text...)
}

func jsonContent(schema any) map[string]any {
	return map[string]any{"application/json": map[string]any{"schema": schema}}
}

var errorReference = map[string]any{"$ref": "#/components/schemas/Error"}

// errorSchema is an object that says why there is no answer.
var errorSchema = map[string]any{
	"type":     "object",
	"required": []string{"schema", "error"},
	"properties": map[string]any{
		"schema": map[string]any{"type": "string"},
		"error": map[string]any{"type": "object", "required": []string{"message"}, "properties": map[string]any{
			"message": map[string]any{"type": "string"},
			"line":    map[string]any{"type": "integer"},
			"col":     map[string]any{"type": "integer"},
			"field":   map[string]any{"type": "string"},
		}},
	},
}

// responses are what may be answered, by status.
func (e *Endpoint) responses() map[string]any {
	var answers []any
	for _, schema := range []string{e.Schema, e.Other} {
		if schema != "" {
			answers = append(answers, map[string]any{"type": "object", "required": []string{"schema"}, "properties": map[string]any{"schema": map[string]any{"const": schema}}})
		}
	}
	all := map[string]any{"200": map[string]any{
		"description": "the answer, or why what the request says has none",
		"content":     jsonContent(map[string]any{"oneOf": append(answers, errorReference)}),
	}}
	for status, says := range map[string]string{
		"400": "no request: not JSON, a field that does not exist, one that is missing or has another type",
		"413": "the request is longer than a mebibyte",
		"500": "a bug in Lanescope; the error has an id, which the log has too",
		"503": "too many wait, or the answer took too long",
	} {
		all[status] = map[string]any{"description": says, "content": jsonContent(errorReference)}
	}
	return all
}

// AppendHealth appends that the server is there, and which one.
func AppendHealth(b []byte, version string) []byte {
	o := newObject(b, "lanescope.health/1")
	o.string("status", "ok")
	o.string("version", version)
	return o.end()
}
