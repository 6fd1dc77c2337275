package api

import (
	"encoding/json"
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
