package api

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/syntax"
)

// A Claim is a line of a file in which a library keeps what its shuffles are:
//
//	# the transpose's first step
//	_mm_unpacklo_ps(a, b)      =>  i32x4 i32x4 -> a0 b0 a1 b1      what it does
//	_mm_shuffle_epi32(a, 27)   ==  <4 x i32> 3 2 1 0               what does the same
//	<16 x i8> 15 14 13 … 0     @ ssse3 <= 1 op, 1 constant         what it takes at most on a target
//
// Blank lines and those that begin with # are for readers. A form is in one line: what takes several instructions has ; between them.
type Claim struct {
	Kind   ClaimKind
	Line   int // from 1
	Text   string
	Form   string
	Second string // the map, or the other form

	// What it takes.
	Target    string
	Ops       int
	Constants lower.Limit

	form, right span // where the form and what is claimed of it stand in the text
}

// A ClaimKind is what a claim says of a form.
type ClaimKind int

// The kinds of claims.
const (
	ClaimsMap   ClaimKind = iota // FORM => MAP
	ClaimsEqual                  // FORM == FORM
	ClaimsCost                   // FORM @ TARGET <= N ops
)

// claimKinds are what stands between a form and what is claimed of it, by kind, and what a claim is called in JSON.
var claimKinds = [...]struct{ mark, name, wants string }{
	ClaimsMap:   {"=>", "map", "a map in lane notation"},
	ClaimsEqual: {"==", "equal", "a form"},
	ClaimsCost:  {"<=", "cost", "a number of ops"},
}

// A span is characters of a text, from the first to behind the last.
type span struct{ off, end int }

// in is the text of a span.
func (s span) in(text string) string { return text[s.off:s.end] }

// trimmed is a span without the white space at its ends.
func (s span) trimmed(text string) span {
	all := s.in(text)
	left := strings.TrimLeftFunc(all, unicode.IsSpace)
	s.off += len(all) - len(left)
	return span{s.off, s.off + len(strings.TrimSpace(left))}
}

// readClaim reads the claim in a line of a text. An error has its place in the text.
func readClaim(text string, line span) (Claim, error) {
	var c Claim
	mark := -1
	for kind := range claimKinds {
		if at := strings.LastIndex(line.in(text), claimKinds[kind].mark); at > mark {
			mark, c.Kind = at, ClaimKind(kind)
		}
	}
	if mark < 0 {
		return c, syntax.Errorf(text, line.end, line.end, "expected => and a map, == and a form, or @ TARGET <= N ops behind a form")
	}
	mark += line.off
	c.form = span{line.off, mark}.trimmed(text)
	c.right = span{mark + len(claimKinds[c.Kind].mark), line.end}.trimmed(text)
	c.Text = line.in(text)
	if c.Kind == ClaimsCost {
		if err := c.readTarget(text); err != nil {
			return c, err
		}
	}
	if c.Form = c.form.in(text); c.Form == "" {
		return c, syntax.Errorf(text, line.off, mark, "expected a form before %s", claimKinds[c.Kind].mark)
	}
	if c.Second = c.right.in(text); c.Second == "" {
		return c, syntax.Errorf(text, line.end, line.end, "expected %s behind %s", claimKinds[c.Kind].wants, claimKinds[c.Kind].mark)
	}
	if c.Kind == ClaimsCost {
		return c, c.readCost(text)
	}
	return c, nil
}

// readTarget takes the target from the end of the form.
func (c *Claim) readTarget(text string) error {
	at := strings.LastIndexByte(c.form.in(text), '@')
	if at < 0 {
		return syntax.Errorf(text, c.form.end, c.form.end, "expected @ and a target before <=: %s", strings.Join(LowerTargets(), ", "))
	}
	name := span{c.form.off + at + 1, c.form.end}.trimmed(text)
	c.form = span{c.form.off, c.form.off + at}.trimmed(text)
	if c.Target = name.in(text); !slices.Contains(LowerTargets(), c.Target) {
		return syntax.Errorf(text, name.off, name.end, "there is no target %s: expected %s", syntax.Quote(c.Target), strings.Join(LowerTargets(), ", "))
	}
	return nil
}

// claimedCost is what stands behind <=. Nine digits are no more than an int has anywhere.
var claimedCost = regexp.MustCompile(`^(\d{1,9})\s*ops?(?:\s*,\s*(\d{1,9})\s*constants?)?$`)

func (c *Claim) readCost(text string) error {
	m := claimedCost.FindStringSubmatch(c.Second)
	if m == nil {
		return syntax.Errorf(text, c.right.off, c.right.end, "expected N ops, or N ops, M constants")
	}
	c.Ops, _ = strconv.Atoi(m[1])
	if m[2] != "" {
		n, _ := strconv.Atoi(m[2])
		c.Constants = lower.AtMost(n)
	}
	return nil
}

// A ClaimFinding is what became of a claim.
type ClaimFinding struct {
	Claim
	Holds    bool
	Unread   bool          // what it says cannot be read
	Message  string        // why it does not hold, or cannot be read
	At       *syntax.Error // where that is said of: nil if it holds
	Sequence *Sequence     // what the form takes, of a claim about that
}

// ReadClaims are the claims of a text, in order, those that cannot be read with what is wrong with them.
func ReadClaims(text string) (all []ClaimFinding) {
	off := 0
	for n, line := range strings.Split(text, "\n") {
		where := span{off, off + len(line)}.trimmed(text)
		off += len(line) + 1
		if where.off == where.end || text[where.off] == '#' {
			continue
		}
		c, err := readClaim(text, where)
		c.Line, c.Text = n+1, where.in(text)
		f := ClaimFinding{Claim: c}
		if err != nil {
			f.unread(text, where, err)
		}
		all = append(all, f)
	}
	return all
}

// fails notes why the claim does not hold, and of which part that is said.
func (f *ClaimFinding) fails(text string, part span, why string) {
	f.Message, f.At = why, &syntax.Error{Text: text, Off: part.off, End: part.end, What: why}
}

// unread notes what is wrong with a part of the text: an error that is about that part alone is moved to where it stands.
func (f *ClaimFinding) unread(text string, part span, err error) {
	f.Unread = true
	f.fails(text, part, err.Error())
	var at *syntax.Error
	if !errors.As(err, &at) {
		return
	}
	f.Message, f.At.What = at.What, at.What
	switch at.Text {
	case text:
		f.At.Off, f.At.End = at.Off, at.End
	case part.in(text):
		f.At.Off, f.At.End = part.off+at.Off, part.off+at.End
	}
}

// column is where an error stands in its line, from 1.
func column(e *syntax.Error, off int) int {
	start := strings.LastIndexByte(e.Text[:e.Off], '\n') + 1
	return 1 + utf8.RuneCountInString(e.Text[start:max(start, off)])
}
