package svp64

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// ParseLine reads an instruction and behind it what has to be set up for it, as Line's String writes it. Without vl= VL is 1. An error is a *syntax.Error.
func ParseLine(text string) (Line, error) {
	p := newParser(text)
	i, err := p.inst()
	if err != nil {
		return Line{}, err
	}
	l := lineParser{parser: p, Line: NewLine(i), vl: 1}
	for !l.Done() {
		if err := l.word(); err != nil {
			return Line{}, err
		}
	}
	l.SV = NewSVState(l.vl, l.vl).WithPack(l.pack, l.unpack)
	l.Stated = l.pack || l.unpack || slices.Contains(l.said, "vl")
	l.Doubts = p.doubts
	return l.Line, nil
}

// A lineParser reads the words behind an instruction.
type lineParser struct {
	parser
	Line
	said         []string // what was said, each once
	vl           int
	pack, unpack bool
}

// ParseLines reads instructions on lines of their own, or with semicolons between. What begins with // or # is a comment.
func ParseLines(text string) ([]Line, error) {
	var list []Line
	for start := 0; start <= len(text); {
		end := len(text)
		if n := strings.IndexAny(text[start:], ";\n"); n >= 0 {
			end = start + n
		}
		piece := text[start:end]
		if trimmed := strings.TrimSpace(piece); strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "#") {
			if n := strings.IndexByte(text[start:], '\n'); n >= 0 { // a semicolon in a comment ends nothing
				end = start + n
			} else {
				end = len(text)
			}
		} else if trimmed != "" {
			if len(list) == maxLines {
				return nil, syntax.Errorf(text, start, end, "more than %d instructions", maxLines)
			}
			l, err := ParseLine(piece)
			if at, ok := err.(*syntax.Error); ok {
				return nil, &syntax.Error{Text: text, Off: at.Off + start, End: at.End + start, What: at.What}
			}
			list = append(list, l)
		}
		start = end + 1
	}
	if len(list) == 0 {
		return nil, syntax.Errorf(text, 0, len(text), "expected an instruction, such as mv.swiz r4,r8,W.Y.")
	}
	return list, nil
}

// maxLines bounds what one text can make the program do.
const maxLines = 4096

const wantedBehind = "the end, or what is to be set up: vl=, pack, unpack, r3= r10= r30= or cr32= of a predicate, ra= and rt= of a vector's length, as i16x8"

// word reads one word behind the instruction.
func (l *lineParser) word() error {
	l.Space()
	start := l.Off
	name := l.Word()
	if name == "pack" || name == "unpack" {
		l.pack, l.unpack = l.pack || name == "pack", l.unpack || name == "unpack"
		return l.once(start, name)
	}
	if name == "" || l.Peek() != '=' {
		l.Off = start
		return l.Wanted(wantedBehind)
	}
	l.Off++
	value := l.value()
	switch name {
	case "vl":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > MaxVL {
			return l.ErrorFrom(start, "a vector has 1 to %d subvectors", MaxVL)
		}
		l.vl = n
	case "ra", "rt":
		v, ok := vectorOf(value)
		if !ok {
			return l.ErrorFrom(start, "expected a vector of at most %d bits, as %s=i16x8", maxVectorBits, name)
		}
		if name == "ra" {
			l.Src = v
		} else {
			l.Dst = v
		}
	default:
		return l.setting(start, name, value)
	}
	return l.once(start, name)
}

// value reads up to white space.
func (l *lineParser) value() string {
	n := strings.IndexAny(l.Rest(), " \t\r\n\v\f")
	if n < 0 {
		n = len(l.Rest())
	}
	start := l.Off
	l.Off += n
	return l.Text[start:l.Off]
}

// once refuses what was said before.
func (l *lineParser) once(start int, name string) error {
	if slices.Contains(l.said, name) {
		return l.ErrorFrom(start, "%s is said twice", syntax.Quote(name))
	}
	l.said = append(l.said, name)
	return nil
}

// setting reads the value of a predicate: of r3, r10 or r30, or of fields from one on.
func (l *lineParser) setting(start int, name, value string) error {
	list, err := ParseSettings(name + "=" + value)
	if err != nil {
		return l.ErrorFrom(start, "%v", err)
	}
	for _, s := range list {
		if !s.CR && !slices.Contains(predicateRegs[1:], s.No) || s.Float {
			return l.ErrorFrom(start, "%s is no register of a predicate: r3, r10, r30 and fields of the condition register are", syntax.Quote(name))
		}
		for _, old := range l.Set {
			if old.CR == s.CR && old.No == s.No {
				return l.ErrorFrom(start, "%s is said twice", syntax.Quote(name))
			}
		}
		l.Set = append(l.Set, s.Setting)
	}
	return nil
}

// vectorOf reads i16x8.
func vectorOf(text string) (v Extent, ok bool) {
	rest, ok := strings.CutPrefix(text, "i")
	bits, lanes, cut := strings.Cut(rest, "x")
	v.Bits, v.Lanes = decimal(bits), decimal(lanes)
	return v, ok && cut && v.Bits > 0 && v.Lanes > 0 && v.Bits <= maxVectorBits/v.Lanes && v.size()%8 == 0
}

// decimal is a number without a sign, or 0.
func decimal(text string) int {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0
	}
	return int(n)
}
