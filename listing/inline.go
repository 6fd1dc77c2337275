package listing

import (
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A line of a file is a shuffle if the line alone says what it does. A vector register of x86 is known by the letters mm, so that most lines are looked at no further.

const vectorLetters = "mm"

// commentInLine is a comment that says what the instruction does.
func commentInLine(l dialect.Line) (string, bool) {
	head, rest, ok := strings.Cut(l.Comment, " = ")
	return l.Comment, ok && strings.Contains(head, vectorLetters) && strings.Contains(rest, "[")
}

func neonInLine(l dialect.Line) (string, bool) {
	return l.Text, !strings.Contains(l.Text, vectorLetters) && looksNEON(l.Text) && !isArmCopy(l.Text)
}

func wasmInLine(l dialect.Line) (string, bool) {
	return l.Text, strings.HasPrefix(l.Text, wasmShuffle)
}

// x86InLine is an instruction that makes a vector. A store makes none, and what a line does with general registers is seldom meant as a movement by itself.
func x86InLine(l dialect.Line) (string, bool) {
	if !strings.Contains(l.Text, vectorLetters) || !startsInstruction(l.Text) {
		return "", false
	}
	c := syntax.Cursor{Text: l.Text}
	c.Word()
	words := operandWords(c.Rest())
	if strings.Contains(l.Text, "%") {
		slices.Reverse(words)
	}
	if len(words) > 0 && strings.ContainsAny(words[0], "[(") {
		return "", false
	}
	return l.Text, !slices.ContainsFunc(words, func(word string) bool {
		_, general := generalRegister(word)
		return general
	})
}
