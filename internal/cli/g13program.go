package cli

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lanescope/lanescope/g13/machine"
)

// g13Program is a program's file, compiled.
func (c *command) g13Program(file string) (*machine.Program, error) {
	code, name, err := c.readAll([]string{file})
	if err != nil {
		return nil, err
	}
	switch text := string(code); {
	case file == "-" && isHexText(text):
		code, err = parseHex(text)
	case file == "-" && isText(text), strings.HasSuffix(name, ".s"):
		p, errs := c.g13Source(name, text).Assemble()
		code, err = p.Code, errors.Join(errs...)
	}
	if err != nil {
		return nil, c.complain(name, err)
	}
	p, err := machine.Compile(code)
	if err != nil {
		return nil, c.complain(name, err)
	}
	return p, nil
}

// isText says whether all of it can be read. Nearly every program in bytes has a zero, if only that of its stop.
func isText(s string) bool {
	control := func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\n\v\f\r", r) }
	return utf8.ValidString(s) && !strings.ContainsFunc(s, control)
}

// isHexText says whether a text is hexadecimal digits, two a byte, and what may stand between them.
func isHexText(s string) bool {
	_, err := parseHex(s)
	return isText(s) && err == nil
}
