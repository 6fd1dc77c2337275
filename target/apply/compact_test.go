package apply

import (
	"strconv"
	gostrings "strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// What one walk over operands makes of their numbers is what is made of each by itself.
func TestCompactByOneWalk(t *testing.T) {
	decimal := func(text string) string {
		text = gostrings.ToLower(gostrings.Join(gostrings.Fields(text), ""))
		for gostrings.Contains(text, "#00") {
			text = gostrings.ReplaceAll(text, "#00", "#0")
		}
		at := gostrings.Index(text, "0x")
		if at < 0 {
			return text
		}
		end := at + 2
		for end < len(text) && gostrings.IndexByte("0123456789abcdef", text[end]) >= 0 {
			end++
		}
		v, err := strconv.ParseUint(text[at+2:end], 16, 64)
		if err != nil {
			return text
		}
		return text[:at] + strconv.FormatUint(v, 10) + Compact(text[end:])
	}
	random := chance.Random(t, 1)
	pieces := []string{"a", "A", ".", "(", ")", " ", "\n", "_", "$", "0", "1", "v", "u8", "_u32", "vzip1q", "%", ",", "#", "#00", "0x", "0xf", "x", "Foo(", "a.Foo", "v_u32(", "vext_u8 (", "zip1_u32(", "é", "archsimd."}
	count := 0
	for range 200000 {
		text := ""
		for range 1 + random.IntN(9) {
			text += pieces[random.IntN(len(pieces)-random.IntN(2))]
		}
		if got, want := Compact(text), decimal(text); got != want && !gostrings.Contains(want, "x") {
			t.Fatalf("Compact(%q) is %v, want %v", text, got, want)
		} else if got != text {
			count++
		}
	}
	if count < 500 {
		t.Errorf("something is found in %d texts only", count)
	}
}
