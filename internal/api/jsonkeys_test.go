package api

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// FuzzJSONKeys: an object or a list is taken apart as encoding/json does, and each part stands where it says.
func FuzzJSONKeys(f *testing.F) {
	f.Add(`{"a":[1,{"b":"]}\""}],"c\u0064":null, "e" : -1e3}`)
	f.Add("[ [ ] ,{ }\t, \"\", true ]")
	chance.Fuzz(f, func(t *testing.T, line string) {
		v, err := parseJSON(line)
		if (err == nil) != json.Valid([]byte(line)) {
			t.Fatalf("%q: %v", line, err)
		}
		if err != nil {
			return
		}
		check := func(v jsonValue, want json.RawMessage) {
			if v.raw != string(want) || !strings.HasPrefix(line[v.at:], v.raw) {
				t.Fatalf("%q: %q at %d, want %q", line, v.raw, v.at, want)
			}
		}
		var object map[string]json.RawMessage
		var list []json.RawMessage
		switch {
		case v.raw[0] == '{' && json.Unmarshal([]byte(line), &object) == nil:
			values := map[string]jsonValue{}
			err := v.each("", func(key, value jsonValue) (err error) {
				name, err := key.text()
				values[name] = value
				return err
			})
			if err != nil && strings.Contains(err.Error(), "stands twice") {
				return // which encoding/json does not mind
			}
			if err != nil || len(values) != len(object) {
				t.Fatalf("%q: %d keys, want %d: %v", line, len(values), len(object), err)
			}
			for name, value := range values {
				check(value, object[name])
			}
		case v.raw[0] == '[' && json.Unmarshal([]byte(line), &list) == nil:
			parts, err := v.list('[', "")
			if err != nil || len(parts) != len(list) {
				t.Fatalf("%q: %d parts, want %d: %v", line, len(parts), len(list), err)
			}
			for k, part := range parts {
				check(part, list[k])
			}
		}
	})
}
