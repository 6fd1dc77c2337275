package cexpr

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
)

// An expression of integers alone has no types:
//
//	(x >> 32) | (x << 32)            x has 64 bits, as where a text has other types
//	x = (x >> 8) | (x << 24);        and 32 where nothing moves otherwise
//
//	p[0] << 8 | p[1]                 elements are bytes, where that is so of them
//
// What was taken is said.

// looksUntyped says whether a text is nothing but names, numbers and operators of C, with a shift by a number among them, or a store to an element of an array; and whether some are cast to types.
func looksUntyped(text string) (looks, casts bool) {
	named, shifts := false, false
	for at := 0; at < len(text); {
		switch b := text[at]; {
		case isWordStart(b):
			end := wordEnd(text, at)
			_, typed := integerWords[text[at:end]]
			rest := strings.TrimLeft(text[end:], " ")
			switch {
			case text[at:end] == "return":
			case typed:
				casts = true
			case strings.HasPrefix(rest, "("):
				return false, false // a call
			default:
				named = true
			}
			at = end
			continue
		case b >= '0' && b <= '9':
			at = wordEnd(text, at)
			continue
		case strings.HasPrefix(text[at:], "<<"), strings.HasPrefix(text[at:], ">>"):
			if at += 2; at < len(text) && text[at] == '=' {
				at++
			}
			count := strings.TrimLeft(text[at:], " (")
			shifts = shifts || count != "" && count[0] >= '0' && count[0] <= '9'
			continue
		case !strings.Contains(" \t\r\n()[]&|^~=;+-*", text[at:at+1]):
			return false, false
		}
		at++
	}
	return named && (shifts || looksStored(text)), casts
}

// An unsaid is what is taken for the bits of variables that the text does not give a type, and of elements of arrays.
type unsaid struct{ variable, element int }

// inTurn are the bits that are tried: 64, as instructions say what they do, and then where the text is nothing but names, numbers and operators those of an int, and arrays of bytes; these first, where elements are stored to.
func inTurn(text string, untyped bool) []unsaid {
	long, short, bytes := unsaid{64, 64}, unsaid{32, 32}, unsaid{64, 8}
	switch {
	case !untyped:
		return []unsaid{long}
	case looksStored(text):
		return []unsaid{bytes, long, short}
	case hasLongNumber(text):
		return []unsaid{long, bytes}
	}
	return []unsaid{long, short, bytes}
}

// hasLongNumber says whether a text has a number of more than 32 bits.
func hasLongNumber(text string) bool {
	for at := 0; at < len(text); {
		end := max(wordEnd(text, at), at+1)
		if b := text[at]; b >= '0' && b <= '9' {
			v, err := strconv.ParseUint(strings.TrimRight(text[at:end], "uUlL"), 0, 64)
			if err == nil && v>>32 != 0 {
				return true
			}
		}
		at = end
	}
	return false
}

// readExpressions reads statements of C, and functions around them. Where variables have no type in the text, what it means with the first bits with which it is a movement.
func readExpressions(text string) (dialect.Reading, error) {
	var wrong error
	looks, casts := looksUntyped(text)
	for _, u := range inTurn(text, looks) {
		r, untyped, err := readWith(text, u, looks)
		if err == nil {
			if bits := u.of(untyped); untyped != "" && (looks && !casts || bits != 64) {
				if w := noTypeOf(untyped, bits); !slices.Contains(r.Warnings, w) {
					r.Warnings = append(r.Warnings, w)
				}
			}
			return r, nil
		}
		if wrong == nil {
			wrong = err
		}
		if untyped == "" {
			break
		}
	}
	return dialect.Reading{}, wrong
}

// noTypeOf says what a variable is taken for.
func noTypeOf(name string, bits int) string {
	return fmt.Sprintf("%s has no type in the text: it is taken for a uint%d_t", name, bits)
}

// of are the bits of a variable, or of an element.
func (u unsaid) of(name string) int {
	if strings.HasSuffix(name, "]") {
		return u.element
	}
	return u.variable
}
