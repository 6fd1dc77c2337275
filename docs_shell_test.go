package lanescope_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// allowedCommands may be used in documents: lanescope, and what every machine
// with a shell has and does alike.
var allowedCommands = []string{"lanescope", "cat", "echo", "grep", "head", "ls", "printf", "sort", "tail", "wc"}

// checkCommand refuses a command line that begins any of its simple commands
// with a word that is not allowed.
func checkCommand(line string) error {
	words, err := commandWords(withoutGoRun(line))
	if err != nil {
		return err
	}
	for _, w := range words {
		if !slices.Contains(allowedCommands, w) {
			return fmt.Errorf("%q may not be used in documents; allowed: %s", w, strings.Join(allowedCommands, ", "))
		}
	}
	return nil
}

var assignment = regexp.MustCompile(`^[A-Za-z_]\w*=`)

// commandWords returns the first word of each simple command of a shell line. It
// knows quotes, pipes and lists, which is what documents need, and refuses the
// rest of the shell.
func commandWords(line string) (first []string, err error) {
	atStart := true // the next word is a command's name
	for _, token := range shellTokens(line) {
		switch {
		case token == "&" || strings.HasPrefix(token, "(") || strings.HasPrefix(token, ")"):
			return nil, fmt.Errorf("no background commands and no subshells in documents")
		case isSeparator(token):
			atStart = true
		case strings.Contains(token, "`") || strings.Contains(token, "$("):
			return nil, fmt.Errorf("no command substitution in documents")
		case atStart && !assignment.MatchString(token):
			first = append(first, token)
			atStart = false
		}
	}
	return first, nil
}

func isSeparator(token string) bool {
	return slices.Contains([]string{"|", "||", "&&", ";", "\n"}, token)
}

// shellTokens splits a line into words and separators. What stands in single
// quotes cannot matter and is left out of a word; everything else stays in it.
func shellTokens(line string) (tokens []string) {
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			tokens = append(tokens, word.String())
			word.Reset()
		}
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line):
			i++
			if line[i] == '\n' {
				flush() // a continued line; the shell would join, documents break between words
			} else {
				word.WriteString("\\" + line[i:i+1])
			}
		case c == '\'':
			end := strings.IndexByte(line[i+1:], '\'')
			if end < 0 {
				end = len(line) - i - 2
			}
			word.WriteString("''")
			i += end + 1
		case c == '"':
			end := doubleQuoteEnd(line, i+1)
			word.WriteString(line[i:end])
			i = end - 1
		case c == ' ' || c == '\t':
			flush()
		case c == '&' && i > 0 && line[i-1] == '>':
			word.WriteByte(c) // 2>&1
		case strings.IndexByte("|&;\n()", c) >= 0 && !(c == '(' && strings.HasSuffix(word.String(), "$")):
			flush()
			n := 1
			if i+1 < len(line) && line[i+1] == c && (c == '|' || c == '&') {
				n = 2
			}
			tokens = append(tokens, line[i:i+n])
			i += n - 1
		default:
			word.WriteByte(c)
		}
	}
	flush()
	return tokens
}

// doubleQuoteEnd returns the offset behind the quote that ends a string.
func doubleQuoteEnd(line string, from int) int {
	for i := from; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(line)
}
