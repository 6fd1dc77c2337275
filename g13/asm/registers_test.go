package asm

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/chance"
)

// registerText is a register or a pair at the beginning of a text, by a pattern.
var registerText = regexp.MustCompile(`^([ru])([0-9]{1,6})(?:([lh])|(?:_|\.\.)([ru])([0-9]{0,6}))?`)

// plainRegister is register by the pattern.
func plainRegister(text string) (a g13.Arg, rest string, ok bool) {
	m := registerText.FindStringSubmatch(text)
	if m == nil {
		return a, text, false
	}
	n, _ := strconv.Atoi(m[2])
	if n >= 1<<15 {
		return a, text, false
	}
	a = g13.Arg{Index: 2 * n, Size: 32}
	if m[1] == "u" {
		a.Class = g13.Uniform
	}
	rest = text[len(m[0]):]
	switch {
	case m[3] != "":
		a.Size = 16
		if m[3] == "h" {
			a.Index++
		}
	case m[4] == m[1]:
		if second, err := strconv.Atoi(m[5]); err != nil || second != n+1 {
			return g13.Arg{}, text, false
		}
		a.Size = 64
	case m[4] != "": // of another file: nothing that belongs to it
		rest = text[1+len(m[2]):]
	}
	return a, rest, true
}

// Registers, their halves and pairs of them are those that a pattern finds, with the same text behind: all short texts of the letters that registers have, and longer ones by chance.
func TestRegistersByPattern(t *testing.T) {
	found, not := 0, 0
	try := func(text string) {
		got, rest, ok := register(text)
		want, wantRest, wantOk := plainRegister(text)
		if ok != wantOk || ok && (got != want || rest != wantRest) {
			t.Fatalf("%q: %+v %q %v, want %+v %q %v", text, got, rest, ok, want, wantRest, wantOk)
		}
		if ok {
			found++
		} else {
			not++
		}
	}
	const letters = "ru12lh_."
	for size, count := 0, 1; size <= 6; size, count = size+1, count*len(letters) {
		for k := range count {
			text := make([]byte, size)
			for at := range text {
				text[at], k = letters[k%len(letters)], k/len(letters)
			}
			try(string(text))
		}
	}
	rng := chance.Random(t, 12)
	for _, n := range []int{0, 9, 10, 99, 127, 128, 255, 256, 1<<15 - 2, 1<<15 - 1, 1 << 15, 1<<16 - 1, 1 << 16, 999999, 1000000} {
		for range 50 {
			file, other := "ru"[rng.IntN(2)], "ru"[rng.IntN(2)]
			between, more := []string{"", "_", "..", "__", "_.", "..."}[rng.IntN(6)], []string{"", "", "_", "."}[rng.IntN(4)]
			try(fmt.Sprintf("%c%d%s%c%s%d%s", file, n, between, other, more, n+rng.IntN(3), []string{"", "l", "_r1", ".cache"}[rng.IntN(4)]))
			try(fmt.Sprintf("%c%d%s", file, n, []string{"", "l", "h", ".sx", "x"}[rng.IntN(5)]))
		}
	}
	if found == 0 || not == 0 {
		t.Errorf("%d registers, %d that are none", found, not)
	}
}
