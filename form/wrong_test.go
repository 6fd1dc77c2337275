package form_test

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/syntax"
)

// Of a text that is refused those tokens are wrong that the error is about, from its first byte to its last one, also where it begins or ends within a word.
func TestWrongTokens(t *testing.T) {
	within := 0
	for _, d := range form.Dialects() {
		for at := 0; at <= len(d.Example); at += 7 {
			for _, put := range []string{"?", "7", "x", " "} {
				text := d.Example[:at] + put + d.Example[at:]
				tokens, _, err := form.Tokens(text, form.Options{From: d.Name})
				var e *syntax.Error
				if !errors.As(err, &e) || e.Text != text {
					continue
				}
				off := 0
				for _, token := range tokens {
					for i := range len(token.Text) {
						if wrong := off+i >= e.Off && off+i < max(e.End, e.Off+1); wrong != token.Wrong {
							t.Fatalf("%q: byte %d of %q is wrong: %v, and the error is about %d to %d", text, off+i, token.Text, token.Wrong, e.Off, e.End)
						}
					}
					off += len(token.Text)
				}
				if e.Off > 0 && e.End < len(text) && e.Text[e.Off] != ' ' && (isLetter(text[e.Off-1]) && isLetter(text[e.Off]) || e.End > e.Off && isLetter(text[e.End-1]) && isLetter(text[e.End])) {
					within++
				}
			}
		}
	}
	if within == 0 {
		t.Error("no error begins or ends within a word")
	}
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' }

// A word is a number where its digits are those of its base: after 0x those to F, of either case.
func TestDigitsOfNumbers(t *testing.T) {
	for c := '0'; c <= 'z'; c++ {
		isDigit, isWord := c <= '9', c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a'
		isHex := isDigit || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f'
		if !isWord {
			continue
		}
		for text, number := range map[string]bool{"0x" + string(c): isHex, "0x1" + string(c) + "f": isHex, "0xA" + string(c): isHex, "1" + string(c): isDigit, "27" + string(c) + "5": isDigit} {
			if text[0] == '1' && c == 'x' {
				continue
			}
			tokens, _, _ := form.Tokens(text, form.Options{})
			if (len(tokens) == 1 && tokens[0].Text == text && tokens[0].Kind == form.Number) != number {
				t.Errorf("%s is %+v, a number: %v", text, tokens, number)
			}
		}
	}
}
