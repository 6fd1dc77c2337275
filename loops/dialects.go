package loops

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Dialect is code that says element by element what moves.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "loop", Meaning: "loops over elements, and the pseudocode of Intel's guide", Example: "for (int i = 0; i < 4; i++) r[i] = a[3 - i];",
		Looks: Looks, Read: read, Whole: true,
	}
}

// Looks says whether a text assigns bits as Intel's guide does, or has a loop over elements and speaks of no vectors.
func Looks(text string) bool {
	syntax.Look(len(text))
	if saysBits(text) {
		return true
	}
	return (strings.Contains(text, "=") || strings.Contains(text, "return")) && (hasLoop(text) || hasMember(text)) && !speaksOfVectors(text)
}

// maxHead is how long the head of a loop is at most.
const maxHead = 1 << 8

// hasLoop says whether the header of a loop stands in a text: for (…;, for i := 0, for i := range n, for i in 0..n, for i in range(n), while (….
func hasLoop(text string) bool {
	for at := 0; at < len(text); {
		if !isLetter(text[at]) {
			at++
			continue
		}
		end := wordEnd(text, at)
		word := text[at:end]
		at = end
		if word != "for" && word != "while" {
			continue
		}
		rest := strings.TrimLeft(text[end:min(len(text), end+maxHead)], " \t")
		line, _, _ := strings.Cut(rest, "\n")
		if word == "while" && strings.HasSuffix(strings.TrimSpace(line), ":") {
			return true
		}
		if strings.HasPrefix(rest, "(") {
			head, _, _ := strings.Cut(rest, ")")
			if word == "while" || strings.Contains(head, ";") || goesOver(head) || strings.HasPrefix(strings.TrimLeft(rest[min(len(rest), len(head)+1):], " "), "in ") {
				return true
			}
			continue
		}
		name := rest[:wordEnd(rest, 0)]
		behind := strings.TrimLeft(rest[len(name):], " \t")
		for strings.HasPrefix(behind, ",") { // Go counts several at once
			behind = strings.TrimLeft(behind[1:], " \t")
			behind = strings.TrimLeft(behind[wordEnd(behind, 0):], " \t")
		}
		if word == "for" && strings.HasPrefix(behind, "in ") && (strings.HasSuffix(strings.TrimSpace(line), ":") || strings.Contains(line, "{")) {
			return true
		}
		if name == "range" && behind != "" || name != "" && (strings.HasPrefix(behind, ":=") || strings.HasPrefix(behind, "= ") && strings.Contains(line, ";") || strings.HasPrefix(behind, "in ") && (strings.Contains(behind, "..") || strings.Contains(behind, "range("))) {
			return word == "for"
		}
	}
	return false
}

// goesOver says whether the head of a loop of C++ or Java goes over elements: (const uint8_t x : a.
func goesOver(head string) bool {
	left, right, ok := strings.Cut(head, ":")
	return ok && !strings.HasPrefix(right, ":") && strings.Contains(strings.TrimSpace(left), " ") && strings.TrimSpace(right) != ""
}

// hasMember says whether an element is assigned as LoongArch's guide does: dst.word[0] = b.word[3].
func hasMember(text string) bool {
	left, right, ok := strings.Cut(text, "=")
	for member := range loongMembers {
		if ok && strings.Contains(left, "."+member+"[") && strings.Contains(right, "."+member+"[") {
			return true
		}
	}
	return false
}

// speaksOfVectors says whether a text has a word that other dialects read: a vector's type, or the call of what is neither a function of the text's own nor one that all texts know.
func speaksOfVectors(text string) bool {
	own := defined(text)
	for at := 0; at < len(text); {
		if n := attributeEnd(text[at:]); n > 0 {
			at += n
			continue
		}
		if !isLetter(text[at]) {
			at++
			continue
		}
		end := wordEnd(text, at)
		word := text[at:end]
		at = end
		switch {
		case isType(word) || reserved[word] || known[word]:
		case strings.HasPrefix(word, "__m") || word == "v128_t" || word == "v128" || strings.HasSuffix(word, "_t") && strings.Contains(word, "x") || word == "vector" && !strings.HasSuffix(text[:at-len(word)], "std::") || word == "archsimd" || word == "simd":
			return true
		case strings.HasSuffix(strings.TrimRight(text[max(0, at-len(word)-maxHead):at-len(word)], " "), ">"): // std::vector<int> r(8)
		case end < len(text) && text[end] == '(' && !own[word]:
			return true
		}
	}
	return false
}

func isType(word string) bool {
	_, ok := c.typeOf(word)
	return ok
}

// known are functions that all texts know, and words in front of a parenthesis.
var known = words("min", "max", "MIN", "MAX", "len", "sizeof", "abs", "swap", "range", "step_by", "rev", "in", "and", "or", "not", "memcpy", "memmove", "memset", "assert", "size", "length", "enumerate", "zip", "list", "iter", "into_iter", "append", "push", "push_back", "clone", "to_vec", "copy", "zeros", "empty", "bytearray", "reversed", "copied", "cloned",
	"Uint8Array", "Int8Array", "Uint16Array", "Int16Array", "Uint32Array", "Int32Array", "Float32Array")

// maxParameters is how long a list of parameters is at most.
const maxParameters = 1 << 10

// defined are the functions of a text: names with a word or a star in front of them, and a brace, a colon or a type behind their parameters.
func defined(text string) map[string]bool {
	names := map[string]bool{}
	before := byte(' ')
	for at := 0; at < len(text); {
		if !isLetter(text[at]) {
			if text[at] != ' ' && text[at] != '\t' {
				before = text[at]
			}
			at++
			continue
		}
		end := wordEnd(text, at)
		if end < len(text) && text[end] == '(' && (before == '*' || before == ']' || before == '>' || before == '&' || isLetter(before) || isDigit(before)) {
			list, behind, ok := strings.Cut(text[end:min(len(text), end+maxParameters)], ")")
			behind = strings.TrimLeft(behind, " \t\r\n")
			if ok && !strings.Contains(list, "{") && behind != "" && (strings.IndexByte("{:-([", behind[0]) >= 0 || isType(behind[:wordEnd(behind, 0)])) {
				names[text[at:end]] = true
			}
		}
		before, at = text[end-1], end
	}
	return names
}
