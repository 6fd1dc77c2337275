package corpus

import (
	"bufio"
	"errors"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// People and formatters wrap what is long:
//
//	return _mm_shuffle_epi8(a,                       a bracket is open: the statement goes on
//	    _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4,
//	                  11, 10, 9, 8, 15, 14, 13, 12));
//
//	%1 = shufflevector <8 x i8> %0, <8 x i8> poison, <8 x i32>
//	     <i32 1, i32 0, …>                           none is, but no instruction of LLVM's begins so

// lines are those of a file, which can be looked at before they are read.
type lines struct {
	r     *bufio.Reader
	ahead []ahead
}

type ahead struct {
	line string
	err  error
}

// next is the next line.
func (l *lines) next() (string, error) {
	if len(l.ahead) > 0 {
		first := l.ahead[0]
		l.ahead = l.ahead[1:]
		return first.line, first.err
	}
	return readLine(l.r)
}

// peek is a line further on, 0 the next one; of the last one it is not known whether there is more.
func (l *lines) peek(k int) (line string, ok bool) {
	for len(l.ahead) <= k {
		if n := len(l.ahead); n > 0 && l.ahead[n-1].err != nil {
			return "", false
		}
		line, err := readLine(l.r)
		l.ahead = append(l.ahead, ahead{line, err})
	}
	return l.ahead[k].line, true
}

// maxLine is the longest line that is read; what is longer is no shuffle that anyone wrote.
const maxLine = 1 << 20

// readLine is the next line without its end; one that is too long is empty.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxLine {
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			return "", err
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return strings.TrimRight(string(line), "\r\n"), err
		}
	}
}

// MostWrapped is how many lines a shuffle may have behind its first: 512 lanes, eight on a line.
const MostWrapped = 64

// mostTogether is how many bytes these may have.
const mostTogether = 1 << 14

// ShuffleAt is the shuffle that a line is or begins, and how many lines behind it belong to it. Next is a line further on, 0 the one behind it.
func ShuffleAt(line string, next func(k int) (line string, ok bool)) (text string, f form.Form, behind int, ok bool) {
	if text, ok = form.InLine(line); !ok {
		return "", f, 0, false
	}
	f, err := form.Parse(text, form.Options{})
	if err != nil {
		if text, f, behind = wrapped(line, next); behind == 0 {
			return "", f, 0, false
		}
	}
	return text, f, behind, len(f.Map.Src) > 0 // otherwise it is a constant
}

// wrapped is the shuffle that a line begins and further lines end, and how many those are; 0 if there is none.
func wrapped(line string, peek func(k int) (line string, ok bool)) (text string, f form.Form, behind int) {
	of := syntax.Brackets("()[]")
	if strings.Contains(line, "shufflevector") {
		of = shufflevector.Brackets
	}
	together := code(line)
	open := of.Open(together)
	for k := range MostWrapped {
		next, ok := peek(k)
		if !ok || len(together)+len(next) > mostTogether || open <= 0 && !shufflevector.GoesOn(next) {
			break
		}
		next = code(next)
		together += " " + next
		if open += of.Open(next); open > 0 {
			continue
		}
		if text, ok := form.InLine(together); ok {
			if f, err := form.Parse(text, form.Options{}); err == nil {
				return text, f, k + 1
			}
		}
	}
	return "", f, 0
}

// code is a line without its comment, the end of a statement, and the backslash by which a macro goes on.
func code(line string) string {
	for _, end := range []string{"//", "/*", ";", "#"} {
		line, _, _ = strings.Cut(line, end)
	}
	return strings.TrimSpace(strings.TrimRight(line, "\\ \t"))
}
