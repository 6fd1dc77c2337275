package api

import (
	"encoding/json"
	"strconv"
	"testing"
	"unicode"
)

// A string of JSON is read back as it was, and has nothing in it that a terminal would obey: of every character there is.
func TestJSONIsPrintable(t *testing.T) {
	for r := range rune(unicode.MaxRune) + 1 {
		if r >= 0xd800 && r < 0xe000 || testing.Short() && r > 0x3000 && r%101 != 0 {
			continue // no characters, or as their neighbours
		}
		text := "a" + string(r) + "\"\\b"
		b := appendString(nil, text)
		var back string
		if err := json.Unmarshal(b, &back); err != nil || back != text {
			t.Fatalf("%q is written %q and read %q, %v", text, b, back, err)
		}
		for _, shown := range string(b) {
			if !unicode.IsPrint(shown) {
				t.Fatalf("%U stands in %q", shown, b)
			}
		}
	}
}

// Brackets and commas stand where they belong, whatever is empty and whatever follows it.
func TestJSONNests(t *testing.T) {
	for n := range 3 {
		numbers, want := []int{}, ""
		for k := range n {
			numbers = append(numbers, k)
			want += []string{"", ","}[min(k, 1)] + strconv.Itoa(k)
		}
		fields := func(e *object, v int) {
			e.ints("list", numbers)
			e.within("inner", func(e *object) {
				for range v {
					e.int("v", v)
				}
			})
			e.bool("last", true)
		}
		o := newObject(nil, "x")
		objects(o, "objects", numbers[:min(n, 1)], fields)
		o.within("object", func(e *object) { fields(e, min(n, 1)) })
		o.float("float", 0.5, -1)
		o.hex("hex", []byte{0xa, 0xb0})
		one := func(inner string) string { return `{"list":[` + want + `],"inner":{` + inner + `},"last":true}` }
		list, inner := "", ""
		if n > 0 {
			list, inner = one(""), `"v":1`
		}
		if got, want := string(o.end()), `{"schema":"x","objects":[`+list+`],"object":`+one(inner)+`,"float":0.5,"hex":"0ab0"}`; got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
