package disassembly

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// An archive of ar is members behind one another, each behind a header of text:
//
//	name            date        uid   gid   mode    size      `\n
//	16              12          6     6     8       10        2
//
// Longer names stand in a member "//", of which "/12" is what begins at byte 12 (GNU), or in front of the member's bytes, of which "#1/20" are 20 (BSD).
const arHeader = 60

// mostNames bounds the member that holds names.
const mostNames = 16 << 20

func (v *Visitor) ar(archive string, in io.Reader) error {
	if _, err := io.CopyN(io.Discard, in, int64(len("!<arch>\n"))); err != nil {
		return err
	}
	names := ""
	for at := int64(len("!<arch>\n")); ; {
		var header [arHeader]byte
		if _, err := io.ReadFull(in, header[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("the archive ends within the header at byte %d", at)
		}
		name := strings.TrimRight(string(header[:16]), " ")
		size, err := strconv.ParseInt(strings.TrimRight(string(header[48:58]), " "), 10, 64)
		if err != nil || size < 0 || string(header[58:]) != "`\n" {
			return fmt.Errorf("there is no header of a member at byte %d of the archive", at)
		}
		body := &io.LimitedReader{R: in, N: size}
		switch {
		case name == "//":
			b, err := io.ReadAll(io.LimitReader(body, mostNames))
			if err != nil {
				return err
			}
			names = string(b)
		case name == "/", name == "/SYM64/", strings.HasPrefix(name, "__.SYMDEF"):
		default:
			if err := v.member(archive, arName(name, names, body), body); err != nil {
				return err
			}
		}
		if _, err := io.CopyN(io.Discard, in, body.N+size%2); err != nil && err != io.EOF {
			return err
		}
		at += arHeader + size + size%2
	}
}

// arName is the name of a member.
func arName(name, names string, body io.Reader) string {
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "#1/")); err == nil && strings.HasPrefix(name, "#1/") && n > 0 && n < 1<<12 {
		b := make([]byte, n)
		n, _ = io.ReadFull(body, b) // a name that is cut is one too
		return strings.TrimRight(string(b[:n]), "\x00")
	}
	if at, err := strconv.Atoi(strings.TrimPrefix(name, "/")); err == nil && strings.HasPrefix(name, "/") && at >= 0 && at < len(names) {
		name, _, _ = strings.Cut(names[at:], "\n")
	}
	return strings.TrimSuffix(name, "/")
}
