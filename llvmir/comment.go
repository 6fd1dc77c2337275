package llvmir

import (
	"strings"
)

// In LLVM's IR a semicolon begins a comment, and on a command line it is what people write between instructions. What stands behind one is read as an instruction if it begins as one, on a
// line that has something before it; otherwise it is the comment that it is in a file.
//
//	%t = shufflevector …; %r = shufflevector …      two instructions
//	%t = shufflevector … ; the low halves           one, and a comment
//	; %t = shufflevector …                          a comment: the line has nothing else

// instructionsBehindSemicolons puts a line end in the place of a semicolon between two instructions. The text stays as long as it was.
func instructionsBehindSemicolons(text string) string {
	var b []byte
	code, quoted := false, false // something stands before on the line; a name in quotation marks is open
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"': // behind a % or a word
			quoted = !quoted
		case c == '\n':
			code, quoted = false, false
		case quoted || c == ' ' || c == '\t' || c == '\r':
		case c != ';':
			code = true
		case code && beginsInstruction(text[i+1:]):
			if b == nil {
				b = []byte(text)
			}
			b[i], code = '\n', false
		default:
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				i = len(text)
			} else {
				i += end - 1
			}
		}
	}
	if b == nil {
		return text
	}
	return string(b)
}

// beginsInstruction says whether a text begins as an instruction: with a result's name and =, with shufflevector, or with a vector's type as the short form does.
func beginsInstruction(text string) bool {
	text = strings.TrimLeft(text, " \t")
	if rest, ok := strings.CutPrefix(text, "<"); ok {
		rest = strings.TrimLeft(rest, " \t")
		return rest != "" && rest[0] >= '0' && rest[0] <= '9'
	}
	if strings.HasPrefix(text, "shufflevector") {
		return true
	}
	rest, ok := strings.CutPrefix(text, "%")
	if !ok {
		return false
	}
	if line, _, _ := strings.Cut(rest, "\n"); !strings.HasPrefix(rest, `"`) {
		name, _, assigned := strings.Cut(line, "=")
		return assigned && !strings.ContainsAny(strings.TrimSpace(name), " \t,;")
	}
	_, rest, _ = strings.Cut(rest[1:], `"`)
	return strings.HasPrefix(strings.TrimLeft(rest, " \t"), "=")
}
