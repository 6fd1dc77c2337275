package dialecttest

import (
	"math/rand/v2"
	"testing"
)

// pieces are what looks like something in C, Go or a listing, or nearly so. The last one alone is enough for Go's, and so stands in half as many texts.
var pieces = []string{
	"a", "A", ".", "(", ")", " ", "\n", "_", "$", "0", "1", "v", "u8", "_u32", "vzip1q", "%", ",", "#", "#00", "0x", "0xf", "x", "Foo(", "a.Foo", "v_u32(", "vext_u8 (", "zip1_u32(", "::<", "vext_u8::<3>(",
	"é", "archsimd.",
}

// Looks compares what one walk over a text finds with what is found from each place anew, for random texts.
func Looks(t *testing.T, random *rand.Rand, name string, walk, plain func(text string) bool) {
	t.Helper()
	count := 0
	for range 200000 {
		text := ""
		for range 1 + random.IntN(9) {
			text += pieces[random.IntN(len(pieces)-random.IntN(2))]
		}
		if got, want := walk(text), plain(text); got != want {
			t.Fatalf("%s(%q) is %v, want %v", name, text, got, want)
		} else if got {
			count++
		}
	}
	if count < 500 {
		t.Errorf("something is found in %d texts only", count)
	}
}
