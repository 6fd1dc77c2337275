package chance

import (
	"iter"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// wordOrNumber is what is exchanged in a text.
var wordOrNumber = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*|[0-9]+`)

// Words are the words and numbers in a text.
func Words(text string) []string { return wordOrNumber.FindAllString(text, -1) }

// edges are numbers at which something ends. The last four, times 8, 16, 32 and 64, are 128 in 64 bits.
var edges = strings.Fields("0 1 2 3 4 -1 7 8 15 16 17 31 32 33 63 64 65 127 128 255 256 1000 32767 32768 65535 65536 2147483647 2147483648 4294967295 4294967296 9223372036854775807 18446744073709551615 2305843009213693968 1152921504606846984 576460752303423492 288230376151711746")

// Reworded is a text with up to three words and numbers exchanged, words for some of those given, and numbers for those at which something ends, or others: it stays one that a reader goes far into.
//
//	movq $8, %rax       pshufd $8, %rax       movq $4294967296, %rax
func Reworded(r *rand.Rand, text string, words []string) string {
	for range 1 + r.IntN(3) {
		places := wordOrNumber.FindAllStringIndex(text, -1)
		if len(places) == 0 {
			break
		}
		at := places[r.IntN(len(places))]
		word := words[r.IntN(len(words))]
		if c := text[at[0]]; c >= '0' && c <= '9' {
			if word = edges[r.IntN(len(edges))]; r.IntN(len(edges)) == 0 {
				word = strconv.Itoa(r.IntN(300))
			}
		}
		text = text[:at[0]] + word + text[at[1]:]
	}
	return text
}

// digits are a number, or what a name has of one: v4si.
var digits = regexp.MustCompile(`[0-9]+`)

// AtEnds are all texts in which one number of a text, by itself or in a name, is another one at which something ends.
func AtEnds(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, at := range digits.FindAllStringIndex(text, -1) {
			for _, edge := range edges {
				if !yield(text[:at[0]] + edge + text[at[1]:]) {
					return
				}
			}
		}
	}
}
