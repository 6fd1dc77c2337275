package lsp

import "strings"

// A line that gives a name a meaning begins with it, or says so:
//
//	loop:                     a label
//	.decl V32 v_type=G …      a variable of vISA
//	.equ size, 4              a constant
//	.macro twice a            lines under a name
//	%r = shufflevector …      a value of LLVM's
//	define … @f(…)            a function of it
//	TEXT ·f(SB), NOSPLIT      one of Go's assembler

// definedBy is the name that a line gives a meaning.
func definedBy(line string) (name string, ok bool) {
	s := strings.TrimLeft(line, " \t")
	word, rest := leading(s)
	switch {
	case s == "":
		return "", false
	case s[0] == '%':
		word, rest = leading(s[1:])
		return "%" + word, word != "" && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "=")
	case word == ".decl", word == ".equ", word == ".set", word == ".macro":
		word, _ = leading(strings.TrimLeft(rest, " \t"))
		return word, word != ""
	case word == "define", word == "declare":
		_, rest, ok = strings.Cut(rest, "@")
		word, _ = leading(rest)
		return "@" + word, ok && word != ""
	case word == "TEXT":
		word, _ = leading(strings.TrimLeft(rest, " ·"))
		return word, word != ""
	}
	return word, word != "" && strings.HasPrefix(rest, ":") && (word[0] < '0' || word[0] > '9')
}

// leading is the word that a text begins with, and the rest.
func leading(s string) (word, rest string) {
	end := 0
	for end < len(s) && (isWord(s[end]) || s[end] == '-') && s[end] != '@' {
		end++
	}
	return s[:end], s[end:]
}

// longestDefinition bounds the lines that are looked at.
const longestDefinition = 1 << 10

// definitions are the lines that give names a meaning. Of several the first counts.
func definitions(a *analysis) map[string]int {
	all := map[string]int{}
	if a.language.comment == "//" && a.language.assembly == nil {
		return all // sources have servers of their own
	}
	for n, line := range a.line {
		if len(line) > longestDefinition {
			continue
		}
		if name, ok := definedBy(line); ok {
			if _, have := all[name]; !have {
				all[name] = n
			}
		}
	}
	return all
}

// definition is the line that gives the name at a byte its meaning. Values of LLVM have one in each function: the next above counts.
func (a *analysis) definition(off int) (line int, ok bool) {
	name := a.name(off)
	if strings.HasPrefix(name, "%") {
		for n := a.lineAt(off); n >= 0; n-- {
			if by, ok := definedBy(a.line[n]); ok && by == name {
				return n, true
			}
			if strings.HasPrefix(a.line[n], "define") {
				break
			}
		}
		name = name[1:] // a label: br label %next
	}
	line, ok = a.defined()[name]
	return line, ok
}

// name is the name at a byte, with the mark of LLVM before it.
func (a *analysis) name(off int) string {
	if off < len(a.all) && a.all[off] == '%' {
		off++
	}
	s := a.word(off)
	if s.from > 0 && a.all[s.from-1] == '%' {
		s.from--
	}
	return strings.TrimPrefix(strings.TrimSuffix(a.all[s.from:s.to], ":"), "·") // of Go's assembler
}
