package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// mostLines is how many elements of a list a short answer has: a sequence has all of its lines, and what is longer is in the object.
const mostLines = 64

// short is the short answer, from the whole one: the parts that a tool's entry names, and of these what is there.
//
//	sequence:
//	  pshufd xmm0, xmm0, 39
//	ops: 1
//	proof: minimal
func (t *tool) short(answer []byte) (text string, failed bool) {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(answer, &parts); err != nil {
		return string(answer), true
	}
	if wrong, ok := parts["error"]; ok {
		return failure(wrong), true
	}
	var b strings.Builder
	for _, name := range t.brief {
		if value, ok := parts[name]; ok && !slices.Contains(empty, string(value)) {
			writePart(&b, name, value)
		}
	}
	if b.Len() == 0 {
		return "nothing", false
	}
	return b.String(), false
}

// failure is why there is no answer, and where in the request.
func failure(wrong json.RawMessage) string {
	var e struct {
		Message   string
		Line, Col int
		Field     string
	}
	if err := json.Unmarshal(wrong, &e); err != nil {
		return string(wrong)
	}
	at := ""
	if e.Field != "" {
		at += e.Field + ":"
	}
	if e.Line > 0 {
		at += fmt.Sprintf("%d:%d:", e.Line, e.Col)
	}
	return strings.TrimSpace(at + " error: " + e.Message)
}

// empty are values that say nothing, or what goes without saying.
var empty = []string{"", "null", `""`, "[]", "{}", `"done"`}

// shortLine is how long a list of texts may be to stand on one line.
const shortLine = 40

// writePart writes one part: a value behind its name, and elements and keys a line each.
func writePart(b *strings.Builder, name string, value json.RawMessage) {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) == nil {
		var texts []string
		if line := plain(value); json.Unmarshal(value, &texts) == nil && len(texts) > 1 && len(line) <= shortLine && !strings.Contains(line, ",") {
			fmt.Fprintf(b, "%s: %s\n", name, line)
			return
		}
		fmt.Fprintf(b, "%s:\n", name)
		for _, v := range list[:min(len(list), mostLines)] {
			fmt.Fprintf(b, "  %s\n", plain(v))
		}
		if more := len(list) - mostLines; more > 0 {
			fmt.Fprintf(b, "  and %d more\n", more)
		}
		return
	}
	if value[0] != '{' {
		fmt.Fprintf(b, "%s: %s\n", name, plain(value))
		return
	}
	fmt.Fprintf(b, "%s:\n", name)
	in := json.NewDecoder(bytes.NewReader(value))
	_, _ = in.Token() // the brace
	for lines := 0; in.More() && lines < mostLines; lines++ {
		key, err := in.Token()
		var v json.RawMessage
		if err != nil || in.Decode(&v) != nil {
			return
		}
		fmt.Fprintf(b, "  %v: %s\n", key, plain(v))
	}
}

// plain is a value without the marks of JSON: a text as it is, texts in a list with spaces between, and all else as it stands.
func plain(v json.RawMessage) string {
	var text string
	if json.Unmarshal(v, &text) == nil {
		return text
	}
	var texts []string
	if json.Unmarshal(v, &texts) == nil {
		return strings.Join(texts, " ")
	}
	return string(v)
}
