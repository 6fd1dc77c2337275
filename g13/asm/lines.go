package asm

import (
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// directives are the words with a point that a line may begin with.
var directives = []string{".equ", ".byte", ".rept", ".endr", ".macro", ".endm", ".include"}

// directiveOf is the word that a line begins with.
func directiveOf(line string) string {
	c := syntax.Cursor{Text: line}
	return c.Word()
}

// A source is a text that lines come from: the program, a file that it includes, or a macro with its arguments.
type source struct {
	name   string
	text   string
	number int // of the file: 0 is the program

	use           *source // where a macro is used
	useAt, useEnd int
}

// pass calls f with the start and the end of what each line says, once what is repeated, named or included has been put in its place.
func (p *program) pass(main *source, f func(in *source, start, end int) *syntax.Error) {
	p.expansion.begin()
	p.lines(main, 0, len(main.text), f)
}

// lines is pass for a part of a text.
func (p *program) lines(in *source, start, stop int, f func(in *source, start, end int) *syntax.Error) {
	for start <= stop && !p.full && p.inTime() {
		end := stop
		if i := strings.IndexByte(in.text[start:stop], '\n'); i >= 0 {
			end = start + i
		}
		next := end + 1
		from, to := skipBlanks(in.text, start, end), start+code(in.text[start:end])
		if from < to {
			var err *syntax.Error
			if in.text[from] == '.' || len(p.macros) > 0 || strings.IndexByte(in.text[from:to], ':') >= 0 {
				var handled bool
				if next, handled, err = p.expand(in, from, to, next, stop, f); !handled && err == nil {
					err = f(in, from, to)
				}
			} else {
				err = f(in, from, to)
			}
			if err != nil {
				p.fail(in, err)
			}
		}
		start = next
	}
}

// everyLines is how many lines are read between two looks at the time: less than a millisecond.
const everyLines = 1 << 10

// inTime counts a line, and says whether there is still time for it. Where there is none, nothing more is read.
func (p *program) inTime() bool {
	if p.read++; p.context == nil || p.read%everyLines != 0 {
		return true
	}
	p.late = p.context.Err()
	p.full = p.late != nil
	return !p.full
}

// code is the length of a line without its comment and the blanks before it.
func code(line string) int {
	end, quoted := len(line), false
	for i := range len(line) {
		switch b := line[i]; {
		case b == '"':
			quoted = !quoted
			continue
		case b > ';' || quoted: // nearly all that lines have
			continue
		case b == '#', b == ';', b == '/' && i+1 < len(line) && line[i+1] == '/':
		default:
			continue
		}
		end = i
		break
	}
	for end > 0 && isBlank(line[end-1]) {
		end--
	}
	return end
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

func skipBlanks(text string, at, end int) int {
	for at < end && isBlank(text[at]) {
		at++
	}
	return at
}
