package asm

import (
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// places are the lines that code is from. Of each text it is kept how far its lines are counted, since most code is from the line behind the one before.
type places struct {
	all     []SourceLine
	counted map[*source]countedTo
}

// countedTo is a place in a text, and its line.
type countedTo struct{ off, line int }

// lineAndPlace is line, and notes where its code is from.
func (p *program) lineAndPlace(in *source, start, end int) *syntax.Error {
	from := len(p.code)
	err := p.line(in, start, end)
	if len(p.code) > from {
		for in.use != nil {
			in, start = in.use, in.useAt
		}
		p.places.note(in, start, from)
	}
	return err
}

// note notes that the code from an offset on is from a place in a text.
func (s *places) note(in *source, at, offset int) {
	c, ok := s.counted[in]
	if !ok {
		c.line = 1
	}
	if at >= c.off {
		c.line += strings.Count(in.text[c.off:at], "\n")
	} else {
		c.line -= strings.Count(in.text[at:c.off], "\n") // it is repeated
	}
	c.off = at
	if s.counted == nil {
		s.counted = map[*source]countedTo{}
	}
	s.counted[in] = c
	if last := len(s.all) - 1; last >= 0 && s.all[last].Line == c.line && s.all[last].File == in.name {
		return
	}
	s.all = append(s.all, SourceLine{offset, in.name, c.line})
}
