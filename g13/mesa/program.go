package mesa

import (
	"errors"
	"strings"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/syntax"
)

// Program is a program in Mesa's spelling in that of package asm, line for line: labels, directives and comments stay. The errors are each a *syntax.Error.
func Program(text string) (ours string, errs []error) {
	var b strings.Builder
	at := 0
	for _, line := range strings.SplitAfter(text, "\n") {
		said, err := translatedLine(strings.TrimRight(line, "\r\n"))
		if err != nil {
			errs = append(errs, placedAt(err, text, at))
		}
		b.WriteString(said)
		if strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
		at += len(line)
	}
	return b.String(), errs
}

// placedAt is an error in a line as one in the whole text.
func placedAt(err error, text string, at int) error {
	var in *syntax.Error
	if !errors.As(err, &in) {
		return err
	}
	return syntax.Errorf(text, at+in.Off, at+in.End, "%s", in.What)
}

// translatedLine is a line of a program.
func translatedLine(line string) (string, error) {
	code := line
	for _, comment := range []string{"#", ";", "//"} {
		if at := strings.Index(code, comment); at >= 0 {
			code = code[:at]
		}
	}
	begin := 0
	if at := strings.IndexByte(code, ':'); at >= 0 {
		begin = at + 1
	}
	body := code[begin:]
	if word := strings.TrimSpace(body); word == "" || word[0] == '.' {
		return code, nil
	}
	if strings.Contains(body, "!") {
		i, err := Parse(body)
		if err != nil {
			return "", placedAt(err, line, begin)
		}
		return code[:begin] + " " + asm.Text(i), nil
	}
	ours, _, err := Translate(body)
	if err != nil {
		return "", placedAt(err, line, begin)
	}
	return code[:begin] + " " + ours, nil
}

// Original is an error in the text that Program made as one in the text that it was made from: of a line, all of it.
func Original(err error, text string) error {
	var at *syntax.Error
	var included *asm.IncludedError
	if !errors.As(err, &at) || errors.As(err, &included) {
		return err
	}
	line, _ := at.Pos()
	lines := strings.SplitAfter(text, "\n")
	if line > len(lines) {
		return err
	}
	from := len(strings.Join(lines[:line-1], ""))
	this := strings.TrimRight(lines[line-1], " \t\r\n")
	return syntax.Errorf(text, from+len(this)-len(strings.TrimLeft(this, " \t")), from+len(this), "%s", at.What)
}
