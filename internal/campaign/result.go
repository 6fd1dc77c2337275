package campaign

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A result is a text, of one shard or of all:
//
//	lanescope campaign 1
//	{"tool":"v1.2.0","kind":"table",…,"items":4096,"shards":16,"digest":""}
//	shard 3 256 31744 9f86d0…        its number, lines, bytes, and the SHA-256 of the bytes
//	…
//	shard 4 256 …
//	end 2c26b4…                      the SHA-256 of all lines above but the answers
//
// What is cut off has no end, and what was changed has another checksum.
const (
	magic     = "lanescope campaign 1"
	maxHeader = 1 << 16
)

// A section is where the answers of a shard are.
type section struct {
	shard, lines int
	offset, size int64
	sum          string
}

// line is the section's line in a result.
func (s section) line() string {
	return fmt.Sprintf("shard %d %d %d %s", s.shard, s.lines, s.size, s.sum)
}

// sectionOf describes answers.
func sectionOf(shard int, body []byte) section {
	sum := sha256.Sum256(body)
	return section{shard: shard, lines: bytes.Count(body, []byte("\n")), size: int64(len(body)), sum: hex.EncodeToString(sum[:])}
}

// holds says whether a section is what its line says.
func (s section) holds(body []byte) error {
	is := sectionOf(s.shard, body)
	if is.offset = s.offset; is != s {
		return fmt.Errorf("shard %d: its checksum is that of other answers", s.shard)
	}
	return nil
}

// appendResult appends a result of one shard.
func appendResult(b []byte, p *Plan, shard int, body []byte) []byte {
	s := sectionOf(shard, body)
	head := magic + "\n" + p.header() + "\n" + s.line() + "\n"
	b = append(append(b, head...), body...)
	return append(b, endOf([]byte(head))...)
}

// endOf is the last line of a result, of all others but the answers.
func endOf(head []byte) string {
	sum := sha256.Sum256(head)
	return "end " + hex.EncodeToString(sum[:]) + "\n"
}

// An index is what a result has, without the answers.
type index struct {
	plan     Plan
	sections []section
}

// readIndex reads a result and checks all of it. It holds one line at a time.
func readIndex(r io.Reader) (*index, error) {
	in := &counted{r: bufio.NewReaderSize(r, maxHeader)}
	h := sha256.New()
	line := func() (string, error) {
		text, err := in.line()
		if err == nil && !strings.HasPrefix(text, "end ") {
			io.WriteString(h, text+"\n")
		}
		return text, err
	}
	if first, err := line(); err != nil || first != magic {
		return nil, fmt.Errorf("this is no result of a campaign: expected %q in its first line", magic)
	}
	x := new(index)
	head, err := line()
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(head), &x.plan); err != nil {
		return nil, fmt.Errorf("its second line is no plan: %w", err)
	}
	if err := x.plan.check(); err != nil {
		return nil, err
	}
	if x.plan.header() != head {
		return nil, errors.New("its plan is written otherwise than campaigns write it")
	}
	for {
		text, err := line()
		if err != nil {
			return nil, err
		}
		if sum, ok := strings.CutPrefix(text, "end "); ok {
			if sum != hex.EncodeToString(h.Sum(nil)) {
				return nil, errors.New("its last line is the checksum of others")
			}
			return x, in.end()
		}
		s, err := readSection(text, &x.plan)
		if err != nil {
			return nil, err
		}
		if last := len(x.sections) - 1; last >= 0 && x.sections[last].shard >= s.shard {
			return nil, fmt.Errorf("shard %d stands behind shard %d", s.shard, x.sections[last].shard)
		}
		if s.offset = in.read; in.pass(s) != nil {
			return nil, fmt.Errorf("shard %d: its checksum is that of other answers, or it is cut off", s.shard)
		}
		x.sections = append(x.sections, s)
	}
}

// readSection reads the line before a shard's answers.
func readSection(text string, p *Plan) (s section, err error) {
	_, err = fmt.Sscanf(text, "shard %d %d %d %s", &s.shard, &s.lines, &s.size, &s.sum)
	if err != nil || text != s.line() {
		return s, fmt.Errorf("%.80q: expected shard NUMBER LINES BYTES SHA256, or end SHA256", text)
	}
	if s.shard < 0 || s.shard >= p.Shards || s.size < 0 || s.size > MaxBody {
		return s, fmt.Errorf("shard %d with %d bytes: the plan has %d shards, and a shard %d bytes at most", s.shard, s.size, p.Shards, MaxBody)
	}
	k, err := kindNamed(p.Kind)
	if err != nil {
		return s, err
	}
	if first, end := p.span(s.shard); s.lines < end-first || s.lines > end-first && !k.many {
		return s, fmt.Errorf("shard %d has %d answers, and %d items", s.shard, s.lines, end-first)
	}
	return s, nil
}

// counted is a reader that knows how far it is.
type counted struct {
	r    *bufio.Reader
	read int64
}

// line reads a line that a buffer holds.
func (c *counted) line() (string, error) {
	b, err := c.r.ReadSlice('\n')
	c.read += int64(len(b))
	if err != nil {
		return "", errors.New("it is cut off, or a line is too long")
	}
	return string(b[:len(b)-1]), nil
}

// pass reads over answers, and checks them.
func (c *counted) pass(s section) error {
	h, lines := sha256.New(), newlines(0)
	n, err := io.CopyN(io.MultiWriter(h, &lines), c.r, s.size)
	if c.read += n; err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != s.sum || int(lines) != s.lines {
		return errors.New("other answers")
	}
	return nil
}

// newlines counts lines that are written to it.
type newlines int

func (n *newlines) Write(b []byte) (int, error) {
	*n += newlines(bytes.Count(b, []byte("\n")))
	return len(b), nil
}

// end refuses what stands behind the end.
func (c *counted) end() error {
	if _, err := c.r.ReadByte(); err != io.EOF {
		return errors.New("something stands behind its end")
	}
	return nil
}
